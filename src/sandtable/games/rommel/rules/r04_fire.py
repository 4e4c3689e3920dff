"""4 Combat: what a round of fire is made of: one sum for the dice, the log, the forecast and the battle card."""

from __future__ import annotations

from sandtable.engine.battle import Account, Term
from sandtable.engine.words import counted
from sandtable.games.rommel.box import ARMOR, INFANTRY, RommelBox
from sandtable.games.rommel.notation import CLASS_NAMES
from sandtable.games.rommel.position import ASSAULT, OTHER, RommelPosition
from sandtable.games.rommel.rules.r08_fortresses import fortified, mined, seems_mined

SINGLE = 6
DOUBLE = 2


def targets(pos: RommelPosition, place: int, side: int) -> list[int]:
    """4.5 The target classes a side can name: those of undisrupted enemies."""
    return unshielded(pos.box, {pos.box.kind[unit] for unit in pos.ready_at(place, OTHER[side])})


def unshielded(box: RommelBox, kinds: set[int]) -> list[int]:
    """4.9 Of the classes facing a side, those that others do not shield."""
    if box.shielding and kinds & {ARMOR, INFANTRY}:
        kinds = kinds & {ARMOR, INFANTRY}
    return sorted(kinds)


def hits_on(pos: RommelPosition, place: int, unit: int, kind: int) -> int:
    """4.6, 8.5 The least roll with which a unit hits a class: a six in a hex mined by the enemy."""
    if mined(pos, place, OTHER[pos.box.side[unit]]):
        return SINGLE
    return pos.box.tables.fire[pos.box.kind[unit]][kind]


def dice_of(pos: RommelPosition, place: int, unit: int) -> int:
    """4.4 As many dice as the combat value, doubled for what doubles them."""
    return pos.value(unit) * factor(pos, place, pos.box.side[unit])


def factor(pos: RommelPosition, place: int, side: int) -> int:
    """4.7, 8.3 Everyone's dice are doubled in an assault, those of a fortress's garrison whenever it is attacked."""
    return (DOUBLE if pos.option == ASSAULT else 1) * (DOUBLE if fortified(pos, place, side) else 1)


def account(
    pos: RommelPosition, place: int, attacker: int, viewer: int | None, joining: tuple[int, ...] = (), told: bool = True
) -> Account:
    """Both sides' dice in a battle as a side knows them; `told` once it is known whether the turn is an assault."""
    terms: list[Term] = []
    totals: list[str] = []
    rows: dict[str, list[str]] = {}
    silent: list[int] = []
    assault = told and pos.option == ASSAULT
    for column, side in enumerate((attacker, OTHER[attacker])):
        units = [*pos.ready_at(place, side), *(joining if side == attacker else ())]
        silent.append(len(pos.at(place, side)) - len(pos.ready_at(place, side)))
        if viewer != side and not all(pos.known[unit] for unit in units):
            rows.setdefault("hidden blocks", ["", ""])[column] = str(len(units))
            totals.append("? dice" if units else "")
            continue
        values = pos.box.values
        total = 0
        for kind, name in enumerate(CLASS_NAMES):
            steps = pos.steps if viewer == side else pos.seen
            worth = sum(values[unit][steps[unit]] for unit in units if pos.box.kind[unit] == kind)
            if worth:
                rows.setdefault(name, ["", ""])[column] = str(worth)
            total += worth
        total *= (DOUBLE if assault else 1) * (DOUBLE if fortified(pos, place, side) else 1)
        totals.append(counted(total, "die"))
    terms += [Term(label, left, right, "4.4") for label, (left, right) in rows.items()]
    if any(silent):
        left, right = (str(count or "") for count in silent)
        terms.append(Term("disrupted blocks without fire", left, right, "6.1"))
    if assault:
        terms.append(Term("assault", "×2", "×2", "4.7"))
    for side in (attacker, OTHER[attacker]):
        if fortified(pos, place, side):
            terms.append(_one_sided("garrison of a fortress", "×2", side == attacker, "8.3"))
    for side in (attacker, OTHER[attacker]):
        if seems_mined(pos, place, OTHER[side], viewer):
            terms.append(_one_sided("in a minefield", "sixes only", side == attacker, "8.5"))
    return Account(tuple(terms), totals[0], totals[1], "the defender fires first", "4.3")


def _one_sided(label: str, figure: str, attacking: bool, rule: str) -> Term:
    return Term(label, figure if attacking else "", "" if attacking else figure, rule)
