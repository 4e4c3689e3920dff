"""Tables in the browser: rows under keys in its database, written all or none."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Awaitable, Callable, Mapping, Sequence
from typing import Protocol

from sandtable.engine.documents import Document
from sandtable.table import storage
from sandtable.table.storage import INVITE, Conflict, Row, Seat, StoredTable, Write, notes_of, packed

Key = list[str | int]
Step = list[object]
"""`["add", key, value]` fails where there is one, `["need", key]` where there is none, `["swap", key, old, new]` where
another stands, `["cut", key, above]` removes those of a key whose last part is higher. Values are JSON."""
SPENT = "somebody else was here first"


class Rows(Protocol):
    """The browser's database: rows in the order of their keys."""

    async def read(self, key: Key, least: int) -> Sequence[str]:
        """All rows whose key begins like this; with `least` above 0, from the one that continues with it."""

    async def write(self, steps: Sequence[Step]) -> bool:
        """Carry out all steps or none; False if one of them was in conflict."""


class Drawer:
    """Keeps tables; see `sandtable.table.storage.Keeper`."""

    def __init__(self, rows: Rows, note: Callable[[Document], None] = lambda note: None) -> None:
        self._rows = rows
        self._note = note
        """Tells other pages of this browser what was written."""
        self._packs: dict[tuple[str, str], Mapping[str, str]] = {}

    async def open(self) -> None:
        """Read what must be at hand at once: the data that tables were started with."""
        for text in await self._rows.read(["pack"], 0):
            row = json.loads(text)
            self._packs[row["digest"], row["game"]] = row["files"]

    def put(self, writes: Sequence[Write]) -> Awaitable[None]:
        """Keep these writes, all or none."""
        return asyncio.ensure_future(self._put(writes))

    async def _put(self, writes: Sequence[Write]) -> None:
        steps: list[Step] = []
        for kind, rows in writes:
            for row in rows:
                steps += await self._steps(kind, row)
        if not await self._rows.write(steps):
            raise Conflict(SPENT)
        for note in notes_of(writes):
            self._note(note)

    async def _steps(self, kind: str, row: Row) -> list[Step]:
        match kind:
            case storage.ADD_TABLE:
                return [["add", ["table", row["id"]], packed(row)]]
            case storage.ADD_SEAT:
                return [["add", ["seat", row["hash"]], packed({"spent_for": None, **row})]]
            case storage.SPEND_SEAT:
                changed = {"kind": row["kind"], "spent_for": row["spent_for"]}
                return await self._swap(["seat", row["of_hash"]], {"kind": row["was"], "spent_for": None}, changed)
            case storage.ADD_SITTING:
                return [["add", ["sitting", row["table_id"], row["side"]], packed(row)]]
            case storage.OPEN_SITTING:
                key: Key = ["sitting", row["of_table"], row["of_side"]]
                return await self._swap(key, {"open": False}, {"seed": row["seed"], "open": True})
            case storage.ADD_ENTRY:
                table, n = row["table_id"], row["n"]
                before: list[Step] = [["need", ["entry", table, n - 1]]] if n else []
                return [*before, ["add", ["entry", table, n], packed(row)]]
            case storage.ADD_SNAPSHOT:
                return [["add", ["snapshot", row["table_id"], row["length"]], packed(row)]]
            case storage.CUT_SNAPSHOTS:
                return [["cut", ["snapshot", row["of_table"]], row["beyond"]]]
            case storage.ADD_TALK:
                return [["add", ["talk", row["table_id"], row["k"]], packed(row)]]
            case storage.NEW_RULES:
                return await self._swap(["table", row["of_table"]], {}, {"rules": row["rules"], "data": row["data"]})
        raise ValueError(f"there is no kind of write {kind!r}")

    async def _swap(self, key: Key, must: Row, changed: Row) -> list[Step]:
        """Change some fields of a row if it still has these values."""
        found = await self._rows.read(key, 0)
        row = json.loads(found[0]) if found else {}
        if not found or any(row[name] != value for name, value in must.items()):
            raise Conflict(SPENT)
        return [["swap", key, found[0], packed({**row, **changed})]]

    async def read(self, table: str, entries: int = 0, said: int = 0) -> StoredTable | None:
        """Everything stored of a table, or only what follows the first entries and chat lines."""
        found = await self._rows.read(["table", table], 0)
        if not found:
            return None
        return StoredTable(
            json.loads(found[0]),
            await self._all("sitting", table),
            await self._all("entry", table, entries),
            [] if entries else await self._all("snapshot", table),
            await self._all("talk", table, said),
        )

    async def _all(self, kind: str, table: str, least: int = 0) -> list[Row]:
        return [json.loads(text) for text in await self._rows.read([kind, table], least)]

    async def seat(self, hashed: str) -> Seat | None:
        """What a token with this hash opens."""
        found = await self._rows.read(["seat", hashed], 0)
        if not found:
            return None
        row = json.loads(found[0])
        return Seat(row["table_id"], row["role"], row["kind"], row["spent_for"])

    async def invitation(self, table: str, role: str) -> str | None:
        """The hash of the link to a seat that nobody has taken."""
        rows = (json.loads(text) for text in await self._rows.read(["seat"], 0))
        wanted = {"table_id": table, "role": role, "kind": INVITE, "spent_for": None}
        return next((row["hash"] for row in rows if row.items() >= wanted.items()), None)

    async def count_tables(self) -> int:
        """How many tables there are."""
        return len(await self._rows.read(["table"], 0))

    async def keep_pack(self, digest: str, game: str, files: Mapping[str, str]) -> None:
        """Keep the files of a data pack that a table is started with, once."""
        if (digest, game) not in self._packs:
            self._packs[digest, game] = dict(files)
            row = {"digest": digest, "game": game, "files": dict(files)}
            await self._rows.write([["add", ["pack", digest, game], packed(row)]])

    def pack(self, digest: str, game: str) -> Mapping[str, str] | None:
        """The files of a pack that tables were started with."""
        return self._packs.get((digest, game))
