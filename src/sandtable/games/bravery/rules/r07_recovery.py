"""Combat, last part: the side that holds the hex recovers tanks."""

from __future__ import annotations

from typing import NamedTuple

from sandtable.engine.chance import HANDFUL, DiceRoll
from sandtable.engine.flow import DONE, Action, Ask, Auto, Frame, Step, swap
from sandtable.engine.sides import CHANCE
from sandtable.engine.words import Count
from sandtable.games.bravery.position import LOST, BraveryPosition
from sandtable.games.bravery.rules.r07_retreat import close_battle


def recoverable(pos: BraveryPosition, side: int) -> list[int]:
    """7.4.4 Armour of a side damaged in this battle that is still in the hex or was lost there; never Italian (R20)."""
    box, where = pos.box, pos.where
    return [
        unit
        for unit in pos.damage
        if box.units[unit].side == side and box.recoverable[unit] and where[unit] in (pos.field, LOST)
    ]


class Recover(Auto[BraveryPosition]):
    """7.4.1 The side that stays when the other has retreated or died may recover tanks, a die for each one damaged."""

    name = "combat.recover"

    def run(self, pos: BraveryPosition, frame: Frame) -> None:
        side = frame.side
        dice = len(recoverable(pos, side))
        if dice:
            swap(pos, "recover.roll", CHANCE, side, dice, ())
        else:
            close_battle(pos)


def recovery_number(pos: BraveryPosition, side: int) -> int:
    """7.4.3 What a die must show: 5 for Germans, 6 for the Commonwealth."""
    return int(pos.box.tables["recovery"]["de" if side else "cw"])


class RecoveryRoll(DiceRoll[BraveryPosition]):
    """The dice of tank recovery."""

    name = "recover.roll"
    rule = "7.4.2"

    class Args(NamedTuple):
        """Who rolls, the dice still to roll, and what was shown."""

        side: int
        left: int
        faces: tuple[int, ...]

    def dice(self, pos: BraveryPosition, frame: Frame) -> int:
        return min(int(self.Args(*frame.args).left), HANDFUL)

    def apply(self, pos: BraveryPosition, frame: Frame, action: Action) -> None:
        side, count, faces = self.Args(*frame.args)
        faces += action[1:]
        if count > HANDFUL:
            swap(pos, self.name, CHANCE, side, count - HANDFUL, faces)
            return
        need = recovery_number(pos, side)
        successes = sum(face >= need for face in faces)
        pos.note("7.4.2" if side else "7.4.3", "recovery", side, faces, need, pos.field)
        if successes:
            swap(pos, "recover.choose", side, successes)
        else:
            close_battle(pos)


class RecoverChoice(Step[BraveryPosition]):
    """7.4.2 Each success brings a tank unit lost in this battle back reduced, or a damaged one back to full.

    Two successes spent on one lost unit bring it back at full strength.
    """

    name = "recover.choose"
    rule = "7.4.2"
    verbs = ("repair", "salvage")

    class Args(NamedTuple):
        """The successes still to spend."""

        successes: int

    def ask(self, pos: BraveryPosition, frame: Frame) -> Ask:
        return Ask(
            "Tanks recovered",
            f"{Count(self.Args(*frame.args).successes):success}: choose what to bring back.",
            ("7.4.2",),
        )

    def actions(self, pos: BraveryPosition, frame: Frame) -> list[Action]:
        found: list[Action] = [DONE]
        sorts = set()
        for unit in recoverable(pos, frame.side):
            sort = (pos.box.units[unit].formation, pos.strength[unit])
            if pos.strength[unit] < 2 and sort not in sorts:
                sorts.add(sort)
                found.append(("repair" if pos.strength[unit] else "salvage", unit))
        return found

    def apply(self, pos: BraveryPosition, frame: Frame, action: Action) -> None:
        _, side, (successes,) = frame
        if action == DONE:
            pos.note("7.4.2", "unused", side, successes)
            close_battle(pos)
            return
        unit = action[1]
        pos.strength[unit] += 1
        pos.where[unit] = pos.field
        pos.note("7.4.2", action[0], unit, pos.field)
        if successes == 1:
            close_battle(pos)
        else:
            swap(pos, self.name, side, successes - 1)

    def barred(self, pos: BraveryPosition, frame: Frame, action: Action) -> str | None:
        return "7.4.2"


STEPS = (Recover(), RecoveryRoll(), RecoverChoice())
