"""What is legal: the faults of an action in its phase, the one place where that is decided.

`check` adds what is out of turn or out of place; `legal_actions` lists what has no fault.
"""

from __future__ import annotations

from collections.abc import Callable

from cardlab.cards import Card, list_cards
from cardlab.cribbage.rules.actions import CLAIMS, CUTS, GO, MUGGINS, PLAYS, Action
from cardlab.cribbage.rules.cutting import cut_limits
from cardlab.cribbage.rules.pegging import LIMIT, VALUES
from cardlab.cribbage.rules.state import LAID_AWAY, View, seat_names
from cardlab.errors import Refusal


def _cut_faults(view: View, action: Action) -> list[Refusal]:
    fewest, most = cut_limits(view.pack_size, view.options)
    if type(action.number) is int and fewest <= action.number <= most:
        return []
    near = CUTS[min(max(action.number, fewest), most)]
    if view.options.cut_leave == "four_at_end":
        left = max(view.pack_size - action.number, 0)
        text = (
            f"a cut of {action.number} leaves {left} of the {view.pack_size} cards: "
            f"lift at least one and leave at least four"
        )
    else:
        text = (
            f"of the {view.pack_size} cards at least four must be lifted and four left, not {action.number}"
        )
    return [Refusal("CRIB-CUT-01", text, near)]


def _lay_faults(view: View, action: Action) -> list[Refusal]:
    cards, held = action.cards, view.hand
    size = LAID_AWAY[view.options.players]
    if len(cards) == size and (size == 1 or cards[0] is not cards[1]):
        for card in cards:
            if card not in held:
                break
        else:
            return []
    mine = [card for card in dict.fromkeys(cards) if card in held]
    spare = [card for card in view.hand if card not in mine]
    near = Action("lay", tuple(sorted((mine + spare)[:size]))) if len(view.hand) >= size else None
    faults = []
    if len(cards) != size:
        word = "card" if size == 1 else "cards"
        faults.append(
            Refusal("CRIB-CRIB-01", f"lay away {size} {word} and keep four, not {len(cards)}", near)
        )
    faults += [_not_held(view, card, near) for card in dict.fromkeys(cards) if card not in held]
    faults += [
        Refusal("CRIB-PACK-01", f"{card.short} is named twice, and you hold it once", near)
        for card in dict.fromkeys(cards)
        if card in held and cards.count(card) > 1
    ]
    return faults


def _not_held(view: View, card: Card, near: Action | None) -> Refusal:
    rule = "CRIB-CRIB-01" if view.phase == "lay" else "CRIB-GO-00"
    if any(card == gone for _, gone in view.plays):
        text = f"{card.short} has been played already"
    else:
        text = f"{card.short} is not in your hand ({list_cards(view.hand) or 'no cards'})"
    return Refusal(rule, text, near)


def _play_faults(view: View, action: Action) -> list[Refusal]:
    if len(action.cards) != 1:
        return [
            Refusal(
                "CRIB-GO-00", f"one card is played at a time, not {len(action.cards)}", _nearest_play(view)
            )
        ]
    card = action.cards[0]
    if card in view.hand and view.total + VALUES[card] <= LIMIT:
        return []
    faults = []
    near = _nearest_play(view)
    if card not in view.hand:
        faults.append(_not_held(view, card, near))
    if card < len(VALUES) and view.total + VALUES[card] > LIMIT:
        total = view.total + VALUES[card]
        sum_ = f"{view.total} + {VALUES[card]} = {total}"
        text = f"{card.short} would bring the count to {total}: {sum_} is more than {LIMIT}"
        faults.append(Refusal("CRIB-GO-01", text, near))
    return faults


def _nearest_play(view: View) -> Action:
    """The highest card that fits, or go."""
    cards = fitting(view)
    return PLAYS[max(cards, key=lambda card: VALUES[card])] if cards else GO


def fitting(view: View) -> list[Card]:
    """The cards of the seat that can be played without passing 31."""
    room = LIMIT - view.total
    return [card for card in view.hand if VALUES[card] <= room]


def _go_faults(view: View, action: Action) -> list[Refusal]:
    cards = fitting(view)
    if not cards:
        return []
    fits = "fits" if len(cards) == 1 else "fit"
    text = f"go is for a player without a card that fits; {list_cards(cards)} {fits} on {view.total}"
    return [Refusal("CRIB-GO-02", text, _nearest_play(view))]


def stop_faults(view: View, action: Action) -> list[Refusal]:
    if view.options.go_continue == "may" and view.passed:
        cards = fitting(view)
        return [] if cards else [Refusal("CRIB-GO-02", "no card of yours fits: say go", GO)]
    near = _nearest_play(view)
    if view.options.go_continue == "must":
        text = f"under {view.options.label} a player who can play has to, also after a go"
    else:
        text = "a player who can play may stop only after another has said go in this count"
    return [Refusal("CRIB-GO-04", text, near)]


def heels_faults(view: View, action: Action) -> list[Refusal]:
    if view.heels and view.turn == view.dealer:
        return []
    near = _nearest_play(view)
    if view.options.heels_claim == "automatic":
        text = f"under {view.options.label} the two points for his heels are pegged without a claim"
    elif view.turn != view.dealer:
        text = "his heels are the dealer's to claim"
    elif any(player == view.dealer for player, _ in view.plays):
        text = "his heels have to be claimed before the dealer's first card"
    else:
        text = f"there is nothing to claim for the starter {view.starter.short if view.starter else ''}"
    return [Refusal("CRIB-START-03", text, near)]


def _claim_faults(view: View, action: Action) -> list[Refusal]:
    if type(action.number) is int and 0 <= action.number < len(CLAIMS):
        return []
    most = len(CLAIMS) - 1
    text = f"no hand counts more than 29: claim a number from 0 to {most}, not {action.number}"
    return [Refusal("CRIB-SHOW-12", text, CLAIMS[most])]


def _muggins_faults(view: View, action: Action) -> list[Refusal]:
    most = len(MUGGINS) - 1
    if type(action.number) is int and 1 <= action.number <= most:
        return []
    text = f"call muggins for a number of points from 1 to {most}, not {action.number}; or pass"
    return [Refusal("CRIB-MUG-01", text, MUGGINS[1] if action.number < 1 else MUGGINS[most])]


FAULTS: dict[str, dict[str, Callable[[View, Action], list[Refusal]]]] = {
    "cut": {"cut": _cut_faults},
    "lay": {"lay": _lay_faults},
    "starter": {"cut": _cut_faults},
    "play": {"play": _play_faults, "go": _go_faults, "stop": stop_faults, "heels": heels_faults},
    "show": {"claim": _claim_faults},
    "muggins": {"muggins": _muggins_faults, "pass": lambda view, action: []},
    "over": {},
}

TASKS = {
    "cut": ("CRIB-CUT-01", "cuts for the deal"),
    "lay": ("CRIB-CRIB-01", "lays away to the crib"),
    "starter": ("CRIB-START-01", "cuts for the starter"),
    "play": ("CRIB-GO-00", "plays a card"),
    "show": ("CRIB-SHOW-01", "counts"),
    "muggins": ("CRIB-MUG-01", "may call muggins or pass"),
}
"""What the seat whose turn it is has to do in each phase, and the rule that says so."""


def out_of_turn(view: View) -> list[Refusal]:
    """The refusal of any action by a seat whose turn it is not."""
    if view.turn is None:
        return [Refusal("CRIB-END-02", "the game is over")]
    rule, task = TASKS[view.phase]
    return [Refusal(rule, f"it is not your turn: {seat_names(view.options)[view.turn]} {task}")]
