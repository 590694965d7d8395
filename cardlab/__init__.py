"""cardlab: learn and teach Canasta and Cribbage.

The engine needs nothing but Python. Each game is a package: `cardlab.cribbage`, `cardlab.canasta`.
"""

from cardlab import cribbage
from cardlab.cards import Card, Rank, Suit, parse_cards
from cardlab.errors import AmbiguousError, IllegalActionError, NotationError

__version__ = "0.1.0"
__all__ = [
    "AmbiguousError",
    "Card",
    "IllegalActionError",
    "NotationError",
    "Rank",
    "Suit",
    "cribbage",
    "parse_cards",
]
