"""What is asked of a player, what the buttons say, and why something is refused."""

from __future__ import annotations

from typing import Any

from sandtable.engine.flow import Action
from sandtable.engine.sides import ALLIED, CHANCE
from sandtable.games.western_desert.notation import (
    LEVEL_WORDS,
    SIDE_NAMES,
    acting,
    piece_name,
    place_name,
    places_text,
    plural,
    short_place,
    sixths,
    stack_text,
)
from sandtable.games.western_desert.position import Battle, DesertPosition
from sandtable.games.western_desert.rules.r07_offensive import offensive_cost, surprise_bonus
from sandtable.games.western_desert.rules.r07_reinforcements import reserve_total
from sandtable.games.western_desert.rules.r09_movement import budgets
from sandtable.games.western_desert.rules.r09_stacking import crowded

REASONS = {
    "3.2": "on turns 1 and 2 Italian units stand and die: no retreat from hits",
    "4.0": "strategic moves and sea transfer come before all other moves of the phase",
    "5.0": "this turn's event forbids it",
    "7.11": "a depot needs a clear road to its source and no enemy next to it",
    "7.12": "a depot stands on a road",
    "7.15": "a depot that can be placed must be placed",
    "7.4": "the demand of the other fronts has to be met first, as far as it can be",
    "7.6": "replacements go to reduced units in supply and out of enemy zones, and to recoverable ones",
    "7.61": "the Allied replacements of this turn are used up, or only one of them may go to armor",
    "7.62": "one reduced armor unit in reserve is refitted a turn",
    "7.63": "the Axis replacements of this turn for that nation or type are used up",
    "7.7": "a reduced unit stays in reserve until it is whole",
    "7.8": "only arrivals and supplied units go to reserve, and only while the demand is not met",
    "7.9": "there are too few attack points for a major offensive, or there is no depot",
    "9.0": "this unit has moved, is not on the map or is not yours to move now",
    "9.1": "that hex is out of reach",
    "9.2": "the units that cannot leave any more already fill that hex",
    "9.4": "strategic movement needs supply, a road or track, and no enemy zone; who used it cannot attack now",
    "9.5": "only armor, motorized and recon units exploit without a major offensive",
    "9.7": "sea transfer is for one unit, two with the fleet, between Tobruk and Alexandria in Allied hands",
    "10.0": "this unit cannot attack in this phase",
    "10.1": "each unit attacks once, each hex is attacked once, and all enemies next to an attacker must be attacked",
    "10.22": "the attacker may turn one hit into a retreat, the last of them",
    "10.23": "against an attacker who stood at least half the hits are steps",
    "10.25": "at least one hit must be a step",
    "10.26": "there is no way back: enemy units, their zones or the ground close it",
    "10.3": "there is no attack point left",
    "10.31": "no attacker is within range of the depot",
    "12.1": "building takes a supplied unit that stands still, an attack point and the regular movement phase",
    "12.2": "no position here: an enemy zone, a city, a fortress, a marsh, or there is one already",
    "14.1": "two air points at most support an attack",
    "14.2": "bombardment takes two air points and a hex within five with a unit not bombarded before in this phase",
    "15.0": "the fleet fires once a turn, in the regular combat phase, at a coastal hex",
}

Asked = tuple[str, str, list[str]]


def prompt(pos: DesertPosition, viewer: int | None) -> dict[str, Any]:
    """What is asked now, for this reader."""
    if not pos.stack:
        return {"title": "The campaign is over", "text": "", "rules": ["17.0"]}
    step, side, _ = pos.stack[-1]
    if side == CHANCE:
        return {"title": CHANCE_TITLES.get(step, "The dice fall"), "text": "", "rules": [pos.step.rule]}
    if side != viewer:
        return {"title": f"{SIDE_NAMES[side]} side to decide", "text": "", "rules": [pos.step.rule]}
    title, text, rules = ASK[step](pos)
    return {"title": title, "text": text, "rules": rules}


CHANCE_TITLES = {
    "event.roll": "This month's event",
    "air.roll": "Who rules the air?",
    "organization.roll": "The organization die",
    "offensive.surprise": "Is it a surprise?",
    "leader.roll": "The fate of a leader",
    "depot.booty": "What was in the depot?",
}


def _depot(pos: DesertPosition) -> Asked:
    side = pos.stack[-1][1]
    here = pos.depot[side]
    where = f"It stands at {place_name(pos.box, here)}. " if here >= 0 else "It is off the map and comes back now. "
    text = (
        where
        + "Near the front it brings attacks in range; near home it brings more points. Two zones or more cost a row."
    )
    return "Place your depot", text, ["7.11", "7.12", "7.32"]


def _interdict(pos: DesertPosition) -> Asked:
    text = f"You have {plural(pos.air, 'air point')}. Each takes one off the enemy's organization die; "
    text += "what is left serves your own attacks."
    return "Send aircraft against the enemy's rear?", text, ["7.2"]


def _again(pos: DesertPosition) -> Asked:
    return f"The die shows {pos.stack[-1][2][0]}", "Signals intelligence lets you roll once more.", ["5.0"]


def _replacements(pos: DesertPosition) -> Asked:
    row = pos.box.turns[pos.turn]
    if pos.active == ALLIED:
        text = f"{plural(row['allied_replacements'], 'replacement')} this turn, one at most for armor, "
        text += "and one free refit of armor in reserve."
        return "Replacements", text, ["7.6", "7.61", "7.62"]
    count = f"{row['italian_replacements']} Italian, {row['german_replacements']} German"
    text = f"{count}; supply is {LEVEL_WORDS[pos.level]}."
    return "Replacements", text, ["7.6", "7.63"]


def _early(pos: DesertPosition) -> Asked:
    return "A convoy is early", "One unit due next turn may come now.", ["5.0"]


def _reserves(pos: DesertPosition) -> Asked:
    have = reserve_total(pos)
    shown = f"{have // 2}{'½' if have % 2 else ''}"
    if have < 2 * pos.demand:
        return (
            f"Reserve: {shown} of {pos.demand}",
            "Choose arrivals or supplied units for the other fronts.",
            ["7.4", "7.8"],
        )
    return f"Reserve: {shown}, demand {pos.demand}", "Whole units over the demand may come to Alexandria.", ["7.8"]


def _offensive(pos: DesertPosition) -> Asked:
    side = pos.active
    cost, points = offensive_cost(pos, side), pos.points[side]
    chance = max(0, 2 - surprise_bonus(points))
    hope = "1 or 2" if chance == 2 else "1" if chance else "nothing"
    text = f"It costs {cost} of {plural(points, 'attack point')}: all hits on 5 or 6, longer exploitation. "
    text += f"Surprise on {hope}."
    return "A major offensive?", text, ["7.9", "7.91", "7.92"]


def _mover(pos: DesertPosition) -> Asked:
    if pos.exploiting:
        text = (
            "Pick a unit or a stack."
            if pos.major
            else "Armor, motorized and recon units may move half their allowance."
        )
        return "Exploitation movement", text, ["9.5", "9.1"]
    first = "" if pos.ordered else " Strategic moves and sea transfer come first."
    return "Movement", f"Pick a unit or a stack, then a hex.{first}", ["9.1", "9.2", "9.4"]


def _target(pos: DesertPosition) -> Asked:
    units, left = pos.stack[-1][2]
    least = min(left or budgets(pos, units))
    return (
        stack_text(pos.box, pos.as_shown(units)),
        f"{sixths(least)} movement points. Choose a lit hex.",
        ["9.1", "9.31"],
    )


def _further(pos: DesertPosition) -> Asked:
    units, left = pos.stack[-1][2]
    return stack_text(pos.box, pos.as_shown(units)), f"{sixths(left[0])} movement points left on the road.", ["9.4"]


def _remove(pos: DesertPosition) -> Asked:
    place = pos.stack[-1][2][0]
    return f"Too many in {short_place(pos.box, place)}", "Choose the enemy unit that is lost.", ["9.2"]


def _attack(pos: DesertPosition) -> Asked:
    owed = " Some hexes next to your attackers must still be attacked." if ("done",) not in pos.actions() else ""
    text = f"{plural(pos.points[pos.active], 'attack point')} left. Choose an enemy hex.{owed}"
    return "Second combat" if pos.exploiting else "Combat", text, ["10.0", "10.1", "10.3"]


def _plan(pos: DesertPosition) -> Asked:
    targets, stacks = pos.stack[-1][2]
    title = f"Attack {places_text(pos.box, targets)}"
    text = f"From {places_text(pos.box, (place for place, _ in stacks))}."
    if ("go",) not in pos.actions():
        text += " Not yet legal: enemies next to your stacks are left out."
    return title, text, ["10.1", "12.3"]


def _support(pos: DesertPosition) -> Asked:
    return "Back the attack", "Without an attack point every attacker loses two strength.", ["10.3", "14.1", "15.0"]


def _lead(pos: DesertPosition) -> Asked:
    return "Who leads?", "Only one leader counts, and he runs the risk.", ["13.2", "13.3"]


def _losses(pos: DesertPosition) -> Asked:
    who, left, _ = pos.stack[-1][2]
    battle = Battle(*pos.battle)
    text = "Choose who loses the next step"
    text += ", or retreat." if ("retreat",) in pos.actions() else "."
    return f"{plural(left, 'hit')} to take of {battle.hits[who]}", text, ["10.22" if who == 0 else "10.23", "10.25"]


def _bombed(pos: DesertPosition) -> Asked:
    return f"Bombardment: {plural(pos.stack[-1][2][1], 'hit')}", "Choose who loses a step.", ["14.2"]


def _retreat(pos: DesertPosition) -> Asked:
    units, hexes, _ = pos.stack[-1][2]
    text = acting(pos.box, units, "falls back") + "."
    if len(units) > 1:
        text += " Choose a hex for all, or a unit and its hex."
    return f"Retreat {hexes} {'hex' if hexes == 1 else 'hexes'}", text, ["10.26"]


def _advance(pos: DesertPosition) -> Asked:
    return "Advance after combat?", "Armor, motorized and recon units may go a hex further.", ["10.27"]


def _bombs(pos: DesertPosition) -> Asked:
    return "How many air points?", "Every two sixes cost the target a step.", ["14.2"]


def _displace(pos: DesertPosition) -> Asked:
    return f"{piece_name(pos, pos.stack[-1][2][0])} gets away", "Choose the friends he joins.", ["13.6"]


def _montgomery(pos: DesertPosition) -> Asked:
    return "Montgomery is available", "He replaces your present leader, now or never.", ["13.7"]


def _breakdown(pos: DesertPosition) -> Asked:
    return "Mechanical breakdown", "One armor unit far from the depot is reduced.", ["5.0"]


def _hungry(pos: DesertPosition) -> Asked:
    return (
        "Tobruk cannot feed all",
        f"Name {plural(pos.stack[-1][2][1], 'unit')} more to go without supply.",
        ["8.4", "8.3"],
    )


ASK = {
    "depot.place": _depot,
    "depot.shift": _depot,
    "organization.air": _interdict,
    "organization.again": _again,
    "replacements.choose": _replacements,
    "reinforcements.early": _early,
    "reserves.choose": _reserves,
    "offensive.declare": _offensive,
    "move.choose": _mover,
    "move.to": _target,
    "move.on": _further,
    "stacking.remove": _remove,
    "combat.choose": _attack,
    "combat.plan": _plan,
    "combat.support": _support,
    "combat.lead": _lead,
    "combat.losses": _losses,
    "bombardment.losses": _bombed,
    "combat.retreat": _retreat,
    "combat.advance": _advance,
    "air.bombs": _bombs,
    "leader.displace": _displace,
    "leader.montgomery": _montgomery,
    "event.breakdown": _breakdown,
    "attrition.choose": _hungry,
}


def action_text(pos: DesertPosition, action: Action) -> str:
    """What a button says."""
    box, step = pos.box, pos.stack[-1][0]
    match action:
        case ("roll", *faces):
            return "Roll " + " ".join(map(str, faces)) if faces else "No dice"
        case ("keep",) | ("done",):
            return _plain_end(pos, step)
        case ("interdict" | "bombs", points):
            return plural(points, "air point") if points else "Keep the aircraft"
        case ("stack", place):
            return f"Move the stack at {place_name(box, place)}"
        case ("fire", paid, air, ships):
            return _fire_text(paid, air, ships)
        case ("advance" | "scatter", unit, place):
            return f"{piece_name(pos, unit)} to {place_name(box, place)}"
        case (word, place) if word in AT_PLACE:
            return f"{AT_PLACE[word]} {place_name(box, place)}"
        case (word, unit) if word in ON_UNIT:
            return f"{ON_UNIT[word]} {piece_name(pos, unit)}".strip()
    return PLAIN[action[0]]


def _plain_end(pos: DesertPosition, step: str) -> str:
    if step == "move.choose":
        over = crowded(pos, pos.active)
        if over >= 0:
            return f"End movement (too many in {short_place(pos.box, over)}: units will be lost)"
        return "End movement"
    return ENDS.get(step, "Done")


ENDS = {
    "depot.place": "Leave the depot where it is",
    "depot.shift": "Leave the depot where it is",
    "organization.again": "Keep this roll",
    "leader.montgomery": "Keep the present leader",
    "combat.choose": "End combat",
    "combat.advance": "No further advance",
    "replacements.choose": "No more replacements",
    "reserves.choose": "Done",
}


def _fire_text(paid: int, air: int, ships: int) -> str:
    parts = ["Spend an attack point" if paid else "No attack point (strength -2 each)"]
    if air:
        parts.append(plural(air, "air point"))
    if ships:
        parts.append("the fleet")
    return ", ".join(parts)


AT_PLACE = {
    "depot": "Depot to",
    "to": "Move to",
    "dig": "Enter the position at",
    "strategic": "Strategic move to",
    "sail": "Sail to",
    "attack": "Attack",
    "bombard": "Bombard",
    "shell": "Naval bombardment of",
    "also": "Attack as well",
    "leave": "Leave out the stack at",
    "join": "Bring back the stack at",
    "whole": "Attack also from the position at",
    "retreat": "Retreat to",
    "all": "All advance to",
    "escape": "Join the units at",
}
ON_UNIT = {
    "unit": "Move",
    "replace": "Replacement for",
    "refit": "Refit",
    "early": "Bring",
    "withdraw": "To reserve:",
    "release": "To Alexandria:",
    "remove": "Eliminate",
    "lead": "",
    "lose": "Step from",
    "break": "Reduce",
    "build": "Build an improved position:",
    "upgrade": "Strengthen the position:",
    "starve": "No supply for",
}
PLAIN = {
    "again": "Roll again",
    "none": "None",
    "normal": "Normal offensive",
    "major": "Declare a major offensive",
    "depot": "Move the depot forward",
    "stay": "Leave it here",
    "go": "Attack",
    "back": "Not this attack",
    "retreat": "Retreat from the rest",
    "spread": "Take the rest as steps, the cheapest first",
    "perish": "All are lost",
    "surrender": "Lost: nowhere to go",
    "wait": "Wait off the map",
    "montgomery": "Montgomery takes over",
}
