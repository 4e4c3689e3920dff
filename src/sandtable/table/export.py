"""A whole game as one JSON file, and back."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from typing import NamedTuple

from sandtable.engine.documents import Document
from sandtable.engine.game import Game
from sandtable.engine.position import IllegalAction
from sandtable.engine.records import Record
from sandtable.engine.sides import PLAYERS
from sandtable.table.journal import END, PLAY, REDO, UNDO, Cut, Entry, carry_out, line_of
from sandtable.table.services import Refused
from sandtable.table.storage import StoredTable, now
from sandtable.table.table import Table
from sandtable.table.timeline import Snapshot, Timeline, event_count

UNREADABLE = (ValueError, TypeError, LookupError, AttributeError, ArithmeticError, RecursionError)
"""What goes wrong with a file that somebody has made up."""
Spend = Callable[[], None]


class Imported(NamedTuple):
    """A game read from a file, ready to be a table."""

    record: Record
    entries: list[Entry]
    snapshots: list[Snapshot]
    seats: dict[str, Document]


def exported(table: Table, stored: StoredTable) -> Document:
    """The record of the game (which any reader of records takes), the journal, the talk and the dice."""
    row = stored.table
    actions = [move.action for move in table.timeline.moves]
    options = table.pos.box.options
    record = Record(row["game"], row["scenario"], options, row["data"], row["rules"], actions)
    outcome = table.outcome
    return {
        **record.document(),
        "outcome": outcome and outcome._asdict(),
        "table": {
            "created": row["created"],
            "seats": table.seats,
            "journal": [list(Entry.of_row(entry)) for entry in stored.journal],
            "chat": table.negotiation.talk.chat,
        },
        "dice": table.dice_document(),
    }


def stored_file(stored: StoredTable) -> Document:
    """A game whose rules are not here any more, as it is stored: for the version it was started with."""
    row = stored.table
    entries = [Entry.of_row(entry) for entry in stored.journal]
    line = line_of(entries)
    actions = [move.action for move in line.moves]
    options = json.loads(row["options"])
    return {
        **Record(row["game"], row["scenario"], options, row["data"], row["rules"], actions).document(),
        "outcome": line.end and {key: line.end.body[key] for key in ("winner", "kind")},
        "table": {
            "created": row["created"],
            "seats": json.loads(row["seats"]),
            "journal": [list(entry) for entry in entries],
            "chat": [],
        },
    }


def ended_as_stored(stored: StoredTable) -> bool:
    """Is a game over, as far as can be told without its rules?"""
    line = line_of([Entry.of_row(entry) for entry in stored.journal])
    last = stored.snapshots[-1] if stored.snapshots else None
    if last is None or last["length"] != len(line.moves):
        return line.end is not None
    return line.end is not None or json.loads(last["position"])["position"]["over"] is not None


def read_import(
    document: Document, game: Game, levels: Mapping[str, str], most: int, spend: Spend = lambda: None
) -> Imported:
    """Play a file through; Refused says where it breaks the rules, or why it cannot be read.

    `spend` is called before every entry, and refuses when the file has taken too long.
    """
    try:
        record = Record.read(document, game)
        box = document.get("table") or {}
        entries = [Entry(*fields) for fields in box.get("journal", ())]
        if not entries:
            entries = [Entry(PLAY, "", list(action), 0, False, 0, 0.0) for action in record.actions]
        if len(entries) > most:
            raise Refused("too_big", f"a table takes at most {most} actions")
        timeline = Timeline(game, record.scenario, record.options)
        replayed = Replayed(timeline, spend)
        told = [replayed.entry(entry) for entry in entries]
        if timeline.actions != record.actions:
            raise ValueError("the list of actions does not match the journal")
        record = record._replace(scenario=timeline.pos.box.scenario, options=timeline.pos.box.options)
        return Imported(record, told, _snapshots(timeline, spend), _seats(box.get("seats", {}), levels))
    except IllegalAction as error:
        raise Refused("illegal", error.message, error.rule) from None
    except UNREADABLE as error:
        raise Refused("bad", f"this file cannot be read: {error}") from None


class Replayed:
    """A file's journal played through; nothing is taken on trust but the time."""

    def __init__(self, timeline: Timeline, spend: Spend) -> None:
        self._line = timeline
        self._spend = spend
        self._cut: Cut | None = None
        self._ended = False

    def entry(self, entry: Entry) -> Entry:
        """The entry as this table would have written it."""
        self._spend()
        if self._ended:
            raise ValueError("something happens after the end of the game")
        time = float(entry.time)
        made = self._done(entry)
        return made._replace(time=time if 0 < time <= now() else now())

    def _done(self, entry: Entry) -> Entry:
        line, cut = self._line, self._cut
        self._cut = None
        if entry.kind == PLAY:
            return Entry.of_move(line.play(line.game.action(entry.body), entry.side or None))
        if entry.side not in PLAYERS:
            raise ValueError(f"{entry.side!r} is not a side")
        if not line.pos.stack:
            raise ValueError("something happens after the end of the game")
        turn, length = line.pos.turn, len(line.moves)
        body: Document
        if entry.kind == UNDO:
            to = entry.body["to"]
            if type(to) is not int or not 0 <= to < length:
                raise ValueError(f"cannot go back to {to!r} of {length}")
            asked = bool(entry.body["asked"])
            if not asked and not line.free_since(to, entry.side):
                raise ValueError("something rolled, shown or done by the other side was taken back without asking")
            body = {"to": to, "count": length - to, "asked": asked}
        elif entry.kind == REDO:
            if cut is None or cut.side != entry.side:
                raise ValueError("there is nothing to play again")
            body = {"count": len(cut.moves), "asked": cut.asked}
        elif entry.kind == END:
            kind, winner = entry.body["kind"], entry.body["winner"]
            if (kind, winner) not in {("draw", None), *(("resignation", side) for side in PLAYERS)}:
                raise ValueError(f"a game does not end by {kind!r}")
            body, self._ended = {"winner": winner, "kind": kind}, True
        else:
            raise ValueError(f"{entry.kind!r} is not a kind of entry")
        made = Entry(entry.kind, entry.side, body, turn, False, 0, 0.0)
        self._cut = carry_out(line, made, cut)
        return made._replace(body={**body, "events": event_count(line.pos)})


def _snapshots(timeline: Timeline, spend: Spend) -> list[Snapshot]:
    """Snapshots along the line as it stands at the end."""
    fresh = Timeline(timeline.game, timeline.pos.box.scenario, timeline.pos.box.options)
    made = []
    for move in timeline.moves:
        spend()
        fresh.play(move.action)
        snapshot = fresh.snapshot()
        if snapshot is not None:
            made.append(snapshot)
    return made


def _seats(given: Document, levels: Mapping[str, str]) -> dict[str, Document]:
    """Agents stay where they sat if this host has them; everybody else is a player at this screen."""
    seats: dict[str, Document] = {}
    for side in PLAYERS:
        seat = given.get(side, {})
        if seat.get("kind") == "agent" and seat.get("level") in levels:
            seats[side] = {"kind": "agent", "level": seat["level"], "label": levels[seat["level"]]}
        else:
            seats[side] = {"kind": "human"}
    return seats
