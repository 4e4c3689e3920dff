"""The campaign at one moment: where every unit is, what each side has, and what is under way."""

from __future__ import annotations

from collections.abc import Iterable
from functools import reduce
from operator import or_
from typing import Any, NamedTuple

from sandtable.engine.flow import Action
from sandtable.engine.maps import Mask
from sandtable.engine.position import Position
from sandtable.engine.sides import ALLIED, AXIS
from sandtable.games.western_desert import census
from sandtable.games.western_desert.box import WesternDesertBox
from sandtable.games.western_desert.terms import INSIDE, INTACT, MOVED, NORMAL


class WesternDesertPosition(Position):
    """Lists are indexed by unit (combat units, then leaders), by side, or by town."""

    __slots__ = (
        "active",
        "air",
        "air_side",
        "army",
        "arrives",
        "attacked",
        "battle",
        "captor",
        "control",
        "crowd",
        "demand",
        "depot",
        "depot_moved",
        "effects",
        "event",
        "exploiting",
        "flags",
        "fortress",
        "guards",
        "held",
        "idle",
        "japan",
        "leaders_lost",
        "level",
        "major",
        "naval",
        "naval_used",
        "ordered",
        "org_die",
        "owed",
        "packed",
        "phase",
        "points",
        "reduced",
        "sailed",
        "shaken",
        "shortfalls",
        "surprise",
        "used_events",
        "where",
        "works",
        "zoc",
    )

    DERIVED = ("army", "crowd", "guards", "idle", "packed")

    box: WesternDesertBox
    where: list[int]
    """A place, or one of the boxes off the map."""
    reduced: list[int]
    """1 for a unit that has lost a step, and for a leader piece that shows its second leader."""
    flags: list[int]
    arrives: list[int]
    """The turn a unit that is due comes in."""
    held: list[Mask]
    """Hexes with combat units of each side; kept in step with `where`."""
    zoc: list[Mask]
    """Hexes in the zones of control of each side; kept in step with `where`."""
    army: list[tuple[int, ...]]
    """Each side's combat units on the map; kept in step with `where`, as are the next four."""
    crowd: bytearray
    """At twice a place and a side: the stacking points of that side there, free battalions included (9.2)."""
    guards: bytearray
    """In the same order: how many units with a zone of control."""
    idle: dict[Action, None] | None
    """Who may still move in this phase, as actions in their order, never changed in place; None when it must be worked
    out again (see `r09_movement.idle`)."""
    packed: list[Mask]
    """Hexes where each side has so many points that not every unit can join them."""
    depot: list[int]
    """Each side's depot, -1 when it is off the map."""
    depot_moved: list[int]
    """1 while a depot lies on its Moved side; 2 after it was moved in the exploitation phase as well."""
    points: list[int]
    """Attack points."""
    control: list[int]
    """Who holds Tobruk, Bardia and Benghazi."""
    fortress: list[int]
    """State of Tobruk and Bardia."""
    leaders_lost: list[int]
    air: int
    """Air superiority points left, all of them of `air_side` (-1: nobody's)."""
    air_side: int
    naval: int
    naval_used: int
    level: int
    """Axis supply level."""
    demand: int
    """Allied reserve requirement."""
    org_die: int
    shortfalls: int
    """Turns on which the Allies failed to meet it."""
    active: int
    phase: str
    major: int
    surprise: int
    exploiting: int
    ordered: int
    """1 once a normal move was made: strategic movement and sea transfer come before (4.0)."""
    sailed: int
    attacked: Mask
    """Hexes attacked in this combat phase."""
    owed: Mask
    """Hexes that still have to be attacked in this combat phase (10.1)."""
    battle: tuple[Any, ...]
    shaken: tuple[tuple[int, int], ...]
    """Leaders whose fate is still to be rolled for, each with the die that is too low to survive."""
    works: tuple[tuple[int, int, int], ...]
    """Improved positions: place, level, turn of the last work on it."""
    event: int
    """This turn's random event by its roll, 0 for none."""
    effects: int
    used_events: int
    japan: int
    """The last turn on which the Far East draws on the Allied reserve."""
    captor: int
    """The side that last captured a depot, Tobruk or Benghazi, -1 for nobody yet."""

    def __init__(self, box: WesternDesertBox) -> None:
        super().__init__(box)
        self.where = [0] * box.everyone
        self.reduced = [0] * box.everyone
        self.flags = [0] * box.everyone
        self.arrives = list(box.arrives)
        self.held, self.zoc = [0, 0], [0, 0]
        census.clear(self)
        self.depot, self.depot_moved = [-1, -1], [0, 0]
        self.points = [0, 0]
        self.control = [AXIS, AXIS, AXIS]
        self.fortress = [INTACT, INTACT]
        self.leaders_lost = [0, 0]
        self.air = self.naval = self.naval_used = 0
        self.air_side = self.captor = -1
        self.level = NORMAL
        self.demand = self.org_die = self.shortfalls = 0
        self.active = ALLIED
        self.phase = ""
        self.major = self.surprise = self.exploiting = self.ordered = self.sailed = 0
        self.attacked = self.owed = 0
        self.battle = self.shaken = self.works = ()
        self.event = self.effects = self.used_events = self.japan = 0

    # Asking

    def fighters_at(self, place: int, side: int) -> list[int]:
        """The combat units of a side in a hex."""
        where = self.where
        return [unit for unit in self.army[side] if where[unit] == place]

    def by_place(self, units: Iterable[int]) -> dict[int, list[int]]:
        """Units by the hex they stand in."""
        stacks: dict[int, list[int]] = {}
        where = self.where
        for unit in units:
            place = where[unit]
            if place in stacks:
                stacks[place].append(unit)
            else:
                stacks[place] = [unit]
        return stacks

    def leaders_at(self, place: int, side: int) -> list[int]:
        """The leaders of a side in a hex."""
        where = self.where
        return [leader for leader in self.box.leaders[side] if where[leader] == place]

    def strength(self, unit: int) -> int:
        """The combat strength printed on the side that shows."""
        return self.box.strength[unit][self.reduced[unit]]

    def as_shown(self, units: Iterable[int]) -> tuple[int, ...]:
        """Units as the log keeps them: a piece that shows its second leader is written as ~piece."""
        count, reduced = self.box.count, self.reduced
        return tuple([~unit if unit >= count and reduced[unit] else unit for unit in units])

    def blocked(self, side: int) -> Mask:
        """Hexes closed to a side's supply: enemy units, and their zones where no friend stands."""
        enemy = 1 - side
        return self.held[enemy] | self.zoc[enemy] & ~self.held[side]

    def lone_leaders(self, side: int) -> Mask:
        """Hexes where leaders of a side stand without a combat unit."""
        return self.box.marked(*self.box.leader_wheres[side](self.where)) & ~self.held[side]

    def work_at(self, place: int) -> int:
        """The level of the improved position in a hex, 0 without one."""
        for here, level, _ in self.works:
            if here == place:
                return level
        return 0

    def fortified(self, place: int) -> bool:
        """Has this hex fortress status (16.1)?"""
        return place in self.box.towns[:2] and self.fortress[self.box.towns.index(place)] > 0

    # Changing

    def put(self, units: Iterable[int], place: int) -> None:
        """Move units of one side to a place or box, out of any improved position, and bring the masks up to date."""
        box, where, flags = self.box, self.where, self.flags
        left, dug_out = set(), set()
        for unit in units:
            old = where[unit]
            where[unit] = place
            if not flags[unit] & MOVED:
                self.idle = None
            if unit < box.count:
                left.add(old)
                census.count(self, unit, old, place)
                if flags[unit] & INSIDE:
                    flags[unit] &= ~INSIDE
                    dug_out.add(old)
        if left:
            side = box.side[unit]
            census.update(self, side, left, place)
            if place < 0 or min(left) < 0:
                census.list_army(self, side)
        for old in dug_out:
            self.drop_empty_work(old)

    def derive(self) -> None:
        census.take(self)

    def refresh(self) -> None:
        """9.3 Work out the hexes each side holds and its zones of control; battalions have none."""
        self.derive()
        box, where = self.box, self.where
        for side in (ALLIED, AXIS):
            places = set(box.wheres[side](where))
            controlling = set(box.controlling_wheres[side](where))
            self.held[side] = reduce(or_, map(box.bit_or_none.__getitem__, places))
            self.zoc[side] = reduce(or_, map(box.zoc_or_none.__getitem__, controlling))

    def drop_empty_work(self, place: int) -> None:
        """An improved position goes when nobody is left in it (12.1)."""
        for side in (ALLIED, AXIS):
            if any(self.flags[unit] & INSIDE for unit in self.fighters_at(place, side)):
                return
        self.works = tuple(work for work in self.works if work[0] != place)

    def gain(self, side: int, points: int) -> None:
        """Attack points stay between zero and twelve (7.3)."""
        self.points[side] = max(0, min(12, self.points[side] + points))


class Battle(NamedTuple):
    """An attack under way, as `battle` keeps it."""

    attackers: tuple[int, ...]
    defenders: tuple[int, ...]
    places: tuple[int, ...]
    """The hexes attacked."""
    paid: int = 0
    air: int = 0
    naval: int = 0
    lead: tuple[int, int] = (-1, -1)
    """The leader who rolls for the attack, and the one who rolls for the defence."""
    hits: tuple[int, int] = (0, 0)
    """Hits on the attackers, hits on the defenders."""
    strength: int = 0
    """The defenders' final strength."""
    fell_back: int = 0
    """1 once the attackers have retreated."""
