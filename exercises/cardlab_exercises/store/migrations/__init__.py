"""What brings an older database up to date, by Alembic."""
