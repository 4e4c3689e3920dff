"""What a side is shown: pieces, markers, tracks, the prompt and its actions."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

from sandtable.engine.flow import Action
from sandtable.engine.maps import places_in
from sandtable.engine.sides import ALLIED, AXIS, SIDES
from sandtable.games.western_desert import report
from sandtable.games.western_desert.battle_view import show_battle
from sandtable.games.western_desert.box import DesertBox
from sandtable.games.western_desert.notation import FORTRESS_WORDS, LEVEL_WORDS, sixths, unit_name
from sandtable.games.western_desert.position import DesertPosition
from sandtable.games.western_desert.prompts import ON_UNIT, REASONS, action_text, prompt
from sandtable.games.western_desert.reach import cost_of, trace
from sandtable.games.western_desert.rules.r07_depots import depot_barred
from sandtable.games.western_desert.rules.r07_reinforcements import reserve_total
from sandtable.games.western_desert.rules.r08_supply import UNSUPPLIED, supply_of_side
from sandtable.games.western_desert.rules.r09_movement import budgets, move_barred, stacking_barred, unit_wave
from sandtable.games.western_desert.rules.r10_attack import attack_barred
from sandtable.games.western_desert.rules.r17_victory import victory_points
from sandtable.games.western_desert.terms import (
    ATTACKED,
    BARDIA,
    DUE,
    INSIDE,
    LAST_TURN,
    MOVED,
    PERMANENT,
    POINT_LIMIT,
    RECOVERABLE,
    RESERVE,
    TOBRUK,
    TYPES,
    WITHDRAWN,
)

PHASES = (
    ("events", "Event and air", "5.0"),
    ("organization", "Organization", "7.0"),
    ("movement", "Movement", "9.0"),
    ("combat", "Combat", "10.0"),
    ("exploitation", "Exploitation", "9.5"),
    ("second combat", "Second combat", "10.0"),
    ("attrition", "Attrition", "8.3"),
)
STRIPES = ("#a8322a", "#2f6f9f", "#5f8a3a", "#b08a2e", "#6b4f8f", "#3f7f7a", "#8f5a3c", "#51606f")
BOXES = {
    RESERVE: ("reserve", "Allied reserve"),
    RECOVERABLE: ("recoverable", "Eliminated, recoverable"),
    PERMANENT: ("lost", "Eliminated for good"),
    WITHDRAWN: ("away", "Not in this campaign"),
}


def show(pos: DesertPosition, viewer: int | None) -> dict[str, Any]:
    """The whole view but actions and outcome."""
    months = pos.box.months
    battle = show_battle(pos)
    return {
        "turn": {
            "now": pos.turn,
            "of": LAST_TURN,
            "label": months[pos.turn - 1],
            "labels": [f"{month[:3]} {month[-2:]}" for month in months],
        },
        "phase": {
            "now": pos.phase,
            "steps": [{"id": phase, "label": label, "rule": rule} for phase, label, rule in PHASES],
        },
        "prompt": prompt(pos, viewer),
        "sides": {SIDES[side]: show_side(pos, side) for side in (ALLIED, AXIS)},
        "places": show_places(pos),
        "pieces": show_pieces(pos),
        "markers": show_markers(pos),
        "boxes": show_boxes(pos),
        "dice": report.last_dice(pos),
        **({} if battle is None else {"battle": battle}),
    }


def show_side(pos: DesertPosition, side: int) -> dict[str, Any]:
    """Points, and what the side has at hand this turn."""
    notes = []
    if pos.air_side == side:
        notes.append(f"Air superiority: {pos.air}")
    if side == ALLIED:
        have = reserve_total(pos)
        notes.append(f"Reserve {have // 2}{'½' if have % 2 else ''}, demand {pos.demand}")
        if pos.naval:
            notes.append("The fleet has fired" if pos.naval_used else "The fleet is off the coast")
    else:
        notes.append(f"Supply level: {LEVEL_WORDS[pos.level]}")
    if pos.active == side and pos.major:
        notes.append("Surprise offensive" if pos.surprise else "Major offensive")
    depot = pos.depot[side]
    zone = pos.box.zone_names[pos.box.zone[side][depot]] if depot >= 0 else "none"
    moved = ", moved" if pos.depot_moved[side] == 1 else ""
    notes.append(f"Depot in zone {zone}{moved}" if depot >= 0 else "Depot off the map")
    return {
        "label": ("Allies", "Axis")[side],
        "score": victory_points(pos, side),
        "score_label": "VP",
        "stats": [{"label": "Attack points", "value": pos.points[side], "of": POINT_LIMIT}],
        "notes": notes,
    }


def show_places(pos: DesertPosition) -> dict[str, Any]:
    """Who holds the towns, the state of the fortresses, hexes still to be attacked."""
    ids = pos.box.map.ids
    shown: dict[str, Any] = {}
    for town, place in enumerate(pos.box.towns):
        shown[ids[place]] = {"control": SIDES[pos.control[town]], "marks": []}
        if town in (TOBRUK, BARDIA):
            label = f"Fortress {FORTRESS_WORDS[pos.fortress[town]]}"
            shown[ids[place]]["marks"].append({"kind": "fortress", "side": SIDES[pos.control[town]], "label": label})
    for place in places_in(pos.owed):
        mark = {"kind": "owed", "side": SIDES[pos.active], "label": "Must still be attacked"}
        shown.setdefault(ids[place], {}).setdefault("marks", []).append(mark)
    return shown


def show_markers(pos: DesertPosition) -> list[dict[str, Any]]:
    """Depots and improved positions."""
    box = pos.box
    found = []
    for side in (ALLIED, AXIS):
        if pos.depot[side] >= 0:
            moved = " (moved)" if pos.depot_moved[side] == 1 else ""
            label = f"{('Allied', 'Axis')[side]} depot{moved}"
            found.append({"at": box.map.ids[pos.depot[side]], "kind": "depot", "side": SIDES[side], "label": label})
    for place, level, _ in pos.works:
        side = ALLIED if pos.held[ALLIED] >> place & 1 else AXIS
        label = f"Improved position {level}"
        found.append({"at": box.map.ids[place], "kind": "works", "side": SIDES[side], "label": label})
    return found


def show_boxes(pos: DesertPosition) -> list[dict[str, Any]]:
    """Boxes off the map that hold something now."""
    used = set(pos.where)
    shown = [{"id": name, "label": label} for box, (name, label) in BOXES.items() if box in used]
    turns = sorted({pos.arrives[unit] for unit, place in enumerate(pos.where) if place == DUE})
    return [
        *shown,
        *({"id": f"turn:{turn}", "label": f"Due {pos.box.months[min(turn, LAST_TURN) - 1]}"} for turn in turns),
    ]


def show_pieces(pos: DesertPosition) -> list[dict[str, Any]]:
    """Every counter and leader."""
    hungry = {unit for side in (ALLIED, AXIS) for unit, by in supply_of_side(pos, side).items() if by == UNSUPPLIED}
    frame = pos.stack[-1] if pos.stack else ("", 0, ())
    active = {*(frame[2][0] if frame[0] in ("move.to", "move.on") else ()), *(pos.battle[0] if pos.battle else ())}
    done = MOVED if pos.phase in ("movement", "exploitation") else ATTACKED
    return [show_piece(pos, unit, unit in hungry, unit in active, done) for unit in range(pos.box.everyone)]


def show_piece(pos: DesertPosition, unit: int, hungry: bool, active: bool, done: int) -> dict[str, Any]:
    """One counter or leader; `done` is the flag of those who have acted in this phase."""
    box, place, flags = pos.box, pos.where[unit], pos.flags[unit]
    at = box.map.ids[place] if place >= 0 else f"turn:{pos.arrives[unit]}" if place == DUE else BOXES[place][0]
    shown = {**printed(box, unit, pos.reduced[unit]), "at": at, "active": active, "moved": bool(flags & done)}
    if unit < box.count:
        shown["unsupplied"] = hungry
        shown["marks"] = ["inside"] if flags & INSIDE else []
        if flags & INSIDE:
            shown["note"] += ", inside the position"
        if place in (RECOVERABLE, PERMANENT):
            shown["steps"] = 0
    return shown


@lru_cache(maxsize=1_000)
def printed(box: DesertBox, unit: int, reduced: int) -> dict[str, Any]:
    """What is printed on the side of a piece that shows."""
    shown = {
        "id": unit,
        "side": SIDES[box.side[unit]],
        "nation": box.nation[unit],
        "name": unit_name(box, unit, reduced),
    }
    if unit >= box.count:
        face = box.faces[unit][reduced]
        return shown | {
            "symbol": "leader",
            "left": str(face.attack),
            "middle": str(face.defense),
            "right": str(face.range),
            "note": f"{face.attack} attack dice, {face.defense} defense dice, range {face.range}",
        }
    counter = box.units[unit]
    division = f", {counter.division} Division" if counter.division else ""
    shown |= {
        "formation": counter.division,
        "symbol": counter.symbol,
        "size": counter.size,
        "left": str(counter.strength[reduced]),
        "right": str(counter.movement),
        "steps": box.step_count[unit] - reduced,
        "steps_max": box.step_count[unit],
        "reduced": bool(reduced),
        "strength": counter.strength[reduced],
        "note": f"{TYPES[counter.type]}{division}",
    }
    if counter.division:
        shown["stripe"] = stripes(box)[counter.division]
    return shown


@lru_cache(maxsize=8)
def stripes(box: DesertBox) -> dict[str, str]:
    """The colour of each division."""
    divisions = sorted({unit.division for unit in box.units if unit.division})
    return {division: STRIPES[number % len(STRIPES)] for number, division in enumerate(divisions)}


BATTLE = ("attack", "fire")
MAIN = ("done", "go", "normal")
KEYS = {
    "done": "D",
    "go": "G",
    "back": "B",
    "stay": "S",
    "retreat": "R",
    "spread": "L",
    "keep": "K",
    "build": "I",
    "upgrade": "I",
}
LIFT = ("stack", "unit")
RULES = {
    "strategic": "9.4",
    "sail": "9.7",
    "dig": "12.2",
    "build": "12.1",
    "upgrade": "12.1",
    "bombard": "14.2",
    "shell": "15.0",
    "refit": "7.62",
    "major": "7.9",
    "retreat": "10.25",
    "whole": "12.3",
}
WITH_UNIT = tuple(ON_UNIT)
FIRST_MOVE = "After the first ordinary move, strategic moves and sea transfer are over for this phase."


def show_action(pos: DesertPosition, action: Action) -> dict[str, Any]:
    """One action with what to click for it."""
    ids, verb = pos.box.map.ids, action[0]
    shown: dict[str, Any] = {
        "text": action_text(pos, action),
        "rule": RULES.get(verb, pos.step.rule),
        "piece": None,
        "place": None,
        "battle": verb in BATTLE,
        "main": verb in MAIN or (verb == "fire" and action == pos.actions()[0]),
    }
    if verb in KEYS:
        shown["key"] = KEYS[verb]
    if verb in LIFT and pos.stack[-1][0] == "move.choose":
        shown["lift"] = True
    match action:
        case ("lead", -1):
            pass
        case ("to" | "dig", place):
            shown |= {"place": ids[place], **path_shown(pos, place)}
            if not pos.ordered and not pos.exploiting:
                shown["ask"] = FIRST_MOVE
        case ("advance" | "scatter", unit, place):
            shown |= {"piece": unit, "place": ids[place]}
        case (word, unit) if word in WITH_UNIT:
            shown["piece"] = unit
        case ("fire", paid, air, ships):
            shown["choice"] = _backing(pos, paid, air, ships)
        case ("roll" | "interdict" | "bombs", *_):
            pass
        case (_, place):
            shown["place"] = ids[place]
    return shown


def _backing(pos: DesertPosition, paid: int, air: int, ships: int) -> dict[str, str]:
    """What backs an attack, a switch for each thing there is a choice of."""
    offered = pos.actions()
    names = ("Attack point", "Air points", "Naval guns")
    words = ("Spend 1" if paid else "None, -2 a unit", str(air), "Yes" if ships else "No")
    return {
        name: word
        for k, (name, word) in enumerate(zip(names, words, strict=True))
        if len({a[k + 1] for a in offered}) > 1
    }


def path_shown(pos: DesertPosition, place: int) -> dict[str, Any]:
    """The way and its cost for the slowest of the chosen units."""
    units, left = pos.stack[-1][2]
    side = pos.active
    budget, unit = min(zip(left or budgets(pos, units), units, strict=True))
    if pos.where[unit] == place:
        return {"cost": "1"}
    levels = unit_wave(pos, unit, budget)
    cost = cost_of(levels, place)
    ids = pos.box.map.ids
    if cost is None:
        return {"path": [ids[pos.where[unit]], ids[place]], "cost": "all"}
    zones = pos.zoc[1 - side] & ~pos.held[side]
    slips = pos.box.slips[unit]
    stops, toll = (0, zones) if slips else (zones, 0)
    path = trace(pos.box.ways[pos.box.kind[unit]], pos.box.map.around, levels, place, stops, toll)
    return {"path": [ids[step] for step in path], "cost": sixths(cost)}


def refusal(pos: DesertPosition, rule: str) -> str:
    """Why an action is refused, in words."""
    if pos.stack and pos.stack[-1][0] == "stacking.remove":
        return "only units whose removal brings the hex within the limit are taken, and no more than that needs"
    return REASONS.get(rule) or f"not possible now: {pos.box.game.rulebook.title(rule)}"


def why_not(pos: DesertPosition, side: int, piece: int | None, place: str | None) -> dict[str, str] | None:
    """Why a hex or a piece is dark."""
    if not pos.stack or pos.stack[-1][1] != side:
        return None
    rule = _why_place(pos, place) if place in pos.box.map.index else _why_piece(pos, piece)
    return {"rule": rule, "text": refusal(pos, rule)} if rule else None


def _why_piece(pos: DesertPosition, piece: int | None) -> str | None:
    step = pos.stack[-1][0]
    if piece is None or piece not in range(pos.box.everyone):
        return None
    if step == "move.choose":
        return move_barred(pos, piece)
    if step in ("replacements.choose", "reserves.choose"):
        verb = "replace" if step == "replacements.choose" else "release" if pos.where[piece] == RESERVE else "withdraw"
        return None if (verb, piece) in pos.actions() else pos.step.barred(pos, pos.stack[-1], (verb, piece))
    if step == "combat.choose" and piece < pos.box.count:
        return attack_barred(pos, piece)
    return None


def _why_place(pos: DesertPosition, name: str | None) -> str | None:
    place = pos.box.map.index[name or ""]
    step, side, args = pos.stack[-1]
    if any(place in action[1:] for action in pos.actions()):
        return None
    if step in ("depot.place", "depot.shift"):
        return depot_barred(pos, side, place) or "7.16"
    if step in ("move.to", "move.on"):
        if stacking_barred(pos, args[0], 1 << place):
            return "9.2"
        return "9.0" if pos.held[1 - side] >> place & 1 else "9.1"
    if step == "combat.choose" and pos.held[1 - side] >> place & 1:
        return "10.1"
    return None
