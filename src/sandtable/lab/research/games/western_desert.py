"""What an observation of Western Desert Force holds."""

from __future__ import annotations

from typing import ClassVar

import numpy as np

from sandtable.engine.documents import Options
from sandtable.engine.game import Game
from sandtable.games.western_desert.box import WesternDesertBox
from sandtable.games.western_desert.position import WesternDesertPosition
from sandtable.games.western_desert.rules.r17_victory import LEADER_LOST, SHORTFALL
from sandtable.games.western_desert.terms import ARMOR, ATTACKED, INSIDE, MOVED, PERMANENT, RECOVERABLE, RESERVE, TYPES
from sandtable.lab.research.layout import SIDES, SPELT, Layout, State, Vector, column


class WesternDesertLayout(Layout[WesternDesertBox, WesternDesertPosition]):
    """Strength by type, states, zones of control, depots, works, and the figures of the month."""

    counts = (
        *(f"strength of {SPELT.get(kind, kind)}" for kind in TYPES),
        "units",
        "reduced units",
        "moved",
        "attacked",
        "inside",
        "leaders",
    )
    marks = ("zone of control", "depot", "holds", "must be attacked")
    named: ClassVar = {
        "bombardment.losses": ("units",),
        "combat.retreat": ("units",),
        "leader.displace": ("leader",),
        "move.on": ("units",),
        "move.to": ("units",),
    }
    figures = (
        *(f"attack points, {whose}" for whose in SIDES),
        *(f"depot has moved, {whose}" for whose in SIDES),
        *(f"leaders lost, {whose}" for whose in SIDES),
        *(f"fortress {number}" for number in range(2)),
        *(f"in the reserve, {whose}" for whose in SIDES),
        "air points, mine less theirs",
        "fleet",
        "Axis supply level",
        "reserve demand",
        "shortfalls",
        "my phase",
        "major offensive",
        "surprise",
        "exploitation",
    )

    def __init__(
        self, game: Game[WesternDesertBox, WesternDesertPosition], scenario: str | None, options: Options | None
    ) -> None:
        super().__init__(game, scenario, options)
        box = self.box
        self._count = box.count
        self._type = column([unit.type for unit in box.units])
        self._side = column(box.side)
        self._strength = np.array([(unit.strength * 2)[:2] for unit in box.units], np.float64) / 4
        bases = [np.where(self._side == side, 0, len(self.counts)) for side in (0, 1)]
        self._kinds = [self.cells(base[: self._count] + self._type) for base in bases]
        self._layers = [[self.cells(base + number) for number in range(len(TYPES), len(self.counts))] for base in bases]
        self._ones, self._leader = np.ones(self._count), np.ones(box.everyone - self._count)
        self._price = np.where(self._type == ARMOR, 4, 1) * 1.0
        self._of = [self._side[: self._count] == side for side in (0, 1)]
        self._every = np.arange(self._count)
        self._scored: tuple[State, tuple[float, float]] = ((), (0.0, 0.0))

    def scores(self, pos: WesternDesertPosition) -> tuple[float, float]:
        """17.2, all units at once; a test holds it to the rule's own sum."""
        state = (pos.where[:], pos.reduced[:], tuple(pos.leaders_lost), pos.shortfalls)
        if state != self._scored[0]:
            self._scored = state, self._sum(pos)
        return self._scored[1]

    def _sum(self, pos: WesternDesertPosition) -> tuple[float, float]:
        where, count = column(pos.where)[: self._count], self._count
        dead = (where == RECOVERABLE) | (where == PERMANENT)
        lost = np.where(dead, 2, column(pos.reduced)[:count]) * self._price
        allied, axis = (
            float(lost[self._of[1 - side]].sum()) + LEADER_LOST * pos.leaders_lost[1 - side] for side in (0, 1)
        )
        return allied, axis + SHORTFALL * pos.shortfalls

    def state(self, pos: WesternDesertPosition, side: int) -> State:
        units = (pos.where[:], pos.reduced[:], pos.flags[:])
        return *units, tuple(pos.zoc), tuple(pos.depot), tuple(pos.control), pos.active, pos.owed

    def fill(self, pos: WesternDesertPosition, side: int, planes: Vector) -> None:
        count, everybody = self._count, self.on_map(pos.where)
        where, reduced, flags = everybody[:count], column(pos.reduced)[:count], column(pos.flags)[:count]
        layers = self._layers[side]
        self.add(self._kinds[side], where, self._strength[self._every, reduced])
        self.add(layers[0][:count], where, self._ones)
        self.add(layers[1][:count], where, reduced)
        for number, flag in enumerate((MOVED, ATTACKED, INSIDE), 2):
            self.add(layers[number][:count], where, (flags & flag) > 0)
        self.add(layers[5][count:], everybody[count:], self._leader)
        first, step = self.marks_at(), len(self.marks)
        for number, who in enumerate((side, 1 - side)):
            layer = first + number * step
            self.mark(planes, layer, pos.zoc[who])
            if pos.depot[who] >= 0:
                planes[layer + 1, pos.depot[who]] = 1
            for town, place in enumerate(pos.box.towns):
                planes[layer + 2, place] = pos.control[town] == who
        self.mark(planes, first + 3 + (0 if pos.active == side else step), pos.owed)

    def figure(self, pos: WesternDesertPosition, side: int, scalars: Vector) -> None:
        scalars[6], scalars[7] = (state / 2 for state in pos.fortress)
        off = column(pos.where)[: self._count] == RESERVE
        for number, who in enumerate((side, 1 - side)):
            scalars[number], scalars[2 + number] = pos.points[who] / 10, pos.depot_moved[who]
            scalars[4 + number] = pos.leaders_lost[who]
            scalars[8 + number] = np.count_nonzero(off & self._of[who]) / 20
        scalars[10] = (pos.air if pos.air_side == side else -pos.air if pos.air_side == 1 - side else 0) / 5
        scalars[11], scalars[12], scalars[13] = pos.naval - pos.naval_used, pos.level / 4, pos.demand / 10
        scalars[14], scalars[15] = pos.shortfalls, pos.active == side
        scalars[16], scalars[17], scalars[18] = pos.major, pos.surprise, pos.exploiting


LAYOUT = WesternDesertLayout
