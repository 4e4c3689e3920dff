"""10.26 Retreats: away from the fight and to a source where possible, never into enemy zones, within stacking."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from sandtable.engine.flow import Action, Ask, Frame, Step, pop, push, swap
from sandtable.engine.maps import Mask, places_in, spread
from sandtable.engine.words import Count
from sandtable.games.western_desert.notation import stack_noun
from sandtable.games.western_desert.position import Battle, WesternDesertPosition
from sandtable.games.western_desert.rules.entering import enter
from sandtable.games.western_desert.rules.r09_stacking import fits
from sandtable.games.western_desert.rules.r10_losses import eliminate
from sandtable.games.western_desert.terms import FELL_BACK, MOTORIZED, RECON, TOBRUK

RETREAT = "retreat"
TURN_BACK: Action = (RETREAT,)
"""The order to take the rest of the hits as a retreat; then the same verb names the hex."""
FURTHEST = 8
"""Hexes beyond which nobody looks for room to stack."""


def closed_to_retreat(pos: WesternDesertPosition, side: int) -> Mask:
    """9.32 Enemy units close a hex, and so do their zones unless a friend stands there."""
    return pos.held[1 - side] | pos.zoc[1 - side] & ~pos.held[side]


def ways_back(pos: WesternDesertPosition, units: Sequence[int], hexes: int, attacking: bool) -> Mask:
    """Where a retreat of this many hexes can lead units of one hex, homeward or not."""
    box = pos.box
    side, origin = box.side[units[0]], pos.where[units[0]]
    kind = RECON if all(box.kind[unit] == RECON for unit in units) else MOTORIZED
    closed = closed_to_retreat(pos, side)
    for target in Battle(*pos.battle).places if pos.battle else ():
        closed |= box.disc(target, 1) if attacking else box.bit[target]  # away from every hex attacked
    layer = box.bit[origin]
    for steps in range(1, hexes + 1):
        ring = box.disc(origin, steps) & ~box.disc(origin, steps - 1)
        layer = spread(layer, box.open[kind]) & ring & ~closed
        if not layer:
            return 0
    return layer


def homeward(pos: WesternDesertPosition, unit: int, places: Mask) -> Mask:
    """Those of the places that are nearer to a source than a unit is now, Tobruk too (R39); all, if none is."""
    box, side, origin = pos.box, pos.box.side[unit], pos.where[unit]
    ways = (box.to_source[side], box.to_tobruk) if pos.control[TOBRUK] == side else (box.to_source[side],)
    nearer = 0
    for place in places_in(places):
        if any(far[place] < far[origin] for far in ways):
            nearer |= 1 << place
    return nearer or places


def retreat_places(pos: WesternDesertPosition, units: Sequence[int], hexes: int, attacking: bool) -> Mask:
    """Where units of one hex end a retreat of this many hexes if there is room."""
    return homeward(pos, units[0], ways_back(pos, units, hexes, attacking))


def can_retreat(pos: WesternDesertPosition, units: Sequence[int], hexes: int, attacking: bool) -> bool:
    """Has every stack among these units a way back of that length?"""
    stacks = pos.by_place(units).values()
    return all(ways_back(pos, stack, hexes, attacking) for stack in stacks)


def start_retreat(pos: WesternDesertPosition, units: Sequence[int], hexes: int, attacking: bool) -> None:
    """All units of the side in this battle retreat, stack by stack (10.25)."""
    for stack in pos.by_place(units).values():
        push(pos, "combat.retreat", pos.box.side[units[0]], tuple(stack), hexes, int(attacking))


def most_placed(pos: WesternDesertPosition, units: Sequence[int], places: Mask) -> int:
    """How many of these units of one side could end a retreat in these hexes within stacking limits (9.2)."""
    stacks = [pos.fighters_at(place, pos.box.side[units[0]]) for place in places_in(places)] if units else []
    return _most([*units], stacks, pos)


def _most(units: list[int], stacks: list[list[int]], pos: WesternDesertPosition) -> int:
    if not units:
        return 0
    unit, rest = units[-1], units[:-1]
    best, tried = 0, set()
    for stack in stacks:
        sort = tuple(sorted((pos.box.points[other], pos.box.battalion[other]) for other in stack))
        if sort in tried or not fits(pos, [*stack, unit]):
            continue  # a hex as full as one tried before leads to nothing new
        tried.add(sort)
        stack.append(unit)
        best = max(best, 1 + _most(rest, stacks, pos))
        stack.pop()
        if best == len(units):
            return best
    return max(best, _most(rest, stacks, pos))


class Retreat(Step[WesternDesertPosition]):
    """The owner leads a stack back, whole or unit by unit; only those for whom there is no room go further (R20)."""

    name = "combat.retreat"
    rule = "10.26"
    verbs = (RETREAT, "scatter")

    class Args(NamedTuple):
        """Who goes back, how far, and whether they attacked."""

        units: tuple[int, ...]
        hexes: int
        attacking: int

    def ask(self, pos: WesternDesertPosition, frame: Frame) -> Ask:
        units, hexes, *_ = self.Args(*frame.args)
        text = f"{stack_noun(pos.box, units):fall back}."
        if len(units) > 1:
            text += " Choose a hex for all, or a unit and its hex."
        return Ask(f"Retreat {Count(hexes):hex}", text, ("10.26",))

    def actions(self, pos: WesternDesertPosition, frame: Frame) -> list[Action]:
        units, hexes, attacking = self.Args(*frame.args)
        side = frame.side
        near = retreat_places(pos, units, hexes, bool(attacking))
        found: list[Action] = [
            (RETREAT, place) for place in places_in(near) if fits(pos, [*pos.fighters_at(place, side), *units])
        ]
        if len(units) == 1 and found:
            return found
        most = most_placed(pos, units, near)
        for unit in units:
            rest = [other for other in units if other != unit]
            found += [("scatter", unit, place) for place in self._choices(pos, unit, rest, near, most)]
            if most_placed(pos, rest, near) == most:
                elsewhere = self._room(pos, unit, hexes, near, bool(attacking))
                found += [("scatter", unit, place) for place in places_in(elsewhere)]
        return found or [("surrender",)]

    @staticmethod
    def _choices(pos: WesternDesertPosition, unit: int, rest: list[int], near: Mask, most: int) -> list[int]:
        """Hexes of the right distance for one unit that leave as much room for the rest as can be."""
        side, found = pos.box.side[unit], []
        for place in places_in(near):
            if not fits(pos, [*pos.fighters_at(place, side), unit]):
                continue
            stacks = [[*pos.fighters_at(other, side), *([unit] if other == place else [])] for other in places_in(near)]
            if 1 + _most(rest, stacks, pos) == most:
                found.append(place)
        return found

    @staticmethod
    def _room(pos: WesternDesertPosition, unit: int, hexes: int, near: Mask, attacking: bool) -> Mask:
        """Other places with room for one unit: as far away, though not homeward, or as few hexes further as can be."""
        side = pos.box.side[unit]
        for distance in range(hexes, hexes + FURTHEST + 1):
            places = ways_back(pos, (unit,), distance, attacking) & ~near
            room = 0
            for place in places_in(places):
                if fits(pos, [*pos.fighters_at(place, side), unit]):
                    room |= 1 << place
            if room:
                return homeward(pos, unit, room)
        return 0

    def apply(self, pos: WesternDesertPosition, frame: Frame, action: Action) -> None:
        units, hexes, attacking = self.Args(*frame.args)
        match action:
            case (_, place):
                pop(pos)
                fall_back(pos, units, place, hexes)
            case ("scatter", unit, place):
                rest = tuple(other for other in units if other != unit)
                if rest:
                    swap(pos, self.name, frame.side, rest, hexes, attacking)
                else:
                    pop(pos)
                fall_back(pos, (unit,), place, hexes)
            case _:
                pop(pos)
                eliminate(pos, units, "10.26")


def fall_back(pos: WesternDesertPosition, units: Sequence[int], place: int, due: int) -> None:
    """Move units that owe a retreat of so many hexes, with their leaders when nobody else stays; onto friends they only
    add to the crowd.

    Those who came back from the same battle are no such friends: a stack that splits is no worse off than one that
    goes back together. It matters for defenders only, as nobody attacks the active side in its own phase.
    """
    side, origin = pos.box.side[units[0]], pos.where[units[0]]
    comrades = Battle(*pos.battle).defenders
    crowd = any(unit not in comrades for unit in pos.fighters_at(place, side))
    alone = all(unit in units for unit in pos.fighters_at(origin, side))
    going = (*units, *(pos.leaders_at(origin, side) if alone else ()))
    pos.note("10.26", "retreated", pos.as_shown(going), origin, place, due)
    pos.put(going, place)
    for unit in going:
        pos.flags[unit] = pos.flags[unit] | FELL_BACK if crowd else pos.flags[unit] & ~FELL_BACK
    enter(pos, units, place)


STEPS = (Retreat(),)
