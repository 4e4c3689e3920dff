"""What the numbers of an observation mean: named scalars, then layers, each with a number for every place."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from typing import ClassVar, Generic, TypeVar

import numpy as np
from numpy.typing import NDArray

from sandtable.engine.documents import Options
from sandtable.engine.flow import Frame
from sandtable.engine.game import Box, Game
from sandtable.engine.maps import places_in
from sandtable.engine.position import Position

B = TypeVar("B", bound=Box)
P = TypeVar("P", bound=Position)
Vector = NDArray[np.float32]
Amounts = NDArray[np.float64] | NDArray[np.intp] | NDArray[np.uint8] | NDArray[np.bool_]
"""Numbers, or yes and no, for each piece."""
State = tuple[object, ...]
VERSION = 3
"""Raised when a number of any layout changes its meaning or its place."""
SIDES = ("mine", "theirs")
SPELT = {"armor": "armour", "motorized": "motorised"}
"""Kinds of unit whose word is not their name in the data."""


class Layout(ABC, Generic[B, P]):
    """One game's observation, filled from the position by a side's own knowledge; games subclass it.

    A subclass names its `counts` (layers that pieces add to), `marks` (layers that masks fill) and `figures` (scalars),
    and writes `state`, `fill` and `figure`. Nothing a side may not know may go in: tests compare a position with a
    guess of it. Layers are kept until the state they were made of changes.
    """

    counts: tuple[str, ...] = ()
    marks: tuple[str, ...] = ()
    figures: tuple[str, ...] = ()
    named: ClassVar[Mapping[str, tuple[str, ...]]] = {}
    """Arguments of a question that are units it is about, as the stack that moves: a unit, a tuple or a mask."""
    masks: ClassVar[frozenset[str]] = frozenset()
    """Which of those are masks."""

    def __init__(self, game: Game[B, P], scenario: str | None, options: Options | None) -> None:
        self.game = game
        self.box = game.box(scenario, options)
        self.places = len(game.map)
        self.questions = sorted(game.steps)
        self._asked = {step: number for number, step in enumerate(self.questions)}
        self._numbers, self._units = _arguments(game, self.named, self.masks)
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
        self.layers.append("asked about")
        self.size = len(self.names) + len(self.layers) * self.places
        self._heads = len(self.names) - len(self.figures)
        self._nowhere = len(self.layers) * self.places
        """One number past the last: where pieces off the map go."""
        self._cells: list[NDArray[np.intp]] = []
        self._amounts: list[Amounts] = []
        self._kept: list[tuple[State | None, Vector]] = [(None, np.zeros(0, np.float32))] * 2

    def encode(self, pos: P, side: int) -> Vector:
        """What a side knows, as one vector."""
        state, (known, layers) = self.state(pos, side), self._kept[side]
        if state is None or state != known:
            layers = self._filled(pos, side)
            self._kept[side] = state, layers
        vector = layers.copy()
        scores = self.scores(pos)
        vector[0] = pos.turn / 10
        vector[1] = side == 0
        vector[3], vector[4] = scores[side] / 20, scores[1 - side] / 20
        if pos.stack and pos.stack[-1].side == side:
            self._ask(pos, pos.stack[-1], vector)
        self.figure(pos, side, vector[self._heads : len(self.names)])
        return vector

    def _filled(self, pos: P, side: int) -> Vector:
        """The layers of a position, and zeros for its scalars."""
        room = np.zeros(self.size + 1, np.float32)
        vector = room[: self.size]
        self._cells, self._amounts = [], []
        self.fill(pos, side, vector[len(self.names) :].reshape(len(self.layers), self.places))
        if self._cells:
            cells = np.minimum(np.concatenate(self._cells), self._nowhere)
            np.add.at(room, cells + len(self.names), np.concatenate(self._amounts).astype(np.float32))
        return vector

    def _ask(self, pos: P, frame: Frame, vector: Vector) -> None:
        """The question a side is asked: which, its numbers, and the units it is about."""
        step, args = frame.step, frame.args
        vector[2] = vector[5 + self._asked[step]] = 1
        at = 5 + len(self.questions)
        for number in self._numbers[step]:
            if number < len(args):
                value = args[number]
                if isinstance(value, int) and abs(value) < FAR:
                    vector[at] = value / 10
                at += 1
        units, where = self.asked_about(pos, frame), getattr(pos, "where", ())
        last = self.size - self.places
        for unit in units:
            if 0 <= where[unit] < self.places:
                vector[last + where[unit]] += 1

    def asked_about(self, pos: P, frame: Frame) -> Iterable[int]:
        """The units a question is about."""
        units: list[int] = []
        for number, masked in self._units.get(frame.step, ()):
            value = frame.args[number] if number < len(frame.args) else ()
            if isinstance(value, int):
                units += places_in(value) if masked else [value]
            else:
                units += value
        return units

    @abstractmethod
    def scores(self, pos: P) -> tuple[float, float]:
        """Allied and Axis points now."""

    def state(self, pos: P, side: int) -> State | None:
        """All that `fill` reads, to tell whether it must be called again; None if it always must."""
        return None

    @abstractmethod
    def fill(self, pos: P, side: int, planes: Vector) -> None:
        """Write the game's own layers."""

    @abstractmethod
    def figure(self, pos: P, side: int, scalars: Vector) -> None:
        """Write the game's own scalars."""

    # What subclasses fill with

    def add(self, layer: NDArray[np.intp], where: NDArray[np.intp], amount: Amounts) -> None:
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
            planes[layer] = bits(mask, self.places)

    def marks_at(self) -> int:
        """The first layer of `marks`."""
        return 2 * len(self.counts)


ARGUMENTS = 4
"""Numbers of the question at hand that are shown: points left, hits to take."""
FAR = 1000
"""A number of a question from here on is no amount, but a mask."""


def _arguments(
    game: Game, named: Mapping[str, tuple[str, ...]], masks: frozenset[str]
) -> tuple[dict[str, list[int]], dict[str, list[tuple[int, bool]]]]:
    """For each question, which of its arguments are shown as numbers and which are units (and whether as a mask)."""
    numbers, units = {}, {}
    for name, step in game.steps.items():
        fields = list(getattr(getattr(step, "Args", None), "_fields", range(ARGUMENTS)))
        about = named.get(name, ())
        units[name] = [(fields.index(field), field in masks) for field in about]
        numbers[name] = [at for at, field in enumerate(fields) if field not in about][:ARGUMENTS]
    return numbers, units


@lru_cache(2048)
def bits(mask: int, count: int) -> NDArray[np.uint8]:
    """The bits of an int as an array, which is shared: masks come again and again."""
    raw = np.frombuffer(mask.to_bytes((count + 7) // 8, "little"), np.uint8)
    made = np.unpackbits(raw, count=count, bitorder="little")
    made.flags.writeable = False
    return made


def column(values: Sequence[int]) -> NDArray[np.intp]:
    """A list of whole numbers as an array."""
    return np.array(values, np.intp)
