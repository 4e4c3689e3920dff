"""9 Buildup: month, supply check, points, reinforcements (A to D), and what the players do with their points."""

from __future__ import annotations

from typing import NamedTuple

from sandtable.engine.chance import DiceRoll
from sandtable.engine.flow import Action, Auto, Frame, Step, pop, push, swap
from sandtable.engine.sides import ALLIED, AXIS, CHANCE
from sandtable.games.rommel.box import NEVER
from sandtable.games.rommel.position import AWAY, GONE, OTHER, RommelPosition
from sandtable.games.rommel.rules.r03_engagement import claim_fortresses, tidy
from sandtable.games.rommel.rules.r06_disruption import eliminate, lose_step, mix, recover
from sandtable.games.rommel.rules.r07_supply import mark_unsupplied, supply_network


class NextMonth(Auto[RommelPosition]):
    """9.0 A: the month counter advances."""

    name = "buildup.month"
    rule = "9.0"

    def run(self, pos: RommelPosition, frame: Frame) -> None:
        pop(pos)
        pos.turn += 1
        pos.note("9.0", "month", pos.turn)


class SupplyCheck(Auto[RommelPosition]):
    """9.1.1 B: supply is checked for both sides before any unit recovers."""

    name = "buildup.check"
    rule = "9.1"

    def run(self, pos: RommelPosition, frame: Frame) -> None:
        swap(pos, "buildup.recover", ALLIED)
        for side in (AXIS, ALLIED):
            mark_unsupplied(pos, side)


class Recover(Auto[RommelPosition]):
    """9.1 B: disrupted units with supply recover, refitting ones too; units without supply are eliminated."""

    name = "buildup.recover"
    rule = "9.1"

    def run(self, pos: RommelPosition, frame: Frame) -> None:
        pop(pos)
        for unit, place in enumerate(pos.where):
            if place < 0:
                continue
            if pos.unsupplied[unit]:
                eliminate(pos, unit, self.rule)
            else:
                recover(pos, unit)
        tidy(pos)
        for side in (ALLIED, AXIS):
            claim_fortresses(pos, side)


class PointsRoll(DiceRoll[RommelPosition]):
    """9.2 C: each rolls two dice; both get the sum of all four; the lower roll builds up first, the Allies if tied."""

    name = "buildup.roll"
    rule = "9.2"
    title = "Buildup points"

    def dice(self, pos: RommelPosition, frame: Frame) -> int:
        return 2

    def apply(self, pos: RommelPosition, frame: Frame, action: Action) -> None:
        side = len(pos.totals)
        pos.totals = (*pos.totals, action[1] + action[2])
        pos.dice = (NEVER, *action[1:])
        pos.note("9.2", "points_roll", side, *action[1:])
        pop(pos)
        if side == ALLIED:
            push(pos, self.name, CHANCE)
            return
        total = sum(pos.totals)
        pos.points = (pos.points[0] + total, pos.points[1] + total)
        pos.first = AXIS if pos.totals[AXIS] < pos.totals[ALLIED] else ALLIED
        pos.note("9.2", "points", pos.first, total)


class RollPoints(Auto[RommelPosition]):
    """The dice are rolled, the Allies' first."""

    name = "buildup.points"
    rule = "9.2"

    def run(self, pos: RommelPosition, frame: Frame) -> None:
        pos.totals = ()
        pos.ports = ()
        swap(pos, "buildup.roll", CHANCE)


def due(pos: RommelPosition, unit: int) -> int:
    """9.3 The month a block comes to its base."""
    month = pos.box.plan.arrives[unit]
    if pos.box.blocks[unit].malta and month != NEVER and month:
        return (month, NEVER, month + 1, month)[pos.malta]  # 9.3.2
    return month


def deliver(pos: RommelPosition, side: int, month: int) -> None:
    """9.3.1 Reinforcements due by a month are placed on the base at no cost; they wait while only enemies hold it."""
    base = pos.box.board.base[side]
    if pos.holds(base, OTHER[side]) and not pos.holds(base, side):
        return
    coming = [unit for unit in pos.box.units[side] if pos.where[unit] == AWAY and due(pos, unit) <= month]
    for unit in coming:
        pos.where[unit] = base
        pos.arrived[unit] = pos.latest[unit] = pos.turn
        pos.note("9.3", "arrive", unit, base)
    if coming:
        mix(pos, pos.at(base, side))


class Reinforce(Auto[RommelPosition]):
    """9.3.4 D: troops recalled (an option), reinforcements of the month, then a die for those of the next."""

    name = "buildup.reinforce"
    rule = "9.3"

    def run(self, pos: RommelPosition, frame: Frame) -> None:
        side = frame.side
        swap(pos, "buildup.soon", side)
        if pos.box.withdrawals and side == ALLIED:  # 9.3.4
            for unit in pos.box.units[ALLIED]:
                if pos.box.blocks[unit].leaves == pos.turn and pos.where[unit] >= 0:
                    pos.note("9.3.4", "recall", unit, pos.where[unit])
                    pos.where[unit] = GONE
                    pos.known[unit] = 1
                    pos.least[unit] = pos.latest[unit] = pos.disrupted[unit] = pos.rested[unit] = 0
            tidy(pos)
        push(pos, "buildup.arrive", side, pos.turn)


class Arrive(Auto[RommelPosition]):
    """Blocks due by a month arrive; before the Malta group does, its owner is asked about Malta."""

    name = "buildup.arrive"
    rule = "9.3"

    class Args(NamedTuple):
        """What the step goes by."""

        month: int

    def run(self, pos: RommelPosition, frame: Frame) -> None:
        _, side, (month,) = frame
        if side == AXIS and pos.malta == 0 and malta_group(pos, month):
            push(pos, "buildup.malta", AXIS, month)
            return
        pop(pos)
        deliver(pos, side, month)


class Soon(Auto[RommelPosition]):
    """A die is rolled if blocks are due next month."""

    name = "buildup.soon"
    rule = "9.3.5"

    def run(self, pos: RommelPosition, frame: Frame) -> None:
        side = frame.side
        pop(pos)
        if any(pos.where[unit] == AWAY and due(pos, unit) == pos.turn + 1 for unit in pos.box.units[side]):
            push(pos, "buildup.early", CHANCE, side)


def malta_group(pos: RommelPosition, month: int) -> list[int]:
    """The blocks of the Malta group that are due by a month."""
    return [
        unit
        for unit in pos.box.units[AXIS]
        if pos.box.blocks[unit].malta and pos.where[unit] == AWAY and pos.box.plan.arrives[unit] <= month
    ]


class Early(DiceRoll[RommelPosition]):
    """9.3.5 On a six the reinforcements of the next month are here already."""

    name = "buildup.early"
    rule = "9.3.5"
    title = "Next month's reinforcements"

    class Args(NamedTuple):
        """What the step goes by."""

        side: int

    def apply(self, pos: RommelPosition, frame: Frame, action: Action) -> None:
        (side,) = frame.args
        needs = pos.box.tables.points["early_needs"]
        pos.dice = (needs, action[1])
        pos.note("9.3.5", "early", side, action[1], needs)
        pop(pos)
        if action[1] >= needs:
            push(pos, "buildup.arrive", side, pos.turn + 1)


class Malta(Step[RommelPosition]):
    """9.3.2 The paratroops come to Africa or are sent against Malta; its fall means more supply for good."""

    name = "buildup.malta"
    rule = "9.3.2"
    title = "Malta"
    text = "Send the paratroops against the island, or bring them to Africa?"
    Args = Arrive.Args

    def actions(self, pos: RommelPosition, frame: Frame) -> list[Action]:
        return [("malta",), ("africa",)]

    def apply(self, pos: RommelPosition, frame: Frame, action: Action) -> None:
        if action[0] == "africa":
            pos.malta = 3
            pop(pos)
        else:
            swap(pos, "buildup.landing", CHANCE, self.Args(*frame.args).month)


class Landing(DiceRoll[RommelPosition]):
    """9.3.6 Malta falls on a 4 or better; otherwise the group comes a month late, a step weaker each."""

    name = "buildup.landing"
    rule = "9.3.6"
    title = "The landing on Malta"
    Args = Arrive.Args

    def apply(self, pos: RommelPosition, frame: Frame, action: Action) -> None:
        needs = pos.box.tables.points["malta_needs"]
        pos.dice = (needs, action[1])
        pos.note("9.3.6", "malta", action[1], needs)
        pop(pos)
        if action[1] >= needs:
            pos.malta = 1
            return
        group = malta_group(pos, self.Args(*frame.args).month)
        pos.malta = 2
        for unit in group:
            lose_step(pos, unit)
            pos.seen[unit] = pos.steps[unit]


class Open(Auto[RommelPosition]):
    """A player's Buildup turn begins: the networks as they stand now hold for all of it."""

    name = "buildup.open"
    rule = "9.4"

    def run(self, pos: RommelPosition, frame: Frame) -> None:
        pos.networks = (supply_network(pos, ALLIED), supply_network(pos, AXIS))
        swap(pos, "buildup.menu", frame.side)


class Close(Auto[RommelPosition]):
    """9.2.2 Points left over are kept; blocks at their base are rested for the next Buildup."""

    name = "buildup.close"
    rule = "9.2"

    def run(self, pos: RommelPosition, frame: Frame) -> None:
        pop(pos)
        for side in (ALLIED, AXIS):
            base = pos.box.board.base[side]
            for unit in pos.box.units[side]:
                pos.rested[unit] = int(pos.where[unit] == base)


STEPS = (
    NextMonth(),
    SupplyCheck(),
    Recover(),
    PointsRoll(),
    RollPoints(),
    Reinforce(),
    Arrive(),
    Soon(),
    Early(),
    Malta(),
    Landing(),
    Open(),
    Close(),
)
