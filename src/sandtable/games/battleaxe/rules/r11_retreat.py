"""Retreats: of beaten attackers, of defenders that absorb points, and of defenders that choose to withdraw."""

from __future__ import annotations

from typing import NamedTuple

from sandtable.engine.flow import Action, Ask, Frame, Step, pop, push, swap
from sandtable.engine.maps import Mask, places_in
from sandtable.engine.sides import ALLIED
from sandtable.games.battleaxe.notation import short_place, unit_name, units_noun
from sandtable.games.battleaxe.position import BattleaxePosition
from sandtable.games.battleaxe.rules.r07_control import eliminate, move, room
from sandtable.games.battleaxe.rules.r11_result import may_fall_back
from sandtable.games.battleaxe.rules.r11_values import RETREAT, defenders


def retreat_places(pos: BattleaxePosition, side: int, start: int, passed: Mask) -> Mask:
    """11.6.2 Where a unit falls back to: free ground with fewest enemy places near, then contested, then full areas."""
    enemy = 1 - side
    near = pos.box.around[start] & ~passed
    held, full = pos.held(side), pos.full[side]
    open_ground = near & held & ~pos.occupied[enemy] & ~full
    if open_ground:
        hostile = pos.held(enemy)
        pressed = [((pos.box.around[place] & hostile).bit_count(), place) for place in places_in(open_ground)]
        least = min(pressed)[0]
        return sum(1 << place for count, place in pressed if count == least)
    disputed = near & pos.occupied[enemy] & pos.occupied[side] & ~full
    return disputed & held or disputed or _ways_through(pos, side, near & full, passed)


def _ways_through(pos: BattleaxePosition, side: int, full: Mask, passed: Mask) -> Mask:
    """The full areas through which a unit can reach one with room (R22)."""
    ways = 0
    for place in places_in(full):
        if retreat_places(pos, side, place, passed | 1 << place):
            ways |= 1 << place
    return ways


class Retreat(Step[BattleaxePosition]):
    """11.6, 11.6.4 A unit falls back, on through full areas if it must; with nowhere to go it is eliminated."""

    name = "retreat.choose"
    rule = "11.6.2"
    waiting = "A unit is falling back."
    verbs = ("retreat",)

    class Args(NamedTuple):
        """A unit on its way back."""

        unit: int
        start: int
        """The place it goes on from."""
        passed: Mask
        """Places it may not go back to."""
        rule: str
        """Why it falls back."""

    def ask(self, pos: BattleaxePosition, frame: Frame) -> Ask:
        unit = unit_name(pos.box, self.Args(*frame.args).unit)
        return Ask(f"Where does {unit} fall back to?", "Choose a lit place.", (self.rule,))

    def actions(self, pos: BattleaxePosition, frame: Frame) -> list[Action]:
        unit, start, passed, _ = frame.args
        places = retreat_places(pos, pos.box.side[unit], start, passed)
        return [("retreat", unit, place) for place in places_in(places)] or [("perish", unit)]

    def apply(self, pos: BattleaxePosition, frame: Frame, action: Action) -> None:
        unit, _, passed, rule = frame.args
        if action[0] == "perish":
            pop(pos)
            eliminate(pos, unit, "11.6.4", *([RETREAT] if rule == "11.5" else []))
            return
        place = action[2]
        if pos.full[pos.box.side[unit]] >> place & 1:
            swap(pos, self.name, frame.side, unit, place, passed | 1 << place, rule)  # 11.6.1
            return
        pop(pos)
        pos.note(rule, "retreated", unit, pos.where[unit], place)
        move(pos, unit, place)

    def barred(self, pos: BattleaxePosition, frame: Frame, action: Action) -> str | None:
        return self.rule


class Order(Step[BattleaxePosition]):
    """11.6.1 Repulsed attackers go back where they came from, one at a time where there is no room for all."""

    name = "retreat.order"
    rule = "11.6.1"
    title = "The attackers fall back"
    text = "There is not room for all of them: choose the unit that goes first."
    waiting = "The attackers are falling back."
    verbs = ("go_back",)

    class Args(NamedTuple):
        """The units that have yet to go back."""

        units: Mask

    def actions(self, pos: BattleaxePosition, frame: Frame) -> list[Action]:
        (units,) = frame.args
        if self._all_fit(pos, units):
            return [("go_back",)]
        return [("go_back", unit) for unit in places_in(units)]

    def _all_fit(self, pos: BattleaxePosition, units: Mask) -> bool:
        came = [pos.came_from[unit] for unit in places_in(units)]
        return all(came.count(place) <= room(pos, pos.active, place) for place in set(came))

    def apply(self, pos: BattleaxePosition, frame: Frame, action: Action) -> None:
        (units,) = frame.args
        going = units if len(action) == 1 else 1 << action[1]
        pop(pos)
        if units != going:
            push(pos, self.name, frame.side, units & ~going)
        for unit in places_in(going):
            back = pos.came_from[unit]
            if pos.full[pos.active] >> back & 1:
                push(pos, Retreat.name, frame.side, unit, back, 1 << back | 1 << pos.field, "11.6")
            else:
                pos.note("11.6", "retreated", unit, pos.field, back)
                move(pos, unit, back)


def may_reach_safety(pos: BattleaxePosition, unit: int) -> bool:
    """Is there somewhere for this defender to fall back to?"""
    return bool(retreat_places(pos, pos.box.side[unit], pos.field, 1 << pos.field))


def may_withdraw(pos: BattleaxePosition, unit: int) -> bool:
    """May this defender withdraw, and does it have somewhere to go?"""
    side = pos.box.side[unit]
    if not pos.reduced >> unit & 1:
        if side == ALLIED:
            return False
        if pos.box.germans >> unit & 1 and not may_fall_back(pos, unit):
            return False
    return may_reach_safety(pos, unit)


def withdrawals(pos: BattleaxePosition) -> list[int]:
    """The defenders that may withdraw."""
    return [unit for unit in places_in(defenders(pos)) if may_withdraw(pos, unit)]


def any_withdrawals(pos: BattleaxePosition) -> bool:
    """Is there a defender that may withdraw?"""
    return any(may_withdraw(pos, unit) for unit in places_in(defenders(pos)))


class Withdraw(Step[BattleaxePosition]):
    """11.6.3 After any battle defenders may withdraw, except Allied units at full strength."""

    name = "battle.withdraw"
    rule = "11.6.3"
    waiting = "The defender may withdraw."
    verbs = ("withdraw",)

    def ask(self, pos: BattleaxePosition, frame: Frame) -> Ask:
        text = f"{units_noun(pos.box, withdrawals(pos))} may withdraw or stay."
        return Ask(f"Withdraw from {short_place(pos.box, pos.field)}?", text, (self.rule,))

    def actions(self, pos: BattleaxePosition, frame: Frame) -> list[Action]:
        return [*(("withdraw", unit) for unit in withdrawals(pos)), ("stand",)]

    def apply(self, pos: BattleaxePosition, frame: Frame, action: Action) -> None:
        if action == ("stand",):
            pop(pos)
        else:
            push(pos, Retreat.name, frame.side, action[1], pos.field, 1 << pos.field, "11.6.3")

    def barred(self, pos: BattleaxePosition, frame: Frame, action: Action) -> str | None:
        match action:
            case ("withdraw", unit) if unit in range(len(pos.where)):
                return "11.6.3" if pos.box.side[unit] == ALLIED or may_fall_back(pos, unit) else "11.5.1"
        return None


STEPS = (Retreat(), Order(), Withdraw())
