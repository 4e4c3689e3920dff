"""The log of one reader: the game's lines that this side may see, and the table's own between them."""

from __future__ import annotations

from collections.abc import Sequence

from sandtable.engine.view import LogLine
from sandtable.table.journal import Note
from sandtable.table.sights import Sights
from sandtable.table.timeline import event_count


class ReaderLog:
    """One reader's lines, numbered from 0, kept up with the position."""

    def __init__(self, viewer: str | None) -> None:
        self.viewer = viewer
        self.lines: list[LogLine] = []
        self._events = 0
        self._notes: Sequence[Note] = ()

    def follow(self, sights: Sights, notes: Sequence[Note]) -> int:
        """Bring the lines up to this position; the number of the first line that is new or other than before."""
        events = event_count(sights.pos)
        if events >= self._events and tuple(notes) == self._notes:
            first = len(self.lines)
            self.lines += _numbered(sights.report(self.viewer, self._events), first)
        else:
            old, self.lines = self.lines, _numbered(merged(sights.report(self.viewer), notes), 0)
            first = common_lines(old, self.lines)
        self._events = events
        self._notes = tuple(notes)
        return first


def common_lines(a: Sequence[LogLine], b: Sequence[LogLine]) -> int:
    """How many lines two logs share from the start."""
    same = 0
    for one, other in zip(a, b, strict=False):
        if one != other:
            break
        same += 1
    return same


def merged(lines: Sequence[LogLine], notes: Sequence[Note]) -> list[LogLine]:
    """The game's lines with the table's own, each before the event it names."""
    out: list[LogLine] = []
    waiting = list(notes)
    for line in lines:
        while waiting and waiting[0].event <= line["n"]:
            out.append(_table_line(waiting.pop(0)))
        out.append(line)
    return out + [_table_line(note) for note in waiting]


def _table_line(note: Note) -> LogLine:
    return {"n": 0, "turn": note.turn, "rule": "", "side": note.side, "text": note.text, "places": [], "table": True}


def numbered(line: LogLine, number: int) -> LogLine:
    """A line with another number; the same line where it has that number."""
    return line if line["n"] == number else {**line, "n": number}


def _numbered(lines: Sequence[LogLine], first: int) -> list[LogLine]:
    return [numbered(line, number) for number, line in enumerate(lines, first)]
