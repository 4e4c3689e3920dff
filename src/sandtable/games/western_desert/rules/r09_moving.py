"""9.1 Moving units: pick a unit or a stack, then a hex; or dig in, sail, or stay."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from sandtable.engine import flow
from sandtable.engine.flow import DONE, Action, Ask, Auto, Frame, Step, pop, push, swap
from sandtable.engine.maps import Mask, mask_of
from sandtable.engine.words import sentence
from sandtable.games.western_desert.notation import movement_points, stack_noun
from sandtable.games.western_desert.position import WesternDesertPosition
from sandtable.games.western_desert.reach import cost_of
from sandtable.games.western_desert.rules.entering import enter, prizes
from sandtable.games.western_desert.rules.r07_depots import FOLLOW, depot_shifts
from sandtable.games.western_desert.rules.r08_supply import UNSUPPLIED, supply
from sandtable.games.western_desert.rules.r09_movement import (
    budgets,
    draw_supplies,
    idle,
    move_barred,
    other_port,
    reachable,
    sail_barred,
    stack,
    stacking_barred,
    strategic_barred,
    strategic_budget,
    strategic_cost,
    strategic_reach,
    supplied_movers,
    tick_off,
    unit_wave,
)
from sandtable.games.western_desert.rules.r12_positions import (
    build,
    funds_barred,
    site_barred,
    upgrade,
    upgrade_barred,
    worker_barred,
)
from sandtable.games.western_desert.terms import FED, INSIDE, LEFT, MOVED, MP, SAILED, STRATEGIC, TOBRUK


class BeginMovement(Auto[WesternDesertPosition]):
    """Clear what the last movement phase left on the units, and ask for the first move."""

    name = "move.begin"
    rule = "9.0"

    def run(self, pos: WesternDesertPosition, frame: Frame) -> None:
        clear = ~(MOVED | FED | LEFT)
        for unit in pos.box.everyone_of[frame.side]:
            pos.flags[unit] &= clear
        pos.ordered, pos.idle = 0, None
        swap(pos, "move.choose", frame.side)


class ChooseMover(Step[WesternDesertPosition]):
    """Which unit or stack moves next, if any."""

    name = "move.choose"
    rule = "9.1"
    verbs = ("unit", "stack")

    def ask(self, pos: WesternDesertPosition, frame: Frame) -> Ask:
        if pos.exploiting:
            some = "Armour, motorised and recon units may move half their allowance."
            return Ask("Exploitation movement", "Pick a unit or a stack." if pos.major else some, ("9.5", "9.1"))
        first = "" if pos.ordered else " Strategic moves and sea transfer come first."
        return Ask("Movement", f"Pick a unit or a stack, then a hex.{first}", ("9.1", "9.2", "9.4"))

    def actions(self, pos: WesternDesertPosition, frame: Frame) -> list[Action]:
        found = [*idle(pos, frame.side)]
        if pos.exploiting and depot_shifts(pos, frame.side):
            found.append(FOLLOW)
        found.append(DONE)
        return found

    def apply(self, pos: WesternDesertPosition, frame: Frame, action: Action) -> None:
        side = frame.side
        match action:
            case ("unit", unit):
                push(pos, "move.to", side, (unit,), ())
            case ("stack", place):
                push(pos, "move.to", side, tuple(stack(pos, place)), ())
            case flow.DONE:
                pos.idle = None
                pop(pos)
            case _:  # FOLLOW
                push(pos, "depot.shift", side)

    def barred(self, pos: WesternDesertPosition, frame: Frame, action: Action) -> str | None:
        if action[0] == "unit" and action[1] in range(pos.box.everyone):
            return move_barred(pos, action[1])
        return None


class ChooseTarget(Step[WesternDesertPosition]):
    """Where the chosen units go."""

    name = "move.to"
    rule = "9.1"
    verbs = ("to",)

    class Args(NamedTuple):
        """The chosen units and, once they have begun, what each has left in sixths of a point."""

        units: tuple[int, ...]
        left: tuple[int, ...]

    def ask(self, pos: WesternDesertPosition, frame: Frame) -> Ask:
        units, left = self.Args(*frame.args)
        least = movement_points(min(left or budgets(pos, units)))
        who = str(stack_noun(pos.box, pos.as_shown(units)))
        text = f"{sentence(least)}. Choose a lit hex."
        if any(action[0] == "strategic" for action in pos.actions()):
            text += " S is a strategic move by road: units that make one do not attack in this phase."
        return Ask(who, text, ("9.1", "9.31"))

    def actions(self, pos: WesternDesertPosition, frame: Frame) -> list[Action]:
        _, side, (units, left) = frame
        first = not left
        by = supply(pos, units[0]) if first else UNSUPPLIED
        fed = supplied_movers(pos, units, by) if first else None
        points = left or budgets(pos, units, fed)
        near = reachable(pos, units, points, first)
        far = strategic_reach(pos, units) if first and strategic_barred(pos, units, fed) is None else 0
        full = stacking_barred(pos, units, near | far)
        near &= ~full
        found = pos.box.listed("to", near)[:]
        if pos.works:
            found += self._dig(pos, units, points, near)
        if first:
            if far:
                nothing_new = near & ~prizes(pos, side) | full | pos.box.bit[pos.where[units[0]]]
                found += pos.box.listed("strategic", far & ~nothing_new)  # past a prize it goes on along the road
            if sail_barred(pos, units) is None:
                port = other_port(pos, pos.where[units[0]])
                if not stacking_barred(pos, units, pos.box.bit[port]):
                    found.append(("sail", port))
            if not pos.exploiting:
                found += self._works(pos, units, by)
        found.append(("stay",))
        return found

    def barred(self, pos: WesternDesertPosition, frame: Frame, action: Action) -> str | None:
        match action:
            case ("to", int(place)) if 0 <= place < len(pos.box.bit):
                units, left = self.Args(*frame.args)
                near = reachable(pos, units, left or budgets(pos, units), not left)
                return "9.2" if near >> place & 1 else "9.1"
        return None

    @staticmethod
    def _works(pos: WesternDesertPosition, units: tuple[int, ...], by: int) -> list[Action]:
        """Units that stand still may build here (12.1), or one of those inside may raise what stands."""
        if funds_barred(pos, pos.active):
            return []
        if not pos.work_at(pos.where[units[0]]):
            if site_barred(pos, pos.where[units[0]], pos.active):
                return []
            return [("build", unit) for unit in units if worker_barred(pos, unit, by) is None]
        return [("upgrade", unit) for unit in units if upgrade_barred(pos, unit, by) is None][:1]

    @staticmethod
    def _dig(pos: WesternDesertPosition, units: tuple[int, ...], left: Sequence[int], near: Mask) -> list[Action]:
        """For a further point units go under the marker of the position they end in (12.2), here or near enough."""
        here, least = pos.where[units[0]], min(left)
        bit = pos.box.bit[here]
        sites = mask_of([place for place, _, _ in pos.works]) & pos.held[pos.active] & (near | bit)
        if not sites or least < MP or max(units) >= pos.box.count:
            return []
        others = sites & near if least > MP else 0
        if others:
            others &= reachable(pos, units, left, False, MP)
        if sites & bit and not any(pos.flags[unit] & INSIDE for unit in units):
            others |= bit
        return [("dig", place) for place, _, _ in pos.works if others >> place & 1]

    def apply(self, pos: WesternDesertPosition, frame: Frame, action: Action) -> None:
        _, side, (units, left) = frame
        if not left and pos.control[TOBRUK] == side and action[0] in ("to", "dig", "strategic"):
            draw_supplies(pos, units)
        pop(pos)
        if action[0] != "stay":
            tick_off(pos, action[1:] if action[0] in ("build", "upgrade") else units)
        match action:
            case ("to", place):
                self._march(pos, side, units, left, place)
            case ("dig", place):
                if pos.where[units[0]] != place:
                    self._march(pos, side, units, left, place)
                pos.ordered = 1
                for unit in units:
                    pos.flags[unit] |= INSIDE
                pos.note("12.2", "dug_in", units, place)
            case ("strategic", place):
                drive(pos, side, units, strategic_budget(pos, units), place)
            case ("stay",):  # a unit put down again has not moved
                for unit in units:
                    pos.flags[unit] |= LEFT
            case ("sail", port):
                pos.note("9.7", "sailed", pos.as_shown(units), pos.where[units[0]], port)
                pos.put(units, port)
                pos.sailed += len(units)
                for unit in units:
                    pos.flags[unit] |= SAILED
                enter(pos, units, port)
            case ("build", unit):
                build(pos, unit)
            case ("upgrade", unit):
                upgrade(pos, unit)

    @staticmethod
    def _march(pos: WesternDesertPosition, side: int, units: tuple[int, ...], left: Sequence[int], place: int) -> None:
        """Move; at a prize those go on who have something left and need not halt for good."""
        rest: dict[int, int] = {}
        prize = prizes(pos, side) & pos.box.bit[place]
        if prize:
            in_zone = (pos.zoc[1 - side] & ~pos.held[side]) >> place & 1
            for unit, budget in zip(units, left or budgets(pos, units), strict=True):
                cost = cost_of(unit_wave(pos, unit, budget), place)
                if cost is not None and cost < budget and (pos.box.passes_zones[unit] or not in_zone):
                    rest[unit] = budget - cost
        pos.ordered = 1
        pos.note("9.1", "moved", pos.as_shown(units), pos.where[units[0]], place)
        pos.put(units, place)
        if rest:
            push(pos, "move.to", side, tuple(rest), tuple(rest.values()))
        if prize:
            enter(pos, units, place)


def drive(pos: WesternDesertPosition, side: int, units: tuple[int, ...], budget: int, place: int) -> None:
    """A strategic move; who halted at a prize may drive on with what is left (R29)."""
    prize = prizes(pos, side) & pos.box.bit[place]
    left = budget - strategic_cost(pos, units, budget, place) if prize else 0
    pos.note("9.4", "strategic", pos.as_shown(units), pos.where[units[0]], place)
    pos.put(units, place)
    for unit in units:
        pos.flags[unit] |= STRATEGIC
    if left:
        push(pos, "move.on", side, units, (left,) * len(units))
    enter(pos, units, place)


class DriveOn(Step[WesternDesertPosition]):
    """A strategic move that took something on its way goes on along the road, or ends there."""

    name = "move.on"
    rule = "9.4"
    verbs = ("strategic",)

    Args = ChooseTarget.Args

    def ask(self, pos: WesternDesertPosition, frame: Frame) -> Ask:
        units, left = self.Args(*frame.args)
        who = str(stack_noun(pos.box, pos.as_shown(units)))
        return Ask(who, f"{sentence(movement_points(left[0]))} left on the road.", ("9.4",))

    def actions(self, pos: WesternDesertPosition, frame: Frame) -> list[Action]:
        units, left = self.Args(*frame.args)
        far = strategic_reach(pos, units, left[0]) & ~pos.box.bit[pos.where[units[0]]]
        return [*pos.box.listed("strategic", far & ~stacking_barred(pos, units, far)), ("stay",)]

    def barred(self, pos: WesternDesertPosition, frame: Frame, action: Action) -> str | None:
        return "9.4" if action[0] == "strategic" else None

    def apply(self, pos: WesternDesertPosition, frame: Frame, action: Action) -> None:
        units, left = self.Args(*frame.args)
        pop(pos)
        if action[0] == "strategic":
            drive(pos, frame.side, units, left[0], action[1])


def goals(pos: WesternDesertPosition) -> tuple[Mask, Mask]:
    """Where the units may go now: by their movement points, and by strategic movement."""
    offered = pos.actions()
    near, far = (mask_of(action[1] for action in offered if action[0] == verb) for verb in ("to", "strategic"))
    return near, far


def moving_units(pos: WesternDesertPosition) -> tuple[int, ...]:
    """The units whose hex is being chosen."""
    if not pos.stack or pos.stack[-1].step not in (ChooseTarget.name, DriveOn.name):
        return ()
    return ChooseTarget.Args(*pos.stack[-1].args).units


STEPS = (BeginMovement(), ChooseMover(), ChooseTarget(), DriveOn())
