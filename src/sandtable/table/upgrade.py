"""Tables that were started with other rules: played through with today's, and let go on if they come out alike."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import NamedTuple

from sandtable.engine.documents import Document
from sandtable.engine.game import Game
from sandtable.engine.position import IllegalAction
from sandtable.table import storage
from sandtable.table.fair_dice import Dice
from sandtable.table.journal import PLAY, Cut, Entry, carry_out, line_of
from sandtable.table.library import Games
from sandtable.table.services import Refused
from sandtable.table.shares import Shares
from sandtable.table.storage import Row, StoredTable, Write
from sandtable.table.timeline import Timeline


class Replay(NamedTuple):
    """What today's rules make of a table: where it first differs (None: nowhere), and what to write if it goes on."""

    differs: str | None
    writes: Sequence[Write] = ()


def played_again(stored: StoredTable, game: Game) -> Replay:
    """Play a journal with these rules; every side, turn, roll and stored position must be as it was."""
    row = stored.table
    seats = json.loads(row["seats"])
    shares = Shares(row["id"], seats, stored.sittings)
    dice = None if shares.missing else Dice(row["secret"], shares.seed("allied"), shares.seed("axis"))
    try:
        line = Timeline(game, row["scenario"], json.loads(row["options"]))
    except ValueError as error:
        return Replay(str(error))
    entries = [Entry.of_row(entry) for entry in stored.journal]
    cut: Cut | None = None
    for n, entry in enumerate(entries):
        pos = line.pos
        if entry.kind == PLAY:
            if (pos.side, pos.turn) != (entry.side, entry.turn):
                return Replay(f"entry {n}: {entry.side} acted in turn {entry.turn}; now it is {pos.side} in {pos.turn}")
            if dice is not None and entry.side == "chance" and n >= row["imported"]:
                outcome, draws = dice.outcome(pos)
                if (list(outcome), len(draws)) != (list(entry.body), entry.draws):
                    return Replay(f"entry {n}: the same dice now give {list(outcome)}, not {list(entry.body)}")
        try:
            cut = carry_out(line, entry, cut)
        except (IllegalAction, ValueError, LookupError) as error:
            return Replay(f"entry {n}: {error}")
        if entry.kind == PLAY and line.moves[-1].free != entry.free:
            return Replay(f"entry {n}: whether {list(entry.body)} can be taken back has changed")
    return _positions_alike(stored, game, entries)


def _positions_alike(stored: StoredTable, game: Game, entries: Sequence[Entry]) -> Replay:
    """Compare the stored positions with today's, and make new ones."""
    row = stored.table
    fresh = Timeline(game, row["scenario"], json.loads(row["options"]))
    positions = {part["length"]: json.loads(part["position"])["position"] for part in stored.snapshots}
    new: list[Document] = []
    for length, move in enumerate(line_of(entries).moves, 1):
        fresh.play(move.action)
        if length in positions:
            today = json.loads(storage.packed(game.dump(fresh.pos.quiet())["position"]))
            before = positions[length]
            if before != today:
                changed = [name for name in today if before.get(name) != today[name]] or sorted(before)
                return Replay(f"after {length} actions: {', '.join(changed)} of the position differ")
            made = fresh.snapshot(now=True)
            assert made is not None
            new.append({"table_id": row["id"], **made._asdict()})
    writes: list[Write] = [
        (storage.NEW_RULES, [{"of_table": row["id"], "rules": game.rules_version, "data": game.pack.digest}]),
        (storage.CUT_SNAPSHOTS, [{"of_table": row["id"], "beyond": -1}]),
    ]
    return Replay(None, [*writes, (storage.ADD_SNAPSHOT, new)] if new else writes)


def game_of(library: Games, row: Row, *, anyhow: bool = False) -> Game:
    """The game as it is installed with the data of a table, or as an earlier version plays it; `anyhow`: as it is."""
    today = library.with_data(row["game"], row["data"]) if row["game"] in library.games() else None
    if today is not None and (anyhow or (row["data"], row["rules"]) == (today.pack.digest, today.rules_version)):
        return today
    earlier = library.with_rules(row["game"], row["rules"], row["data"])
    if earlier is None:
        raise Refused("other_rules", "this table was started with other rules or data than there are now")
    return earlier


def of_today(stored: StoredTable, game: Game) -> bool:
    """Is a table played with the rules and data of this game?"""
    return (stored.table["data"], stored.table["rules"]) == (game.pack.digest, game.rules_version)


def replayed(stored: StoredTable, games: Games) -> tuple[Game, Replay]:
    """A table with its own data if they are there and today's rules, else with today's data."""
    game = games.with_data(stored.table["game"], stored.table["data"])
    return game, Replay(None) if of_today(stored, game) else played_again(stored, game)
