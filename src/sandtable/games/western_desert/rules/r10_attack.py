"""10.1 Choosing attacks: which hexes, which stacks, and what must be attacked along with them."""

from __future__ import annotations

from typing import NamedTuple

from sandtable.engine.flow import BACK, DONE, Action, Ask, Auto, Frame, Step, pop, push, swap
from sandtable.engine.maps import Mask, places_in
from sandtable.engine.words import Count, sentence
from sandtable.games.western_desert.notation import places_said
from sandtable.games.western_desert.position import Battle, WesternDesertPosition
from sandtable.games.western_desert.rules.r10_points import payment_barred
from sandtable.games.western_desert.rules.r12_positions import attacked_from
from sandtable.games.western_desert.rules.r14_air import air_points, bomb_targets
from sandtable.games.western_desert.rules.r15_naval import may_support, shell_targets
from sandtable.games.western_desert.terms import ATTACKED, BOMBED, FED, FELL_BACK, INSIDE, SAILED, STRATEGIC

Stacks = tuple[tuple[int, int], ...]
"""Attacking hexes, each with 1 when the units inside its position attack too."""
GO: Action = ("go",)
"""The attack goes in as it is planned."""


def attack_barred(pos: WesternDesertPosition, unit: int) -> str | None:
    """10.0 The rule that keeps a unit from attacking in this phase, or None."""
    flags = pos.flags[unit]
    if pos.where[unit] < 0 or pos.box.side[unit] != pos.active:
        return "10.0"
    if flags & ATTACKED:
        return "10.1"
    if pos.exploiting:
        if flags & SAILED:
            return "9.7"
        return None if pos.major or pos.box.mobile[unit] else "10.0"
    return "9.4" if flags & STRATEGIC else None


def ready_stacks(pos: WesternDesertPosition) -> dict[int, list[int]]:
    """Hexes next to the enemy with the units in them that may attack."""
    side, where = pos.active, pos.where
    enemy = pos.held[1 - side]
    strikes = pos.box.strikes
    stacks: dict[int, list[int]] = {}
    for unit in pos.army[side]:
        place = where[unit]
        if strikes[place] & enemy and attack_barred(pos, unit) is None:
            stacks.setdefault(place, []).append(unit)
    return stacks


def must_attack(pos: WesternDesertPosition, stacks: Stacks) -> Mask:
    """Enemy hexes next to these stacks that have not been attacked yet."""
    enemy = pos.held[1 - pos.active]
    found = 0
    for place, _ in stacks:
        found |= pos.box.strikes[place] & enemy
    return found & ~pos.attacked


def go_barred(pos: WesternDesertPosition, targets: tuple[int, ...], stacks: Stacks) -> str | None:
    """The rule that forbids this attack as planned, or None.

    Every enemy hex next to an attacker has to be attacked in this phase: those left out here must be next to a stack
    that can still attack them. Such a stack can always attack all that it is next to, so this test is enough.
    """
    if not stacks:
        return "10.1"
    if pos.surprise:  # 7.92
        return None
    owed = pos.owed & pos.held[1 - pos.active] | must_attack(pos, stacks)
    for place in targets:
        owed &= ~pos.box.bit[place]
    used = {place for place, _ in stacks}
    for place in ready_stacks(pos):
        if place not in used:
            owed &= ~pos.box.strikes[place]
    return "10.1" if owed else None


def first_plan(pos: WesternDesertPosition, target: int) -> Stacks:
    """Everyone who can strike the hex; units inside positions only where nobody else can (12.3)."""
    plan, inside = [], []
    for place, units in ready_stacks(pos).items():
        if not pos.box.strikes[place] >> target & 1:
            continue
        outside = [unit for unit in units if not pos.flags[unit] & INSIDE]
        if len(outside) == len(units):
            plan.append((place, 1))
        elif outside:
            plan.append((place, 0))
        else:
            inside.append((place, 1))
    return tuple(plan or inside)


def _beside(pos: WesternDesertPosition, place: int, targets: tuple[int, ...]) -> int:
    """How many of these hexes the units here could strike."""
    return sum(pos.box.strikes[place] >> target & 1 for target in targets)


def may_hold(units: list[int], held: tuple[int, ...], unit: int) -> bool:
    """May this unit inside a position be held back from the attack of its stack (12.3)? Somebody has to make it."""
    return unit not in held and any(other != unit and other not in held for other in units)


class BeginCombat(Auto[WesternDesertPosition]):
    """Clear what the last combat phase left on the units, and ask for the first attack."""

    name = "combat.begin"
    rule = "10.0"

    def run(self, pos: WesternDesertPosition, frame: Frame) -> None:
        clear = ~(ATTACKED | FELL_BACK | BOMBED | FED)
        pos.flags = [flags & clear for flags in pos.flags]
        pos.attacked = pos.owed = 0
        swap(pos, "combat.choose", frame.side)


class ChooseAttack(Step[WesternDesertPosition]):
    """Which enemy hex to attack or bombard next, if any."""

    name = "combat.choose"
    rule = "10.0"
    verbs = ("attack",)

    def ask(self, pos: WesternDesertPosition, frame: Frame) -> Ask:
        verbs = {action[0] for action in pos.actions()}
        text = f"{Count(pos.points[pos.active]):attack point} left. "
        text += "Choose an enemy hex." if "attack" in verbs else "There is no hex left to attack."
        if DONE[0] not in verbs:
            text += " Some hexes next to your attackers must still be attacked."
        if verbs & {"bombard", "shell"}:
            text += " A lit hex may be bombarded."
        return Ask("Second combat" if pos.exploiting else "Combat", sentence(text), ("10.0", "10.1", "10.3"))

    def actions(self, pos: WesternDesertPosition, frame: Frame) -> list[Action]:
        ready = ready_stacks(pos)
        targets = must_attack(pos, tuple((place, 1) for place in ready))
        owed = pos.owed & targets
        found: list[Action] = [("attack", place) for place in places_in(targets)]
        found += [("bombard", place) for place in places_in(bomb_targets(pos))]
        found += [("shell", place) for place in places_in(shell_targets(pos))]
        if not owed:
            found.append(DONE)
        return found

    def apply(self, pos: WesternDesertPosition, frame: Frame, action: Action) -> None:
        match action:
            case ("attack", place):
                push(pos, "combat.plan", frame.side, (place,), first_plan(pos, place))
            case ("bombard", place):
                push(pos, "air.bombs", frame.side, place)
            case ("shell", place):
                push(pos, "naval.shells", frame.side, place)
            case _:
                pop(pos)

    def barred(self, pos: WesternDesertPosition, frame: Frame, action: Action) -> str | None:
        return {"attack": "10.1", "bombard": "14.2", "shell": "15.0", "done": "10.1"}.get(str(action[0]))


class PlanAttack(Step[WesternDesertPosition]):
    """Who takes part, and which other hexes the same attack is made on."""

    name = "combat.plan"
    rule = "10.1"
    verbs = ("also",)

    class Args(NamedTuple):
        """The hexes attacked, the stacks that attack them, and units held back inside a position that attacks."""

        targets: tuple[int, ...]
        stacks: Stacks
        held: tuple[int, ...] = ()

    def ask(self, pos: WesternDesertPosition, frame: Frame) -> Ask:
        targets, stacks, _ = self.Args(*frame.args)
        text = f"Attacking from {places_said(pos, (place for place, _ in stacks))}."
        if GO not in pos.actions():
            text += " Enemies next to your stacks are left out: attack them as well"
            text += ", or leave out a stack." if len(stacks) > 1 else "."
        out = [place for place in ready_stacks(pos) if 0 < _beside(pos, place, targets) < len(targets)]
        if out:
            text += f" Not next to all of these, so not in this attack: the {'stacks' if out[1:] else 'stack'} at "
            text += f"{places_said(pos, out)}."
        return Ask(f"Attack {places_said(pos, targets)}", text, ("10.1", "12.3"))

    def actions(self, pos: WesternDesertPosition, frame: Frame) -> list[Action]:
        targets, stacks, held = self.Args(*frame.args)
        ready = ready_stacks(pos)
        found: list[Action] = []
        if go_barred(pos, targets, stacks) is None:
            found.append(GO)
        for place in places_in(must_attack(pos, stacks)):
            if place not in targets:
                found.append(("also", place))
        planned = dict(stacks)
        if len(stacks) > 1:
            found += [("leave", place) for place, _ in stacks]
        for place, units in ready.items():
            if not all(pos.box.strikes[place] >> target & 1 for target in targets):
                continue
            inside = [unit for unit in units if pos.flags[unit] & INSIDE]
            if place not in planned and len(inside) < len(units):
                found.append(("join", place))
            if inside and (planned.get(place, 0) == 0 or set(inside) & set(held)):
                found.append(("whole", place))
            if planned.get(place):
                found += [("hold", unit) for unit in inside if may_hold(units, held, unit)]
        if not (found and pos.owed and len(ready) == 1):  # the last attack that is owed cannot be put off
            found.append(BACK)
        return found

    def apply(self, pos: WesternDesertPosition, frame: Frame, action: Action) -> None:
        targets, stacks, held = self.Args(*frame.args)
        match action:
            case ("go",):
                self._go(pos, frame.side, targets, stacks, held)
            case ("also", target):
                kept = tuple((place, whole) for place, whole in stacks if pos.box.strikes[place] >> target & 1)
                swap(pos, self.name, frame.side, (*targets, target), kept, held)
            case ("leave", leaving):
                kept = tuple(stack for stack in stacks if stack[0] != leaving)
                swap(pos, self.name, frame.side, targets, kept, held)
            case ("join", joining):
                inside = any(pos.flags[unit] & INSIDE for unit in ready_stacks(pos)[joining])
                swap(pos, self.name, frame.side, targets, (*stacks, (joining, int(not inside))), held)
            case ("whole", joining):
                kept = tuple(stack for stack in stacks if stack[0] != joining)
                others = tuple(unit for unit in held if pos.where[unit] != joining)
                swap(pos, self.name, frame.side, targets, (*kept, (joining, 1)), others)
            case ("hold", unit):
                swap(pos, self.name, frame.side, targets, stacks, (*held, unit))
            case _:
                pop(pos)

    @staticmethod
    def _go(
        pos: WesternDesertPosition, side: int, targets: tuple[int, ...], stacks: Stacks, held: tuple[int, ...]
    ) -> None:
        ready = ready_stacks(pos)
        attackers: list[int] = []
        if not pos.surprise:
            pos.owed |= must_attack(pos, stacks)
        for place, whole in stacks:
            units = [unit for unit in ready[place] if unit not in held and (whole or not pos.flags[unit] & INSIDE)]
            attackers += units
            if any(pos.flags[unit] & INSIDE for unit in units):
                attacked_from(pos, place)  # 12.3
        for place in targets:
            pos.attacked |= pos.box.bit[place]
        pos.owed &= ~pos.attacked
        for place, _ in stacks:  # a stack makes one attack: who stays inside makes no other
            for unit in ready[place]:
                pos.flags[unit] |= ATTACKED
        defenders = [unit for place in targets for unit in pos.fighters_at(place, 1 - side)]
        pos.battle = tuple(Battle(tuple(attackers), tuple(defenders), targets))
        pos.note("10.1", "attack", side, tuple(attackers), targets)
        pop(pos)
        push(pos, "combat.support", side)


class ChooseSupport(Step[WesternDesertPosition]):
    """14.1 What backs the attack: an attack point, up to two air points, the fleet."""

    name = "combat.support"
    rule = "10.3"
    title = "Back the attack"
    rules = ("10.3", "14.1", "15.0")

    def ask(self, pos: WesternDesertPosition, frame: Frame) -> Ask:
        text = "Without an attack point each attacker fights at two strength points less."
        barred = payment_barred(pos, frame.side, Battle(*pos.battle).attackers)
        if barred:
            text += (
                " None is left." if barred == "10.3" else " No attacker is in range of the depot, so none can be spent."
            )
        return Ask(self.title, text, self.rules)

    def actions(self, pos: WesternDesertPosition, frame: Frame) -> list[Action]:
        side = frame.side
        battle = Battle(*pos.battle)
        paid = (1, 0) if payment_barred(pos, side, battle.attackers) is None else (0,)
        naval = (0, 1) if may_support(pos, side, battle.places) else (0,)
        most = min(2, air_points(pos, side))
        return [("fire", points, air, ships) for points in paid for ships in naval for air in range(most + 1)]

    def apply(self, pos: WesternDesertPosition, frame: Frame, action: Action) -> None:
        side = frame.side
        _, paid, air, naval = action
        battle = Battle(*pos.battle)
        pos.gain(side, -paid)
        pos.air -= air
        if naval:
            pos.naval_used = 1
        pos.battle = tuple(battle._replace(paid=paid, air=air, naval=2 * naval))
        pos.note("10.3", "support", side, paid, air, naval)
        swap(pos, "combat.fight", side, 0)

    def barred(self, pos: WesternDesertPosition, frame: Frame, action: Action) -> str | None:
        if action[0] != "fire":
            return None
        if action[1]:
            return payment_barred(pos, frame.side, Battle(*pos.battle).attackers)
        return "15.0" if action[3] else "14.1"


def planned(pos: WesternDesertPosition, action: Action) -> tuple[Battle | None, WesternDesertPosition]:
    """The battle an action leads to, and the position it would be fought in."""
    ahead = pos.quiet()
    match action:
        case ("fire", paid, air, ships):
            return Battle(*pos.battle)._replace(paid=paid, air=air, naval=2 * ships), ahead
        case ("attack", _):
            ahead.play(action)
            if not ahead.stack or GO not in ahead.actions():
                return None, ahead
        case ("go",):
            pass
        case _:
            return None, pos
    ahead.step.apply(ahead, ahead.stack[-1], GO)
    backing = ahead.step.actions(ahead, ahead.stack[-1])[0]
    return Battle(*ahead.battle)._replace(paid=backing[1]), ahead


STEPS = (BeginCombat(), ChooseAttack(), PlanAttack(), ChooseSupport())
