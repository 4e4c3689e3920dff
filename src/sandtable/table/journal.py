"""The journal: everything that ever changed a table, in order; nothing in it is changed or removed."""

from __future__ import annotations

import json
from collections.abc import Iterable
from typing import Any, NamedTuple, Self

from sandtable.engine.documents import Document
from sandtable.engine.records import Match, Move
from sandtable.engine.words import counted
from sandtable.table.numbers import ALL
from sandtable.table.storage import Row, now, packed

PLAY, UNDO, REDO, END = "play", "undo", "redo", "end"


class Entry(NamedTuple):
    """One entry: an action (`body` is it), a way back (`to`, `asked`, `events`), its redo, or an end by agreement."""

    kind: str
    side: str
    body: Any
    turn: int
    free: bool
    draws: int
    time: float
    seen: int = ALL
    """The bits of those who may know of it."""

    @classmethod
    def of_move(cls, move: Move, draws: int = 0, seen: int = ALL) -> Entry:
        """The entry of an action; chance says how many draws it took."""
        return cls(PLAY, move.side, list(move.action), move.turn, move.free, draws, now(), seen)

    @classmethod
    def of_row(cls, row: Row) -> Entry:
        """As the store has it."""
        return cls(
            row["kind"],
            row["side"],
            json.loads(row["body"]),
            row["turn"],
            row["free"],
            row["draws"],
            row["time"],
            row["seen"],
        )

    def row(self, table: str, n: int) -> Document:
        """As the store wants it."""
        return {
            "table_id": table,
            "n": n,
            "kind": self.kind,
            "side": self.side,
            "body": packed(self.body),
            "turn": self.turn,
            "free": self.free,
            "draws": self.draws,
            "time": self.time,
            "seen": self.seen,
        }


class Note(NamedTuple):
    """A line that the table itself writes into the log, before event number `event`."""

    event: int
    turn: int
    side: str
    text: str

    @classmethod
    def of(cls, entry: Entry, label: str) -> Self:
        """The trace of an agreement; `label` is what the side is called."""
        if entry.kind == UNDO:
            text = f"{label} took back {counted(entry.body['count'], 'action')}; the other side agreed."
        elif entry.kind == REDO:
            text = f"{label} put back what was taken back."
        elif entry.body["kind"] == "draw":
            text = "Both sides agreed on a draw."
        else:
            text = f"{label} resigned."
        return cls(entry.body["events"], entry.turn, entry.side, text)


class Cut(NamedTuple):
    """What the last ways back in a row took off the line, who went them, and whether the opponent was asked."""

    side: str
    moves: list[Move]
    asked: bool

    @classmethod
    def of(cls, side: str, moves: list[Move], asked: bool, before: Cut | None) -> Cut:
        """A way back, on top of the one before if that was the same side's."""
        if before is None or before.side != side:
            return cls(side, moves, asked)
        return cls(side, moves + before.moves, asked or before.asked)


class Line(NamedTuple):
    """What the entries of a journal amount to."""

    moves: list[Move]
    undone: list[Entry]
    """Ways back by consent, which leave a trace."""
    end: Entry | None
    draws: int
    cut: Cut | None = None
    """What can be played again, where a way back was the last thing that happened."""


def line_of(entries: Iterable[Entry]) -> Line:
    """The line of play that remains after every way back."""
    moves: list[Move] = []
    undone: list[Entry] = []
    end: Entry | None = None
    draws = 0
    cut: Cut | None = None
    for entry in entries:
        draws += entry.draws
        before, cut = cut, None
        if entry.kind == PLAY:
            moves.append(Move(entry.side, tuple(entry.body), entry.turn, entry.free))
        elif entry.kind == UNDO:
            cut = Cut.of(entry.side, moves[entry.body["to"] :], entry.body["asked"], before)
            del moves[entry.body["to"] :]
            if entry.body["asked"]:
                undone.append(entry)
        elif entry.kind == REDO:
            moves += before.moves if before else []
            if entry.body["asked"]:
                undone.append(entry)
        else:
            end = entry
    return Line(moves, undone, end, draws, cut)


def carry_out(line: Match, entry: Entry, cut: Cut | None) -> Cut | None:
    """Do on a line of play what an entry says, after ways back that took `cut` off it; what is cut now."""
    if entry.kind == PLAY:
        line.play(line.game.action(list(entry.body)), entry.side)
    elif entry.kind == UNDO:
        to, asked = entry.body["to"], entry.body["asked"]
        after = Cut.of(entry.side, line.moves[to:], asked, cut)
        line.rewind(to)
        return after
    elif entry.kind == REDO:
        for move in cut.moves if cut else ():
            line.play(move.action, move.side)
    return None
