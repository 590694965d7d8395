"""The three ways in which text or an action can be wrong. All are `ValueError`."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

    from cardlab.game import Refusal


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
