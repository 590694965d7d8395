"""Declaring an exercise: what is made of an author's functions."""

from __future__ import annotations

from collections.abc import Iterator

from cardlab_exercises.declaration import forms
from cardlab_exercises.declaration.declare import Distractor, Prompt, Solution, Step, declare

from cardlab.cribbage.rules.options import as_options


def test_a_position_is_worked_out_once_however_much_is_asked_about_it() -> None:
    worked: list[float] = []

    def solution(position: float) -> Solution:
        worked.append(position)
        return Solution({"go": "yes"}, "Yes.", (Step("No card fits.", ("CRIB-GO-02",)),))

    def distractors(position: float) -> Iterator[Distractor]:
        yield Distractor("crib-go-any-card", "no")

    exercise = declare(
        id="guest-go",
        title="Go?",
        topic="the go",
        game="cribbage",
        rules=("CRIB-GO-02",),
        mistakes=("crib-go-any-card",),
        levels=("any",),
        options=as_options,
        draw=lambda random, level, options: random.random(),
        ask=lambda position: Prompt(f"{position}", (forms.yes_no("go", "must you say go?"),)),
        solution=solution,
        distractors=distractors,
    )
    one, other = exercise.question(1), exercise.question(2)
    for question in (one, one, other, one):
        for _ in range(2):  # a generator would be used up by then
            assert exercise.judge(question, {"go": "no"}).mistakes == ("crib-go-any-card",)
        assert exercise.hints(question)
        assert exercise.solve(question).answer == {"go": "yes"}
    assert worked == [one.position, other.position, one.position]
