"""What is shown: pieces, control, chits and tracks. Nothing in this game is hidden."""

from __future__ import annotations

from functools import lru_cache

from sandtable.engine.maps import places_in
from sandtable.engine.sides import ALLIED, AXIS, SIDES
from sandtable.engine.view import (
    BoxView,
    CardView,
    ChitView,
    HandView,
    MarkerView,
    PieceView,
    PlaceView,
    Shown,
    SideView,
    StepView,
    TrackBoxView,
    TrackView,
)
from sandtable.engine.words import listed
from sandtable.games.dark_sands.battle import ASSET_IDS, show_battle
from sandtable.games.dark_sands.box import DarkSandsBox
from sandtable.games.dark_sands.notation import steps_said
from sandtable.games.dark_sands.position import (
    AWAY,
    FALLEN,
    FITTED,
    GONE,
    NOT_YET,
    READY,
    REBUILD,
    USED,
    DarkSandsPosition,
)
from sandtable.games.dark_sands.rules.r05_victory import verdict
from sandtable.games.dark_sands.rules.r09_railway import BUILDING, railway_complete
from sandtable.games.dark_sands.rules.r19_extended import Choose, Far
from sandtable.games.dark_sands.rules.r19_movement import MoveTo
from sandtable.games.dark_sands.sequence import PHASES

BOXES = {
    REBUILD: ("rebuild", "Rebuildable units"),
    FALLEN: ("fallen", "Headquarters to return"),
    NOT_YET: ("coming", "Still to come"),
    AWAY: ("away", "Withdrawn, to return"),
    GONE: ("gone", "Out of the game"),
    READY: ("ready", "Available assets"),
    USED: ("used", "Used assets"),
}
BOX_LABELS: list[BoxView] = [{"id": name, "label": label} for name, label in BOXES.values()]
STEPS: list[StepView] = [{"id": name, "label": label, "rule": rule} for name, label, rule, _ in PHASES]
SYMBOLS = {
    "tank": "armor",
    "panzer": "armor",
    "car": "armored-car",
    "infantry": "infantry",
    "motorised": "motorised",
    "machine-gun": "machine-gun",
    "garrison": "garrison",
    "hq": "hq",
    "air": "air",
    "coastal": "naval",
    "artillery": "artillery",
    "gun": "antitank",
    "hecker": "marine",
}
STRIPES = ("#a8322a", "#2f5d8a", "#4c7a2c", "#8a5a2b", "#6b3f7a", "#b98a1d", "#2a7a74", "#7a2c52", "#555555", "#3b6bb5")


def show(pos: DarkSandsPosition, viewer: int | None) -> Shown:
    """The whole view but actions and outcome."""
    box = pos.box
    battle = show_battle(pos)
    shown: Shown = {
        "turn": {
            "now": pos.turn,
            "of": box.last_turn,
            "label": box.turns[pos.turn].label,
            "labels": turn_labels(box),
        },
        "phase": {
            "now": phase(pos),
            "steps": STEPS,
        },
        "sides": {SIDES[side]: show_side(pos, side) for side in (ALLIED, AXIS)},
        "places": show_places(pos),
        "pieces": [
            *show_units(pos),
            *(show_asset(pos, n) for n, asset in enumerate(box.assets) if asset.kind != "box"),
        ],
        "markers": show_markers(pos),
        "boxes": BOX_LABELS,
        "tracks": [show_chits(pos)],
        "hands": [show_pool(pos, side) for side in (ALLIED, AXIS)],
    }
    if battle:
        shown["battle"] = battle
    return shown


@lru_cache(maxsize=16)
def turn_labels(box: DarkSandsBox) -> list[str]:
    """The turns of the ribbon."""
    return [turn.label for turn in box.turns[1 : box.last_turn + 1]]


def phase(pos: DarkSandsPosition) -> str:
    """The phase the turn outline is in."""
    line = pos.stack[0].args[0] if pos.stack else PHASES[-1][3]
    return next(name for name, _, _, end in PHASES if line <= end)


def show_side(pos: DarkSandsPosition, side: int) -> SideView:
    """Score and notes of a side."""
    box = pos.box
    notes = [
        f"Available: {box.assets[n].name}" for n, a in enumerate(box.assets) if a.side == side and pos.asset[n] == READY
    ]
    if side == ALLIED and any(pos.saved):
        notes.insert(0, f"Saved: {steps_said(ALLIED, *pos.saved)}")
    if pos.initiative == side:
        notes.insert(0, "Initiative this turn")
    panzers = box.armour & box.of[side]
    steps = sum(pos.steps[unit] for unit in places_in(panzers) if pos.where[unit] >= 0)
    return {
        "label": ("Allies", "Axis")[side],
        "score": (pos.allied_vp, pos.axis_vp)[side] if box.campaign else verdict(pos)[2:][side],
        "score_label": score_label(pos, side),
        "stats": [
            {"label": "Units", "value": pos.on_map(side).bit_count()},
            {"label": "Armour steps", "value": steps},
            {"label": "Moves played", "value": pos.moves[side], "of": 2},
            {"label": "Combats played", "value": pos.combats[side], "of": 2},
        ],
        "notes": notes,
    }


def score_label(pos: DarkSandsPosition, side: int) -> str:
    """What the score of a side counts: only the campaign has victory points (5.2)."""
    if pos.box.campaign:
        return "VP"
    if pos.box.scenario == "compass":
        return "Short of decisive" if side else "Points"
    return "Objectives"


def show_places(pos: DarkSandsPosition) -> dict[str, PlaceView]:
    """Control of the hexes that keep it."""
    ids = pos.box.map.ids
    return {ids[p]: {"control": SIDES[pos.axis_holds >> p & 1]} for p in places_in(pos.box.kept)}


def in_hand(pos: DarkSandsPosition) -> int:
    """The units a question is about: the group that moves, or else all that may still act."""
    step, _, args = pos.stack[-1] if pos.stack else ("", -1, ())
    if step == MoveTo.name:
        return MoveTo.Args(*args).group
    if step == Far.name:
        return Far.Args(*args).group
    if step == Choose.name:
        return Choose.Args(*args).group
    return pos.active & ~pos.moved & ~pos.fought


def show_units(pos: DarkSandsPosition) -> list[PieceView]:
    """Every combat unit, headquarters and garrison."""
    box, turn = pos.box, pos.turn
    guns = {bearer: box.assets[n].name for n, bearer in enumerate(pos.bearer) if bearer >= 0}
    sets = (pos.moved, in_hand(pos), pos.out_of_supply, pos.disrupted)
    shown: list[PieceView] = []
    for number, (place, grade, steps) in enumerate(zip(pos.where, pos.grade, pos.steps, strict=True)):
        state = [units >> number & 1 for units in sets]
        shown.append(counter(box, number, place, grade, steps, guns.get(number, ""), turn, *state))
    return shown


@lru_cache(maxsize=16_384)
def counter(
    box: DarkSandsBox,
    number: int,
    place: int,
    grade: int,
    steps: int,
    gun: str,
    turn: int,
    moved: int,
    active: int,
    unsupplied: int,
    disrupted: int,
) -> PieceView:
    """A counter as it stands: most stand as before in the next view."""
    return {
        **printed(box, number, grade, steps),
        "at": box.map.ids[place] if place >= 0 else BOXES[place][0],
        "moved": bool(moved),
        "active": bool(active),
        "unsupplied": bool(unsupplied),
        "disrupted": bool(disrupted),
        "marks": ["gun"] if gun else [],
        "note": note(box, number, gun, turn),
    }


@lru_cache(maxsize=2_000)
def printed(box: DarkSandsBox, number: int, level: int, steps: int) -> PieceView:
    """What the counter of a unit shows with this many steps."""
    unit = box.units[number]
    shown = steps or unit.steps
    piece: PieceView = {
        "id": number,
        "at": "",
        "side": SIDES[unit.side],
        "nation": unit.nation,
        "name": unit.name[level],
        "formation": unit.formation,
        "symbol": SYMBOLS[unit.kind],
        "size": unit.size,
        "left": f"{unit.attack[level][shown]}-{unit.defence[level][shown]}",
        "middle": "",
        "right": str(unit.move),
        "steps": steps,
        "steps_max": unit.steps,
        "reduced": 0 < steps < unit.steps,
        "strength": unit.attack[level][shown],
    }
    if unit.formation:
        piece["stripe"] = STRIPES[box.formation_names.index(unit.formation) % len(STRIPES)]
    if unit.kind == "hq":
        piece["left"] = f"({unit.reach})"
    return piece


COMINGS = {
    "arrive": "arrives",
    "return": "returns",
    "special": "arrives by a special rule",
    "upgrade": "is upgraded",
    "withdraw": "withdraws",
}


@lru_cache(maxsize=2_000)
def note(box: DarkSandsBox, number: int, gun: str, turn: int) -> str:
    """What the inspector says of a unit."""
    unit = box.units[number]
    parts = [unit.formation, gun]
    if unit.reach:
        parts.append(f"Range {unit.reach} on the Center, {unit.reach // 2} on the end maps")
    if "irreplaceable" in unit.flags:
        parts.append("Cannot be replaced")
    if "clumsy" in unit.flags:
        parts.append("Adds one to its die for disruption")
    parts.append(listed(f"{COMINGS[event]} on turn {due}" for event, due in comings(box).get(number, ()) if due > turn))
    return ". ".join(part[0].upper() + part[1:] for part in parts if part)


@lru_cache(maxsize=8)
def comings(box: DarkSandsBox) -> dict[int, list[tuple[str, int]]]:
    """What the turn track holds for each unit: the event and its turn."""
    found: dict[int, list[tuple[str, int]]] = {}
    for entry in box.track:
        if not entry.asset:
            found.setdefault(entry.counter, []).append((entry.event, entry.turn))
    return found


def show_asset(pos: DarkSandsPosition, number: int) -> PieceView:
    """One asset counter."""
    state, bearer = pos.asset[number], pos.bearer[number]
    place = pos.where[bearer] if state == FITTED else pos.target if pos.committed >> number & 1 else -1
    return asset_counter(pos.box, number, pos.asset_grade[number], place, -1 if place >= 0 else state)


@lru_cache(maxsize=4_096)
def asset_counter(box: DarkSandsBox, number: int, grade: int, place: int, state: int) -> PieceView:
    """An asset on the map, or in the box of its state."""
    asset = box.assets[number]
    limits = f"Only {' and '.join(s.capitalize() for s in asset.sections)}" if asset.sections else ""
    return {
        "id": ASSET_IDS + number,
        "at": box.map.ids[place] if place >= 0 else BOXES[state][0],
        "side": SIDES[asset.side],
        "nation": "gb" if asset.side == ALLIED else "it" if asset.name.startswith("Regia") else "de",
        "name": asset.name,
        "symbol": SYMBOLS[asset.kind],
        "size": "",
        "left": str(asset.attack[grade]),
        "middle": "",
        "right": str(asset.defence[grade]),
        "steps": 1,
        "steps_max": 1,
        "reduced": False,
        "note": limits,
    }


def show_markers(pos: DarkSandsPosition) -> list[MarkerView]:
    """Boxes, the railhead and the bypass."""
    box, ids = pos.box, pos.box.map.ids
    found: list[MarkerView] = [
        {"at": ids[place], "kind": "box", "side": SIDES[side], "label": "Fortified box"}
        for side in (ALLIED, AXIS)
        for place in places_in(pos.boxed[side])
    ]
    label = "Railway completed" if railway_complete(pos) else "Railhead"
    found.append({"at": ids[box.rail[pos.railhead]], "kind": "railhead", "side": "allied", "label": label})
    if pos.bypass:
        state = "under construction" if pos.bypass == BUILDING else "built"
        found.append({"at": "2630", "kind": "bypass", "side": "axis", "label": f"Tobruk bypass {state}"})
    return found


def show_chits(pos: DarkSandsPosition) -> TrackView:
    """The action chit record track."""
    chits = pos.box.chits
    boxes: list[TrackBoxView] = []
    for n, chit in enumerate(pos.played):
        face: ChitView = {"label": chits[chit].label}
        if chits[chit].side < 2:
            face["side"] = SIDES[chits[chit].side]
        boxes.append({"label": str(n + 1), "chit": face, "now": n == len(pos.played) - 1})
    left = sum(pos.pool)
    return {"id": "chits", "label": "Action chits", "note": f"{left} in the pool", "boxes": boxes}


def show_pool(pos: DarkSandsPosition, side: int) -> HandView:
    """A side's chits still to come, the priority chits it holds, and Logistics with the Allies' list."""
    cards: list[CardView] = []
    for n, chit in enumerate(pos.box.chits):
        if chit.side == side or (chit.side == 2 and side == ALLIED):
            held = pos.hand >> n & 1
            count = pos.pool[n] + held
            if count:
                label = f"{count} x {chit.label}" if count > 1 else chit.label
                cards.append({"id": n, "label": label, "face": "up", "chosen": bool(held)})
    return {"id": f"pool-{SIDES[side]}", "side": SIDES[side], "label": "Chits to come", "cards": cards}
