"""Positions for tests: the set-up with a few units put where the test wants them."""

from __future__ import annotations

from typing import cast

import sandtable
from sandtable.engine.flow import Frame
from sandtable.engine.sides import NUMBER, SIDES
from sandtable.games.bravery.game import Bravery
from sandtable.games.bravery.position import LOST, BraveryPosition

GAME = cast(Bravery, sandtable.load("bravery"))
UNIT = {unit.id: number for number, unit in enumerate(GAME.start().box.units)}
HEX = GAME.map.index


def scene(placed: dict[str, str] | None = None, *, turn: int = 1, lost: str = "", **options: bool) -> BraveryPosition:
    """The set-up with units moved: `{"0508": "15PZ-1 2NZ-1*"}`, a star for a reduced one; `lost` ones are gone.

    A formation's name stands for all its units. Nobody is active; one Commonwealth chit waits in the cup.
    """
    pos = GAME.start(options=options)
    pos.turn = turn
    for number, words in (placed or {}).items():
        for word in words.split():
            for unit in _named(pos, word.rstrip("*")):
                pos.where[unit] = HEX[number]
                pos.strength[unit] = 1 if word.endswith("*") else 2
    for word in lost.split():
        for unit in _named(pos, word):
            pos.where[unit], pos.strength[unit] = LOST, 0
    pos.cup = (1 << chit(pos, "2SA"), 0)
    pos.stack = (Frame("turn", 0, (5,)), Frame("draw.next", 0, ()))
    pos.settle()
    return pos


def _named(pos: BraveryPosition, word: str) -> list[int]:
    if word in UNIT:
        return [UNIT[word]]
    return list(pos.box.members[pos.box.formation[word]])


def chit(pos: BraveryPosition, label: str) -> int:
    """The first chit with this label."""
    return next(number for number, chit in enumerate(pos.box.chits) if chit.label == label)


def draw(pos: BraveryPosition, label: str) -> None:
    """Put a chit into the cup, another of its side besides so that the turn goes on, and draw it."""
    number = next(n for n, c in enumerate(pos.box.chits) if c.label == label and n not in pos.drawn)
    side = pos.box.chits[number].side
    cups = list(pos.cup)
    cups[side] |= 1 << number
    cups[0] |= 1 << chit(pos, "2SA")
    pos.cup = (cups[0], cups[1])
    pos.play(("draw", number))


def ids(pos: BraveryPosition) -> list[str]:
    """The hexes the active stack may move to."""
    return sorted(GAME.map.ids[action[1]] for action in pos.actions() if action[0] == "move")


def verbs(pos: BraveryPosition) -> set[str]:
    """The kinds of action there are."""
    return {action[0] for action in pos.actions()}


def go(pos: BraveryPosition, *numbers: str) -> None:
    """Move the active stack hex by hex."""
    for number in numbers:
        pos.play(("move", HEX[number]))


def at(pos: BraveryPosition, unit: str) -> str | None:
    """Where a unit is."""
    place = pos.where[UNIT[unit]]
    return GAME.map.ids[place] if place >= 0 else None


def strength(pos: BraveryPosition, *units: str) -> list[int]:
    """Strength of units in halves."""
    return [pos.strength[UNIT[unit]] for unit in units]


def holder(pos: BraveryPosition, number: str) -> str:
    """Who controls a strategic hex."""
    return SIDES[pos.axis_held >> HEX[number] & 1]


def mark(pos: BraveryPosition, *units: str) -> None:
    """These units have declared a combined attack where they stand, each word a stack of its own."""
    for word in units:
        stack = _named(pos, word)
        pos.markers += 1
        for unit in stack:
            pos.marker[unit] = pos.markers
        if all(place != pos.where[stack[0]] for place, _ in pos.declared):
            pos.declared = (*pos.declared, (pos.where[stack[0]], pos.box.units[stack[0]].side))


def last_attacks(pos: BraveryPosition) -> BraveryPosition:
    """The last chit has been played."""
    pos.cup = (0, 0)
    pos.stack = (Frame("turn", 0, (6,)), Frame("combined.leftover", 0, ()))
    pos.settle()
    return pos


def give(pos: BraveryPosition, number: str, side: str) -> None:
    """Put a hex under a side's control."""
    bit = 1 << HEX[number]
    pos.axis_held = pos.axis_held | bit if NUMBER[side] else pos.axis_held & ~bit


def roll(pos: BraveryPosition, *faces: int) -> None:
    """The next handful of dice."""
    pos.play(("roll", *sorted(faces)))


def scored(pos: BraveryPosition, attack: int, defence: int) -> None:
    """Both sides have rolled their dice of this round, with this many hits."""
    pos.hits = (attack, defence)
    pos.stack = tuple(frame for frame in pos.stack if frame[0] != "combat.roll")
    pos.settle()


def hit(pos: BraveryPosition, *units: str) -> None:
    """Put the next points of damage on these units."""
    for unit in units:
        pos.play(("hit", UNIT[unit]))


def bonuses(pos: BraveryPosition) -> list[tuple[int, int]]:
    """Dice and bonus of the rolls that are due, in order."""
    return [(frame[2][1], frame[2][2]) for frame in reversed(pos.stack) if frame[0] == "combat.roll"]
