"""Impulses: assault, regroup, consolidation or pass."""

from __future__ import annotations

from typing import NamedTuple

from sandtable.engine.flow import BACK, DONE, Action, Ask, Auto, Frame, Step, pop, push, swap
from sandtable.engine.maps import Mask, lowest, places_in
from sandtable.engine.sides import ALLIED, AXIS
from sandtable.games.battleaxe.notation import SIDES_SAID, units_noun
from sandtable.games.battleaxe.position import BattleaxePosition
from sandtable.games.battleaxe.rules.r07_control import eliminate, lose_step, move, room
from sandtable.games.battleaxe.rules.r09_activation import PICK, activate, picked, places_to_activate
from sandtable.games.battleaxe.rules.r09_movement import GO, company, goal, grown
from sandtable.games.battleaxe.rules.r12_advantage import FUEL, cut_fuel, may_cut_fuel
from sandtable.games.battleaxe.rules.r14_supply import supplied_units
from sandtable.games.battleaxe.rules.r16_june15 import first_activation, waiting


class Choose(Step[BattleaxePosition]):
    """8, 8.1 The side whose impulse it is chooses one thing to do."""

    name = "impulse.choose"
    rule = "8.1"
    waiting = "A kind of impulse is being chosen."
    verbs = ("assault",)

    def ask(self, pos: BattleaxePosition, frame: Frame) -> Ask:
        title = f"{SIDES_SAID[pos.active].adjective} impulse {pos.impulse}"
        if first_activation(pos):
            return Ask(title, "In this first impulse zones A, B, C and D may assault together.", ("8.1", "16.3"))
        text = "Choose an area to assault from, regroup, consolidate two weak units, or pass."
        return Ask(title, text, ("8.1", "9.1.1"))

    def actions(self, pos: BattleaxePosition, frame: Frame) -> list[Action]:
        found = assaults(pos)
        if any(regroup_places(pos, place) for place in regrouping_from(pos)):
            found.append(("regroup",))
        found += [("consolidate", unit, partner) for unit, partner in consolidations(pos)]
        if pos.active == ALLIED and may_cut_fuel(pos):
            found.append(FUEL)  # 12.1D
        found.append(("pass",))
        return found

    def apply(self, pos: BattleaxePosition, frame: Frame, action: Action) -> None:
        if action == FUEL:
            cut_fuel(pos)
            return
        pop(pos)
        match action:
            case ("assault", place):
                begin_assault(pos, frame.side, (place,))
            case ("assault_all",):
                begin_assault(pos, frame.side, tuple(places_in(pos.box.first_activation)))
            case ("regroup",):
                push(pos, RegroupBegin.name, frame.side)
            case ("consolidate", unit, partner):
                consolidate(pos, unit, partner)
            case ("pass",):
                do_pass(pos)

    def barred(self, pos: BattleaxePosition, frame: Frame, action: Action) -> str | None:
        match action:
            case ("assault", place):
                return _assault_barred(pos, place)
            case ("regroup",):
                return "8.1.2a"
            case ("consolidate", unit, partner):
                return consolidation_barred(pos, unit, partner)
        return "12.1D" if action == FUEL else None


class Second(Step[BattleaxePosition]):
    """The assault that wireless intercepts add to a regroup."""

    name = "impulse.second"
    rule = "19.1H"
    title = "Wireless intercepts: assault"
    text = "Choose an area to assault from after the regroup, or pass."
    waiting = "An area is being chosen for an assault after the regroup."
    verbs = ("assault",)

    def actions(self, pos: BattleaxePosition, frame: Frame) -> list[Action]:
        return [*assaults(pos), ("pass",)]

    def apply(self, pos: BattleaxePosition, frame: Frame, action: Action) -> None:
        pop(pos)
        if action != ("pass",):
            begin_assault(pos, frame.side, (action[1],))

    def barred(self, pos: BattleaxePosition, frame: Frame, action: Action) -> str | None:
        return _assault_barred(pos, action[1]) if action[0] == "assault" else None


def _assault_barred(pos: BattleaxePosition, place: int) -> str | None:
    """The rule that keeps a place from assaulting."""
    known = place in range(len(pos.box.map))
    return "16" if known and pos.here[place] & waiting(pos) else "8.1.1"


def assaults(pos: BattleaxePosition) -> list[Action]:
    """8.1.1 An assault begins with the choice of an active area."""
    places = places_to_activate(pos)
    together = first_activation(pos) and places & pos.box.first_activation
    found: list[Action] = [("assault_all",)] if together else []  # 16.3
    return found + [("assault", place) for place in places_in(places)]


def begin_assault(pos: BattleaxePosition, seat: int, places: tuple[int, ...]) -> None:
    """Activate the chosen areas and let their units act."""
    pos.kind = "assault"
    for place in places:
        activate(pos, place)
    push(pos, "assault.next", seat)


def do_pass(pos: BattleaxePosition) -> None:
    """8.1.3 Nothing is done in this impulse."""
    pos.note("8.1.3", "passed", pos.active)


# Regroup


def regroup_barred(pos: BattleaxePosition, start: int, place: int) -> str | None:
    """8.1.2, 8.1.2a The rule that keeps the attacker's units of one place from regrouping to the next, or None."""
    box, side, bit = pos.box, pos.active, 1 << place
    if not box.around[start] & bit:
        return "9.3.2" if box.map.linked("escarpment", start, place) else "8.1.2a"
    if pos.occupied[1 - side] & bit or not pos.held(side) & bit:
        return "8.1.2a"
    if side == ALLIED and start == box.halfaya and place == box.musaid and not pos.control >> start & 1:
        return "8.1.2a"
    if pos.full[side] & bit:
        return "9.3.1"
    return "9.2.1" if pos.attacked & bit else None


def regroup_places(pos: BattleaxePosition, start: int) -> Mask:
    """The places the attacker's units may regroup to from here: the same restrictions, all at once."""
    box, side = pos.box, pos.active
    open_places = box.around[start] & pos.free(side) & ~pos.full[side] & ~pos.attacked
    if side == ALLIED and start == box.halfaya and not pos.control >> start & 1:
        open_places &= ~(1 << box.musaid)
    return open_places


def regrouping_from(pos: BattleaxePosition) -> list[int]:
    """The places with units that can regroup at all."""
    box, side = pos.box, pos.active
    able = box.army[side] & box.mobile & ~waiting(pos)
    return [place for place in places_in(pos.occupied[side]) if pos.here[place] & able]


class RegroupBegin(Auto[BattleaxePosition]):
    """All units that can move are ready to move one place."""

    name = "regroup.begin"
    rule = "8.1.2a"

    def run(self, pos: BattleaxePosition, frame: Frame) -> None:
        box, side = pos.box, pos.active
        pos.kind = "regroup"
        pos.ready = 0
        for place in regrouping_from(pos):
            pos.ready |= pos.here[place] & box.army[side] & box.mobile & ~waiting(pos)
        pos.note("8.1.2a", "regroup", side)
        swap(pos, RegroupNext.name, frame.side)


class RegroupNext(Step[BattleaxePosition]):
    """The next unit to regroup, or the end of it."""

    name = "regroup.next"
    rule = "8.1.2a"
    title = "Regroup"
    text = "Each unit may move one place, into friendly ground without enemies."
    waiting = "Units are regrouping."
    verbs = (PICK,)

    def actions(self, pos: BattleaxePosition, frame: Frame) -> list[Action]:
        found: list[Action] = []
        for place in places_in(pos.occupied[pos.active]):
            units = pos.here[place] & pos.ready
            if units and regroup_places(pos, place):
                found += [(PICK, unit) for unit in places_in(units)]
        found.append(DONE)
        return found

    def apply(self, pos: BattleaxePosition, frame: Frame, action: Action) -> None:
        if action == DONE:
            pos.ready = 0
            pop(pos)
        else:
            push(pos, RegroupGo.name, frame.side, 1 << action[1])

    def barred(self, pos: BattleaxePosition, frame: Frame, action: Action) -> str | None:
        unit = picked(pos, action)
        if unit is None:
            return None
        return "16" if waiting(pos) >> unit & 1 else "8.1.2a"


class RegroupGo(Step[BattleaxePosition]):
    """Where the chosen units of one place regroup to."""

    name = "regroup.go"
    rule = "8.1.2a"
    waiting = "Units are regrouping."
    verbs = (GO,)

    class Args(NamedTuple):
        """The units that regroup together."""

        group: Mask

    def ask(self, pos: BattleaxePosition, frame: Frame) -> Ask:
        group = units_noun(pos.box, self.Args(*frame.args).group)
        return Ask(f"Regroup {group}", "Choose a lit place.", (self.rule,))

    def actions(self, pos: BattleaxePosition, frame: Frame) -> list[Action]:
        (group,) = frame.args
        start = pos.where[lowest(group)]
        size = group.bit_count()
        rooms = [(place, room(pos, pos.active, place)) for place in places_in(regroup_places(pos, start))]
        found: list[Action] = [(GO, place) for place, most in rooms if size <= most]
        found += company(pos.here[start] & pos.ready & ~group, max(most for _, most in rooms) - size)
        return [*found, BACK]

    def apply(self, pos: BattleaxePosition, frame: Frame, action: Action) -> None:
        (group,) = frame.args
        start = pos.where[lowest(group)]
        larger = grown(group, pos.here[start] & pos.ready, action)
        if larger is not None:
            swap(pos, self.name, frame.side, larger)
            return
        if action != BACK:
            pos.ready &= ~group
            pos.note("8.1.2a", "regrouped", group, start, action[1])
            for unit in places_in(group):
                move(pos, unit, action[1])
        pop(pos)

    def barred(self, pos: BattleaxePosition, frame: Frame, action: Action) -> str | None:
        (group,) = frame.args
        place = goal(pos, action)
        if place is None:
            return None
        return regroup_barred(pos, pos.where[lowest(group)], place) or "9.3.1"


# Consolidation


def consolidation_barred(pos: BattleaxePosition, unit: int, partner: int) -> str | None:
    """8.1.2b The rule that keeps one unit from being restored at the cost of another, or None."""
    box = pos.box
    numbers = range(len(box.units))
    if unit not in numbers or partner not in numbers or unit == partner:
        return "8.1.2b"
    both = 1 << unit | 1 << partner
    same_type = not both & ~box.armor or not both & ~(box.infantry & ~box.cars)
    if (
        pos.where[unit] != pos.where[partner]
        or both & ~box.army[pos.active]
        or not pos.reduced >> unit & 1
        or not same_type
        or (both & box.italians and both & box.germans)
    ):
        return "8.1.2b"
    return None if not both & ~supplied_units(pos, pos.active) else "14.2"


def consolidations(pos: BattleaxePosition) -> list[tuple[int, int]]:
    """Every pair that can consolidate: the unit restored, and the partner that pays."""
    box, side = pos.box, pos.active
    mine = supplied_units(pos, side) & (box.armor | box.infantry) & ~box.cars
    found: list[tuple[int, int]] = []
    for unit in places_in(pos.reduced & mine):
        kind = box.armor if box.armor >> unit & 1 else box.infantry
        partners = pos.here[pos.where[unit]] & mine & kind & ~(1 << unit)
        if side == AXIS:
            partners &= box.italians if box.italians >> unit & 1 else box.germans
        found += [(unit, partner) for partner in places_in(partners)]
    return found


def consolidate(pos: BattleaxePosition, unit: int, partner: int) -> None:
    """Flip one unit up and the other down."""
    pos.note("8.1.2b", "consolidated", unit, partner)
    pos.reduced ^= 1 << unit
    if pos.reduced >> partner & 1:
        eliminate(pos, partner, "8.1.2b")
    else:
        lose_step(pos, partner, "8.1.2b")


STEPS = (Choose(), Second(), RegroupBegin(), RegroupNext(), RegroupGo())
