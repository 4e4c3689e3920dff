"""14.0 The forts of Tobruk and Bardia: no zone of control reaches in or out."""

from __future__ import annotations

from sandtable.engine.sides import ALLIED
from sandtable.games.dark_sands.position import DarkSandsPosition


def fort_bonus(pos: DarkSandsPosition, place: int, defenders: int) -> int:
    """14.2 What a fort adds to the defence: one for the hex at Bardia, one for each unit not Italian at Tobruk."""
    box = pos.box
    if place == box.bardia:
        return 1
    return (defenders & ~box.italian & ~box.hqs).bit_count() if box.tobruk_forts >> place & 1 else 0


def may_stand(pos: DarkSandsPosition, side: int, place: int) -> bool:
    """14.1 In 1941 the Allies may ignore a retreat in the forts of Tobruk."""
    return side == ALLIED and bool(pos.box.tobruk_forts >> place & 1) and pos.year == 1941
