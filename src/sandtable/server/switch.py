"""What happens to stored tables when a version with other rules or data is put in service."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from sandtable.server.store import Store
from sandtable.table.shelf import Shelf
from sandtable.table.upgrade import replayed

BESIDE = "goes on with an earlier version"


class Verdict(NamedTuple):
    """What this version does with a table."""

    table: str
    game: str
    started: str
    text: str
    closed: bool


def verdicts(store: Store, shelf: Shelf) -> Iterator[Verdict]:
    """Every table of a database."""
    for name in store.names():
        stored = store.read(name)
        if stored is None:
            continue
        row = stored.table
        started = f"rules {row['rules']}, data {row['data']}"
        if row["game"] not in shelf.games():
            if shelf.with_rules(row["game"], row["rules"], row["data"]) is not None:
                yield Verdict(name, row["game"], started, BESIDE, False)
                continue
            yield Verdict(name, row["game"], started, "there is no such game any more", True)
            continue
        try:
            game, replay = replayed(stored, shelf)
        except Exception as error:  # a damaged table is named, and the others are looked at
            yield Verdict(name, row["game"], started, f"cannot be read: {error}", True)
            continue
        if replay.differs is not None and shelf.with_rules(row["game"], row["rules"], row["data"]) is not None:
            yield Verdict(name, row["game"], started, f"{BESIDE} ({replay.differs})", False)
            continue
        text = "goes on" if not replay.writes else f"goes on with rules {game.rules_version}"
        yield Verdict(name, row["game"], started, replay.differs or text, replay.differs is not None)
