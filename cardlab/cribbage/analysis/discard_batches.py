"""The analysis of laying away for thousands of deals at once, in numpy.

The same sums as in `discards`, one row a deal. Ranks decide nearly everything, so a deal is a count of
the cards of each rank that are unseen: what the opponent lays away and the starter are one of 455 sets of
three ranks, each with a weight. Flush and nobs are added by their exact probabilities.

>>> from cardlab.cards import parse_cards
>>> batch = discard_batch([parse_cards("4H 5H 5S 6C JD KD")], dealer=True)
>>> batch.expected.shape, PLACES[int(batch.expected[0].argmax())]
((1, 15), (4, 5))
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from itertools import combinations
from typing import TYPE_CHECKING, Any, NamedTuple

from cardlab.cribbage.analysis.discard_frequencies import (
    COMBINATIONS,
    PAIR_NUMBER,
    PAIRS,
    discard_frequencies,
)
from cardlab.cribbage.rules.options import COURSE, Options
from cardlab.cribbage.rules.score_lookup import CARD_KEYS, JACK, KEYS, points_beside, rank_points, rank_sets

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import ArrayLike, NDArray

    Floats = NDArray[np.floating[Any]]
    Ints = NDArray[np.integer[Any]]

PLACES = tuple(combinations(range(6), 2))
"""The 15 ways to lay away, as the places of the two cards in a hand of six."""
KEPT_PLACES = tuple(tuple(place for place in range(6) if place not in laid) for laid in PLACES)


class DiscardBatch(NamedTuple):
    """One row a deal, one column a way of `PLACES`: the averages of hand and crib, and their worth."""

    hand: Floats
    crib: Floats
    expected: Floats


def discard_batch(
    hands: ArrayLike, dealer: bool = True, options: Options = COURSE, uniform: bool = False
) -> DiscardBatch:
    """Exact averages of all 15 ways to lay away, for `hands` of card numbers of the shape (n, 6).

    The crib is weighted by how the opponent lays away, or taken over all cards alike if `uniform`.
    `expected` is the hand plus one's own crib, or minus the opponent's. All are points, in single precision
    (right to 0.00002).
    """
    import numpy as np

    six = np.asarray(hands)
    ranks, suits = six >> 2, six & 3
    left = 4 - _counts(ranks, 13)
    suits_left = 13 - _counts(suits, 4)
    laid, kept = np.array(PLACES), np.array(KEPT_PLACES)
    hand = _hand_averages(six, left, suits_left, kept, options)
    rates = None if uniform else discard_frequencies(not dealer).rates
    pairs = pair_weights(left, rates)
    numbers = _np().pair_number[ranks[:, laid[:, 0]], ranks[:, laid[:, 1]]]
    crib = np.take_along_axis(crib_rank_averages(left, pairs), numbers, 1)
    crib = crib + _crib_suits(six, left, suits_left, pairs, rates, laid)
    return DiscardBatch(hand, crib, hand + crib if dealer else hand - crib)


def pair_weights(left: Ints, rates: Sequence[float] | None) -> Floats:
    """How likely the opponent lays away each of the 91 kinds, by the cards of each rank that are unseen.

    `left` has the shape (n, 13), the weights (n, 91); each row sums to 1. `rates` say how often each kind
    is laid away from a full pack; None takes all pairs of cards alike.
    """
    import numpy as np

    low, high = _np().pairs.T
    ways = left[:, low] * (left[:, high] - (low == high)) / np.where(low == high, 2, 1)
    if rates is not None:
        ways = ways * (np.array(rates) / np.array(COMBINATIONS))
    weights: Floats = ways / ways.sum(1, keepdims=True)
    return weights


def crib_rank_averages(left: Ints, pairs: Floats) -> Floats:
    """What fifteens, pairs and runs of the crib come to on average, by the kind laid away: (n, 91)."""
    import numpy as np

    unseen = left.sum(1, keepdims=True)
    # The starter is one of the unseen cards of its rank, less those the opponent has just laid away.
    starters = np.concatenate([left, left - 1, left - 2, np.zeros_like(unseen)], 1) / (unseen - 2)
    # One column a deal, so that picking from the tables copies whole rows.
    by_pair, by_starter = (np.ascontiguousarray(table.T, np.float32) for table in (pairs, starters))
    weights = sum(by_pair[pair] * by_starter[starter] for pair, starter in _np().splits)
    averages: Floats = (_np().points @ weights).T
    return averages


def _hand_averages(six: Ints, left: Ints, suits_left: Ints, kept: Ints, options: Options) -> Floats:
    import numpy as np

    unseen = 46
    keys = np.array(KEYS, np.int32)
    table = np.frombuffer(rank_points(), np.uint8)
    sums = np.array(CARD_KEYS, np.int32)[six][:, kept].sum(2)
    # A rank of which nothing is left gets no weight; its sum of keys must only stay inside the table.
    points = table[np.minimum(sums[:, :, None] + keys, len(table) - 1)]
    average = np.einsum("nws,ns->nw", points, left.astype(np.float32)) / unseen
    suits = (six & 3)[:, kept]
    same = np.take_along_axis(suits_left, suits[:, :, 0], 1) / unseen
    flush = (suits == suits[:, :, :1]).all(2)
    average += flush * (5 * same + (0 if options.flush_hand == "five_only" else 4) * (1 - same))
    jacks = (six >> 2 == JACK) * np.take_along_axis(suits_left, six & 3, 1)
    nobs: Floats = average + jacks[:, kept].sum(2) / unseen
    return nobs


def _crib_suits(
    six: Ints, left: Ints, suits_left: Ints, pairs: Floats, rates: Sequence[float] | None, laid: Ints
) -> Floats:
    """The average of flush and nobs in the crib, for each way to lay away: (n, 15)."""
    import numpy as np

    starters = 44
    rate = np.ones((13, 13)) if rates is None else _rates_by_ranks(rates)
    across = rate * (1 - np.eye(13))
    # `free` says which cards are unseen, by suit and rank; `each` how likely one of a rank is laid away.
    free = np.ones((len(six), 4, 13), bool)
    np.put_along_axis(free.reshape(len(six), 52), (six & 3) * 13 + (six >> 2), False, 1)
    ways = ((left @ across + np.diag(rate) * (left - 1)) * left).sum(1) / 2
    each = (left @ across + np.diag(rate) * (left - 1)) / ways[:, None]
    gone = (free * each[:, None, :]).sum(2)
    # A jack of one's own: the starter is of its suit, of which the opponent may have laid away some.
    nobs = (suits_left - gone) / starters
    own = (six >> 2 == JACK) * np.take_along_axis(nobs, six & 3, 1)
    # The opponent's jack: the starter is of its suit, less the jack and perhaps the other card.
    beside = (free @ across[JACK]) / ways[:, None]
    theirs = (free[:, :, JACK] * ((suits_left - 1) * each[:, None, JACK] - beside)).sum(1) / starters
    both = ((free @ across) * free).sum(2) / 2 / ways[:, None]
    flush = 5 * both * (suits_left - 2) / starters
    suits = (six & 3)[:, laid]
    five = np.take_along_axis(flush, suits[:, :, 0], 1) * (suits[:, :, 0] == suits[:, :, 1])
    result: Floats = own[:, laid].sum(2) + theirs[:, None] + five
    return result


def _counts(values: Ints, kinds: int) -> Ints:
    import numpy as np

    counts: Ints = (values[:, :, None] == np.arange(kinds, dtype=values.dtype)).sum(1)
    return counts


def _rates_by_ranks(rates: Sequence[float]) -> Floats:
    """How often a pair of two given cards is laid away, by their ranks: (13, 13)."""
    import numpy as np

    single: Floats = (np.array(rates) / np.array(COMBINATIONS))[_np().pair_number]
    return single


class _Arrays(NamedTuple):
    pairs: Ints
    pair_number: Ints
    points: Floats
    splits: list[tuple[Ints, Ints]]


@cache
def _np() -> _Arrays:
    """The tables as arrays: the pairs, their numbers by ranks, and the points of pair and three cards.

    `splits` are the three ways to take the starter out of each set of three ranks: the pair that is left,
    and the place of the starter's rank in a row that counts the unseen cards, those less one, less two.
    """
    import numpy as np

    threes = list(rank_sets(3))
    number = np.array([[PAIR_NUMBER[min(a, b), max(a, b)] for a in range(13)] for b in range(13)])
    points = np.array([points_beside(pair) for pair in PAIRS], np.float32)
    splits = []
    for place in range(3):
        rests = [three[:place] + three[place + 1 :] for three in threes]
        pairs = [PAIR_NUMBER[rest] for rest in rests]
        # Of equal ranks only the first is taken out; the others pick the 0 at the end of the row.
        starters = [
            39 if three[place] in rest[:place] else 13 * rest.count(three[place]) + three[place]
            for three, rest in zip(threes, rests, strict=True)
        ]
        splits.append((np.array(pairs), np.array(starters)))
    return _Arrays(np.array(PAIRS), number, points, splits)
