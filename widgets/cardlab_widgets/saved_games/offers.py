"""The games on disk as they are offered: when they were left and how they stand, not the names of files."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime, timedelta
from functools import lru_cache
from itertools import islice
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


class LastGame(NamedTuple):
    """The game that was left last: which one it is of, how it stands, and when it was left."""

    game: str
    title: str
    when: str


def offers(saves: Games, game: str, own: str = "", now: datetime | None = None) -> tuple[Offer, ...]:
    """The saved games of `game`, the latest first; the one kept under the name `own` is left out.

    What cannot be read is not offered. `now` is the present if it is not said.
    """
    found = (offer for of, offer in _left(saves, now, game) if offer.name != own)
    return tuple(islice(found, LISTED))


def last_game(saves: Games, now: datetime | None = None) -> LastGame | None:
    """The saved game that was left last, of any game; None where there is none. `now` is as in `offers`."""
    return next((LastGame(of, offer.title, offer.when) for of, offer in _left(saves, now)), None)


def _left(saves: Games, now: datetime | None, game: str = "") -> Iterator[tuple[str, Offer]]:
    """The saved games that have begun, the latest first, and what each is a game of."""
    now = now or datetime.now()
    for name in saves.names()[:_LOOKED_AT]:
        try:
            of, words = _standing(saves.read(name) or "", game)
            when = said(saves.written(name), now)
        except (OSError, ValueError):  # no text, no record, or gone meanwhile
            continue
        if words:
            called = words if looks_running(name) else f"“{name.replace('-', ' ')}”: {words}"
            yield of, Offer(name, called, when)


@lru_cache(maxsize=64)
def _standing(record: str, game: str) -> tuple[str, str]:
    """Which game a record is of, and how it stands; empty where it has not begun, or is of another game."""
    of = next((line[6:] for line in record.splitlines() if line.startswith("game: ")), "")
    if not of or game not in ("", of):
        return of, ""
    kept = Game.from_record(record)
    return of, game_plugin(of).table.standing(kept.state) if kept.actions else ""


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
