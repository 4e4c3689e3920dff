"""Western Desert Force: what a player weighs when placing, moving and fighting, as scores for actions."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from itertools import accumulate
from typing import NamedTuple

from sandtable.engine.maps import Mask, mask_of, places_in
from sandtable.engine.sides import ALLIED, AXIS
from sandtable.games.western_desert.box import WesternDesertBox
from sandtable.games.western_desert.odds import Prospect, hit_chances, prospect
from sandtable.games.western_desert.position import Battle, WesternDesertPosition
from sandtable.games.western_desert.rules.entering import prizes
from sandtable.games.western_desert.rules.r05_events import ENGINEERS
from sandtable.games.western_desert.rules.r07_depots import through_town, tobruk_helps
from sandtable.games.western_desert.rules.r07_organization import die_face
from sandtable.games.western_desert.rules.r08_supply import traces
from sandtable.games.western_desert.rules.r10_attack import PlanAttack
from sandtable.games.western_desert.rules.r10_fight import least_steps, no_retreat_rule
from sandtable.games.western_desert.rules.r10_losses import steps_left
from sandtable.games.western_desert.rules.r10_points import payment_barred
from sandtable.games.western_desert.rules.r10_retreat import closed_to_retreat
from sandtable.games.western_desert.rules.r12_positions import build_barred, upgrade_barred
from sandtable.games.western_desert.terms import ARMOR, BENGHAZI, INFANTRY, INSIDE, MOTORIZED, POINT_LIMIT, TOBRUK

STEP_WORTH = {True: 4.0, False: 1.0}
"""Victory points of a step, of armor and of others."""
DENIED = -1000.0
RETAKEN = 40.0
"""What it is worth to drive the enemy out of the own base."""
BASE_TAKEN = 60.0
"""What it is worth to drive the enemy out of his."""
PRIZE_NOW, PRIZE_LATER = 8.0, 2.0
"""What it is worth to stand and walk into a town or depot: in the second combat, and while others can still exploit."""
STORM = 2.8
"""Strength for each step of a garrison with which two assaults take a fortress, leader and aircraft helping."""
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
    return pos.by_place(pos.army[side])


@lru_cache(maxsize=2_000)
def distances(box: WesternDesertBox, place: int) -> tuple[int, ...]:
    """Hexes from every place to this one."""
    return tuple(box.distance(other, place) for other in range(len(box.map)))


@lru_cache(maxsize=500)
def nearest(box: WesternDesertBox, places: tuple[int, ...]) -> tuple[int, ...]:
    """Hexes from every place to the nearest of these."""
    return tuple(map(min, zip(*[distances(box, place) for place in places], strict=True)))


@lru_cache(maxsize=20)
def rough_ground(box: WesternDesertBox) -> Mask:
    """Mountains and rough hexes, where it is good to stand."""
    return mask_of(place for place, kind in enumerate(box.terrain) if kind in ("mountain", "rough"))


@lru_cache(maxsize=20)
def mountain_ground(box: WesternDesertBox) -> Mask:
    """Mountains, where it is hard to be driven out."""
    return mask_of(place for place, kind in enumerate(box.terrain) if kind == "mountain")


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


def storm_strength(pos: WesternDesertPosition, place: int, units: Sequence[int]) -> float:
    """What a hex has to be attacked with: its toughness, or enough to wear a fortress down in the combats of a turn."""
    tough = toughness(pos, place, units)
    return min(tough, STORM * steps_left(pos, units)) if pos.fortified(place) else tough


def targets(pos: WesternDesertPosition, side: int) -> list[Target]:
    """Enemy hexes that enough of our units can attack, the best first."""
    box = pos.box
    mine = stacks_of(pos, side)
    found = []
    for place, units in stacks_of(pos, 1 - side).items():
        strength, far = 0.0, distances(box, place)
        for here, stack in mine.items():
            distance = far[here]
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


def near_enemies(
    pos: WesternDesertPosition,
    place: int,
    score: float,
    touching: Mask,
    wanted: Mapping[int, float],
    foes: Mapping[int, int],
) -> float:
    """A hex's score after a look at the enemies beside it: those worth an attack add to it, others lower it."""
    for other in places_in(touching):
        score += min(9.0, 2.0 + wanted[other]) if other in wanted else -0.35 * foes[other]
    depot = pos.depot[pos.active]
    return score + 1.5 if depot >= 0 and pos.box.distance(depot, place) <= 4 else score


def company_of(pos: WesternDesertPosition, units: Sequence[int], stack: Sequence[int]) -> int:
    """The strength that units would find in a stack besides their own."""
    return sum(pos.strength(unit) for unit in stack if unit not in units)


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
    threat = {place: sum(pos.strength(u) for u in stack) for place, stack in stacks_of(pos, 1 - side).items()}
    ways = nearest(box, tuple(aims))
    strikes, held, rough, towns = box.strikes, pos.held[side], rough_ground(box), box.towns
    scores: dict[int, float] = {}
    for place in places:
        score = -0.6 * ways[place]
        touching = strikes[place] & enemy
        if touching:
            score = near_enemies(pos, place, score, touching, wanted, threat)
        company = company_of(pos, units, mine[place]) if held >> place & 1 else 0
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


def threat_to(pos: WesternDesertPosition, place: int, side: int) -> int:
    """The strength of the enemies that could come at a hex in their next turn."""
    box, where = pos.box, pos.where
    found, far = 0, distances(box, place)
    for unit in pos.army[1 - side]:
        distance = far[where[unit]]
        if distance <= (7 if box.mobile[unit] else 4):
            found += pos.strength(unit)
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
    far = distances(box, place)
    friends = sum([pos.strength(other) for other in pos.army[side] if far[pos.where[other]] <= 2])
    return threat_to(pos, place, side) > friends * (0.5 if guards else 0.7)


def garrison_stays(pos: WesternDesertPosition, unit: int) -> bool:
    """Two foot units stay in Tobruk, and one at the source when the enemy is near it."""
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
    swept = odds.overwhelm
    prices = step_prices(pos, battle.defenders)
    gain, free = swept * prices[-1], has_way_back(pos, battle)
    for hits, chance in enumerate(odds.hits[: odds.needed]):
        gain += chance * prices[min(least_steps(hits) if free and hits else hits, len(prices) - 1)]
    prices = step_prices(pos, battle.attackers)
    fire = hit_chances(odds.defense.fives, odds.defense.sixes)
    loss = (1 - swept) * sum(chance * prices[min(hits, len(prices) - 1)] for hits, chance in enumerate(fire))
    cleared = _cleared(odds)
    for place in battle.places:
        if place == pos.box.tobruk:
            gain += 12.0 * (_worn_down(odds) if pos.fortified(place) else cleared)
        elif place in pos.box.sources:
            gain += (RETAKEN if place == pos.box.sources[pos.active] else BASE_TAKEN) * cleared
        elif place in pos.box.towns or place == pos.depot[1 - pos.active]:
            gain += 4.0 * cleared
    return gain + 0.8 * cleared - loss - (0.0 if battle.paid else 0.3)


def step_prices(pos: WesternDesertPosition, units: Sequence[int]) -> list[float]:
    """What it costs these units to lose no step, one, two, and so on, the cheapest first."""
    steps, reduced = pos.box.step_count, pos.reduced
    each = sorted(step_worth(pos, unit) for unit in units for _ in range(steps[unit] - reduced[unit]))
    return [0.0, *accumulate(each)]


def has_way_back(pos: WesternDesertPosition, battle: Battle) -> bool:
    """May the defenders of a battle retreat, and is there a hex beside each of their stacks to go to?"""
    foe = 1 - pos.active
    if no_retreat_rule(pos, list(battle.defenders)) is not None:
        return False
    shut = closed_to_retreat(pos, foe) | mask_of(battle.places)
    return all(pos.box.open[MOTORIZED][place] & ~shut for place in battle.places)


def worth_of_standing(pos: WesternDesertPosition) -> float:
    """What attackers gain who take their last hit as a step: half the hits on the defence are steps, not one.

    Only those who stand can enter a hex whose defenders are about to die.
    """
    battle = Battle(*pos.battle)
    defenders = [unit for unit in battle.defenders if pos.where[unit] >= 0]
    if not has_way_back(pos, battle):
        prizes_of_war = {pos.depot[1 - pos.active], *pos.box.towns, *pos.box.sources}
        prized = any(place in prizes_of_war for place in battle.places)
        dying = battle.hits[1] >= steps_left(pos, defenders)
        return (PRIZE_NOW if pos.exploiting else PRIZE_LATER) if prized and dying else 0.0
    prices = step_prices(pos, defenders)
    hits, most = battle.hits[1], len(prices) - 1
    return prices[min(least_steps(hits), most)] - prices[min(1, most)] if hits else 0.0


def _cleared(odds: Prospect) -> float:
    """Roughly how likely the hex is to be cleared: enough hits for every step, or for one step and a retreat."""
    enough = max(1, min(odds.defender_steps, 3))
    return sum(odds.hits[enough:])


def _worn_down(odds: Prospect) -> float:
    """How far on average a garrison that does not give way is worn down: nobody can refit it while it is besieged."""
    steps = odds.defender_steps
    return sum(chance * (min(hits, steps) / steps) ** 2 for hits, chance in enumerate(odds.hits))


def planned_battle(pos: WesternDesertPosition) -> Battle | None:
    """The battle of the plan now being made, paid for if possible."""
    side = pos.active
    targets_, stacks, held = PlanAttack.Args(*pos.stack[-1].args)
    attackers: list[int] = []
    for place, whole in stacks:
        here = pos.fighters_at(place, side)
        attackers += [u for u in here if u not in held and (whole or not pos.flags[u] & INSIDE)]
    if not attackers:
        return None
    defenders = tuple(u for place in targets_ for u in pos.fighters_at(place, 1 - side))
    paid = int(payment_barred(pos, side, attackers) is None)
    return Battle(tuple(attackers), defenders, targets_, paid, min(2, pos.air if pos.air_side == side else 0))


@lru_cache(maxsize=64)
def mean_points(box: WesternDesertBox, side: int, row: int, bonus: int) -> float:
    """The attack points that a row of the table yields on average."""
    return sum(box.new_points[side][row][die_face(die + bonus) - 1] for die in range(1, 7)) / 6


class Sites:
    """Places for a side's depot in a position: it wants fighting strength in range, new points, and no enemy near."""

    fresh = 1.3
    """What an attack point of the next organisation is worth."""
    closeness = 0.35
    """What each hex away from the enemy costs, beyond three."""

    def __init__(self, pos: WesternDesertPosition, side: int) -> None:
        box = pos.box
        self.pos, self.side, self.stacks = pos, side, stacks_of(pos, side)
        self._mine = [
            (distances(box, here), sum([pos.strength(unit) for unit in units])) for here, units in self.stacks.items()
        ]
        self._foes = [distances(box, here) for here in places_in(pos.held[1 - side])]
        self._row = -int(tobruk_helps(pos, side))
        self._bonus = through_town(pos, side, BENGHAZI)

    def score(self, place: int) -> float:
        """How good a place is, before what the enemy could do to it is considered."""
        pos, side = self.pos, self.side
        zones, here, moved = pos.box.zone[side], pos.depot[side], pos.depot_moved[side]
        reach = sum([strength for far, strength in self._mine if far[place] <= 4])
        near = min([far[place] for far in self._foes], default=20)
        if here >= 0 and abs(zones[here] - zones[place]) >= 2:
            moved = 1
        row = max(0, min(5, zones[place] + self._row + (moved == 1)))
        fresh = min(mean_points(pos.box, side, row, self._bonus >> place & 1), POINT_LIMIT - pos.points[side])
        return (
            0.16 * min(reach, 30) + self.fresh * fresh - (5.0 if near <= 2 else 0.0) - self.closeness * max(0, near - 3)
        )


def side_strength(pos: WesternDesertPosition, side: int) -> float:
    """Strength on the map and in reserve, steps weighted by their value."""
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
