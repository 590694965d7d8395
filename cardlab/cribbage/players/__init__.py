"""Computer players of Cribbage. Each sees only its own View, and says why it chose in the numbers that
ranked the choice.

>>> from random import Random
>>> from cardlab.cribbage import position, view
>>> state = position(hands=["5H JD QS KC", None], starter="2D", turn=0, seed=1)
>>> choice = player("strong")(view(state, 0), Random(1))
>>> len(choice.candidates), choice.candidates[0].action == choice.action
(4, True)
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from random import Random
from typing import NamedTuple

from cardlab.cards import list_words, quoted
from cardlab.cribbage.players.advice import advice
from cardlab.cribbage.players.discarding import lay_by_search, lay_by_sight, lay_by_table
from cardlab.cribbage.players.playing import (
    Weigh,
    play_with,
    weigh_answers,
    weigh_by_search,
    weigh_points,
)
from cardlab.cribbage.rules.actions import CLAIMS, MUGGINS, PASS, Action
from cardlab.cribbage.rules.legal_actions import legal_actions
from cardlab.cribbage.rules.show import Count, count
from cardlab.cribbage.rules.state import View
from cardlab.errors import InputError
from cardlab.players import Candidate, Choice, Player

__all__ = ["PLAYERS", "advice", "candidate", "player", "shown_count"]


class _Level(NamedTuple):
    """What a player of some strength does in each phase. `overlooks` is the chance to miss an item."""

    lay: Callable[[View, Random], Choice]
    weigh: Weigh
    overlooks: float


_LEVELS = {
    "beginner": _Level(lay_by_sight, weigh_points, 0.1),
    "steady": _Level(lay_by_table, weigh_answers, 0.0),
    "strong": _Level(lay_by_search, weigh_by_search, 0.0),
}


def _choose(level: _Level, view: View, random: Random) -> Choice:
    match view.phase:
        case "cut" | "starter":
            cuts = list(legal_actions(view))
            return Choice(cuts[int(random.random() * len(cuts))], note="one cut is as good as another")
        case "lay":
            return level.lay(view, random)
        case "play":
            return play_with(level.weigh, view, random)
        case "show":
            return _claim(level, view, random)
        case "muggins":
            return _muggins(level, view)
    raise ValueError("the game is over: there is nothing to choose")


def _claim(level: _Level, view: View, random: Random) -> Choice:
    """Claims what the hand or crib counts, less any item that the player overlooks."""
    counted = shown_count(view)
    seen = [item for item in counted.items if random.random() >= level.overlooks]
    return Choice(CLAIMS[sum(item.points for item in seen)], note=counted._replace(items=tuple(seen)).spoken)


def _muggins(level: _Level, view: View) -> Choice:
    """Takes what was overlooked; a player who overlooks things does not look."""
    counted = shown_count(view)
    missed = counted.total - view.claimed
    if level.overlooks or missed <= 0:
        return Choice(PASS, note="the count stands")
    return Choice(MUGGINS[missed], note=f"it counts {counted.total}, not {view.claimed}: {counted.spoken}")


def shown_count(view: View) -> Count:
    """The hand or crib that is being counted, which is face up by now."""
    assert view.starter is not None
    players = view.options.players
    if view.shown == players:
        assert view.crib is not None
        return count(view.crib, view.starter, True, view.options)
    seat = (view.dealer + 1 + view.shown) % players
    return count(view.played(seat), view.starter, False, view.options)


PLAYERS: dict[str, Player] = {name: partial(_choose, level) for name, level in _LEVELS.items()}
"""The players by name: beginner, steady, strong."""


def candidate(view: View, choice: Choice, action: Action) -> Candidate | None:
    """What a choice of the strong player says of that action; None where it has weighed nothing like it.

    It has weighed everything, except for suits that do not matter in the play.
    """
    same = next((one for one in choice.candidates if one.action == action), None)
    if same is not None or action.kind != "play":
        return same
    rank = action.cards[0].rank
    return next(
        (one for one in choice.candidates if one.action.cards and one.action.cards[0].rank == rank), None
    )


def player(name: str) -> Player:
    """The player of this name. Raises `ValueError` naming the levels for any other."""
    if name not in PLAYERS:
        raise InputError(f"there is no player {quoted(name)}; there are {list_words(list(PLAYERS))}")
    return PLAYERS[name]
