"""What an observation of The Dark Sands holds."""

from __future__ import annotations

from typing import ClassVar

import numpy as np

from sandtable.engine.documents import Options
from sandtable.engine.game import Game
from sandtable.games.dark_sands.box import DarkSandsBox
from sandtable.games.dark_sands.counters import KINDS
from sandtable.games.dark_sands.position import READY, DarkSandsPosition
from sandtable.games.dark_sands.rules.r05_victory import verdict
from sandtable.lab.research.layout import SIDES, Layout, State, Vector, bits, column


class DarkSandsLayout(Layout[DarkSandsBox, DarkSandsPosition]):
    """Attack and defence by kind, states, zones of control, what is held, boxes, and the chits of the pool."""

    counts = (
        *(f"steps of {kind}" for kind in KINDS),
        "attack",
        "defence",
        "out of supply",
        "disrupted",
        "moved",
        "fought",
        "may act",
    )
    named: ClassVar = {
        "hq.displace": ("unit",),
        "loss": ("pool",),
        "move": ("group",),
        "move.far": ("group",),
        "move.stray": ("unit",),
        "move.to": ("group",),
        "move.way": ("group",),
        "place": ("unit",),
        "retreat.step": ("group",),
    }
    masks = frozenset({"group", "pool"})
    marks = ("zone of control", "holds", "box")

    def __init__(
        self, game: Game[DarkSandsBox, DarkSandsPosition], scenario: str | None, options: Options | None
    ) -> None:
        box = game.box(scenario, options)
        self.figures = (
            *(f"chit {chit.id} in the pool" for chit in box.chits),
            *(f"chit {chit.id} in hand" for chit in box.chits),
            "chit in play",
            *(f"moves played, {whose}" for whose in SIDES),
            *(f"combats played, {whose}" for whose in SIDES),
            "i have the initiative",
            "railhead",
            *(f"assets ready, {whose}" for whose in SIDES),
        )
        super().__init__(game, scenario, options)
        units = self.box.units
        self._count = len(units)
        self._kind = column([KINDS.index(unit.kind) for unit in units])
        self._side = column([unit.side for unit in units])
        grades = max(len(unit.attack) for unit in units)
        self._attack, self._defence = (
            np.array([[_three(rows[min(n, len(rows) - 1)]) for n in range(grades)] for rows in table], np.float64) / 4
            for table in ([unit.attack for unit in units], [unit.defence for unit in units])
        )
        bases = [np.where(self._side == side, 0, len(self.counts)) for side in (0, 1)]
        self._kinds = [self.cells(base + self._kind) for base in bases]
        self._layers = [[self.cells(base + number) for number in range(len(KINDS), len(self.counts))] for base in bases]
        self._every = np.arange(self._count)
        self._asset_side = [asset.side for asset in self.box.assets]

    def scores(self, pos: DarkSandsPosition) -> tuple[float, float]:
        if pos.box.campaign:
            return float(pos.allied_vp), float(pos.axis_vp)
        allied, axis = verdict(pos)[2:]
        return float(allied), float(axis)

    def state(self, pos: DarkSandsPosition, side: int) -> State:
        masks = (pos.out_of_supply, pos.disrupted, pos.moved, pos.fought, pos.active, pos.axis_holds)
        return pos.where[:], pos.steps[:], pos.grade[:], tuple(pos.zones), tuple(pos.boxed), masks

    def fill(self, pos: DarkSandsPosition, side: int, planes: Vector) -> None:
        where, steps, grade = self.on_map(pos.where), column(pos.steps), column(pos.grade)
        layers = self._layers[side]
        self.add(self._kinds[side], where, steps / 2)
        self.add(layers[0], where, self._attack[self._every, grade, steps])
        self.add(layers[1], where, self._defence[self._every, grade, steps])
        for number, mask in enumerate((pos.out_of_supply, pos.disrupted, pos.moved, pos.fought, pos.active), 2):
            if mask:
                self.add(layers[number], where, bits(mask, self._count))
        first, step = self.marks_at(), len(self.marks)
        for number, who in enumerate((side, 1 - side)):
            layer = first + number * step
            self.mark(planes, layer, pos.zones[who])
            self.mark(planes, layer + 1, pos.axis_holds if who == 1 else pos.box.kept & ~pos.axis_holds)
            self.mark(planes, layer + 2, pos.boxed[who])

    def figure(self, pos: DarkSandsPosition, side: int, scalars: Vector) -> None:
        chits = len(pos.box.chits)
        scalars[:chits] = pos.pool
        scalars[chits : 2 * chits] = bits(pos.hand, chits)
        rest = scalars[2 * chits :]
        rest[0] = (pos.chit + 1) / chits
        ready = [whose for whose, state in zip(self._asset_side, pos.asset, strict=True) if state == READY]
        for number, who in enumerate((side, 1 - side)):
            rest[1 + number], rest[3 + number] = pos.moves[who], pos.combats[who]
            rest[7 + number] = ready.count(who) / 5
        rest[5], rest[6] = pos.initiative == side, pos.railhead / 10


def _three(row: tuple[int, ...]) -> tuple[int, ...]:
    """By steps 0, 1 and 2."""
    return (*row, row[-1])[:3]


LAYOUT = DarkSandsLayout
