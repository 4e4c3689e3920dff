"""Refit: replacement points, rebuilt units, and tanks recovered from the battlefield."""

from __future__ import annotations

from typing import NamedTuple

from sandtable.engine import flow
from sandtable.engine.flow import DONE, Action, Ask, Auto, Frame, Step, pop, swap
from sandtable.engine.maps import Mask, places_in
from sandtable.engine.sides import ALLIED, AXIS
from sandtable.engine.words import Count
from sandtable.games.battleaxe.notation import unit_name
from sandtable.games.battleaxe.position import LOST, BattleaxePosition
from sandtable.games.battleaxe.rules.r05_setup import PLACE
from sandtable.games.battleaxe.rules.r07_control import move
from sandtable.games.battleaxe.rules.r12_advantage import spend
from sandtable.games.battleaxe.rules.r14_supply import supplied_places, supplied_units
from sandtable.games.battleaxe.rules.r19_options import cubs_may_be_called, reserve_zones

FLIPS = 2
"""Units restored for one point."""


class Begin(Auto[BattleaxePosition]):
    """6.3, 13.1 Each side refits, the Allies first."""

    name = "refit.begin"
    rule = "13.1"

    def run(self, pos: BattleaxePosition, frame: Frame) -> None:
        side = frame.side
        zones = reserve_zones(pos) if side == ALLIED else 0
        cubs = pos.cubs if side == ALLIED else 0
        points = pos.box.tables["replacements"]  # 13.2
        swap(pos, Spend.name, pos.seat(side), points, 0, zones, cubs)


def weak_units(pos: BattleaxePosition, side: int) -> Mask:
    """13.3.1 Reduced units of a side that can trace supply."""
    weak = pos.reduced & pos.box.army[side]
    return weak & supplied_units(pos, side) if weak else 0


def lost_units(pos: BattleaxePosition, side: int) -> Mask:
    """Eliminated units of a side."""
    box = pos.box
    lost = 0
    for unit in places_in(box.army[side] & ~box.left_out):
        if pos.where[unit] == LOST:
            lost |= 1 << unit
    return lost


def rebuild_places(pos: BattleaxePosition, side: int) -> Mask:
    """13.3.4 Rebuilt units stand in supplied places of their own side, without enemies and with room."""
    return supplied_places(pos, side) & ~pos.occupied[1 - side] & ~pos.full[side]


def places_for(pos: BattleaxePosition, unit: int, places: Mask) -> Mask:
    """13.3.3 The Tobruk garrison is rebuilt in Tobruk alone, and no other unit is rebuilt there."""
    box = pos.box
    tobruk = 1 << box.tobruk
    if box.side[unit] == AXIS:
        return places
    return places & tobruk if box.tobruk_garrison >> unit & 1 else places & ~tobruk


class Spend(Step[BattleaxePosition]):
    """13, 13.2, 13.3, 13.3.2, 13.4 A point restores two units or rebuilds one; points left over are lost."""

    name = "refit.spend"
    rule = "13.3.2"
    waiting = "Replacement points are being spent."
    verbs = ("rebuild",)

    class Args(NamedTuple):
        """What is left to spend."""

        points: int
        flips: int
        """Units that a point spent already may still restore."""
        zones: Mask
        """Zones whose free refit is unused (19.4)."""
        cubs: int
        """1 while Tiger Cubs wait for a unit (19.1G)."""

    def ask(self, pos: BattleaxePosition, frame: Frame) -> Ask:
        args = self.Args(*frame.args)
        text = "A point restores two reduced units to full strength, or rebuilds a lost one at reduced strength."
        if args.flips:
            text += " The point just spent can restore one more unit."
        return Ask(f"Refit: {Count(args.points):replacement point}", text, (self.rule,))

    def actions(self, pos: BattleaxePosition, frame: Frame) -> list[Action]:
        points, flips, zones, cubs = frame.args
        side = frame.side ^ pos.exchanged
        box = pos.box
        weak = weak_units(pos, side)
        found: list[Action] = []
        if points or flips:
            found += [("restore", unit, "points") for unit in places_in(weak)]
        found += [("restore", unit, "reserve") for unit in places_in(weak) if zones >> pos.where[unit] & 1]  # 19.4
        if cubs:
            found += [("restore", unit, "cubs") for unit in places_in(weak & box.armor)]  # 19.1G
        lost = lost_units(pos, side)
        places = rebuild_places(pos, side)
        rebuildable = [unit for unit in places_in(lost) if places_for(pos, unit, places)]
        if points:
            found += [("rebuild", unit) for unit in rebuildable]
        if pos.advantage == side and (weak or rebuildable):
            found.append(("reinforce",))  # 12.1F
        if side == ALLIED and weak & box.armor and cubs_may_be_called(pos):
            found.append(("tiger_cubs",))
        found.append(DONE)
        return found

    def apply(self, pos: BattleaxePosition, frame: Frame, action: Action) -> None:
        points, flips, zones, cubs = frame.args
        match action:
            case ("restore", unit, how):
                pos.reduced ^= 1 << unit
                if how == "reserve":
                    zones &= ~(1 << pos.where[unit])
                elif how == "cubs":
                    cubs = 0
                elif flips:
                    flips -= 1
                else:
                    points, flips = points - 1, FLIPS - 1
                pos.note("13.3.2", "restored", unit, how)
            case ("rebuild", unit):
                swap(pos, Rebuild.name, frame.side, unit, points - 1, flips, zones, cubs)
                return
            case ("reinforce",):
                points += reinforce(pos)
            case ("tiger_cubs",):
                spend(pos, "19.1G")
                pos.cubs = cubs = 1
            case flow.DONE:
                pop(pos)
                return
        swap(pos, self.name, frame.side, points, flips, zones, cubs)

    def barred(self, pos: BattleaxePosition, frame: Frame, action: Action) -> str | None:
        side = frame.side ^ pos.exchanged
        match action:
            case ("restore", unit, _) if unit in range(len(pos.where)):
                return None if weak_units(pos, side) >> unit & 1 else "13.3.1"
            case ("rebuild", unit) if unit in range(len(pos.where)):
                return "13.3.3" if side == ALLIED else "13.3.4"
            case ("reinforce",):
                return "12.1F"
        return None


def reinforce(pos: BattleaxePosition) -> int:
    """12.1F In the refit phase the Advantage buys one replacement point."""
    spend(pos, "12.1F")
    return 1


class Rebuild(Step[BattleaxePosition]):
    """A rebuilt unit is placed."""

    name = "refit.rebuild"
    rule = "13.3.2"
    waiting = "A rebuilt unit is being placed."
    verbs = (PLACE,)

    class Args(NamedTuple):
        """The unit, and what is left to spend after it."""

        unit: int
        points: int
        flips: int
        zones: Mask
        cubs: int

    def ask(self, pos: BattleaxePosition, frame: Frame) -> Ask:
        unit = unit_name(pos.box, self.Args(*frame.args).unit)
        return Ask(f"Where is {unit} rebuilt?", "Choose a lit place.", ("13.3.3", "13.3.4"))

    def actions(self, pos: BattleaxePosition, frame: Frame) -> list[Action]:
        unit = self.Args(*frame.args).unit
        places = places_for(pos, unit, rebuild_places(pos, pos.box.side[unit]))
        return [(PLACE, unit, place) for place in places_in(places)]

    def apply(self, pos: BattleaxePosition, frame: Frame, action: Action) -> None:
        unit, *rest = frame.args
        pos.reduced |= 1 << unit
        move(pos, unit, action[2])
        pos.note("13.3.2", "rebuilt", unit, action[2])
        swap(pos, Spend.name, frame.side, *rest)

    def barred(self, pos: BattleaxePosition, frame: Frame, action: Action) -> str | None:
        return "13.3.3" if pos.box.side[self.Args(*frame.args).unit] == ALLIED else "13.3.4"


def recoverable(pos: BattleaxePosition) -> Mask:
    """Reduced German armour in supply."""
    return weak_units(pos, AXIS) & pos.box.germans & pos.box.armor


class Recover(Step[BattleaxePosition]):
    """13.3.5 At the end of the Axis refit one German armoured unit is restored free of charge."""

    name = "refit.recover"
    rule = "13.3.5"
    title = "Battlefield recovery"
    text = "Restore one German armoured unit in supply to full strength, free of charge."
    waiting = "A German armoured unit may be recovered."
    verbs = ("recover",)

    def actions(self, pos: BattleaxePosition, frame: Frame) -> list[Action]:
        return [*(("recover", unit) for unit in places_in(recoverable(pos))), ("none",)]

    def apply(self, pos: BattleaxePosition, frame: Frame, action: Action) -> None:
        pop(pos)
        if action[0] == "recover":
            pos.reduced ^= 1 << action[1]
            pos.note("13.3.5", "restored", action[1], "recovery")

    def barred(self, pos: BattleaxePosition, frame: Frame, action: Action) -> str | None:
        return self.rule


STEPS = (Begin(), Spend(), Rebuild(), Recover())
