"""The Dark Sands: what a position, a place and an attack are worth to a player."""

from __future__ import annotations

from functools import lru_cache

from sandtable.ai.dark_sands.danger import cut_off_now
from sandtable.ai.dark_sands.plans import PLAIN, Aims, plan_of
from sandtable.engine.maps import Mask, places_in
from sandtable.engine.sides import ALLIED, AXIS
from sandtable.games.dark_sands.box import DarkSandsBox
from sandtable.games.dark_sands.position import DarkSandsPosition
from sandtable.games.dark_sands.rules.r02_control import controls
from sandtable.games.dark_sands.rules.r05_victory import automatic_victory, compass_points, verdict
from sandtable.games.dark_sands.rules.r07_stacking import combat_share
from sandtable.games.dark_sands.rules.r08_zones import retreat_zones
from sandtable.games.dark_sands.rules.r10_supply import land_supplied
from sandtable.games.dark_sands.rules.r14_forts import fort_bonus
from sandtable.games.dark_sands.rules.r20_odds import automatic, results
from sandtable.games.dark_sands.rules.r20_results import effects

WON = 100.0
PULL, NEXT_TO_IT = 280.0, 24
"""How strongly goals draw, and how little a few half points matter close to them."""
POINT = 6.0
"""A victory point."""
CUT_OFF, SHAKEN = 0.45, 0.1
"""The share of its value a unit loses when out of supply, and when disrupted."""
DIES_SOON, DIES, MARKED_SOON, HUNGRY = 0.5, 0.35, 0.45, 0.15
"""The same for units that cannot trace a line now: marked with few chits to come (on top of being marked) or with more,
not marked with a Logistics chit to come, and without one."""
FEW = 3
"""When this many chits are left in the pool there is hardly time to open a line again."""
LEAVING = 0.4
"""The share of its value that a unit keeps if it is withdrawn this turn or the next, reduced or not."""
RETREAT = 1.2
"""What it is worth to drive a stack off, beyond its losses."""
NO_WAY_OUT, ZONES_ALL_ROUND = 4.0, 2.0
"""Steps lost by a retreat with every neighbouring hex held, and with every one in a zone."""
VERDICT = 20.0
"""Being the side that wins if nothing changes, on the last turn; half as much on the turn before."""
AT_ONCE = 60.0
"""Holding both bases in supply, which wins the game when the turn ends."""
GRIP, FIRM = 0.25, 8.0
"""The share of a place's value that depends on the troops in it, and the defence factors that hold it firmly."""
FORT = 5.0
"""Each of the outer forts of Tobruk."""
SITES = {
    "compass": {"Tobruk": 12, "Benghazi": 12, "El Agheila": 18, "Bardia": 3, "Sollum": 2},
    "sunflower": {"Benghazi": 30, "Tobruk": 14, "Sollum": 10, "Bardia": 3},
    "crusader": {"Tobruk": 26, "Bardia": 12, "Sollum": 12, "Benghazi": 8},
    "gazala": {"Tobruk": 50, "Gazala": 14, "Mersa Matruh": 8, "El Adem": 3},
    "campaign": {
        "Benghazi": 16,
        "Tobruk": 36,
        "Mersa Matruh": 10,
        "El Alamein": 10,
        "Bardia": 5,
        "Sollum": 5,
        "Alexandria": 14,
        "El Agheila": 10,
    },
}
"""What holding a place is worth, by scenario."""


class Sense:
    """What depends only on the box: the value of places and units, and travel costs to any place."""

    def __init__(self, box: DarkSandsBox, aims: Aims) -> None:
        self.box = box
        self.sites = {box.place_called(name): float(worth) for name, worth in (SITES[_key(box)] | aims.sites).items()}
        for fort in places_in(box.tobruk_forts):
            self.sites.setdefault(fort, FORT)
        self.posts = frozenset(map(box.place_called, aims.posts))
        self.garrisons = {box.place_called(name): factors for name, factors in aims.garrisons.items()}
        if aims.ring:
            self.garrisons |= dict.fromkeys(places_in(box.tobruk_forts & ~box.bits[box.tobruk]), aims.ring)
        self.first = box.chit_number[aims.first] if aims.first else -1
        self.saves, self.careful, self.plan = aims.saves, aims.careful, aims.name
        self.march = aims.march
        self.settled = frozenset(aims.settled)
        self.step_worth = [self._worth_of_steps(turn) for turn in range(len(box.turns))]
        self._travel: dict[int, tuple[int, ...]] = {}

    def _worth_of_steps(self, turn: int) -> tuple[float, ...]:
        """What a step of each unit is worth on a turn: little if the unit is about to be withdrawn, whole or not."""
        box = self.box
        leaving = {e.counter for e in box.track if e.event == "withdraw" and not e.asset and 0 <= e.turn - turn <= 1}
        return tuple(
            (unit.attack[0][-1] + unit.defence[0][-1])
            / (2 * unit.steps)
            * (1.3 if unit.kind == "panzer" else 1.0)
            * (LEAVING if number in leaving else 1.0)
            + (2.5 if unit.kind == "hq" else 0.0)
            + (POINT / 2 if box.scenario == "compass" and unit.nation == "it" and unit.size == "XX" else 0.0)
            for number, unit in enumerate(box.units)
        )

    def draw(self, way: int) -> float:
        """What it is worth to be this many half points from the goal."""
        return PULL / (NEXT_TO_IT + way) - self.march * way

    def travel(self, goal: int) -> tuple[int, ...]:
        """Half movement points from every place to a goal, without enemies, for units that are not armour."""
        found = self._travel.get(goal)
        if found is None:
            found = self._travel[goal] = _travel_to(self.box, goal)
        return found


@lru_cache(maxsize=8)
def _ways_into(box: DarkSandsBox) -> tuple[tuple[tuple[int, int], ...], ...]:
    """For each place its neighbours, each with what it costs to come from there."""
    costs = [dict(ways) for ways in box.costs[0][0]]
    return tuple(tuple((there, costs[there][here]) for there in ways) for here, ways in enumerate(costs))


@lru_cache(maxsize=2000)
def _travel_to(box: DarkSandsBox, goal: int) -> tuple[int, ...]:
    ways = _ways_into(box)
    far = [9999] * len(ways)
    far[goal] = 0
    buckets: list[list[int]] = [[goal]]
    spent = 0
    while spent < len(buckets):
        for here in buckets[spent]:
            if far[here] != spent:
                continue
            for there, back in ways[here]:
                total = spent + back
                if total < far[there]:
                    far[there] = total
                    while len(buckets) <= total:
                        buckets.append([])
                    buckets[total].append(there)
        spent += 1
    return tuple(far)


def _key(box: DarkSandsBox) -> str:
    return "campaign" if box.campaign else box.scenario


@lru_cache(maxsize=16)
def sense(box: DarkSandsBox) -> Sense:
    """The plain sense of a box, made once."""
    return Sense(box, PLAIN)


def planned(pos: DarkSandsPosition, side: int) -> Sense:
    """The sense of a side that follows its plan."""
    plan, known = plan_of(pos, side), _minds(pos.box, side)
    if plan.name not in known:
        known[plan.name] = Sense(pos.box, plan)
    return known[plan.name]


@lru_cache(maxsize=32)
def _minds(box: DarkSandsBox, side: int) -> dict[str, Sense]:
    """The senses of a side by plan, made when first asked for."""
    return {}


def worth(pos: DarkSandsPosition, mask: Mask) -> float:
    """What these units are worth as they stand."""
    steps, value = pos.steps, sense(pos.box).step_worth[pos.turn]
    total, weak = 0.0, pos.out_of_supply | pos.disrupted
    for unit in places_in(mask):
        if not weak >> unit & 1:
            total += value[unit] * steps[unit]
            continue
        share = 1.0
        if pos.out_of_supply >> unit & 1:
            share -= CUT_OFF
        if pos.disrupted >> unit & 1:
            share -= SHAKEN
        total += value[unit] * steps[unit] * share
    return total


def doomed(pos: DarkSandsPosition, side: int) -> float:
    """What a side stands to lose because it cannot trace supply now, by how soon that is checked.

    A marked unit that cannot trace supply dies when the turn ends. An unmarked one is marked by the next Logistics
    chit: if one is in the pool, it is drawn before the turn ends.
    """
    lost = cut_off_now(pos, side)
    if not lost:
        return 0.0
    value, steps = sense(pos.box).step_worth[pos.turn], pos.steps
    soon = bool(pos.stack) and sum(pos.pool) <= FEW
    awaited = any(pos.pool[number] for number in logistics(pos.box))
    total = 0.0
    for unit in places_in(lost):
        if pos.out_of_supply >> unit & 1:
            share = DIES_SOON if soon else DIES
        else:
            share = MARKED_SOON if awaited else HUNGRY
        total += share * value[unit] * steps[unit]
    return total


@lru_cache(maxsize=16)
def logistics(box: DarkSandsBox) -> tuple[int, ...]:
    """The Logistics chits."""
    return tuple(number for number, chit in enumerate(box.chits) if chit.kind == "logistics")


def terms(pos: DarkSandsPosition, side: int) -> dict[str, float]:
    """What is good and bad about a position for a side, by name."""
    if pos.over is not None:
        winner = pos.over[0]
        good = {
            "the game": 0.0 if winner is None else WON if winner == ALLIED else -WON,
            "victory points": _points(pos) if pos.box.scenario == "compass" else 0.0,
        }
    else:
        good = {
            "troops and their supply": worth(pos, pos.on_map(ALLIED)) - worth(pos, pos.on_map(AXIS)),
            "troops cut off": doomed(pos, AXIS) - doomed(pos, ALLIED),
            "places held": _places(pos),
            "grip on places": _grip(pos),
            "victory points": _points(pos),
            "closeness to objectives": _pull(pos, ALLIED) - _pull(pos, AXIS),
            "who would win now": _outlook(pos),
            "both bases in one hand": _bases(pos),
        }
    return good if side == ALLIED else {name: -amount for name, amount in good.items()}


def evaluate(pos: DarkSandsPosition, side: int) -> float:
    """How good a position is for a side: the sum of its terms."""
    return sum(terms(pos, side).values())


def _places(pos: DarkSandsPosition) -> float:
    """The places worth holding: those of the Allies less those of the Axis."""
    total = 0.0
    for place, value in sense(pos.box).sites.items():
        if controls(pos, ALLIED, place):
            total += value / 2
        elif controls(pos, AXIS, place):
            total -= value / 2
    return total


def _grip(pos: DarkSandsPosition) -> float:
    """How firmly places are held: an empty one, or one with only a headquarters, falls to the first enemy to arrive."""
    total = 0.0
    for place, value in sense(pos.box).sites.items():
        troops = pos.piles[place] & pos.box.zoned
        if troops:
            hold = min(FIRM, sum(pos.defence(unit) for unit in places_in(troops))) / FIRM
            total += GRIP * value * hold * (1 if troops & pos.box.of[ALLIED] else -1)
    return total


def _points(pos: DarkSandsPosition) -> float:
    """What already counts towards the scenario's victory."""
    box = pos.box
    if box.scenario == "compass":
        return POINT * compass_points(pos)
    if box.campaign:
        return POINT * (pos.allied_vp - pos.axis_vp)
    if box.scenario == "crusader" and controls(pos, ALLIED, box.tobruk):
        return 12.0 if land_supplied(pos, ALLIED) >> box.tobruk & 1 else 0.0
    return 0.0


def _outlook(pos: DarkSandsPosition) -> float:
    """What it is worth to be the side that wins if nothing changes: more as the end comes nearer."""
    winner = verdict(pos)[0]
    weight = VERDICT / (1 + pos.box.last_turn - pos.turn)
    return 0.0 if winner is None else weight if winner == ALLIED else -weight


def _bases(pos: DarkSandsPosition) -> float:
    """An automatic victory that stands unless the other side undoes it before the turn ends."""
    winner = automatic_victory(pos)
    return 0.0 if winner is None else AT_ONCE if winner == ALLIED else -AT_ONCE


def _pull(pos: DarkSandsPosition, side: int) -> float:
    """It is good for units to be near the places the other side holds."""
    mind = sense(pos.box)
    goals = [(mind.travel(place), value) for place, value in mind.sites.items() if not controls(pos, side, place)]
    total = 0.0
    for place in places_in(pos.firm[side]):
        if goals:
            total += max(value / (30 + travel[place]) for travel, value in goals)
    return total


def defence_of(pos: DarkSandsPosition, place: int) -> float:
    """The defence of a hex with its ground, roughly."""
    box = pos.box
    share = combat_share(pos, place, pos.piles[place])
    total = sum(pos.defence(unit) for unit in places_in(share)) + fort_bonus(pos, place, share)
    shift = box.terrain[place]["shift"] + (2 if (pos.boxed[0] | pos.boxed[1]) >> place & 1 else 0)
    return float(total * (1 + 0.3 * shift))


def attack_value(
    pos: DarkSandsPosition, side: int, chit: int, table: str = "mobile", *, in_place: bool = True
) -> float:
    """What the attack set up on the position is worth on average: steps, ground and the enemy driven off.

    Attackers who are not `in_place` have yet to move up, so that nothing can be told from where they are.
    """
    mind, target = sense(pos.box), pos.target
    theirs = pos.piles[target] & ~pos.box.hqs
    cheap = _cheapest(pos, pos.attackers)
    stakes = mind.sites.get(target, 0.0) + 0.3
    loss = _cheapest(pos, pos.defenders)
    if in_place and automatic(pos, side):
        return RETREAT + stakes
    total, prey = 0.0, worth(pos, theirs)
    toll = min(prey, loss * _retreat_toll(pos, 1 - side, target))
    rolled: dict[str, float] = {}
    for code in results(pos, side, chit, table):
        if code not in rolled:
            if code == "AE":
                rolled[code] = -worth(pos, pos.attackers)
            else:
                found = effects(pos, code, table)
                rolled[code] = -cheap * (found.attacker + found.toll)
                if found.fate == "eliminated":
                    rolled[code] += prey + stakes
                else:
                    rolled[code] += loss * found.defender
                    if found.fate == "retreat":
                        rolled[code] += RETREAT + stakes + max(0.12 * prey, toll)
        total += rolled[code]
    return total / 6


def _retreat_toll(pos: DarkSandsPosition, side: int, place: int) -> float:
    """The steps that a retreat from a place is likely to cost because zones and enemies close the ways out."""
    exits = pos.box.map.around[place] & pos.box.land & ~pos.held[1 - side]
    if not exits:
        return NO_WAY_OUT
    return 0.0 if exits & (~retreat_zones(pos, side) | pos.held[side]) else ZONES_ALL_ROUND


def _cheapest(pos: DarkSandsPosition, mask: Mask) -> float:
    """The usual value of a step lost by these units: between their least and their mean."""
    values = sorted(sense(pos.box).step_worth[pos.turn][unit] for unit in places_in(mask))
    return (values[0] + sum(values) / len(values)) / 2 if values else 0.0
