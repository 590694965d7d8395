"""The database of attempts: its tables, and opening it with care. Imported at the first attempt.

Several processes may write at once. An attempt whose writing has returned is in the file, whatever
happens to the process afterwards. A damaged SQLite file is put aside under another name, never
deleted, whenever the damage shows. A database of an older schema is brought up to date; one of a schema
that is not known is left alone. One that may not be written can be read.
"""

from __future__ import annotations

import contextlib
import os
import sqlite3
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from datetime import UTC, datetime
from functools import partial
from itertools import count
from pathlib import Path
from typing import Any, Generic, TypeVar

import sqlalchemy as sa
from sqlalchemy.schema import CreateTable

from cardlab.files import expanded
from cardlab_exercises.declaration.answers import plain_code, plain_name
from cardlab_exercises.store.attempt import Attempt, check_attempt

T = TypeVar("T")

SCHEMA = 4
"""The version of the tables below. A change to them needs a new number and a step from the old."""

_STEPS = {
    1: ("ALTER TABLE attempt ADD COLUMN class_code VARCHAR(40) NOT NULL DEFAULT ''",),
    2: ("ALTER TABLE attempt ALTER COLUMN options TYPE VARCHAR(2000)",),
    3: (
        "ALTER TABLE attempt ADD COLUMN test VARCHAR(40) NOT NULL DEFAULT ''",
        "ALTER TABLE attempt ADD COLUMN answer JSON NOT NULL DEFAULT '{}'",
        "ALTER TABLE attempt ADD COLUMN asked TEXT NOT NULL DEFAULT ''",
    ),
}
"""What makes the tables of a version those of the next. Nothing is ever lost by it."""
_NOT_FOR_SQLITE = (2,)
"""Steps that SQLite does not need: it holds nobody to the length of a text."""
_READABLE = (2, 3, 4)
"""Versions that can be read where nothing may be changed."""

_AT_ONCE = 500
"""So many attempts are looked up by one question: databases limit how many ids it may name."""
_BUSY = 10.0
"""Seconds to wait for another process that is writing."""


class WrongSchemaError(Exception):
    """The database was made by another version of cardlab."""


class _Lenient(sa.TypeDecorator[T], Generic[T]):
    """Reads None where the column holds what is none of its kind, so that the other rows can be read."""

    def result_processor(self, dialect: sa.Dialect, coltype: object) -> Callable[[Any], T | None] | None:
        strict = super().result_processor(dialect, coltype)

        def read(value: Any) -> T | None:
            try:
                return strict(value) if strict else value
            except (ValueError, TypeError, RecursionError, OverflowError):
                return None

        return read


class _Json(_Lenient[Any]):
    impl = sa.JSON
    cache_ok = True


class UtcTime(_Lenient[datetime]):
    """A time with its zone, whichever the database: SQLite forgets the zone, so all are UTC."""

    impl = sa.DateTime(timezone=True)
    cache_ok = True

    def process_bind_param(self, value: datetime | None, dialect: sa.Dialect) -> datetime | None:
        return value.astimezone(UTC) if value else value

    def process_result_value(self, value: datetime | None, dialect: sa.Dialect) -> datetime | None:
        if value is None:
            return None
        return value.astimezone(UTC) if value.tzinfo else value.replace(tzinfo=UTC)


_tables = sa.MetaData()
_attempt = sa.Table(
    "attempt",
    _tables,
    sa.Column("id", sa.String(36), primary_key=True),
    sa.Column("learner", sa.String(100), nullable=False, index=True),
    sa.Column("exercise", sa.String(100), nullable=False),
    sa.Column("seed", sa.String(100), nullable=False),
    sa.Column("level", sa.Integer, nullable=False),
    sa.Column("options", sa.String(2000), nullable=False),
    sa.Column("rules", _Json, nullable=False),
    sa.Column("outcome", sa.String(20), nullable=False),
    sa.Column("score", sa.Float, nullable=False),
    sa.Column("tries", sa.Integer, nullable=False),
    sa.Column("assisted", sa.Boolean, nullable=False),
    sa.Column("mistakes", _Json, nullable=False),
    sa.Column("started", UtcTime, nullable=False),
    sa.Column("finished", UtcTime, nullable=False),
    sa.Column("class_code", sa.String(40), nullable=False, server_default=""),
    sa.Column("test", sa.String(40), nullable=False, server_default=""),
    sa.Column("answer", _Json, nullable=False, server_default="{}"),
    sa.Column("asked", sa.Text, nullable=False, server_default=""),
)
_NAMES = tuple(column.name for column in _attempt.columns)
_KINDS = (
    str,
    str,
    str,
    str,
    int,
    str,
    dict,
    str,
    float,
    int,
    bool,
    list,
    datetime,
    datetime,
    str,
    str,
    dict,
    str,
)
"""What the columns hold, in their order, where all is as cardlab wrote it."""
_schema = sa.Table("cardlab_schema", _tables, sa.Column("version", sa.Integer, primary_key=True))

_secret = sa.Table(  # a table of its own, which databases of before do not have
    "cardlab_secret",
    sa.MetaData(),
    sa.Column("id", sa.Integer, primary_key=True, autoincrement=False),
    sa.Column("secret", sa.LargeBinary, nullable=False),
)


class Database:
    """An open database of attempts, in an SQLite file or at an SQLAlchemy URL.

    Raises what SQLAlchemy raises where it cannot be used, `ValueError` for what is no place of a
    database, and `WrongSchemaError`.
    """

    def __init__(self, place: str | Path) -> None:
        self._notice = ""
        self._path = _file(_url(place))
        self._engine = open_engine(place)
        self._table = sa.select(_attempt)
        there = _identity(self._path)
        if self._path is not None and not _sound(self._path):
            self._put_aside(there)
        try:
            self._mending(self._prepare)
        except sa.exc.OperationalError:
            if self._path is None or _may_write(self._path):
                raise
            self._engine = _reading_engine(self._path)
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
                    there = set(connection.scalars(sa.select(_attempt.c.id).where(_attempt.c.id.in_(ids))))
                    new = [row for row in part if row["id"] not in there]
                    if new:
                        connection.execute(_attempt.insert(), new)

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
                connection.execute(_attempt.insert(), row)
                transaction.rollback()

        self._mending(write_and_take_back)

    def secret(self, drawn: bytes) -> bytes:
        """The secret of this database: `drawn`, if it had none."""

        def read_or_keep() -> bytes:
            with self._engine.begin() as connection:
                connection.execute(CreateTable(_secret, if_not_exists=True))
                kept = connection.scalar(sa.select(_secret.c.secret))
                if kept is None:
                    connection.execute(_secret.insert().values(id=1, secret=drawn))
                return bytes(kept or drawn)

        return self._mending(read_or_keep)

    def forget(self, learner: str | None, class_code: str | None) -> int:
        """Deletes the attempts of a learner, a class or a learner in a class, and gives their number."""

        def delete() -> int:
            with self._engine.begin() as connection:
                return connection.execute(sa.delete(_attempt).where(*_of(learner, class_code))).rowcount

        return self._mending(delete)

    def rename(self, old_learner: str, old_code: str, learner: str, class_code: str) -> int:
        """Gives the attempts of a learner in a class to another name or class; says how many there were."""
        change = sa.update(_attempt).where(*_of(old_learner, old_code))

        def write() -> int:
            with self._engine.begin() as connection:
                return connection.execute(change.values(learner=learner, class_code=class_code)).rowcount

        return self._mending(write)

    def attempts(
        self, learner: str | None = None, exercise: str | None = None, since: datetime | None = None
    ) -> list[Attempt]:
        """All attempts, or those of a learner, at an exercise or since a time, in no order.

        Rows that hold what cardlab never writes are left out, and the notice says so.
        """
        wanted = self._table.where(*_of(learner, None))
        if exercise is not None:
            wanted = wanted.where(_attempt.c.exercise == exercise)
        if since is not None:
            wanted = wanted.where(_attempt.c.finished >= since)

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
        """Makes the tables where there are none, and looks at the version of those there are."""
        with self._engine.begin() as connection:
            for table in (_schema, _attempt):
                connection.execute(CreateTable(table, if_not_exists=True))
            for index in _attempt.indexes:
                index.create(connection, checkfirst=True)
            version = connection.scalar(sa.select(sa.func.max(_schema.c.version)))
            if version is None:
                connection.execute(_schema.insert().values(version=SCHEMA))
            elif version not in (SCHEMA, *_STEPS):
                raise _wrong_schema(version)
            else:
                for number in range(version, SCHEMA):
                    for step in _STEPS[number]:
                        if number not in _NOT_FOR_SQLITE or connection.dialect.name != "sqlite":
                            connection.exec_driver_sql(step)
                    if number == 3:
                        _write_names_in_one_form(connection)
                    connection.execute(_schema.insert().values(version=number + 1))

    def _look(self) -> None:
        """Looks at the version of tables that may only be read."""
        with self._engine.connect().execution_options(reading=True) as connection:
            version = connection.scalar(sa.select(sa.func.max(_schema.c.version)))
            if version not in _READABLE:
                raise _wrong_schema(version)
            there = {column["name"] for column in sa.inspect(connection).get_columns("attempt")}
        self._table = sa.select(
            *(column if column.name in there else _absent(column) for column in _attempt.columns)
        )

    def _mending(self, solution: Callable[[], T]) -> T:
        """Does `solution`; where the file turns out to be damaged, again with a new one."""
        there = _identity(self._path)
        try:
            return patiently(solution)
        except (sa.exc.DatabaseError, UnicodeDecodeError) as error:
            if self._path is None or not _damaged(error):
                raise
        self._put_aside(there)
        patiently(self._prepare)
        return patiently(solution)

    def _put_aside(self, damaged: tuple[int, int] | None) -> None:
        assert self._path is not None
        self._engine.dispose()
        aside = _put_aside(self._path, damaged)
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


def _of(learner: str | None, class_code: str | None) -> list[sa.ColumnElement[bool]]:
    """Whose attempts, by names in their one form; None stands for any."""
    wanted = ((_attempt.c.learner, learner), (_attempt.c.class_code, class_code))
    return [column == value for column, value in wanted if value is not None]


def _write_names_in_one_form(connection: sa.Connection) -> None:
    """Names and codes as an `Attempt` has them, so that one is found by another's spelling."""
    for column, plain in ((_attempt.c.learner, plain_name), (_attempt.c.class_code, plain_code)):
        for was in connection.scalars(sa.select(column).distinct()).all():
            if isinstance(was, str) and plain(was) != was:
                change = sa.update(_attempt).where(column == was)
                connection.execute(change.values({column.name: plain(was)}))


def _absent(column: sa.Column[Any]) -> sa.ColumnElement[Any]:
    """What a column holds that an older database does not have."""
    return sa.literal({} if column.name == "answer" else "", column.type).label(column.name)


def _wrong_schema(version: object) -> WrongSchemaError:
    return WrongSchemaError(
        f"it has schema {version}, and this cardlab reads schema {SCHEMA}: update the older of the two"
    )


def _from_row(row: Any) -> Attempt | None:
    """The attempt in a row, or None when somebody else has changed it to what is none."""
    made = dict(zip(_NAMES, row, strict=True))
    sound = (
        tuple(map(type, row)) == _KINDS
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


def _url(place: str | Path) -> sa.URL:
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
    url = _url(place)
    return _engine(url, _file(url))


def _engine(url: sa.URL, path: Path | None) -> sa.Engine:
    if path is None:
        return sa.create_engine(url, pool_pre_ping=True)
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
        record.info["file"] = _identity(path)

    @sa.event.listens_for(engine, "checkout")
    def _wanted(connection: Any, record: Any, proxy: Any) -> None:
        if record.info["file"] != _identity(path):  # another process has put the file aside
            raise sa.exc.DisconnectionError

    @sa.event.listens_for(engine, "begin")
    def _begun(connection: sa.Connection) -> None:
        reading = connection.get_execution_options().get("reading")
        connection.exec_driver_sql("BEGIN" if reading else "BEGIN IMMEDIATE")

    return engine


def _reading_engine(path: Path) -> sa.Engine:
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


def _may_write(path: Path) -> bool:
    """Whether the file, and the journal beside it, may be written."""
    return os.access(path.parent, os.W_OK) and (not path.exists() or os.access(path, os.W_OK))


def _file(url: sa.URL) -> Path | None:
    """The file of an SQLite database; None for any other, one in memory and one with a URI of its own."""
    database = url.database or ":memory:"
    if url.get_backend_name() != "sqlite" or database.startswith((":memory:", "file:")):
        return None
    return Path(database)


def _identity(path: Path | None) -> tuple[int, int] | None:
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
    """Locks, and two processes making the same tables or rows at once."""
    text = str(error.orig).lower()
    return any(sign in text for sign in ("locked", "busy", "already exists", "duplicate key", "unique"))


def _damaged(error: BaseException) -> bool:
    """Whether SQLite found the file to be none of its own, or broken, even in what it says of itself."""
    text = str(getattr(error, "orig", None) or error).lower()
    return isinstance(error, UnicodeDecodeError) or "not a database" in text or "malformed" in text


def _put_aside(path: Path, damaged: tuple[int, int] | None) -> Path | None:
    """Renames the damaged file, with its journals, and gives its new name; None if another process did."""
    with _alone(path.with_name(path.name + ".repair")):
        if damaged is None or _identity(path) != damaged:
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


def _sound(path: Path) -> bool:
    """Whether SQLite finds no damage in the file, or there is none."""
    if not path.exists():
        return True
    try:
        with contextlib.closing(sqlite3.connect(path, timeout=_BUSY)) as connection:
            return bool(connection.execute("PRAGMA integrity_check(1)").fetchone() == ("ok",))
    except (sqlite3.DatabaseError, UnicodeDecodeError) as error:
        return not _damaged(error)
