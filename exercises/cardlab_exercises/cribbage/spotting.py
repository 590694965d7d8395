"""The exercise `crib-spot-count`: a hand counted by somebody, with one mistake or none.

A line is wrong if the engine counts otherwise; where none is and all is there, the sum may be.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from random import Random
from typing import NamedTuple

from cardlab.cards import Card, list_cards
from cardlab.cribbage import Count, Options
from cardlab.cribbage.display.count_frames import count_zones
from cardlab.game import Item
from cardlab_exercises.cribbage import generators
from cardlab_exercises.cribbage.common import LETTERS, exercise, overlooked, told_otherwise
from cardlab_exercises.cribbage.misconceptions import slips
from cardlab_exercises.declaration.declare import Prompt, Solution, Step, forms
from cardlab_exercises.declaration.exercise import Answer
from cardlab_exercises.declaration.sampling import aim_among, pick


class ToldLine(NamedTuple):
    """One line of a count as it is told: what it is called, its cards, its points."""

    name: str
    cards: tuple[Card, ...]
    points: int


class Counted(NamedTuple):
    """A hand, the lines that somebody has counted, and their sum as told; `mistake` is what went wrong."""

    hand: Count
    lines: tuple[ToldLine, ...]
    total: int
    mistake: str

    @property
    def wrong(self) -> str:
        """The letter of the line that is wrong, "missing", "sum" or "right": by what the engine counts."""
        true = [ToldLine(item.name, tuple(sorted(item.cards)), item.points) for item in self.hand.items]
        for letter, line in zip(LETTERS, self.lines, strict=False):
            if line not in true:
                return letter
        if len(self.lines) < len(true):
            return "missing"
        return "right" if self.total == self.hand.total else "sum"


_MISSED = {
    "fifteens": "crib-fifteen-missed",
    "pairs": "crib-pair-missed",
    "runs": "crib-run-missed",
    "nobs": "crib-nobs-missed",
    "flush": "crib-flush-missed",
}
_NAMES = {"fifteens": "fifteen", "pairs": "pair", "runs": "run", "nobs": "his nobs"}
_MISTAKES = (
    "crib-fifteen-missed",
    "crib-fifteen-near-miss",
    "crib-pair-missed",
    "crib-court-pair",
    "crib-run-missed",
    "crib-two-neighbours",
    "crib-nobs-missed",
    "crib-nobs-wrong-suit",
    "crib-added-up-wrong",
)
"""The mistakes that are made, each equally often, in addition to counts without one."""


def _draw_count(random: Random, level: int, rules: Options) -> Counted:
    """A count told with an error of a kind chosen beforehand, or with none."""

    def draw(random: Random) -> list[Counted]:
        return list(_tellings(random, generators.deal(random, level + 1, False, rules)))

    return aim_among(random, draw, lambda told: told.mistake, ("", "", *_MISTAKES))


def _tellings(random: Random, counted: Count) -> Iterator[Counted]:
    """The count as it is, and with each mistake that it invites."""
    lines = tuple(ToldLine(item.name, tuple(sorted(item.cards)), item.points) for item in counted.items)
    yield Counted(counted, lines, counted.total, "")
    off = pick(random, (-2, -1, 1, 2))
    if counted.total > 2:
        yield Counted(counted, lines, counted.total + off, "crib-added-up-wrong")
    for gone, line in enumerate(counted.lines):
        left = (*lines[:gone], *lines[gone + 1 :])
        yield Counted(counted, left, counted.total - line.item.points, _MISSED[line.category])
    for slip in slips(counted):
        more = slip.points - counted.categories[slip.category]
        if slip.sets and more > 0 and slip.category in _NAMES:
            extra = ToldLine(_NAMES[slip.category], tuple(sorted(slip.sets[0])), more)
            at = pick(random, range(len(lines) + 1))
            yield Counted(counted, (*lines[:at], extra, *lines[at:]), counted.total + more, slip.mistake)


def _other_tellings(told: Counted) -> Sequence[Counted]:
    """The same hand counted rightly instead, or with a mistake."""
    right, *others = _tellings(Random(0), told.hand)
    wrong = [other for other in others if other.mistake in _MISTAKES]
    return told_otherwise(told.mistake, right, wrong, told.total)


def _ask_count(told: Counted) -> Prompt:
    lines = [
        (letter, f"{line.name}, {line.points}: {' '.join(card.short for card in line.cards)}")
        for letter, line in zip(LETTERS, told.lines, strict=False)
    ]
    ends = [("missing", "something is missing"), ("sum", f"the sum, {told.total}"), ("right", "all is right")]
    return Prompt(
        f"Somebody has counted this hand: {told.total} in all. There is one mistake in it, or none. Which?",
        (forms.choose("wrong", "what is wrong", [*lines, *ends]),),
        count_zones(told.hand.hand, told.hand.starter),
    )


def _told(item: Item) -> str:
    """An item with its cards, which tell it from another of its kind."""
    return f"{item.name.capitalize()} {' '.join(card.short for card in item.cards)}: {item.points}"


def _work_count(told: Counted) -> Solution:
    true = told.hand
    steps = [Step(f"{_told(item)}.", (item.rule,), item.cards, item.name, item.points) for item in true.items]
    wrong = told.wrong
    total = f"In all it counts {true.total}."
    if wrong == "right":
        end = f"Everything is there, and nothing else. {total}"
    elif wrong == "sum":
        end = f"The lines are right, but they come to {true.total}, not {told.total}."
    elif wrong == "missing":
        have = {(line.name, line.cards) for line in told.lines}
        gone = [item for item in true.items if (item.name, tuple(sorted(item.cards))) not in have]
        end = f"Missing: {gone[0].name}, {list_cards(gone[0].cards)}. {total}"
    else:
        line = told.lines[LETTERS.index(wrong)]
        end = f"Wrong: {list_cards(line.cards)} are no {line.name} for {line.points}. {total}"
    steps.append(Step(end, () if true.items else ("CRIB-SHOW-03", "CRIB-SHOW-04", "CRIB-SHOW-07")))
    return Solution({"wrong": wrong}, end, tuple(steps))


def _hints_count(told: Counted) -> tuple[str, ...]:
    return (
        "Count the hand yourself first, one category after the other; then compare.",
        f"It counts {told.hand.total}.",
    )


def _tell_count(told: Counted, answer: Answer) -> Step | None:
    """Why what was chosen is not what is wrong."""
    chosen = answer["wrong"]
    if chosen == "sum":
        return Step(f"The lines do come to {told.total}.")
    if chosen == "missing":
        return Step("Everything that the hand holds is there.")
    if chosen == "right":
        return None
    line = told.lines[LETTERS.index(chosen)]
    item = next(
        item for item in told.hand.items if tuple(sorted(item.cards)) == line.cards and item.name == line.name
    )
    return Step(
        f"That line is right: {list_cards(line.cards)} pay {line.points} for {_with_article(line.name)}.",
        (item.rule,),
    )


def _with_article(name: str) -> str:
    return name if name.startswith(("his ", "three ", "four ")) else f"a {name}"


COUNT = exercise(
    id="crib-spot-count",
    title="Spot the mistake in the count",
    topic="checking a count",
    rules=(
        "CRIB-SHOW-03",
        "CRIB-SHOW-04",
        "CRIB-SHOW-05",
        "CRIB-SHOW-06",
        "CRIB-SHOW-07",
        "CRIB-SHOW-08",
        "CRIB-SHOW-10",
    ),
    mistakes=_MISTAKES,
    levels=("hands as they come", "many combinations"),
    draw=_draw_count,
    ask=_ask_count,
    solution=_work_count,
    distractors=lambda told: overlooked(told.mistake),
    tell=_tell_count,
    hints=_hints_count,
    vary=_other_tellings,
)


EXERCISES = (COUNT,)
