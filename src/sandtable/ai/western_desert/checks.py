"""Western Desert Force: what test positions check at the end."""

from __future__ import annotations

from sandtable.ai.western_desert.assault import base_risk, fall_chance
from sandtable.ai.western_desert.danger import danger
from sandtable.ai.western_desert.moves import CUT_SHARE
from sandtable.ai.western_desert.turns import starved
from sandtable.ai.western_desert.value import stacks_of, toughness
from sandtable.games.western_desert.position import WesternDesertPosition
from sandtable.games.western_desert.rules.r08_supply import UNSUPPLIED, supply_of_side
from sandtable.games.western_desert.rules.r10_losses import steps_left
from sandtable.games.western_desert.terms import TOBRUK

SURE = 3.0
"""Odds at which a stack without a way back is as good as lost."""


def depot_naked(pos: WesternDesertPosition, side: int) -> bool:
    """Is the depot alone where the enemy can walk in?"""
    return _naked(pos, side, pos.depot[side])


def base_naked(pos: WesternDesertPosition, side: int) -> bool:
    """Is the base empty, and can the enemy walk in?"""
    return _naked(pos, side, pos.box.sources[side])


def _naked(pos: WesternDesertPosition, side: int, place: int) -> bool:
    return place >= 0 and not pos.held[side] >> place & 1 and danger(pos, side).walks_into(pos, place)


def base_falls(pos: WesternDesertPosition, side: int, chance: str) -> bool:
    """Can the enemy take the base next turn, with at least this chance, and be fed there?"""
    return base_risk(pos, side, pos.fighters_at(pos.box.sources[side], side)) >= float(chance)


def depot_falls(pos: WesternDesertPosition, side: int, chance: str) -> bool:
    """Can the enemy take the depot next turn with at least this chance?"""
    depot = pos.depot[side]
    return depot >= 0 and fall_chance(pos, side, depot, pos.fighters_at(depot, side)) >= float(chance)


def tobruk_weak(pos: WesternDesertPosition, side: int, share: str) -> bool:
    """Is Tobruk held by less than a given share of the strength that could attack it?"""
    here = pos.box.tobruk
    if pos.control[TOBRUK] != side:
        return False
    return toughness(pos, here, pos.fighters_at(here, side)) < float(share) * danger(pos, side).strikes(here)


def tobruk_lost(pos: WesternDesertPosition, side: int) -> bool:
    """Is Tobruk in enemy hands?"""
    return pos.control[TOBRUK] != side


def tobruk_whole(pos: WesternDesertPosition, side: int, steps: str) -> bool:
    """Is Tobruk in enemy hands, with this many steps in it?"""
    garrison = pos.fighters_at(pos.box.tobruk, 1 - side)
    return pos.control[TOBRUK] != side and steps_left(pos, garrison) >= int(steps)


def in_a_trap(pos: WesternDesertPosition, side: int, strength: str) -> bool:
    """Is a stack of this strength where the enemy can close every way out and crush it?"""
    threat = danger(pos, side)
    for place, units in stacks_of(pos, side).items():
        strong = sum(pos.strength(unit) for unit in units) >= float(strength) and not pos.fortified(place)
        crushed = threat.strikes(place) >= SURE * toughness(pos, place, units)
        if strong and crushed and threat.closes_ring(pos, place):
            return True
    return False


def stranded(pos: WesternDesertPosition, side: int, strength: str) -> bool:
    """Do stacks of this strength in all stand where a stronger enemy can close the road home behind them?"""
    strengths = {place: sum(map(pos.strength, units)) for place, units in stacks_of(pos, side).items()}
    threat, found = danger(pos, side), 0
    for place, power in strengths.items():
        if not pos.fortified(place) and starved(pos, place, threat, strengths) >= CUT_SHARE:
            found += power
    return found >= float(strength)


def not_won(pos: WesternDesertPosition, side: int) -> bool:
    """Does the game go on, or has the other side won?"""
    return pos.over is None or pos.over[0] != side


def hungry(pos: WesternDesertPosition, side: int, count: str) -> bool:
    """Are this many units out of supply?"""
    return sum(by == UNSUPPLIED for by in supply_of_side(pos, side).values()) >= int(count)
