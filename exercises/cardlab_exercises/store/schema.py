"""The schema of the tables of attempts: which one a database has, and how an older one is brought up to date.

Alembic's revisions in `migrations` do that, and its table `alembic_version` tells which one there is. Loading
Alembic takes time, so that is done only where something is due. Older versions of cardlab had a table of
their own, `cardlab_schema`; its number is kept as well, so that they leave a newer database alone.
"""

from __future__ import annotations

from pathlib import Path

import sqlalchemy as sa
from sqlalchemy.schema import CreateTable

from cardlab_exercises.store.tables import ATTEMPT, REVISION, SCHEMA_TABLE

HEAD = "0004"
"""The revision that the tables of `tables.py` have. A change to them needs a new one in `migrations`."""

_MIGRATIONS = Path(__file__).with_name("migrations")


class WrongSchemaError(Exception):
    """The database was made by another version of cardlab."""


def prepare(connection: sa.Connection) -> None:
    """Makes the tables where there are none, and brings those of an older schema up to date.

    Raises `WrongSchemaError`, having changed nothing, for a schema that is not known.
    """
    if connection.dialect.name == "postgresql" and sa.inspect(connection).has_table(SCHEMA_TABLE.name):
        connection.execute(sa.text("LOCK TABLE cardlab_schema IN ACCESS EXCLUSIVE MODE"))  # one at a time
    found = revision_of(connection)
    if found == HEAD:
        return
    if found:
        _upgrade(connection, found)
    else:
        for table in (SCHEMA_TABLE, REVISION, ATTEMPT):
            connection.execute(CreateTable(table, if_not_exists=True))
        for index in ATTEMPT.indexes:
            index.create(connection, checkfirst=True)
        connection.execute(REVISION.insert().values(version_num=HEAD))
    if number_of(connection) != int(HEAD):
        connection.execute(SCHEMA_TABLE.insert().values(version=int(HEAD)))


def revision_of(connection: sa.Connection) -> str:
    """The revision of the tables; "" where there are none."""
    if sa.inspect(connection).has_table(REVISION.name):
        found = connection.scalar(sa.select(REVISION.c.version_num))
        if found is not None:
            return str(found)
    number = number_of(connection)
    return f"{number:04}" if number is not None else ""


def number_of(connection: sa.Connection) -> int | None:
    """The number by which older versions of cardlab know the schema; None where there is none."""
    if not sa.inspect(connection).has_table(SCHEMA_TABLE.name):
        return None
    number = connection.scalar(sa.select(sa.func.max(SCHEMA_TABLE.c.version)))
    return None if number is None else int(number)


def check_known(revision: str) -> None:
    """Raises `WrongSchemaError` for a revision that this cardlab does not know."""
    if revision > HEAD:
        raise WrongSchemaError(
            f"it has schema {revision.lstrip('0')}, newer than this cardlab, which knows schema "
            f"{HEAD.lstrip('0')}: install the newer cardlab"
        )
    if not revision >= "0001":
        raise WrongSchemaError(f"it has schema {revision}, which no cardlab has made")


def _upgrade(connection: sa.Connection, found: str) -> None:
    check_known(found)
    from alembic.config import Config
    from alembic.runtime.environment import EnvironmentContext
    from alembic.script import ScriptDirectory

    script = ScriptDirectory(str(_MIGRATIONS))
    with EnvironmentContext(
        Config(), script, fn=lambda there, context: script._upgrade_revs("head", there)
    ) as environment:
        environment.configure(connection=connection)
        context = environment.get_context()
        if not context.get_current_heads():
            context.stamp(script, found)
        environment.run_migrations()
