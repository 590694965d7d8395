"""The play in ranks: every count that can come up is a place in a graph, and a card is a step.

What a card pays depends on the running total and on the last few cards only, so counts that differ in
nothing else are one place. Places are made when first reached. The players search in this graph; tests
prove its points equal to those of `peg`. Ranks run from 0 (ace) to 12 (king).

>>> node = node_of([4, 9])  # five and ten are fifteen
>>> node.total, node.points[9], node.after(3).points[2]
(15, 2, 0)
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache

from cardlab.cribbage.rules.options import COURSE, Options
from cardlab.cribbage.rules.pegging import LIMIT

VALUES = tuple(min(rank + 1, 10) for rank in range(13))
"""What each rank counts."""
DOES_NOT_FIT = -1
NEVER = -99.0

_LONGEST_RUN = 7
# How often a player's kept hand has a given card, by rank; and from it, how often a player with n cards
# (n = 1 to 4) holds a rank at all. Rough figures: they only have to tell likely answers from rare ones.
_CARD = (0.065, 0.07, 0.075, 0.08, 0.10, 0.077, 0.068, 0.068, 0.068, 0.07, 0.078, 0.065, 0.058)
_HOLDS = tuple(tuple(1 - (1 - card) ** cards for card in _CARD) for cards in range(5))


CAUTION = 0.8
"""What a prudent player deducts from a card's points, for each point that is answered on average."""
KEEP_LOW = 0.03
"""What such a player prefers a card for each pip it counts: low cards are worth keeping."""


class Node:
    """A count: its total, what each rank would pay (`DOES_NOT_FIT` if too high), and where it leads.

    `prudent[n]` is what each rank is worth before an opponent with n cards, or None as long as `judge` has
    not been asked. `steps` are the places that `after` has led to so far.
    """

    __slots__ = ("_graph", "_reply", "_tail", "points", "prudent", "steps", "total")

    def __init__(self, graph: _Graph, total: int, tail: tuple[int, ...]) -> None:
        self.total = total
        beside = graph.beside(tail)
        self.points = [
            DOES_NOT_FIT if paid == DOES_NOT_FIT else paid + more
            for paid, more in zip(_BY_TOTAL[total], beside, strict=True)
        ]
        self._reply: tuple[float, ...] | None = None
        self._tail = tail
        self.steps: list[Node | None] = [None] * 13
        self._graph = graph
        self.prudent: list[list[float | None]] = [_UNJUDGED[total]] * 5

    @property
    def reply(self) -> tuple[float, ...]:
        """What an opponent with 0, 1, ... 4 cards answers on average, in points."""
        if self._reply is None:
            self._reply = _reply(self.points)
        return self._reply

    def judge(self, rank: int, opponent: int) -> float:
        """What a card is worth to a prudent player: points, less the likely answer; `NEVER` if too high."""
        values = self.prudent[opponent]
        value = values[rank]
        if value is None:
            if values is _UNJUDGED[self.total]:
                values = self.prudent[opponent] = values[:]
            value = self.points[rank] - CAUTION * self.after(rank).reply[opponent] + KEEP_LOW * VALUES[rank]
            values[rank] = value
        return value

    def after(self, rank: int) -> Node:
        """The place where a card of this rank, which has to fit, leads."""
        step = self.steps[rank]
        if step is None:
            step = self._graph.node(self.total + VALUES[rank], (*self._tail, rank))
            self.steps[rank] = step
        return step


class _Graph:
    """All places under one value of the option `peg_pair_royal`."""

    def __init__(self, alike: Sequence[int]) -> None:
        self.alike = alike
        self._nodes: dict[tuple[int, ...], Node] = {}
        self._beside: dict[tuple[int, ...], list[int]] = {}

    def beside(self, tail: tuple[int, ...]) -> list[int]:
        """What a card of each rank pays for pairs and runs after the cards of `tail`."""
        points = self._beside.get(tail)
        if points is None:
            points = self._beside[tail] = _pairs_and_runs(tail, self.alike)
        return points

    def node(self, total: int, cards: tuple[int, ...]) -> Node:
        tail = _relevant(cards)
        node = self._nodes.get((total, *tail))
        if node is None:
            node = self._nodes[total, *tail] = Node(self, total, tail)
        return node


@cache
def _graph(pair_royal: object) -> _Graph:
    # What the last card pays when so many in a row are alike; of five there are none.
    return _Graph((0, 0, 2, 2 if pair_royal == "absent" else 6, 12, 0))


def node_of(ranks: Sequence[int], options: Options = COURSE, total: int | None = None) -> Node:
    """The place of a count made by cards of these ranks, in order; `total` if it is more than they show."""
    known = sum([VALUES[rank] for rank in ranks])
    return _graph(options.peg_pair_royal).node(known if total is None else total, tuple(ranks))


def _relevant(cards: tuple[int, ...]) -> tuple[int, ...]:
    """The last cards that can still matter: those alike at the end, or those a run could still take in."""
    if not cards:
        return cards
    last = cards[-1]
    alike = _alike(cards, last)
    if alike > 1:
        return cards[-alike:]
    low = high = last
    size = 0
    for card in reversed(cards):
        low, high = min(low, card), max(high, card)
        if high - low >= _LONGEST_RUN or card in cards[len(cards) - size :]:
            break
        size += 1
    return cards[-size:]


def _alike(cards: Sequence[int], rank: int) -> int:
    """How many cards at the end have this rank."""
    number = 0
    for card in reversed(cards):
        if card != rank:
            break
        number += 1
    return number


def _pairs_and_runs(tail: tuple[int, ...], alike: Sequence[int]) -> list[int]:
    """What a card of each rank pays for a pair or a run on a count that ends in `tail`."""
    points = [0] * 13
    if not tail:
        return points
    seen: list[int] = []
    for card in reversed(tail):
        if card in seen:
            break
        seen.append(card)
        size, low, high = len(seen), min(seen), max(seen)
        if size < 2 or high - low > size:
            continue
        # Cards without a gap are made longer at either end, a single gap is filled.
        gaps = (low - 1, high + 1) if high - low < size else set(range(low, high)).difference(seen)
        for rank in gaps:
            if 0 <= rank < 13:
                points[rank] = size + 1
    points[tail[-1]] = alike[_alike(tail, tail[-1]) + 1]
    return points


def _fifteen_or_31(total: int, value: int) -> int:
    """What a card that counts `value` pays by the total alone."""
    after = total + value
    if after > LIMIT:
        return DOES_NOT_FIT
    return 2 if after in (15, LIMIT) else 0


_BY_TOTAL = tuple([_fifteen_or_31(total, value) for value in VALUES] for total in range(LIMIT + 1))
_UNJUDGED: tuple[list[float | None], ...] = tuple(
    [None if paid >= 0 else NEVER for paid in points] for points in _BY_TOTAL
)
"""What `Node.prudent` begins with; a copy is made when the first rank is judged."""


def _reply(points: Sequence[int]) -> tuple[float, ...]:
    """The best answer on average, when an opponent has 0, 1, ... 4 cards and takes the most points."""
    paying = sorted([(paid, rank) for rank, paid in enumerate(points) if paid > 0], reverse=True)
    averages = []
    for holds in _HOLDS:
        average, nothing_better = 0.0, 1.0
        for paid, rank in paying:
            average += nothing_better * holds[rank] * paid
            nothing_better *= 1 - holds[rank]
        averages.append(average)
    return tuple(averages)
