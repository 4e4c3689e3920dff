"""22.0 The reinforcements action: units and assets come, go and change, as the reinforcement track says."""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from sandtable.engine.flow import DONE, Action, Ask, Auto, Frame, Step, pop, push, swap
from sandtable.engine.maps import mask_of, places_in
from sandtable.engine.sides import ALLIED, AXIS
from sandtable.games.dark_sands.box import DarkSandsBox
from sandtable.games.dark_sands.counters import Entry
from sandtable.games.dark_sands.notation import unit_name
from sandtable.games.dark_sands.position import AWAY, GONE, NOT_YET, READY, REBUILD, DarkSandsPosition
from sandtable.games.dark_sands.rules.r02_control import eliminate_all, leave
from sandtable.games.dark_sands.rules.r10_supply import supplied
from sandtable.games.dark_sands.rules.r15_placement import arrive, entry_places, may_enter
from sandtable.games.dark_sands.rules.r20_retreat import fall_back


def due(pos: DarkSandsPosition, side: int, event: str) -> tuple[Entry, ...]:
    """The lines of one kind on the track of a side up to this turn."""
    return _due(pos.box, side, event, pos.turn)


@lru_cache(maxsize=500)
def _due(box: DarkSandsBox, side: int, event: str, turn: int) -> tuple[Entry, ...]:
    return tuple(entry for entry in box.events[side, event] if entry.turn <= turn)


class Reinforce(Auto[DarkSandsPosition]):
    """The parts of a reinforcements action in order."""

    name = "reinforce"
    rule = "22.0"

    class Args(NamedTuple):
        """Which part comes next."""

        part: int

    def run(self, pos: DarkSandsPosition, frame: Frame) -> None:
        side, (part,) = frame.side, self.Args(*frame.args)
        if part == len(PARTS):
            pop(pos)
            return
        swap(pos, "reinforce", side, part + 1)
        PARTS[part](pos, side)


def arrivals(pos: DarkSandsPosition, side: int) -> None:
    """New assets lie face up; new units are placed one after the other (22.1)."""
    pos.entered = ()
    for entry in due(pos, side, "supply"):
        if not entry.asset:
            if pos.where[entry.counter] == NOT_YET:
                pos.where[entry.counter] = READY
        elif pos.asset[entry.counter] == (NOT_YET if entry.event == "arrive" else AWAY):
            pos.asset[entry.counter] = READY
            pos.note("22.1", "asset_arrives", entry.counter)
    special_arrivals(pos, side)
    push(pos, "reinforce.place", side, 0, ())


def special_arrivals(pos: DarkSandsPosition, side: int) -> None:
    """22.6 Sabratha, Pavia and Babini come to Derna, or count as eliminated if it is cut off."""
    box = pos.box
    waiting = [e.counter for e in due(pos, side, "special") if pos.where[e.counter] == NOT_YET]
    if not waiting:
        return
    open_ = not pos.held[ALLIED] >> box.derna & 1 and supplied(pos, AXIS, 1 << box.derna)
    for unit in waiting:
        if open_:
            arrive(pos, unit, box.derna, box.units[unit].steps)
        else:
            pos.where[unit] = GONE if box.irreplaceable >> unit & 1 else REBUILD
            pos.note("22.6", "cut_off", unit)
    if open_:
        push(pos, "stacks.check", side)


def entering(pos: DarkSandsPosition, side: int, exchange: bool) -> list[int]:
    """22.3 The units that come now: new ones, and those withdrawn earlier whose turn to return has come."""
    found = []
    for entry in due(pos, side, "enter"):
        waits = NOT_YET if entry.event == "arrive" else AWAY
        if pos.where[entry.counter] == waits and bool(entry.exchange) == exchange:
            found.append(entry.counter)
    return found


class PlaceArrivals(Step[DarkSandsPosition]):
    """22.7 The owner brings new units on in any order (R42); they are delayed only if there is no room anywhere."""

    name = "reinforce.place"
    rule = "22.7"
    title = "Reinforcements"
    text = "Choose the unit that comes next."
    verbs = ("bring",)

    class Args(NamedTuple):
        """Which units come, and the hexes an exchange has freed for them."""

        exchange: int
        """1 for the units of an exchange (22.4)."""
        freed: tuple[int, ...]

    def actions(self, pos: DarkSandsPosition, frame: Frame) -> list[Action]:
        side, (exchange, freed) = frame.side, self.Args(*frame.args)
        units = [u for u in entering(pos, side, bool(exchange)) if may_enter(pos, u, False, mask_of(freed))]
        return [("bring", unit) for unit in units] or [DONE]

    def apply(self, pos: DarkSandsPosition, frame: Frame, action: Action) -> None:
        if action == DONE:
            pop(pos)
        else:
            push(pos, "reinforce.enter", frame.side, action[1], self.Args(*frame.args).freed)


class EnterArrival(Step[DarkSandsPosition]):
    """22.1 A new unit enters the map."""

    name = "reinforce.enter"
    rule = "22.1"
    verbs = ("enter",)

    class Args(NamedTuple):
        """The unit, and the hexes an exchange has freed for it (22.4)."""

        unit: int
        freed: tuple[int, ...]

    def ask(self, pos: DarkSandsPosition, frame: Frame) -> Ask:
        return Ask(f"{unit_name(pos, self.Args(*frame.args).unit)} arrives", "Choose a lit hex.", (self.rule,))

    def actions(self, pos: DarkSandsPosition, frame: Frame) -> list[Action]:
        unit, freed = self.Args(*frame.args)
        return [("enter", unit, place) for place in entry_places(pos, unit, False, mask_of(freed))]

    def apply(self, pos: DarkSandsPosition, frame: Frame, action: Action) -> None:
        _, unit, place = action
        pop(pos)
        under = pos.stack[-1]
        exchange, freed = PlaceArrivals.Args(*under.args)
        if place in freed:
            taken = freed.index(place)
            swap(pos, under.step, under.side, exchange, freed[:taken] + freed[taken + 1 :])
        arrive(pos, unit, place, pos.box.units[unit].steps, relieving=place in freed)


def withdraw(pos: DarkSandsPosition, entry: Entry) -> int:
    """22.2 A counter leaves, wherever it is and in whatever state; it waits for its return, or is out of the game.

    Gives the hex it left, or -1.
    """
    later = pos.box.last_return.get((entry.asset, entry.counter), -1) >= entry.turn
    to = AWAY if later else GONE
    if entry.asset:
        pos.asset[entry.counter] = to
        pos.note("22.2", "asset_leaves", entry.counter)
        return -1
    here = pos.where[entry.counter]
    pos.note("22.2", "withdrawn", entry.counter)
    leave(pos, entry.counter, to)
    pos.steps[entry.counter] = pos.box.units[entry.counter].steps
    return here


def leaving(pos: DarkSandsPosition, side: int, exchange: bool) -> list[Entry]:
    """The counters to withdraw this turn that are still in play."""
    found = []
    for entry in due(pos, side, "withdraw"):
        where = (pos.asset if entry.asset else pos.where)[entry.counter]
        if entry.turn == pos.turn and bool(entry.exchange) == exchange and where not in (AWAY, GONE):  # 22.2 R39
            found.append(entry)
    return found


def withdrawals(pos: DarkSandsPosition, side: int) -> None:
    """Counters of the red boxes leave."""
    for entry in leaving(pos, side, False):
        withdraw(pos, entry)


def exchanges(pos: DarkSandsPosition, side: int) -> None:
    """22.4 Units of a white box change places: those that enter may take a hex that one in supply has just left."""
    outgoing = leaving(pos, side, True)
    if not outgoing and not entering(pos, side, True):
        return
    traced = supplied(pos, side)
    freed = [place for entry in outgoing if (place := withdraw(pos, entry)) >= 0 and traced >> place & 1]
    push(pos, "reinforce.place", side, 1, tuple(freed))


def upgrades(pos: DarkSandsPosition, side: int) -> None:
    """22.5 Counters are changed for better ones wherever they are; reduced, cut off or disrupted ones stay so."""
    done: dict[tuple[bool, int], int] = {}
    for entry in due(pos, side, "upgrade"):
        key = (entry.asset, entry.counter)
        done[key] = done.get(key, 0) + 1
    for (asset, counter), grade in done.items():
        grades = pos.asset_grade if asset else pos.grade
        if grades[counter] < grade:
            grades[counter] = grade
            pos.note("22.5", "asset_upgraded" if asset else "upgraded", counter)


PARTS = (arrivals, withdrawals, exchanges, upgrades)


class TurnThree(Auto[DarkSandsPosition]):
    """18.4 On turn 3 both sides have their reinforcements before the first chit, the Allies first."""

    name = "reinforce.turn3"
    rule = "18.4"

    def run(self, pos: DarkSandsPosition, frame: Frame) -> None:
        swap(pos, "reinforce", AXIS, 0)
        push(pos, "reinforce.clear", ALLIED, 0)
        push(pos, "reinforce", ALLIED, 0)


RETREATS = 2


class ClearEntry(Auto[DarkSandsPosition]):
    """Allied units in the El Agheila entry area fall back before the Axis arrives (18.4)."""

    name = "reinforce.clear"
    rule = "18.4"

    class Args(NamedTuple):
        """How often they have fallen back; a stack still there after the second retreat has nowhere to go."""

        times: int

    def run(self, pos: DarkSandsPosition, frame: Frame) -> None:
        (times,) = self.Args(*frame.args)
        pop(pos)
        inside = pos.held[ALLIED] & pos.box.entry
        if inside and times == RETREATS:
            eliminate_all(pos, pos.units_at(inside), "18.4")
        elif inside:
            push(pos, "reinforce.clear", ALLIED, times + 1)
            for place in places_in(inside):
                fall_back(pos, ALLIED, place, 1)


STEPS = (Reinforce(), PlaceArrivals(), EnterArrival(), TurnThree(), ClearEntry())
