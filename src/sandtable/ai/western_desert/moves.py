"""Western Desert Force: where a careful player moves, who stays on guard, and where the depot is safe."""

from __future__ import annotations

from collections.abc import Callable, Container, Sequence
from functools import lru_cache
from math import inf

from sandtable.ai.western_desert.assault import base_risk, depot_worth, fall_chance, feeds_who_takes
from sandtable.ai.western_desert.coups import coup_scores
from sandtable.ai.western_desert.danger import LIKELY, SURE, Danger, danger
from sandtable.ai.western_desert.plans import Plan, plan_of
from sandtable.ai.western_desert.value import (
    Sites,
    Target,
    company_of,
    distances,
    goals,
    mountain_ground,
    near_enemies,
    nearest,
    rough_ground,
    stacks_of,
    step_worth,
    storm_strength,
    toughness,
)
from sandtable.engine.maps import places_in
from sandtable.games.western_desert.box import WesternDesertBox
from sandtable.games.western_desert.position import WesternDesertPosition
from sandtable.games.western_desert.rules.entering import prizes
from sandtable.games.western_desert.rules.r08_supply import (
    BY_TOBRUK,
    UNSUPPLIED,
    supply_at,
    tobruk_capacity,
    traces,
)
from sandtable.games.western_desert.rules.r09_stacking import fits
from sandtable.games.western_desert.terms import ARMOR, BARDIA, INFANTRY, MOVED, STACK_LIMIT, TOBRUK

WON, BASE, DEPOT, TOWN = 60.0, 9.0, 8.0, 3.0
"""How strongly units are drawn to the enemy's base in supply and out of it, to his depot or Tobruk, and to a town."""
NAKED = 12.0
"""What a depot loses if any enemy could walk into it, and how strongly it draws a guard."""
SAFE = 0.05
"""The chance of losing the base that nobody is called back for."""
HELD = 1.7
"""Odds against its guard at which a depot is likely to be held."""
CALL = 60.0
"""How strongly a base that can fall draws who can save it."""
CUT = 4.0
"""What a depot loses if the enemy could cut its road home."""
OFF_ROAD = {True: 0.2, False: 0.6}
"""What it costs to stand away from the road, for each hex, for a side that attacks and for one that waits."""
NEARBY = 6
"""Hexes from Tobruk within which a stack parts if it needs a garrison."""
STARVED = 3.0
"""What it costs to be out of supply, besides the steps lost by it, and to depend on Tobruk's port."""
MOST = 28.0
"""Strength beyond which more attackers add little, except against a fortress."""
GRIP = 0.55
"""The share of the enemy's strength that a garrison of Tobruk has to match."""
SLACK = 3
"""Hexes from its aims at which a side that waits stops marching."""
TOGETHER, CUT_SHARE = 3, 0.45
"""Hexes within which friends help to keep a road open, and the share of its value that a stack loses if it is cut."""
Risk = Callable[[int], float]
"""What units stand to lose in a hex."""
HOMEWARD = 0.8
"""How strongly its base draws a stack that is cut off, for each hex."""
UNPAID = 2
RANGE = 5
IN_RANGE, MOST_PAID = 0.6, 10
"""What it is worth for each attacker to be in the depot's range, and for how many of them."""
LATER_POINTS = 0.4
"""What attack points of the next turn count for when the depot follows an offensive: it may move again before them."""
BACK = 0.18
"""What each hex away from the enemy costs the depot of a side that waits."""
A_GUARD = 4.0
"""The defence that a guard who is sent later has."""
GUARDED_LATER = 3.0
"""What a depot loses that has no guard yet, while somebody can still march there."""


def ready_strength(pos: WesternDesertPosition, own: Danger, place: int) -> float:
    """The strength that a side can bring against a hex in this movement phase, less what it cannot pay for."""
    box, side = pos.box, own.foe
    depot, beside = pos.depot[side], box.strikes[place]
    fee = 0 if depot >= 0 and pos.points[side] and box.distance(depot, place) <= RANGE else UNPAID
    found = [
        arm.strength - fee
        for arm in own.arms
        if beside >> arm.place & 1 or (arm.near & beside and not pos.flags[arm.unit] & MOVED)
    ]
    return at_most(pos, place, found)


def at_most(pos: WesternDesertPosition, place: int, strengths: list[int]) -> float:
    """The strength of those who find room to attack a hex; against a fortress all of it is needed."""
    if not pos.fortified(place):
        return min(float(sum(max(0, strength) for strength in strengths)), MOST)
    room = STACK_LIMIT * pos.box.strikes[place].bit_count()
    return float(sum(max(0, strength) for strength in sorted(strengths)[-room:]))


def open_targets(pos: WesternDesertPosition, side: int, plan: Plan) -> list[Target]:
    """Enemy hexes that enough of our units can attack now, the best first."""
    own = danger(pos, 1 - side)
    found = []
    for place, units in stacks_of(pos, 1 - side).items():
        odds = ready_strength(pos, own, place) / max(1.0, storm_strength(pos, place, units))
        if odds >= plan.odds:
            gain = sum(step_worth(pos, unit) for unit in units)
            if place in pos.box.towns:
                gain += 6.0
            if place == pos.depot[1 - side]:
                gain += 3.0
            found.append(Target(place, (odds - 1.0) * (2.0 + gain)))
    found.sort(key=lambda target: -target.worth)
    return found[:4]


def careful_scores(
    pos: WesternDesertPosition, units: tuple[int, ...], places: Sequence[int]
) -> tuple[dict[int, float], Risk]:
    """How good each hex would be for these units: aims, prizes, company; and what to take off for the enemy's answer.

    The latter is expensive to work out and is needed only for the best hexes.
    """
    box, side = pos.box, pos.active
    enemy, foe = pos.held[1 - side], 1 - side
    plan, threat = plan_of(pos, side), danger(pos, side)
    found = open_targets(pos, side, plan)
    wanted = {target.place: target.worth for target in found}
    aims = [target.place for target in found]
    slack = 0
    if plan.attacks:
        aims = (aims or goals(pos, side)) + goals(pos, side)[:1]
    elif not aims:
        aims, slack = waiting_places(pos, side), SLACK
    push = plan.push
    if cut_off(pos, side, units):
        aims, slack, push = [box.sources[side]], 0, max(push, HOMEWARD)
    mine = stacks_of(pos, side)
    fighters = [unit for unit in units if unit < box.count]
    strength = sum(pos.strength(unit) for unit in fighters)
    worth = sum(stack_worth(pos, unit) for unit in fighters)
    taken, source = prizes(pos, side), box.sources[foe]
    foes = {place: sum(pos.strength(u) for u in stack) for place, stack in stacks_of(pos, foe).items()}
    ways = nearest(box, tuple(aims))
    strikes, held, rough, towns = box.strikes, pos.held[side], rough_ground(box), box.towns
    needs = posts(pos, side, units, threat)
    forts, mountains = {place for place in towns[:2] if pos.fortified(place)}, mountain_ground(box)
    scores: dict[int, float] = {}
    beside: dict[int, tuple[int, float]] = {}
    stray = OFF_ROAD[plan.attacks] if fighters else 0.0
    to_road = off_road(box)
    for place in places:
        score = -push * max(0, ways[place] - slack) - stray * to_road[place]
        touching = strikes[place] & enemy
        hunted = 0.0
        if touching:
            score = near_enemies(pos, place, score, touching, wanted, foes)
            hunted += sum(foes[other] for other in wanted if touching >> other & 1)
        company = company_of(pos, units, mine[place]) if held >> place & 1 else 0
        score += 0.12 * min(company, 10)
        if taken >> place & 1 and fighters:
            score += DEPOT if place == box.tobruk or place == pos.depot[foe] else TOWN
        if place == source and fighters:
            score += WON if traces(pos, place, side, box.sources[side]) else BASE
        if place in needs:
            score += needs[place]
        if rough >> place & 1:
            score += 0.4
        if place in forts and pos.control[towns.index(place)] == side:
            score += 1.0
        if not fighters:
            score += 0.4 * company - (6.0 if not company else 0.0)
        elif company or hunted:
            beside[place] = company, hunted
        scores[place] = score
    if plan.coup:
        scores.update(coup_scores(pos, units, places))

    others = [(here, sum(pos.strength(u) for u in stack if u not in units)) for here, stack in mine.items()]

    def risk(place: int) -> float:
        company, hunted = beside.get(place, (0, 0.0))
        against = threat.strikes(place)
        if not fighters or against <= hunted:
            return plan.care * worth * _cut_off(place, hunted) if fighters else 0.0
        cover = 2.0 if place in forts else 1.4 if mountains >> place & 1 else 1.0
        defence = (company + strength) * cover + hunted  # a unit that is attacked first strikes no more
        lost = threat.risk(pos, place, defence, worth) if against > LIKELY * max(1.0, defence) else 0.0
        return plan.care * (lost + worth * _cut_off(place, hunted))

    def _cut_off(place: int, hunted: float) -> float:
        behind = threat.gets_behind(place) - hunted
        if behind <= 0:
            return 0.0
        near = distances(box, place)
        ours = strength + sum(power for here, power in others if near[here] <= TOGETHER)
        return CUT_SHARE * min(1.0, max(0.0, behind / max(1.0, ours) - 1.0))

    return scores, risk


@lru_cache(maxsize=20)
def off_road(box: WesternDesertBox) -> tuple[int, ...]:
    """Hexes from every place to the nearest road."""
    return nearest(box, tuple(places_in(box.roads)))


def parts(pos: WesternDesertPosition, side: int, place: int) -> bool:
    """Must a stack part because Tobruk, which some of it could reach, needs a garrison and has no room for all?"""
    box, tobruk = pos.box, pos.box.tobruk
    if pos.control[TOBRUK] != side or place == tobruk or box.distance(place, tobruk) > NEARBY or pos.exploiting:
        return False
    units, there = pos.fighters_at(place, side), pos.fighters_at(tobruk, side)
    if fits(pos, [*units, *there]) or not any(fits(pos, [unit, *there]) for unit in units):
        return False
    return GRIP * danger(pos, side).strikes(tobruk) > toughness(pos, tobruk, there)


def cut_off(pos: WesternDesertPosition, side: int, units: Sequence[int]) -> bool:
    """Are these units out of supply where they stand?"""
    blocked, box = pos.blocked(side), pos.box
    home = box.lifelines(box.sources[side], blocked & box.network)
    return supply_at(pos, pos.where[units[0]], side, blocked, home) == UNSUPPLIED


def fed_through(pos: WesternDesertPosition, side: int, units: Sequence[int]) -> float:
    """What friends stand to lose if these units go: supply passes through an enemy zone only where a friend stands."""
    here, enemy = pos.where[units[0]], 1 - side
    if not pos.zoc[enemy] >> here & 1 or any(unit not in units for unit in pos.fighters_at(here, side)):
        return 0.0
    box, before = pos.box, pos.blocked(side)
    after = before | box.bit[here]
    lines = [box.lifelines(box.sources[side], blocked & box.network) for blocked in (before, after)]
    lost = 0.0
    for place, stack in stacks_of(pos, side).items():
        if place == here or supply_at(pos, place, side, before, lines[0]) == UNSUPPLIED:
            continue
        if supply_at(pos, place, side, after, lines[1]) == UNSUPPLIED:
            lost += hunger_of(pos, stack)
    return lost


def hunger_of(pos: WesternDesertPosition, units: Sequence[int]) -> float:
    """What it costs these units to end their turn out of supply."""
    return STARVED + sum(step_worth(pos, unit) + pos.strength(unit) for unit in units if unit < pos.box.count)


def supplied_scores(
    pos: WesternDesertPosition,
    side: int,
    units: Sequence[int],
    scores: dict[int, float],
    full: Container[int],
    risk: Risk,
) -> dict[int, float]:
    """The same scores less risk and lack of supply; worked out for the best hexes only, until one in supply is found.

    Hexes in `full` are passed over: nobody can stay there.
    """
    box, checked = pos.box, dict(scores)
    blocked = pos.blocked(side)
    home = box.lifelines(box.sources[side], blocked & box.network)
    hunger = hunger_of(pos, units)
    port = tobruk_capacity(pos, side)
    best = -inf
    for place in sorted(scores, key=lambda p: -scores[p]):
        if scores[place] <= best:
            break
        checked[place] -= risk(place)
        if checked[place] <= best:
            continue
        by = supply_at(pos, place, side, blocked, home)
        if by == BY_TOBRUK:
            checked[place] -= STARVED if port else hunger
        elif by == UNSUPPLIED:
            checked[place] -= hunger
        if place not in full:
            best = max(best, checked[place])
    return checked


def stack_worth(pos: WesternDesertPosition, unit: int) -> float:
    """What all the steps of a unit are worth."""
    return step_worth(pos, unit) * (pos.box.step_count[unit] - pos.reduced[unit])


def waiting_places(pos: WesternDesertPosition, side: int) -> list[int]:
    """Where a side that waits gathers: Tobruk if it has it, and its depot."""
    box, found = pos.box, []
    if pos.control[TOBRUK] == side:
        found.append(box.tobruk)
    if pos.depot[side] >= 0:
        found.append(pos.depot[side])
    return found or [box.sources[side]]


def on_guard(pos: WesternDesertPosition, side: int) -> set[int]:
    """Units that stay where they are: in the base, with the depot, and as many as it takes in Tobruk and Bardia."""
    box, threat, found = pos.box, danger(pos, side), set[int]()
    base = box.sources[side]
    for place in {base, pos.depot[side]}:
        if place < 0 or not pos.held[side] >> place & 1:
            continue
        if threat.could_come(place) if place == base else threat.walks_into(pos, place):
            here = sorted(pos.fighters_at(place, side), key=lambda u: (box.kind[u] != INFANTRY, pos.strength(u)))
            need = GRIP * threat.storms(place) if place == base else threat.strikes(place) / HELD
            if place != base and toughness(pos, place, here) < need:
                need = 0.0  # it cannot be held by those who are there: one makes sure that nobody walks in
            found.update(_enough(pos, here, place, 1, need))
            if place == base and len(here) > 1:
                found.update(_until_safe(pos, side, here))
    for town in (TOBRUK, BARDIA):
        place = box.towns[town]
        if pos.control[town] != side or not pos.held[side] >> place & 1:
            continue
        if town == BARDIA and (not pos.fortress[BARDIA] or plan_of(pos, side).attacks):
            continue
        here = sorted(
            pos.fighters_at(place, side), key=lambda u: (box.kind[u] == ARMOR, box.mobile[u], -pos.strength(u))
        )
        least = 1 + (town == TOBRUK) if threat.walks_into(pos, place) else 1
        found.update(_enough(pos, here, place, least, GRIP * threat.strikes(place)))
    return found


def _enough(pos: WesternDesertPosition, units: Sequence[int], place: int, least: int, need: float) -> list[int]:
    """At least `least` of these units, and more until they are as strong as they need to be."""
    kept, strength = list[int](), 0.0
    for unit in units:
        if len(kept) >= least and strength >= need:
            break
        kept.append(unit)
        strength = toughness(pos, place, kept)
    return kept


def _until_safe(pos: WesternDesertPosition, side: int, units: Sequence[int]) -> list[int]:
    """As many of the units in the base as it takes to keep it."""
    if not feeds_who_takes(pos, side, pos.box.sources[side]):
        return []
    return next((list(units[:n]) for n in range(1, len(units)) if base_risk(pos, side, units[:n]) <= SAFE), list(units))


def posts(pos: WesternDesertPosition, side: int, units: Sequence[int], threat: Danger) -> dict[int, float]:
    """Places that need a guard, and what it is worth for these units to be that guard: weaker units suit it better."""
    box, found = pos.box, dict[int, float]()
    strength = sum(pos.strength(unit) for unit in units if unit < box.count)
    if not strength:
        return found
    for place in (box.sources[side], pos.depot[side]):
        alone = place >= 0 and not any(unit not in units for unit in pos.fighters_at(place, side))
        if alone and threat.walks_into(pos, place):
            found[place] = NAKED - 0.7 * strength
    depot = pos.depot[side]
    if depot >= 0 and depot not in found:
        others = [unit for unit in pos.fighters_at(depot, side) if unit not in units]
        before, after = toughness(pos, depot, others), toughness(pos, depot, [*others, *_combat(pos, units)])
        found[depot] = depot_worth(pos, side) * (falls(threat, depot, before) - falls(threat, depot, after))
    base = box.sources[side]
    if feeds_who_takes(pos, side, base):
        others = [unit for unit in pos.fighters_at(base, side) if unit not in units]
        risk = base_risk(pos, side, others)
        if risk > SAFE:
            call = CALL * (risk - base_risk(pos, side, [*others, *_combat(pos, units)])) - 0.7 * strength
            found[base] = max(call, found.get(base, 0.0))
    if pos.control[TOBRUK] == side:
        others = [unit for unit in pos.fighters_at(box.tobruk, side) if unit not in units]
        lack = GRIP * threat.strikes(box.tobruk) - toughness(pos, box.tobruk, others)
        if lack > 0 or not others:
            found[box.tobruk] = min(9.0, 2.0 + 0.5 * max(0.0, lack)) + (4.0 if not others else 0.0)
    return found


def _combat(pos: WesternDesertPosition, units: Sequence[int]) -> list[int]:
    """Those of the units who are no leaders."""
    return [unit for unit in units if unit < pos.box.count]


class SafeSites(Sites):
    """Places for the depot, marked up for attacks in range, and down for what the enemy could do to it there."""

    def __init__(self, pos: WesternDesertPosition, side: int) -> None:
        super().__init__(pos, side)
        plan = plan_of(pos, side)
        self._threat, self._waits = danger(pos, side), not plan.attacks
        self._moving, self._care = not pos.exploiting, plan.care
        self._own = danger(pos, 1 - side)
        self._worth = depot_worth(pos, side)
        self._hunts = hunts(pos, side, self._own, plan.odds)
        if self._waits:
            self.closeness = BACK
        if pos.exploiting:
            self.fresh = LATER_POINTS

    def score(self, place: int) -> float:
        """How good a place is."""
        pos, threat, score = self.pos, self._threat, super().score(place)
        if self._hunts:
            score += max(count * share_in_range(pos.box.distance(place, target)) for target, count in self._hunts)
        if place in self.stacks:
            score -= self._care * self._worth * falls(threat, place, toughness(pos, place, self.stacks[place]))
        elif threat.walks_into(pos, place):
            guarded = self._moving and any(arm.near >> place & 1 for arm in self._own.arms)
            return score - (
                GUARDED_LATER + self._care * self._worth * falls(threat, place, A_GUARD)
                if guarded
                else max(NAKED, self._worth)
            )
        if self._waits and threat.cuts_road(pos, place):
            score -= CUT
        return score

    def raids(self, place: int) -> float:
        """What the enemy's ways and dice take off, beyond what is seen at a glance, if the guard of a place stays."""
        if place not in self.stacks:
            return 0.0
        seen = falls(self._threat, place, toughness(self.pos, place, self.stacks[place]))
        exact = fall_chance(self.pos, self.side, place, self.stacks[place])
        return self._worth * max(0.0, exact - seen)


def falls(threat: Danger, place: int, defence: float) -> float:
    """How likely a guard of this defence is to lose a depot: beaten, with a way back or without."""
    odds = threat.strikes(place) / max(1.0, defence)
    return min(1.0, max(0.0, (odds - LIKELY) / (SURE - LIKELY)))


def share_in_range(distance: int) -> float:
    """The share of the attackers of a hex at this distance from the depot who are in its range."""
    return 1.0 if distance <= RANGE - 1 else 0.6 if distance == RANGE else 0.0


def hunts(pos: WesternDesertPosition, side: int, own: Danger, odds: float) -> list[tuple[int, float]]:
    """Enemy hexes that may be attacked in this phase or the next, with what it is worth to be in range of the depot."""
    box, found = pos.box, []
    for place, units in stacks_of(pos, 1 - side).items():
        beside = box.strikes[place]
        strengths = [
            arm.strength for arm in own.arms if beside >> arm.place & 1 or (not pos.exploiting and arm.near & beside)
        ]
        if at_most(pos, place, strengths) >= odds * max(1.0, storm_strength(pos, place, units)):
            found.append((place, IN_RANGE * min(len(strengths), MOST_PAID)))
    return found
