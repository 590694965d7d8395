"""Plots of answers that fit any page: no background of their own, and colours that light and dark bear.

>>> from cardlab_exercises.reports.sample import sample_learner
>>> figure = activity(sample_learner().attempts())
>>> [trace.name for trace in figure.data], sum(figure.data[0].y)
(['right', 'partly right', 'wrong'], 43)
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from cardlab_exercises.declaration.exercise import Outcome
from cardlab_exercises.reports.progress import WINDOW, exercise_title, rolling_accuracy
from cardlab_exercises.store.attempt import Attempt
from cardlab_exercises.store.zone import local

if TYPE_CHECKING:
    import plotly.graph_objects as go

INK = "#7b7b7b"
"""Readable on white and on black."""
GREEN, GOLD, RED = "#3a8f74", "#c98a1b", "#c2553c"
_GRID = "rgba(123,123,123,.3)"
_HATCH = {"fillmode": "overlay", "fgcolor": "rgba(255,255,255,.5)", "solidity": 0.15}
_FONT = 18
_MOST_LINES = 6
"""More exercises than this are not told apart in one plot: the ones practised most are shown."""
_STYLES = (("solid", "circle"), ("dash", "diamond"), ("dot", "square"))
_SHORT_DAYS = 2
"""Answers of so few days are counted by the hour."""


def activity(answers: Sequence[Attempt]) -> go.Figure:
    """How many answers there were day by day, right, partly right and wrong; by the hour within two days."""
    import pandas as pd
    import plotly.graph_objects as go

    table = pd.DataFrame(
        {"when": [local(made.finished).replace(tzinfo=None) for made in answers],
         "outcome": [made.outcome for made in answers]}
    )  # fmt: skip
    days = table["when"].dt.floor("D")
    step = "h" if days.nunique() <= _SHORT_DAYS else "D"
    counts = table.groupby([table["when"].dt.floor(step), "outcome"]).size().unstack(fill_value=0)
    kinds = (
        (Outcome.CORRECT, "right", GREEN, ""),
        (Outcome.PARTLY, "partly right", GOLD, "/"),
        (Outcome.WRONG, "wrong", RED, "x"),
    )
    bars = [
        go.Bar(
            name=name,
            x=list(counts.index),
            y=[int(count) for count in counts.get(str(outcome), pd.Series(0, counts.index))],
            marker={"color": colour, "pattern": {"shape": shape, **_HATCH}},
        )
        for outcome, name, colour, shape in kinds
    ]
    figure = go.Figure(bars).update_layout(barmode="stack", **_look())
    figure.update_yaxes(title="answers", gridcolor=_GRID, zeroline=False)
    return figure.update_xaxes(title="hour" if step == "h" else "day")


def accuracy(answers: Sequence[Attempt]) -> go.Figure:
    """How one learner's share of right answers went, exercise by exercise, over the last ten each."""
    import plotly.graph_objects as go

    by_exercise: dict[str, list[Attempt]] = {}
    for made in answers:
        by_exercise.setdefault(made.exercise, []).append(made)
    most = sorted(by_exercise, key=lambda id: -len(by_exercise[id]))[:_MOST_LINES]
    lines = [
        go.Scatter(
            name=exercise_title(id),
            x=list(range(1, len(by_exercise[id]) + 1)),
            y=rolling_accuracy(by_exercise[id]),
            mode="lines+markers",
            line={"color": (GREEN, GOLD, RED)[place // 3 % 3], "dash": _STYLES[place % 3][0], "width": 3},
            marker={"symbol": _STYLES[place % 3][1], "size": 8},
        )
        for place, id in enumerate(most)
    ]
    figure = go.Figure(lines).update_layout(showlegend=True, **_look())
    figure.update_yaxes(title="right", tickformat=".0%", range=[-0.04, 1.04], gridcolor=_GRID, zeroline=False)
    return figure.update_xaxes(title=f"answer (right of the last {WINDOW})", gridcolor=_GRID, zeroline=False)


def _look() -> dict[str, Any]:
    return {
        "template": "none",
        "height": 480,
        "margin": {"l": 80, "r": 20, "t": 60, "b": 70},
        "paper_bgcolor": "rgba(0,0,0,0)",
        "plot_bgcolor": "rgba(0,0,0,0)",
        "font": {"color": INK, "size": _FONT},
        "legend": {"orientation": "h", "y": 1.02, "yanchor": "bottom"},
    }
