"""What a crib comes to on average, and how its points spread, as far as one hand can know.

What is not known of a crib are the others' cards and the starter. Ranks decide fifteens, pairs and runs,
and it does not matter which unknown card is the starter: so each set of unknown ranks (455 sets of three,
or 1,820 of four) has one weight, the same for every way to lay away. Flush and nobs are added by their
exact probabilities.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from itertools import combinations
from math import comb
from operator import add, itemgetter, mul
from typing import Any

from cardlab.cards import PACK52, Card
from cardlab.cribbage.analysis.discard_frequencies import COMBINATIONS, PAIR_NUMBER, PAIRS
from cardlab.cribbage.rules.score_lookup import CARD_KEYS, JACK, points_beside, rank_sets, set_ways


class Unseen:
    """The cards that are not in a hand: which, and how many of each rank and suit."""

    def __init__(self, hand: Sequence[Card]) -> None:
        self.cards = [card for card in PACK52 if card not in hand]
        self.ranks = [4] * 13
        self.suits = [13] * 4
        for card in hand:
            self.ranks[card >> 2] -= 1
            self.suits[card & 3] -= 1
        self.keyed = [(CARD_KEYS[card], card & 3) for card in self.cards]


class Crib:
    """The crib as one hand sees it, for one way in which the others lay away.

    `weights` (summing to `whole`) are those of the unknown ranks; `flush[suit]` is the chance of a flush if
    the cards laid away are of one suit, `nobs[suit]` that of nobs for one's own jack, `theirs` for that of
    another player.
    """

    def __init__(
        self,
        weights: Sequence[float],
        whole: float,
        flush: Sequence[float],
        nobs: Sequence[float],
        theirs: float,
    ) -> None:
        self._weights = weights
        self._whole = whole
        self._flush = flush
        self._nobs = nobs
        self._theirs = theirs
        self._by_ranks: dict[tuple[int, ...], float] = {}

    def average(self, laid: Sequence[Card]) -> float:
        """The average crib, in points, after laying away these sorted cards."""
        ranks = tuple([card >> 2 for card in laid])
        points = self._by_ranks.get(ranks)
        if points is None:
            points = sum(map(mul, self._weights, points_beside(ranks))) / self._whole
            self._by_ranks[ranks] = points
        suit = laid[0] & 3
        if laid[-1] & 3 == suit:
            points += 5 * self._flush[suit]
        for card in laid:
            if card >> 2 == JACK:
                points += self._nobs[card & 3]
        return points + self._theirs

    def distribution(self, laid: Sequence[Card]) -> list[float]:
        """How likely the crib counts 0, 1, ... 29 points. Flush and nobs, which are rare, are taken as a
        chance of one point more that keeps the average right."""
        ranks = tuple([card >> 2 for card in laid])
        spread = [0.0] * 31
        for weight, points in zip(self._weights, points_beside(ranks), strict=True):
            spread[points] += weight / self._whole
        extra = self.average(laid) - sum(map(mul, spread, range(31)))
        return [
            (1 - extra) * here + extra * below
            for below, here in zip([0.0, *spread], spread[:30], strict=False)
        ]

    @classmethod
    def uniform(cls, unseen: Unseen, unknown: int) -> Crib:
        """All sets of `unknown` cards (the starter one of them) alike."""
        cards = len(unseen.cards)
        weights = set_ways(unseen.ranks, unknown)
        jacks = [suit for suit in range(4) if PACK52[4 * JACK + suit] in unseen.cards]
        return cls(
            weights,
            comb(cards, unknown),
            [comb(left, unknown) / comb(cards, unknown) for left in unseen.suits],
            [left / cards for left in unseen.suits],
            sum(unseen.suits[suit] - 1 for suit in jacks) / cards * (unknown - 1) / (cards - 1),
        )

    @classmethod
    def weighted(cls, unseen: Unseen, rates: Sequence[float]) -> Crib:
        """The opponent lays away two cards; `rates` say how often each of the 91 kinds from a full pack."""
        left = unseen.ranks
        single = [rate / number for rate, number in zip(rates, COMBINATIONS, strict=True)]
        pairs = [
            rate * (left[low] * left[high] if low < high else left[low] * (left[low] - 1) / 2)
            for (low, high), rate in zip(PAIRS, single, strict=True)
        ]
        whole = sum(pairs)
        starters = len(unseen.cards) - 2
        # The starter is one of its rank, less those of the pair; a place past the end stands for nothing.
        remain = [*left, *(number - 1 for number in left), *(number - 2 for number in left), 0]
        terms = [map(mul, pair(pairs), rank(remain)) for pair, rank in _splits()]
        weights = list(map(add, map(add, terms[0], terms[1]), terms[2]))
        return cls(weights, whole * starters, *_suits_weighted(unseen, single, pairs, whole, starters))


def _suits_weighted(
    unseen: Unseen, single: Sequence[float], pairs: Sequence[float], whole: float, starters: int
) -> tuple[list[float], list[float], float]:
    """The probabilities of flush by suit, of nobs by suit, and of nobs for the opponent's jack."""
    # How likely the opponent lays away one given card, by its rank.
    each = [0.0] * 13
    for (low, high), weight in zip(PAIRS, pairs, strict=True):
        each[low] += weight
        each[high] += weight
    each = [weight / whole / left if left else 0.0 for weight, left in zip(each, unseen.ranks, strict=True)]
    flush, nobs = [], []
    theirs = 0.0
    for suit, left in enumerate(unseen.suits):
        ranks = [card >> 2 for card in unseen.cards if card & 3 == suit]
        both = sum([single[PAIR_NUMBER[pair]] for pair in combinations(ranks, 2)])
        flush.append(both / whole * (left - 2) / starters)
        nobs.append((left - sum([each[rank] for rank in ranks])) / starters)
        if JACK in ranks:
            beside = sum(
                single[PAIR_NUMBER[min(rank, JACK), max(rank, JACK)]] for rank in ranks if rank != JACK
            )
            theirs += ((left - 1) * each[JACK] - beside / whole) / starters
    return flush, nobs, theirs


@cache
def _splits() -> tuple[tuple[itemgetter[Any], itemgetter[Any]], ...]:
    """For the sets of three ranks, the three ways to take a starter out: what picks from the pairs the one
    that is left, and from the unseen ranks the starter's, 13 further on for each card of it in the pair.
    Of equal ranks only the first is taken out; the others pick the 0 at the end of the unseen."""
    ways = []
    for place in range(3):
        pairs, starters = [], []
        for three in rank_sets(3):
            pair = (*three[:place], *three[place + 1 :])
            pairs.append(PAIR_NUMBER[pair])
            starters.append(
                39 if three[place] in three[:place] else 13 * pair.count(three[place]) + three[place]
            )
        ways.append((itemgetter(*pairs), itemgetter(*starters)))
    return tuple(ways)
