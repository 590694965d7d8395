"""The tables of attempts, and the kinds of their columns."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime
from typing import Any, Generic, TypeVar

import sqlalchemy as sa

T = TypeVar("T")


class _Lenient(sa.TypeDecorator[T], Generic[T]):
    """Reads None where a column holds a value of the wrong kind, so that the other rows can still be read."""

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
ATTEMPT = sa.Table(
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
NAMES = tuple(column.name for column in ATTEMPT.columns)
KINDS = (
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
REVISION = sa.Table(  # Alembic's own
    "alembic_version", sa.MetaData(), sa.Column("version_num", sa.String(32), primary_key=True)
)
SCHEMA_TABLE = sa.Table("cardlab_schema", _tables, sa.Column("version", sa.Integer, primary_key=True))

MEMBER = sa.Table(  # the list of a class
    "class_member",
    sa.MetaData(),
    sa.Column("class_code", sa.String(40), primary_key=True),
    sa.Column("learner", sa.String(100), primary_key=True),
)
SECRET = sa.Table(  # a table of its own, which older databases do not have
    "cardlab_secret",
    sa.MetaData(),
    sa.Column("id", sa.Integer, primary_key=True, autoincrement=False),
    sa.Column("secret", sa.LargeBinary, nullable=False),
)
