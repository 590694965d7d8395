"""With every option changed the name of a rule set has more than five hundred letters."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"


def upgrade() -> None:
    if op.get_context().dialect.name != "sqlite":  # which holds nobody to the length of a text
        op.alter_column("attempt", "options", type_=sa.String(2000), existing_nullable=False)
