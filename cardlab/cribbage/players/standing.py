"""The chance to win a game for two; near its end a point is worth what it does for the game.

The figures come from `scripts/standing_table.py`: how many points dealer and pone peg and count in a
deal, and the next dealer's chance to win by what both sides still need, up to 121 points.

>>> 0.5 < chance(61, 61) < 0.6, chance(1, 61) > 0.95
(True, True)
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from functools import cache
from operator import mul
from typing import NamedTuple

from cardlab.cribbage.rules.state import View

MOST = 121
"""The most points a side may need: the figures reach that far."""
WITHIN = 61
"""What neither side may need more than when the players think of the end."""
NEAR = 31
"""What one side needs at most when the players begin to think of the end: some two deals."""

Spread = Sequence[float]


class Figures(NamedTuple):
    """How likely each number of points is, from 0 on; and the next dealer's chances to win.

    `chances[pone][dealer]` is the chance of the next dealer when it needs `dealer` points, the pone `pone`.
    """

    pone_pegs: Spread
    dealer_pegs: Spread
    pone_hand: Spread
    dealer_hand: Spread
    crib: Spread
    chances: tuple[Spread, ...]


@cache
def figures() -> Figures:
    from importlib.resources import files

    text = files("cardlab.cribbage").joinpath("data/standing.json").read_text(encoding="utf-8")
    data = json.loads(text)
    spreads = {name: _shares(data[name]) for name in Figures._fields[:-1]}
    by_dealer = [[number / 10_000 for number in row] for row in data["chances"]]
    # A side that needs nothing has won; such places only keep the numbering simple.
    chances = [(0.0,) * (MOST + 1)] + [
        (1.0, *[by_dealer[dealer][pone] for dealer in range(MOST)]) for pone in range(MOST)
    ]
    return Figures(**spreads, chances=tuple(chances))


def chance(dealer_needs: int, pone_needs: int) -> float:
    """The chance to win of the side that deals next, before the deal, when both need 1 to 121 points."""
    return figures().chances[pone_needs][dealer_needs]


NEARLY_OVER = "the game is nearly over: what counts is the chance to win"


def near_end(view: View) -> bool:
    """Whether the players should think of the chance to win rather than of points."""
    needs = [view.options.target - score for score in view.scores]
    return len(needs) == 2 and view.options.players == 2 and min(needs) <= NEAR and max(needs) <= WITHIN


def dealer_wins(
    dealer_needs: int,
    pone_needs: int,
    dealer_pegs: Spread,
    pone_pegs: Spread,
    dealer_show: Spread,
    pone_show: Spread,
) -> float:
    """The dealer's chance to win when the rest of the deal pays as these spreads say.

    Points fall in the order of the game (CRIB-SHOW-01): the play, the pone's hand, the dealer's hand and
    crib. If both would peg out in the same play, either may have been first.
    """
    dealer = advance(_at(dealer_needs), dealer_pegs)
    pone = advance(_at(pone_needs), pone_pegs)
    pegs_out, pone_pegs_out = dealer[0], pone[0]
    dealer[0] = 0.0
    dealer = advance(dealer, dealer_show)
    pone = advance(pone, pone_show)
    # If the game goes on, the pone deals next: what the dealer then has is what the pone has not.
    goes_on: float = sum(dealer[1:]) * sum(pone[1:])
    pone_later: float = sum(
        [
            here * sum(map(mul, row[1:], pone[1:]))
            for here, row in zip(dealer[1:], figures().chances[1:], strict=False)
            if here
        ]
    )
    wins: float = pegs_out * (1 - pone_pegs_out / 2) + (1 - pone[0]) * dealer[0] + goes_on - pone_later
    return wins


def show_wins(dealer_needs: int, pone_needs: int, pone_hand: int, dealer_hand: int, crib: Spread) -> float:
    """The dealer's chance to win when the play is over and both hands are known.

    >>> show_wins(12, 8, 8, 20, [1.0]), show_wins(12, 9, 8, 12, [1.0]), show_wins(12, 9, 8, 4, exactly(8))
    (0.0, 1.0, 1.0)
    """
    if pone_needs <= 0 or dealer_needs <= 0:
        return float(dealer_needs <= 0)
    pone_needs -= pone_hand
    if pone_needs <= 0:
        return 0.0
    dealer_needs -= dealer_hand
    chances = figures().chances
    wins = 0.0
    for made, share in enumerate(crib):
        left = dealer_needs - made
        wins += share * (1.0 if left <= 0 else 1 - chances[left][pone_needs])
    return wins


def tilted(spread: Spread, average: float) -> list[float]:
    """A spread of the same form that has another average: each point more is likelier by one factor.

    >>> tilted([0.5, 0.0, 0.5], 1.0), [round(share, 3) for share in tilted([0.5, 0.0, 0.5], 1.5)]
    ([0.5, 0.0, 0.5], [0.25, 0.0, 0.75])
    """
    low, high = 0.02, 50.0
    result = list(spread)
    factor = 1.0
    while high / low > 1.0001:
        weights = [share * factor**points for points, share in enumerate(spread)]
        whole = sum(weights)
        result = [weight / whole for weight in weights]
        found = sum([points * share for points, share in enumerate(result)])
        if abs(found - average) < 1e-9:
            break
        low, high = (factor, high) if found < average else (low, factor)
        factor = (low * high) ** 0.5
    return result


def advance(needs: Spread, points: Spread) -> list[float]:
    """How likely each need (0: reached) is after points that are spread like this."""
    after = [0.0] * len(needs)
    after[0] = needs[0]
    for need, weight in enumerate(needs[1:], 1):
        if weight:
            for made, share in enumerate(points[: need + 1]):
                after[need - made] += weight * share
            after[0] += weight * sum(points[need + 1 :])
    return after


def together(first: Spread, second: Spread) -> list[float]:
    """The spread of the sum of two numbers of points that have nothing to do with each other."""
    result = [0.0] * (len(first) + len(second) - 1)
    for one, share in enumerate(first):
        if share:
            for other, part in enumerate(second):
                result[one + other] += share * part
    return result


def exactly(points: int) -> list[float]:
    """The spread of points that are known."""
    return [0.0] * points + [1.0]


def _at(need: int) -> list[float]:
    return [0.0] * need + [1.0]


def _shares(counts: Sequence[int]) -> list[float]:
    whole = sum(counts)
    return [count / whole for count in counts]
