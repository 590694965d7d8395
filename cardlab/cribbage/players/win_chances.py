"""The chance to win, by games played out in the simulator: from a position, or from every score at once.

>>> from cardlab.cribbage import position, view
>>> state = position(phase="lay", dealer=1, scores=(95, 90), hands={0: "5H 5D 5S JC 2D 9S"})
>>> print(chance_to_win(view(state, 0), games=100))
87.0% (79.0% to 92.2% of 100)
>>> table = chances_by_score(COURSE, deals=200)
>>> round(float(table[121, 121]), 2), round(float(table[5, 40]), 2)
(0.55, 1.0)
"""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import TYPE_CHECKING, Any

from cardlab.cards import seed_text
from cardlab.cribbage.players.simulator import Policy, Simulator, prudent_policy
from cardlab.cribbage.rules.options import COURSE, Options, as_options
from cardlab.cribbage.rules.positions import imagine
from cardlab.cribbage.rules.state import View
from cardlab.errors import InputError
from cardlab.study import Share, share

if TYPE_CHECKING:
    from numpy.typing import NDArray


def chance_to_win(
    view: View, policies: Sequence[Policy] | None = None, games: int = 400, seed: str | int = 0
) -> Share:
    """How many of so many games the side of the view wins, played on from there by these policies.

    The cards that the seat has not seen are as likely to lie anywhere; by default all lay away by averages
    and play prudently. Raises `InputError` where nobody is to act any more or the view is not one seat's.
    """
    if view.seat not in range(view.options.players) or view.turn is None:
        raise InputError("this takes the view of one seat, in a game that is not over")
    random = Random(seed_text(seed))
    table = Simulator(view.options, policies or [prudent_policy(view.options)] * view.options.players, random)
    side = view.seat % view.options.sides
    won = sum(table.finish(imagine(view, random)).winner == side for _ in range(games))
    return share(won, games)


def chances_by_score(
    options: Options | str = COURSE, policy: Policy | None = None, deals: int = 4000, seed: str | int = 0
) -> NDArray[Any]:
    """The chance of the side that deals next, by what it needs (the rows) and what the other side needs.

    A square with a row and a column for each need from 0 to the target. Sampled deals by the policy stand
    for all: who is the first to reach what it needs, in the order in which points fall. Raises `InputError`
    for options that keep three scores.
    """
    import numpy as np

    rules = as_options(options)
    if rules.sides != 2:
        raise InputError("there is no table of two needs for three players")
    target = rules.target
    reached, totals = _sample(rules, policy or prudent_policy(rules), deals, seed)
    table = np.zeros((target + 1, target + 1))
    table[0, 1:] = 1.0
    # A deal always pays something, so that what it leads to is known in this order.
    for both in range(2, 2 * target + 1):
        for needs in range(max(1, both - target), min(target, both - 1) + 1):
            theirs = both - needs
            first, other = reached[0, needs], reached[1, theirs]
            wins = (first < other).astype(float)
            on = first == other  # neither has reached it
            wins[on] = 1 - table[theirs - totals[1, on], needs - totals[0, on]]
            table[needs, theirs] = wins.mean()
    return table


def _sample(
    options: Options, policy: Policy, deals: int, seed: str | int
) -> tuple[NDArray[Any], NDArray[Any]]:
    """Deals by seat 0: when each side (0 the dealer's) had reached each need, and what it made in all.

    The first is of the shape (2, target + 1, deals), in numbers of scores from the beginning of the deal; the
    second (2, deals).
    """
    import numpy as np

    table = Simulator(options, [policy] * options.players, Random(seed_text(seed)))
    never = 255
    reached = np.full((2, deals, options.target + 1), never, np.uint8)
    totals = np.zeros((2, deals), int)
    for number in range(deals):
        for place, (side, score) in enumerate(table.deal(0)):
            made = totals[side, number]
            reached[side, number, made + 1 : score + 1] = place
            totals[side, number] = score
    return reached.transpose(0, 2, 1).copy(), totals
