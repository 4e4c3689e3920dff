"""What a side is shown: blocks with and without faces, cards and minefields."""

from __future__ import annotations

from functools import lru_cache

from sandtable.engine.maps import places_in
from sandtable.engine.sides import ALLIED, AXIS, SIDES
from sandtable.engine.view import (
    BoxView,
    CardView,
    HandView,
    MarkerView,
    PieceView,
    PlaceView,
    Shown,
    SideView,
    StepView,
)
from sandtable.engine.words import counted
from sandtable.games.rommel import battle_card
from sandtable.games.rommel.box import RommelBox
from sandtable.games.rommel.guess import MARKS, hidden_units
from sandtable.games.rommel.notation import SIDES_SAID, SPEED_NAMES, SYMBOLS, TYPE_NAMES, month_name, short_name
from sandtable.games.rommel.position import AWAY, GONE, LOST, OTHER, RommelPosition
from sandtable.games.rommel.rules.r03_engagement import besieged
from sandtable.games.rommel.rules.r09_buildup import due
from sandtable.games.rommel.rules.r10_victory import blocks_on_map, scores

HIDDEN = 1000
"""Blocks without a face are numbered from here, in an order that tells nothing."""
PHASES = (
    ("setup", "Set-up", "11.0"),
    ("cards", "Supply cards", "1.2"),
    ("move", "Movement", "2.0"),
    ("battle", "Battle", "4.1"),
    ("buildup", "Buildup", "9.0"),
    ("initiative", "Initiative", "9.9"),
)
STEPS: list[StepView] = [{"id": step, "label": name, "rule": rule} for step, name, rule in PHASES]
BOXES: list[BoxView] = [
    {"id": "lost", "label": "Eliminated"},
    {"id": "due", "label": "Reinforcements"},
    {"id": "recalled", "label": "Recalled"},
]
COLOURS = {"real": "#8a6d1f", "dummy": "#b9b1a0"}


def show(pos: RommelPosition, viewer: int | None) -> Shown:
    """The whole view but actions and outcome."""
    plan = pos.box.plan
    pieces = show_pieces(pos, viewer)
    battle = battle_card.show_battle(pos, viewer, pieces)
    shown: Shown = {
        "turn": {
            "now": pos.box.game.turn_said(pos, pos.turn),
            "of": plan.last - plan.first + 1,
            "label": month_name(pos.box, pos.turn),
            "labels": month_labels(pos.box),
        },
        "phase": {"now": phase(pos), "steps": STEPS},
        "sides": show_sides(pos, viewer),
        "places": show_places(pos),
        "pieces": pieces,
        "boxes": BOXES,
        "markers": show_mines(pos, viewer),
        "hands": show_hands(pos, viewer),
    }
    if battle:
        shown["battle"] = battle
    return shown


@lru_cache(maxsize=64)
def month_labels(box: RommelBox) -> list[str]:
    """The months of the ribbon, short."""
    return [month_name(box, month)[:3] for month in range(box.plan.first, box.plan.last + 1)]


def phase(pos: RommelPosition) -> str:
    """The phase the topmost frame belongs to."""
    for frame in reversed(pos.stack):
        step: str = frame.step
        head = step.partition(".")[0]
        if head in ("setup", "battle", "buildup", "initiative"):
            return head
        if step == "cards.discard":
            return "buildup"
        if step == "cards.redraw":
            return "setup"
        if step == "cards.lay":
            return "cards"
        if head in ("move", "withdraw", "pursuit"):
            return "move"
    return "cards"


def show_sides(pos: RommelPosition, viewer: int | None) -> dict[str, SideView]:
    """Both sides."""
    blocks = blocks_on_map(pos, ALLIED), blocks_on_map(pos, AXIS)
    points = scores(pos, blocks)
    return {SIDES[side]: show_side(pos, side, viewer, points[side], blocks[side]) for side in (ALLIED, AXIS)}


def show_side(pos: RommelPosition, side: int, viewer: int | None, score: int, blocks: int) -> SideView:
    """Score, cards and points of a side; all of it is open."""
    notes = [f"Cards in hand: {sum(pos.hand(side))}"]
    if pos.phasing == side and pos.laid != (0, 0):
        notes.append(f"On the table: {counted(sum(pos.laid), 'card')}")
    notes.append(f"Buildup points: {points_shown(pos, side, viewer)}")
    if pos.initiative == side:
        notes.append("Has the initiative")
    if side == AXIS and pos.box.plan.rommel and pos.phasing == AXIS:
        notes.append("Rommel has led a move" if pos.rommel else "Rommel is at hand")
    mines = sum(owner == side for _, owner, _, _ in pos.mines)
    if mines:
        notes.append(f"Minefields: {mines}")
    unseen = hidden_units(pos, side) if viewer == OTHER[side] else []
    if unseen:
        notes.append("Behind hidden blocks: " + ", ".join([pos.box.name(unit) for unit in unseen]))
    return {
        "label": ("Allies", "Axis")[side],
        "score": score,
        "score_label": "points",
        "stats": [{"label": "Blocks", "value": blocks}],
        "notes": notes,
    }


def points_shown(pos: RommelPosition, side: int, viewer: int | None) -> int:
    """A side's points; what it spends them on is its own business until it has done."""
    building = any(frame.step == "buildup.menu" and frame.side == side for frame in pos.stack)
    redeployed, rebuilt, _, mines, cards = pos.sheet
    return pos.points[side] + (redeployed + rebuilt + mines + cards if building and viewer != side else 0)


def show_places(pos: RommelPosition) -> dict[str, PlaceView]:
    """Owners of fortresses, and battles."""
    ids = pos.box.map.ids
    shown: dict[str, PlaceView] = {ids[place]: {"control": SIDES[owner]} for place, owner in pos.owners}
    for side in (ALLIED, AXIS):
        shown[ids[pos.box.board.base[side]]] = {"control": SIDES[side]}
    for place, defender, came_from in pos.battles:
        sides = ", ".join(ids[hex_] for hex_ in places_in(came_from))
        label = f"Battle; the attacker holds the hexsides of {sides}"
        shown.setdefault(ids[place], {})["marks"] = [{"kind": "battle", "side": SIDES[OTHER[defender]], "label": label}]
    for place, _ in pos.owners:
        if besieged(pos, place):
            marks = shown[ids[place]].setdefault("marks", [])
            marks.append({"kind": "siege", "label": "Besieged"})
    return shown


def show_mines(pos: RommelPosition, viewer: int | None) -> list[MarkerView]:
    """Minefields that the viewer laid or has seen."""
    shown: list[MarkerView] = []
    for place, owner, seen, _ in sorted(pos.mines):
        if seen or viewer == owner:
            label = f"{SIDES_SAID[owner].adjective} minefield" + ("" if seen else ", secret")
            shown.append({"at": pos.box.map.ids[place], "kind": "minefield", "side": SIDES[owner], "label": label})
    return shown


def show_pieces(pos: RommelPosition, viewer: int | None) -> list[PieceView]:
    """Every block: with its face for its owner and for those who know it, blank for others."""
    box = pos.box
    shown: list[PieceView] = []
    blanks: list[tuple[int, ...]] = []
    marks = [getattr(pos, name) for name in MARKS]
    for unit, place in enumerate(pos.where):
        side, known = box.side[unit], pos.known[unit]
        if place >= 0 and viewer != side and not known:
            blanks.append((side, *[mark[unit] for mark in marks], unit in pos.chosen))
            continue
        month = due(pos, unit) if place == AWAY else 0
        if month <= box.plan.last:
            steps = pos.steps[unit] if viewer == side else pos.seen[unit]
            told = place >= 0 and viewer == side and bool(known)
            state = (pos.moved[unit], unit in pos.chosen, pos.unsupplied[unit], pos.disrupted[unit], pos.refit[unit])
            shown.append(block_face(box, unit, place, steps, month, told, *state))
    ids = box.map.ids
    shown += [
        block_back(HIDDEN + number, ids[place], side, disrupted, unsupplied, refit, moved, least, active)
        for number, (side, place, disrupted, unsupplied, refit, _, moved, least, _, active) in enumerate(sorted(blanks))
    ]
    return shown


@lru_cache(maxsize=16_384)
def block_back(
    number: int,
    at: str,
    side: int,
    disrupted: int,
    unsupplied: int,
    refit: int,
    moved: int,
    least: int,
    active: int,
) -> PieceView:
    """A block seen from behind."""
    piece: PieceView = {
        "id": number,
        "at": at,
        "side": SIDES[side],
        "symbol": "block",
        "hidden": True,
        "moved": bool(moved),
        "active": bool(active),
        "unsupplied": bool(unsupplied),
        "disrupted": bool(disrupted),
        "marks": ["refit"] if refit else [],
    }
    if least > 1:
        piece["note"] = f"At least {SPEED_NAMES[least]}, by the way it moved"
    return piece


@lru_cache(maxsize=16_384)
def block_face(
    box: RommelBox,
    unit: int,
    place: int,
    steps: int,
    month: int,
    told: bool,
    moved: int,
    active: bool,
    unsupplied: int,
    disrupted: int,
    refit: int,
) -> PieceView:
    """A block with its face; `told` if the enemy knows it, and with the month it comes if it is still away."""
    block, value = box.blocks[unit], box.values[unit][steps]
    notes = [TYPE_NAMES[block.type], SPEED_NAMES[block.speed]]
    if place == AWAY:
        notes.append(f"due {month_name(box, month)}")
    elif told:
        notes.append("the enemy knows this block")
    return {
        "id": unit,
        "at": {LOST: "lost", AWAY: "due", GONE: "recalled"}.get(place) or box.map.ids[place],
        "side": SIDES[box.side[unit]],
        "nation": block.nation,
        "name": box.name(unit),
        "formation": short_name(box, unit),
        "symbol": SYMBOLS[block.type],
        "size": "XX" if block.nation == "it" else "X" if box.side[unit] == ALLIED else "III",
        "left": str(value),
        "right": str(block.speed),
        "middle": "",
        "steps": steps,
        "steps_max": box.full[unit],
        "reduced": 0 < steps < box.full[unit],
        "strength": value,
        "hidden": False,
        "moved": bool(moved),
        "active": active,
        "unsupplied": bool(unsupplied),
        "disrupted": bool(disrupted),
        "marks": ["refit"] if refit else [],
        "note": "; ".join(notes),
    }


def show_hands(pos: RommelPosition, viewer: int | None) -> list[HandView]:
    """Each side's cards, and those on the table: faces for their owner only."""
    shown: list[HandView] = []
    for side in (ALLIED, AXIS):
        groups = [("hand", "Supply cards", pos.hand(side))]
        if pos.phasing == side and pos.laid != (0, 0):
            groups.append(("table", "On the table", pos.laid))
        bid = pos.bids[side] if len(pos.bids) > side else 0
        if bid:
            groups.append(("bid", "For the initiative", (int(bid == 2), int(bid == 1))))
        for name, label, (real, dummy) in groups:
            faces = ["real"] * real + ["dummy"] * dummy if viewer == side else [""] * (real + dummy)
            cards = [show_card(number, face) for number, face in enumerate(faces)]
            shown.append({"id": f"{name}-{SIDES[side]}", "side": SIDES[side], "label": label, "cards": cards})
    return shown


def show_card(number: int, face: str) -> CardView:
    """A supply card, face down if its face is not the viewer's to see."""
    if not face:
        return {"id": number, "label": "", "face": "down"}
    return {"id": number, "label": face.capitalize(), "face": "up", "colour": COLOURS[face]}
