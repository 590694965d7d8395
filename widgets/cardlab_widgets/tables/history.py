"""A game as the row of moments that one seat has seen, action after action."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

from cardlab.game import Game, LazyEvents, Moment

Moments = Callable[[Any, LazyEvents, int], tuple[Moment, ...]]
"""Takes the events of one action apart: the state before, the events, the seat that watches."""


class Reel(NamedTuple):
    """Moments, the first before any action; `ends` has for each action the number of moments with it."""

    moments: tuple[Moment, ...]
    ends: tuple[int, ...] = ()

    @property
    def last(self) -> int:
        return len(self.moments) - 1

    def keep(self, actions: int) -> Reel:
        """The reel up to that number of actions."""
        if actions >= len(self.ends):
            return self
        return Reel(self.moments[: self.ends[actions - 1] if actions else 1], self.ends[:actions])


def wind(reel: Reel | None, game: Game, seat: int, moments: Moments) -> Reel:
    """The reel of `game` for `seat`; what `reel` already has of the same actions is taken over."""
    view = game.referee.view
    if reel is None:
        first = game.step(0)[0] if game.actions else game.state
        reel = Reel((Moment(view(first, seat)),))
    taken = len(game.actions)
    reel = reel.keep(taken)
    shown, ends = list(reel.moments), list(reel.ends)
    for number in range(len(ends), taken):
        before, events, _ = game.step(number)
        shown += moments(before, events, seat)
        ends.append(len(shown))
    return Reel(tuple(shown), tuple(ends))
