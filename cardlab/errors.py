"""The three ways in which text or an action can be wrong, and what the rules say against it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Sequence


class Refusal(NamedTuple):
    """Why an action is not allowed: the rule, a sentence with the numbers, and what would be legal."""

    rule: str
    text: str
    instead: Any = None

    def __str__(self) -> str:
        advice = f" (try: {self.instead})" if self.instead is not None else ""
        return f"{self.text} [{self.rule}]{advice}"


class NotationError(ValueError):
    """The text is not the notation of anything."""


class AmbiguousError(ValueError):
    """The text could mean more than one thing here; the message lists them."""


class IllegalActionError(ValueError):
    """The action can be read, but the rules do not allow it here.

    `refusals` holds every rule that speaks against it, the most helpful first.
    """

    def __init__(self, refusals: Sequence[Refusal], where: str = "") -> None:
        self.refusals = tuple(refusals)
        super().__init__(where + "; ".join(str(refusal) for refusal in self.refusals))
