"""Bravery in the Sand: what a player looks at.

Terms of the evaluation, for a side: the strategic hexes it holds; its steps, tanks above all, and more as they grow
few; Tobruk's garrison against what stands around it; a hold on the corridor to Tripoli and the way to it; the way to
Alexandria; and the closeness of its units to hexes worth taking or holding.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from operator import mul
from typing import NamedTuple

from sandtable.ai.bravery.roads import bars, gates, open_exits, resistance
from sandtable.engine.maps import Mask, places_in
from sandtable.engine.sides import ALLIED, AXIS
from sandtable.games.bravery.box import BraveryBox, Unit
from sandtable.games.bravery.position import BraveryPosition
from sandtable.games.bravery.rules.r13_victory import tank_strength

WON = 1000.0


class Weights(NamedTuple):
    """How much each thing counts."""

    point: float = 0.6
    late_point: float = 0.9
    """A victory point, and so much more for each turn gone: few games last until points decide."""
    panzer: float = 4.8
    tank: float = 1.2
    infantry: float = 0.6
    italian: float = 0.6
    """A step of each sort; a panzer is a German tank."""
    few_tanks: float = 60.0
    """Worth of the last tanks: grows as the limit of 13.1 comes near."""
    tobruk_empty: float = 60.0
    tobruk_step: float = 0.4
    corridor: float = 4.0
    exit_step: float = 3.0
    exit_near: float = 0.9
    """Germans in the corridor; Commonwealth steps at the exit to Tripoli, and near it while the corridor is empty."""
    road_open: float = 3.0
    road_near: float = 2.9
    gate_near: float = 1.8
    """An open road from a base to Alexandria; each German step near its end or, while it is shut, near its gate."""
    guard: float = 0.3
    """Each Commonwealth step near the gate."""
    hold: float = 0.0
    """Each Commonwealth step that the Axis has to overcome on the easiest road, as far as they are enough."""
    near: float = 0.12
    """For each hex a step is nearer to the nearest hex worth having."""


PLAIN = Weights()
PLANNED = PLAIN._replace(few_tanks=80.0, corridor=5.0, exit_step=4.0, road_near=6.0, hold=1.5)
"""The weights of plans, found by play: the quick reply with them against itself with the plain ones."""
TERMS = (
    "victory points",
    "troops",
    "tanks near the limit",
    "Tobruk's garrison",
    "the way to Tripoli",
    "the road to Alexandria",
    "closeness to objectives",
)
FAR, CLOSE = 8, 4
"""Hexes at which a threat, and a guard, counts for nothing."""


def terms(pos: BraveryPosition, side: int, by: Weights = PLAIN) -> dict[str, float]:
    """What is good and bad about a position for a side, by name."""
    if pos.over is not None:
        winner = pos.over[0]
        return {"the game": 0.0 if winner is None else WON if winner == side else -WON}
    ours, theirs = _standing(pos, side, by), _standing(pos, 1 - side, by)
    return {name: ours.get(name, 0.0) - theirs.get(name, 0.0) for name in TERMS}


def evaluate(pos: BraveryPosition, side: int, by: Weights = PLAIN) -> float:
    """How good a position is for a side: the sum of its terms."""
    return sum(terms(pos, side, by).values())


def _standing(pos: BraveryPosition, side: int, by: Weights) -> dict[str, float]:
    """One side's share of the evaluation."""
    box, where, strength = pos.box, pos.where, pos.strength
    good = {
        "victory points": (by.point + by.late_point * pos.turn) * _points(box, pos.axis_held)[side],
        "troops": sum(map(mul, step_worth(box, by)[slice(*box.span[side])], strength[slice(*box.span[side])])),
        "tanks near the limit": -by.few_tanks / max(1, tank_strength(pos, side) - int(box.tables["few_tanks"])),
        "closeness to objectives": _nearness(pos, side, by),
    }
    if side == ALLIED:
        garrison = sum(strength[unit] for unit in box.units_of[ALLIED] if where[unit] == box.tobruk)
        siege = box.exits[box.tobruk]
        around = sum(strength[u] for u in box.units_of[AXIS] if where[u] >= 0 and siege >> where[u] & 1)
        good["Tobruk's garrison"] = by.tobruk_step * min(garrison, around) if garrison else -by.tobruk_empty
        good["the way to Tripoli"] = _way_to_tripoli(pos, by)
        good["the road to Alexandria"] = _guard(pos, by)
    else:
        good["the road to Alexandria"] = _road_to_alexandria(pos, by)
    return good


def _guard(pos: BraveryPosition, by: Weights) -> float:
    """What the Commonwealth has near the gate, and on every road."""
    box = pos.box
    near = by.guard * gathered(pos, box.units_of[ALLIED], gates(box), CLOSE)
    return near + by.hold * resistance(box, bars(pos)) if by.hold else near


def _way_to_tripoli(pos: BraveryPosition, by: Weights) -> float:
    """What the Commonwealth has won of the way west: steps at its end, and near it while no German bars it."""
    box, where, strength = pos.box, pos.where, pos.strength
    out = by.exit_step * sum(strength[unit] for unit in box.units_of[ALLIED] if where[unit] == box.tripoli)
    if any(where[unit] >= 0 and box.corridor >> where[unit] & 1 for unit in box.germans):
        return out - by.corridor
    return out + by.exit_near * gathered(pos, box.units_of[ALLIED], 1 << box.tripoli, CLOSE)


def _road_to_alexandria(pos: BraveryPosition, by: Weights) -> float:
    """What the Germans near the end of an open road east are worth to the Axis, or near the gate of a shut one."""
    box = pos.box
    exits = open_exits(box, pos.axis_held)
    if not exits:
        return by.gate_near * gathered(pos, marching_germans(box), gates(box), FAR)
    return by.road_open + by.road_near * gathered(pos, marching_germans(box), exits, FAR)


def gathered(pos: BraveryPosition, units: Iterable[int], goals: Mask, reach: int) -> float:
    """Steps on or near some hexes, the less the further off."""
    near, where, strength, total = nearest(pos.box, goals), pos.where, pos.strength, 0
    for unit in units:
        place = where[unit]
        if place >= 0 and (close := reach - near[place]) > 0:
            total += strength[unit] * close
    return total / reach


def _nearness(pos: BraveryPosition, side: int, by: Weights) -> float:
    """Units do well to stand near hexes the enemy holds, and on those of theirs the enemy is near."""
    box, where, strength = pos.box, pos.where, pos.strength
    theirs = box.strategic & (~pos.axis_held if side == AXIS else pos.axis_held)
    if not theirs:
        return 0.0
    near, total = nearest(box, theirs), 0
    for unit in movers(box, side):
        place = where[unit]
        if place >= 0:
            total += strength[unit] * near[place]
    return -by.near * total


# What depends on few things is worked out once for each of their values.


@lru_cache(maxsize=4)
def _distances(box: BraveryBox) -> tuple[tuple[int, ...], ...]:
    """Hexes between any two places."""
    size = range(len(box.map))
    return tuple(tuple(box.map.distance(a, b) for b in size) for a in size)


@lru_cache(maxsize=1024)
def nearest(box: BraveryBox, goals: Mask) -> tuple[int, ...]:
    """For each place the hexes to the nearest of some goals."""
    rows = [_distances(box)[place] for place in places_in(goals)]
    return tuple(map(min, *rows)) if len(rows) > 1 else rows[0] if rows else (0,) * len(box.map)


@lru_cache(maxsize=4096)
def _points(box: BraveryBox, axis_held: Mask) -> tuple[int, int]:
    """Victory points of the two sides."""
    axis = sum(box.points[place] for place in places_in(box.strategic & axis_held))
    return sum(box.points[place] for place in places_in(box.strategic)) - axis, axis


@lru_cache(maxsize=4)
def marching_germans(box: BraveryBox) -> tuple[int, ...]:
    """The Germans that can march."""
    return tuple(unit for unit in box.germans if not box.fixed[unit])


@lru_cache(maxsize=8)
def movers(box: BraveryBox, side: int) -> tuple[int, ...]:
    """The units of a side that march."""
    return tuple(unit for unit in box.units_of[side] if box.units[unit].movement == 3)


@lru_cache(maxsize=64)
def step_worth(box: BraveryBox, by: Weights) -> tuple[float, ...]:
    """The worth of a step of each unit."""
    return tuple(getattr(by, _sort(unit)) for unit in box.units)


def _sort(unit: Unit) -> str:
    """Which weight a step of a unit has."""
    if unit.nation == "it":
        return "italian"
    if not unit.armor:
        return "infantry"
    return "panzer" if unit.nation == "de" else "tank"
