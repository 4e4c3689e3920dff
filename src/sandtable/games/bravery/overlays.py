"""Overlays of the map: the reach of the active stack, control, places that count."""

from __future__ import annotations

from sandtable.engine.maps import mask_of, places_in
from sandtable.engine.overlays import Area
from sandtable.engine.sides import ALLIED, AXIS
from sandtable.engine.words import Count
from sandtable.games.bravery.notation import KINDS, SIDES_SAID
from sandtable.games.bravery.position import BraveryPosition
from sandtable.games.bravery.rules.r06_movement import Move, reach


def control(pos: BraveryPosition, viewer: int | None) -> list[Area]:
    """Who holds the strategic hexes."""
    held = (pos.box.strategic & ~pos.axis_held, pos.axis_held)
    return [Area(side, "Controlled", held[side]) for side in (ALLIED, AXIS)]


def active_reach(pos: BraveryPosition, viewer: int | None) -> list[Area]:
    """Where the active stack may go."""
    if not pos.stack or pos.stack[-1].step != Move.name:
        return []
    frame = pos.stack[-1]
    here = pos.where[Move.Args(*frame.args).stack[0]]
    label = f"Reach from {KINDS['place'].say(pos, here)}"
    return [Area(frame.side, label, mask_of(reach(pos, frame)))]


def victory(pos: BraveryPosition, viewer: int | None) -> list[Area]:
    """The points of each strategic hex and who has them (13.2), and the hexes that decide at once (13.1)."""
    box, shown = pos.box, []
    for place in places_in(box.strategic):
        side = AXIS if pos.axis_held >> place & 1 else ALLIED
        name, points = KINDS["place"].say(pos, place), Count(box.points[place])
        ends = "; if the Axis takes it, it wins at once" if place == box.tobruk else ""
        label = f"{name:short}: {points:point}, {SIDES_SAID[side].adjective}{ends}"
        shown.append(Area(side, label, 1 << place))
    strength = box.tables["breakthrough"] // 2
    east = f"To Alexandria: Germans of strength {strength} with a road back to an Axis base win at once"
    west = f"To Tripoli: Commonwealth units of strength {strength} win at once if no German is behind them"
    return [*shown, Area(AXIS, east, box.alexandria), Area(ALLIED, west, 1 << box.tripoli)]


OVERLAYS = {"reach": active_reach, "control": control, "victory": victory}
