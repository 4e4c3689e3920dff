"""What `sandtable bench` says of this game beyond the common figures: the supply of a whole side."""

from __future__ import annotations

from random import Random
from time import process_time

from sandtable.games.western_desert.game import WesternDesert
from sandtable.games.western_desert.position import WesternDesertPosition
from sandtable.games.western_desert.rules.r08_supply import supply_of_side

AIM = 300
"""Microseconds that the supply of all units of a side may take."""
EVERY, MOMENTS = 100, 25
"""Supply is checked every so many decisions of a random campaign, this many times."""
REPEATS = 20


def figures(game: WesternDesert) -> list[str]:
    """The time of a side's supply with nothing but the map remembered, and when it is asked again."""
    pos, rng = game.start(), Random(1)
    assert isinstance(pos, WesternDesertPosition)
    cold = warm = 0.0
    for _ in range(MOMENTS):
        for _ in range(EVERY):
            pos.play(pos.sample(rng) if pos.side == "chance" else rng.choice(pos.actions()))
        warm += _time(pos, REPEATS)
        for known in (pos.box.lifelines, pos.box.road_net, pos.box.supply_reach):
            known.cache_clear()
        cold += _time(pos, 1)
    return [
        f"supply of all units of a side: {cold / MOMENTS:.0f} µs, asked again {warm / MOMENTS:.0f} µs (aim {AIM} µs)"
    ]


def _time(pos: WesternDesertPosition, repeats: int) -> float:
    """Microseconds for a side."""
    start = process_time()
    for _ in range(repeats):
        for side in (0, 1):
            supply_of_side(pos, side)
    return (process_time() - start) / (2 * repeats) * 1e6
