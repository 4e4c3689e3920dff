"""The sum of an attack in words: log, forecast and battle card are made from it."""

from __future__ import annotations

from itertools import groupby

from sandtable.engine.battle import Account, Term
from sandtable.engine.words import counted, halves
from sandtable.games.dark_sands.notation import Named, short_place, unit_name
from sandtable.games.dark_sands.rules.r20_odds import HOPELESS, Odds, Part, faces, total

ODDS = ("1-3", "1-2", "1-1", "2-1", "3-1", "4-1", "5-1", "6-1")
WORDS = {
    "chit": "Combat -1 chit",
    "superiority": "Panzer superiority",
    "ceiling": "Air limited to the ground units",
    "escarpment": "Escarpment",
    "box": "Fortified box",
}
MAP_EDGE = Account((), "", "", "map edge defence, the defender retreats without a die", "20.4.1")


def account(at: Named, odds: Odds) -> Account:
    """Both sums with every modifier and its rule, and the column they lead to."""
    terms = [
        *(Term(label(at, part), halves(part[2]), "", part[3]) for part in odds.attack),
        *(Term(label(at, part), "", halves(part[2]), part[3]) for part in odds.defence),
        *(Term(label(at, part), "", f"-{counted(part[2], 'column')}", part[3]) for part in odds.shifts),
        *(Term(label(at, part), f"{part[2]:+d} on the die", "", part[3]) for part in odds.modifiers),
    ]
    attack, defence = halves(total(odds.attack)), halves(total(odds.defence))
    return Account(tuple(terms), attack, defence, verdict(at, odds), "20.2.5")


def label(at: Named, part: Part) -> str:
    """What one part of a sum is called."""
    what, who, *_ = part
    match what:
        case "unit":
            return unit_name(at, who)
        case "shock":
            return f"Panzer shock: {unit_name(at, who)} doubled"
        case "cut_off":
            return f"{unit_name(at, who)} out of supply"
        case "disrupted":
            return f"{unit_name(at, who)} disrupted"
        case "asset":
            return at.box.assets[who].name
        case "fort":
            return f"Fort of {'Bardia' if who == at.box.bardia else 'Tobruk'}"
        case "ground":
            return at.box.map.terrain[who].capitalize()
        case "halved":
            return f"{at.box.map.terrain[who].capitalize()} halves the attackers"
    return WORDS[what]


def columns(count: int) -> str:
    """A number of columns to the left."""
    return f"{counted(count, 'column')} to the left"


def verdict(at: Named, odds: Odds) -> str:
    """The ratio, the column after shifts, and what is added to the die."""
    if odds.ratio == HOPELESS:
        return "worse than 1-3, so the attackers are lost without a die"
    left, added = total(odds.shifts), total(odds.modifiers)
    text = ODDS[odds.ratio]
    if left:
        text += f", {columns(left)}: {ODDS[odds.column]}"
    if odds.table == "assault":
        text += " on the Assault table"
    return f"{text}, {added:+d} on the die" if added else text


def chances(at: Named, odds: Odds) -> str:
    """Which die brings which result, as rolled: "1 AL1, 2-3 BL1, 4-6 DR"; nothing where no die is rolled."""
    as_rolled = "as rolled " if total(odds.modifiers) else ""
    found = ", ".join(f"{dice} {code}" for dice, code in by_result(at, odds))
    return f"{as_rolled}{found}" if found else ""


def by_result(at: Named, odds: Odds) -> list[tuple[str, str]]:
    """The results of the column with the faces of the die that bring them, as rolled: ("2-3", "BL1")."""
    if odds.ratio == HOPELESS:
        return []
    found = []
    for code, group in groupby(enumerate(faces(at.box, odds), 1), key=lambda item: item[1]):
        dice = [die for die, _ in group]
        found.append((f"{dice[0]}-{dice[-1]}" if len(dice) > 1 else f"{dice[0]}", code))
    return found


def odds_text(at: Named, odds: Odds) -> str:
    """The sums and the column alone: "6 against 3: 2-1"."""
    sums = f"{halves(total(odds.attack))} against {halves(total(odds.defence))}"
    if odds.ratio == HOPELESS:
        return f"{sums}: hopeless"
    left = total(odds.shifts)
    return f"{sums}: {ODDS[odds.column]}" + (f" after {columns(left)}" if left else "")


def target_text(at: Named, place: int) -> str:
    """The title of a battle."""
    return f"Attack on {short_place(at.box, place)}"
