"""Why this very order is refused, where one rule has several reasons."""

from __future__ import annotations

from sandtable.engine.flow import Action
from sandtable.games.western_desert.position import WesternDesertPosition
from sandtable.games.western_desert.rules.r09_movement import budgets
from sandtable.games.western_desert.rules.r09_moving import ChooseTarget
from sandtable.games.western_desert.rules.r09_stacking import RemoveExcess


def refusal(pos: WesternDesertPosition, action: Action, rule: str) -> str | None:
    """The reason in words, or None where the rule has one alone."""
    if pos.stack and pos.stack[-1].step == RemoveExcess.name:
        return "only units whose removal brings the hex within the limit are taken, and no more than that needs"
    match rule, action:
        case "9.0", ("unit", int(unit)) if unit in range(len(pos.where)):
            return _idle(pos, unit)
        case "9.1", ("to", int(place)) if place in range(len(pos.box.map)) and pos.step.name == ChooseTarget.name:
            return _far(pos, place)
        case "10.1", ("attack", int(place)) if place in range(len(pos.box.map)):
            return _target(pos, place)
    return None


def _idle(pos: WesternDesertPosition, unit: int) -> str:
    if pos.box.side[unit] != pos.active:
        return "that unit is the enemy's"
    return "that unit has moved in this phase" if pos.where[unit] >= 0 else "that unit is not on the map"


def _far(pos: WesternDesertPosition, place: int) -> str:
    box = pos.box
    if not box.land >> place & 1:
        return "that hex is sea"
    if pos.held[1 - pos.active] >> place & 1:
        return "the enemy holds that hex: attacks come after the moves"
    units, left = ChooseTarget.Args(*pos.stack[-1].args)
    if place == pos.where[units[0]]:
        return "that is where it stands"
    for unit, budget in zip(units, left or budgets(pos, units), strict=True):
        if not box.ways[box.terrain_kind[unit]].within(pos.where[unit], budget) >> place & 1:
            return "that is too far for the movement points left"
    return "enemies and their zones bar the way"


def _target(pos: WesternDesertPosition, place: int) -> str:
    if not pos.held[1 - pos.active] >> place & 1:
        return "no enemy stands there"
    if pos.attacked >> place & 1:
        return "that hex has been attacked in this phase"
    return "no unit that can still attack in this phase is next to that hex"
