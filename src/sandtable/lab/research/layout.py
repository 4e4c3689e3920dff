"""What the numbers of an observation mean: named scalars, then layers, each with a number for every place."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from sandtable.engine.game import Game
from sandtable.engine.position import Position

Vector = NDArray[np.float32]
VERSION = 2
"""Raised when a number of any layout changes its meaning or its place."""
SIDES = ("mine", "theirs")


class Layout:
    """One game's observation, filled from the position by a side's own knowledge; games subclass it.

    A subclass names its `counts` (layers that pieces add to), `marks` (layers that masks fill) and `figures` (scalars),
    and writes `fill`. Nothing a side may not know may go in: tests compare a position with a guess of it.
    """

    counts: tuple[str, ...] = ()
    marks: tuple[str, ...] = ()
    figures: tuple[str, ...] = ()

    def __init__(self, game: Game, scenario: str | None = None, options: Any = None) -> None:
        self.game = game
        self.box: Any = game.box(scenario, options)
        self.places = len(game.map)
        self.questions = sorted(game.steps)
        self._asked = {step: number for number, step in enumerate(self.questions)}
        self.names = [
            "turn",
            "i am the Allies",
            "i decide",
            "my score",
            "their score",
            *(f"asked: {step}" for step in self.questions),
            *(f"of the question: {number}" for number in range(ARGUMENTS)),
            *self.figures,
        ]
        self.layers = [f"{layer}, {whose}" for whose in SIDES for layer in self.counts]
        self.layers += [f"{layer}, {whose}" for whose in SIDES for layer in self.marks]
        self.size = len(self.names) + len(self.layers) * self.places
        self._heads = len(self.names) - len(self.figures)
        self._bits = (self.places + 7) // 8
        self._nowhere = len(self.layers) * self.places
        """One number past the last: where pieces off the map go."""
        self._cells: list[NDArray[np.intp]] = []
        self._amounts: list[NDArray[Any]] = []

    def encode(self, pos: Position, side: int) -> Vector:
        """What a side knows, as one vector."""
        room = np.zeros(self.size + 1, np.float32)
        vector = room[: self.size]
        scores = self.scores(pos)
        mine, theirs = scores[side], scores[1 - side]
        vector[0] = pos.turn / 10
        vector[1] = side == 0
        vector[3], vector[4] = mine / 20, theirs / 20
        if pos.stack and pos.stack[-1].side == side:
            frame = pos.stack[-1]
            vector[2] = 1
            vector[5 + self._asked[frame.step]] = 1
            numbers = [part for part in frame.args if type(part) is int and abs(part) < 1000][:ARGUMENTS]
            start = 5 + len(self.questions)
            vector[start : start + len(numbers)] = numbers
            vector[start : start + ARGUMENTS] /= 10
        scalars = vector[self._heads : len(self.names)]
        planes = vector[len(self.names) :].reshape(len(self.layers), self.places)
        self._cells, self._amounts = [], []
        self.fill(pos, side, scalars, planes)
        if self._cells:
            cells = np.minimum(np.concatenate(self._cells), self._nowhere)
            np.add.at(room, cells + len(self.names), np.concatenate(self._amounts).astype(np.float32))
        return vector

    def scores(self, pos: Any) -> tuple[float, float]:
        """Allied and Axis points now."""
        raise NotImplementedError

    def fill(self, pos: Any, side: int, scalars: Vector, planes: Vector) -> None:
        """Write the game's own scalars and layers."""
        raise NotImplementedError

    # What subclasses fill with

    def add(self, layer: NDArray[np.intp], where: NDArray[np.intp], amount: NDArray[Any]) -> None:
        """Add an amount to a layer (see `cells`) at a place for each piece."""
        self._cells.append(layer + where)
        self._amounts.append(amount)

    def cells(self, layers: NDArray[np.intp]) -> NDArray[np.intp]:
        """The first cell of a layer for each piece: worked out once, so that a place is only added to it."""
        return layers * self.places

    def on_map(self, where: Sequence[int]) -> NDArray[np.intp]:
        """Where pieces are; those off the map are past the last cell, and so are left out."""
        places = np.array(where, np.intp)
        places[places < 0] = self._nowhere
        return places

    def mark(self, planes: Vector, layer: int, mask: int) -> None:
        """Set a layer to one at each place of a mask."""
        if mask:
            bits = np.frombuffer(mask.to_bytes(self._bits, "little"), np.uint8)
            planes[layer] = np.unpackbits(bits, count=self.places, bitorder="little")

    def marks_at(self) -> int:
        """The first layer of `marks`."""
        return 2 * len(self.counts)


ARGUMENTS = 4
"""Numbers of the question at hand that are shown: points left, hits to take."""


def bits(mask: int, count: int) -> NDArray[np.intp]:
    """The bits of an int as an array."""
    raw = np.frombuffer(mask.to_bytes((count + 7) // 8, "little"), np.uint8)
    return np.unpackbits(raw, count=count, bitorder="little").astype(np.intp)


def column(values: Sequence[int]) -> NDArray[np.intp]:
    """A list of whole numbers as an array."""
    return np.array(values, np.intp)
