"""Western Desert Force: where a careful player moves, who stays on guard, and where the depot is safe."""

from __future__ import annotations

from collections.abc import Callable, Container, Sequence
from math import inf

from sandtable.ai.western_desert.danger import LIKELY, Danger, danger
from sandtable.ai.western_desert.plans import Plan, plan_of
from sandtable.ai.western_desert.value import (
    Sites,
    Target,
    company_of,
    goals,
    mountain_ground,
    near_enemies,
    nearest,
    rough_ground,
    stacks_of,
    step_worth,
    toughness,
)
from sandtable.games.western_desert.position import WesternDesertPosition
from sandtable.games.western_desert.rules.entering import prizes
from sandtable.games.western_desert.rules.r08_supply import (
    BY_TOBRUK,
    UNSUPPLIED,
    supply_at,
    tobruk_capacity,
    traces,
)
from sandtable.games.western_desert.terms import ARMOR, BARDIA, INFANTRY, MOVED, TOBRUK

WON, BASE, DEPOT, TOWN = 60.0, 9.0, 8.0, 3.0
"""How strongly units are drawn to the enemy's base in supply and out of it, to his depot or Tobruk, and to a town."""
NAKED = 12.0
"""What a depot loses if any enemy could walk into it, and how strongly it draws a guard."""
FALLS = 6.0
"""What a depot loses if its guard is sure to be beaten."""
CUT = 4.0
"""What a depot loses if the enemy could cut its road home."""
STARVED = 3.0
"""What it costs to be out of supply, besides the steps lost by it, and to depend on Tobruk's port."""
MOST = 28.0
"""Strength beyond which more attackers find no room."""
GRIP = 0.55
"""The share of the enemy's strength that a garrison of Tobruk has to match."""
SLACK = 3
"""Hexes from its aims at which a side that waits stops marching."""
Risk = Callable[[int], float]
"""What units stand to lose in a hex."""
UNPAID = 2
RANGE = 5


def ready_strength(pos: WesternDesertPosition, own: Danger, place: int) -> float:
    """The strength that a side can bring against a hex in this movement phase, less what it cannot pay for."""
    box, side = pos.box, own.foe
    depot, beside = pos.depot[side], box.strikes[place]
    fee = 0 if depot >= 0 and pos.points[side] and box.distance(depot, place) <= RANGE else UNPAID
    total = 0.0
    for arm in own.arms:
        if beside >> arm.place & 1 or (arm.near & beside and not pos.flags[arm.unit] & MOVED):
            total += max(0, arm.strength - fee)
    return min(total, MOST)


def open_targets(pos: WesternDesertPosition, side: int, plan: Plan) -> list[Target]:
    """Enemy hexes that enough of our units can attack now, the best first."""
    own = danger(pos, 1 - side)
    found = []
    for place, units in stacks_of(pos, 1 - side).items():
        odds = ready_strength(pos, own, place) / max(1.0, toughness(pos, place, units))
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
    for place in places:
        score = -plan.push * max(0, ways[place] - slack)
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

    def risk(place: int) -> float:
        company, hunted = beside.get(place, (0, 0.0))
        against = threat.strikes(place)
        if not fighters or against <= hunted:
            return 0.0
        cover = 2.0 if place in forts else 1.4 if mountains >> place & 1 else 1.0
        defence = (company + strength) * cover + hunted  # a unit that is attacked first strikes no more
        return plan.care * threat.risk(pos, place, defence, worth) if against > LIKELY * max(1.0, defence) else 0.0

    return scores, risk


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
    hunger = STARVED + sum(step_worth(pos, unit) + pos.strength(unit) for unit in units if unit < box.count)
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
    for place in {box.sources[side], pos.depot[side]}:
        if place >= 0 and pos.held[side] >> place & 1 and threat.walks_into(pos, place):
            here = sorted(pos.fighters_at(place, side), key=lambda u: (box.kind[u] != INFANTRY, pos.strength(u)))
            found.update(_enough(pos, here, place, threat, 1, 0.0))
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
        found.update(_enough(pos, here, place, threat, least, GRIP))
    return found


def _enough(
    pos: WesternDesertPosition, units: Sequence[int], place: int, threat: Danger, least: int, share: float
) -> list[int]:
    """At least `least` of these units, and more until they match a share of what could strike the hex."""
    need, kept, strength = share * threat.strikes(place), list[int](), 0.0
    for unit in units:
        if len(kept) >= least and strength >= need:
            break
        kept.append(unit)
        strength = toughness(pos, place, kept)
    return kept


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
    if pos.control[TOBRUK] == side:
        others = [unit for unit in pos.fighters_at(box.tobruk, side) if unit not in units]
        lack = GRIP * threat.strikes(box.tobruk) - toughness(pos, box.tobruk, others)
        if lack > 0 or not others:
            found[box.tobruk] = min(9.0, 2.0 + 0.5 * max(0.0, lack)) + (4.0 if not others else 0.0)
    return found


class SafeSites(Sites):
    """Places for the depot, marked down for what the enemy could do to it there."""

    def __init__(self, pos: WesternDesertPosition, side: int) -> None:
        super().__init__(pos, side)
        self._threat, self._waits = danger(pos, side), not plan_of(pos, side).attacks

    def score(self, place: int) -> float:
        """How good a place is."""
        pos, threat, score = self.pos, self._threat, super().score(place)
        if place in self.stacks:
            score -= threat.risk(pos, place, toughness(pos, place, self.stacks[place]), FALLS)
        elif threat.walks_into(pos, place):
            return score - NAKED
        if self._waits and threat.cuts_road(pos, place):
            score -= CUT
        return score
