"""What changes during a game of Operation Battleaxe."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, ClassVar

from sandtable.engine.position import Position

if TYPE_CHECKING:
    from sandtable.games.battleaxe.box import BattleaxeBox

LOST = -1
"""Where an eliminated unit is."""
NOBODY = 2
"""Who has the Advantage between its use and its shift."""
REPULSE, STALEMATE, SUCCESS, OVERRUN = range(4)
SPENT, UNUSED, COMMITTED = range(3)
"""A helper of the attacker within an impulse: used up, not used yet, used in the battle at hand."""


class BattleaxePosition(Position):
    """Sets of units and sets of places are ints used as bits; units are numbered as in units.csv."""

    FORMERLY: ClassVar[Mapping[str, str]] = {**Position.FORMERLY, "came": "came_from"}
    __slots__ = (
        "activated",
        "active",
        "advantage",
        "advantage_next",
        "air",
        "air_dice",
        "arrived",
        "attacked",
        "attackers",
        "begun",
        "bids",
        "bonus",
        "came_from",
        "contested",
        "control",
        "cubs",
        "cut",
        "dice",
        "dusk",
        "exchanged",
        "exploiting",
        "field",
        "fuel_low",
        "fuel_quiet",
        "full",
        "guns",
        "here",
        "impulse",
        "kind",
        "lead",
        "mandatory",
        "margin",
        "occupied",
        "points",
        "pursuit",
        "ready",
        "reduced",
        "released",
        "result",
        "rommel",
        "rommel_die",
        "rommel_free",
        "salvo",
        "sunset",
        "tally",
        "target",
        "used",
        "where",
    )
    box: BattleaxeBox
    where: list[int]
    """Where each unit is."""
    came_from: list[int]
    """The place from which each unit entered its present one during this impulse."""
    here: list[int]
    """The units of both sides in each place."""
    occupied: list[int]
    """The places with units of each side."""
    full: list[int]
    """The areas each side has stacked to the limit."""
    guns: list[int]
    """Artillery markers each side has left today."""
    reduced: int
    """Units on their reduced side."""
    cut: int
    """Units out of supply since an evening."""
    control: int
    """Places in Allied hands; all others are in Axis hands."""
    released: int
    """PANZERS and LIGHT once those divisions may move."""
    impulse: int
    active: int
    """The side whose impulse it is: the attacker."""
    advantage: int
    """A side, or NOBODY until it shifts to `advantage_next`."""
    advantage_next: int
    fuel_low: int
    fuel_quiet: int
    """1 once the Allies have asked not to be asked about Axis fuel again today; only they know."""
    rommel: int
    """1 once Rommel leads from the front today."""
    cubs: int
    """1 once the Allies have called for more Tiger Cubs (option)."""
    points: int
    """Allied victory points so far."""
    bonus: int
    """1 once the point for Tobruk has been given (option)."""
    bids: tuple[int, ...]
    """Bids for the Allied side, by seat, in the order made."""
    exchanged: int
    """1 when the seat called Axis commands the Allied army, and the other way round."""
    # The impulse under way
    contested: int
    """Places contested when the impulse began."""
    kind: str
    """What this impulse was spent on: `assault`, `regroup`, or nothing yet."""
    activated: tuple[int, ...]
    """The areas activated so far, in order."""
    used: int
    """Units activated so far: none of them may be activated again."""
    begun: int
    """1 once a unit has moved or fought in this impulse."""
    ready: int
    arrived: int
    attacked: int
    """Places attacked during this impulse: they cannot be entered again."""
    air: int
    """SPENT, UNUSED or COMMITTED: the attacker's air marker in this impulse."""
    rommel_free: int
    """SPENT, UNUSED or COMMITTED: Rommel in this impulse."""
    sunset: int
    """The first Axis roll of two dice in this impulse, 0 before it."""
    dusk: int
    """1 once the sunset roll ends the day."""
    # The battle being fought
    field: int
    attackers: int
    lead: int
    target: int
    """The lead defending unit."""
    mandatory: int
    exploiting: int
    """1 while this is the second attack after an overrun."""
    air_dice: int
    """What aircraft add to the attack value."""
    rommel_die: int
    """What Rommel adds to it."""
    salvo: int
    """1 for the attacker's artillery, 2 for the defender's, 3 for both."""
    tally: tuple[Any, ...]
    """The sums of the battle once they are worked out (a `Tally`); empty before that."""
    dice: tuple[int, ...]
    """The last dice rolled: the attacker's two, then the defender's two, or a sunset roll."""
    margin: int
    """Attack total less defence total."""
    result: int
    pursuit: int
    """1 when the overrun lets the attackers activate a second time."""

    def seat(self, side: int) -> int:
        """The seat that commands a side's army."""
        return side ^ self.exchanged

    def put(self, unit: int, place: int) -> None:
        """Move a unit somewhere else (LOST takes it off the map)."""
        box, side = self.box, self.box.side[unit]
        army, bit = box.army[side], 1 << unit
        old = self.where[unit]
        if old >= 0:
            left = self.here[old] ^ bit
            self.here[old] = left
            self.full[side] &= ~(1 << old)
            if not left & army:
                self.occupied[side] ^= 1 << old
        self.where[unit] = place
        if place >= 0:
            now = self.here[place] | bit
            self.here[place] = now
            self.occupied[side] |= 1 << place
            if (now & army).bit_count() >= box.stack and box.areas >> place & 1:
                self.full[side] |= 1 << place

    def held(self, side: int) -> int:
        """The places a side controls."""
        return self.control if side == 0 else ~self.control & (self.box.areas | self.box.zones)

    def free(self, side: int) -> int:
        """7.5 The places that are vacant and in a side's hands."""
        return self.held(side) & ~self.occupied[1 - side]

    def value(self, unit: int) -> int:
        """The combat value of a unit as it stands, out of supply or not."""
        box = self.box
        printed = box.reduced_value[unit] if self.reduced >> unit & 1 else box.value[unit]
        return printed - (self.cut >> unit & 1)  # 14.2.2

    def movement(self, unit: int) -> int:
        """The movement points of a unit, out of supply or not."""
        return self.box.movement[unit] - (self.cut >> unit & 1)  # 14.2.2
