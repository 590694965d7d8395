"""Before the play: how many cards are dealt and laid away, whose the crib is, who begins."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import NamedTuple

from cardlab.cards import list_words
from cardlab.cribbage import Options, State, position
from cardlab.cribbage.rules import referee
from cardlab.cribbage.rules.state import CARDS_KEPT, seat_names
from cardlab.display.scene import Field
from cardlab.game import Event
from cardlab_exercises.cribbage.common import exercise
from cardlab_exercises.cribbage.plays import actor, seat_choices, seat_values, seated, who
from cardlab_exercises.declaration.declare import Distractor, Prompt, Solution, Step, forms
from cardlab_exercises.declaration.sampling import pick


class Deal(NamedTuple):
    """A deal that has just been made, and what is asked about it."""

    state: State
    asked: tuple[str, ...]

    @property
    def played(self) -> tuple[list[State], list[Event]]:
        """The states and events up to the first card: everybody lays away, and the starter is cut."""
        state, states, events = self.state, [self.state], list[Event]()
        while state.phase in ("lay", "starter"):
            step = referee.apply(state, next(iter(referee.legal_actions(state))))
            state = step.state
            states.append(state)
            events += step.events
        return states, events


_NUMBERS = {
    "dealt": "cards dealt to each player",
    "laid": "cards each lays away",
    "pack": "cards from the pack to the crib",
    "rest": "cards left in the pack after the deal",
}
_SEATS = {
    "first": "who gets the first card",
    "crib": "whose the crib is",
    "cuts": "who cuts for the starter",
    "leads": "who plays the first card",
}


def _draw(random: Random, level: int, rules: Options) -> Deal:
    players = 2 if level == 1 else pick(random, (3, 4)) if level == 2 else pick(random, (2, 3, 4))
    dealer = pick(random, range(players))
    state = position(options=seated(rules, players), seed="deal", dealer=dealer)
    numbers, seats = list(_NUMBERS), list(_SEATS)
    if level == 1:
        return Deal(state, (*numbers, *seats))
    gone = [pick(random, numbers), pick(random, seats)]
    return Deal(state, tuple(name for name in (*numbers, *seats) if name not in gone))


def _ask(deal: Deal) -> Prompt:
    rules = deal.state.options
    number = {2: "Two", 3: "Three", 4: "Four"}[rules.players]
    pairs = " in two pairs" if rules.players == 4 else ""
    dealer = "you deal" if deal.state.dealer == 0 else f"{seat_names(rules)[deal.state.dealer]} deals"
    order = "" if rules.players == 2 else f" To the left sit, in order: {list_words(seat_names(rules))}."
    fields: list[Field] = [forms.row(name, _NUMBERS[name]) for name in deal.asked if name in _NUMBERS]
    fields += [forms.choose(name, _SEATS[name], seat_choices(rules)) for name in deal.asked if name in _SEATS]
    return Prompt(f"{number} play{pairs}, you are South, and {dealer}.{order} What happens?", tuple(fields))


def _truth(deal: Deal) -> dict[str, str]:
    states, _ = deal.played
    rules, seats = deal.state.options, seat_values(deal.state.options)
    last = states[-1]
    cuts = next(actor(state) for state in states if state.phase == "starter")
    dealt = len(deal.state.hands[0])
    return {
        "dealt": str(dealt),
        "laid": str(dealt - len(last.hands[0])),
        "pack": str(len(deal.state.crib)),
        "rest": str(len(deal.state.pack)),
        "first": seats[(deal.state.dealer + 1) % rules.players],
        "crib": seats[last.dealer],
        "cuts": seats[cuts],
        "leads": seats[actor(last)],
    }


_DEALT = {2: "CRIB-DEAL-02", 3: "CRIB-3P-01", 4: "CRIB-4P-01"}


def _rules(deal: Deal) -> dict[str, tuple[str, ...]]:
    players = deal.state.options.players
    left = ("CRIB-START-01", "CRIB-3P-02") if players > 2 else ("CRIB-START-01",)
    return {
        "dealt": ("CRIB-PLAY-01", _DEALT[players]),
        "laid": ("CRIB-CRIB-01",),
        "pack": ("CRIB-CRIB-01", _DEALT[players]) if players == 3 else (_DEALT[players], "CRIB-CRIB-01"),
        "rest": ("CRIB-PACK-01",),
        "first": ("CRIB-DEAL-01", "CRIB-3P-02" if players > 2 else "CRIB-DEAL-02"),
        "crib": ("CRIB-CRIB-02",),
        "cuts": left,
        "leads": ("CRIB-GO-00", "CRIB-3P-02") if players > 2 else ("CRIB-GO-00",),
    }


def _solution(deal: Deal) -> Solution:
    truth, rules = _truth(deal), _rules(deal)
    players = deal.state.options.players
    dealt, laid, pack = (int(truth[name]) for name in ("dealt", "laid", "pack"))
    crib = f"{players} × {laid}" + (f" and {pack} from the pack" if pack else "")
    told = {
        "dealt": f"{('Two', 'Three', 'Four')[players - 2]} players get {dealt} cards each.",
        "laid": f"Each keeps {CARDS_KEPT} and lays away {laid}.",
        "pack": f"The crib has four cards: {crib}.",
        "rest": f"52 less {players} × {dealt}{f' and {pack}' if pack else ''} leaves {truth['rest']}.",
        "first": "The dealer shuffles last and deals one card at a time, beginning on the left.",
        "crib": "The crib belongs to the dealer.",
        "cuts": "The player to the dealer's left cuts for the starter.",
        "leads": "The player to the dealer's left plays first.",
    }
    steps = [Step(told[name], rules[name]) for name in deal.asked]
    left = who(deal.state, (deal.state.dealer + 1) % players)
    return Solution(
        {name: truth[name] for name in deal.asked},
        f"{dealt} cards each, {laid} laid away; {left} {'begin' if left == 'you' else 'begins'}.",
        tuple(steps),
        by_field={name: rules[name] for name in deal.asked},
    )


def _distractors(deal: Deal) -> Iterator[Distractor]:
    seats = seat_values(deal.state.options)
    dealer, players = deal.state.dealer, deal.state.options.players
    wrong = [
        Distractor("crib-deal-as-for-two", "6", field="dealt"),
        Distractor("crib-deal-as-for-two", "2", field="laid"),
        Distractor("crib-deal-as-for-two", "40", field="rest"),
        Distractor("crib-deal-crib-short", "1" if players != 3 else "0", field="pack"),
        Distractor("crib-deal-dealer-first", seats[dealer], field="first"),
        Distractor("crib-deal-dealer-first", seats[dealer], field="cuts"),
        Distractor("crib-deal-dealer-first", seats[dealer], field="leads"),
        Distractor("crib-deal-crib-left", seats[(dealer + 1) % players], field="crib"),
        Distractor("crib-next-right", seats[(dealer - 1) % players], field="leads"),
        Distractor("crib-next-right", seats[(dealer - 1) % players], field="cuts"),
    ]
    return (distractor for distractor in wrong if distractor.field in deal.asked)


def _vary(deal: Deal) -> Iterator[Deal]:
    """The same with a player more, or less."""
    rules, dealer = deal.state.options, deal.state.dealer
    for players in (rules.players + 1, rules.players - 1):
        if dealer < players and players in _DEALT:
            state = position(options=seated(rules, players), seed="deal", dealer=dealer)
            yield deal._replace(state=state)


DEAL = exercise(
    id="crib-the-deal",
    title="How is it dealt?",
    topic="the deal and the crib",
    rules=(
        "CRIB-PLAY-01",
        "CRIB-PACK-01",
        "CRIB-DEAL-01",
        "CRIB-DEAL-02",
        "CRIB-CRIB-01",
        "CRIB-CRIB-02",
        "CRIB-START-01",
        "CRIB-GO-00",
        "CRIB-3P-01",
        "CRIB-3P-02",
        "CRIB-4P-01",
    ),
    mistakes=(
        "crib-deal-as-for-two",
        "crib-deal-crib-short",
        "crib-deal-dealer-first",
        "crib-deal-crib-left",
        "crib-next-right",
    ),
    levels=("two players", "three or four players", "two, three or four players"),
    default_level=3,
    draw=_draw,
    ask=_ask,
    solution=_solution,
    distractors=_distractors,
    vary=_vary,
    distinct=(2, 7 * 16, 9 * 16),
)
EXERCISES = (DEAL,)
