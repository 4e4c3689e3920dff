"""What an observation of Operation Battleaxe holds."""

from __future__ import annotations

from typing import ClassVar

import numpy as np

from sandtable.engine.documents import Options
from sandtable.engine.game import Game
from sandtable.games.battleaxe.box import BattleaxeBox
from sandtable.games.battleaxe.position import BattleaxePosition
from sandtable.lab.research.layout import SIDES, SPELT, Layout, State, Vector, bits, column

KINDS = ("armor", "infantry", "car", "antitank", "flak")


class BattleaxeLayout(Layout[BattleaxeBox, BattleaxePosition]):
    """Values by kind of unit, who is reduced, cut off, has acted or may act, control, and the state of the day."""

    counts = (
        *(f"value of {SPELT.get(kind, kind)}" for kind in KINDS),
        "units",
        "reduced units",
        "out of supply",
        "has acted",
        "may act",
    )
    marks = ("control", "active areas", "attacked this impulse")
    named: ClassVar = {
        "assault.go": ("group",),
        "attack.force": ("chosen",),
        "overrun.who": ("chosen",),
        "refit.rebuild": ("unit",),
        "regroup.go": ("group",),
        "retreat.choose": ("unit",),
        "retreat.order": ("units",),
    }
    masks = frozenset({"group", "chosen", "units"})
    figures = (
        "impulse",
        "my impulse",
        *(f"artillery, {whose}" for whose in SIDES),
        *(f"has the Advantage, {whose}" for whose in SIDES),
        "Axis fuel is low",
        "Rommel is at the front",
        "15th Panzer released",
        "5th Light released",
        "i command the Allies",
        "sum of the battle",
    )

    def __init__(
        self, game: Game[BattleaxeBox, BattleaxePosition], scenario: str | None, options: Options | None
    ) -> None:
        super().__init__(game, scenario, options)
        units = self.box.units
        self._count = len(units)
        self._kind = column([KINDS.index(unit.kind) for unit in units])
        self._army = column([unit.side for unit in units])
        self._values = np.array([[unit.value, unit.reduced] for unit in units], np.float64) / 4
        bases = [np.where(self._army == army, 0, len(self.counts)) for army in (0, 1)]
        self._kinds = [self.cells(base + self._kind) for base in bases]
        self._layers = [[self.cells(base + number) for number in range(len(KINDS), len(self.counts))] for base in bases]
        self._ones = np.ones(self._count)
        self._every = np.arange(self._count)

    def scores(self, pos: BattleaxePosition) -> tuple[float, float]:
        return (0.0, pos.points) if pos.exchanged else (pos.points, 0.0)

    def state(self, pos: BattleaxePosition, side: int) -> State:
        units = (pos.where[:], pos.reduced, pos.cut, pos.used, pos.ready, pos.arrived)
        return *units, pos.control, pos.active, pos.activated, pos.attacked, pos.seat(side)

    def fill(self, pos: BattleaxePosition, side: int, planes: Vector) -> None:
        army = pos.seat(side)
        where, layers = self.on_map(pos.where), self._layers[army]
        reduced = bits(pos.reduced, self._count)
        self.add(self._kinds[army], where, self._values[self._every, reduced])
        self.add(layers[0], where, self._ones)
        states = (pos.reduced, pos.cut, pos.used & ~pos.ready & ~pos.arrived, pos.ready | pos.arrived)
        for number, mask in enumerate(states, 1):
            if mask:
                self.add(layers[number], where, bits(mask, self._count))
        first, step = self.marks_at(), len(self.marks)
        everything = (1 << self.places) - 1
        allied, axis = pos.control, everything & ~pos.control
        self.mark(planes, first, allied if army == 0 else axis)
        self.mark(planes, first + step, axis if army == 0 else allied)
        active = first if pos.active == army else first + step
        self.mark(planes, active + 1, sum(1 << place for place in set(pos.activated)))
        self.mark(planes, active + 2, pos.attacked)

    def figure(self, pos: BattleaxePosition, side: int, scalars: Vector) -> None:
        army = pos.seat(side)
        scalars[0], scalars[1] = pos.impulse / 12, pos.active == army
        scalars[2], scalars[3] = pos.guns[army] / 3, pos.guns[1 - army] / 3
        scalars[4], scalars[5] = pos.advantage == army, pos.advantage == 1 - army
        scalars[6], scalars[7] = pos.fuel_low, pos.rommel
        scalars[8], scalars[9] = pos.released & 1, pos.released >> 1 & 1
        scalars[10] = army == 0
        scalars[11] = pos.margin / 10


LAYOUT = BattleaxeLayout
