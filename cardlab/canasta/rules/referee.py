"""The referee of Canasta: the functions of `cardlab.events.Referee`, in one place.

>>> from cardlab.game import Game
>>> from cardlab.canasta.rules import referee
>>> game = Game(referee, referee.make_options(seating="agreed"), seed=4)
>>> for action in ("cut 40", "draw"):
...     step = game.do(action)
>>> step.events[0].text
'South draws a card from the stock'
"""

from __future__ import annotations

from collections.abc import Callable
from typing import cast

from cardlab.canasta.rules import partner_draw, transitions
from cardlab.canasta.rules.actions import Action
from cardlab.canasta.rules.check import check
from cardlab.canasta.rules.event_text import tell
from cardlab.canasta.rules.explanations import explain
from cardlab.canasta.rules.legal_actions import legal_actions
from cardlab.canasta.rules.legality import verdict
from cardlab.canasta.rules.meld_validation import MeldResult
from cardlab.canasta.rules.notation import read_action, write_action
from cardlab.canasta.rules.options import as_options, option_changes
from cardlab.canasta.rules.options import options as make_options
from cardlab.canasta.rules.positions import imagine, position
from cardlab.canasta.rules.state import State, seat_names, to_act, view
from cardlab.canasta.rules.transitions import start
from cardlab.cards import Card
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
    "start",
    "to_act",
    "view",
    "write_action",
]

name = "canasta"


def apply(state: State, action: Action) -> Transition:
    """The state after `action` by the seat whose turn it is, and what happened.

    Raises `IllegalActionError` with the refusals of `check`; `state` itself never changes.
    """
    if type(state) is not State:
        refuse_no_state(state)
    seen = view(state, to_act(state) or 0)
    judged = verdict(seen, action)
    if judged.refusals:
        raise IllegalActionError(check(seen, action))
    after = _DO[action.kind](state, action, cast(MeldResult, judged.table))
    return Transition(after, LazyEvents(tell, state, action, after))


def _pick(state: State, action: Action, table: MeldResult) -> State:
    return transitions.picked(state, partner_draw.pick(cast(partner_draw.Draw, state.draw), action.number))


def _ask(state: State, action: Action, table: MeldResult) -> State:
    return state._replace(phase="answer", turn=state.turn._replace(asked="waiting"))


def _answer(state: State, action: Action, table: MeldResult) -> State:
    return state._replace(phase="play", turn=state.turn._replace(asked="yes" if action.yes else "no"))


_DO: dict[str, Callable[[State, Action, MeldResult], State]] = {
    "pick": _pick,
    "cut": lambda state, action, table: transitions.dealt(state, action.number),
    "draw": lambda state, action, table: transitions.drawn(state),
    "take": lambda state, action, table: transitions.laid(state, table, True),
    "meld": lambda state, action, table: transitions.laid(state, table, False),
    "ask": _ask,
    "answer": _answer,
    "discard": lambda state, action, table: transitions.discarded(state, action.cards[0]),
    "end": lambda state, action, table: transitions.stopped(state),
}


def outcome(state: State) -> GameOutcome | None:
    """How the match ended; None while it goes on.

    The winner is a side: with four players, side 0 is South and North, else it is the player.
    """
    if type(state) is not State:
        refuse_no_state(state)
    if state.phase != "over":
        return None
    return transitions.match_outcome(state.options, state.scores, state.results[-1].outcome.winner)


def packs(state: State) -> tuple[tuple[Card, ...], ...]:
    """The orders of the deals begun so far."""
    return state.packs[: state.number]
