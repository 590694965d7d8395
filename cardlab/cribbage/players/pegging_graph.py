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

    `reply[n]` is what an opponent with n cards answers on average, in points. `prudent[n]` is what each
    rank is worth before an opponent with n cards, or None as long as `judge` has not been asked.
    """

    __slots__ = ("_graph", "_steps", "_tail", "points", "prudent", "reply", "total")

    def __init__(self, graph: _Graph, total: int, tail: tuple[int, ...]) -> None:
        self.total = total
        self.points = [_points(total, tail, rank, graph.alike) for rank in range(13)]
        self.reply = _reply(self.points)
        self._tail = tail
        self._steps: list[Node | None] = [None] * 13
        self._graph = graph
        unjudged = [None if paid >= 0 else NEVER for paid in self.points]
        self.prudent: list[list[float | None]] = [unjudged[:] for _ in range(5)]

    def judge(self, rank: int, opponent: int) -> float:
        """What a card is worth to a prudent player: points, less the likely answer; `NEVER` if too high."""
        value = self.prudent[opponent][rank]
        if value is None:
            value = self.points[rank] - CAUTION * self.after(rank).reply[opponent] + KEEP_LOW * VALUES[rank]
            self.prudent[opponent][rank] = value
        return value

    def after(self, rank: int) -> Node:
        """The place where a card of this rank, which has to fit, leads."""
        step = self._steps[rank]
        if step is None:
            step = self._graph.node(self.total + VALUES[rank], (*self._tail, rank))
            self._steps[rank] = step
        return step


class _Graph:
    """All places under one value of the option `peg_pair_royal`."""

    def __init__(self, alike: Sequence[int]) -> None:
        self.alike = alike
        self._nodes: dict[tuple[int, ...], Node] = {}

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


def _points(total: int, tail: tuple[int, ...], rank: int, alike: Sequence[int]) -> int:
    """What a card of `rank` pays on a count that stands at `total` and ends in `tail`."""
    total += VALUES[rank]
    if total > LIMIT:
        return DOES_NOT_FIT
    points = 2 if total in (15, LIMIT) else 0
    same = _alike(tail, rank)
    if same:
        return points + alike[same + 1]
    run = 0
    low = high = rank
    for size, card in enumerate(reversed(tail), 2):
        low, high = min(low, card), max(high, card)
        if card == rank or card in tail[len(tail) - size + 2 :]:
            break
        if size > 2 and high - low == size - 1:
            run = size
    return points + run


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
