"""Practising what went wrong in a game: a plan of the questions that it left behind.

>>> from cardlab.cribbage.rules import referee
>>> FromGame(Game(referee, seed=5)).tasks("", list)  # doctest: +ELLIPSIS
Traceback (most recent call last):
cardlab.errors.InputError: there is nothing to practise in this game: no decision of South ...
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, ClassVar

from cardlab.errors import InputError
from cardlab.game import Game
from cardlab_exercises.practice.from_game import (
    choice_exercise,
    count_exercise,
    count_question,
    decision_question,
    decisions,
    miscounts,
    price,
)
from cardlab_exercises.practice.plans import History, Task


@dataclass(frozen=True)
class FromGame:
    """A run about what `seat` did in a game: all hands it miscounted, then its costliest decisions.

    `most` is the greatest number of decisions that come back.
    """

    game: Game
    seat: int = 0
    most: int = 7

    reseeds = False
    rules: ClassVar[tuple[str, ...]] = ()
    more = "The same again"
    title = "From your game"

    @property
    def options(self) -> Any:
        return self.game.options

    @property
    def eyebrow(self) -> str:
        return f"{self.game.referee.name.capitalize()} · seed {self.game.seed}"

    @property
    def intro(self) -> str:
        who = self.game.referee.seat_names(self.game.options)[self.seat]
        return f"What cost {who} most in this game comes back, and the hands that were miscounted."

    def tasks(self, seed: str, history: History) -> tuple[Task, ...]:
        counts = [count_question(self.game, number) for number in miscounts(self.game, self.seat)]
        choices = [
            decision_question(self.game, decision)
            for decision in decisions(self.game, self.seat)[: self.most]
        ]
        if not counts and not choices:
            who = self.game.referee.seat_names(self.game.options)[self.seat]
            raise InputError(
                f"there is nothing to practise in this game: no decision of {who} was worse than the best"
            )
        choose = choice_exercise(self.game.referee.name)
        return (
            *(Task(count_exercise(made.position.crib), made=made, reason="miscounted") for made in counts),
            *(Task(choose, made=made, reason=_cost(made)) for made in choices),
        )


def _cost(question: Any) -> str:
    decision = question.position
    return f"cost {price(decision.cost, decision.choice.unit)}"
