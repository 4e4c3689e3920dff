"""15.0 Where new units come onto the map."""

from __future__ import annotations

from typing import NamedTuple

from sandtable.engine.flow import Action, Ask, Frame, Step, pop
from sandtable.engine.maps import Mask, mask_of, places_in, spread
from sandtable.engine.sides import ALLIED, AXIS
from sandtable.games.dark_sands.notation import unit_name
from sandtable.games.dark_sands.position import DarkSandsPosition
from sandtable.games.dark_sands.rules.r02_control import controls, enter
from sandtable.games.dark_sands.rules.r07_stacking import stack_barred
from sandtable.games.dark_sands.rules.r10_supply import base_supplied, supplied, supply_sources

PORT_LIMIT = 2


def entry_places(pos: DarkSandsPosition, unit: int, replacement: bool, more: Mask = 0) -> list[int]:
    """The hexes where this unit may enter now, stacking kept; `more` adds hexes of an exchange (22.4)."""
    open_ = doors(pos, unit, replacement, more)
    return [place for place in places_in(open_) if not stack_barred(pos, pos.piles[place] | 1 << unit)]


def may_enter(pos: DarkSandsPosition, unit: int, replacement: bool, more: Mask = 0) -> bool:
    """Has this unit a hex where it may enter now? Those that ask for no line of supply are tried first."""
    gates = axis_gates(pos) if pos.box.units[unit].side == AXIS else allied_replacement_entries(pos)
    return takes_in(pos, unit, gates | more) or takes_in(pos, unit, doors(pos, unit, replacement, more))


def takes_in(pos: DarkSandsPosition, unit: int, hexes: Mask) -> bool:
    """Could this unit stand in one of these hexes?"""
    open_ = hexes & pos.box.land & ~pos.held[1 - pos.box.units[unit].side]
    return any(not stack_barred(pos, pos.piles[place] | 1 << unit) for place in places_in(open_))


def doors(pos: DarkSandsPosition, unit: int, replacement: bool, more: Mask) -> Mask:
    """The hexes where this unit could enter but for stacking."""
    side = pos.box.units[unit].side
    if side == AXIS:
        open_ = axis_entries(pos, unit)
    elif replacement:
        open_ = allied_replacement_entries(pos)
    else:
        open_ = allied_reinforcement_entries(pos)
    open_ |= more
    if pos.box.hqs >> unit & 1:
        open_ |= hq_entries(pos, side)
    return open_ & pos.box.land & ~pos.held[1 - side]


def has_room(pos: DarkSandsPosition, unit: int) -> bool:
    """Can a rebuilt unit enter anywhere? The usual hexes are tried first, headquarters last."""
    usual = pos.box.entry if pos.box.units[unit].side == AXIS else 0
    return takes_in(pos, unit, usual) or may_enter(pos, unit, True)


def allied_reinforcement_entries(pos: DarkSandsPosition) -> Mask:
    """15.1 On or next to a source, two at Matruh and at Tobruk, one on each corps headquarters in supply."""
    box = pos.box
    open_ = allied_replacement_entries(pos)
    for port in (box.matruh, box.tobruk):
        if controls(pos, ALLIED, port) and pos.entered.count(port) < PORT_LIMIT:
            open_ |= 1 << port
    return open_ | hq_doors(pos, ALLIED, box.of[ALLIED] & box.hqs)


def allied_replacement_entries(pos: DarkSandsPosition) -> Mask:
    """15.2 On or next to a source in friendly hands (R45)."""
    sources = supply_sources(pos, ALLIED)
    return sources | spread(sources, pos.box.around)


def axis_entries(pos: DarkSandsPosition, unit: int) -> Mask:
    """15.3 The El Agheila area; Benghazi and Tobruk if no Allied unit in supply is near; one on a headquarters."""
    box = pos.box
    nation = box.italian if box.units[unit].nation == "it" else box.german
    return axis_gates(pos) | hq_doors(pos, AXIS, box.of[AXIS] & box.hqs & nation)


def axis_gates(pos: DarkSandsPosition) -> Mask:
    """The hexes where any number of Axis units may enter now."""
    box = pos.box
    west, center, _ = box.in_section
    open_ = box.entry
    if controls(pos, AXIS, box.benghazi) and not _supplied_allies(pos, west):
        open_ |= 1 << box.benghazi
    if controls(pos, AXIS, box.tobruk) and not _supplied_allies(pos, west | center):
        open_ |= 1 << box.tobruk
    return open_


def _supplied_allies(pos: DarkSandsPosition, section: Mask) -> bool:
    return bool(pos.units_at(pos.held[ALLIED] & section) & ~pos.out_of_supply)


def hq_doors(pos: DarkSandsPosition, side: int, hqs: Mask) -> Mask:
    """The headquarters where nobody has entered yet: in supply now, and without the marker (10.2.1)."""
    standing = [hq for hq in places_in(hqs & ~pos.out_of_supply) if pos.where[hq] >= 0 and -1 - hq not in pos.entered]
    if not standing:
        return 0
    return supplied(pos, side, mask_of([pos.where[hq] for hq in standing]))


def hq_entries(pos: DarkSandsPosition, side: int) -> Mask:
    """A headquarters may also enter on any friendly unit in supply over land from its base (11.0)."""
    return base_supplied(pos, side, pos.held[side])


def record_entry(pos: DarkSandsPosition, unit: int, place: int) -> None:
    """Remember an entry where it counts against a limit."""
    box = pos.box
    side = box.units[unit].side
    if box.hqs >> unit & 1 and hq_entries(pos, side) >> place & 1:
        return  # 11.0: it comes to a unit there, not through the port
    if side == ALLIED and place in (box.matruh, box.tobruk) and pos.entered.count(place) < PORT_LIMIT:
        pos.entered = (*pos.entered, place)
        return
    base = allied_replacement_entries(pos) if side == ALLIED else axis_gates(pos)
    if not base >> place & 1:
        for hq in places_in(pos.piles[place] & box.hqs):
            pos.entered = (*pos.entered, -1 - hq)


class Place(Step[DarkSandsPosition]):
    """A rebuilt unit, a cadre or a returning headquarters comes onto the map."""

    name = "place"
    rule = "15.0"
    verbs = ("place",)

    class Args(NamedTuple):
        """The unit and the state it comes in."""

        unit: int
        steps: int
        disrupted: int
        replacement: int

    def ask(self, pos: DarkSandsPosition, frame: Frame) -> Ask:
        return Ask(f"{unit_name(pos, self.Args(*frame.args).unit)} enters", "Choose a lit hex.", (self.rule,))

    def actions(self, pos: DarkSandsPosition, frame: Frame) -> list[Action]:
        unit, _, _, replacement = self.Args(*frame.args)
        return [("place", place) for place in entry_places(pos, unit, bool(replacement))] or [("delay",)]

    def apply(self, pos: DarkSandsPosition, frame: Frame, action: Action) -> None:
        unit, steps, disrupted, _ = self.Args(*frame.args)
        pop(pos)
        if action[0] == "delay":
            return
        arrive(pos, unit, action[1], steps, disrupted)


def arrive(
    pos: DarkSandsPosition, unit: int, place: int, steps: int, disrupted: int = 0, relieving: bool = False
) -> None:
    """A unit enters the map with this many steps, in good order or disrupted, or where one has left for it (22.4)."""
    if not relieving:
        record_entry(pos, unit, place)
    pos.steps[unit] = steps
    pos.note("15.0", "enters", unit, place, disrupted, steps)
    enter(pos, unit, place)
    pos.disrupted |= disrupted << unit


STEPS = (Place(),)
