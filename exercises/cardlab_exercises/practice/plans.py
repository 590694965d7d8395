"""Where the questions of a run come from: one exercise, or whatever else gives a list of tasks.

>>> from cardlab_exercises.declaration import bank
>>> plan = OneExercise(bank.get("crib-count-hand"))
>>> [task.level for task in plan.tasks("20417", list)]
[1, 1, 2, 2, 2, 2, 2, 2, 3, 3]
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol

from cardlab_exercises.declaration.exercise import Exercise, Question, Stage

if TYPE_CHECKING:
    from cardlab_exercises.store.attempt import Attempt

History = Callable[[], "Sequence[Attempt]"]
"""Gives the learner's attempts so far; asked only by those who need them."""


_LOOKS = 12
"""How many seeds are tried to find a question in which a rule matters."""


class Task(NamedTuple):
    """One question of a run, before it is asked. `reason` says in a few words why it comes up.

    `about` is a rule that should matter in it: then a few seeds are tried, `seed` first. `made` is a
    question that no seed gives, such as one from a game that was played.
    """

    exercise: Exercise
    seed: str = ""
    level: int | None = None
    options: Any = "course"
    stage: Stage = "alone"
    reason: str = ""
    about: str = ""
    made: Question | None = None

    @property
    def question(self) -> Question:
        if self.made:
            return self.made
        first = self._ask(self.seed)
        if not self.about or self._matters(first):
            return first
        others = (self._ask(f"{self.seed}.{look}") for look in range(1, _LOOKS))
        return next(filter(self._matters, others), first)

    def _ask(self, seed: str) -> Question:
        return self.exercise.question(seed, self.level, self.options, self.stage)

    def _matters(self, question: Question) -> bool:
        return self.about in self.exercise.solve(question).rules


class Plan(Protocol):
    """What a `Practice` practises. `intro` is said before a run, `more` is the button for another.

    `rules` are those that all of it is about; empty where that depends on the learner.
    `reseeds` says whether runs follow from a seed alone, so that one can be typed in.
    """

    @property
    def eyebrow(self) -> str: ...
    @property
    def title(self) -> str: ...
    @property
    def intro(self) -> str: ...
    @property
    def more(self) -> str: ...
    @property
    def reseeds(self) -> bool: ...
    @property
    def options(self) -> Any: ...
    @property
    def rules(self) -> tuple[str, ...]: ...
    def tasks(self, seed: str, history: History) -> tuple[Task, ...]:
        """The questions of the run with that seed. Raises `ValueError` when there are none."""
        ...


@dataclass(frozen=True)
class OneExercise:
    """A run of `length` questions of one exercise, which rises from easy to hard unless `level` is given.

    With `fade` it begins with a worked example and a question to finish. Raises `ValueError` for options
    under which there is no such exercise.
    """

    exercise: Exercise
    options: Any = "course"
    level: int | None = None
    length: int = 10
    fade: bool = False
    reseeds: bool = True

    def __post_init__(self) -> None:
        object.__setattr__(self, "options", self.exercise.options(self.options))

    @property
    def rules(self) -> tuple[str, ...]:
        return self.exercise.rules

    @property
    def eyebrow(self) -> str:
        return f"{self.exercise.game.capitalize()} · {self.exercise.topic}"

    @property
    def title(self) -> str:
        return self.exercise.title

    @property
    def intro(self) -> str:
        return f"{self.length} questions, drawn when you begin. The same seed always gives the same ones."

    @property
    def more(self) -> str:
        return f"Another {self.length}"

    def tasks(self, seed: str, history: History) -> tuple[Task, ...]:
        return tuple(self.task(seed, number) for number in range(0 if self._fades else 1, self.length + 1))

    @property
    def _fades(self) -> bool:
        return self.fade and self.exercise.finish is not None

    def task(self, seed: str, number: int) -> Task:
        """Question `number` of the run with that seed; number 0 is the worked example."""
        stage: Stage = "alone"
        if self._fades and number < 2:
            stage = "finish" if number else "worked"
        level = self.level if self.level is not None else self._level(number)
        return Task(self.exercise, f"{seed}/{number}", level, self.options, stage)

    def _level(self, number: int) -> int:
        """A run rises: its first fifth is a level easier than usual, its last a level harder."""
        usual = self.exercise.default_level
        if 5 * number <= self.length:
            return max(1, usual - 1)
        if 5 * (number - 1) >= 4 * self.length:
            return min(len(self.exercise.levels), usual + 1)
        return usual
