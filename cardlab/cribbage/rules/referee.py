"""The referee of Cribbage: the functions of `cardlab.events.Referee`, in one place.

>>> from cardlab.game import Game
>>> from cardlab.cribbage.rules import referee
>>> game = Game(referee, seed=5)
>>> for action in ("cut 12", "cut 30"):
...     _ = game.do(action)
>>> game.events[2].text
'North has cut the lowest card, 8♠, and deals first'
"""

from __future__ import annotations

from cardlab.cards import Card
from cardlab.cribbage.rules.actions import Action
from cardlab.cribbage.rules.check import check
from cardlab.cribbage.rules.explanations import explain
from cardlab.cribbage.rules.legal_actions import legal_actions
from cardlab.cribbage.rules.notation import read_action, write_action
from cardlab.cribbage.rules.options import as_options, option_changes
from cardlab.cribbage.rules.options import options as make_options
from cardlab.cribbage.rules.positions import imagine, position, start
from cardlab.cribbage.rules.state import State, seat_names, view
from cardlab.cribbage.rules.transitions import Notes, end_if_won, follow, told
from cardlab.cribbage.rules.transitions import show as _show
from cardlab.errors import IllegalActionError, refuse_no_state
from cardlab.game import GameOutcome, LazyEvents, Transition

__all__ = [
    "Action",
    "apply",
    "as_options",
    "check",
    "explain",
    "imagine",
    "legal_actions",
    "make_options",
    "name",
    "option_changes",
    "outcome",
    "packs",
    "position",
    "read_action",
    "seat_names",
    "show",
    "start",
    "to_act",
    "view",
    "write_action",
]

name = "cribbage"


def apply(state: State, action: Action) -> Transition:
    """The state after `action` by the seat whose turn it is, and what happened.

    Raises `IllegalActionError` with the refusals of `check`; `state` itself never changes.
    """
    if type(state) is not State:
        refuse_no_state(state)
    refusals = check(view(state, state.turn or 0), action)
    if refusals:
        raise IllegalActionError(refusals)
    notes: Notes = []
    new = follow(state, action, notes)
    return Transition(new, LazyEvents(told, notes, new))


def show(state: State) -> Transition:
    """The show of a position in which all cards are played, as it follows the play by itself.

    Counted automatically it goes on until somebody wins or the next deal is made (CRIB-SHOW-01,
    CRIB-END-03); counted by hand it waits for the first claim.
    """
    notes: Notes = []
    new = end_if_won(_show(state, notes), None, notes)
    return Transition(new, LazyEvents(told, notes, new))


def to_act(state: State) -> int | None:
    """The seat whose turn it is; None when all is over."""
    return state.turn


def outcome(state: State) -> GameOutcome | None:
    """How the match ended, told of its last game; None while it goes on. A match is one game by default.

    The winner is a side: with partners, side 0 is South and North.
    """
    if type(state) is not State:
        refuse_no_state(state)
    return state.results[-1] if state.phase == "over" else None


def packs(state: State) -> tuple[tuple[Card, ...], ...]:
    """The orders of the deals begun so far."""
    return state.packs[: state.deals]
