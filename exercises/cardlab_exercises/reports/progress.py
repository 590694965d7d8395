"""Progress: what a learner has practised and how it went, as a table, a plot and a few lines of text.

>>> from cardlab_exercises.reports.sample import sample_learner
>>> print(progress(store=sample_learner()))
Progress of Sam: 60 attempts, 43 of them right
  How many points?              40 attempts   65 % right   31.4 points
  How many points in the crib?  20 attempts   85 % right   17.8 points
  mastered: 8 of 11 rules; right in a row: 2, at best 11; days in a row: 10
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, date, datetime
from functools import cached_property
from html import escape
from typing import TYPE_CHECKING, Any, NamedTuple

from cardlab.cards import escaped
from cardlab.rulebook import find_rule
from cardlab.wording import in_figures
from cardlab_exercises.declaration import bank
from cardlab_exercises.declaration.exercise import Outcome
from cardlab_exercises.declaration.lessons import lessons
from cardlab_exercises.store.attempt import Attempt
from cardlab_exercises.store.identity import YOU, identity
from cardlab_exercises.store.memory import Memory, recall
from cardlab_exercises.store.store import Store, default_store
from cardlab_exercises.store.zone import local

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


class ProgressLine(NamedTuple):
    """A line of the table: a lesson, an exercise or a rule, and how it went.

    `points` is the sum of the best score of each question, so that no question counts twice.
    `correct` and `assisted` are numbers of attempts; `accuracy` is from 0 to 1. `mastered` counts the
    rules that are mastered of the `rules` that it is about, and `due` is when the first of them is due.
    """

    kind: str
    id: str
    title: str
    attempts: int
    correct: int
    assisted: int
    points: float
    last: datetime
    mastered: int = 0
    rules: int = 1
    due: datetime | None = None

    @property
    def accuracy(self) -> float:
        return self.correct / self.attempts


@dataclass(frozen=True)
class Progress:
    """The attempts of one learner and what they come to.

    `notice` says what is wrong with the store, `where` what it is: a file or a database ("" for memory).
    `unread` is True when there may be attempts that could not be read. `own` is True when the one who asks
    has given no name: what is shown is then "yours".
    """

    learner: str
    attempts: tuple[Attempt, ...]
    notice: str = ""
    where: str = ""
    unread: bool = False
    own: bool = False

    @cached_property
    def practice(self) -> tuple[Attempt, ...]:
        """The attempts that belong to no test."""
        return tuple(attempt for attempt in self.attempts if not attempt.test)

    @property
    def tests(self) -> Mapping[str, tuple[Attempt, ...]]:
        """The answers in each test that was taken, by its code."""
        codes = dict.fromkeys(attempt.test for attempt in self.attempts if attempt.test)
        return {code: tuple(made for made in self.attempts if made.test == code) for code in codes}

    @cached_property
    def memories(self) -> Mapping[str, Memory]:
        """What is remembered of each rule that an answer told of, by rule id."""
        return recall(self.attempts)

    @property
    def mastered(self) -> tuple[str, ...]:
        """The rules known without help in three questions, on two days at least."""
        return tuple(rule for rule, memory in self.memories.items() if memory.mastered)

    def due(self, now: datetime | None = None) -> tuple[str, ...]:
        """The rules that are due to be repeated, the longest due first."""
        when = now or datetime.now(UTC)
        found = [memory for memory in self.memories.values() if memory.is_due(when)]
        return tuple(memory.rule for memory in sorted(found, key=lambda memory: memory.due))

    @property
    def streaks(self) -> Streaks:
        return streaks(self.attempts)

    @property
    def lessons(self) -> tuple[ProgressLine, ...]:
        """A line for each lesson of which an exercise has been tried, in the order of the lessons."""
        lines = []
        for lesson in lessons():
            here = [attempt for attempt in self.practice if attempt.exercise in lesson.exercises]
            if here:
                rules = {rule for id in lesson.exercises for rule in self._rules_of(id)}
                lines.append(self._line("lesson", lesson.name, lesson.title, here, rules))
        return tuple(lines)

    @property
    def exercises(self) -> tuple[ProgressLine, ...]:
        """A line for each exercise, in the order of the bank; those it does not know come last."""
        ids = {attempt.exercise for attempt in self.practice}
        order = [*(id for id in bank.exercises() if id in ids), *sorted(ids - bank.exercises().keys())]
        return tuple(
            self._line("exercise", id, exercise_title(id), self._at(id), self._rules_of(id)) for id in order
        )

    @property
    def rules(self) -> tuple[ProgressLine, ...]:
        """A line for each rule that an answer told of, in the order of the rule ids.

        A rule's attempts are the answers that told of it; each in which it was known is a point.
        """
        lines = []
        for id in sorted(self.memories):
            told = [attempt for attempt in self.attempts if id in attempt.rules]
            line = self._line("rule", id, rule_title(id), told, {id})
            known = self.memories[id].known
            lines.append(line._replace(correct=known, points=float(known)))
        return tuple(lines)

    def _rules_of(self, exercise: str) -> set[str]:
        known = bank.exercises().get(exercise)
        told = {rule for attempt in self._at(exercise) for rule in attempt.rules}
        return set(known.rules) if known else told

    def _line(
        self, kind: str, id: str, title: str, attempts: Sequence[Attempt], rules: Collection[str]
    ) -> ProgressLine:
        told = [self.memories[rule] for rule in rules if rule in self.memories]
        return ProgressLine(
            kind,
            id,
            title,
            attempts=len(attempts),
            correct=sum(is_right(attempt) for attempt in attempts),
            assisted=sum(attempt.assisted for attempt in attempts),
            points=points(attempts),
            last=max(attempt.finished for attempt in attempts),
            mastered=sum(memory.mastered for memory in told),
            rules=len(rules),
            due=min((memory.due for memory in told), default=None),
        )

    def _at(self, exercise: str) -> list[Attempt]:
        return [attempt for attempt in self.practice if attempt.exercise == exercise]

    def table(self, by_lesson: bool = False) -> pd.DataFrame:
        """A row for each exercise and rule, with the columns of a `ProgressLine`; accuracy is from 0 to 1.

        The index has the levels `kind` ("exercise" or "rule") and `id`. With `by_lesson` there is a row for
        each lesson before them.
        """
        import pandas as pd

        columns = ["title", "attempts", "correct", "accuracy", "assisted", "points", "last"]
        columns += ["mastered", "rules", "due"]
        lines = (*(self.lessons if by_lesson else ()), *self.exercises, *self.rules)
        rows = [[getattr(line, name) for name in columns] for line in lines]
        index = pd.MultiIndex.from_tuples([(line.kind, line.id) for line in lines], names=["kind", "id"])
        table = pd.DataFrame(rows, index=index, columns=columns)
        table["points"] = table["points"].astype(float).round(2)
        table["accuracy"] = table["accuracy"].astype(float).round(3)
        for column in ("last", "due"):
            table[column] = pd.to_datetime(table[column], utc=True)
        return table

    def figure(self, template: str | None = None) -> go.Figure:
        """Accuracy over the last ten attempts at each exercise, attempt by attempt.

        `template` is a plotly template, such as ``"plotly_dark"`` for a dark theme.
        """
        import plotly.graph_objects as go

        _, _, pale, grid, lines = _palette(template)
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
        figure = go.Figure(
            traces, _layout(literal(self._whose("Right answers", "Your right answers")), template)
        )
        figure.update_layout(
            legend={"orientation": "h", "yref": "container", "y": 0, "yanchor": "bottom"},
            margin={"l": 60, "r": 20, "t": 50, "b": 90},
            height=360,
            showlegend=True,
        )
        quiet = {"gridcolor": grid, "zeroline": False, "tickfont": {"color": pale}}
        figure.update_xaxes(title=f"attempt (right of the last {WINDOW})", **quiet)
        figure.update_yaxes(tickformat=".0%", range=[-0.04, 1.04], **quiet)
        return figure

    def rules_figure(self, template: str | None = None) -> go.Figure:
        """How often each rule was known, as bars; those of mastered rules are solid, the others hatched.

        `template` is as in `figure`.
        """
        import plotly.graph_objects as go

        _, _, pale, grid, colours = _palette(template)
        lines = self.rules[::-1]
        bars = go.Bar(
            x=[line.accuracy for line in lines],
            y=[f"{line.title} ({line.id})" for line in lines],
            orientation="h",
            marker={
                "color": colours[0],
                "pattern": {"shape": ["" if line.mastered else "/" for line in lines]},
            },
            customdata=[[line.attempts, "mastered" if line.mastered else "not mastered"] for line in lines],
            hovertemplate="%{x:.0%} of %{customdata[0]}, %{customdata[1]}<extra>%{y}</extra>",
        )
        whose = "Rules you know" if self.is_own else f"Rules known by {literal(self.learner)}"
        title = f"{whose} (solid: mastered)"
        figure = go.Figure(bars, _layout(title, template))
        figure.update_layout(margin={"l": 20, "r": 20, "t": 50, "b": 40}, height=110 + 24 * len(lines))
        figure.update_xaxes(
            tickformat=".0%", range=[0, 1.02], gridcolor=grid, zeroline=False, tickfont={"color": pale}
        )
        figure.update_yaxes(automargin=True, tickfont={"color": pale})
        return figure

    @property
    def is_own(self) -> bool:
        """Whether it is called yours, because there is no name to call it by."""
        return self.own or self.learner == YOU

    def _whose(self, of: str = "Progress", own: str = "Your progress") -> str:
        return own if self.is_own else f"{of} of {self.learner}"

    def __str__(self) -> str:
        last = (f"  kept in {self.where}" if self.where else "", self.notice)
        if not self.attempts:
            none = "what is kept cannot be read" if self.unread else "no attempts yet"
            return "\n".join(filter(None, (f"{self._whose()}: {none}", *last)))
        right = sum(map(is_right, self.practice))
        done = (
            f"{in_figures(len(self.practice), 'attempt')}, {right} of them right"
            if self.practice
            else "no practice yet"
        )
        text = [f"{self._whose()}: {done}"]
        wide = max((len(line.title) for line in self.exercises), default=0)
        text += [
            f"  {line.title:<{wide}}  {in_figures(line.attempts, 'attempt'):>11}  {line.accuracy:>4.0%} right"
            f"  {line.points:5.1f} points".replace("%", " %")
            for line in self.exercises
        ]
        text += [
            f"  test {code}: {sum(map(is_right, made))} of {len(made)} right, {points(made):.1f} points"
            for code, made in self.tests.items()
        ]
        row = self.streaks
        text.append(
            f"  mastered: {len(self.mastered)} of {len(self.memories)} rules; "
            f"right in a row: {row.right}, at best {row.best_right}; days in a row: {row.days}"
        )
        return "\n".join([*text, *filter(None, last)])

    __repr__ = __str__

    def _repr_html_(self) -> str:
        if not self.attempts:
            return f"<p>{'<br>'.join(map(literal, str(self).splitlines()))}</p>"
        name = f"<bdi>{literal(self.learner)}</bdi>"
        caption = self._whose() if self.is_own else f"Progress of {name}"
        where = f"<p>kept in {literal(self.where)}</p>" if self.where else ""
        notice = f"{where}<p>{escape(self.notice)}</p>" if self.notice else where
        return (
            f"<table><caption>{caption}</caption><thead><tr>"
            + "".join(f"<th scope='col'>{name}</th>" for name in ("", *_HEADINGS))
            + "</tr></thead>"
            + _html_rows("lesson", self.lessons)
            + _html_rows("exercise", self.exercises)
            + _html_rows("rule", self.rules)
            + f"</table>{notice}"
        )


_NOWRAP = " style='white-space:nowrap'"
_HEADINGS = ("attempts", "right", "with help", "points", "last", "mastered", "due")


def progress(
    learner: str | None = None, store: Store | None = None, class_code: str | None = None
) -> Progress:
    """The progress of `learner`, by default your own, from `store`, by default your own too.

    A store that knows one learner only, such as `sample_learner()`, needs no name. Without a class it is
    that of the one learner of that name; raises `ValueError` where several classes have one.
    """
    source = store or default_store()
    name, code = _whose(learner, class_code, source, only_one=store is not None)
    attempts = tuple(source.attempts(name, class_code=code))
    own = learner is None and name == identity().learner and not identity().named
    return Progress(name, attempts, source.notice, source.where, source.unread, own)


def _whose(
    learner: str | None, class_code: str | None, store: Store, only_one: bool = False
) -> tuple[str, str]:
    """The name and the class that are meant. Raises `ValueError` where they may be several."""
    if learner is not None:
        return learner, store.class_of(learner) if class_code is None else class_code
    here = {attempt.who for attempt in store.attempts()} if only_one else set()
    if len(here) == 1:
        code, learner = here.pop()
        return learner, code
    now = identity()
    return now.learner, now.class_code


def lesson_progress(name: str, learner: str | None = None, store: Store | None = None) -> tuple[int, int]:
    """How many of a lesson's exercises `learner` has answered right at least once, and how many there are.

    `name` is a `Lesson`'s; anything else has no exercises. Learner and store are yours by default.

    >>> from cardlab_exercises.reports.sample import sample_learner
    >>> lesson_progress("cribbage/08-flushes-nobs-and-the-crib", "Sam", sample_learner())
    (2, 3)
    """
    source = store or default_store()
    who, code = _whose(learner, None, source)
    ids = next((lesson.exercises for lesson in lessons() if lesson.name == name), ())
    made = [made for made in source.attempts(who, class_code=code) if not made.test and is_right(made)]
    return len({made.exercise for made in made} & set(ids)), len(ids)


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
        best[attempt.question] = max(best.get(attempt.question, 0.0), attempt.score)
    return sum(best.values())


def _palette(template: str | None) -> tuple[str, str, str, str, tuple[str, str, str]]:
    """The colours that go with a plotly template: those of `_DARK` with one for a dark theme."""
    return _DARK if template and "dark" in str(template) else _LIGHT


def _layout(title: str, template: str | None) -> dict[str, Any]:
    """What all plots of progress look like. The paper is its own: a kernel cannot know the page's theme."""
    paper, ink, *_ = _palette(template)
    return {
        "template": template or "plotly_white",
        "title": {"text": title, "x": 0.02},
        "font": {"color": ink},
        "paper_bgcolor": paper,
        "plot_bgcolor": paper,
    }


def literal(text: str) -> str:
    """Text for HTML as it is: markup is no markup, and what cannot be seen is written as its escape.

    >>> literal("<b>" + chr(0x202E))
    '&lt;b&gt;\\\\u202e'
    """
    return escape(escaped(text))


class Streaks(NamedTuple):
    """Right answers in a row, now and at best; days in a row on which there was practice, likewise.

    The row of days that counts as now is the one that ends with the last attempt.
    """

    right: int = 0
    best_right: int = 0
    days: int = 0
    best_days: int = 0


def streaks(attempts: Iterable[Attempt]) -> Streaks:
    """The streaks of one learner, from attempts in the order of time."""
    right = best_right = days = best_days = 0
    day = date.min
    for attempt in attempts:
        right = right + 1 if is_right(attempt) else 0
        today = local(attempt.finished).date()
        if today != day:
            days = days + 1 if today.toordinal() == day.toordinal() + 1 else 1
            day = today
        best_right, best_days = max(best_right, right), max(best_days, days)
    return Streaks(right, best_right, days, best_days)


def exercise_title(id: str) -> str:
    """The title of an exercise; the id itself if it is no longer known."""
    if id in bank.exercises():
        return bank.exercises()[id].title
    if "-game-" in id:
        from cardlab_exercises.practice.from_game import exercises

        return exercises()[id].title if id in exercises() else id
    from cardlab_exercises.code.bank import CODE_EXERCISES

    return CODE_EXERCISES[id].title if id in CODE_EXERCISES else id


def rule_title(id: str) -> str:
    """The title of a rule; the id itself if it is no longer known."""
    try:
        return find_rule(id)[1].title
    except KeyError:
        return id


def day(time: datetime | None) -> str:
    """The day of a time, where the learner is; empty for none."""
    return f"{local(time):%Y-%m-%d}" if time else ""


def _html_rows(kind: str, lines: Sequence[ProgressLine]) -> str:
    rows = "".join(
        f"<tr><th scope='row' style='text-align:left'>{literal(line.title)}"
        f"{f' <code{_NOWRAP}>{literal(line.id)}</code>' if kind == 'rule' else ''}</th>"
        f"<td>{line.attempts}</td><td>{line.accuracy:.0%}</td><td>{line.assisted}</td>"
        f"<td>{line.points:.1f}</td><td{_NOWRAP}>{day(line.last)}</td>"
        f"<td>{_mastered(line)}</td><td{_NOWRAP}>{day(line.due)}</td></tr>"
        for line in lines
    )
    head = f"<tr><th scope='rowgroup' colspan='8' style='text-align:left'>by {kind}</th></tr>"
    return f"<tbody>{head}{rows}</tbody>" if lines else ""


def _mastered(line: ProgressLine) -> str:
    if line.kind == "rule":
        return "yes" if line.mastered else ""
    return f"{line.mastered} of {line.rules} rules"
