"""The exercise on the end of the match: the new totals, and who has won."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import NamedTuple

from cardlab.canasta import Options
from cardlab.canasta.rules.transitions import match_outcome
from cardlab.rulebook import load
from cardlab.wording import signed
from cardlab_exercises.canasta.common import exercise
from cardlab_exercises.canasta.generators import Deck
from cardlab_exercises.declaration.declare import Distractor, Prompt, Solution, Step, forms

# ---------------------------------------------------------------- who has won?


class Totals(NamedTuple):
    """The totals of both sides before a deal, what each has scored in it, and who went out in it."""

    before: tuple[int, ...]
    scored: tuple[int, ...]
    out: int | None
    options: Options

    @property
    def after(self) -> tuple[int, ...]:
        return tuple(map(sum, zip(self.before, self.scored, strict=True)))


_WINNERS = (
    ("we", "we have won"),
    ("they", "they have won"),
    ("on", "nobody yet: another deal is played"),
)
_SHARED = ("shared", "nobody: the match is shared")
"""One more answer, where the rules have it so."""


def _draw_totals(random: Random, level: int, options: Options) -> Totals:
    deck = Deck(random)
    target = options.target

    def after(kind: str) -> int:
        if kind == "there":
            return target + 5 * deck.between(0, 100)
        return target - 5 * deck.between(1, 200)

    kinds = deck.one_of(
        {
            1: (("there", "short"), ("short", "there"), ("short", "short")),
            2: (
                ("there", "there"),
                ("there", "short"),
                ("short", "there"),
                ("short", "short"),
                ("equal", "equal"),
            ),
            3: (
                ("there", "there"),
                ("there", "there"),
                ("equal", "equal"),
                ("short", "there"),
                ("short", "short"),
            ),
        }[level]
    )
    if kinds[0] == "equal":
        ours = theirs = target + 5 * deck.between(0, 60)
    else:
        ours, theirs = after(kinds[0]), after(kinds[1])
    while True:
        scored = (5 * deck.between(-60, 300), 5 * deck.between(-60, 300))
        before = (ours - scored[0], theirs - scored[1])
        if max(before) < target:  # or the match would have been over
            return Totals(before, scored, deck.one_of((0, 1, None)), options)


def _ask_totals(position: Totals) -> Prompt:
    who = {0: "We went out", 1: "They went out", None: "The stock ran out"}[position.out]
    before, scored = position.before, position.scored
    return Prompt(
        f"Before the deal we had {signed(before[0])} and they {signed(before[1])}. {who}. In this deal we "
        f"score {signed(scored[0])} and they {signed(scored[1])}. Write the new totals, and say who has won "
        f"the match to {position.options.target:,} ({position.options.label}).",
        (
            forms.row("we", "we", most=20000, least=-20000),
            forms.row("they", "they", most=20000, least=-20000),
            forms.choose("won", "the match", _winners(position.options)),
        ),
    )


def _winners(options: Options) -> tuple[tuple[str, str], ...]:
    return (*_WINNERS, _SHARED) if options.tie_at_target == "shared" else _WINNERS


def _winner(position: Totals) -> str:
    outcome = match_outcome(position.options, position.after, position.out)
    if outcome is None:
        return "on"
    return "shared" if outcome.winner is None else ("we", "they")[outcome.winner]


def _of_both(options: Options) -> str:
    """What becomes of a match when both sides are there, in the words of the rulebook."""
    rule = load("canasta").rule
    return f"{rule('CAN-SCORE-11').text(options)} {rule('CAN-SCORE-12').text(options)}"


def _totals_solution(position: Totals) -> Solution:
    ours, theirs = position.after
    target = position.options.target
    outcome = match_outcome(position.options, position.after, position.out)
    there = [name for name, total in (("we", ours), ("they", theirs)) if total >= target]
    if outcome is not None:
        rules = tuple(outcome.rules)
    else:
        rules = ("CAN-SCORE-11", "CAN-SCORE-12") if len(there) == 2 else ("CAN-SCORE-10",)
    text = {
        0: f"Neither side has reached {target:,}.",
        1: f"Only {there[0] if there else ''} have reached {target:,}.",
        2: f"Both sides have reached {target:,}. {_of_both(position.options)}",
    }[len(there)]
    winner = _winner(position)
    return Solution(
        {"we": str(ours), "they": str(theirs), "won": winner},
        dict(_winners(position.options))[winner].capitalize() + ".",
        (
            Step(
                f"We: {signed(position.before[0])} and {signed(position.scored[0])} make {signed(ours)}.",
                ("CAN-SCORE-09",),
            ),
            Step(
                f"They: {signed(position.before[1])} and {signed(position.scored[1])} make {signed(theirs)}.",
                ("CAN-SCORE-09", "CAN-OBJ-01"),
            ),
            Step(text, rules),
        ),
        by_field={"we": ("CAN-SCORE-09",), "they": ("CAN-SCORE-09",), "won": rules},
    )


def _totals_distractors(position: Totals) -> Iterator[Distractor]:
    ours, theirs = position.after
    target = position.options.target
    won = _winner(position)
    for name, before, scored in zip(("we", "they"), position.before, position.scored, strict=True):
        if scored < 0:
            yield Distractor("can-negative-deal-added", str(before - scored), field=name)
        yield Distractor("can-total-only-this-deal", str(scored), field=name)
    leader = "we" if ours > theirs else "they"
    if max(ours, theirs) < target:
        yield Distractor("can-won-too-soon", leader, field="won")
    elif ours == theirs and won not in ("we", "they"):
        for side in ("we", "they"):
            yield Distractor("can-tie-goes-to-out", side, field="won")
    elif min(ours, theirs) >= target:
        yield Distractor("can-out-wins", {0: "we", 1: "they", None: won}[position.out], field="won")
        yield Distractor("can-both-play-on", "on", field="won")


def _other_totals(position: Totals) -> Iterator[Totals]:
    """The same deal with another score of ours: level with theirs, just there, or just not."""
    ours, theirs = position.after
    target = position.options.target
    for total in (theirs, theirs + 5, theirs - 5, target, target - 5):
        before = position.before[0] + total - ours
        if before < target:
            yield position._replace(before=(before, position.before[1]))


WINNER = exercise(
    id="can-winner",
    title="Who has won?",
    topic="the match",
    rules=("CAN-SCORE-09", "CAN-SCORE-10", "CAN-SCORE-11", "CAN-SCORE-12", "CAN-OBJ-01"),
    mistakes=(
        "can-negative-deal-added",
        "can-total-only-this-deal",
        "can-won-too-soon",
        "can-tie-goes-to-out",
        "can-out-wins",
        "can-both-play-on",
    ),
    levels=("one side at most is there", "both may be there", "both are there, equal totals"),
    draw=_draw_totals,
    ask=_ask_totals,
    solution=_totals_solution,
    distractors=_totals_distractors,
    vary=_other_totals,
    default_level=2,
)

EXERCISES = (WINNER,)
