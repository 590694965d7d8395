"""The discard pile: what freezes it and the ways to take it (CAN-FRZ, CAN-PILE)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cardlab.canasta.rules.melds import BLACK_THREE, NATURAL, RED_THREE, WILD, rank_name
from cardlab.canasta.rules.options import Options
from cardlab.cards import Card, Rank
from cardlab.errors import Refusal
from cardlab.wording import plural, say

if TYPE_CHECKING:
    from cardlab.canasta.rules.actions import Action
    from cardlab.canasta.rules.state import View


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


def frozen_by(view: View) -> str:
    """What has frozen the pile, to be read beside it: ``frozen by 2♣ since turn 6``."""
    freeze = view.frozen[0]
    since = f"since turn {freeze.turn}" if freeze.turn else "since it was turned up"
    return f"frozen by {freeze.card.said} {since}"


def frozen_text(view: View) -> str:
    """How the pile came to be frozen: ``the pile has been frozen by 2♣ since turn 6``."""
    return f"the pile has been {frozen_by(view)}"


def is_frozen(view: View) -> bool:
    """Whether the pile is frozen for everybody, so that only a natural pair takes it."""
    return bool(view.frozen) and view.options.frozen_conditions == "all_of"


def pile_faults(view: View, action: Action) -> list[Refusal]:
    """Why the pile cannot be taken in this way, whatever melds it would lead to.

    The messages give the numbers: how many natural cards are needed, how many the hand holds.
    """
    pile = view.pile
    if not pile:
        return [Refusal("CAN-PILE-01", "there is no discard pile to take")]
    top = pile[-1]
    if not NATURAL[top]:
        return _top_faults(top, view.options)
    rank = top.rank
    naturals = len([card for card in action.cards if card.rank is rank])
    pair = action.onto is None and naturals >= 2
    faults: list[Refusal] = []
    opened = bool(view.own_melds)
    if not opened and view.options.pile_before_initial == "forbidden":
        faults.append(_too_early(view))
    if not pair:
        if is_frozen(view):
            faults += _frozen_faults(view, rank)
        elif not opened and not faults:
            faults.append(_frozen_to_side(view, rank))
    if len(pile) == 1 == len(view.hand):
        faults.append(
            Refusal("CAN-PILE-09", "with one card in your hand you may not take a pile of one card")
        )
    if action.onto is None and not (pair and naturals == len(action.cards)):
        faults += _way_faults(view, action, naturals)
    return faults


def _need_a_pair(view: View, rank: Rank) -> str:
    """What a frozen pile asks for, and whether the hand has it."""
    held = len([card for card in view.hand if card.rank is rank])
    if held >= 2:
        return f"only two natural {rank_name(rank)} from your hand take it, and you hold {say(held)}"
    return f"you need two natural {rank_name(rank)} from your hand; you have {say(held) if held else 'none'}"


def _held(view: View, rank: Rank) -> str:
    held = len([card for card in view.hand if card.rank is rank])
    return plural(held, rank.label, rank_name(rank))


def _too_early(view: View) -> Refusal:
    text = (
        f"your side has melded nothing yet, and by the {view.options.preset} rules the pile may not "
        f"be taken before the first meld; draw, and lay down {view.minimum} from your hand"
    )
    return Refusal("CAN-PILE-02", text)


def _frozen_faults(view: View, rank: Rank) -> list[Refusal]:
    how = frozen_text(view)
    return [
        Refusal("CAN-PILE-06", f"{how}: {_need_a_pair(view, rank)}"),
        Refusal(freeze_rule(view.frozen[0].card), "a frozen pile stays frozen until somebody takes it"),
    ]


def _frozen_to_side(view: View, rank: Rank) -> Refusal:
    text = f"your side has melded nothing yet, so the pile is frozen to you: {_need_a_pair(view, rank)}"
    return Refusal("CAN-PILE-02", text)


def _way_faults(view: View, action: Action, naturals: int) -> list[Refusal]:
    """What is wrong with the cards shown to take the pile with (CAN-PILE-03, CAN-PILE-04)."""
    top = view.pile[-1]
    name = rank_name(top.rank)
    others = [card for card in action.cards if card.rank is not top.rank and not WILD[card]]
    if others:
        text = f"the top card is {top.short}: take it with {name} from your hand, not with {others[0].short}"
        return [Refusal("CAN-PILE-03", text)]
    if naturals >= 2 or (naturals and len(action.cards) > 1):
        return []
    held = f"you hold {_held(view, top.rank)}"
    if action.cards and not naturals:
        text = f"wild cards alone do not take the pile: one card must be natural; {held}"
        return [Refusal("CAN-PILE-04", text)]
    text = f"the top card needs two natural {name} from your hand, or one and a wild card; {held}"
    return [Refusal("CAN-PILE-03", text)]


def _top_faults(top: Card, options: Options) -> list[Refusal]:
    only = Refusal("CAN-PILE-08", f"the top card is {top.short}: only a natural card, four to ace, is taken")
    if WILD[top]:
        text = f"{top.short} lies on top: a natural card must cover it before anybody takes the pile"
        return [Refusal("CAN-FRZ-06", text), only]
    if BLACK_THREE[top] and options.black_three_pile == "blocks_next":
        return [Refusal("CAN-FRZ-03", f"{top.short} lies on top and blocks the pile for you"), only]
    return [only]
