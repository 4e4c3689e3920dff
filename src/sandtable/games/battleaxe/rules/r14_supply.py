"""Supply lines: which places and units have one, and when a cut-off unit is back in supply."""

from __future__ import annotations

from functools import lru_cache

from sandtable.engine.maps import Mask, flood, places_in, spread
from sandtable.engine.sides import ALLIED, AXIS
from sandtable.games.battleaxe.box import BattleaxeBox
from sandtable.games.battleaxe.position import BattleaxePosition


def supplied_places(pos: BattleaxePosition, side: int, sources: Mask | None = None) -> Mask:
    """14.2.1 The places a side holds that are joined to a source it holds through places it holds."""
    return _joined(pos.box, pos.box.sources[side] if sources is None else sources, pos.held(side))[0]


@lru_cache(maxsize=1 << 12)
def _joined(box: BattleaxeBox, sources: Mask, held: Mask) -> tuple[Mask, Mask]:
    """The places of some ground joined to sources on it; and the same with all places beside them."""
    net = flood(sources & held, held, box.around)
    return net, net | spread(net, box.around)


def supplied_units(pos: BattleaxePosition, side: int) -> Mask:
    """The units of a side that can trace a supply line; the place they stand in need not be theirs."""
    _, net = _joined(pos.box, pos.box.sources[side], pos.held(side))
    units = 0
    for place in places_in(net & pos.occupied[side]):
        units |= pos.here[place]
    return units & pos.box.army[side]


def unsupplied_units(pos: BattleaxePosition) -> Mask:
    """The units of both sides on the map that cannot trace a supply line."""
    there = 0
    for units in pos.here:
        there |= units
    return there & ~supplied_units(pos, ALLIED) & ~supplied_units(pos, AXIS)


def relieve(pos: BattleaxePosition) -> None:
    """14.2.2 A unit out of supply has one less for combat and movement until it can trace a line again."""
    relieved = pos.cut & ~unsupplied_units(pos)
    if relieved:
        pos.cut ^= relieved
        pos.note("14.2.2", "relieved", relieved)
