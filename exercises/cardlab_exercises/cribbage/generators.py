"""Hands for counting exercises, dealt so that what is worth practising comes up often.

Random hands are dull: most count two to four points, and a flush turns up once in hundreds. So a
recipe lays some of the cards, chance the rest, and the level says how much there may be to find.
Every card that can be drawn is drawn by `random.random()`.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from random import Random
from typing import NamedTuple, TypeVar

from cardlab.cards import PACK52, Card, Rank, Suit, shuffle
from cardlab.cribbage import CATEGORIES, Count, Options, count
from cardlab_exercises.declaration.sampling import weighted

T = TypeVar("T")

LEVELS = (
    "up to three things to find",
    "hands as they come, the tricky ones more often",
    "many combinations in one hand",
)
_ATTEMPTS = 200


class Dealt(NamedTuple):
    """Four cards, in no order, and the starter."""

    hand: tuple[Card, ...]
    starter: Card


def deal(
    random: Random, level: int, crib: bool, options: Options, categories: Sequence[str] = CATEGORIES
) -> Count:
    """A hand (or crib) and starter of that level, counted. Only `categories` pay in it.

    A hand is dealt again until it suits the level; after 200 deals the last is taken.
    """
    whole = len(categories) == len(CATEGORIES)
    recipes = _RECIPES[level - 1]
    recipe = weighted(random, recipes if whole else [entry for entry in recipes if entry[0] not in _OF_SUITS])
    for _ in range(_ATTEMPTS):
        hand, starter = recipe(_Pack(random))
        counted = count(hand, starter, crib, options)
        if suits(level, counted) and pays_only(categories, counted):
            break
    return counted


def pays_only(categories: Sequence[str], counted: Count) -> bool:
    return all(line.category in categories for line in counted.lines)


def suits(level: int, counted: Count) -> bool:
    """Whether there is as much to find as the level promises."""
    if level == 1:
        runs = sum(item.rule == "CRIB-SHOW-07" for item in counted.items)
        return len(counted.items) <= 3 and runs <= 1
    return level == 2 or len(counted.items) >= 5


class _Pack:
    """A shuffled pack from which chosen cards can be drawn."""

    def __init__(self, random: Random) -> None:
        self.random = random
        self._cards = shuffle(list(PACK52), random)

    def draw(self, ranks: Sequence[int] = range(1, 14), suits: Sequence[Suit] = tuple(Suit)) -> Card:
        """The next card of one of these ranks and suits."""
        place = next(
            place for place, card in enumerate(self._cards) if card.rank in ranks and card.suit in suits
        )
        return self._cards.pop(place)

    def number(self, low: int, high: int) -> int:
        return low + int(self.random.random() * (high - low + 1))

    def fill(self, cards: Sequence[Card]) -> Dealt:
        """Five cards from those given and the next ones, any of them the starter."""
        five = shuffle([*cards, *(self.draw() for _ in range(5 - len(cards)))], self.random)
        return Dealt(tuple(five[:4]), five[4])


_Recipe = Callable[[_Pack], Dealt]


def _anything(pack: _Pack) -> Dealt:
    return pack.fill([])


def _run(pack: _Pack, size: int, doubled: int) -> Dealt:
    """A run of `size`, with `doubled` of its cards there twice or more."""
    low = pack.number(1, 14 - size)
    ranks = list(range(low, low + size))
    more = [pack.draw(ranks) for _ in range(doubled)]
    return pack.fill([*(pack.draw([rank]) for rank in ranks), *more])


def _long_run(pack: _Pack) -> Dealt:
    return _run(pack, pack.number(4, 5), 0)


def _single_run(pack: _Pack) -> Dealt:
    return _run(pack, 3, 0)


def _double_run(pack: _Pack) -> Dealt:
    return _run(pack, 3, pack.number(1, 2))


def _double_long_run(pack: _Pack) -> Dealt:
    return _run(pack, 4, 1)


def _corner(pack: _Pack) -> Dealt:
    """King, ace and one of their neighbours: no run."""
    return pack.fill([pack.draw([13]), pack.draw([1]), pack.draw([2, 12])])


def _neighbours(pack: _Pack) -> Dealt:
    low = pack.number(1, 12)
    return pack.fill([pack.draw([low]), pack.draw([low + 1])])


def _alike(pack: _Pack) -> Dealt:
    rank = [pack.number(1, 13)]
    return pack.fill([pack.draw(rank) for _ in range(pack.number(6, 8) // 2)])


def _fifteens(pack: _Pack) -> Dealt:
    """Ranks that make fifteens together: fives with tens, sevens with eights, sixes with nines."""
    family = ((5, 10, 11, 12, 13), (7, 8, 1), (6, 9, 3), (5, 4, 6), (2, 3, 10))[pack.number(0, 4)]
    return pack.fill([pack.draw(family) for _ in range(4)])


def _ace_and_four(pack: _Pack) -> Dealt:
    return pack.fill([pack.draw([1]), pack.draw([4])])


def _courts(pack: _Pack) -> Dealt:
    return pack.fill([pack.draw([11]), pack.draw([12, 13]), pack.draw([2, 3, 4])])


def _starter_jack(pack: _Pack) -> Dealt:
    jack = pack.draw([Rank.JACK])
    return Dealt(tuple(pack.draw() for _ in range(4)), jack)


def _nobs(pack: _Pack) -> Dealt:
    starter = pack.draw([rank for rank in range(1, 14) if rank != Rank.JACK])
    jack = pack.draw([Rank.JACK], _suit(starter))
    return Dealt((jack, *(pack.draw() for _ in range(3))), starter)


def _other_jack(pack: _Pack) -> Dealt:
    starter = pack.draw([rank for rank in range(1, 14) if rank != Rank.JACK])
    jack = pack.draw([Rank.JACK], _other_suits(starter))
    return Dealt((jack, *(pack.draw() for _ in range(3))), starter)


def _flush_of_four(pack: _Pack) -> Dealt:
    starter = pack.draw()
    first = pack.draw(suits=_other_suits(starter))
    return Dealt((first, *(pack.draw(suits=_suit(first)) for _ in range(3))), starter)


def _flush_of_five(pack: _Pack) -> Dealt:
    starter = pack.draw()
    return Dealt(tuple(pack.draw(suits=_suit(starter)) for _ in range(4)), starter)


def _three_and_starter(pack: _Pack) -> Dealt:
    starter = pack.draw()
    three = [pack.draw(suits=_suit(starter)) for _ in range(3)]
    return Dealt((*three, pack.draw(suits=_other_suits(starter))), starter)


def _suit(card: Card) -> tuple[Suit, ...]:
    return tuple(suit for suit in Suit if suit is card.suit)


def _other_suits(card: Card) -> tuple[Suit, ...]:
    return tuple(suit for suit in Suit if suit is not card.suit)


# What a level lays, and how often out of the sum. The named mistakes come from here: each must be
# possible in at least one question of twenty, which the tests measure.
_EASY: tuple[tuple[_Recipe, int], ...] = (
    (_anything, 10),
    (_neighbours, 6),
    (_single_run, 12),
    (_long_run, 8),
    (_corner, 8),
    (_alike, 8),
    (_fifteens, 6),
    (_ace_and_four, 6),
    (_courts, 6),
    (_starter_jack, 8),
    (_nobs, 8),
    (_other_jack, 4),
    (_flush_of_four, 9),
    (_flush_of_five, 11),
    (_three_and_starter, 6),
)
_USUAL: tuple[tuple[_Recipe, int], ...] = (
    *_EASY,
    (_double_run, 22),
    (_double_long_run, 6),
)
_HARD: tuple[tuple[_Recipe, int], ...] = (
    (_double_run, 10),
    (_double_long_run, 6),
    (_alike, 6),
    (_fifteens, 8),
    (_nobs, 2),
    (_starter_jack, 2),
)
_RECIPES = (_EASY, _USUAL, _HARD)
_OF_SUITS = (_starter_jack, _nobs, _other_jack, _flush_of_four, _flush_of_five, _three_and_starter)
