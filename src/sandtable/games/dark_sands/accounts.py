"""The sum of an attack in words: log, forecast and battle card are made from it."""

from __future__ import annotations

from itertools import groupby

from sandtable.engine.battle import Account, Term
from sandtable.engine.words import halves
from sandtable.games.dark_sands.notation import Named, short_place, unit_name
from sandtable.games.dark_sands.rules.r20_odds import HOPELESS, Odds, Part, faces, total

ODDS = ("1-3", "1-2", "1-1", "2-1", "3-1", "4-1", "5-1", "6-1")
WORDS = {
    "chit": "Combat -1 chit",
    "attackers-out_of_supply": "Attackers out of supply",
    "attackers-disrupted": "Attackers disrupted",
    "defenders-out_of_supply": "Defenders out of supply",
    "defenders-disrupted": "Defenders disrupted",
    "superiority": "Panzer superiority",
    "ceiling": "Air counts up to the ground units",
    "escarpment": "Escarpment",
    "box": "Fortified box",
}
MAP_EDGE = Account((), "", "", "map edge defence, the defender retreats without a die", "20.4.1")


def account(at: Named, odds: Odds) -> Account:
    """Both sums with every modifier and its rule, the column and what each die brings."""
    terms = [
        *(Term(label(at, part), halves(part[2]), "", part[3]) for part in odds.attack),
        *(Term(label(at, part), "", halves(part[2]), part[3]) for part in odds.defence),
        *(Term(label(at, part), "", f"{part[2]} left", part[3]) for part in odds.shifts),
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
    """So many columns to the left."""
    return f"{count} column{'s' * (count > 1)} to the left"


def verdict(at: Named, odds: Odds) -> str:
    """The ratio, the column after shifts, what is added to the die, and the results of the die."""
    if odds.ratio == HOPELESS:
        return "worse than 1-3, so the attackers are lost without a die"
    left, added = total(odds.shifts), total(odds.modifiers)
    text = ODDS[odds.ratio]
    if left:
        text += f", {columns(left)}: {ODDS[odds.column]}"
    if odds.table == "assault":
        text += " on the Assault table"
    if added:
        text += f", {added:+d} on the die"
    return f"{text}; {dice_text(faces(at.box, odds))}"


def dice_text(codes: list[str]) -> str:
    """Which die brings which result: "1 AL1, 2-3 BL1, 4-6 DR"."""
    found = []
    for code, group in groupby(enumerate(codes, 1), key=lambda item: item[1]):
        dice = [die for die, _ in group]
        found.append(f"{dice[0]}-{dice[-1]} {code}" if len(dice) > 1 else f"{dice[0]} {code}")
    return ", ".join(found)


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
