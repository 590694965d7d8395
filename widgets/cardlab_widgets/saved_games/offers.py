"""The games on disk as they are offered: when they were left and how they stand, not the names of files."""

from __future__ import annotations

from datetime import datetime, timedelta
from functools import lru_cache
from typing import NamedTuple

from cardlab.game import Game
from cardlab.plugins import game_plugin
from cardlab_widgets.saved_games.files import Games
from cardlab_widgets.saved_games.keeping import looks_running

LISTED = 5
"""How many games are offered, the latest first."""
_LOOKED_AT = 40
"""How many of the latest files are looked at: some may be of the other game, or not records at all."""


class Offer(NamedTuple):
    """A saved game: the name that it is kept under, what it is called, and when it was left."""

    name: str
    title: str
    when: str


def offers(saves: Games, game: str, own: str = "", now: datetime | None = None) -> tuple[Offer, ...]:
    """The saved games of `game`, the latest first; the one kept under the name `own` is left out.

    What cannot be read is not offered. `now` is the present if it is not said.
    """
    now = now or datetime.now()
    found: list[Offer] = []
    for name in saves.names()[:_LOOKED_AT]:
        try:
            words = _standing(saves.read(name) or "", game) if name != own else ""
            when = said(saves.written(name), now)
        except (OSError, ValueError):  # no text, no record, or gone meanwhile
            continue
        if words:
            called = words if looks_running(name) else f"“{name.replace('-', ' ')}”: {words}"
            found.append(Offer(name, called, when))
        if len(found) == LISTED:
            break
    return tuple(found)


@lru_cache(maxsize=64)
def _standing(record: str, game: str) -> str:
    """How the game of a record stands; empty for one that has not begun, or is of the other game."""
    if f"\ngame: {game}\n" not in record:
        return ""
    kept = Game.from_record(record)
    if not kept.actions:
        return ""
    return game_plugin(game).table.standing(kept.state)


def said(then: datetime, now: datetime) -> str:
    """A time in plain words.

    >>> now = datetime(2026, 3, 9, 12, 0)
    >>> said(datetime(2026, 3, 9, 9, 5), now), said(datetime(2026, 3, 8, 21, 30), now)
    ('today, 9:05', 'yesterday, 21:30')
    >>> said(datetime(2026, 2, 3, 9, 5), now), said(datetime(2025, 12, 31, 9, 5), now)
    ('3 February, 9:05', '31 December 2025')
    """
    time = f"{then.hour}:{then:%M}"
    if then.date() == now.date():
        return f"today, {time}"
    if then.date() == now.date() - timedelta(days=1):
        return f"yesterday, {time}"
    day = f"{then.day} {then:%B}"
    return f"{day}, {time}" if then.year == now.year else f"{day} {then.year}"
