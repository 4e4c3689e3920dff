"""Western Desert Force: whether one place can fall in the enemy's next turn, by the ways and the dice he has.

Bases, depots and Tobruk are lost to who walks in, or to two assaults: one by those who come beside the place by a plain
move, and one in the exploitation phase by all who can exploit, strategic moves included. Both are reckoned with the
ways round our units as they stand, the room beside the place, his depot's range, and what his points can buy.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple

from sandtable.ai.western_desert.danger import Arm, Danger, both_links, danger
from sandtable.engine.maps import Mask, places_in, spread
from sandtable.games.western_desert.box import WesternDesertBox
from sandtable.games.western_desert.odds import hit_chances
from sandtable.games.western_desert.position import WesternDesertPosition
from sandtable.games.western_desert.rules.r07_depots import depot_places
from sandtable.games.western_desert.rules.r07_offensive import offensive_cost
from sandtable.games.western_desert.rules.r08_supply import UNSUPPLIED, joins, supply_of_side
from sandtable.games.western_desert.rules.r10_account import overwhelming
from sandtable.games.western_desert.rules.r10_losses import steps_left
from sandtable.games.western_desert.rules.r10_points import UNPAID
from sandtable.games.western_desert.rules.r10_strength import integrity
from sandtable.games.western_desert.rules.r13_leaders import face
from sandtable.games.western_desert.rules.r16_fortresses import in_city
from sandtable.games.western_desert.terms import (
    ARMOR,
    ATTACK_RANGE,
    INFANTRY,
    INSIDE,
    MOTORIZED,
    MP,
    RECON,
    STACK_LIMIT,
    TOBRUK,
)

FRESH = 2
"""Attack points that he is sure to get before he moves."""
A_STEP = 2.0
"""The strength that attackers lose with each step."""
FARTHEST = 6
"""The longest range of a leader."""
A_DEPOT, A_POINT = 4.0, 0.8
"""What a depot is worth without attack points, and what each of them adds."""
UNFED = 0.15
"""The share that an empty base counts for whose captor would be out of supply."""
WINGS = 1
"""Dice for aircraft, which nobody can foresee."""


class Striker(NamedTuple):
    """An enemy unit that can come beside a place."""

    strength: int
    keen: bool
    """Does it hit on a 5 as well?"""
    points: int
    """Stacking points, none for a battalion."""
    first: bool
    """Is it there for the first combat?"""
    again: bool
    """May it attack in the second?"""


def fall_chance(pos: WesternDesertPosition, side: int, place: int, garrison: Sequence[int]) -> float:
    """The chance that the enemy stands in a place after his next turn if these units are in it."""
    threat = danger(pos, side)
    if not garrison:
        return float(threat.walks_into(pos, place))
    foe, reduced, flags = 1 - side, pos.reduced, pos.flags
    key = (
        place,
        pos.held[side] | pos.box.bit[place],
        pos.zoc[side],
        pos.depot[foe],
        pos.points[foe],
        pos.control[TOBRUK],
        tuple(pos.fortress),
        tuple([(unit, reduced[unit], flags[unit] & INSIDE) for unit in garrison]),
    )
    found = threat.falls.get(key)
    if found is None:
        found = threat.falls[key] = _fall_chance(pos, side, place, garrison, threat)
    return found


def feeds_who_takes(pos: WesternDesertPosition, side: int, place: int) -> bool:
    """Would the enemy be supplied in a place that he took from a side, by the ways open to him now?"""
    box, foe = pos.box, 1 - side
    rest = pos.held[side] & ~box.bit[place]
    zones = 0
    for here in places_in(rest):
        if pos.guards[2 * here + side]:
            zones |= box.zoc_from[here]
    blocked = rest | zones & ~(pos.held[foe] | box.bit[place])
    home = box.lifelines(box.sources[foe], blocked & box.network)
    return joins(pos, place, foe, home, blocked)


def base_risk(pos: WesternDesertPosition, side: int, garrison: Sequence[int]) -> float:
    """How far these units in a side's base are from keeping it: less is lost if nobody feeds who takes it."""
    base = pos.box.sources[side]
    if feeds_who_takes(pos, side, base):
        return fall_chance(pos, side, base, garrison)
    return UNFED * fall_chance(pos, side, base, garrison) if not garrison else 0.0


def depot_worth(pos: WesternDesertPosition, side: int) -> float:
    """What is lost with a side's depot: its attack points, those that the captor gets, and the zone it stood in."""
    return A_DEPOT + A_POINT * pos.points[side]


def _fall_chance(pos: WesternDesertPosition, side: int, place: int, garrison: Sequence[int], threat: Danger) -> float:
    """The same, worked out: he strikes in the better of two ways, with a major offensive if he can buy one."""
    foe, worst = 1 - side, 0.0
    cost = offensive_cost(pos, foe)
    for major in (False, True) if cost is not None else (False,):
        points = pos.points[foe] + FRESH - (cost or 0) * major
        if points < 0:
            continue
        found = strikers(pos, side, place, threat, major)
        if found:
            worst = max(worst, _two_assaults(pos, side, place, garrison, found, points, major))
    return worst


def strikers(pos: WesternDesertPosition, side: int, place: int, threat: Danger, major: bool) -> list[Striker]:
    """The enemy units that can come beside a place in time for one of the combats of a turn."""
    box, foe = pos.box, 1 - side
    beside, zones = box.strikes[place], pos.zoc[side]
    held = pos.held[side] | box.bit[place]
    free = beside & ~held
    found = list[Striker]()
    hungry: set[int] | None = None
    fees = _fees(pos, foe, free)
    in_town, fort = in_city(pos, place) or pos.fortified(place), pos.fortified(place)
    for arm in threat.arms:
        unit, mobile = arm.unit, box.kind[arm.unit] != INFANTRY
        budget = box.movement[unit] * MP
        half = arm.half if not major else budget if mobile else (box.movement[unit] + 1) // 2 * MP
        near, joined = approaches(box, free, half, held | zones) if half else (0, 0)
        by_road = bool(arm.road & near) and bool(joined >> arm.place & 1) and not zones >> arm.place & 1
        there = bool(beside >> arm.place & 1)
        if not (there or by_road or box.ways[box.terrain_kind[unit]].within(arm.place, budget + half) & free):
            continue
        if hungry is None:
            hungry = {one for one, by in supply_of_side(pos, foe).items() if by == UNSUPPLIED}
        fed = unit not in hungry
        if not fed:
            budget, half, by_road = _halved(budget), _halved(half), False
        first = there or bool(free & _reach(box, arm, budget, held, zones))
        if not first and not by_road and not (half and free & _reach(box, arm, budget + half, held, zones)):
            continue
        armour = box.kind[unit] == ARMOR
        strength = max(0, arm.strength + fees[first or not major] - (armour and in_town))
        keen = not fort and (major or (box.german[unit] and armour))
        points = 0 if box.battalion[unit] else box.points[unit]
        found.append(Striker(strength if fed else (strength + 1) // 2, keen, points, first, mobile or major))
    return found


def _halved(budget: int) -> int:
    """9.5 Half of an allowance in sixths, rounded up to whole points."""
    return (budget // MP + 1) // 2 * MP


def _fees(pos: WesternDesertPosition, foe: int, beside: Mask) -> tuple[int, int]:
    """What his units lack without a depot near: in the second assault of an offensive, which it follows, and else."""
    box, distance = pos.box, pos.box.distance
    reach = max([ATTACK_RANGE, *(face(pos, chief).range for chief in box.leaders[foe] if pos.where[chief] >= 0)])
    around, depot = spread_out(box, beside), pos.depot[foe]
    sites = depot_places(pos, foe)
    follows = sites | box.roads & box.zone_band[foe][box.zone[foe][depot]] if depot >= 0 else sites

    def fee(found: Mask) -> int:
        near = any(distance(site, place) <= reach for site in places_in(found) for place in places_in(beside))
        return 0 if near else UNPAID

    return fee(follows & around), fee(sites & around)


@lru_cache(maxsize=200)
def spread_out(box: WesternDesertBox, places: Mask) -> Mask:
    """The hexes from which a depot may support an attack from one of these places, and some more."""
    found = 0
    for place in places_in(places):
        found |= box.disc(place, FARTHEST)
    return found


@lru_cache(maxsize=4_000)
def approaches(box: WesternDesertBox, goals: Mask, budget: int, closed: Mask) -> tuple[Mask, Mask]:
    """The roads and tracks from which one of these places is a move of this budget away, and those joined to them."""
    network, links, near = box.roads | box.tracks, both_links(box), 0
    for place in places_in(goals):
        near |= box.ways[RECON].within(place, budget)
    near &= network & ~closed
    found = edge = near
    while edge:
        edge = spread(edge, links) & ~closed & ~found
        found |= edge
    return near, found


def _reach(box: WesternDesertBox, arm: Arm, budget: int, held: Mask, zones: Mask) -> Mask:
    """Where a unit can go for this budget, round ours and their zones."""
    kind = box.terrain_kind[arm.unit]
    free = box.ways[kind].within(arm.place, budget)
    if not free & (held | zones):
        return free
    if box.passes_zones[arm.unit]:
        return box.hindered_reach(kind, arm.place, budget, held & free, 0, zones & free, 0, 0)
    return box.hindered_reach(kind, arm.place, budget, held & free, zones & free & ~box.bit[arm.place], 0, 0, 0)


def _two_assaults(
    pos: WesternDesertPosition,
    side: int,
    place: int,
    garrison: Sequence[int],
    found: list[Striker],
    points: int,
    major: bool,
) -> float:
    """The chance that one assault clears a place, or two do: the second meets what the first has left standing."""
    box = pos.box
    held, beside = pos.held[side], box.strikes[place]
    room = STACK_LIMIT * (beside & ~held).bit_count()
    steps = steps_left(pos, garrison)
    defence, keen = defence_of(pos, side, place, garrison, major)
    chief = max([0, *(face(pos, leader).attack for leader in box.leaders[1 - side] if pos.where[leader] >= 0)])
    first = _in_room([one for one in found if one.first], room)
    fives, sixes = _dice(first, points >= 1)
    odds = hit_chances(fives, sixes + chief + WINGS) if first else (1.0,)
    fire = defence * (2 if keen else 1) / 6.0
    again = _in_room([one for one in found if one.again], room)
    fives, sixes = _dice(again, points >= 2)
    lost = A_STEP * fire if first else 0.0
    share = max(0.0, 1.0 - lost / max(1.0, float(fives + sixes)))
    fives, sixes = round(fives * share), round(sixes * share)
    total, needed = 0.0, overwhelming(defence)
    for hits, chance in enumerate(odds):
        if hits >= min(needed, steps):
            total += chance
        elif again:
            left = steps - hits
            still = max(1, -(-defence * left // steps))
            total += chance * sum(hit_chances(fives, sixes + chief + WINGS)[min(left, overwhelming(still)) :])
    return total


def _in_room(units: list[Striker], room: int) -> list[Striker]:
    """The best of these units who find room together."""
    chosen, used = list[Striker](), 0
    for one in sorted(units, key=lambda unit: -unit.strength * (2 if unit.keen else 1) / max(1, unit.points)):
        if used + one.points <= room:
            chosen.append(one)
            used += one.points
    return chosen


def _dice(units: list[Striker], paid: bool) -> tuple[int, int]:
    """The dice of an assault that hit on a 5, and those that hit on a 6 only."""
    fee = 0 if paid else UNPAID
    fives = sum(max(0, one.strength + fee) for one in units if one.keen)
    return fives, sum(max(0, one.strength + fee) for one in units if not one.keen)


def defence_of(
    pos: WesternDesertPosition, side: int, place: int, garrison: Sequence[int], major: bool
) -> tuple[int, bool]:
    """The dice with which these units would defend a place, and whether most of them hit on a 5."""
    box, fort = pos.box, pos.fortified(place)
    each = (box.terrain[place] == "mountain") + fort
    town = in_city(pos, place)
    total, keen = integrity(pos, garrison) + (box.terrain[place] in ("rough", "salt-marsh")), 0
    for unit in garrison:
        dug = bool(pos.flags[unit] & INSIDE)
        strength = max(0, pos.strength(unit) + each + dug - (town and box.kind[unit] == ARMOR))
        total += strength
        if dug:
            keen += strength * (pos.work_at(place) == 2)
        elif major or fort or (box.german[unit] and box.kind[unit] in (MOTORIZED, INFANTRY)):
            keen += strength
    return total, 2 * keen > total
