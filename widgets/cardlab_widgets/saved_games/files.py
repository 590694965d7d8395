"""Games kept on disk as records, so that a table outlives its kernel.

A file is replaced as a whole or not at all. What cannot be read is put aside under another name and
never thrown away.

>>> from tempfile import mkdtemp
>>> saves = SavedGames(Path(mkdtemp()))
>>> saves.write("cribbage-7", "cardlab record 1").name, saves.read("cribbage-7")
('cribbage-7.txt', 'cardlab record 1')
"""

from __future__ import annotations

import os
import re
from collections.abc import Callable
from contextlib import suppress
from datetime import datetime
from itertools import chain, count
from pathlib import Path
from typing import Protocol

from cardlab.files import data_folder, write_whole

SUFFIX = ".txt"
_LONGEST = 80
"""Characters in a name."""


class Games(Protocol):
    """Where tables keep their games: `SavedGames` on disk, or `GamesInMemory`."""

    @property
    def place(self) -> str: ...
    def where(self, name: str) -> str: ...
    def free(self, name: str) -> str: ...
    def write(self, name: str, text: str) -> object: ...
    def read(self, name: str) -> str | None: ...
    def written(self, name: str) -> datetime: ...
    def put_aside(self, name: str) -> str: ...
    def names(self, pattern: str = "*") -> list[str]: ...


class SavedGames:
    """The records in one folder: by default ``games`` in the data folder (`CARDLAB_HOME`)."""

    def __init__(self, folder: Path | None = None) -> None:
        self.folder = folder if folder is not None else data_folder() / "games"

    @property
    def place(self) -> str:
        """Where the games are, for people to read."""
        return f"in {self.folder}"

    def where(self, name: str) -> str:
        """Where one of them is, for people to read."""
        return f"in {self.path(name)}"

    def path(self, name: str) -> Path:
        return self.folder / (plain(name) + SUFFIX)

    def free(self, name: str) -> str:
        """`name`, or if anything lies there, the first of ``name-2``, ``name-3`` ... where nothing does."""
        return first_free(name, lambda one: os.path.lexists(self.path(one)))

    def write(self, name: str, text: str) -> Path:
        """Keeps `text` under `name`, in place of what was there. Raises `OSError` if that cannot be."""
        self.folder.mkdir(parents=True, exist_ok=True)
        path = self.path(name)
        write_whole(path, text.encode())
        return path

    def read(self, name: str) -> str | None:
        """What is kept under `name`; None if there is nothing. Raises `ValueError` if it is not text."""
        try:
            return self.path(name).read_text(encoding="utf-8")
        except FileNotFoundError:
            return None
        except OSError as error:
            raise ValueError(f"{self.path(name)} cannot be read: {error.strerror}") from error

    def written(self, name: str) -> datetime:
        """When it was kept, on this machine's clock. Raises `OSError` if there is nothing."""
        return datetime.fromtimestamp(self.path(name).stat().st_mtime)

    def put_aside(self, name: str) -> str:
        """Moves a damaged record out of the way, to a name that is free, and says where it is now.

        Raises `OSError` where it cannot be moved.
        """
        path = self.path(name)
        for number in range(1, 1000):
            aside = path.with_suffix(f".damaged-{number}")
            if not aside.exists():
                path.rename(aside)
                return f"in {aside}"
        raise OSError(f"there are too many damaged records beside {path}")

    def names(self, pattern: str = "*") -> list[str]:
        """The names that there is a record under, the latest first."""
        dated = []
        for path in self.folder.glob(pattern + SUFFIX):
            with suppress(OSError):  # another table may have put it aside meanwhile
                dated += [(path.stat().st_mtime_ns, path.stem)] if path.is_file() else []
        return [name for _, name in sorted(dated, reverse=True)]


def first_free(name: str, taken: Callable[[str], bool]) -> str:
    """`name`, or the first of ``name-2``, ``name-3`` ... that is not taken."""
    base = plain(name)
    ends = chain([""], (f"-{number}" for number in count(2)))
    names = (base[: _LONGEST - len(end)] + end for end in ends)
    return next(one for one in names if not taken(one))


def plain(name: str) -> str:
    """A name that any file system takes.

    >>> plain("../My game: 7"), plain("")
    ('My-game-7', 'game')
    """
    return re.sub(r"[^\w-]+", "-", name).strip("-")[:_LONGEST].strip("-") or "game"
