"""Printable sheets: the questions of a run on paper, and their answer key.

`sheet_html` and `sheet_pdf` write them.

The questions are those that the screen asks for the same exercise, seed and length.

>>> made = PrintedSheet("crib-count-hand", seed=5, count=12)
>>> len(made.questions), made.title
(12, 'How many points?')
>>> from cardlab_exercises.practice.session import Practice
>>> made.questions[0] == Practice("crib-count-hand", seed=5, length=12).sitting.question
True
"""

from __future__ import annotations

from functools import cached_property
from typing import Any, Literal

from cardlab.cards import quoted
from cardlab.errors import InputError
from cardlab_exercises.declaration import bank
from cardlab_exercises.declaration.answers import is_number, read_seed
from cardlab_exercises.declaration.exercise import Question, WorkedSolution
from cardlab_exercises.practice.plans import OneExercise

MOST = 100

Part = Literal["questions and key", "questions", "key"]
BOTH: Part = "questions and key"
QUESTIONS: Part = "questions"
KEY: Part = "key"
"""What of a sheet a file holds."""


class PrintedSheet:
    """A number of questions of an exercise, and their answers.

    Raises `UnknownExerciseError`, or `ValueError` for a seed, level, options or count that cannot be.
    """

    def __init__(
        self,
        exercise_id: str,
        seed: str | int = 1,
        count: int = 12,
        level: int | None = None,
        options: Any = "course",
    ) -> None:
        if not is_number(count) or not 1 <= count <= MOST:
            raise InputError(f"a sheet has 1 to {MOST} questions, as a whole number, not {quoted(count)}")
        self.exercise = bank.get(exercise_id)
        if level is not None:
            self.exercise.read_level(level)
        self.seed = read_seed(seed)
        self._plan = OneExercise(self.exercise, options, level, count)
        self.options = self._plan.options

    def __repr__(self) -> str:
        return f"PrintedSheet({self.exercise.id!r}, seed={self.seed!r}, count={self._plan.length})"

    @property
    def title(self) -> str:
        return self.exercise.title

    @property
    def subtitle(self) -> str:
        game = self.exercise.game.capitalize()
        return f"{game} · {self.options.label} · {self.exercise.id} · seed {self.seed}"

    @cached_property
    def questions(self) -> tuple[Question, ...]:
        return tuple(task.question for task in self._plan.tasks(self.seed, list))

    @cached_property
    def solutions(self) -> tuple[WorkedSolution, ...]:
        return tuple(self.exercise.solve(question) for question in self.questions)
