"""Everybody who is told what happens at a table, each through their own eyes.

Whoever acts and whoever decides next is told at once. Onlookers are told of every action too, unless they come faster
than anybody can look: then the states between are left out, and the newest follows a moment later. Nobody is told
of what they may not notice.
"""

from __future__ import annotations

import asyncio
from collections.abc import Mapping, Sequence
from typing import NamedTuple, Protocol

from sandtable.engine.documents import Document
from sandtable.engine.position import Outcome, Position
from sandtable.engine.sides import PLAYERS
from sandtable.table.changes import change_of
from sandtable.table.journal import Note
from sandtable.table.limits import Bucket
from sandtable.table.numbers import BOTH, Count
from sandtable.table.packing import dumps
from sandtable.table.sights import Sights
from sandtable.table.views import Window, ended

ONLOOKER_STATES = 10
"""States a second, in the long run, for those who neither act nor decide."""
ONLOOKER_BURST = 60
"""And this many at once: a whole turn of an agent can be watched move by move."""
LATE_SECONDS = 0.05
CLOSED = "This game cannot go on here"

States = dict[tuple[str, str], bytes]
"""A packed state for each role and way of telling it: whole views, changes, or lean."""
WHOLE, CHANGES, LEAN = "whole", "changes", "lean"


class Change(NamedTuple):
    """All there is to tell of a table after a change."""

    sights: Sights
    notes: Sequence[Note]
    counts: Mapping[str, Count]
    """For each role the numbers it knows."""
    waiting: Sequence[str]
    outcome: Outcome | None
    over: bool
    may_undo: str | None
    way: Sequence[str] = ()
    """The places the latest action led its pieces over, where it led them anywhere."""
    closed: str | None = None
    """Why it cannot go on, though it is not over."""

    @property
    def pos(self) -> Position:
        """The position."""
        return self.sights.pos

    @property
    def side(self) -> str | None:
        """Who decides."""
        return None if self.over or self.closed is not None else self.pos.side

    def head(self, role: str) -> Document:
        """What every state begins with."""
        return {"type": "state", **self.counts[role]._asdict(), "waiting": self.waiting}

    def state(self, role: str, part: Document) -> Document:
        """A view and log lines as a state."""
        undo = not self.over and self.may_undo is not None and role in (self.may_undo, BOTH)
        view = {**ended(part["view"], self.outcome), "undo": undo and self.closed is None}
        if self.closed is not None and not self.over:
            view |= {"side": None, "actions": [], "prompt": {"title": CLOSED, "text": self.closed, "rules": []}}
        return {**self.head(role), **part, "view": view}

    def lean(self, role: str) -> Document:
        """The state for a bot that needs no view: who decides, and its own actions."""
        mine = self.side in PLAYERS and role in (self.side, BOTH)
        return {
            **self.head(role),
            "side": self.side,
            "actions": [list(action) for action in self.pos.actions()] if mine else [],
            "outcome": self.outcome and self.outcome._asdict(),
        }


class Listener(Protocol):
    """Somebody who is told what happens."""

    role: str
    states: str

    def send(self, message: bytes) -> None:
        """Take a message without waiting."""


class Audience:
    """The listeners of one table. The lock is the table's: nothing unstored is told while it is free."""

    def __init__(self, lock: asyncio.Lock) -> None:
        self.listeners: set[Listener] = set()
        self._lock = lock
        self._window = Window()
        self._pace = Bucket(ONLOOKER_STATES, ONLOOKER_BURST)
        self._last: Change | None = None
        self._behind: set[str] = set()
        """Roles that have not been told of the latest state."""
        self._later: asyncio.Task[None] | None = None
        self._told: dict[str, Document] = {}
        """The view each role was told last, which the next change starts from."""

    def start(self, change: Change) -> None:
        """The table as it was read: nobody has been told anything of it."""
        self._last = change
        self._window = Window()
        self._told.clear()
        self._behind.clear()

    def eyes(self, role: str, pos: Position) -> str | None:
        """Whose view a role gets."""
        return self._window.eyes(role, pos)

    def tell(self, message: Document, role: str | None = None) -> None:
        """Send one message to everybody, or to one role."""
        packed = dumps(message)
        for listener in tuple(self.listeners):
            if role in (None, listener.role):
                listener.send(packed)

    def states(self, change: Change, noticed: set[str], by: Listener | None) -> States:
        """The new state for everybody who is to be told of it now."""
        self._last = change
        roles = {listener.role for listener in self.listeners if listener.states != LEAN} & noticed
        if roles and not change.over and not self._pace.take():
            now = {role for role in roles if role in (change.side, BOTH) or (by is not None and role == by.role)}
            self._behind |= roles - now
            roles = now
        self._behind -= roles
        lean = {listener.role for listener in self.listeners if listener.states == LEAN} & noticed
        return self._packed(change, roles) | {(role, LEAN): dumps(change.lean(role)) for role in lean}

    def forget(self) -> None:
        """A change could not be told: the next state is sent whole."""
        self._told.clear()

    def send(self, states: States, by: Listener | None = None, re: int | None = None) -> None:
        """Hand the states out; `by` finds its answer `re` in its own."""
        for listener in tuple(self.listeners):
            message = states.get((listener.role, listener.states))
            if message is not None:
                if listener is by and re is not None:
                    message = message[:-1] + b',"re":%d}' % re
                listener.send(message)
        if self._behind and (self._later is None or self._later.done()):
            self._later = asyncio.create_task(self._soon())

    def whole(self, role: str, change: Change) -> Document:
        """The state with the whole log, for somebody who sits down; the table must be locked."""
        self._catch_up()
        state = change.state(role, self._window.whole(role, change.sights, change.notes))
        self._told[role] = state["view"]
        return state

    def _catch_up(self) -> None:
        """Tell those who are behind; the table must be locked, so that nothing unstored is told."""
        if self._behind and self._last is not None:
            behind, self._behind = self._behind, set()
            self.send(self._packed(self._last, behind & {listener.role for listener in self.listeners}))

    async def _soon(self) -> None:
        await asyncio.sleep(LATE_SECONDS)
        async with self._lock:
            self._catch_up()

    def _packed(self, change: Change, roles: set[str]) -> States:
        parts = self._window.changes(sorted(roles), change.sights, change.notes)
        wanted = {(listener.role, listener.states) for listener in self.listeners}
        packed: States = {}
        for role, part in parts.items():
            state = change.state(role, part)
            view, before = state["view"], self._told.get(role)
            self._told[role] = view
            if before is not None and went(before, view, change.way):
                state["path"] = change.way
            if (role, WHOLE) in wanted or before is None:
                packed[role, WHOLE] = dumps(state)
            if (role, CHANGES) in wanted:
                if before is None:
                    packed[role, CHANGES] = packed[role, WHOLE]
                else:
                    del state["view"]
                    state["change"] = change_of(before, view)
                    packed[role, CHANGES] = dumps(state)
        return packed


def went(before: Document, after: Document, way: Sequence[str]) -> bool:
    """Did this viewer see a piece at the head of the way, and now at its end?"""
    if len(way) < 2:
        return False
    left = {piece["id"] for piece in before["pieces"] if piece.get("at") == way[0]}
    return any(piece["id"] in left and piece.get("at") == way[-1] for piece in after["pieces"])
