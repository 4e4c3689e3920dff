"""Overlays of the map: supply, zones of control, reach, control, places that decide."""

from __future__ import annotations

from sandtable.engine.maps import places_in, shortest_path
from sandtable.engine.overlays import Area, Path
from sandtable.engine.sides import ALLIED, AXIS
from sandtable.games.western_desert.notation import SIDES_SAID, place_said
from sandtable.games.western_desert.position import WesternDesertPosition
from sandtable.games.western_desert.reach import Routes, wave
from sandtable.games.western_desert.rules.r07_depots import enemy_presence, road_to_source
from sandtable.games.western_desert.rules.r08_supply import supply_range, traces
from sandtable.games.western_desert.rules.r09_moving import goals, moving_units
from sandtable.games.western_desert.terms import MOTORIZED, MP, TOBRUK


def supply(pos: WesternDesertPosition, viewer: int | None) -> list[Area | Path]:
    """Where a unit of each side would be supplied, from its source or from Tobruk, and the lines in use."""
    shown: list[Area | Path] = []
    for side in (ALLIED, AXIS):
        for source, label in ((pos.box.sources[side], "in supply"), (pos.box.tobruk, "in supply from Tobruk")):
            if source == pos.box.tobruk and pos.control[TOBRUK] != side:
                continue
            found = 0
            for place in places_in(pos.box.land & ~pos.held[1 - side]):
                if traces(pos, place, side, source):
                    found |= 1 << place
            shown.append(Area(side, f"{SIDES_SAID[side].adjective} {label}", found))
        shown += [Path(side, places) for places in supply_lines(pos, side)]
    return shown


def supply_lines(pos: WesternDesertPosition, side: int) -> list[list[int]]:
    """The line of the depot to its source, then that of every supplied stack: to the source, else to Tobruk."""
    found = [depot_line(pos, side)]
    for place in places_in(pos.held[side] | pos.lone_leaders(side)):
        path = supply_line(pos, place, side, pos.box.sources[side])
        if not path and pos.control[TOBRUK] == side:
            path = supply_line(pos, place, side, pos.box.tobruk)
        found.append(path)
    return [path for path in found if len(path) > 1]


def depot_line(pos: WesternDesertPosition, side: int) -> list[int]:
    """The clear road of a depot on the map to its source (7.11)."""
    clear = road_to_source(pos, side) & ~enemy_presence(pos, side)
    if pos.depot[side] < 0 or not clear >> pos.depot[side] & 1:
        return []
    return shortest_path(pos.depot[side], 1 << pos.box.sources[side], clear, pos.box.road_links)


def supply_line(pos: WesternDesertPosition, place: int, side: int, source: int) -> list[int]:
    """A supply path from a hex, part by part: over the ground, by track, by road (8.1); empty if there is none."""
    if not traces(pos, place, side, source):
        return []
    box, blocked = pos.box, pos.blocked(side)
    safe = box.lifelines(source, blocked & box.network)
    ways = box.ways[MOTORIZED]
    spent = wave(ways, place, supply_range(pos, place, side) * MP, closed=blocked)
    routes = Routes(ways, box.map.around, spent)
    first = min(places_in(safe & sum(spent)), key=lambda end: (routes.cost[end], end))
    path = routes.path(first)
    road = box.road_net(source, blocked & box.roads)
    path += shortest_path(first, road, box.tracks & safe, box.track_links)[1:]
    return path + shortest_path(path[-1], 1 << source, road, box.road_links)[1:]


def zones(pos: WesternDesertPosition, viewer: int | None) -> list[Area | Path]:
    """Zones of control of both sides."""
    return [Area(side, f"{SIDES_SAID[side].adjective} zones of control", pos.zoc[side]) for side in (ALLIED, AXIS)]


def reach(pos: WesternDesertPosition, viewer: int | None) -> list[Area | Path]:
    """Where the chosen units may go."""
    units = moving_units(pos)
    if not units:
        return []
    near, far = goals(pos)
    here = place_said(pos, pos.where[units[0]])
    side = pos.active
    shown: list[Area | Path] = [Area(side, f"Reach from {here}", near)] if near or not far else []
    return [*shown, Area(side, "By strategic movement", far)] if far else shown


def control(pos: WesternDesertPosition, viewer: int | None) -> list[Area | Path]:
    """Who holds the towns that matter."""
    return [
        Area(holder, f"{place_said(pos, place):short}: {SIDES_SAID[holder].adjective}", 1 << place)
        for place, holder in zip(pos.box.towns, pos.control, strict=True)
    ]


def victory(pos: WesternDesertPosition, viewer: int | None) -> list[Area | Path]:
    """Tobruk, which the winner on points must hold, and the two sources, each an automatic victory (17.1, 17.2)."""
    holder = pos.control[TOBRUK]
    needed = f"Tobruk: {SIDES_SAID[holder].adjective}; a side needs it to win on points"
    shown: list[Area | Path] = [Area(holder, needed, 1 << pos.box.tobruk)]
    for side in (ALLIED, AXIS):
        source = pos.box.sources[side]
        taken = bool(pos.held[1 - side] >> source & 1)
        holder, enemy = 1 - side if taken else side, SIDES_SAID[1 - side].adjective
        text = f"{place_said(pos, source):short}: {SIDES_SAID[holder].adjective}"
        shown.append(Area(holder, f"{text}; a supplied {enemy} unit here wins the war", 1 << source))
    return shown


OVERLAYS = {"supply": supply, "zones": zones, "reach": reach, "control": control, "victory": victory}
