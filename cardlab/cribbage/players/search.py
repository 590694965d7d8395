"""The play by search: every card that fits is played out against many hands the others may hold.

The same hands serve every card, so that the cards are compared and not the luck. In each, everybody
plays on prudently; what a card is worth is what its player pegs, less what the others peg, on average.
"""

from __future__ import annotations

from collections.abc import Callable
from itertools import pairwise
from random import Random
from typing import NamedTuple, TypeAlias

from cardlab.cribbage.players.beliefs import Deal, sample_hands
from cardlab.cribbage.players.pegging_graph import node_of
from cardlab.cribbage.players.playout import PASSES, Position, Rules, play_out
from cardlab.cribbage.rules.state import View

Value: TypeAlias = Callable[[float, float], float]
"""The worth of the points that one's own side pegs from here on (the first), and the others (the second)."""


class Weighed(NamedTuple):
    """A rank (or `PASSES`), what it pays at once, and its average value."""

    rank: int
    now: int
    value: float


def net(own: float, others: float) -> float:
    return own - others


def position_of(view: View) -> Position:
    """Where the play of `view` stands, in ranks."""
    assert view.turn is not None
    players = view.options.players
    place = node_of([card >> 2 for card in view.run], view.options, view.total)
    seats = [of for of, _ in view.plays[view.count_start :]]
    # In a position that names the count but not its cards, the player before made it.
    last = seats[-1] if seats else (view.turn - 1) % players if view.total else -1
    skipped = any((first + 1) % players != then for first, then in pairwise(seats))
    return Position(place, view.turn, last, view.passed, skipped)


def weigh(
    view: View, options: list[int], number: int, random: Random, value: Value = net, margin: float = 1.2
) -> list[Weighed]:
    """Each of `options` (ranks that fit, or `PASSES`) played out against about `number` deals.

    An option that is behind the best by `margin` after a third of the deals is not played out further.
    """
    rules, position = Rules.of(view.options), position_of(view)
    samples = sample_hands(view, position.turn, number, random)
    trial, rest = samples[::3], [deal for place, deal in enumerate(samples) if place % 3]
    sides, seat = view.options.sides, position.turn

    def play(rank: int, deals: list[Deal]) -> tuple[float, float]:
        worth = whole = 0.0
        for hands, weight in deals:
            points = play_out(rules, position, [list(hand) for hand in hands], rank)
            own = sum(points[seat % sides :: sides])
            # Of three players, the other two count half each.
            others = sum(points) - own
            worth += weight * value(own, others if sides == 2 else others / 2)
            whole += weight
        return worth, whole

    first = [play(rank, trial) for rank in options]
    best = max(worth / whole for worth, whole in first)
    weighed = []
    for rank, (worth, whole) in zip(options, first, strict=True):
        if worth / whole > best - margin:
            more = play(rank, rest)
            worth, whole = worth + more[0], whole + more[1]
        now = 0 if rank == PASSES else position.node.points[rank]
        weighed.append(Weighed(rank, now, worth / whole))
    return weighed
