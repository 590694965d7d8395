"""The legal actions of a seat: all that `check` accepts, from the same functions or the same limits."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import cache
from itertools import combinations

from cardlab.cards import PACK52, Card
from cardlab.cribbage.rules.actions import CLAIMS, CUTS, GO, HEELS, MUGGINS, PASS, PLAYS, STOP, Action
from cardlab.cribbage.rules.cutting import cut_limits
from cardlab.cribbage.rules.legality import fitting, heels_faults, stop_faults
from cardlab.cribbage.rules.state import LAID_AWAY, State, View, as_view
from cardlab.game import OPEN


def legal_actions(view: View | State) -> Iterator[Action]:
    """Everything `check` accepts from this seat: every cut, every lay, claims from 0 to 30.

    Of a State, what the seat that is to act may do. Raises `InputError` for what is neither.
    """
    if type(view) is not View:
        view = as_view(view)
    if view.turn == view.seat or view.seat == OPEN:
        return iter(_LEGAL[view.phase](view))
    return iter(())


def _legal_cuts(view: View) -> Sequence[Action]:
    fewest, most = cut_limits(view.pack_size, view.options)
    return CUTS[fewest : most + 1]


def _legal_lays(view: View) -> Sequence[Action]:
    return list(map(_lays().__getitem__, combinations(view.hand, LAID_AWAY[view.options.players])))


def _legal_plays(view: View) -> Sequence[Action]:
    found = [PLAYS[card] for card in fitting(view)] or [GO]
    if view.passed and not stop_faults(view, STOP):
        found.append(STOP)
    if view.heels and not heels_faults(view, HEELS):
        found.append(HEELS)
    return found


_LEGAL: dict[str, Callable[[View], Sequence[Action]]] = {
    "cut": _legal_cuts,
    "lay": _legal_lays,
    "starter": _legal_cuts,
    "play": _legal_plays,
    "show": lambda view: CLAIMS,
    "muggins": lambda view: (PASS, *MUGGINS[1:]),
    "over": lambda view: (),
}


@cache
def _lays() -> dict[tuple[Card, ...], Action]:
    """The 1,378 ways to lay away one or two sorted cards, each made once."""
    return {cards: Action("lay", cards) for size in (1, 2) for cards in combinations(PACK52, size)}
