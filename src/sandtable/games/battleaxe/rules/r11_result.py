"""The dice of a battle and what they do to both sides."""

from __future__ import annotations

from typing import NamedTuple

from sandtable.engine.flow import Action, Ask, Auto, Frame, Step, pop, push
from sandtable.engine.maps import places_in
from sandtable.engine.sides import ALLIED, AXIS
from sandtable.engine.words import Count
from sandtable.games.battleaxe.position import OVERRUN, REPULSE, STALEMATE, SUCCESS, BattleaxePosition
from sandtable.games.battleaxe.rules.dice import TwoDice
from sandtable.games.battleaxe.rules.r07_control import eliminate, lose_step
from sandtable.games.battleaxe.rules.r11_values import FULL_LOSS, REDUCED_LOSS, RETREAT, Tally, defenders, endurance
from sandtable.games.battleaxe.rules.r14_logistics import read_fuel

FLIP = 1


class Dice(TwoDice):
    """11.4.1 Both sides roll two dice."""

    name = "battle.dice"
    rule = "11.4.1"
    title = "Both sides roll two dice"

    def apply(self, pos: BattleaxePosition, frame: Frame, action: Action) -> None:
        pos.dice += action[1:]
        pop(pos)


class Verdict(Auto[BattleaxePosition]):
    """11.4.4 Totals are compared: repulse, stalemate, success, or an overrun that no defender survives.

    6.2.1 The first Axis roll of an Axis impulse is the sunset roll too.
    """

    name = "battle.verdict"
    rule = "11.4.4"

    def run(self, pos: BattleaxePosition, frame: Frame) -> None:
        dice, sums = pos.dice, Tally(*pos.tally)
        attack, defence = sum(sums.attack), sum(sums.defence)
        pos.margin = attack + dice[0] + dice[1] - defence - dice[2] - dice[3]
        if pos.margin < 0:
            pos.result = REPULSE
        elif pos.margin == 0:
            pos.result = STALEMATE
        else:
            pos.result = SUCCESS if pos.margin <= sums.endurance else OVERRUN
        fortress = pos.active == ALLIED and (pos.box.strongpoints & ~pos.control) >> pos.field & 1
        pos.pursuit = int(pos.result == OVERRUN and not fortress and not pos.exploiting)  # 11.4.4 R18
        pos.note(
            "11.4.4", "result", pos.field, attack, defence, *dice, pos.result, pos.active, sums.endurance, sums.last
        )
        if pos.active == AXIS and not pos.sunset:
            pos.sunset = dice[0] + dice[1]
            read_fuel(pos)  # 14.1.2 R11
        pop(pos)


class Losses(Auto[BattleaxePosition]):
    """Both sides take the losses of the result."""

    name = "battle.losses"
    rule = "11.4.4"

    def run(self, pos: BattleaxePosition, frame: Frame) -> None:
        pop(pos)
        if pos.result == REPULSE:
            for unit in places_in(pos.attackers):
                lose_step(pos, unit, "11.4.4")
            if pos.mandatory:
                push(pos, "retreat.order", pos.seat(pos.active), pos.attackers & pos.here[pos.field])  # 11.1
        elif pos.result == STALEMATE:
            lose_step(pos, pos.lead, "11.4.4")
            lose_step(pos, pos.target, "11.4.4")
        else:
            if pos.result == SUCCESS and not pos.reduced >> pos.lead & 1:  # 11.4.4 R17
                lose_step(pos, pos.lead, "11.4.4")
            absorb(pos, pos.margin, first=True)


def absorb(pos: BattleaxePosition, points: int, *, first: bool) -> None:
    """Let the defenders absorb attrition points; if they can absorb no more than that, all are eliminated."""
    force = defenders(pos)
    if points >= endurance(pos, force):
        for unit in places_in(force):
            eliminate(pos, unit, "11.5", endurance(pos, 1 << unit))
    elif points:
        push(pos, Absorb.name, pos.seat(1 - pos.active), points, int(first))


def may_fall_back(pos: BattleaxePosition, unit: int) -> bool:
    """11.5.1 Reduced units may fall back; so may Germans at full strength, except from an Axis strongpoint."""
    if pos.reduced >> unit & 1:
        return True
    fortress = (pos.box.strongpoints & ~pos.control) >> pos.field & 1
    return bool(pos.box.germans >> unit & 1) and not fortress


class Absorb(Step[BattleaxePosition]):
    """11.5 The defender absorbs exactly the points due, lead unit first: flip 1, fall back 1, lose a reduced unit 2."""

    name = "battle.absorb"
    rule = "11.5"
    waiting = "The defender takes losses."
    verbs = ("flip", "fall_back", "lose")

    class Args(NamedTuple):
        """The attrition points left to absorb, and whether none has been absorbed yet."""

        points: int
        first: int

    def ask(self, pos: BattleaxePosition, frame: Frame) -> Ask:
        points, first = self.Args(*frame.args)
        text = "Reducing a unit absorbs 1, falling back 1, losing a reduced unit 2."
        if first:
            text += " The lead unit comes first."
        return Ask(f"Absorb {Count(points):attrition point}", text, (self.rule,))

    def actions(self, pos: BattleaxePosition, frame: Frame) -> list[Action]:
        points, first = frame.args
        force = defenders(pos)
        spare = endurance(pos, force) - points
        found: list[Action] = []
        for unit in places_in(1 << pos.target if first else force):
            weak = pos.reduced >> unit & 1
            if not weak:
                found.append(("flip", unit))
            if may_fall_back(pos, unit) and (REDUCED_LOSS if weak else FULL_LOSS) - RETREAT <= spare:
                found.append(("fall_back", unit))
            if weak and points >= REDUCED_LOSS:
                found.append(("lose", unit))
        return found

    def apply(self, pos: BattleaxePosition, frame: Frame, action: Action) -> None:
        points, _ = frame.args
        verb, unit = action
        pop(pos)
        if verb == "flip":
            lose_step(pos, unit, "11.5")
            absorb(pos, points - FLIP, first=False)
        elif verb == "lose":
            eliminate(pos, unit, "11.5", REDUCED_LOSS)
            absorb(pos, points - REDUCED_LOSS, first=False)
        else:
            push(pos, AbsorbRest.name, pos.seat(1 - pos.active), points - RETREAT)
            push(pos, "retreat.choose", pos.seat(1 - pos.active), unit, pos.field, 1 << pos.field, "11.5")

    def barred(self, pos: BattleaxePosition, frame: Frame, action: Action) -> str | None:
        match action:
            case ("fall_back", unit) if unit in range(len(pos.where)) and defenders(pos) >> unit & 1:
                return self.rule if may_fall_back(pos, unit) else "11.5.1"
        return self.rule


class AbsorbRest(Auto[BattleaxePosition]):
    """After a retreat the rest of the attrition points are absorbed."""

    name = "battle.absorb_rest"
    rule = "11.5"

    class Args(NamedTuple):
        """The attrition points left to absorb."""

        points: int

    def run(self, pos: BattleaxePosition, frame: Frame) -> None:
        (points,) = frame.args
        pop(pos)
        absorb(pos, points, first=False)


class Stand(Auto[BattleaxePosition]):
    """The battle is over: which units are left where it was fought."""

    name = "battle.stand"
    rule = "11.4"

    def run(self, pos: BattleaxePosition, frame: Frame) -> None:
        here, army = pos.here[pos.field], pos.box.army
        pos.note("11.4", "stand", pos.field, here & army[pos.active], here & army[1 - pos.active], pos.active)
        pop(pos)


STEPS = (Dice(), Verdict(), Losses(), Absorb(), AbsorbRest(), Stand())
