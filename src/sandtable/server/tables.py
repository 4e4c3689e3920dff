"""All tables: made, found by a seat's token, kept in memory while they are used."""

from __future__ import annotations

import asyncio
import hashlib
import secrets
from collections import OrderedDict
from collections.abc import Mapping
from typing import Any, NamedTuple

from sandtable.engine.sides import PLAYERS
from sandtable.server.settings import Settings
from sandtable.server.store import Store
from sandtable.table import kept
from sandtable.table.export import read_import
from sandtable.table.fair import commitment, new_secret
from sandtable.table.house import House, Refused
from sandtable.table.kept import Write, packed
from sandtable.table.machine import Machine
from sandtable.table.numbers import BOTH, WATCH
from sandtable.table.table import Table

REMEMBERED_SEATS = 20_000


class Seated(NamedTuple):
    """A table as one seat reaches it."""

    table: Table
    machine: Machine
    role: str


def new_token() -> str:
    """128 bits that open a seat."""
    return secrets.token_urlsafe(16)


def hashed(token: str) -> str:
    """What is kept of a token."""
    return hashlib.sha256(token.encode()).hexdigest()


class Tables:
    """The tables of a server."""

    def __init__(self, house: House, settings: Settings, store: Store) -> None:
        self.house = house
        self.settings = settings
        self.store = store
        self._live: OrderedDict[str, tuple[Table, Machine]] = OrderedDict()
        self._reading: dict[str, asyncio.Task[tuple[Table, Machine]]] = {}
        self._seats: OrderedDict[str, tuple[str, str]] = OrderedDict()

    async def find(self, token: str) -> Seated:
        """The table behind a token."""
        seat = await self._seat(hashed(token)) if 0 < len(token) <= 64 else None
        if seat is None:
            raise Refused("no_such_seat", "this link opens no seat at any table here")
        table, machine = await self._table(seat[0])
        return Seated(table, machine, seat[1])

    async def create(
        self, game: str, scenario: str | None, options: Mapping[str, Any], seats: Mapping[str, Any], forecasts: bool
    ) -> dict[str, Any]:
        """A new table; the tokens are shown this once."""
        library = self.house.library
        if game not in library.games():
            raise Refused("bad", f"there is no game {game!r}")
        loaded = await asyncio.to_thread(library.load, game)
        try:
            box = await asyncio.to_thread(loaded.box, scenario, options)
        except ValueError as error:
            raise Refused("bad", str(error)) from None
        labels = {level.id: level.label for level in library.levels(game)}
        chosen: dict[str, dict[str, Any]] = {}
        for side in PLAYERS:
            level = seats[side].get("level")
            if seats[side]["kind"] != "agent":
                chosen[side] = {"kind": "human"}
            elif level in labels:
                chosen[side] = {"kind": "agent", "label": labels[level], "level": level}
            else:
                raise Refused("bad", f"there is no agent {level!r}; there are: {', '.join(labels)}")
        mine = [side for side in PLAYERS if seats[side]["kind"] == "me"]
        friends = [side for side in PLAYERS if seats[side]["kind"] == "friend"]
        row = {
            "game": game,
            "scenario": box.scenario,
            "options": packed(box.options),
            "data": loaded.pack.digest,
            "rules": loaded.rules_version,
            "seats": packed(chosen),
            "forecasts": forecasts,
            "imported": 0,
        }
        return await self._add(row, mine, friends, [])

    async def take_in(self, document: Mapping[str, Any]) -> dict[str, Any]:
        """A new table from an exported file."""
        library = self.house.library
        game = document.get("game")
        if not isinstance(game, str) or game not in library.games():
            raise Refused("bad", "this file is of no game this table has")
        levels = {level.id: level.label for level in library.levels(game)}
        most = self.settings.actions_per_table
        read = await asyncio.to_thread(lambda: read_import(document, library.load(game), levels, most))
        mine = [side for side in PLAYERS if read.seats[side]["kind"] == "human"]
        row = {
            "game": game,
            "scenario": read.record.scenario,
            "options": packed(read.record.options),
            "data": read.record.data,
            "rules": read.record.rules,
            "seats": packed(read.seats),
            "forecasts": True,
            "imported": len(read.entries),
        }
        more: list[Write] = []
        if read.entries:
            more.append((kept.ADD_ENTRY, [entry.row("", n) for n, entry in enumerate(read.entries)]))
        if read.snapshots:
            more.append((kept.ADD_SNAPSHOT, [snapshot._asdict() for snapshot in read.snapshots]))
        return await self._add(row, mine, [], more)

    async def close(self) -> None:
        """Stop every agent."""
        for _, machine in self._live.values():
            await machine.close()

    async def _add(self, row: dict[str, Any], mine: list[str], friends: list[str], more: list[Write]) -> dict[str, Any]:
        if await asyncio.to_thread(self.store.count_tables) >= self.settings.tables:
            raise Refused("full", "this server has no room for more tables")
        table, secret = secrets.token_urlsafe(9), new_secret()
        tokens = {side: new_token() for side in friends}
        tokens[WATCH] = new_token()
        own = new_token()
        roles = {token: role for role, token in tokens.items()}
        if mine:
            roles[own] = BOTH if len(mine) == 2 else mine[0]
        rows = [{"hash": hashed(token), "table_id": table, "role": role} for token, role in roles.items()]
        writes: list[Write] = [
            (kept.ADD_TABLE, [{**row, "id": table, "secret": secret, "created": kept.now()}]),
            (kept.ADD_SEAT, rows),
            *((statement, [{**part, "table_id": table} for part in parts]) for statement, parts in more),
        ]
        await self.house.keeper.put(writes)
        return {
            "table": table,
            "mine": own if mine else tokens[WATCH],
            "links": tokens,
            "commitment": commitment(secret),
        }

    async def _seat(self, key: str) -> tuple[str, str] | None:
        seat = self._seats.get(key) or await asyncio.to_thread(self.store.seat, key)
        if seat is not None:
            self._seats[key] = seat
            if len(self._seats) > REMEMBERED_SEATS:
                self._seats.popitem(last=False)
        return seat

    async def _table(self, name: str) -> tuple[Table, Machine]:
        """A table from memory, or read once however many ask for it at the same time."""
        if name not in self._live:
            task = self._reading.get(name)
            if task is None:
                task = self._reading[name] = asyncio.create_task(self._read(name))
                task.add_done_callback(lambda _: self._reading.pop(name, None))
            await task
        self._live.move_to_end(name)
        return self._live[name]

    async def _read(self, name: str) -> tuple[Table, Machine]:
        found = await self.house.keeper.read(name)
        if found is None:
            raise Refused("no_such_seat", "this table is gone")
        table = await asyncio.to_thread(Table, self.house, found)
        machine = Machine(self.house, table)
        self._live[name] = (table, machine)
        self._make_room()
        machine.go_on()
        return table, machine

    def _make_room(self) -> None:
        """Forget tables that nobody sits at, the longest unused first."""
        for name in list(self._live)[:-1]:
            if len(self._live) <= self.settings.live_tables:
                return
            table, machine = self._live[name]
            if not table.audience.listeners and not table.lock.locked() and not machine.busy:
                del self._live[name]
