"""The strong player: weighs every action by the points it should bring to the final score.

It keeps pairs for the pile, throws what the next player can hardly use, freezes the pile when that hurts
the others more, lays its first meld down or holds it back by what it costs, builds canastas, and goes out
when that is worth more than playing on, asking its partner where the rules let it.
"""

from __future__ import annotations

from collections.abc import Iterable
from random import Random

from cardlab.canasta.players.evaluation import WEIGHTS, Evaluator, Weights
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
from cardlab.canasta.rules.actions import ASK, DRAW, Action, Part
from cardlab.canasta.rules.going_out import way_out
from cardlab.canasta.rules.legality import verdict
from cardlab.canasta.rules.melds import Meld, canastas, value_of
from cardlab.canasta.rules.pile import freezes
from cardlab.canasta.rules.state import View
from cardlab.cards import Card
from cardlab.players import Candidate, Choice

NOTE = "expected points on the score sheet, ours less theirs"
OUT, CONCEALED = 100.0, 200.0
ASKING = 5.0
"""What the partner's better knowledge of its own hand is worth, when there is a doubt."""


def strong(view: View, random: Random, weights: Weights = WEIGHTS) -> Choice:
    """The action that should bring most points to the final score of the deal."""
    phase = view.phase
    if phase == "draw":
        return settle(view, _draws(view, weights), NOTE)
    if phase == "play":
        return settle(view, _plays(Evaluator(view, weights)), NOTE)
    if phase == "answer":
        return settle(view, _answers(Evaluator(view, weights)), NOTE)
    return by_chance(view, random)


def weighed(view: View, action: Action, weights: Weights = WEIGHTS) -> Candidate | None:
    """A legal action of the turn, weighed as the strong player weighs those that it looks at.

    None for what it has no numbers for: the draw for partners, the cut, and asking the partner where it
    sees no way to go out.
    """
    found: list[Candidate] = []
    evaluator = Evaluator(view, weights)
    if view.phase == "play":
        found = _plays(evaluator)
    elif view.phase == "answer":
        found = _answers(evaluator)
    elif view.phase == "draw":
        found = _draws(view, weights)
    same = [one for one in found if _alike(one.action, action)]
    if same:  # going out may be there twice: as that, and as a lay-down like any other
        return max(same, key=lambda one: one.worth)._replace(action=action)
    if action.kind == "take":
        return Candidate(action, _take(evaluator, action))
    return Candidate(action, _melded(evaluator, action)) if action.kind == "meld" else None


def _alike(one: Action, other: Action) -> bool:
    """Whether two actions differ at most in the suit of what is discarded."""
    if one.kind == other.kind == "discard":
        return [card.rank for card in one.cards] == [card.rank for card in other.cards]
    return one == other


def _melded(evaluator: Evaluator, action: Action) -> Parts:
    """A lay-down: what it is worth to go out with it where it does, else what comes of it with a discard."""
    view = evaluator.view
    table = verdict(view, action).table
    left = len(view.hand) - sum([len(part.cards) for part in action.parts])
    if left < 2 and table is not None and canastas(table.melds) >= view.options.canastas_to_go_out:
        return (*_laid_out(evaluator, action), *_going_out(evaluator))
    worths = {card >> 2: sum([number for _, number in parts]) for card, parts in _throws(evaluator).items()}
    return _lay_and_throw(evaluator, action.parts, worths)


# ---------------------------------------------------------------- drawing or taking


def _draws(view: View, weights: Weights) -> list[Candidate]:
    found = []
    if view.stock:
        found.append(Candidate(DRAW, (("unknown cards", weights.unknown * view.options.cards_drawn),)))
    ways = ways_to_take(view)
    if ways:
        evaluator = Evaluator(view, weights)
        found += [Candidate(way, _take(evaluator, way)) for way in ways]
    return found + [Candidate(action, (("the deal as it stands", 0.0),)) for action in ending(view)]


def _take(evaluator: Evaluator, way: Action) -> Parts:
    pile = evaluator.view.pile
    parts: Parts = (
        ("the top card's meld", evaluator.laid(int(pile[-1].rank), (*way.cards, pile[-1]))),
        ("the rest of the pile", evaluator.gained(pile[:-1])),
        ("kept from them", evaluator.weights.denied * evaluator.given),
    )
    if way.cards:
        parts = (*parts, ("shown from the hand", -evaluator.spent(way.cards)))
    if not evaluator.opened:
        cards = len(way.cards) + sum([len(part.cards) for part in way.parts])
        left = len(evaluator.view.hand) - cards + len(pile) - 1
        parts = (*parts, ("our first meld made", evaluator.opening(left)))
    return (*parts, *_lay(evaluator, way.parts)) if way.parts else parts


# ---------------------------------------------------------------- melding and discarding


def _plays(evaluator: Evaluator) -> list[Candidate]:
    view = evaluator.view
    throws = _throws(evaluator)
    found = [Candidate(Action("discard", (card,)), parts) for card, parts in throws.items()]
    found += [Candidate(action, (("nothing more to do", 0.0),)) for action in ending(view)]
    if evaluator.opened and view.turn.asked != "yes":
        parts = (*plain_parts(view, evaluator.holding), *wild_parts(view, evaluator.holding))
        lays = [Action("meld", parts=(part,)) for part in parts]
    else:
        lays = openings(view)
    worths = {card >> 2: sum([number for _, number in parts]) for card, parts in throws.items()}
    found += [Candidate(lay, _lay_and_throw(evaluator, lay.parts, worths)) for lay in lays]
    way = way_out(view)
    if way is not None:
        out = (*_laid_out(evaluator, way), *_going_out(evaluator))
        found.append(Candidate(way, out))
        if evaluator.mates:
            found.append(Candidate(ASK, (*out, ("the partner may know better", ASKING))))
    return found


def _lay_and_throw(evaluator: Evaluator, parts: tuple[Part, ...], worths: dict[int, float]) -> Parts:
    """A lay-down, and the best discard that is left after it."""
    found = _lay(evaluator, parts)
    left = list(evaluator.view.hand)
    for part in parts:
        for card in part.cards:
            left.remove(card)
    if not evaluator.opened:
        found = (*found, ("our first meld made", evaluator.opening(len(left))))
    lack = evaluator.few(len(left)) - evaluator.few(len(evaluator.view.hand))
    if lack:
        found = (*found, ("few cards left", -lack))
    throws = [worths[card >> 2] for card in left if card >> 2 in worths]
    return (*found, ("then the best discard", max(throws))) if throws else found


def _lay(evaluator: Evaluator, parts: tuple[Part, ...]) -> Parts:
    """What lies on the table, and what it is worth to hold once the side has melded."""
    table = sum([evaluator.laid(_rank(part), part.cards) for part in parts])
    lost = sum([evaluator.spent(part.cards, opened=True) for part in parts])
    return ("on the table", table), ("missed in the hand", -lost)


def _rank(part: Part) -> int:
    """The rank of a part's meld. A new meld begins with its natural cards."""
    return int(part.rank) if part.rank is not None else int(part.cards[0].rank)


def _throws(evaluator: Evaluator) -> dict[Card, Parts]:
    """Every discard: what the hand loses, and what the pile may give to the next player."""
    view = evaluator.view
    if view.turn.closing:
        return {}
    cards = discards(view)
    if len(view.hand) == 1:
        return {card: _going_out(evaluator) for card in cards}
    ours = view.side_of[(view.actor + 1) % view.options.players] == view.side
    throws = {}
    for card in cards:
        parts: Parts = (("missed in the hand", -evaluator.spent((card,))),)
        danger = evaluator.danger(card)
        if danger:
            pile = evaluator.given + evaluator.pile_worth((card,), evaluator.theirs)
            parts = (*parts, (f"{danger:.0%} to be taken", danger * pile * (1 if ours else -1)))
        if freezes(card, view.options) and not evaluator.seen.frozen:
            parts = (*parts, ("freezes the pile", evaluator.freezing()))
        throws[card] = parts
    return throws


# ---------------------------------------------------------------- going out


def _laid_out(evaluator: Evaluator, way: Action) -> Parts:
    """The points of the melds with which the player goes out, canastas included."""
    view = evaluator.view
    table = verdict(view, way).table
    melds = table.melds if table is not None else view.own_melds
    return (("laid down", float(_on_the_sheet(melds) - _on_the_sheet(view.own_melds))),)


def _on_the_sheet(melds: Iterable[Meld]) -> int:
    return sum([meld.value + meld.bonus for meld in melds])


def _going_out(evaluator: Evaluator) -> Parts:
    """Ending the deal now, against playing on."""
    view, weights = evaluator.view, evaluator.weights
    caught = sum([view.counts[seat] for seat in evaluator.rivals])
    hopes = evaluator.hopes(view.own_melds) + evaluator.spent(view.hand)
    parts: Parts = (
        ("going out", CONCEALED if view.turn.unopened and len(view.hand) > 1 else OUT),
        ("caught in their hands", weights.caught * caught),
        ("our hopes given up", -weights.hopes * hopes),
        ("their hopes ended", weights.their_hopes * evaluator.hopes(evaluator.theirs)),
        ("the deal at an end", weights.out + weights.out_late * evaluator.late),
    )
    if evaluator.mates:
        cards = sum([view.counts[seat] for seat in evaluator.mates])
        parts = (*parts, ("the partner's cards", -weights.partner * cards))
    return parts


def _answers(evaluator: Evaluator) -> list[Candidate]:
    view, weights = evaluator.view, evaluator.weights
    caught = sum([view.counts[seat] for seat in evaluator.rivals])
    yes: Parts = (
        ("going out", OUT),
        ("caught in their hands", weights.caught * caught),
        ("my cards lost", -float(value_of(view.hand))),
        ("my hopes given up", -weights.hopes * evaluator.spent(view.hand)),
    )
    return [Candidate(Action("answer", yes=True), yes), Candidate(Action("answer"), (("playing on", 0.0),))]
