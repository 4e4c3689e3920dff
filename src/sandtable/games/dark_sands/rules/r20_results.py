"""20.3 What a combat result does: losses, retreats and advances, in that order."""

from __future__ import annotations

from typing import NamedTuple

from sandtable.engine.flow import DONE, Action, Ask, Auto, Frame, Step, pop, push, swap
from sandtable.engine.maps import Mask, mask_of, places_in
from sandtable.engine.words import Count
from sandtable.games.dark_sands.notation import short_place
from sandtable.games.dark_sands.position import DarkSandsPosition
from sandtable.games.dark_sands.rules.r02_control import alive, eliminate_all, enter, lose_step
from sandtable.games.dark_sands.rules.r07_stacking import COMBAT_LARGE, stack_barred
from sandtable.games.dark_sands.rules.r09_railway import BUILT
from sandtable.games.dark_sands.rules.r11_headquarters import displace_at
from sandtable.games.dark_sands.rules.r12_doctrine import SHOCK_RESULTS, panzer_shock, resilient
from sandtable.games.dark_sands.rules.r13_assets import garrisons_last, release_assets

LOSSES = {
    "AE": (0, 0, ""),
    "AL1": (1, 0, ""),
    "BL1": (1, 1, ""),
    "EX": (2, 2, "retreat"),
    "DR": (0, 0, "retreat"),
    "DR*": (0, 1, "retreat"),
    "DE*": (1, 0, "eliminated"),
    "DE": (0, 0, "eliminated"),
}
"""For each result: steps the attacker and the defender lose, and what becomes of the defender."""


class Effects(NamedTuple):
    """What a result comes to in this combat."""

    code: str
    attacker: int
    """Steps the attacker loses by the result."""
    toll: int
    """Infantry steps an assault costs the attacker besides."""
    defender: int
    shock: int
    """Steps of the defender's that panzer shock adds, counted among his."""
    fate: str


def effects(pos: DarkSandsPosition, code: str, table: str) -> Effects:
    """A result with the panzers' doctrine and the toll of an assault worked in."""
    if code == "DE*" and resilient(pos, pos.attackers):
        code = "DE"  # 12.7.4
    mine, theirs, fate = LOSSES[code]
    shock = int(code in SHOCK_RESULTS and panzer_shock(pos, pos.attackers, pos.target))  # 12.7.3
    return Effects(code, mine, int(table == "assault"), theirs + shock, shock, fate)


def apply_result(pos: DarkSandsPosition, side: int, code: str, table: str) -> None:
    """Push what follows from a result, last things first."""
    foe = 1 - side
    found = effects(pos, code, table)
    if found.code != code:
        pos.note("12.7.4", "resilience", code, found.code)
    if found.shock:
        pos.note("12.7.3", "shock")
    push(pos, "combat.close", side)
    push(pos, "combat.advance", side, 0)
    if found.fate == "retreat":
        push(pos, "retreat", foe, pos.target, int(not found.defender))  # 20.3.2 R40
    push(pos, "combat.orphan", foe)
    if found.defender:
        push(pos, "loss", foe, pos.defenders, found.defender, 1, 0)
    if found.attacker:
        german = found.code == "EX" and resilient(pos, pos.attackers)
        push(pos, "loss", side, pos.attackers, found.attacker, 1, int(german))
    if found.toll:
        push(pos, "loss", side, pos.attackers & pos.box.infantry, found.toll, 2, 0)  # 20.3.1
    if found.code == "AE":
        eliminate_all(pos, alive(pos, pos.attackers | pos.bystanders), "20.3")
    if found.fate == "eliminated":
        eliminate_all(pos, pos.piles[pos.target] & ~pos.box.hqs, "20.3")


def crowded_out(pos: DarkSandsPosition) -> Mask:
    """Large units on the Center that the limit of two keeps out of this attack: they share its worst end (7.4 R14)."""
    box, found = pos.box, 0
    for place in {pos.where[unit] for unit in places_in(pos.attackers)}:
        full = (pos.piles[place] & pos.attackers & box.large).bit_count() >= COMBAT_LARGE
        if box.section[place] == 1 and full:
            near = pos.piles[place] & box.large & pos.active & ~pos.fought & ~pos.attackers
            found |= mask_of(unit for unit in places_in(near) if _can_enter(pos, unit, place))
    return found


def _can_enter(pos: DarkSandsPosition, unit: int, place: int) -> bool:
    """Is the ground of the target open to a unit of this hex? Nothing else may keep it out of the attack (R32)."""
    ways = pos.box.open_to[pos.bypass == BUILT][pos.box.armour >> unit & 1]
    return bool(ways[place] >> pos.target & 1)


def first_losses(pos: DarkSandsPosition, pool: Mask, german: bool) -> Mask:
    """20.3.2 The first step must come from a unit with the dot, else armour, else a full two-step unit."""
    box = pos.box
    full = sum(1 << unit for unit in places_in(pool & box.two_step) if pos.steps[unit] == 2)
    forced = pool & box.irreplaceable or pool & box.armour or full or pool
    return forced | (pool & box.german & box.two_step if german else 0)


class Loss(Step[DarkSandsPosition]):
    """A side loses steps and chooses which units lose them."""

    name = "loss"
    rule = "20.3.2"
    verbs = ("lose",)

    class Args(NamedTuple):
        """What is to be lost, and by whom."""

        pool: int
        """The units that can lose a step, as bits."""
        steps: int
        first: int
        """1 while the order for the first step still holds; 2 for the infantry step of an assault (20.3.1)."""
        german: int
        """1 if any German two-step unit may take the first (12.7.4)."""

    def ask(self, pos: DarkSandsPosition, frame: Frame) -> Ask:
        _, count, first, _ = self.Args(*frame.args)
        text = "Choose the unit that loses it." if count == 1 else "Choose the unit that loses the next one."
        if first == 1:
            text += " The first step comes from a unit with the dot, or else from armour, or else from a full unit."
        return Ask(f"Lose {Count(count):step}", text, (self.rule,))

    def actions(self, pos: DarkSandsPosition, frame: Frame) -> list[Action]:
        pool, _, first, german = self.Args(*frame.args)
        pool = alive(pos, pool)
        if not pool:
            return [DONE]
        pool = garrisons_last(pos, pool)
        if first == 1:
            pool = first_losses(pos, pool, bool(german))
        return [("lose", unit) for unit in places_in(pool)]

    def apply(self, pos: DarkSandsPosition, frame: Frame, action: Action) -> None:
        side, (pool, count, first, german) = frame.side, self.Args(*frame.args)
        pop(pos)
        if action == DONE:
            return
        if count > 1:
            push(pos, "loss", side, pool, count - 1, 0 if first == 1 else first, german)
        lose_step(pos, action[1], assault_toll(first))


def assault_toll(first: int) -> str:
    """20.3.1 The rule a lost step comes from: the infantry step of an assault, or the result."""
    return "20.3.1" if first == 2 else "20.3.2"


class Orphan(Auto[DarkSandsPosition]):
    """A headquarters whose defenders are all gone falls back (11.0)."""

    name = "combat.orphan"
    rule = "11.0"

    def run(self, pos: DarkSandsPosition, frame: Frame) -> None:
        pop(pos)
        if not pos.piles[pos.target] & ~pos.box.hqs:
            displace_at(pos, frame.side, pos.target)


def may_advance(pos: DarkSandsPosition, side: int, origins: Mask) -> list[int]:
    """The units that may still advance: attackers, those the limit kept out, and headquarters stacked with units that
    have advanced (from the hexes in `origins`)."""
    there = pos.piles[pos.target]
    ready = alive(pos, pos.attackers | pos.bystanders) & ~there
    ready |= pos.units_at(origins & pos.held[side]) & pos.box.hqs
    return [unit for unit in places_in(ready) if not stack_barred(pos, there | 1 << unit)]


class Advance(Step[DarkSandsPosition]):
    """20.3.5 The attackers may advance into a hex cleared of the enemy."""

    name = "combat.advance"
    rule = "20.3.5"
    verbs = ("advance",)

    class Args(NamedTuple):
        """The hexes advanced from, as bits."""

        origins: int

    def ask(self, pos: DarkSandsPosition, frame: Frame) -> Ask:
        title = f"Advance into {short_place(pos.box, pos.target)}?"
        return Ask(title, "Choose the units that advance.", (self.rule,), "advance")

    def actions(self, pos: DarkSandsPosition, frame: Frame) -> list[Action]:
        side, (origins,) = frame.side, self.Args(*frame.args)
        if pos.held[1 - side] >> pos.target & 1:
            return [DONE]
        ready = may_advance(pos, side, origins)
        found: list[Action] = [DONE, *(("advance", unit) for unit in ready)]
        if len(ready) > 1 and not origins:
            found.append(("advance-all",))
        return found

    def apply(self, pos: DarkSandsPosition, frame: Frame, action: Action) -> None:
        side, (origins,) = frame.side, self.Args(*frame.args)
        match action:
            case ("advance", unit):
                swap(pos, "combat.advance", side, origins | 1 << pos.where[unit])
                advance(pos, unit)
            case ("advance-all",):
                for unit in sorted(may_advance(pos, side, 0), key=lambda u: (-pos.attack(u), u)):
                    if unit in may_advance(pos, side, 0):
                        origins |= 1 << pos.where[unit]
                        advance(pos, unit)
                swap(pos, "combat.advance", side, origins)
            case _:
                pop(pos)


def advance(pos: DarkSandsPosition, unit: int) -> None:
    """A unit advances, whatever zones there are."""
    pos.note("20.3.5", "advance", unit, pos.target)
    enter(pos, unit, pos.target)


class Close(Auto[DarkSandsPosition]):
    """A combat is over: its assets go back, and the log says who stands."""

    name = "combat.close"
    rule = "13.1"

    def run(self, pos: DarkSandsPosition, frame: Frame) -> None:
        pop(pos)
        there = pos.piles[pos.target]
        if there & pos.box.of[1 - frame.side]:
            pos.note("20.3", "holds", there, pos.target)
        elif not there:
            pos.note("20.3", "empty", pos.target)
        release_assets(pos)
        pos.target, pos.attackers, pos.defenders, pos.bystanders = -1, 0, 0, 0


STEPS = (Loss(), Orphan(), Advance(), Close())
