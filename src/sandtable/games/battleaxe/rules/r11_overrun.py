"""After an overrun: the attackers activate a second time and advance to one more place."""

from __future__ import annotations

from typing import NamedTuple

from sandtable.engine.flow import Action, Ask, Frame, Step, pop, push, swap
from sandtable.engine.maps import Mask, places_in
from sandtable.games.battleaxe.notation import short_place, units_noun
from sandtable.games.battleaxe.position import BattleaxePosition
from sandtable.games.battleaxe.rules.r07_control import move, room
from sandtable.games.battleaxe.rules.r09_movement import GO, entry_barred, exits
from sandtable.games.battleaxe.rules.r11_attack import JOIN, JOIN_ALL, Force, begin_battle, joining, still_active


def pursuers(pos: BattleaxePosition) -> Mask:
    """The attackers that can advance."""
    return pos.attackers & pos.here[pos.field] & pos.box.mobile


def second_force(pos: BattleaxePosition, place: int, force: Mask) -> Mask:
    """The units that advance, and all who wait in that place to make their mandatory attack."""
    return force if pos.contested >> place & 1 else force | still_active(pos, place)  # 11.1 R20


def may_pursue(pos: BattleaxePosition) -> bool:
    """Is there an overrun to follow up, and a unit to do it?"""
    return bool(pos.pursuit) and bool(pursuers(pos))


class Where(Step[BattleaxePosition]):
    """The attacker chooses the one place to advance to, or halts."""

    name = "overrun.where"
    rule = "11.4.4"
    text = "The attackers may advance to one adjacent place and attack there."
    waiting = "The attackers may advance after their overrun."
    verbs = ("advance",)

    def ask(self, pos: BattleaxePosition, frame: Frame) -> Ask:
        return Ask(f"Overrun at {short_place(pos.box, pos.field)}", self.text, (self.rule,))

    def actions(self, pos: BattleaxePosition, frame: Frame) -> list[Action]:
        return [*(("advance", place) for place in places_in(exits(pos, pos.field))), ("halt",)]

    def apply(self, pos: BattleaxePosition, frame: Frame, action: Action) -> None:
        if action == ("halt",):
            pop(pos)
        else:
            swap(pos, Who.name, frame.side, action[1], 0)

    def barred(self, pos: BattleaxePosition, frame: Frame, action: Action) -> str | None:
        match action:
            case ("advance", place) if place in range(len(pos.box.map)):
                return entry_barred(pos, pos.field, place)
        return None


class Who(Step[BattleaxePosition]):
    """The attacker chooses which of the units that fought advance."""

    name = "overrun.who"
    rule = "11.4.4"
    waiting = "The attackers may advance after their overrun."

    class Args(NamedTuple):
        """The place, and the units chosen so far."""

        place: int
        chosen: Mask

    def ask(self, pos: BattleaxePosition, frame: Frame) -> Ask:
        place, chosen = self.Args(*frame.args)
        text = f"Chosen: {units_noun(pos.box, chosen)}." if chosen else "Choose the units that advance."
        return Ask(f"Advance to {short_place(pos.box, place)}", text, (self.rule,))

    def actions(self, pos: BattleaxePosition, frame: Frame) -> list[Action]:
        place, chosen = frame.args
        spare = room(pos, pos.active, place) - chosen.bit_count()
        found = joining(pursuers(pos) & ~chosen, spare)
        if chosen:
            found.append((GO, place))
        return found

    def apply(self, pos: BattleaxePosition, frame: Frame, action: Action) -> None:
        place, chosen = frame.args
        if action[0] == JOIN:
            swap(pos, self.name, frame.side, place, chosen | 1 << action[1])
        else:
            self._advance(pos, place, pursuers(pos) if action == JOIN_ALL else chosen)

    def _advance(self, pos: BattleaxePosition, place: int, force: Mask) -> None:
        pop(pos)
        pos.note("11.4.4", "moved", force, pos.field, place)
        for unit in places_in(force):
            pos.came_from[unit] = pos.where[unit]
            move(pos, unit, place)
        if not pos.occupied[1 - pos.active] >> place & 1:
            return
        if pos.contested >> place & 1:
            push(pos, Force.name, pos.seat(pos.active), place, 0, force)
        else:
            begin_battle(pos, place, second_force(pos, place, force), mandatory=True, exploiting=True)


STEPS = (Where(), Who())
