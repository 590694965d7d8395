"""The table scorer: totals of hands at the speed that statistics want.

`count` is the scorer for people: it says what pays and why. Here is only the total, looked up in one
table: every rank has a key, chosen so that the sum of the keys of five cards tells which ranks they
are (`scripts/rank_keys.py` finds such keys), and the table holds, at that sum, what the fifteens,
pairs and runs are worth. Flush and nobs depend on suits and are added. Tests prove it equal to `count`.

Cards come as `Card` or as their numbers 0 to 51 and are not checked.

>>> from cardlab.cards import Card, parse_cards
>>> total(parse_cards("5H 5D 5S JC"), Card("5C"))
29
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache
from itertools import combinations_with_replacement
from math import comb, prod
from operator import itemgetter, mul
from typing import TYPE_CHECKING, Any

from cardlab.cards import PACK52
from cardlab.cribbage.rules.options import COURSE, Options

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import ArrayLike, NDArray

KEYS = (0, 1, 5, 22, 95, 316, 1005, 2454, 5383, 12036, 25790, 44329, 74140)
"""The key of each rank, ace to king. Sums of five, at most four of a rank, are all different."""

CARD_KEYS = tuple(KEYS[card.rank - 1] for card in PACK52)
"""The key of each of the 52 cards, by its number."""

JACK = 10
"""The jack's place among the ranks, the ace being 0."""
_HIS_NOBS = tuple(PACK52[4 * JACK + (card & 3)] for card in PACK52)
_SUITS = tuple(card & 3 for card in PACK52)
_TENS = 10
_FIFTEEN = 15


def total(hand: Sequence[int], starter: int, crib: bool = False, options: Options = COURSE) -> int:
    """What `count` would total for four cards and the starter.

    >>> from cardlab.cards import Card, parse_cards
    >>> total(parse_cards("7H 9H QH KH"), Card("2D")), total(parse_cards("7H 9H QH KH"), Card("2D"), True)
    (4, 0)
    """
    first, second, third, fourth = hand
    keys = CARD_KEYS
    points = rank_points()[keys[first] + keys[second] + keys[third] + keys[fourth] + keys[starter]]
    suits = _SUITS
    suit = suits[first]
    if suit == suits[second] and suit == suits[third] and suit == suits[fourth]:
        if suit == suits[starter]:
            points += 5
        elif not crib and options.flush_hand == "four_or_five":
            points += 4
    if _HIS_NOBS[starter] in hand:
        points += 1
    return points


def totals(
    hands: ArrayLike, starters: ArrayLike, crib: bool = False, options: Options = COURSE
) -> NDArray[np.uint8]:
    """What `total` gives for each of many hands at once, in numpy.

    `hands` are card numbers of the shape (n, 4), `starters` of the shape (n,), and so are the totals.

    >>> from cardlab.cards import Card, parse_cards
    >>> totals([parse_cards("5H 5D 5S JC"), parse_cards("2H 4H 6H 8H")], [Card("5C"), Card("KH")]).tolist()
    [29, 5]
    """
    import numpy as np

    dealt = np.asarray(hands)
    turned = np.asarray(starters)
    keys = np.array(CARD_KEYS, np.int32)
    suits = dealt & 3
    points = np.frombuffer(rank_points(), np.uint8)[keys[dealt].sum(-1) + keys[turned]]
    one_suit = (suits == suits[..., :1]).all(-1)
    five = one_suit & (suits[..., 0] == turned & 3)
    four = 0 if crib or options.flush_hand == "five_only" else 4
    points = points + np.where(five, np.uint8(5), np.where(one_suit, np.uint8(four), np.uint8(0)))
    jack_of_suit = 4 * JACK + (turned & 3)
    nobs = (dealt == jack_of_suit[..., None]).any(-1)
    result: NDArray[np.uint8] = points + nobs
    return result


@cache
def rank_points() -> bytes:
    """What fifteens, pairs and runs of five cards are worth, at the sum of the cards' keys."""
    table = bytearray(4 * KEYS[-1] + KEYS[-2] + 1)
    for four in rank_sets(4):
        sums = _sums(four)
        pairs = sum(four.count(rank) - 1 for rank in four)
        key = _key(four)
        for fifth in range(four[-1] if four[0] != four[-1] else four[-1] + 1, 13):
            fifteens = _ways(sums, _FIFTEEN) + _ways(sums, _FIFTEEN - min(fifth + 1, _TENS))
            runs = _runs((*four, fifth))
            table[key + KEYS[fifth]] = 2 * fifteens + pairs + 2 * four.count(fifth) + runs
    return bytes(table)


def rank_sets(size: int) -> Iterator[tuple[int, ...]]:
    """Every set of `size` ranks (0 is the ace) that a pack can deal, each sorted: at most four alike.

    >>> [sum(1 for _ in rank_sets(size)) for size in range(1, 6)]
    [13, 91, 455, 1820, 6175]
    """
    for ranks in combinations_with_replacement(range(13), size):
        if size < 5 or all(ranks[place] != ranks[place + 4] for place in range(size - 4)):
            yield ranks


def set_ways(left: Sequence[int], size: int) -> list[int]:
    """In how many ways cards make each of the `rank_sets` of `size` (0 to 4), when so many of each rank
    are left.

    >>> sum(set_ways([4] * 13, 4))
    270725
    """
    ways = [comb(number, copies) for number in left for copies in range(5)]
    product = [1] * comb(12 + size, size)
    for pick in _pickers(size):
        product = list(map(mul, product, pick(ways)))
    return product


@cache
def _pickers(size: int) -> tuple[itemgetter[Any], ...]:
    """What picks the factors of `set_ways` from a list that holds at 5 * rank + copies the ways to take so
    many of a rank: the first factor of every set, the second, and so on. Sets of fewer different ranks get
    the 1 at the place 0 (no aces) for the rest."""
    different = [[5 * rank + ranks.count(rank) for rank in dict.fromkeys(ranks)] for ranks in rank_sets(size)]
    return tuple(
        itemgetter(*[places[number] if number < len(places) else 0 for places in different])
        for number in range(size)
    )


@cache
def points_beside(ranks: tuple[int, ...]) -> tuple[int, ...]:
    """What fifteens, pairs and runs come to when some ranks are joined by each set that makes them five,
    in the order of `rank_sets`; 0 where five would be alike.

    >>> points_beside((4, 4))[:3]  # fives with three aces, with A A 2, with A A 3
    (8, 4, 6)
    """
    points = rank_points()
    key = _key(ranks)
    return tuple(
        0 if any((*ranks, *others).count(rank) > 4 for rank in ranks) else points[key + _key(others)]
        for others in rank_sets(5 - len(ranks))
    )


def _key(ranks: Sequence[int]) -> int:
    return sum(KEYS[rank] for rank in ranks)


# The sums that a hand's cards can make are kept as one number: byte s counts the ways to make s.
# Another card of value v doubles the ways: each old one with and without it.


def _sums(ranks: Sequence[int]) -> int:
    sums = 1
    for rank in ranks:
        sums += sums << 8 * min(rank + 1, _TENS)
    return sums


def _ways(sums: int, value: int) -> int:
    return sums >> 8 * value & 255


def _runs(ranks: Sequence[int]) -> int:
    """The points of all runs of three or more in sorted ranks, of which only the longest count."""
    best = length = ways = alike = 1
    points = 0
    for before, rank in zip(ranks, (*ranks[1:], 99), strict=True):
        if rank == before:
            alike += 1
            continue
        ways *= alike
        alike = 1
        if rank == before + 1:
            length += 1
            continue
        if length > max(best, 2):
            best, points = length, length * ways
        length = ways = 1
    return points


def distribution(crib: bool = False, options: Options = COURSE) -> tuple[int, ...]:
    """How many of the 12,994,800 hands-and-starters total 0, 1, ... 29 points.

    Goes through the sets of ranks, not the hands, and knows how many hands of each have a flush or nobs.

    >>> distribution()[29], distribution()[19], sum(distribution())
    (4, 0, 12994800)
    """
    tally = [0] * 30
    points_of = rank_points()
    four_flush = 0 if crib or options.flush_hand == "five_only" else 4
    for four in rank_sets(4):
        key = _key(four)
        hands = prod(comb(4, four.count(rank)) for rank in set(four))
        jacks = four.count(JACK)
        flush = len(set(four)) == 4
        for turned in range(13):
            copies = four.count(turned)
            if copies == 4:
                continue
            points = points_of[key + KEYS[turned]]
            pairs = hands * (4 - copies)
            nobs = _nobs(hands, jacks, turned, copies)
            if flush:
                # Of the four hands of one suit, each with its starters: those of the same suit, the others.
                same = 0 if copies else 4
                other = 12
                tally[points + 5 + jacks] += same
                tally[points + four_flush] += other
                pairs -= same + other
                nobs -= same * jacks
            tally[points + 1] += nobs
            tally[points] += pairs - nobs
    return tuple(tally)


def _nobs(hands: int, jacks: int, turned: int, copies: int) -> int:
    """Of all hands of four ranks with `jacks` jacks, and starters of the rank `turned` which is in
    them `copies` times: in how many the starter's suit is one of a jack's."""
    if turned == JACK:
        return 0
    if not copies:
        return hands * jacks
    # The starter's suit must be free at its own rank, and taken by a jack.
    return hands * jacks * (4 - copies) // 4
