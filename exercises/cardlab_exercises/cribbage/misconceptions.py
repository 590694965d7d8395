"""The common mistakes in a count, and what each would make of given cards.

A `Slip` says how many points somebody who makes this mistake here gets in its category. So a mistake is
recognised only where the cards invite it, the number fits, and no other mistake gives the same
number. What is right comes from the items of the count alone.

>>> from cardlab.cribbage import count
>>> for slip in slips(count("4D 6S 7H 9S", "JC")):
...     print(slip.mistake, slip.category, slip.points)
crib-fifteen-missed fifteens 0
crib-fifteen-one-point fifteens 1
crib-court-eleven fifteens 4
crib-fifteen-near-miss fifteens 4
crib-two-neighbours runs 2
crib-starter-jack-nobs nobs 1
crib-heels-again nobs 2
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import combinations, product
from math import prod
from typing import NamedTuple

from cardlab.cards import Card, Rank, list_cards
from cardlab.cribbage import Count
from cardlab.wording import lower

Sets = tuple[tuple[Card, ...], ...]


class Slip(NamedTuple):
    """One mistake somebody could make here: the points it gives in its category, and a sentence on it.

    `sets` are the cards that prove it; there are none where they would give the answer away.
    `weight` is how easily it is made, which the sample learner goes by.
    """

    mistake: str
    category: str
    points: int
    text: str
    sets: Sets = ()
    weight: int = 2


def slips(count: Count) -> tuple[Slip, ...]:
    """Every slip that the cards invite, in the order of the count; the readiest of a category first."""
    return _slips(count)


@lru_cache(maxsize=64)
def _slips(count: Count) -> tuple[Slip, ...]:
    true = count.categories
    found = []
    for category, recognisers in _RECOGNISERS.items():
        here = [slip for recognise in recognisers for slip in recognise(count, true[category])]
        wrong = [slip for slip in here if slip.points != true[category]]
        found += sorted(wrong, key=lambda slip: -slip.weight)
    return tuple(found)


# ---------------------------------------------------------------- fifteens


def _fifteen_missed(count: Count, true: int) -> Iterator[Slip]:
    for points in range(true - 2, -1, -2):
        if points == 2 * _of_two(count) < true - 2:
            text = (
                "There are fifteens of three or more cards: add up three at a time, then four, then all five."
            )
            yield Slip("crib-fifteen-two-only", "fifteens", points, text)
            continue
        few = (true - points) // 2
        what = "One fifteen is" if few == 1 else f"{few} fifteens are"
        text = f"{what} missing. Add up two cards at a time, then three, then four, then all five."
        yield Slip("crib-fifteen-missed", "fifteens", points, text, weight=3 if few == 1 else 2)


def _of_two(count: Count) -> int:
    """How many fifteens are made of two cards alone."""
    return sum(item.rule == "CRIB-SHOW-03" and len(item.cards) == 2 for item in count.items)


def _fifteen_one_point(count: Count, true: int) -> Iterator[Slip]:
    if true % 4:  # with an even number of fifteens this looks like some of them missed
        yield Slip("crib-fifteen-one-point", "fifteens", true // 2, "Each fifteen pays 2, not 1.")


def _ace_eleven(count: Count, true: int) -> Iterator[Slip]:
    sets = tuple(
        cards for cards in _subsets(count) if cards[0].rank is Rank.ACE and sum(_values(cards)) + 10 == 15
    )
    yield from _extra(
        "crib-ace-eleven",
        "fifteens",
        true,
        sets,
        "That makes 15 only with the ace as 11, but an ace counts 1.",
    )


def _court_eleven(count: Count, true: int) -> Iterator[Slip]:
    sets = [cards for cards in _subsets(count) if sum(_ranks(cards)) == 15]
    if 2 * len(sets) > true:  # fewer would look like a fifteen missed
        odd = tuple(cards for cards in sets if sum(_values(cards)) != 15)
        text = f"{_named(odd)} would make 15 if a court card counted 11, 12 or 13, but it counts 10."
        yield Slip("crib-court-eleven", "fifteens", 2 * len(sets), text, odd)


def _near_miss(count: Count, true: int) -> Iterator[Slip]:
    sets = tuple(cards for cards in _subsets(count) if sum(_values(cards)) in (14, 16))
    if sets:
        near = f"{list_cards(sets[0])} come to {sum(_values(sets[0]))}, for example" if len(sets) > 1 else ""
        near = near or f"{list_cards(sets[0])} come to {sum(_values(sets[0]))}"
        text = f"One fifteen too many: {near}."
        yield Slip("crib-fifteen-near-miss", "fifteens", true + 2, text, sets[:1], weight=1)


# ---------------------------------------------------------------- pairs


def _alike_short(count: Count, true: int) -> Iterator[Slip]:
    for item in count.items:
        if item.rule in ("CRIB-SHOW-05", "CRIB-SHOW-06"):
            for points in range(2, item.points, 2):
                text = f"{item.name.capitalize()} hold {item.points // 2} different pairs, each worth 2."
                yield Slip("crib-alike-short", "pairs", true - item.points + points, text, (item.cards,))


def _court_pair(count: Count, true: int) -> Iterator[Slip]:
    tens = [card for card in _five(count) if card.rank >= Rank.TEN]
    sets = tuple(pair for pair in combinations(tens, 2) if pair[0].rank is not pair[1].rank)
    text = "They count ten each, but are of different ranks and so make no pair."
    yield from _extra("crib-court-pair", "pairs", true, sets, text)


def _pair_missed(count: Count, true: int) -> Iterator[Slip]:
    pays = sorted({item.points for item in count.items if item.rule in _ALIKE} | {true} - {0})
    for points in pays:
        text = "Look once more for cards of the same rank; the starter is one of the five."
        yield Slip("crib-pair-missed", "pairs", true - points, text, weight=1)


_ALIKE = ("CRIB-SHOW-04", "CRIB-SHOW-05", "CRIB-SHOW-06")


# ---------------------------------------------------------------- runs


def _double_run(count: Count, true: int) -> Iterator[Slip]:
    runs = _runs(count)
    ways = len(runs)
    if ways < 2:
        return
    size = len(runs[0])
    text = f"The run can be made in {ways} ways, with either card of a pair; each way pays {size}."
    for times in range(1, ways):
        yield Slip("crib-double-run-once", "runs", times * size, text, runs, weight=3 - (times > 1))
    for times in range(ways + 1, ways + 3):
        yield Slip("crib-double-run-too-often", "runs", times * size, text, runs)
    pairs = sum(
        item.points for item in count.items if item.rule in _ALIKE and set(item.cards) <= set().union(*runs)
    )
    if pairs:
        text = f"The runs alone pay {true}: {ways} times {size}. The pair's {pairs} belong to the pairs."
        yield Slip("crib-pair-inside-run", "runs", true + pairs, text, runs, weight=3)


def _run_one_short(count: Count, true: int) -> Iterator[Slip]:
    runs = _runs(count)
    if not runs or len(runs[0]) < 4:
        return
    ranks = sorted(_ranks(runs[0]))
    size = len(ranks)
    ways = {_ways(count, ranks[1:]), _ways(count, ranks[:-1]), len(runs)}
    text = f"It is {size} cards long and pays {size}, not {size - 1}: only the longest run counts."
    if len(runs) > 1:
        text = f"Each run is {size} cards long and pays {size}, not {size - 1}: only the longest run counts."
    for times in sorted(ways):
        points = times * (size - 1)
        yield Slip("crib-run-one-short", "runs", points, text, runs, weight=3 if times == len(runs) else 2)


def _short_runs_too(count: Count, true: int) -> Iterator[Slip]:
    runs = _runs(count)
    if not runs or len(runs[0]) < 4:
        return
    ranks = sorted(_ranks(runs[0]))
    points = true
    for size in range(len(ranks) - 1, 2, -1):
        points += sum(size * _ways(count, ranks[at : at + size]) for at in range(len(ranks) - size + 1))
        text = f"Only the longest run counts: {len(ranks)} cards. The shorter ones inside it pay nothing."
        yield Slip("crib-short-runs-too", "runs", points, text, runs)


def _two_neighbours(count: Count, true: int) -> Iterator[Slip]:
    held = _by_rank(count)
    sets = tuple(
        pair
        for low in held
        if low + 1 in held and low - 1 not in held and low + 2 not in held
        for pair in product(held[low], held[low + 1])
    )
    text = "They are neighbours, but two cards make no run: it takes three."
    yield from _extra("crib-two-neighbours", "runs", true, sets, text)


def _round_the_corner(count: Count, true: int) -> Iterator[Slip]:
    held = _by_rank(count)
    if Rank.ACE not in held or Rank.KING not in held:
        return
    below = _stretch(held, range(13, 1, -1))[::-1]
    above = _stretch(held, range(1, 13))
    for ranks in ([*below, 1], [13, *above], [*below, *above]):
        if len(ranks) < 3 or len(set(ranks)) < len(ranks):
            continue
        kept = 0 if any(set(_ranks(run)) <= set(ranks) for run in _runs(count)) else true
        points = kept + len(ranks) * _ways(count, ranks)
        cards = tuple(held[rank][0] for rank in ranks)
        text = "King and ace are no neighbours: the ace is always low."
        yield Slip("crib-run-round-the-corner", "runs", points, text, (cards,))


def _run_missed(count: Count, true: int) -> Iterator[Slip]:
    text = "There is a run: put the five cards in order, the starter among them."
    yield Slip("crib-run-missed", "runs", 0, text, weight=1)


# ---------------------------------------------------------------- flush and nobs


def _flush(count: Count, true: int) -> Iterator[Slip]:
    of_suit = [card for card in count.hand if card.suit is count.starter.suit]
    if len(of_suit) == 3:
        text = f"Without the {count.starter.name} only three of the four cards are of one suit."
        yield Slip("crib-flush-with-starter", "flush", 4, text, ((*of_suit, count.starter),))
    if true == 0 and count.crib and len({card.suit for card in count.hand}) == 1:
        text = f"In the crib the starter must be of that suit too; the {count.starter.name} is not."
        yield Slip("crib-flush-four-in-crib", "flush", 4, text, ((*count.hand, count.starter),))
    if true == 5:
        text = f"The starter, the {count.starter.name}, is of the suit of your four cards."
        five = tuple(item.cards for item in count.items if item.points == 5 and item.name.startswith("flush"))
        yield Slip("crib-flush-without-starter", "flush", 4, text, five)
    if true:
        yield Slip("crib-flush-missed", "flush", 0, "Look at the suits of the four cards.", weight=1)


def _nobs(count: Count, true: int) -> Iterator[Slip]:
    if count.starter.rank is Rank.JACK:
        text = f"The {count.starter.name} is the starter; only a jack that is held can be his nobs."
        yield Slip("crib-starter-jack-nobs", "nobs", 1, text, ((count.starter,),), weight=3)
        text = f"The {count.starter.name} paid the dealer 2 when it was turned up, and pays nothing now."
        yield Slip("crib-heels-again", "nobs", 2, text, ((count.starter,),))
    others = [card for card in count.hand if card.rank is Rank.JACK and card.suit is not count.starter.suit]
    if others and count.starter.rank is not Rank.JACK:
        text = f"The starter is the {count.starter.name}; {list_cards(others)} is not of its suit."
        if len(others) > 1:
            text = f"The starter is the {count.starter.name}; {list_cards(others)} are not of its suit."
        sets = ((*others, count.starter),)
        for extra in range(1, len(others) + 1):
            yield Slip("crib-nobs-wrong-suit", "nobs", true + extra, text, sets)
    if true:
        yield Slip("crib-nobs-missed", "nobs", 0, "Compare the suit of your jack with the starter's.")


_Recogniser = Callable[[Count, int], Iterator[Slip]]
_RECOGNISERS: dict[str, tuple[_Recogniser, ...]] = {
    "fifteens": (_fifteen_missed, _ace_eleven, _fifteen_one_point, _court_eleven, _near_miss),
    "pairs": (_alike_short, _court_pair, _pair_missed),
    "runs": (_double_run, _run_one_short, _short_runs_too, _two_neighbours, _round_the_corner, _run_missed),
    "flush": (_flush,),
    "nobs": (_nobs,),
}


# ---------------------------------------------------------------- what the cards hold


def _extra(mistake: str, category: str, true: int, sets: Sets, text: str) -> Iterator[Slip]:
    """Slips that add 2 points for each of `sets` that is taken for something it is not."""
    for number in range(1, len(sets) + 1):
        points = true + 2 * number
        yield Slip(mistake, category, points, f"{_named(sets[:number])}: {lower(text)}", sets[:number])


def _five(count: Count) -> tuple[Card, ...]:
    return tuple(sorted((*count.hand, count.starter)))


def _subsets(count: Count) -> Iterator[tuple[Card, ...]]:
    five = _five(count)
    for size in range(2, 6):
        yield from combinations(five, size)


def _values(cards: Iterable[Card]) -> list[int]:
    return [min(card.rank, 10) for card in cards]


def _ranks(cards: Iterable[Card]) -> list[int]:
    return [int(card.rank) for card in cards]


def _runs(count: Count) -> Sets:
    """The runs that pay, as the count has them."""
    return tuple(item.cards for item in count.items if item.rule == "CRIB-SHOW-07")


def _by_rank(count: Count) -> dict[int, list[Card]]:
    held: dict[int, list[Card]] = {}
    for card in _five(count):
        held.setdefault(int(card.rank), []).append(card)
    return held


def _ways(count: Count, ranks: Sequence[int]) -> int:
    """In how many ways cards of these ranks can be chosen, one of each."""
    copies = Counter(_ranks(_five(count)))
    return prod(copies[rank] for rank in ranks)


def _stretch(held: dict[int, list[Card]], ranks: Iterable[int]) -> list[int]:
    """The ranks that are held, up to the first that is not."""
    found = []
    for rank in ranks:
        if rank not in held:
            break
        found.append(rank)
    return found


def _named(sets: Sets) -> str:
    return "; ".join(list_cards(cards) for cards in sets)
