"""The play by search: every card that fits is played out against many hands the others may hold.

The same hands serve every card, so that the cards are compared and not the luck. In each, everybody
plays on prudently; what a card is worth is what its player pegs, less what the others peg, on average.
"""

from __future__ import annotations

from collections.abc import Callable
from itertools import pairwise
from random import Random
from typing import NamedTuple, TypeAlias

from cardlab.cribbage.players.beliefs import sample_hands
from cardlab.cribbage.players.counts import place_of
from cardlab.cribbage.players.playout import PASSES, Position, Rules, play_out
from cardlab.cribbage.state import View

Value: TypeAlias = Callable[[float, float], float]
"""What it is worth that one's own side pegs so many points from here on, and the others so many."""


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
    place = place_of([card >> 2 for card in view.run], view.options, view.total)
    seats = [of for of, _ in view.plays[view.fresh :]]
    # In a position that names the count but not its cards, the player before made it.
    last = seats[-1] if seats else (view.turn - 1) % players if view.total else -1
    passed = any((first + 1) % players != then for first, then in pairwise(seats))
    return Position(place, view.turn, last, view.out, passed)


def weigh(view: View, options: list[int], number: int, random: Random, value: Value = net) -> list[Weighed]:
    """Each of `options` (ranks that fit, or `PASSES`) played out against about `number` deals."""
    rules, position = Rules.of(view.options), position_of(view)
    seat, sides = position.turn, view.options.sides
    mine = seat % sides
    samples = sample_hands(view, seat, number, random)
    whole = sum([weight for _, weight in samples])
    weighed = []
    for rank in options:
        worth = 0.0
        for hands, weight in samples:
            points = play_out(rules, position, [list(hand) for hand in hands], rank)
            own = sum(points[mine::sides])
            # Of three players, the other two count half each.
            others = sum(points) - own
            worth += weight * value(own, others if sides == 2 else others / 2)
        weighed.append(Weighed(rank, 0 if rank == PASSES else position.place.points[rank], worth / whole))
    return weighed
