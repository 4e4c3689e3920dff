"""What is kept: tables, seats, the journal of each table, snapshots and chat; plain SQL that any database speaks."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

import sqlalchemy as sa
from sqlalchemy.engine import Connection, Engine

from sandtable.table import kept
from sandtable.table.kept import Kept, Row, Write

SCHEMA = 1
metadata = sa.MetaData()
ID = sa.String(32)

meta = sa.Table("sandtable", metadata, sa.Column("schema", sa.Integer, primary_key=True))

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
    sa.Column("table_id", ID, sa.ForeignKey("tables.id", ondelete="CASCADE"), nullable=False, index=True),
    sa.Column("role", sa.String(8), nullable=False),
)

sittings = sa.Table(
    "sittings",
    metadata,
    sa.Column("table_id", ID, sa.ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
    sa.Column("side", sa.String(8), primary_key=True),
    sa.Column("seed", sa.String(64)),
)
"""Who has sat down once, and the seed they brought."""

journal = sa.Table(
    "journal",
    metadata,
    sa.Column("table_id", ID, sa.ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
    sa.Column("n", sa.Integer, primary_key=True),
    sa.Column("kind", sa.String(8), nullable=False),
    sa.Column("side", sa.String(8), nullable=False),
    sa.Column("body", sa.Text, nullable=False),
    sa.Column("turn", sa.Integer, nullable=False),
    sa.Column("free", sa.Boolean, nullable=False),
    sa.Column("draws", sa.Integer, nullable=False),
    sa.Column("time", sa.Float, nullable=False),
)

snapshots = sa.Table(
    "snapshots",
    metadata,
    sa.Column("table_id", ID, sa.ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
    sa.Column("length", sa.Integer, primary_key=True),
    sa.Column("position", sa.Text, nullable=False),
    sa.Column("events", sa.Text, nullable=False),
)
"""Positions on the line of play; `events` are those of the log since the snapshot before."""

talk = sa.Table(
    "talk",
    metadata,
    sa.Column("table_id", ID, sa.ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
    sa.Column("k", sa.Integer, primary_key=True),
    sa.Column("kind", sa.String(8), nullable=False),
    sa.Column("side", sa.String(8), nullable=False),
    sa.Column("body", sa.Text, nullable=False),
    sa.Column("time", sa.Float, nullable=False),
)
"""Chat, and questions to the opponent with their answers."""

SYNCS = ("normal", "full")
"""What a commit of SQLite waits for: the system (safe if the server dies), or the disk (if the machine does too)."""


class StoreError(RuntimeError):
    """The database cannot be used, and why."""


def _prepare_sqlite(connection: Any, sync: str) -> None:
    cursor = connection.cursor()
    cursor.execute("PRAGMA journal_mode=WAL")
    cursor.execute(f"PRAGMA synchronous={sync.upper()}")
    cursor.execute("PRAGMA busy_timeout=5000")
    cursor.execute("PRAGMA foreign_keys=ON")
    cursor.close()


class Store:
    """The database: reading here, writing as lists of writes in one commit."""

    def __init__(self, address: str, sync: str = "normal") -> None:
        if sync not in SYNCS:
            raise StoreError(f"sqlite_sync is one of {', '.join(SYNCS)}, not {sync!r}")
        self.engine: Engine = sa.create_engine(address)
        sqlite = self.engine.dialect.name == "sqlite"
        self.quick = sqlite and sync == "normal"
        """Does a commit take less time than handing it to a thread?"""
        if sqlite:
            sa.event.listen(self.engine, "connect", lambda connection, _: _prepare_sqlite(connection, sync))
        metadata.create_all(self.engine)
        with self.engine.begin() as connection:
            found = connection.scalar(sa.select(meta.c.schema))
            if found is None:
                connection.execute(sa.insert(meta), {"schema": SCHEMA})
            elif found != SCHEMA:
                raise StoreError(f"this database has schema {found}; this server needs {SCHEMA}")

    def close(self) -> None:
        """Let go of the database."""
        self.engine.dispose()

    def carry_out(self, writes: Iterable[Write]) -> None:
        """All writes in one commit, or none."""
        with self.engine.begin() as connection:
            _carry_out(connection, writes)

    def seat(self, hashed: str) -> tuple[str, str] | None:
        """The table and role of a seat's hash."""
        with self.engine.connect() as connection:
            row = connection.execute(sa.select(seats.c.table_id, seats.c.role).where(seats.c.hash == hashed)).first()
        return None if row is None else (row[0], row[1])

    def count_tables(self) -> int:
        """How many tables there are."""
        with self.engine.connect() as connection:
            return connection.scalar(sa.select(sa.func.count()).select_from(tables)) or 0

    def read(self, table: str) -> Kept | None:
        """All that is kept of a table."""
        with self.engine.connect() as connection:
            row = connection.execute(sa.select(tables).where(tables.c.id == table)).mappings().first()
            if row is None:
                return None

            def rows(of: sa.Table, order: str) -> Sequence[Row]:
                query = sa.select(of).where(of.c.table_id == table).order_by(of.c[order])
                return [dict(row) for row in connection.execute(query).mappings()]

            return Kept(
                dict(row), rows(sittings, "side"), rows(journal, "n"), rows(snapshots, "length"), rows(talk, "k")
            )

    def remove_unchanged_since(self, moment: float) -> int:
        """Remove tables nobody has played at since then; how many."""
        with self.engine.begin() as connection:
            last = sa.select(sa.func.max(journal.c.time)).where(journal.c.table_id == tables.c.id).scalar_subquery()
            old = connection.scalars(
                sa.select(tables.c.id).where(sa.func.coalesce(last, tables.c.created) < moment)
            ).all()
            for part in (seats, sittings, journal, snapshots, talk):
                connection.execute(sa.delete(part).where(part.c.table_id.in_(old)))
            connection.execute(sa.delete(tables).where(tables.c.id.in_(old)))
        return len(old)


def _carry_out(connection: Connection, writes: Iterable[Write]) -> None:
    """Neighbouring writes of one kind go to the database together."""
    waiting = ""
    rows: list[Row] = []
    for kind, more in writes:
        if kind != waiting:
            if rows:
                connection.execute(STATEMENTS[waiting], rows)
            waiting, rows = kind, []
        rows.extend(more)
    if rows:
        connection.execute(STATEMENTS[waiting], rows)


STATEMENTS: dict[str, sa.Executable] = {
    kept.ADD_TABLE: sa.insert(tables),
    kept.ADD_SEAT: sa.insert(seats),
    kept.ADD_SITTING: sa.insert(sittings),
    kept.ADD_ENTRY: sa.insert(journal),
    kept.ADD_SNAPSHOT: sa.insert(snapshots),
    kept.ADD_TALK: sa.insert(talk),
    kept.CUT_SNAPSHOTS: sa.delete(snapshots).where(
        snapshots.c.table_id == sa.bindparam("of_table"), snapshots.c.length > sa.bindparam("beyond")
    ),
}
"""How each kind of write is said in SQL."""
