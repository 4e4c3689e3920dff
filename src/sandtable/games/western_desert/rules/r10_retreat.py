"""10.26 Retreats: away from the fight and homeward where possible, never into enemy zones, within stacking limits."""

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
from sandtable.games.western_desert.terms import FELL_BACK, MOTORIZED, RECON

RETREAT = "retreat"
TURN_BACK: Action = (RETREAT,)
"""The order to take the rest of the hits as a retreat; then the same verb names the hex."""
FURTHEST = 8
"""Hexes beyond which nobody looks for room to stack."""


def closed_to_retreat(pos: WesternDesertPosition, side: int) -> Mask:
    """9.32 Enemy units close a hex, and so do their zones unless a friend stands there."""
    return pos.held[1 - side] | pos.zoc[1 - side] & ~pos.held[side]


def retreat_places(pos: WesternDesertPosition, units: Sequence[int], hexes: int, attacking: bool) -> Mask:
    """Where units of one hex can end a retreat of so many hexes."""
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
    homeward = 0
    distances = box.to_source[side]
    for place in places_in(layer):
        if distances[place] < distances[origin]:
            homeward |= 1 << place
    return homeward or layer


def can_retreat(pos: WesternDesertPosition, units: Sequence[int], hexes: int, attacking: bool) -> bool:
    """Has every stack among these units a way back of that length?"""
    stacks = pos.by_place(units).values()
    return all(retreat_places(pos, stack, hexes, attacking) for stack in stacks)


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
                further = self._room(pos, unit, hexes + 1, bool(attacking))
                found += [("scatter", unit, place) for place in places_in(further)]
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
    def _room(pos: WesternDesertPosition, unit: int, nearest: int, attacking: bool) -> Mask:
        """The nearest places with room for one unit, so many hexes away or the fewest further."""
        side = pos.box.side[unit]
        for distance in range(nearest, nearest + FURTHEST):
            found = 0
            for place in places_in(retreat_places(pos, (unit,), distance, attacking)):
                if fits(pos, [*pos.fighters_at(place, side), unit]):
                    found |= 1 << place
            if found:
                return found
        return 0

    def apply(self, pos: WesternDesertPosition, frame: Frame, action: Action) -> None:
        units, hexes, attacking = self.Args(*frame.args)
        match action:
            case (_, place):
                pop(pos)
                fall_back(pos, units, place)
            case ("scatter", unit, place):
                rest = tuple(other for other in units if other != unit)
                if rest:
                    swap(pos, self.name, frame.side, rest, hexes, attacking)
                else:
                    pop(pos)
                fall_back(pos, (unit,), place)
            case _:
                pop(pos)
                eliminate(pos, units, "10.26")


def fall_back(pos: WesternDesertPosition, units: Sequence[int], place: int) -> None:
    """Move retreating units, with their leaders when nobody else stays; onto friends they only add to the crowd."""
    side, origin = pos.box.side[units[0]], pos.where[units[0]]
    crowd = bool(pos.held[side] >> place & 1)
    pos.note("10.26", "retreated", tuple(units), origin, place)
    pos.put(units, place)
    for unit in units:
        pos.flags[unit] = pos.flags[unit] | FELL_BACK if crowd else pos.flags[unit] & ~FELL_BACK
    if not pos.held[side] >> origin & 1:
        pos.put(pos.leaders_at(origin, side), place)
    enter(pos, units, place)


STEPS = (Retreat(),)
