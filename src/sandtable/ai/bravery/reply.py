"""Bravery in the Sand: greedy's choices in a fraction of its time, for playing worlds on.

A march is judged by the pull of the place on each step of the stack, battles by a table of what such battles came to.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from random import Random
from typing import NamedTuple

from sandtable.ai.bravery import value
from sandtable.ai.bravery.roads import bars, gates, open_exits, resistance, roads
from sandtable.ai.bravery.value import PLAIN, Weights
from sandtable.engine.flow import Action, Frame
from sandtable.engine.maps import Mask, way_to
from sandtable.engine.sides import ALLIED, AXIS
from sandtable.games.bravery.box import FORT, BraveryBox
from sandtable.games.bravery.forecast import STAND_AT
from sandtable.games.bravery.position import BraveryPosition
from sandtable.games.bravery.rules.r06_movement import budget, enemy_hexes, routes
from sandtable.games.bravery.rules.r07_strength import attackers, defenders, works
from sandtable.games.bravery.rules.r08_combined import waiting
from sandtable.games.bravery.rules.r13_victory import tank_strength

HOPELESS = -1e9
LAST_TANKS = 100.0
BRUNT = 0.5
"""The best of a force, its tanks as a rule, take at least half of the damage."""
TRIED = 40
"""Battles fought for each line of the table."""


class Clash(NamedTuple):
    """What a battle comes to."""

    taken: float
    """How often the attacker has the hex to himself."""
    fates: tuple[tuple[int, int], ...]
    """Steps of the attacker and of the defender lost in each battle tried."""


class Force(NamedTuple):
    """One side of a battle as the table knows it."""

    units: int
    steps: int
    bonus: int
    stays: bool = False
    """Garrisons never leave."""

    def after(self, hits: int) -> Force:
        """What is left of it: whole units are reduced before reduced ones fall."""
        steps = max(0, self.steps - hits)
        return self._replace(steps=steps, units=min(self.units, steps))

    def hits(self, enemy: Force, walled: bool, rng: Random) -> int:
        """A roll of its dice: one more face of six hits for each bonus, and one against an enemy all reduced."""
        chance = (1 + self.bonus + (not walled and enemy.steps == enemy.units)) / 6
        return sum(rng.random() < chance for _ in range(self.steps // 2))

    def leaves(self, enemy: Force) -> bool:
        """Does it retreat, as `stand_or_go` would?"""
        return not self.stays and (self.steps <= STAND_AT or 2 * self.steps < enemy.steps)


@lru_cache(maxsize=1 << 14)
def clash(attacker: Force, defender: Force, walled: bool, least: int) -> Clash:
    """The table of battles, each line worked out when first asked for."""
    rng = Random(1)
    ends = [_fought(attacker, defender, walled, least, rng) for _ in range(TRIED)]
    fates = tuple((attacker.steps - ours.steps, defender.steps - theirs.steps) for ours, theirs, _ in ends)
    return Clash(sum(taken for _, _, taken in ends) / TRIED, fates)


def _fought(ours: Force, theirs: Force, walled: bool, least: int, rng: Random) -> tuple[Force, Force, bool]:
    """One battle: both forces after it, and whether the attacker has the hex."""
    rounds = 0
    while True:
        rounds += 1
        ours, theirs = ours.after(theirs.hits(ours, False, rng)), theirs.after(ours.hits(theirs, walled, rng))
        if walled or not ours.steps or not theirs.steps:
            return ours, theirs, bool(ours.steps) and not theirs.steps
        if rounds < least:
            continue
        if ours.leaves(theirs):
            return ours, theirs, False
        if theirs.leaves(ours):
            return ours, theirs, True


def reply(pos: BraveryPosition, rng: Random, by: Weights = PLAIN) -> Action:
    """A plain choice in little time."""
    frame, actions = pos.stack[-1], pos.actions()
    if len(actions) == 1:
        return actions[0]
    match frame[0]:
        case "move":
            return _best_move(pos, frame, actions, by)[1]
        case "activate.stack" | "activate.dak":
            return max(actions, key=lambda action: _waking(pos, action, by))
        case "combat.declare":
            return _stand_or_go(pos, frame[1], by)
        case "combined.wake":
            return _woken_again(pos, frame, by)
        case "combat.retreat" | "refit.choose":
            return max(actions, key=lambda action: _after(pos, frame[1], action, by))
        case "cup.commit":
            return commit(pos, actions)
        case "recover.choose":
            return actions[-1]
    return actions[0]


def commit(pos: BraveryPosition, actions: list[Action]) -> Action:
    """Put every formation in but the garrison of a Tobruk under siege, which does best to sit still."""
    for action in actions:
        if action[0] == "put" and pos.box.chits[action[1]].label != "70D":
            return action
    return ("done",)


def _stand_or_go(pos: BraveryPosition, side: int, by: Weights) -> Action:
    """Stand while the battle is worth more to its attacker, or less to its defender, than the hex is."""
    force = attackers(pos)
    if not force or not defenders(pos) or works(pos):
        return ("stay",)
    outlook = Outlook(pos, pos.attacker, force, by)
    gain, place = outlook.fought(pos.field, force, 1), outlook.control(pos.field)
    return ("stay",) if (gain > 0 if side == pos.attacker else gain < place) else ("retreat",)


def _waking(pos: BraveryPosition, action: Action, by: Weights) -> float:
    """What a stack to be woken would gain."""
    after = pos.copy()
    after.play(action)
    if action[0] == "stop" or after.stack[-1][0] != "move":
        return 0.0
    return _best_move(after, after.stack[-1], after.actions(), by)[0]


def _woken_again(pos: BraveryPosition, frame: Frame, by: Weights) -> Action:
    """Those who wait for a combined attack make it if it promises something."""
    _, side, (place,) = frame
    force = waiting(pos, place, side)
    gain = Outlook(pos, side, force, by).fought(place, force, len({pos.marker[unit] for unit in force}))
    return ("assault",) if gain > 0 else ("stop",)


def _after(pos: BraveryPosition, side: int, action: Action, by: Weights) -> float:
    after = pos.copy()
    after.play(action)
    return value.evaluate(after, side, by)


def _pull_on(pos: BraveryPosition, side: int, unit: int, by: Weights) -> tuple[float, ...]:
    """What draws a stack like this unit, as things stand."""
    box = pos.box
    if side == AXIS:
        return pull(box, by, side, box.units[unit].nation == "de", pos.axis_held, False)
    return pull(box, by, side, False, pos.axis_held, not _barred(pos))


def _barred(pos: BraveryPosition) -> bool:
    """Is a German in the corridor?"""
    corridor, bits, where = pos.box.corridor, pos.box.bits, pos.where
    return any(bits[where[unit]] & corridor for unit in pos.box.germans)


@lru_cache(maxsize=4096)
def pull(box: BraveryBox, by: Weights, side: int, german: bool, axis_held: Mask, open_west: bool) -> tuple[float, ...]:
    """What a step of a side is worth in each place, by the terms of the evaluation that look at places."""
    theirs = box.strategic & (~axis_held if side == AXIS else axis_held)
    worth = [-by.near * distance for distance in value.nearest(box, theirs)]
    draws: list[tuple[Mask, int, float]] = []
    if side == ALLIED:
        draws.append((gates(box), value.CLOSE, by.guard))
        if open_west:
            draws.append((1 << box.tripoli, value.CLOSE, by.exit_near))
        worth[box.tripoli] += by.exit_step
    elif german:
        exits = open_exits(box, axis_held)
        draws.append((exits or gates(box), value.FAR, by.road_near if exits else by.gate_near))
    for goals, reach, each in draws:
        for place, distance in enumerate(value.nearest(box, goals)):
            worth[place] += each * max(0, reach - distance) / reach
    return tuple(worth)


def _best_move(pos: BraveryPosition, frame: Frame, actions: list[Action], by: Weights) -> tuple[float, Action]:
    """What a woken stack does best, and what that gains."""
    _, side, (stack, *_) = frame
    outlook = Outlook(pos, side, stack, by)
    before: dict[int, int] = {}
    if outlook.theirs & pos.box.radius[budget(frame)][outlook.here]:
        before = routes(pos, frame, enemy_hexes(pos, side, stack))[1]
    best, choice = HOPELESS, actions[0]
    for action in actions:
        match action[0]:
            case "move":
                gain = outlook.at(action[1])
                if before:
                    gain += outlook.passing(way_to(before, action[1])[1:-1])
            case "stop" | "combine":
                gain = 0.0
            case "fight" | "assault":
                gain = outlook.battle(outlook.here, with_friends=action[0] == "assault")
            case _:
                continue
        if gain > best:
            best, choice = gain, action
    return best, choice


class Outlook:
    """What a stack would gain in the places it can go to."""

    def __init__(self, pos: BraveryPosition, side: int, stack: Sequence[int], by: Weights) -> None:
        self.pos = pos
        self.side = side
        self.stack = stack
        self.by = by
        self.here = pos.where[stack[0]]
        self.steps = sum(map(pos.strength.__getitem__, stack))
        self.pull = _pull_on(pos, side, stack[0], by)
        self.theirs = pos.box.strategic & (~pos.axis_held if side == AXIS else pos.axis_held)
        self.posts, self.post = self._posts()
        self.enemies = pos.occupied(1 - side)
        self.bars = bars(pos) if side == ALLIED and by.hold else []
        self._now: float | None = None
        self._gains: dict[int, float] = {}
        self._roads: dict[tuple[int, int], int] = {}

    def _posts(self) -> tuple[Mask, float]:
        """Places that need somebody, if nobody else is there, and what that is worth: Tobruk, the corridor."""
        pos, box, stack = self.pos, self.pos.box, self.stack
        if self.side == ALLIED:
            alone = len(pos.at(box.tobruk, ALLIED)) == len(stack)
            return (1 << box.tobruk, self.by.tobruk_empty) if self.here == box.tobruk and alone else (0, 0.0)
        if box.units[stack[0]].nation != "de" or any(
            box.bits[pos.where[unit]] & box.corridor for unit in box.germans if unit not in stack
        ):
            return 0, 0.0
        near = value.gathered(pos, box.units_of[ALLIED], 1 << box.tripoli, value.CLOSE)
        return box.corridor, self.by.corridor + self.by.exit_near * near

    def at(self, place: int) -> float:
        """What going to a place gains."""
        gain = self.steps * (self.pull[place] - self.pull[self.here])
        if self.posts:
            gain += self.post * ((self.posts >> place & 1) - (self.posts >> self.here & 1))
        if self.bars:
            gain += self.by.hold * self._barring(place)
        if self.enemies >> place & 1:
            return gain + max(0.0, self.battle(place), self.battle(place, with_friends=True))
        return gain + self.control(place)

    def _barring(self, place: int) -> int:
        """What going to a place adds to what the Axis has to overcome."""
        number = roads(self.pos.box).number
        start, end = number.get(self.here, -1), number.get(place, -1)
        if (start, end) not in self._roads:
            self._roads.setdefault((-1, -1), resistance(self.pos.box, self.bars))
            after = list(self.bars)
            if start >= 0 and after[start]:
                after[start] -= self.steps
            if end >= 0 and after[end]:
                after[end] += self.steps
            self._roads[start, end] = resistance(self.pos.box, after)
        return self._roads[start, end] - self._roads[-1, -1]

    def passing(self, way: Sequence[int]) -> float:
        """What control of the hexes on a way gains."""
        return sum([self.control(step) for step in way if self.theirs >> step & 1])

    def control(self, place: int) -> float:
        """What control of a place gains, if it is not ours."""
        if not self.theirs >> place & 1:
            return 0.0
        if place not in self._gains:
            pos, held = self.pos, self.pos.axis_held
            if self._now is None:
                self._now = value.evaluate(pos, self.side, self.by)
            pos.axis_held ^= 1 << place
            self._gains[place] = value.evaluate(pos, self.side, self.by) - self._now
            pos.axis_held = held
        return self._gains[place]

    def battle(self, place: int, *, with_friends: bool = False) -> float:
        """What attacking in a place gains, with those who wait there if wished."""
        pos = self.pos
        if not with_friends:
            return self.fought(place, self.stack, 1)
        friends = waiting(pos, place, self.side)
        if not friends:
            return HOPELESS
        return self.fought(place, [*self.stack, *friends], 1 + len({pos.marker[unit] for unit in friends}))

    def fought(self, place: int, force: Sequence[int], least: int) -> float:
        """What a battle there by some units gains on average."""
        pos, side, box = self.pos, self.side, self.pos.box
        against = pos.at(place, 1 - side)
        level = [max([box.units[unit].level for unit in units]) for units in (force, against)]
        works = box.works[place] if pos.controls(place, 1 - side) else 0
        ours = self._force(force, (pos.spur and side == AXIS) + (not works and level[0] - level[1] >= 2))
        theirs = self._force(against, (level[1] - level[0] >= 2) + (works == FORT))
        end = clash(ours, theirs, bool(works), least)
        gain = self._worth(against, 1 - side, [killed for _, killed in end.fates])
        gain -= self._worth(force, side, [lost for lost, _ in end.fates])
        return gain + end.taken * self.control(place) if end.taken else gain

    def _force(self, units: Sequence[int], bonus: int) -> Force:
        pos = self.pos
        steps = sum(map(pos.strength.__getitem__, units))
        return Force(len(units), steps, bonus, all(map(pos.box.fixed.__getitem__, units)))

    def _worth(self, units: Sequence[int], side: int, fates: list[int]) -> float:
        """What the steps these units may lose are worth to their side; the last tanks are the game."""
        pos, worth = self.pos, value.step_worth(self.pos.box, self.by)
        mean = sum(fates) / len(fates)
        total = mean * sum([worth[unit] for unit in units]) / len(units)
        tanks = sum([pos.strength[unit] for unit in units if pos.box.armor[unit]])
        if not tanks or (side == AXIS and pos.box.units[units[0]].nation != "de"):
            return total
        share = max(BRUNT, tanks / sum([pos.strength[unit] for unit in units]))
        spare = tank_strength(pos, side) - int(pos.box.tables["few_tanks"])
        if tanks >= spare:
            total += LAST_TANKS * sum(share * lost >= spare for lost in fates) / len(fates)
        return total + self.by.few_tanks / max(1.0, spare - share * mean) - self.by.few_tanks / max(1, spare)
