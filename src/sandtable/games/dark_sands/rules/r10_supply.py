"""10.0 Supply is a line traced to a source; the chits carry the rest of it."""

from __future__ import annotations

from functools import lru_cache

from sandtable.engine.maps import Mask
from sandtable.engine.sides import ALLIED, AXIS
from sandtable.games.dark_sands.box import DarkSandsBox
from sandtable.games.dark_sands.position import DarkSandsPosition
from sandtable.games.dark_sands.rules.r02_control import controls
from sandtable.games.dark_sands.rules.r08_zones import enemy_zones
from sandtable.games.dark_sands.rules.r09_railway import BUILT
from sandtable.games.dark_sands.spreading import RoadNet

OOS_MOVE = 3
COMBAT_MODIFIER = 2


def supplied(pos: DarkSandsPosition, side: int, among: Mask = -1) -> Mask:
    """10.1 Of these hexes, those from which a side's units can trace a line of supply now."""
    mask = land_supplied(pos, side, among)
    if side == ALLIED and among & ~mask:
        mask |= overland(pos, side, supply_ports(pos), pos.box.tables["supply"]["port"], among & ~mask)
    return mask


def land_supplied(pos: DarkSandsPosition, side: int, among: Mask = -1) -> Mask:
    """Of these hexes, those that can trace to a source over land, ports left out (11.0, 19.4)."""
    return overland(pos, side, net_in_supply(pos, side), pos.box.tables["supply"]["overland"], among)


def base_supplied(pos: DarkSandsPosition, side: int, among: Mask = -1) -> Mask:
    """Of these hexes, those that can trace over land to Alexandria or El Agheila itself (11.0)."""
    box = pos.box
    base = supply_sources(pos, side) & (1 << box.alexandria | 1 << box.agheila)
    net = box.supply_net(side, pos.bypass == BUILT, pos.railhead, base)
    return overland(pos, side, flood_net(net, pos.held[1 - side] & net.whole), box.tables["supply"]["overland"], among)


def overland(pos: DarkSandsPosition, side: int, ends: Mask, distance: int, among: Mask) -> Mask:
    """10.1.1 Of these hexes, those within this range of `ends`, not counting the unit's own hex.

    Enemy units and enemy zones without a friendly unit block the way, at its end too (R47).
    A hex of the end maps counts as two of the Center, so four hexes there are the Center's eight (R10).
    """
    return spread_overland(pos.box, ends, open_ground(pos, side), distance, among)


def open_ground(pos: DarkSandsPosition, side: int) -> Mask:
    """The hexes a line of supply may run through over land: no enemy there, and none of their zones uncontested."""
    return pos.box.land & ~pos.held[1 - side] & ~(enemy_zones(pos, side) & ~pos.held[side])


@lru_cache(maxsize=1_000)
def spread_overland(box: DarkSandsBox, ends: Mask, open_: Mask, distance: int, among: Mask) -> Mask:
    """Of these hexes, those that reach `ends` through open ones within a distance; it goes no further than they are."""
    center = box.in_section[1]
    edges = [0] * (distance + 2)
    edges[0] = ends & open_
    seen, result = 0, ends
    for far in range(distance):
        if not among & ~result:
            break
        fresh = edges[far] & ~seen
        if not fresh:
            continue
        seen |= fresh
        near = box.spread_center(fresh & center)
        edges[far + 1] |= near & open_
        result |= near
        if far + 2 <= distance:
            outer = box.spread_ends(fresh & ~center)
            edges[far + 2] |= outer & open_
            result |= outer
    return result & among


def net_in_supply(pos: DarkSandsPosition, side: int) -> Mask:
    """10.1.2 The road, trail and rail hexes joined to a source; enemy zones do not matter there, enemy units do."""
    net = pos.box.supply_net(side, pos.bypass == BUILT, pos.railhead, supply_sources(pos, side))
    return flood_net(net, pos.held[1 - side] & net.whole)


@lru_cache(maxsize=1_000)
def flood_net(net: RoadNet, closed: Mask) -> Mask:
    """The net hexes joined to a source outside the closed ones."""
    return net.flood(closed)


def supply_sources(pos: DarkSandsPosition, side: int) -> Mask:
    """10.1.3 El Agheila for the Axis, Alexandria and the way to Cairo for the Allies, unless the enemy has it (R45)."""
    theirs = pos.axis_holds if side == ALLIED else ~pos.axis_holds
    return pos.box.sources[side] & ~pos.held[1 - side] & ~(pos.box.kept & theirs & ~pos.held[side])


def supply_ports(pos: DarkSandsPosition) -> Mask:
    """10.1.4 The ports from which the Allies can draw supply."""
    box = pos.box
    return sum(1 << port for port in (box.tobruk, box.bardia, box.matruh) if controls(pos, ALLIED, port))


def attrition_supplied(pos: DarkSandsPosition, side: int) -> Mask:
    """Where units are in supply in the attrition segment; those of the Axis may live from Tobruk's port (10.1.4)."""
    mask = supplied(pos, side, pos.held[side])
    box = pos.box
    if side == AXIS and controls(pos, AXIS, box.tobruk) and pos.held[AXIS] & box.in_section[1] & mask:
        mask |= box.tobruk_forts
    return mask


def out_of_supply(pos: DarkSandsPosition, unit: int) -> bool:
    """10.2 A unit is out of supply while it carries the marker, whatever it could trace now."""
    return bool(pos.out_of_supply >> unit & 1)


def movement_allowance(pos: DarkSandsPosition, unit: int, half: bool) -> int:
    """10.2.1 Movement points: three when out of supply; halved and rounded up in a half move."""
    points = pos.box.units[unit].move
    if pos.out_of_supply >> unit & 1 and points:
        points = OOS_MOVE
    return (points + 1) // 2 if half else points


def mark_supply(pos: DarkSandsPosition) -> None:
    """10.3 Every unit in play is looked at: those that cannot trace a line get the marker, the others lose it."""
    for side in (ALLIED, AXIS):
        held = pos.held[side]
        pos.out_of_supply = pos.out_of_supply & ~pos.box.of[side] | pos.units_at(held & ~supplied(pos, side, held))
