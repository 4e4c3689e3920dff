"""19.1.7 Extended moves along roads, trails and active rails, and the disruption they may bring."""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from sandtable.engine.chance import DiceRoll
from sandtable.engine.flow import BACK, Action, Ask, Auto, Frame, Step, pop, push
from sandtable.engine.maps import Mask, lowest, mask_of, places_in, spread
from sandtable.engine.sides import ALLIED, CHANCE
from sandtable.games.dark_sands.box import DarkSandsBox
from sandtable.games.dark_sands.notation import group_noun, short_place, unit_name
from sandtable.games.dark_sands.position import DarkSandsPosition
from sandtable.games.dark_sands.rules.r02_control import enter, take
from sandtable.games.dark_sands.rules.r09_railway import BUILT, active_rail
from sandtable.games.dark_sands.rules.r19_legs import find_ways
from sandtable.games.dark_sands.rules.r19_ways import Way, by_rail


def extend_barred(pos: DarkSandsPosition, side: int, group: int, half: int) -> str | None:
    """The rule that bars a group from an extended move, or None."""
    box = pos.box
    if half or group & (pos.out_of_supply | pos.disrupted):
        return "19.1.7"
    here = pos.where[lowest(group)]
    if pos.held[1 - side] & box.map.around[here]:
        return "19.1.7"
    if box.on_net[pos.bypass == BUILT] & box.bits[here]:
        return None
    return None if active_rail(pos, side) & box.bits[here] else "19.1.7"


def network(pos: DarkSandsPosition, side: int) -> tuple[Mask, ...]:
    """For each hex those joined to it by road, trail or active rail (19.1.8)."""
    return pos.box.network(pos.bypass == BUILT, active_rail(pos, side))


def shunned(pos: DarkSandsPosition, side: int) -> tuple[Mask, Mask]:
    """The hexes an extended move may not enter, and those where it must stop: next to headquarters and garrisons."""
    enemy = 1 - side
    around = pos.box.map.around
    closed = pos.held[enemy] | spread(pos.firm[enemy], around)
    return closed, spread(pos.held[enemy] & ~pos.firm[enemy], around)


def far_places(pos: DarkSandsPosition, side: int, start: int) -> dict[int, int]:
    """Every hex an extended move can end on, with the hex before it on a shortest way.

    The sections lie in a row, so a way that never turns back between them enters none twice.
    """
    return _far_places(pos.box, pos.bypass == BUILT, active_rail(pos, side), *shunned(pos, side), start)


@lru_cache(maxsize=200)
def _far_places(box: DarkSandsBox, bypass: bool, active: Mask, closed: Mask, stops: Mask, start: int) -> dict[int, int]:
    net = box.on_net[bypass] | active
    shut, halts = places_in(closed & net), set(places_in(stops & net))
    before: dict[int, int] = {}
    for onward in box.onward(bypass, active):
        edge, seen = [start], {start, *shut}
        for here in edge:  # grows as it goes
            if here in halts:  # never its start: no extended move begins beside an enemy
                continue
            for there in onward[here]:
                if there not in seen:
                    seen.add(there)
                    before.setdefault(there, here)
                    edge.append(there)
    return before


def far_starts(pos: DarkSandsPosition, side: int, goal: int) -> dict[int, int]:
    """Every hex from which a side's extended move could end on this one: the same roads, followed back."""
    closed, stops = shunned(pos, side)
    if closed >> goal & 1:
        return {}
    return _far_places(pos.box, pos.bypass == BUILT, active_rail(pos, side), closed, stops & ~(1 << goal), goal)


class Far(Step[DarkSandsPosition]):
    """The end of an extended move."""

    name = "move.far"
    rule = "19.1.7"
    verbs = ("far",)

    class Args(NamedTuple):
        """The units, as bits."""

        group: int

    def ask(self, pos: DarkSandsPosition, frame: Frame) -> Ask:
        title = f"Extended move of {group_noun(pos, self.Args(*frame.args).group)}"
        return Ask(title, "Choose a hex on the roads. It may end in disruption.", (self.rule,))

    def actions(self, pos: DarkSandsPosition, frame: Frame) -> list[Action]:
        side, (group,) = frame.side, self.Args(*frame.args)
        box = pos.box
        start = pos.where[lowest(group)]
        taken = 0
        if group & box.hqs:
            for hq in places_in(box.hqs & ~group & box.of[side]):
                taken |= 1 << pos.where[hq] if pos.where[hq] >= 0 else 0
        return [*(("far", p) for p in sorted(far_places(pos, side, start)) if not taken >> p & 1), BACK]

    def apply(self, pos: DarkSandsPosition, frame: Frame, action: Action) -> None:
        side, (group,) = frame.side, self.Args(*frame.args)
        pop(pos)
        if action == BACK:
            return
        push(pos, "move.way", side, group, action[1])


class Choose(Step[DarkSandsPosition]):
    """The way of an extended move, where several differ in what they take or risk (R22)."""

    name = "move.way"
    rule = "19.1.7"

    class Args(NamedTuple):
        """The units, as bits, and where they go."""

        group: int
        goal: int

    def ask(self, pos: DarkSandsPosition, frame: Frame) -> Ask:
        group, goal = self.Args(*frame.args)
        title = f"{group_noun(pos, group)}: which way to {short_place(pos.box, goal)}?"
        text = "Each way names the first hex beyond a seam, what it takes, and its dice for disruption."
        return Ask(title, text, (self.rule,))

    def actions(self, pos: DarkSandsPosition, frame: Frame) -> list[Action]:
        return [("way", number) for number in range(len(ways_to(pos, frame.side, *self.Args(*frame.args))))]

    def apply(self, pos: DarkSandsPosition, frame: Frame, action: Action) -> None:
        side, (group, goal) = frame.side, self.Args(*frame.args)
        way = ways_to(pos, side, group, goal)[action[1]]
        pop(pos)
        pos.moved |= group
        pos.note("19.1.7", "extended", group, way.path[0], goal)
        for unit in reversed(places_in(group)):
            if way.checks:
                push(pos, "move.leg", side, unit, way.path)
            else:
                travel(pos, side, unit, way.path)  # 19.1.8


def ways_to(pos: DarkSandsPosition, side: int, group: int, goal: int) -> list[Way]:
    """The ways of a group to the end of its extended move that are worth telling apart."""
    start = pos.where[lowest(group)]
    theirs = pos.box.kept & (pos.axis_holds if side == ALLIED else ~pos.axis_holds)
    return find_ways(pos.box, pos.bypass == BUILT, active_rail(pos, side), *shunned(pos, side), theirs, start, goal)


def travel(pos: DarkSandsPosition, side: int, unit: int, path: tuple[int, ...]) -> None:
    """A unit goes along a path and stands at its end."""
    for place in path[1:-1]:
        take(pos, side, place)
    enter(pos, unit, path[-1])


class Leg(Auto[DarkSandsPosition]):
    """19.2.3 A unit goes along its path to the next seam or to the end, where it checks for disruption."""

    name = "move.leg"
    rule = "19.2.3"

    class Args(NamedTuple):
        """The unit and the rest of its path."""

        unit: int
        path: tuple[int, ...]

    def run(self, pos: DarkSandsPosition, frame: Frame) -> None:
        side, (unit, path) = frame.side, self.Args(*frame.args)
        section = pos.box.section
        seam = next((n for n in range(1, len(path)) if section[path[n]] != section[path[n - 1]]), len(path) - 1)
        done, rest = path[: seam + 1], path[seam:]
        pop(pos)
        if len(rest) > 1:
            push(pos, "move.leg", side, unit, rest)
        if len(rest) == 1 or not by_rail(pos.box, active_rail(pos, side), done):  # 19.2.2
            push(pos, "move.check", CHANCE, unit, rest)
        travel(pos, side, unit, done)


class Check(DiceRoll[DarkSandsPosition]):
    """19.2, 19.2.1 A die for disruption: 5 or more fails, marked units add one."""

    name = "move.check"
    rule = "19.2.1"
    title = "A die for disruption"

    Args = Leg.Args

    def apply(self, pos: DarkSandsPosition, frame: Frame, action: Action) -> None:
        unit, rest = self.Args(*frame.args)
        die, added = action[1], pos.box.clumsy >> unit & 1
        pop(pos)
        failed = die + added >= pos.box.tables["disruption"]["fails_on"]
        pos.note("19.2.1", "check", unit, die, added, int(failed), pos.where[unit])
        if not failed:
            return
        pos.disrupted |= 1 << unit
        if len(rest) > 1:
            pop(pos)  # the rest of its path
            push(pos, "move.stray", pos.box.units[unit].side, unit, die)


def stray_paths(pos: DarkSandsPosition, unit: int, die: int) -> dict[int, tuple[int, ...]]:
    """19.2.2 Where a unit that failed at a seam may end, as far along the net as the die says or else as it can go.

    For each hex a way there: of several that which takes most from the enemy. No headquarters ends on another (11.0).
    """
    box, side, start = pos.box, pos.box.units[unit].side, pos.where[unit]
    closed, stops = shunned(pos, side)
    joined, home = network(pos, side), box.in_section[box.section[start]]
    others = mask_of(pos.where[hq] for hq in places_in(box.hqs & box.of[side] & ~(1 << unit)) if pos.where[hq] >= 0)
    full = others if box.hqs >> unit & 1 else 0
    theirs = box.kept & (pos.axis_holds if side == ALLIED else ~pos.axis_holds)
    best: dict[int, tuple[int, ...]] = {start: (start,)}
    paths: list[tuple[int, ...]] = [(start,)]
    for _ in range(die):
        paths = [
            (*path, there)
            for path in paths
            if path[-1] == start or not stops >> path[-1] & 1
            for there in places_in(joined[path[-1]] & home & ~closed)
            if there not in path
        ]
        ends: dict[int, tuple[int, ...]] = {}
        for path in sorted(paths, key=lambda way: -(mask_of(way) & theirs).bit_count()):
            if not full >> path[-1] & 1:
                ends.setdefault(path[-1], path)
        best = ends or best
    return best


class Stray(Step[DarkSandsPosition]):
    """A unit disrupted at a seam goes as many hexes further as its die showed."""

    name = "move.stray"
    rule = "19.2.2"
    verbs = ("stray",)

    class Args(NamedTuple):
        """The unit and its die."""

        unit: int
        die: int

    def ask(self, pos: DarkSandsPosition, frame: Frame) -> Ask:
        return Ask(
            f"{unit_name(pos, self.Args(*frame.args).unit)} is disrupted", "Choose where it ends up.", (self.rule,)
        )

    def actions(self, pos: DarkSandsPosition, frame: Frame) -> list[Action]:
        return [("stray", place) for place in sorted(stray_paths(pos, *self.Args(*frame.args)))]

    def apply(self, pos: DarkSandsPosition, frame: Frame, action: Action) -> None:
        unit, die = self.Args(*frame.args)
        path = stray_paths(pos, unit, die)[action[1]]
        pop(pos)
        pos.note("19.2.2", "strays", unit, action[1])
        travel(pos, frame.side, unit, path)
        if (pos.piles[action[1]] & pos.box.hqs).bit_count() > 1:
            push(pos, "hq.displace", frame.side, unit)  # 11.0


def disruption_modifier(pos: DarkSandsPosition, fighters: int) -> bool:
    """19.3 A disrupted unit makes no extended move, hinders no retreat, and fights two worse: is one among these?"""
    return bool(fighters & pos.disrupted)


STEPS = (Far(), Choose(), Leg(), Check(), Stray())
