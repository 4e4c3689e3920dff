"""Tables that were started with other rules: played through with today's, and let go on if they come out alike."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import NamedTuple

from sandtable.engine.documents import Document
from sandtable.engine.game import Game
from sandtable.engine.position import IllegalAction
from sandtable.table import kept as keep
from sandtable.table.fair import Dice
from sandtable.table.journal import PLAY, Cut, Entry, carry_out, line_of
from sandtable.table.kept import Kept, Write
from sandtable.table.library import Games
from sandtable.table.shares import Shares
from sandtable.table.timeline import Timeline


class Replay(NamedTuple):
    """What today's rules make of a table: where it first differs (None: nowhere), and what to write if it goes on."""

    differs: str | None
    writes: Sequence[Write] = ()


def played_again(kept: Kept, game: Game) -> Replay:
    """Play a journal with these rules; every side, turn, roll and stored position must be as it was."""
    row = kept.table
    seats = json.loads(row["seats"])
    shares = Shares(row["id"], seats, kept.sittings)
    dice = None if shares.missing else Dice(row["secret"], shares.seed("allied"), shares.seed("axis"))
    try:
        line = Timeline(game, row["scenario"], json.loads(row["options"]))
    except ValueError as error:
        return Replay(str(error))
    entries = [Entry.of_row(entry) for entry in kept.journal]
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
    return _positions_alike(kept, game, entries)


def _positions_alike(kept: Kept, game: Game, entries: Sequence[Entry]) -> Replay:
    """Compare the stored positions with today's, and make new ones."""
    row = kept.table
    fresh = Timeline(game, row["scenario"], json.loads(row["options"]))
    stored = {part["length"]: json.loads(part["position"])["position"] for part in kept.snapshots}
    new: list[Document] = []
    for length, move in enumerate(line_of(entries).moves, 1):
        fresh.play(move.action)
        if length in stored:
            today = json.loads(keep.packed(game.dump(fresh.pos.quiet())["position"]))
            if stored[length] != today:
                changed = [name for name in today if stored[length].get(name) != today[name]] or sorted(stored[length])
                return Replay(f"after {length} actions: {', '.join(changed)} of the position differ")
            made = fresh.snapshot(now=True)
            assert made is not None
            new.append({"table_id": row["id"], **made._asdict()})
    writes: list[Write] = [
        (keep.NEW_RULES, [{"of_table": row["id"], "rules": game.rules_version, "data": game.pack.digest}]),
        (keep.CUT_SNAPSHOTS, [{"of_table": row["id"], "beyond": -1}]),
    ]
    return Replay(None, [*writes, (keep.ADD_SNAPSHOT, new)] if new else writes)


def of_today(kept: Kept, game: Game) -> bool:
    """Is a table played with the rules and data of this game?"""
    return (kept.table["data"], kept.table["rules"]) == (game.pack.digest, game.rules_version)


def replayed(kept: Kept, games: Games) -> tuple[Game, Replay]:
    """A table with its own data if they are there and today's rules, else with today's data."""
    game = games.with_data(kept.table["game"], kept.table["data"])
    return game, Replay(None) if of_today(kept, game) else played_again(kept, game)
