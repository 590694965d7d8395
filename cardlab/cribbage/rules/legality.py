"""What is allowed. `check` is the only place where that is decided.

`legal_actions` lists what `check` accepts: it asks the same functions, or draws on the same limits.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import cache
from itertools import combinations

from cardlab.cards import PACK52, Card, list_cards, quoted
from cardlab.cribbage.rules.actions import (
    CLAIMS,
    CUTS,
    GO,
    HEELS,
    MUGGINS,
    PASS,
    PLAYS,
    STOP,
    Action,
    refuse_malformed,
)
from cardlab.cribbage.rules.cutting import cut_limits
from cardlab.cribbage.rules.pegging import LIMIT, VALUES
from cardlab.cribbage.rules.state import LAID_AWAY, State, View, as_view, seat_names
from cardlab.errors import NotationError, Refusal
from cardlab.game import OPEN


def check(view: View | State, action: Action) -> list[Refusal]:
    """Every rule that speaks against `action` by the seat that has `view`; empty if it is legal.

    A State stands for the view of the seat that is to act.

    >>> from cardlab.cribbage import play, position, view
    >>> state = position(hands=["7S KD", "2C"], turn=0, total=25)
    >>> print(check(view(state, 0), play("KD"))[0])
    K♦ would bring the count to 35: 25 + 10 = 35 is more than 31 [CRIB-GO-01] (try: go)
    """
    if type(view) is not View:  # quicker than a call, and nearly always false
        view = as_view(view)
    if not isinstance(action, Action):
        raise NotationError(f"an action is one of cardlab.cribbage, not {action!r}; read_action reads text")
    if view.turn == view.seat or view.seat == OPEN:
        checks = _CHECKS.get(view.phase)
        if checks is not None and action.kind in checks:
            try:
                return checks[action.kind](view, action)
            except (TypeError, AttributeError, IndexError) as error:
                refuse_malformed(action, error)
                raise
    return _misplaced(view, action)


def legal_actions(view: View | State) -> Iterator[Action]:
    """Everything `check` accepts from this seat: every cut, every lay, claims from 0 to 30.

    Of a State, what the seat that is to act may do. Raises `InputError` for what is neither.
    """
    if type(view) is not View:
        view = as_view(view)
    if view.turn == view.seat or view.seat == OPEN:
        return iter(_LEGAL[view.phase](view))
    return iter(())


def _legal_cuts(view: View) -> Sequence[Action]:
    fewest, most = cut_limits(view.pack_size, view.options)
    return CUTS[fewest : most + 1]


def _legal_lays(view: View) -> Sequence[Action]:
    return list(map(_lays().__getitem__, combinations(view.hand, LAID_AWAY[view.options.players])))


def _legal_plays(view: View) -> Sequence[Action]:
    found = [PLAYS[card] for card in _fitting(view)] or [GO]
    if view.passed and not _check_stop(view, STOP):
        found.append(STOP)
    if view.heels and not _check_heels(view, HEELS):
        found.append(HEELS)
    return found


_LEGAL: dict[str, Callable[[View], Sequence[Action]]] = {
    "cut": _legal_cuts,
    "lay": _legal_lays,
    "starter": _legal_cuts,
    "play": _legal_plays,
    "show": lambda view: CLAIMS,
    "muggins": lambda view: (PASS, *MUGGINS[1:]),
    "over": lambda view: (),
}


@cache
def _lays() -> dict[tuple[Card, ...], Action]:
    """The 1,378 ways to lay away one or two sorted cards, each made once."""
    return {cards: Action("lay", cards) for size in (1, 2) for cards in combinations(PACK52, size)}


def _check_cut(view: View, action: Action) -> list[Refusal]:
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


def _check_lay(view: View, action: Action) -> list[Refusal]:
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


def _check_play(view: View, action: Action) -> list[Refusal]:
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
    fitting = _fitting(view)
    return PLAYS[max(fitting, key=lambda card: VALUES[card])] if fitting else GO


def _fitting(view: View) -> list[Card]:
    room = LIMIT - view.total
    return [card for card in view.hand if VALUES[card] <= room]


def _check_go(view: View, action: Action) -> list[Refusal]:
    fitting = _fitting(view)
    if not fitting:
        return []
    fits = "fits" if len(fitting) == 1 else "fit"
    text = f"go is for a player without a card that fits; {list_cards(fitting)} {fits} on {view.total}"
    return [Refusal("CRIB-GO-02", text, _nearest_play(view))]


def _check_stop(view: View, action: Action) -> list[Refusal]:
    if view.options.go_continue == "may" and view.passed:
        fitting = _fitting(view)
        return [] if fitting else [Refusal("CRIB-GO-02", "no card of yours fits: say go", GO)]
    near = _nearest_play(view)
    if view.options.go_continue == "must":
        text = f"under {view.options.label} a player who can play has to, also after a go"
    else:
        text = "a player who can play may stop only after another has said go in this count"
    return [Refusal("CRIB-GO-04", text, near)]


def _check_heels(view: View, action: Action) -> list[Refusal]:
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


def _check_claim(view: View, action: Action) -> list[Refusal]:
    if type(action.number) is int and 0 <= action.number < len(CLAIMS):
        return []
    most = len(CLAIMS) - 1
    text = f"no hand counts more than 29: claim a number from 0 to {most}, not {action.number}"
    return [Refusal("CRIB-SHOW-12", text, CLAIMS[most])]


def _check_muggins(view: View, action: Action) -> list[Refusal]:
    most = len(MUGGINS) - 1
    if type(action.number) is int and 1 <= action.number <= most:
        return []
    text = f"call muggins for a number of points from 1 to {most}, not {action.number}; or pass"
    return [Refusal("CRIB-MUG-01", text, MUGGINS[1] if action.number < 1 else MUGGINS[most])]


def _check_pass(view: View, action: Action) -> list[Refusal]:
    return []


_CHECKS: dict[str, dict[str, Callable[[View, Action], list[Refusal]]]] = {
    "cut": {"cut": _check_cut},
    "lay": {"lay": _check_lay},
    "starter": {"cut": _check_cut},
    "play": {"play": _check_play, "go": _check_go, "stop": _check_stop, "heels": _check_heels},
    "show": {"claim": _check_claim},
    "muggins": {"muggins": _check_muggins, "pass": _check_pass},
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


def _misplaced(view: View, action: Action) -> list[Refusal]:
    """Why an action out of turn, or of a kind that has no place now, is refused."""
    if view.turn is None:
        return [Refusal("CRIB-END-02", "the game is over")]
    rule, task = TASKS[view.phase]
    mine = view.turn == view.seat or view.seat == OPEN
    near = next(legal_actions(view), None)
    faults = [] if mine else out_of_turn(view)
    if action.kind not in _CHECKS[view.phase]:
        named, why = _OUT_OF_PLACE.get(action.kind, (rule, f"there is no action {quoted(action.kind)}"))
        if action.kind in ("muggins", "pass") and view.options.muggins == "off":
            why = f"under {view.options.label} there is no muggins"
        elif action.kind == "claim" and view.options.counting == "automatic":
            why = f"under {view.options.label} hands are counted without a claim"
        faults.append(
            Refusal(named, f"{why}; now {'you' if mine else 'the player'} {_verb(task, mine)}", near)
        )
    return faults


def out_of_turn(view: View) -> list[Refusal]:
    """The refusal of any action by a seat whose turn it is not."""
    if view.turn is None:
        return [Refusal("CRIB-END-02", "the game is over")]
    rule, task = TASKS[view.phase]
    return [Refusal(rule, f"it is not your turn: {seat_names(view.options)[view.turn]} {task}")]


def _verb(task: str, mine: bool) -> str:
    """The task in the second person: ``plays a card`` becomes ``play a card``."""
    if not mine or task.startswith("may"):
        return task
    first, _, rest = task.partition(" ")
    return " ".join(filter(None, (first.removesuffix("s"), rest)))


_OUT_OF_PLACE = {
    "cut": ("CRIB-START-01", "there is nothing to cut"),
    "lay": ("CRIB-CRIB-01", "this is not the time to lay away"),
    "play": ("CRIB-GO-00", "this is not the time to play a card"),
    "go": ("CRIB-GO-02", "go belongs to the play"),
    "stop": ("CRIB-GO-04", "stop belongs to the play"),
    "claim": ("CRIB-SHOW-01", "this is not the time to count"),
    "muggins": ("CRIB-MUG-01", "there is no count to call muggins on"),
    "heels": ("CRIB-START-03", "his heels are claimed in the play"),
    "pass": ("CRIB-MUG-01", "there is nothing to pass on"),
}
