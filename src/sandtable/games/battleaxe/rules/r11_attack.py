"""Attacks: where they may or must be made, which units take part, and who leads."""

from __future__ import annotations

from typing import NamedTuple

from sandtable.engine.flow import Action, Ask, Auto, Frame, Step, pop, push, swap
from sandtable.engine.maps import Mask, places_in
from sandtable.games.battleaxe.notation import short_place, unit_name, units_noun
from sandtable.games.battleaxe.position import COMMITTED, LOST, SPENT, BattleaxePosition
from sandtable.games.battleaxe.rules.r07_control import contested
from sandtable.games.battleaxe.rules.r10_guns import possible_leads
from sandtable.games.battleaxe.rules.r11_values import defenders, tally
from sandtable.games.battleaxe.rules.r12_advantage import FUEL, cut_fuel, may_answer_with_fuel
from sandtable.games.battleaxe.rules.r19_options import axis_air_flies

JOIN = "join"
JOIN_ALL: Action = ("join_all",)
"""The orders that choose the units of an attack or an advance, one by one or all that are left."""


def unfought(pos: BattleaxePosition) -> Mask:
    """11.1 The places where units that entered enemy ground still have to attack."""
    waiting = 0
    if pos.arrived:
        for place in places_in(contested(pos) & ~pos.contested & ~pos.attacked):
            if pos.here[place] & pos.arrived:
                waiting |= 1 << place
    return waiting


def places_to_attack(pos: BattleaxePosition) -> Mask:
    """11, 11.2 The places where active units stand among enemies and may attack, each once an impulse."""
    found = 0
    acting = pos.arrived | pos.ready
    for place in places_in(contested(pos) & ~pos.attacked):
        if pos.here[place] & acting:
            found |= 1 << place
    return found


def still_active(pos: BattleaxePosition, place: int) -> Mask:
    """The active units of a place that have not attacked yet."""
    return pos.here[place] & (pos.arrived | pos.ready)


def attack_barred(pos: BattleaxePosition, place: int) -> str:
    """The rule that keeps the attacker from attacking here."""
    return "9.2.1" if place >= 0 and pos.attacked >> place & 1 else "11"


def attack(pos: BattleaxePosition, place: int) -> None:
    """All units that came in attack; in a place contested before, the attacker chooses which do."""
    seat = pos.seat(pos.active)
    if not pos.contested >> place & 1:
        begin_battle(pos, place, still_active(pos, place), mandatory=True)
    else:
        push(pos, Force.name, seat, place, 0, 0)


def joining(others: Mask, room: int) -> list[Action]:
    """Actions that add one of these units to those chosen, or all of them if there is room."""
    found: list[Action] = [(JOIN, unit) for unit in places_in(others)] if room > 0 else []
    if 1 < len(found) <= room:
        found.append(JOIN_ALL)
    return found


class Force(Step[BattleaxePosition]):
    """11.3 In a place contested before the impulse some or all of the active units there attack, and none retreats."""

    name = "attack.force"
    rule = "11.3"
    waiting = "The attackers are being chosen."
    verbs = (JOIN,)

    class Args(NamedTuple):
        """The place, and the units chosen so far."""

        place: int
        chosen: Mask
        after_overrun: Mask
        """The units that advanced into it after an overrun, if any did."""

    def ask(self, pos: BattleaxePosition, frame: Frame) -> Ask:
        args = self.Args(*frame.args)
        chosen = f"Chosen: {units_noun(pos.box, args.chosen)}."
        text = chosen if args.chosen else "Any or all of the units there may attack."
        return Ask(f"Which units attack at {short_place(pos.box, args.place)}?", text, ("11.2", "11.3"))

    def actions(self, pos: BattleaxePosition, frame: Frame) -> list[Action]:
        place, chosen, after_overrun = frame.args
        others = may_join(pos, place, after_overrun) & ~chosen
        found = joining(others, others.bit_count())
        if chosen:
            found.append(("fight",))
        elif after_overrun:
            found.append(("hold",))  # 11.2
        return found

    def apply(self, pos: BattleaxePosition, frame: Frame, action: Action) -> None:
        place, chosen, after_overrun = frame.args
        match action:
            case ("fight",):
                self._fight(pos, place, chosen, after_overrun)
            case ("hold",):
                pop(pos)  # 11.4.4 their second activation ends here
            case (_, unit):
                swap(pos, self.name, frame.side, place, chosen | 1 << unit, after_overrun)
            case _:  # all of them
                self._fight(pos, place, may_join(pos, place, after_overrun), after_overrun)

    def _fight(self, pos: BattleaxePosition, place: int, force: Mask, after_overrun: Mask) -> None:
        pop(pos)
        begin_battle(pos, place, force, exploiting=bool(force & after_overrun))

    def barred(self, pos: BattleaxePosition, frame: Frame, action: Action) -> str | None:
        return "9.1.1" if action[0] == JOIN else None


def may_join(pos: BattleaxePosition, place: int, after_overrun: Mask) -> Mask:
    """The active units of a contested place, and those that have just advanced there after an overrun (R20)."""
    return after_overrun | still_active(pos, place)


def begin_battle(
    pos: BattleaxePosition, place: int, force: Mask, *, mandatory: bool = False, exploiting: bool = False
) -> None:
    """11.4 A battle is fought out in the book's order (see `sequence.BATTLE`)."""
    pos.field = place
    pos.attackers = force
    pos.lead = pos.target = LOST
    pos.mandatory, pos.exploiting = int(mandatory), int(exploiting)
    pos.air_dice = pos.rommel_die = pos.salvo = 0
    pos.tally = pos.dice = ()
    pos.attacked |= 1 << place
    pos.ready &= ~force
    pos.arrived &= ~force
    pos.begun = 1
    if not exploiting:
        pos.air = SPENT if pos.air == COMMITTED else pos.air
        pos.rommel_free = SPENT if pos.rommel_free == COMMITTED else pos.rommel_free
    pos.note("11.4", "battle", place, force, defenders(pos))
    push(pos, "battle", pos.seat(pos.active), 0)


class Lead(Step[BattleaxePosition]):
    """The attacker names the unit that leads."""

    name = "battle.lead"
    rule = "11.4.2A"
    waiting = "The attacker chooses the unit that leads."
    verbs = ("lead",)

    def ask(self, pos: BattleaxePosition, frame: Frame) -> Ask:
        text = "It counts its full combat value; every other unit adds 1. A stalemate or a success costs it a step."
        return Ask(f"Which unit leads the attack on {short_place(pos.box, pos.field)}?", text, ("11.4.2A", "10.3"))

    def actions(self, pos: BattleaxePosition, frame: Frame) -> list[Action]:
        return [("lead", unit) for unit in places_in(possible_leads(pos, pos.attackers))]

    def apply(self, pos: BattleaxePosition, frame: Frame, action: Action) -> None:
        pos.lead = action[1]
        pos.note("11.4.2A", "lead", pos.lead)
        pop(pos)

    def barred(self, pos: BattleaxePosition, frame: Frame, action: Action) -> str | None:
        match action:
            case ("lead", unit) if unit >= 0 and pos.attackers >> unit & 1:
                return "10.3"
        return None


class Target(Step[BattleaxePosition]):
    """The defender names the unit that leads the defence and takes the first losses."""

    name = "battle.target"
    rule = "11.4.3A"
    waiting = "The defender chooses the unit that leads."
    verbs = ("lead",)

    def ask(self, pos: BattleaxePosition, frame: Frame) -> Ask:
        led = f", led by {unit_name(pos.box, pos.lead)}" if pos.attackers & (pos.attackers - 1) else ""
        text = f"{units_noun(pos.box, pos.attackers):attack}{led}. The unit you choose takes the first losses."
        return Ask(f"Which unit leads the defence of {short_place(pos.box, pos.field)}?", text, ("11.4.3A", "10.3"))

    def actions(self, pos: BattleaxePosition, frame: Frame) -> list[Action]:
        found: list[Action] = [("lead", unit) for unit in places_in(defenders(pos))]
        if may_answer_with_fuel(pos) and (len(found) > 1 or axis_air_flies(pos)):  # 12.1D R8
            found.append(FUEL)
        return found

    def apply(self, pos: BattleaxePosition, frame: Frame, action: Action) -> None:
        if action == FUEL:
            cut_fuel(pos)
            return
        pos.target = action[1]
        pos.note("11.4.3A", "lead", pos.target)
        pop(pos)


class MakeUp(Auto[BattleaxePosition]):
    """Everything but the dice is known: both sums are worked out."""

    name = "battle.tally"
    rule = "11.4"

    def run(self, pos: BattleaxePosition, frame: Frame) -> None:
        pos.tally = tuple(tally(pos))
        pos.note("11.4", "tally", *pos.tally)
        pop(pos)


STEPS = (Force(), Lead(), Target(), MakeUp())
