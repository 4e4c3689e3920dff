"""The log as an after-action report."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from sandtable.engine.maps import places_in
from sandtable.engine.position import Event
from sandtable.engine.sides import ALLIED, AXIS, SIDES
from sandtable.games.battleaxe.box import PANZERS, BattleaxeBox
from sandtable.games.battleaxe.notation import RESULTS, SIDE_NAMES, place_name, short_place, unit_name, unit_names
from sandtable.games.battleaxe.position import BattleaxePosition

Told = dict[str, Any]


def tell(pos: BattleaxePosition, event: Event) -> Told:
    """An event in words; nothing in this game's log is secret."""
    return TELL[event.kind](pos.box, *(event.args if event.kind != "advantage" else (event.rule, *event.args)))


def last_dice(pos: BattleaxePosition) -> list[Told]:
    """The last two or four dice, each side's in one row."""
    rows = []
    for number, side in enumerate((pos.roller, 1 - pos.roller)):
        faces = pos.dice[2 * number : 2 * number + 2]
        if faces:
            rows.append(dice_row(side, *faces))
    return rows


def dice_row(side: int, *faces: int) -> Told:
    """Dice as the view has them."""
    return {"label": SIDE_NAMES[side], "side": SIDES[side], "faces": list(faces)}


def line(text: str, side: int | None = None, *places: str, **more: Any) -> Told:
    """A log line."""
    return {"text": text, "side": None if side is None else SIDES[side], "places": list(places), **more}


def _at(box: BattleaxeBox, text: str, unit: int, *places: int) -> Told:
    return line(text, box.side[unit], *(box.map.ids[place] for place in places if place >= 0))


def _moved(box: BattleaxeBox, group: int, start: int, *path: int) -> Told:
    lead = next(places_in(group))
    verb = "moves" if group.bit_count() == 1 else "move"
    way = "" if len(path) == 1 else " by way of " + ", ".join(short_place(box, place) for place in path[:-1])
    text = f"{unit_names(box, group)} {verb} from {short_place(box, start)} to {place_name(box, path[-1])}{way}."
    return _at(box, text, lead, start, *path)


def _regrouped(box: BattleaxeBox, group: int, start: int, place: int) -> Told:
    text = f"{unit_names(box, group)} from {short_place(box, start)} to {place_name(box, place)}."
    return _at(box, text, next(places_in(group)), start, place)


def _battle(box: BattleaxeBox, place: int, force: int, against: int) -> Told:
    text = f"{unit_names(box, force)} against {unit_names(box, against)} at {place_name(box, place)}."
    return _at(box, text, next(places_in(force)), place)


def _result(box: BattleaxeBox, place: int, attack: int, defence: int, *dice_and_result: int) -> Told:
    a, b, c, d, result, side = dice_and_result
    text = f"{RESULTS[result]} at {short_place(box, place)}: {attack} + {a + b} against {defence} + {c + d}."
    return line(text, side, box.map.ids[place], dice=[dice_row(side, a, b), dice_row(1 - side, c, d)])


def _about(words: str) -> Callable[..., Told]:
    def told(box: BattleaxeBox, unit: int, place: int) -> Told:
        where = short_place(box, place) if place >= 0 else ""
        return _at(box, f"{unit_name(box, unit)} {words}".replace("HERE", where), unit, place)

    return told


def _retreated(box: BattleaxeBox, unit: int, start: int, place: int) -> Told:
    return _at(box, f"{unit_name(box, unit)} falls back to {place_name(box, place)}.", unit, start, place)


def _surrender(box: BattleaxeBox, unit: int, face: int, failed: int) -> Told:
    end = "and gives way" if failed else "and holds out"
    text = f"{unit_name(box, unit)} is cut off {end} on a roll of {face}."
    return line(text, box.side[unit], dice=[dice_row(box.side[unit], face)])


def _sunset(box: BattleaxeBox, roll: int, impulse: int, dusk: int) -> Told:
    end = "the sun sets" if dusk else "the day goes on"
    return line(f"Sunset roll {roll} in impulse {impulse}: {end}.", AXIS)


def _call(box: BattleaxeBox, side: int, face: int, heard: int) -> Told:
    text = f"{SIDE_NAMES[side]} call for artillery: {face}, {'it fires' if heard else 'no answer'}."
    return line(text, side, dice=[dice_row(side, face)])


def _air(box: BattleaxeBox, side: int, face: int, effect: int) -> Told:
    return line(f"{SIDE_NAMES[side]} aircraft add {effect}.", side, dice=[dice_row(side, face)])


def _released(box: BattleaxeBox, division: int) -> Told:
    name = "15th Panzer" if division == PANZERS else "5th Light"
    return line(f"The {name} Division is released.", AXIS)


def _cut(box: BattleaxeBox, units: int) -> Told:
    return line(f"Out of supply: {unit_names(box, units)}.")


def _bids(box: BattleaxeBox, allied: int, axis: int) -> Told:
    return line(f"Bids are shown: {allied} from the Allied seat, {axis} from the Axis seat.")


USES = {
    "12.1A": "a fanatical defence",
    "12.1B": "a maximum attack",
    "12.1C": "more daylight",
    "12.1D": "an Axis fuel shortage",
    "12.1E": "Rommel at the front",
    "12.1F": "one more replacement point",
    "19.1G": "Tiger Cubs",
    "19.1H": "wireless intercepts",
}
FUNDS = {
    "points": "",
    "reserve": " from the reserves",
    "cubs": " with new tanks",
    "recovery": " by battlefield recovery",
}

TELL: dict[str, Callable[..., Told]] = {
    "bids": _bids,
    "tie": lambda box, face, exchanged: line(
        f"Equal bids, a roll of {face}: the seats {'change armies' if exchanged else 'keep their armies'}."
    ),
    "placed": _about("starts in HERE."),
    "day": lambda box, day: line(f"{box.tables['days'][day - 1]}."),
    "impulse": lambda box, number, side: line(f"Impulse {number}, {SIDE_NAMES[side]}.", side),
    "activated": lambda box, place, side: line(f"{place_name(box, place)} is active.", side, box.map.ids[place]),
    "moved": _moved,
    "regroup": lambda box, side: line(f"The {SIDE_NAMES[side]} regroup.", side),
    "regrouped": _regrouped,
    "consolidated": lambda box, gains, gives: line(
        f"{unit_name(box, gains)} is made whole at the cost of {unit_name(box, gives)}.", box.side[gains]
    ),
    "pass": lambda box, side: line(f"The {SIDE_NAMES[side]} pass.", side),
    "control": lambda box, place, side: line(
        f"{place_name(box, place)} is in {('Allied', 'Axis')[side]} hands.", side, box.map.ids[place]
    ),
    "released": _released,
    "battle": _battle,
    "lead": lambda box, unit: line(f"{unit_name(box, unit)} leads.", box.side[unit]),
    "air": _air,
    "rommel": lambda box, face: line(f"Rommel adds {face}.", AXIS, dice=[dice_row(AXIS, face)]),
    "call": _call,
    "result": _result,
    "flipped": _about("is reduced."),
    "lost": _about("is lost at HERE."),
    "retreated": _retreated,
    "advantage": lambda box, rule, side: line(f"The {SIDE_NAMES[side]} spend the Advantage on {USES[rule]}.", side),
    "shift": lambda box, side: line(f"The Advantage passes to the {SIDE_NAMES[side]}.", side),
    "sunset": _sunset,
    "fuel": lambda box: line("The fuel shortage is over.", AXIS),
    "cut": _cut,
    "restored": lambda box, unit, how: line(f"{unit_name(box, unit)} is made whole{FUNDS[how]}.", box.side[unit]),
    "rebuilt": _about("is rebuilt in HERE."),
    "surrender": _surrender,
    "tobruk": lambda box: line("The besiegers of Tobruk are outnumbered: one victory point.", ALLIED),
    "points": lambda box, gained, total: line(f"The Allies score {gained}, {total} in all.", ALLIED),
    "won": lambda box, side, kind, points: line(f"{kind}. Allied points: {points}.", side),
}
