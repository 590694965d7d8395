"""The data of practising: a run of questions, and the one that is being worked on. Both are values."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import UTC, datetime
from functools import cached_property
from typing import Literal

from cardlab.cards import Card
from cardlab.display.scene import Dot
from cardlab_exercises.declaration.exercise import Answer, Exercise, Question, Verdict, WorkedSolution
from cardlab_exercises.practice.plans import Task

Phase = Literal["asked", "right", "shown", "example", "told"]
DotState = Literal["", "ok", "retry", "missed"]


@dataclass(frozen=True)
class Sitting:
    """One question being worked on: a value, replaced by each action.

    `typed` is what stands in the fields, `checked` what the verdict is about, `picked` the keys of
    the cards picked to add them up. A sitting that is "told" has its verdict and the whole working to
    show. `helped` is set by a hint and by the working, `seen` when this
    question has been solved or shown before. `notice` is news of the store, told once.
    """

    exercise: Exercise
    question: Question
    solution: WorkedSolution
    phase: Phase = "asked"
    typed: Mapping[str, str] = field(default_factory=dict)
    checked: Answer | None = None
    verdict: Verdict | None = None
    picked: tuple[str, ...] = ()
    tries: int = 0
    hints: int = 0
    helped: bool = False
    seen: bool = False
    hinted_last: bool = False
    notice: str = ""
    started: datetime = field(default_factory=lambda: datetime.now(UTC))

    @property
    def done(self) -> bool:
        return self.phase != "asked"

    @property
    def assisted(self) -> bool:
        """Whether an attempt now would be one with help."""
        return self.helped or self.seen or self.question.stage != "alone"

    @cached_property
    def twin(self) -> Question | None:
        """The same question with one thing changed, if there is one."""
        return self.exercise.twin_of(self.question)

    @property
    def cards(self) -> tuple[Card, ...]:
        """The cards picked, in the order in which they lie."""
        faces = [face for zone in self.question.zones for face in zone.faces]
        return tuple(face.card for face in faces if face.key in self.picked and face.card is not None)


@dataclass(frozen=True)
class Run:
    """The questions of one run, where it stands, and how each went by its place: a value too."""

    seed: str
    tasks: tuple[Task, ...]
    at: int = 0
    results: Mapping[int, DotState] = field(default_factory=dict)
    mistakes: tuple[tuple[str, str], ...] = ()

    @property
    def task(self) -> Task:
        return self.tasks[self.at]

    @property
    def over(self) -> bool:
        return self.at == len(self.tasks)

    @property
    def to_retry(self) -> tuple[Task, ...]:
        """The questions that were not right at the first try and without help."""
        wrong = ("retry", "missed")
        return tuple(task for place, task in enumerate(self.tasks) if self.results.get(place) in wrong)

    @property
    def dots(self) -> tuple[Dot, ...]:
        """One for each question; a worked example has none."""
        return tuple(
            Dot(self.results.get(place, ""), place == self.at)
            for place, task in enumerate(self.tasks)
            if task.stage != "worked"
        )
