"""The tables of the database: plain SQL that SQLite and PostgreSQL both speak. `migrations` brings older ones here."""

from __future__ import annotations

import sqlalchemy as sa

metadata = sa.MetaData()
ID = sa.String(32)


def _of_table(**more: bool) -> sa.Column[str]:
    return sa.Column("table_id", ID, sa.ForeignKey("tables.id", ondelete="CASCADE"), **more)  # type: ignore[arg-type]


tables = sa.Table(
    "tables",
    metadata,
    sa.Column("id", ID, primary_key=True),
    sa.Column("game", sa.String(40), nullable=False),
    sa.Column("scenario", sa.String(80), nullable=False),
    sa.Column("options", sa.Text, nullable=False),
    sa.Column("data", sa.String(64), nullable=False),
    sa.Column("rules", sa.Integer, nullable=False),
    sa.Column("seats", sa.Text, nullable=False),
    sa.Column("forecasts", sa.Boolean, nullable=False),
    sa.Column("secret", sa.String(64), nullable=False),
    sa.Column("imported", sa.Integer, nullable=False),
    sa.Column("created", sa.Float, nullable=False),
)

seats = sa.Table(
    "seats",
    metadata,
    sa.Column("hash", sa.String(64), primary_key=True),
    _of_table(nullable=False, index=True),
    sa.Column("role", sa.String(8), nullable=False),
    sa.Column("kind", sa.String(8), nullable=False, server_default="own"),
    sa.Column("spent_for", sa.String(64)),
)
"""What opens a seat. `own`: the secret of whoever sits there. `invite`: a link to hand on, `spent_for` the hash of what
the first to sit down with it got instead. `watch`: for as many as like. `void`: replaced by its owner."""

sittings = sa.Table(
    "sittings",
    metadata,
    _of_table(primary_key=True),
    sa.Column("side", sa.String(8), primary_key=True),
    sa.Column("seed", sa.String(64)),
    sa.Column("seal", sa.String(64)),
    sa.Column("open", sa.Boolean, nullable=False, server_default=sa.true()),
)
"""The sides that have sat down, their seeds, the hashes sent before them; `open` once a seed is final."""

journal = sa.Table(
    "journal",
    metadata,
    _of_table(primary_key=True),
    sa.Column("n", sa.Integer, primary_key=True),
    sa.Column("kind", sa.String(8), nullable=False),
    sa.Column("side", sa.String(8), nullable=False),
    sa.Column("body", sa.Text, nullable=False),
    sa.Column("turn", sa.Integer, nullable=False),
    sa.Column("free", sa.Boolean, nullable=False),
    sa.Column("draws", sa.Integer, nullable=False),
    sa.Column("time", sa.Float, nullable=False),
    sa.Column("seen", sa.Integer, nullable=False, server_default="7"),
)
"""Everything that ever happened; `seen` are the bits of those who may know of an entry (`sandtable.table.numbers`)."""

snapshots = sa.Table(
    "snapshots",
    metadata,
    _of_table(primary_key=True),
    sa.Column("length", sa.Integer, primary_key=True),
    sa.Column("position", sa.Text, nullable=False),
    sa.Column("events", sa.Text, nullable=False),
)
"""Positions on the line of play; `events` are those of the log since the snapshot before."""

talk = sa.Table(
    "talk",
    metadata,
    _of_table(primary_key=True),
    sa.Column("k", sa.Integer, primary_key=True),
    sa.Column("kind", sa.String(8), nullable=False),
    sa.Column("side", sa.String(8), nullable=False),
    sa.Column("body", sa.Text, nullable=False),
    sa.Column("time", sa.Float, nullable=False),
)
"""Chat, and questions to the opponent with their answers."""

packs = sa.Table(
    "packs",
    metadata,
    sa.Column("digest", sa.String(64), primary_key=True),
    sa.Column("game", sa.String(40), primary_key=True),
    sa.Column("files", sa.Text, nullable=False),
)
"""Data that tables were started with, so that a changed datum closes none of them."""

PARTS = (seats, sittings, journal, snapshots, talk)
"""What belongs to a table."""
