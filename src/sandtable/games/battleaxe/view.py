"""What a side is shown: pieces, control, tracks, the prompt and its actions."""

from __future__ import annotations

from typing import Any

from sandtable.engine.flow import Action, Frame
from sandtable.engine.sides import ALLIED, AXIS, SIDES
from sandtable.games.battleaxe import report
from sandtable.games.battleaxe.battle_card import show_battle
from sandtable.games.battleaxe.notation import SIDE_NAMES
from sandtable.games.battleaxe.position import NOBODY, UNUSED, BattleaxePosition
from sandtable.games.battleaxe.prompts import REASONS, action_text, prompt
from sandtable.games.battleaxe.rules.r09_movement import allowance_of, cost_of, path_to, reach
from sandtable.games.battleaxe.rules.r13_refit import lost_units
from sandtable.games.battleaxe.rules.r16_june15 import waiting
from sandtable.games.battleaxe.rules.r17_victory import points_on_map
from sandtable.games.battleaxe.rules.r18_bids import points_needed
from sandtable.games.battleaxe.rules.r19_options import axis_air_flies
from sandtable.games.battleaxe.rules.r20_extended import LAST_CHANCE

PHASES = (
    ("setup", "Set-up", "5"),
    ("manoeuvres", "Manoeuvres", "6.2"),
    ("refit", "Refit", "6.3"),
    ("end", "End", "6.4"),
)
STRIPES = {
    "Coastal Force": "#3d6ea5",
    "Escarpment Force": "#7a4f9a",
    "7th Armoured Division": "#b23b2e",
    "Tobruk Garrison": "#3f7f4c",
    "Reconnaissance": "#c58f2c",
    "Consolidated 4RTR": "#7a4f9a",
    "15th Panzer Division": "#a8322a",
    "5th Light Division": "#2f6f73",
    "Tobruk Siege": "#6b5b3a",
}


def show(pos: BattleaxePosition, viewer: int | None) -> dict[str, Any]:
    """The whole view but actions and outcome."""
    tables, battle = pos.box.tables, show_battle(pos)
    days = tables["days"][: LAST_CHANCE if pos.box.options["extended"] else tables["days_played"]]
    return {
        "turn": {
            "now": pos.turn,
            "of": len(days),
            "label": tables["days"][pos.turn - 1],
            "labels": [day.removesuffix(" 1941") for day in days],
        },
        "phase": {
            "now": phase(pos),
            "steps": [{"id": step, "label": label, "rule": rule} for step, label, rule in PHASES],
        },
        "prompt": prompt(pos, viewer),
        "sides": {SIDES[pos.seat(side)]: show_side(pos, side) for side in (ALLIED, AXIS)},
        "places": show_places(pos),
        "pieces": [show_piece(pos, unit) for unit in range(len(pos.box.units)) if not pos.box.left_out >> unit & 1],
        "boxes": [{"id": "lost", "label": "Eliminated"}, {"id": "reserve", "label": "To be placed"}],
        "tracks": [impulse_track(pos), points_track(pos)],
        "dice": report.last_dice(pos),
        **({"battle": battle} if battle else {}),
    }


def phase(pos: BattleaxePosition) -> str:
    """Which part of the day it is."""
    names = [frame[0] for frame in pos.stack]
    if not names:
        return "end"
    if "impulse" in names:
        return "manoeuvres"
    return "refit" if "turn" in names else "setup"


def show_side(pos: BattleaxePosition, side: int) -> dict[str, Any]:
    """Points, support markers and what the side has at hand."""
    box = pos.box
    stats = [{"label": "Artillery", "value": pos.guns[side], "of": box.guns_at_start[side]}]
    lost = lost_units(pos, side).bit_count() if phase(pos) != "setup" else 0
    stats.append({"label": "Units lost", "value": lost, "of": (box.army[side] & ~box.left_out).bit_count()})
    notes = []
    if pos.advantage == side:
        notes.append("Has the Advantage")
    if side == ALLIED:
        if pos.active == ALLIED and phase(pos) == "manoeuvres":
            notes.append("Aircraft ready" if pos.air == UNUSED else "Aircraft used")
        held = points_on_map(pos)
        need = points_needed(pos) if shown_bids(pos) else "?"
        notes.append(f"{held} point{'s' * (held != 1)} held, {need} to win")
        if pos.cubs:
            notes.append("Tiger Cubs on the way")
    else:
        notes += axis_notes(pos)
    label = SIDE_NAMES[side]
    if pos.exchanged:
        label += f" (played from the {SIDES[pos.seat(side)]} seat)"
    return {
        "label": label,
        "short": SIDE_NAMES[side],
        "score": pos.points if side == ALLIED else 0,
        "score_label": "VP",
        "stats": stats,
        "notes": notes,
    }


def shown_bids(pos: BattleaxePosition) -> bool:
    """Is the number of points needed known to all?"""
    return len(pos.bids) != 1


def axis_notes(pos: BattleaxePosition) -> list[str]:
    """Fuel, Rommel, aircraft and the divisions that wait."""
    box = pos.box
    notes = ["Fuel is low" if pos.fuel_low else "Fuel for combined operations"]
    if pos.rommel:
        notes.append("Rommel is at the front")
    if axis_air_flies(pos) and pos.active == AXIS and phase(pos) == "manoeuvres":
        notes.append("FFA aircraft ready" if pos.air == UNUSED else "FFA aircraft used")
    held_back = waiting(pos)
    if held_back & box.panzers:
        notes.append("15th Panzer waits for its release")
    if held_back & box.light:
        notes.append("5th Light waits for its release")
    return notes


def show_places(pos: BattleaxePosition) -> dict[str, Any]:
    """Who controls each place, and what is going on there."""
    shown: dict[str, Any] = {}
    for place, name in enumerate(pos.box.map.ids):
        marks = []
        if pos.occupied[ALLIED] & pos.occupied[AXIS] & 1 << place:
            marks.append({"kind": "contested", "side": None, "label": "Contested"})
        if place in pos.activated:
            marks.append({"kind": "active", "side": SIDES[pos.active], "label": "Active area"})
        if pos.attacked >> place & 1:
            marks.append({"kind": "battle", "side": SIDES[pos.active], "label": "Attacked in this impulse"})
        shown[name] = {"control": SIDES[1 - (pos.control >> place & 1)], **({"marks": marks} if marks else {})}
    return shown


def in_hand(pos: BattleaxePosition) -> int:
    """The units a question is about: the group that moves, or else all that may still act."""
    if pos.stack and pos.stack[-1][0] in ("assault.go", "regroup.go"):
        return int(pos.stack[-1][2][0])
    return pos.ready | pos.arrived


def show_piece(pos: BattleaxePosition, number: int) -> dict[str, Any]:
    """One counter."""
    unit, place, bit = pos.box.units[number], pos.where[number], 1 << number
    reduced = bool(pos.reduced & bit)
    star = "*" if pos.box.guns & bit else ""
    off_map = "reserve" if phase(pos) == "setup" else "lost"
    on_map = place >= 0
    return {
        "id": number,
        "at": pos.box.map.ids[place] if on_map else off_map,
        "side": SIDES[unit.side],
        "nation": unit.nation,
        "name": unit.name,
        "formation": unit.id,
        "stripe": STRIPES.get(unit.formation, "#8a8172"),
        "symbol": unit.symbol,
        "size": unit.size,
        "left": f"{unit.reduced if reduced else unit.value}{star}",
        "right": str(unit.movement) if unit.movement else "-",
        "steps": (1 if reduced else 2) if on_map or off_map == "reserve" else 0,
        "steps_max": 2,
        "reduced": reduced,
        "strength": pos.value(number),
        "moved": bool(pos.used & bit & ~pos.ready & ~pos.arrived),
        "active": bool(in_hand(pos) & bit),
        "unsupplied": bool(pos.cut & bit),
        "marks": ["waiting"] if waiting(pos) & bit else [],
        "note": unit.formation,
    }


def impulse_track(pos: BattleaxePosition) -> dict[str, Any]:
    """The impulses of the day; from the third on the sunset roll can end it."""
    boxes = [{"label": str(number), "now": number == pos.impulse} for number in range(1, pos.box.impulses + 1)]
    whose = "nobody" if pos.advantage == NOBODY else SIDE_NAMES[pos.advantage]
    return {"id": "impulse", "label": "Impulse", "note": f"The Advantage: {whose}", "boxes": boxes}


def points_track(pos: BattleaxePosition) -> dict[str, Any]:
    """Allied points so far, against what they need."""
    need = points_needed(pos) if shown_bids(pos) else pos.box.tables["victory_points"]
    last = max(need, pos.points)
    boxes = [{"label": str(number), "now": number == pos.points} for number in range(last + 1)]
    return {"id": "points", "label": "Allied victory points", "note": f"{pos.points} of {need}", "boxes": boxes}


MAIN = {"done", "stop", "fight", "go_back", "stand", "air", "call", "rommel", "join_all", "assault_all"}
KEYS = {
    "done": "D",
    "stop": "S",
    "all": "A",
    "join_all": "A",
    "fight": "F",
    "regroup": "R",
    "pass": "P",
    "stand": "S",
    "halt": "H",
    "air": "Y",
    "no_air": "N",
    "call": "Y",
    "no_call": "N",
    "rommel": "Y",
    "no_rommel": "N",
    "accept": "N",
    "fanatical": "Y",
    "maximum": "Y",
    "fuel": "Y",
    "wait": "N",
    "wait_today": "T",
    "back": "B",
    "daylight": "Y",
    "dusk": "N",
}


def show_action(pos: BattleaxePosition, action: Action) -> dict[str, Any]:
    """One action with what to click for it."""
    verb, ids = action[0], pos.box.map.ids
    shown: dict[str, Any] = {"text": action_text(pos, action), "rule": pos.step.rule, "piece": None, "place": None}
    if verb in KEYS:
        shown["key"] = KEYS[verb]
    if verb in MAIN:
        shown["main"] = True
    match action:
        case ("go", place):
            shown |= {"place": ids[place], **_route(pos, place)}
        case ("advance", place):
            shown |= {"place": ids[place], "battle": bool(pos.occupied[1 - pos.active] >> place & 1)}
        case ("assault" | "activate", place):
            shown["place"] = ids[place]
        case ("attack", place):
            shown |= {"place": ids[place], "battle": True, "rule": "11"}
        case ("consolidate", gains, _):
            shown |= {"piece": gains, "rule": "8.1.2b"}
        case ("place" | "retreat", unit, place):
            shown |= {"piece": unit, "place": ids[place]}
        case ("restore", unit, _):
            shown["piece"] = unit
        case ("fight" | "join_all",) if pos.stack[-1][0] == "attack.force":
            shown["battle"] = True
        case ("fuel",):
            shown["rule"] = "12.1D"
        case ("roll" | "bid", *_):
            pass
        case ("pick", unit):
            shown |= {"piece": unit, "lift": True}
        case (_, unit):
            shown["piece"] = unit
    return shown


def _route(pos: BattleaxePosition, place: int) -> dict[str, Any]:
    """Cost and path of a move in an assault; a regrouping unit goes one place."""
    frame = pos.stack[-1]
    battle = bool(pos.occupied[1 - pos.active] >> place & 1)
    if frame[0] != "assault.go":
        return {"battle": battle}
    group, spent = frame[2]
    start = pos.where[(group & -group).bit_length() - 1]
    found = reach(pos, start, allowance_of(pos, group), spent)
    path = [start, *path_to(pos, found, start, place)]
    cost = str(cost_of(found, place) - spent)
    return {"cost": cost, "path": [pos.box.map.ids[stop] for stop in path], "battle": battle}


def refusal(pos: BattleaxePosition, rule: str) -> str:
    """Why an action is refused, in words."""
    return REASONS.get(rule) or f"not possible now: {pos.box.game.rulebook.title(rule)}"


VERBS_BY_PIECE = {
    "assault.next": "pick",
    "regroup.next": "pick",
    "battle.lead": "lead",
    "battle.absorb": "fall_back",
    "battle.withdraw": "withdraw",
    "refit.spend": "rebuild",
}
VERBS_BY_PLACE = {
    "impulse.choose": "assault",
    "assault.next": "attack",
    "assault.go": "go",
    "regroup.go": "go",
    "refit.rebuild": "place",
}


def why_not(pos: BattleaxePosition, seat: int, piece: int | None, place: str | None) -> dict[str, str] | None:
    """Why a place or a piece is dark."""
    frame = pos.stack[-1] if pos.stack else Frame("", -1, ())
    if frame[1] != seat:
        return None
    tried: Action | None = None
    if place is not None and place in pos.box.map.index and frame[0] in VERBS_BY_PLACE:
        tried = (VERBS_BY_PLACE[frame[0]], pos.box.map.index[place])
    elif piece is not None and frame[0] in VERBS_BY_PIECE:
        tried = (VERBS_BY_PIECE[frame[0]], piece)
    if tried is None or tried in pos.actions():
        return None
    rule = pos.step.barred(pos, frame, tried)
    return {"rule": rule, "text": refusal(pos, rule)} if rule else None
