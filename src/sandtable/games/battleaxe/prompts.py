"""What a player is asked, what a button says, and why something is refused."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from sandtable.engine.flow import Action
from sandtable.engine.maps import places_in
from sandtable.engine.sides import ALLIED, CHANCE
from sandtable.games.battleaxe.notation import (
    SIDE_NAMES,
    listed,
    place_name,
    short_place,
    short_units,
    unit_name,
    unit_names,
)
from sandtable.games.battleaxe.position import REPULSE, BattleaxePosition
from sandtable.games.battleaxe.rules.r05_setup import unplaced
from sandtable.games.battleaxe.rules.r09_movement import allowance_of
from sandtable.games.battleaxe.rules.r11_retreat import may_reach_safety, withdrawals
from sandtable.games.battleaxe.rules.r11_values import tally

REASONS = {
    "12.1D": "you need the Advantage for that, and Axis fuel must not be low already",
    "8.1.1": "nobody there can move or attack",
    "8.1.2a": "units with a movement factor regroup by one place, into ground that is yours and free of enemies",
    "8.1.2b": "consolidation takes two tank or two infantry units of one army in one place, the first one reduced",
    "9.1": "that area does not touch this one",
    "9.1.1": "only units of an active area that have not acted yet may act",
    "9.1.2": "only the Axis combine operations, and with two areas at most",
    "9.2": "that is too far for the movement points left; a zone takes a whole allowance",
    "9.2.1": "that place was attacked in this impulse: nobody may enter it or attack it again",
    "9.3.1": "no more than four units of a side fit into an area",
    "9.3.2": "nobody crosses the escarpment",
    "9.3.3": "zones are reached along their connection lines alone",
    "9.3.4": "units leaving a contested place must enter a free one first",
    "10.3": "guns do not lead an attack that other units take part in",
    "11": "no active unit of yours stands among enemies there",
    "11.1": "units that entered enemy ground must attack first",
    "11.5.1": "whole Germans do not give up an Axis strongpoint, and whole Allied or Italian units do not fall back",
    "11.6.3": "whole Allied units do not leave of their own will",
    "12.1F": "you do not have the Advantage",
    "13.3.1": "only reduced units with a supply line can be made whole",
    "13.3.3": "rebuilt Allied units need a supplied, uncontested place; the Tobruk garrison can only return to Tobruk",
    "13.3.4": "rebuilt Axis units need a supplied, uncontested place in Axis hands",
    "14.1.1": "fuel is short: one area an impulse",
    "14.2": "both units must have a supply line",
    "16": "this division has not been released yet",
}
Asked = tuple[str, str, list[str]]


def prompt(pos: BattleaxePosition, viewer: int | None) -> dict[str, Any]:
    """What is asked now, for this reader."""
    if not pos.stack:
        return {"title": "The operation is over", "text": "", "rules": ["17"]}
    frame = pos.stack[-1]
    if frame[1] == CHANCE:
        return {"title": "The dice fall", "text": "", "rules": [pos.step.rule]}
    if frame[1] != viewer:
        return {"title": f"{seat_name(pos, frame[1])} to decide", "text": "", "rules": [pos.step.rule]}
    title, text, rules = ASK[frame[0]](pos)
    return {"title": title, "text": text, "rules": rules}


def seat_name(pos: BattleaxePosition, seat: int) -> str:
    """Who sits there: after a bid the seat called Axis may command the Allies."""
    return SIDE_NAMES[seat ^ pos.exchanged]


def _bid(pos: BattleaxePosition) -> Asked:
    text = "Write down, unseen, how many points you would need as the Allies. The higher bid commands them."
    return "Bid for the Allied side", text, ["18.1"]


def _setup(pos: BattleaxePosition) -> Asked:
    unit = pos.box.units[next(places_in(unplaced(pos)))]
    return f"Place {unit.id}", f"{unit.name} may start in any of the lit zones.", ["5.2.1"]


def _impulse(pos: BattleaxePosition) -> Asked:
    text = "Activate an area to assault, regroup, consolidate two weak units, or pass."
    if pos.turn == 1 and pos.impulse == 1 and pos.active == ALLIED:
        text = "Zones A, B, C and D may all assault together in this first impulse."
    return f"Impulse {pos.impulse}: {SIDE_NAMES[pos.active]}", text, ["8.1", "16.3" if pos.turn == 1 else "9.1.1"]


def _second(pos: BattleaxePosition) -> Asked:
    return "Wireless intercepts: assault", "Choose the area that assaults after the regrouping.", ["19.1H"]


def _intercept(pos: BattleaxePosition) -> Asked:
    other = "regroup too" if pos.kind == "assault" else "assault too"
    return "Wireless intercepts?", f"Spend the Advantage to {other} in this impulse.", ["19.1H"]


def _assault(pos: BattleaxePosition) -> Asked:
    names = listed([short_place(pos.box, place) for place in pos.activated])
    return f"Assault from {names}", "Choose units to move, a place to attack, or end the assault.", ["9.1.1", "11"]


def _go(pos: BattleaxePosition) -> Asked:
    group, spent = pos.stack[-1][2]
    left = allowance_of(pos, group) - spent
    text = f"{left} movement point{'s' * (left != 1)}. The move ends where it meets the enemy."
    return f"Move {unit_names(pos.box, group)}", text, ["9.2", "9.3"]


def _regroup(pos: BattleaxePosition) -> Asked:
    return "Regroup", "Each unit may move one place through friendly ground.", ["8.1.2a"]


def _regroup_go(pos: BattleaxePosition) -> Asked:
    return f"Regroup {unit_names(pos.box, pos.stack[-1][2][0])}", "Choose a lit place.", ["8.1.2a"]


def _force(pos: BattleaxePosition) -> Asked:
    place, chosen, _ = pos.stack[-1][2]
    text = f"Chosen: {unit_names(pos.box, chosen)}." if chosen else "Some or all of the units there may take part."
    return f"Who attacks in {short_place(pos.box, place)}?", text, ["11.2", "11.3"]


def _lead(pos: BattleaxePosition) -> Asked:
    text = "It adds its whole combat value, every other unit one. It pays for a stalemate and for a plain success."
    return f"Who leads at {short_place(pos.box, pos.field)}?", text, ["11.4.2A", "10.3"]


def _target(pos: BattleaxePosition) -> Asked:
    lead = unit_name(pos.box, pos.lead)
    text = f"{unit_names(pos.box, pos.attackers)} attack, {lead} leads. Your lead unit suffers first."
    return f"Who bears the attack on {short_place(pos.box, pos.field)}?", text, ["11.4.3A", "10.3"]


def _air(pos: BattleaxePosition) -> Asked:
    return "Send aircraft?", f"{_odds(pos)} One die is added, once an impulse.", ["10.1"]


def _rommel(pos: BattleaxePosition) -> Asked:
    cost = "" if pos.rommel else " It costs the Advantage; he stays at the front today."
    return "Rommel to the front?", f"{_odds(pos)} He adds a die to one attack an impulse.{cost}", ["12.1E"]


def _call(pos: BattleaxePosition) -> Asked:
    left = pos.guns[pos.stack[-1][1] ^ pos.exchanged]
    markers = "your last marker" if left == 1 else f"one of your {left} markers"
    text = f"{_odds(pos)} If it answers it adds two and uses {markers}."
    return "Call for artillery?", text, ["10.2.1"]


def _odds(pos: BattleaxePosition) -> str:
    sums = tally(pos)
    return f"Attack {sum(sums.attack)} against {sum(sums.defence)} so far, dice to come."


def _appeal(pos: BattleaxePosition) -> Asked:
    if pos.result == REPULSE:
        return "Maximum attack?", "Spend the Advantage to make this repulse a stalemate.", ["12.1B"]
    points = f"{pos.margin} attrition point{'s' * (pos.margin > 1)}"
    text = f"Spend the Advantage to make a stalemate of this success, which costs you {points}."
    return "Fanatical defence?", text, ["12.1A"]


def _absorb(pos: BattleaxePosition) -> Asked:
    points, first = pos.stack[-1][2]
    text = "Flip 1, fall back 1, lose a reduced unit 2." + (" The lead unit pays first." if first else "")
    return f"Absorb {points} attrition point{'s' * (points > 1)}", text, ["11.5"]


def _retreat(pos: BattleaxePosition) -> Asked:
    return f"{unit_name(pos.box, pos.stack[-1][2][0])} falls back", "Choose one of the lit places.", ["11.6.2"]


def _order(pos: BattleaxePosition) -> Asked:
    return "The attackers fall back", "There is no room for all: choose who goes first.", ["11.6.1"]


def _withdraw(pos: BattleaxePosition) -> Asked:
    text = f"{unit_names(pos.box, withdrawals(pos))} may leave or stay."
    return f"Leave {short_place(pos.box, pos.field)}?", text, ["11.6.3"]


def _where(pos: BattleaxePosition) -> Asked:
    text = "The units that fought may go on into one place beside it and attack there."
    return f"Overrun at {short_place(pos.box, pos.field)}", text, ["11.4.4"]


def _who(pos: BattleaxePosition) -> Asked:
    place, chosen = pos.stack[-1][2]
    text = f"Chosen: {unit_names(pos.box, chosen)}." if chosen else "Choose the units that go on."
    return f"Onward to {short_place(pos.box, place)}", text, ["11.4.4"]


def _fuel(pos: BattleaxePosition) -> Asked:
    attack = f"The Axis attack {short_place(pos.box, pos.field)}."
    text = f"{attack} A fuel shortage costs the Advantage and adds two to your defence."
    return "Axis fuel shortage?", text, ["12.1D", "14.1"]


def _fuel_second(pos: BattleaxePosition) -> Asked:
    place = place_name(pos.box, pos.stack[-1][2][0])
    text = f"The Axis activate {place} as well. A fuel shortage costs the Advantage and stops them."
    return "Axis fuel shortage?", text, ["12.1D", "14.1"]


def _daylight(pos: BattleaxePosition) -> Asked:
    text = f"The roll of {pos.sunset} in impulse {pos.impulse} ends the day. Spend the Advantage to go on."
    return "Prolong the daylight?", text, ["12.1C", "6.2.1"]


def _refit(pos: BattleaxePosition) -> Asked:
    points, flips, *_ = pos.stack[-1][2]
    text = "A point makes two reduced units whole or rebuilds a lost one, reduced." + (
        " One flip is left." if flips else ""
    )
    return f"Refit: {points} point{'s' * (points != 1)}", text, ["13.3.2"]


def _rebuild(pos: BattleaxePosition) -> Asked:
    return f"Rebuild {unit_name(pos.box, pos.stack[-1][2][0])}", "Choose a supplied place.", ["13.3.3", "13.3.4"]


def _recover(pos: BattleaxePosition) -> Asked:
    return "Battlefield recovery", "One German armoured unit in supply is made whole free of charge.", ["13.3.5"]


ASK: dict[str, Callable[[BattleaxePosition], Asked]] = {
    "bid.write": _bid,
    "setup.free": _setup,
    "impulse.choose": _impulse,
    "impulse.second": _second,
    "impulse.intercept": _intercept,
    "assault.next": _assault,
    "assault.go": _go,
    "regroup.next": _regroup,
    "regroup.go": _regroup_go,
    "attack.force": _force,
    "battle.lead": _lead,
    "battle.target": _target,
    "battle.air": _air,
    "battle.rommel": _rommel,
    "battle.call": _call,
    "battle.appeal": _appeal,
    "battle.absorb": _absorb,
    "retreat.choose": _retreat,
    "retreat.order": _order,
    "battle.withdraw": _withdraw,
    "overrun.where": _where,
    "overrun.who": _who,
    "fuel.declare": _fuel,
    "assault.second": _fuel_second,
    "sunset.daylight": _daylight,
    "refit.spend": _refit,
    "refit.rebuild": _rebuild,
    "refit.recover": _recover,
}


def action_text(pos: BattleaxePosition, action: Action) -> str:
    """What a button says."""
    box = pos.box
    match action:
        case ("roll", *faces):
            return "Roll " + " ".join(map(str, faces))
        case ("bid", points):
            return f"Bid {points}"
        case ("place", unit, place):
            return f"Place {unit_name(box, unit)} in {place_name(box, place)}"
        case ("assault", place):
            return f"Assault from {place_name(box, place)}"
        case ("activate", place):
            return f"Activate {place_name(box, place)} as well"
        case ("consolidate", gains, gives):
            cost = "losing" if pos.reduced >> gives & 1 else "reducing"
            return f"Consolidate: {unit_name(box, gains)} made whole, {cost} {unit_name(box, gives)}"
        case ("go", place):
            return _go_text(pos, place)
        case ("advance", place):
            return f"Go on into {place_name(box, place)}"
        case ("attack", place):
            against = pos.here[place] & box.army[1 - pos.active]
            return f"Attack {short_units(box, against)} in {place_name(box, place)}"
        case ("retreat", unit, place):
            return f"{unit_name(box, unit)} falls back to {place_name(box, place)}"
        case ("restore", unit, how):
            return f"Make {unit_name(box, unit)} whole{FUNDS[how]}"
        case ("go_back",):
            return "Fall back"
        case ("fall_back", unit) if not may_reach_safety(pos, unit):
            return f"{unit_name(box, unit)} falls back and is lost: no way out (1 point)"
        case (verb, unit):
            return ABOUT[verb].format(unit_name(box, unit))
    return PLAIN[action[0]]


def _go_text(pos: BattleaxePosition, place: int) -> str:
    enemies = pos.here[place] & pos.box.army[1 - pos.active]
    name = place_name(pos.box, place)
    if not enemies:
        return f"Move to {name}"
    if pos.contested >> place & 1:
        return f"Enter {name} against {short_units(pos.box, enemies)}"
    return f"Enter {name} to attack {short_units(pos.box, enemies)}"


FUNDS = {"points": "", "reserve": " from the reserves", "cubs": " with new tanks"}
ABOUT = {
    "pick": "Move {}",
    "with": "Take {} along",
    "join": "{} takes part",
    "lead": "{} leads",
    "flip": "Reduce {} (1 point)",
    "fall_back": "{} falls back (1 point)",
    "lose": "Lose {} (2 points)",
    "withdraw": "{} leaves",
    "go_back": "{} falls back first",
    "perish": "{} is lost: no way out",
    "rebuild": "Rebuild {}",
    "recover": "Recover {}",
}
PLAIN = {
    "assault_all": "Assault from zones A, B, C and D together",
    "regroup": "Regroup",
    "pass": "Pass",
    "done": "Done",
    "all": "Take the whole stack",
    "join_all": "All take part",
    "stop": "Stop here",
    "fight": "Attack",
    "hold": "Do not attack",
    "air": "Send the aircraft",
    "no_air": "Keep them back",
    "rommel": "Rommel leads",
    "no_rommel": "Without Rommel",
    "call": "Call for artillery",
    "no_call": "Save it",
    "fanatical": "Fanatical defence",
    "maximum": "Maximum attack",
    "accept": "Accept the result",
    "stand": "Stand",
    "halt": "Halt here",
    "fuel": "Declare an Axis fuel shortage",
    "wait": "Not now",
    "wait_today": "Do not ask again today",
    "back": "Put back",
    "daylight": "Prolong the daylight",
    "dusk": "Let the sun set",
    "intercept": "Spend the Advantage",
    "enough": "No, end the impulse",
    "reinforce": "Spend the Advantage on one more point",
    "tiger_cubs": "Spend the Advantage on Tiger Cubs",
    "none": "Nobody",
}
