"""Rommel in the Desert: setting up so that nobody can tell a hidden block by the hex it starts in."""

from __future__ import annotations

from random import Random

from sandtable.ai.rommel.clash import worth
from sandtable.ai.rommel.plans import OUTPOST, plan_of
from sandtable.engine.flow import Action
from sandtable.games.rommel.position import RommelPosition
from sandtable.games.rommel.rules.r11_setup import group_of, put_barred, swap_barred

SHUFFLED = 0.75
"""The share of the blocks that are moved, as far as the scenario allows."""
SHIFTED = 0.2
"""How often a block goes to another hex instead of changing places, so that stack sizes give nothing away either."""
LIGHT = 3
"""The speed of light troops, at the least."""
LEFT = 2
"""A hex from which a block is shifted keeps at least this many."""


def arrange(pos: RommelPosition, side: int, actions: list[Action], rng: Random) -> Action:
    """A block that can change places, until most have been mixed."""
    placed = pos.box.placed[side]
    camp = camp_of(pos, side)
    for action in actions:
        if action[0] == "take" and is_light(pos, action[1], camp) and pos.where[action[1]] != camp:
            return action
    able = [
        action
        for action in actions
        if action[0] == "take" and not is_light(pos, action[1], camp) and _partners(pos, side, action[1])
    ]
    mixed = sum(pos.moved[unit] for unit in placed)
    free = sum(len(group_of(pos.box, unit).hexes) > 1 for unit in placed)
    if not able or mixed >= SHUFFLED * free:
        return ("ready",)
    return rng.choice(able)


def put(pos: RommelPosition, side: int, actions: list[Action], rng: Random) -> Action:
    """It changes places with another, or goes where fewer are; armour does not end up alone in the rear."""
    unit = pos.chosen[0]
    here, camp = pos.where[unit], camp_of(pos, side)
    if is_light(pos, unit, camp) and ("put", camp) in actions:
        return ("put", camp)
    shifts = [action for action in actions if action[0] == "put"]
    if shifts and len(pos.at(here, side)) > LEFT and not put_barred(pos, unit) and rng.random() < SHIFTED:
        return rng.choice(shifts)
    swaps = [("swap", other) for other in _partners(pos, side, unit)]
    return rng.choice(swaps) if swaps else actions[-1]


def camp_of(pos: RommelPosition, side: int) -> int:
    """Where a side gathers its light troops; -1 if anywhere will do."""
    camp = plan_of(pos, side).camp
    return pos.box.map.index[camp] if camp else -1


def is_light(pos: RommelPosition, unit: int, camp: int) -> bool:
    """Is a block wanted in the camp?"""
    return (
        camp >= 0
        and pos.box.speed[unit] >= LIGHT
        and worth(pos, unit) <= OUTPOST
        and camp in group_of(pos.box, unit).hexes
    )


def _partners(pos: RommelPosition, side: int, unit: int) -> list[int]:
    """The blocks of another kind with which a block may change places."""
    box = pos.box
    camp = camp_of(pos, side)
    looks = box.kind[unit], box.speed[unit], pos.value(unit)
    return [
        other
        for other in box.placed[side]
        if not (swap_barred(pos, unit, other) or is_light(pos, other, camp))
        and (box.kind[other], box.speed[other], pos.value(other)) != looks
    ]
