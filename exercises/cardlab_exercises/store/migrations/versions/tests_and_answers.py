"""Attempts keep the test that they belong to, the answer and the question; names and codes have one form."""

from __future__ import annotations

from collections.abc import Callable

import sqlalchemy as sa
from alembic import op

from cardlab_exercises.declaration.answers import plain_code, plain_name

revision = "0004"
down_revision = "0003"

_attempt = sa.table(
    "attempt", *(sa.column(name, sa.String) for name in ("learner", "class_code", "seed", "test"))
)


def upgrade() -> None:
    op.add_column("attempt", sa.Column("test", sa.String(40), nullable=False, server_default=""))
    op.add_column("attempt", sa.Column("answer", sa.JSON, nullable=False, server_default="{}"))
    op.add_column("attempt", sa.Column("asked", sa.Text, nullable=False, server_default=""))
    _rewrite("learner", "learner", plain_name)
    _rewrite("class_code", "class_code", plain_code)
    _rewrite("seed", "test", _test_of)


def _rewrite(source: str, target: str, form: Callable[[str], str]) -> None:
    """Writes the form of a column's texts into a column, where there is one and it is another text."""
    connection, column = op.get_bind(), _attempt.c[source]
    for was in connection.scalars(sa.select(column).distinct()).all():
        text = form(was) if isinstance(was, str) else ""
        if text and text != was:
            connection.execute(sa.update(_attempt).where(column == was).values({target: text}))


def _test_of(seed: str) -> str:
    """A name for the test that a seed was drawn for: the code itself was not kept."""
    name, parted, _ = seed.partition("/")
    return name if parted and name.startswith("test-") and len(name) <= 40 else ""
