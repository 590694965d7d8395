"""Keys of the Cribbage exercises, computed a second way: see `test_oracles.py`."""

from __future__ import annotations

from cardlab_exercises import Question
from cardlab_exercises.declaration.exercise import Answer

from cardlab import cribbage
from tests.exercises.oracles import Judge, Key


def points_of_the_play(question: Question) -> Answer:
    """All that the player's score gains by the card, before anybody else acts."""
    state, card = question.position
    after = cribbage.apply(state, cribbage.play(card))
    gained = 0
    for event in after.events:
        if event.kind in ("count", "next", "deal", "turn"):
            break
        gained += event.points if event.seat == state.turn else 0
    return {"points": str(gained)}


KEYS: dict[str, Key] = {
    "crib-peg-points": points_of_the_play,
}
JUDGES: dict[str, Judge] = {}
FAULTS = {"crib-peg-points": ((3, 19), (3, 50), (3, 81))}
