"""The beginner: lays down whatever fits, likes big piles, and throws what counts most.

It never looks at what the others might do with its discard, and never holds anything back.
"""

from __future__ import annotations

from functools import cache
from random import Random

from cardlab.canasta.players.moves import (
    Parts,
    allowed,
    by_chance,
    ending,
    openings,
    plain_parts,
    settle,
    ways_to_take,
    wild_parts,
)
from cardlab.canasta.rules.actions import DRAW, Action, Part
from cardlab.canasta.rules.hand_groups import Holding
from cardlab.canasta.rules.melds import BLACK_THREE, VALUES, WILD, value_of
from cardlab.canasta.rules.state import View
from cardlab.cards import Card
from cardlab.players import Candidate, Choice


def beginner(view: View, random: Random) -> Choice:
    """The beginner's choice: one rule of thumb for each kind of action."""
    phase = view.phase
    if phase == "draw":
        return _draw(view)
    if phase == "play":
        return _play(view)
    if phase == "answer":
        return Choice(Action("answer", yes=True), note="the partner will know")
    return by_chance(view, random)


def _draw(view: View) -> Choice:
    gains = [_DRAWS[view.options.cards_drawn]] if view.stock else []
    for way in ways_to_take(view):
        parts = (("cards from the pile", len(view.pile)), ("cards of the hand shown", -len(way.cards)))
        gains.append(Candidate(way, parts))
    gains += [Candidate(action, (("nothing more to gain", 0.0),)) for action in ending(view)]
    return settle(view, gains, "a beginner counts cards", most=2)


_DRAWS = {number: Candidate(DRAW, (("cards from the stock", 2.0 * number),)) for number in (1, 2)}


def _play(view: View) -> Choice:
    lay = allowed(view, _melds(view), most=2)
    if lay:
        return Choice(lay[0].action, tuple(lay), "points", "a beginner lays down all that fits")
    return _discard(view)


def _melds(view: View) -> list[Candidate]:
    if not view.own_melds or view.turn.asked == "yes":
        ways = openings(view)
    else:
        holding = Holding.of(view.hand)
        if holding.jokers:
            holding = holding._replace(deuces=())  # a joker counts more than a deuce in any place
        parts = plain_parts(view, holding)
        ways = [Action("meld", parts=(part,)) for part in parts or wild_parts(view, holding)]
        if len(parts) > 1:
            ways.append(Action("meld", parts=tuple(parts)))
    return [Candidate(way, (("points on the table", _count(way.parts)),)) for way in ways]


def _count(parts: tuple[Part, ...]) -> int:
    return value_of(tuple([card for part in parts for card in part.cards]))


def _discard(view: View) -> Choice:
    holding = Holding.of(view.hand)
    losses = [_throw(cards[-1], len(cards) - 1) for cards in holding.naturals.values()]
    losses += [_throw(cards[0], 0) for cards in (holding.deuces, holding.jokers) if cards]
    losses += [Candidate(action, (("nothing more to do", 0.0),)) for action in ending(view)]
    return settle(view, losses, "a beginner throws what counts most", most=2)


@cache  # the same few hundred are needed millions of times
def _throw(card: Card, mates: int) -> Candidate:
    """The discard of a card that leaves this number of its rank behind."""
    parts: Parts = (("points got rid of", float(VALUES[card])),)
    if WILD[card]:
        parts = (*parts, ("a wild card lost", -100.0))
    elif mates and not BLACK_THREE[card]:
        parts = (*parts, ("its mates left behind", -25.0 * mates))
    return Candidate(Action("discard", (card,)), parts)
