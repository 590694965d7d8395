"""The same checks in a graded cell: plain calls that raise `AssertionError` when something is not right.

They need no grader installed, so that a notebook runs anywhere. In nbgrader put a call into an autograded
test cell; in otter-grader into a test case. Nothing is recorded, and the cases are the same each time.

>>> def pairs(cards):
...     return sum(a.rank == b.rank for a in cards for b in cards) - len(cards)
>>> grade_code("crib-code-pairs", pairs)
1.0
>>> grade_answer("crib-count-hand", {"total": 7}, seed=5)
Traceback (most recent call last):
    ...
AssertionError: Not quite. Perhaps: a fourteen or sixteen taken for a fifteen? 7 is 2 too many. One \
fifteen too many: A♦, 3♠ and K♠ come to 14, for one.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from cardlab_exercises.code.checking import check_code
from cardlab_exercises.declaration import bank
from cardlab_exercises.declaration.answers import AnswerError
from cardlab_exercises.declaration.exercise import Outcome


def grade_code(id: str, function: object, hidden: bool = True, seed: str | int = "graded") -> float:
    """The score 1.0 for a function that is right in every case. Raises `AssertionError` naming the first.

    With `hidden` False only the shown cases are tried: for a test that learners may see.
    """
    result = check_code(id, function, hidden=hidden, seed=seed, record=False)
    fine = result.passed or (not hidden and result.tried == result.right and result.outcome.counts)
    if not fine:
        raise AssertionError(str(result))
    return 1.0


def grade_answer(
    id: str,
    answer: Mapping[str, object] | str | float | None,
    seed: str | int,
    level: int | None = None,
    options: Any = "course",
) -> float:
    """The score 1.0 for a right answer to the question of that seed, under `options` or the preset they name.

    Raises `AssertionError` saying what is wrong, be it no answer at all.

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
    return 1.0


def _text(value: object) -> str:
    if value is None:
        return ""
    whole = isinstance(value, float) and value.is_integer()
    return f"{value:.0f}" if whole else str(value)
