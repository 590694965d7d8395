"""What a class has done: by learner, by rule and by mistake, for the teacher.

>>> from cardlab_exercises.reports.sample import sample_learner
>>> shown = report(store=sample_learner())
>>> print(str(shown).splitlines()[0])
1 learner, 60 attempts, 43 of them right
>>> shown.mistakes[0].name, shown.mistakes[0].times
('A fifteen missed', 7)
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from functools import cached_property
from html import escape
from math import sqrt
from time import monotonic
from typing import TYPE_CHECKING, NamedTuple

from cardlab.cards import escaped
from cardlab.wording import in_figures
from cardlab_exercises.declaration.answers import plain_code, plain_name
from cardlab_exercises.declaration.lessons import lessons
from cardlab_exercises.reports.attempts import mistake_name
from cardlab_exercises.reports.progress import Progress, is_right, literal, points, rule_title
from cardlab_exercises.reports.results import TestResults, tests_of
from cardlab_exercises.store.attempt import Attempt
from cardlab_exercises.store.memory import mastered
from cardlab_exercises.store.store import Store, default_store
from cardlab_exercises.store.zone import local

if TYPE_CHECKING:
    import pandas as pd

_WHOLE = 60.0
"""Seconds after which a live report reads all attempts again."""
_LATE = timedelta(minutes=2)
"""How much earlier than the newest known attempt another may still come in."""
_UNEXPLAINED = "CRIB-SHOW-12"
"""The rule that older versions found wanting in every total that they could not explain."""
_SHOWN = 10
"""How many rules and mistakes are shown in text and on the page; the tables have all."""


class LearnerLine(NamedTuple):
    """One learner of a class: attempts, right ones, points, rules mastered, time of the last attempt.

    The same name in two classes is two learners.
    """

    name: str
    attempts: int
    right: int
    points: float
    mastered: int
    last: datetime
    class_code: str = ""

    @property
    def accuracy(self) -> float:
        return self.right / self.attempts


class RuleLine(NamedTuple):
    """One rule: how many answers involved it and got it wrong, and how many learners gave them."""

    id: str
    title: str
    answers: int
    wrong: int
    learners: int

    @property
    def share(self) -> float:
        """Of all answers that told of the rule, those in which it was not known: 0 to 1."""
        return self.wrong / self.answers


class LessonLine(NamedTuple):
    """One lesson: the answers to its exercises, the right ones, and how many learners gave them."""

    name: str
    title: str
    answers: int
    right: int
    learners: int

    @property
    def share(self) -> float:
        """Of the answers, the right ones: 0 to 1."""
        return self.right / self.answers


class MistakeLine(NamedTuple):
    """One common mistake: how often it was made, and by how many learners."""

    id: str
    name: str
    times: int
    learners: int


@dataclass(frozen=True)
class ClassReport:
    """The attempts of a class, or of all learners of a store, and what they come to.

    Learners, rules and mistakes are those of practice; `tests` are apart. `members` are the names on the
    list of the class. `unread` is True when there may be attempts that could not be read.
    """

    class_code: str
    attempts: tuple[Attempt, ...]
    notice: str = ""
    unread: bool = False
    members: tuple[str, ...] = ()

    @cached_property
    def practice(self) -> tuple[Attempt, ...]:
        """The attempts that belong to no test."""
        return tuple(attempt for attempt in self.attempts if not attempt.test)

    @cached_property
    def tests(self) -> tuple[TestResults, ...]:
        """The tests that were taken, each with its results."""
        return tests_of(self.attempts)

    @property
    def missing(self) -> tuple[str, ...]:
        """Those on the list of the class of whom nothing is kept."""
        here = {attempt.learner for attempt in self.attempts}
        return tuple(name for name in self.members if name not in here)

    def learner(self, name: str, class_code: str | None = None) -> Progress:
        """All that one learner has done. Without a class it is that of the report.

        Raises `ValueError` where several classes have a learner of that name.
        """
        store = Store(None)
        store.record(*self.attempts)
        code = store.class_of(name) if class_code is None else class_code
        found = store.attempts(name, class_code=code)
        return Progress(plain_name(name), tuple(found), self.notice, unread=self.unread)

    @cached_property
    def learners(self) -> tuple[LearnerLine, ...]:
        """A line for each learner, by name and class."""
        by_who: dict[tuple[str, str], list[Attempt]] = defaultdict(list)
        for attempt in self.practice:
            by_who[attempt.learner, attempt.class_code].append(attempt)
        order = sorted(by_who, key=lambda who: (who[0].casefold(), who))
        return tuple(_learner(*who, by_who[who]) for who in order)

    @cached_property
    def classes(self) -> tuple[str, ...]:
        """The codes of the classes whose learners these are; "" is no class."""
        return tuple(sorted({attempt.class_code for attempt in self.attempts}))

    def shown_name(self, line: LearnerLine) -> str:
        """The learner's name, with the class where these are several."""
        return f"{line.name} ({line.class_code or 'no class'})" if len(self.classes) > 1 else line.name

    @cached_property
    def rules(self) -> tuple[RuleLine, ...]:
        """A line for each rule, those that the class gets wrong most often first.

        A rule that few answers tell of comes after one that is wrong nearly as often in many.
        """
        answers: dict[str, int] = defaultdict(int)
        wrong: dict[str, int] = defaultdict(int)
        who: dict[str, set[tuple[str, str]]] = defaultdict(set)
        for attempt in self.practice:
            for rule, known in attempt.rules.items():
                if rule == _UNEXPLAINED and not known:
                    continue
                answers[rule] += 1
                if not known:
                    wrong[rule] += 1
                    who[rule].add(attempt.who)
        lines = (RuleLine(id, rule_title(id), answers[id], wrong[id], len(who[id])) for id in sorted(answers))
        return tuple(sorted(lines, key=lambda line: (-_at_least(line.wrong, line.answers), -line.wrong)))

    @cached_property
    def lessons(self) -> tuple[LessonLine, ...]:
        """A line for each lesson of which an exercise has been tried, in the order of the course."""
        by_exercise: dict[str, list[Attempt]] = defaultdict(list)
        for attempt in self.practice:
            by_exercise[attempt.exercise].append(attempt)
        lines = []
        for lesson in lessons():
            here = [made for id in lesson.exercises for made in by_exercise.get(id, ())]
            if here:
                who = {made.who for made in here}
                right = sum(map(is_right, here))
                lines.append(LessonLine(lesson.name, lesson.title, len(here), right, len(who)))
        return tuple(lines)

    @cached_property
    def mistakes(self) -> tuple[MistakeLine, ...]:
        """A line for each common mistake that was made, the most frequent first."""
        times: dict[str, int] = defaultdict(int)
        who: dict[str, set[tuple[str, str]]] = defaultdict(set)
        for attempt in self.practice:
            for mistake in attempt.mistakes:
                times[mistake] += 1
                who[mistake].add(attempt.who)
        lines = (MistakeLine(id, mistake_name(id), times[id], len(who[id])) for id in sorted(times))
        return tuple(sorted(lines, key=lambda line: -line.times))

    def tables(self) -> dict[str, pd.DataFrame]:
        """The tables "learners", "lessons", "rules" and "mistakes", with the columns of their lines."""
        import pandas as pd

        return {
            "learners": pd.DataFrame(self.learners, columns=list(LearnerLine._fields)),
            "lessons": pd.DataFrame(self.lessons, columns=list(LessonLine._fields)),
            "rules": pd.DataFrame(self.rules, columns=list(RuleLine._fields)),
            "mistakes": pd.DataFrame(self.mistakes, columns=list(MistakeLine._fields)),
        }

    @property
    def title(self) -> str:
        right = sum(line.right for line in self.learners)
        of = f"Class {self.class_code}: " if self.class_code else ""
        if not self.attempts:
            none = "what is kept cannot be read" if self.unread else "no attempts yet"
            return f"{of or 'All learners: '}{none}"
        if not self.practice:
            return f"{of or 'All learners: '}no practice yet"
        return (
            f"{of}{in_figures(len(self.learners), 'learner')}, {in_figures(len(self.practice), 'attempt')}, "
            f"{right} of them right"
        )

    def __str__(self) -> str:
        """The report for a terminal: what cannot be seen in a name is written as its escape."""
        names = {line: escaped(self.shown_name(line))[:60] for line in self.learners}
        wide = min(max(map(len, names.values()), default=0), 40)
        text = [escaped(self.title)]
        text += [
            f"  {names[line]:<{wide}}  {in_figures(line.attempts, 'attempt'):>13}"
            f"  {100 * line.accuracy:3.0f} % right  {line.points:7.1f} points  {line.mastered:>3} mastered"
            f"  last {local(line.last):%Y-%m-%d %H:%M}"
            for line in self.learners
        ]
        hard = [line for line in self.rules if line.wrong][:_SHOWN]
        if hard:
            text.append("Most often wrong:")
        text += [
            f"  {escaped(line.id):<14}  {escaped(line.title):<44.44}"
            f"  {100 * line.share:3.0f} % of {line.answers}  {in_figures(line.learners, 'learner')}"
            for line in hard
        ]
        if self.mistakes:
            text.append("Mistakes made most often:")
        text += [
            f"  {in_figures(line.times, 'time'):>10}  {escaped(line.name)}"
            f"  {in_figures(line.learners, 'learner')}"
            for line in self.mistakes[:_SHOWN]
        ]
        text += [
            f"{escaped(test.title)}, {_percent(test)} of the points (cardlab results {escaped(test.code)})"
            for test in self.tests
        ]
        if self.missing:
            text.append(f"Nothing yet of: {escaped(', '.join(self.missing))}")
        return "\n".join([*text, *filter(None, (escaped(self.notice),))])

    __repr__ = __str__

    def _repr_html_(self) -> str:
        learners = [
            (self.shown_name(line), line.attempts, f"{line.accuracy:.0%}", f"{line.points:.1f}",
             line.mastered, f"{local(line.last):%Y-%m-%d %H:%M}")
            for line in self.learners
        ]  # fmt: skip
        rules = [
            (f"{line.title} ({line.id})", f"{line.share:.0%}", line.answers, line.learners)
            for line in self.rules[:_SHOWN]
            if line.wrong
        ]
        mistakes = [(line.name, line.times, line.learners) for line in self.mistakes[:_SHOWN]]
        tests = [(test.code, len(test.learners), len(test.questions), _percent(test)) for test in self.tests]
        notice = f"<p>{escape(self.notice)}</p>" if self.notice else ""
        return (
            f"<p><b>{_cell(self.title)}</b></p>{notice}"
            + _table("Who has done what", _LEARNER_HEADINGS, learners)
            + _table("Most often wrong", ("rule", "wrong", "answers", "learners"), rules)
            + _table("Mistakes made most often", ("mistake", "times", "learners"), mistakes)
            + _table("Tests", ("test", "learners", "questions", "points"), tests)
            + _table("Nothing yet of", ("learner",), [(name,) for name in self.missing])
        )


_LEARNER_HEADINGS = ("learner", "attempts", "right", "points", "mastered", "last")


def report(class_code: str | None = None, store: Store | None = None) -> ClassReport:
    """What the class with that code has done; without a code, all learners of the store."""
    source = store or default_store()
    attempts = source.attempts(class_code=class_code)
    members = source.members(class_code) if class_code else ()
    return ClassReport(plain_code(class_code or ""), tuple(attempts), source.notice, source.unread, members)


def _learner(name: str, class_code: str, attempts: Sequence[Attempt]) -> LearnerLine:
    return LearnerLine(
        name,
        len(attempts),
        right=sum(is_right(attempt) for attempt in attempts),
        points=round(points(attempts), 2),
        mastered=len(mastered(attempts)),
        last=max(attempt.finished for attempt in attempts),
        class_code=class_code,
    )


def _at_least(wrong: int, answers: int) -> float:
    """The share that so many wrong answers make likely: Wilson's lower bound, one standard error wide.

    >>> _at_least(1, 1) < _at_least(60, 100) < _at_least(3, 3)
    True
    """
    share = wrong / answers
    margin = sqrt(share * (1 - share) / answers + 1 / (4 * answers**2))
    return max(0.0, (share + 1 / (2 * answers) - margin) / (1 + 1 / answers))


def _percent(test: TestResults) -> str:
    return f"{100 * test.share:.0f} %"


def _cell(value: object) -> str:
    """A value literally: markup is text, and letters that write from right to left stay in their cell."""
    return f"<bdi>{literal(str(value))}</bdi>"


def _table(caption: str, headings: Iterable[str], rows: Sequence[Sequence[object]]) -> str:
    if not rows:
        return ""
    head = "".join(f"<th scope='col' style='text-align:left'>{name}</th>" for name in headings)
    body = "".join(
        f"<tr><th scope='row' style='text-align:left'>{_cell(first)}</th>"
        + "".join(f"<td style='text-align:left'>{_cell(value)}</td>" for value in rest)
        + "</tr>"
        for first, *rest in rows
    )
    return f"<table><caption>{caption}</caption><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>"


class LiveReport:
    """The report of a class at work: each time it is asked, it reads little but what is new.

    >>> from cardlab_exercises.reports.sample import sample_learner
    >>> live = LiveReport(store=sample_learner())
    >>> live.refresh() == live.refresh() == report(store=sample_learner())
    True
    """

    def __init__(self, class_code: str | None = None, store: Store | None = None) -> None:
        self.class_code = None if class_code is None else plain_code(class_code)
        self._store = store
        self._known: dict[str, Attempt] = {}
        self._whole = 0.0
        self._last: ClassReport | None = None

    def refresh(self) -> ClassReport:
        """The report as of now: the same object as before where nothing is new.

        Everything is read again once a minute, for what was deleted or came late.
        """
        store = self._store or default_store()
        now = monotonic()
        if not self._known or now - self._whole > _WHOLE:
            known, self._whole, since = {}, now, None
        else:  # an attempt may be dated in the future, by a clock that is wrong
            known = self._known
            latest = max(made.finished for made in known.values())
            since = min(latest, datetime.now(UTC)) - _LATE
        known = known | {made.id: made for made in store.attempts(since=since)}
        members = store.members(self.class_code) if self.class_code else ()
        about = (store.notice, store.unread, members)
        last = self._last
        if last and known == self._known and about == (last.notice, last.unread, last.members):
            return last
        attempts = [made for made in known.values() if self.class_code in (None, made.class_code)]
        attempts.sort(key=lambda made: (made.finished, made.id))
        self._known, self._last = known, ClassReport(self.class_code or "", tuple(attempts), *about)
        return self._last
