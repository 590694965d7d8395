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
    weights = (_EASY, _USUAL, _HARD)[level - 1].items()
    recipe = _RECIPES[weighted(random, [one for one in weights if whole or one[0] not in _OF_SUITS])]
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

    def lay(self, *ranks: Sequence[int]) -> Dealt:
        """Five cards, among them one of each of these ranks."""
        return self.fill([self.draw(one) for one in ranks])


def _run(pack: _Pack, size: int, doubled: int = 0) -> Dealt:
    """A run of `size`, with `doubled` of its cards there twice or more."""
    low = pack.number(1, 14 - size)
    ranks = list(range(low, low + size))
    more = [pack.draw(ranks) for _ in range(doubled)]
    return pack.fill([*(pack.draw([rank]) for rank in ranks), *more])


def _alike(pack: _Pack) -> Dealt:
    rank = [pack.number(1, 13)]
    return pack.fill([pack.draw(rank) for _ in range(pack.number(6, 8) // 2)])


def _fifteens(pack: _Pack) -> Dealt:
    """Ranks that make fifteens together: fives with tens, sevens with eights, sixes with nines."""
    family = ((5, 10, 11, 12, 13), (7, 8, 1), (6, 9, 3), (5, 4, 6), (2, 3, 10))[pack.number(0, 4)]
    return pack.lay(*[family] * 4)


def _starter_jack(pack: _Pack) -> Dealt:
    jack = pack.draw([Rank.JACK])
    return Dealt(tuple(pack.draw() for _ in range(4)), jack)


def _held_jack(pack: _Pack, suits: Callable[[Card], tuple[Suit, ...]]) -> Dealt:
    """A jack in the hand, of one of the suits that go with the starter."""
    starter = pack.draw([rank for rank in range(1, 14) if rank != Rank.JACK])
    jack = pack.draw([Rank.JACK], suits(starter))
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


_RECIPES: dict[str, Callable[[_Pack], Dealt]] = {
    "anything": lambda pack: pack.lay(),
    "neighbours": lambda pack: _run(pack, 2),
    "run": lambda pack: _run(pack, 3),
    "long run": lambda pack: _run(pack, pack.number(4, 5)),
    "double run": lambda pack: _run(pack, 3, pack.number(1, 2)),
    "double long run": lambda pack: _run(pack, 4, 1),
    "round the corner": lambda pack: pack.lay([13], [1], [2, 12]),  # no run
    "alike": _alike,
    "fifteens": _fifteens,
    "ace and four": lambda pack: pack.lay([1], [4]),
    "courts": lambda pack: pack.lay([11], [12, 13], [2, 3, 4]),
    "starter jack": _starter_jack,
    "nobs": lambda pack: _held_jack(pack, _suit),
    "other jack": lambda pack: _held_jack(pack, _other_suits),
    "flush of four": _flush_of_four,
    "flush of five": _flush_of_five,
    "three and starter": _three_and_starter,
}
_OF_SUITS = ("starter jack", "nobs", "other jack", "flush of four", "flush of five", "three and starter")
"""The recipes for flushes and nobs."""

# What a level lays, and how often out of the sum. The named mistakes come from here: each must be
# possible in at least one question of twenty, which the tests measure.
_EASY = {
    "anything": 10,
    "neighbours": 6,
    "run": 12,
    "long run": 8,
    "round the corner": 8,
    "alike": 8,
    "fifteens": 6,
    "ace and four": 6,
    "courts": 6,
    "starter jack": 8,
    "nobs": 8,
    "other jack": 4,
    "flush of four": 9,
    "flush of five": 11,
    "three and starter": 6,
}
_USUAL = {**_EASY, "double run": 22, "double long run": 6}
_HARD = {"double run": 10, "double long run": 6, "alike": 6, "fifteens": 8, "nobs": 2, "starter jack": 2}
