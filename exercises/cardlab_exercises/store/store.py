"""Where attempts are kept: append-only, in a database, through SQLAlchemy.

By default that is an SQLite file in the user's data folder (`CARDLAB_HOME` moves it);
`CARDLAB_DATABASE` is the SQLAlchemy URL of any other. SQLAlchemy is imported at the first attempt.

Practice never stops for the store's sake: where it cannot be written, attempts stay in memory,
`Store.notice` says why, and each later attempt tries again to write them all.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from dataclasses import replace
from datetime import datetime
from pathlib import Path
from secrets import token_bytes
from typing import TYPE_CHECKING, TypeVar

from cardlab.cards import list_words, quoted
from cardlab.files import expanded
from cardlab_exercises.declaration.answers import plain_code, plain_name, read_class_code, read_learner
from cardlab_exercises.store.attempt import Attempt
from cardlab_exercises.store.attempt_file import ENDING, AttemptFile
from cardlab_exercises.store.identity import Identity, identity
from cardlab_exercises.store.settings import default_place
from cardlab_exercises.store.visitor import may_teach, on_page

if TYPE_CHECKING:
    from cardlab_exercises.store.database import Database

T = TypeVar("T")


class Store:
    """Attempts, kept in the database at `place` or, with None, in memory alone.

    A place is the path of an SQLite file, the SQLAlchemy URL of any database or, where there is none, the
    path of a text file that ends in ``.jsonl``.

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
        self._database: Database | AttemptFile | None = None
        self._secret = token_bytes(16)
        self._members: dict[str, tuple[str, ...]] = {}

    def __repr__(self) -> str:
        return f"Store({self._shown_place()})"

    @property
    def where(self) -> str:
        """The file, or the URL of any other database without name and password; "" for memory alone.

        A visitor of a server is told neither.

        >>> Store("postgresql://ana:secret@host/school").where
        'postgresql://…@host/school'
        """
        if not (may_teach() and isinstance(self.place, str)) or self.place.startswith("sqlite:///"):
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

    def take_in(self, attempts: Iterable[Attempt]) -> int:
        """Records attempts that were kept elsewhere, and says how many of them were not there yet."""
        brought = {attempt.id: attempt for attempt in attempts}
        there = {attempt.id for attempt in self.attempts()}
        self.record(*brought.values())
        return len(brought.keys() - there)

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

    def forget(
        self, learner: str | None = None, class_code: str | None = None, before: datetime | None = None
    ) -> int:
        """Deletes all attempts of a learner, of a class, from before a time, or of all of these, for good.

        Without a time the name goes from the list of the class too. Returns the number of attempts.
        Raises `ValueError` when none is named or the database cannot be written; nothing is deleted then.
        """
        if learner is None and class_code is None and before is None:
            raise ValueError("name a learner, a class or a time to forget")
        name, code = _plain(learner, class_code)
        mine = [
            made.id
            for made in self._held().values()
            if made.is_of(name, code) and (before is None or made.finished < before)
        ]
        there = 0
        if self.place is not None:
            there = self._change(lambda base: base.forget(name, code, before), "nothing was deleted")
        for id in mine:
            self._unwritten.pop(id, None)
            self._refused.pop(id, None)
        if before is None:
            for listed in list(self._members) if code is None else [code]:
                names = self._members.get(listed, ())
                self._members[listed] = tuple(one for one in names if name not in (None, one))
        return there + len(mine)

    def rename(self, learner: str, class_code: str, to: str, to_class: str) -> int:
        """Gives the attempts of a learner in a class to another name, class or both.

        Returns their number. Raises `ValueError` when the database cannot be written; nothing is
        changed then.
        """
        name, code = plain_name(learner), plain_code(class_code)
        new_name, new_code = plain_name(to), plain_code(to_class)
        there = 0
        if self.place is not None:
            there = self._change(
                lambda base: base.rename(name, code, new_name, new_code), "nothing was renamed"
            )
        for held in (self._unwritten, self._refused):
            for id, made in held.items():
                if made.who == (code, name):
                    held[id] = replace(made, learner=new_name, class_code=new_code)
                    there += 1
        if name in self._members.get(code, ()):
            self._members[code] = tuple(one for one in self._members[code] if one != name)
            self._members[new_code] = tuple(sorted({*self._members.get(new_code, ()), new_name}))
        return there

    def members(self, class_code: str) -> tuple[str, ...]:
        """The names on the list of a class, sorted; none where there is no list or it cannot be read."""
        code = plain_code(class_code)
        if self.place is None:
            return self._members.get(code, ())
        try:
            return tuple(sorted(self._open().members(code), key=str.casefold))
        except Exception as error:
            self._fail(error)
            return ()

    def set_members(self, class_code: str, names: Iterable[str]) -> tuple[str, ...]:
        """Replaces the list of a class, and returns it as it is kept.

        Raises `ValueError` for an invalid code or name, or when the database cannot be written.
        """
        code = read_class_code(class_code)
        listed = sorted({read_learner(name, "a name") for name in names}, key=str.casefold)
        if self.place is None:
            self._members[code] = tuple(listed)
        else:
            self._change(lambda base: base.set_members(code, listed), "the list was not kept")
        return tuple(listed)

    def class_of(self, learner: str) -> str:
        """The one class that there is a learner of that name in; "" for none.

        Raises `ValueError` where there are several, who are as many learners.
        """
        codes = sorted({made.class_code for made in self.attempts(learner)})
        if len(codes) > 1:
            where = list_words([f"in class {code}" if code else "in no class" for code in codes])
            raise ValueError(
                f"there are {len(codes)} learners called {quoted(learner)}, {where}: name the class"
            )
        return codes[0] if codes else ""

    def attempts(
        self,
        learner: str | None = None,
        exercise: str | None = None,
        since: datetime | None = None,
        class_code: str | None = None,
    ) -> list[Attempt]:
        """All attempts in the order of their time, or those of a learner, at an exercise, since a time, in a
        class; "" is no class."""
        learner, class_code = _plain(learner, class_code)
        found = {attempt.id: attempt for attempt in self._read(learner, exercise, since)}
        found |= self._held()
        wanted = [
            attempt
            for attempt in found.values()
            if attempt.is_of(learner, class_code)
            and exercise in (None, attempt.exercise)
            and (since is None or attempt.finished >= since)
        ]
        return sorted(wanted, key=lambda attempt: (attempt.finished, attempt.id))

    def _change(self, change: Callable[[Database | AttemptFile], T], otherwise: str) -> T:
        """What `change` gives. Raises `ValueError` that says what `otherwise` is so, and why."""
        try:
            return change(self._open())
        except Exception as error:
            self._fail(error)
            raise ValueError(f"{otherwise}: {self._trouble(error)}") from error

    def _held(self) -> dict[str, Attempt]:
        """Attempts that are in memory alone."""
        return self._refused | self._unwritten

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
                reason = self._reason(next(iter(refused.values())))
                self.notice = (
                    f"An attempt is not kept: {self._shown_place()} refuses it{reason}. "
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

    def _open(self) -> Database | AttemptFile:
        if self._database is None:
            if str(self.place).endswith(ENDING):
                self._database = AttemptFile(expanded(Path(self.place or "")))
            else:
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
        return f"{self._shown_place()} cannot be used{self._reason(reason)}"

    def _reason(self, text: str) -> str:
        """What a database says, in brackets; nothing for a visitor, because it may name files."""
        return f" ({quoted(self._hide(text), 120)})" if may_teach() else ""

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
        if not may_teach():
            return "the database of this server"
        if isinstance(self.place, Path) or self.place.endswith(ENDING):
            return str(self.place)
        if self.place.startswith("sqlite:///"):
            return self.place.removeprefix("sqlite:///").partition("?")[0]
        kind = re.match(r"([a-z0-9_]+)(\+\w+)?://", self.place)
        return f"the {kind[1]} database" if kind else "the database"


def _plain(learner: str | None, class_code: str | None) -> tuple[str | None, str | None]:
    return (
        None if learner is None else plain_name(learner),
        None if class_code is None else plain_code(class_code),
    )


_stores: dict[str | Path, Store] = {}


class Keeper:
    """Whose attempts are kept, and where: each is settled when it is first asked for.

    On a page of a server it stays open who that is: its browser may join a class, or leave it, on another
    page meanwhile. A learner who is named is in the class of the person who is practising. Raises
    `ValueError` for an invalid name.
    """

    def __init__(self, learner: str | None, store: Store | None) -> None:
        self._learner = read_learner(learner, "the learner's name") if learner is not None else None
        self._who: Identity | None = None
        self._store = store

    @property
    def who(self) -> Identity:
        """Whose attempts these are, and in which class."""
        if self._who is None or on_page():
            now = identity()
            self._who = now if self._learner is None else now._replace(learner=self._learner)
        return self._who

    @property
    def learner(self) -> str:
        """Whose attempts these are: by default whoever is practising."""
        return self.who.learner

    def history(self, exercise: str | None = None) -> list[Attempt]:
        """What this learner of this class has done so far."""
        return self.store.attempts(self.learner, exercise, class_code=self.who.class_code)

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
