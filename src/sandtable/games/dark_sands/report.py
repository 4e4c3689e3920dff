"""The log as an after-action report."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from sandtable.engine.position import Event
from sandtable.engine.sides import AXIS, SIDES
from sandtable.games.dark_sands.accounts import account
from sandtable.games.dark_sands.box import DesertBox
from sandtable.games.dark_sands.notation import (
    ACT_NAMES,
    SIDE_NAMES,
    Then,
    chit_name,
    group_name,
    place_name,
    relief_name,
    short_place,
    unit_name,
)
from sandtable.games.dark_sands.position import Sands
from sandtable.games.dark_sands.rules.r20_odds import Odds

Told = dict[str, Any]
RESULTS = {
    "AE": "the attackers are wiped out",
    "AL1": "the attacker loses a step",
    "BL1": "both sides lose a step",
    "EX": "both sides lose two steps and the defender falls back",
    "DR": "the defender falls back",
    "DR*": "the defender loses a step and falls back",
    "DE*": "the defenders are wiped out at the price of a step",
    "DE": "the defenders are wiped out",
}


def tell(pos: Sands, event: Event) -> Told:
    """An event in words; nothing in this game is secret."""
    return TELL[event.kind](then(pos, event.n), *event.args)


def then(pos: Sands, n: int) -> Then:
    """The counters as they were when event number `n` was noted: the name of a unit may have changed since (22.5)."""
    box = pos.box
    grade = pos.grade
    if any(grade[unit] for unit in box.renamed):
        grade = grade.copy()
        for event in pos.newest_first(n + 1):
            if event.kind == "upgraded":
                grade[event.args[0]] -= 1
    return Then(box, grade)


def last_dice(pos: Sands) -> list[Told]:
    """The latest die, if it is still news."""
    for event in pos.newest_first():
        if event.kind == "rolled":
            return [{"label": SIDE_NAMES[event.args[0]], "side": SIDES[event.args[0]], "faces": [event.args[1]]}]
        if event.kind == "check":
            side = SIDES[pos.box.units[event.args[0]].side]
            return [{"label": "Disruption", "side": side, "faces": [event.args[1]], "hits": [bool(event.args[2])]}]
        if event.kind == "railhead":
            return [{"label": "Rail", "side": "allied", "faces": [event.args[0]]}]
        if event.kind in ("chit", "turn"):
            return []
    return []


def line(text: str, side: int | None = None, *places: str, **more: Any) -> Told:
    """A log line."""
    return {"text": text, "side": None if side is None or side > 1 else SIDES[side], "places": list(places), **more}


def side_of(box: DesertBox, mask: int) -> int:
    """Whose units these are."""
    return box.units[(mask & -mask).bit_length() - 1].side


def _about_unit(words: str) -> Callable[..., Told]:
    def told(at: Then, unit: int, *places: int) -> Told:
        names = [short_place(at.box, place) if place >= 0 else "its box" for place in places]
        ids = [at.box.map.ids[place] for place in places if place >= 0]
        return line(f"{unit_name(at, unit)} {words.format(*names)}", at.box.units[unit].side, *ids)

    return told


def _about_asset(words: str) -> Callable[..., Told]:
    def told(at: Then, asset: int) -> Told:
        return line(f"{at.box.assets[asset].name} {words}", at.box.assets[asset].side)

    return told


def _about_group(one: str, several: str, words: str) -> Callable[..., Told]:
    def told(at: Then, group: int, *places: int) -> Told:
        verb = several if group & (group - 1) else one
        text = f"{group_name(at, group)} {verb} {words.format(*(place_name(at.box, place) for place in places))}"
        return line(text, side_of(at.box, group), *(at.box.map.ids[place] for place in places))

    return told


def _about_place(words: str) -> Callable[..., Told]:
    def told(at: Then, side: int, place: int) -> Told:
        return line(words.format(SIDE_NAMES[side], place_name(at.box, place)), side, at.box.map.ids[place])

    return told


def _asset(at: Then, asset: int, unit: int = -1) -> Told:
    name = at.box.assets[asset].name
    text = (
        f"{name} joins {unit_name(at, unit)}."
        if unit >= 0
        else f"{name} {'support' if name.endswith('s') else 'supports'} the fight."
    )
    return line(text, at.box.assets[asset].side)


def _attack(at: Then, attackers: int, place: int, defenders: int) -> Told:
    verb = "attack" if attackers & (attackers - 1) else "attacks"
    text = f"{group_name(at, attackers)} {verb} {group_name(at, defenders)} at {place_name(at.box, place)}."
    return line(text, side_of(at.box, attackers), at.box.map.ids[place])


def _odds(at: Then, *args: Any) -> Told:
    odds = Odds(*args)
    found = account(at, odds)
    return line(found.text(), odds.side, at.box.map.ids[odds.target], sum=found.document())


def _rolled(at: Then, side: int, die: int, added: int, code: str) -> Told:
    changed = f" {'plus' if added > 0 else 'less'} {abs(added)} is {die + added}" if added else ""
    dice = [{"label": SIDE_NAMES[side], "side": SIDES[side], "faces": [die]}]
    return line(f"A {die}{changed}: {code}, {RESULTS[code]}.", side, dice=dice)


def _upgraded(at: Then, unit: int) -> Told:
    names = at.box.units[unit].name
    now, before = at.grade[unit], at.grade[unit] - 1
    text = f"{names[now]} is re-equipped." if names[now] == names[before] else f"{names[before]} becomes {names[now]}."
    return line(text, at.box.units[unit].side)


def _check(at: Then, unit: int, die: int, added: int, failed: int, place: int) -> Told:
    side = at.box.units[unit].side
    dice = [{"label": "Disruption", "side": SIDES[side], "faces": [die], "hits": [bool(failed)]}]
    text = f"{unit_name(at, unit)} {'is disrupted' if failed else 'keeps order'} at {place_name(at.box, place)}"
    roll = f"{die} plus 1 is {die + 1}" if added else str(die)
    return line(f"{text}: a {roll}, 5 or more disrupts.", side, at.box.map.ids[place], dice=dice)


def _enters(at: Then, unit: int, place: int, disrupted: int) -> Told:
    text = f"{unit_name(at, unit)} arrives at {place_name(at.box, place)}{', disrupted' if disrupted else ''}."
    return line(text, at.box.units[unit].side, at.box.map.ids[place])


def _railhead(at: Then, die: int, hexes: int, place: int) -> Told:
    text = f"The railhead moves on to {place_name(at.box, place)}." if hexes else "The railhead stays where it is."
    dice = [{"label": "Rail", "side": "allied", "faces": [die]}]
    return line(text, 0, at.box.map.ids[place], dice=dice)


def _points(at: Then, allied: int, axis: int, all_allied: int, all_axis: int) -> Told:
    return line(f"Victory points: {allied} Allied, {axis} Axis; {all_allied} to {all_axis} in all.")


def _logistics(at: Then, cut: int, fed: int) -> Told:
    parts = [f"{cut} unit{'s' * (cut > 1)} newly out of supply"] * bool(cut) + [f"{fed} back in supply"] * bool(fed)
    return line(f"Logistics: {', '.join(parts) or 'nothing changes'}.")


TELL: dict[str, Callable[..., Told]] = {
    "turn": lambda at, turn: line(f"Turn {turn}, {at.box.turns[turn].label}."),
    "control": _about_place("The {0} take {1}."),
    "box": _about_place("The {0} build a fortified box at {1}."),
    "box-gone": _about_place("The {0} give up the box at {1}."),
    "eliminated": _about_unit("is eliminated at {0}."),
    "step-lost": _about_unit("loses a step."),
    "gun-lost": _about_asset("is out of action."),
    "displaced": _about_unit("falls back from {0} to {1}."),
    "asset": _asset,
    "asset-arrives": _about_asset("is available."),
    "asset-leaves": _about_asset("leaves the theatre."),
    "asset-upgraded": _about_asset("gets better guns."),
    "disbanded": _about_unit("at {0} is disbanded."),
    "garrison": _about_unit("is formed at {0}."),
    "enters": _enters,
    "relief": lambda at, number: line(f"Replacements: {relief_name(at.box, number)}.", at.box.reliefs[number].side),
    "restored": _about_unit("is brought up to strength."),
    "initiative": lambda at, side: line(f"The {SIDE_NAMES[side]} have the initiative.", side),
    "tobruk-falls": lambda at: line("Tobruk has fallen: two more Axis chits.", AXIS),
    "preempted": lambda at, low, high: line(
        f"{chit_name(at.box, high)} preempts {chit_name(at.box, low)}.", at.box.chits[high].side
    ),
    "chit": lambda at, chit: line(f"Chit: {chit_name(at.box, chit)}.", at.box.chits[chit].side),
    "forfeit": lambda at, chit: line(f"{chit_name(at.box, chit)} is forfeited.", at.box.chits[chit].side),
    "momentum": lambda at, act: line(f"Momentum: the panzer divisions have a {ACT_NAMES[act]}.", AXIS),
    "logistics": _logistics,
    "moves": _about_group("moves", "move", "from {0} to {1}."),
    "infiltrate": _about_group("infiltrates", "infiltrate", "to {0}."),
    "extended": _about_group("sets out", "set out", "from {0} for {1}."),
    "check": _check,
    "strays": _about_unit("ends its move at {0}."),
    "sails": _about_unit("sails from {0} to {1}."),
    "attack": _attack,
    "map-edge": lambda at, place: line(
        f"The map edge cannot be held at {place_name(at.box, place)}.", None, at.box.map.ids[place]
    ),
    "odds": _odds,
    "rolled": _rolled,
    "resilience": lambda at, was, code: line(f"Panzer resilience: {was} counts as {code}.", AXIS),
    "shock": lambda at: line("Panzer shock: the defender loses a step more.", AXIS),
    "holds": _about_group("holds", "hold", "{0}."),
    "empty": lambda at, place: line(f"{place_name(at.box, place)} is empty.", None, at.box.map.ids[place]),
    "retreats": _about_group("falls back", "fall back", "to {0}."),
    "stands": lambda at, place: line(f"{short_place(at.box, place)} stands fast.", 0, at.box.map.ids[place]),
    "advance": _about_unit("advances to {0}."),
    "cut-off": _about_unit("cannot reach the front and is lost."),
    "withdrawn": _about_unit("is withdrawn."),
    "upgraded": _upgraded,
    "points": _points,
    "automatic": lambda at, side: line(f"The {SIDE_NAMES[side]} hold both ends of the desert.", side),
    "railhead": _railhead,
    "railway": lambda at: line("The railway has reached Tobruk.", 0),
    "bypass": lambda at, state: line(
        ("The bypass round Tobruk is abandoned.", "The bypass round Tobruk is begun.", "The bypass is built.")[state],
        AXIS,
    ),
}
