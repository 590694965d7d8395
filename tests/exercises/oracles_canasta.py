"""Keys of the Canasta exercises, computed a second way: see `test_oracles.py`."""

from __future__ import annotations

from cardlab_exercises import Question
from cardlab_exercises.declaration.exercise import Answer

from cardlab import canasta
from cardlab.errors import IllegalActionError
from tests.exercises.oracles import Judge, Key


def laid_down_and_discarded(question: Question) -> Answer:
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


KEYS: dict[str, Key] = {
    "can-keep-a-card": laid_down_and_discarded,
}
JUDGES: dict[str, Judge] = {}
FAULTS = {"can-keep-a-card": ((2, 24), (2, 113), (2, 115))}
