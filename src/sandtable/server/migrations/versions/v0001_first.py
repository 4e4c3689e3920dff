"""Databases from before there were migrations: nothing to do."""

revision = "0001"
down_revision = None


def upgrade() -> None:
    """They are as they are."""
