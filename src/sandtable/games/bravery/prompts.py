"""The words of prompts, buttons and refusals."""

from __future__ import annotations

from typing import Any

from sandtable.engine.flow import Action
from sandtable.engine.sides import CHANCE
from sandtable.games.bravery.notation import (
    SIDE_NAMES,
    formation_name,
    halves,
    place_name,
    short_place,
    stack_name,
    unit_name,
)
from sandtable.games.bravery.position import BraveryPosition
from sandtable.games.bravery.rules.r06_movement import budget
from sandtable.games.bravery.rules.r07_strength import in_battle, strength_of, works

REASONS = {
    "2.2": "that hex is sea or off the map",
    "5.1.1": "that chit is not yours, or is in the cup already",
    "5.1.3": "every unit of that formation has been destroyed",
    "5.1.4": "that formation took replacements this turn and sits it out",
    "5.1.5": "a chit of the Afrika Korps wakes one German division",
    "5.2.1": "only the units of the drawn formation in one hex are active",
    "6": "units may only be left where no enemy stands, and never the whole stack",
    "6.1": "the stack cannot do that now",
    "6.1.4": "a bare cliff closes that side: look for a road or track",
    "6.2": "not enough movement points left",
    "6.4": "the enemy here must be fought, now or in a combined attack",
    "6.6": "Italian infantry moves only with Germans it starts with, one point far: leave it behind first",
    "7.1.2": "there is no enemy here to fight",
    "7.2": "only units in this battle take its damage",
    "7.2.1": "the highest level must take at least half of the damage",
    "7.2.2": "at each level full units are hit before reduced ones",
    "7.3.3": "only units that took damage, or a lone reduced defender, may retreat; a lone reduced attacker must",
    "7.3.5": "that hex holds the enemy, lies across a bare cliff, or does not touch the battle",
    "7.4.2": "only armour damaged in this battle can be recovered",
    "8.1.1": "there is no enemy here to wait for",
    "8.1.5": "a stack under a marker fights at once or stays",
    "10.1": "the Directive comes once a turn, from turn 4 on, with a chit of the Afrika Korps",
    "11.1": "replacements restore reduced units or bring lost ones back",
    "11.2": "lost units come back in a strategic hex under Commonwealth control",
}


def prompt(pos: BraveryPosition, viewer: int | None) -> dict[str, Any]:
    """What is asked now, for this reader."""
    if not pos.stack:
        return {"title": "The battle is over", "text": "", "rules": ["13"]}
    frame = pos.stack[-1]
    if frame[1] == CHANCE:
        return {
            "title": "The dice fall" if frame[0] != "draw.chit" else "A chit is drawn",
            "text": "",
            "rules": [pos.step.rule],
        }
    if frame[1] != viewer:
        return {
            "title": f"{SIDE_NAMES[frame[1]]} to decide",
            "text": WAITING.get(frame[0], ""),
            "rules": [pos.step.rule],
        }
    title, text, rules = ASK[frame[0]](pos)
    return {"title": title, "text": text, "rules": rules}


WAITING = {
    "cup.commit": "They are choosing which chits go into the cup.",
    "move": "A stack is moving.",
    "refit.choose": "Replacements are being placed.",
}
Asked = tuple[str, str, list[str]]


def _refit(pos: BraveryPosition) -> Asked:
    left = pos.box.tables["replacement_points"] - (pos.stack[-1][2][0] if pos.stack[-1][2] else 0)
    text = "A point restores a reduced unit or brings a lost one back reduced. Formations that take one rest this turn."
    return f"Replacements: {left} point{'s' * (left > 1)}", text, ["11.1", "11.4"]


def _commit(pos: BraveryPosition) -> Asked:
    return (
        "Choose chits for the cup",
        "The enemy never learns which, until they are drawn. Then you are ready.",
        ["5.1.1", "5.1.2"],
    )


def _activate(pos: BraveryPosition) -> Asked:
    formation = pos.stack[-1][2][0]
    return (
        f"{formation_name(pos.box, formation)} is drawn",
        "It stands in several hexes: choose the stack that wakes.",
        ["5.2.1"],
    )


def _dak(pos: BraveryPosition) -> Asked:
    return "Afrika Korps is drawn", "Activate a stack of any one German division, or pass.", ["5.1.5", "10.1"]


def _move(pos: BraveryPosition) -> Asked:
    frame = pos.stack[-1]
    side, stack = frame[1], frame[2][0]
    here = pos.where[stack[0]]
    title = f"{stack_name(pos.box, stack)} is active"
    if pos.holds(here, 1 - side):
        verbs = {action[0] for action in pos.actions()}
        choices = ["fight", "declare a combined attack"]
        choices += [word for verb, word in (("move", "move on"), ("stop", "do nothing")) if verb in verbs]
        text = f"The enemy is in {short_place(pos.box, here)}: {', '.join(choices[:-1])} or {choices[-1]}."
        return title, text, ["6.4" if frame[2][4] else "6.5", "8.1"]
    left = budget(frame)
    text = f"Choose a lit hex. {halves(left)} movement point{'s' * (left != 2)} left; a hatched hex means battle."
    return title, text, ["6.1", "8.1"]


def _wake(pos: BraveryPosition) -> Asked:
    return "A waiting stack is activated again", "Fight the combined attack now, or keep waiting.", ["8.1.5"]


def _damage(pos: BraveryPosition) -> Asked:
    count = pos.stack[-1][2][0]
    return f"Take {count} hit{'s' * (count > 1)}", "Choose the unit that suffers the next one.", ["7.2.1", "7.2.2"]


def _declare(pos: BraveryPosition) -> Asked:
    side = pos.stack[-1][1]
    mine, theirs = (strength_of(pos, in_battle(pos, who)) for who in (side, 1 - side))
    title, rules = f"Retreat from {short_place(pos.box, pos.field)}?", ["7.3.2", "7.3.3"]
    if not theirs:
        return title, f"The enemy is gone. Stay with strength {halves(mine)}, or fall back.", rules
    text = f"Round {pos.rounds} is over: you have strength {halves(mine)}, the enemy {halves(theirs)}."
    if works(pos):
        return title, f"{text} The attackers must leave. Stay, or retreat as well.", [*rules, "9.2"]
    if 1 - side in pos.leaving:
        return title, f"{text} The enemy retreats. Stay and hold the hex, or retreat as well.", rules
    return title, f"{text} Stand and fight another round, or retreat.", rules


def _retreat(pos: BraveryPosition) -> Asked:
    units = pos.stack[-1][2][0]
    text = f"{unit_name(pos.box, units[0])} falls back."
    if len(units) > 1:
        text = f"All {len(units)} units to one hex, or one by one: {unit_name(pos.box, units[0])} goes first."
    return "Choose where to fall back", text, ["7.3.5"]


def _recover(pos: BraveryPosition) -> Asked:
    count = pos.stack[-1][2][0]
    return "Tanks recovered", f"{count} success{'es' * (count > 1)}: choose what to bring back.", ["7.4.2"]


ASK = {
    "refit.choose": _refit,
    "cup.commit": _commit,
    "activate.stack": _activate,
    "activate.dak": _dak,
    "move": _move,
    "combined.wake": _wake,
    "combat.damage": _damage,
    "combat.declare": _declare,
    "combat.retreat": _retreat,
    "recover.choose": _recover,
}


def action_text(pos: BraveryPosition, action: Action) -> str:
    """What a button says."""
    box, step = pos.box, pos.stack[-1][0]
    match action:
        case ("done",):
            return {"cup.commit": "Ready", "recover.choose": "No more"}.get(step, "Done")
        case ("all",):
            return "Put all in"
        case ("put", chit):
            return f"Put {box.chits[chit].label} into the cup"
        case ("draw", chit):
            return f"{box.chits[chit].label} is drawn"
        case ("roll", *faces):
            return "Roll " + " ".join(map(str, faces))
        case ("restore" | "repair", unit):
            return f"Restore {unit_name(box, unit)} to full strength"
        case ("return", unit, place):
            return f"Bring {unit_name(box, unit)} back in {short_place(box, place)}"
        case ("salvage", unit):
            return f"Bring {unit_name(box, unit)} back, reduced"
        case ("activate", place):
            return f"Wake the stack in {place_name(box, place)}"
        case ("activate", formation, place):
            return f"Wake {formation_name(box, formation)} in {place_name(box, place)}"
        case ("directive", formation, place):
            return f"Rommel leads {formation_name(box, formation)} from {place_name(box, place)}"
        case ("move", place):
            verb = "Attack" if pos.holds(place, 1 - pos.stack[-1][1]) else "Move to"
            return f"{verb} {place_name(box, place)}"
        case ("drop", unit):
            return f"Leave {unit_name(box, unit)} here"
        case ("carry", formation):
            return f"Take {formation_name(box, formation)} along"
        case ("fall_back", place):
            who = "All fall" if len(pos.stack[-1][2][0]) > 1 else "Fall"
            return f"{who} back to {place_name(box, place)}"
        case ("split", place):
            return f"{unit_name(box, pos.stack[-1][2][0][0])} falls back to {place_name(box, place)}"
        case ("hit", unit):
            return f"{'Reduce' if pos.strength[unit] == 2 else 'Lose'} {unit_name(box, unit)}"
        case ("stop",):
            return {"combined.wake": "Keep waiting", "activate.dak": "Pass"}.get(step, "Stop here")
    return PLAIN[action[0]]


PLAIN = {
    "fight": "Attack with this stack",
    "assault": "Attack with all who wait here",
    "combine": "Declare a combined attack",
    "stay": "Stand",
    "retreat": "Retreat",
    "perish": "Lost: no way out",
}
