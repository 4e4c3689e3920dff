"""Preparing for play: markers, units, and the units whose owner chooses where they start."""

from __future__ import annotations

from sandtable.engine.flow import Action, Ask, Auto, Frame, Step, pop, swap
from sandtable.engine.maps import lowest
from sandtable.engine.sides import ALLIED
from sandtable.games.battleaxe.box import BattleaxeBox
from sandtable.games.battleaxe.position import LOST, BattleaxePosition
from sandtable.games.battleaxe.rules.r19_options import consolidated_homes

PLACE = "place"
"""The order that puts a unit on the map."""


def set_up(box: BattleaxeBox) -> BattleaxePosition:
    """5.1, 5.2, 5.2.1, 5.2.2 Markers on their first boxes and every unit with a fixed place in it at full strength."""
    pos = BattleaxePosition(box)
    pos.where = [LOST] * len(box.units)
    pos.came_from = [LOST] * len(box.units)
    pos.here = [0] * len(box.map)
    pos.occupied = [0, 0]
    pos.full = [0, 0]
    pos.guns = list(box.guns_at_start)
    pos.impulse = 1
    pos.active = ALLIED
    pos.advantage = pos.advantage_next = ALLIED  # 12
    pos.control = box.allied_at_start  # 3.1.1
    pos.reduced = pos.cut = pos.released = pos.points = pos.bonus = 0
    pos.fuel_low = pos.fuel_quiet = pos.rommel = pos.cubs = 0
    pos.bids = ()
    pos.exchanged = 0
    pos.kind = ""
    pos.activated = ()
    pos.contested = pos.used = pos.begun = pos.ready = pos.arrived = pos.attacked = 0
    pos.air = pos.rommel_free = pos.sunset = pos.dusk = 0
    pos.field = pos.lead = pos.target = LOST
    pos.attackers = pos.mandatory = pos.exploiting = pos.air_dice = pos.rommel_die = pos.salvo = 0
    pos.tally = pos.dice = ()
    pos.margin = pos.result = pos.pursuit = 0
    for unit, counter in enumerate(box.units):
        if len(counter.homes) == 1 and not box.left_out >> unit & 1:
            pos.put(unit, counter.homes[0])
    return pos


def unplaced(pos: BattleaxePosition) -> int:
    """Units still to be placed, as a mask."""
    box = pos.box
    waiting = 0
    for unit, counter in enumerate(box.units):
        if len(counter.homes) > 1 and pos.where[unit] == LOST and not box.left_out >> unit & 1:
            waiting |= 1 << unit
    return waiting


class FreeSetup(Step[BattleaxePosition]):
    """The Allied player places the two reconnaissance units, and the consolidated 4RTR if it is in play."""

    name = "setup.free"
    rule = "5.2.1"
    waiting = "The reconnaissance units are being placed."
    verbs = (PLACE,)

    def ask(self, pos: BattleaxePosition, frame: Frame) -> Ask:
        unit = pos.box.units[lowest(unplaced(pos))]
        return Ask(f"Place {unit.id}", f"{unit.name} may start in any lit zone.", (self.rule,))

    def actions(self, pos: BattleaxePosition, frame: Frame) -> list[Action]:
        unit = lowest(unplaced(pos))
        return [(PLACE, unit, place) for place in homes(pos, unit)]

    def apply(self, pos: BattleaxePosition, frame: Frame, action: Action) -> None:
        _, unit, place = action
        pos.put(unit, place)
        pos.note("5.2.1", "placed", unit, place)
        if not unplaced(pos):
            pop(pos)

    def barred(self, pos: BattleaxePosition, frame: Frame, action: Action) -> str | None:
        return self.rule


def homes(pos: BattleaxePosition, unit: int) -> tuple[int, ...]:
    """The places a unit with a free set-up may start in."""
    if pos.box.units[unit].id == pos.box.tables["squadrons"]["consolidated"]:
        return consolidated_homes(pos.box)
    return pos.box.units[unit].homes


class Begin(Auto[BattleaxePosition]):
    """Everything is in place: the first day begins."""

    name = "setup.done"

    def run(self, pos: BattleaxePosition, frame: Frame) -> None:
        swap(pos, "turn", ALLIED, 0)


STEPS = (FreeSetup(), Begin())
