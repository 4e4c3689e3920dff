"""8.0 Supply: a unit is supplied or not, and is asked at five moments only."""

from __future__ import annotations

from bisect import bisect
from collections.abc import Callable, Iterable
from typing import NamedTuple

from sandtable.engine.flow import Action, Ask, Auto, Frame, Step, pop, push, swap
from sandtable.engine.maps import Mask
from sandtable.engine.sides import ALLIED
from sandtable.engine.words import Count
from sandtable.games.western_desert.position import WesternDesertPosition
from sandtable.games.western_desert.rules.r10_losses import eliminate, lose_step
from sandtable.games.western_desert.terms import FED, MP, SUPPLY_RANGE, TOBRUK

UNSUPPLIED, BY_SOURCE, BY_TOBRUK = 0, 1, 2


def supply_range(pos: WesternDesertPosition, place: int, side: int) -> int:
    """Movement points a supply path may use before it is on a road or track: four, or the leader's range (13.5)."""
    for leader in pos.box.leaders[side]:
        if pos.where[leader] == place:
            return max(pos.box.faces[leader][pos.reduced[leader]].range for leader in pos.leaders_at(place, side))
    return SUPPLY_RANGE


def traces(pos: WesternDesertPosition, place: int, side: int, source: int) -> bool:
    """8.1 Does a supply path lead from a hex to a source: points over the ground, then track, then road?"""
    blocked = pos.blocked(side)
    return joins(pos, place, side, pos.box.lifelines(source, blocked & pos.box.network), blocked)


def joins(pos: WesternDesertPosition, place: int, side: int, goal: Mask, blocked: Mask) -> bool:
    """Does a way over the ground lead from a hex to the safe part of a path, round what is blocked?"""
    box = pos.box
    if goal & box.bit[place]:
        return True
    farthest = supply_range(pos, place, side) * MP
    around = box.over_ground[place]
    goal &= around[farthest]
    if not goal:
        return False
    if not around[farthest] & blocked:
        return True
    nearest = bisect(around, 0, 0, farthest, key=goal.__and__)
    if not around[nearest] & blocked:
        return True
    return box.supply_reach(place, farthest, blocked & around[farthest], goal) != 0


def tobruk_capacity(pos: WesternDesertPosition, side: int) -> int:
    """8.4 How many units Tobruk can feed: six Allied, four Axis, two Axis under the guns of the fleet."""
    if pos.control[TOBRUK] != side:
        return 0
    if side == ALLIED:
        return 6
    return 2 if pos.naval else 4


def supply(pos: WesternDesertPosition, unit: int) -> int:
    """Where a unit's supply comes from now, leaving Tobruk's capacity aside."""
    box = pos.box
    side = box.side[unit]
    blocked = pos.blocked(side)
    home = box.lifelines(box.sources[side], blocked & box.network)
    return supply_at(pos, pos.where[unit], side, blocked, home)


def supply_at(pos: WesternDesertPosition, place: int, side: int, blocked: Mask, home: Mask) -> int:
    """The same for any unit in this hex, with what is blocked and the safe ways to the source known already."""
    if joins(pos, place, side, home, blocked):
        return BY_SOURCE
    if pos.control[TOBRUK] == side:
        port = pos.box.lifelines(pos.box.tobruk, blocked & pos.box.network)
        if joins(pos, place, side, port, blocked):
            return BY_TOBRUK
    return UNSUPPLIED


def fed_by_tobruk(pos: WesternDesertPosition, side: int) -> int:
    """Units that have drawn on Tobruk in this segment or phase (R9)."""
    return sum(1 for unit in pos.box.fighters[side] if pos.flags[unit] & FED)


def in_supply(pos: WesternDesertPosition, unit: int, by: int | None = None) -> bool:
    """8.2 Is this unit supplied as it begins its move or asks for a replacement, with room left at Tobruk?

    A caller that already knows what the unit is supplied `by` passes it on.
    """
    by = supply(pos, unit) if by is None else by
    if by != BY_TOBRUK or unit >= pos.box.count:  # 8.4: leaders do not count
        return by != UNSUPPLIED
    return bool(pos.flags[unit] & FED) or fed_by_tobruk(pos, pos.box.side[unit]) < tobruk_capacity(
        pos, pos.box.side[unit]
    )


def draw_supply(pos: WesternDesertPosition, unit: int) -> bool:
    """The same, and takes the place at Tobruk."""
    supplied = in_supply(pos, unit)
    if supplied and unit < pos.box.count and not pos.flags[unit] & FED and supply(pos, unit) == BY_TOBRUK:
        pos.flags[unit] |= FED
    return supplied


def supplied_in_battle(
    pos: WesternDesertPosition, units: Iterable[int], gain: Callable[[int], int] | None = None
) -> set[int]:
    """The supplied ones among the units of one side in a battle; Tobruk feeds those who gain most by it (R9)."""
    found, waiting = set(), []
    by_place: dict[int, int] = {}
    side = ALLIED
    for unit in units:
        side, place = pos.box.side[unit], pos.where[unit]
        if place not in by_place:
            by_place[place] = supply(pos, unit)
        if by_place[place] == BY_SOURCE:
            found.add(unit)
        elif by_place[place] == BY_TOBRUK:
            waiting.append(unit)
    if waiting:
        gain = gain or pos.strength
        waiting.sort(key=lambda unit: (-gain(unit), -pos.strength(unit), unit))
        found.update(waiting[: tobruk_capacity(pos, side)])
    return found


def supply_of_side(pos: WesternDesertPosition, side: int) -> dict[int, int]:
    """Where each combat unit of a side on the map is supplied from."""
    where, army = pos.where, pos.army[side]
    blocked = pos.blocked(side)
    home = pos.box.lifelines(pos.box.sources[side], blocked & pos.box.network)
    by_place = {place: supply_at(pos, place, side, blocked, home) for place in {where[unit] for unit in army}}
    return {unit: by_place[where[unit]] for unit in army}


class Attrition(Auto[WesternDesertPosition]):
    """8.3 Every unsupplied unit of the active side loses a step; where Tobruk feeds too few, the owner chooses whom."""

    name = "attrition"
    rule = "8.3"

    def run(self, pos: WesternDesertPosition, frame: Frame) -> None:
        side = frame.side
        sources = supply_of_side(pos, side)
        hungry = tuple(unit for unit, by in sources.items() if by == UNSUPPLIED)
        waiting = tuple(unit for unit, by in sources.items() if by == BY_TOBRUK)
        over = len(waiting) - tobruk_capacity(pos, side)
        if over > 0:
            swap(pos, "attrition.choose", side, waiting, over, hungry)
        else:
            starve(pos, side, hungry)


class ChooseHungry(Step[WesternDesertPosition]):
    """The owner names the units that Tobruk cannot feed."""

    name = "attrition.choose"
    rule = "8.4"
    verbs = ("starve",)

    class Args(NamedTuple):
        """The units Tobruk might feed, how many of them still go without, and who goes without so far."""

        waiting: tuple[int, ...]
        left: int
        hungry: tuple[int, ...]

    def ask(self, pos: WesternDesertPosition, frame: Frame) -> Ask:
        left = Count(self.Args(*frame.args).left)
        return Ask("Tobruk cannot feed them all", f"Choose {left:more unit} to go without supply.", ("8.4", "8.3"))

    def actions(self, pos: WesternDesertPosition, frame: Frame) -> list[Action]:
        waiting, _, _ = self.Args(*frame.args)
        return [("starve", unit) for unit in waiting]

    def apply(self, pos: WesternDesertPosition, frame: Frame, action: Action) -> None:
        waiting, over, hungry = self.Args(*frame.args)
        unit = action[1]
        waiting = tuple(other for other in waiting if other != unit)
        hungry = (*hungry, unit)
        if over > 1:
            swap(pos, self.name, frame.side, waiting, over - 1, hungry)
        else:
            starve(pos, frame.side, hungry)


def starve(pos: WesternDesertPosition, side: int, hungry: tuple[int, ...]) -> None:
    """Take a step from each; who dies with no way home is gone for good."""
    pop(pos)
    if not hungry:
        return
    pos.note("8.3", "attrition", side, hungry)
    dying = [unit for unit in hungry if pos.reduced[unit] or pos.box.step_count[unit] == 1]
    for unit in hungry:
        if unit not in dying:
            lose_step(pos, unit, "8.3")
    eliminate(pos, dying, "8.3")
    push(pos, "leader.checks", side)


STEPS = (Attrition(), ChooseHungry())
