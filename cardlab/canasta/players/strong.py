"""The strong player: weighs every action by the points it should bring to the final score."""

from __future__ import annotations

from random import Random

from cardlab.canasta.actions import ASK, DRAW, Action, Part
from cardlab.canasta.going_out import way_out
from cardlab.canasta.melds import WILD, value_of
from cardlab.canasta.pile import freezes
from cardlab.canasta.players.moves import (
    Parts,
    by_chance,
    discards,
    ending,
    openings,
    plain_parts,
    settle,
    ways_to_take,
    wild_parts,
)
from cardlab.canasta.players.weighing import WEIGHTS, Scales, Weights
from cardlab.canasta.state import View
from cardlab.cards import Card
from cardlab.players import Candidate, Choice

NOTE = "expected points on the score sheet, ours less theirs"


def strong(view: View, random: Random, weights: Weights = WEIGHTS) -> Choice:
    """The action that should bring most points to the final score of the deal."""
    phase = view.phase
    if phase == "draw":
        return settle(view, _draws(view, weights), NOTE)
    if phase == "play":
        return settle(view, _plays(Scales(view, weights)), NOTE)
    if phase == "answer":
        return settle(view, _answers(Scales(view, weights)), NOTE)
    return by_chance(view, random)


# ---------------------------------------------------------------- drawing or taking


def _draws(view: View, weights: Weights) -> list[Candidate]:
    found = []
    if view.stock:
        found.append(Candidate(DRAW, (("unknown cards", weights.drawn * view.options.cards_drawn),)))
    ways = ways_to_take(view)
    if ways:
        scales = Scales(view, weights)
        found += [Candidate(way, _take(scales, way)) for way in ways]
    return found + [Candidate(action, (("the deal as it stands", 0.0),)) for action in ending(view)]


def _take(scales: Scales, way: Action) -> Parts:
    view = scales.view
    top = view.pile[-1]
    rank = top.rank
    laid = (*way.cards, top)
    home = scales.homes.get(int(rank))
    size, wilds = (len(home[0].cards), home[0].wilds) if home else (0, 0)
    more = sum([WILD[card] for card in way.cards])
    parts: Parts = (
        ("the top card's meld", _laid(scales, int(rank), size, wilds, len(laid), more, value_of(laid))),
        ("the rest of the pile", scales.hand_gain(view.pile[:-1])),
    )
    if way.cards:
        parts = (*parts, ("shown from the hand", -_spent(scales, way.cards)))
    if way.parts:
        parts = (*parts, *_lay(scales, way.parts, opening=True))
    return (*parts, ("kept from them", scales.weights.denied * scales.given))


def _laid(scales: Scales, rank: int, size: int, wilds: int, cards: int, more: int, value: int) -> float:
    gain = scales.progress(rank, size + cards, wilds + more) - scales.progress(rank, size, wilds)
    return gain + scales.laid * value


def _spent(scales: Scales, cards: tuple[Card, ...]) -> float:
    """What the hand loses with these cards."""
    worth = 0.0
    left = dict(scales.counts)
    for card in cards:
        if WILD[card]:
            worth += scales.wild(card)
        else:
            rank = (card >> 2) + 1
            worth += scales.group(rank, left[rank]) - scales.group(rank, left[rank] - 1)
            left[rank] -= 1
    return worth


# ---------------------------------------------------------------- melding and discarding


def _plays(scales: Scales) -> list[Candidate]:
    view = scales.view
    throws = _throws(scales)
    found = [Candidate(Action("discard", (card,)), parts) for card, parts in throws.items()]
    found += [Candidate(action, (("nothing more to do", 0.0),)) for action in ending(view)]
    worth = {card >> 2: sum([number for _, number in parts]) for card, parts in throws.items()}
    if view.own_melds and view.turn.asked != "yes":
        for part in (*plain_parts(view, scales.holding), *wild_parts(view, scales.holding)):
            found.append(Candidate(Action("meld", parts=(part,)), _then(scales, (part,), worth)))
    else:
        for action in openings(view):
            found.append(Candidate(action, _then(scales, action.parts, worth)))
    way = way_out(view)
    if way is not None:
        found.append(Candidate(way, _out(scales, way)))
        if view.options.ask_partner != "off" and view.partner is not None and not view.turn.asked:
            found.append(Candidate(ASK, (*_out(scales, way), ("the partner may know better", 5.0))))
    return found


def _then(scales: Scales, parts: tuple[Part, ...], worth: dict[int, float]) -> Parts:
    """A lay-down and the best discard that is left after it."""
    cards = [card for part in parts for card in part.cards]
    gone: dict[int, int] = {}
    for card in cards:
        gone[card >> 2] = gone.get(card >> 2, 0) + 1
    held = dict.fromkeys(worth, 0)
    for card in scales.view.hand:
        held[card >> 2] += 1
    left = [number for place, number in worth.items() if held[place] > gone.get(place, 0)]
    size = len(scales.view.hand) - len(cards)
    small = scales.weights.small
    squeeze = (small[size] if size < len(small) else 0.0) - (
        small[len(scales.view.hand)] if len(scales.view.hand) < len(small) else 0.0
    )
    result = _lay(scales, parts, opening=not scales.view.own_melds)
    if scales.can_go_out:
        squeeze *= scales.weights.small_out
    if squeeze:
        result = (*result, ("few cards left", -squeeze))
    if left:
        result = (*result, ("then the best discard", max(left)))
    return result


def _lay(scales: Scales, parts: tuple[Part, ...], opening: bool) -> Parts:
    table = lost = 0.0
    was = scales.opened
    scales.opened = True  # what is laid has served its purpose to open
    for part in parts:
        cards = part.cards
        home = scales.homes.get(int(part.rank)) if part.rank is not None else None
        size, wilds = (len(home[0].cards), home[0].wilds) if home else (0, 0)
        more = sum([WILD[card] for card in cards])
        rank = (cards[0] >> 2) + 1 if part.rank is None else int(part.rank)
        table += _laid(scales, rank, size, wilds, len(cards), more, value_of(cards))
        lost += _spent(scales, cards)
    scales.opened = was
    found: Parts = (("on the table", table), ("out of the hand", -lost))
    if opening:
        found = (*found, ("the pile open to us", scales.weights.opened))
    return found


def _throws(scales: Scales) -> dict[Card, Parts]:
    """Every discard: what the hand loses, and what the pile may give to the next player."""
    view = scales.view
    last = len(view.hand) == 1
    if view.turn.closing:
        return {}
    throws = {}
    ours = view.side_of[scales.next] == view.side
    for card in discards(view):
        if last:
            throws[card] = _going_out(scales, (card,))
            continue
        parts: Parts = (("out of the hand", -scales.keep(card)),)
        danger = scales.danger(card)
        if danger:
            give = danger * (scales.given + scales.pile_worth((card,), scales.theirs)) * (1 if ours else -1)
            parts = (*parts, (f"{danger:.0%} to be taken", give))
        if freezes(card, view.options) and not scales.seen.frozen:
            parts = (*parts, ("freezes the pile", scales.freezing()))
        throws[card] = parts
    return throws


# ---------------------------------------------------------------- going out


def _out(scales: Scales, way: Action) -> Parts:
    return _going_out(scales, scales.view.hand, way)


def _going_out(scales: Scales, cards: tuple[Card, ...], way: Action | None = None) -> Parts:
    """Ending the deal now, against playing on."""
    view, weights = scales.view, scales.weights
    fresh = view.turn.fresh and way is not None
    parts: Parts = (("going out", 200.0 if fresh else 100.0),)
    if way is not None:
        table = 0.0
        for part in way.parts:
            home = scales.homes.get(int(part.rank)) if part.rank is not None else None
            size, wilds = (len(home[0].cards), home[0].wilds) if home else (0, 0)
            more = sum([WILD[card] for card in part.cards])
            bonus = 0.0
            if size < 7 <= size + len(part.cards):
                bonus = 300.0 if wilds + more else 500.0
            table += value_of(part.cards) + bonus
        parts = (*parts, ("laid down", table))
    caught = sum([view.counts[seat] for seat in scales.rivals])
    parts = (*parts, ("caught in their hands", weights.caught * caught))
    mates = [s for s in range(view.options.players) if view.side_of[s] == view.side and s != view.actor]
    if mates:
        parts = (*parts, ("the partner's cards", -weights.partner * sum([view.counts[s] for s in mates])))
    return (
        *parts,
        ("our hopes given up", -weights.hopes * (scales.hopes(view.own_melds) + _spent(scales, view.hand))),
        ("their hopes ended", weights.their_hopes * scales.hopes(scales.theirs)),
    )


def _answers(scales: Scales) -> list[Candidate]:
    view, weights = scales.view, scales.weights
    caught = weights.caught * sum([view.counts[seat] for seat in scales.rivals])
    lost = value_of(view.hand)
    hopes = weights.hopes * _spent(scales, view.hand)
    yes: Parts = (
        ("going out", 100.0),
        ("caught in their hands", caught),
        ("my cards lost", -lost),
        ("my hopes given up", -hopes),
    )
    return [Candidate(Action("answer", yes=True), yes), Candidate(Action("answer"), (("playing on", 0.0),))]
