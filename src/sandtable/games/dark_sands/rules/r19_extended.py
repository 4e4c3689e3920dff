"""19.1.7 Extended moves along roads, trails and active rails, and the disruption they may bring."""

from __future__ import annotations

from functools import lru_cache

from sandtable.engine.chance import DiceRoll
from sandtable.engine.flow import Action, Auto, Frame, Step, pop, push
from sandtable.engine.maps import Mask, places_in, spread
from sandtable.engine.sides import ALLIED, CHANCE
from sandtable.games.dark_sands.box import DesertBox
from sandtable.games.dark_sands.position import Sands
from sandtable.games.dark_sands.rules.r02_control import enter, take
from sandtable.games.dark_sands.rules.r09_railway import BUILT, active_rail


def extend_barred(pos: Sands, side: int, group: int, half: int) -> str | None:
    """The rule that bars a group from an extended move, or None."""
    box = pos.box
    if half or group & (pos.oos | pos.disrupted):
        return "19.1.7"
    here = pos.where[(group & -group).bit_length() - 1]
    if pos.held[1 - side] & box.map.around[here]:
        return "19.1.7"
    if box.on_net[pos.bypass == BUILT] & box.bits[here]:
        return None
    return None if here in box.rail_number and active_rail(pos, side) & box.bits[here] else "19.1.7"


def network(pos: Sands, side: int) -> tuple[Mask, ...]:
    """For each hex those joined to it by road, trail or active rail (19.1.8)."""
    return pos.box.network(pos.bypass == BUILT, active_rail(pos, side))


def shunned(pos: Sands, side: int) -> tuple[Mask, Mask]:
    """The hexes an extended move may not enter, and those where it must stop: next to headquarters and garrisons."""
    enemy = 1 - side
    around = pos.box.map.around
    closed = pos.held[enemy] | spread(pos.firm[enemy], around)
    return closed, spread(pos.held[enemy] & ~pos.firm[enemy], around)


def far_places(pos: Sands, side: int, start: int) -> dict[int, int]:
    """Every hex an extended move can end on, with the hex before it on the way.

    The sections lie in a row, so a way that never turns back between them enters none twice.
    """
    return _far_places(pos.box, pos.bypass == BUILT, active_rail(pos, side), *shunned(pos, side), start)


@lru_cache(maxsize=200)
def _far_places(box: DesertBox, bypass: bool, active: Mask, closed: Mask, stops: Mask, start: int) -> dict[int, int]:
    joined, section = box.network(bypass, active), box.section
    before: dict[int, int] = {}
    for direction in (1, -1):
        edge, unseen = [start], ~(closed | 1 << start)
        for here in edge:  # grows as it goes
            if here != start and stops >> here & 1:
                continue
            for there in places_in(joined[here] & unseen):
                if direction * (section[there] - section[here]) >= 0:
                    unseen ^= 1 << there
                    before.setdefault(there, here)
                    edge.append(there)
    return before


def far_path(before: dict[int, int], start: int, goal: int) -> list[int]:
    """The way of an extended move, both ends included."""
    path = [goal]
    while path[-1] != start:
        path.append(before[path[-1]])
    return path[::-1]


def rail_path(pos: Sands, side: int, start: int, goal: int) -> list[int]:
    """19.1.8 The way by active rail alone, or an empty list: an extended move that keeps to it rolls no die."""
    number, active = pos.box.rail_number, active_rail(pos, side)
    if not (active >> start & 1 and active >> goal & 1):
        return []
    a, b = number[start], number[goal]
    path = pos.box.rail[a : b + 1] if a < b else pos.box.rail[b : a + 1][::-1]
    closed, stops = shunned(pos, side)
    if any(closed >> p & 1 for p in path[1:]) or any(stops >> p & 1 for p in path[1:-1]):
        return []
    return list(path)


def rail_first_path(pos: Sands, side: int, start: int, goal: int) -> list[int]:
    """The way that leaves the first section by active rail, which spares the check at the seam, or an empty list."""
    box = pos.box
    if box.section[start] == box.section[goal] or not active_rail(pos, side) >> start & 1:
        return []
    over = next((p for p in box.rail[box.rail_number[start] :] if box.section[p] != box.section[start]), -1)
    first = rail_path(pos, side, start, over) if over >= 0 else []
    if not first or over == goal:
        return first
    before = far_places(pos, side, over)
    rest = far_path(before, over, goal) if goal in before else []
    return [*first, *rest[1:]] if rest and not set(first[:-1]) & set(rest) else []


class Far(Step[Sands]):
    """The end of an extended move. Frame: the group."""

    name = "move.far"
    rule = "19.1.7"

    def actions(self, pos: Sands, frame: Frame) -> list[Action]:
        side, (group,) = frame[1], frame[2]
        box = pos.box
        start = pos.where[(group & -group).bit_length() - 1]
        taken = 0
        if group & box.hqs:
            for hq in places_in(box.hqs & ~group & box.of[side]):
                taken |= 1 << pos.where[hq] if pos.where[hq] >= 0 else 0
        return [*(("far", p) for p in sorted(far_places(pos, side, start)) if not taken >> p & 1), ("back",)]

    def apply(self, pos: Sands, frame: Frame, action: Action) -> None:
        side, (group,) = frame[1], frame[2]
        pop(pos)
        if action[0] == "back":
            return
        goal = action[1]
        start = pos.where[(group & -group).bit_length() - 1]
        path = rail_path(pos, side, start, goal)
        quiet = bool(path)
        if not path:
            path = rail_first_path(pos, side, start, goal) or far_path(far_places(pos, side, start), start, goal)
        pos.moved |= group
        pos.note("19.1.7", "extended", group, start, goal)
        for unit in reversed(list(places_in(group))):
            if quiet:
                travel(pos, side, unit, tuple(path))
            else:
                push(pos, "move.leg", side, unit, tuple(path))


def travel(pos: Sands, side: int, unit: int, path: tuple[int, ...]) -> None:
    """A unit goes along a path and stands at its end."""
    for place in path[1:-1]:
        take(pos, side, place)
    enter(pos, unit, path[-1])


class Leg(Auto[Sands]):
    """19.2.3 A unit goes along its path to the next seam or to the end, where it checks for disruption.

    Frame: the unit, the rest of its path.
    """

    name = "move.leg"
    rule = "19.2.3"

    def run(self, pos: Sands, frame: Frame) -> None:
        side, (unit, path) = frame[1], frame[2]
        section = pos.box.section
        seam = next((n for n in range(1, len(path)) if section[path[n]] != section[path[n - 1]]), len(path) - 1)
        done, rest = path[: seam + 1], path[seam:]
        pop(pos)
        if len(rest) > 1:
            push(pos, "move.leg", side, unit, rest)
        if len(rest) == 1 or not rail_only(pos, side, done[:-1]):  # 19.2.2
            push(pos, "move.check", CHANCE, unit, rest)
        travel(pos, side, unit, done)


def rail_only(pos: Sands, side: int, path: tuple[int, ...]) -> bool:
    """Did this part of an extended move keep to active rails?"""
    active = active_rail(pos, side)
    return side == ALLIED and len(path) > 1 and all(active >> place & 1 for place in path)


class Check(DiceRoll[Sands]):
    """19.2, 19.2.1 A die for disruption: 5 or more fails, marked units add one.

    Frame: the unit, the rest of its path.
    """

    name = "move.check"
    rule = "19.2.1"

    def apply(self, pos: Sands, frame: Frame, action: Action) -> None:
        unit, rest = frame[2]
        die = action[1]
        pop(pos)
        failed = die + (pos.box.clumsy >> unit & 1) >= pos.box.tables["disruption"]["fails_on"]
        pos.note("19.2.1", "check", unit, die, int(failed))
        if not failed:
            return
        pos.disrupted |= 1 << unit
        if len(rest) > 1:
            pop(pos)  # the rest of its path
            push(pos, "move.stray", pos.box.units[unit].side, unit, die)


def stray_places(pos: Sands, unit: int, die: int) -> list[int]:
    """19.2.2 The hexes as far along the net as the die says, or as far as it goes, for a unit that failed at a seam."""
    side, start = pos.box.units[unit].side, pos.where[unit]
    closed, stops = shunned(pos, side)
    joined, section = network(pos, side), pos.box.section
    home = section[start]
    edge = seen = 1 << start
    for _ in range(die):
        fresh = 0
        for here in places_in(edge & ~stops):
            fresh |= joined[here]
        fresh &= ~closed & ~seen & pos.box.in_section[home]
        if not fresh:
            break
        seen |= fresh
        edge = fresh
    return list(places_in(edge))


class Stray(Step[Sands]):
    """A unit disrupted at a seam goes as many hexes further as its die showed. Frame: the unit, the die."""

    name = "move.stray"
    rule = "19.2.2"

    def actions(self, pos: Sands, frame: Frame) -> list[Action]:
        return [("stray", place) for place in stray_places(pos, *frame[2])]

    def apply(self, pos: Sands, frame: Frame, action: Action) -> None:
        unit, _ = frame[2]
        pop(pos)
        travel(pos, frame[1], unit, (pos.where[unit], action[1]))


def disruption_modifier(pos: Sands, fighters: int) -> bool:
    """19.3 A disrupted unit makes no extended move, hinders no retreat, and fights two worse: is one among these?"""
    return bool(fighters & pos.disrupted)


STEPS = (Far(), Leg(), Check(), Stray())
