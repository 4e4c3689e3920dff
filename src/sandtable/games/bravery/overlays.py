"""Overlays of the map: the reach of the active stack, control, places that count."""

from __future__ import annotations

from typing import Any

from sandtable.engine.maps import Mask, mask_of, places_in
from sandtable.engine.sides import ALLIED, AXIS, SIDES
from sandtable.games.bravery.notation import SIDE_NAMES, place_name, short_place
from sandtable.games.bravery.position import BraveryPosition
from sandtable.games.bravery.rules.r06_movement import reach


def overlay(pos: BraveryPosition, name: str) -> dict[str, Any]:
    """One of the game's overlays."""
    return {"areas": {"control": control, "reach": active_reach, "victory": victory}[name](pos)}


def area(pos: BraveryPosition, side: int, label: str, places: Mask) -> dict[str, Any]:
    """A set of hexes as the view has it."""
    return {"side": SIDES[side], "label": label, "places": pos.box.names(places)}


def control(pos: BraveryPosition) -> list[dict[str, Any]]:
    """Who holds the strategic hexes."""
    held = (pos.box.strategic & ~pos.axis_held, pos.axis_held)
    return [area(pos, side, "Controlled", held[side]) for side in (ALLIED, AXIS)]


def active_reach(pos: BraveryPosition) -> list[dict[str, Any]]:
    """Where the active stack may go."""
    frame = pos.stack[-1] if pos.stack else ("", -1, ())
    if frame[0] != "move":
        return []
    label = f"Reach from {place_name(pos.box, pos.where[frame[2][0][0]])}"
    return [area(pos, frame[1], label, mask_of(reach(pos, frame)))]


def victory(pos: BraveryPosition) -> list[dict[str, Any]]:
    """The points of each strategic hex and who has them (13.2), and the hexes that decide at once (13.1)."""
    box, shown = pos.box, []
    for place in places_in(box.strategic):
        side = AXIS if pos.axis_held >> place & 1 else ALLIED
        points = f"{box.points[place]} point{'s' if box.points[place] > 1 else ''}"
        ends = "; the Axis win at once with it" if place == box.tobruk else ""
        shown.append(area(pos, side, f"{short_place(box, place)}: {points}, {SIDE_NAMES[side]}{ends}", 1 << place))
    strength = box.tables["breakthrough"] // 2
    east = f"To Alexandria: Germans of strength {strength} with a road back to an Axis base win at once"
    west = f"To Tripoli: Commonwealth units of strength {strength} win at once if no German is behind them"
    return [*shown, area(pos, AXIS, east, box.alexandria), area(pos, ALLIED, west, 1 << box.tripoli)]
