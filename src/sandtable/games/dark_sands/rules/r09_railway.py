"""9.0 The rail line is the Allies' alone: for extended moves and for lines of supply."""

from __future__ import annotations

from sandtable.engine.maps import Mask, flood
from sandtable.engine.sides import ALLIED, AXIS
from sandtable.games.dark_sands.position import DarkSandsPosition
from sandtable.games.dark_sands.rules.r02_control import controls


def built_rail(pos: DarkSandsPosition) -> Mask:
    """9.1 The rail hexes from Alexandria to the railhead."""
    return pos.box.rail_built[pos.railhead]


def active_rail(pos: DarkSandsPosition, side: int) -> Mask:
    """9.2 The built rail hexes joined to Alexandria by rail with no enemy in the way."""
    if side == AXIS:
        return 0
    box = pos.box
    free = built_rail(pos) & ~pos.held[AXIS]
    if not controls(pos, ALLIED, box.alexandria):
        return 0
    return flood(1 << box.alexandria, free, box.rail_joined) if pos.held[AXIS] & built_rail(pos) else free


def railway_complete(pos: DarkSandsPosition) -> bool:
    """9.3 Has the railhead reached Tobruk?"""
    return pos.railhead == len(pos.box.rail) - 1


NOT_BUILT, BUILDING, BUILT = 0, 1, 2
"""States of the Tobruk bypass road."""
