"""The line of play of a table: a match whose positions are stored now and then, so that it is read again quickly."""

from __future__ import annotations

import json
import logging
from collections.abc import Iterable, Sequence
from typing import NamedTuple
from zlib import compress, decompress

from sandtable.engine.documents import Document
from sandtable.engine.flow import Action
from sandtable.engine.position import Position
from sandtable.engine.records import Match, Move
from sandtable.table.sights import Sights
from sandtable.table.storage import packed

log = logging.getLogger("sandtable.table")
STORED_EVERY = 256
"""Actions between positions stored with the table."""
TURN_STORED_AFTER = 24
"""In another turn they are stored sooner: a change of the rules shows there first."""


class Snapshot(NamedTuple):
    """A stored position: how many actions come before it, itself, and the log since the snapshot before."""

    length: int
    position: str
    events: str


class Held(NamedTuple):
    """A snapshot as it is held in memory, packed."""

    length: int
    position: bytes
    events: bytes

    @classmethod
    def of(cls, snapshot: Snapshot) -> Held:
        """Pack a snapshot."""
        return cls(snapshot.length, compress(snapshot.position.encode(), 1), compress(snapshot.events.encode(), 1))


class Timeline(Match):
    """A match with stored positions."""

    stored: Sequence[Held] = ()
    _logged = 0
    """Events of the log in the stored snapshots."""
    _sights: Sights | None = None

    @property
    def sights(self) -> Sights:
        """What everybody sees of the position now."""
        if self._sights is None:
            self._sights = Sights(self.pos)
        return self._sights

    def play(self, action: Action, by: str | None = None) -> Move:
        """Play an action and remember how to take it back; IllegalAction changes nothing."""
        self._sights = None
        return super().play(action, by)

    def restore(self, moves: Sequence[Move], snapshots: Iterable[Snapshot]) -> None:
        """Take up a line that was played before, from its last snapshot."""
        self._sights = None
        self.moves = list(moves)
        self.stored = [Held.of(snapshot) for snapshot in snapshots if snapshot.length <= len(moves)]
        self.pos = self.at(len(moves))
        self._logged = self._events_stored()

    def snapshot(self, *, now: bool = False) -> Snapshot | None:
        """A snapshot to store, where one is due, or `now`."""
        last = self.stored[-1].length if self.stored else 0
        turn = self.moves[last].turn if len(self.moves) > last else self.pos.turn
        least = 1 if now else TURN_STORED_AFTER if self.pos.turn != turn else STORED_EVERY
        if len(self.moves) - last < least:
            return None
        events = [list(event[1:]) for event in self.pos.events(self._logged)]
        made = Snapshot(len(self.moves), packed(self.game.dump(self.pos.quiet())), packed(events))
        self.stored = [*self.stored, Held.of(made)]
        self._logged += len(events)
        return made

    def free_since(self, length: int, side: str) -> bool:
        """May a side take back all that was done since the line had that length?"""
        since = self.moves[length:] if length >= 0 else []
        return bool(since) and all(move.free and move.side == side for move in since)

    def rewind(self, length: int) -> None:
        """Go back to the position after the first `length` actions."""
        self._sights = None
        stored = [snapshot for snapshot in self.stored if snapshot.length <= length]
        fewer = len(stored) < len(self.stored)
        self.stored = stored
        super().rewind(length)
        if fewer:
            self._logged = self._events_stored()

    def at(self, length: int) -> Position:
        """The position after the first `length` actions, as a copy."""
        nearest = max(at for at in self._kept if at <= length)
        while (stored := self._before(length)) is not None and stored.length > nearest:
            try:
                self._kept[stored.length] = self._load(stored)
                nearest = stored.length
            except (ValueError, LookupError, TypeError, AttributeError):  # the journal is whole: play from further back
                log.exception("a stored position after %d actions cannot be read; it is left out", stored.length)
                self.stored = [snapshot for snapshot in self.stored if snapshot.length < stored.length]
        return super().at(length)

    def _before(self, length: int) -> Held | None:
        return next((snapshot for snapshot in reversed(self.stored) if snapshot.length <= length), None)

    def _events_stored(self) -> int:
        return event_count(self.at(self.stored[-1].length)) if self.stored else 0

    def _load(self, snapshot: Held) -> Position:
        pos: Position = self.game.load(self._document(snapshot))
        return pos

    def _document(self, snapshot: Held) -> Document:
        """A stored position as it was saved, with the log up to it."""
        document: Document = json.loads(decompress(snapshot.position))
        document["log"] = [
            event
            for stored in self.stored
            if stored.length <= snapshot.length
            for event in json.loads(decompress(stored.events))
        ]
        return document


def event_count(pos: Position) -> int:
    """How many events the log of a position has."""
    return pos.log[1] + 1 if pos.log else 0
