"""What is legal: the one place where that is decided.

`verdict` tries an action on what a seat sees. It gives every rule that the action breaks and,
for melds and takes, how the table would look: `apply` uses that, so that nothing is worked out twice.
`check` adds to each rule what would be legal instead.
"""

from __future__ import annotations

from collections.abc import Callable

from cardlab.canasta.rules import partner_draw
from cardlab.canasta.rules.actions import Action, refuse_malformed
from cardlab.canasta.rules.going_out import way_out
from cardlab.canasta.rules.meld_validation import (
    ActionVerdict,
    MeldResult,
    judge_meld,
    judge_take,
    out_faults,
)
from cardlab.canasta.rules.melds import RED_THREE, canastas, rank_name
from cardlab.canasta.rules.pile import is_frozen
from cardlab.canasta.rules.state import View, seat_names
from cardlab.errors import NotationError, Refusal
from cardlab.game import OPEN
from cardlab.wording import plural

__all__ = ["ActionVerdict", "MeldResult", "ask_faults", "forced_take", "out_of_turn", "verdict"]


_last: tuple[View | None, Action | None, ActionVerdict] = (None, None, ActionVerdict([]))
"""The verdict given last: who has an action checked mostly takes it next. All three are values."""


def verdict(view: View, action: Action) -> ActionVerdict:
    """The verdict on `action` by the seat of `view`."""
    global _last
    last = _last
    if last[0] is view and last[1] is action:
        return last[2]
    judged = _verdict(view, action)
    _last = (view, action, judged)
    return judged


def _verdict(view: View, action: Action) -> ActionVerdict:
    if not isinstance(action, Action):
        raise NotationError(f"an action is one of cardlab.canasta, not {action!r}; read_action reads text")
    if view.to_act is None or view.seat not in (view.to_act, OPEN):
        return ActionVerdict(out_of_turn(view))
    if action.kind not in _PHASES:
        return ActionVerdict([Refusal("CAN-TURN-01", f"there is no action {action.kind!r} in Canasta")])
    if view.phase not in _PHASES[action.kind]:
        return ActionVerdict([_out_of_order(view, action)])
    try:
        return _JUDGES[action.kind](view, action)
    except (TypeError, AttributeError, IndexError) as error:
        refuse_malformed(action, error)
        raise


def out_of_turn(view: View) -> list[Refusal]:
    """The refusal of any action by a seat whose turn it is not."""
    if view.to_act is None:
        return [Refusal("CAN-SCORE-10", "the match is over; nothing can be done any more")]
    name = seat_names(view.options)[view.to_act]
    return [Refusal("CAN-TURN-04", f"it is the turn of {name}, not yours")]


_PHASES: dict[str, tuple[str, ...]] = {
    "pick": ("pick",),
    "cut": ("cut",),
    "draw": ("draw",),
    "take": ("draw",),
    "meld": ("play",),
    "ask": ("play",),
    "discard": ("play",),
    "answer": ("answer",),
    "end": ("draw", "play"),
}
_NOW = {
    "pick": ("CAN-DRAW-01", "the players are drawing for partners: draw a card, like 'pick 17'"),
    "cut": ("CAN-DEAL-02", "the pack has to be cut before the deal, like 'cut 40'"),
    "draw": ("CAN-TURN-01", "a turn begins with a card: draw from the stock or take the pile first"),
    "answer": ("CAN-OUT-07", "your partner has asked to go out: answer yes or no first"),
}


def _out_of_order(view: View, action: Action) -> Refusal:
    if view.phase in _NOW:
        return Refusal(*_NOW[view.phase])
    if action.kind in ("draw", "take"):
        return Refusal("CAN-TURN-01", "you have your card for this turn; meld if you wish, then discard")
    if action.kind == "answer":
        return Refusal("CAN-OUT-07", "nobody has asked to go out")
    rule = "CAN-DRAW-01" if action.kind == "pick" else "CAN-DEAL-02"
    return Refusal(rule, f"there is nothing to {action.kind} now")


# ---------------------------------------------------------------- the draw, the cut, the small actions


def _judge_pick(view: View, action: Action) -> ActionVerdict:
    assert view.draw is not None
    return ActionVerdict(partner_draw.pick_faults(view.draw, action.number))


def _judge_cut(view: View, action: Action) -> ActionVerdict:
    if type(action.number) is int and 1 <= action.number <= 107:
        return ActionVerdict([])
    return ActionVerdict(
        [Refusal("CAN-DEAL-02", f"a cut leaves 1 to 107 cards on each side, not {action.number}")]
    )


def _judge_draw(view: View, action: Action) -> ActionVerdict:
    if view.stock:
        return ActionVerdict([])
    return ActionVerdict([Refusal("CAN-STOCK-01", "the stock is empty: take the pile, or end the deal")])


def _judge_end(view: View, action: Action) -> ActionVerdict:
    if view.phase == "play":
        if view.turn.closing:
            return ActionVerdict([])
        return ActionVerdict([Refusal("CAN-TURN-03", "your turn ends with a discard")])
    if view.stock:
        cards = plural(view.stock, "card")
        return ActionVerdict([Refusal("CAN-STOCK-01", f"the deal goes on: {cards} left in the stock")])
    forced = forced_take(view)
    if forced is None:
        return ActionVerdict([])
    text = (
        f"by the {view.options.preset} rules you must take the pile when the stock is empty "
        f"and its top card fits your side's {rank_name(forced.onto[0])}"  # type: ignore[index]
    )
    return ActionVerdict([Refusal("CAN-STOCK-02", text, forced)])


def forced_take(view: View) -> Action | None:
    """The take that an empty stock forces on the seat (CAN-STOCK-02), if the option has it so."""
    if not view.options.forced_take_empty_stock or view.stock or is_frozen(view) or not view.pile:
        return None
    top = view.pile[-1]
    for nth in range(1, 1 + sum([meld.rank is top.rank for meld in view.own_melds])):
        action = Action("take", onto=(top.rank, nth))
        if not judge_take(view, action).refusals:
            return action
    return None


def ask_faults(view: View) -> list[Refusal]:
    """Why one may not ask the partner "may I go out?" (CAN-OUT-07)."""
    if view.options.ask_partner == "off":
        label = view.options.preset
        return [Refusal("CAN-OUT-07", f"asking the partner is not part of the {label} rules as played here")]
    if view.partner is None:
        return [Refusal("CAN-OUT-07", "you have no partner to ask")]
    if view.turn.asked:
        return [Refusal("CAN-OUT-07", f"you have asked already; the answer was {view.turn.asked}")]
    if len(view.hand) < 2:
        return [Refusal("CAN-OUT-07", "with one card left there is no choice that an answer could decide")]
    if way_out(view) is None:
        return [Refusal("CAN-OUT-07", "you cannot go out this turn, and a yes would bind you to do it")]
    return []


def _judge_discard(view: View, action: Action) -> ActionVerdict:
    refusals: list[Refusal] = []
    if len(action.cards) != 1 or action.parts:
        return ActionVerdict([Refusal("CAN-TURN-03", "one card is discarded, no more and no less")])
    card = action.cards[0]
    if RED_THREE[card]:
        refusals.append(Refusal("CAN-R3-10", f"{card.short} is a red three: it is laid out, never discarded"))
    elif card not in view.hand:
        refusals.append(Refusal("CAN-TURN-03", f"you do not hold {card.short}"))
    if view.turn.closing:
        text = "the last card of the stock was a red three: there is no discard any more, end the deal"
        refusals.append(Refusal("CAN-R3-08", text))
    left = len(view.hand) - 1
    if left == 0:
        refusals += out_faults(view, canastas(view.own_melds), "discarding your last card")
    elif view.turn.asked == "yes":
        text = (
            f"your partner said yes, so you must go out now; {plural(left, 'card')} would stay in your hand"
        )
        refusals.append(Refusal("CAN-OUT-07", text))
    return ActionVerdict(refusals)


_JUDGES: dict[str, Callable[[View, Action], ActionVerdict]] = {
    "pick": _judge_pick,
    "cut": _judge_cut,
    "draw": _judge_draw,
    "take": judge_take,
    "meld": judge_meld,
    "ask": lambda view, action: ActionVerdict(ask_faults(view)),
    "answer": lambda view, action: ActionVerdict([]),
    "discard": _judge_discard,
    "end": _judge_end,
}
