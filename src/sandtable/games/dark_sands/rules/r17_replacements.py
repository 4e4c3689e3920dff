"""17.0 The replacement phase: lost steps come back, Axis first, then Allied cadres, then Allied replacements."""

from __future__ import annotations

from typing import NamedTuple

from sandtable.engine.flow import DONE, Action, Ask, Auto, Chance, Frame, Outcomes, Step, pop, push, swap
from sandtable.engine.maps import mask_of, places_in
from sandtable.engine.sides import ALLIED, AXIS, CHANCE
from sandtable.games.dark_sands.notation import steps_said
from sandtable.games.dark_sands.position import REBUILD, DarkSandsPosition
from sandtable.games.dark_sands.rules.r02_control import controls
from sandtable.games.dark_sands.rules.r10_supply import supplied
from sandtable.games.dark_sands.rules.r15_placement import has_room

FIRST_DRAW = 4
CADRES = range(13, 18)
CADRE_FREE, CADRE_STEPS = 12, 4
SAVED = 3
TANK, INFANTRY, ITALIAN = 0, 1, 2


def year_pool(pos: DarkSandsPosition, year: int) -> int:
    """The replacement chits of a year that go into the pools, as bits; the conditional ones are kept aside."""
    kept = ("promise", "emergency")
    return mask_of(n for n, chit in enumerate(pos.box.reliefs) if chit.year == year and chit.special not in kept)


class FillPools(Auto[DarkSandsPosition]):
    """17.2 The pools get the chits of 1941 on turn 4, and those of 1942 on the first turn of that year."""

    name = "replace.fill"
    rule = "17.2"

    def run(self, pos: DarkSandsPosition, frame: Frame) -> None:
        pop(pos)
        new_year = pos.turn > FIRST_DRAW and pos.box.turns[pos.turn - 1].year != pos.year
        if pos.turn == FIRST_DRAW or new_year:
            pos.relief = year_pool(pos, pos.year)


class AxisReplacements(Auto[DarkSandsPosition]):
    """17.3 The Axis draws a chit, or must play its emergency chit."""

    name = "replace.axis"
    rule = "17.3"

    def run(self, pos: DarkSandsPosition, frame: Frame) -> None:
        pop(pos)
        if not begin_draw(pos, AXIS, emergency_due(pos)):
            push(pos, "replace.spend", AXIS, panzer_repair(pos), 0, 0, 0, 0, 0)


class AlliedReplacements(Auto[DarkSandsPosition]):
    """17.4 The Allies draw a chit, or must play FDR's Promise, and add what they saved."""

    name = "replace.allied"
    rule = "17.4"

    def run(self, pos: DarkSandsPosition, frame: Frame) -> None:
        pop(pos)
        if not begin_draw(pos, ALLIED, promise_due(pos)):
            push(pos, "replace.spend", ALLIED, pos.saved[0], pos.saved[1], 0, 0, 0, 0)


def begin_draw(pos: DarkSandsPosition, side: int, special: int) -> bool:
    """Play a conditional chit or draw one; False when there is none."""
    if special >= 0:
        pos.reserve &= ~(1 << special)
        spend_chit(pos, special)
        return True
    if any(pos.box.reliefs[n].side == side for n in places_in(pos.relief)):
        push(pos, "replace.draw", CHANCE, side)
        return True
    return False


def panzer_repair(pos: DarkSandsPosition) -> int:
    """17.3.2 One panzer step more on odd turns."""
    return pos.box.turns[pos.turn].repair


def emergency_due(pos: DarkSandsPosition) -> int:
    """17.3.3 In 1942, the first time the Allies control Benghazi, the Axis plays its emergency chit; else -1."""
    return _held_chit(pos, "emergency") if pos.year == 1942 and controls(pos, ALLIED, pos.box.benghazi) else -1


def promise_due(pos: DarkSandsPosition) -> int:
    """17.4.4 In 1942, the first time the Axis controls Tobruk, the Allies play FDR's Promise; else -1."""
    return _held_chit(pos, "promise") if pos.year == 1942 and controls(pos, AXIS, pos.box.tobruk) else -1


def _held_chit(pos: DarkSandsPosition, special: str) -> int:
    for number in places_in(pos.reserve):
        if pos.box.reliefs[number].special == special:
            return number
    return -1


class Draw(Chance[DarkSandsPosition]):
    """A replacement chit is drawn."""

    name = "replace.draw"
    rule = "17.2"
    title = "A replacement chit is drawn"

    class Args(NamedTuple):
        """The side that draws."""

        side: int

    def outcomes(self, pos: DarkSandsPosition, frame: Frame) -> Outcomes:
        (side,) = self.Args(*frame.args)
        return [(("relief", n), 1) for n in places_in(pos.relief) if pos.box.reliefs[n].side == side]

    def apply(self, pos: DarkSandsPosition, frame: Frame, action: Action) -> None:
        pop(pos)
        pos.relief &= ~(1 << action[1])
        spend_chit(pos, action[1])


def spend_chit(pos: DarkSandsPosition, number: int) -> None:
    """The steps of a chit are ready to be spent, with repairs or savings added."""
    chit = pos.box.reliefs[number]
    pos.note("17.3.1" if chit.side == AXIS else "17.4.1", "relief", number)
    if chit.side == AXIS:
        if panzer_repair(pos):
            pos.note("17.3.2", "repair")
        push(pos, "replace.spend", AXIS, chit.tank + panzer_repair(pos), chit.infantry, chit.italian, 0, 0, 0)
        return
    fresh = chit.special in ("tiger", "promise")
    push(
        pos,
        "replace.spend",
        ALLIED,
        chit.tank + pos.saved[0],
        chit.infantry + pos.saved[1],
        0,
        chit.tank if fresh else 0,
        chit.infantry if fresh else 0,
        0,
    )


def currency(pos: DarkSandsPosition, unit: int) -> int:
    """17.3.1, 17.4.1 Which steps rebuild a unit: Italian ones any Italian, tank steps panzers and armoured cars too."""
    who = pos.box.units[unit]
    if who.nation == "it":
        return ITALIAN
    return TANK if who.kind in ("tank", "panzer", "car") else INFANTRY


def replacement_barred(pos: DarkSandsPosition, unit: int) -> str | None:
    """17.5 Units with the dot, garrisons and headquarters never get replacement steps."""
    box = pos.box
    if box.irreplaceable >> unit & 1:
        return "17.5"
    return "17.0" if (box.hqs | box.garrisons) >> unit & 1 else None


class Spend(Step[DarkSandsPosition]):
    """A side spends its steps on reduced units in supply and on units of the rebuildable box."""

    name = "replace.spend"
    rule = "17.0"
    verbs = ("restore",)

    class Args(NamedTuple):
        """The steps left of each kind."""

        tank: int
        infantry: int
        italian: int
        fresh_tank: int
        """Of these, steps from a chit whose units enter in good order (17.4.3, 17.4.4)."""
        fresh_infantry: int
        rebuilt: int
        """The units rebuilt so far, as bits: they get no further step now (R46)."""

    def ask(self, pos: DarkSandsPosition, frame: Frame) -> Ask:
        tank, infantry, italian, *_ = self.Args(*frame.args)
        text = "Restore reduced units in supply, or rebuild lost ones."
        return Ask(f"Replacements: {steps_said(frame.side, tank, infantry, italian)}", text, (self.rule,))

    def actions(self, pos: DarkSandsPosition, frame: Frame) -> list[Action]:
        side, left = frame.side, self.Args(*frame.args)
        points = left[:3]
        if not any(points):
            return [DONE]
        box = pos.box
        found: list[Action] = []
        traced = -1
        room: dict[tuple[bool, bool], bool] = {}
        for unit in places_in(box.of[side] & ~box.irreplaceable & ~box.hqs & ~box.garrisons & ~left.rebuilt):
            where = pos.where[unit]
            if where < 0 and where != REBUILD:
                continue
            money = points[currency(pos, unit)]
            if not money:
                continue
            if where >= 0:
                if pos.steps[unit] < box.units[unit].steps:
                    traced = supplied(pos, side) if traced == -1 else traced
                    if traced >> where & 1:
                        found.append(("restore", unit))
                continue
            kind = (bool(box.large >> unit & 1), box.units[unit].nation == "it")
            if kind not in room:
                room[kind] = has_room(pos, unit)
            if room[kind]:
                found += [("rebuild", unit, steps) for steps in range(1, min(money, box.units[unit].steps) + 1)]
        return [*found, DONE]

    def barred(self, pos: DarkSandsPosition, frame: Frame, action: Action) -> str | None:
        match action:
            case ("restore" | "rebuild", int(unit), *_) if 0 <= unit < len(pos.where):
                return replacement_barred(pos, unit)
        return None

    def apply(self, pos: DarkSandsPosition, frame: Frame, action: Action) -> None:
        side, left = frame.side, self.Args(*frame.args)
        if action == DONE:
            pop(pos)
            if side == ALLIED:
                save_points(pos, left)
            return
        unit = action[1]
        money = currency(pos, unit)
        if action[0] == "restore":
            swap(pos, "replace.spend", side, *spent(left, money, 1, min(fresh(left, money), left[money] - 1)))
            pos.steps[unit] += 1
            pos.note("17.0", "restored", unit)
            return
        steps = action[2]
        disrupted = side == ALLIED and not in_good_order(left, money, steps)
        still_fresh = fresh(left, money) if disrupted else max(0, fresh(left, money) - steps)
        left = spent(left, money, steps, still_fresh)._replace(rebuilt=left.rebuilt | 1 << unit)
        swap(pos, "replace.spend", side, *left)
        push(pos, "place", side, unit, steps, int(disrupted), 1)


def fresh(left: Spend.Args, money: int) -> int:
    """The steps of one kind whose units enter in good order."""
    return (left.fresh_tank, left.fresh_infantry, 0)[money]


def spent(left: Spend.Args, money: int, steps: int, still_fresh: int) -> Spend.Args:
    """What is left when steps of one kind are spent."""
    if money == TANK:
        return left._replace(tank=left.tank - steps, fresh_tank=still_fresh)
    if money == INFANTRY:
        return left._replace(infantry=left.infantry - steps, fresh_infantry=still_fresh)
    return left._replace(italian=left.italian - steps)


def in_good_order(left: Spend.Args, money: int, steps: int) -> bool:
    """17.4.3 A unit rebuilt wholly from Tiger Cub or FDR's Promise steps does not enter disrupted."""
    return fresh(left, money) >= steps


def save_points(pos: DarkSandsPosition, left: Spend.Args) -> None:
    """17.4.2 The Allies keep up to three steps of each kind; the rest is lost."""
    pos.saved[:] = [min(SAVED, left.tank), min(SAVED, left.infantry)]
    if any(pos.saved):
        pos.note("17.4.2", "saved", *pos.saved)


def cadres(pos: DarkSandsPosition) -> int:
    """How many cadres the rebuildable box yields: one for each four infantry steps over twelve, rounded up."""
    box = pos.box
    waiting = (u for u in places_in(box.of[ALLIED] & box.infantry & ~box.garrisons) if pos.where[u] == REBUILD)
    steps = sum(box.units[unit].steps for unit in waiting)
    return max(0, -((CADRE_FREE - steps) // CADRE_STEPS))


class Regroup(Auto[DarkSandsPosition]):
    """17.1 From turn 13 a full rebuildable box yields infantry cadres."""

    name = "replace.regroup"
    rule = "17.1"

    def run(self, pos: DarkSandsPosition, frame: Frame) -> None:
        pop(pos)
        count = cadres(pos) if pos.turn in CADRES else 0
        if count:
            push(pos, "replace.cadre", ALLIED, count)


class Cadre(Step[DarkSandsPosition]):
    """The Allies may bring a cadre: one infantry step, disrupted."""

    name = "replace.cadre"
    rule = "17.1"
    verbs = ("cadre",)

    class Args(NamedTuple):
        """How many are left."""

        left: int

    def ask(self, pos: DarkSandsPosition, frame: Frame) -> Ask:
        return Ask(
            f"Cadres: {self.Args(*frame.args).left}", "Choose infantry to bring back with one step.", (self.rule,)
        )

    def actions(self, pos: DarkSandsPosition, frame: Frame) -> list[Action]:
        box = pos.box
        waiting = [u for u in places_in(box.of[ALLIED] & box.infantry & ~box.garrisons) if pos.where[u] == REBUILD]
        return [*(("cadre", unit) for unit in waiting), DONE]

    def apply(self, pos: DarkSandsPosition, frame: Frame, action: Action) -> None:
        (left,) = self.Args(*frame.args)
        if action == DONE:
            pop(pos)
            return
        if left > 1:
            swap(pos, "replace.cadre", ALLIED, left - 1)
        else:
            pop(pos)
        push(pos, "place", ALLIED, action[1], 1, 1, 1)


STEPS = (FillPools(), AxisReplacements(), AlliedReplacements(), Draw(), Spend(), Regroup(), Cadre())
