"""The line of play of a table: its actions, the position after them, and any position before."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, NamedTuple

from sandtable.engine.flow import Action
from sandtable.engine.game import Game
from sandtable.engine.position import Position
from sandtable.server.store import packed

KEPT_EVERY = 64
"""Actions between positions kept in memory."""
STORED_EVERY = 256
"""Actions between positions stored with the table."""


class Move(NamedTuple):
    """One action on the line: who, what, in which turn, and whether it may be taken back freely."""

    side: str
    action: Action
    turn: int
    free: bool


class Snapshot(NamedTuple):
    """A stored position: how many actions come before it, itself, and the log since the snapshot before."""

    length: int
    position: str
    events: str


class Timeline:
    """A game that can be played on, taken back and looked at anywhere."""

    def __init__(self, game: Game, scenario: str, options: Mapping[str, Any]) -> None:
        self.game = game
        self.pos = game.start(scenario, options)
        self.moves: list[Move] = []
        self._kept = {0: self.pos.copy()}
        self._stored: list[Snapshot] = []
        self._logged = 0
        """Events of the log in the stored snapshots."""

    def restore(self, moves: Sequence[Move], snapshots: Iterable[Snapshot]) -> None:
        """Take up a line that was played before, from its last snapshot."""
        self.moves = list(moves)
        self._stored = [snapshot for snapshot in snapshots if snapshot.length <= len(moves)]
        self.pos = self.at(len(moves))
        self._logged = event_count(self.at(self._stored[-1].length)) if self._stored else 0

    def play(self, action: Action, by: str | None = None) -> Move:
        """Play an action; IllegalAction changes nothing."""
        pos = self.pos
        side, turn, marks = pos.side, pos.turn, pos.marks
        pos.play(action, by)
        assert side is not None
        move = Move(side, action, turn, side != "chance" and pos.marks == marks)
        self.moves.append(move)
        if len(self.moves) % KEPT_EVERY == 0:
            self._kept[len(self.moves)] = pos.copy()
        return move

    def snapshot(self) -> Snapshot | None:
        """A snapshot to store now, where one is due."""
        last = self._stored[-1].length if self._stored else 0
        if len(self.moves) - last < STORED_EVERY:
            return None
        events = [list(event[1:]) for event in self.pos.events(self._logged)]
        document = self.game.dump(self.pos.quiet())
        made = Snapshot(len(self.moves), packed(document), packed(events))
        self._stored.append(made)
        self._logged += len(events)
        return made

    @property
    def may_undo(self) -> str | None:
        """The side that may take its last action back without asking."""
        return self.moves[-1].side if self.moves and self.moves[-1].free else None

    def rewind(self, length: int) -> None:
        """Go back to the position after the first `length` actions."""
        del self.moves[length:]
        self._kept = {at: pos for at, pos in self._kept.items() if at <= length}
        stored = [snapshot for snapshot in self._stored if snapshot.length <= length]
        if len(stored) < len(self._stored):
            self._stored = stored
            self._logged = event_count(self.at(stored[-1].length)) if stored else 0
        self.pos = self.at(length)

    def at(self, length: int) -> Position:
        """The position after the first `length` actions, as a copy."""
        kept = max(at for at in self._kept if at <= length)
        stored = next((s for s in reversed(self._stored) if s.length <= length), None)
        if stored is not None and stored.length > kept:
            kept = stored.length
            self._kept[kept] = self._load(stored)
        pos = self._kept[kept].copy()
        for number in range(kept, length):
            pos.play(self.moves[number].action)
            if (number + 1) % KEPT_EVERY == 0:
                self._kept[number + 1] = pos.copy()
        return pos

    def turns(self) -> list[tuple[int, int]]:
        """For each turn: the number of actions at its end, and its number."""
        moves = self.moves
        ends = [at for at in range(1, len(moves)) if moves[at].turn != moves[at - 1].turn]
        return [(at, moves[at - 1].turn) for at in [*ends, len(moves)] if at]

    def _load(self, snapshot: Snapshot) -> Position:
        document = json.loads(snapshot.position)
        document["log"] = [
            event for stored in self._stored if stored.length <= snapshot.length for event in json.loads(stored.events)
        ]
        return self.game.load(document)


def event_count(pos: Position) -> int:
    """How many events the log of a position has."""
    return pos.log[1] + 1 if pos.log else 0
