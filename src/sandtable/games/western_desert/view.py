"""What a side is shown: pieces, markers, towns and boxes."""

from __future__ import annotations

from functools import lru_cache

from sandtable.engine.maps import places_in
from sandtable.engine.sides import ALLIED, AXIS, SIDES
from sandtable.engine.view import BoxView, MarkerView, MarkView, PieceView, PlaceView, Shown, SideView, StepView
from sandtable.engine.words import halves
from sandtable.games.western_desert.battle_view import show_battle
from sandtable.games.western_desert.box import WesternDesertBox
from sandtable.games.western_desert.notation import FORTRESS_WORDS, LEVEL_WORDS, SIDES_SAID, unit_name
from sandtable.games.western_desert.position import WesternDesertPosition
from sandtable.games.western_desert.rules.r07_reinforcements import reserve_total
from sandtable.games.western_desert.rules.r08_supply import UNSUPPLIED, supply_of_side
from sandtable.games.western_desert.rules.r09_moving import moving_units
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
    ("organization", "Organisation", "7.0"),
    ("movement", "Movement", "9.0"),
    ("combat", "Combat", "10.0"),
    ("exploitation", "Exploitation", "9.5"),
    ("second combat", "Second combat", "10.0"),
    ("attrition", "Attrition", "8.3"),
)
STEPS: list[StepView] = [{"id": phase, "label": label, "rule": rule} for phase, label, rule in PHASES]
STRIPES = ("#a8322a", "#2f6f9f", "#5f8a3a", "#b08a2e", "#6b4f8f", "#3f7f7a", "#8f5a3c", "#51606f")
BOXES = {
    RESERVE: ("reserve", "Allied reserve"),
    RECOVERABLE: ("recoverable", "Eliminated, recoverable"),
    PERMANENT: ("lost", "Eliminated for good"),
    WITHDRAWN: ("away", "Not in this campaign"),
}


def show(pos: WesternDesertPosition, viewer: int | None) -> Shown:
    """The whole view but actions and outcome."""
    months = pos.box.months
    battle = show_battle(pos)
    shown: Shown = {
        "turn": {
            "now": pos.turn,
            "of": LAST_TURN,
            "label": months[pos.turn - 1],
            "labels": month_labels(pos.box),
        },
        "phase": {
            "now": pos.phase,
            "steps": STEPS,
        },
        "sides": {SIDES[side]: show_side(pos, side) for side in (ALLIED, AXIS)},
        "places": show_places(pos),
        "pieces": show_pieces(pos),
        "markers": show_markers(pos),
        "boxes": show_boxes(pos),
    }
    if battle is not None:
        shown["battle"] = battle
    return shown


def show_side(pos: WesternDesertPosition, side: int) -> SideView:
    """Points, and what the side has at hand this turn."""
    notes = []
    if pos.air_side == side:
        notes.append(f"Air superiority: {pos.air}")
    if side == ALLIED:
        have = reserve_total(pos)
        notes.append(f"Reserve {halves(have)}, demand {pos.demand}")
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


def show_places(pos: WesternDesertPosition) -> dict[str, PlaceView]:
    """Who holds the towns, the state of the fortresses, hexes still to be attacked."""
    ids = pos.box.map.ids
    shown: dict[str, PlaceView] = {}
    for town, place in enumerate(pos.box.towns):
        shown[ids[place]] = {"control": SIDES[pos.control[town]], "marks": []}
        if town in (TOBRUK, BARDIA):
            label = f"Fortress {FORTRESS_WORDS[pos.fortress[town]]}"
            shown[ids[place]]["marks"].append({"kind": "fortress", "side": SIDES[pos.control[town]], "label": label})
    for place in places_in(pos.owed):
        mark: MarkView = {"kind": "owed", "side": SIDES[pos.active], "label": "Must still be attacked"}
        shown.setdefault(ids[place], {}).setdefault("marks", []).append(mark)
    return shown


def show_markers(pos: WesternDesertPosition) -> list[MarkerView]:
    """Depots and improved positions."""
    box = pos.box
    found: list[MarkerView] = []
    for side in (ALLIED, AXIS):
        if pos.depot[side] >= 0:
            moved = " (moved)" if pos.depot_moved[side] == 1 else ""
            label = f"{SIDES_SAID[side].adjective} depot{moved}"
            found.append({"at": box.map.ids[pos.depot[side]], "kind": "depot", "side": SIDES[side], "label": label})
    for place, level, _ in pos.works:
        side = ALLIED if pos.held[ALLIED] >> place & 1 else AXIS
        label = f"Improved position {level}"
        found.append({"at": box.map.ids[place], "kind": "works", "side": SIDES[side], "label": label})
    return found


def show_boxes(pos: WesternDesertPosition) -> list[BoxView]:
    """Boxes off the map that hold something now."""
    where = pos.where
    shown: list[BoxView] = [{"id": name, "label": label} for box, (name, label) in BOXES.items() if box in where]
    turns = sorted({arrives for arrives, place in zip(pos.arrives, where, strict=False) if place == DUE})
    shown += [{"id": f"turn:{turn}", "label": f"Due {pos.box.months[min(turn, LAST_TURN) - 1]}"} for turn in turns]
    return shown


def show_pieces(pos: WesternDesertPosition) -> list[PieceView]:
    """Every counter and leader."""
    box = pos.box
    hungry = {unit for side in (ALLIED, AXIS) for unit, by in supply_of_side(pos, side).items() if by == UNSUPPLIED}
    active = {*moving_units(pos), *(pos.battle[0] if pos.battle else ())}
    done = MOVED if pos.phase in ("movement", "exploitation") else ATTACKED
    states = zip(range(box.everyone), pos.where, pos.flags, pos.reduced, pos.arrives, strict=False)
    return [
        piece(
            *(box, unit, place, reduced, arrives if place == DUE else 0),
            *(unit in hungry, unit in active, flags & done != 0, flags & INSIDE != 0),
        )
        for unit, place, flags, reduced, arrives in states
    ]


@lru_cache(maxsize=16_384)
def piece(
    box: WesternDesertBox,
    unit: int,
    place: int,
    reduced: int,
    arrives: int,
    hungry: bool,
    active: bool,
    moved: bool,
    inside: bool,
) -> PieceView:
    """One counter or leader as it stands: most stand as before in the next view."""
    shown: PieceView = {
        **printed(box, unit, reduced),
        "at": box.map.ids[place] if place >= 0 else f"turn:{arrives}" if place == DUE else BOXES[place][0],
        "active": active,
        "moved": moved,
    }
    if unit < box.count:
        shown["unsupplied"] = hungry
        shown["marks"] = ["inside"] if inside else []
        if inside:
            shown["note"] += ", inside the position"
        if place in (RECOVERABLE, PERMANENT):
            shown["steps"] = 0
    return shown


@lru_cache(maxsize=1_000)
def printed(box: WesternDesertBox, unit: int, reduced: int) -> PieceView:
    """What is printed on the side of a piece that shows."""
    shown: PieceView = {
        "id": unit,
        "at": "",
        "side": SIDES[box.side[unit]],
        "nation": box.nation[unit],
        "name": unit_name(box, unit, reduced),
    }
    if unit >= box.count:
        face = box.faces[unit][reduced]
        return {
            **shown,
            "symbol": "leader",
            "left": str(face.attack),
            "middle": str(face.defense),
            "right": str(face.range),
            "note": f"{face.attack} attack dice, {face.defense} defence dice, range {face.range}",
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
def month_labels(box: WesternDesertBox) -> list[str]:
    """The months of the ribbon, short."""
    return [f"{month[:3]} {month[-2:]}" for month in box.months]


@lru_cache(maxsize=8)
def stripes(box: WesternDesertBox) -> dict[str, str]:
    """The colour of each division."""
    divisions = sorted({unit.division for unit in box.units if unit.division})
    return {division: STRIPES[number % len(STRIPES)] for number, division in enumerate(divisions)}
