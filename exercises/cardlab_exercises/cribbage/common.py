"""What the declarations of all Cribbage exercises have in common."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial
from typing import TypeVar

from cardlab.cribbage.rules.options import Options, as_options
from cardlab.errors import InputError
from cardlab.rulebook import load
from cardlab_exercises.declaration.declare import Distractor, declare

T = TypeVar("T")
LETTERS = "abcdefghijklmnop"
"""What the lines of something told are chosen by."""


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


def overlooked(mistake: str) -> Iterator[Distractor]:
    """To find all right in what is told with that mistake, if there is one, is to make it oneself."""
    if mistake:
        remark = load("cribbage").mistake(mistake).explanation
        yield Distractor(mistake, "right", f"There is a mistake in it. {remark}")


def told_otherwise(mistake: str, right: T, wrong: Sequence[T], total: int) -> Sequence[T]:
    """The same told rightly if it was told with a mistake, else wrongly; not always with the same mistake."""
    if mistake:
        return (right,)
    turn = total % len(wrong) if wrong else 0
    return (*wrong[turn:], *wrong[:turn])
