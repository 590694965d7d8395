"""A hand sorted by what its cards can do: natural cards by rank, deuces, jokers, black threes.

Suits never decide anything in a meld, so a number of cards of a rank stands for all of its choices:
the lowest suits are taken first.
"""

from __future__ import annotations

from typing import NamedTuple

from cardlab.canasta.rules.melds import RED_THREE
from cardlab.cards import JOKER, Card


class Holding(NamedTuple):
    """Cards of a hand. `naturals` maps a rank (as a number) to its cards, black threes included."""

    naturals: dict[int, tuple[Card, ...]]
    deuces: tuple[Card, ...]
    jokers: tuple[Card, ...]

    @classmethod
    def of(cls, hand: tuple[Card, ...]) -> Holding:
        """The holding of a sorted hand; red threes are left out.

        >>> from cardlab.cards import parse_cards
        >>> held = Holding.of(parse_cards("2D 4C 4S KH JR"))
        >>> held.naturals[4], held.wilds, held.size
        ((Card('4C'), Card('4S')), 2, 5)
        """
        found: dict[int, tuple[Card, ...]] = {}
        for card in hand:
            rank = (card >> 2) + 1
            if rank in found:
                found[rank] += (card,)
            else:
                found[rank] = (card,)
        deuces, jokers = found.pop(2, ()), found.pop(14, ())
        if 3 in found:
            black = tuple([card for card in found.pop(3) if not RED_THREE[card]])
            if black:
                found[3] = black
        return cls(found, deuces, jokers)

    @property
    def wilds(self) -> int:
        return len(self.deuces) + len(self.jokers)

    @property
    def size(self) -> int:
        return self.wilds + sum([len(cards) for cards in self.naturals.values()])

    def less(self, card: Card) -> Holding:
        """The holding without one card of the class of `card`, which is its first."""
        if card is JOKER:
            return self._replace(jokers=self.jokers[1:])
        if int(card) >> 2 == 1:
            return self._replace(deuces=self.deuces[1:])
        rank = (int(card) >> 2) + 1
        naturals = dict(self.naturals)
        naturals[rank] = naturals[rank][1:]
        if not naturals[rank]:
            del naturals[rank]
        return self._replace(naturals=naturals)
