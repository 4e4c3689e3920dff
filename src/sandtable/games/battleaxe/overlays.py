"""Overlays: who controls what, who is in supply and by which line, how far units can go, what counts."""

from __future__ import annotations

from typing import Any

from sandtable.engine.maps import Mask, places_in, shortest_path
from sandtable.engine.sides import ALLIED, AXIS, SIDES
from sandtable.games.battleaxe.notation import SIDE_NAMES, short_place
from sandtable.games.battleaxe.position import BattleaxePosition
from sandtable.games.battleaxe.rules.r09_movement import allowance_of, reach
from sandtable.games.battleaxe.rules.r14_supply import supplied_places


def overlay(pos: BattleaxePosition, name: str) -> dict[str, Any]:
    """One of the four."""
    if name == "control":
        return {"areas": [_area(pos, side, "Controlled", pos.held(side)) for side in (ALLIED, AXIS)]}
    if name == "supply":
        areas = [_area(pos, side, "In supply", supplied_places(pos, side)) for side in (ALLIED, AXIS)]
        return {"areas": areas, "paths": [line for side in (ALLIED, AXIS) for line in _lines(pos, side)]}
    return {"areas": _victory(pos) if name == "victory" else _reach(pos)}


def _area(pos: BattleaxePosition, side: int, label: str, places: Mask) -> dict[str, Any]:
    return {"side": SIDES[side], "label": label, "places": [pos.box.map.ids[place] for place in places_in(places)]}


def _reach(pos: BattleaxePosition) -> list[dict[str, Any]]:
    """Where the moving units, or else all that wait to move, can get to."""
    frame = pos.stack[-1] if pos.stack else ("", 0, ())
    if frame[0] == "assault.go":
        group, spent = frame[2]
        movers = [((group & -group).bit_length() - 1, allowance_of(pos, group), spent)]
    elif frame[0] == "assault.next":
        movers = [(unit, pos.movement(unit), 0) for unit in places_in(pos.ready & pos.box.mobile)]
    else:
        movers = []
    places = 0
    for unit, allowance, spent in movers:
        for level in reach(pos, pos.where[unit], allowance, spent):
            places |= level
    return [_area(pos, pos.active, "Can be reached", places)] if places else []


def _lines(pos: BattleaxePosition, side: int) -> list[dict[str, Any]]:
    """The shortest supply line of every place with supplied units: only its far end need be held (14.2.1)."""
    found, held = [], pos.held(side)
    for place in places_in(pos.occupied[side]):
        path = shortest_path(place, pos.box.sources[side] & held, held, pos.box.around)
        if len(path) > 1:
            found.append({"side": SIDES[side], "places": [pos.box.map.ids[step] for step in path]})
    return found


def _victory(pos: BattleaxePosition) -> list[dict[str, Any]]:
    """Places that count every evening, whether they count now, and the two ends of the road that wins at once (17)."""
    box, held = pos.box, pos.held(ALLIED)
    counting = supplied_places(pos, ALLIED, box.first_activation)
    shown = []
    for place, worth in enumerate(box.points):
        side = ALLIED if held >> place & 1 else AXIS
        if worth:
            cut = ", without supply" if side == ALLIED and not counting >> place & 1 else ""
            points = f"{worth} point{'s' if worth > 1 else ''} an evening"
            shown.append(_area(pos, side, f"{short_place(box, place)}: {points}, {SIDE_NAMES[side]}{cut}", 1 << place))
        elif place in (box.tobruk, box.buq_buq):
            other = short_place(box, box.buq_buq if place == box.tobruk else box.tobruk)
            text = f"{short_place(box, place)}: {SIDE_NAMES[side]}; joined to {other} the Allies win at once"
            shown.append(_area(pos, side, text, 1 << place))
    return shown
