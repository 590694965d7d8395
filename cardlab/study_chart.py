"""The chart of a study: the share of games that each side has won as they went on, and the scores."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from cardlab.study import Study, share

if TYPE_CHECKING:
    from collections.abc import Sequence

_STEPS = 200
"""At how many points, at most, the share is drawn."""
_COLOURS = ("#0b6e4f", "#b5651d", "#3d5a80")


def winners(study: Study, names: Sequence[str]) -> list[str]:
    """A line for each side: the share of games that it won, with its limits of confidence."""
    won = study.games["winner"]
    return [f"{name}: won {share(int((won == side).sum()), len(won))}" for side, name in enumerate(names)]


def side_names(study: Study, levels: Sequence[str]) -> list[str]:
    """What the sides are called: by the level of their first seat, with its number."""
    sides = len(study.games["scores"].iloc[0])
    return [f"{levels[side % len(levels)]} (side {side + 1})" for side in range(sides)]


def chart(study: Study, names: Sequence[str], title: str) -> Any:
    """A figure of plotly's: how the share of games won settles, with its limits, and how many points were
    made."""
    import plotly.graph_objects as go
    from plotly.subplots import make_subplots

    figure = make_subplots(1, 2, subplot_titles=("Share of games won so far", "Score at the end of a game"))
    games = len(study.games)
    at = sorted({max(1, games * step // _STEPS) for step in range(1, _STEPS + 1)})
    for side, name in enumerate(names):
        colour = _COLOURS[side % len(_COLOURS)]
        won = (study.games["winner"] == side).cumsum()
        shares = [share(int(won.iloc[trials - 1]), trials) for trials in at]
        band = [*(one.high for one in shares), *(one.low for one in reversed(shares))]
        figure.add_trace(
            go.Scatter(
                x=[*at, *reversed(at)],
                y=band,
                fill="toself",
                fillcolor=colour,
                opacity=0.2,
                line={"width": 0},
                hoverinfo="skip",
                showlegend=False,
            ),
            1,
            1,
        )
        line = {"color": colour}
        figure.add_trace(go.Scatter(x=at, y=[one.value for one in shares], name=name, line=line), 1, 1)
        scores = [scores[side] for scores in study.games["scores"]]
        bars = go.Histogram(x=scores, name=name, marker_color=colour, opacity=0.6, showlegend=False)
        figure.add_trace(bars, 1, 2)
    figure.update_layout(title=f"{title}, {games:,} games", barmode="overlay", template="plotly_white")
    figure.update_xaxes(title="games", row=1, col=1)
    figure.update_yaxes(tickformat=".0%", row=1, col=1)
    figure.update_xaxes(title="points", row=1, col=2)
    return figure
