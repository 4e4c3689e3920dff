"""Why this very order is refused, where one rule has several reasons."""

from __future__ import annotations

from sandtable.engine.flow import Action
from sandtable.games.dark_sands.position import DarkSandsPosition


def refusal(pos: DarkSandsPosition, action: Action, rule: str) -> str | None:
    """The reason in words, or None where the rule has one alone."""
    if not pos.stack:
        return None
    box, side = pos.box, pos.stack[-1].side
    match rule, action:
        case "19.1.1", ("unit", int(unit)) if unit in range(len(pos.where)) and box.garrisons >> unit & 1:
            return "garrisons do not move"
        case "19.1.5", ("go", int(place), *_) if place in range(len(box.map)) and not box.land >> place & 1:
            return "no unit can enter that hex"
        case "20.1", ("attack", int(place)) if place in range(len(box.map)) and not pos.held[1 - side] >> place & 1:
            return "no enemy stands there"
        case "20.1", ("with", int(unit)) if unit in range(len(pos.where)):
            return _bystander(pos, side, unit)
    return None


def _bystander(pos: DarkSandsPosition, side: int, unit: int) -> str:
    """Why a unit cannot join an attack, wherever it stands."""
    if pos.box.units[unit].side != side:
        return "that unit is the enemy's"
    if pos.where[unit] < 0:
        return "that unit is not on the map"
    if pos.fought >> unit & 1:
        return "that unit has fought already"
    return "that unit is not active now" if pos.attack(unit) else "headquarters and garrisons do not attack"
