"""The texts of exercises, as the tests of wording read them: questions, and all that is said under them."""

from __future__ import annotations

from collections.abc import Iterator

from cardlab_exercises import Exercise, Outcome, Question
from cardlab_exercises.declaration.exercise import Answer
from cardlab_exercises.practice.run import Sitting
from cardlab_exercises.practice.scene import question_scene

from cardlab.display.scene import Scene

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
