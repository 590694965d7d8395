"""How a game ended, what it is worth, and who deals next (CRIB-END-02 to CRIB-END-06, CRIB-CUT-04)."""

from __future__ import annotations

from collections.abc import Sequence

from cardlab.cribbage.rules.options import Options
from cardlab.game import GameOutcome


def result(options: Options, scores: Sequence[int], winner: int, reason: str) -> GameOutcome:
    """The outcome of a game that side `winner` has won; `scores` a side.

    `games` is what the win is worth: games, or under `acc` game points (2, and 3 for a skunk). With
    three players it counts more only if both others fell short.

    >>> result(Options(), (121, 60), 0, "at the show").label
    'lurch'
    >>> result(Options(loss_scheme="skunk"), (121, 60), 0, "in the play").games
    4
    """
    best_loser = max(score for side, score in enumerate(scores) if side != winner)
    label, games, rules = _worth(options, best_loser)
    return GameOutcome(reason, winner, tuple(scores), games, label, ("CRIB-END-02", *rules))


def _worth(options: Options, score: int) -> tuple[str, int, tuple[str, ...]]:
    """What a win over a loser with `score` is called and worth, and the rules that say so."""
    target = options.target
    short_of_half = 2 * score < target
    if options.loss_scheme == "lurch":
        return ("lurch", 2, ("CRIB-END-04",)) if short_of_half else ("game", 1, ())
    skunks = target == 121 or options.skunk_in_61 == "scaled"
    if options.loss_scheme == "acc":
        return ("skunk", 3, ("CRIB-END-05",)) if skunks and target - score >= 31 else ("game", 2, ())
    if skunks and short_of_half:
        return "double skunk", 4, ("CRIB-END-06",)
    if skunks and 4 * score < 3 * target:
        return "skunk", 2, ("CRIB-END-05",)
    return "game", 1, ()


def next_first_dealer(options: Options, scores: Sequence[int], dealer: int) -> int:
    """Who deals first in the next game: the loser of the last one (CRIB-CUT-04).

    With three players the one furthest behind, with partners one of the losing pair; where that
    leaves a choice, the first of them to the left of the last `dealer`.

    >>> next_first_dealer(Options(), (121, 98), dealer=1), next_first_dealer(Options(), (98, 121), dealer=1)
    (1, 0)
    """
    lowest = min(scores)
    order = [(dealer + step) % options.players for step in range(1, options.players + 1)]
    return next(seat for seat in order if scores[seat % options.sides] == lowest)
