"""What no position of play can show: lost units, units in the sea, both sides in a hex, marks out of step."""

from __future__ import annotations

from functools import cache, lru_cache

from sandtable.engine.sides import ALLIED, AXIS
from sandtable.games.western_desert.box import WesternDesertBox
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

COUNTED = ("held", "zoc", *(name for name in WesternDesertPosition.DERIVED if name != "idle"))
"""What follows from where the units stand."""
_last_counted: dict[tuple[object, ...], tuple[object, ...]] = {}


def faults(pos: WesternDesertPosition) -> list[str]:
    """Everything impossible about a position."""
    return [*unit_faults(pos), *marker_faults(pos), *mask_faults(pos)]


def unit_faults(pos: WesternDesertPosition) -> list[str]:
    """Units in impossible places or states."""
    box = pos.box
    found = list(standing_faults(box, tuple(pos.where), tuple(pos.reduced)))
    for unit in dug_in(pos):
        if pos.where[unit] < 0 or not pos.work_at(pos.where[unit]):
            found.append(f"{name_of(box, unit)} is inside a position that is not there")
    return found


def dug_in(pos: WesternDesertPosition) -> list[int]:
    """The units inside an improved position."""
    return [unit for unit, flags in enumerate(pos.flags) if flags & INSIDE]


def name_of(box: WesternDesertBox, unit: int) -> str:
    """What a unit or a leader is called."""
    return box.units[unit].name if unit < box.count else box.faces[unit][0].name


@lru_cache(maxsize=1)
def standing_faults(box: WesternDesertBox, where: tuple[int, ...], reduced: tuple[int, ...]) -> tuple[str, ...]:
    """What is wrong with where units stand; the last answer is remembered, since most decisions move nobody."""
    known = right_places(box)
    unknown = sorted(set(zip(range(len(where)), where, reduced, strict=True)) - known)
    found = {standing: place_faults(box, *standing) for standing in unknown}
    known.update(standing for standing, faults in found.items() if not faults)
    return tuple(fault for faults in found.values() for fault in faults)


@cache
def right_places(box: WesternDesertBox) -> set[tuple[int, int, int]]:
    """Units, places and steps lost that were found to be right: random play asks for them again and again."""
    return set()


def place_faults(box: WesternDesertBox, unit: int, place: int, reduced: int) -> tuple[str, ...]:
    """What is wrong with a unit that stands there."""
    found = []
    leader, name = unit >= box.count, name_of(box, unit)
    boxes = (DUE, PERMANENT, WITHDRAWN) if leader else (DUE, PERMANENT, RECOVERABLE, RESERVE)
    if place < 0 and place not in boxes:
        found.append(f"{name} is in no box ({place})")
    if place >= 0 and not box.land >> place & 1:
        found.append(f"{name} is in the sea")
    if place >= 0 and box.terrain[place] == "depression" and not leader and box.kind[unit] != RECON:  # leaders: R40
        found.append(f"{name} is in the depression")
    if place == RESERVE and box.side[unit] != ALLIED:
        found.append(f"{name} is in the Allied reserve")
    if not leader and reduced and box.step_count[unit] == 1:
        found.append(f"{name} has one step and is reduced")
    return tuple(found)


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
    manned = {pos.where[unit] for unit in dug_in(pos)} if pos.works else set()
    for place, level, _ in pos.works:
        if level not in (1, 2) or place not in manned:
            found.append(f"an empty position in {box.map.ids[place]}")
    if len({place for place, _, _ in pos.works}) != len(pos.works):
        found.append("two positions in one hex")
    if len([leader for leader in box.leaders[ALLIED] if pos.where[leader] >= 0]) > 1:
        found.append("two Allied leaders on the map")
    return found


def counted_anew(pos: WesternDesertPosition) -> tuple[object, ...]:
    """Masks and counts as `refresh` finds them; the last are remembered, since most decisions move nobody."""
    where = (pos.box, *pos.where)
    if where not in _last_counted:
        fresh = pos.copy()
        fresh.refresh()
        _last_counted.clear()
        _last_counted[where] = tuple(getattr(fresh, name) for name in COUNTED)
    return _last_counted[where]


def mask_faults(pos: WesternDesertPosition) -> list[str]:
    """Masks out of step with the units, both sides in a hex, stacks over the limit between phases."""
    found = []
    if tuple(getattr(pos, name) for name in COUNTED) != counted_anew(pos):
        found.append("masks or counts are out of step with the units")
    if pos.idle is not None:
        asked = pos.copy()
        asked.idle = None
        if list(pos.idle) != list(idle(asked, pos.active)):
            found.append("the list of who may still move is out of step with the units")
    if pos.held[ALLIED] & pos.held[AXIS]:
        found.append("both sides are in one hex")
    if pos.stack and pos.stack[-1].step == "combat.choose":
        for side in (ALLIED, AXIS):
            place = crowded(pos, side)
            if place >= 0 and not pos.attacked:
                found.append(f"{pos.box.map.ids[place]} is over the stacking limit")
    return found
