"""7.6 Replacements: steps for reduced units and a way back for those lost with a way home."""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from sandtable.engine.flow import DONE, Action, Ask, Auto, Frame, Step, pop, swap
from sandtable.engine.sides import ALLIED
from sandtable.engine.words import Count, sentence
from sandtable.games.western_desert.notation import LEVEL_WORDS
from sandtable.games.western_desert.position import WesternDesertPosition
from sandtable.games.western_desert.rules.r05_events import LEND_LEASE, NO_GERMANS, TANK_CONVOY
from sandtable.games.western_desert.rules.r08_supply import draw_supply, in_supply
from sandtable.games.western_desert.terms import ARMOR, DUE, NORMAL, RECOVERABLE, RESERVE


class Spent(NamedTuple):
    """Replacements used so far this turn: by the Allies or Italians first, by the Germans last."""

    armor: int = 0
    other: int = 0
    german_armor: int = 0
    german_other: int = 0
    refit: int = 0


def allied_fits(pos: WesternDesertPosition, spent: Spent) -> bool:
    """7.61 One of the turn's replacements at most may go to armour; a tank convoy brings more for armour alone."""
    common: int = pos.box.turns[pos.turn]["allied_replacements"]
    tanks = (1 if pos.effects & TANK_CONVOY else 0) + (2 if pos.effects & LEND_LEASE else 0)
    armor_from_common = max(0, spent.armor - tanks)
    return armor_from_common <= 1 and armor_from_common + spent.other <= common


def axis_fits(pos: WesternDesertPosition, spent: Spent) -> bool:
    """7.63 One for Italians, one for Germans, and one for a non-armour unit of either when the supply level is good."""
    italian: int = pos.box.turns[pos.turn]["italian_replacements"]
    german: int = 0 if pos.effects & NO_GERMANS else pos.box.turns[pos.turn]["german_replacements"]
    extra = 1 if pos.level >= NORMAL else 0
    if spent.armor > italian or spent.german_armor > german:
        return False
    over = max(0, spent.armor + spent.other - italian) + max(0, spent.german_armor + spent.german_other - german)
    return over <= extra


def sort_of(pos: WesternDesertPosition, unit: int) -> int:
    """Where the replacements of a unit of this sort are counted in `Spent`."""
    return 2 * pos.box.german[unit] + (pos.box.kind[unit] != ARMOR)


@lru_cache(maxsize=1_000)
def with_one_more(spent: Spent, sort: int) -> Spent:
    """What is spent once a unit of this sort has had a replacement."""
    counts = list(spent)
    counts[sort] += 1
    return Spent(*counts)


def left_for(pos: WesternDesertPosition, side: int, spent: Spent) -> set[int]:
    """The sorts of units for which a side has replacements left."""
    fits = allied_fits if side == ALLIED else axis_fits
    return {sort for sort in range(4) if fits(pos, with_one_more(spent, sort))}


def replacement_barred(pos: WesternDesertPosition, unit: int, left: set[int]) -> str | None:
    """The rule that keeps a unit from getting a replacement of those left now, or None."""
    side, place = pos.box.side[unit], pos.where[unit]
    returning = place == DUE and pos.arrives[unit] == pos.turn and pos.reduced[unit]
    if place == RESERVE or place >= 0 or returning:
        if not pos.reduced[unit]:
            return "7.6"
    elif place != RECOVERABLE:
        return "7.6"
    if sort_of(pos, unit) not in left:
        return "7.61" if side == ALLIED else "7.63"
    if place >= 0 and (pos.zoc[1 - side] >> place & 1 or not in_supply(pos, unit)):
        return "7.6"
    return None


def replace(pos: WesternDesertPosition, unit: int) -> None:
    """A reduced unit is whole again; a lost one comes back with one step, as a reinforcement of this turn."""
    if pos.where[unit] == RECOVERABLE:
        pos.where[unit] = DUE
        pos.arrives[unit] = pos.turn
        pos.reduced[unit] = pos.box.step_count[unit] - 1
        pos.note("7.6", "returned", unit)
        return
    if pos.where[unit] >= 0:
        draw_supply(pos, unit)
    pos.reduced[unit] = 0
    pos.note("7.6", "replaced", unit, pos.where[unit])


def refit_barred(pos: WesternDesertPosition, unit: int, spent: Spent) -> str | None:
    """7.62 The Allies refit one reduced armour unit in reserve a turn, free of charge."""
    if spent.refit or pos.where[unit] != RESERVE or not pos.reduced[unit] or pos.box.kind[unit] != ARMOR:
        return "7.62"
    return None


class BeginReplacements(Auto[WesternDesertPosition]):
    """Open the replacement segment."""

    name = "replacements.begin"
    rule = "7.6"

    def run(self, pos: WesternDesertPosition, frame: Frame) -> None:
        swap(pos, "replacements.choose", frame.side, *Spent())


class ChooseReplacement(Step[WesternDesertPosition]):
    """Which unit gets the next replacement, if any."""

    name = "replacements.choose"
    rule = "7.6"
    verbs = ("replace", "refit")

    Args = Spent

    def ask(self, pos: WesternDesertPosition, frame: Frame) -> Ask:
        row = pos.box.turns[pos.turn]
        if pos.active == ALLIED:
            count = Count(row["allied_replacements"])
            armour = "at most one for armour, and a free refit of one armour unit in reserve"
            text = f"{count:replacement} this turn, {armour}."
            return Ask("Replacements", sentence(text), ("7.6", "7.61", "7.62"))
        nations = f"Italian {row['italian_replacements']}, German {row['german_replacements']}"
        return Ask("Replacements", f"This turn: {nations}. Supply is {LEVEL_WORDS[pos.level]}.", ("7.6", "7.63"))

    def actions(self, pos: WesternDesertPosition, frame: Frame) -> list[Action]:
        side, spent = frame.side, self.Args(*frame.args)
        where, reduced, left = pos.where, pos.reduced, left_for(pos, side, spent)
        found: list[Action] = []
        for unit in pos.box.fighters[side]:
            if not reduced[unit] and where[unit] != RECOVERABLE:
                continue
            if replacement_barred(pos, unit, left) is None:
                found.append(("replace", unit))
            if side == ALLIED and refit_barred(pos, unit, spent) is None:
                found.append(("refit", unit))
        found.append(DONE)
        return found

    def apply(self, pos: WesternDesertPosition, frame: Frame, action: Action) -> None:
        spent = self.Args(*frame.args)
        match action:
            case ("replace", unit):
                replace(pos, unit)
                swap(pos, self.name, frame.side, *with_one_more(spent, sort_of(pos, unit)))
            case ("refit", unit):
                pos.reduced[unit] = 0
                pos.note("7.62", "refitted", unit)
                swap(pos, self.name, frame.side, *spent._replace(refit=1))
            case _:
                pop(pos)

    def barred(self, pos: WesternDesertPosition, frame: Frame, action: Action) -> str | None:
        if len(action) != 2 or action[1] not in pos.box.fighters[frame.side]:
            return None
        spent = self.Args(*frame.args)
        if action[0] == "refit":
            return refit_barred(pos, action[1], spent)
        return replacement_barred(pos, action[1], left_for(pos, frame.side, spent))


STEPS = (BeginReplacements(), ChooseReplacement())
