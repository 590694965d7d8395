"""Where attempts are kept: append-only, in a database, through SQLAlchemy.

By default that is an SQLite file in the user's data folder (`CARDLAB_HOME` moves it);
`CARDLAB_DATABASE` is the SQLAlchemy URL of any other. SQLAlchemy is imported at the first attempt.

Practice never stops for the store's sake: where it cannot be written, attempts stay in memory,
`Store.notice` says why, and each later attempt tries again to write them all.
"""

from __future__ import annotations

import re
from datetime import datetime
from pathlib import Path
from secrets import token_bytes
from typing import TYPE_CHECKING
from unicodedata import normalize

from cardlab.cards import quoted
from cardlab_exercises.store.attempt import Attempt
from cardlab_exercises.store.settings import default_learner, default_place

if TYPE_CHECKING:
    from cardlab_exercises.store.database import Database


class Store:
    """Attempts, kept in the database at `place` or, with None, in memory alone.

    A place is the path of an SQLite file, or the SQLAlchemy URL of any database.

    `notice` is empty while all is well; otherwise it says in a sentence what is not kept and why, or
    (once) that a damaged file was put aside or attempts left out. `keeps` is False while attempts are in
    memory that belong in the database. `unread` is True while what the database holds could not be read.

    Making a store touches nothing: the database is opened when it is first used.
    """

    def __init__(self, place: str | Path | None = None) -> None:
        self.place = place
        self.notice = ""
        self.unread = False
        self._unwritten: dict[str, Attempt] = {}
        self._refused: dict[str, Attempt] = {}
        self._database: Database | None = None
        self._secret = token_bytes(16)

    def __repr__(self) -> str:
        return f"Store({self._shown_place()})"

    @property
    def where(self) -> str:
        """The file, or the URL of any other database without name and password; "" for memory alone.

        >>> Store("postgresql://ana:secret@host/school").where
        'postgresql://…@host/school'
        """
        if not isinstance(self.place, str) or self.place.startswith("sqlite:///"):
            return "" if self.place is None else self._shown_place()
        plain = (
            r"(\w+)(?:\+\w+)?://([^@/]*@(?=[\w.\-]*(?::\d+)?/)|(?=[\w.\-]*/))([\w.\-:]*/[\w.\-]+)(?:\?.*)?"
        )
        url = re.fullmatch(plain, self.place)
        if url is None:  # with a slip in it any part of it may be the password
            return self._shown_place()
        return f"{url[1]}://{'…@' if url[2] else ''}{url[3]}"

    @property
    def keeps(self) -> bool:
        return self.place is None or not (self._unwritten or self._refused)

    def record(self, *attempts: Attempt) -> None:
        """Adds attempts; one with the same id is added once. Never fails: see `notice`."""
        self._unwritten |= {attempt.id: attempt for attempt in attempts}
        self._write()

    def check_writable(self) -> bool:
        """Whether an attempt could be written now, which is tried and taken back: if not, see `notice`."""
        if self.place is not None:
            try:
                self._open().check_writable()
            except Exception as error:
                self._fail(error)
                return False
            self.notice = self._open().take_notice() or self.notice
        return True

    def secret(self) -> bytes:
        """Bytes that are drawn once for this store, and that nothing else tells.

        Where the database cannot be used they last as long as the store.
        """
        if self.place is not None:
            try:
                self._secret = self._open().secret(self._secret)
            except Exception as error:
                self._fail(error)
        return self._secret

    def forget(self, learner: str) -> int:
        """Deletes all attempts of a learner, for good, and says how many there were.

        Raises `ValueError` when the database cannot be written; nothing is deleted then.
        """
        learner = normalize("NFC", learner)
        held = self._refused | self._unwritten
        mine = [attempt.id for attempt in held.values() if attempt.learner == learner]
        there = 0
        if self.place is not None:
            try:
                there = self._open().forget(learner)
            except Exception as error:
                self._fail(error)
                raise ValueError(f"nothing was deleted: {self._trouble(error)}") from error
        for id in mine:
            self._unwritten.pop(id, None)
            self._refused.pop(id, None)
        return there + len(mine)

    def attempts(
        self, learner: str | None = None, exercise: str | None = None, since: datetime | None = None
    ) -> list[Attempt]:
        """All attempts, or those of a learner, at an exercise or since a time, in the order of their time."""
        learner = learner and normalize("NFC", learner)
        found = {attempt.id: attempt for attempt in self._read(learner, exercise, since)}
        found |= self._refused | self._unwritten
        wanted = [
            attempt
            for attempt in found.values()
            if learner in (None, attempt.learner)
            and exercise in (None, attempt.exercise)
            and (since is None or attempt.finished >= since)
        ]
        return sorted(wanted, key=lambda attempt: (attempt.finished, attempt.id))

    def _write(self) -> None:
        if self.place is None:
            return
        try:
            refused = self._open().add(list(self._unwritten.values()))
        except Exception as error:
            self._fail(error)
        else:
            self._refused |= {id: self._unwritten[id] for id in refused}
            self._unwritten.clear()
            self.notice = self._open().take_notice()
            if refused:
                reason = quoted(self._hide(next(iter(refused.values()))), 120)
                self.notice = (
                    f"An attempt is not kept: {self._shown_place()} refuses it ({reason}). "
                    "It lasts until you close it; those after it are kept."
                )

    def _read(self, learner: str | None, exercise: str | None, since: datetime | None) -> list[Attempt]:
        if self.place is None:
            return []
        try:
            found = self._open().attempts(learner, exercise, since)
        except Exception as error:
            self._fail(error)
            self.unread = True
            return []
        self.unread = False
        self.notice = self._open().take_notice() or self.notice
        return found

    def _open(self) -> Database:
        if self._database is None:
            from cardlab_exercises.store.database import Database

            self._database = Database(self.place or "")
        return self._database

    def _fail(self, error: Exception) -> None:
        self._database = None  # it is opened again at the next use
        self.notice = (
            f"Your score is not being kept: {self._trouble(error)}. "
            "Practice goes on; this score lasts until you close it."
        )

    def _trouble(self, error: Exception) -> str:
        reason = next(iter(str(getattr(error, "orig", None) or error).splitlines()), type(error).__name__)
        return f"{self._shown_place()} cannot be used ({quoted(self._hide(reason), 120)})"

    def _hide(self, text: str) -> str:
        """`text` without the parts of a database's URL: in one with a slip any may be the password."""
        if not isinstance(self.place, str) or self.place.startswith("sqlite"):
            return text
        parts = set(re.findall(r"\w{3,}", self.place.partition("://")[2])) - {"localhost"}
        for part in sorted(parts, key=len, reverse=True):
            text = text.replace(part, "…")
        return text

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


class Keeper:
    """Whose attempts are kept, and where: each is settled when it is first asked for.

    Raises `ValueError` for a learner's name that is none.
    """

    def __init__(self, learner: str | None, store: Store | None) -> None:
        from cardlab_exercises.declaration.answers import read_name

        self._learner = read_name(learner, "the learner's name") if learner is not None else None
        self._store = store

    @property
    def learner(self) -> str:
        """Whose attempts these are: by default whoever is logged in."""
        if self._learner is None:
            self._learner = default_learner()
        return self._learner

    @property
    def store(self) -> Store:
        """Where they go: by default the user's own store."""
        if self._store is None:
            self._store = default_store()
        return self._store


def default_store() -> Store:
    """The user's own store: one object for each place."""
    place = default_place()
    return _stores.setdefault(place, Store(place))
