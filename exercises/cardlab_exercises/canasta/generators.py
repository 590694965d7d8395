"""Cards and tables for the Canasta exercises, drawn so that what is worth practising comes up often.

Everything that chance decides is decided by `random.random()`, so a seed gives the same on every
machine. A `Deck` is the double pack: cards drawn from it are not drawn again, so no table holds a card
too often.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from random import Random
from typing import Any, TypeVar

from cardlab.canasta import Options, State, position
from cardlab.canasta.rules.melds import BLACK_THREE, NATURAL, RED_THREE, WILD, in_order, meld_faults
from cardlab.cards import PACK108, Card, Rank, shuffle
from cardlab_exercises.declaration.sampling import between, pick

T = TypeVar("T")

RANKS: tuple[Rank, ...] = (*(rank for rank in Rank if 4 <= rank <= 13), Rank.ACE)
"""The ranks of natural cards, four to ace."""
EDGES = (-5, 0, 5, 1495, 1500, 1505, 2995, 3000, 3005)
"""Scores at which the minimum changes, and their neighbours."""


class Deck:
    """The double pack in random order, and the generator that decides everything else."""

    def __init__(self, random: Random) -> None:
        self.random = random
        self._cards = shuffle(list(PACK108), random)

    # ------------------------------------------------------------ chance

    def between(self, low: int, high: int) -> int:
        """A whole number from `low` to `high`."""
        return between(self.random, low, high)

    def happens(self, share: float) -> bool:
        """True in that share of the cases."""
        return self.random.random() < share

    def one_of(self, items: Sequence[T]) -> T:
        return pick(self.random, items)

    def some(self, items: Iterable[T], number: int) -> list[T]:
        """That many of `items`, in random order."""
        return shuffle(list(items), self.random)[:number]

    def mixed(self, items: Iterable[T]) -> tuple[T, ...]:
        """All of `items`, in random order."""
        return tuple(shuffle(list(items), self.random))

    def score(self, low: int = -600, high: int = 4900) -> int:
        """A score, a multiple of 5; one time in three where the minimum changes."""
        edges = [edge for edge in EDGES if low <= edge <= high]
        if edges and self.happens(1 / 3):
            return self.one_of(edges)
        return 5 * self.between(low // 5, high // 5)

    # ------------------------------------------------------------ cards

    def draw(self, number: int, wanted: Callable[[Card], bool] = lambda card: True) -> tuple[Card, ...]:
        """The next `number` cards that are wanted; fewer where the pack has no more of them."""
        drawn: list[Card] = []
        at = 0
        while len(drawn) < number and at < len(self._cards):
            if wanted(self._cards[at]):
                drawn.append(self._cards.pop(at))
            else:
                at += 1
        return tuple(drawn)

    def spend(self, cards: Iterable[Card]) -> tuple[Card, ...]:
        """Takes these very cards out of the pack. Raises `ValueError` where the pack has no more of one."""
        spent = tuple(cards)
        for card in spent:
            self._cards.remove(card)
        return spent

    def alike(self, rank: Rank, number: int) -> tuple[Card, ...]:
        """That many cards of a rank; of threes, red ones too."""
        return self.draw(number, lambda card: card.rank is rank)

    def of(self, rank: Rank, number: int) -> tuple[Card, ...]:
        """That many cards of a rank; of threes, black ones only."""
        return self.draw(number, lambda card: card.rank is rank and not RED_THREE[card])

    def wild(self, number: int) -> tuple[Card, ...]:
        return self.draw(number, lambda card: WILD[card])

    def natural(self, number: int, but: Iterable[Rank] = ()) -> tuple[Card, ...]:
        """That many natural cards, none of the ranks `but`."""
        barred = set(but)
        return self.draw(number, lambda card: NATURAL[card] and card.rank not in barred)

    def black_three(self, number: int = 1) -> tuple[Card, ...]:
        return self.draw(number, lambda card: BLACK_THREE[card])

    def red_three(self, number: int = 1) -> tuple[Card, ...]:
        return self.draw(number, lambda card: RED_THREE[card])

    def odd(self, number: int, but: Iterable[Rank] = ()) -> tuple[Card, ...]:
        """That many natural cards of as many ranks, none of the ranks `but`: they make no meld."""
        ranks = self.ranks(number, but)
        return tuple(card for rank in ranks for card in self.of(rank, 1))

    def ranks(self, number: int, but: Iterable[Rank] = ()) -> list[Rank]:
        """That many different ranks of natural cards."""
        barred = set(but)
        return self.some([rank for rank in RANKS if rank not in barred], number)

    def meld(self, rank: Rank, naturals: int, wilds: int = 0) -> tuple[Card, ...]:
        """Cards of a rank and wild cards, as they lie in a meld."""
        return in_order((*self.of(rank, naturals), *self.wild(wilds)))

    def sound(self, rank: Rank, low: int, high: int, options: Options) -> tuple[Card, ...]:
        """A sound meld of `rank` with `low` to `high` cards, about half of them with wild cards."""
        while True:
            size = self.between(low, high)
            wilds = self.one_of((0, 0, 1, 1, 2))
            naturals = size - wilds
            if 2 <= naturals <= 8 and not meld_faults(rank, naturals, wilds, options):
                return self.meld(rank, naturals, wilds)

    def table(self, **known: Any) -> State:
        """The table with what is known of it; chance deals the rest."""
        return position(seed=f"{self.random.random():.9f}", **known)
