"""The play by search: every card that fits is played out against many hands the others may hold.

The same hands serve every card, so that the cards are compared and not the luck. In each, everybody
plays on prudently; what a card is worth is what its player pegs, less what the others peg, on average.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import pairwise
from random import Random
from typing import NamedTuple, TypeAlias

from cardlab.cribbage.players.beliefs import Deal, Ranks, sample_hands
from cardlab.cribbage.players.pegging_graph import node_of
from cardlab.cribbage.players.playout import NEVER_WON, PASSES, Position, Rules, play_on, prudent
from cardlab.cribbage.rules.state import View

Value: TypeAlias = Callable[[float, float, Sequence[Ranks]], float]
"""The worth of the points that one's own side pegs from here on (the first), and the others (the second),
when the seats hold such ranks."""


class Weighed(NamedTuple):
    """A rank (or `PASSES`), what it pays at once, and its average value."""

    rank: int
    now: int
    value: float


def net(own: float, others: float, hands: Sequence[Ranks]) -> float:
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
    view: View,
    options: list[int],
    number: int,
    random: Random,
    value: Value = net,
    margin: float = 1.2,
    race: bool = False,
) -> list[Weighed]:
    """Each of `options` (ranks that fit, or `PASSES`) played out against about `number` deals.

    An option that is behind the best by `margin` after a third of the deals is not played out further.
    In a `race` of two, a play ends when a seat has pegged all that it needs to win.
    """
    rules, position = Rules.of(view.options), position_of(view)
    samples = sample_hands(view, position.turn, number, random)
    trial, rest = samples[::3], [deal for place, deal in enumerate(samples) if place % 3]
    sides, side = view.options.sides, position.turn % view.options.sides
    begun = list(view.scores) if race else [0] * sides
    target = view.options.target if race else NEVER_WON
    all_prudent = (prudent,) * view.options.players

    def play(rank: int, deals: list[Deal]) -> tuple[float, float]:
        worth = whole = 0.0
        for hands, weight in deals:
            points = begun[:]
            play_on(rules, position, [list(hand) for hand in hands], all_prudent, points, target, rank)
            own = points[side] - begun[side]
            # Of three players, the other two count half each.
            others = sum(points) - sum(begun) - own
            worth += weight * value(own, others if sides == 2 else others / 2, hands)
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
