"""A whole game as one JSON file, and back."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

from sandtable.engine.game import Game
from sandtable.engine.position import IllegalAction
from sandtable.engine.records import Record
from sandtable.engine.sides import PLAYERS
from sandtable.table.house import Refused
from sandtable.table.journal import END, PLAY, UNDO, Entry
from sandtable.table.kept import Kept, now
from sandtable.table.table import Table
from sandtable.table.timeline import Snapshot, Timeline, event_count


class Imported(NamedTuple):
    """A game read from a file, ready to be a table."""

    record: Record
    entries: list[Entry]
    snapshots: list[Snapshot]
    seats: dict[str, dict[str, Any]]


def exported(table: Table, kept: Kept) -> dict[str, Any]:
    """The record of the game (which any reader of records takes), the journal, the talk and the dice."""
    row = kept.table
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
            "journal": [list(Entry.of_row(entry)) for entry in kept.journal],
            "chat": table.negotiation.talk.chat,
        },
        "dice": table.dice_document(),
    }


def read_import(document: Mapping[str, Any], game: Game, levels: Mapping[str, str], most: int) -> Imported:
    """Play a file through; Refused says where it breaks the rules, or why it cannot be read."""
    try:
        record = Record.read(document, game)
        box = document.get("table") or {}
        entries = [Entry(*fields) for fields in box.get("journal", ())]
        if not entries:
            entries = [Entry(PLAY, "", list(action), 0, False, 0, 0.0) for action in record.actions]
        if len(entries) > most:
            raise Refused("too_big", f"a table takes at most {most} actions")
        timeline = Timeline(game, record.scenario, record.options)
        told = [_replayed(timeline, entry) for entry in entries]
        if [move.action for move in timeline.moves] != record.actions:
            raise ValueError("the list of actions is not what the journal amounts to")
        record = record._replace(scenario=timeline.pos.box.scenario, options=timeline.pos.box.options)
        return Imported(record, told, _snapshots(timeline), _seats(box.get("seats", {}), levels))
    except IllegalAction as error:
        raise Refused("illegal", error.message, error.rule) from None
    except (ValueError, TypeError, KeyError, AttributeError, IndexError) as error:
        raise Refused("bad", f"this file cannot be read: {error}") from None


def _replayed(timeline: Timeline, entry: Entry) -> Entry:
    """The entry as this table would have written it; nothing is taken on trust but the time."""
    time = float(entry.time)
    time = time if 0 < time <= now() else now()
    if entry.kind == PLAY:
        move = timeline.play(timeline.game.action(entry.body), entry.side or None)
        return Entry.of_move(move)._replace(time=time)
    if entry.side not in PLAYERS:
        raise ValueError(f"{entry.side!r} is not a side")
    turn = timeline.pos.turn
    if entry.kind == UNDO:
        to, count = int(entry.body["to"]), len(timeline.moves)
        if not 0 <= to < count:
            raise ValueError(f"cannot go back to {to} of {count}")
        timeline.rewind(to)
        asked = bool(entry.body["asked"])
        body = {"to": to, "count": count - to, "asked": asked, "events": event_count(timeline.pos)}
        return Entry(UNDO, entry.side, body, turn, False, 0, time)
    if entry.kind == END:
        kind, winner = entry.body["kind"], entry.body["winner"]
        if (kind, winner) not in {("draw", None), *(("resignation", side) for side in PLAYERS)}:
            raise ValueError(f"a game does not end by {kind!r}")
        return Entry(
            END, entry.side, {"winner": winner, "kind": kind, "events": event_count(timeline.pos)}, turn, False, 0, time
        )
    raise ValueError(f"{entry.kind!r} is no kind of entry")


def _snapshots(timeline: Timeline) -> list[Snapshot]:
    """Snapshots along the line as it stands at the end."""
    fresh = Timeline(timeline.game, timeline.pos.box.scenario, timeline.pos.box.options)
    made = []
    for move in timeline.moves:
        fresh.play(move.action)
        snapshot = fresh.snapshot()
        if snapshot is not None:
            made.append(snapshot)
    return made


def _seats(given: Mapping[str, Any], levels: Mapping[str, str]) -> dict[str, dict[str, Any]]:
    """Agents stay where they sat if this server has them; everybody else is a player at this screen."""
    seats: dict[str, dict[str, Any]] = {}
    for side in PLAYERS:
        seat = given.get(side, {})
        if seat.get("kind") == "agent" and seat.get("level") in levels:
            seats[side] = {"kind": "agent", "level": seat["level"], "label": levels[seat["level"]]}
        else:
            seats[side] = {"kind": "human"}
    return seats
