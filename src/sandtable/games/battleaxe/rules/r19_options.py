"""Optional rules, each a switch of its own."""

from __future__ import annotations

from sandtable.engine.flow import Action, Ask, Frame, Step, pop, push, swap
from sandtable.engine.maps import Mask
from sandtable.engine.sides import ALLIED, AXIS
from sandtable.games.battleaxe.box import BattleaxeBox
from sandtable.games.battleaxe.position import BattleaxePosition
from sandtable.games.battleaxe.rules.r12_advantage import spend

FFA_FROM_DAY = 2


def cubs_may_be_called(pos: BattleaxePosition) -> bool:
    """19.1G The Allies may spend the Advantage to restore a tank unit free in every Allied refit (R28)."""
    return bool(pos.box.options["tiger_cubs"]) and pos.advantage == ALLIED and not pos.cubs


def may_intercept(pos: BattleaxePosition) -> bool:
    """May the Axis add the other kind of impulse to the one just finished?"""
    return bool(pos.box.options["wireless_intercepts"]) and pos.advantage == AXIS and pos.kind in ("assault", "regroup")


class Intercept(Step[BattleaxePosition]):
    """19.1H For the Advantage the Axis may regroup after an assault, or assault after regrouping, in one impulse."""

    name = "impulse.intercept"
    rule = "19.1H"
    waiting = "The Axis may use wireless intercepts."

    def ask(self, pos: BattleaxePosition, frame: Frame) -> Ask:
        other = "regroup" if pos.kind == "assault" else "assault"
        return Ask("Use wireless intercepts?", f"Spend the Advantage to {other} as well in this impulse.", (self.rule,))

    def actions(self, pos: BattleaxePosition, frame: Frame) -> list[Action]:
        return [("intercept",), ("enough",)]

    def apply(self, pos: BattleaxePosition, frame: Frame, action: Action) -> None:
        if action == ("enough",):
            pop(pos)
            return
        spend(pos, "19.1H")
        if pos.kind == "assault":
            pop(pos)
            push(pos, "regroup.begin", frame.side)
        else:
            swap(pos, "impulse.second", frame.side)


def axis_air_flies(pos: BattleaxePosition) -> bool:
    """19.2 The FFA marker flies for the Axis from the second day on, never during a fuel shortage."""
    return pos.box.axis_air and pos.turn >= FFA_FROM_DAY and not pos.fuel_low


def air_bonus(box: BattleaxeBox, side: int) -> int:
    """What the optional air rule adds to an Allied air roll."""
    return int(box.axis_air and side == ALLIED)  # 19.2


def consolidated_homes(box: BattleaxeBox) -> tuple[int, ...]:
    """19.3 The consolidated 4th RTR takes the place of its three parts and starts in zone A, B or C."""
    name = box.tables["squadrons"]["consolidated"]
    return next(unit.homes for unit in box.units if unit.id == name)


def reserve_zones(pos: BattleaxePosition) -> Mask:
    """19.4 Zones A and H, in each of which one Allied unit is restored free in every refit phase."""
    box = pos.box
    return 1 << box.buq_buq | 1 << box.tobruk if box.options["allied_reserves"] else 0


def shock_of_tanks(box: BattleaxeBox, lead: int, target: int) -> int:
    """19.5 Allied armour leading against Italian infantry in the lead adds two."""
    tanks = box.army[ALLIED] & box.armor
    foot = box.italians & box.infantry
    return 2 * int(box.weak_italians and bool(tanks >> lead & 1) and bool(foot >> target & 1))


def award_tobruk(pos: BattleaxePosition) -> None:
    """19.6 Once a game, a victory point as soon as the Allies outnumber the Axis in Tobruk."""
    box = pos.box
    there = pos.here[box.tobruk]
    if not pos.bonus and (there & box.army[ALLIED]).bit_count() > (there & box.army[AXIS]).bit_count():
        pos.bonus = 1
        pos.points += 1
        pos.note("19.6", "tobruk")


STEPS = (Intercept(),)
