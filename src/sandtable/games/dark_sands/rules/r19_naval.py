"""19.4 Naval moves: once a turn a side may ship units from one of its ports to another."""

from __future__ import annotations

from sandtable.engine.flow import Action
from sandtable.engine.maps import Mask, places_in
from sandtable.engine.sides import ALLIED, AXIS
from sandtable.games.dark_sands.position import DarkSandsPosition
from sandtable.games.dark_sands.rules.r02_control import controlled, controls, enter
from sandtable.games.dark_sands.rules.r07_stacking import stack_barred
from sandtable.games.dark_sands.rules.r10_supply import land_supplied, supply_ports

SAIL = "sail"


def capacity(pos: DarkSandsPosition, side: int) -> int:
    """How many units a side may ship."""
    return int(pos.box.tables["naval"]["allied" if side == ALLIED else "axis"])


def sail_possible(pos: DarkSandsPosition, side: int, place: int) -> bool:
    """Could a unit in this port go by sea now? A quick look before the harbours are checked."""
    if pos.sailed[side] or not controls(pos, side, place):
        return False
    if not pos.sea:
        return bool(pos.box.ports & controlled(pos, side) & ~(1 << place))
    origin, goal, sent, back = pos.sea
    limit = capacity(pos, side)
    return (place == origin and sent < limit) or (place == goal and side == ALLIED and back < limit)


def harbours(pos: DarkSandsPosition, side: int) -> Mask:
    """The ports where a side's units may land."""
    return axis_harbours(pos) if side == AXIS else allied_harbours(pos)


def axis_harbours(pos: DarkSandsPosition) -> Mask:
    """19.4.1 One Axis unit a turn, to a port in supply over land from El Agheila."""
    return land_supplied(pos, AXIS, pos.box.ports & controlled(pos, AXIS))


def allied_harbours(pos: DarkSandsPosition) -> Mask:
    """19.4.2 Three Allied units a turn, to a port in supply over land or by sea; three may come back (R15)."""
    own = pos.box.ports & controlled(pos, ALLIED)
    fed = own & supply_ports(pos)
    return fed | land_supplied(pos, ALLIED, own & ~fed)


def sail_actions(pos: DarkSandsPosition, side: int, group: int) -> list[Action]:
    """The ports a single unit may be shipped to."""
    box = pos.box
    if group.bit_count() != 1:
        return []
    here = pos.where[group.bit_length() - 1]
    if not box.ports >> here & 1 or not sail_possible(pos, side, here):
        return []
    if pos.sea:
        origin, goal, *_ = pos.sea
        ports = 1 << (goal if here == origin else origin)
    else:
        ports = harbours(pos, side) & ~(1 << here)
    return [(SAIL, port) for port in places_in(ports) if stack_barred(pos, pos.piles[port] | group) != "11.0"]


def sail(pos: DarkSandsPosition, side: int, group: int, port: int) -> None:
    """A unit goes by sea; the first one fixes the route of the segment (R15)."""
    unit = group.bit_length() - 1
    here = pos.where[unit]
    origin, goal, sent, back = pos.sea or (here, port, 0, 0)
    pos.sea = (origin, goal, sent + 1, back) if here == origin else (origin, goal, sent, back + 1)
    pos.note("19.4", "sails", unit, here, port)
    enter(pos, unit, port)
