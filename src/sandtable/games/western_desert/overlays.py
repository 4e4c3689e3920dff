"""Overlays of the map: supply, zones of control, reach, control."""

from __future__ import annotations

from typing import Any

from sandtable.engine.maps import Mask, places_in
from sandtable.engine.sides import ALLIED, AXIS, SIDES
from sandtable.games.western_desert.notation import SIDE_NAMES, place_name, short_place
from sandtable.games.western_desert.position import DesertPosition
from sandtable.games.western_desert.rules.r08_supply import traces
from sandtable.games.western_desert.terms import TOBRUK


def overlay(pos: DesertPosition, name: str) -> dict[str, Any]:
    """One of the game's overlays."""
    return {"supply": supply, "zones": zones, "reach": reach, "control": control}[name](pos)


def area(pos: DesertPosition, side: int, label: str, places: Mask) -> dict[str, Any]:
    """A set of hexes as the view has it."""
    return {"side": SIDES[side], "label": label, "places": [pos.box.map.ids[place] for place in places_in(places)]}


def supply(pos: DesertPosition) -> dict[str, Any]:
    """Where a unit of each side would be supplied, from its source or from Tobruk."""
    areas = []
    for side in (ALLIED, AXIS):
        for source, label in ((pos.box.sources[side], "in supply"), (pos.box.tobruk, "in supply from Tobruk")):
            if source == pos.box.tobruk and pos.control[TOBRUK] != side:
                continue
            found = 0
            for place in places_in(pos.box.land & ~pos.held[1 - side]):
                if traces(pos, place, side, source):
                    found |= 1 << place
            areas.append(area(pos, side, f"{SIDE_NAMES[side]} {label}", found))
    return {"areas": areas, "paths": []}


def zones(pos: DesertPosition) -> dict[str, Any]:
    """Zones of control of both sides."""
    return {
        "areas": [area(pos, side, f"{SIDE_NAMES[side]} zones of control", pos.zoc[side]) for side in (ALLIED, AXIS)]
    }


def reach(pos: DesertPosition) -> dict[str, Any]:
    """Where the chosen units may go."""
    if not pos.stack or pos.stack[-1][0] != "move.to":
        return {"areas": []}
    units = pos.stack[-1][2][0]
    near = far = 0
    for action in pos.actions():
        if action[0] == "to":
            near |= 1 << action[1]
        elif action[0] == "strategic":
            far |= 1 << action[1]
    here = place_name(pos.box, pos.where[units[0]])
    side = pos.active
    areas = [area(pos, side, f"Reach from {here}", near)]
    return {"areas": [*areas, area(pos, side, "By strategic movement", far)] if far else areas}


def control(pos: DesertPosition) -> dict[str, Any]:
    """Who holds the towns that matter."""
    return {
        "areas": [
            area(pos, holder, f"{short_place(pos.box, place)}: {SIDE_NAMES[holder]}", 1 << place)
            for place, holder in zip(pos.box.towns, pos.control, strict=True)
        ]
    }
