"""The discard pile: what freezes it and the ways to take it (CAN-FRZ, CAN-PILE)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cardlab.canasta.melds import BLACK_THREE, NATURAL, RED_THREE, WILD, plural, rank_name, say
from cardlab.canasta.options import Options
from cardlab.cards import Card
from cardlab.game import Refusal

if TYPE_CHECKING:
    from cardlab.canasta.actions import Action
    from cardlab.canasta.state import View


def freezes(card: Card, options: Options) -> bool:
    """Whether this card freezes the pile it comes to lie on (CAN-FRZ-01 to CAN-FRZ-03)."""
    if BLACK_THREE[card]:
        return options.black_three_pile == "freezes"
    return WILD[card] or RED_THREE[card]


def freeze_rule(card: Card) -> str:
    """The rule by which this card freezes a pile."""
    if BLACK_THREE[card]:
        return "CAN-FRZ-03"
    return "CAN-FRZ-02" if RED_THREE[card] else "CAN-FRZ-01"


def covered(card: Card, options: Options) -> bool:
    """Whether a card turned up to begin the pile is covered with another (CAN-DEAL-06)."""
    if BLACK_THREE[card]:
        return options.upcard_cover == "wild_or_any_three"
    return WILD[card] or RED_THREE[card]


def frozen_text(view: View) -> str:
    """How the pile came to be frozen: ``the pile has been frozen by 2♣ since turn 6``."""
    freeze = view.frozen[0]
    since = f"since turn {freeze.turn}" if freeze.turn else "since it was turned up"
    return f"the pile has been frozen by {freeze.card.short} {since}"


def is_frozen(view: View) -> bool:
    """Whether the pile is frozen for everybody, so that only a natural pair takes it."""
    return bool(view.frozen) and view.options.frozen_conditions == "all_of"


def pile_faults(view: View, action: Action) -> list[Refusal]:
    """What speaks against taking the pile in this way, the melds it leads to aside.

    Says so with the numbers: how many natural cards are needed, how many the hand holds.
    """
    top = view.top
    if top is None:
        return [Refusal("CAN-PILE-01", "there is no discard pile to take")]
    if not NATURAL[top]:
        return [_top_fault(top, view.options)]
    faults: list[Refusal] = []
    naturals = sum([card.rank is top.rank for card in action.cards])
    held = sum([card.rank is top.rank for card in view.hand])
    name = rank_name(top.rank)
    opened = bool(view.own_melds)
    if not opened and view.options.pile_before_initial == "forbidden":
        faults.append(
            Refusal(
                "CAN-PILE-02",
                f"your side has melded nothing yet, and by the {view.options.preset} rules the pile may not "
                f"be taken before the first meld; draw, and lay down {view.minimum} from your hand",
            )
        )
    pair = action.onto is None and naturals >= 2
    if is_frozen(view) and not pair:
        cause = f"{frozen_text(view)}: you need two natural {name} from your hand; you have {say(held)}"
        faults.append(Refusal("CAN-PILE-06", cause))
        faults.append(
            Refusal(freeze_rule(view.frozen[0].card), f"{frozen_text(view)}; only taking it ends that")
        )
    elif not opened and not pair:
        faults.append(
            Refusal(
                "CAN-PILE-02",
                f"your side has melded nothing yet, so the pile is frozen to you: you need two natural {name} "
                f"from your hand; you have {say(held)}",
            )
        )
    if len(view.hand) == 1 and len(view.pile) == 1:
        faults.append(
            Refusal("CAN-PILE-09", "with one card in your hand you may not take a pile of one card")
        )
    if action.onto is None:
        faults += _way_faults(view, action, naturals, held, name)
    return faults


def _way_faults(view: View, action: Action, naturals: int, held: int, name: str) -> list[Refusal]:
    """What is wrong with the cards shown to take the pile with (CAN-PILE-03, CAN-PILE-04)."""
    others = [card for card in action.cards if not WILD[card] and card.rank is not view.pile[-1].rank]
    wilds = sum([WILD[card] for card in action.cards])
    if others:
        return [
            Refusal(
                "CAN-PILE-03",
                f"the top card is {view.pile[-1].short}: take it with {name} from your hand, not with {others[0].short}",
            )
        ]
    if naturals >= 2 or (naturals and wilds):
        return []
    have = f"you hold {plural(held, 'natural ' + view.pile[-1].rank.label, 'natural ' + name)}"
    if wilds:
        return [
            Refusal("CAN-PILE-04", f"wild cards alone do not take the pile: one card must be natural; {have}")
        ]
    return [
        Refusal(
            "CAN-PILE-03",
            f"the top card needs two natural {name} from your hand, or one and a wild card; {have}",
        )
    ]


def _top_fault(top: Card, options: Options) -> Refusal:
    if WILD[top]:
        return Refusal(
            "CAN-FRZ-06",
            f"{top.short} lies on top: a natural card must cover it before anybody takes the pile",
        )
    if BLACK_THREE[top] and options.black_three_pile == "blocks_next":
        return Refusal("CAN-FRZ-03", f"{top.short} lies on top and blocks the pile for you")
    return Refusal(
        "CAN-PILE-08", f"the top card is {top.short}: only a natural card, four to ace, can be taken"
    )
