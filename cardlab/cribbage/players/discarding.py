"""How the players lay away.

`beginner` keeps what counts at sight, and has whims. `steady` takes the average hand and the table of
average cribs. `strong` takes the exact averages, and what the kept hand is likely to peg; near the end
of a game for two it takes the chance to win.
"""

from __future__ import annotations

from functools import cache
from itertools import combinations
from random import Random

from cardlab.cribbage.analysis.crib_averages import Crib, Unseen
from cardlab.cribbage.analysis.discard_frequencies import PAIR_NUMBER, discard_frequencies
from cardlab.cribbage.analysis.discards import Discard, Discards, discards
from cardlab.cribbage.players.beliefs import kept_hands, key_of
from cardlab.cribbage.players.standing import (
    NEARLY_OVER,
    Spread,
    dealer_wins,
    figures,
    near_end,
    tilted,
    together,
)
from cardlab.cribbage.rules.actions import Action
from cardlab.cribbage.rules.show import held_items
from cardlab.cribbage.rules.state import View
from cardlab.players import Candidate, Choice, ranked

WHIM = 3.0
"""By how many points a beginner's eye may be led astray when laying away."""


def lay_by_sight(view: View, random: Random) -> Choice:
    """What the four cards kept count without the starter, and a whim."""
    candidates = []
    for laid in combinations(view.hand, len(view.hand) - 4):
        kept = [card for card in view.hand if card not in laid]
        sure = sum(item.points for item in held_items(kept, view.options))
        candidates.append(
            Candidate(Action("lay", laid), (("in hand", sure), ("whim", WHIM * random.random())))
        )
    return ranked(candidates, note="the beginner looks at the four cards only")


def lay_by_table(view: View, random: Random) -> Choice:
    """The hand over all starters, and the crib by the table of averages."""
    found = _discards(view)
    sign = 1 if found.dealer else -1
    averages = discard_frequencies(found.dealer).averages
    candidates = []
    for way in found.ways:
        # With one card to lay away there is no such table, and the crib's plain average is taken.
        pair = tuple(card >> 2 for card in way.laid)
        crib = averages[PAIR_NUMBER[pair]] if len(pair) == 2 else way.crib_uniform
        candidates.append(Candidate(Action("lay", way.laid), (("hand", way.hand), ("crib", sign * crib))))
    return ranked(candidates, note=_whose(found))


def lay_by_search(view: View, random: Random) -> Choice:
    """The exact hand and crib and the likely pegging; near the end the chance to win."""
    found = _discards(view)
    if near_end(view):
        crib = Crib.weighted(Unseen(found.cards), discard_frequencies(not found.dealer).rates)
        return ranked(
            [
                Candidate(Action("lay", way.laid), (("chance to win", chance_to_win(view, way, crib)),))
                for way in found.ways
            ],
            "chance",
            NEARLY_OVER,
        )
    sign = 1 if found.dealer else -1
    net = kept_hands(found.dealer).net if view.options.players == 2 else None
    candidates = []
    for way in found.ways:
        parts = [("hand", way.hand), ("crib", sign * way.crib)]
        if net is not None:
            parts.append(("play", net[key_of([card >> 2 for card in way.kept])]))
        candidates.append(Candidate(Action("lay", way.laid), tuple(parts)))
    return ranked(candidates, note=_whose(found))


def chance_to_win(view: View, way: Discard, cribs: Crib) -> float:
    """The chance of the seat to act to win after laying away like that."""
    known = figures()
    seat = view.turn or 0
    own_needs = view.options.target - view.scores[seat]
    their_needs = view.options.target - view.scores[1 - seat]
    hand = [starters / 46 for starters in way.hand_distribution]
    crib = cribs.distribution(way.laid)
    # What these four cards peg, and the others against them.
    kept, key = kept_hands(way.dealer), key_of([card >> 2 for card in way.kept])
    own_pegs = _pegging(way.dealer, kept.pegs[key])
    their_pegs = _pegging(not way.dealer, kept.pegs[key] - kept.net[key])
    if way.dealer:
        show = together(hand, crib)
        return dealer_wins(own_needs, their_needs, own_pegs, their_pegs, show, known.pone_hand)
    show = together(known.dealer_hand, crib)
    return 1 - dealer_wins(their_needs, own_needs, their_pegs, own_pegs, show, hand)


def _pegging(dealer: bool, average: float) -> Spread:
    """The spread of what a side pegs when that comes to `average`, heels not counted."""
    return _tilted(dealer, round(average + (2 / 13 if dealer else 0.0), 1))


@cache
def _tilted(dealer: bool, average: float) -> Spread:
    known = figures()
    return tilted(known.dealer_pegs if dealer else known.pone_pegs, average)


def _discards(view: View) -> Discards:
    sides = view.options.sides
    assert view.turn is not None
    return discards(view.hand, view.dealer % sides == view.turn % sides, view.options)


def _whose(found: Discards) -> str:
    return "the crib is your own" if found.dealer else "the crib is the other side's"
