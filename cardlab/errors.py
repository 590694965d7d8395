"""The ways in which text, an action or an argument can be wrong, and what the rules say against it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple, NoReturn

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


class SaidPlainly:
    """What an error is whose message says all: a notebook shows the message alone, without the traceback.

    IPython asks for `_render_traceback_`. A program sees an error like any other.
    """

    def _render_traceback_(self) -> list[str]:
        return [str(self)]


class InputError(SaidPlainly, ValueError):
    """An argument is invalid; the message says what is allowed."""


class NotationError(SaidPlainly, ValueError):
    """The text is not the notation of anything."""


class AmbiguousError(SaidPlainly, ValueError):
    """The text could mean more than one thing here; the message lists them."""


class IllegalActionError(SaidPlainly, ValueError):
    """The action can be read, but the rules do not allow it here.

    `refusals` holds every rule that it breaks, the most helpful first.
    """

    def __init__(self, refusals: Sequence[Refusal], where: str = "") -> None:
        self.refusals = tuple(refusals)
        super().__init__(where + "; ".join(str(refusal) for refusal in self.refusals))


def refuse_no_state(given: object) -> NoReturn:
    """Raises `InputError`: a view does not hold all that is needed, and anything else holds nothing."""
    raise InputError(f"this takes a whole state, as start gives it, not {type(given).__name__}")
