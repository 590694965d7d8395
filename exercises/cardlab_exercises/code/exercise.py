"""What a code exercise is."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from copy import deepcopy
from dataclasses import dataclass
from random import Random
from typing import Any

from cardlab_exercises.code.runner import show

GENERATED = 40
"""How many cases are drawn in addition to those that are shown."""

Function = Callable[..., Any]


@dataclass(frozen=True, kw_only=True)
class CodeExercise:
    """The declaration of a code exercise.

    `signature` is how the function is called, `task` says what it has to do. `shown` are the arguments
    that the learner is told of; `make(random)` draws others by ``random.random()`` alone. `solve` gives the
    right value for arguments: it asks the engine.
    """

    id: str
    game: str
    signature: str
    task: str
    rules: tuple[str, ...]
    shown: tuple[tuple[Any, ...], ...]
    make: Callable[[Random], tuple[Any, ...]]
    solve: Function
    options: str = "course rules"

    @property
    def title(self) -> str:
        return f"Write {self.signature}"

    @property
    def name(self) -> str:
        return self.signature.partition("(")[0]

    def cases(self, seed: str) -> list[tuple[Any, ...]]:
        """The hidden cases of that seed."""
        return [self.make(Random(f"{self.id}/{seed}/{number}")) for number in range(GENERATED)]

    def call(self, case: Sequence[Any]) -> str:
        """A case as the learner would write it."""
        return f"{self.name}({', '.join(map(show, case))})"

    def __str__(self) -> str:
        examples = [f"  {self.call(case)} is {show(self.solve(*deepcopy(case)))}" for case in self.shown]
        return "\n".join([f"Write {self.signature} ({self.options}). {self.task}", *examples])

    __repr__ = __str__
