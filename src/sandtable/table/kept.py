"""What a table hands over to be kept, as plain data; how it is kept is the house's affair."""

from __future__ import annotations

import json
import time
from collections.abc import Awaitable, Mapping, Sequence
from typing import Any, NamedTuple, Protocol

Row = Mapping[str, Any]
Write = tuple[str, Sequence[Row]]
"""What is to be done, and the rows it is done with."""

ADD_TABLE, ADD_SEAT, ADD_SITTING, ADD_ENTRY, ADD_SNAPSHOT, ADD_TALK, CUT_SNAPSHOTS = (
    "add table",
    "add seat",
    "add sitting",
    "add entry",
    "add snapshot",
    "add talk",
    "cut snapshots",
)


class Kept(NamedTuple):
    """All that is kept of one table."""

    table: Row
    sittings: Sequence[Row]
    journal: Sequence[Row]
    snapshots: Sequence[Row]
    talk: Sequence[Row]


class Keeper(Protocol):
    """Whoever keeps tables."""

    def put(self, writes: Sequence[Write]) -> Awaitable[None]:
        """Keep these writes, all or none: done when they are safe, or the error that kept them from it."""

    async def read(self, table: str) -> Kept | None:
        """All that is kept of a table."""


_encode = json.JSONEncoder(separators=(",", ":")).encode


def packed(value: Any) -> str:
    """JSON without spaces; numbers may be of any size, as sets of places are."""
    return _encode(value)


def now() -> float:
    """The time that entries carry."""
    return time.time()
