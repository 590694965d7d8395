"""What a seat may do and why not the rest, with rules: the answer to "what now?" and "why not?"."""

from __future__ import annotations

from typing import NamedTuple

from cardlab.cards import list_cards
from cardlab.cribbage.rules.actions import GO, HEELS, PASS, PLAYS, STOP, Action
from cardlab.cribbage.rules.check import check
from cardlab.cribbage.rules.cutting import cut_limits
from cardlab.cribbage.rules.legal_actions import legal_actions
from cardlab.cribbage.rules.legality import TASKS
from cardlab.cribbage.rules.pegging import LIMIT, VALUES, peg_cards
from cardlab.cribbage.rules.state import CARDS_KEPT, State, View, as_view, seat_names
from cardlab.errors import Refusal
from cardlab.game import OPEN, Item


class Payoff(NamedTuple):
    """Something one may do, and what it would pay at once."""

    action: Action
    pays: tuple[Item, ...] = ()


class Explanation(NamedTuple):
    """What there is to do, in words with its rules; what is allowed, and what is not and why.

    `may` and `may_not` name single actions only where there are few: cards to play, go, stop.
    """

    text: str
    rules: tuple[str, ...]
    may: tuple[Payoff, ...] = ()
    may_not: tuple[tuple[Action, tuple[Refusal, ...]], ...] = ()

    def __str__(self) -> str:
        lines = [f"{self.text} [{', '.join(dict.fromkeys(self.rules))}]"]
        for choice in self.may:
            pays = ", ".join(f"{item.name} {item.points} [{item.rule}]" for item in choice.pays)
            lines.append(f"  {choice.action}" + (f": {pays}" if pays else ""))
        lines += [f"  not {action}: {refusals[0]}" for action, refusals in self.may_not]
        return "\n".join(lines)


def explain(view: View | State) -> Explanation:
    """What the seat that has `view` may do now, and why not the rest; of a State, the seat that is to act.

    >>> from cardlab.cribbage import position, view
    >>> print(explain(view(position(hands=["6S KD", "2C"], total=25), 0)))
    The count is 25: play a card that counts 6 or less (course rules). [CRIB-GO-00, CRIB-GO-01]
      play 6S: thirty-one 2 [CRIB-GO-05]
      not play KD: K♦ would bring the count to 35: 25 + 10 = 35 is more than 31 [CRIB-GO-01] (try: play 6S)
      not go: go is for a player without a card that fits; 6♠ fits on 25 [CRIB-GO-02] (try: play 6S)
    """
    view = as_view(view)
    label = view.options.label
    if view.turn is None:
        return Explanation("The game is over.", ("CRIB-END-02",))
    rule, task = TASKS[view.phase]
    if view.seat not in (view.turn, OPEN):
        return Explanation(f"Wait: {seat_names(view.options)[view.turn]} {task}.", (rule,))
    if view.phase == "play":
        return _explain_play(view)
    if view.phase == "lay":
        size = len(view.hand) - CARDS_KEPT
        whose = "your own" if view.seat == view.dealer else f"{seat_names(view.options)[view.dealer]}'s"
        word = "one card" if size == 1 else "two cards"
        text = f"Lay away {word} of {list_cards(view.hand)} to {whose} crib and keep four ({label})."
        return Explanation(text, ("CRIB-CRIB-01", "CRIB-CRIB-02"))
    if view.phase in ("cut", "starter"):
        fewest, most = cut_limits(view.pack_size, view.options)
        what = "for the deal" if view.phase == "cut" else "for the starter"
        text = f"Cut the pack {what}: lift from {fewest} to {most} of its {view.pack_size} cards ({label})."
        return Explanation(text, (rule, "CRIB-CUT-01"))
    if view.phase == "show":
        what = "the crib" if view.crib is not None else "your hand"
        return Explanation(f"Say what {what} counts: 0 to 30 ({label}).", (rule,))
    text = f"{view.claimed} was claimed. If that is too little, call muggins; otherwise pass ({label})."
    return Explanation(text, (rule,), (Payoff(PASS),))


def _explain_play(view: View) -> Explanation:
    legal = set(legal_actions(view))
    room = LIMIT - view.total
    rules: tuple[str, ...] = ("CRIB-GO-00",)
    if GO in legal:
        text, rules = f"None of your cards fits on {view.total}: say go", ("CRIB-GO-02",)
    elif STOP in legal:
        text, rules = "After the go you may play on, or stop", ("CRIB-GO-04",)
    elif view.total:
        fits = f"a card that counts {room} or less" if room < 10 else "any card"
        text, rules = f"The count is {view.total}: play {fits}", ("CRIB-GO-00", "CRIB-GO-01")
    else:
        text = "Lead any card: the count begins at 0"
    may, may_not = [], []
    for action in (*(PLAYS[card] for card in view.hand), GO, STOP, HEELS):
        if action in legal:
            may.append(Payoff(action, _pays(view, action)))
        elif action.kind in ("play", "go"):
            may_not.append((action, tuple(check(view, action))))
    return Explanation(f"{text} ({view.options.label}).", rules, tuple(may), tuple(may_not))


def _pays(view: View, action: Action) -> tuple[Item, ...]:
    if action.kind != "play":
        return ()
    card = action.cards[0]
    return peg_cards((*view.run, card), view.options, view.total + VALUES[card])
