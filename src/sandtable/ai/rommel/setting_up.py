"""Rommel in the Desert: setting up so that nobody can tell a hidden block by the hex it starts in."""

from __future__ import annotations

from random import Random

from sandtable.engine.flow import Action
from sandtable.games.rommel.position import RommelPosition
from sandtable.games.rommel.rules.r11_setup import group_of, put_barred, swap_barred

SHUFFLED = 0.75
"""The share of the blocks that are moved, as far as the scenario allows."""
SHIFTED = 0.2
"""How often a block goes to another hex instead of changing places, so that stack sizes give nothing away either."""
LEFT = 2
"""A hex from which a block is shifted keeps at least this many."""


def arrange(pos: RommelPosition, side: int, actions: list[Action], rng: Random) -> Action:
    """A block that can change places, until most have been mixed."""
    placed = pos.box.placed[side]
    able = [action for action in actions if action[0] == "take" and _partners(pos, side, action[1])]
    mixed = sum(pos.moved[unit] for unit in placed)
    free = sum(len(group_of(pos.box, unit).hexes) > 1 for unit in placed)
    if not able or mixed >= SHUFFLED * free:
        return ("ready",)
    return rng.choice(able)


def put(pos: RommelPosition, side: int, actions: list[Action], rng: Random) -> Action:
    """It changes places with another, or goes where fewer are; armour does not end up alone in the rear."""
    unit = pos.chosen[0]
    here = pos.where[unit]
    shifts = [action for action in actions if action[0] == "put"]
    if shifts and len(pos.at(here, side)) > LEFT and not put_barred(pos, unit) and rng.random() < SHIFTED:
        return rng.choice(shifts)
    swaps = [("swap", other) for other in _partners(pos, side, unit)]
    return rng.choice(swaps) if swaps else actions[-1]


def _partners(pos: RommelPosition, side: int, unit: int) -> list[int]:
    """The blocks of another kind with which a block may change places."""
    box = pos.box
    looks = box.kind[unit], box.speed[unit], pos.value(unit)
    return [
        other
        for other in box.placed[side]
        if not swap_barred(pos, unit, other) and (box.kind[other], box.speed[other], pos.value(other)) != looks
    ]
