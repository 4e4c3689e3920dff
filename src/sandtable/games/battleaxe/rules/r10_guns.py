"""Guns in a battle: what artillery adds, and what anti-tank guns and FLAK are worth in the lead."""

from __future__ import annotations

from sandtable.engine.maps import Mask
from sandtable.games.battleaxe.position import BattleaxePosition

ATTACKERS_GUNS, DEFENDERS_GUNS = 1, 2
ARTILLERY = 2


def lead_value(pos: BattleaxePosition, unit: int, together: Mask) -> int:
    """10.3 A lead unit's combat value; guns without other troops beside them count one, or nothing when reduced."""
    if not together & ~pos.box.guns:
        return 1 - (pos.reduced >> unit & 1) - (pos.cut >> unit & 1)  # 14.2.2
    return pos.value(unit)


def possible_leads(pos: BattleaxePosition, attackers: Mask) -> Mask:
    """Units that may lead an attack: guns only when there are no other units."""
    return attackers & ~pos.box.guns or attackers  # 10.3
