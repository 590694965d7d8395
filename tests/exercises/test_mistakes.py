"""Names of mistakes that can be trusted: given to those who made them, and to nobody else."""

from __future__ import annotations

import mistake_table
import pytest
from cardlab_exercises import Exercise, Outcome
from cardlab_exercises.declaration import bank
from cardlab_exercises.declaration.mistakes import explaining

GAMES: tuple[str, ...] = ("canasta",)
"""The games whose mistakes can all be told from each other."""
every_exercise = pytest.mark.parametrize("exercise", bank.exercises().values(), ids=lambda one: one.id)
every_trusted_exercise = pytest.mark.parametrize(
    "exercise", [one for one in bank.exercises().values() if one.game in GAMES], ids=lambda one: one.id
)


@every_trusted_exercise
@pytest.mark.parametrize(
    "seeds", [range(25), pytest.param(range(300), marks=pytest.mark.slow)], ids=["few", "many"]
)
def test_a_name_is_given_to_those_who_made_the_mistake_and_to_nobody_else(
    exercise: Exercise, seeds: range
) -> None:
    few = len(seeds) < 100
    rows = mistake_table.rows(exercise, seeds)
    assert [row for row in rows if row.falls_short and (row.made or not few)] == []


@every_exercise
def test_whoever_falls_into_a_trap_is_told_which_if_it_is_the_only_one(exercise: Exercise) -> None:
    for seed in range(15):
        question = exercise.question(seed)
        right, distractors = exercise.solve(question).answer, exercise.distractors(question)
        for distractor in distractors:
            answer = distractor.made_on(right)
            verdict = exercise.judge(question, answer)
            possible = explaining(distractors, answer, right).values()
            mistakes = {one.mistake for those in possible for one in those}
            assert verdict.outcome in (Outcome.WRONG, Outcome.PARTLY), distractor
            assert {*verdict.mistakes} == (mistakes if len(mistakes) == 1 else {*verdict.mistakes} & mistakes)
            assert verdict.text
            assert verdict.rules
