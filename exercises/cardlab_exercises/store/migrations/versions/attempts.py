"""The tables of the first version, where all databases begin: a new one has those of the last at once."""

from __future__ import annotations

revision = "0001"
down_revision = None


def upgrade() -> None:
    raise NotImplementedError("no database is older than this")
