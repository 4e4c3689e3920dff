"""The words of prompts, buttons and refusals."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from sandtable.engine.flow import Action, Frame
from sandtable.engine.maps import places_in
from sandtable.engine.sides import CHANCE
from sandtable.games.dark_sands.accounts import odds_text
from sandtable.games.dark_sands.forecast import chit_modifier
from sandtable.games.dark_sands.notation import (
    ACT_NAMES,
    SIDE_NAMES,
    chit_name,
    group_name,
    halves,
    place_name,
    relief_name,
    short_place,
    unit_name,
)
from sandtable.games.dark_sands.position import Sands
from sandtable.games.dark_sands.rules.r19_extended import ways_to
from sandtable.games.dark_sands.rules.r19_movement import budget
from sandtable.games.dark_sands.rules.r19_ways import Way
from sandtable.games.dark_sands.rules.r20_odds import odds

REASONS = {
    "2.2.2": "the Assault table is for the Allies from turn 14 on",
    "6.0": "the ground closes that way to this unit: armour needs a road or trail there",
    "6.1": "that hex is not next to the defender",
    "7.2": "a hex holds three large units and a battalion, one headquarters and one garrison",
    "7.4": "on the Center only two large units attack out of one hex in a combat",
    "11.0": "two headquarters never share a hex",
    "12.6": "each attacking hex must hold two infantry brigades of one division, and most steps must be infantry",
    "13.1": "that asset cannot join this fight",
    "13.2": "air is bound to its maps, and counts no more than the ground units' own factors",
    "13.3": "naval guns reach only defenders on the coast",
    "13.4": "artillery needs its headquarters in range and in supply, one a side in a fight, once a segment",
    "13.5": "an anti-tank gun goes with one combat unit in supply",
    "13.6.1": "one garrison a hex, and no more than there are counters",
    "13.6.2": "a garrison needs a named place or fort and a two-step infantry unit in supply there",
    "13.7.1": "no box can be built there",
    "13.7.2": "a box needs a two-step unit in supply, not a tank, that stays where it is",
    "13.8": "the Hecker force joins one attack on the coast",
    "17.5": "that unit cannot be replaced",
    "18.1": "that unit is not active now",
    "18.3": "only a chit of your own, and never Logistics",
    "19.1": "an enemy unit is in the way",
    "19.1.1": "each unit moves once in an action, and garrisons not at all",
    "19.1.2": "an enemy zone of control is in the way",
    "19.1.4": "only panzer divisions with a panzer battalion infiltrate, onto clear ground, at full movement",
    "19.1.5": "too far, or closed terrain",
    "19.1.6": "the sections meet only at hexsides of one colour",
    "19.1.7": "an extended move starts on a road, trail or active rail, away from the enemy, in supply and in order",
    "19.4": "no naval move from here now",
    "20.1": "that unit or hex cannot fight now: out of reach, inactive, or it has fought already",
    "20.3.2": "the first step comes from a unit with the dot, then armour, then a full unit",
}


def prompt(pos: Sands, viewer: int | None) -> dict[str, Any]:
    """What is asked now, for this reader."""
    if not pos.stack:
        return {"title": "The campaign is over", "text": "", "rules": ["5.0"]}
    frame = pos.stack[-1]
    rules = [pos.step.rule]
    if frame[1] == CHANCE:
        return {"title": ROLLS[frame[0]], "text": "", "rules": rules}
    if frame[1] != viewer:
        return {"title": f"{SIDE_NAMES[frame[1]]} to decide", "text": "", "rules": rules}
    title, text = ASK[frame[0]](pos, frame)
    return {"title": title, "text": text, "rules": rules}


ROLLS = {
    "replace.draw": "A replacement chit is drawn",
    "chits.draw": "An action chit is drawn",
    "move.check": "A die for disruption",
    "combat.roll": "The die of the attack",
    "end.rail": "The railway builders roll",
}
Asked = tuple[str, str]


def _move(pos: Sands, frame: Frame) -> Asked:
    half, group, _ = frame[2]
    title = "½ Move" if half else "Move"
    text = "Choose a unit, or a hex to move all units there together."
    if group:
        text += f" {group_name(pos, group)} may still go on."
    return title, text


def _move_to(pos: Sands, frame: Frame) -> Asked:
    half, group, spent = frame[2]
    points = halves(budget(pos, group, half) - spent)
    verb = "move" if group & (group - 1) else "moves"
    return f"{group_name(pos, group)} {verb}", f"Choose a lit hex. {points} movement points."


def _join(pos: Sands, frame: Frame) -> Asked:
    joined = f"With {group_name(pos, pos.attackers)} so far." if pos.attackers else "Choose who attacks."
    return f"Attack on {short_place(pos.box, pos.target)}", joined


def _assets(pos: Sands, frame: Frame) -> Asked:
    role = "your attack on" if frame[2][0] else "the defence of"
    attacker = frame[1] if frame[2][0] else 1 - frame[1]
    title = f"Assets for {role} {short_place(pos.box, pos.target)}"
    return title, f"{odds_text(pos, odds(pos, attacker, chit_modifier(pos)))}. Add what you can spare, then done."


def _loss(pos: Sands, frame: Frame) -> Asked:
    _, count, first, _ = frame[2]
    text = "Choose the unit that loses it." if count == 1 else "Choose the unit that loses the next one."
    if first == 1:
        text += " The first step falls on a unit with the dot, else on armour, else on a full unit."
    return f"Lose {count} step{'s' * (count > 1)}", text


def _spend(pos: Sands, frame: Frame) -> Asked:
    tank, infantry, italian, *_ = frame[2]
    counts = ((tank, "panzer" if frame[1] else "tank"), (infantry, "infantry"), (italian, "Italian"))
    parts = [f"{count} {kind}" for count, kind in counts if count]
    return f"Replacements: {', '.join(parts) or 'none'}", "Restore reduced units in supply, or rebuild lost ones."


def _pick(pos: Sands, frame: Frame) -> Asked:
    number, formations, independents, hqs = frame[2]
    wants = []
    if hqs:
        wants.append("a headquarters")
    if formations:
        wants.append(f"{formations} formation{'s' * (formations > 1)}")
    if independents:
        wants.append(f"{independents} independent unit{'s' * (independents > 1)}")
    text = f"Choose up to {' and '.join(wants)}." if wants else "All are chosen."
    return f"{chit_name(pos.box, number)}: who acts?", text


def _offer(pos: Sands, frame: Frame) -> Asked:
    *offers, declared = frame[2]
    text = "Before the next draw you may play it, or wait."
    if declared >= 0:
        text = f"{chit_name(pos.box, declared)} is declared: you may preempt it."
    return f"Play {chit_name(pos.box, offers[0])}?", text


ASK: dict[str, Callable[[Sands, Frame], Asked]] = {
    "stacks.trim": lambda pos, f: (
        f"Too many units in {short_place(pos.box, f[2][0])}",
        "Choose what to give up.",
    ),
    "hq.displace": lambda pos, f: (f"{unit_name(pos, f[2][0])} must fall back", "Choose one of the nearest units."),
    "place": lambda pos, f: (f"{unit_name(pos, f[2][0])} enters", "Choose a lit hex."),
    "replace.spend": _spend,
    "replace.cadre": lambda pos, f: (f"Cadres: {f[2][0]}", "Choose infantry to bring back with one step."),
    "chits.first": lambda pos, f: ("You have the initiative", "Choose a chit of yours to be played first."),
    "chits.offer": _offer,
    "chits.side": lambda pos, f: (f"{chit_name(pos.box, f[2][0])}", "Choose which side of the chit to use."),
    "chits.pick": _pick,
    "move": _move,
    "move.to": _move_to,
    "move.far": lambda pos, f: (
        f"Extended move of {group_name(pos, f[2][0])}",
        "Choose a hex on the roads. It may end in disruption.",
    ),
    "move.way": lambda pos, f: (
        f"{group_name(pos, f[2][0])}: which way to {short_place(pos.box, f[2][1])}?",
        "Each way names the first hex beyond a seam, what it takes, and how many dice for disruption it costs a unit.",
    ),
    "move.stray": lambda pos, f: (f"{unit_name(pos, f[2][0])} is disrupted", "Choose where it ends up."),
    "combat": lambda pos, f: ("Combat", "Choose an enemy hex to attack."),
    "combat.join": _join,
    "combat.assets": _assets,
    "combat.table": lambda pos, f: ("Which results table?", "An assault costs an infantry step more."),
    "combat.advance": lambda pos, f: (f"Advance into {short_place(pos.box, pos.target)}?", "Choose who goes."),
    "loss": _loss,
    "retreat": lambda pos, f: (f"Hold {short_place(pos.box, f[2][0])}?", "In 1941 Tobruk may ignore a retreat."),
    "retreat.step": lambda pos, f: (f"Retreat from {short_place(pos.box, f[2][0])}", "Choose the next hex."),
    "reinforce.place": lambda pos, f: ("Reinforcements", "Choose the unit that comes next."),
    "reinforce.enter": lambda pos, f: (f"{unit_name(pos, f[2][0])} arrives", "Choose a lit hex."),
}


def action_text(pos: Sands, action: Action) -> str:
    """What a button says."""
    box = pos.box
    match action:
        case ("unit", unit):
            return f"Move {unit_name(pos, unit)}"
        case ("stack", place):
            return f"Move the stack at {place_name(box, place)}"
        case ("drop", unit):
            return f"Leave {unit_name(pos, unit)} behind"
        case ("go" | "far" | "stray" | "to", place, *_):
            return f"{'Fall back' if action[0] == 'to' else 'Move'} to {place_name(box, place)}"
        case ("infiltrate", place, _):
            return f"Infiltrate to {place_name(box, place)}"
        case ("sail", place):
            return f"Sail to {place_name(box, place)}"
        case ("garrison", unit, place):
            return f"Form {unit_name(pos, unit)} at {place_name(box, place)}"
        case ("disband", unit):
            return f"Disband {unit_name(pos, unit)}"
        case ("fortify", unit):
            return f"{unit_name(pos, unit)} builds a box at {short_place(box, pos.where[unit])}"
        case ("raze", place):
            return f"Give up the box at {place_name(box, place)}"
        case ("attack", place):
            return f"Attack {place_name(box, place)}"
        case ("with", unit):
            return f"{unit_name(pos, unit)} joins in"
        case ("commit", asset):
            return f"Commit {box.assets[asset].name}"
        case ("gun", asset, unit):
            return f"{box.assets[asset].name} to {unit_name(pos, unit)}"
        case ("table", name):
            return f"Use the {name.capitalize()} table"
        case ("lose", unit):
            return f"{unit_name(pos, unit)} loses a step"
        case ("cut", unit):
            return f"Give up {unit_name(pos, unit)}"
        case ("advance", unit):
            return f"{unit_name(pos, unit)} advances"
        case ("fall-back" | "place", place):
            return f"{'Fall back to' if action[0] == 'fall-back' else 'Enter at'} {place_name(box, place)}"
        case ("enter", unit, place):
            return f"{unit_name(pos, unit)} enters at {place_name(box, place)}"
        case ("bring", unit):
            return f"Bring {unit_name(pos, unit)} on"
        case ("way", number):
            return way_text(pos, ways_to(pos, pos.stack[-1][1], *pos.stack[-1][2])[number])
        case ("restore", unit):
            return f"Bring {unit_name(pos, unit)} up to strength"
        case ("rebuild", unit, steps):
            return f"Rebuild {unit_name(pos, unit)} with {steps} step{'s' * (steps > 1)}"
        case ("cadre", unit):
            return f"Bring back a cadre of {unit_name(pos, unit)}"
        case ("first" | "declare", chit):
            return f"Play {chit_name(box, chit)}"
        case ("draw", chit):
            return f"{chit_name(box, chit)} is drawn"
        case ("relief", number):
            return relief_name(box, number)
        case ("use", act):
            return ACT_NAMES[act]
        case ("formation", number):
            return f"Choose {box.formation_names[number]}"
        case ("independent" | "command", unit):
            return f"Choose {unit_name(pos, unit)}"
        case ("roll", *faces):
            return "Roll " + " ".join(map(str, faces))
    return PLAIN[action[0]]


def way_text(pos: Sands, way: Way) -> str:
    """A way of an extended move."""
    box = pos.box
    parts = [f"by {place_name(box, place)}" for place in way.seams]
    if way.taken:
        parts.append("taking " + " and ".join(short_place(box, place) for place in places_in(way.taken)))
    dice = ("by rail, no dice", "one die", "two dice", "three dice")[way.checks]
    return ", ".join([*parts, dice]).capitalize()


PLAIN = {
    "done": "Done",
    "on": "Keep moving",
    "back": "Choose another",
    "extend": "Extended move",
    "all": "Attack with all",
    "fight": "Attack with these",
    "advance-all": "All advance",
    "pass": "No chit first",
    "wait": "Wait",
    "hold": "Wait until the enemy has played a chit",
    "stand": "Stand fast",
    "retreat": "Fall back",
    "lost": "Lost: nowhere to go",
    "stuck": "Nowhere to go",
    "end": "The retreat is over",
    "delay": "Delayed: no room",
    "forfeit": "Forfeited",
}
