"""2.1.5 Who controls what, and what changes when a unit comes to or leaves a hex."""

from __future__ import annotations

from sandtable.engine.maps import Mask, mask_of, places_in
from sandtable.engine.sides import ALLIED, AXIS
from sandtable.games.dark_sands.position import FALLEN, FITTED, GONE, REBUILD, USED, DarkSandsPosition


def controls(pos: DarkSandsPosition, side: int, place: int) -> bool:
    """Does a side control a place? Only ports and victory hexes stay controlled when nobody is there."""
    if pos.held[side] >> place & 1:
        return True
    if pos.held[1 - side] >> place & 1 or not pos.box.kept >> place & 1:
        return False
    return (pos.axis_holds >> place & 1) == side


def controlled(pos: DarkSandsPosition, side: int) -> Mask:
    """All places a side controls, as `controls` tells of each."""
    own = pos.axis_holds if side == AXIS else ~pos.axis_holds
    return pos.held[side] | pos.box.kept & own & ~pos.held[1 - side]


def enter(pos: DarkSandsPosition, unit: int, place: int) -> None:
    """A unit comes to stand in a hex."""
    here = pos.where[unit]
    pos.put(unit, place)
    take(pos, pos.box.units[unit].side, place)
    if here >= 0:
        clear_boxes(pos, here)


def take(pos: DarkSandsPosition, side: int, place: int) -> None:
    """A unit of this side enters a hex, to stay or on its way."""
    if not pos.box.kept & pos.box.bits[place] or (pos.axis_holds >> place & 1) == side:
        return
    pos.axis_holds ^= 1 << place
    pos.note("2.1.5", "control", side, place)
    if side == AXIS and place == pos.box.tobruk and pos.turn >= TOBRUK_FALLS_FROM and not pos.falls:
        pos.falls = 1  # 18.3 R20
        tobruk_falls(pos)


TOBRUK_FALLS_FROM = 10


def tobruk_falls(pos: DarkSandsPosition) -> None:
    """Both Tobruk Falls chits go into the pool, or wait until it is filled next if it is empty."""
    if any(pos.pool):
        pos.pool[pos.box.chit_number["tobruk-falls"]] += 2
        pos.falls = 2
        pos.note("18.3", "tobruk_falls")


def clear_boxes(pos: DarkSandsPosition, place: int) -> None:
    """Boxes left without a friendly unit go back face down (13.7.3)."""
    for side in (ALLIED, AXIS):
        if pos.boxed[side] >> place & 1 and not pos.held[side] >> place & 1:
            remove_box(pos, side, place)


def remove_box(pos: DarkSandsPosition, side: int, place: int) -> None:
    """A box goes back to the assets box, face down."""
    pos.asset[pos.asset.index(place)] = USED
    pos.boxed[side] &= ~(1 << place)
    pos.note("13.7.3", "box_gone", side, place)


def leave(pos: DarkSandsPosition, unit: int, to: int) -> None:
    """A unit leaves the map for a box."""
    here, bit = pos.where[unit], 1 << unit
    pos.lift(unit, to)
    pos.out_of_supply &= ~bit
    pos.disrupted &= ~bit
    for asset, bearer in enumerate(pos.bearer):
        if bearer == unit:
            unhitch(pos, asset)
    if here >= 0:
        clear_boxes(pos, here)


def unhitch(pos: DarkSandsPosition, asset: int) -> None:
    """An anti-tank gun whose unit is gone or out of supply goes back face down (13.5)."""
    pos.bearer[asset] = -1
    assert pos.asset[asset] == FITTED
    pos.asset[asset] = USED
    pos.note("13.5", "gun_lost", asset)


def eliminate(pos: DarkSandsPosition, unit: int, rule: str) -> None:
    """A unit is destroyed: to the rebuildable box, or out of the game if it cannot be replaced (17.5)."""
    box, bit = pos.box, 1 << unit
    pos.note(rule, "eliminated", unit, pos.where[unit])
    pos.steps[unit] = 0
    if bit & box.hqs:
        pos.fell[unit] = pos.turn
        leave(pos, unit, FALLEN)
    elif bit & box.garrisons:
        pos.steps[unit] = 1
        leave(pos, unit, USED)  # 13.6.3
    else:
        leave(pos, unit, GONE if bit & box.irreplaceable else REBUILD)


def lose_step(pos: DarkSandsPosition, unit: int, rule: str) -> None:
    """A unit loses one step, its last one with its life."""
    if pos.steps[unit] == 1:
        eliminate(pos, unit, rule)
    else:
        pos.steps[unit] -= 1
        pos.note(rule, "step_lost", unit)


def eliminate_all(pos: DarkSandsPosition, mask: int, rule: str) -> None:
    """Destroy every unit of a mask."""
    for unit in places_in(mask):
        eliminate(pos, unit, rule)


def alive(pos: DarkSandsPosition, mask: int) -> int:
    """Those of these units that are on the map."""
    where = pos.where
    return mask_of([unit for unit in places_in(mask) if where[unit] >= 0])
