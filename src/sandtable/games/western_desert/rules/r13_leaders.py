"""13.0 Leaders: their dice, their ranges, their fate."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from sandtable.engine.chance import DiceRoll
from sandtable.engine.flow import KEEP, Action, Ask, Auto, Frame, Step, pop, push, swap
from sandtable.engine.sides import AXIS, CHANCE
from sandtable.games.western_desert.box import Face
from sandtable.games.western_desert.notation import piece_name
from sandtable.games.western_desert.position import WesternDesertPosition
from sandtable.games.western_desert.rules.r08_supply import in_supply
from sandtable.games.western_desert.terms import DUE, FELL_BACK, MONTGOMERY_TURN, NEW, PERMANENT, WITHDRAWN


def face(pos: WesternDesertPosition, leader: int) -> Face:
    """13.1 The leader a piece shows: the first, or the second once the first is lost."""
    return pos.box.faces[leader][pos.reduced[leader]]


def leads(pos: WesternDesertPosition, side: int, units: Iterable[int], attacking: bool) -> list[int]:
    """13.2, 13.3 The leaders who could roll for these units of a side: those stacked with them.

    One who fell back onto the defenders with his stack adds no more to their defence than it does (10.26, R20).
    """
    places = {pos.where[unit] for unit in units}
    found = [leader for leader in pos.box.leaders[side] if pos.where[leader] in places]
    return found if attacking else [leader for leader in found if not pos.flags[leader] & FELL_BACK]


def casualty(pos: WesternDesertPosition, leader: int) -> None:
    """A first leader is followed by the second next turn; a second one is the last."""
    side = pos.box.side[leader]
    pos.leaders_lost[side] += 1
    pos.note("13.6", "casualty", leader, pos.reduced[leader])
    if pos.reduced[leader]:
        pos.put((leader,), PERMANENT)
    else:
        pos.reduced[leader] = 1
        pos.put((leader,), DUE)
        pos.arrives[leader] = pos.turn + 1


class CheckLeaders(Auto[WesternDesertPosition]):
    """Roll for the leaders who lost units beside them or were overrun, one after the other."""

    name = "leader.checks"
    rule = "13.6"

    def run(self, pos: WesternDesertPosition, frame: Frame) -> None:
        if not pos.shaken:
            pop(pos)
            return
        (leader, worst), *others = pos.shaken
        pos.shaken = tuple(others)
        push(pos, "leader.roll", CHANCE, leader, worst)


class LeaderRoll(DiceRoll[WesternDesertPosition]):
    """13.6 A one is a casualty; up to three when all beside him died or the enemy entered his hex."""

    name = "leader.roll"
    rule = "13.6"
    title = "The fate of a leader"

    class Args(NamedTuple):
        """The leader, and the highest roll that is a casualty."""

        leader: int
        worst: int

    def apply(self, pos: WesternDesertPosition, frame: Frame, action: Action) -> None:
        leader, worst = self.Args(*frame.args)
        side = pos.box.side[leader]
        pos.note("13.6", "leader_roll", *pos.as_shown((leader,)), action[1], worst)
        if action[1] <= worst:
            pop(pos)
            casualty(pos, leader)
        elif pos.held[side] >> pos.where[leader] & 1:
            pop(pos)
        else:
            swap(pos, "leader.displace", side, leader)


def nearest_friends(pos: WesternDesertPosition, leader: int) -> list[int]:
    """The hexes with the nearest friendly combat units, enemies and zones ignored."""
    side, here = pos.box.side[leader], pos.where[leader]
    places = sorted({pos.where[unit] for unit in pos.army[side]})
    distances = [pos.box.distance(here, place) for place in places]
    return [place for place, distance in zip(places, distances, strict=True) if distance == min(distances)]


class Displace(Step[WesternDesertPosition]):
    """A leader who got away joins the nearest friends, wherever they stand (R40); if there are none he waits (R12)."""

    name = "leader.displace"
    rule = "13.6"
    verbs = ("escape",)

    class Args(NamedTuple):
        """The leader."""

        leader: int

    def ask(self, pos: WesternDesertPosition, frame: Frame) -> Ask:
        return Ask(
            f"{piece_name(pos, self.Args(*frame.args).leader)} gets away", "Choose the friends he joins.", ("13.6",)
        )

    def actions(self, pos: WesternDesertPosition, frame: Frame) -> list[Action]:
        places = nearest_friends(pos, self.Args(*frame.args).leader)
        return [("escape", place) for place in places] or [("wait",)]

    def apply(self, pos: WesternDesertPosition, frame: Frame, action: Action) -> None:
        leader = self.Args(*frame.args).leader
        pop(pos)
        if action[0] == "escape":
            pos.put((leader,), action[1])
            pos.note("13.6", "escaped", *pos.as_shown((leader,)), action[1])
        else:
            pos.put((leader,), DUE)
            pos.arrives[leader] = pos.turn + 1


def montgomery_open(pos: WesternDesertPosition) -> bool:
    """Has the question of Montgomery not been answered yet?"""
    second = pos.box.second_general
    return pos.where[second] == DUE and not pos.reduced[second] and pos.arrives[second] == pos.box.arrives[second]


def montgomery_due(pos: WesternDesertPosition) -> bool:
    """Is the question of Montgomery to be settled now?"""
    box = pos.box
    first = pos.where[box.first_general]
    if pos.turn < MONTGOMERY_TURN or not montgomery_open(pos):
        return False
    if pos.held[AXIS] >> box.alexandria & 1:
        return False
    return first < 0 or in_supply(pos, box.first_general)  # leaves like a withdrawn unit: supplied (R13)


class Montgomery(Step[WesternDesertPosition]):
    """13.7 In August 1942 the Allies keep their first leader for good, or change him for Montgomery."""

    name = "leader.montgomery"
    rule = "13.7"
    title = "Montgomery is available"
    text = "He replaces your present leader, now or never."

    def actions(self, pos: WesternDesertPosition, frame: Frame) -> list[Action]:
        if pos.where[pos.box.first_general] == PERMANENT:
            return [("montgomery",)]
        return [("montgomery",), KEEP]

    def apply(self, pos: WesternDesertPosition, frame: Frame, action: Action) -> None:
        box = pos.box
        pop(pos)
        if action == KEEP:
            pos.put((box.second_general,), WITHDRAWN)
            pos.note("13.7", "montgomery_stays_away")
            return
        if pos.where[box.first_general] != PERMANENT:
            pos.put((box.first_general,), WITHDRAWN)
        pos.put((box.second_general,), box.alexandria)
        pos.flags[box.second_general] |= NEW
        pos.note("13.7", "montgomery")


STEPS = (CheckLeaders(), LeaderRoll(), Displace(), Montgomery())
