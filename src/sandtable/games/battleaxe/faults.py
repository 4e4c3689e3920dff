"""What is impossible about a position."""

from __future__ import annotations

from sandtable.engine.maps import places_in
from sandtable.engine.sides import ALLIED, AXIS
from sandtable.games.battleaxe.position import LOST, NOBODY, BattleaxePosition


def faults(pos: BattleaxePosition) -> list[str]:
    """Broken invariants, in words."""
    return [*_unit_faults(pos), *_place_faults(pos), *_marker_faults(pos)]


def _unit_faults(pos: BattleaxePosition) -> list[str]:
    box, found = pos.box, []
    for unit, place in enumerate(pos.where):
        name, bit = box.units[unit].id, 1 << unit
        if place == LOST and (pos.reduced | pos.cut | pos.ready | pos.arrived) & bit:
            found.append(f"{name} is off the map but flipped, cut off or active")
        if place >= 0 and not pos.here[place] & bit:
            found.append(f"{name} is not counted in {box.map.ids[place]}")
        if place >= 0 and box.left_out & bit:
            found.append(f"{name} is not part of this game")
    if sum(units.bit_count() for units in pos.here) != sum(place >= 0 for place in pos.where):
        found.append("a unit is counted in two places")
    return found


def _place_faults(pos: BattleaxePosition) -> list[str]:
    box, found = pos.box, []
    for place, units in enumerate(pos.here):
        name, bit = box.map.ids[place], 1 << place
        for side in (ALLIED, AXIS):
            count = (units & box.army[side]).bit_count()
            if bool(count) != bool(pos.occupied[side] & bit):
                found.append(f"occupation of {name} is wrong")
            if box.areas & bit and count > box.stack:
                found.append(f"{count} units are stacked in {name}")
            if bool(pos.full[side] & bit) != bool(box.areas & bit and count >= box.stack):
                found.append(f"the stack of {name} is counted wrong")
    alone_allied = pos.occupied[ALLIED] & ~pos.occupied[AXIS]
    alone_axis = pos.occupied[AXIS] & ~pos.occupied[ALLIED]
    if alone_allied & ~pos.control or alone_axis & pos.control:
        wrong = places_in((alone_allied & ~pos.control) | (alone_axis & pos.control))
        found.append(f"a side is alone in places it does not control: {[box.map.ids[place] for place in wrong]}")
    return found


def _marker_faults(pos: BattleaxePosition) -> list[str]:
    box, found = pos.box, []
    if not 1 <= pos.impulse <= box.impulses:
        found.append(f"impulse {pos.impulse}")
    if pos.advantage not in (ALLIED, AXIS, NOBODY):
        found.append(f"the Advantage is with {pos.advantage}")
    if any(not 0 <= left <= start for left, start in zip(pos.guns, box.guns_at_start, strict=True)):
        found.append(f"artillery markers {pos.guns}")
    if not 1 <= pos.turn <= len(box.tables["days"]):
        found.append(f"day {pos.turn}")
    return found
