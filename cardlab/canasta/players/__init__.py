"""Computer players of Canasta. Each sees only its own View, and says why it chose in the numbers that
ranked the choice.

>>> from random import Random
>>> from cardlab.canasta import position, view
>>> table = position(hands=["QS QD 4C 8S"], melds=[["6S 6H 6D"]], pile="9C QH")
>>> print(player("beginner")(view(table, 0), Random(1)))
draw: cards from the stock +2.00 points; the next best, take with QD QS, is worth 2.00 less (a beginner \
counts cards)
"""

from __future__ import annotations

from cardlab.canasta.players.advice import advice
from cardlab.canasta.players.beginner import beginner
from cardlab.canasta.players.steady import steady
from cardlab.canasta.players.strong import strong, weighed
from cardlab.canasta.rules.actions import Action
from cardlab.canasta.rules.state import View
from cardlab.cards import list_words, quoted
from cardlab.errors import InputError
from cardlab.players import Candidate, Choice, Player

__all__ = ["PLAYERS", "advice", "candidate", "player", "weighed"]

PLAYERS: dict[str, Player] = {"beginner": beginner, "steady": steady, "strong": strong}
"""The players by name: beginner, steady, strong."""


def candidate(view: View, choice: Choice, action: Action) -> Candidate | None:
    """What the strong player thinks of that action, though its `choice` may not have thought of it.

    It looks at the sensible actions alone; any other is weighed here in the same numbers. None where
    there was nothing to weigh.
    """
    same = next((one for one in choice.candidates if one.action == action), None)
    return same if same is not None or not choice.candidates else weighed(view, action)


def player(name: str) -> Player:
    """The player of this name. Raises `ValueError` naming the levels for any other."""
    if name not in PLAYERS:
        raise InputError(f"there is no player {quoted(name)}; there are {list_words(list(PLAYERS))}")
    return PLAYERS[name]
