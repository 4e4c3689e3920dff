"""2 Moves: one Group or one Regroup move, chosen block by block or stack by stack."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Sequence
from itertools import compress
from typing import NamedTuple

from sandtable.engine.chance import DiceRoll
from sandtable.engine.flow import KEEP, Action, Ask, Frame, Step, pop, push, swap
from sandtable.engine.maps import Mask, places_in
from sandtable.engine.sides import AXIS, CHANCE
from sandtable.engine.words import counted
from sandtable.engine.words import listed as in_words
from sandtable.games.rommel.listing import each
from sandtable.games.rommel.notation import MOST_NAMED, face, place_name
from sandtable.games.rommel.position import ASSAULT, AWAY, OFFENSIVE, OTHER, RommelPosition, found_in
from sandtable.games.rommel.rules import r02_movement as movement
from sandtable.games.rommel.rules.r02_movement import (
    ALL,
    NO_SIDE,
    ROMMEL,
    TAKE,
    WITHDRAWAL,
    Reach,
    advance,
    count_crossing,
    field,
    is_retreat,
    may_meet_mines,
    may_move,
    out_of_reach,
    reach,
    route,
    use_rommel,
)
from sandtable.games.rommel.rules.r06_disruption import disrupt, lose_step
from sandtable.games.rommel.rules.r07_supply import set_network, without_supply

BY_MARCH = ("march", "charge")
"""Orders for a forced march."""
ENDS = {"assault": ASSAULT, "offensive": OFFENSIVE}


def endings(pos: RommelPosition) -> list[Action]:
    """1.4 A player with two real cards on the table says with the end of his first move what they are for."""
    if pos.laid[0] == 2 and pos.moves == 1:
        return [("done", "assault"), ("done", "offensive")]
    return [("done",)]


def end_move(pos: RommelPosition, action: Action) -> None:
    """The move is over: what it brought about is settled next."""
    if len(action) == 2:
        pos.option = ENDS[action[1]]
    swap(pos, "move.settle", pos.phasing)


def rommel_ready(pos: RommelPosition, side: int) -> bool:
    """2.6 Once a turn, never in 1940: one more hex for every Axis unit of a single move."""
    return side == AXIS and pos.box.plan.rommel and not pos.rommel


def movable(pos: RommelPosition, side: int, mode: int, among: Mask = -1) -> list[int]:
    """Where each block of a side is that may move, AWAY for those that may not; sure only of these hexes."""
    start, end = pos.box.span[side]
    places, numbers = pos.where[start:end], range(end - start)
    for number in compress(numbers, pos.disrupted[start:end]):
        places[number] = AWAY
    for number in compress(numbers, pos.moved[start:end]):
        places[number] = AWAY
    if mode & WITHDRAWAL:
        for unit in without_supply(pos, side, among):  # 7.3.3
            places[unit - start] = AWAY
    return places


class Order(Step[RommelPosition]):
    """2.0 A move is one Group move or one Regroup move, or nothing at all."""

    name = "move.order"
    rule = "2.0"
    waiting = "They are planning a move."
    verbs = ("group",)

    class Args(NamedTuple):
        """What the step goes by."""

        mode: int

    def ask(self, pos: RommelPosition, frame: Frame) -> Ask:
        if self.Args(*frame.args).mode & WITHDRAWAL:
            text = "Pull units back along your supply network, towards the base. Or do nothing."
            return Ask("Pass: one withdrawal", text, (self.rule,))
        text = "A group move starts in one hex and may scatter; a regroup brings blocks near a command hex together."
        return Ask(f"{'First' if pos.moves == 1 else 'Second'} move: group or regroup", text, (self.rule,))

    def actions(self, pos: RommelPosition, frame: Frame) -> list[Action]:
        _, side, (mode,) = frame
        places = [place for place in dict.fromkeys(movable(pos, side, mode)) if place >= 0]
        listed: list[Action] = [("group", place) for place in places]
        listed += each("regroup", commands(pos, places))
        listed += endings(pos)
        return listed

    def apply(self, pos: RommelPosition, frame: Frame, action: Action) -> None:
        _, side, (mode,) = frame
        if action[0] == "done":
            end_move(pos, action)
            return
        if mode & WITHDRAWAL:
            set_network(pos, side)
        if action[0] == "group":
            pos.note("2.1", "group", side, action[1], mode)
            swap(pos, "move.group", side, action[1], mode)
        else:
            pos.note("2.2", "regroup", side, action[1], mode)
            swap(pos, "move.command", side, action[1], mode)

    def barred(self, pos: RommelPosition, frame: Frame, action: Action) -> str | None:
        return self.rule


def commands(pos: RommelPosition, places: Iterable[int]) -> Mask:
    """Hexes fit for a Regroup: blocks in at least two hexes of the hex and its neighbours."""
    around = pos.box.map.around
    once = twice = 0
    for place in places:
        near = around[place] | 1 << place
        twice |= once & near
        once |= near
    return twice


class Led(Step[RommelPosition], ABC):
    """A Group or Regroup move from one hex: Rommel may lead it, and its owner says when it is over."""

    class Args(NamedTuple):
        """What the step goes by."""

        place: int
        mode: int

    def apply(self, pos: RommelPosition, frame: Frame, action: Action) -> None:
        _, side, (place, mode) = frame
        match action:
            case ("rommel",):
                swap(pos, self.name, side, place, mode ^ ROMMEL)
            case ("done", *_):
                end_move(pos, action)
            case _:
                self.go_on(pos, frame, action)

    @abstractmethod
    def go_on(self, pos: RommelPosition, frame: Frame, action: Action) -> None:
        """Carry out one of the step's own actions."""


class Group(Led):
    """2.1 A Group move: blocks of one hex, each to a hex of its own or all together."""

    name = "move.group"
    rule = "2.1"
    verbs = (TAKE,)

    def ask(self, pos: RommelPosition, frame: Frame) -> Ask:
        place, mode = frame.args
        led = " Rommel leads: one hex further." if mode & ROMMEL else ""
        title = f"Group move from {place_name(pos.box, place)}"
        return Ask(title, f"Choose a block, or all of them, then a lit hex.{led}", (self.rule,))

    def actions(self, pos: RommelPosition, frame: Frame) -> list[Action]:
        _, side, (place, mode) = frame
        stack = [unit for unit in pos.at(place, side) if may_move(pos, unit)]
        listed: list[Action] = [(TAKE, unit) for unit in stack]
        if len(stack) > 1:
            listed.append((ALL,))
        if not any(pos.moved) and (mode & ROMMEL or rommel_ready(pos, side)):
            listed.append(("rommel",))
        return listed + endings(pos)

    def go_on(self, pos: RommelPosition, frame: Frame, action: Action) -> None:
        _, side, (place, mode) = frame
        together = (unit for unit in pos.at(place, side) if may_move(pos, unit))
        pos.chosen = tuple(together) if action == (ALL,) else (action[1],)
        push(pos, "move.to", side, place, mode)

    def barred(self, pos: RommelPosition, frame: Frame, action: Action) -> str | None:
        if action[0] == TAKE and action[1] in pos.box.units[frame.side]:
            return "6.1.1" if pos.disrupted[action[1]] else "2.1"
        return "2.6" if action[0] == "rommel" else None


class Destination(Step[RommelPosition]):
    """Where the chosen blocks go."""

    name = "move.to"
    rule = "2.1"
    verbs = ("to", "march")
    Args = Group.Args

    def ask(self, pos: RommelPosition, frame: Frame) -> Ask:
        text = "Roads take you further if the whole way follows them. A forced march risks disruption."
        few = len(pos.chosen) <= MOST_NAMED
        who = in_words(face(pos, unit) for unit in pos.chosen) if few else counted(len(pos.chosen), "block")
        return Ask(f"Where to? {who}", text, (self.rule,))

    def actions(self, pos: RommelPosition, frame: Frame) -> list[Action]:
        _, side, (place, mode) = frame
        slowest = min(pos.box.speed[unit] for unit in pos.chosen)
        can = reach(pos, side, field(pos, side, mode), place, slowest, mode, len(pos.chosen))
        listed: list[Action] = [*each("to", can.plain)]
        listed += [("enter", foe, via) for foe, ways in can.entries.items() for via in places_in(ways)]
        listed += each("march", can.further)
        listed += [("charge", foe, via) for foe, ways in can.charges.items() for via in places_in(ways)]
        listed.append(KEEP)
        return listed

    def apply(self, pos: RommelPosition, frame: Frame, action: Action) -> None:
        _, side, (place, mode) = frame
        chosen, pos.chosen = pos.chosen, ()
        pop(pos)
        if action == KEEP:
            return
        verb, dest, via = action[0], action[1], action[2] if len(action) == 3 else NO_SIDE
        march = verb in BY_MARCH
        way = stack_way(pos, chosen, dest, via, mode, march) if march else way_now(pos, chosen, dest, via, mode)
        slow = marchers(pos, chosen) if march else []
        if slow:
            pos.note("2.7", "march", side, place, dest, len(slow))
            for unit in reversed(slow):
                push_march(pos, unit, way, via, mode)
        fast = [unit for unit in chosen if unit not in slow]
        if fast:
            advance(pos, fast, way, via, mode)

    def barred(self, pos: RommelPosition, frame: Frame, action: Action) -> str | None:
        if action[0] not in ("to", "march"):
            return "2.8" if action[0] in ("enter", "charge") else None
        (place, mode), dest = frame.args, action[1]
        if 0 <= dest < len(pos.box.map):
            if pos.box.board.barred[place] >> dest & 1:
                return "2.4"
            if any(other[1:2] == (dest,) for other in pos.actions()):
                return None  # it can be reached by a forced march, or attacked
            if pos.holds(dest, OTHER[frame.side]):
                return "2.8"
        return "5.1" if mode & WITHDRAWAL else "2.3"


def stack_way(
    pos: RommelPosition, units: Sequence[int], dest: int, via: int, mode: int, march: bool
) -> tuple[int, ...]:
    """The way that blocks of one hex take together: the slowest sets it."""
    slowest = min([pos.box.speed[unit] for unit in units])
    return route(pos, pos.box.side[units[0]], pos.where[units[0]], slowest, dest, via, mode, march)


def way_now(pos: RommelPosition, units: Sequence[int], dest: int, via: int, mode: int) -> tuple[int, ...]:
    """The way of blocks that set out at once: its end is all that counts where they can meet no minefield."""
    side = pos.box.side[units[0]]
    return stack_way(pos, units, dest, via, mode, False) if may_meet_mines(pos, side) else (dest,)


def marchers(pos: RommelPosition, units: Sequence[int]) -> list[int]:
    """Of blocks sent off together, those that need the forced march; faster ones go the same way without it (R45)."""
    enough = min(pos.box.speed[unit] for unit in units) + pos.box.tables.march
    return [unit for unit in units if pos.box.speed[unit] < enough]


def push_march(pos: RommelPosition, unit: int, way: tuple[int, ...], via: int, mode: int) -> None:
    """The die of one forced march; the block waits in the queue of marchers, its way fixed."""
    use_rommel(pos, mode)
    pos.quarry = (unit, *pos.quarry)
    pos.moved[unit] = 1
    if via >= 0:
        count_crossing(pos, via, way[-1])
    push(pos, "move.march", CHANCE, way, via, mode)


class March(DiceRoll[RommelPosition]):
    """2.7, 2.7.1 Forced march: one hex more on a 4 or better; else the block stays, disrupted, weaker in retreat."""

    name = "move.march"
    rule = "2.7"
    title = "Forced march"

    class Args(NamedTuple):
        """What the step goes by."""

        way: tuple[int, ...]
        via: int
        mode: int

    def apply(self, pos: RommelPosition, frame: Frame, action: Action) -> None:
        way, via, mode = frame.args
        unit, *rest = pos.quarry
        pos.quarry = tuple(rest)
        needs = pos.box.tables.march_needs
        pos.dice = (needs, action[1])
        side, start = pos.box.side[unit], pos.where[unit]
        retreating = is_retreat(pos, side, start)
        pop(pos)
        if action[1] >= needs:
            advance(pos, (unit,), way, via, mode, True, ("2.7", "marched"), action[1], int(retreating))
            return
        pos.note("2.7", "marched", side, start, way[-1], 1, via, action[1], int(retreating))
        disrupt(pos, unit)
        if retreating:  # 2.7.1
            lose_step(pos, unit)


class Command(Led):
    """2.2 A Regroup move: blocks of a command hex and its neighbours, all to one hex."""

    name = "move.command"
    rule = "2.2"
    text = "Choose the hex where the blocks are to meet."
    verbs = ("rally",)

    def ask(self, pos: RommelPosition, frame: Frame) -> Ask:
        return Ask(f"Regroup around {place_name(pos.box, self.Args(*frame.args).place)}", self.text, (self.rule,))

    def actions(self, pos: RommelPosition, frame: Frame) -> list[Action]:
        _, side, (place, mode) = frame
        goals, on = 0, field(pos, side, mode)
        fastest: dict[int, int] = {}
        for unit in gatherable(pos, side, place, mode):
            hex_ = pos.where[unit]
            fastest[hex_] = max(pos.box.speed[unit], fastest.get(hex_, 0))
        for hex_, speed in fastest.items():  # the fastest of a hex gets wherever the others do
            can = reach(pos, side, on, hex_, speed, mode, 1)
            goals |= can.plain | can.further
            for foe in (*can.entries, *can.charges):
                goals |= 1 << foe
        listed: list[Action] = [*each("rally", goals)]
        if mode & ROMMEL or rommel_ready(pos, side):
            listed.append(("rommel",))
        return listed + endings(pos)

    def go_on(self, pos: RommelPosition, frame: Frame, action: Action) -> None:
        _, side, (place, mode) = frame
        pos.note("2.2", "rally", side, action[1])
        swap(pos, "move.gather", side, place, action[1], mode)

    def barred(self, pos: RommelPosition, frame: Frame, action: Action) -> str | None:
        return {"rally": "2.3", "rommel": "2.6"}.get(action[0])


def gatherable(pos: RommelPosition, side: int, place: int, mode: int) -> list[int]:
    """The blocks of a command hex and its neighbours that may move."""
    near = pos.box.map.around[place] | 1 << place
    places, (start, _) = movable(pos, side, mode, near), pos.box.span[side]
    units: list[int] = []
    for hex_ in set(places).intersection((place, *pos.box.map.neighbours[place])):
        units += found_in(places, hex_, start)
    return sorted(units)


class Gather(Step[RommelPosition]):
    """2.2.2 Which blocks go to the hex of a Regroup; those that cannot get there do not move."""

    name = "move.gather"
    rule = "2.2.2"
    text = "Choose the blocks that go. Those that cannot get there stay."
    verbs = ("bring",)

    class Args(NamedTuple):
        """What the step goes by."""

        place: int
        dest: int
        mode: int

    def ask(self, pos: RommelPosition, frame: Frame) -> Ask:
        place, dest, _ = self.Args(*frame.args)
        fight = " Then the hex from which each goes in." if pos.holds(dest, OTHER[frame.side]) else ""
        return Ask(f"Regroup around {place_name(pos.box, place)}", self.text + fight, (self.rule,))

    def actions(self, pos: RommelPosition, frame: Frame) -> list[Action]:
        _, side, (place, dest, mode) = frame
        listed: list[Action] = []
        plain_units, on = 0, field(pos, side, mode)
        spots: dict[tuple[int, int], tuple[list[Action], bool]] = {}
        for unit in gatherable(pos, side, place, mode):
            spot = pos.where[unit], pos.box.speed[unit]
            if spot not in spots:
                if spot[0] == dest or out_of_reach(pos, *spot, mode, dest):
                    spots[spot] = [], False
                else:
                    spots[spot] = self._ways(reach(pos, side, on, *spot, mode, 1, dest), dest)
            ways, easy = spots[spot]
            if easy:
                listed.append(("bring", unit))
                plain_units += 1
            else:
                listed += [(way[0], unit, *way[1:]) for way in ways]
        if plain_units > 1:
            listed.append((ALL,))
        return listed + endings(pos)

    def _ways(self, can: Reach, dest: int) -> tuple[list[Action], bool]:
        """How a block can get there, or that it simply can."""
        if can.plain >> dest & 1:
            return [], True
        if can.further >> dest & 1:
            return [("march",)], False
        sends: list[Action] = [("send", via) for via in places_in(can.entries.get(dest, 0))]
        return [*sends, *(("charge", via) for via in places_in(can.charges.get(dest, 0)))], False

    def apply(self, pos: RommelPosition, frame: Frame, action: Action) -> None:
        _, side, (_place, dest, mode) = frame
        match action:
            case ("done", *_):
                end_move(pos, action)
            case (movement.ALL,):
                going = [other[1] for other in self.actions(pos, frame) if other[0] == "bring"]
                stacks: dict[int, list[int]] = {}
                for unit in going:
                    stacks.setdefault(pos.where[unit], []).append(unit)
                ways = [(units, way_now(pos, units, dest, NO_SIDE, mode)) for units in stacks.values()]
                for units, way in ways:  # all at once: what one stack finds out helps no other
                    advance(pos, units, way, NO_SIDE, mode)
            case ("march" | "charge", unit, *rest):
                via = rest[0] if rest else NO_SIDE
                pos.note("2.7", "march", side, pos.where[unit], dest, 1)
                push_march(pos, unit, stack_way(pos, (unit,), dest, via, mode, True), via, mode)
            case (_, unit, *rest):
                via = rest[0] if rest else NO_SIDE
                advance(pos, (unit,), way_now(pos, (unit,), dest, via, mode), via, mode)

    def barred(self, pos: RommelPosition, frame: Frame, action: Action) -> str | None:
        return "2.8" if action[0] in ("send", "charge") else self.rule


STEPS = (Order(), Group(), Destination(), March(), Command(), Gather())
