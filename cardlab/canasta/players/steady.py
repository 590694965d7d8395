"""The steady player: sound rules of thumb, each with a number.

It keeps its wild cards for canastas, keeps pairs, sees which discards the others can use on their melds,
and goes out when it can. It does not estimate chances, never freezes the pile on purpose and holds nothing
back.
"""

from __future__ import annotations

from collections.abc import Container
from random import Random

from cardlab.canasta.players.inference import their_melds
from cardlab.canasta.players.moves import (
    Parts,
    by_chance,
    discards,
    ending,
    homes,
    openings,
    plain_parts,
    settle,
    ways_to_take,
    wild_parts,
)
from cardlab.canasta.rules.actions import ASK, DRAW, Action, Part
from cardlab.canasta.rules.going_out import way_out
from cardlab.canasta.rules.hand_groups import Holding
from cardlab.canasta.rules.melds import BLACK_THREE, VALUES, WILD, value_of
from cardlab.canasta.rules.pile import is_frozen
from cardlab.canasta.rules.state import View
from cardlab.cards import Card
from cardlab.players import Candidate, Choice

NOTE = "rules of thumb, in points"

CARD = 10.0
"""What one more card in the hand is worth."""
WILD_CARD = 60.0
CANASTA = 300.0
PILE_CARD = 12.0
"""What each card of the pile is worth to an opponent who takes it."""


def steady(view: View, random: Random) -> Choice:
    """The steady player's choice."""
    phase = view.phase
    if phase == "draw":
        return settle(view, _draws(view), NOTE)
    if phase == "play":
        return settle(view, _plays(view), NOTE)
    if phase == "answer":
        return settle(view, _answers(view), NOTE)
    return by_chance(view, random)


def _draws(view: View) -> list[Candidate]:
    drawn = CARD * view.options.cards_drawn
    found = [Candidate(DRAW, (("cards drawn", drawn),))] if view.stock else []
    table = homes(view)
    held = {card.rank for card in view.hand} | {meld.rank for meld, _ in table.values()}
    for way in ways_to_take(view):
        rest = view.pile[:-1]
        useful = sum([card.rank in held or WILD[card] for card in rest])
        parts: Parts = (
            ("the top card melded", CARD + value_of(view.pile[-1:])),
            ("cards of the pile", CARD / 2 * len(rest)),
            ("those you can use", CARD * useful),
        )
        if way.cards or way.parts:
            shown = [*way.cards, *[card for part in way.parts for card in part.cards]]
            spent = sum([WILD_CARD / 2 if WILD[card] else CARD / 2 for card in shown])
            parts = (*parts, ("cards spent", -spent))
        found.append(Candidate(way, parts))
    return found + [Candidate(action, (("the deal as it stands", 0.0),)) for action in ending(view)]


def _plays(view: View) -> list[Candidate]:
    found = _throws(view)
    if view.own_melds and view.turn.asked != "yes":
        holding = Holding.of(view.hand)
        parts = (*plain_parts(view, holding), *wild_parts(view, holding))
        lays = [Action("meld", parts=(part,)) for part in parts]
    else:
        lays = openings(view)
    found += [Candidate(lay, _laid(view, lay.parts)) for lay in lays]
    way = way_out(view)
    if way is not None:
        out = _going_out(view)
        found.append(Candidate(way, (("going out", 100.0), *out)))
        if view.partner is not None and view.counts[view.partner] > 4:
            found.append(Candidate(ASK, (("going out", 100.0), *out, ("asking first", 5.0))))
    return found + [Candidate(action, (("nothing more to do", 0.0),)) for action in ending(view)]


def _laid(view: View, parts: tuple[Part, ...]) -> Parts:
    """What laying these parts down is worth: it must be more than the worst that a discard can cost."""
    table = homes(view)
    count = wild = 0.0
    canastas = 0
    for part in parts:
        home = table.get(int(part.rank)) if part.rank is not None else None
        size = len(home[0].cards) if home else 0
        count += value_of(part.cards)
        wild += sum([WILD[card] for card in part.cards])
        canastas += size < view.options.canasta_size <= size + len(part.cards)
    found: Parts = (("points on the table", count),)
    if wild:
        found = (*found, ("wild cards spent", -WILD_CARD * wild))
    if canastas:
        found = (*found, ("a canasta", CANASTA * canastas))
    if not view.own_melds:
        found = (*found, ("the first meld made", 100.0))
    return found


def _going_out(view: View) -> Parts:
    theirs = sum([count for seat, count in enumerate(view.counts) if view.side_of[seat] != view.side])
    ours = sum(view.counts) - theirs - view.counts[view.actor]
    parts: Parts = (("caught in their hands", CARD * theirs),)
    return (*parts, ("the partner's cards lost", -CARD * ours)) if ours else parts


def _throws(view: View) -> list[Candidate]:
    if view.turn.closing:
        return []
    last = len(view.hand) == 1
    held = Holding.of(view.hand).naturals
    own = homes(view)
    theirs = {int(meld.rank) for meld in their_melds(view)}
    pile = PILE_CARD * (len(view.pile) + 1)
    found = []
    for card in discards(view):
        action = Action("discard", (card,))
        if last:
            found.append(Candidate(action, (("going out", 100.0), *_going_out(view))))
            continue
        found.append(Candidate(action, _thrown(view, card, held, own.keys(), theirs, pile)))
    return found


def _thrown(
    view: View,
    card: Card,
    held: dict[int, tuple[Card, ...]],
    own: Container[int],
    theirs: set[int],
    pile: float,
) -> Parts:
    if WILD[card]:
        return (("a wild card lost", -WILD_CARD - VALUES[card]),)
    if BLACK_THREE[card]:
        return (("a safe card, kept for later", -CARD),)
    rank = (card >> 2) + 1
    parts: Parts = (("points got rid of", VALUES[card] / 10),)
    mates = len(held[rank]) - 1
    if mates:
        parts = (*parts, ("its mates left behind", -CARD * mates))
    if rank in own:
        parts = (*parts, ("it fits our melds", -3 * CARD))
    if rank in theirs and not is_frozen(view):
        parts = (*parts, ("it fits their melds", -pile))
    return parts


def _answers(view: View) -> list[Candidate]:
    theirs = sum([count for seat, count in enumerate(view.counts) if view.side_of[seat] != view.side])
    yes: Parts = (
        ("going out", 100.0),
        ("caught in their hands", CARD * theirs),
        ("my cards lost", -2.0 * value_of(view.hand)),
    )
    return [Candidate(Action("answer", yes=True), yes), Candidate(Action("answer"), (("playing on", 0.0),))]
