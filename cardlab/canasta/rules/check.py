"""Why an action is not legal, and the nearest legal alternative to one that is refused."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice

from cardlab.canasta.rules.actions import DRAW, END, Action, Part
from cardlab.canasta.rules.going_out import ways_out
from cardlab.canasta.rules.legal_actions import first_melds, first_takes, takes
from cardlab.canasta.rules.legality import verdict
from cardlab.canasta.rules.melds import BLACK_THREE, WILD, in_order
from cardlab.canasta.rules.state import State, View, as_view
from cardlab.cards import Card, Rank, without
from cardlab.errors import Refusal

_MOST_IDEAS = 4


def check(view: View | State, action: Action) -> list[Refusal]:
    """Every rule that `action` breaks, the most helpful first; empty when it is legal.

    A State stands for the view of the seat that is to act.
    """
    view = as_view(view)
    refusals = verdict(view, action).refusals
    return _advised(view, action, refusals) if refusals else refusals


def _advised(view: View, action: Action, refusals: list[Refusal]) -> list[Refusal]:
    """The refusals, each with the nearest action that is legal, where there is one close by."""
    found: dict[str, Action | None] = {}
    told = []
    for refusal in refusals:
        if refusal.instead is None:
            kind = refusal.rule[:8]
            key = "pile" if kind in ("CAN-PILE", "CAN-FRZ-") else refusal.rule if kind == "CAN-MELD" else kind
            if key not in found:
                ideas = islice(_ideas(view, action, refusal.rule), _MOST_IDEAS)
                found[key] = next((idea for idea in ideas if not verdict(view, idea).refusals), None)
            refusal = refusal._replace(instead=found[key])
        told.append(refusal)
    return told


def _ideas(view: View, action: Action, rule: str) -> Iterator[Action]:
    """Actions that come close to `action` and do not break `rule`; they may break another."""
    if rule.startswith(("CAN-PILE", "CAN-FRZ")) or rule in ("CAN-TURN-01", "CAN-STOCK-01"):
        yield from _other_draws(view)
    elif rule.startswith("CAN-INIT") and action.kind == "meld":
        yield from first_melds(view)
    elif rule.startswith("CAN-INIT"):
        yield from first_takes(view)
        yield DRAW
    elif rule == "CAN-OUT-07" and view.turn.asked == "yes":
        yield from ways_out(view)
    elif rule.startswith(("CAN-OUT", "CAN-2P")):
        yield from _with_one_card_less(action)
    elif rule == "CAN-MELD-05":
        parts = tuple(part for part in action.parts if not any(BLACK_THREE[card] for card in part.cards))
        if parts:
            yield action._replace(parts=parts)
        yield from [Action("discard", (card,)) for card in view.hand if BLACK_THREE[card]]
    elif rule.startswith("CAN-MELD"):
        yield from _mended(view, action, rule)


def _other_draws(view: View) -> Iterator[Action]:
    if view.phase == "draw":
        yield from takes(view)
        yield DRAW if view.stock else END


def _with_one_card_less(action: Action) -> Iterator[Action]:
    """The same melds, one card of an addition (or of a large meld) kept in hand."""
    for place, part in enumerate(action.parts):
        fewer = part._replace(cards=part.cards[:-1])
        if fewer.cards and (part.rank is not None or len(fewer.cards) >= 3):
            yield _with_part(action, place, fewer)
    for place, part in enumerate(action.parts):
        if len(action.parts) > 1 and part.cards:
            yield action._replace(parts=(*action.parts[:place], *action.parts[place + 1 :]))


def _with_part(action: Action, place: int, part: Part) -> Action:
    return action._replace(parts=(*action.parts[:place], part, *action.parts[place + 1 :]))


def _mended(view: View, action: Action, rule: str) -> Iterator[Action]:
    """The same action with one part changed: joined to a meld, or with other wild or natural cards."""
    spent = (*action.laid, *action.cards)
    try:
        rest = without(view.hand, spent)
    except ValueError:
        return  # it names cards that are not there
    for place, part in enumerate(action.parts):
        naturals = [card for card in part.cards if not WILD[card]]
        rank = part.rank or (naturals[0].rank if naturals else None)
        if rank is None:
            continue
        if rule in ("CAN-MELD-10", "CAN-MELD-08", "CAN-MELD-09"):
            other = Part(part.cards, rank if part.rank is None else None)
            yield _with_part(action, place, other)
            continue
        for cards in _other_cards(part.cards, rank, rest):
            yield _with_part(action, place, part._replace(cards=cards))


def _other_cards(cards: tuple[Card, ...], rank: Rank, rest: tuple[Card, ...]) -> Iterator[tuple[Card, ...]]:
    """More natural cards for the same meld, then a wild card more, then fewer and fewer wild cards."""
    more = tuple(card for card in rest if card.rank is rank)
    wild = tuple(card for card in rest if WILD[card])
    for number in range(1, len(more) + 1):
        yield in_order((*cards, *more[:number]))
    if len(cards) < 3 and wild:
        yield in_order((*cards, wild[0]))
    fewer = in_order(cards)
    while fewer and WILD[fewer[-1]]:
        fewer = fewer[:-1]
        if fewer:
            yield fewer
