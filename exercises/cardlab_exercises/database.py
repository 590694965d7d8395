"""The database of attempts: its tables, and opening it with care. Imported at the first attempt.

Several processes may write at once. An attempt whose writing has returned is in the file, whatever
happens to the process afterwards. A damaged SQLite file is put aside under another name, never
deleted. A database of another schema version is left alone.
"""

from __future__ import annotations

import contextlib
import os
import time
from collections.abc import Callable, Iterator, Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, TypeVar

import sqlalchemy as sa
from sqlalchemy.schema import CreateTable

from cardlab_exercises.store import Attempt

T = TypeVar("T")

SCHEMA = 1
"""The version of the tables below. A change to them needs a new number and a step from the old."""

_BUSY = 10.0
"""Seconds to wait for another process that is writing."""


class WrongSchemaError(Exception):
    """The database was made by another version of cardlab."""


class UtcTime(sa.TypeDecorator[datetime]):
    """A time with its zone, whichever the database: SQLite forgets the zone, so all are UTC."""

    impl = sa.DateTime(timezone=True)
    cache_ok = True

    def process_bind_param(self, value: datetime | None, dialect: sa.Dialect) -> datetime | None:
        return value.astimezone(UTC) if value else value

    def process_result_value(self, value: datetime | None, dialect: sa.Dialect) -> datetime | None:
        if value is None or value.tzinfo:
            return value
        return value.replace(tzinfo=UTC)


_tables = sa.MetaData()
_attempt = sa.Table(
    "attempt",
    _tables,
    sa.Column("id", sa.String(36), primary_key=True),
    sa.Column("learner", sa.String(100), nullable=False, index=True),
    sa.Column("exercise", sa.String(100), nullable=False),
    sa.Column("seed", sa.String(100), nullable=False),
    sa.Column("level", sa.Integer, nullable=False),
    sa.Column("options", sa.String(500), nullable=False),
    sa.Column("rules", sa.JSON, nullable=False),
    sa.Column("outcome", sa.String(20), nullable=False),
    sa.Column("score", sa.Float, nullable=False),
    sa.Column("tries", sa.Integer, nullable=False),
    sa.Column("assisted", sa.Boolean, nullable=False),
    sa.Column("mistakes", sa.JSON, nullable=False),
    sa.Column("started", UtcTime, nullable=False),
    sa.Column("finished", UtcTime, nullable=False),
)
_schema = sa.Table("cardlab_schema", _tables, sa.Column("version", sa.Integer, primary_key=True))


class Database:
    """An open database of attempts.

    Raises what SQLAlchemy raises where it cannot be used, and `WrongSchemaError`.
    """

    def __init__(self, url: str) -> None:
        self._notice = ""
        self._engine = _engine(url)
        try:
            self._prepare()
        except sa.exc.DatabaseError as error:
            path = _file(self._engine.url)
            if path is None or not _damaged(error):
                raise
            self._engine.dispose()
            aside = _put_aside(path)
            self._prepare()
            if aside:
                self._notice = (
                    f"The file of your score was damaged; it was put aside as {aside.name}, "
                    "and a new one was begun."
                )

    def take_notice(self) -> str:
        """What was found on opening, such as a damaged file that was put aside: told once."""
        notice, self._notice = self._notice, ""
        return notice

    def add(self, attempts: Sequence[Attempt]) -> None:
        """Writes attempts, all or none; those that are there already are left as they are."""
        rows = [{**attempt.as_dict(), "mistakes": list(attempt.mistakes)} for attempt in attempts]

        def write() -> None:
            with self._engine.begin() as connection:
                there = set(
                    connection.scalars(
                        sa.select(_attempt.c.id).where(_attempt.c.id.in_([row["id"] for row in rows]))
                    )
                )
                new = [row for row in rows if row["id"] not in there]
                if new:
                    connection.execute(_attempt.insert(), new)

        if rows:
            _patiently(write)

    def attempts(self, learner: str | None = None, exercise: str | None = None) -> list[Attempt]:
        """All attempts, or those of a learner or at an exercise, in no order."""
        wanted = sa.select(_attempt)
        if learner is not None:
            wanted = wanted.where(_attempt.c.learner == learner)
        if exercise is not None:
            wanted = wanted.where(_attempt.c.exercise == exercise)

        def read() -> list[Attempt]:
            with self._engine.connect().execution_options(reading=True) as connection:
                return [_from_row(row) for row in connection.execute(wanted).mappings()]

        return _patiently(read)

    def _prepare(self) -> None:
        """Makes the tables where there are none, and looks at the version of those there are."""

        def prepare() -> None:
            with self._engine.begin() as connection:
                for table in (_schema, _attempt):
                    connection.execute(CreateTable(table, if_not_exists=True))
                for index in _attempt.indexes:
                    index.create(connection, checkfirst=True)
                version = connection.scalar(sa.select(sa.func.max(_schema.c.version)))
                if version is None:
                    connection.execute(_schema.insert().values(version=SCHEMA))
                elif version != SCHEMA:
                    raise WrongSchemaError(
                        f"it has schema {version}, and this cardlab reads schema {SCHEMA}: "
                        "update the older of the two"
                    )

        _patiently(prepare)


def _from_row(row: Any) -> Attempt:
    return Attempt(**{**row, "mistakes": tuple(row["mistakes"])})


def _engine(url: str) -> sa.Engine:
    engine_url = sa.make_url(url)
    path = _file(engine_url)
    if path is None:
        return sa.create_engine(engine_url, pool_pre_ping=True)
    path.parent.mkdir(parents=True, exist_ok=True)
    engine = sa.create_engine(engine_url, connect_args={"timeout": _BUSY})

    @sa.event.listens_for(engine, "connect")
    def _connected(connection: Any, record: Any) -> None:
        connection.isolation_level = None  # transactions are begun below, so that writers queue
        # In WAL mode a killed process loses nothing that was committed, and NORMAL saves a wait for the
        # disk at each attempt; a power cut may take the last attempts, but never the file.
        for pragma in ("journal_mode=WAL", "synchronous=NORMAL", f"busy_timeout={int(_BUSY * 1000)}"):
            connection.execute(f"PRAGMA {pragma}")

    @sa.event.listens_for(engine, "begin")
    def _begun(connection: sa.Connection) -> None:
        reading = connection.get_execution_options().get("reading")
        connection.exec_driver_sql("BEGIN" if reading else "BEGIN IMMEDIATE")

    return engine


def _file(url: sa.URL) -> Path | None:
    """The file of an SQLite database; None for any other, and for one in memory."""
    if url.get_backend_name() != "sqlite" or url.database in (None, "", ":memory:"):
        return None
    return Path(str(url.database))


def _patiently(work: Callable[[], T]) -> T:
    """Does `work`, again where another process was in the way."""
    until = time.monotonic() + _BUSY
    while True:
        try:
            return work()
        except (sa.exc.OperationalError, sa.exc.IntegrityError, sa.exc.ProgrammingError) as error:
            if not _in_the_way(error) or time.monotonic() > until:
                raise
            time.sleep(0.02)


def _in_the_way(error: sa.exc.DBAPIError) -> bool:
    """Locks, and two processes making the same tables or rows at once."""
    text = str(error.orig).lower()
    return any(sign in text for sign in ("locked", "busy", "already exists", "duplicate key", "unique"))


def _damaged(error: sa.exc.DatabaseError) -> bool:
    text = str(error.orig).lower()
    return "not a database" in text or "malformed" in text


def _put_aside(path: Path) -> Path | None:
    """Renames a damaged file, with its journals, and gives its new name; None if another process did."""
    with _alone(path.with_name(path.name + ".repair")):
        if _sound(path):
            return None
        stamp = datetime.now(UTC).strftime("%Y%m%d-%H%M%S")
        aside = path.with_name(f"{path.stem}-damaged-{stamp}-{os.getpid()}{path.suffix}")
        for ending in ("-wal", "-shm"):
            with contextlib.suppress(FileNotFoundError):
                path.with_name(path.name + ending).rename(aside.with_name(aside.name + ending))
        path.rename(aside)
        return aside


@contextlib.contextmanager
def _alone(lock: Path) -> Iterator[None]:
    """Held by one process at a time. A lock older than a minute was left behind and is taken over."""
    while True:
        try:
            os.close(os.open(lock, os.O_CREAT | os.O_EXCL | os.O_WRONLY))
            break
        except FileExistsError:
            with contextlib.suppress(FileNotFoundError):
                if time.time() - lock.stat().st_mtime > 60:
                    lock.unlink()
            time.sleep(0.05)
    try:
        yield
    finally:
        lock.unlink(missing_ok=True)


def _sound(path: Path) -> bool:
    """Whether SQLite can read the file, or there is none."""
    if not path.exists():
        return True
    engine = sa.create_engine(f"sqlite:///{path}", connect_args={"timeout": _BUSY})
    try:
        with engine.connect() as connection:
            return connection.exec_driver_sql("PRAGMA quick_check(1)").scalar() == "ok"
    except sa.exc.DatabaseError as error:
        return not _damaged(error)
    finally:
        engine.dispose()
