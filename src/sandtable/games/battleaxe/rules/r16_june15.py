"""Special rules of 15 June: two Axis divisions are held back, and the Allies open on a broad front."""

from __future__ import annotations

from sandtable.engine.maps import Mask
from sandtable.engine.sides import ALLIED
from sandtable.games.battleaxe.box import LIGHT, PANZERS
from sandtable.games.battleaxe.position import BattleaxePosition

FIRST_DAY = 1


def waiting(pos: BattleaxePosition) -> Mask:
    """16 The units that may neither move nor attack yet."""
    box = pos.box
    held_back = 0
    if not pos.released & PANZERS:
        held_back |= box.panzers
    if not pos.released & LIGHT:
        held_back |= box.light
    return held_back


def release(pos: BattleaxePosition, division: int) -> None:
    """Let a division move from now on."""
    if not pos.released & division:
        pos.released |= division
        pos.note("16.1" if division == PANZERS else "16.2", "released", division)


def on_allied_control(pos: BattleaxePosition, place: int) -> None:
    """16.1 The 15th Panzer is released when Halfaya or a place next to it falls, at an alarm, or by the next day."""
    if place == pos.box.halfaya or pos.box.near_panzers >> place & 1:
        release(pos, PANZERS)


def on_allied_entry(pos: BattleaxePosition, place: int) -> None:
    """16.2 The 5th Light is released when Allies enter zones E, F or G or Tobruk attacks, or by the next day."""
    if pos.box.alarm >> place & 1:
        release(pos, PANZERS)  # 16.1
        release(pos, LIGHT)


def on_allied_assault(pos: BattleaxePosition, place: int) -> None:
    """The Tobruk garrison assaults."""
    if place == pos.box.tobruk:
        release(pos, LIGHT)  # 16.2


def on_day_end(pos: BattleaxePosition) -> None:
    """When 15 June is over both divisions are released."""
    release(pos, PANZERS)  # 16.1
    release(pos, LIGHT)  # 16.2


def first_activation(pos: BattleaxePosition) -> bool:
    """16.3 In the first impulse of the game the Allies may activate zones A, B, C and D together."""
    return pos.turn == FIRST_DAY and pos.impulse == 1 and pos.active == ALLIED
