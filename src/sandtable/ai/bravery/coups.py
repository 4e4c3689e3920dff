"""Bravery in the Sand: marches that decide the game at once, to Alexandria or to Tripoli."""

from __future__ import annotations

from functools import lru_cache

from sandtable.ai.bravery.camps import Camp
from sandtable.ai.bravery.roads import open_exits
from sandtable.engine.maps import Mask, places_in, way_to
from sandtable.games.bravery.box import BraveryBox


def to_alexandria(box: BraveryBox, axis: Camp, allied: Mask, axis_held: Mask) -> list[int]:
    """The German formations with a stack that, if activated now, could march to a decisive victory without a fight.

    `allied` are the hexes with Commonwealth units.
    """
    points = 2 * int(box.tables["allowance"])
    need = int(box.tables["breakthrough"])
    near = near_alexandria(box)
    if not axis.german & near:
        return []
    there = sum([c.steps for c in axis.columns if c.nation == "de" and box.alexandria >> c.place & 1])
    found: list[int] = []
    for formation, place, steps, nation in axis.columns:
        if nation != "de" or not near >> place & 1 or steps + there < need or formation in found:
            continue
        if open_to_march(box, place, points, allied, axis_held):
            found.append(formation)
    return found


def to_tripoli(box: BraveryBox, allied: Camp, germans: Mask, axis: Mask) -> list[int]:
    """The Commonwealth formations with a stack that, activated now, could march to a decisive victory without a fight.

    `germans` are the hexes with Germans, `axis` those with any units of the Axis.
    """
    if germans & box.corridor or axis >> box.tripoli & 1:
        return []
    points = 2 * int(box.tables["allowance"])
    near = box.radius[points][box.tripoli] & ~(1 << box.tripoli)
    if not allied.hexes & near:
        return []
    there = allied.stacks[box.tripoli].steps if box.tripoli in allied.stacks else 0
    return [
        formation
        for formation, place, steps, _ in allied.columns
        if near >> place & 1
        and steps + there >= int(box.tables["breakthrough"])
        and box.tripoli in box.routes(place, points, axis & box.radius[points][place])[0]
    ]


@lru_cache(maxsize=1 << 14)
def open_to_march(box: BraveryBox, start: int, points: int, stops: Mask, axis_held: Mask) -> Mask:
    """The eastern exits that a German stack would reach in one march with the road open behind it.

    It takes control of what it passes; `stops` are the hexes with enemies it may not pass.
    """
    spent, before = box.routes(start, points, stops & box.radius[points][start])
    found = 0
    for place in places_in(box.alexandria & ~stops):
        if place in spent:
            taken = sum(1 << step for step in way_to(before, place)) & box.strategic
            found |= open_exits(box, axis_held | taken) & 1 << place
    return found


@lru_cache(maxsize=4)
def near_alexandria(box: BraveryBox) -> Mask:
    """The places from which an eastern exit could be reached in one march if there were no enemy."""
    points, found = 2 * int(box.tables["allowance"]), 0
    for place in places_in(box.alexandria):
        found |= box.radius[points][place]
    return found & ~box.alexandria
