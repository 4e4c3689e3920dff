"""Positions to think about."""

from __future__ import annotations

from random import Random

import sandtable
from sandtable import Position
from sandtable.ai import sense_of
from tests.play import play_randomly


def key_positions(game: str, count: int, seed: int = 3) -> list[Position]:
    """Positions of a random game at which search thinks."""
    keys, found = sense_of(game).DEPTH.keys, list[Position]()

    def look(pos: Position, rng: Random) -> None:
        if pos.stack and pos.stack[-1][0] in keys and len(found) < count:
            found.append(pos.quiet())

    play_randomly(sandtable.load(game), seed, look, every=7, limit=600)
    return found
