"""The rest of a play, played out in ranks: what the search of the players runs thousands of times.

It follows the referee exactly (a test compares them, deal by deal, under every option), but knows no
suits, no events and no cards that cannot be played.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple, TypeAlias

from cardlab.cribbage.players.pegging_graph import NEVER, Node, node_of
from cardlab.cribbage.rules.options import Options
from cardlab.cribbage.rules.pegging import LIMIT


class Rules(NamedTuple):
    """What of the options matters in the play, ready at hand."""

    start: Node
    go_caller_leads: bool
    point_on_31: bool
    separate: bool

    @classmethod
    def of(cls, options: Options) -> Rules:
        return cls(
            node_of((), options),
            options.next_lead == "go_caller",
            options.go_then_31 == "one_and_two",
            options.last_card_after_go == "separate",
        )


def prudent(node: Node, hand: list[int], opponent: int) -> int:
    """The rank that pays most after the next player's likely answer; -1 if none fits.

    `opponent` is the number of cards that the next player holds. It is quick, and no bad player.
    """
    best, worth = -1, NEVER
    values = node.prudent[opponent]
    for rank in hand:
        value = values[rank]
        if value is None:
            value = node.judge(rank, opponent)
        if value > worth:
            best, worth = rank, value
    return best


Chooser: TypeAlias = Callable[[Node, list[int], int], int]
"""Chooses a rank from a hand, given the number of cards that the next player holds; -1 for go."""

PASSES = -1
"""In place of a rank: the seat says go, or stops."""


class Position(NamedTuple):
    """Where a play stands. `last` played the last card of this count (-1 at its start), `passed` are the
    seats that said go or stopped in it, in order, and `skipped` says whether a seat was passed over
    between two of its cards."""

    node: Node
    turn: int
    last: int = -1
    passed: tuple[int, ...] = ()
    skipped: bool = False


def play_out(
    rules: Rules,
    position: Position,
    hands: list[list[int]],
    first: int | None = None,
    choose: Chooser = prudent,
) -> list[int]:
    """The points each seat pegs from here to the last card.

    `hands` are the ranks held, a seat, and are used up. `first` is what the seat to act does, if that is
    not left to `choose`: a rank that fits, or `PASSES`.
    """
    node, turn, last, passed, skipped = position
    players = len(hands)
    points = [0] * players
    left = sum([len(hand) for hand in hands])
    rank = choose(node, hands[turn], len(hands[(turn + 1) % players])) if first is None else first
    while True:
        if rank >= 0:
            hands[turn].remove(rank)
            left -= 1
            points[turn] += node.points[rank]
            node = node.after(rank)
            skipped = skipped or (last >= 0 and (last + 1) % players != turn)
            last = turn
        else:
            passed = (*passed, turn)
        if not left or node.total == LIMIT:
            turn = -1
        else:
            then = turn + 1 if turn + 1 < players else 0
            # Mostly it is simply the next player; `_next` goes into the rest.
            simple = then != last and hands[then] and then not in passed
            turn = then if simple else _next(node, hands, turn, last, passed)
        if turn < 0:
            points[last] += _closing(rules, node, passed, skipped, done=not left)
            if not left:
                return points
            turn = passed[0] if passed and rules.go_caller_leads else _leader(hands, last)
            node, last, passed, skipped = rules.start, -1, (), False
        rank = choose(node, hands[turn], len(hands[(turn + 1) % players]))


def _next(node: Node, hands: list[list[int]], turn: int, last: int, passed: tuple[int, ...]) -> int:
    """The seat that acts next in this count; -1 if the count is over."""
    players = len(hands)
    for step in range(1, players + 1):
        then = (turn + step) % players
        held = hands[then]
        if not held or then in passed:
            continue
        if then != last:
            return then
        points = node.points
        for rank in held:
            if points[rank] >= 0:
                return then
        return -1
    return -1


def _closing(rules: Rules, node: Node, passed: tuple[int, ...], skipped: bool, done: bool) -> int:
    """The points for the go, the last card, or both, to whoever played last."""
    if node.total == LIMIT:
        return 1 if passed and rules.point_on_31 else 0
    return 2 if done and rules.separate and skipped else 1


def _leader(hands: list[list[int]], last: int) -> int:
    players = len(hands)
    return next(seat for seat in ((last + step) % players for step in range(1, players + 1)) if hands[seat])
