"""Bravery in the Sand: how search judges the ends of worlds, by what the terms of a position count towards winning.

The weights were fitted to who won games of the quick reply (`python -m tools.fit`): for each term one at the start, and
what is added to it as the game grows late.
"""

from __future__ import annotations

import json
from functools import lru_cache
from pathlib import Path

from sandtable.ai.bravery import value
from sandtable.ai.bravery.value import JUDGED
from sandtable.games.bravery.position import BraveryPosition

FILE = Path(__file__).with_name("fitted.json")
TURNS = 7
HALF = 0.5
"""Half the logarithm of the odds is what a hyperbolic tangent turns into chances, from losing (-1) to winning (1)."""


@lru_cache(maxsize=1)
def weights() -> dict[str, tuple[float, float]]:
    """What each term counts for, early and late."""
    told: dict[str, tuple[float, float]] = json.loads(FILE.read_text(encoding="utf-8"))
    return told


def lateness(pos: BraveryPosition) -> float:
    """How far the game has gone: 1 on its last turn."""
    return min(1.0, pos.turn / TURNS)


def terms(pos: BraveryPosition, side: int) -> dict[str, float]:
    """What is good and bad about a position for a side, by name and by what it counts towards winning."""
    told = value.terms(pos, side, JUDGED)
    if pos.over is not None:
        return told
    late, by = lateness(pos), weights()
    return {name: HALF * (by[name][0] + late * by[name][1]) * worth for name, worth in told.items()}


def evaluate(pos: BraveryPosition, side: int) -> float:
    """How good a position is for a side: the sum of its terms."""
    return sum(terms(pos, side).values())
