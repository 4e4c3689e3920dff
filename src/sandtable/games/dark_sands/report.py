"""The log as an after-action report: one line for each kind of event."""

from __future__ import annotations

from typing import Any

from sandtable.engine.battle import Account, DiceRow, dice_row
from sandtable.engine.log import Log, Tell
from sandtable.engine.maps import places_in
from sandtable.engine.sides import ALLIED, AXIS, SIDES
from sandtable.engine.words import Noun, listed, verb
from sandtable.games.dark_sands.accounts import account, chances
from sandtable.games.dark_sands.notation import KINDS, OWNERS, SIDES_SAID, Then, place_said, steps_said, unit_name
from sandtable.games.dark_sands.position import DarkSandsPosition
from sandtable.games.dark_sands.rules.r20_odds import Odds

RESULTS = {
    "AE": "the attackers are wiped out",
    "AL1": "the attacker loses a step",
    "BL1": "both sides lose a step",
    "EX": "both sides lose two steps and the defender falls back",
    "DR": "the defender falls back",
    "DR*": "the defender loses a step and falls back",
    "DE*": "the defenders are wiped out at the cost of a step",
    "DE": "the defenders are wiped out",
}
BYPASS = ("The bypass round Tobruk is abandoned.", "The bypass round Tobruk is begun.", "The bypass is built.")


def then(pos: DarkSandsPosition, n: int) -> Then:
    """The counters as they were when event number `n` was noted: the name of a unit may have changed since (22.5)."""
    box = pos.box
    grade = pos.grade
    if any(grade[unit] for unit in box.renamed):
        grade = grade.copy()
        for event in pos.newest_first(n + 1):
            if event.kind == "upgraded":
                grade[event.args[0]] -= 1
    return Then(box, grade)


def _asset(at: Then, asset: int, unit: int = -1) -> str:
    name = at.box.assets[asset].name
    if unit >= 0:
        return f"{name} joins {unit_name(at, unit)}."
    return f"{name} {verb('support', name.endswith('s'))} the fight."


def _odds(at: Then, *args: Any) -> str:
    odds = Odds(*args)
    sums, dice = account(at, odds), chances(at, odds)
    return sums._replace(verdict=f"{sums.verdict}; {dice}").text() if dice else sums.text()


def _sums(at: Then, *args: Any) -> Account:
    return account(at, Odds(*args))


def _rolled(at: Then, side: int, die: int, added: int, code: str) -> str:
    changed = f" {'plus' if added > 0 else 'less'} {abs(added)} makes {die + added}" if added else ""
    return f"The die shows {die}{',' if added else ''}{changed}: {code}, {RESULTS[code]}."


def _roll_die(at: Then, side: int, die: int, *rest: object) -> list[DiceRow]:
    return [dice_row(SIDES_SAID[side].adjective, side, (die,))]


def _upgraded(at: Then, unit: int) -> str:
    names = at.box.units[unit].name
    now, before = at.grade[unit], at.grade[unit] - 1
    return f"{names[now]} is re-equipped." if names[now] == names[before] else f"{names[before]} becomes {names[now]}."


def _check(at: Then, unit: int, die: int, added: int, failed: int, place: int) -> str:
    text = f"{unit_name(at, unit)} {'is disrupted' if failed else 'keeps order'} at {place_said(at, place)}"
    return f"{text}: the die shows {f'{die}, plus 1 makes {die + 1}' if added else die}, and 5 or more disrupts."


def _check_die(at: Then, unit: int, die: int, added: int, failed: int, place: int) -> list[DiceRow]:
    side = SIDES[at.box.units[unit].side]
    return [{"label": "Disruption", "side": side, "faces": [die], "said": "disrupted" if failed else "in order"}]


def _enters(at: Then, unit: int, place: int, disrupted: int, steps: int) -> str:
    state = [", reduced"] * (steps < at.box.units[unit].steps) + [", disrupted"] * disrupted
    return f"{unit_name(at, unit)} arrives at {place_said(at, place)}{''.join(state)}."


def _saved(at: Then, tank: int, infantry: int) -> str:
    return f"The Allies save {steps_said(ALLIED, tank, infantry)}."


def _railhead(at: Then, die: int, hexes: int, place: int) -> str:
    return f"The railhead moves on to {place_said(at, place)}." if hexes else "The railhead stays where it is."


def _rail_die(at: Then, die: int, hexes: int, place: int) -> list[DiceRow]:
    return [dice_row("Rail", ALLIED, (die,))]


def _logistics(at: Then, cut: int, fed: int) -> str:
    parts = [f"{_each(at, cut):be} out of supply"] * bool(cut) + [f"{_each(at, fed):be} supplied again"] * bool(fed)
    return f"Logistics: {'; '.join(parts) or 'nothing changes'}."


def _each(at: Then, mask: int) -> Noun:
    """Every one of these units by its name, so that markers can be followed."""
    names = [unit_name(at, unit) for unit in places_in(mask)]
    return Noun(listed(names), len(names) > 1)


def _chit_side(at: Then, *chits: int) -> int | None:
    side = at.box.chits[chits[-1]].side
    return side if side < 2 else None


TELL = {
    "turn": Tell(lambda at, turn: f"Turn {turn}, {at.box.turns[turn].label}.", "number", clears=True),
    "control": Tell("{side:take} {place}.", "side place"),
    "box": Tell("{side:build} a fortified box at {place}.", "side place"),
    "box_gone": Tell("{side:give up} the box at {place}.", "side place"),
    "eliminated": Tell("{counter} is eliminated at {where}.", "counter where"),
    "step_lost": Tell("{counter} loses a step.", "counter"),
    "gun_lost": Tell("{asset} is out of action.", "asset"),
    "displaced": Tell("{counter} falls back from {start} to {end}.", "counter start:where end:where"),
    "asset": Tell(_asset, "asset"),
    "asset_arrives": Tell("{asset} is available.", "asset"),
    "asset_leaves": Tell("{asset} leaves the theatre.", "asset"),
    "asset_upgraded": Tell("{asset} gets better guns.", "asset"),
    "disbanded": Tell("{counter} at {where} is disbanded.", "counter where"),
    "garrison": Tell("{counter} is formed at {where}.", "counter where"),
    "enters": Tell(_enters, "counter place disrupted:number steps:number"),
    "relief": Tell("Replacements: {relief}.", "relief"),
    "repair": Tell("Panzer repair: one panzer step more.", side=AXIS),
    "saved": Tell(_saved, "tank:number infantry:number", side=ALLIED),
    "restored": Tell("{counter} is brought up to strength.", "counter"),
    "initiative": Tell("{side:have} the initiative.", "side"),
    "tobruk_falls": Tell("Tobruk has fallen: two more Axis chits.", side=AXIS),
    "preempted": Tell("{high} preempts {low}.", "low:chit high:chit", side=_chit_side),
    "chit": Tell("Chit: {chit}.", "chit", side=_chit_side, clears=True),
    "used": Tell("{side:use} the {act} side.", "side act"),
    "forfeit": Tell("{chit} is forfeited.", "chit", side=_chit_side),
    "momentum": Tell("Momentum: {act} for the panzer divisions.", "act", side=AXIS),
    "logistics": Tell(_logistics, "cut:number fed:number"),
    "moves": Tell("{group:move} from {start} to {end}.", "group start:place end:place"),
    "infiltrate": Tell("{group:infiltrate} to {place}.", "group place"),
    "extended": Tell("{group:set out} from {start} for {end}.", "group start:place end:place"),
    "check": Tell(_check, "counter die:number added:number failed:number place", dice=_check_die),
    "strays": Tell("{counter} ends its move at {where}.", "counter where"),
    "sails": Tell("{counter} sails from {start} to {end}.", "counter start:where end:where"),
    "attack": Tell("{group:attack} {defenders} at {place}.", "group place defenders:group"),
    "stand_by": Tell("{group:stand} by: on the Center only two large units in a hex can attack.", "group"),
    "left_out": Tell("{group:add} nothing to the defence: on the Center only two large units in a hex count.", "group"),
    "map_edge": Tell("The map edge cannot be held at {place}.", "place"),
    "odds": Tell(_odds, "side", side=lambda at, *args: Odds(*args).side, account=_sums),
    "rolled": Tell(_rolled, "side", dice=_roll_die),
    "resilience": Tell("Panzer resilience: {was} counts as {code}.", "was:word code:word", side=AXIS),
    "shock": Tell("Panzer shock: the defender loses a further step.", side=AXIS),
    "holds": Tell("{group:hold} {place}.", "group place"),
    "empty": Tell("{place} is empty.", "place"),
    "retreats": Tell("{group:fall back} to {place}.", "group place"),
    "zone_toll": Tell("{place} is in an enemy zone without a friend there: a step is lost.", "place"),
    "stuck": Tell("There is no way on from {place}: {number:step} lost.", "place number"),
    "stands": Tell("{place:short} stands fast.", "place", side=ALLIED),
    "advance": Tell("{counter} advances to {where}.", "counter where"),
    "cut_off": Tell("{counter} cannot reach the front and is lost.", "counter"),
    "withdrawn": Tell("{counter} is withdrawn.", "counter"),
    "upgraded": Tell(_upgraded, "counter"),
    "points": Tell(
        "Victory points: {allied} Allied, {axis} Axis; {all_allied} to {all_axis} in all.",
        "allied:number axis:number all_allied:number all_axis:number",
    ),
    "automatic": Tell("{side:hold} both ends of the desert.", "side"),
    "railhead": Tell(_railhead, "die:number hexes:number place", side=ALLIED, dice=_rail_die),
    "railway": Tell("The railway has reached Tobruk.", side=ALLIED),
    "bypass": Tell(lambda at, state: BYPASS[state], "number", side=AXIS),
}
DARK_LOG = Log(TELL, KINDS, OWNERS)
