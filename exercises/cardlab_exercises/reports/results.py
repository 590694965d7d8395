"""The results of a class test: its questions, and what each learner answered, when, for how many points.

>>> from cardlab_exercises.practice.class_test import ClassTest
>>> from cardlab_exercises.store.store import Store
>>> store = Store(None)
>>> test = ClassTest("crib-count-hand", code="7b-1", learner="Ana", store=store, length=1)
>>> test.act("next")
>>> test.act("check", {"total": "99"})
>>> found = results("7B-1", store=store)
>>> found.title
'Test 7b-1: 1 learner, 1 question'
>>> found.learners[0].answers[0].answer["total"]
'99'
"""

from __future__ import annotations

import csv
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import cached_property
from typing import TYPE_CHECKING, Any, NamedTuple, TextIO

from cardlab.cards import escaped
from cardlab_exercises.declaration.answers import plain_code
from cardlab_exercises.declaration.exercise import Outcome
from cardlab_exercises.reports.attempts import answer_text, asked_text, seconds
from cardlab_exercises.reports.progress import exercise_title, is_right, literal
from cardlab_exercises.store.attempt import Attempt
from cardlab_exercises.store.exchange import guarded
from cardlab_exercises.store.store import Store, default_store
from cardlab_exercises.store.zone import local

if TYPE_CHECKING:
    import pandas as pd


class AskedQuestion(NamedTuple):
    """A question of a test: its number from 1, what gives it again, and its words as they were shown."""

    number: int
    exercise: str
    seed: str
    level: int
    options: str
    asked: str

    @property
    def title(self) -> str:
        return exercise_title(self.exercise)


class LearnerResult(NamedTuple):
    """What a learner did in a test: the answers in the order of the questions, as far as there are any."""

    name: str
    class_code: str
    answers: tuple[Attempt, ...]

    @property
    def right(self) -> int:
        return sum(map(is_right, self.answers))

    @property
    def points(self) -> float:
        return round(sum(made.score for made in self.answers), 2)

    @property
    def answered(self) -> int:
        """How many questions have an answer; those left out have none."""
        return sum(made.outcome != Outcome.NOT_ATTEMPTED for made in self.answers)

    @property
    def started(self) -> datetime:
        return min(made.started for made in self.answers)

    @property
    def finished(self) -> datetime:
        """When the last answer was saved, or the test handed in."""
        return max(made.finished for made in self.answers)


@dataclass(frozen=True)
class TestResults:
    """All that was answered in a test, of one class or of all who took it."""

    __test__ = False  # none of pytest's

    code: str
    attempts: tuple[Attempt, ...]
    notice: str = ""

    @cached_property
    def questions(self) -> tuple[AskedQuestion, ...]:
        """The questions in their order."""
        asked = {made.question: made for made in self.attempts}
        order = sorted(asked, key=lambda key: (_number(key[1]), key))
        return tuple(AskedQuestion(place, *key, asked_text(asked[key])) for place, key in enumerate(order, 1))

    @cached_property
    def learners(self) -> tuple[LearnerResult, ...]:
        """A result for each learner, by name and class. Of several answers to a question the first counts."""
        by_who: dict[tuple[str, str], dict[Any, Attempt]] = defaultdict(dict)
        for made in self.attempts:
            by_who[made.learner, made.class_code].setdefault(made.question, made)
        order = sorted(by_who, key=lambda who: (who[0].casefold(), who))
        places = {question[1:5]: question.number for question in self.questions}
        return tuple(
            LearnerResult(*who, tuple(sorted(by_who[who].values(), key=lambda made: places[made.question])))
            for who in order
        )

    def by_question(self) -> list[tuple[AskedQuestion, list[Attempt]]]:
        """Each question with its answers."""
        answers: dict[Any, list[Attempt]] = defaultdict(list)
        for made in self.attempts:
            answers[made.question].append(made)
        return [(question, answers[question[1:5]]) for question in self.questions]

    @property
    def share(self) -> float:
        """The share of the points that were there to be had: 0 to 1."""
        return sum(result.points for result in self.learners) / (len(self.questions) * len(self.learners))

    @property
    def title(self) -> str:
        if not self.attempts:
            return f"Test {self.code}: no answers yet"
        learners, questions = len(self.learners), len(self.questions)
        return (
            f"Test {self.code}: {learners} learner{'' if learners == 1 else 's'}, "
            f"{questions} question{'' if questions == 1 else 's'}"
        )

    def rows(self) -> list[dict[str, Any]]:
        """A row for each learner and question, as `CSV_FIELDS` names its cells."""
        places = {question[1:5]: question for question in self.questions}
        return [
            _row(self.code, places[made.question], made)
            for result in self.learners
            for made in result.answers
        ]

    def table(self) -> pd.DataFrame:
        """The rows as a table."""
        import pandas as pd

        return pd.DataFrame(self.rows(), columns=list(CSV_FIELDS))

    def write_csv(self, file: TextIO) -> None:
        """Writes the rows to a text file that was opened with ``newline=""``; no cell is a formula."""
        writer = csv.DictWriter(file, CSV_FIELDS, quoting=csv.QUOTE_ALL)
        writer.writeheader()
        writer.writerows({name: guarded(value) for name, value in row.items()} for row in self.rows())

    def __str__(self) -> str:
        """Who did what, question by question, then the questions with their seeds."""
        wide = max((len(escaped(_name(result))) for result in self.learners), default=0)
        lines = [escaped(self.title)]
        for result in self.learners:
            lines.append(
                f"  {escaped(_name(result)):<{wide}}  {result.right} right  {result.points:5.1f} points"
                f"  {marks(self.questions, result)}  {local(result.started):%Y-%m-%d %H:%M}"
                f" to {local(result.finished):%H:%M}"
            )
        if self.questions:
            lines.append("Questions (✓ right, ~ partly, ✗ wrong, · left out):")
        for question, answers in self.by_question():
            right = sum(map(is_right, answers))
            lines.append(
                f"  {question.number:>3}  {question.title}  ({question.exercise}, seed {question.seed}, "
                f"level {question.level}, {question.options}): {right} of {len(answers)} right"
            )
        return "\n".join([*lines, *filter(None, (escaped(self.notice),))])

    __repr__ = __str__

    def _repr_html_(self) -> str:
        head = "".join(f"<th scope='col'>{question.number}</th>" for question in self.questions)
        body = "".join(
            f"<tr><th scope='row' style='text-align:left'><bdi>{literal(_name(result))}</bdi></th>"
            f"<td>{result.right}</td><td>{result.points:.1f}</td>"
            + "".join(f"<td>{mark}</td>" for mark in marks(self.questions, result))
            + "</tr>"
            for result in self.learners
        )
        return (
            f"<p><b>{literal(self.title)}</b></p><table><thead><tr><th scope='col'>learner</th>"
            f"<th scope='col'>right</th><th scope='col'>points</th>{head}</tr></thead>"
            f"<tbody>{body}</tbody></table>"
        )


CSV_FIELDS = (
    *("test", "class", "learner", "number", "exercise", "title", "seed", "level", "rules"),
    *("question", "answer", "outcome", "points", "started", "finished", "seconds"),
)


def results(code: str, class_code: str | None = None, store: Store | None = None) -> TestResults:
    """The results of the test with that code, of one class or of all who took it."""
    source = store or default_store()
    test = plain_code(code)
    made = [made for made in source.attempts(class_code=class_code) if made.test == test]
    return TestResults(test, tuple(made), source.notice)


def tests_of(attempts: Sequence[Attempt]) -> tuple[TestResults, ...]:
    """The tests that these attempts belong to, the latest last."""
    by_test: dict[str, list[Attempt]] = defaultdict(list)
    for made in attempts:
        if made.test:
            by_test[made.test].append(made)
    return tuple(TestResults(code, tuple(made)) for code, made in by_test.items())


def _number(seed: str) -> int:
    """The place of a question in its test, which its seed ends with."""
    last = seed.rpartition("/")[2]
    return int(last) if last.isascii() and last.isdigit() else 0


def _name(result: LearnerResult) -> str:
    return f"{result.name} ({result.class_code})" if result.class_code else result.name


_MARKS = {Outcome.CORRECT: "✓", Outcome.PARTLY: "~", Outcome.WRONG: "✗"}


def marks(questions: Sequence[AskedQuestion], result: LearnerResult) -> str:
    """A sign for each question: ✓ right, ~ partly, ✗ wrong, · left out."""
    signs = {made.question: _MARKS.get(Outcome(made.outcome), "·") for made in result.answers}
    return "".join(signs.get(question[1:5], "·") for question in questions)


def _row(code: str, question: AskedQuestion, made: Attempt) -> dict[str, Any]:
    values = (
        *(code, made.class_code, made.learner, question.number, question.exercise, question.title),
        *(question.seed, question.level, question.options, question.asked, answer_text(made)),
        *(made.outcome, made.score, made.started.isoformat(), made.finished.isoformat(), seconds(made)),
    )
    return dict(zip(CSV_FIELDS, values, strict=True))
