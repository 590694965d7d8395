"""Attempts belong to a class."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"


def upgrade() -> None:
    op.add_column("attempt", sa.Column("class_code", sa.String(40), nullable=False, server_default=""))
