"""cardlab: learn and teach Canasta and Cribbage.

The engine needs nothing but Python. Each game is a package, `cardlab.cribbage` and `cardlab.canasta`,
loaded when it is first used.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

from cardlab.cards import Card, Rank, Suit, parse_cards
from cardlab.errors import AmbiguousError, IllegalActionError, InputError, NotationError
from cardlab.game import Game

if TYPE_CHECKING:
    from cardlab import canasta, cribbage

__version__ = "0.1.0"
__all__ = [
    "AmbiguousError",
    "Card",
    "Game",
    "IllegalActionError",
    "InputError",
    "NotationError",
    "Rank",
    "Suit",
    "canasta",
    "cribbage",
    "parse_cards",
]


def __getattr__(name: str) -> Any:
    if name in ("canasta", "cribbage"):
        return import_module(f"cardlab.{name}")
    raise AttributeError(f"cardlab has no {name!r}")
