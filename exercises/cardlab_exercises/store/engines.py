"""Opening a database with care: SQLite files that others write, put aside or have damaged; and any other.

Writers of an SQLite file queue. Whoever has a file open that another process has put aside goes on with the
one that is there now. A file that may not be written can be read.
"""

from __future__ import annotations

import contextlib
import os
import sqlite3
import time
from collections.abc import Callable, Iterator
from datetime import UTC, datetime
from functools import partial
from itertools import count
from pathlib import Path
from typing import Any, TypeVar

import sqlalchemy as sa

from cardlab.files import expanded

T = TypeVar("T")

_BUSY = 10.0
"""Seconds to wait for another process that is writing."""


def url_of(place: str | Path) -> sa.URL:
    """Raises `ValueError`, which does not repeat the URL: it may hold a password."""
    if isinstance(place, Path):
        return sa.URL.create("sqlite", database=str(expanded(place)))
    try:
        url = sa.make_url(place)
        return url.set(drivername="postgresql+psycopg") if url.drivername == "postgresql" else url
    except (sa.exc.ArgumentError, ValueError):
        raise ValueError("its URL is not an SQLAlchemy URL") from None


def open_engine(place: str | Path) -> sa.Engine:
    """An engine for `place`: a path of an SQLite file, or an SQLAlchemy URL. Raises `ValueError` for none."""
    url = url_of(place)
    return _engine(url, file_of(url))


def _engine(url: sa.URL, path: Path | None) -> sa.Engine:
    if path is None:
        # A connection for as long as it is used: PostgreSQL has 100 if nothing else is set, and a class
        # may have more kernels than that.
        return sa.create_engine(url, poolclass=sa.pool.NullPool)
    path.parent.mkdir(parents=True, exist_ok=True)
    engine = sa.create_engine(url, connect_args={"timeout": _BUSY})

    @sa.event.listens_for(engine, "connect")
    def _connected(connection: Any, record: Any) -> None:
        connection.isolation_level = None  # transactions are begun below, so that writers queue
        _read_leniently(connection)
        connection.execute(f"PRAGMA busy_timeout={int(_BUSY * 1000)}")
        # The journal of old: that with a shared memory (WAL) works on no network drive. Where others have
        # the file open it can be changed only later; where it cannot be written it stays as it is.
        with contextlib.suppress(sqlite3.OperationalError):
            connection.execute("PRAGMA journal_mode=DELETE")
        record.info["file"] = file_id(path)

    @sa.event.listens_for(engine, "checkout")
    def _wanted(connection: Any, record: Any, proxy: Any) -> None:
        if record.info["file"] != file_id(path):  # another process has put the file aside
            raise sa.exc.DisconnectionError

    @sa.event.listens_for(engine, "begin")
    def _begun(connection: sa.Connection) -> None:
        reading = connection.get_execution_options().get("reading")
        connection.exec_driver_sql("BEGIN" if reading else "BEGIN IMMEDIATE")

    return engine


def reading_engine(path: Path) -> sa.Engine:
    """An engine for a file that may not be written."""
    with path.open("rb") as file:
        shared_memory = file.read(20)[18:20] == b"\2\2"
    # Such a file wants others beside it, which cannot be made there; without them nobody else has it open.
    alone = shared_memory and not path.with_name(path.name + "-wal").exists()
    uri = f"{path.resolve().as_uri()}?mode=ro{'&immutable=1' if alone else ''}"

    def connect() -> sqlite3.Connection:
        connection = sqlite3.connect(uri, uri=True, timeout=_BUSY, check_same_thread=False)
        _read_leniently(connection)
        return connection

    return sa.create_engine("sqlite://", creator=connect, poolclass=sa.pool.NullPool)


def _read_leniently(connection: Any) -> None:
    """Text that is not UTF-8 hides nothing else."""
    connection.text_factory = partial(str, encoding="utf-8", errors="replace")


def may_write(path: Path) -> bool:
    """Whether the file, and the journal beside it, may be written."""
    return os.access(path.parent, os.W_OK) and (not path.exists() or os.access(path, os.W_OK))


def file_of(url: sa.URL) -> Path | None:
    """The file of an SQLite database; None for any other, one in memory and one with a URI of its own."""
    database = url.database or ":memory:"
    if url.get_backend_name() != "sqlite" or database.startswith((":memory:", "file:")):
        return None
    return Path(database)


def file_id(path: Path | None) -> tuple[int, int] | None:
    """Which file it is that is there now."""
    try:
        there = path.stat() if path is not None else None
    except OSError:
        return None
    if there is None:
        return None
    return there.st_dev, there.st_ino


def patiently(solution: Callable[[], T]) -> T:
    """Does `solution`, again where another process was in the way."""
    until = time.monotonic() + _BUSY
    while True:
        try:
            return solution()
        except (sa.exc.OperationalError, sa.exc.IntegrityError, sa.exc.ProgrammingError) as error:
            if not _in_the_way(error) or time.monotonic() > until:
                raise
            time.sleep(0.02)


def _in_the_way(error: sa.exc.DBAPIError) -> bool:
    """Locks, two processes making the same tables or rows at once, and all connections taken."""
    text = str(error.orig).lower()
    return any(sign in text for sign in _SIGNS)


_SIGNS = (
    *("locked", "busy", "already exists", "duplicate key", "unique"),
    *("too many clients", "remaining connection slots"),
)


def is_damaged(error: BaseException) -> bool:
    """Whether SQLite found the file to be none of its own, or broken, even in what it says of itself."""
    text = str(getattr(error, "orig", None) or error).lower()
    return isinstance(error, UnicodeDecodeError) or "not a database" in text or "malformed" in text


def put_aside(path: Path, damaged: tuple[int, int] | None) -> Path | None:
    """Renames the damaged file, with its journals, and gives its new name; None if another process did."""
    with _alone(path.with_name(path.name + ".repair")):
        if damaged is None or file_id(path) != damaged:
            return None
        stamp = datetime.now(UTC).strftime("%Y%m%d-%H%M%S")
        names = (f"{path.stem}-damaged-{stamp}-{number}{path.suffix}" for number in count(1))
        aside = next(free for free in map(path.with_name, names) if not free.exists())
        for ending in ("-wal", "-shm", "-journal"):
            with contextlib.suppress(FileNotFoundError):
                path.with_name(path.name + ending).rename(aside.with_name(aside.name + ending))
        path.rename(aside)
        return aside


@contextlib.contextmanager
def _alone(lock: Path) -> Iterator[None]:
    """Held by one process at a time, by a lock of SQLite's on an empty file: it ends with its process.

    Raises `sqlite3.OperationalError` when another process holds it too long.
    """
    with contextlib.closing(sqlite3.connect(lock, timeout=_BUSY, isolation_level=None)) as connection:
        connection.execute("BEGIN EXCLUSIVE")
        try:
            yield
        finally:
            with contextlib.suppress(OSError):  # where an open file cannot be deleted, it may stay
                lock.unlink()


def is_sound(path: Path) -> bool:
    """Whether SQLite finds no damage in the file, or there is none."""
    if not path.exists():
        return True
    try:
        with contextlib.closing(sqlite3.connect(path, timeout=_BUSY)) as connection:
            return bool(connection.execute("PRAGMA integrity_check(1)").fetchone() == ("ok",))
    except (sqlite3.DatabaseError, UnicodeDecodeError) as error:
        return not is_damaged(error)
