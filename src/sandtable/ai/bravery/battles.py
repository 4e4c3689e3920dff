"""Bravery in the Sand: what a battle comes to, from a table worked out once for each pair of forces.

`clash` takes both sides to leave when they are as good as beaten; `spent_within` asks for what may end the game.
"""

from __future__ import annotations

from bisect import bisect
from collections.abc import Sequence
from functools import lru_cache
from itertools import accumulate
from math import comb
from random import Random
from typing import NamedTuple

from sandtable.engine.sides import AXIS
from sandtable.games.bravery.box import FORT, BraveryBox
from sandtable.games.bravery.forecast import STAND_AT
from sandtable.games.bravery.position import BraveryPosition

SIDES_OF_DIE = 6
SMALL, RARE = 16, 1e-4
"""Battles of no more steps than the first are followed through all courses but those rarer than the second."""
TRIED = 48
"""Larger ones are fought so many times."""


class Force(NamedTuple):
    """One side of a battle: its best units, its tanks if it has any, and the rest."""

    best: int
    best_steps: int
    rest: int
    rest_steps: int
    bonus: int
    stays: bool = False
    """Garrisons never leave."""
    repair: int = 7
    """What a die must show to bring a tank step back; more than six if there are no tanks to repair."""

    @property
    def steps(self) -> int:
        """All of its steps."""
        return self.best_steps + self.rest_steps

    @property
    def reduced(self) -> bool:
        """Are all of its units reduced?"""
        return self.steps == self.best + self.rest

    def after(self, hits: int) -> Force:
        """What is left of it: the best take half the hits, rounded up, whole units first; the rest take the others."""
        if not hits:
            return self
        share = min(self.best_steps, (hits + 1) // 2)
        other = min(self.rest_steps, hits - share)
        best, rest = max(0, self.best_steps - hits + other), self.rest_steps - other
        return self._replace(best=min(self.best, best), best_steps=best, rest=min(self.rest, rest), rest_steps=rest)

    def chance(self, enemy: Force, walled: bool) -> int:
        """Faces of six that hit: one more for each bonus, and one against all-reduced enemies, but not over walls."""
        return 1 + self.bonus + (not walled and enemy.reduced)


class Toll(NamedTuple):
    """What a battle costs one side on average."""

    best: float
    rest: float
    """Steps of its best units and of the others."""
    chances: tuple[float, ...]
    """How likely it is to lose at least a given number of steps of its best units."""

    def at_least(self, steps: int) -> float:
        """How likely it is to lose this many steps of its best units, or more."""
        return self.chances[steps] if steps < len(self.chances) else 0.0


class Clash(NamedTuple):
    """What a battle comes to."""

    taken: float
    """How often the attacker has the hex to himself."""
    ours: Toll
    theirs: Toll


@lru_cache(maxsize=1 << 15)
def clash(ours: Force, theirs: Force, walled: bool, least: int) -> Clash:
    """The table of battles, each line worked out when first asked for."""
    ends = (_ends if ours.steps + theirs.steps <= SMALL else _tried)(ours, theirs, walled, least)
    total = sum(ends.values())
    taken = 0.0
    lost, killed = _Losses(ours), _Losses(theirs)
    for (s1, r1, s2, r2, gone), chance in ends.items():
        share = chance / total
        won = s1 + r1 > 0 and (s2 + r2 == 0 or gone == THEY)
        if won:
            taken += share
        lost.add(share, s1, r1, won)
        killed.add(share, s2, r2, not won and s2 + r2 > 0)
    return Clash(taken, lost.toll(), killed.toll())


class _Losses:
    """What one side loses on average."""

    def __init__(self, before: Force) -> None:
        self.before = before
        self.best = self.rest = 0.0
        self.gone = [0.0] * (before.best_steps + 1)
        faces = SIDES_OF_DIE + 1 - before.repair
        self.repair = faces / SIDES_OF_DIE if faces > 0 else 0.0

    def add(self, share: float, best: int, rest: int, holds: bool) -> None:
        """One end of the battle: what is left, and whether the side holds the field and so repairs its tanks."""
        lost = self.before.best_steps - best
        self.gone[lost] += share
        self.best += share * (lost - self.repair * min(lost, self.before.best) if holds else lost)
        self.rest += share * (self.before.rest_steps - rest)

    def toll(self) -> Toll:
        """The same in sum."""
        chances = tuple(accumulate(reversed(self.gone)))[::-1]
        worst = max([n for n, share in enumerate(self.gone) if share > 0.0], default=0)
        return Toll(self.best, self.rest, chances[: worst + 1])


NOBODY, WE, THEY = range(3)
"""Who retreated at the end of a battle."""
Ends = dict[tuple[int, int, int, int, int], float]
"""Steps left of the attacker's best and of his rest, of the defender's best and of his rest, and who retreated."""
WIDE = 1 << 6
"""More than the steps of any force: what is left of it is one number, its best times this and its rest."""


def _tried(ours: Force, theirs: Force, walled: bool, least: int) -> Ends:
    """The same for large battles, from some that are fought."""
    rng, ends = Random(1), Ends()
    for _ in range(TRIED):
        left, right = _fought(ours, theirs, walled, least, rng)
        end = left[0], left[1], right[0], right[1], WE if left[2] else THEY if right[2] else NOBODY
        ends[end] = ends.get(end, 0.0) + 1.0
    return ends


Left = tuple[int, int, bool]
"""What is left of a force, steps of its best and of the rest, and whether it retreated."""


def _fought(ours: Force, theirs: Force, walled: bool, least: int, rng: Random) -> tuple[Left, Left]:
    """One battle: what is left of both forces after it."""
    (n1, s1, m1, r1, bonus1, stays1, _), (n2, s2, m2, r2, bonus2, stays2, _) = ours, theirs
    rounds, random = 0, rng.random
    while True:
        rounds += 1
        all1, all2 = s1 + r1, s2 + r2
        roll = bisect(_hits(all2 // 2, 1 + bonus2 + (all1 == n1 + m1)), random())
        hits = bisect(_hits(all1 // 2, 1 + bonus1 + (not walled and all2 == n2 + m2)), random())
        if roll:
            other = min(r1, roll - min(s1, (roll + 1) // 2))
            s1, r1 = max(0, s1 - roll + other), r1 - other
            n1, m1 = min(n1, s1), min(m1, r1)
        if hits:
            other = min(r2, hits - min(s2, (hits + 1) // 2))
            s2, r2 = max(0, s2 - hits + other), r2 - other
            n2, m2 = min(n2, s2), min(m2, r2)
        all1, all2 = s1 + r1, s2 + r2
        if walled or not all1 or not all2:
            return (s1, r1, False), (s2, r2, False)
        if rounds < least:
            continue
        if not stays1 and (all1 <= STAND_AT or 3 * all1 < 2 * all2):
            return (s1, r1, True), (s2, r2, False)
        if not stays2 and (all2 <= STAND_AT or 3 * all2 < 2 * all1):
            return (s1, r1, False), (s2, r2, True)


def _ends(ours: Force, theirs: Force, walled: bool, least: int) -> Ends:
    """How a battle may end, with the chance of each; what hardly ever happens is left out."""
    ends: Ends = {}
    most = ours.steps + theirs.steps
    start = (ours.best_steps * WIDE + ours.rest_steps) * WIDE * WIDE + theirs.best_steps * WIDE + theirs.rest_steps
    lines: list[dict[int, float]] = [{} for _ in range(most + 1)]
    lines[most][start] = 1.0
    for number in range(1, (1 if walled else least) + 1):  # nobody may leave before these rounds are over
        after: list[dict[int, float]] = [{} for _ in range(most + 1)]
        for steps, line in enumerate(lines):
            for state, chance in line.items():
                _fight(ours, theirs, walled, steps, state, chance, after, ends)
        lines = after
        if walled and number == 1:
            for state, chance in ((state, chance) for line in lines for state, chance in line.items()):
                _note(ends, state, NOBODY, chance)
            return ends
    for steps in range(most, -1, -1):
        line = lines[steps]
        for state, chance in list(line.items()):
            us, them = divmod(state, WIDE * WIDE)
            all1, all2 = us // WIDE + us % WIDE, them // WIDE + them % WIDE
            if not ours.stays and (all1 <= STAND_AT or 3 * all1 < 2 * all2):
                _note(ends, state, WE, chance)
            elif not theirs.stays and (all2 <= STAND_AT or 3 * all2 < 2 * all1):
                _note(ends, state, THEY, chance)
            else:
                line[state] = 0.0
                _fight(ours, theirs, walled, steps, state, chance, lines, ends, again=True)
    return ends


def _fight(
    ours: Force,
    theirs: Force,
    walled: bool,
    steps: int,
    state: int,
    chance: float,
    lines: list[dict[int, float]],
    ends: Ends,
    *,
    again: bool = False,
) -> None:
    """One round: what it leads to, sorted by the steps left on both sides; `again` until somebody is hit."""
    us, them = divmod(state, WIDE * WIDE)
    (s1, r1), (s2, r2) = divmod(us, WIDE), divmod(them, WIDE)
    all1, all2 = s1 + r1, s2 + r2
    mine = binomial(all1 // 2, 1 + ours.bonus + (not walled and all2 == min(theirs.best, s2) + min(theirs.rest, r2)))
    other = binomial(all2 // 2, 1 + theirs.bonus + (all1 == min(ours.best, s1) + min(ours.rest, r1)))
    if again:
        chance /= 1 - mine[0] * other[0]
    for left, one in zip(_lefts(s1, r1), other, strict=False):
        share = chance * one
        if share < RARE:
            continue
        for right, two in zip(_lefts(s2, r2), mine, strict=False):
            part = share * two
            if part < RARE:
                continue
            after, remain = left[0] * WIDE * WIDE + right[0], left[1] + right[1]
            if not left[1] or not right[1]:
                _note(ends, after, NOBODY, part)
            elif remain < steps or not again:
                line = lines[remain]
                line[after] = line.get(after, 0.0) + part


def _note(ends: Ends, state: int, gone: int, chance: float) -> None:
    us, them = divmod(state, WIDE * WIDE)
    end = *divmod(us, WIDE), *divmod(them, WIDE), gone
    ends[end] = ends.get(end, 0.0) + chance


@lru_cache(maxsize=1024)
def _lefts(best: int, rest: int) -> tuple[tuple[int, int], ...]:
    """What is left after each number of hits, as one number, and the steps of it.

    The best take half of the hits, rounded up, and what the rest cannot take.
    """
    found = []
    for hits in range(WIDE):
        other = min(rest, hits - min(best, (hits + 1) // 2))
        left, behind = max(0, best - hits + other), rest - other
        found.append((left * WIDE + behind, left + behind))
    return tuple(found)


@lru_cache(maxsize=1024)
def binomial(dice: int, faces: int) -> tuple[float, ...]:
    """The chance of each number of hits."""
    p = min(faces, SIDES_OF_DIE) / SIDES_OF_DIE
    return tuple(comb(dice, n) * p**n * (1 - p) ** (dice - n) for n in range(dice + 1))


@lru_cache(maxsize=1024)
def _hits(dice: int, faces: int) -> tuple[float, ...]:
    """The chance of at most this many hits, except for the last number."""
    return tuple(accumulate(binomial(dice, faces)))[:-1]


def at_least(hits: int, dice: int, faces: int) -> float:
    """The chance of this many hits or more."""
    return sum(binomial(dice, faces)[hits:])


@lru_cache(maxsize=1 << 12)
def spent_within(ours: Force, theirs: Force, walled: bool, rounds: int, spare: tuple[int, int]) -> tuple[float, float]:
    """The exact chance that each side loses its spare tank steps, or more, in this many rounds.

    Nobody leaves before the rounds are over. A side without such a limit has a spare of 0.
    """
    if not rounds or not ours.steps or not theirs.steps:
        return 0.0, 0.0
    lost = killed = 0.0
    for roll, chance in enumerate(binomial(theirs.steps // 2, theirs.chance(ours, False))):
        left = ours.after(roll)
        gone = spare[0] > 0 and ours.best_steps - left.best_steps >= spare[0]
        for hits, other in enumerate(binomial(ours.steps // 2, ours.chance(theirs, walled))):
            right = theirs.after(hits)
            fallen = spare[1] > 0 and theirs.best_steps - right.best_steps >= spare[1]
            share = chance * other
            if gone or fallen:
                lost += share * gone
                killed += share * fallen
            elif rounds > 1 and not walled:
                rest = spare[0] and spare[0] - ours.best_steps + left.best_steps
                remains = spare[1] and spare[1] - theirs.best_steps + right.best_steps
                later = spent_within(left, right, walled, rounds - 1, (rest, remains))
                lost += share * later[0]
                killed += share * later[1]
    return lost, killed


@lru_cache(maxsize=1 << 12)
def wiped_out(ours: Force, theirs: Force) -> float:
    """The exact chance that a force that never leaves is lost to the last step in a battle in the open.

    The other side leaves when it is as good as beaten.
    """
    if not ours.steps:
        return 1.0
    if not theirs.steps or theirs.steps <= STAND_AT or 2 * theirs.steps < ours.steps:
        return 0.0
    lost = unchanged = 0.0
    for roll, chance in enumerate(binomial(theirs.steps // 2, theirs.chance(ours, False))):
        for hits, other in enumerate(binomial(ours.steps // 2, ours.chance(theirs, False))):
            if roll or hits:
                lost += chance * other * wiped_out(ours.after(roll), theirs.after(hits))
            else:
                unchanged += chance * other
    return lost / (1 - unchanged) if unchanged < 1 else 0.0


def works_of(pos: BraveryPosition, place: int, attacker: int) -> int:
    """The fort or encampment that an attacker meets in a place."""
    return pos.box.works[place] if pos.controls(place, 1 - attacker) else 0


class Muster(NamedTuple):
    """Some units of a side, counted: the best of them and the rest, each with their steps and what those are worth."""

    level: int
    best: int
    best_steps: int
    best_worth: float
    rest: int
    rest_steps: int
    rest_worth: float
    leader: int
    """One of the best."""
    stays: bool


def muster(pos: BraveryPosition, stack: Sequence[int], worth: Sequence[float]) -> Muster:
    """Count some units; they are valued at the mean value of a step."""
    units, strength, fixed = pos.box.units, pos.strength, pos.box.fixed
    top, leader, stays = -1, -1, True
    best = best_steps = rest = rest_steps = 0
    best_worth = rest_worth = 0.0
    for unit in stack:
        level = units[unit].level
        if level > top:
            rest, rest_steps, rest_worth = rest + best, rest_steps + best_steps, rest_worth + best_worth
            top, leader, best, best_steps, best_worth = level, unit, 0, 0, 0.0
        if level == top:
            best, best_steps, best_worth = best + 1, best_steps + strength[unit], best_worth + worth[unit]
        else:
            rest, rest_steps, rest_worth = rest + 1, rest_steps + strength[unit], rest_worth + worth[unit]
        stays = stays and fixed[unit]
    mean = rest_worth / rest if rest else 0.0
    return Muster(top, best, best_steps, best_worth / best, rest, rest_steps, mean, leader, stays)


def forces(pos: BraveryPosition, place: int, side: int, ours: Muster, theirs: Muster) -> tuple[Force, Force, bool]:
    """The two sides of a battle in a place, and whether there are walls."""
    works = works_of(pos, place, side)
    above = ours.level - theirs.level
    attack = _force(pos, side, ours, (pos.under_directive and side == AXIS) + (not works and above >= 2))
    defence = _force(pos, 1 - side, theirs, (above <= -2) + (works == FORT))
    return attack, defence, bool(works)


def _force(pos: BraveryPosition, side: int, men: Muster, bonus: int) -> Force:
    repair = _repair(pos.box, side) if pos.box.recoverable[men.leader] else SIDES_OF_DIE + 1
    return Force(men.best, men.best_steps, men.rest, men.rest_steps, bonus, men.stays, repair)


@lru_cache(maxsize=8)
def _repair(box: BraveryBox, side: int) -> int:
    return int(box.tables["recovery"]["de" if side == AXIS else "cw"])
