"""Movement: one stack, hex by hex, leaving units behind where no enemy stands."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from itertools import compress, pairwise
from operator import ge
from typing import NamedTuple

from sandtable.engine import flow
from sandtable.engine.flow import STOP, Action, Ask, Frame, Step, pop, swap
from sandtable.engine.maps import Mask, way_to
from sandtable.engine.words import Halves
from sandtable.games.bravery.box import REMEMBERED, BraveryBox, Routes
from sandtable.games.bravery.notation import KINDS, stack_noun
from sandtable.games.bravery.position import BraveryPosition
from sandtable.games.bravery.rules.r08_combined import ATTACKS, COMBINE, engage, engagements, lift_markers
from sandtable.games.bravery.rules.r12_control import pass_through, settle_control
from sandtable.games.bravery.rules.r13_victory import check_decisive, decides_on_the_way


class Move(Step[BraveryPosition]):
    """6.1 The activated stack spends its movement allowance."""

    name = "move"
    rule = "6.1"
    waiting = "A stack is moving."
    verbs = ("move", "drop")

    class Args(NamedTuple):
        """The active stack and what it has left."""

        stack: tuple[int, ...]
        left: int
        """Half movement points."""
        guests: tuple[int, ...]
        """Italian infantry that goes along (6.6)."""
        guests_left: int
        moved: bool

    def ask(self, pos: BraveryPosition, frame: Frame) -> Ask:
        args = self.Args(*frame.args)
        here = pos.where[args.stack[0]]
        title = f"{stack_noun(pos.box, args.stack):be} active"
        if pos.holds(here, 1 - frame.side):
            verbs = {action[0] for action in pos.actions()}
            choices = ["fight", "declare a combined attack that others may join"]
            choices += [word for verb, word in (("move", "move on"), ("stop", "do nothing")) if verb in verbs]
            where = KINDS["place"].say(pos, here)
            text = f"{title}. The enemy is here: {' or '.join((', '.join(choices[:-1]), choices[-1]))}."
            return Ask(f"{where:short}: attack now?", text, ("6.4" if args.moved else "6.5", "8.1"))
        left = budget(frame)
        if not left:
            return Ask(title, "No movement points left.", ("6.1",))
        text = f"{Halves(left):movement point} left. Choose a lit hex. A hatched hex means battle."
        return Ask(title, text, ("6.1", "8.1"))

    def actions(self, pos: BraveryPosition, frame: Frame) -> list[Action]:
        _, side, (stack, _left, _guests, guests_left, moved) = frame
        here = pos.where[stack[0]]
        found: list[Action] = []
        if pos.holds(here, 1 - side):
            found += engagements(pos, side, here)  # 6.4
            if not must_engage(moved):
                found.append(STOP)
        else:
            found.append(STOP)
            found += [("drop", unit) for unit in droppable(pos, stack)]
        if not moved and not guests_left:  # R19: no guests are taken up a second time
            found += [("carry", formation) for formation in guests_at_hand(pos, stack)]
        found += marches(pos, frame)
        return found

    def apply(self, pos: BraveryPosition, frame: Frame, action: Action) -> None:
        _, side, (stack, left, guests, guests_left, moved) = frame
        match action:
            case ("move", place):
                march(pos, frame, place)
            case ("drop", unit):
                stack = tuple(u for u in stack if u != unit)
                guests = tuple(u for u in guests if u != unit)
                pos.note("6", "drop", unit, pos.where[unit])
                swap(pos, "move", side, stack, left, guests, guests_left, moved)
            case ("carry", formation):
                here = pos.where[stack[0]]
                guests = tuple(u for u in pos.box.members[formation] if pos.where[u] == here and not pos.marker[u])
                allowance = 2 * int(pos.box.tables["guest_allowance"])
                pos.note("6.6", "carry", formation, here)
                swap(pos, "move", side, stack + guests, left, guests, allowance, moved)
            case flow.STOP:
                pos.note("5.2.2", "stop", stack, pos.where[stack[0]], moved)
                pop(pos)
            case _:
                engage(pos, side, stack, action)

    def barred(self, pos: BraveryPosition, frame: Frame, action: Action) -> str | None:
        stack = self.Args(*frame.args).stack
        match action:
            case ("move", int(place)):
                return move_barred(pos, frame, place)
            case ("drop", int(unit)):
                return "6" if unit in stack else "5.2.1"
            case ("carry", _):
                return "6.6"
            case flow.STOP:
                return "6.4"
        if action in ATTACKS:
            return "8.2.2" if pos.holds(pos.where[stack[0]], 1 - frame.side) else "7.1.2"
        return "8.1.1" if action == COMBINE else None


def must_engage(moved: bool) -> bool:
    """6.5 A stack activated beside the enemy may stay or leave without a fight; one that moved there may not."""
    return moved


def budget(frame: Frame) -> int:
    """What the slowest part of the stack has left."""
    _, left, guests, guests_left, _ = frame.args
    return int(min(left, guests_left) if guests else left)


def enemy_hexes(pos: BraveryPosition, side: int, stack: tuple[int, ...]) -> int:
    """6.4 Enemy-held hexes this stack must stop in: armour alone may roll past reduced infantry."""
    enemy = 1 - side
    if not all(map(pos.box.armor.__getitem__, stack)):
        return pos.occupied(enemy)
    (first, last), bits = pos.box.span[enemy], pos.box.bits
    firm = set(compress(pos.where[first:last], map(ge, pos.strength[first:last], pos.box.firm_from[enemy])))
    return sum([bits[place] for place in firm])


def routes(pos: BraveryPosition, frame: Frame, stops: Mask) -> Routes:
    """Costs and ways of the stack from where it stands, with the hexes it must stop in."""
    return pos.box.routes(pos.where[frame.args[0][0]], budget(frame), stops)


def marches(pos: BraveryPosition, frame: Frame) -> Sequence[Action]:
    """A move to each hex of `reach` but the stack's own."""
    _, side, (stack, *_, moved) = frame
    here, stops = pos.where[stack[0]], enemy_hexes(pos, side, stack)
    if moved and stops >> here & 1:
        return ()
    points = budget(frame)
    return _marches(pos.box, here, points, pos.box.stops_that_matter(here, points, stops))


@lru_cache(maxsize=REMEMBERED)
def _marches(box: BraveryBox, start: int, points: int, stops: Mask) -> tuple[Action, ...]:
    return tuple([("move", place) for place in box.routes(start, points, stops)[0] if place != start])


def reach(pos: BraveryPosition, frame: Frame) -> dict[int, int]:
    """6.2 The hexes the stack can pay for, with their cost in half points."""
    _, side, (stack, *_, moved) = frame
    stops = enemy_hexes(pos, side, stack)
    if moved and stops >> pos.where[stack[0]] & 1:
        return {}
    return routes(pos, frame, stops)[0]


def move_barred(pos: BraveryPosition, frame: Frame, place: int) -> str | None:
    """The rule that keeps the stack from moving to a hex, or None."""
    _, side, (stack, *_, moved) = frame
    here, box = pos.where[stack[0]], pos.box
    if place in reach(pos, frame):
        return None
    if place < 0 or not box.land >> place & 1:
        return "2.2"
    if moved and enemy_hexes(pos, side, stack) >> here & 1:
        return "6.4"
    if box.map.around[here] >> place & 1 and not box.exits[here] >> place & 1:
        return "6.1.4"
    args = Move.Args(*frame.args)
    return "6.6" if args.guests and box.radius[args.left][here] >> place & 1 else "6.2"


def march(pos: BraveryPosition, frame: Frame, place: int) -> None:
    """6.3 Move the stack along a cheapest way (R18); any number of units may share a hex.

    A way on which the game may be decided is gone hex by hex (R16).
    """
    _, side, (stack, *_) = frame
    costs, before = routes(pos, frame, enemy_hexes(pos, side, stack))
    path = way_to(before, place)
    for leg in pairwise(path) if decides_on_the_way(pos, side, path) else (path,):
        follow(pos, tuple(leg), costs[leg[-1]] - costs[leg[0]])
        if pos.over is not None:
            return


def follow(pos: BraveryPosition, path: tuple[int, ...], spent: int) -> None:
    """Take the moving stack along a path: what it passes and what it leaves may change hands."""
    _, side, (stack, left, guests, guests_left, _) = pos.stack[-1]
    for unit in stack:
        pos.where[unit] = path[-1]
        pos.came_from[unit] = path[-2]
    pos.note("6.1", "march", stack, path, spent)
    for after in path[1:]:
        pass_through(pos, after, side)
    settle_control(pos, path[0])
    lift_markers(pos, path[0])
    swap(pos, "move", side, stack, left - spent, guests, guests_left - spent, True)
    check_decisive(pos)


def droppable(pos: BraveryPosition, stack: tuple[int, ...]) -> list[int]:
    """6 Units that may be left behind here: one of each sort, and never the whole stack."""
    if len(stack) == 1:
        return []
    sort, strength, is_carried = pos.box.sort, pos.strength, pos.box.is_carried
    sorts: dict[tuple[int, int], int] = {}
    for unit in stack:
        sorts.setdefault((sort[unit], strength[unit]), unit)
    drivers = [unit for unit in stack if not is_carried[unit]]
    last = drivers[0] if len(drivers) == 1 else None
    return sorted([unit for unit in sorts.values() if unit != last])


def guests_at_hand(pos: BraveryPosition, stack: tuple[int, ...]) -> list[int]:
    """6.6 Italian infantry divisions in this hex that a German stack may take along, one at most."""
    box = pos.box
    if box.units[stack[0]].nation != "de":
        return []
    here = pos.where[stack[0]]
    return [
        formation
        for formation in box.carried
        if any(pos.where[unit] == here and not pos.marker[unit] for unit in box.members[formation])
    ]


STEPS = (Move(),)
