"""What exercises say: no sentence twice, no bare numbers, nothing a learner cannot read."""

from __future__ import annotations

import re

import pytest
from cardlab_exercises import Exercise
from cardlab_exercises.declaration import bank

from tests.exercises.texts import questions, told

every_exercise = pytest.mark.parametrize("exercise", bank.exercises().values(), ids=lambda one: one.id)


def sentences(text: str) -> list[str]:
    return [sentence for sentence in re.split(r"(?<=[.!?])\s+", text) if len(sentence.split()) > 2]


@every_exercise
@pytest.mark.parametrize(
    "seeds", [range(1), pytest.param(range(1, 8), marks=pytest.mark.thorough)], ids=["one", "more"]
)
def test_nothing_is_said_twice_and_numbers_are_written_as_such(exercise: Exercise, seeds: range) -> None:
    """What is taken off has a real minus sign, and one card is not "1 cards"."""
    for question in questions(exercise, seeds):
        for text in told(exercise, question):
            said = sentences(text)
            assert len(said) == len(set(said)), (question.key, text)
            assert not re.search(r"(?<![\w-])-\d|\d - \d|\b1 (?:card|point|game|hole)s\b", text), text
