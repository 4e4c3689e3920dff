"""9.2 Stacking: four points a hex, an Italian division two, one battalion free; limits hold at the end of a phase."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from sandtable.engine.flow import Action, Ask, Auto, Frame, Step, pop, push, swap
from sandtable.engine.maps import places_in
from sandtable.engine.sides import ALLIED, AXIS
from sandtable.games.western_desert.notation import place_said
from sandtable.games.western_desert.position import WesternDesertPosition
from sandtable.games.western_desert.rules.r10_losses import eliminate
from sandtable.games.western_desert.terms import STACK_LIMIT


def stack_points(pos: WesternDesertPosition, units: Iterable[int]) -> int:
    """What combat units count against the limit of a hex; leaders count nothing."""
    box = pos.box
    total, free = 0, 0
    for unit in units:
        if unit < box.count:
            total += box.points[unit]
            if box.battalion[unit]:
                free = 1
    return total - free


def fits(pos: WesternDesertPosition, units: Iterable[int]) -> bool:
    """May these units end a phase in one hex?"""
    return stack_points(pos, units) <= STACK_LIMIT


def crowded(pos: WesternDesertPosition, side: int) -> int:
    """A hex of a side over the limit, or -1."""
    full = [place for place in places_in(pos.packed[side]) if pos.crowd[2 * place + side] > STACK_LIMIT]
    over = [place for place in full if not fits(pos, pos.fighters_at(place, side))]
    return next((pos.where[unit] for unit in pos.army[side] if pos.where[unit] in over), -1) if over else -1


class CheckStacks(Auto[WesternDesertPosition]):
    """At the end of a phase the enemy removes what is over the limit."""

    name = "stacking.check"
    rule = "9.2"

    def run(self, pos: WesternDesertPosition, frame: Frame) -> None:
        for side in (ALLIED, AXIS):
            place = crowded(pos, side)
            if place >= 0:
                push(pos, "stacking.remove", 1 - side, place, ())
                return
        pop(pos)
        push(pos, "leader.checks", frame.side)


def excess(pos: WesternDesertPosition, units: Sequence[int], removed: Sequence[int]) -> list[int]:
    """Units of an overfull hex whose removal helps; nobody goes in vain, counting who was removed before."""
    points = stack_points(pos, units)
    found = []
    for unit in units:
        rest = [other for other in units if other != unit]
        in_vain = fits(pos, rest) and any(fits(pos, [*rest, gone]) for gone in removed)
        if stack_points(pos, rest) < points and not in_vain:
            found.append(unit)
    return found


class RemoveExcess(Step[WesternDesertPosition]):
    """The other side chooses the units of an overfull hex that are eliminated, no more than the limit asks for."""

    name = "stacking.remove"
    rule = "9.2"
    verbs = ("remove",)

    class Args(NamedTuple):
        """The overfull hex, and who has been removed from it."""

        place: int
        removed: tuple[int, ...]

    def ask(self, pos: WesternDesertPosition, frame: Frame) -> Ask:
        where = place_said(pos, self.Args(*frame.args).place)
        return Ask(f"Too many in {where:short}", "Choose the enemy unit that is lost.", ("9.2",))

    def actions(self, pos: WesternDesertPosition, frame: Frame) -> list[Action]:
        place, removed = self.Args(*frame.args)
        return [("remove", unit) for unit in excess(pos, pos.fighters_at(place, 1 - frame.side), removed)]

    def apply(self, pos: WesternDesertPosition, frame: Frame, action: Action) -> None:
        place, removed = self.Args(*frame.args)
        eliminate(pos, (action[1],), "9.2")
        if fits(pos, pos.fighters_at(place, 1 - frame.side)):
            pop(pos)
        else:
            swap(pos, self.name, frame.side, place, (*removed, action[1]))


STEPS = (CheckStacks(), RemoveExcess())
