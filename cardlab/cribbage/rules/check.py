"""Why an action is not legal, with the nearest one that is legal."""

from __future__ import annotations

from cardlab.cards import quoted
from cardlab.cribbage.rules.actions import Action, refuse_malformed
from cardlab.cribbage.rules.legal_actions import legal_actions
from cardlab.cribbage.rules.legality import FAULTS, TASKS, out_of_turn
from cardlab.cribbage.rules.state import State, View, as_view
from cardlab.errors import NotationError, Refusal
from cardlab.game import OPEN


def check(view: View | State, action: Action) -> list[Refusal]:
    """Every rule broken by `action` by the seat that has `view`; empty if it is legal.

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
        checks = FAULTS.get(view.phase)
        if checks is not None and action.kind in checks:
            try:
                return checks[action.kind](view, action)
            except (TypeError, AttributeError, IndexError) as error:
                refuse_malformed(action, error)
                raise
    return _misplaced(view, action)


def _misplaced(view: View, action: Action) -> list[Refusal]:
    """Why an action out of turn, or of a kind that has no place now, is refused."""
    if view.turn is None:
        return [Refusal("CRIB-END-02", "the game is over")]
    rule, task = TASKS[view.phase]
    mine = view.turn == view.seat or view.seat == OPEN
    near = next(legal_actions(view), None)
    faults = [] if mine else out_of_turn(view)
    if action.kind not in FAULTS[view.phase]:
        named, why = _OUT_OF_PLACE.get(action.kind, (rule, f"there is no action {quoted(action.kind)}"))
        if action.kind in ("muggins", "pass") and view.options.muggins == "off":
            why = f"under {view.options.label} there is no muggins"
        elif action.kind == "claim" and view.options.counting == "automatic":
            why = f"under {view.options.label} hands are counted without a claim"
        faults.append(
            Refusal(named, f"{why}; now {'you' if mine else 'the player'} {_verb(task, mine)}", near)
        )
    return faults


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
