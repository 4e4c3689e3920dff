"""The database: tables, seats, journals, snapshots, talk. Reading here, writing as lists of writes in one commit."""

from __future__ import annotations

import json
import logging
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

import sqlalchemy as sa
from sqlalchemy.engine import Connection, Engine

from sandtable.server.locks import FileLock, Taken
from sandtable.server.migrations import NewerSchema, bring_up
from sandtable.server.schema import PARTS, journal, packs, seats, sittings, snapshots, tables, talk
from sandtable.table import storage
from sandtable.table.storage import INVITE, Conflict, Row, Seat, StoredTable, Write

log = logging.getLogger("sandtable.server")
SYNCS = ("normal", "full")
"""What a commit of SQLite waits for: the system (safe if the server dies), or the disk (if the machine does too)."""
ADDRESSES = "sqlite:////a/place/tables.db or postgresql://user:password@host/name"
PATIENCE_SECONDS = 5.0
"""How long a write waits for somebody who has locked the database."""
DAY = 86_400.0
MIGRATING = 0x5A4D
"""The number of PostgreSQL's lock while a schema is made or changed."""


class StoreError(RuntimeError):
    """The database cannot be used, and why."""


class Busy(RuntimeError):
    """Somebody else has the database locked."""


class Store:
    """One database. A SQLite file belongs to one server at a time; PostgreSQL to any number."""

    def __init__(self, address: str, sync: str = "normal", *, alone: bool = True) -> None:
        if sync not in SYNCS:
            raise StoreError(f"sqlite_sync is one of {', '.join(SYNCS)}, not {sync!r}")
        try:
            self.engine: Engine = sa.create_engine(address, pool_pre_ping=True)
        except sa.exc.ArgumentError:  # a dialect that nobody has is one too
            raise StoreError(f"this is not the address of a database; it looks like {ADDRESSES}") from None
        self.sqlite = self.engine.dialect.name == "sqlite"
        self.quick = self.sqlite and sync == "normal"
        """Does a commit take less time than handing it to a thread?"""
        self._lock: FileLock | None = None
        if self.sqlite:
            if self.engine.url.database not in (None, "", ":memory:"):
                file = Path(str(self.engine.url.database))
                if alone:
                    self._lock = _only_server(file)
                make_private(file)
            sa.event.listen(self.engine, "connect", lambda connection, _: _prepare_sqlite(connection, sync))
        try:
            with self.engine.begin() as connection:
                if not self.sqlite:
                    connection.execute(sa.select(sa.func.pg_advisory_xact_lock(MIGRATING)))
                bring_up(connection)
        except NewerSchema as error:
            self.close()
            raise StoreError(str(error)) from None
        except sa.exc.SQLAlchemyError as error:
            self.close()
            raise StoreError(f"the database cannot be used: {str(error).splitlines()[0]}") from None
        self._in_loop: Connection | None = None

    def close(self) -> None:
        """Let go of the database."""
        if getattr(self, "_in_loop", None) is not None:
            self._in_loop.close()  # type: ignore[union-attr]
        self.engine.dispose()
        if self._lock is not None:
            self._lock.release()

    def carry_out(self, writes: Iterable[Write]) -> None:
        """All writes in one commit, or none; waits a while for others. Conflict, Busy, or the database's own error."""
        try:
            with self.engine.begin() as connection:
                carry_out(connection, writes)
        except sa.exc.IntegrityError as error:
            raise Conflict(str(error.orig)) from None
        except sa.exc.OperationalError as error:
            raise (Busy(str(error.orig)) if _is_locked(error) else error) from None

    def carry_out_at_once(self, writes: Iterable[Write]) -> None:
        """The same without a moment's wait: Busy if anybody else is at the database."""
        if self._in_loop is None or self._in_loop.closed:
            self._in_loop = self.engine.connect()
            self._in_loop.exec_driver_sql("PRAGMA busy_timeout=0")
            self._in_loop.exec_driver_sql("PRAGMA wal_autocheckpoint=0")  # `checkpoint` does it in a thread
            self._in_loop.rollback()
        connection = self._in_loop
        try:
            with connection.begin():
                carry_out(connection, writes)
        except sa.exc.IntegrityError as error:
            raise Conflict(str(error.orig)) from None
        except sa.exc.OperationalError as error:
            raise (Busy(str(error.orig)) if _is_locked(error) else error) from None

    def checkpoint(self) -> None:
        """Move what SQLite has in its log into the file, as far as no reader is in the way."""
        with self.engine.connect() as connection:
            connection.exec_driver_sql("PRAGMA wal_checkpoint(PASSIVE)")

    def ping(self) -> None:
        """Is the database there?"""
        with self.engine.connect() as connection:
            connection.execute(sa.select(1))

    def seat(self, hashed: str) -> Seat | None:
        """What a token with this hash opens."""
        query = sa.select(seats.c.table_id, seats.c.role, seats.c.kind, seats.c.spent_for).where(seats.c.hash == hashed)
        with self.engine.connect() as connection:
            row = connection.execute(query).first()
        return None if row is None else Seat(*row)

    def invitation(self, table: str, role: str) -> str | None:
        """The hash of the link to a seat that nobody has taken."""
        unspent = (seats.c.kind == INVITE) & seats.c.spent_for.is_(None)
        with self.engine.connect() as connection:
            return connection.scalar(
                sa.select(seats.c.hash).where(seats.c.table_id == table, seats.c.role == role, unspent)
            )

    def count_tables(self) -> int:
        """How many tables there are."""
        with self.engine.connect() as connection:
            return connection.scalar(sa.select(sa.func.count()).select_from(tables)) or 0

    def names(self) -> list[str]:
        """Every table, the oldest first."""
        with self.engine.connect() as connection:
            return list(connection.scalars(sa.select(tables.c.id).order_by(tables.c.created)))

    def read(self, table: str, entries: int = 0, said: int = 0) -> StoredTable | None:
        """All that is stored of a table, or only what follows the first entries and lines of talk."""
        with self.engine.connect() as connection:
            row = connection.execute(sa.select(tables).where(tables.c.id == table)).mappings().first()
            if row is None:
                return None

            def rows(of: sa.Table, order: str, since: int | None = None) -> Sequence[Row]:
                query = sa.select(of).where(of.c.table_id == table).order_by(of.c[order])
                query = query if not since else query.where(of.c[order] >= since)
                return [dict(row) for row in connection.execute(query).mappings()]

            return StoredTable(
                dict(row),
                rows(sittings, "side"),
                rows(journal, "n", entries),
                [] if entries else rows(snapshots, "length"),
                rows(talk, "k", said),
            )

    def pack(self, digest: str, game: str) -> Mapping[str, str] | None:
        """The files of a data pack that tables were started with."""
        with self.engine.connect() as connection:
            query = sa.select(packs.c.files).where(packs.c.digest == digest, packs.c.game == game)
            text = connection.scalar(query)
        return None if text is None else json.loads(text)

    def keep_pack(self, digest: str, game: str, files: Mapping[str, str]) -> None:
        """Keep the files of a data pack, once."""
        known = sa.select(packs.c.digest).where(packs.c.digest == digest, packs.c.game == game)
        try:
            with self.engine.begin() as connection:
                if connection.scalar(known) is None:
                    connection.execute(sa.insert(packs), {"digest": digest, "game": game, "files": json.dumps(files)})
        except sa.exc.IntegrityError:  # another server kept it in this moment
            log.info("the data of %s were kept by another server", game)

    def remove_unchanged_for(self, seconds: float, now: float) -> int:
        """Remove tables that nobody has played at for this long; returns how many.

        A clock that jumped forward removes nothing: time is counted up to a day after the newest play there is.
        """
        with self.engine.begin() as connection:
            newest = max(
                connection.scalar(sa.select(sa.func.max(journal.c.time))) or 0.0,
                connection.scalar(sa.select(sa.func.max(tables.c.created))) or 0.0,
            )
            moment = min(now, newest + DAY) - seconds
            last = sa.select(sa.func.max(journal.c.time)).where(journal.c.table_id == tables.c.id).scalar_subquery()
            old = connection.scalars(
                sa.select(tables.c.id).where(sa.func.coalesce(last, tables.c.created) < moment)
            ).all()
            for part in PARTS:
                connection.execute(sa.delete(part).where(part.c.table_id.in_(old)))
            connection.execute(sa.delete(tables).where(tables.c.id.in_(old)))
        return len(old)


def _prepare_sqlite(connection: Any, sync: str) -> None:
    cursor = connection.cursor()
    cursor.execute("PRAGMA journal_mode=WAL")
    cursor.execute(f"PRAGMA synchronous={sync.upper()}")
    cursor.execute(f"PRAGMA busy_timeout={int(1000 * PATIENCE_SECONDS)}")
    cursor.execute("PRAGMA foreign_keys=ON")
    cursor.close()


def make_private(file: Path) -> None:
    """A new database belongs to its user alone: it holds the secrets of the dice. One that is there stays as it is."""
    try:
        if not file.exists():
            file.touch(0o600)
    except OSError as error:
        raise StoreError(f"the database cannot be used: {error}") from None


def _is_locked(error: sa.exc.OperationalError) -> bool:
    return "locked" in str(error.orig) or "busy" in str(error.orig)


def _only_server(file: Path) -> FileLock:
    """A SQLite file has no way to tell a second server what the first has changed."""
    try:
        return FileLock(file.with_name(file.name + ".lock"))
    except OSError as error:
        raise StoreError(f"the database cannot be used: {error}") from None
    except Taken:
        raise StoreError(
            f"another server is using {file}; several servers need PostgreSQL (SANDTABLE_DATABASE=postgresql://...)"
        ) from None


def carry_out(connection: Connection, writes: Iterable[Write]) -> None:
    """Neighbouring writes of one kind go to the database together."""
    waiting = ""
    rows: list[Row] = []
    for kind, more in writes:
        if kind != waiting:
            _execute(connection, waiting, rows)
            waiting, rows = kind, []
        rows.extend(more)
    _execute(connection, waiting, rows)


def _execute(connection: Connection, kind: str, rows: list[Row]) -> None:
    if kind == TELL:
        for row in rows:
            connection.execute(STATEMENTS[TELL], row)
    elif rows:
        counted = kind in COUNTED
        done = connection.execute(STATEMENTS[kind], rows, execution_options={"preserve_rowcount": counted})
        if counted and done.rowcount != len(rows):
            raise Conflict(f"{kind}: {done.rowcount} of {len(rows)} took effect")


def _next_entry() -> sa.Executable:
    """An entry is written only where the one before it is: no journal ever has a gap."""
    values = [sa.bindparam(column.name, type_=column.type).label(column.name) for column in journal.c]
    n, table = sa.bindparam("n", type_=sa.Integer), sa.bindparam("table_id", type_=sa.String)
    before = journal.alias("before")
    there = sa.exists().where(before.c.table_id == table, before.c.n == n - 1)
    return sa.insert(journal).from_select(
        [column.name for column in journal.c], sa.select(*values).where((n == 0) | there)
    )


TELL = "tell"
STATEMENTS: dict[str, sa.Executable] = {
    TELL: sa.select(sa.func.pg_notify("sandtable", sa.bindparam("payload", type_=sa.String))),
    storage.ADD_TABLE: sa.insert(tables),
    storage.ADD_SEAT: sa.insert(seats),
    storage.SPEND_SEAT: sa.update(seats)
    .where(seats.c.hash == sa.bindparam("of_hash"), seats.c.kind == sa.bindparam("was"), seats.c.spent_for.is_(None))
    .values(kind=sa.bindparam("kind"), spent_for=sa.bindparam("spent_for")),
    storage.ADD_SITTING: sa.insert(sittings),
    storage.OPEN_SITTING: sa.update(sittings)
    .where(sittings.c.table_id == sa.bindparam("of_table"), sittings.c.side == sa.bindparam("of_side"))
    .where(sittings.c.open.is_(False))
    .values(seed=sa.bindparam("seed"), open=True),
    storage.ADD_ENTRY: _next_entry(),
    storage.ADD_SNAPSHOT: sa.insert(snapshots),
    storage.ADD_TALK: sa.insert(talk),
    storage.CUT_SNAPSHOTS: sa.delete(snapshots).where(
        snapshots.c.table_id == sa.bindparam("of_table"), snapshots.c.length > sa.bindparam("beyond")
    ),
    storage.NEW_RULES: sa.update(tables)
    .where(tables.c.id == sa.bindparam("of_table"))
    .values(rules=sa.bindparam("rules"), data=sa.bindparam("data")),
}
"""How each kind of write is said in SQL."""
COUNTED = {storage.ADD_ENTRY, storage.SPEND_SEAT, storage.OPEN_SITTING}
"""Writes that must take effect for every row, or somebody else was there first."""
