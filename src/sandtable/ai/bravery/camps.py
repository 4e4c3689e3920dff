"""Bravery in the Sand: what one side has on the map, counted once and kept until something of it moves."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple

from sandtable.ai.bravery.roads import MARCHES
from sandtable.engine.maps import Mask, places_in
from sandtable.games.bravery.box import BraveryBox, Unit
from sandtable.games.bravery.position import BraveryPosition

Draws = tuple[tuple[float, ...], ...]
"""Tables of what a step is worth in each place."""
Worths = tuple[float, ...]
"""What a step of a panzer, of other Germans, of Italians, of Commonwealth tanks and of other Commonwealth is worth."""
LATER = 0.25
"""What a stack that is two marches away counts for among those that may walk into an empty hex."""


class Stack(NamedTuple):
    """What one side has in a hex."""

    steps: int
    level: int
    marching: int
    """Steps that can march."""
    worth: float

    def joined(self, other: Stack) -> Stack:
        """Both together."""
        level = max(self.level, other.level)
        return Stack(self.steps + other.steps, level, self.marching + other.marching, self.worth + other.worth)

    def without(self, other: Stack) -> Stack:
        """What is left when some have gone, at the level it had."""
        return Stack(self.steps - other.steps, self.level, self.marching - other.marching, self.worth - other.worth)


def stack_of(pos: BraveryPosition, units: Sequence[int], worths: Worths) -> Stack:
    """Some units as a stack."""
    box, strength, worth = pos.box, pos.strength, step_worth(pos.box, worths)
    return Stack(
        sum([strength[unit] for unit in units]),
        max([box.units[unit].level for unit in units]),
        sum([strength[unit] for unit in units if box.units[unit].movement == MARCHES]),
        sum([strength[unit] * worth[unit] for unit in units]),
    )


class Column(NamedTuple):
    """Units of one formation in one hex that can march."""

    formation: int
    place: int
    steps: int
    nation: str
    tanks: int
    """Those of its steps that are armour, which may drive past reduced infantry (6.4)."""


class Ground(NamedTuple):
    """Where one side stands in the way of the other."""

    hexes: Mask
    firm: Mask
    """Where it has armour or a whole unit: armour alone may drive past what is left (6.4)."""

    def joined(self, place: int, *, firm: bool) -> Ground:
        """The same with somebody in a place; nowhere if the place is none."""
        bit = 1 << place if place >= 0 else 0
        return Ground(self.hexes | bit, self.firm | bit if firm else self.firm)


class Camp:
    """One side's army."""

    def __init__(
        self,
        box: BraveryBox,
        stacks: dict[int, Stack],
        columns: list[Column],
        german: Mask,
        pairs: Mask,
        firm: Mask,
    ) -> None:
        self.stacks = stacks
        """By hex."""
        self.columns = columns
        self.german = german
        """Where Germans are."""
        self.pairs = pairs
        """Where two units or more are."""
        self.worth = sum([stack.worth for stack in stacks.values()])
        self.hexes: Mask = sum([1 << place for place in stacks])
        """Where it is."""
        self.ground = Ground(self.hexes, firm)
        self.reach: Mask = 0
        """Where its marching stacks could get to if nobody were in the way."""
        self.roam: Mask = 0
        """The same by two marches."""
        self._marching: list[tuple[int, int, Mask]] = []
        self._roaming: list[Mask] = []
        self.threats: dict[tuple[int, int], int] = {}
        """What `threat` has found so far."""
        self._callers: dict[int, float] = {}
        self._drawn: dict[int, tuple[Draws, list[float]]] = {}
        reach, wide = far(box), farther(box)
        for place, stack in stacks.items():
            if stack.marching:
                self.reach |= reach[place]
                self.roam |= wide[place]
                self._roaming.append(wide[place])
                self._marching.append((stack.marching, stack.level, reach[place]))

    def drawn(self, draws: Draws) -> list[float]:
        """What its marching units are worth where they stand, by each of some tables of places.

        Italians use only the first table.
        """
        known = self._drawn.get(id(draws))
        if known is not None:
            return known[1]
        totals = [0.0] * len(draws)
        for _, place, steps, nation, _ in self.columns:
            for n, table in enumerate(draws[:1] if nation == "it" else draws):
                totals[n] += steps * table[place]
        self._drawn[id(draws)] = draws, totals
        return totals

    def callers(self, place: int) -> float:
        """How many of its stacks can reach a place; those that need two marches count for less."""
        count = self._callers.get(place, -1.0)
        if count < 0:
            now = sum([reach >> place & 1 for _, _, reach in self._marching])
            later = sum([wide >> place & 1 for wide in self._roaming]) - now
            count = self._callers[place] = now + LATER * later
        return count

    def threat(self, place: int, level: int) -> int:
        """The strongest stack that can reach a place, in steps, as it counts against units of a level there."""
        key = place, level
        most = self.threats.get(key, -1)
        if most < 0:
            most = 0
            for steps, best, reach in self._marching:
                if reach >> place & 1:
                    felt = 2 * steps if best - level >= 2 else steps // 2 if level - best >= 2 else steps
                    most = max(most, felt)
            self.threats[key] = most
        return most


@lru_cache(maxsize=1 << 12)
def camp(box: BraveryBox, worths: Worths, side: int, where: tuple[int, ...], strength: tuple[int, ...]) -> Camp:
    """A side's army from where its units are and how strong they are, in the order of their numbers."""
    stacks: dict[int, list[float]] = {}
    columns: dict[tuple[int, int], list[int]] = {}
    german = pairs = firm = 0
    for place, steps, (level, marches, formation, armor, is_german, worth) in zip(
        where, strength, _gauge(box, worths)[side], strict=True
    ):
        if steps and place >= 0:
            had = stacks.get(place)
            if had is None:
                stacks[place] = [steps, level, steps if marches else 0, steps * worth]
            else:
                pairs |= 1 << place
                had[0] += steps
                if level > had[1]:
                    had[1] = level
                if marches:
                    had[2] += steps
                had[3] += steps * worth
            if marches:
                column = columns.get((formation, place))
                if column is None:
                    columns[formation, place] = [steps, steps if armor else 0]
                else:
                    column[0] += steps
                    if armor:
                        column[1] += steps
            if armor or steps == 2:
                firm |= 1 << place
            if is_german:
                german |= 1 << place
    nations = box.formations
    return Camp(
        box,
        {
            place: Stack(int(steps), int(level), int(march), worth)
            for place, (steps, level, march, worth) in stacks.items()
        },
        [
            Column(formation, place, steps, nations[formation].nation, tanks)
            for (formation, place), (steps, tanks) in columns.items()
        ],
        german,
        pairs,
        firm,
    )


Gauge = tuple[int, bool, int, bool, bool, float]
"""Of a unit: its level, whether it marches, its formation, whether it is armour or German, what a step is worth."""


@lru_cache(maxsize=64)
def _gauge(box: BraveryBox, worths: Worths) -> tuple[tuple[Gauge, ...], ...]:
    """What counts of the units of each side."""
    worth = step_worth(box, worths)
    return tuple(
        tuple(
            (one.level, one.movement == MARCHES, one.formation, one.armor, one.nation == "de", worth[unit])
            for unit, one in ((unit, box.units[unit]) for unit in units)
        )
        for units in box.units_of
    )


@lru_cache(maxsize=4)
def far(box: BraveryBox) -> tuple[Mask, ...]:
    """Where a full march leads from each place if there were no enemy."""
    return tuple(box.radius[2 * int(box.tables["allowance"])])


@lru_cache(maxsize=4)
def farther(box: BraveryBox) -> tuple[Mask, ...]:
    """Where two full marches lead from each place if there were no enemy."""
    once = far(box)
    found = []
    for reached in once:
        wide = 0
        for place in places_in(reached):
            wide |= once[place]
        found.append(wide)
    return tuple(found)


@lru_cache(maxsize=64)
def step_worth(box: BraveryBox, worths: Worths) -> tuple[float, ...]:
    """What a step of each unit is worth."""
    return tuple(worths[_sort(unit)] for unit in box.units)


def _sort(unit: Unit) -> int:
    """Which of these values applies to a step of a unit."""
    if unit.nation == "it":
        return 2
    return (0 if unit.armor else 1) if unit.nation == "de" else (3 if unit.armor else 4)
