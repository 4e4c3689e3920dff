"""What an observation of Bravery in the Sand holds."""

from __future__ import annotations

from typing import ClassVar

import numpy as np

from sandtable.engine.documents import Options
from sandtable.engine.game import Game
from sandtable.games.bravery.box import BraveryBox
from sandtable.games.bravery.position import BraveryPosition
from sandtable.games.bravery.rules.r13_victory import tank_strength
from sandtable.lab.research.layout import SIDES, Layout, State, Vector, bits, column

MOST_CHITS = 18


class BraveryLayout(Layout[BraveryBox, BraveryPosition]):
    """Armour and infantry by steps, what has come, waits or takes part, strategic hexes, and the chits."""

    counts = (
        "armour steps",
        "infantry steps",
        "full units",
        "reduced units",
        "waiting for a combined attack",
        "came this turn",
    )
    marks = ("control", "battle")
    named: ClassVar = {"move": ("stack", "guests"), "combat.retreat": ("units",)}
    figures = (
        *(f"tanks, {whose}" for whose in SIDES),
        *(f"my chit {chit} in the cup" for chit in range(MOST_CHITS)),
        *(f"chit {chit} drawn" for chit in range(MOST_CHITS)),
        "last chit drawn",
        "Directive used",
        "moving by the Directive",
        "round of the battle",
        "hits of the attacker",
        "hits of the defender",
        "i attack",
    )

    def __init__(self, game: Game[BraveryBox, BraveryPosition], scenario: str | None, options: Options | None) -> None:
        super().__init__(game, scenario, options)
        units = self.box.units
        self._armor = column([unit.armor for unit in units])
        self._side = column([unit.side for unit in units])
        self._ones = np.ones(len(units))
        bases = [np.where(self._side == side, 0, len(self.counts)) for side in (0, 1)]
        self._kind = [self.cells(base + 1 - self._armor) for base in bases]
        self._full = [self.cells(base + 2) for base in bases]
        self._layers = [[self.cells(base + number) for number in range(4, 6)] for base in bases]
        self._worth = [
            (1 << place, points) for place, points in enumerate(self.box.points) if self.box.strategic >> place & 1
        ]
        self._total = sum(points for _, points in self._worth)
        self._scored: dict[int, tuple[float, float]] = {}

    def scores(self, pos: BraveryPosition) -> tuple[float, float]:
        held = pos.axis_held
        if held not in self._scored:
            axis = sum(points for place, points in self._worth if held & place)
            self._scored[held] = self._total - axis, axis
        return self._scored[held]

    def state(self, pos: BraveryPosition, side: int) -> State:
        field = pos.field if pos.force else -1
        return pos.where[:], pos.strength[:], pos.came_from[:], pos.marker[:], pos.axis_held, field

    def fill(self, pos: BraveryPosition, side: int, planes: Vector) -> None:
        where, strength = self.on_map(pos.where), column(pos.strength)
        waiting, came = self._layers[side]
        self.add(self._kind[side], where, strength / 2)
        self.add(self._full[side] + self.places * (strength == 1), where, self._ones)
        if pos.markers:
            self.add(waiting, where, column(pos.marker) > 0)
        self.add(came, where, column(pos.came_from) >= 0)
        at, held = self.marks_at(), pos.axis_held
        allied = pos.box.strategic & ~held
        mine, theirs = (allied, held) if side == 0 else (held, allied)
        self.mark(planes, at, mine)
        self.mark(planes, at + 2, theirs)
        if pos.field >= 0 and pos.force:
            planes[at + 1, pos.field] = planes[at + 3, pos.field] = 1

    def figure(self, pos: BraveryPosition, side: int, scalars: Vector) -> None:
        scalars[0], scalars[1] = tank_strength(pos, side) / 20, tank_strength(pos, 1 - side) / 20
        scalars[2 : 2 + MOST_CHITS] = bits(pos.cup[side], MOST_CHITS)
        for chit in pos.drawn:
            scalars[2 + MOST_CHITS + chit] = 1
        rest = scalars[2 + 2 * MOST_CHITS :]
        rest[0] = (pos.drawn[-1] + 1) / MOST_CHITS if pos.drawn else 0
        rest[1], rest[2] = pos.directive, pos.under_directive
        rest[3], rest[4], rest[5] = pos.rounds / 4, pos.hits[0] / 4, pos.hits[1] / 4
        rest[6] = bool(pos.force) and pos.attacker == side


LAYOUT = BraveryLayout
