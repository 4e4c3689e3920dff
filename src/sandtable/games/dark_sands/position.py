"""The position of The Dark Sands: flat lists by unit, asset and place, and sets as bits of an int."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, ClassVar

from sandtable.engine.maps import spread
from sandtable.engine.position import Position

if TYPE_CHECKING:
    from sandtable.games.dark_sands.box import DarkSandsBox

NOT_YET, AWAY, REBUILD, FALLEN, GONE, READY, USED, FITTED = -1, -2, -3, -4, -5, -6, -7, -8
"""Where a counter off the map is: still to come, withdrawn until it returns, in the rebuildable box, a headquarters
waiting to come back, out of the game; an asset face up or face down in its box, or an anti-tank gun with a unit."""


class DarkSandsPosition(Position):
    """Everything that changes during a game."""

    FORMERLY: ClassVar[Mapping[str, str]] = {**Position.FORMERLY, "oos": "out_of_supply"}
    __slots__ = (
        "active",
        "allied_vp",
        "asset",
        "asset_grade",
        "attacked",
        "attackers",
        "axis_holds",
        "axis_vp",
        "bearer",
        "boxed",
        "bypass",
        "bystanders",
        "chit",
        "combats",
        "committed",
        "defenders",
        "disrupted",
        "entered",
        "falls",
        "fell",
        "firm",
        "fought",
        "grade",
        "hand",
        "held",
        "initiative",
        "moved",
        "moves",
        "out_of_supply",
        "piles",
        "played",
        "pool",
        "railhead",
        "relief",
        "reserve",
        "run",
        "sailed",
        "saved",
        "sea",
        "shelled",
        "steps",
        "target",
        "waiting",
        "where",
        "zones",
    )

    box: DarkSandsBox
    where: list[int]
    """Place of each unit, or one of the codes above."""
    steps: list[int]
    grade: list[int]
    piles: list[int]
    """For each place the units there, as bits."""
    held: list[int]
    """For each side the places with any of its units."""
    firm: list[int]
    """For each side the places with a unit that has a zone of control."""
    zones: list[int]
    """For each side the places in its zones of control, kept in step with `firm`."""
    out_of_supply: int
    disrupted: int
    asset: list[int]
    """Place of each box on the map, or a code."""
    asset_grade: list[int]
    bearer: list[int]
    """The unit an anti-tank gun is with, or -1."""
    boxed: list[int]
    """For each side the places with one of its fortified boxes."""
    axis_holds: int
    """Of the places that stay controlled when empty, those the Axis controls."""
    railhead: int
    """How far along the rail line, counted from Alexandria, it is built."""
    bypass: int
    allied_vp: int
    axis_vp: int
    pool: list[int]
    """How many of each action chit are in the pool."""
    hand: int
    """The priority chits their owners hold, as bits."""
    waiting: int
    """Of these, the ones their owners keep until the enemy has played a chit, as bits."""
    played: tuple[int, ...]
    """The action chits on the record track, in order."""
    run: tuple[int, int]
    """Who played the last counted chits, and how many in a row."""
    moves: list[int]
    combats: list[int]
    initiative: int
    chit: int
    active: int
    """The units that may act in this action."""
    moved: int
    fought: int
    attacked: int
    shelled: int
    """The artillery assets used in this action segment."""
    entered: tuple[int, ...]
    """Where units have entered in this placement, for the limits at ports and headquarters."""
    sea: tuple[int, ...]
    """The route of this segment's naval move: from, to, units sent, units brought back."""
    sailed: list[int]
    """Has the side had its naval move this turn?"""
    saved: list[int]
    """Allied tank and infantry steps saved."""
    relief: int
    """The replacement chits in the pools, as bits."""
    reserve: int
    """The conditional replacement chits not yet played, as bits."""
    fell: list[int]
    """The turn in which a headquarters was last eliminated."""
    falls: int
    """Tobruk Falls chits: 0 not yet due, 1 due when the pool is filled next, 2 given."""
    target: int
    attackers: int
    defenders: int
    bystanders: int
    """Large units that the limit of two on the Center keeps out of the attack under way."""
    committed: int

    def put(self, unit: int, place: int) -> None:
        """Stand a unit on a place of the map."""
        if self.where[unit] >= 0:
            self.lift(unit, GONE)
        box, bit = self.box, 1 << unit
        side = box.units[unit].side
        self.where[unit] = place
        self.piles[place] |= bit
        here = box.bits[place]
        self.held[side] |= here
        if bit & box.zoned and not self.firm[side] & here:
            self.firm[side] |= here
            self.zones[side] |= box.zone[place]

    def lift(self, unit: int, to: int) -> None:
        """Take a unit off the map (or out of a box) and put it elsewhere off the map."""
        here = self.where[unit]
        self.where[unit] = to
        if here < 0:
            return
        box = self.box
        side = box.units[unit].side
        rest = self.piles[here] & ~(1 << unit)
        self.piles[here] = rest
        mine, place = rest & box.of[side], box.bits[here]
        if not mine:
            self.held[side] ^= place
        if self.firm[side] & place and not mine & box.zoned:
            self.firm[side] ^= place
            near = self.firm[side] & box.vicinity(here)
            self.zones[side] = self.zones[side] & ~box.zone[here] | box.zones_of(near)

    def units_at(self, mask: int) -> int:
        """All units on the places of a mask, as bits."""
        return spread(mask, self.piles)

    def on_map(self, side: int) -> int:
        """A side's units on the map, as bits."""
        return self.units_at(self.held[side])

    def attack(self, unit: int) -> int:
        """The printed attack factor of a unit as it stands."""
        return self.box.units[unit].attack[self.grade[unit]][self.steps[unit]]

    def defence(self, unit: int) -> int:
        """The printed defence factor of a unit as it stands."""
        return self.box.units[unit].defence[self.grade[unit]][self.steps[unit]]

    @property
    def year(self) -> int:
        """The year of the current turn."""
        return self.box.turns[self.turn].year
