"""Overlays: who controls what, who is in supply, how far the chosen units can go."""

from __future__ import annotations

from typing import Any

from sandtable.engine.maps import Mask, places_in
from sandtable.engine.sides import ALLIED, AXIS, SIDES
from sandtable.games.battleaxe.position import BattleaxePosition
from sandtable.games.battleaxe.rules.r09_movement import allowance_of, reach
from sandtable.games.battleaxe.rules.r14_logistics import supplied_places


def overlay(pos: BattleaxePosition, name: str) -> dict[str, Any]:
    """One of the three."""
    if name == "control":
        return {"areas": [_area(pos, side, "Controlled", pos.held(side)) for side in (ALLIED, AXIS)]}
    if name == "supply":
        return {"areas": [_area(pos, side, "In supply", supplied_places(pos, side)) for side in (ALLIED, AXIS)]}
    return {"areas": _reach(pos)}


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
