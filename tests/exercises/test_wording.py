"""What exercises say: no sentence twice, no bare numbers, nothing a learner cannot read."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest
from cardlab_exercises import Exercise, Outcome, Question
from cardlab_exercises.declaration import bank
from cardlab_exercises.declaration.exercise import Answer
from cardlab_exercises.practice.run import Sitting
from cardlab_exercises.practice.scene import question_scene

from cardlab.display.scene import Scene

every_exercise = pytest.mark.parametrize("exercise", bank.exercises().values(), ids=lambda one: one.id)
BARE = Scene("exercise", "", "")


def questions(exercise: Exercise, seeds: range) -> Iterator[Question]:
    for preset in ("course", "classic"):
        for level in range(1, len(exercise.levels) + 1):
            for seed in seeds:
                yield exercise.question(seed, level, preset)


def wrong_answers(exercise: Exercise, question: Question) -> Iterator[Answer]:
    """A wrong answer and, for each named mistake that is possible, the answer that it leads to."""
    yield exercise.examples(question).wrong
    right = exercise.solve(question).answer
    for distractor in exercise.distractors(question):
        yield distractor.made_on(right)


def told(exercise: Exercise, question: Question) -> Iterator[str]:
    """All that is said under a question: the working alone, and with a pointer, after one try and two."""
    solution = exercise.solve(question)
    yield solution.text
    yield from exercise.hints(question)
    for answer in wrong_answers(exercise, question):
        verdict = exercise.judge(question, answer)
        if verdict.outcome in (Outcome.WRONG, Outcome.PARTLY):
            for tries in (1, 2):
                sitting = Sitting(
                    exercise, question, solution, verdict=verdict, checked=answer, typed=answer, tries=tries
                )
                message = question_scene(sitting, BARE).message
                assert message is not None
                yield message.text


def sentences(text: str) -> list[str]:
    return [sentence for sentence in re.split(r"(?<=[.!?])\s+", text) if len(sentence.split()) > 2]


@every_exercise
@pytest.mark.parametrize(
    "seeds", [range(3), pytest.param(range(3, 8), marks=pytest.mark.thorough)], ids=["few", "more"]
)
def test_nothing_is_said_twice_and_numbers_are_written_as_such(exercise: Exercise, seeds: range) -> None:
    """What is taken off has a real minus sign, and one card is not "1 cards"."""
    for question in questions(exercise, seeds):
        for text in told(exercise, question):
            said = sentences(text)
            assert len(said) == len(set(said)), (question.key, text)
            assert not re.search(r"(?<![\w-])-\d|\d - \d|\b1 (?:card|point|game|hole)s\b", text), text
