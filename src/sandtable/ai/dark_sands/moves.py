"""The Dark Sands: where to march, by what a hex is worth to a group: the way to its goal, enemies, friends, supply."""

from __future__ import annotations

from bisect import bisect_left
from typing import NamedTuple

from sandtable.ai.dark_sands.danger import Lines, base_of, naked
from sandtable.ai.dark_sands.tempo import Tempo, expected_loss, tempo_of
from sandtable.ai.dark_sands.threat import Threat
from sandtable.ai.dark_sands.value import CUT_OFF, Sense, defence_of, sense, worth
from sandtable.engine.maps import Mask, places_in, spread
from sandtable.engine.sides import ALLIED
from sandtable.games.dark_sands.position import DarkSandsPosition
from sandtable.games.dark_sands.rules.r02_control import controls
from sandtable.games.dark_sands.rules.r07_stacking import stack_barred
from sandtable.games.dark_sands.rules.r08_zones import enemy_zones
from sandtable.games.dark_sands.rules.r10_supply import supplied
from sandtable.games.dark_sands.rules.r19_extended import extend_barred, far_places
from sandtable.games.dark_sands.rules.r19_movement import destinations

HUNT = 1.1
"""A stack of the enemy worth attacking."""
NEAR = 7
"""Centre hexes within which units count for a fight next turn."""
ENOUGH = 4.0
"""Odds beyond which more attackers help little."""
CAMP = 1.4
"""Having a box of its own to stand in, multiplied by the enemy's share of the strength around."""
NO_SUPPLY = 4.0
STARVES, DIES = 0.5, 1.0
"""The share of its value a group stands to lose out of reach of supply, for a careful player: if it is not marked, and
if it is."""
GUARD = 25.0
"""What it is worth to stand guard over an empty base that the enemy could walk into."""
RETAKE = 60.0
"""What draws troops to a base that the enemy has taken."""
RESCUE = 0.5
"""The share of their value by which stacks that are cut off draw troops to whoever cut them off."""
FRONT_LINE = 2.5
"""What it costs a headquarters to stand beside the enemy."""
RING = 0.3
"""The share of its value that an enemy stack stands to lose when all ways out are closed before it is attacked."""
REAR, SLACK = 0.3, 8
"""What an enemy stack left behind costs, and from how many half points back; the Axis takes that risk."""
FEAR = 0.6
"""How much an attack that the enemy could make counts where only he is strong."""
IN_ACTION, BOLD = 0.1, 0.4
"""How much of the danger counts for those who attack before the enemy can, and for an army that goes forward as one."""
FRONTAGE = 9.0
"""The attack factors that usually fit into a hex."""
CLOSE, MOST = 1e-6, 1e6
"""For the upper bound of what a hex can promise: a little for rounding, and no limit beside the enemy."""
COMPANY, FRIEND = 0.5, 0.15
"""What troops in its hex, and each unit nearby, are worth to a headquarters."""
SECOND = 0.3
"""The share of a place's value that troops beyond one stack add."""
CROWD = 0.05
"""The same where no plan asks for it; in a campaign one unit guards the base, the others are wanted at the front."""
FAR_AWAY = 60
"""The distance to the goal, in half points, from which an extended move is considered."""


class Enemy:
    """What the other side has on the map: it stays the same while a side moves, and is worked out once."""

    def __init__(self, pos: DarkSandsPosition, side: int) -> None:
        foe = 1 - side
        self.foes = [(place, defence_of(pos, place)) for place in places_in(pos.held[foe])]
        """His stacks with their defence."""
        depth = sense(pos.box).travel(base_of(pos.box, side))
        self.depths = sorted(depth[place] for place in places_in(pos.firm[foe]))
        """How far his troops are from our base, the nearest first."""
        self.contact = enemy_zones(pos, side) | spread(pos.held[foe], pos.box.map.around)
        """The hexes beside him."""
        self.power: dict[int, float] = {}
        """The attack factors of his stacks, as far as they were asked for."""
        self.danger: dict[int, float] = {}
        """The attack factors he could bring against a place soon, as far as they were asked for."""
        self._panzers: dict[int, float] = {}
        self._side, self._steps = side, list(pos.steps)
        self._state = self._state_of(pos)

    def _state_of(self, pos: DarkSandsPosition) -> tuple[Mask, ...]:
        foe = 1 - self._side
        return pos.held[foe], pos.firm[foe], pos.out_of_supply, pos.disrupted, pos.boxed[foe]

    def panzers_near(self, pos: DarkSandsPosition, place: int) -> float:
        """The attack factors of panzers that he could bring against a place soon."""
        found = self._panzers.get(place)
        if found is None:
            near = pos.units_at(pos.box.within(place, NEAR) & pos.firm[1 - self._side]) & pos.box.panzers
            found = self._panzers[place] = float(sum(map(pos.attack, places_in(near))))
        return found

    def holds(self, pos: DarkSandsPosition, side: int) -> bool:
        """Is all this still so?"""
        return side == self._side and self._state == self._state_of(pos) and self._steps == pos.steps


class Outlook:
    """What a side sees when it looks at the map: enemies with their strength, goals, supply."""

    def __init__(
        self, pos: DarkSandsPosition, side: int, mind: Sense | None = None, enemy: Enemy | None = None
    ) -> None:
        self.pos, self.side, self.mind = pos, side, mind or sense(pos.box)
        self.enemy = enemy or Enemy(pos, side)
        self.foes, self.contact = self.enemy.foes, self.enemy.contact
        self.base = base_of(pos.box, side)
        self.depth = self.mind.travel(self.base)
        self._supply: Mask | None = None
        self._goals: list[tuple[int, float]] | None = None
        self._draws: list[tuple[int, float, tuple[int, ...]]] | None = None
        self._stacks: dict[int, float] = {}
        self._power: dict[Mask, float] = {}
        self._beside: dict[int, float] = {}
        self._exits: dict[int, tuple[Mask, int]] = {}
        self._worth: dict[Mask, float] = {}
        self._defence: dict[Mask, int] = {}
        self._strong: dict[int, float] = dict(self.foes)
        self._ours: dict[int, float] = {}
        self._homes: dict[int, int] = {}
        self._naked: bool | None = None
        self._tempo: Tempo | None = None
        self._losses: dict[tuple[int, Mask], float] = {}
        self._threat: Threat | None = None
        self._stakes: dict[tuple[int, Mask], float] = {}

    def stake(self, place: int, units: Mask) -> float:
        """What a stack in a place stands to lose to what the enemy's next chits can truly bring there."""
        if not units:
            return 0.0
        found = self._stakes.get((place, units))
        if found is None:
            if self._threat is None:
                self._threat = Threat(self.pos, self.side)
            found = self._stakes[place, units] = self._threat.loss(place, units) * self.worth(units)
        return found

    @property
    def tempo(self) -> Tempo:
        """Who strikes first."""
        if self._tempo is None:
            self._tempo = tempo_of(self.pos, self.side)
        return self._tempo

    def loss(self, place: int, units: Mask) -> float:
        """The share of its value that a stack in a place stands to lose to what the enemy could bring there."""
        found = self._losses.get((place, units))
        if found is None:
            pos, box = self.pos, self.pos.box
            front = (box.map.around[place] & box.land & ~pos.held[self.side]).bit_count()
            power = min(self.danger(place), FRONTAGE * front)
            panzers = min(power, self.enemy.panzers_near(pos, place)) if self.side == ALLIED else 0.0
            found = self._losses[place, units] = expected_loss(pos, self.side, place, units, power, panzers)
        return found

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
                if place in self.mind.garrisons and controls(pos, side, place):
                    if strength_of(pos, pos.piles[place]) < self.mind.garrisons[place]:
                        found.append((place, value))
                elif place in self.mind.posts or not controls(pos, side, place):
                    found.append((place, value))
                else:
                    need = self.odds_against(place) - 0.4
                    threat = self.danger(place)
                    held = defence_of(pos, place) if pos.held[side] >> place & 1 else 0.0
                    if need > 0 and threat > held:
                        found.append((place, value * min(1.0, (threat - held) / 8, 3 * need)))
            if self.mind.careful and (self.base_naked or not controls(pos, side, self.base)):
                found.append((self.base, GUARD if self.base_naked else RETAKE))
            if self.mind.careful:
                found += [(place, RESCUE * amount) for place, amount in barred_by(pos, side).items()]
            for place, defence in self.foes:
                power = self.power_near(place)
                if defence and power > 1.5 * defence:
                    prey = self.worth(pos.piles[place])
                    ready = self._power_at(pos.firm[side] & pos.box.map.around[place], self._stacks)
                    near_home = 1.0 + 60 / (60 + self.depth[place])
                    found.append((place, HUNT * prey * near_home * (1.0 if ready < ENOUGH * defence else 0.25)))
            self._goals = found
        return self._goals

    def power_near(self, place: int) -> float:
        """The attack factors this side has within reach of a place."""
        found = self._ours.get(place)
        if found is None:
            near = self.pos.box.within(place, NEAR)
            found = self._ours[place] = self._power_at(near & self.pos.firm[self.side], self._stacks)
        return found

    def danger(self, place: int) -> float:
        """The attack factors the enemy could bring against a place soon."""
        found = self.enemy.danger.get(place)
        if found is None:
            near = self.pos.box.within(place, NEAR)
            found = self._power_at(near & self.pos.firm[1 - self.side], self.enemy.power)
            self.enemy.danger[place] = found
        return found

    def beside(self, foe: int) -> float:
        """The attack factors this side has next to an enemy hex."""
        found = self._beside.get(foe)
        if found is None:
            pos = self.pos
            found = self._beside[foe] = self._power_at(pos.held[self.side] & pos.box.map.around[foe], self._stacks)
        return found

    def exits(self, foe: int) -> tuple[Mask, int]:
        """The ways out of an enemy hex that nobody closes or holds, and how many there are in all."""
        found = self._exits.get(foe)
        if found is None:
            pos, side = self.pos, self.side
            every = pos.box.map.around[foe] & pos.box.land & ~pos.held[side]
            found = self._exits[foe] = every & ~pos.zones[side] & ~pos.held[1 - side], every.bit_count()
        return found

    def power(self, units: Mask) -> float:
        """The attack factors of these units."""
        found = self._power.get(units)
        if found is None:
            found = self._power[units] = float(sum(map(self.pos.attack, places_in(units))))
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

    def _power_at(self, places: Mask, known: dict[int, float]) -> float:
        """The attack factors of the stacks in these places; those of each stack are remembered."""
        total = 0.0
        while places:
            place = places.bit_length() - 1
            places ^= 1 << place
            if place not in known:
                known[place] = float(sum(map(self.pos.attack, places_in(self.pos.piles[place]))))
            total += known[place]
        return total

    def worth(self, units: Mask) -> float:
        """What these units are worth as they stand."""
        found = self._worth.get(units)
        if found is None:
            found = self._worth[units] = worth(self.pos, units)
        return found

    def starved(self, units: Mask) -> float:
        """What these units stand to lose where there is no supply: those marked die when the turn ends."""
        marked = units & self.pos.out_of_supply
        return STARVES * self.worth(units & ~marked) + DIES * self.worth(marked) / (1 - CUT_OFF)

    def odds_against(self, place: int) -> float:
        """The enemy's share of all the attack factors near a place: beside strong friends there is less to fear."""
        threat = self.danger(place)
        return threat / (threat + self.power_near(place)) if threat else 0.0

    def behind(self, place: int) -> int:
        """Enemy stacks nearer to this side's base than a place: they could cut the road."""
        return bisect_left(self.enemy.depths, self.depth[place] - SLACK)

    def friends(self, place: int) -> int:
        """Own units within reach of a place."""
        pos = self.pos
        return pos.units_at(pos.box.within(place, 4) & pos.firm[self.side]).bit_count()

    def nearest_enemy(self, place: int) -> int:
        """Hexes to the nearest enemy."""
        rings = self.pos.box.rings(place)
        return min((rings[foe] for foe, _ in self.foes), default=30)

    def goal_of(self, place: int) -> int:
        """The goal that draws units from here the most, or -1; those who are cut off make for the nearest supply."""
        if self.mind.careful and not self.supply >> place & 1:
            home = self._home(place)
            if home >= 0:
                return home
        if self._draws is None:
            self._draws = [(goal, value, self.mind.travel(goal)) for goal, value in self.goals]
        best, goal = -1.0, -1
        for there, value, travel in self._draws:
            if (pull := value / (24 + travel[place])) > best:
                best, goal = pull, there
        return goal

    def _home(self, place: int) -> int:
        """The nearest hex in supply, or -1 if there is none."""
        found = self._homes.get(place)
        if found is None:
            fed, travel = self.supply & self.pos.box.land & ~self.pos.held[1 - self.side], self.mind.travel(place)
            found = self._homes[place] = min(places_in(fed), key=travel.__getitem__, default=-1)
        return found

    def to_goal(self, place: int) -> float:
        """Half points to the goal that draws the most from here."""
        goal = self.goal_of(place)
        return self.mind.travel(goal)[place] if goal >= 0 else 0.0


def barred_by(pos: DarkSandsPosition, side: int) -> dict[int, float]:
    """The enemy's hexes that alone keep a side's stacks from their supply, with what these stacks are worth."""
    lines = Lines(pos, side)
    if not lines.hungry:
        return {}
    freed = {place: lines.freed(place) for place in places_in(lines.closed)}
    return {place: worth(pos, pos.units_at(stacks)) for place, stacks in freed.items() if stacks}


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
        total += mind.draw(mind.travel(goal)[place])
    if not outlook.supply >> place & 1:
        total -= max(NO_SUPPLY, outlook.starved(group)) if mind.careful else NO_SUPPLY
    if side == ALLIED:
        total -= REAR * min(4, outlook.behind(place))
    if pos.boxed[side] >> place & 1:
        total += CAMP * outlook.odds_against(place)
    fighters = group & box.zoned
    if not fighters:
        return total + _safe_hq(pos, side, place, outlook)
    if place == outlook.base and outlook.base_naked:
        total += GUARD
    if outlook.danger(place):
        own = there & box.of[side] & ~box.hqs
        total -= _dread(group, place, own, outlook)
    if outlook.contact >> place & 1:
        hit = 1.0 if not fighters & ~outlook.tempo.now else outlook.tempo.hit
        total += _contact(pos, side, fighters, place, outlook, hit)
    return total


def _dread(group: Mask, place: int, own: Mask, outlook: Outlook) -> float:
    """What a group's being in a hex puts at stake there: less where friends are near who would hit back.

    A group that makes a weak stack safe is worth as much as one that endangers itself costs.
    """
    odds, mind = outlook.odds_against(place), outlook.mind
    if not mind.careful:
        return FEAR * outlook.tempo.risk * odds * outlook.loss(place, own) * outlook.worth(own)
    risk = outlook.stake(place, own) - outlook.stake(place, own & ~group)
    if not group & outlook.pos.box.zoned & ~outlook.tempo.now:
        risk *= IN_ACTION
    if mind.march:
        risk *= BOLD
    return risk * min(1.0, 2 * odds)


def _site_share(pos: DarkSandsPosition, side: int, group: Mask, place: int, mind: Sense) -> float:
    """How much of a site's value depends on this group: all if it takes the site, most if it holds it alone."""
    if not controls(pos, side, place):
        return 1.0
    others = pos.piles[place] & ~group & ~pos.box.hqs
    if not others:
        return 0.6
    if place in mind.garrisons:
        return 1.0 if strength_of(pos, others) < mind.garrisons[place] else 0.0
    if place in mind.posts:
        return SECOND
    return 0.0 if pos.box.campaign and place == base_of(pos.box, side) else CROWD


def strength_of(pos: DarkSandsPosition, units: Mask) -> int:
    """The defence factors of these units."""
    return sum(map(pos.defence, places_in(units)))


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


def _contact(pos: DarkSandsPosition, side: int, fighters: Mask, place: int, outlook: Outlook, hit: float) -> float:
    """Standing beside the enemy is good where the odds are good, and bad where they are not."""
    box = pos.box
    mine = outlook.power(fighters)
    there = box.bits[pos.where[fighters.bit_length() - 1]]
    total = 0.0
    for foe in places_in(pos.held[1 - side] & box.map.around[place]):
        if not pos.piles[foe] & ~box.hqs:
            total += 0.4
            continue
        defence = max(1.0, outlook.defence_of(foe))
        others = (outlook.beside(foe) - (mine if there & box.map.around[foe] else 0.0)) / defence
        odds = others + mine / defence
        prize = 0.6 + 0.3 * outlook.worth(pos.piles[foe]) + 0.1 * outlook.mind.sites.get(foe, 0.0)
        if odds >= 1.0 or outlook.power_near(foe) >= 2.0 * defence:
            total += hit * prize * (min(odds, ENOUGH) - min(others, ENOUGH)) / ENOUGH
            if outlook.mind.careful:
                total += RING * outlook.worth(pos.piles[foe]) * _closes(pos, place, foe, outlook)
        else:
            total -= 0.6
    return total


def _closes(pos: DarkSandsPosition, place: int, foe: int, outlook: Outlook) -> float:
    """The share of the ways out of an enemy's hex that troops in a place would close."""
    free, every = outlook.exits(foe)
    return (free & (pos.box.zone[place] | pos.box.bits[place])).bit_count() / every if free else 0.0


BY_ROAD, BY_SEA = -1, -2
"""In place of a cost: an extended move, and a naval one."""


class Trip(NamedTuple):
    """A move with what it promises: a hex to go to and its cost, or the end of an extended or a naval move."""

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
    nowhere = Trip(floor, start, BY_ROAD)
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
        hope = extra - toll + (outlook.mind.draw(travel[place]) if travel else 0.0)
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
    return Trip(best, where, BY_ROAD)
