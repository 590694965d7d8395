"""What to practise now: the rules that are due to be repeated, mixed with new ones in course order.

>>> plan = WhatIsDue("cribbage")
>>> {task.reason.partition(":")[0] for task in plan.tasks("1", list)}
{'new'}
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any, ClassVar, NamedTuple

from cardlab.errors import InputError
from cardlab.game import referee
from cardlab.plugins import games
from cardlab.rulebook import find_rule
from cardlab_exercises.declaration import bank
from cardlab_exercises.declaration.exercise import Exercise
from cardlab_exercises.practice.plans import History, Task
from cardlab_exercises.store.memory import Memory, course, practised, recall

if TYPE_CHECKING:
    from cardlab_exercises.store.attempt import Attempt


class Wanted(NamedTuple):
    """A rule to practise: new, due, or (when nothing is) not due yet."""

    rule: str
    why: str
    memory: Memory | None = None

    @property
    def reason(self) -> str:
        return f"{self.why}: {find_rule(self.rule)[1].title}"


def wanted(attempts: Sequence[Attempt], now: datetime, game: str | None = None) -> list[Wanted]:
    """All rules in the order in which they are to be practised: due and new mixed, then those not yet due.

    Rules are those of `game`; without one, of the games that the learner has begun, or of the first.
    After every two that are due comes a new one.
    """
    memories = recall(attempts)
    rules = [rule.id for rule in course([game] if game else _begun(memories))]
    known = [memories[rule] for rule in rules if rule in memories]
    due = [Wanted(m.rule, "due", m) for m in sorted(known, key=lambda memory: memory.due) if m.is_due(now)]
    later = [
        Wanted(m.rule, "again", m)
        for m in sorted(known, key=lambda memory: (memory.mastered, memory.due))
        if not m.is_due(now)
    ]
    new = [Wanted(rule, "new") for rule in rules if rule not in memories]
    mixed: list[Wanted] = []
    while due or new:
        mixed += due[:2] + new[:1]
        del due[:2], new[:1]
    return mixed + later


def _begun(memories: Mapping[str, Memory]) -> list[str]:
    """The games of which a rule has been practised; the bank's first where there is none."""
    begun = {find_rule(rule)[0].game for rule in memories if rule in practised()}
    first = next(iter(bank.exercises().values())).game
    return [game for game in games() if game in begun] or [first]


@dataclass(frozen=True)
class WhatIsDue:
    """A run about what the learner is about to forget, and some rules that are new.

    `given` are the rules: options of that game, or the name of a preset. Raises `ValueError` for any that do
    not exist.
    """

    game: str | None = None
    given: Any = "course"
    length: int = 10

    reseeds = False
    rules: ClassVar[tuple[str, ...]] = ()

    def __post_init__(self) -> None:
        if self.game is None and not isinstance(self.given, str):
            raise InputError("these are the options of one game: name the game too, or name a preset")
        for game in [self.game] if self.game else games():
            referee(game).as_options(self.given)

    @property
    def options(self) -> Any:
        return referee(self.game or games()[0]).as_options(self.given)

    @property
    def eyebrow(self) -> str:
        return self.game.capitalize() if self.game else "Your practice"

    @property
    def title(self) -> str:
        return "What is due"

    @property
    def intro(self) -> str:
        return (
            f"{self.length} questions about the rules that you are about to forget, "
            "mixed with rules that are new to you."
        )

    @property
    def more(self) -> str:
        return f"{self.length} more"

    def tasks(self, seed: str, history: History) -> tuple[Task, ...]:
        attempts = history()
        ways = {
            rule: [exercise for exercise in exercises if exercise.exists_under(self.given)]
            for rule, exercises in practised().items()
            if self.game is None or find_rule(rule)[0].game == self.game
        }
        rules = [one for one in wanted(attempts, datetime.now(UTC), self.game) if ways[one.rule]]
        if not rules:
            raise InputError(f"there is no exercise yet for {self.game or 'these games'} by these rules")
        asked: Counter[str] = Counter()
        tasks = []
        for number in range(self.length):
            rule = rules[number % len(rules)]
            exercise = min(ways[rule.rule], key=lambda exercise: asked[exercise.id])
            asked[exercise.id] += 1
            tasks.append(_task(exercise, rule, f"{seed}/{number + 1}", self.given))
        return tuple(tasks)


def _task(exercise: Exercise, rule: Wanted, seed: str, options: Any) -> Task:
    """A question about that rule: easier while it is new, harder once it is mastered."""
    level = exercise.default_level
    if rule.memory is None:
        level = max(1, level - 1)
    elif rule.memory.mastered:
        level = min(len(exercise.levels), level + 1)
    return Task(exercise, seed, level, options, reason=rule.reason, about=rule.rule)
