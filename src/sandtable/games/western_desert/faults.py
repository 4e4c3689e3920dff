"""What no position of play can show: lost units, units in the sea, both sides in a hex, marks out of step."""

from __future__ import annotations

from sandtable.engine.sides import ALLIED, AXIS
from sandtable.games.western_desert.position import WesternDesertPosition
from sandtable.games.western_desert.rules.r09_movement import idle
from sandtable.games.western_desert.rules.r09_stacking import crowded
from sandtable.games.western_desert.terms import (
    DAMAGED,
    DUE,
    INSIDE,
    PERMANENT,
    POINT_LIMIT,
    RECON,
    RECOVERABLE,
    RESERVE,
    WITHDRAWN,
)


def faults(pos: WesternDesertPosition) -> list[str]:
    """Everything impossible about a position."""
    return [*unit_faults(pos), *marker_faults(pos), *mask_faults(pos)]


def unit_faults(pos: WesternDesertPosition) -> list[str]:
    """Units in impossible places or states."""
    box, found = pos.box, []
    for unit in range(box.everyone):
        place = pos.where[unit]
        leader = unit >= box.count
        name = box.faces[unit][0].name if leader else box.units[unit].name
        boxes = (DUE, PERMANENT, WITHDRAWN) if leader else (DUE, PERMANENT, RECOVERABLE, RESERVE)
        if place < 0 and place not in boxes:
            found.append(f"{name} is in no box ({place})")
        if place >= 0 and not box.land >> place & 1:
            found.append(f"{name} is in the sea")
        if place >= 0 and box.terrain[place] == "depression" and box.kind[unit] != RECON:
            found.append(f"{name} is in the depression")
        if place == RESERVE and box.side[unit] != ALLIED:
            found.append(f"{name} is in the Allied reserve")
        if not leader and pos.reduced[unit] and box.step_count[unit] == 1:
            found.append(f"{name} has one step and is reduced")
        if pos.flags[unit] & INSIDE and (place < 0 or not pos.work_at(place)):
            found.append(f"{name} is inside a position that is not there")
    return found


def marker_faults(pos: WesternDesertPosition) -> list[str]:
    """Markers and tracks out of range."""
    box, found = pos.box, []
    for side in (ALLIED, AXIS):
        depot = pos.depot[side]
        if depot >= 0 and (box.zone[side][depot] < 0 or pos.held[1 - side] >> depot & 1):
            found.append(f"the depot of side {side} is off the road or with the enemy")
        if not 0 <= pos.points[side] <= POINT_LIMIT:
            found.append(f"side {side} has {pos.points[side]} attack points")
    if pos.air < 0 or (pos.air and pos.air_side < 0):
        found.append(f"{pos.air} air points of side {pos.air_side}")
    if pos.fortress[1] == DAMAGED:
        found.append("Bardia is half destroyed")
    for place, level, _ in pos.works:
        if level not in (1, 2) or not any(pos.flags[u] & INSIDE and pos.where[u] == place for u in range(box.count)):
            found.append(f"an empty position in {box.map.ids[place]}")
    if len({place for place, _, _ in pos.works}) != len(pos.works):
        found.append("two positions in one hex")
    if len([leader for leader in box.leaders[ALLIED] if pos.where[leader] >= 0]) > 1:
        found.append("two Allied leaders on the map")
    return found


def mask_faults(pos: WesternDesertPosition) -> list[str]:
    """Masks out of step with the units, both sides in a hex, stacks over the limit between phases."""
    found = []
    fresh = pos.copy()
    fresh.refresh()
    if pos.idle is not None and list(pos.idle) != list(idle(fresh, pos.active)):
        found.append("the list of who may still move is out of step with the units")
    fresh.idle = pos.idle
    if any(getattr(fresh, name) != getattr(pos, name) for name in ("held", "zoc", *fresh.DERIVED)):
        found.append("masks or counts are out of step with the units")
    if pos.held[ALLIED] & pos.held[AXIS]:
        found.append("both sides are in one hex")
    if pos.stack and pos.stack[-1].step == "combat.choose":
        for side in (ALLIED, AXIS):
            place = crowded(pos, side)
            if place >= 0 and not pos.attacked:
                found.append(f"{pos.box.map.ids[place]} is over the stacking limit")
    return found
