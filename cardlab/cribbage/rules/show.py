"""The show: what a hand or the crib counts, item by item (CRIB-SHOW-01 to CRIB-SHOW-13).

There is one scorer for people, and the total is the sum of its items.

>>> result = count("5H 5D 5S JC", "5C")
>>> result.total
29
>>> print(result.lines[0].call, "|", result.lines[-1].call)
fifteen two | and one for his nobs is twenty-nine
"""

from __future__ import annotations

from collections import Counter
from functools import cache
from html import escape
from itertools import combinations, product
from operator import itemgetter
from typing import Any, NamedTuple, TypeAlias

from cardlab.cards import Card, CardLike, CardsLike, Rank, list_cards, parse_cards, quoted
from cardlab.cribbage.rules.options import COURSE, Options, as_options
from cardlab.errors import IllegalActionError, InputError, Refusal
from cardlab.game import Item
from cardlab.wording import spelled

Pick: TypeAlias = "itemgetter[Any]"

CATEGORIES = ("fifteens", "pairs", "runs", "flush", "nobs")
"""The parts of a count, in the order in which players count them."""

CATEGORY_OF_RULE = {
    "CRIB-SHOW-03": "fifteens",
    "CRIB-SHOW-04": "pairs",
    "CRIB-SHOW-05": "pairs",
    "CRIB-SHOW-06": "pairs",
    "CRIB-SHOW-07": "runs",
    "CRIB-SHOW-08": "flush",
    "CRIB-SHOW-09": "flush",
    "CRIB-SHOW-10": "nobs",
}


class CountLine(NamedTuple):
    """One item as it is counted aloud, with the total it brings the count to."""

    item: Item
    category: str
    call: str
    total: int


class Count(NamedTuple):
    """A hand or crib and everything it counts. Its `total` is the sum of its items.

    `hand` are the four cards, sorted; `items` stand in the order in which players count.
    """

    hand: tuple[Card, ...]
    starter: Card
    crib: bool
    options: Options
    items: tuple[Item, ...]

    @property
    def total(self) -> int:
        return sum([item.points for item in self.items])

    @property
    def categories(self) -> dict[str, int]:
        """Points of each category, zeros included.

        >>> count("8S 7H 7D 2C", "6C").categories
        {'fifteens': 8, 'pairs': 2, 'runs': 6, 'flush': 0, 'nobs': 0}
        """
        points = dict.fromkeys(CATEGORIES, 0)
        for item in self.items:
            points[CATEGORY_OF_RULE[item.rule]] += item.points
        return points

    @property
    def lines(self) -> tuple[CountLine, ...]:
        """The items with the words and the running total of a player who counts aloud."""
        lines: list[CountLine] = []
        total = 0
        for item, call in zip(self.items, _calls(self.items), strict=True):
            total += item.points
            lines.append(CountLine(item, CATEGORY_OF_RULE[item.rule], call, total))
        return tuple(lines)

    @property
    def spoken(self) -> str:
        """The whole count as a player says it.

        >>> count("4S 4H 6D 9C", "5S").spoken
        'fifteen two, fifteen four, fifteen six, a pair is eight, a run of three is eleven, \
and a run of three is fourteen'
        >>> count("2S 4H 6D 8C", "TH").spoken
        'nothing: a nineteen hand'
        """
        return ", ".join(_calls(self.items)) or "nothing: a nineteen hand"

    @property
    def title(self) -> str:
        """What is counted, in words: ``5♥ 5♦ 5♠ J♣ with the starter 5♣``."""
        what = "the crib " if self.crib else ""
        return f"{what}{' '.join(card.short for card in self.hand)} with the starter {self.starter.short}"

    def __str__(self) -> str:
        rows = [
            (line.call, " ".join(card.short for card in line.item.cards), line.item.points, line.item.rule)
            for line in self.lines
        ]
        wide = max([len(row[0]) for row in rows], default=0)
        text = [f"{self.title} ({self.options.label})"]
        text += [f"  {call:<{wide}}  {cards:<14} {points:>2}  {rule}" for call, cards, points, rule in rows]
        text.append(f"  {'total' if rows else self.spoken:<{wide}}  {'':<14} {self.total:>2}")
        return "\n".join(text)

    def __repr__(self) -> str:
        return str(self)

    def _repr_html_(self) -> str:
        rows = "".join(
            f"<tr><th scope='row' style='text-align:left'><em>{escape(line.call)}</em></th>"
            f"<td style='text-align:left'>{escape(list_cards(line.item.cards))}</td>"
            f"<td>{line.item.points}</td><td style='text-align:left'><code>{line.item.rule}</code></td></tr>"
            for line in self.lines
        )
        return (
            f"<table><caption>{escape(self.title)} ({escape(self.options.label)})</caption>"
            "<thead><tr><th scope='col'>count</th><th scope='col'>cards</th>"
            "<th scope='col'>points</th><th scope='col'>rule</th></tr></thead>"
            f"<tbody>{rows}</tbody><tfoot><tr><th scope='row' colspan='2'>total</th>"
            f"<td><strong>{self.total}</strong></td><td></td></tr></tfoot></table>"
        )


def count(hand: CardsLike, starter: CardLike, crib: bool = False, options: Options | str = COURSE) -> Count:
    """Everything four cards and the starter count, as a hand or (`crib`) as the crib.

    `options` may be the name of a preset.

    Implements CRIB-SHOW-02 to CRIB-SHOW-13 and CRIB-VAL-01 to CRIB-VAL-03.

    >>> count("7H 9H QH KH", "2D").total, count("7H 9H QH KH", "2D", crib=True).total
    (4, 0)

    Raises `NotationError` for anything that is not a card, `IllegalActionError` for cards that cannot be
    counted (not four, the same one twice, a joker), and `ValueError` for a `crib` that is not True or False
    or for anything but options.
    """
    if crib not in (True, False):
        raise InputError(f"crib is True or False, not {quoted(crib)}")
    options = as_options(options)
    four = parse_cards(hand)
    turned = Card(starter)
    if len(four) != 4 or len({*four, turned}) != 5 or turned >= 52 or max(four) >= 52:
        raise IllegalActionError(_faults(four, turned))
    return count_cards(tuple(sorted(four)), turned, crib, options)


def count_cards(four: tuple[Card, ...], turned: Card, crib: bool, options: Options) -> Count:
    """`count` for four sorted cards and a starter that are known to be in order."""
    five = tuple(sorted((*four, turned)))
    items = _rank_items(five)
    items += _suits(four, turned, crib, options)
    return Count(four, turned, crib, options, tuple(items))


def held_items(hand: CardsLike, options: Options | str = COURSE) -> tuple[Item, ...]:
    """What the four cards of a hand count while the starter is still unknown.

    >>> [item.name for item in held_items("7S 8H 8D 9C")]
    ['fifteen', 'fifteen', 'pair', 'run of three', 'run of three']
    """
    four = tuple(sorted(parse_cards(hand)))
    items = _rank_items(four)
    if _one_suit(four) and as_options(options).flush_hand == "four_or_five":
        items.append(_flush_of_four(four))
    return tuple(items)


def _rank_items(cards: tuple[Card, ...]) -> list[Item]:
    """Fifteens, pairs and runs of sorted cards."""
    return [
        Item(rule, name, pick(cards), points)
        for rule, name, pick, points in _combinations(tuple([card >> 2 for card in cards]))
    ]


@cache
def _combinations(ranks: tuple[int, ...]) -> tuple[tuple[str, str, Pick, int], ...]:
    """Fifteens, pairs and runs of up to five sorted ranks (0 is the ace): rule, name, cards, points.

    Suits play no part in them, so each of the 6,175 sets of five ranks is worked out once.
    """
    values = [min(rank + 1, 10) for rank in ranks]
    found = [("CRIB-SHOW-03", "fifteen", pick, 2) for pick in _picks(len(ranks)) if sum(pick(values)) == 15]
    at = {rank: [place for place, other in enumerate(ranks) if other == rank] for rank in sorted(set(ranks))}
    for places_of in at.values():
        if len(places_of) > 1:
            rule, name, points = _ALIKE[len(places_of)]
            found.append((rule, name, itemgetter(*places_of), points))
    for run in _longest_runs(sorted(at)):
        for choice in product(*(at[rank] for rank in run)):
            found.append(("CRIB-SHOW-07", f"run of {spelled(len(run))}", itemgetter(*choice), len(run)))
    return tuple(found)


@cache
def _picks(size: int) -> tuple[Pick, ...]:
    """What picks each set of two or more of `size` cards: small sets first, high cards first."""
    places = range(size - 1, -1, -1)
    return tuple([itemgetter(*some) for many in range(2, size + 1) for some in combinations(places, many)])


_ALIKE = {
    2: ("CRIB-SHOW-04", "pair", 2),
    3: ("CRIB-SHOW-05", "three of a kind", 6),
    4: ("CRIB-SHOW-06", "four of a kind", 12),
}


def _longest_runs(ranks: list[int]) -> list[list[int]]:
    """The longest stretch of three or more neighbouring ranks; in five cards there is at most one."""
    runs = [
        ranks[first:last]
        for first, last in combinations(range(len(ranks) + 1), 2)
        if last - first >= 3 and ranks[last - 1] - ranks[first] == last - first - 1
    ]
    return [max(runs, key=len)] if runs else []


def _suits(four: tuple[Card, ...], turned: Card, crib: bool, options: Options) -> list[Item]:
    """What the suits pay: a flush, and his nobs (CRIB-SHOW-08 to CRIB-SHOW-10)."""
    items: list[Item] = []
    if _one_suit(four):
        items = _flush(four, turned, crib, options)
    nobs = _NOBS[turned & 3]
    if nobs in four:
        items.append(Item("CRIB-SHOW-10", "his nobs", (nobs,), 1))
    return items


_NOBS = tuple(Card(f"J{suit}") for suit in "CDHS")


def _one_suit(four: tuple[Card, ...]) -> bool:
    suit = four[0] & 3
    return four[1] & 3 == suit and four[2] & 3 == suit and four[3] & 3 == suit


def _flush_of_four(four: tuple[Card, ...]) -> Item:
    return Item("CRIB-SHOW-08", "flush of four", four, 4)


def _flush(four: tuple[Card, ...], turned: Card, crib: bool, options: Options) -> list[Item]:
    """The flush of four cards already known to be of one suit (CRIB-SHOW-08, CRIB-SHOW-09)."""
    rule = "CRIB-SHOW-09" if crib else "CRIB-SHOW-08"
    if turned & 3 == four[0] & 3:
        return [Item(rule, "flush of five", (*four, turned), 5)]
    if crib or options.flush_hand == "five_only":
        return []
    return [_flush_of_four(four)]


def _calls(items: tuple[Item, ...]) -> list[str]:
    """The words of a player who counts aloud, an item at a time."""
    calls = []
    total = 0
    for rule, name, _, points in items:
        total += points
        calls.append(_call(rule, name, total))
    if len(items) > 1 and items[-1].rule != "CRIB-SHOW-03":
        calls[-1] = f"and {calls[-1]}"
    return calls


@cache
def _call(rule: str, name: str, total: int) -> str:
    """One item counted aloud, with the total it makes."""
    if rule == "CRIB-SHOW-03":
        return f"fifteen {spelled(total)}"
    return f"{_ARTICLES.get(name, 'a ')}{name} is {spelled(total)}"


_ARTICLES = {"his nobs": "one for ", "three of a kind": "", "four of a kind": ""}


def _faults(four: tuple[Card, ...], turned: Card) -> list[Refusal]:
    """All that is wrong with cards that cannot be counted."""
    faults = []
    if len(four) != 4:
        faults.append(
            Refusal(
                "CRIB-SHOW-02", f"a hand is counted with four cards and the starter, not with {len(four)}"
            )
        )
    faults += [
        Refusal("CRIB-PACK-01", "there are no jokers in a Cribbage pack")
        for card in dict.fromkeys((*four, turned))
        if card.rank is Rank.JOKER
    ]
    for card, copies in Counter((*four, turned)).items():
        if copies > 1 and card.rank is not Rank.JOKER:
            where = "in the hand and as the starter" if card == turned else "in the hand twice"
            faults.append(Refusal("CRIB-PACK-01", f"{card.short} cannot be {where}: the pack holds only one"))
    return faults
