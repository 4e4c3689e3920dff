"""What a table stores, as plain data; how it is stored is the host's affair."""

from __future__ import annotations

import json
import time
from collections.abc import Awaitable, Mapping, Sequence
from typing import Any, NamedTuple, Protocol

from sandtable.engine.documents import Document

Row = Mapping[str, Any]
Write = tuple[str, Sequence[Row]]
"""What is to be done, and the rows it is done with."""

ADD_TABLE = "add table"
ADD_SEAT = "add seat"
SPEND_SEAT = "spend seat"
"""A token that opens no seat from now on, or no longer any but one."""
ADD_SITTING = "add sitting"
OPEN_SITTING = "open sitting"
ADD_ENTRY = "add entry"
ADD_SNAPSHOT = "add snapshot"
CUT_SNAPSHOTS = "cut snapshots"
ADD_TALK = "add talk"
NEW_RULES = "new rules"
"""A table goes on with the rules and data of this version."""


OWN, INVITE, WATCHING, VOID = "own", "invite", "watch", "void"
"""What a token is: one's own, a link for a friend, a watcher's, or replaced by another."""


class Seat(NamedTuple):
    """What a token opens."""

    table: str
    role: str
    kind: str
    spent_for: str | None


class Conflict(RuntimeError):
    """Somebody else has written there first; nothing of this was stored."""


class StoredTable(NamedTuple):
    """All that is stored of one table."""

    table: Row
    sittings: Sequence[Row]
    journal: Sequence[Row]
    snapshots: Sequence[Row]
    talk: Sequence[Row]


class Keeper(Protocol):
    """Stores tables."""

    def put(self, writes: Sequence[Write]) -> Awaitable[None]:
        """Store these writes, all or none: done when they are safe, else an error."""

    async def read(self, table: str, entries: int = 0, said: int = 0) -> StoredTable | None:
        """All that is stored of a table, or only what follows the first entries and lines of talk."""

    async def seat(self, hashed: str) -> Seat | None:
        """What a token with this hash opens."""

    async def invitation(self, table: str, role: str) -> str | None:
        """The hash of the link to a seat that nobody has taken."""

    async def count_tables(self) -> int:
        """How many tables there are."""

    async def keep_pack(self, digest: str, game: str, files: Mapping[str, str]) -> None:
        """Keep the files of a data pack that a table is started with, once."""


_encode = json.JSONEncoder(separators=(",", ":")).encode


def packed(value: object) -> str:
    """JSON without spaces; numbers may be of any size, as sets of places are."""
    return _encode(value)


def now() -> float:
    """The time that entries carry."""
    return time.time()


def notes_of(writes: Sequence[Write]) -> list[Document]:
    """What other hosts must be told of these writes."""
    rows = [(kind, row) for kind, more in writes for row in more]
    touched = {row.get("table_id") or row.get("of_table") for _, row in rows}
    seats = [{"seat": row["of_hash"]} for kind, row in rows if kind == SPEND_SEAT]
    return [*({"table": table} for table in sorted(filter(None, touched))), *seats]
