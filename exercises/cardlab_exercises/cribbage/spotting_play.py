"""The exercise `crib-spot-play`: a count of the play told card by card, with one mistake or none.

A line is wrong if the referee tells it otherwise.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from random import Random
from typing import NamedTuple

from cardlab.cards import Rank
from cardlab.cribbage import Options, State, play
from cardlab.cribbage.rules import referee
from cardlab.cribbage.rules.pegging import LIMIT
from cardlab.display.scene import Zone
from cardlab.wording import in_figures
from cardlab_exercises.cribbage.common import LETTERS, exercise, overlooked, told_otherwise
from cardlab_exercises.cribbage.peg_mistakes import peg_distractors
from cardlab_exercises.cribbage.plays import (
    PlayedCard,
    does,
    draw_count,
    in_turn,
    in_your_words,
    played_zones,
    whose_turn,
)
from cardlab_exercises.declaration.declare import Prompt, Solution, Step, forms
from cardlab_exercises.declaration.exercise import Answer
from cardlab_exercises.declaration.sampling import aim_among, between


class PlayLine(NamedTuple):
    """A card played as it is told: the count it makes and the points it pegs."""

    played: PlayedCard
    total: int
    points: int

    @property
    def is_right(self) -> bool:
        event = self.played.event
        return (self.total, self.points) == (event.total, event.points)

    @property
    def text(self) -> str:
        """What is told: ``North plays 5♠: 15, 2 points``."""
        by = whose_turn(self.played.state)
        pegs = "no points" if not self.points else in_figures(self.points, "point")
        return f"{does(by, 'play')} {self.played.card.short}: {self.total}, {pegs}"


class ToldPlay(NamedTuple):
    """A count of the play, told line by line; `mistake` is what went wrong in one of them."""

    lines: tuple[PlayLine, ...]
    mistake: str

    @property
    def wrong(self) -> str:
        """The letter of the line that the referee would tell otherwise, or "right"."""
        for letter, line in zip(LETTERS, self.lines, strict=False):
            if not line.is_right:
                return letter
        return "right"


_MISTAKES = (
    "crib-call-court",
    "crib-call-sum",
    "crib-peg-run-missed",
    "crib-peg-run-broken",
    "crib-peg-fifteen-inside",
    "crib-peg-court-pair",
    "crib-peg-royal-short",
)
"""The mistakes that are made, each equally often, in addition to counts without one."""


def _draw(random: Random, level: int, rules: Options) -> ToldPlay:
    def draw(random: Random) -> list[ToldPlay]:
        cards = draw_count(random, between(random, 3, 3 + level))
        return list(_tellings(in_turn(random, cards, rules)))

    return aim_among(random, draw, lambda telling: telling.mistake, ("", "", *_MISTAKES))


def _tellings(plays: list[PlayedCard]) -> Iterator[ToldPlay]:
    """The count as it is, and with each mistake in each line that invites it."""
    right = []
    for at in plays:
        event = at.event
        assert event.total is not None
        right.append(PlayLine(at, event.total, event.points))
    yield ToldPlay(tuple(right), "")
    for number, line in enumerate(right):
        for mistake, wrong in _wrong(line):
            if mistake in _MISTAKES and wrong != line and wrong.total <= LIMIT and wrong.points >= 0:
                yield ToldPlay((*right[:number], wrong, *right[number + 1 :]), mistake)


def _other_tellings(telling: ToldPlay) -> Sequence[ToldPlay]:
    """The same count told rightly instead, or with a mistake."""
    right, *wrong = _tellings([line.played for line in telling.lines])
    return told_otherwise(telling.mistake, right, wrong, telling.lines[-1].total)


def _wrong(line: PlayLine) -> Iterator[tuple[str, PlayLine]]:
    card = line.played.card
    if line.played.state.total:
        if card.rank > Rank.TEN:
            yield "crib-call-court", line._replace(total=line.total + card.rank - 10)
        yield "crib-call-sum", line._replace(total=line.total - 1 if card % 2 else line.total + 1)
    for distractor in peg_distractors(line.played):
        yield distractor.mistake, line._replace(points=int(distractor.answer))


def _ask(telling: ToldPlay) -> Prompt:
    lines = [(letter, line.text) for letter, line in zip(LETTERS, telling.lines, strict=False)]
    last = telling.lines[-1].played
    after = referee.apply(last.state, play(last.card)).state
    return Prompt(
        "Here is one count of the play. There is one mistake in it, or none. Which line is wrong?",
        (forms.choose("wrong", "what is wrong", [*lines, ("right", "all is right")]),),
        _zones(last, after),
    )


def _zones(last: PlayedCard, after: State) -> tuple[Zone, ...]:
    """The cards of the count; where it is closed by the last of them, as they lay before it was."""
    if after.plays[after.count_start :]:
        return played_zones(after)
    return played_zones(last.state._replace(plays=(*last.state.plays, (last.state.turn or 0, last.card))))


def _solution(telling: ToldPlay) -> Solution:
    steps = []
    for line in telling.lines:
        event = line.played.event
        rules = event.rules if event.points else ("CRIB-PEG-01",)
        steps.append(Step(f"{in_your_words(event)}.", rules, event.cards, "played", event.points))
    wrong = telling.wrong
    if wrong == "right":
        steps.append(Step("Every line says the same.", ("CRIB-PEG-01",)))
        return Solution({"wrong": wrong}, "All is right.", tuple(steps))
    line = telling.lines[LETTERS.index(wrong)]
    event = line.played.event
    steps.append(Step(f"But the line says: {line.text}.", steps[LETTERS.index(wrong)].rules))
    pegs = event.points or "nothing"
    title = f"The line of {line.played.card.short} is wrong: the count is {event.total}, and it pegs {pegs}."
    return Solution({"wrong": wrong}, title, tuple(steps))


def _hints(telling: ToldPlay) -> tuple[str, ...]:
    total = telling.lines[-1].played.event.total
    pegged = sum(line.played.event.points for line in telling.lines)
    return (
        f"Add the cards up yourself, one by one: at the end the count is {total}.",
        f"In all {pegged or 'no'} points are pegged in this count.",
    )


def _tell(telling: ToldPlay, answer: Answer) -> Step | None:
    """Why the line that was chosen is not wrong."""
    if answer["wrong"] == "right":
        return None
    line = telling.lines[LETTERS.index(answer["wrong"])]
    event = line.played.event
    return Step(f"That line is right: {in_your_words(event)}.", event.rules[:1] if event.points else ())


PLAY = exercise(
    id="crib-spot-play",
    title="Spot the mistake in the play",
    topic="checking the play",
    rules=(
        "CRIB-GO-05",
        "CRIB-PEG-01",
        "CRIB-PEG-02",
        "CRIB-PEG-03",
        "CRIB-PEG-04",
        "CRIB-PEG-06",
        "CRIB-PEG-07",
        "CRIB-PEG-09",
    ),
    mistakes=_MISTAKES,
    levels=("three or four cards", "three to five cards"),
    default_level=2,
    draw=_draw,
    ask=_ask,
    solution=_solution,
    distractors=lambda telling: overlooked(telling.mistake),
    tell=_tell,
    hints=_hints,
    vary=_other_tellings,
)
EXERCISES = (PLAY,)
