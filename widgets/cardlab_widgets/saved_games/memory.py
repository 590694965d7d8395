"""Games of a page that a server shows to anybody who asks for it: kept in its kernel until that ends.

On disk the games of all visitors would lie in one folder, for each of them to open and to fill.

>>> games = GamesInMemory()
>>> games.write("cribbage-7", "cardlab record 1")
>>> games.read("cribbage-7"), games.names("crib*"), games.free("cribbage-7"), games.place
('cardlab record 1', ['cribbage-7'], 'cribbage-7-2', 'on this page, until it is closed')
"""

from __future__ import annotations

from datetime import datetime
from fnmatch import fnmatchcase
from functools import cache

from cardlab_exercises.store.visitor import on_page

from cardlab_widgets.saved_games.files import Games, SavedGames, first_free, plain

MOST = 50
"""How many games are kept; then the oldest goes."""


class GamesInMemory:
    """The records of one page, in the place of a folder."""

    def __init__(self) -> None:
        self._games: dict[str, tuple[str, datetime]] = {}

    @property
    def place(self) -> str:
        return "on this page, until it is closed"

    def where(self, name: str) -> str:
        return self.place

    def free(self, name: str) -> str:
        return first_free(name, self._games.__contains__)

    def write(self, name: str, text: str) -> None:
        self._games.pop(plain(name), None)
        self._games[plain(name)] = (text, datetime.now())
        while len(self._games) > MOST:
            del self._games[next(iter(self._games))]

    def read(self, name: str) -> str | None:
        return self._games.get(plain(name), (None,))[0]

    def written(self, name: str) -> datetime:
        return self._games[plain(name)][1]

    def put_aside(self, name: str) -> str:
        aside = self.free(f"damaged-{plain(name)}")
        self._games[aside] = self._games.pop(plain(name))
        return self.place

    def names(self, pattern: str = "*") -> list[str]:
        return [name for name in reversed(self._games) if fnmatchcase(name, pattern)]


def own_games() -> Games:
    """Where the tables here keep their games. Raises `ValueError` where the data folder cannot be."""
    return _of_this_page() if on_page() else SavedGames()


@cache
def _of_this_page() -> GamesInMemory:
    return GamesInMemory()
