"""Where attempts are kept: append-only, in a database, through SQLAlchemy.

By default that is an SQLite file in the user's data folder (`CARDLAB_HOME` moves it);
`CARDLAB_DATABASE` is the SQLAlchemy URL of any other. SQLAlchemy is imported at the first attempt.

Practice never stops for the store's sake: where it cannot be written, attempts stay in memory,
`Store.notice` says why, and each later attempt tries again to write them all.
"""

from __future__ import annotations

import contextlib
import getpass
import os
import re
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any

from cardlab.cards import quoted

if TYPE_CHECKING:
    from cardlab_exercises.database import Database

FILE = "progress.db"


@dataclass(frozen=True, slots=True, kw_only=True)
class Attempt:
    """One answer that was checked. `id` is its own for ever, so that nothing is recorded twice.

    `rules` says of each rule that the answer tells of whether it was known; `score` is from 0 to 1;
    `tries` counts the answers to this question so far, this one included. Times are UTC.
    """

    id: str
    learner: str
    exercise: str
    seed: str
    level: int
    options: str
    rules: Mapping[str, bool]
    outcome: str
    score: float
    tries: int
    assisted: bool
    mistakes: tuple[str, ...]
    started: datetime
    finished: datetime

    def as_dict(self) -> dict[str, Any]:
        return asdict(self)


class Store:
    """Attempts, kept in the database at `place` or, with None, in memory alone.

    A place is the path of an SQLite file, or the SQLAlchemy URL of any database.

    `notice` is empty while all is well; otherwise it says in a sentence what is not kept and why, or
    (once) that a damaged file was put aside or attempts left out. `keeps` is False while attempts are in
    memory that belong in the database.

    Making a store touches nothing: the database is opened when it is first used.
    """

    def __init__(self, place: str | Path | None = None) -> None:
        self.place = place
        self.notice = ""
        self._unwritten: dict[str, Attempt] = {}
        self._database: Database | None = None

    def __repr__(self) -> str:
        return f"Store({self._shown_place()})"

    @property
    def keeps(self) -> bool:
        return self.place is None or not self._unwritten

    def record(self, attempt: Attempt) -> None:
        """Adds an attempt; one with the same id is added once. Never fails: see `notice`."""
        self._unwritten[attempt.id] = attempt
        self._write()

    def attempts(self, learner: str | None = None, exercise: str | None = None) -> list[Attempt]:
        """All attempts, or those of a learner or at an exercise, in the order of their time."""
        found = {attempt.id: attempt for attempt in self._read(learner, exercise)}
        found |= self._unwritten
        wanted = [
            attempt
            for attempt in found.values()
            if learner in (None, attempt.learner) and exercise in (None, attempt.exercise)
        ]
        return sorted(wanted, key=lambda attempt: (attempt.finished, attempt.id))

    def _write(self) -> None:
        if self.place is None:
            return
        try:
            self._open().add(list(self._unwritten.values()))
        except Exception as error:
            self._fail(error)
        else:
            self._unwritten.clear()
            self.notice = self._open().take_notice()

    def _read(self, learner: str | None, exercise: str | None) -> list[Attempt]:
        if self.place is None:
            return []
        try:
            found = self._open().attempts(learner, exercise)
        except Exception as error:
            self._fail(error)
            return []
        self.notice = self._open().take_notice() or self.notice
        return found

    def _open(self) -> Database:
        if self._database is None:
            from cardlab_exercises.database import Database

            self._database = Database(self.place or "")
        return self._database

    def _fail(self, error: Exception) -> None:
        self._database = None
        reason = next(iter(str(getattr(error, "orig", None) or error).splitlines()), type(error).__name__)
        self.notice = (
            f"Your score is not being kept: {self._shown_place()} cannot be used ({quoted(reason, 120)}). "
            "Practice goes on; this score lasts until you close it."
        )

    def _shown_place(self) -> str:
        """The file or, of any other database, its kind alone: the rest of a URL may hold a password."""
        if self.place is None:
            return "memory"
        if isinstance(self.place, Path):
            return str(self.place)
        if self.place.startswith("sqlite:///"):
            return self.place.removeprefix("sqlite:///").partition("?")[0]
        kind = re.match(r"([a-z0-9_]+)(\+\w+)?://", self.place)
        return f"the {kind[1]} database" if kind else "the database"


_stores: dict[str | Path, Store] = {}


def default_store() -> Store:
    """The user's own store: one object for each place."""
    place = default_place()
    return _stores.setdefault(place, Store(place))


def default_place() -> str | Path:
    """`CARDLAB_DATABASE`, or the SQLite file in the data folder, be that a possible one or not."""
    return os.environ.get("CARDLAB_DATABASE") or _home() / FILE


def data_folder() -> Path:
    """Where cardlab keeps what it keeps: `CARDLAB_HOME`, or the user's data folder.

    Raises `ValueError` when that is the home of a user that does not exist.
    """
    return expanded(_home())


def expanded(path: Path) -> Path:
    """The whole path, with ``~`` as the home folder. Raises `ValueError` if there is no such home."""
    try:
        return path.expanduser().absolute()
    except RuntimeError:
        raise ValueError(f"there is no home folder {quoted(path.parts[0])}") from None


def _home() -> Path:
    home = os.environ.get("CARDLAB_HOME")
    if home:
        return Path(home)
    import platformdirs

    return Path(platformdirs.user_data_dir("cardlab", appauthor=False))


def default_learner() -> str:
    """`CARDLAB_LEARNER`, `JUPYTERHUB_USER`; where a database is shared, the user's name; else "you"."""
    names = [os.environ.get("CARDLAB_LEARNER"), os.environ.get("JUPYTERHUB_USER")]
    if os.environ.get("CARDLAB_DATABASE"):
        with contextlib.suppress(OSError, KeyError):
            names.append(getpass.getuser())
    printable = ("".join(filter(str.isprintable, name or "")).strip()[:100] for name in names)
    return next(filter(None, printable), "you")
