"""What an observation of Rommel in the Desert holds: the enemy's hidden blocks are counted, not named."""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np

from sandtable.engine.documents import Options
from sandtable.engine.flow import Frame
from sandtable.engine.game import Game
from sandtable.games.rommel.box import RommelBox
from sandtable.games.rommel.position import RommelPosition
from sandtable.games.rommel.rules.r10_victory import scores
from sandtable.games.rommel.view import points_shown
from sandtable.lab.research.layout import SIDES, Layout, State, Vector, column

CLASSES = 4


class RommelLayout(Layout[RommelBox, RommelPosition]):
    """Known blocks by class and steps, hidden ones by number, states, fortresses, mines, battles and cards."""

    counts = (
        *(f"steps of class {number}" for number in range(CLASSES)),
        "blocks",
        "hidden from the enemy",
        "disrupted",
        "unsupplied",
        "moved",
    )
    marks = ("owns", "minefield", "in supply network", "battle")
    figures = (
        "my real cards",
        "my dummies",
        "their cards",
        "cards on the table",
        *(f"buildup points, {whose}" for whose in SIDES),
        "i have the initiative",
        "my turn",
        "passes",
        "Rommel has led a move",
        "hits to take",
    )

    def __init__(self, game: Game[RommelBox, RommelPosition], scenario: str | None, options: Options | None) -> None:
        super().__init__(game, scenario, options)
        self._class = column([block.kind for block in self.box.blocks])
        self._side = column(self.box.side)
        bases = [np.where(self._side == side, 0, len(self.counts)) for side in (0, 1)]
        self._kinds = [self.cells(base + self._class) for base in bases]
        self._layers = [[self.cells(base + number) for number in range(CLASSES, len(self.counts))] for base in bases]
        self._ones = np.ones(len(self.box.blocks))

    def scores(self, pos: RommelPosition) -> tuple[float, float]:
        allied, axis = scores(pos)
        return allied, axis

    def asked_about(self, pos: RommelPosition, frame: Frame) -> Iterable[int]:
        """Blocks chosen so far for a group."""
        chosen: tuple[int, ...] = pos.chosen
        return chosen

    def state(self, pos: RommelPosition, side: int) -> State:
        blocks = (pos.where, pos.steps, pos.seen, pos.known, pos.disrupted, pos.unsupplied, pos.moved)
        return [part[:] for part in blocks], pos.owners, pos.mines, pos.networks[side], pos.battles

    def fill(self, pos: RommelPosition, side: int, planes: Vector) -> None:
        where, known = self.on_map(pos.where), column(pos.known)
        mine = self._side == side
        steps = np.where(mine, column(pos.steps), column(pos.seen))
        layers = self._layers[side]
        self.add(self._kinds[side], where, np.where(mine | (known > 0), steps / 2, 0))
        self.add(layers[0], where, self._ones)
        self.add(layers[1], where, known == 0)
        for number, states in enumerate((pos.disrupted, pos.unsupplied, pos.moved), 2):
            self.add(layers[number], where, column(states) > 0)
        at, step = self.marks_at(), len(self.marks)
        for place, owner in pos.owners:
            planes[at + (0 if owner == side else step), place] = 1
        for place, owner, seen, _ in pos.mines:
            if seen or owner == side:
                planes[at + 1 + (0 if owner == side else step), place] = 1
        self.mark(planes, at + 2, pos.networks[side])
        for battle in pos.battles:
            planes[at + 3, battle[0]] = planes[at + 3 + step, battle[0]] = 1

    def figure(self, pos: RommelPosition, side: int, scalars: Vector) -> None:
        scalars[0], scalars[1] = (count / 10 for count in pos.hand(side))
        scalars[2], scalars[3] = sum(pos.hand(1 - side)) / 10, sum(pos.laid) / 10
        scalars[4], scalars[5] = (points_shown(pos, whose, side) / 20 for whose in (side, 1 - side))
        scalars[6], scalars[7] = pos.initiative == side, pos.phasing == side
        scalars[8], scalars[9] = pos.passes, pos.rommel
        scalars[10] = sum(pos.rolls) / 4


LAYOUT = RommelLayout
