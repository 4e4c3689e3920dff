"""What a side is shown: pieces, control and tracks."""

from __future__ import annotations

from functools import lru_cache

from sandtable.engine.maps import Mask
from sandtable.engine.sides import ALLIED, AXIS, SIDES
from sandtable.engine.view import BoxView, MarkView, PieceView, PlaceView, Shown, SideView, StepView, TrackView
from sandtable.engine.words import Count, sentence
from sandtable.games.battleaxe.battle_card import show_battle
from sandtable.games.battleaxe.box import BattleaxeBox
from sandtable.games.battleaxe.notation import ARMIES, SIDES_SAID
from sandtable.games.battleaxe.position import NOBODY, UNUSED, BattleaxePosition
from sandtable.games.battleaxe.rules.r08_impulses import RegroupGo
from sandtable.games.battleaxe.rules.r09_movement import Go
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
STEPS: list[StepView] = [{"id": step, "label": label, "rule": rule} for step, label, rule in PHASES]
BOXES: list[BoxView] = [{"id": "lost", "label": "Eliminated"}, {"id": "reserve", "label": "To be placed"}]
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


def show(pos: BattleaxePosition, viewer: int | None) -> Shown:
    """The game's own part of the view: it is the same for all."""
    tables, battle = pos.box.tables, show_battle(pos)
    days = tables["days"][: LAST_CHANCE if pos.box.options["extended"] else tables["days_played"]]
    shown: Shown = {
        "turn": {
            "now": pos.turn,
            "of": len(days),
            "label": tables["days"][pos.turn - 1],
            "labels": [day.removesuffix(" 1941") for day in days],
        },
        "phase": {
            "now": phase(pos),
            "steps": STEPS,
        },
        "sides": {SIDES[pos.seat(side)]: show_side(pos, side) for side in (ALLIED, AXIS)},
        "places": show_places(pos),
        "pieces": show_pieces(pos),
        "boxes": BOXES,
        "tracks": [impulse_track(pos), points_track(pos)],
    }
    if battle:
        shown["battle"] = battle
    return shown


def phase(pos: BattleaxePosition) -> str:
    """Which part of the day it is."""
    names = [frame.step for frame in pos.stack]
    if not names:
        return "end"
    if "impulse" in names:
        return "manoeuvres"
    return "refit" if "turn" in names else "setup"


def show_side(pos: BattleaxePosition, side: int) -> SideView:
    """Points, support markers and what the side has at hand."""
    box = pos.box
    lost = lost_units(pos, side).bit_count() if phase(pos) != "setup" else 0
    notes = []
    if pos.advantage == side:
        notes.append("Has the Advantage")
    if side == ALLIED:
        if pos.active == ALLIED and phase(pos) == "manoeuvres":
            notes.append("Aircraft ready" if pos.air == UNUSED else "Aircraft used")
        need = points_needed(pos) if shown_bids(pos) else "?"
        notes.append(sentence(f"{Count(points_on_map(pos)):point} held, {need} to win"))
        if pos.cubs:
            notes.append("Tiger Cubs on the way")
    else:
        notes += axis_notes(pos)
    label = ARMIES[side]
    if pos.exchanged:
        label += f" (played from the {SIDES_SAID[pos.seat(side)].adjective} seat)"
    return {
        "label": label,
        "short": ARMIES[side],
        "score": pos.points if side == ALLIED else 0,
        "score_label": "VP",
        "stats": [
            {"label": "Artillery", "value": pos.guns[side], "of": box.guns_at_start[side]},
            {"label": "Units lost", "value": lost, "of": (box.army[side] & ~box.left_out).bit_count()},
        ],
        "notes": notes,
    }


def shown_bids(pos: BattleaxePosition) -> bool:
    """Is the number of points needed known to all?"""
    return len(pos.bids) != 1


def axis_notes(pos: BattleaxePosition) -> list[str]:
    """Fuel, Rommel, aircraft and the divisions not yet released."""
    box = pos.box
    notes = ["Fuel is low" if pos.fuel_low else "Fuel for combined operations"]
    if pos.rommel:
        notes.append("Rommel is at the front")
    if axis_air_flies(pos) and pos.active == AXIS and phase(pos) == "manoeuvres":
        notes.append("FFA aircraft ready" if pos.air == UNUSED else "FFA aircraft used")
    held_back = waiting(pos)
    if held_back & box.panzers:
        notes.append("15th Panzer is not released yet")
    if held_back & box.light:
        notes.append("5th Light is not released yet")
    return notes


def show_places(pos: BattleaxePosition) -> dict[str, PlaceView]:
    """Who controls each place, and what is going on there."""
    shown: dict[str, PlaceView] = {}
    for place, name in enumerate(pos.box.map.ids):
        marks: list[MarkView] = []
        if pos.occupied[ALLIED] & pos.occupied[AXIS] & 1 << place:
            marks.append({"kind": "contested", "side": None, "label": "Contested"})
        if place in pos.activated:
            marks.append({"kind": "active", "side": SIDES[pos.active], "label": "Active area"})
        if pos.attacked >> place & 1:
            marks.append({"kind": "battle", "side": SIDES[pos.active], "label": "Attacked in this impulse"})
        shown[name] = {"control": SIDES[1 - (pos.control >> place & 1)]}
        if marks:
            shown[name]["marks"] = marks
    return shown


def in_hand(pos: BattleaxePosition) -> Mask:
    """The units a question is about: the group that moves, or else all that may still act."""
    if pos.stack and pos.stack[-1].step in (Go.name, RegroupGo.name):
        group, *_ = pos.stack[-1].args
        return int(group)
    return pos.ready | pos.arrived


def show_pieces(pos: BattleaxePosition) -> list[PieceView]:
    """Every counter of this game."""
    box, ids, off_map = pos.box, pos.box.map.ids, "reserve" if phase(pos) == "setup" else "lost"
    active, acted, held_back = in_hand(pos), pos.used & ~pos.ready & ~pos.arrived, waiting(pos)
    states = (pos.reduced, acted, active, pos.cut, held_back)
    return [
        counter(box, unit, ids[place] if place >= 0 else off_map, *[state >> unit & 1 for state in states])
        for unit, place in enumerate(pos.where)
        if not box.left_out >> unit & 1
    ]


@lru_cache(maxsize=16_384)
def counter(
    box: BattleaxeBox, number: int, at: str, reduced: int, acted: int, active: int, cut: int, held_back: int
) -> PieceView:
    """A counter as it stands: most stand as before in the next view."""
    unit = box.units[number]
    value = unit.reduced if reduced else unit.value
    return {
        "id": number,
        "at": at,
        "side": SIDES[unit.side],
        "nation": unit.nation,
        "name": unit.name,
        "formation": unit.id,
        "stripe": STRIPES.get(unit.formation, "#8a8172"),
        "symbol": unit.symbol,
        "size": unit.size,
        "left": f"{value}{'*' if box.guns >> number & 1 else ''}",
        "right": str(unit.movement) if unit.movement else "-",
        "steps": 0 if at == "lost" else 2 - reduced,
        "steps_max": 2,
        "reduced": bool(reduced),
        "strength": value - cut,
        "moved": bool(acted),
        "active": bool(active),
        "unsupplied": bool(cut),
        "marks": ["waiting"] if held_back else [],
        "note": unit.formation,
    }


def impulse_track(pos: BattleaxePosition) -> TrackView:
    """The impulses of the day; from the third on the sunset roll can end it."""
    return {
        "id": "impulse",
        "label": "Impulse",
        "note": f"The Advantage: {'nobody' if pos.advantage == NOBODY else ARMIES[pos.advantage]}",
        "boxes": [{"label": str(n), "now": n == pos.impulse} for n in range(1, pos.box.impulses + 1)],
    }


def points_track(pos: BattleaxePosition) -> TrackView:
    """Allied points so far, and how many are needed."""
    need = points_needed(pos) if shown_bids(pos) else pos.box.tables["victory_points"]
    return {
        "id": "points",
        "label": "Allied victory points",
        "note": f"{pos.points} of {need}",
        "boxes": [{"label": str(n), "now": n == pos.points} for n in range(max(need, pos.points) + 1)],
    }
