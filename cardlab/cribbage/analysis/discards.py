"""What to lay away: every way, with the exact averages of the hand it keeps and of the crib it feeds.

The hand is averaged over every starter. The crib is averaged over every starter and every set of cards
that the others can lay away: with all cards alike (`crib_uniform`), and weighted by how people really lay
away (`crib`, see `discard_frequencies`). Nothing is sampled.

>>> found = discards("4H 5H 5S 6C JD KD", dealer=True)
>>> print(found.best)
lay JD KD, keep 4H 5H 5S 6C: hand 15.96, own crib 3.78, together 19.74
>>> found.of("4H 6C").loss > 3
True
"""

from __future__ import annotations

from collections.abc import Sequence
from html import escape
from itertools import combinations
from operator import mul
from typing import TYPE_CHECKING, NamedTuple

from cardlab.cards import Card, CardsLike, list_cards, list_words, parse_cards, quoted, show_cards
from cardlab.cribbage.analysis.crib_averages import Crib, Unseen
from cardlab.cribbage.analysis.discard_frequencies import discard_frequencies
from cardlab.cribbage.rules.options import COURSE, Options, as_options
from cardlab.cribbage.rules.score_lookup import CARD_KEYS, JACK, KEYS, rank_points
from cardlab.cribbage.rules.show import held_items
from cardlab.errors import IllegalActionError, InputError, Refusal
from cardlab.game import Item
from cardlab.wording import in_figures, signed

if TYPE_CHECKING:
    import pandas as pd


class Discard(NamedTuple):
    """One way to lay away. All averages are points.

    `hand_distribution[p]` is the number of starters with which the hand counts p. `expected` is the
    hand plus one's own crib, or minus the opponent's; `loss` is how much more the best way is worth.
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
            f"{crib} {self.crib:.2f}, together {signed(self.expected, 'z.2f')}"
        )


class DiscardExplanation(NamedTuple):
    """Why a way to lay away is worth what it is: what is held for sure, and the sentences that say it."""

    way: Discard
    items: tuple[Item, ...]
    sentences: tuple[str, ...]

    def __str__(self) -> str:
        return "\n".join(self.sentences)

    def __repr__(self) -> str:
        return str(self)


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
        raise InputError(f"lay away {what} of {list_cards(self.cards)}, not {list_cards(wanted) or 'none'}")

    def top(self, number: int) -> Discards:
        """The best `number` ways alone.

        >>> [show_cards(way.laid) for way in discards("4H 5H 5S 6C JD KD", dealer=False).top(2).ways]
        ['JD KD', '4H 6C']
        """
        return self._replace(ways=self.ways[:number])

    def explain(self, laid: CardsLike | None = None) -> DiscardExplanation:
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
        return DiscardExplanation(way, items, tuple(_sentences(self, way, items)))

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
            f"{way.hand_max:>3}  {way.crib:>5.2f}  {signed(way.expected, '>z8.2f')}  {way.loss:>5.2f}"
            for way in self.ways
        ]
        return "\n".join(lines)

    def __repr__(self) -> str:
        return str(self)

    def _repr_html_(self) -> str:
        heads = ("lay", "keep", "hand", "least", "most", "crib", "together", "loss")
        rows = "".join(
            f"<tr><th scope='row' style='text-align:left'>{escape(list_cards(way.laid))}</th>"
            f"<td style='text-align:left'>{escape(list_cards(way.kept))}</td><td>{way.hand:.2f}</td>"
            f"<td>{way.hand_min}</td><td>{way.hand_max}</td><td>{way.crib:.2f}</td>"
            f"<td><strong>{signed(way.expected, 'z.2f')}</strong></td><td>{way.loss:.2f}</td></tr>"
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


def discards(cards: CardsLike, dealer: bool = True, options: Options | str = COURSE) -> Discards:
    """All 15 ways to lay away two of six cards, or the five ways to lay away one of five.

    `dealer` says that the crib is one's own (or the partner's); `options` may be the name of a preset.
    Six cards are those of a game for two;
    five those of a game for three or four, where it is not known how people lay away, so that `crib` is
    the same as `crib_uniform`. Implements CRIB-CRIB-01 with the counts of CRIB-SHOW-02 to CRIB-SHOW-10.

    Raises `NotationError` for anything that is not a card, `IllegalActionError` for cards that nobody can
    hold, and `ValueError` for a `dealer` that is not True or False or for anything but options.
    """
    if dealer not in (True, False):
        raise InputError(f"dealer is True or False, not {quoted(dealer)}")
    options = as_options(options)
    hand = tuple(sorted(parse_cards(cards)))
    _check(hand)
    seen = Unseen(hand)
    uniform = Crib.uniform(seen, 9 - len(hand))
    weighted = Crib.weighted(seen, discard_frequencies(not dealer).rates) if len(hand) == 6 else uniform
    ways = []
    for laid in combinations(hand, len(hand) - 4):
        kept = tuple([card for card in hand if card not in laid])
        distribution = _hand_distribution(kept, seen, options)
        average = sum(map(mul, distribution, range(30))) / len(seen.cards)
        crib = weighted.average(laid)
        alike = crib if weighted is uniform else uniform.average(laid)
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


def _hand_distribution(kept: Sequence[Card], unseen: Unseen, options: Options) -> tuple[int, ...]:
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


def _sentences(found: Discards, way: Discard, items: Sequence[Item]) -> list[str]:
    sure = sum(item.points for item in items)
    holds = f"{in_figures(sure, 'point')} for sure: {_in_words(items)}" if items else "nothing for sure"
    crib = "Your own crib" if way.dealer else "Their crib"
    effect = "which counts for you" if way.dealer else "which counts against you"
    sentences = [
        f"Lay away {list_cards(way.laid)}, keep {list_cards(way.kept)}.",
        f"The hand holds {holds}.",
        f"The starter brings it to {way.hand:.2f} on average, from {way.hand_min} to {way.hand_max}.",
        f"{crib} gets {way.crib:.2f} on average, {effect}: {signed(way.expected, 'z.2f')} in all.",
    ]
    if way is found.best:
        second = found.ways[1]
        sentences.append(f"The next best way, {list_cards(second.laid)}, is worth {second.loss:.2f} less.")
    else:
        best = found.best
        sign = 1 if way.dealer else -1
        sentences.append(
            f"The best way is to lay away {list_cards(best.laid)} for {signed(best.expected, 'z.2f')}: "
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
