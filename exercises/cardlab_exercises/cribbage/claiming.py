"""The exercise `crib-muggins`: a hand is claimed; what does its owner peg, and what may you take?

What is right is what the referee pegs when you call.
"""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import NamedTuple

from cardlab.cribbage import Count, Options, position
from cardlab.cribbage.display.count_frames import count_zones, proofs
from cardlab.cribbage.rules import referee
from cardlab.cribbage.rules.actions import CLAIMS, MUGGINS, PASS
from cardlab.rulebook import load
from cardlab_exercises.cribbage import generators
from cardlab_exercises.cribbage.common import exercise
from cardlab_exercises.declaration.declare import Distractor, Prompt, Solution, Step, forms
from cardlab_exercises.declaration.sampling import aim, between, pick


class Claim(NamedTuple):
    """North's hand as it is claimed, under rules with muggins; `told` whether its count is told."""

    options: Options
    hand: Count
    claimed: int
    told: bool

    @property
    def pegged(self) -> tuple[int, int]:
        """What North pegs, and what you can take by muggins."""
        state = position(
            options=self.options,
            phase="show",
            dealer=0,
            seed="claim",
            hands=[None, self.hand.hand],
            starter=self.hand.starter,
        )
        after = referee.apply(state, CLAIMS[self.claimed]).state
        called = referee.apply(after, MUGGINS[29]).events
        passed = referee.apply(after, PASS).state
        return passed.scores[1], sum(event.points for event in called if event.kind == "muggins")


def _draw(random: Random, level: int, rules: Options) -> Claim:
    """A claim that is right, or overlooks one or two items, or finds too much."""
    table = rules._replace(counting="by_hand", muggins="on")

    def draw(random: Random) -> Claim:
        counted = generators.deal(random, 2, False, table)
        total = counted.total
        missed = pick(random, counted.items).points if counted.items else 0
        claimed = pick(random, (total, total - missed, total - missed, total + between(random, 1, 2)))
        return Claim(table, counted, max(0, claimed), level == 1)

    return aim(random, draw, _side, ("under", "under", "over", "exact"))


def _side(claim: Claim) -> str:
    off = claim.claimed - claim.hand.total
    return "exact" if not off else "under" if off < 0 else "over"


def _ask(claim: Claim) -> Prompt:
    counts = f" It counts {claim.hand.total}." if claim.told else ""
    return Prompt(
        f"Muggins is played. North claims {claim.claimed} for this hand.{counts} "
        "How many does North peg, and how many can you take by calling muggins?",
        (
            forms.number("pegs", "North pegs", most=30),
            forms.number("take", "you can take", most=30),
        ),
        count_zones(claim.hand.hand, claim.hand.starter),
    )


def _rule(claim: Claim) -> str:
    text = load("cribbage").rule("CRIB-MUG-01").text(claim.options)
    return f"{claim.options.label.capitalize()}: {text}"


def _solution(claim: Claim) -> Solution:
    pegs, take = claim.pegged
    total = claim.hand.total
    steps = [
        Step(
            f"{group.name.capitalize()}: {group.points}.",
            group.rules,
            tuple(dict.fromkeys(card for cards in group.sets for card in cards)),
            group.name,
            group.points,
        )
        for group in proofs(claim.hand)
        if group.points
    ]
    side = _side(claim)
    text = {
        "exact": f"The hand counts {total}, as claimed: nothing was overlooked.",
        "under": f"The hand counts {total}, {total - claim.claimed} more than was claimed.",
        "over": f"The hand counts {total}, and {claim.claimed} was claimed: only {total} is pegged.",
    }[side]
    steps.append(Step(text, ("CRIB-SHOW-12",)))
    steps.append(Step(f"{_rule(claim)}", ("CRIB-MUG-01",)))
    what = f"you can take {take}" if take else "there is nothing to take"
    return Solution(
        {"pegs": str(pegs), "take": str(take)},
        f"North pegs {pegs}, and {what}.",
        tuple(steps),
        by_field={"pegs": ("CRIB-MUG-01",), "take": ("CRIB-MUG-01",)},
    )


def _hints(claim: Claim) -> tuple[str, ...]:
    total = claim.hand.total
    return (_rule(claim), f"The hand counts {total}. Compare that with the claim.")


def _distractors(claim: Claim) -> Iterator[Distractor]:
    total, said = claim.hand.total, claim.claimed
    side = _side(claim)
    if side == "over":
        yield Distractor("crib-claim-too-high", str(said), field="pegs")
        yield Distractor("crib-muggins-for-too-many", str(said - total), field="take")
    elif side == "under":
        yield Distractor("crib-claim-mended", str(total), field="pegs")
        yield Distractor("crib-muggins-missed", "0", field="take")
        yield Distractor("crib-muggins-takes-all", str(total), field="take")


def _vary(claim: Claim) -> Iterator[Claim]:
    """The same hand, claimed for a point more or less."""
    for claimed in (claim.claimed + 1, claim.claimed - 1):
        if 0 <= claimed <= 29:
            yield claim._replace(claimed=claimed)


CLAIM = exercise(
    id="crib-muggins",
    title="Muggins?",
    topic="claims and muggins",
    rules=(
        "CRIB-MUG-01",
        "CRIB-SHOW-03",
        "CRIB-SHOW-04",
        "CRIB-SHOW-05",
        "CRIB-SHOW-06",
        "CRIB-SHOW-07",
        "CRIB-SHOW-08",
        "CRIB-SHOW-10",
        "CRIB-SHOW-12",
    ),
    mistakes=(
        "crib-claim-too-high",
        "crib-claim-mended",
        "crib-muggins-for-too-many",
        "crib-muggins-missed",
        "crib-muggins-takes-all",
    ),
    levels=("you are told what the hand counts", "you count the hand yourself"),
    default_level=2,
    draw=_draw,
    ask=_ask,
    solution=_solution,
    distractors=_distractors,
    hints=_hints,
    vary=_vary,
)
EXERCISES = (CLAIM,)
