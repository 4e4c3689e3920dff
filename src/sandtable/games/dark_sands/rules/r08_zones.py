"""Zones of control: every unit but headquarters and garrisons controls the hexes around it."""

from __future__ import annotations

from sandtable.engine.maps import Mask
from sandtable.games.dark_sands.position import DarkSandsPosition


def enemy_zones(pos: DarkSandsPosition, side: int) -> Mask:
    """8.0 The hexes in a zone of control of the other side (terrain and forts are in the box's table)."""
    return pos.zones[1 - side]


def uncontested(pos: DarkSandsPosition, side: int) -> Mask:
    """8.1 Enemy zones where this side has no unit."""
    return enemy_zones(pos, side) & ~pos.held[side]


def retreat_zones(pos: DarkSandsPosition, side: int) -> Mask:
    """Enemy zones that hinder a retreat: those of units neither out of supply (10.2.1) nor disrupted (19.3)."""
    if not (pos.out_of_supply | pos.disrupted) & pos.box.of[1 - side]:
        return enemy_zones(pos, side)
    box, firm, mask = pos.box, pos.firm[1 - side], 0
    fit = box.zoned & ~pos.out_of_supply & ~pos.disrupted
    while firm:
        low = firm & -firm
        place = low.bit_length() - 1
        if pos.piles[place] & fit:
            mask |= box.zone[place]
        firm ^= low
    return mask
