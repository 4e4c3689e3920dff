"""Bravery in the Sand: marches that decide the game at once, to Alexandria or to Tripoli.

Whoever enters an exit wins at once, even if enemies stand in it; and armour without infantry drives past reduced
infantry (6.4). So only whole units and armour bar a way.
"""

from __future__ import annotations

from functools import lru_cache

from sandtable.ai.bravery.camps import Camp, Ground
from sandtable.ai.bravery.roads import open_exits
from sandtable.engine.maps import Mask, places_in, way_to
from sandtable.games.bravery.box import BraveryBox


def to_alexandria(box: BraveryBox, axis: Camp, allied: Ground, axis_held: Mask, points: int) -> list[int]:
    """The German formations with a stack that, with this many half points, could march to a decisive victory now."""
    need = int(box.tables["breakthrough"])
    near = near_alexandria(box, points)
    if not axis.german & near:
        return []
    there = sum([c.steps for c in axis.columns if c.nation == "de" and box.alexandria >> c.place & 1])
    found: list[int] = []
    for formation, place, steps, nation, tanks in axis.columns:
        if nation != "de" or not near >> place & 1 or steps + there < need or formation in found:
            continue
        stops = allied.firm if tanks + there >= need else allied.hexes
        if open_to_march(box, place, points, stops, allied.hexes, axis_held):
            found.append(formation)
    return found


@lru_cache(maxsize=1 << 14)
def in_two_marches(box: BraveryBox, axis: Camp, allied: Camp, axis_held: Mask) -> bool:
    """Could a German stack march to a decisive victory without a fight if it were activated twice running?"""
    points, need, (hexes, firm) = march(box), int(box.tables["breakthrough"]), allied.ground
    if not open_exits(box, axis_held | box.strategic & ~hexes):
        return False
    near = near_alexandria(box, points)
    for _, place, steps, nation, tanks in axis.columns:
        if nation != "de" or steps < need or not box.radius[points][place] & near:
            continue
        stops = firm if tanks >= need else hexes
        spent, before = _routes(box, place, points, stops)
        for spot in spent:
            if near >> spot & 1 and not hexes >> spot & 1:
                taken = sum(1 << step for step in way_to(before, spot)) & box.strategic & ~hexes
                if open_to_march(box, spot, points, stops, hexes, axis_held | taken):
                    return True
    return False


def to_tripoli(box: BraveryBox, allied: Camp, germans: Mask, axis: Ground, points: int) -> list[int]:
    """The Commonwealth formations with a stack that, activated now, could march to a decisive victory.

    `germans` are the hexes with Germans.
    """
    if germans & box.corridor:
        return []
    need = int(box.tables["breakthrough"])
    near = box.radius[points][box.tripoli] & ~(1 << box.tripoli)
    if not allied.hexes & near:
        return []
    there = allied.stacks[box.tripoli].steps if box.tripoli in allied.stacks else 0
    return [
        formation
        for formation, place, steps, _, tanks in allied.columns
        if near >> place & 1
        and steps + there >= need
        and box.tripoli in _routes(box, place, points, axis.firm if tanks + there >= need else axis.hexes)[0]
    ]


@lru_cache(maxsize=1 << 14)
def unwatched(box: BraveryBox, allied: Camp, germans: Mask) -> bool:
    """Could a Commonwealth stack be at Tripoli in two marches, with no German a march from the corridor to stop it?"""
    if germans & _watching(box):
        return False
    need, near = int(box.tables["breakthrough"]), _two_marches_from_tripoli(box)
    return any(steps >= need and near >> place & 1 for _, place, steps, *_ in allied.columns)


@lru_cache(maxsize=4)
def _watching(box: BraveryBox) -> Mask:
    """The places from which a march leads into the corridor to Tripoli, if nobody is in the way."""
    return _reached(box, box.corridor)


@lru_cache(maxsize=4)
def _two_marches_from_tripoli(box: BraveryBox) -> Mask:
    return _reached(box, _reached(box, 1 << box.tripoli))


def _reached(box: BraveryBox, start: Mask) -> Mask:
    """Where a march leads from some places, if nobody is in the way."""
    found = 0
    for place in places_in(start):
        found |= box.radius[march(box)][place]
    return found


def _routes(box: BraveryBox, start: int, points: int, stops: Mask) -> tuple[dict[int, int], dict[int, int]]:
    return box.routes(start, points, stops & box.radius[points][start])


@lru_cache(maxsize=1 << 14)
def open_to_march(box: BraveryBox, start: int, points: int, stops: Mask, enemies: Mask, axis_held: Mask) -> Mask:
    """The eastern exits that a German stack would reach in one march with the road open behind it.

    It takes control of what it passes, unless an enemy is there; `stops` are the hexes it may not pass.
    """
    spent, before = _routes(box, start, points, stops)
    found = 0
    for place in places_in(box.alexandria):
        if place in spent:
            taken = sum(1 << step for step in way_to(before, place)) & box.strategic & ~enemies
            found |= open_exits(box, axis_held | taken) & 1 << place
    return found


@lru_cache(maxsize=8)
def near_alexandria(box: BraveryBox, points: int) -> Mask:
    """The places from which an eastern exit could be reached with so many half points if there were no enemy."""
    found = 0
    for place in places_in(box.alexandria):
        found |= box.radius[points][place]
    return found & ~box.alexandria


@lru_cache(maxsize=4)
def march(box: BraveryBox) -> int:
    """The half points of a march."""
    return 2 * int(box.tables["allowance"])


@lru_cache(maxsize=4)
def directed_march(box: BraveryBox) -> int:
    """The half points of a march under the Rommel Directive."""
    return 2 * int(box.tables["directive_allowance"])
