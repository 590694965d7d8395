"""What can be pressed at the Canasta table, and the action of the game that a press means.

Cards are chosen first; then they are prepared as melds, laid down, discarded, or shown to take the
pile. What the rules refuse can be pressed too: the referee then says why not.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from itertools import islice

from cardlab.canasta.display.meld_draft import Draft, Judged
from cardlab.canasta.rules import actions
from cardlab.canasta.rules.actions import ASK, DRAW, END, Action, Part
from cardlab.canasta.rules.explanations import nearest_take
from cardlab.canasta.rules.legal_actions import takes
from cardlab.canasta.rules.melds import WILD, Meld, in_order, one_rank, rank_name
from cardlab.canasta.rules.state import View
from cardlab.cards import Card, Rank, quoted
from cardlab.display.scene import Button

_MIDDLE = 54


def cards_of(keys: Iterable[str]) -> tuple[Card, ...]:
    """The cards that keys stand for.

    >>> cards_of(["QS", "QS'"])
    (Card('QS'), Card('QS'))
    """
    return tuple(Card(key.rstrip("'")) for key in keys)


def planned(view: View, draft: Draft, chosen: Sequence[Card]) -> Draft:
    """The draft with the chosen cards laid to it: each rank by itself where each is enough for a meld."""
    if not chosen:
        return draft
    ranks: dict[Rank, list[Card]] = {}
    for card in chosen:
        ranks.setdefault(card.rank, []).append(card)
    own = {meld.rank for meld in view.own_melds}
    wild = any(WILD[card] for card in chosen)
    if wild or not all(len(cards) >= 3 or rank in own for rank, cards in ranks.items()):
        return draft.lay(view, chosen)
    for cards in ranks.values():
        draft = draft.lay(view, cards)
    return draft


# ---------------------------------------------------------------- what a press means


def intent(
    view: View,
    action: str,
    values: Mapping[str, str],
    selected: Sequence[str],
    draft: Draft | None = None,
) -> Action | Draft:
    """What pressing `action` means: an action of the game, or another draft of melds being prepared.

    Raises `ValueError` if it means none.
    """
    verb, _, rest = action.partition(":")
    draft = draft or Draft()
    chosen = cards_of(selected)
    plain = {"draw": DRAW, "ask": ASK, "end": END, "yes": actions.answer(True), "no": actions.answer(False)}
    if verb in plain:
        return plain[verb]
    if verb in ("pick", "cut"):
        number = int(rest) if rest.isdecimal() else _MIDDLE
        return actions.pick(number) if verb == "pick" else actions.cut(number)
    match verb:
        case "discard":
            if draft.groups:
                raise ValueError("lay down what you have prepared, or take it back, before you discard")
            return Action("discard", in_order(chosen))
        case "take":
            return _take(view, chosen, draft)
        case "meld":
            return planned(view, draft, chosen).action
        case "lay":
            return planned(view, draft, _some(chosen))
        case "apart":
            return draft.lay_apart(_some(chosen))
        case "add":
            added = _onto(draft, rest, _some(chosen))
            return added if draft.groups or view.turn.asked == "yes" else added.action
        case "to" if rest.isdecimal() and int(rest) < len(draft.groups):
            return draft.lay(view, _some(chosen), int(rest))
        case "unlay" if rest.isdecimal() and int(rest) < len(draft.groups):
            return draft.take_back(int(rest))
    raise ValueError(f"there is no action {quoted(action)} at this table")


def _some(chosen: Sequence[Card]) -> Sequence[Card]:
    if not chosen:
        raise ValueError("choose cards from your hand first")
    return chosen


def _take(view: View, chosen: Sequence[Card], draft: Draft) -> Action:
    """Taking the pile with the cards chosen; with none, in the only way there is."""
    if chosen:
        return Action("take", in_order(chosen), draft.groups)
    if draft.groups:
        raise ValueError("choose the two cards from your hand that you take the pile with")
    ways = list(islice(takes(view), 2))
    if len(ways) > 1:
        onto = next((way for way in takes(view) if way.onto is not None), None)
        if onto is None:
            raise ValueError("you can take the pile in several ways: choose the cards you take it with")
        return onto
    return ways[0] if ways else nearest_take(view)


def _onto(draft: Draft, place: str, chosen: Sequence[Card]) -> Draft:
    """The draft with cards added to a meld on the table: `place` is its rank, or ``K-2`` for a second one."""
    letter, _, second = place.partition("-")
    rank = next((rank for rank in Rank if rank.letter == letter), None)
    if rank is None:
        raise ValueError(f"there is no meld {quoted(place)} on the table")
    nth = int(second) if second.isdecimal() else 1
    for at, group in enumerate(draft.groups):
        if (group.rank, group.nth) == (rank, nth):
            joined = group._replace(cards=in_order((*group.cards, *chosen)))
            return draft._replace(groups=(*draft.groups[:at], joined, *draft.groups[at + 1 :]))
    return draft._replace(groups=(*draft.groups, Part(in_order(chosen), rank, nth)))


# ---------------------------------------------------------------- buttons


def buttons(view: View, chosen: Sequence[Card], draft: Draft, judged: Judged | None) -> tuple[Button, ...]:
    """The buttons of the phase. Those that the rules refuse now are there too, and say why when tried."""
    if view.phase == "pick":
        return (Button(f"pick:{_first_free(view)}", "Draw any card", primary=True, key="D"),)
    if view.phase == "cut":
        again = bool(view.results)
        label = "Cut, and deal again" if again else "Cut in the middle"
        return (Button("cut", label, primary=True, key="C"),)
    if view.phase == "answer":
        return (Button("yes", "Yes, go out", primary=True, key="Y"), Button("no", "No", key="N"))
    if view.phase == "draw":
        return _drawing(view, chosen, draft)
    return _playing(view, chosen, draft, judged)


def prepares(view: View) -> bool:
    """Whether melds may be prepared: in a turn and, where the pile may open, before it is taken."""
    before = not view.own_melds and view.options.pile_before_initial == "natural_pair"
    return view.phase == "play" or (view.phase == "draw" and before)


def _first_free(view: View) -> int:
    taken = view.draw.taken if view.draw is not None else ()
    return next(n for n in range(_MIDDLE, 0, -1) if n not in taken)


def _drawing(view: View, chosen: Sequence[Card], draft: Draft) -> tuple[Button, ...]:
    shown = [
        Button("draw", "Draw", primary=bool(view.stock) and not chosen, key="D"),
        Button("take", "Take the pile", primary=bool(chosen), note="with these" if chosen else "", key="T"),
    ]
    if prepares(view):
        shown += [Button("lay", "Prepare a meld", key="P"), *_apart(view, chosen, draft)]
    if not view.stock:
        shown.append(Button("end", "End the deal", key="E"))
    return tuple(shown)


def _playing(view: View, chosen: Sequence[Card], draft: Draft, judged: Judged | None) -> tuple[Button, ...]:
    melding = bool(draft.groups) or len(chosen) > 1
    count = ""
    if judged is not None and melding:
        count = str(judged.counts) if judged.needs is None else f"{judged.counts} of {judged.needs}"
    shown = [
        Button("meld", "Lay down" if draft.groups else "Meld", primary=melding, note=count, key="M"),
        Button("lay", "Prepare", key="P"),
        *_apart(view, chosen, draft),
        Button("discard", "Discard", primary=not melding and len(chosen) == 1, key="D"),
    ]
    if view.options.ask_partner != "off" and view.partner is not None and not view.turn.asked:
        shown.append(Button("ask", "Ask to go out", key="A"))
    if view.turn.closing:
        shown.append(Button("end", "End the deal", key="E"))
    return tuple(shown)


def _apart(view: View, chosen: Sequence[Card], draft: Draft) -> tuple[Button, ...]:
    """To prepare cards beside a meld of their rank, where a side may have two (CAN-MELD-10)."""
    rank = one_rank(chosen)
    there = any(rank is (group.rank or one_rank(group.cards)) for group in draft.groups)
    if rank is None or not there or view.options.one_meld_per_rank or len(chosen) < 3:
        return ()
    return (Button("apart", "As a new meld", key="N"),)


def add_button(meld: Meld, nth: int) -> tuple[Button, ...]:
    """To add the chosen cards to a meld on the table: at once, unless other melds are being prepared."""
    place = meld.rank.letter + ("" if nth == 1 else f"-{nth}")
    return (Button(f"add:{place}", f"Add to the {meld.name}"),)


def group_name(group: Part) -> str:
    """
    >>> group_name(actions.new("KS KH 2D")), group_name(actions.add(Rank.EIGHT, "8C"))
    ('kings', 'for the eights')
    """
    if group.rank is not None:
        return f"for the {rank_name(group.rank)}"
    rank = one_rank(group.cards)
    if rank is not None:
        return rank_name(rank)
    return "wild cards" if all(WILD[card] for card in group.cards) else "mixed ranks"


def group_buttons(place: int, name: str, chosen: bool) -> tuple[Button, ...]:
    """To add the chosen cards to a meld being prepared, and to take it back."""
    add = (Button(f"to:{place}", f"Add to {name}"),) if chosen else ()
    return (*add, Button(f"unlay:{place}", f"Return {name}"))


# ---------------------------------------------------------------- words


def task(view: View) -> str:
    """What the seat is to do, in the second person."""
    if view.phase == "draw":
        if not view.stock:
            return "take the pile, or end the deal"
        return "draw, or take the pile" if next(takes(view), None) is not None else "draw"
    if view.phase == "play":
        if view.turn.closing:
            return "meld, or end the deal"
        if view.turn.asked == "yes":
            return "go out"
        return "meld if you like, and discard"
    return {
        "pick": "draw a card for partners",
        "cut": "cut for the next deal" if view.results else "cut the pack",
        "answer": "may your partner go out?",
    }.get(view.phase, "")


def other_task(view: View) -> str:
    return {
        "pick": "draw a card for partners",
        "cut": "cut the pack",
        "draw": "draw or take the pile",
        "play": "meld or discard",
        "answer": "say yes or no",
    }[view.phase]
