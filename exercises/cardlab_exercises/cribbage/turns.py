"""The exercise `crib-whose-turn`: who acts next in the play, among three or four."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise
from random import Random
from typing import NamedTuple

from cardlab.cards import list_words
from cardlab.cribbage import Options
from cardlab.cribbage.rules import referee
from cardlab.cribbage.rules.state import seat_names
from cardlab.wording import upper
from cardlab_exercises.cribbage.common import exercise
from cardlab_exercises.cribbage.plays import (
    Acted,
    actor,
    cards_left,
    done,
    played_zones,
    said_go,
    seat_choices,
    seat_values,
    seated,
    walk,
    who,
)
from cardlab_exercises.cribbage.replays import one_card_apart
from cardlab_exercises.declaration.declare import Distractor, Prompt, Solution, Step, forms
from cardlab_exercises.declaration.sampling import aim_among, pick


class Next(NamedTuple):
    """What a player does in the middle of a count, and the seat that acts after it."""

    acted: Acted
    turn: int

    @property
    def passed(self) -> tuple[int, ...]:
        """The seats between the player and the next to act."""
        players = self.acted.state.options.players
        seats, seat = [], (actor(self.acted.state) + 1) % players
        while seat != self.turn:
            seats.append(seat)
            seat = (seat + 1) % players
        return tuple(seats)


def _draw(random: Random, level: int, rules: Options) -> Next:
    def draw(random: Random) -> list[Next]:
        acted = walk(random, seated(rules, pick(random, (3, 4)) if level > 1 else 3))
        return [
            Next(at, after.state.turn)
            for at, after in pairwise(acted)
            if after.state.turn is not None and after.state.count_start == at.state.count_start
        ]

    return aim_among(random, draw, _side, ("plain", "go", "go", "empty"), tries=8)


def _side(at: Next) -> str:
    """Why somebody is passed over, if anybody is."""
    passed = at.passed
    if not passed:
        return "plain"
    return "go" if any(seat in at.acted.state.passed for seat in passed) else "empty"


def _ask(at: Next) -> Prompt:
    state = at.acted.state
    order = f"To the left sit, in order: {list_words(seat_names(state.options))}; you are South. "
    return Prompt(
        f"{order}{said_go(at.acted)}{done(at.acted)} {cards_left(at.acted)}Whose turn is it now?",
        (forms.choose("turn", "whose turn", seat_choices(state.options)),),
        played_zones(state),
    )


def _solution(at: Next) -> Solution:
    state = at.acted.state
    steps = [Step("The turn goes to the left.", ("CRIB-GO-00", "CRIB-3P-02"))]
    for seat in at.passed:
        name = who(state, seat)
        verb = "have" if name == "you" else "has"
        if seat in state.passed:
            get = "get" if name == "you" else "gets"
            text = f"{upper(name)} {verb} said go and {get} no turn until the count starts again."
            steps.append(Step(text, ("CRIB-3P-03",)))
        else:
            steps.append(Step(f"{upper(name)} {verb} no cards left.", ("CRIB-GO-10",)))
    name = who(state, at.turn)
    turn = "your turn" if name == "you" else f"{name}'s turn"
    steps.append(Step(f"So {'you are' if name == 'you' else f'{name} is'} next.", steps[-1].rules))
    return Solution({"turn": seat_values(state.options)[at.turn]}, f"It is {turn}.", tuple(steps))


def _distractors(at: Next) -> Iterator[Distractor]:
    state, seats = at.acted.state, seat_values(at.acted.state.options)
    for seat in at.passed:
        if seat in state.passed:
            yield Distractor("crib-turn-after-go", seats[seat])
        else:
            yield Distractor("crib-lead-no-cards", seats[seat])
    yield Distractor("crib-next-right", seats[(actor(state) - 1) % len(seats)])
    if state.passed and state.turn not in at.passed:
        yield Distractor("crib-turn-again", seats[actor(state)])


def _vary(at: Next) -> Iterator[Next]:
    """The same where another card was held, and the count goes on all the same."""
    for other in one_card_apart(at.acted):
        after = referee.apply(other.state, other.action).state
        if after.phase == "play" and after.turn is not None and after.count_start == other.state.count_start:
            yield Next(other, after.turn)


TURN = exercise(
    id="crib-whose-turn",
    title="Whose turn is it?",
    topic="turns among three or four",
    rules=("CRIB-GO-00", "CRIB-GO-10", "CRIB-3P-02", "CRIB-3P-03"),
    mistakes=("crib-turn-after-go", "crib-lead-no-cards", "crib-next-right", "crib-turn-again"),
    levels=("three players", "three or four players"),
    default_level=2,
    draw=_draw,
    ask=_ask,
    solution=_solution,
    distractors=_distractors,
    vary=_vary,
)
EXERCISES = (TURN,)
