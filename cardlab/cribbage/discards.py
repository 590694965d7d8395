"""What to lay away: every way, with the exact averages of the hand it keeps and of the crib it feeds.

The hand is averaged over every starter. The crib is averaged over every starter and every set of cards
that the others can lay away: with all cards alike (`crib_uniform`), and weighted by how people really lay
away (`crib`, see `laying_away`). Nothing is sampled.

>>> found = discards("4H 5H 5S 6C JD KD", dealer=True)
>>> print(found.best)
lay JD KD, keep 4H 5H 5S 6C: hand 15.96, own crib 3.78, together 19.74
>>> found.of("4H 6C").loss > 8
True
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from html import escape
from itertools import combinations
from math import comb
from operator import add, itemgetter, mul
from typing import TYPE_CHECKING, Any, NamedTuple

from cardlab.cards import PACK52, Card, CardsLike, list_cards, list_words, parse_cards, show_cards
from cardlab.cribbage.counting import held_items
from cardlab.cribbage.laying_away import COMBINATIONS, PAIR_NUMBER, PAIRS, laying_away
from cardlab.cribbage.options import COURSE, Options
from cardlab.cribbage.tables import CARD_KEYS, JACK, KEYS, points_beside, rank_points, rank_sets
from cardlab.errors import IllegalActionError
from cardlab.game import Item, Refusal

if TYPE_CHECKING:
    import pandas as pd


class Discard(NamedTuple):
    """One way to lay away. All averages are points.

    `hand_distribution[p]` is the number of starters with which the hand counts p. `expected` is the
    hand plus the own crib, or less the opponent's; `loss` is what the best way has more.
    """

    laid: tuple[Card, ...]
    kept: tuple[Card, ...]
    dealer: bool
    hand: float
    hand_min: int
    hand_max: int
    hand_distribution: tuple[int, ...]
    crib_uniform: float
    crib: float
    expected: float
    loss: float

    def __str__(self) -> str:
        crib = "own crib" if self.dealer else "their crib"
        return (
            f"lay {show_cards(self.laid)}, keep {show_cards(self.kept)}: hand {self.hand:.2f}, "
            f"{crib} {self.crib:.2f}, together {self.expected:.2f}"
        )


class Explanation(NamedTuple):
    """Why a way to lay away is worth what it is: what is held for sure, and the sentences that say it."""

    way: Discard
    items: tuple[Item, ...]
    sentences: tuple[str, ...]

    def __str__(self) -> str:
        return "\n".join(self.sentences)


class Discards(NamedTuple):
    """All ways to lay away, the best first."""

    cards: tuple[Card, ...]
    dealer: bool
    options: Options
    ways: tuple[Discard, ...]

    @property
    def best(self) -> Discard:
        return self.ways[0]

    def of(self, laid: CardsLike) -> Discard:
        """The way that lays these cards away. Raises `ValueError` when they are not in the hand."""
        wanted = tuple(sorted(parse_cards(laid)))
        for way in self.ways:
            if way.laid == wanted:
                return way
        number = len(self.cards) - 4
        what = "one card" if number == 1 else "two cards"
        raise ValueError(f"lay away {what} of {list_cards(self.cards)}, not {list_cards(wanted) or 'none'}")

    def explain(self, laid: CardsLike | None = None) -> Explanation:
        """What this way (the best when none is named) keeps, what the starter adds, what the crib gets.

        >>> print(discards("4H 5H 5S 6C JD KD", dealer=False).explain("6C KD"))
        Lay away 6♣ and K♦, keep 4♥, 5♥, 5♠ and J♦.
        The hand holds 6 points for sure: 2 fifteens and a pair.
        The starter brings it to 9.59 on average, from 6 to 17.
        Their crib gets 3.80 on average, which counts against you: 5.79 in all.
        The best way is to lay away J♦ and K♦ for 11.64: 6.37 better for the hand, 0.52 worse in the crib.
        """
        way = self.best if laid is None else self.of(laid)
        items = held_items(way.kept, self.options)
        return Explanation(way, items, tuple(_sentences(self, way, items)))

    def frame(self) -> pd.DataFrame:
        """The ways as a DataFrame, the best first; cards as text, all numbers in points."""
        import pandas as pd

        rows = [
            {
                "lay": show_cards(way.laid),
                "keep": show_cards(way.kept),
                "hand": way.hand,
                "hand_min": way.hand_min,
                "hand_max": way.hand_max,
                "crib_uniform": way.crib_uniform,
                "crib": way.crib,
                "expected": way.expected,
                "loss": way.loss,
            }
            for way in self.ways
        ]
        return pd.DataFrame(rows)

    def distributions(self) -> pd.DataFrame:
        """How many starters give the hand 0, 1, ... 29 points: a row a total, a column a way."""
        import pandas as pd

        columns = {show_cards(way.laid): way.hand_distribution for way in self.ways}
        return pd.DataFrame(columns, index=pd.RangeIndex(30, name="points"))

    def __str__(self) -> str:
        lines = [f"{show_cards(self.cards)}, {self._crib} ({self.options.label})"]
        lines.append("  lay    keep         hand  min max   crib  together   loss")
        lines += [
            f"  {show_cards(way.laid):<5}  {show_cards(way.kept):<11} {way.hand:>5.2f}  {way.hand_min:>3} "
            f"{way.hand_max:>3}  {way.crib:>5.2f}  {way.expected:>8.2f}  {way.loss:>5.2f}"
            for way in self.ways
        ]
        return "\n".join(lines)

    def _repr_html_(self) -> str:
        heads = ("lay", "keep", "hand", "least", "most", "crib", "together", "loss")
        rows = "".join(
            f"<tr><th scope='row' style='text-align:left'>{escape(list_cards(way.laid))}</th>"
            f"<td style='text-align:left'>{escape(list_cards(way.kept))}</td><td>{way.hand:.2f}</td>"
            f"<td>{way.hand_min}</td><td>{way.hand_max}</td><td>{way.crib:.2f}</td>"
            f"<td><strong>{way.expected:.2f}</strong></td><td>{way.loss:.2f}</td></tr>"
            for way in self.ways
        )
        caption = f"{list_cards(self.cards)}, {self._crib} ({self.options.label})"
        return (
            f"<table><caption>{escape(caption)}</caption><thead><tr>"
            + "".join(f"<th scope='col'>{head}</th>" for head in heads)
            + f"</tr></thead><tbody>{rows}</tbody></table>"
        )

    @property
    def _crib(self) -> str:
        return "own crib" if self.dealer else "opponent's crib"


def discards(cards: CardsLike, dealer: bool = True, options: Options = COURSE) -> Discards:
    """All 15 ways to lay away two of six cards, or the five ways to lay away one of five.

    `dealer` says that the crib is one's own (or the partner's). Six cards are those of a game for two;
    five those of a game for three or four, where it is not known how people lay away, so that `crib` is
    the same as `crib_uniform`. Implements CRIB-CRIB-01 with the counts of CRIB-SHOW-02 to CRIB-SHOW-10.

    Raises `NotationError` for what is no card, and `IllegalActionError` for cards that nobody can hold.
    """
    hand = tuple(sorted(parse_cards(cards)))
    _check(hand)
    seen = _Unseen(hand)
    uniform = _Crib.uniform(seen, 9 - len(hand))
    weighted = _Crib.weighted(seen, laying_away(not dealer).rates) if len(hand) == 6 else uniform
    ways = []
    for laid in combinations(hand, len(hand) - 4):
        kept = tuple([card for card in hand if card not in laid])
        distribution = _hand_distribution(kept, seen, options)
        average = sum(map(mul, distribution, range(30))) / len(seen.cards)
        ranks = tuple([card >> 2 for card in laid])
        crib = weighted.average(laid, ranks)
        alike = crib if weighted is uniform else uniform.average(laid, ranks)
        least = next(points for points, times in enumerate(distribution) if times)
        most = next(points for points in range(29, -1, -1) if distribution[points])
        expected = average + crib if dealer else average - crib
        ways.append((laid, kept, average, least, most, distribution, alike, crib, expected))
    best = max(way[-1] for way in ways)
    ways.sort(key=lambda way: (-way[-1], way[0]))
    return Discards(
        hand,
        dealer,
        options,
        tuple([Discard(way[0], way[1], dealer, *way[2:], best - way[-1]) for way in ways]),
    )


def _check(hand: tuple[Card, ...]) -> None:
    faults = []
    if len(hand) not in (5, 6):
        faults.append(
            Refusal(
                "CRIB-CRIB-01", f"lay away from six cards (from five with 3 or 4 players), not {len(hand)}"
            )
        )
    if any(card >= 52 for card in hand):
        faults.append(Refusal("CRIB-PACK-01", "there are no jokers in a Cribbage pack"))
    elif len(set(hand)) < len(hand):
        twice = sorted({card for card in hand if hand.count(card) > 1})
        faults.append(Refusal("CRIB-PACK-01", f"the pack holds only one {list_cards(twice)}"))
    if faults:
        raise IllegalActionError(faults)


class _Unseen:
    """The cards that are not in a hand: which, and how many of each rank and suit."""

    def __init__(self, hand: Sequence[Card]) -> None:
        self.cards = [card for card in PACK52 if card not in hand]
        self.ranks = [4] * 13
        self.suits = [13] * 4
        for card in hand:
            self.ranks[card >> 2] -= 1
            self.suits[card & 3] -= 1
        self.keyed = [(CARD_KEYS[card], card & 3) for card in self.cards]


def _hand_distribution(kept: Sequence[Card], unseen: _Unseen, options: Options) -> tuple[int, ...]:
    """How many of the unseen starters bring the hand to 0, 1, ... 29 points."""
    points = rank_points()
    key = sum([CARD_KEYS[card] for card in kept])
    suits = [card & 3 for card in kept]
    # Flush and nobs depend on the starter's suit alone: a starter in the hand's suit is no jack of it.
    bonus = [0, 0, 0, 0]
    if suits.count(suits[0]) == 4:
        bonus = [0 if options.flush_hand == "five_only" else 4] * 4
        bonus[suits[0]] = 5
    for card in kept:
        if card >> 2 == JACK:
            bonus[card & 3] += 1
    tally = [0] * 30
    if not any(bonus):
        for rank_key, left in zip(KEYS, unseen.ranks, strict=True):
            if left:
                tally[points[key + rank_key]] += left
        return tuple(tally)
    for starter, suit in unseen.keyed:
        tally[points[key + starter] + bonus[suit]] += 1
    return tuple(tally)


class _Crib:
    """The average crib, for a given hand and way in which the others lay away.

    What is not known of a crib are the others' cards and the starter. Ranks decide fifteens, pairs and
    runs, and it does not matter which of them is the starter: so each set of unknown ranks has one
    weight, the same for all ways to lay away. Flush and nobs are added by their exact probabilities:
    `flush[suit]` for laid cards all of one suit, `nobs[suit]` for a jack laid, `theirs` for the others'
    jacks.
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

    def average(self, laid: Sequence[Card], ranks: tuple[int, ...]) -> float:
        """The average crib after `laid`, whose ranks are `ranks`."""
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

    @classmethod
    def uniform(cls, unseen: _Unseen, unknown: int) -> _Crib:
        """All sets of `unknown` cards (the starter one of them) alike."""
        cards = len(unseen.cards)
        ways = [comb(left, copies) for left in unseen.ranks for copies in range(5)]
        first, *others = _places(unknown)
        weights: Sequence[int] = first(ways)
        for place in others:
            weights = list(map(mul, weights, place(ways)))
        jacks = [suit for suit in range(4) if PACK52[4 * JACK + suit] in unseen.cards]
        return cls(
            weights,
            comb(cards, unknown),
            [comb(left, unknown) / comb(cards, unknown) for left in unseen.suits],
            [left / cards for left in unseen.suits],
            sum(unseen.suits[suit] - 1 for suit in jacks) / cards * (unknown - 1) / (cards - 1),
        )

    @classmethod
    def weighted(cls, unseen: _Unseen, rates: Sequence[float]) -> _Crib:
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
    unseen: _Unseen, single: Sequence[float], pairs: Sequence[float], whole: float, starters: int
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
def _places(size: int) -> tuple[itemgetter[Any], ...]:
    """For sets of `size` ranks, what picks the factors of their ways from a list in which the place
    5 * rank + copies holds the ways to take so many of the rank: the first factor of every set, the second,
    and so on. Sets of fewer different ranks take the factor 1 at the place 0 (no ace) for the rest."""
    different = [[5 * rank + ranks.count(rank) for rank in dict.fromkeys(ranks)] for ranks in rank_sets(size)]
    return tuple(
        itemgetter(*[places[number] if number < len(places) else 0 for places in different])
        for number in range(size)
    )


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


def _sentences(found: Discards, way: Discard, items: Sequence[Item]) -> list[str]:
    sure = sum(item.points for item in items)
    holds = f"{sure} point{'s' * (sure != 1)} for sure: {_in_words(items)}" if items else "nothing for sure"
    crib = "Your own crib" if way.dealer else "Their crib"
    effect = "which counts for you" if way.dealer else "which counts against you"
    sentences = [
        f"Lay away {list_cards(way.laid)}, keep {list_cards(way.kept)}.",
        f"The hand holds {holds}.",
        f"The starter brings it to {way.hand:.2f} on average, from {way.hand_min} to {way.hand_max}.",
        f"{crib} gets {way.crib:.2f} on average, {effect}: {way.expected:.2f} in all.",
    ]
    if way is found.best:
        second = found.ways[1]
        sentences.append(f"The next best way, {list_cards(second.laid)}, is worth {second.loss:.2f} less.")
    else:
        best = found.best
        sign = 1 if way.dealer else -1
        sentences.append(
            f"The best way is to lay away {list_cards(best.laid)} for {best.expected:.2f}: "
            f"{_difference(best.hand - way.hand, 'for the hand')}, "
            f"{_difference(sign * (best.crib - way.crib), 'in the crib')}."
        )
    return sentences


def _difference(points: float, where: str) -> str:
    return f"{abs(points):.2f} {'better' if points >= 0 else 'worse'} {where}"


def _in_words(items: Sequence[Item]) -> str:
    """Items as players speak of them: equal ones together, runs by their names.

    >>> _in_words(held_items("7S 8H 8D 9C"))
    '2 fifteens, a pair and a double run of three'
    """
    names = [item.name for item in items]
    words = []
    for name in dict.fromkeys(names):
        times = names.count(name)
        if name.startswith("run"):
            words.append({1: "a ", 2: "a double ", 3: "a triple "}[times] + name)
        elif times == 1:
            words.append(name if name[0] in "tf" and " of a kind" in name else f"a {name}")
        else:
            words.append(f"{times} {name}s")
    return list_words(words)
