"""The Dark Sands: where to march, by what a hex is worth to a group: the way to its goal, enemies, friends, supply."""

from __future__ import annotations

from typing import NamedTuple

from sandtable.ai.dark_sands.danger import base_of, naked
from sandtable.ai.dark_sands.value import Sense, defence_of, sense, worth
from sandtable.engine.maps import Mask, places_in, spread
from sandtable.engine.sides import ALLIED
from sandtable.games.dark_sands.position import DarkSandsPosition
from sandtable.games.dark_sands.rules.r02_control import controls
from sandtable.games.dark_sands.rules.r07_stacking import stack_barred
from sandtable.games.dark_sands.rules.r08_zones import enemy_zones
from sandtable.games.dark_sands.rules.r10_supply import supplied
from sandtable.games.dark_sands.rules.r19_extended import extend_barred, far_places
from sandtable.games.dark_sands.rules.r19_movement import destinations

PULL = 28.0
"""How strongly goals draw: the value of a site divided by the way to it in half points."""
HUNT = 1.1
"""A stack of the enemy worth attacking."""
NEAR = 7
"""Centre hexes within which units count for a fight next turn."""
ENOUGH = 4.0
"""Odds beyond which more attackers help little."""
CAMP = 1.4
"""Having a box of its own to stand in, multiplied by the enemy's share of the strength around."""
NO_SUPPLY = 4.0
STARVES = 0.5
"""The share of its value a group stands to lose out of reach of supply, for a careful player."""
GUARD = 25.0
"""What it is worth to stand guard over an empty base that the enemy could walk into."""
RETAKE = 60.0
"""What draws troops to a base that the enemy has taken."""
FRONT_LINE = 2.5
"""What it costs a headquarters to stand beside the enemy."""
REAR, SLACK = 0.3, 8
"""What an enemy stack left behind costs, and from how many half points back; the Axis takes that risk."""
FEAR, SAFE = 0.3, 1.5
"""The share of its value a stack stands to lose where only the enemy is strong; odds it need not fear."""
CLOSE, MOST = 1e-6, 1e6
"""For the upper bound of what a hex can promise: a little for rounding, and no limit beside the enemy."""
COMPANY, FRIEND = 0.5, 0.15
"""What troops in its hex, and each unit nearby, are worth to a headquarters."""
SECOND = 0.3
"""The share of a place's value that troops beyond one stack add."""
FAR_AWAY = 60
"""The distance to the goal, in half points, from which an extended move is considered."""


class Outlook:
    """What a side sees when it looks at the map: enemies with their strength, goals, supply."""

    def __init__(self, pos: DarkSandsPosition, side: int, mind: Sense | None = None) -> None:
        self.pos, self.side, self.mind = pos, side, mind or sense(pos.box)
        self.foes = [(p, defence_of(pos, p)) for p in places_in(pos.held[1 - side])]
        base = pos.box.alexandria if side == ALLIED else pos.box.agheila
        self.depth = self.mind.travel(base)
        self.foe_depths = [self.depth[p] for p in places_in(pos.firm[1 - side])]
        self.contact = enemy_zones(pos, side) | spread(pos.held[1 - side], pos.box.map.around)
        """The hexes beside the enemy."""
        self._supply: Mask | None = None
        self._goals: list[tuple[int, float]] | None = None
        self._draws: list[tuple[int, float, tuple[int, ...]]] | None = None
        self._power: dict[Mask, float] = {}
        self._worth: dict[Mask, float] = {}
        self._defence: dict[Mask, int] = {}
        self._strong: dict[int, float] = dict(self.foes)
        self._ours: dict[int, float] = {}
        self._theirs: dict[int, float] = {}
        self.base = base_of(pos.box, side)
        self._naked: bool | None = None

    @property
    def base_naked(self) -> bool:
        """Does the base need a guard? Asked only by a player who watches for it."""
        if self._naked is None:
            self._naked = self.mind.careful and naked(self.pos, self.side)
        return self._naked

    @property
    def supply(self) -> Mask:
        """The hexes in supply."""
        if self._supply is None:
            self._supply = supplied(self.pos, self.side)
        return self._supply

    @property
    def goals(self) -> list[tuple[int, float]]:
        """Places worth going to, and how much: those of the enemy, weak stacks, and own ones in danger."""
        if self._goals is None:
            pos, side = self.pos, self.side
            found = []
            for place, value in self.mind.sites.items():
                if place in self.mind.posts or not controls(pos, side, place):
                    found.append((place, value))
                else:
                    need = self.odds_against(place) - 0.4
                    threat = self.danger(place)
                    held = defence_of(pos, place) if pos.held[side] >> place & 1 else 0.0
                    if need > 0 and threat > held:
                        found.append((place, value * min(1.0, (threat - held) / 8, 3 * need)))
            if self.mind.careful and (self.base_naked or not controls(pos, side, self.base)):
                found.append((self.base, GUARD if self.base_naked else RETAKE))
            for place, defence in self.foes:
                power = self.power_near(place)
                if defence and power > 1.5 * defence:
                    prey = self.worth(pos.piles[place])
                    beside = pos.units_at(pos.firm[side] & pos.box.map.around[place])
                    ready = sum(pos.attack(unit) for unit in places_in(beside))
                    near_home = 1.0 + 60 / (60 + self.depth[place])
                    found.append((place, HUNT * prey * near_home * (1.0 if ready < ENOUGH * defence else 0.25)))
            self._goals = found
        return self._goals

    def power_near(self, place: int) -> float:
        """The attack factors this side has within reach of a place."""
        found = self._ours.get(place)
        if found is None:
            found = self._ours[place] = self._power_at(self.pos.box.within(place, NEAR) & self.pos.firm[self.side])
        return found

    def danger(self, place: int) -> float:
        """The attack factors the enemy could bring against a place soon."""
        found = self._theirs.get(place)
        if found is None:
            near = self.pos.box.within(place, NEAR)
            found = self._theirs[place] = self._power_at(near & self.pos.firm[1 - self.side])
        return found

    def defence(self, units: Mask) -> int:
        """The defence factors of these units."""
        found = self._defence.get(units)
        if found is None:
            found = self._defence[units] = sum(map(self.pos.defence, places_in(units)))
        return found

    def defence_of(self, place: int) -> float:
        """The defence of a hex with its ground, roughly."""
        found = self._strong.get(place)
        if found is None:
            found = self._strong[place] = defence_of(self.pos, place)
        return found

    def _power_at(self, places: Mask) -> float:
        """The attack factors of a side's units in these places."""
        found = self._power.get(places)
        if found is None:
            attack = self.pos.attack
            found = self._power[places] = float(sum(map(attack, places_in(self.pos.units_at(places)))))
        return found

    def worth(self, units: Mask) -> float:
        """What these units are worth as they stand."""
        found = self._worth.get(units)
        if found is None:
            found = self._worth[units] = worth(self.pos, units)
        return found

    def odds_against(self, place: int) -> float:
        """The enemy's share of all the attack factors near a place: beside strong friends there is less to fear."""
        threat = self.danger(place)
        return threat / (threat + self.power_near(place)) if threat else 0.0

    def behind(self, place: int) -> int:
        """Enemy stacks nearer to this side's base than a place: they could cut the road."""
        depth = self.depth[place] - SLACK
        return sum(foe < depth for foe in self.foe_depths)

    def friends(self, place: int) -> int:
        """Own units within reach of a place."""
        pos = self.pos
        return pos.units_at(pos.box.within(place, 4) & pos.firm[self.side]).bit_count()

    def nearest_enemy(self, place: int) -> int:
        """Hexes to the nearest enemy."""
        rings = self.pos.box.rings(place)
        return min((rings[foe] for foe, _ in self.foes), default=30)

    def goal_of(self, place: int) -> int:
        """The goal that draws units from here the most, or -1."""
        if self._draws is None:
            self._draws = [(goal, value, self.mind.travel(goal)) for goal, value in self.goals]
        best, goal = -1.0, -1
        for there, value, travel in self._draws:
            if (pull := value / (24 + travel[place])) > best:
                best, goal = pull, there
        return goal

    def to_goal(self, place: int) -> float:
        """Half points to the goal that draws the most from here."""
        goal = self.goal_of(place)
        return self.mind.travel(goal)[place] if goal >= 0 else 0.0


def hex_value(
    pos: DarkSandsPosition, side: int, group: Mask, place: int, goal: int, outlook: Outlook, *, leaving: bool
) -> float:
    """What it is worth for a group to stand in a hex; `leaving`: it is not the hex it is in."""
    box, mind = pos.box, outlook.mind
    there = pos.piles[place] | group
    if leaving and stack_barred(pos, there):
        return -50.0
    total = mind.sites.get(place, 0.0) * _site_share(pos, side, group, place, mind)
    if goal >= 0:
        total += PULL * 10 / (24 + mind.travel(goal)[place])
    if not outlook.supply >> place & 1:
        total -= max(NO_SUPPLY, STARVES * outlook.worth(group)) if mind.careful else NO_SUPPLY
    if side == ALLIED:
        total -= REAR * min(4, outlook.behind(place))
    if pos.boxed[side] >> place & 1:
        total += CAMP * outlook.odds_against(place)
    fighters = group & box.zoned
    if not fighters:
        return total + _safe_hq(pos, side, place, outlook)
    if place == outlook.base and outlook.base_naked:
        total += GUARD
    threat = outlook.danger(place)
    if threat:
        shelter = (box.cover | box.forts) >> place & 1 or pos.boxed[side] >> place & 1
        own = outlook.defence(there & box.of[side]) * (1.4 if shelter else 1.0)
        beaten = min(1.0, max(0.0, threat / max(1.0, own) - SAFE) / (ENOUGH - SAFE))
        total -= FEAR * outlook.odds_against(place) * beaten * outlook.worth(there & box.of[side])
    if outlook.contact >> place & 1:
        total += _contact(pos, side, fighters, place, outlook)
    return total


def _site_share(pos: DarkSandsPosition, side: int, group: Mask, place: int, mind: Sense) -> float:
    """How much of a site's value depends on this group: all if it takes the site, most if it holds it alone."""
    if not controls(pos, side, place):
        return 1.0
    others = pos.piles[place] & ~group & ~pos.box.hqs
    if not others:
        return 0.6
    return SECOND if place in mind.posts else 0.05


def _safe_hq(pos: DarkSandsPosition, side: int, place: int, outlook: Outlook) -> float:
    """Headquarters follow the troops but do not stand alone in front of the enemy."""
    company = bool(pos.piles[place] & pos.box.zoned)
    front = FRONT_LINE if outlook.mind.careful and outlook.contact >> place & 1 else 0.0
    return (
        -front
        + (COMPANY if company else 0.0)
        + FRIEND * outlook.friends(place)
        - (0 if company else 0.3) * outlook.danger(place)
    )


def _contact(pos: DarkSandsPosition, side: int, fighters: Mask, place: int, outlook: Outlook) -> float:
    """Standing beside the enemy is good where the odds are good, and bad where they are not."""
    box = pos.box
    mine = sum(pos.attack(unit) for unit in places_in(fighters))
    total = 0.0
    for foe in places_in(pos.held[1 - side] & box.map.around[place]):
        if not pos.piles[foe] & ~box.hqs:
            total += 0.4
            continue
        defence = max(1.0, outlook.defence_of(foe))
        beside = pos.units_at(pos.held[side] & box.map.around[foe]) & ~fighters
        others = sum(pos.attack(unit) for unit in places_in(beside)) / defence
        odds = others + mine / defence
        prize = 0.6 + 0.3 * outlook.worth(pos.piles[foe]) + 0.1 * outlook.mind.sites.get(foe, 0.0)
        if odds >= 1.0 or outlook.power_near(foe) >= 2.0 * defence:
            total += prize * (min(odds, ENOUGH) - min(others, ENOUGH)) / ENOUGH
        else:
            total -= 0.6
    return total


class Trip(NamedTuple):
    """A move with what it promises: a hex to go to and its cost, or the end of an extended move (cost -1)."""

    gain: float
    place: int
    cost: int


def best_move(pos: DarkSandsPosition, side: int, group: Mask, half: int, outlook: Outlook, floor: float = 0.0) -> Trip:
    """The best move of a group, or a gain of no more than `floor` if there is none that promises more."""
    start = pos.where[(group & -group).bit_length() - 1]
    goal = outlook.goal_of(start)
    near = destinations(pos, side, group, half, 0)
    best = _best_place(pos, side, group, goal, outlook, [(place, 0.002 * near[place]) for place in near], floor)
    if not extend_barred(pos, side, group, half):
        far = far_move(pos, side, group, outlook, best.gain)
        if far.gain > best.gain:
            return far
    return best._replace(cost=near.get(best.place, 0))


def far_move(pos: DarkSandsPosition, side: int, group: Mask, outlook: Outlook, floor: float = 0.0) -> Trip:
    """The best extended move."""
    start = pos.where[(group & -group).bit_length() - 1]
    goal = outlook.goal_of(start)
    nowhere = Trip(floor, start, -1)
    if goal < 0:
        return nowhere
    travel = outlook.mind.travel(goal)
    if travel[start] < FAR_AWAY:
        return nowhere
    near_enough = travel[start] - 20
    places = [
        (place, 0.3)
        for place in far_places(pos, side, start)
        if travel[place] < near_enough and outlook.supply >> place & 1
    ]
    return _best_place(pos, side, group, goal, outlook, places, floor)


def _best_place(
    pos: DarkSandsPosition,
    side: int,
    group: Mask,
    goal: int,
    outlook: Outlook,
    places: list[tuple[int, float]],
    floor: float,
) -> Trip:
    """The place with the most to gain over staying, the first of equals; each comes with its cost.

    Most promise too little at first sight: only those that could be the best are looked at closely.
    """
    start = pos.where[(group & -group).bit_length() - 1]
    stay = hex_value(pos, side, group, start, goal, outlook, leaving=False)
    travel, sites = outlook.mind.travel(goal) if goal >= 0 else None, outlook.mind.sites
    camps, contact = pos.boxed[side], outlook.contact if group & pos.box.zoned else 0
    guarded = outlook.base if outlook.base_naked else -1
    extra = CLOSE - stay
    if not group & pos.box.zoned:
        extra += COMPANY + FRIEND * pos.on_map(side).bit_count()
    hopes = []
    for number, (place, toll) in enumerate(places):
        hope = extra - toll + (PULL * 10 / (24 + travel[place]) if travel else 0.0)
        if place in sites:
            hope += sites[place]
        if camps >> place & 1:
            hope += CAMP
        if place == guarded:
            hope += GUARD
        if hope > floor or contact >> place & 1:
            hopes.append((MOST if contact >> place & 1 else hope, -number, place, toll))
    hopes.sort(reverse=True)
    best, first, where = floor, 1, start
    for hope, number, place, toll in hopes:
        if hope < best:
            break
        gain = hex_value(pos, side, group, place, goal, outlook, leaving=True) - stay - toll
        if gain > best or (gain == best and first < number):
            best, first, where = gain, number, place
    return Trip(best, where, -1)
