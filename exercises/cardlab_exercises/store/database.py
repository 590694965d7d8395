"""The database of attempts: its tables, and opening it with care. Imported at the first attempt.

Several processes may write at once. An attempt whose writing has returned is in the file, whatever
happens to the process afterwards. A damaged SQLite file is put aside under another name, never
deleted, whenever the damage shows. A database of an older schema is brought up to date; one of a schema
that is not known is left alone. One that may not be written can be read.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, TypeVar

import sqlalchemy as sa
from sqlalchemy.schema import CreateTable

from cardlab_exercises.store.attempt import Attempt, check_attempt
from cardlab_exercises.store.engines import (
    file_id,
    file_of,
    is_damaged,
    is_sound,
    may_write,
    open_engine,
    patiently,
    put_aside,
    reading_engine,
    url_of,
)
from cardlab_exercises.store.schema import HEAD, check_known, prepare, revision_of
from cardlab_exercises.store.tables import ATTEMPT, KINDS, MEMBER, NAMES, SECRET

T = TypeVar("T")

_AT_ONCE = 500
"""How many attempts are looked up by one query: databases limit how many ids it may name."""


class Database:
    """An open database of attempts, in an SQLite file or at an SQLAlchemy URL.

    Raises what SQLAlchemy raises where it cannot be used, `ValueError` for anything but the place of a
    database, and `WrongSchemaError`.
    """

    def __init__(self, place: str | Path) -> None:
        self._notice = ""
        self._path = file_of(url_of(place))
        self._engine = open_engine(place)
        self._table = sa.select(ATTEMPT)
        self._is_old = False
        there = file_id(self._path)
        if self._path is not None and not is_sound(self._path):
            self._put_aside(there)
        try:
            self._mending(self._prepare)
        except sa.exc.OperationalError:
            if self._path is None or may_write(self._path):
                raise
            self._engine = reading_engine(self._path)
            self._mending(self._look)

    def take_notice(self) -> str:
        """What was found, such as a damaged file that was put aside: told once."""
        notice, self._notice = self._notice, ""
        return notice

    def add(self, attempts: Sequence[Attempt]) -> dict[str, str]:
        """Writes attempts; those that are there already are left as they are.

        Gives the ids of those that the database refuses, each with its reason: the others are written.
        """
        try:
            self._add(attempts)
        except _REFUSED as error:
            if len(attempts) == 1:
                return {attempts[0].id: str(getattr(error, "orig", None) or error)}
            refused = [self.add([attempt]) for attempt in attempts]
            return {id: reason for told in refused for id, reason in told.items()}
        return {}

    def _add(self, attempts: Sequence[Attempt]) -> None:
        rows = [{**attempt.as_dict(), "mistakes": list(attempt.mistakes)} for attempt in attempts]

        def write() -> None:
            with self._engine.begin() as connection:
                for part in (rows[at : at + _AT_ONCE] for at in range(0, len(rows), _AT_ONCE)):
                    ids = [row["id"] for row in part]
                    there = set(connection.scalars(sa.select(ATTEMPT.c.id).where(ATTEMPT.c.id.in_(ids))))
                    new = [row for row in part if row["id"] not in there]
                    if new:
                        connection.execute(ATTEMPT.insert(), new)

        if rows:
            self._mending(write)

    def check_writable(self) -> None:
        """Raises what SQLAlchemy raises where an attempt could not be written; nothing is left behind."""
        now = datetime.now(UTC)
        texts = dict.fromkeys(("id", "learner", "exercise", "seed", "options", "outcome"), "check")
        numbers = {"level": 1, "score": 0.0, "tries": 0, "assisted": False}
        row = {**texts, **numbers, "rules": {}, "mistakes": [], "started": now, "finished": now}

        def write_and_take_back() -> None:
            with self._engine.connect() as connection, connection.begin() as transaction:
                connection.execute(ATTEMPT.insert(), row)
                transaction.rollback()

        self._mending(write_and_take_back)

    def secret(self, drawn: bytes) -> bytes:
        """The secret of this database: `drawn`, if it had none."""

        def read_or_keep() -> bytes:
            with self._engine.begin() as connection:
                connection.execute(CreateTable(SECRET, if_not_exists=True))
                kept = connection.scalar(sa.select(SECRET.c.secret))
                if kept is None:
                    connection.execute(SECRET.insert().values(id=1, secret=drawn))
                return bytes(kept or drawn)

        return self._mending(read_or_keep)

    def _rename_member(self, connection: sa.Connection, old: tuple[str, str], new: tuple[str, str]) -> None:
        """Puts the new name on the list of its class, if the old one was on that of the old class."""
        if not sa.inspect(connection).has_table(MEMBER.name):
            return
        if connection.execute(sa.delete(MEMBER).where(*_of(*old, MEMBER))).rowcount and new[1]:
            connection.execute(sa.delete(MEMBER).where(*_of(*new, MEMBER)))
            connection.execute(MEMBER.insert().values(learner=new[0], class_code=new[1]))

    def members(self, class_code: str) -> list[str]:
        """The names on the list of a class."""
        wanted = sa.select(MEMBER.c.learner).where(MEMBER.c.class_code == class_code)

        def read() -> list[str]:
            with self._engine.connect().execution_options(reading=True) as connection:
                if not sa.inspect(connection).has_table(MEMBER.name):
                    return []
                return [name for name in connection.scalars(wanted) if isinstance(name, str)]

        return self._mending(read)

    def set_members(self, class_code: str, names: Sequence[str]) -> None:
        """Writes the list of a class in place of the one that there was."""

        def write() -> None:
            with self._engine.begin() as connection:
                connection.execute(CreateTable(MEMBER, if_not_exists=True))
                connection.execute(sa.delete(MEMBER).where(MEMBER.c.class_code == class_code))
                if names:
                    rows = [{"class_code": class_code, "learner": name} for name in names]
                    connection.execute(MEMBER.insert(), rows)

        self._mending(write)

    def forget(self, learner: str | None, class_code: str | None, before: datetime | None = None) -> int:
        """Deletes the attempts of a learner, a class, from before a time, and gives their number.

        Without a time the name on the list of the class goes too, or the list.
        """
        wanted = _of(learner, class_code)
        if before is not None:
            wanted.append(ATTEMPT.c.finished < before)

        def delete() -> int:
            with self._engine.begin() as connection:
                if before is None and sa.inspect(connection).has_table(MEMBER.name):
                    connection.execute(sa.delete(MEMBER).where(*_of(learner, class_code, MEMBER)))
                return connection.execute(sa.delete(ATTEMPT).where(*wanted)).rowcount

        return self._mending(delete)

    def rename(self, old_learner: str, old_code: str, learner: str, class_code: str) -> int:
        """Gives the attempts of a learner in a class to another name or class; says how many there were."""
        change = sa.update(ATTEMPT).where(*_of(old_learner, old_code))

        def write() -> int:
            with self._engine.begin() as connection:
                self._rename_member(connection, (old_learner, old_code), (learner, class_code))
                return connection.execute(change.values(learner=learner, class_code=class_code)).rowcount

        return self._mending(write)

    def attempts(
        self, learner: str | None = None, exercise: str | None = None, since: datetime | None = None
    ) -> list[Attempt]:
        """All attempts, or those of a learner, at an exercise or since a time, in no order.

        Rows that hold what cardlab never writes are left out, and the notice says so.
        """
        wanted = self._table
        if not self._is_old:  # else names may have other forms
            wanted = wanted.where(*_of(learner, None))
        if exercise is not None:
            wanted = wanted.where(ATTEMPT.c.exercise == exercise)
        if since is not None:
            wanted = wanted.where(ATTEMPT.c.finished >= since)

        def read() -> list[Attempt | None]:
            with self._engine.connect().execution_options(reading=True) as connection:
                return [_from_row(row) for row in connection.execute(wanted)]

        rows = self._mending(read)
        found = [row for row in rows if row is not None]
        if len(found) < len(rows):
            self._notice = (
                f"{len(rows) - len(found)} of {len(rows)} attempts could not be read and are left out."
            )
        return found

    def _prepare(self) -> None:
        """Sees to it that the tables are there, and up to date."""
        with self._engine.connect().execution_options(reading=True) as connection:
            if revision_of(connection) == HEAD:
                return
        with self._engine.begin() as connection:
            prepare(connection)

    def _look(self) -> None:
        """Looks at tables that may only be read, and reads older ones as they are."""
        with self._engine.connect().execution_options(reading=True) as connection:
            revision = revision_of(connection)
            check_known(revision)
            there = {column["name"] for column in sa.inspect(connection).get_columns("attempt")}
        self._is_old = revision < HEAD
        self._table = sa.select(
            *(column if column.name in there else _absent(column) for column in ATTEMPT.columns)
        )

    def _mending(self, solution: Callable[[], T]) -> T:
        """Does `solution`; where the file turns out to be damaged, again with a new one."""
        there = file_id(self._path)
        try:
            return patiently(solution)
        except (sa.exc.DatabaseError, UnicodeDecodeError) as error:
            if self._path is None or not is_damaged(error):
                raise
        self._put_aside(there)
        patiently(self._prepare)
        return patiently(solution)

    def _put_aside(self, damaged: tuple[int, int] | None) -> None:
        assert self._path is not None
        self._engine.dispose()
        aside = put_aside(self._path, damaged)
        if aside:
            self._notice = (
                f"The file of your score was damaged; it was put aside as {aside.name}, "
                "and a new one was begun."
            )


_REFUSED = (
    sa.exc.DataError,
    sa.exc.IntegrityError,
    sa.exc.InterfaceError,
    OverflowError,
    TypeError,
    UnicodeEncodeError,
    ValueError,
)
"""What is raised for what is written, not for the state of the database."""


def _of(
    learner: str | None, class_code: str | None, table: sa.Table = ATTEMPT
) -> list[sa.ColumnElement[bool]]:
    """Whose rows of a table, by names in their one form; None stands for any."""
    wanted = ((table.c.learner, learner), (table.c.class_code, class_code))
    return [column == value for column, value in wanted if value is not None]


def _absent(column: sa.Column[Any]) -> sa.ColumnElement[Any]:
    """What a column holds that an older database does not have."""
    return sa.literal({} if column.name == "answer" else "", column.type).label(column.name)


def _from_row(row: Any) -> Attempt | None:
    """The attempt in a row, or None when somebody else has changed it into something invalid."""
    made = dict(zip(NAMES, row, strict=True))
    sound = (
        tuple(map(type, row)) == KINDS
        and _kinds(made["rules"].values()) <= {bool}
        and _kinds(made["mistakes"]) <= {str}
        and _kinds(made["answer"].values()) <= {str}
    )
    if not sound:
        return None
    made["mistakes"] = tuple(made["mistakes"])
    attempt = Attempt(**made)
    try:
        check_attempt(attempt)
    except ValueError:
        return None
    return attempt


def _kinds(values: Iterable[Any]) -> set[type]:
    return set(map(type, values))
