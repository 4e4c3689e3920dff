"""How a Rommel player judges a position: what each scenario wants, what a battle promises, what a hex is worth."""

from __future__ import annotations

from functools import lru_cache
from heapq import heappop, heappush

from sandtable.engine.maps import places_in
from sandtable.games.rommel.box import RommelBox
from sandtable.games.rommel.network import reached
from sandtable.games.rommel.position import OTHER, RommelPosition
from sandtable.games.rommel.rules.r07_supply import ground
from sandtable.games.rommel.rules.r08_fortresses import mined
from sandtable.games.rommel.rules.r10_victory import TERMS

AIMS: dict[str, tuple[dict[str, float], dict[str, float]]] = {
    "battleaxe": (
        {"Sollum": 12, "Sidi Omar": 6, "Bardia": 12, "Tobruk": 8},
        {"Sollum": 12, "Sidi Omar": 6, "Bardia": 5, "Gambut": 8, "Gazala SE1": 5, "Bir el Gubi": 8},
    ),
    "crusader": ({"Tobruk": 14, "Bir el Gubi": 5, "Gambut": 6}, {"Tobruk": 16, "Bardia": 5, "Sidi Omar": 4}),
    "gazala": ({"Tobruk": 14, "Gazala": 6, "Bir Hacheim": 5}, {"Tobruk": 16}),
    "alamein": (
        {"Tobruk": 13, "Mersa Matruh": 9, "El Alamein": 7},
        {"Mersa Matruh": 12, "Tobruk": 10, "El Alamein": 6},
    ),
    "1940": (
        {"Tobruk": 13, "Mersa Matruh": 9, "Bardia": 8, "Benghazi": 10},
        {"Mersa Matruh": 10, "Tobruk": 9, "Bardia": 7, "Benghazi": 7},
    ),
    "campaign": ({"Tobruk": 14, "Bardia": 6, "Mersa Matruh": 6}, {"Tobruk": 14, "Benghazi": 7, "Bardia": 6}),
}
"""What each side fights for under each scenario's terms, and how much it matters."""
WAY_COST = (1.0, 0.7, 0.5, 0.35)
HURRY = 3
"""Months before the end in which a side that is losing dares more."""
STAND, STRENGTH, CARD, VERDICT = 0.45, 1.4, 2.7, 28.0
"""Weights of the terms, fitted to games of greedy against itself; the last is for being the one who wins if nothing
changes in the last month, half as much in the month before."""
NEAR_BASE = 8
"""A base wants a guard when the enemy is within so many hexes of it."""
CROWD = 14
"""Combat value in one hex beyond which more counts less."""


def aims(box: RommelBox, side: int) -> dict[int, float]:
    """The hexes a side wants, with their weight; bases always count."""
    wanted = {box.map.index[name]: weight for name, weight in AIMS[box.plan.terms][side].items()}
    wanted.setdefault(box.board.base[side], 3.0)
    wanted.setdefault(box.board.base[OTHER[side]], 4.0)
    return wanted


@lru_cache(maxsize=64)
def pull(box: RommelBox, side: int) -> tuple[float, ...]:
    """What it is worth to a side to stand in each hex: near its aims, by road rather than by desert."""
    worth = [0.0] * len(box.map)
    for place, weight in aims(box, side).items():
        for hex_, far in enumerate(_travel(box, place)):
            worth[hex_] = max(worth[hex_], weight / (1 + 0.4 * far))
    return tuple(worth)


@lru_cache(maxsize=512)
def _travel(box: RommelBox, goal: int) -> tuple[float, ...]:
    """The time to a hex from every other."""
    board = box.board
    far = [99.0] * len(box.map)
    far[goal] = 0.0
    heap = [(0.0, goal)]
    while heap:
        cost, here = heappop(heap)
        if cost > far[here]:
            continue
        for there in places_in(board.around[here]):
            grade = max(g for g in range(4) if board.by_grade[g][here] >> there & 1)
            new = cost + WAY_COST[grade]
            if new < far[there]:
                far[there] = new
                heappush(heap, (new, there))
    return tuple(far)


def worth(pos: RommelPosition, unit: int) -> float:
    """What a block is worth: its strength now, and a little for being there at all."""
    return pos.value(unit) * (1.3 if pos.box.kind[unit] == 0 else 1.0) + 1.0


def firepower(pos: RommelPosition, place: int, firing: list[int], at: list[int]) -> float:
    """Expected steps a force takes from another in one round."""
    if not firing or not at:
        return 0.0
    box, side = pos.box, pos.box.side[firing[0]]
    fortress = box.board.fortresses >> place & 1
    garrison, single = fortress and pos.owner(place) == side, mined(pos, place, OTHER[side])
    kinds = {box.kind[unit] for unit in at}
    hits = 0.0
    for unit in firing:
        row = box.tables.fire[box.kind[unit]]
        best = 1 if single else max(7 - row[kind] for kind in kinds)
        hits += pos.value(unit) * best / 6
    tough = sum(box.toughness[unit] for unit in at) / len(at)
    return hits * (2 if garrison else 1) / tough


def exchange(pos: RommelPosition, place: int, mine: list[int], theirs: list[int]) -> tuple[float, float]:
    """The share of each force that a round of battle destroys: of theirs, of mine."""
    steps_mine = sum(pos.steps[unit] for unit in mine) or 1
    steps_theirs = sum(pos.steps[unit] for unit in theirs) or 1
    lost = min(1.0, firepower(pos, place, theirs, mine) / steps_mine)
    won = min(1.0, firepower(pos, place, mine, theirs) * (1 - lost / 2) / steps_theirs)
    return won, lost


def is_losing(pos: RommelPosition, side: int) -> bool:
    """Would this side lose (or only draw) if the scenario ended now, and does the end draw near? Both can tell."""
    return pos.box.plan.last - pos.turn < HURRY and TERMS[pos.box.plan.terms](pos)[0] != side


class Sense:
    """One side's half of the judgement of a position, made once and then asked about small changes."""

    def __init__(self, pos: RommelPosition, side: int) -> None:
        self.pos = pos
        self.side = side
        self.pull = pull(pos.box, side)
        self.supplied = reached(ground(pos, side))
        self.losing = is_losing(pos, side)
        self.mine = self._forces(side)
        self.theirs = self._forces(OTHER[side])
        self.care = self._care()
        self.aims = aims(pos.box, side)
        base = pos.box.board.base[side]
        far = pos.box.board.distance[0][base]
        if not any(far[place] <= NEAR_BASE for place in self.theirs):
            self.aims = {place: weight for place, weight in self.aims.items() if place != base}

    def _forces(self, side: int) -> dict[int, list[int]]:
        forces: dict[int, list[int]] = {}
        for unit in self.pos.box.units[side]:
            if self.pos.where[unit] >= 0 and not self.pos.disrupted[unit]:
                forces.setdefault(self.pos.where[unit], []).append(unit)
        return forces

    def _care(self) -> float:
        """How dear its own losses are to a side: dearer to the weaker army, which must last, cheaper in a hurry."""
        if self.losing:
            return 0.6
        mine, theirs = (
            sum(self.pos.value(unit) for units in forces.values() for unit in units)
            for forces in (self.mine, self.theirs)
        )
        return min(1.6, max(0.8, theirs / max(mine, 1)))

    def battle(self, place: int, mine: list[int], theirs: list[int]) -> float:
        """What a battle promises: losses dealt against losses taken, and the ground; who is losing dares more."""
        pos = self.pos
        won, lost = exchange(pos, place, mine, theirs)
        value = won * sum(worth(pos, u) for u in theirs) - self.care * lost * sum(worth(pos, u) for u in mine)
        stake = self.aims.get(place, 2.0)
        return 1.6 * value + (4.0 if self.losing else 1.5) * stake * (won - lost) / max(won + lost, 0.1)

    def hex_value(self, place: int, force: list[int]) -> float:
        """What a force in a hex is worth to its side."""
        if not force:
            return 0.0
        pos = self.pos
        strength = sum(pos.value(unit) for unit in force)
        counted = min(strength, CROWD) + 0.35 * max(0, strength - CROWD)
        value = self.pull[place] * counted * 0.3
        if place in self.theirs:
            value += self.battle(place, force, self.theirs[place])
        else:
            value -= self.danger(place, strength)
            if place in self.aims:
                value += (3.0 if self.losing else 1.5) * self.aims[place]
        if not self.supplied >> place & 1 and not pos.box.board.fortresses >> place & 1:
            value -= (2.0 * strength + 6) * (0.4 if self.losing and place in self.aims else 1.0)
        return value

    def danger(self, place: int, strength: float) -> float:
        """What may be lost to stronger enemies close by."""
        against = 0.0
        for near in places_in(self.pos.box.board.around[place]):
            if near in self.theirs:
                against += sum(self.pos.value(unit) for unit in self.theirs[near])
        return max(0.0, min(against, 16.0) - 1.3 * strength) * 0.3

    def shift(self, units: list[int], dest: int) -> float:
        """How much better it is when these blocks of one hex stand in another."""
        start = self.pos.where[units[0]]
        here, there = self.mine.get(start, []), self.mine.get(dest, [])
        moving = set(units)
        stay = [unit for unit in here if unit not in moving]
        before = self.hex_value(start, here) + self.hex_value(dest, there)
        after = self.hex_value(start, stay) + self.hex_value(dest, [*there, *units])
        if start in self.theirs:  # leaving a battle costs order and maybe blood
            after -= sum(worth(self.pos, unit) for unit in units) * (0.3 if stay else 0.6)
        return after - before

    def terms(self) -> dict[str, float]:
        """The whole half, by name."""
        pos = self.pos
        forces = 0.0
        for unit in pos.box.units[self.side]:
            if pos.where[unit] >= 0:
                forces += worth(pos, unit) * (0.7 if pos.disrupted[unit] else 1.0)
        return {
            "where the blocks stand": STAND * sum(self.hex_value(place, force) for place, force in self.mine.items()),
            "strength": STRENGTH * forces,
            "places held": sum(self.aims.get(place, 3.0) for place, owner in pos.owners if owner == self.side),
            "supply cards": CARD * pos.hand(self.side)[0],
        }


def terms(pos: RommelPosition, side: int) -> dict[str, float]:
    """What is good and bad about a position for a side, by name: its half against the enemy's."""
    if pos.over is not None:
        winner = pos.over[0]
        return {"the game": 0.0 if winner is None else 1000.0 if winner == side else -1000.0}
    ours, theirs = Sense(pos, side).terms(), Sense(pos, OTHER[side]).terms()
    found = {name: ours[name] - theirs[name] for name in ours}
    winner = TERMS[pos.box.plan.terms](pos)[0]
    weight = VERDICT / (1 + pos.box.plan.last - pos.turn)
    found["who would win now"] = 0.0 if winner is None else weight if winner == side else -weight
    return found


def evaluate(pos: RommelPosition, side: int) -> float:
    """How good a position is for a side: the sum of its terms."""
    return sum(terms(pos, side).values())
