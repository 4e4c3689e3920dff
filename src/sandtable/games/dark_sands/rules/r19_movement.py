"""19.0 The move action: units and stacks move one after the other until their owner has done enough."""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from sandtable.engine import flow
from sandtable.engine.flow import BACK, DONE, Action, Ask, Auto, Frame, Step, pop, push, swap
from sandtable.engine.maps import Mask, lowest, mask_of, places_in
from sandtable.engine.words import Halves
from sandtable.games.dark_sands.box import HALF_POINTS, DarkSandsBox
from sandtable.games.dark_sands.notation import group_noun
from sandtable.games.dark_sands.position import DarkSandsPosition
from sandtable.games.dark_sands.rules import r19_naval as naval
from sandtable.games.dark_sands.rules.r02_control import enter, take
from sandtable.games.dark_sands.rules.r08_zones import enemy_zones
from sandtable.games.dark_sands.rules.r09_railway import BUILT
from sandtable.games.dark_sands.rules.r10_supply import movement_allowance
from sandtable.games.dark_sands.rules.r11_headquarters import blocking, displace_at, lone_hqs
from sandtable.games.dark_sands.rules.r13_assets import (
    box_actions,
    garrison_actions,
    removal_actions,
    upkeep,
    upkeep_barred,
)
from sandtable.games.dark_sands.rules.r19_extended import extend_barred

INFILTRATION = 4 * HALF_POINTS


class Move(Step[DarkSandsPosition]):
    """19.1 The active player picks the next unit or stack to move, or another thing to do on the way.

    Frame: 1 for a half move; the group that moved last and may go on, as bits; the half points it has spent.
    """

    name = "move"
    rule = "19.1"
    verbs = ("unit", "stack")

    class Args(NamedTuple):
        """A half move or a full one, the units that move together, and the half points they have spent."""

        half: bool
        group: int
        spent: int

    def ask(self, pos: DarkSandsPosition, frame: Frame) -> Ask:
        args = self.Args(*frame.args)
        text = "Choose a unit, or a hex to move all the units in it together."
        if goers := going_on(pos, frame.side, args.group, args.half, args.spent) if args.group else 0:
            text += f" {group_noun(pos, goers)} may still go on."
        return Ask("½ Move" if args.half else "Move", text, (self.rule,))

    def actions(self, pos: DarkSandsPosition, frame: Frame) -> list[Action]:
        _, side, (half, group, spent) = frame
        found: list[Action] = [DONE]
        if group and going_on(pos, side, group, half, spent):
            found.append(("on",))
        if group & (group - 1):
            found += [("unit", u) for u in places_in(group) if may_go_on(pos, side, 1 << u, half, spent)]
        box = pos.box
        idle = pos.active & ~pos.moved & ~group & ~box.garrisons
        closed, zones = blocking(pos, side), enemy_zones(pos, side)
        ways = box.open_to[pos.bypass == BUILT]
        where, piles, picked, bits, armour = pos.where, pos.piles, box.picked, box.bits, box.armour
        while idle:
            place = where[(idle & -idle).bit_length() - 1]
            if place < 0:
                idle &= idle - 1
                continue
            pile = piles[place] & idle
            idle ^= pile
            out = ways[1 if pile & armour else 0][place]
            if not zones & bits[place] and out & closed != out:  # as most often
                found += picked(pile)
                if pile & (pile - 1):
                    found.append(("stack", place))
                continue
            whole = may_leave(pos, side, pile, place, closed, zones, half)
            if box.ports & bits[place] and naval.sail_possible(pos, side, place):
                found += box.picked(pile)
            else:
                found += [
                    box.picks[unit]
                    for unit in places_in(pile)
                    if may_leave(pos, side, 1 << unit, place, closed, zones, half)
                ]
            if pile & (pile - 1) and (whole or slips_away(pos, side, pile, half)):
                found.append(("stack", place))
        found += garrison_actions(pos, side)
        found += box_actions(pos, side, group)
        found += removal_actions(pos, side)
        return found

    def barred(self, pos: DarkSandsPosition, frame: Frame, action: Action) -> str | None:
        _, side, (_, group, _) = frame
        match action:
            case ("unit", int(unit)) if 0 <= unit < len(pos.where):
                return unit_barred(pos, side, unit, group)
        return upkeep_barred(pos, side, action)

    def apply(self, pos: DarkSandsPosition, frame: Frame, action: Action) -> None:
        _, side, (half, group, spent) = frame
        match action:
            case flow.DONE:
                pop(pos)
            case ("on",):
                goers = going_on(pos, side, group, half, spent)
                pos.moved |= group & ~goers
                swap(pos, "move", side, half, goers, spent)
                push(pos, "move.to", side, half, goers, spent)
            case ("unit", unit) if group >> unit & 1:
                pos.moved |= group & ~(1 << unit)
                swap(pos, "move", side, half, 1 << unit, spent)
                push(pos, "move.to", side, half, 1 << unit, spent)
            case ("unit", unit):
                self._start(pos, side, half, group, 1 << unit)
            case ("stack", place):
                movers = pos.piles[place] & pos.active & ~pos.moved & ~group & ~pos.box.garrisons
                self._start(pos, side, half, group, movers)
            case _:
                upkeep(pos, side, action)

    def _start(self, pos: DarkSandsPosition, side: int, half: int, group: int, movers: int) -> None:
        pos.moved |= group
        swap(pos, "move", side, half, 0, 0)
        push(pos, "move.to", side, half, movers, 0)


def may_leave(pos: DarkSandsPosition, side: int, group: int, place: int, closed: Mask, zones: Mask, half: int) -> bool:
    """Is there any hex next to a group's that it may enter?"""
    box = pos.box
    out = box.open_to[pos.bypass == BUILT][bool(group & box.armour)][place] & ~closed
    if not zones >> place & 1:
        return bool(out)
    if out & ~zones:
        return True
    return bool(out and infiltrations(pos, side, group, half, 0))


def slips_away(pos: DarkSandsPosition, side: int, pile: int, half: int) -> bool:
    """Could the panzer division's units of a pile infiltrate together, once the others are dropped off?"""
    division = pile & pos.box.panzer_divisions
    return bool(division and infiltrations(pos, side, division, half, 0))


def unit_barred(pos: DarkSandsPosition, side: int, unit: int, group: int) -> str | None:
    """19.1.1 Only active units move, once in an action, one group after the other; garrisons never."""
    if pos.box.units[unit].side != side or not pos.active >> unit & 1:
        return "18.1"
    if pos.box.garrisons >> unit & 1 or (pos.moved | group) >> unit & 1:
        return "19.1.1"
    return "19.1.2"


def budget(pos: DarkSandsPosition, group: int, half: int) -> int:
    """The half points of a group: those of its slowest unit (19.1.1)."""
    least = movement_allowance(pos, group.bit_length() - 1, bool(half))
    if group & (group - 1):
        least = min([movement_allowance(pos, unit, bool(half)) for unit in places_in(group)])
    return HALF_POINTS * least


def may_go_on(pos: DarkSandsPosition, side: int, group: int, half: int, spent: int) -> bool:
    """Can the group that moved last move further?"""
    left = budget(pos, group, half) - spent
    place = pos.where[lowest(group)]
    if enemy_zones(pos, side) >> place & 1:
        return bool(infiltrations(pos, side, group, half, spent))  # 19.1.2
    closed = blocking(pos, side)
    steps = pos.box.costs[pos.bypass == BUILT][bool(group & pos.box.armour)][place]
    for there, cost in steps:
        if not closed >> there & 1:
            return cost <= left  # the cheapest comes first
    return False


def going_on(pos: DarkSandsPosition, side: int, group: int, half: int, spent: int) -> Mask:
    """Those of the group that moved last who can move further together: the slower ones are dropped off (19.1.1)."""
    while group and not may_go_on(pos, side, group, half, spent):
        if not group & (group - 1):
            return 0
        slowest = budget(pos, group, half)
        group = mask_of(unit for unit in places_in(group) if budget(pos, 1 << unit, half) > slowest)
    return group


def destinations(pos: DarkSandsPosition, side: int, group: int, half: int, spent: int) -> dict[int, int]:
    """Where a group can move to over land, and the half points each hex costs (19.1.2, 19.1.3)."""
    return {place: cost for _, place, cost in moves_to(pos, side, group, half, spent)}


def moves_to(pos: DarkSandsPosition, side: int, group: int, half: int, spent: int) -> list[Action]:
    """The actions that go there; a headquarters does not end its move with another one (11.0)."""
    box, moves = pos.box, in_reach(pos, side, group, half, spent)
    if not group & box.hqs:
        return moves
    taken = {pos.where[hq] for hq in places_in(box.hqs & ~group & box.of[side])}
    return [move for move in moves if move[1] not in taken]


def in_reach(pos: DarkSandsPosition, side: int, group: int, half: int, spent: int) -> list[Action]:
    """The same before other headquarters are looked at."""
    box = pos.box
    start = pos.where[lowest(group)]
    bypass, armour = pos.bypass == BUILT, bool(group & box.armour)
    points = budget(pos, group, half) - spent
    closed, zones = blocking(pos, side), enemy_zones(pos, side)
    free = box.free_reach(bypass, armour, start, points)
    held_up = zones >> start & 1
    if spent and held_up:
        return []
    if spent or held_up or free.mask & (closed | zones):
        near = free.mask
        return box.hindered_reach(bypass, armour, start, points, closed & near, zones & near, held_up, not spent)
    return free.actions


def infiltrations(pos: DarkSandsPosition, side: int, group: int, half: int, spent: int) -> list[tuple[int, int]]:
    """19.1.4, 12.7.5 Panzer divisions slip from one enemy zone straight into another: hexes and half points.

    Only their own units, with a panzer battalion, at full movement, out of a zone no tank makes, onto clear ground.
    """
    box = pos.box
    if half or group & ~box.panzer_divisions or not group & box.panzers or group & pos.out_of_supply:
        return []
    start = pos.where[lowest(group)]
    zones = enemy_zones(pos, side)
    if not zones >> start & 1 or zone_of_tanks(pos, side, start):
        return []
    left, closed = budget(pos, group, half) - spent, blocking(pos, side)
    found = []
    for place, cost in box.costs[pos.bypass == BUILT][1][start]:
        if zones >> place & 1 and not closed >> place & 1 and box.map.terrain[place] == "clear":
            price = cost + INFILTRATION
            if price <= left:
                found.append((place, price))
    return found


def zone_of_tanks(pos: DarkSandsPosition, side: int, place: int) -> bool:
    """Does a hex with a tank project an enemy zone into this place?"""
    box = pos.box
    near = pos.firm[1 - side] & box.map.around[place]
    return any(box.zone[p] >> place & 1 and pos.piles[p] & box.armour for p in places_in(near))


class MoveTo(Step[DarkSandsPosition]):
    """Where the chosen group goes. Frame as for `Move`, the group being the one that moves."""

    name = "move.to"
    rule = "19.1"
    verbs = ("go",)
    Args = Move.Args

    def ask(self, pos: DarkSandsPosition, frame: Frame) -> Ask:
        half, group, spent = self.Args(*frame.args)
        points = Halves(budget(pos, group, half) - spent)
        return Ask(f"{group_noun(pos, group):move}", f"{points:movement point} left. Choose a lit hex.", (self.rule,))

    def actions(self, pos: DarkSandsPosition, frame: Frame) -> list[Action]:
        _, side, (half, group, spent) = frame
        found = moves_to(pos, side, group, half, spent).copy()
        if pos.box.panzers & group:
            found += [("infiltrate", *end) for end in infiltrations(pos, side, group, half, spent)]
        if not spent:
            if not extend_barred(pos, side, group, half):
                found.append(("extend",))
            found += naval.sail_actions(pos, side, group)
        found.append(BACK)
        if group & (group - 1):
            found += [("drop", unit) for unit in places_in(group)]
        return found

    def barred(self, pos: DarkSandsPosition, frame: Frame, action: Action) -> str | None:
        _, side, (half, group, spent) = frame
        match action:
            case ("go", int(place), *_) if 0 <= place < len(pos.piles):
                return destination_barred(pos, side, group, half, spent, place)
            case ("infiltrate", *_):
                return "19.1.4"
            case ("extend",):
                return extend_barred(pos, side, group, half)
            case (naval.SAIL, *_):
                return "19.4"
        return None

    def apply(self, pos: DarkSandsPosition, frame: Frame, action: Action) -> None:
        _, side, (half, group, spent) = frame
        pop(pos)
        match action:
            case ("drop", unit):
                drop_off(pos, side, half, group, spent, unit)
            case ("go", place, cost):
                swap(pos, "move", side, half, group, spent + cost)
                march(pos, side, group, place, cost, spent, half)
            case ("infiltrate", place, cost):
                pos.moved |= group
                swap(pos, "move", side, half, 0, 0)
                pos.note("19.1.4", "infiltrate", group, place)
                arrive(pos, side, group, place)
            case ("extend",):
                push(pos, "move.far", side, group)
            case (naval.SAIL, port):
                pos.moved |= group
                naval.sail(pos, side, group, port)


def drop_off(pos: DarkSandsPosition, side: int, half: int, group: int, spent: int, unit: int) -> None:
    """A unit of the group stays behind; if it has moved already, it is done (19.1.1)."""
    group &= ~(1 << unit)
    if spent:
        pos.moved |= 1 << unit
        swap(pos, "move", side, half, group, spent)
    push(pos, "move.to", side, half, group, spent)


def destination_barred(pos: DarkSandsPosition, side: int, group: int, half: int, spent: int, place: int) -> str | None:
    """The rule that keeps a group from a place."""
    box = pos.box
    start = pos.where[lowest(group)]
    if not box.land >> place & 1:
        return "19.1.5"
    if blocking(pos, side) >> place & 1:
        return "19.1"
    if box.section[start] != box.section[place] and not box.map.around[start] >> place & 1:
        return "19.1.6"
    if place not in destinations(pos, side, group, half, spent):
        return "19.1.2" if enemy_zones(pos, side) & box.within(start, 2) else "19.1.5"
    return None


def march(pos: DarkSandsPosition, side: int, group: int, place: int, cost: int, spent: int, half: int) -> None:
    """A group moves over land; hexes on the way change control and lone headquarters give way."""
    box = pos.box
    start = pos.where[lowest(group)]
    pos.note("19.1", "moves", group, start, place)
    enemy_hqs = lone_hqs(pos, 1 - side)
    theirs = box.kept & (pos.axis_holds if side == 0 else ~pos.axis_holds)
    points = budget(pos, group, half) - spent
    bypass, armour = pos.bypass == BUILT, bool(group & box.armour)
    free = box.free_reach(bypass, armour, start, points)
    before = [there for there in places_in(free.mask & (theirs | enemy_hqs)) if free.costs[there] < cost]
    if any(box.free_reach(bypass, armour, there, cost - free.costs[there]).mask >> place & 1 for there in before):
        path = path_of(pos, side, group, place, points, place)[1:-1]  # something may be on its way
        for passed in path:
            take(pos, side, passed)
        arrive(pos, side, group, place)
        for passed in path:
            displace_at(pos, 1 - side, passed)
        return
    arrive(pos, side, group, place)


def arrive(pos: DarkSandsPosition, side: int, group: int, place: int) -> None:
    """The group comes to its new hex; a headquarters alone there goes first."""
    if pos.held[1 - side] >> place & 1:
        push(pos, "move.arrive", side, group, place)
        displace_at(pos, 1 - side, place)
        return
    for unit in places_in(group):
        enter(pos, unit, place)


class Arrive(Auto[DarkSandsPosition]):
    """A group enters the hex that a headquarters has left."""

    name = "move.arrive"
    rule = "11.0"

    class Args(NamedTuple):
        """The units, as bits, and the hex."""

        group: int
        place: int

    def run(self, pos: DarkSandsPosition, frame: Frame) -> None:
        pop(pos)
        arrive(pos, frame.side, *self.Args(*frame.args))


def path_of(pos: DarkSandsPosition, side: int, group: int, place: int, points: int, goal: int = -1) -> list[int]:
    """A cheapest way of a group to a place it can reach, both ends included; with a goal no other is looked for.

    It is the way the group pays for: round a cliff, dear ground or an enemy zone where that is cheaper or the only one.
    """
    box = pos.box
    start = pos.where[lowest(group)]
    bypass, armour = pos.bypass == BUILT, bool(group & box.armour)
    before = ways_from(box, bypass, armour, start, points, blocking(pos, side), enemy_zones(pos, side), goal)
    if place not in before:
        return [start, place]  # 19.1.3
    path = [place]
    while path[-1] != start:
        path.append(before[path[-1]])
    return path[::-1]


@lru_cache(maxsize=4)
def ways_from(
    box: DarkSandsBox, bypass: bool, armour: bool, start: int, points: int, closed: Mask, zones: Mask, goal: int
) -> dict[int, int]:
    """For every place in reach, or no dearer than the goal, the place before it on a cheapest way."""
    costs = box.costs[bypass][armour]
    spent, before = {start: 0}, {start: start}
    buckets: list[list[int]] = [[] for _ in range(points + 1)]
    buckets[0].append(start)
    barred = zones if zones >> start & 1 else 0
    for cost, bucket in enumerate(buckets):
        for here in bucket:
            if here == goal and spent[here] == cost:
                return before
            if spent[here] != cost or (here != start and zones >> here & 1):
                continue
            for there, price in costs[here]:
                total = cost + price
                if total >= spent.get(there, points + 1) or closed >> there & 1:
                    continue
                if here == start and barred >> there & 1:
                    continue
                spent[there], before[there] = total, here
                buckets[total].append(there)
    return before


class EndMove(Auto[DarkSandsPosition]):
    """A move action is over: stacks are checked."""

    name = "move.end"
    rule = "7.0"

    def run(self, pos: DarkSandsPosition, frame: Frame) -> None:
        swap(pos, "stacks.check", frame.side)


STEPS = (Move(), MoveTo(), Arrive(), EndMove())
