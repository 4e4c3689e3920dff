"""A game whose rules are gone: it cannot go on here, but the positions stored with it can be looked at for ever."""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence

from sandtable.engine.game import Game
from sandtable.engine.position import IllegalAction, Position
from sandtable.engine.records import Move
from sandtable.engine.sides import PLAYERS
from sandtable.table.journal import Entry, line_of
from sandtable.table.storage import StoredTable
from sandtable.table.timeline import Held, Snapshot, Timeline


class ArchivedTimeline(Timeline):
    """A line of play of which only the stored positions are known; between two of them stands the earlier one."""

    def restore(self, moves: Sequence[Move], snapshots: Iterable[Snapshot]) -> None:
        """Take up a line that was played before."""
        self.moves = list(moves)
        self.stored = [Held.of(snapshot) for snapshot in snapshots if snapshot.length <= len(moves)]
        self.pos = self.at(len(moves))

    def at(self, length: int) -> Position:
        """The last stored position at or before this length."""
        stored = self._before(length)
        return self._kept[0].copy() if stored is None else self._load(stored)

    def _load(self, snapshot: Held) -> Position:
        document = {**self._document(snapshot), "rules": self.game.rules_version, "data": self.game.pack.digest}
        pos: Position = self.game.load(document)
        return pos


def readable(stored: StoredTable, game: Game) -> bool:
    """Can the stored positions of a table be shown by this version of its game?"""
    row = stored.table
    try:
        line = ArchivedTimeline(game, row["scenario"], json.loads(row["options"]))
        snapshots = [Snapshot(part["length"], part["position"], part["events"]) for part in stored.snapshots]
        line.restore(line_of([Entry.of_row(entry) for entry in stored.journal]).moves, snapshots)
        for snapshot in line.stored:
            pos = line.at(snapshot.length)
            for viewer in (*PLAYERS, None):
                pos.see(viewer)
                pos.report(viewer)
    except (ValueError, LookupError, TypeError, AttributeError, AssertionError, IllegalAction):
        return False
    return True
