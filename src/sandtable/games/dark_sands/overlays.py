"""Overlays: supply with its lines, zones of control, control of hexes, victory places, reach of the moving group."""

from __future__ import annotations

from collections.abc import Sequence

from sandtable.engine.maps import Mask, mask_of, places_in
from sandtable.engine.overlays import Area, Path
from sandtable.engine.sides import ALLIED, AXIS
from sandtable.games.dark_sands.notation import SIDES_SAID, short_place
from sandtable.games.dark_sands.position import DarkSandsPosition
from sandtable.games.dark_sands.rules.r02_control import controls
from sandtable.games.dark_sands.rules.r08_zones import enemy_zones
from sandtable.games.dark_sands.rules.r09_railway import BUILT
from sandtable.games.dark_sands.rules.r10_supply import (
    net_in_supply,
    open_ground,
    supplied,
    supply_ports,
    supply_sources,
)
from sandtable.games.dark_sands.rules.r19_movement import MoveTo, destinations


def supply(pos: DarkSandsPosition, viewer: int | None) -> list[Area | Path]:
    """Where each side's units can trace a line of supply, its net, and the line of every stack that has one."""
    shown: list[Area | Path] = []
    for side in (ALLIED, AXIS):
        shown.append(Area(side, "Can trace a line of supply", supplied(pos, side) & pos.box.land))
        shown.append(Area(side, "Supply net", net_in_supply(pos, side)))
        shown += [Path(side, line) for line in supply_lines(pos, side)]
    return shown


def supply_lines(pos: DarkSandsPosition, side: int) -> list[list[int]]:
    """The way of each stack over land to the net and along it to a source; else to a port that feeds it (10.1)."""
    box = pos.box
    sources = supply_sources(pos, side)
    joined = box.supply_net(side, pos.bypass == BUILT, pos.railhead, sources).joined
    along = _ways_along(joined, sources, pos.held[1 - side])
    over = _ways_over(pos, side, mask_of(along), box.tables["supply"]["overland"])
    ports = _ways_over(pos, side, supply_ports(pos), box.tables["supply"]["port"]) if side == ALLIED else {}
    lines = []
    for start in places_in(pos.held[side]):
        line = _follow(over, start) or _follow(ports, start)
        line += _follow(along, line[-1])[1:] if line else []
        if len(line) > 1:
            lines.append(line)
    return lines


def _ways_along(joined: Sequence[Mask], sources: Mask, closed: Mask) -> dict[int, int]:
    """For each hex of the net joined to a source the next one on the way there; a source leads to itself."""
    onward = {source: source for source in places_in(sources)}
    edge = list(onward)
    for here in edge:
        for there in places_in(joined[here]):
            if there not in onward and not closed >> there & 1:
                onward[there] = here
                edge.append(there)
    return onward


def _ways_over(pos: DarkSandsPosition, side: int, ends: Mask, distance: int) -> dict[int, int]:
    """For each hex within range of `ends` the next one on the way there (10.1.1): a hex counts when it is entered."""
    box, open_ = pos.box, open_ground(pos, side)
    onward = {end: end for end in places_in(ends)}
    spent = dict.fromkeys(onward, 0)
    edges: list[list[int]] = [places_in(ends & open_), *([] for _ in range(distance))]
    for far, edge in enumerate(edges):
        for here in edge:
            total = far + box.weight[here]
            if spent[here] < far or total > distance:
                continue
            for there in places_in(box.around[here]):
                if total < spent.get(there, distance + 1):
                    onward[there], spent[there] = here, total
                    if open_ >> there & 1:
                        edges[total].append(there)
    return onward


def _follow(onward: dict[int, int], start: int) -> list[int]:
    """The way from a hex to its end, or nothing."""
    if start not in onward:
        return []
    line = [start]
    while onward[line[-1]] != line[-1]:
        line.append(onward[line[-1]])
    return line


def zones(pos: DarkSandsPosition, viewer: int | None) -> list[Area | Path]:
    """The zones of control of both sides."""
    return [Area(side, "Zones of control", enemy_zones(pos, 1 - side)) for side in (ALLIED, AXIS)]


def control(pos: DarkSandsPosition, viewer: int | None) -> list[Area | Path]:
    """The hexes each side controls."""
    shown: list[Area | Path] = []
    for side in (ALLIED, AXIS):
        mine = mask_of(place for place in places_in(pos.box.kept | pos.held[side]) if controls(pos, side, place))
        shown.append(Area(side, "Controlled", mine))
    return shown


BOTH_ENDS = "a side that holds both ends of the desert in supply wins at once"
WORTH = {
    "compass": {"Tobruk": "two points", "Benghazi": "two points", "El Agheila": "three points"},
    "sunflower": {
        "Benghazi": "the Axis must take it, and Tobruk or Sollum with it",
        "Tobruk": "Benghazi and this win for the Axis",
        "Sollum": "Benghazi and this win for the Axis",
    },
    "crusader": {
        "Tobruk": "the Allies must hold it in supply over land",
        "Bardia": "the Allies need this or Sollum",
        "Sollum": "the Allies need this or Bardia",
        "Benghazi": "a decisive victory for the Allies on top of the relief",
    },
    "gazala": {
        "Tobruk": "the Axis wins by taking it",
        "Gazala": "the Allies win if they stand here and hold Tobruk",
        "Mersa Matruh": "a decisive victory for the Axis with Tobruk",
    },
    "campaign": {
        "Benghazi": "a point a turn for the Allies",
        "Tobruk": "with Mersa Matruh and with El Alamein a point a turn each for the Axis; one more on the last turn",
        "Mersa Matruh": "with Tobruk a point a turn for the Axis",
        "El Alamein": "with Tobruk a point a turn for the Axis",
        "Bardia": "a point on the last turn",
        "Sollum": "a point on the last turn",
        "El Agheila": BOTH_ENDS,
        "Alexandria": BOTH_ENDS,
    },
}
"""What each place counts for, by scenario."""


def victory(pos: DarkSandsPosition, viewer: int | None) -> list[Area | Path]:
    """The places that decide the scenario, and who controls them (5.0)."""
    box = pos.box
    shown: list[Area | Path] = []
    for name, text in WORTH["campaign" if box.campaign else box.scenario].items():
        place = box.place_called(name)
        holder = next((side for side in (ALLIED, AXIS) if controls(pos, side, place)), None)
        who = "nobody" if holder is None else SIDES_SAID[holder].adjective
        shown.append(Area(holder, f"{short_place(box, place)}: {who}; {text}", 1 << place))
    return shown


def reach(pos: DarkSandsPosition, viewer: int | None) -> list[Area | Path]:
    """Where the group that moves now can go."""
    if not pos.stack or pos.stack[-1].step != MoveTo.name:
        return []
    side, (half, group, spent) = pos.stack[-1].side, MoveTo.Args(*pos.stack[-1].args)
    return [Area(side, "Reach", mask_of(destinations(pos, side, group, half, spent)))]


OVERLAYS = {
    "supply": supply,
    "zones": zones,
    "control": control,
    "victory": victory,
    "reach": reach,
}
