"""The same checks in a graded cell: plain calls that raise `AssertionError` when something is not right.

They need no grader installed, so that a notebook runs anywhere. In nbgrader put a call into an autograded
test cell; in otter-grader into a test case. Nothing is recorded, and the cases are the same each time. They
give nothing back: nbgrader would take a number for the points of the cell.

>>> def pairs(cards):
...     return sum(a.rank == b.rank for a in cards for b in cards) - len(cards)
>>> grade_code("crib-code-pairs", pairs)
>>> grade_answer("crib-count-hand", {"total": 7}, seed=5)
Traceback (most recent call last):
    ...
AssertionError: Not quite. Perhaps: a fourteen or sixteen taken for a fifteen? 7 is 2 too many. One \
fifteen too many: A♦, 3♠ and K♠ come to 14, for example.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from cardlab_exercises.code.checking import check_code
from cardlab_exercises.declaration import bank
from cardlab_exercises.declaration.answers import AnswerError
from cardlab_exercises.declaration.exercise import Outcome


def grade_code(id: str, function: object, hidden: bool = True, seed: str | int = "graded") -> None:
    """Raises `AssertionError` naming the first case in which a function is not right.

    With `hidden` False only the shown cases are tried: for a test that learners may see.
    """
    result = check_code(id, function, hidden=hidden, seed=seed, record=False)
    fine = result.passed or (not hidden and result.tried == result.right and result.outcome.counts)
    if not fine:
        raise AssertionError(str(result))


def grade_answer(
    id: str,
    answer: Mapping[str, object] | str | float | None,
    seed: str | int,
    level: int | None = None,
    options: Any = "course",
) -> None:
    """Raises `AssertionError` saying what is wrong in an answer, be it no answer at all.

    The question is that of the seed, under `options` or the preset they name: `cardlab_widgets.show_question`
    shows it for the same arguments.

    An answer is a mapping of the question's fields, or the value of its first field alone. None is a field
    that is not filled in, and a whole float is the number that it is.
    """
    exercise = bank.get(id)
    question = exercise.question(seed, level, options)
    given = answer if isinstance(answer, Mapping) else {question.fields[0].name: answer}
    texts = {name: _text(value) for name, value in given.items()}
    if not any(text.strip() for text in texts.values()):
        raise AssertionError("nothing is filled in")
    try:
        verdict = exercise.judge(question, texts)
    except AnswerError as error:
        raise AssertionError(str(error)) from error
    if verdict.outcome is not Outcome.CORRECT:
        raise AssertionError(f"{verdict.title} {verdict.text}".strip())


def _text(value: object) -> str:
    if value is None:
        return ""
    whole = isinstance(value, float) and value.is_integer()
    return f"{value:.0f}" if whole else str(value)
