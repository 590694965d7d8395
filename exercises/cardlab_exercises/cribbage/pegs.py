"""The exercise `crib-move-pegs`: where do the pegs go?

Where the pegs stand afterwards is what the referee's scores say.
"""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import NamedTuple

from cardlab.cribbage import Options, State, position, view
from cardlab.cribbage.display.table import board
from cardlab.cribbage.rules import referee
from cardlab.cribbage.rules.actions import CLAIMS
from cardlab.display.scene import Scene
from cardlab.wording import in_figures
from cardlab_exercises.cribbage import generators
from cardlab_exercises.cribbage.common import exercise
from cardlab_exercises.declaration.declare import Distractor, Prompt, Solution, Step, forms
from cardlab_exercises.declaration.sampling import between


class Scoring(NamedTuple):
    """Your hand is about to be counted by you: `points` is what it holds."""

    state: State
    points: int

    @property
    def pegs(self) -> tuple[int, int]:
        """Where your front and your rear peg stand when it has been counted."""
        after = referee.apply(self.state, CLAIMS[self.points]).state
        return after.scores[0], after.rear_pegs[0]


def _draw(random: Random, level: int, rules: Options) -> Scoring:
    # The pegs of one game: in a match those of the next one would stand at the start again.
    table = rules._replace(counting="by_hand", match=1, target=61 if level == 1 else rules.target)
    hand = generators.deal(random, 2, False, table)
    while not hand.total:
        hand = generators.deal(random, 2, False, table)
    near = random.random() < (0.1, 0.25, 0.6)[level - 1]
    last = table.target - 1
    front = between(random, last - 10, last) if near else between(random, 4, last - 12)
    state = position(
        options=table,
        phase="show",
        dealer=1,
        seed="pegs",
        hands=[hand.hand, None],
        starter=hand.starter,
        scores=(front, between(random, 0, last)),
    )
    back = max(0, front - between(random, 1, 12))
    return Scoring(state._replace(rear_pegs=(back, max(0, state.scores[1] - 4))), hand.total)


def _ask(scoring: Scoring) -> Prompt:
    state = scoring.state
    return Prompt(
        f"Your front peg stands in hole {state.scores[0]}, your rear peg in hole {state.rear_pegs[0]}. "
        f"You count {scoring.points}. Where do your pegs stand then? "
        f"The game goes to {state.options.target}.",
        (
            forms.number("front", "the front peg", most=160),
            forms.number("rear", "the rear peg", most=160),
        ),
        ground=Scene("exercise", "", "", board=board(view(state, 0))),
    )


def _solution(scoring: Scoring) -> Solution:
    state = scoring.state
    (front, rear), before = scoring.pegs, state.scores[0]
    holes = in_figures(scoring.points, "hole")
    jump = Step(
        f"The rear peg jumps over the front one: it goes {holes} on from hole {before}.",
        ("CRIB-BOARD-02",),
    )
    steps = [
        jump,
        Step(f"The other peg stays in hole {rear} and shows the score before.", ("CRIB-BOARD-02",)),
    ]
    reach = before + scoring.points
    if reach > front:
        text = f"{before} + {scoring.points} = {reach}, but the game hole is {front}: the game is won there."
        steps.append(Step(text, ("CRIB-END-01", "CRIB-END-02")))
    else:
        round_ = "once" if state.options.target == 61 else "twice"
        text = f"{before} + {scoring.points} = {front}, on the way {round_} round to {state.options.target}."
        steps.append(Step(text, ("CRIB-BOARD-01", "CRIB-BOARD-03")))
    return Solution(
        {"front": str(front), "rear": str(rear)},
        f"Front peg in hole {front}, rear peg in hole {rear}.",
        tuple(steps),
        by_field={
            "front": steps[-1].rules if reach > front else (*steps[-1].rules, "CRIB-BOARD-02"),
            "rear": ("CRIB-BOARD-02",),
        },
    )


def _distractors(scoring: Scoring) -> Iterator[Distractor]:
    state, points = scoring.state, scoring.points
    before, back = state.scores[0], state.rear_pegs[0]
    yield Distractor("crib-board-from-rear", str(back + points), field="front")
    yield Distractor("crib-board-counts-own-hole", str(before + points - 1), field="front")
    if before + points > state.options.target:
        yield Distractor("crib-board-past-the-end", str(before + points), field="front")
    yield Distractor("crib-board-front-moved", str(back), field="rear")


def _vary(scoring: Scoring) -> Iterator[Scoring]:
    """The peg one hole further on, or back."""
    for step in (1, -1):
        front = scoring.state.scores[0] + step
        if scoring.state.rear_pegs[0] < front < scoring.state.options.target:
            yield scoring._replace(state=scoring.state._replace(scores=(front, scoring.state.scores[1])))


PEGS = exercise(
    id="crib-move-pegs",
    title="Where do the pegs go?",
    topic="the board",
    rules=(
        "CRIB-BOARD-01",
        "CRIB-BOARD-02",
        "CRIB-BOARD-03",
        "CRIB-END-01",
        "CRIB-END-02",
    ),
    mistakes=(
        "crib-board-from-rear",
        "crib-board-counts-own-hole",
        "crib-board-past-the-end",
        "crib-board-front-moved",
    ),
    levels=("a game to 61", "a game to 121", "close to the game hole"),
    default_level=2,
    draw=_draw,
    ask=_ask,
    solution=_solution,
    distractors=_distractors,
    vary=_vary,
)
EXERCISES = (PEGS,)
