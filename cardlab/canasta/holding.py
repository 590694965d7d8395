"""A hand sorted by what its cards can do: natural cards by rank, deuces, jokers, black threes.

Suits never decide anything in a meld, so a number of cards of a rank stands for all of its choices:
the lowest suits are taken first.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from cardlab.canasta.melds import RED_THREE
from cardlab.cards import JOKER, Card


class Holding(NamedTuple):
    """Cards of a hand. `naturals` maps a rank (as a number) to its cards, black threes included."""

    naturals: dict[int, tuple[Card, ...]]
    deuces: tuple[Card, ...]
    jokers: tuple[Card, ...]

    @classmethod
    def of(cls, hand: Iterable[Card]) -> Holding:
        """The holding of a sorted hand; red threes are left out.

        >>> from cardlab.cards import parse_cards
        >>> held = Holding.of(parse_cards("2D 4C 4S KH JR"))
        >>> held.naturals[4], held.wilds, held.size
        ((Card('4C'), Card('4S')), 2, 5)
        """
        naturals: dict[int, list[Card]] = {}
        deuces: list[Card] = []
        jokers: list[Card] = []
        for card in hand:
            place = int(card) >> 2
            if place == 1:
                deuces.append(card)
            elif card is JOKER:
                jokers.append(card)
            elif not RED_THREE[card]:
                naturals.setdefault(place + 1, []).append(card)
        return cls({rank: tuple(cards) for rank, cards in naturals.items()}, tuple(deuces), tuple(jokers))

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
