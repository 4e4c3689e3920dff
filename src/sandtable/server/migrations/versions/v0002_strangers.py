"""Seats bound to whoever sits down first, sealed seeds, entries not everybody may know of, data packs by digest."""

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"


def upgrade() -> None:
    """Add what is new; tables under way go on as they were."""
    op.add_column("seats", sa.Column("kind", sa.String(8), nullable=False, server_default="own"))
    op.add_column("seats", sa.Column("spent_for", sa.String(64)))
    op.add_column("sittings", sa.Column("seal", sa.String(64)))
    op.add_column("sittings", sa.Column("open", sa.Boolean, nullable=False, server_default=sa.true()))
    op.add_column("journal", sa.Column("seen", sa.Integer, nullable=False, server_default="7"))
    op.create_table(
        "packs",
        sa.Column("digest", sa.String(64), primary_key=True),
        sa.Column("game", sa.String(40), primary_key=True),
        sa.Column("files", sa.Text, nullable=False),
    )
    op.execute(sa.text("UPDATE seats SET kind = 'watch' WHERE role = 'watch'"))
    op.drop_table("sandtable")
