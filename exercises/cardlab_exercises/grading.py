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

from cardlab_exercises import bank
from cardlab_exercises.coding import check_code
from cardlab_exercises.exercise import Outcome


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
    answer: Mapping[str, object] | str | int,
    seed: str | int,
    level: int | None = None,
    preset: str = "course",
) -> float:
    """The score 1.0 for a right answer to the question of that seed.

    Raises `AssertionError` saying what is wrong.

    An answer is a mapping of the question's fields, or the value of its first field alone.
    """
    exercise = bank.get(id)
    question = exercise.question(seed, level, preset)
    first = question.fields[0].name
    given = answer if isinstance(answer, Mapping) else {first: answer}
    verdict = exercise.judge(question, {name: str(value) for name, value in given.items()})
    if verdict.outcome is not Outcome.CORRECT:
        raise AssertionError(f"{verdict.title} {verdict.text}".strip())
    return 1.0
