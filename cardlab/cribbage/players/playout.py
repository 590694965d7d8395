"""The rest of a play, played out in ranks: what the players' search and the simulator run thousands of times.

It follows the referee exactly (a test compares them, deal by deal, under every option), but knows no
suits, no events and no cards that cannot be played.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple, TypeAlias

from cardlab.cribbage.players.pegging_graph import NEVER, Node, node_of
from cardlab.cribbage.rules.options import Options
from cardlab.cribbage.rules.pegging import LIMIT

HEELS = 2
"""What a jack turned up pays the dealer (CRIB-START-03)."""


class Rules(NamedTuple):
    """What of the options matters in the play, ready at hand."""

    start: Node
    go_caller_leads: bool
    point_on_31: bool
    separate: bool
    may_stop: bool

    @classmethod
    def of(cls, options: Options) -> Rules:
        return cls(
            node_of((), options),
            options.next_lead == "go_caller",
            options.go_then_31 == "one_and_two",
            options.last_card_after_go == "separate",
            options.go_continue == "may",
        )


Chooser: TypeAlias = Callable[[Node, list[int], int, bool], int]
"""Chooses from a hand, given the number of cards that the next player holds and whether to stop is allowed.

It gives a rank that fits, `PASSES` or, before its first card of a deal, `CLAIMS_HEELS`.
"""

PASSES = -1
"""In place of a rank: the seat says go, or stops."""
CLAIMS_HEELS = -2
"""In place of a rank: the dealer claims two points for a jack turned up, and is asked again."""
NEVER_WON = 10_000
"""A target that no play can reach."""


def prudent(node: Node, hand: list[int], opponent: int, may_stop: bool = False) -> int:
    """The rank that pays most after the next player's likely answer; `PASSES` if none fits.

    `opponent` is the number of cards that the next player holds. It is quick, and no bad player.
    """
    best, worth = PASSES, NEVER
    values = node.prudent[opponent]
    for rank in hand:
        value = values[rank]
        if value is None:
            value = node.judge(rank, opponent)
        if value > worth:
            best, worth = rank, value
    return best


class Position(NamedTuple):
    """Where a play stands. `last` played the last card of this count (-1 at its start), `passed` are the
    seats that said go or stopped in it, in order, and `skipped` says whether a seat was passed over
    between two of its cards."""

    node: Node
    turn: int
    last: int = -1
    passed: tuple[int, ...] = ()
    skipped: bool = False


def play_out(rules: Rules, position: Position, hands: list[list[int]], first: int | None = None) -> list[int]:
    """The points each seat pegs from here to the last card when all play prudently.

    `hands` are the ranks held, a seat, and are used up. `first` is what the seat to act does, if that is
    given: a rank that fits, or `PASSES`.
    """
    players = len(hands)
    points = [0] * players
    play_on(rules, position, hands, (prudent,) * players, points, NEVER_WON, first)
    return points


def play_on(
    rules: Rules,
    position: Position,
    hands: list[list[int]],
    choosers: Sequence[Chooser],
    scores: list[int],
    target: int,
    action: int | None = None,
) -> str | None:
    """Plays on to the last card or until a score reaches the target, and says how the game then ended.

    `hands` are the ranks held, a seat, and are used up; `scores`, one a side, are added to.
    """
    node, turn, last, passed, skipped = position
    start, go_caller_leads, point_on_31, separate, may_stop = rules
    players, sides = len(hands), len(scores)
    left = sum([len(hand) for hand in hands])
    following = _FOLLOWING[players]
    hand, then = hands[turn], following[turn]
    stop = may_stop and bool(passed)
    if action is None:
        action = choosers[turn](node, hand, len(hands[then]), stop)
    while True:
        if action >= 0:
            hand.remove(action)
            left -= 1
            paid = node.points[action]
            node = node.steps[action] or node.after(action)
            if paid:
                scores[turn % sides] += paid
                if scores[turn % sides] >= target:
                    return "in the play"
            if last >= 0 and following[last] != turn:
                skipped = True
            last = turn
        elif action == PASSES:
            passed = (*passed, turn)
            stop = may_stop
        else:
            scores[turn % sides] += HEELS
            if scores[turn % sides] >= target:
                return "at heels"
            then = turn
        if not left or node.total == LIMIT:
            then = -1
        elif then == last or not hands[then] or then in passed:  # mostly it is simply the next player
            then = _next(node, hands, turn, last, passed)
        if then < 0:
            if node.total != LIMIT:
                scores[last % sides] += 2 if separate and skipped and not left else 1
            elif passed and point_on_31:
                scores[last % sides] += 1
            if scores[last % sides] >= target:
                return "in the play"
            if not left:
                return None
            if passed and go_caller_leads:
                then = passed[0]
            else:
                then = following[last]
                while not hands[then]:
                    then = following[then]
            node, last, passed, skipped, stop = start, -1, (), False, False
        turn, then = then, following[then]
        hand = hands[turn]
        action = choosers[turn](node, hand, len(hands[then]), stop)


_FOLLOWING = {players: (*range(1, players), 0) for players in (2, 3, 4)}
"""The seat to the left of each, by number of players."""


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
