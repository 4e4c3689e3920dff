"""Overlays of the map: supply with its lines, reach, fortresses, places that decide the scenario."""

from __future__ import annotations

from heapq import heappop, heappush

from sandtable.engine.maps import mask_of, places_in
from sandtable.engine.overlays import Area, Path
from sandtable.engine.sides import ALLIED, AXIS
from sandtable.games.rommel.notation import SIDES_SAID, place_name
from sandtable.games.rommel.plain_network import links
from sandtable.games.rommel.position import OTHER, RommelPosition
from sandtable.games.rommel.rules.r02_orders import BY_MARCH, Destination
from sandtable.games.rommel.rules.r07_supply import ground, supply_network, without_supply
from sandtable.games.rommel.rules.r10_victory import holds

DECIDES: dict[str, dict[str, str]] = {
    "battleaxe": {
        "Sollum": "the Allies win with it and Bardia",
        "Bardia": "the Allies win with it and Sollum",
        "Tobruk": "the Allies win if it is joined to their base by land",
    },
    "crusader": {"Tobruk": "the Axis wins with it, or with twelve blocks more destroyed than lost; else the Allies"},
    "gazala": {"Tobruk": "the Axis wins with it, else the Allies"},
    "alamein": {"Tobruk": "the Allies win with it", "Mersa Matruh": "the Axis wins with it and Tobruk"},
    "1940": {
        "Mersa Matruh": "the Axis wins with it",
        "Tobruk": "the Allies win with it and Benghazi, unless Mersa Matruh falls",
        "Benghazi": "the Allies win with it and Tobruk, unless Mersa Matruh falls",
    },
    "campaign": {"Tobruk": "whoever holds and supplies it wins, with at least three quarters of the enemy's blocks"},
}
"""10.4 to 10.9 What each place means under the terms of a scenario, in a few words."""


def supply(pos: RommelPosition, viewer: int | None) -> list[Area | Path]:
    """The two networks, and the shortest line of every hex with supplied blocks."""
    shown: list[Area | Path] = []
    for side in (ALLIED, AXIS):
        shown.append(Area(side, "Supply network", supply_network(pos, side)))
        cut = set(without_supply(pos, side))
        fed = mask_of(pos.where[unit] for unit in pos.box.units[side] if pos.where[unit] >= 0 and unit not in cut)
        lines = [supply_line(pos, side, place) for place in places_in(fed)]
        shown += [Path(side, line) for line in lines if len(line) > 1]
    return shown


def supply_line(pos: RommelPosition, side: int, place: int) -> list[int]:
    """A shortest supply line from a hex to the base, link by link (7.2); empty where a fortress or oasis feeds it."""
    here = ground(pos, side)
    bit = 1 << place
    here = here._replace(joints=here.joints | bit, closed=here.closed & ~bit)
    heap: list[tuple[int, tuple[int, ...]]] = [(0, (place,))]
    done = 0
    while heap:
        _, line = heappop(heap)
        if line[-1] == here.base:
            return list(line)
        if done >> line[-1] & 1:
            continue
        done |= 1 << line[-1]
        for stretch in links(here, line, (line[-1],), pos.box.tables.links):
            longer = (*line, *stretch[1:])
            heappush(heap, (len(longer), longer))
    return []


def reach(pos: RommelPosition, viewer: int | None) -> list[Area | Path]:
    """Where the chosen blocks may go: for their owner only, as their speed is his secret."""
    if not pos.stack or pos.stack[-1].step != "move.to" or pos.stack[-1].side != viewer:
        return []
    near = mask_of(action[1] for action in pos.actions() if action[1:] and action[0] not in BY_MARCH)
    far = mask_of(action[1] for action in pos.actions() if action[0] in BY_MARCH) & ~near
    shown: list[Area | Path] = [
        Area(viewer, f"Reach from {place_name(pos.box, Destination.Args(*pos.stack[-1].args).place)}", near)
    ]
    return [*shown, Area(viewer, "By forced march", far)] if far else shown


def control(pos: RommelPosition, viewer: int | None) -> list[Area | Path]:
    """Who holds the fortresses."""
    held = [mask_of(place for place, owner in pos.owners if owner == side) for side in (ALLIED, AXIS)]
    return [Area(side, "Fortress", held[side]) for side in (ALLIED, AXIS)]


def victory(pos: RommelPosition, viewer: int | None) -> list[Area | Path]:
    """Who holds the bases and the places of the scenario's terms, and what each is good for (10.1, 10.4 to 10.9)."""
    board, ids = pos.box.board, pos.box.map.ids
    meaning = dict(DECIDES[pos.box.plan.terms])
    owner = {}
    for side in (ALLIED, AXIS):
        base = ids[board.base[side]]
        owner[base] = side
        meaning[base] = f"a supplied {SIDES_SAID[OTHER[side]].adjective} block alone here wins at once"
    areas: list[Area | Path] = []
    for name, text in meaning.items():
        holder = next((side for side in (ALLIED, AXIS) if holds(pos, side, name)), owner.get(name))
        who = "nobody" if holder is None else SIDES_SAID[holder].adjective
        areas.append(Area(holder, f"{name}: {who}; {text}", 1 << pos.box.map.index[name]))
    return areas


OVERLAYS = {"supply": supply, "reach": reach, "control": control, "victory": victory}
