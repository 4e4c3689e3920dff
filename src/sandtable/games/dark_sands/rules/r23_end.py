"""23.0 The end phase."""

from __future__ import annotations

from sandtable.engine.chance import DiceRoll
from sandtable.engine.flow import Action, Auto, Frame, pop, push
from sandtable.engine.maps import places_in, spread
from sandtable.engine.sides import ALLIED, AXIS, CHANCE
from sandtable.games.dark_sands.position import FITTED, READY, USED, DarkSandsPosition
from sandtable.games.dark_sands.rules.r02_control import controls, eliminate_all
from sandtable.games.dark_sands.rules.r05_victory import (
    automatic_victory,
    score_last_turn,
    score_turn,
    verdict,
)
from sandtable.games.dark_sands.rules.r09_railway import BUILDING, BUILT, NOT_BUILT, active_rail, railway_complete
from sandtable.games.dark_sands.rules.r10_supply import attrition_supplied


class Attrition(Auto[DarkSandsPosition]):
    """23.1 Units out of supply that still cannot trace a line are eliminated; the others keep the marker."""

    name = "end.attrition"
    rule = "23.1"

    def run(self, pos: DarkSandsPosition, frame: Frame) -> None:
        pop(pos)
        doomed = 0
        for side in (ALLIED, AXIS):
            marked = pos.out_of_supply & pos.box.of[side]
            if marked:
                doomed |= marked & pos.units_at(pos.held[side] & ~attrition_supplied(pos, side))
        eliminate_all(pos, doomed, "23.1")


class VictoryCheck(Auto[DarkSandsPosition]):
    """23.2 A victory at once is looked for, points are scored, then the last turn decides; in scenarios too (R49)."""

    name = "end.victory"
    rule = "23.2"

    def run(self, pos: DarkSandsPosition, frame: Frame) -> None:
        pop(pos)
        winner = automatic_victory(pos)
        if winner is not None:
            pos.note("5.1.1", "automatic", winner)
            pos.finish(winner, "automatic", pos.allied_vp, pos.axis_vp)
            return
        last = pos.turn == pos.box.last_turn
        if pos.box.campaign:
            score_turn(pos)
            if last:
                score_last_turn(pos)
        if last:
            pos.finish(*verdict(pos))


class Build(Auto[DarkSandsPosition]):
    """23.3 The railhead advances and the Tobruk bypass is built."""

    name = "end.build"
    rule = "23.3"

    def run(self, pos: DarkSandsPosition, frame: Frame) -> None:
        pop(pos)
        build_bypass(pos)
        if not railway_complete(pos) and active_rail(pos, ALLIED) >> pos.box.rail[pos.railhead] & 1:
            push(pos, "end.rail", CHANCE)


class RailAdvance(DiceRoll[DarkSandsPosition]):
    """23.3.1 A die on the rail advance table moves the railhead west, not into or next to the enemy."""

    name = "end.rail"
    rule = "23.3.1"
    title = "The railway builders roll"

    def apply(self, pos: DarkSandsPosition, frame: Frame, action: Action) -> None:
        pop(pos)
        box = pos.box
        chart = box.tables["rail"]
        points = chart["points"][action[1] - 1]
        unsafe = pos.held[AXIS] | spread(pos.held[AXIS], box.map.around)
        start = pos.railhead
        while not railway_complete(pos):
            ahead = box.rail[pos.railhead + 1]
            points -= chart["center" if box.section[ahead] == 1 else "ends"]
            if points < 0 or unsafe >> ahead & 1:
                break
            pos.railhead += 1
        pos.note("23.3.1", "railhead", action[1], pos.railhead - start, box.rail[pos.railhead])
        if railway_complete(pos):
            pos.note("9.3", "railway")


def build_bypass(pos: DarkSandsPosition) -> None:
    """23.3.2 The road round Tobruk: begun, finished or broken off as the Axis holds its four hexes."""
    occupied = bypass_occupied(pos)
    if pos.bypass == NOT_BUILT:
        start_bypass(pos, occupied)
    elif pos.bypass == BUILDING:
        finish_bypass(pos) if occupied else interrupt_bypass(pos)


def bypass_occupied(pos: DarkSandsPosition) -> bool:
    """23.3.2.1 Until it is built the road does not count; the Axis must stand on all four hexes to build it."""
    return all(pos.held[AXIS] >> place & 1 for place in pos.box.bypass_places)


def start_bypass(pos: DarkSandsPosition, occupied: bool) -> None:
    """23.3.2.2 Building begins while the Allies control Tobruk."""
    if occupied and controls(pos, ALLIED, pos.box.tobruk):
        pos.bypass = BUILDING
        pos.note("23.3.2.2", "bypass", BUILDING)


def finish_bypass(pos: DarkSandsPosition) -> None:
    """23.3.2.3 A second turn of holding all four hexes finishes the road, for both sides and for good."""
    pos.bypass = BUILT
    pos.note("23.3.2.3", "bypass", BUILT)


def interrupt_bypass(pos: DarkSandsPosition) -> None:
    """23.3.2.4 If a hex is given up before, building must begin anew."""
    pos.bypass = NOT_BUILT
    pos.note("23.3.2.4", "bypass", NOT_BUILT)


class RemoveDisruption(Auto[DarkSandsPosition]):
    """23.4 All disruption markers come off (R16)."""

    name = "end.disruption"
    rule = "23.4"

    def run(self, pos: DarkSandsPosition, frame: Frame) -> None:
        pop(pos)
        pos.disrupted = 0


class RenewAssets(Auto[DarkSandsPosition]):
    """23.5 Anti-tank guns come back and all used assets turn face up; garrisons and boxes on the map stay."""

    name = "end.assets"
    rule = "23.5"

    def run(self, pos: DarkSandsPosition, frame: Frame) -> None:
        pop(pos)
        for number, where in enumerate(pos.asset):
            if where in (USED, FITTED):
                pos.asset[number] = READY
                pos.bearer[number] = -1
        for unit in places_in(pos.box.garrisons):
            if pos.where[unit] == USED:
                pos.where[unit] = READY


class AdvanceTurn(Auto[DarkSandsPosition]):
    """23.6 The next turn begins."""

    name = "end.turn"
    rule = "23.6"

    def run(self, pos: DarkSandsPosition, frame: Frame) -> None:
        pop(pos)
        pos.turn += 1
        pos.sailed[:] = [0, 0]
        pos.note("23.6", "turn", pos.turn)


STEPS = (Attrition(), VictoryCheck(), Build(), RailAdvance(), RemoveDisruption(), RenewAssets(), AdvanceTurn())
