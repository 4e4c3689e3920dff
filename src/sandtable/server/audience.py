"""Everybody who is told what happens at a table, each through their own eyes.

Whoever acts and whoever decides next is told at once. Onlookers are told of every action too, unless they come faster
than anybody can look: then the states between are left out, and the newest follows a moment later.
"""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Protocol

import orjson

from sandtable.engine.sides import PLAYERS
from sandtable.server.changes import change_of
from sandtable.server.limits import Bucket
from sandtable.server.views import Document

if TYPE_CHECKING:
    from sandtable.server.table import Table

ONLOOKER_STATES = 10
"""States a second, in the long run, for those who neither act nor decide."""
ONLOOKER_BURST = 60
"""And so many at once: a whole turn of an agent can be watched move by move."""
LATE_SECONDS = 0.05

States = dict[tuple[str, str], bytes]
"""A packed state for each role and way of telling it: whole views, changes, or lean."""
WHOLE, CHANGES, LEAN = "whole", "changes", "lean"


class Listener(Protocol):
    """Somebody who is told what happens."""

    role: str
    states: str

    def send(self, message: bytes) -> None:
        """Take a message without waiting."""


class Audience:
    """The listeners of one table."""

    def __init__(self, table: Table) -> None:
        self.listeners: set[Listener] = set()
        self._table = table
        self._pace = Bucket(ONLOOKER_STATES, ONLOOKER_BURST)
        self._behind: set[str] = set()
        """Roles that have not been told of the latest state."""
        self._later: asyncio.Task[None] | None = None
        self._told: dict[str, Document] = {}
        """The view each role was told last, which the next change starts from."""

    def tell(self, message: Document) -> None:
        """Send one message to everybody."""
        packed = orjson.dumps(message)
        for listener in tuple(self.listeners):
            listener.send(packed)

    def here(self) -> dict[str, bool]:
        """Which sides have somebody at the table; an agent always is."""
        roles = {listener.role for listener in self.listeners}
        seats = self._table.seats
        return {side: side in roles or "both" in roles or seats[side]["kind"] == "agent" for side in PLAYERS}

    def states(self, by: Listener | None) -> States:
        """The new state for everybody who is to be told of it now."""
        table = self._table
        roles = {listener.role for listener in self.listeners if listener.states != LEAN}
        if not table.over and not self._pace.take():
            now = {role for role in roles if role in (table.pos.side, "both") or (by is not None and role == by.role)}
            self._behind |= roles - now
            roles = now
        self._behind -= roles
        lean = {listener.role for listener in self.listeners if listener.states == LEAN}
        return self._packed(roles) | {(role, LEAN): orjson.dumps(table.lean_state(role)) for role in lean}

    def start_from(self, role: str, view: Document) -> None:
        """Somebody was told the whole view: the next change of this role starts from it."""
        self._told[role] = view

    def forget(self) -> None:
        """What was to be told was not: the next state is told whole."""
        self._told.clear()

    def send(self, states: States, by: Listener | None, re: int | None) -> None:
        """Hand the states out; `by` finds its answer `re` in its own."""
        for listener in tuple(self.listeners):
            message = states.get((listener.role, listener.states))
            if message is not None:
                if listener is by and re is not None:
                    message = message[:-1] + b',"re":%d}' % re
                listener.send(message)
        if self._behind and (self._later is None or self._later.done()):
            self._later = asyncio.create_task(self._soon())

    def catch_up(self) -> None:
        """Tell those who are behind; the table must be locked, so that nothing unstored is told."""
        if self._behind:
            behind, self._behind = self._behind, set()
            self.send(self._packed(behind & {listener.role for listener in self.listeners}), None, None)

    async def _soon(self) -> None:
        await asyncio.sleep(LATE_SECONDS)
        async with self._table.lock:
            self.catch_up()

    def _packed(self, roles: set[str]) -> States:
        table = self._table
        parts = table.window.changes(sorted(roles), table.pos, table.notes)
        wanted = {(listener.role, listener.states) for listener in self.listeners}
        packed: States = {}
        for role, part in parts.items():
            state = table.state_of(role, part)
            view, before = state["view"], self._told.get(role)
            self._told[role] = view
            if before is not None and went(before, view, table.way):
                state["path"] = table.way
            if (role, WHOLE) in wanted or before is None:
                packed[role, WHOLE] = orjson.dumps(state)
            if (role, CHANGES) in wanted:
                if before is None:
                    packed[role, CHANGES] = packed[role, WHOLE]
                else:
                    del state["view"]
                    packed[role, CHANGES] = orjson.dumps({**state, "change": change_of(before, view)})
        return packed


def went(before: Document, after: Document, way: list[str]) -> bool:
    """Did this viewer see a piece at the head of the way, and now at its end?"""
    if len(way) < 2:
        return False
    started = {piece["id"] for piece in before["pieces"] if piece.get("at") == way[0]}
    return any(piece["id"] in started and piece.get("at") == way[-1] for piece in after["pieces"])
