"""What a computer player of either game answers: its choice, and the numbers that ranked it.

A player is a function of a View and a Random. It sees what its seat sees, and nothing else.
"""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any, Literal, NamedTuple, TypeAlias

from cardlab.cards import Card
from cardlab.wording import gain

Unit: TypeAlias = Literal["points", "chance"]


class Candidate(NamedTuple):
    """One action that was weighed. Its worth is the sum of its parts, each a name and a number."""

    action: Any
    parts: tuple[tuple[str, float], ...]

    @property
    def worth(self) -> float:
        """
        >>> Candidate("play 5H", (("now", 2.0), ("later", -0.5))).worth
        1.5
        """
        return sum([number for _, number in self.parts])


class Choice(NamedTuple):
    """The action chosen, and all that were weighed, the best first.

    The unit of the numbers is points, or the chance (0 to 1) to win the game. `note` says in words
    what the parts mean, or why there was nothing to weigh.

    >>> print(Choice("go", (), note="no card fits"))
    go: no card fits
    """

    action: Any
    candidates: tuple[Candidate, ...] = ()
    unit: Unit = "points"
    note: str = ""

    @property
    def reason(self) -> str:
        """The numbers of the choice, and how much less the next best is worth, in a sentence."""
        if not self.candidates:
            return self.note
        first, *rest = self.candidates
        text = self._sum(first)
        if rest:
            text += f"; the next best, {rest[0].action}, is {self._behind(first.worth - rest[0].worth)}"
        return f"{text} ({self.note})" if self.note else text

    def _sum(self, candidate: Candidate) -> str:
        if self.unit == "chance":
            return f"a chance of {candidate.worth:.1%} to win"
        parts = [f"{name} {gain(number)}" for name, number in candidate.parts]
        if len(parts) == 1:
            return f"{parts[0]} points"
        return f"{', '.join(parts)}: {gain(candidate.worth)} points in all"

    def _behind(self, less: float) -> str:
        """How much worse than the best something is that comes to `less`, as it is shown.

        >>> Choice("go")._behind(0.25), Choice("go", unit="chance")._behind(0.0004)
        ('worth 0.25 less', 'as good')
        """
        shown = f"{less:.1%}" if self.unit == "chance" else f"{less:.2f}"
        return f"worth {shown} less" if shown.strip("0.%") else "as good"

    def __str__(self) -> str:
        return f"{self.action}: {self.reason}"


class Advice(NamedTuple):
    """Why an action is good, in words, and the cards of the hand that it is about.

    The text is empty where only chance decides.
    """

    text: str
    cards: tuple[Card, ...] = ()


class Measure(NamedTuple):
    """In what numbers a game is reviewed.

    `name` is what the numbers are; `limits` are what a decision may cost to be best, good, an inaccuracy or
    a mistake. What costs more is a blunder.
    """

    name: str
    unit: Unit
    limits: tuple[float, float, float, float]


Player: TypeAlias = Callable[[Any, Random], Choice]
"""Chooses an action from a View. The Random is for players that play by whim, and for sampling."""


def ranked(candidates: list[Candidate], unit: Unit = "points", note: str = "") -> Choice:
    """The choice of the candidate that is worth most; of equals, the one that was weighed first."""
    order = sorted(candidates, key=lambda candidate: -candidate.worth)
    return Choice(order[0].action, tuple(order), unit, note)
