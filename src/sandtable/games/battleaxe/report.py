"""The log as an after-action report: one line for each kind of event."""

from __future__ import annotations

from typing import Any

from sandtable.engine.battle import Account, DiceRow, dice_row
from sandtable.engine.log import Log, Tell
from sandtable.engine.sides import ALLIED, AXIS
from sandtable.engine.words import Count, listed, sentence
from sandtable.games.battleaxe.account import account
from sandtable.games.battleaxe.notation import (
    KINDS,
    OWNERS,
    SIDES_SAID,
    place_noun,
    result_name,
    short_place,
    signed,
    unit_name,
    units_noun,
)
from sandtable.games.battleaxe.position import REPULSE, STALEMATE, SUCCESS, BattleaxePosition
from sandtable.games.battleaxe.rules.r11_values import Tally


def side_row(side: int, *faces: int) -> DiceRow:
    """Dice under the name of the side that rolled them."""
    return dice_row(SIDES_SAID[side].adjective, side, faces)


def _one_die(pos: BattleaxePosition, side: int, face: int, *rest: int) -> list[DiceRow]:
    return [side_row(side, face)]


def _tie(pos: BattleaxePosition, face: int, exchanged: int) -> str:
    return f"Equal bids, and a roll of {face}: the players {'change' if exchanged else 'keep their'} sides."


def _day(pos: BattleaxePosition, day: int) -> str:
    return f"{pos.box.tables['days'][day - 1]}."


def _moved(pos: BattleaxePosition, group: int, start: int, *path: int) -> str:
    box = pos.box
    way = f" by way of {listed(short_place(box, place) for place in path[:-1])}" if len(path) > 1 else ""
    return f"{units_noun(box, group):move} from {short_place(box, start)} to {place_noun(box, path[-1])}{way}."


def _account(pos: BattleaxePosition, *sums: Any) -> Account:
    return account(pos.box, Tally(*sums))


def _result(pos: BattleaxePosition, place: int, attack: int, defence: int, *rest: int) -> str:
    a, b, c, d, result, _, endurance, last = rest
    ours, theirs = attack + a + b, defence + c + d
    sums = f"{attack} + {a + b} = {ours} against {defence} + {c + d} = {theirs}"
    name = result_name(result, last=bool(last))
    return f"{name} at {short_place(pos.box, place)}: {sums}. {_follows(result, ours - theirs, endurance)}"


def _follows(result: int, margin: int, endurance: int) -> str:
    """What a result means for both sides."""
    if result == REPULSE:
        return "Every attacker loses a step."
    if result == STALEMATE:
        return "Both lead units lose a step."
    points = f"{Count(margin):attrition point}"
    if result == SUCCESS:
        return f"The defenders take {points}."
    return f"{sentence(points)}, more than the {endurance} the defenders can absorb."


def _result_dice(pos: BattleaxePosition, place: int, attack: int, defence: int, *rest: int) -> list[DiceRow]:
    a, b, c, d, _, side, *_ = rest
    return [side_row(side, a, b), side_row(1 - side, c, d)]


def _stand(pos: BattleaxePosition, place: int, attackers: int, defenders: int, side: int) -> str:
    box, here = pos.box, short_place(pos.box, place)
    if attackers and defenders:
        return f"{here} is contested: {units_noun(box, attackers)} against {units_noun(box, defenders)}."
    if attackers or defenders:
        return f"{units_noun(box, attackers or defenders):hold} {here}."
    return f"Nobody is left at {here}."


def _holder(pos: BattleaxePosition, place: int, attackers: int, defenders: int, side: int) -> int | None:
    if attackers and defenders:
        return None
    return side if attackers else 1 - side


def _die(face: int, added: int, why: str) -> str:
    """A die with what is added to it: 3, +1 for the strongpoint."""
    return f"{face}, {signed(added)} {why}" if added else str(face)


def _surrender(pos: BattleaxePosition, unit: int, face: int, bonus: int, failed: int) -> str:
    need, rolled = pos.box.tables["surrender"] + 1, _die(face, bonus, "for the Advantage")
    end = "it loses a step" if failed else "it holds out"
    return f"{unit_name(pos.box, unit)} is cut off and rolls {rolled} ({need} or more needed): {end}."


def _surrender_die(pos: BattleaxePosition, unit: int, face: int, *rest: int) -> list[DiceRow]:
    return [side_row(pos.box.side[unit], face)]


def _sunset(pos: BattleaxePosition, roll: int, impulse: int, dusk: int, *faces: int) -> str:
    source = f"Sunset roll {roll}" if faces else f"The first Axis combat roll, {roll}, is the sunset roll"
    need = "the track ends here" if impulse == pos.box.impulses else f"{impulse} or more needed"
    return f"{source} ({need}): {'the sun sets' if dusk else 'the day goes on'}."


def _sunset_dice(pos: BattleaxePosition, roll: int, impulse: int, dusk: int, *faces: int) -> list[DiceRow]:
    return [side_row(AXIS, *faces)] if faces else []


def _call(pos: BattleaxePosition, side: int, face: int, bonus: int, heard: int) -> str:
    rolled = _die(face, bonus, "for Tobruk" if side == ALLIED else "for the strongpoint")
    need, end = pos.box.tables["artillery_call"], "it fires and adds 2" if heard else "no answer"
    calls = f"{SIDES_SAID[side]:call for artillery}"
    return f"{calls}. The roll is {rolled} ({need} or more needed): {end}."


def _air(pos: BattleaxePosition, side: int, face: int, shift: int, effect: int) -> str:
    rolled = _die(face, shift, "for the dust" if shift < 0 else "for the fighter-bombers")
    return f"{SIDES_SAID[side].adjective} aircraft add {effect}" + (f" (a roll of {rolled})." if shift else ".")


def _points(pos: BattleaxePosition, ground: int, losses: int, total: int) -> str:
    german = f" and {losses} for German losses" if losses else ""
    return f"The Allies score {ground} for ground{german}: {total} in all."


def _lost_to_attrition(pos: BattleaxePosition, unit: int, place: int, points: int = 0) -> str:
    absorbed = f" and absorbs {Count(points):point}" if points else ""
    return f"{unit_name(pos.box, unit)} is lost at {short_place(pos.box, place)}{absorbed}."


def _lost_in_retreat(pos: BattleaxePosition, unit: int, place: int, points: int = 0) -> str:
    return f"{_lost_to_attrition(pos, unit, place, points)[:-1]}: it has nowhere to fall back to."


USES = {
    "12.1A": "a fanatical defence: a stalemate instead, and both lead units lose a step",
    "12.1B": "a maximum attack: a stalemate instead, and both lead units lose a step",
    "12.1C": "more daylight",
    "12.1D": "an Axis fuel shortage",
    "12.1E": "Rommel at the front",
    "12.1F": "one more replacement point",
    "19.1G": "Tiger Cubs",
    "19.1H": "wireless intercepts",
}
TELL = {
    "bids": Tell("The bids: {allied} from the Allied seat, {axis} from the Axis seat.", "allied:number axis:number"),
    "tie": Tell(_tie, "face:number exchanged:number"),
    "placed": Tell("{unit} starts in {place:short}.", "unit place"),
    "day": Tell(_day, "day:number", clears=True),
    "impulse": Tell("{side:adjective} impulse {number}.", "number side", clears=True),
    "activated": Tell("{place} is activated.", "place side", clears=True),
    "moved": Tell(_moved, "units place path:place*", clears=True),
    "regroup": Tell("{side:regroup}.", "side", clears=True),
    "regrouped": Tell("{units:move} from {place:short} to {to}.", "units place to:place"),
    "consolidated": Tell("{unit} is restored to full strength at the cost of {partner}.", "unit partner"),
    "passed": Tell("{side:pass}.", "side"),
    "control": Tell("{place} is now in {side:adjective} hands.", "place side"),
    "control@14.2.4": Tell("{place} is cut off and falls to {side}.", "place side"),
    "released": Tell("The {division} is released.", "division", side=AXIS),
    "battle": Tell("{units:attack} {against} at {place}.", "place units against:units", clears=True),
    "lead": Tell("{unit} leads the attack.", "unit"),
    "lead@11.4.3A": Tell("{unit} leads the defence.", "unit"),
    "air": Tell(_air, "side face:number shift:number effect:number", dice=_one_die),
    "rommel": Tell("Rommel adds {face}.", "face:number", side=AXIS, dice=lambda pos, face: [side_row(AXIS, face)]),
    "call": Tell(_call, "side face:number bonus:number heard:number", dice=_one_die),
    "tally": Tell(
        lambda pos, *sums: _account(pos, *sums).text(),
        "lead:unit target:unit attack:word defence:word endurance:number last:number",
        account=_account,
    ),
    "result": Tell(
        _result,
        "place attack:number defence:number a:number b:number c:number d:number result:number side "
        "endurance:number last:number",
        dice=_result_dice,
    ),
    "stand": Tell(_stand, "place attackers:units defenders:units side", side=_holder),
    "flipped": Tell("{unit} is reduced.", "unit place"),
    "flipped@11.5": Tell("{unit} is reduced and absorbs 1 point.", "unit place"),
    "lost": Tell("{unit} is lost at {place:short}.", "unit place"),
    "lost@11.5": Tell(_lost_to_attrition, "unit place"),
    "lost@11.6.4": Tell(_lost_in_retreat, "unit place"),
    "retreated": Tell("{unit} falls back to {to}.", "unit place to:place"),
    "retreated@11.5": Tell("{unit} falls back to {to} and absorbs 1 point.", "unit place to:place"),
    "retreated@11.6.3": Tell("{unit} withdraws to {to}.", "unit place to:place"),
    **{f"advantage@{rule}": Tell(f"{{side:spend}} the Advantage on {use}.", "side") for rule, use in USES.items()},
    "shift": Tell("The Advantage passes to {side}.", "side"),
    "sunset": Tell(_sunset, "roll:number impulse:number dusk:number faces:number*", side=AXIS, dice=_sunset_dice),
    "fuel": Tell("The roll of {number} equals the impulse number: the fuel shortage is over.", "number", side=AXIS),
    "cut": Tell("Out of supply: {cut}.", "cut:units"),
    "relieved": Tell("Back in supply: {relieved}.", "relieved:units"),
    "restored": Tell("{unit} is restored to full strength{funds}.", "unit funds"),
    "rebuilt": Tell("{unit} is rebuilt in {place:short}.", "unit place"),
    "surrender": Tell(_surrender, "unit face:number bonus:number failed:number", dice=_surrender_die),
    "tobruk": Tell("The Allies outnumber the Axis in Tobruk: one victory point.", side=ALLIED),
    "points": Tell(_points, "ground:number losses:number total:number", side=ALLIED),
    "won": Tell("{kind}. Allied points: {points}.", "side kind:word points:number"),
}
BATTLEAXE_LOG = Log(TELL, KINDS, OWNERS)
