"""Progress: what a learner has practised and how it went, as a table, a plot and a few lines of text.

>>> from cardlab_exercises.sample import sample_learner
>>> print(progress(store=sample_learner()))
Progress of Sam: 60 attempts, 43 of them right
  How many points?              40 attempts   65 % right   31.4 points
  How many points in the crib?  20 attempts   85 % right   17.8 points
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime
from html import escape
from typing import TYPE_CHECKING, NamedTuple

from cardlab.rulebook import find_rule
from cardlab_exercises import bank
from cardlab_exercises.exercise import Outcome
from cardlab_exercises.store import Attempt, Store, default_learner, default_store

if TYPE_CHECKING:
    import pandas as pd
    import plotly.graph_objects as go

_LIGHT = ("#fbf8f1", "#25211b", "#5b5346", "#e4ddcd", ("#1d5a49", "#a8690a", "#1f5673"))
_DARK = ("#1d1b18", "#efe9dc", "#bdb4a3", "#3a362f", ("#8ccdb4", "#e7b24a", "#a5d4ea"))
"""Paper, text, quiet text, grid and lines of the plot: the colours of the cards' sheets."""
_MARKERS = ("circle", "diamond", "square")
_DASHES = ("solid", "dash", "dot")
WINDOW = 10
"""Over how many attempts the plot's accuracy is taken."""


class Line(NamedTuple):
    """A line of the table: an exercise or a rule, and how it went.

    `points` is the sum of the best score of each question, so that no question counts twice.
    `correct` and `assisted` are numbers of attempts; `accuracy` is from 0 to 1.
    """

    kind: str
    id: str
    title: str
    attempts: int
    correct: int
    assisted: int
    points: float
    last: datetime

    @property
    def accuracy(self) -> float:
        return self.correct / self.attempts


@dataclass(frozen=True)
class Progress:
    """The attempts of one learner and what they come to. `notice` says what is wrong with the store."""

    learner: str
    attempts: tuple[Attempt, ...]
    notice: str = ""

    @property
    def exercises(self) -> tuple[Line, ...]:
        """A line for each exercise, in the order of the bank; those it does not know come last."""
        known = bank.exercises()
        ids = {attempt.exercise for attempt in self.attempts}
        order = [*(id for id in known if id in ids), *sorted(ids - known.keys())]
        return tuple(
            _exercise_line(id, [attempt for attempt in self.attempts if attempt.exercise == id])
            for id in order
        )

    @property
    def rules(self) -> tuple[Line, ...]:
        """A line for each rule that an answer told of, in the order of the rule ids."""
        ids = sorted({rule for attempt in self.attempts for rule in attempt.rules})
        return tuple(
            _rule_line(id, [attempt for attempt in self.attempts if id in attempt.rules]) for id in ids
        )

    def _at(self, exercise: str) -> list[Attempt]:
        return [attempt for attempt in self.attempts if attempt.exercise == exercise]

    def table(self) -> pd.DataFrame:
        """A row for each exercise and rule: attempts, correct, accuracy (0 to 1), assisted, points, last.

        The index has the levels `kind` ("exercise" or "rule") and `id`.
        """
        import pandas as pd

        columns = ["title", "attempts", "correct", "accuracy", "assisted", "points", "last"]
        lines = (*self.exercises, *self.rules)
        rows = [[getattr(line, name) for name in columns] for line in lines]
        index = pd.MultiIndex.from_tuples([(line.kind, line.id) for line in lines], names=["kind", "id"])
        table = pd.DataFrame(rows, index=index, columns=columns)
        table["points"] = table["points"].astype(float).round(2)
        table["accuracy"] = table["accuracy"].astype(float).round(3)
        table["last"] = pd.to_datetime(table["last"], utc=True)
        return table

    def figure(self, template: str | None = None) -> go.Figure:
        """Accuracy over the last ten attempts at each exercise, attempt by attempt.

        `template` is a plotly template, such as ``"plotly_dark"`` for a dark theme.
        """
        import plotly.graph_objects as go

        dark = bool(template) and "dark" in str(template)
        paper, ink, pale, grid, lines = _DARK if dark else _LIGHT
        traces = []
        for place, line in enumerate(self.exercises):
            here = self._at(line.id)
            style = place % len(_MARKERS)
            traces.append(
                go.Scatter(
                    x=list(range(1, len(here) + 1)),
                    y=rolling_accuracy(here),
                    name=line.title,
                    mode="lines+markers",
                    line={"color": lines[style], "dash": _DASHES[style], "width": 2.5},
                    marker={"symbol": _MARKERS[style], "size": 6},
                    hovertemplate="attempt %{x}: %{y:.0%} right<extra>%{fullData.name}</extra>",
                )
            )
        figure = go.Figure(traces)
        figure.update_layout(
            template=template or "plotly_white",
            title={"text": f"Right answers of {escape(self.learner)}", "x": 0.02},
            font={"color": ink},
            paper_bgcolor=paper,  # its own, because a kernel cannot know the theme of the page
            plot_bgcolor=paper,
            legend={"orientation": "h", "y": -0.25},
            margin={"l": 60, "r": 20, "t": 50, "b": 60},
            height=340,
            showlegend=True,
        )
        quiet = {"gridcolor": grid, "zeroline": False, "tickfont": {"color": pale}}
        figure.update_xaxes(title=f"attempt (right of the last {WINDOW})", **quiet)
        figure.update_yaxes(tickformat=".0%", range=[-0.04, 1.04], **quiet)
        return figure

    def __str__(self) -> str:
        if not self.attempts:
            return "\n".join(filter(None, (f"Progress of {self.learner}: no attempts yet", self.notice)))
        right = sum(is_right(attempt) for attempt in self.attempts)
        text = [f"Progress of {self.learner}: {_attempts(len(self.attempts))}, {right} of them right"]
        wide = max(len(line.title) for line in self.exercises)
        text += [
            f"  {line.title:<{wide}}  {_attempts(line.attempts):>11}  {line.accuracy:>4.0%} right"
            f"  {line.points:5.1f} points".replace("%", " %")
            for line in self.exercises
        ]
        return "\n".join([*text, *filter(None, (self.notice,))])

    __repr__ = __str__

    def _repr_html_(self) -> str:
        if not self.attempts:
            return f"<p>{escape(str(self))}</p>"
        notice = f"<p>{escape(self.notice)}</p>" if self.notice else ""
        return (
            f"<table><caption>Progress of {escape(self.learner)}</caption><thead><tr>"
            + "".join(f"<th scope='col'>{name}</th>" for name in ("", *_HEADINGS))
            + "</tr></thead>"
            + _html_rows("exercise", self.exercises)
            + _html_rows("rule", self.rules)
            + f"</table>{notice}"
        )


_HEADINGS = ("attempts", "right", "with help", "points", "last")


def progress(learner: str | None = None, store: Store | None = None) -> Progress:
    """The progress of `learner`, by default your own, from `store`, by default your own too.

    A store that knows one learner only, such as `sample_learner()`, needs no name.
    """
    if learner is None and store is not None:
        names = {attempt.learner for attempt in store.attempts()}
        learner = names.pop() if len(names) == 1 else None
    source, name = store or default_store(), learner or default_learner()
    return Progress(name, tuple(source.attempts(name)), source.notice)


def is_right(attempt: Attempt) -> bool:
    return attempt.outcome == Outcome.CORRECT


def rolling_accuracy(attempts: Sequence[Attempt]) -> list[float]:
    """After each attempt, the share of right ones among the last ten, from 0 to 1."""
    right = [is_right(attempt) for attempt in attempts]
    shares = []
    for at in range(1, len(right) + 1):
        window = right[max(0, at - WINDOW) : at]
        shares.append(round(sum(window) / len(window), 4))
    return shares


def points(attempts: Iterable[Attempt]) -> float:
    """The sum of the best score of each question; help costs nothing, repeating adds nothing."""
    best: dict[tuple[str, str, int, str], float] = {}
    for attempt in attempts:
        key = (attempt.exercise, attempt.seed, attempt.level, attempt.options)
        best[key] = max(best.get(key, 0.0), attempt.score)
    return sum(best.values())


def _exercise_line(id: str, attempts: Sequence[Attempt]) -> Line:
    known = bank.exercises()
    right = sum(is_right(attempt) for attempt in attempts)
    return _line("exercise", id, known[id].title if id in known else id, attempts, right, points(attempts))


def _rule_line(id: str, attempts: Sequence[Attempt]) -> Line:
    """A rule's attempts are the answers that told of it; each in which it was known is a point."""
    try:
        title = find_rule(id)[1].title
    except KeyError:
        title = id
    known = sum(attempt.rules[id] for attempt in attempts)
    return _line("rule", id, title, attempts, known, float(known))


def _line(kind: str, id: str, title: str, attempts: Sequence[Attempt], correct: int, points: float) -> Line:
    assisted = sum(attempt.assisted for attempt in attempts)
    last = max(attempt.finished for attempt in attempts)
    return Line(kind, id, title, len(attempts), correct, assisted, points, last)


def _attempts(number: int) -> str:
    return f"{number} attempt{'' if number == 1 else 's'}"


def _html_rows(kind: str, lines: Sequence[Line]) -> str:
    rows = "".join(
        f"<tr><th scope='row' style='text-align:left'>{escape(line.title)}"
        f"{f' <code>{escape(line.id)}</code>' if kind == 'rule' else ''}</th>"
        f"<td>{line.attempts}</td><td>{line.accuracy:.0%}</td><td>{line.assisted}</td>"
        f"<td>{line.points:.1f}</td><td>{line.last:%Y-%m-%d}</td></tr>"
        for line in lines
    )
    head = f"<tr><th scope='rowgroup' colspan='6' style='text-align:left'>by {kind}</th></tr>"
    return f"<tbody>{head}{rows}</tbody>"
