"""A copy of an SQLite database, made and put back while others use it. PostgreSQL has `pg_dump` for that."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path

from cardlab.cards import list_words, quoted
from cardlab.files import replacing
from cardlab_exercises.store.engines import file_of, is_sound, url_of
from cardlab_exercises.store.schema import WrongSchemaError, check_known, revision_of

_BUSY = 10.0
"""Seconds to wait for another process that is writing."""
_MADE_HERE = ("CREATE TABLE ", "CREATE INDEX ", "CREATE UNIQUE INDEX ")
"""How definitions in a database of cardlab begin. Others, such as triggers, could change what is written."""


def file_at(place: str | Path) -> Path:
    """The file of the database at `place`. Raises `ValueError` where it is none."""
    path = file_of(url_of(place))
    if path is None:
        raise ValueError("this is no SQLite file; PostgreSQL is copied by pg_dump and put back by pg_restore")
    return path


def back_up(place: str | Path, target: Path) -> None:
    """Copies the database to a file, whole, whoever writes meanwhile.

    Raises `ValueError` where there is no database or an empty one, and `OSError` or `sqlite3.Error`.
    """
    path = file_at(place)
    if not path.exists():
        raise ValueError(f"there is no database {path}")
    with replacing(target) as draft, closing(_open(path)) as source, closing(_open(draft)) as copy:
        if not source.execute("SELECT count(*) FROM sqlite_master").fetchone()[0]:
            raise ValueError(f"nothing is kept in {path}")
        source.backup(copy)


def restore(source: Path, place: str | Path) -> None:
    """Puts a copy in the place of all that the database holds.

    Raises `ValueError` for anything but a copy of a cardlab database; then nothing has changed.
    """
    _check(source)
    path = file_at(place)
    path.parent.mkdir(parents=True, exist_ok=True)
    with closing(_open(source)) as copy, closing(_open(path)) as target:
        copy.backup(target)


def _check(source: Path) -> None:
    import sqlalchemy as sa

    if not source.is_file() or not source.stat().st_size or not is_sound(source):
        raise ValueError(f"{source} is no database")
    engine = sa.create_engine(sa.URL.create("sqlite", database=str(source)), poolclass=sa.pool.NullPool)
    with engine.connect() as connection:
        revision = revision_of(connection)
        made = connection.execute(sa.text("SELECT name, sql FROM sqlite_master WHERE sql IS NOT NULL")).all()
    try:
        check_known(revision or "none")
    except WrongSchemaError as error:
        raise ValueError(f"{source} cannot be put back: {error}") from error
    strange = [quoted(name) for name, sql in made if not str(sql).startswith(_MADE_HERE)]
    if strange:
        raise ValueError(f"{source} cannot be put back: no cardlab has made its {list_words(strange)}")


def _open(path: Path) -> sqlite3.Connection:
    return sqlite3.connect(path, timeout=_BUSY)
