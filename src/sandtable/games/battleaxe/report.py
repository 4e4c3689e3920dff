"""The log as an after-action report."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from sandtable.engine.battle import DiceRow
from sandtable.engine.maps import places_in
from sandtable.engine.position import Event
from sandtable.engine.sides import ALLIED, AXIS, SIDES
from sandtable.games.battleaxe.account import account
from sandtable.games.battleaxe.box import PANZERS, BattleaxeBox
from sandtable.games.battleaxe.notation import (
    ADJECTIVES,
    SIDE_NAMES,
    place_name,
    result_name,
    short_place,
    signed,
    unit_name,
    unit_names,
)
from sandtable.games.battleaxe.position import REPULSE, STALEMATE, SUCCESS, BattleaxePosition
from sandtable.games.battleaxe.rules.r11_values import Tally

Told = dict[str, Any]


def tell(pos: BattleaxePosition, event: Event) -> Told:
    """An event in words; nothing in this game's log is secret."""
    return TELL[event.kind](pos.box, *((event.rule, *event.args) if event.kind in BY_RULE else event.args))


def last_dice(pos: BattleaxePosition) -> list[DiceRow]:
    """The last two or four dice, each side's in one row."""
    rows = []
    for number, side in enumerate((pos.roller, 1 - pos.roller)):
        faces = pos.dice[2 * number : 2 * number + 2]
        if faces:
            rows.append(dice_row(side, *faces))
    return rows


def dice_row(side: int, *faces: int) -> DiceRow:
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


def _tally(box: BattleaxeBox, *sums: Any) -> Told:
    told = account(box, Tally(*sums))
    return line(told.text(), None, sum=told.document())


def _result(box: BattleaxeBox, place: int, attack: int, defence: int, *rest: int) -> Told:
    a, b, c, d, result, side, endurance, last = rest
    ours, theirs = attack + a + b, defence + c + d
    name = result_name(result, last=bool(last))
    sums = f"{attack} + {a + b} = {ours} against {defence} + {c + d} = {theirs}"
    text = f"{name} at {short_place(box, place)}: {sums}. {_follows(result, ours - theirs, endurance)}"
    return line(text, side, box.map.ids[place], dice=[dice_row(side, a, b), dice_row(1 - side, c, d)])


def _follows(result: int, margin: int, endurance: int) -> str:
    """What a result means for both sides."""
    if result == REPULSE:
        return "Every attacker loses a step."
    if result == STALEMATE:
        return "Both lead units lose a step."
    points = f"{margin} attrition point{'s' * (margin > 1)}"
    if result == SUCCESS:
        return f"The defenders take {points}."
    return f"{points[:1].upper()}{points[1:]}, more than the {endurance} the defenders can absorb."


def _stand(box: BattleaxeBox, place: int, attackers: int, defenders: int, side: int) -> Told:
    here = short_place(box, place)
    if attackers and defenders:
        text = f"{here} is contested: {unit_names(box, attackers)} against {unit_names(box, defenders)}."
    elif attackers or defenders:
        units = attackers or defenders
        text = f"{unit_names(box, units)} {'hold' if units & (units - 1) else 'holds'} {here}."
    else:
        text = f"Nobody is left at {here}."
    return line(text, None if attackers and defenders else side if attackers else 1 - side, box.map.ids[place])


def _about(words: str) -> Callable[..., Told]:
    def told(box: BattleaxeBox, unit: int, place: int) -> Told:
        where = short_place(box, place) if place >= 0 else ""
        return _at(box, f"{unit_name(box, unit)} {words}".replace("HERE", where), unit, place)

    return told


def _flipped(box: BattleaxeBox, rule: str, unit: int, place: int) -> Told:
    price = " for 1 point" if rule == "11.5" else ""
    return _at(box, f"{unit_name(box, unit)} is reduced{price}.", unit, place)


def _lost(box: BattleaxeBox, rule: str, unit: int, place: int) -> Told:
    why = " with nowhere to fall back to" if rule == "11.6.4" else ""
    return _at(box, f"{unit_name(box, unit)} is lost at {short_place(box, place)}{why}.", unit, place)


def _retreated(box: BattleaxeBox, rule: str, unit: int, start: int, place: int) -> Told:
    verb = "leaves for" if rule == "11.6.3" else "falls back to"
    price = " for 1 point" if rule == "11.5" else ""
    return _at(box, f"{unit_name(box, unit)} {verb} {place_name(box, place)}{price}.", unit, start, place)


def _die(face: int, added: int, why: str) -> str:
    """A die with what is added to it: 3, +1 for the strongpoint."""
    return f"{face}, {signed(added)} {why}" if added else str(face)


def _surrender(box: BattleaxeBox, unit: int, face: int, bonus: int, failed: int) -> Told:
    end = "it gives way" if failed else "it holds out"
    need = box.tables["surrender"] + 1
    rolled = _die(face, bonus, "for the Advantage")
    text = f"{unit_name(box, unit)} is cut off and rolls {rolled} ({need} or more needed): {end}."
    return line(text, box.side[unit], dice=[dice_row(box.side[unit], face)])


def _sunset(box: BattleaxeBox, roll: int, impulse: int, dusk: int, *faces: int) -> Told:
    end = "the sun sets" if dusk else "the day goes on"
    source = f"Sunset roll {roll}" if faces else f"The first Axis combat roll, {roll}, is the sunset roll"
    dice = {"dice": [dice_row(AXIS, *faces)]} if faces else {}
    return line(f"{source} ({impulse} or more needed): {end}.", AXIS, **dice)


def _call(box: BattleaxeBox, side: int, face: int, bonus: int, heard: int) -> Told:
    rolled = _die(face, bonus, "for Tobruk" if side == ALLIED else "for the strongpoint")
    need = box.tables["artillery_call"]
    end = "it fires and adds 2" if heard else "no answer"
    text = f"The {SIDE_NAMES[side]} call for artillery and roll {rolled} ({need} or more needed): {end}."
    return line(text, side, dice=[dice_row(side, face)])


def _air(box: BattleaxeBox, side: int, face: int, shift: int, effect: int) -> Told:
    rolled = _die(face, shift, "for the dust" if shift < 0 else "for air cover given up")
    text = f"{ADJECTIVES[side]} aircraft add {effect}" + (f" (a roll of {rolled})." if shift else ".")
    return line(text, side, dice=[dice_row(side, face)])


def _released(box: BattleaxeBox, division: int) -> Told:
    name = "15th Panzer" if division == PANZERS else "5th Light"
    return line(f"The {name} Division is released.", AXIS)


def _cut(box: BattleaxeBox, units: int) -> Told:
    return line(f"Out of supply: {unit_names(box, units)}.")


def _points(box: BattleaxeBox, ground: int, losses: int, total: int) -> Told:
    german = f" and {losses} for German losses" if losses else ""
    return line(f"The Allies score {ground} for ground{german}: {total} in all.", ALLIED)


def _control(box: BattleaxeBox, rule: str, place: int, side: int) -> Told:
    why = ", being cut off" if rule == "14.2.4" else ""
    return line(f"{place_name(box, place)} is in {ADJECTIVES[side]} hands{why}.", side, box.map.ids[place])


def _bids(box: BattleaxeBox, allied: int, axis: int) -> Told:
    return line(f"Bids are shown: {allied} from the Allied seat, {axis} from the Axis seat.")


BY_RULE = {"advantage", "control", "flipped", "lost", "retreated"}
"""Events whose words depend on the rule that made them."""
USES = {
    "12.1A": "a fanatical defence: a stalemate instead",
    "12.1B": "a maximum attack: a stalemate instead",
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
    "control": _control,
    "released": _released,
    "battle": _battle,
    "lead": lambda box, unit: line(f"{unit_name(box, unit)} leads.", box.side[unit]),
    "air": _air,
    "rommel": lambda box, face: line(f"Rommel adds {face}.", AXIS, dice=[dice_row(AXIS, face)]),
    "call": _call,
    "result": _result,
    "tally": _tally,
    "stand": _stand,
    "flipped": _flipped,
    "lost": _lost,
    "retreated": _retreated,
    "advantage": lambda box, rule, side: line(f"The {SIDE_NAMES[side]} spend the Advantage on {USES[rule]}.", side),
    "shift": lambda box, side: line(f"The Advantage passes to the {SIDE_NAMES[side]}.", side),
    "sunset": _sunset,
    "fuel": lambda box, roll: line(f"The roll of {roll} equals the impulse: the fuel shortage is over.", AXIS),
    "cut": _cut,
    "relieved": lambda box, units: line(f"Back in supply: {unit_names(box, units)}."),
    "restored": lambda box, unit, how: line(f"{unit_name(box, unit)} is made whole{FUNDS[how]}.", box.side[unit]),
    "rebuilt": _about("is rebuilt in HERE."),
    "surrender": _surrender,
    "tobruk": lambda box: line("The besiegers of Tobruk are outnumbered: one victory point.", ALLIED),
    "points": _points,
    "won": lambda box, side, kind, points: line(f"{kind}. Allied points: {points}.", side),
}
