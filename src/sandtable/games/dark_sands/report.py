"""The log as an after-action report."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from sandtable.engine.position import Event
from sandtable.engine.sides import AXIS, SIDES
from sandtable.games.dark_sands.box import DesertBox
from sandtable.games.dark_sands.notation import (
    ACT_NAMES,
    SIDE_NAMES,
    chit_name,
    group_name,
    place_name,
    relief_name,
    short_place,
    unit_name,
)
from sandtable.games.dark_sands.position import Sands

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


def tell(box: DesertBox, event: Event) -> Told:
    """An event in words; nothing in this game is secret."""
    return TELL[event.kind](box, *event.args)


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
    def told(box: DesertBox, unit: int, *places: int) -> Told:
        names = [short_place(box, place) if place >= 0 else "its box" for place in places]
        ids = [box.map.ids[place] for place in places if place >= 0]
        return line(f"{unit_name(box, unit)} {words.format(*names)}", box.units[unit].side, *ids)

    return told


def _about_asset(words: str) -> Callable[..., Told]:
    def told(box: DesertBox, asset: int) -> Told:
        return line(f"{box.assets[asset].name} {words}", box.assets[asset].side)

    return told


def _about_group(one: str, several: str, words: str) -> Callable[..., Told]:
    def told(box: DesertBox, group: int, *places: int) -> Told:
        verb = several if group & (group - 1) else one
        text = f"{group_name(box, group)} {verb} {words.format(*(place_name(box, place) for place in places))}"
        return line(text, side_of(box, group), *(box.map.ids[place] for place in places))

    return told


def _about_place(words: str) -> Callable[..., Told]:
    def told(box: DesertBox, side: int, place: int) -> Told:
        return line(words.format(SIDE_NAMES[side], place_name(box, place)), side, box.map.ids[place])

    return told


def _asset(box: DesertBox, asset: int, unit: int = -1) -> Told:
    name = box.assets[asset].name
    text = (
        f"{name} joins {unit_name(box, unit)}."
        if unit >= 0
        else f"{name} {'support' if name.endswith('s') else 'supports'} the fight."
    )
    return line(text, box.assets[asset].side)


def _rolled(box: DesertBox, side: int, die: int, code: str, table: str) -> Told:
    where = " on the Assault table" if table == "assault" else ""
    dice = [{"label": SIDE_NAMES[side], "side": SIDES[side], "faces": [die]}]
    return line(f"A {die}{where}: {code}, {RESULTS[code]}.", side, dice=dice)


def _check(box: DesertBox, unit: int, die: int, failed: int) -> Told:
    side = box.units[unit].side
    dice = [{"label": "Disruption", "side": SIDES[side], "faces": [die], "hits": [bool(failed)]}]
    return line(f"{unit_name(box, unit)} {'is disrupted' if failed else 'keeps order'} on a {die}.", side, dice=dice)


def _railhead(box: DesertBox, die: int, hexes: int, place: int) -> Told:
    text = f"The railhead moves on to {place_name(box, place)}." if hexes else "The railhead stays where it is."
    dice = [{"label": "Rail", "side": "allied", "faces": [die]}]
    return line(text, 0, box.map.ids[place], dice=dice)


def _points(box: DesertBox, allied: int, axis: int) -> Told:
    return line(f"Victory points: {allied} Allied, {axis} Axis.")


def _logistics(box: DesertBox, cut: int, fed: int) -> Told:
    return line(f"Logistics: {cut} unit{'s' * (cut != 1)} newly out of supply, {fed} back in supply.")


TELL: dict[str, Callable[..., Told]] = {
    "turn": lambda box, turn: line(f"Turn {turn}, {box.turns[turn].label}."),
    "control": _about_place("{0} take {1}."),
    "box": _about_place("{0} build a fortified box at {1}."),
    "box-gone": _about_place("{0} give up the box at {1}."),
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
    "enters": _about_unit("arrives at {0}."),
    "relief": lambda box, number: line(f"Replacements: {relief_name(box, number)}.", box.reliefs[number].side),
    "restored": _about_unit("is brought up to strength."),
    "initiative": lambda box, side: line(f"The {SIDE_NAMES[side]} have the initiative.", side),
    "tobruk-falls": lambda box: line("Tobruk has fallen: two more Axis chits.", AXIS),
    "preempted": lambda box, low, high: line(
        f"{chit_name(box, high)} preempts {chit_name(box, low)}.", box.chits[high].side
    ),
    "chit": lambda box, chit: line(f"Chit: {chit_name(box, chit)}.", box.chits[chit].side),
    "forfeit": lambda box, chit: line(f"{chit_name(box, chit)} is forfeited.", box.chits[chit].side),
    "momentum": lambda box, act: line(f"Momentum: the panzer divisions have a {ACT_NAMES[act]}.", AXIS),
    "logistics": _logistics,
    "moves": _about_group("moves", "move", "from {0} to {1}."),
    "infiltrate": _about_group("infiltrates", "infiltrate", "to {0}."),
    "extended": _about_group("sets out", "set out", "from {0} for {1}."),
    "check": _check,
    "sails": _about_unit("sails from {0} to {1}."),
    "attack": _about_group("attacks", "attack", "{0}."),
    "map-edge": lambda box, place: line(
        f"The map edge cannot be held at {place_name(box, place)}.", None, box.map.ids[place]
    ),
    "rolled": _rolled,
    "retreats": _about_group("falls back", "fall back", "to {0}."),
    "stands": lambda box, place: line(f"{short_place(box, place)} stands fast.", 0, box.map.ids[place]),
    "advance": _about_unit("advances to {0}."),
    "cut-off": _about_unit("cannot reach the front and is lost."),
    "withdrawn": _about_unit("is withdrawn."),
    "upgraded": _about_unit("is re-equipped."),
    "points": _points,
    "automatic": lambda box, side: line(f"The {SIDE_NAMES[side]} hold both ends of the desert.", side),
    "railhead": _railhead,
    "railway": lambda box: line("The railway has reached Tobruk.", 0),
    "bypass": lambda box, state: line(
        ("The bypass round Tobruk is abandoned.", "The bypass round Tobruk is begun.", "The bypass is built.")[state],
        AXIS,
    ),
}
