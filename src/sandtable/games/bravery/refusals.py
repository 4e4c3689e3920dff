"""Why this very order is refused, where one rule has several reasons."""

from __future__ import annotations

from sandtable.engine.flow import Action
from sandtable.games.bravery.position import BraveryPosition


def refusal(pos: BraveryPosition, action: Action, rule: str) -> str | None:
    """The reason in words, or None where the rule has one alone."""
    match rule, action:
        case "5.1.1", ("put", int(chit)) if chit in range(len(pos.box.chits)):
            mine = pos.box.chits_of[pos.stack[-1].side] >> chit & 1
            return "that chit is in the cup already" if mine else "that chit is not yours"
        case "6", ("drop", int(unit)) if unit in range(len(pos.where)) and pos.where[unit] >= 0:
            if pos.holds(pos.where[unit], 1 - pos.stack[-1].side):
                return "units are left behind only where no enemy stands"
        case "7.3.5", (_, int(place)) if place in range(len(pos.box.map)):
            return _closed(pos, place)
    return None


def _closed(pos: BraveryPosition, place: int) -> str:
    """Why nobody falls back from the battle to a hex."""
    box, side = pos.box, pos.stack[-1].side
    if not box.map.around[pos.field] >> place & 1:
        return "that hex does not touch the battle"
    if not box.land >> place & 1:
        return "that hex is sea"
    if pos.holds(place, 1 - side):
        return "the enemy holds that hex"
    return "a bare cliff closes that side"
