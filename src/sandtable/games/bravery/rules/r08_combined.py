"""Combined attacks: declared, joined, performed, ended, and fought out at the end of the turn."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from sandtable.engine.flow import STOP, Action, Auto, Frame, Step, pop
from sandtable.games.bravery.position import BraveryPosition
from sandtable.games.bravery.rules.r07_round import open_battle

ASSAULT: Action = ("assault",)
FIGHT: Action = ("fight",)
COMBINE: Action = ("combine",)
ATTACKS = (ASSAULT, FIGHT)


def waiting(pos: BraveryPosition, place: int, side: int) -> list[int]:
    """A side's units under markers in a hex."""
    return [unit for unit in pos.at(place, side) if pos.marker[unit]]


def engagements(pos: BraveryPosition, side: int, place: int) -> list[Action]:
    """8.2.1, 8.1.4 What an active stack may do to an enemy in its hex: fight alone, with those waiting, or wait."""
    if waiting(pos, place, side):
        return [ASSAULT, FIGHT, COMBINE]
    return [FIGHT, COMBINE]


def engage(pos: BraveryPosition, side: int, stack: tuple[int, ...], action: Action) -> None:
    """8.2.2 Fight with the stack alone, or with it and every friendly unit under a marker in the hex."""
    place = pos.where[stack[0]]
    if action == COMBINE:
        declare(pos, stack)
        return
    pop(pos)
    if action == FIGHT:
        open_battle(pos, side, place, stack, 1, "7.1.2")
        return
    friends = waiting(pos, place, side)
    open_battle(pos, side, place, (*stack, *friends), 1 + stacks_among(pos, friends), "8.2.2")


def stacks_among(pos: BraveryPosition, units: Sequence[int]) -> int:
    """How many stacks these waiting units are: each has a marker of its own."""
    return len({pos.marker[unit] for unit in units})


def declare(pos: BraveryPosition, stack: tuple[int, ...]) -> None:
    """8.1.1, 8.1.2, 8.1.3 Put a marker on the stack and end its activation."""
    pos.declared = still_declared(pos)
    pos.markers += 1
    for unit in stack:
        pos.marker[unit] = pos.markers
    place, side = pos.where[stack[0]], pos.box.units[stack[0]].side
    if all(place != other for other, _ in pos.declared):
        pos.declared = (*pos.declared, (place, side))
    pos.note("8.1.2", "combine", stack, place)
    pop(pos)


class WakeMarked(Step[BraveryPosition]):
    """8.1.5 A stack activated again under its marker fights at once or stays as it is."""

    name = "combined.wake"
    rule = "8.1.5"
    title = "A waiting stack is activated again"
    text = "Fight the combined attack now, or keep waiting."

    class Args(NamedTuple):
        """The hex."""

        place: int

    def actions(self, pos: BraveryPosition, frame: Frame) -> list[Action]:
        return [ASSAULT, STOP]

    def apply(self, pos: BraveryPosition, frame: Frame, action: Action) -> None:
        _, side, (place,) = frame
        force = tuple(waiting(pos, place, side))
        pop(pos)
        if action == ASSAULT:
            open_battle(pos, side, place, force, stacks_among(pos, force), "8.1.5")
        else:
            pos.note("8.1.5", "stop", force, place, False)

    def barred(self, pos: BraveryPosition, frame: Frame, action: Action) -> str | None:
        return "8.1.5"


def lift_markers(pos: BraveryPosition, place: int) -> None:
    """8.3.1 Markers come off as soon as no enemy is left in the hex."""
    if not pos.markers:
        return
    for side in (0, 1):
        if not pos.holds(place, 1 - side):
            for unit in pos.at(place, side):
                pos.marker[unit] = 0


def still_declared(pos: BraveryPosition) -> tuple[tuple[int, int], ...]:
    """Hexes where a marker still lies, with the side that declared first there (R9), in the order of declaration."""
    marked = {place for place, marker in zip(pos.where, pos.marker, strict=True) if marker}
    return tuple((place, side) for place, side in pos.declared if place in marked)


class Leftover(Auto[BraveryPosition]):
    """8.4.1, 8.4.2 After the last chit every hex still under a marker is fought over, by all units in it.

    The attacker is the side that declared first there; hexes are taken in the order of their first declaration (R8).
    """

    name = "combined.leftover"

    def run(self, pos: BraveryPosition, frame: Frame) -> None:
        pos.declared = still_declared(pos)
        if not pos.declared:
            pos.markers = 0
            pop(pos)
            return
        place, side = pos.declared[0]
        force = tuple(pos.at(place, side))
        for unit in (*force, *pos.at(place, 1 - side)):
            pos.marker[unit] = 0
        pos.note("8.4.1", "leftover", place, side)
        open_battle(pos, side, place, force, 1, "8.4.2")


STEPS = (WakeMarked(), Leftover())
