"""Western Desert Force: what a player weighs when he places, moves and fights, as scores for actions."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple

from sandtable.engine.maps import Mask, mask_of, places_in
from sandtable.engine.sides import ALLIED, AXIS
from sandtable.games.western_desert.box import WesternDesertBox
from sandtable.games.western_desert.odds import Prospect, prospect
from sandtable.games.western_desert.position import Battle, WesternDesertPosition
from sandtable.games.western_desert.rules.entering import prizes
from sandtable.games.western_desert.rules.r05_events import ENGINEERS
from sandtable.games.western_desert.rules.r07_depots import benghazi_bonus, depot_row
from sandtable.games.western_desert.rules.r07_organization import die_face
from sandtable.games.western_desert.rules.r08_supply import traces
from sandtable.games.western_desert.rules.r10_points import payment_barred
from sandtable.games.western_desert.rules.r12_positions import build_barred, upgrade_barred
from sandtable.games.western_desert.terms import ARMOR, INFANTRY, INSIDE, TOBRUK

STEP_WORTH = {True: 4.0, False: 1.0}
"""Victory points of a step, of armor and of others."""
DENIED = -1000.0
SPARE_POINTS = 3
"""Attack points a side keeps for its attacks before it digs."""


def step_worth(pos: WesternDesertPosition, unit: int) -> float:
    """What a step of this unit is worth: the points for it, and the strength that goes with it."""
    box = pos.box
    armor = box.kind[unit] == ARMOR
    steps = box.step_count[unit]
    return STEP_WORTH[armor] * (2 / steps) + 0.35 * box.strength[unit][0] / steps


def stacks_of(pos: WesternDesertPosition, side: int) -> dict[int, list[int]]:
    """The combat units of a side by hex."""
    stacks: dict[int, list[int]] = {}
    for unit in pos.box.fighters[side]:
        if pos.where[unit] >= 0:
            stacks.setdefault(pos.where[unit], []).append(unit)
    return stacks


@lru_cache(maxsize=2_000)
def distances(box: WesternDesertBox, place: int) -> tuple[int, ...]:
    """Hexes from every place to this one."""
    return tuple(box.distance(other, place) for other in range(len(box.map)))


@lru_cache(maxsize=20)
def rough_ground(box: WesternDesertBox) -> Mask:
    """Mountains and rough hexes, where it is good to stand."""
    return mask_of(place for place, kind in enumerate(box.terrain) if kind in ("mountain", "rough"))


class Target(NamedTuple):
    """An enemy hex that could be attacked with advantage."""

    place: int
    worth: float


def toughness(pos: WesternDesertPosition, place: int, units: Sequence[int]) -> float:
    """Rough strength of a defended hex."""
    box = pos.box
    each = 1 if box.terrain[place] == "mountain" or pos.fortified(place) else 0
    total = sum(pos.strength(unit) + each + (1 if pos.flags[unit] & INSIDE else 0) for unit in units)
    total += 1 if box.terrain[place] in ("rough", "salt-marsh") else 0
    return total * (1.5 if pos.fortified(place) else 1.0)


def targets(pos: WesternDesertPosition, side: int) -> list[Target]:
    """Enemy hexes that enough of ours can get at, the best first."""
    box = pos.box
    mine = stacks_of(pos, side)
    found = []
    for place, units in stacks_of(pos, 1 - side).items():
        strength = 0.0
        for here, stack in mine.items():
            distance = box.distance(here, place)
            if distance <= 8:
                strength += sum(pos.strength(unit) for unit in stack if distance <= (8 if box.mobile[unit] else 4))
        odds = min(strength, 24.0) / max(1.0, toughness(pos, place, units))
        if odds >= 1.3:
            gain = sum(step_worth(pos, unit) for unit in units)
            if place in box.towns:
                gain += 6.0
            found.append(Target(place, (odds - 1.0) * (2.0 + gain)))
    found.sort(key=lambda target: -target.worth)
    return found[:4]


def goals(pos: WesternDesertPosition, side: int) -> list[int]:
    """Where a side wants to be when nothing is in reach: Tobruk first, then towards the enemy's base."""
    box = pos.box
    if pos.control[TOBRUK] != side:
        return [box.tobruk]
    threats = sorted(stacks_of(pos, 1 - side), key=lambda place: box.distance(place, box.tobruk))
    return threats[:3] or [box.sources[1 - side]]


def move_scores(pos: WesternDesertPosition, units: tuple[int, ...], places: Sequence[int]) -> dict[int, float]:
    """How good each hex would be for these units."""
    box, side = pos.box, pos.active
    enemy = pos.held[1 - side]
    found = targets(pos, side)
    wanted = {target.place: target.worth for target in found}
    aims = [target.place for target in found] or goals(pos, side)
    aims += goals(pos, side)[:1]
    taken = prizes(pos, side)
    mine = stacks_of(pos, side)
    strength = sum(pos.strength(unit) for unit in units if unit < box.count)
    leader_only = strength == 0
    depot = pos.depot[side]
    threat = {place: sum(pos.strength(u) for u in stack) for place, stack in stacks_of(pos, 1 - side).items()}
    ways = [distances(box, aim) for aim in aims]
    strikes, held, rough, towns = box.strikes, pos.held[side], rough_ground(box), box.towns
    scores: dict[int, float] = {}
    for place in places:
        score = -0.6 * min([way[place] for way in ways])
        touching = strikes[place] & enemy
        if touching:
            for other in places_in(touching):
                score += min(9.0, 2.0 + wanted[other]) if other in wanted else -0.35 * threat[other]
            if depot >= 0 and box.distance(depot, place) <= 4:
                score += 1.5
        company = 0
        if held >> place & 1:
            company = sum(pos.strength(unit) for unit in mine[place] if unit not in units)
            score += 0.12 * min(company, 10)
        if taken >> place & 1 and not leader_only:
            score += 8.0 if place == box.tobruk or place == pos.depot[1 - side] else 3.0
        if rough >> place & 1:
            score += 0.4
        if place in towns and pos.fortified(place) and pos.control[towns.index(place)] == side:
            score += 1.0
        if leader_only:
            score += 0.4 * company - (6.0 if not company else 0.0)
        scores[place] = score
    return scores


def best_supplied(pos: WesternDesertPosition, side: int, scores: dict[int, float], tries: int = 6) -> dict[int, float]:
    """The same scores, the best hexes marked down where no supply reaches."""
    checked = dict(scores)
    for place in sorted(scores, key=lambda p: -scores[p])[:tries]:
        if not traces(pos, place, side, pos.box.sources[side]):
            port = pos.control[TOBRUK] == side and traces(pos, place, side, pos.box.tobruk)
            checked[place] -= 2.0 if port else 9.0
    for place in sorted(scores, key=lambda p: -scores[p])[tries:]:
        checked[place] -= 4.0
    return checked


def threat_to(pos: WesternDesertPosition, place: int, side: int) -> float:
    """The strength of the enemies that could come at a hex in their next turn."""
    box = pos.box
    found = 0.0
    for here, units in stacks_of(pos, 1 - side).items():
        distance = box.distance(here, place)
        if distance <= 7:
            found += sum(pos.strength(unit) for unit in units if distance <= (7 if box.mobile[unit] else 4))
    return found


def digs_in(pos: WesternDesertPosition, unit: int) -> bool:
    """Should a foot unit build or raise field works: outmatched where it stands, on a road or close to a prize?"""
    box, side, place = pos.box, pos.box.side[unit], pos.where[unit]
    if box.kind[unit] != INFANTRY or (pos.points[side] < SPARE_POINTS and not pos.effects & ENGINEERS[side]):
        return False
    if build_barred(pos, unit) is not None and upgrade_barred(pos, unit) is not None:
        return False
    guards = any(
        holder == side and box.distance(place, town) <= 2 for town, holder in zip(box.towns, pos.control, strict=True)
    )
    if not guards and not box.roads >> place & 1:
        return False
    friends = sum(
        sum(pos.strength(other) for other in units)
        for here, units in stacks_of(pos, side).items()
        if box.distance(here, place) <= 2
    )
    return threat_to(pos, place, side) > friends * (0.5 if guards else 0.7)


def garrison_stays(pos: WesternDesertPosition, unit: int) -> bool:
    """Two foot units stay in Tobruk, and one by the source when the enemy is near it."""
    box, side, here = pos.box, pos.box.side[unit], pos.where[unit]
    if here == box.tobruk and unit < box.count:
        foot = [u for u in pos.fighters_at(here, side) if box.kind[u] == INFANTRY] or pos.fighters_at(here, side)
        return unit in foot[:2]
    if here == box.sources[side] and unit < box.count:
        near = any(box.distance(place, here) <= 12 for place in places_in(pos.held[1 - side]))
        return near and unit == pos.fighters_at(here, side)[0]
    return False


def attack_value(pos: WesternDesertPosition, battle: Battle) -> float:
    """What an attack is worth on average, in victory points and ground."""
    odds = prospect(pos, battle)
    attacker, defender = odds.losses()
    mean = sum(step_worth(pos, unit) for unit in battle.defenders) / len(battle.defenders)
    cost = sorted(step_worth(pos, unit) for unit in battle.attackers)
    gain = mean * sum(n * chance for n, chance in enumerate(defender))
    loss = (cost[0] * 0.7 + 0.3 * sum(cost) / len(cost)) * sum(n * chance for n, chance in enumerate(attacker))
    cleared = _cleared(odds)
    for place in battle.places:
        if place == pos.box.tobruk:
            gain += 12.0 * cleared
        elif place in pos.box.towns or place == pos.depot[1 - pos.active]:
            gain += 4.0 * cleared
    return gain + 0.8 * cleared - loss - (0.0 if battle.paid else 0.3)


def _cleared(odds: Prospect) -> float:
    """About how likely the hex is cleared: enough hits for every step, or for one step and a retreat."""
    enough = max(1, min(odds.defender_steps, 3))
    return sum(odds.hits[enough:])


def planned_battle(pos: WesternDesertPosition) -> Battle | None:
    """The battle of the plan before the player, paid for if it can be."""
    side = pos.active
    targets_, stacks = pos.stack[-1][2]
    attackers: list[int] = []
    for place, whole in stacks:
        attackers += [u for u in pos.fighters_at(place, side) if whole or not pos.flags[u] & INSIDE]
    if not attackers:
        return None
    defenders = tuple(u for place in targets_ for u in pos.fighters_at(place, 1 - side))
    paid = int(payment_barred(pos, side, attackers) is None)
    return Battle(tuple(attackers), defenders, targets_, paid, min(2, pos.air if pos.air_side == side else 0))


def mean_points(pos: WesternDesertPosition, side: int) -> float:
    """The attack points a side may expect from its depot as it stands."""
    if pos.depot[side] < 0:
        return 0.0
    row, bonus = pos.box.new_points[side][depot_row(pos, side)], benghazi_bonus(pos, side)
    return sum(row[die_face(die + bonus) - 1] for die in range(1, 7)) / 6


def depot_score(pos: WesternDesertPosition, side: int, place: int, stacks: dict[int, list[int]]) -> float:
    """A depot wants fighting strength in range, many new points, and no enemy close by."""
    box = pos.box
    reach = sum(
        sum(pos.strength(unit) for unit in units) for here, units in stacks.items() if box.distance(here, place) <= 4
    )
    near = min((box.distance(place, other) for other in places_in(pos.held[1 - side])), default=20)
    trial = pos.depot[side]
    moved = pos.depot_moved[side]
    pos.depot[side] = place
    if trial >= 0 and abs(box.zone[side][trial] - box.zone[side][place]) >= 2:
        pos.depot_moved[side] = 1
    fresh = mean_points(pos, side)
    pos.depot[side], pos.depot_moved[side] = trial, moved
    return 0.16 * min(reach, 30) + 1.3 * fresh - (5.0 if near <= 2 else 0.0) - 0.35 * max(0, near - 3)


def side_strength(pos: WesternDesertPosition, side: int) -> float:
    """Strength on the map and in reserve, steps weighed by their worth."""
    box = pos.box
    total = 0.0
    for unit in box.fighters[side]:
        place = pos.where[unit]
        if place >= -1:
            total += pos.strength(unit) * (1.0 if place >= 0 else 0.8)
    return total


def front(pos: WesternDesertPosition) -> float:
    """How far west the Allies stand: the mean distance of both sides' units from Alexandria."""
    box = pos.box
    distances = [
        box.to_source[ALLIED][pos.where[unit]]
        for side in (ALLIED, AXIS)
        for unit in box.fighters[side]
        if pos.where[unit] >= 0
    ]
    return sum(distances) / len(distances) if distances else 30.0
