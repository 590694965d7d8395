"""What the declarations of all Cribbage exercises have in common."""

from __future__ import annotations

from functools import partial

from cardlab.cribbage.rules.options import Options, as_options
from cardlab.errors import InputError
from cardlab_exercises.declaration.declare import declare


def for_exercises(given: Options | str) -> Options:
    """The rules to practise: any but how many play, which each exercise says itself.

    Raises `ValueError` for three or four players, and for options that do not exist.
    """
    chosen = as_options(given)
    if chosen.players != 2:
        raise InputError("an exercise in Cribbage says itself how many play: leave players at 2")
    return chosen


exercise = partial(declare, game="cribbage", options=for_exercises)
"""`declare` for a Cribbage exercise under any rules."""
