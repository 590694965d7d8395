"""Keys computed a second way: from whole positions and the referee's event log, not from the exercise's code.

A hundred seeds a level run daily; `pytest -m slow` compares two thousand.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from cardlab_exercises import Question
from cardlab_exercises.declaration import bank

from cardlab import canasta, cribbage
from cardlab.errors import IllegalActionError


def points_of_the_play(question: Question) -> dict[str, str]:
    """All that the player's score gains by the card, before anybody else acts."""
    state, card = question.position
    after = cribbage.apply(state, cribbage.play(card))
    gained = 0
    for event in after.events:
        if event.kind in ("count", "next", "deal", "turn"):
            break
        gained += event.points if event.seat == state.turn else 0
    return {"points": str(gained)}


def laid_down_and_discarded(question: Question) -> dict[str, str]:
    """Whether the cards can be laid down and some card, if one is left, be discarded by the referee."""
    state, action = question.position
    try:
        after = canasta.apply(state, action).state
    except IllegalActionError:
        return {"may": "no"}
    if after.results:
        return {"may": "yes"}
    for card in after.hands[0]:
        try:
            canasta.apply(after, canasta.read_action(f"discard {card}", canasta.view(after, 0)))
        except IllegalActionError:
            continue
        return {"may": "yes"}
    return {"may": "no"}


ORACLES: dict[str, Callable[[Any], dict[str, str]]] = {
    "crib-peg-points": points_of_the_play,
    "can-keep-a-card": laid_down_and_discarded,
}
FAULTS = {"can-keep-a-card": ((2, 24), (2, 113), (2, 115)), "crib-peg-points": ((3, 19), (3, 50), (3, 81))}
"""Questions, as level and seed, whose keys were wrong once."""


def disagreements(id: str, level: int, seeds: range) -> list[int]:
    exercise = bank.get(id)
    questions = [exercise.question(seed=seed, level=level) for seed in seeds]
    return [
        seed
        for seed, question in zip(seeds, questions, strict=True)
        if not ORACLES[id](question).items() <= exercise.solve(question).answer.items()
    ]


CASES = [(id, level) for id in ORACLES for level in range(1, len(bank.get(id).levels) + 1)]


@pytest.mark.parametrize(("id", "level"), CASES)
def test_the_key_agrees_with_the_oracle(id: str, level: int) -> None:
    assert disagreements(id, level, range(100)) == []


@pytest.mark.slow
@pytest.mark.parametrize(("id", "level"), CASES)
def test_the_key_agrees_with_the_oracle_over_many_seeds(id: str, level: int) -> None:
    assert disagreements(id, level, range(2000)) == []


@pytest.mark.parametrize("id", FAULTS)
def test_keys_that_were_wrong_once(id: str) -> None:
    for level, seed in FAULTS[id]:
        assert disagreements(id, level, range(seed, seed + 1)) == []


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
