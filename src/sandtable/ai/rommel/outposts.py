"""Rommel in the Desert: one block each to the posts in the rear that a plan names, so that raiders find no gap."""

from __future__ import annotations

from sandtable.ai.rommel.clash import worth
from sandtable.ai.rommel.operations import Forces, Leg, Move
from sandtable.ai.rommel.plans import OUTPOST, posts
from sandtable.engine.maps import mask_of
from sandtable.games.rommel.position import RommelPosition

Posting = tuple[Move, ...]
"""The moves of one turn that man posts."""


def postings(pos: RommelPosition, side: int) -> list[Posting]:
    """For each stack the turn of one move, and that of two, which mans most of the posts where nobody is."""
    ready = pos.held(side)[1]
    wanted = {place: gain for place, gain in posts(pos, side) if not ready >> place & 1}
    if not wanted:
        return []
    forces, found = Forces(pos, side), list[Posting]()
    kept = {place for place, _ in posts(pos, side)}
    for start, stack in forces.stacks.items():
        free = sorted([unit for unit in stack if worth(pos, unit) <= OUTPOST], key=lambda unit: worth(pos, unit))
        if start in kept and len(free) == len(stack):
            free = free[1:]
        if pos.battle_at(start) is None and free:
            found += _manned(forces, start, free, wanted)
    return found


def _manned(forces: Forces, start: int, free: list[int], wanted: dict[int, float]) -> list[Posting]:
    """The blocks of one stack to as many posts as they can: at once, and by way of one of them to those beyond."""
    found = list[Posting]()
    direct = _assigned(forces, free, sorted(wanted, key=lambda place: -wanted[place]))
    if direct:
        found.append((Move(start, -1, direct, forces.led(direct)),))
    best: tuple[float, Posting] = (sum(wanted[leg.dest] for leg in direct), ())
    for hub in wanted:
        able = [unit for unit in free if forces.far[unit].plain >> hub & 1]
        if len(able) < 2:
            continue
        near = _assigned(
            forces, [unit for unit in free if unit not in able], [place for place in wanted if place != hub]
        )
        slowest = min(forces.pos.box.speed[unit] for unit in able)
        on = forces.reach_from(hub, slowest, forces.mode).plain & ~mask_of(leg.dest for leg in near)
        beyond = sorted([place for place in wanted if on >> place & 1], key=lambda place: -wanted[place])
        beyond = beyond[: len(able) - 1]
        gain = wanted[hub] + sum(wanted[place] for place in beyond) + sum(wanted[leg.dest] for leg in near)
        if beyond and gain > best[0]:
            first = (*near, *(Leg(unit, hub, -1) for unit in able[: 1 + len(beyond)]))
            then = tuple(Leg(unit, place, -1) for unit, place in zip(able[1:], beyond, strict=False))
            best = gain, (Move(start, -1, first, forces.led(first)), Move(hub, -1, then))
    return [*found, best[1]] if best[1] else found


def _assigned(forces: Forces, free: list[int], places: list[int]) -> tuple[Leg, ...]:
    """A block to each of these hexes that one can reach: the slowest that can, and of those the cheapest."""
    pos, left, legs = forces.pos, list(free), list[Leg]()
    for place in places:
        able = [unit for unit in left if forces.far[unit].plain >> place & 1]
        if able:
            unit = min(able, key=lambda one: (pos.box.speed[one], worth(pos, one)))
            left.remove(unit)
            legs.append(Leg(unit, place, -1))
    return tuple(legs)
