"""Keys computed a second way, by the oracles of each game, and compared with those of the exercises.

Five seeds a level run daily, forty in the thorough run; `pytest -m slow` compares two thousand. Under every
option one at a time there are fewer.
"""

from __future__ import annotations

from collections.abc import Sequence

import pytest
from cardlab_exercises import AnswerError, Exercise, Outcome, Question
from cardlab_exercises.declaration import bank
from cardlab_exercises.declaration.exercise import Answer

from tests.exercises import oracles_canasta, oracles_cribbage
from tests.exercises.oracles import Judge, Key, every_seed_range
from tests.exercises.rule_sets import rules_for

KEYS: dict[str, Key] = {**oracles_cribbage.KEYS, **oracles_canasta.KEYS}
JUDGES: dict[str, Judge] = {**oracles_cribbage.JUDGES, **oracles_canasta.JUDGES}
FAULTS = {**oracles_cribbage.FAULTS, **oracles_canasta.FAULTS}
"""Questions, as level and seed, whose keys were wrong once."""


def disagrees(exercise: Exercise, question: Question) -> bool:
    """Whether the oracle gives another key, or judges one of the answers that are at hand otherwise."""
    solved = exercise.solve(question).answer
    if exercise.id in KEYS:
        return KEYS[exercise.id](question) != solved
    judge, others = JUDGES[exercise.id], [exercise.examples(question).wrong]
    others += [distractor.made_on(solved) for distractor in exercise.distractors(question)]
    return not judge(question, solved) or any(
        judge(question, answer) != is_right(exercise, question, answer) for answer in others
    )


def is_right(exercise: Exercise, question: Question, answer: Answer) -> bool:
    try:
        return exercise.judge(question, answer).outcome is Outcome.CORRECT
    except AnswerError:  # what is no answer is not right
        return False


def disagreements(
    id: str, level: int, seeds: range, presets: Sequence[str] = ("course", "classic")
) -> list[int]:
    """The seeds where they differ; the presets take turns."""
    exercise = bank.get(id)
    asked = {seed: exercise.question(seed, level, presets[seed % len(presets)]) for seed in seeds}
    return [seed for seed, question in asked.items() if disagrees(exercise, question)]


CASES = [(id, level) for id in (*KEYS, *JUDGES) for level in range(1, len(bank.get(id).levels) + 1)]


def test_every_exercise_has_an_oracle() -> None:
    assert set(bank.exercises()) <= KEYS.keys() | JUDGES.keys()


@every_seed_range
@pytest.mark.parametrize(("id", "level"), CASES)
def test_the_key_agrees_with_the_oracle(id: str, level: int, seeds: range) -> None:
    assert disagreements(id, level, seeds) == []


@pytest.mark.parametrize(
    ("seeds", "every_option", "every_level"),
    [
        (range(1), False, False),
        pytest.param(range(1), True, False, marks=pytest.mark.wide),
        pytest.param(range(3), True, True, marks=pytest.mark.thorough),
        pytest.param(range(3, 60), True, True, marks=pytest.mark.slow),
    ],
    ids=["third", "one", "levels", "many"],
)
@pytest.mark.parametrize("id", [*KEYS, *JUDGES])
def test_the_key_agrees_with_the_oracle_under_every_option(
    id: str, seeds: range, every_option: bool, every_level: bool
) -> None:
    """Each rule set has seeds of its own, so that few of them meet many positions."""
    exercise = bank.get(id)
    for place, rules in enumerate(rules_for(exercise, every_option)):
        if exercise.exists_under(rules):
            for level in range(1, len(exercise.levels) + 1) if every_level else (exercise.default_level,):
                for seed in seeds:
                    question = exercise.question(1000 * place + seed, level, rules)
                    assert not disagrees(exercise, question), question.key


@pytest.mark.parametrize("id", FAULTS)
def test_keys_that_were_wrong_once(id: str) -> None:
    for level, seed in FAULTS[id]:
        assert disagreements(id, level, range(seed, seed + 1), ("course",)) == []


def test_a_count_is_called_in_words_up_to_thirty_one() -> None:
    """Thirty and thirty-one were called "twenty-ten" and "twenty-eleven"."""
    exercise = bank.get("crib-call-count")
    called = {}
    for level in range(1, len(exercise.levels) + 1):
        for seed in range(150):
            solution = exercise.solve(exercise.question(seed=seed, level=level))
            called[int(solution.answer["count"])] = solution.said
    assert {number: called[number] for number in (5, 19, 20, 21, 30, 31)} == {
        5: "five",
        19: "nineteen",
        20: "twenty",
        21: "twenty-one",
        30: "thirty",
        31: "thirty-one",
    }
