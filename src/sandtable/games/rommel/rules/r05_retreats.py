"""5 Retreats: pursuit fire, routs, and the withdrawals that follow."""

from __future__ import annotations

from typing import NamedTuple

from sandtable.engine.chance import HANDFUL, DiceRoll
from sandtable.engine.flow import Action, Ask, Auto, Frame, Step, pop, push, swap
from sandtable.engine.maps import Mask, places_in
from sandtable.engine.sides import CHANCE
from sandtable.games.rommel.notation import face, place_name
from sandtable.games.rommel.position import OTHER, RommelPosition
from sandtable.games.rommel.rules import r02_movement as movement
from sandtable.games.rommel.rules.r02_movement import ALL, NO_SIDE, TAKE, WITHDRAWAL, advance, field, reach, route
from sandtable.games.rommel.rules.r03_engagement import beaten_hex, tidy
from sandtable.games.rommel.rules.r06_disruption import disrupt, eliminate, lose_step
from sandtable.games.rommel.rules.r07_supply import set_network, without_supply


class Settle(Auto[RommelPosition]):
    """5.2, 5.2.1 After a move or a battle: routs, then pursuit of those who left no rearguard, until all is quiet."""

    name = "move.settle"
    rule = "5.2"

    def run(self, pos: RommelPosition, frame: Frame) -> None:
        tidy(pos)
        beaten = beaten_hex(pos)
        if beaten is not None:
            start_rout(pos, *beaten)
            return
        disrupt_late(pos)
        for origin in sorted({start for _, start in pos.fleeing}):
            runners = [unit for unit, start in pos.fleeing if start == origin and pos.where[unit] >= 0]
            if runners and pos.ready_at(origin, pos.box.side[runners[0]]):
                continue  # 5.2.1 a rearguard holds off the pursuit for as long as it stands
            pos.fleeing = tuple(pair for pair in pos.fleeing if pair[1] != origin)
            if runners:
                start_pursuit(pos, origin, runners)
                return
        pop(pos)


def disrupt_late(pos: RommelPosition) -> None:
    """Disrupt retreating units that ran over enemies: only when those have been routed (R38)."""
    late = [unit for unit, _ in pos.fleeing if pos.where[unit] >= 0 and not pos.disrupted[unit]]
    for unit in late:
        disrupt(pos, unit)
    if late:
        pos.note("5.0", "shaken", pos.box.side[late[0]], tuple(sorted({pos.where[unit] for unit in late})), len(late))


def start_pursuit(pos: RommelPosition, place: int, runners: list[int]) -> None:
    """5.3 Pursuit fire: two dice for each faster pursuer, one for each as fast as the slowest runner."""
    speed = pos.box.speed
    side = pos.box.side[runners[0]]
    slowest = min(speed[unit] for unit in runners)
    pursuers = pos.ready_at(place, OTHER[side])
    faster = sum(speed[unit] > slowest for unit in pursuers)
    as_fast = sum(speed[unit] == slowest for unit in pursuers)
    dice = 2 * faster + as_fast
    pos.note("5.3", "pursuit", side, place, slowest, faster, as_fast)
    pos.dice = ()
    if dice:
        pos.quarry = tuple(runners)
        push(pos, "pursuit.roll", CHANCE, side, dice, (), place, slowest)


class PursuitRoll(DiceRoll[RommelPosition]):
    """5.3.1 Each die of 4 or better is a hit."""

    name = "pursuit.roll"
    rule = "5.3.1"
    title = "Pursuit fire"

    class Args(NamedTuple):
        """What the step goes by."""

        side: int
        dice: int
        faces: tuple[int, ...]
        place: int
        slowest: int

    def dice(self, pos: RommelPosition, frame: Frame) -> int:
        return min(self.Args(*frame.args).dice, HANDFUL)

    def apply(self, pos: RommelPosition, frame: Frame, action: Action) -> None:
        side, dice, faces, place, slowest = frame.args
        needs = pos.box.tables.pursuit_needs
        faces = (*faces, *action[1:])
        pos.dice = (needs, *faces)
        if dice > HANDFUL:
            swap(pos, self.name, CHANCE, side, dice - HANDFUL, faces, place, slowest)
            return
        pop(pos)
        pos.note("5.3.1", "roll", OTHER[side], needs, *faces)
        hits = sum(face >= needs for face in faces)
        if hits:
            push(pos, "battle.allot", side, hits, place, -1, hits, ())
        else:
            pos.quarry = ()


def start_rout(pos: RommelPosition, place: int, side: int) -> None:
    """5.4.1 A rout: every unit loses a step, pursuit fire follows, the rest must withdraw."""
    units = pos.at(place, side)
    pos.note("5.4", "rout", side, place, len(units))
    for unit in units:
        if pos.known[unit]:
            pos.seen[unit] = max(1, pos.seen[unit] - 1)  # the enemy can count that much
        lose_step(pos, unit)
    leave(pos, place, side)


def leave(pos: RommelPosition, place: int, side: int) -> None:
    """Pursuit fire, then a withdrawal of all that is left."""
    runners = pos.at(place, side)
    push(pos, "withdraw.start", side, place)
    if runners:
        slowest = min(pos.box.speed[unit] for unit in runners)
        for unit in runners:
            pos.least[unit] = max(pos.least[unit], slowest)  # the announced slowest speed
        start_pursuit(pos, place, runners)


class WithdrawStart(Auto[RommelPosition]):
    """7.3.3 Units without a supply line cannot withdraw; if they must, they are lost."""

    name = "withdraw.start"
    rule = "7.3.3"

    class Args(NamedTuple):
        """What the step goes by."""

        place: int

    def run(self, pos: RommelPosition, frame: Frame) -> None:
        _, side, (place,) = frame
        cut = without_supply(pos, side, 1 << place)
        for unit in pos.at(place, side):
            if unit in cut:
                eliminate(pos, unit, self.rule)
        set_network(pos, side)
        swap(pos, "withdraw", side, place)


def ways_back(pos: RommelPosition, side: int, place: int, units: list[int], net: Mask | None = None) -> dict[int, Mask]:
    """5.1 For each speed among the units, the hexes it can withdraw to: in the network, nearer the base, no enemies."""
    on = field(pos, side, WITHDRAWAL, net)
    return {
        speed: reach(pos, side, on, place, speed, WITHDRAWAL, 1).plain
        for speed in {pos.box.speed[unit] for unit in units}
    }


class Withdraw(Step[RommelPosition]):
    """A forced withdrawal, together or block by block; a unit with no way back is eliminated."""

    name = "withdraw"
    rule = "5.1"
    text = "Back along the supply network, nearer to the base."
    verbs = (ALL,)
    Args = WithdrawStart.Args

    def ask(self, pos: RommelPosition, frame: Frame) -> Ask:
        return Ask(f"Withdraw from {place_name(pos.box, self.Args(*frame.args).place)}", self.text, (self.rule,))

    def actions(self, pos: RommelPosition, frame: Frame) -> list[Action]:
        _, side, (place,) = frame
        units = pos.at(place, side)
        if not units:
            return [("gone",)]
        ways = ways_back(pos, side, place, units)
        speed = pos.box.speed
        able = [unit for unit in units if ways[speed[unit]]]
        if not able:
            return [("lost",)]
        listed: list[Action] = []
        if len(able) > 1:
            together = -1
            for way in ways.values():
                together &= way
            listed += [(ALL, hex_) for hex_ in places_in(together)]
            listed += [(TAKE, unit) for unit in able]
        else:
            listed += [("away", able[0], hex_) for hex_ in places_in(ways[speed[able[0]]])]
        return listed

    def apply(self, pos: RommelPosition, frame: Frame, action: Action) -> None:
        _, side, (place,) = frame
        match action:
            case ("lost",):
                for unit in pos.at(place, side):
                    eliminate(pos, unit, self.rule)
            case (movement.ALL, dest):
                retire(pos, pos.at(place, side), dest)
            case (movement.TAKE, unit):
                pos.chosen = (unit,)
                push(pos, "withdraw.to", side, place)
            case ("away", unit, dest):
                retire(pos, [unit], dest)
            case ("gone",):
                pop(pos)
                tidy(pos)

    def barred(self, pos: RommelPosition, frame: Frame, action: Action) -> str | None:
        return self.rule


class WithdrawTo(Step[RommelPosition]):
    """Where one block of a withdrawal goes."""

    name = "withdraw.to"
    rule = "5.1"
    verbs = ("away",)
    Args = WithdrawStart.Args

    def ask(self, pos: RommelPosition, frame: Frame) -> Ask:
        title = f"Withdraw from {place_name(pos.box, self.Args(*frame.args).place)}"
        return Ask(title, f"Where does {face(pos, pos.chosen[0])} go?", (self.rule,))

    def actions(self, pos: RommelPosition, frame: Frame) -> list[Action]:
        _, side, (place,) = frame
        unit = pos.chosen[0]
        return [("away", unit, hex_) for hex_ in places_in(ways_back(pos, side, place, [unit])[pos.box.speed[unit]])]

    def apply(self, pos: RommelPosition, frame: Frame, action: Action) -> None:
        pos.chosen = ()
        pop(pos)
        retire(pos, [action[1]], action[2])

    def barred(self, pos: RommelPosition, frame: Frame, action: Action) -> str | None:
        return self.rule


def retire(pos: RommelPosition, units: list[int], dest: int) -> None:
    """Withdraw blocks together; their pursuit is already over."""
    side, start = pos.box.side[units[0]], pos.where[units[0]]
    slowest = min(pos.box.speed[unit] for unit in units)
    way = route(pos, side, start, slowest, dest, NO_SIDE, WITHDRAWAL, False)
    advance(pos, units, way, NO_SIDE, WITHDRAWAL, False, ("5.1", "retire"))
    pos.fleeing = tuple(pair for pair in pos.fleeing if pair[0] not in units)


STEPS = (Settle(), PursuitRoll(), WithdrawStart(), Withdraw(), WithdrawTo())
