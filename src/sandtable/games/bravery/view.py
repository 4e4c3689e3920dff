"""What a side is shown: pieces, control, the cup and the track."""

from __future__ import annotations

from functools import lru_cache

from sandtable.engine.maps import mask_of, places_in
from sandtable.engine.sides import ALLIED, AXIS, SIDES
from sandtable.engine.view import (
    BoxView,
    CardView,
    ChitView,
    HandView,
    MarkView,
    PieceView,
    PlaceView,
    Shown,
    SideView,
    StepView,
    TrackBoxView,
    TrackView,
)
from sandtable.games.bravery.battle_card import show_battle
from sandtable.games.bravery.box import BraveryBox
from sandtable.games.bravery.notation import SIDES_SAID, level_letter
from sandtable.games.bravery.position import BraveryPosition
from sandtable.games.bravery.rules.r05_activation import chit_barred, draws
from sandtable.games.bravery.rules.r06_movement import Move
from sandtable.games.bravery.rules.r13_victory import points, tank_strength

PHASES = (
    ("refit.choose", "Replacements", "11"),
    ("cup.commit", "Chits", "5.1"),
    ("draw.next", "Activation", "5.2"),
    ("combined.leftover", "Last attacks", "8.4"),
    ("turn.end", "End of turn", "13"),
)
IN_PHASE = {step for step, _, _ in PHASES}
STEPS: list[StepView] = [{"id": step, "label": label, "rule": rule} for step, label, rule in PHASES]
HELD: tuple[PlaceView, PlaceView] = ({"control": SIDES[ALLIED]}, {"control": SIDES[AXIS]})
BOXES: list[BoxView] = [{"id": "lost", "label": "Eliminated"}]


def show(pos: BraveryPosition, viewer: int | None) -> Shown:
    """The whole view but actions and outcome."""
    return with_cup(show_to_all(pos), pos, viewer)


def with_cup(shown: Shown, pos: BraveryPosition, viewer: int | None) -> Shown:
    """The view of one who sees more than what all are shown: the chits in his own cup."""
    return shown if viewer is None else {**shown, "hands": [show_cup(pos, viewer)]}


def show_to_all(pos: BraveryPosition) -> Shown:
    """What watchers see, and both sides."""
    tables = pos.box.tables
    last = len(tables["dates"]) - 1
    battle = show_battle(pos)
    shown: Shown = {
        "turn": {
            "now": pos.turn,
            "of": max(tables["turns"], pos.turn),
            "label": tables["dates"][pos.turn - 1] if pos.turn - 1 <= last else "Extra turn",
            "labels": tables["days"],
        },
        "phase": {
            "now": next((frame.step for frame in pos.stack if frame.step in IN_PHASE), "turn.end"),
            "steps": STEPS,
        },
        "sides": {SIDES[side]: show_side(pos, side, score) for side, score in enumerate(points(pos))},
        "places": show_places(pos),
        "pieces": show_pieces(pos),
        "boxes": BOXES,
        "tracks": [show_track(pos)],
        "hands": [],
    }
    if battle:
        shown["battle"] = battle
    return shown


def show_side(pos: BraveryPosition, side: int, score: int) -> SideView:
    """Score and armour of a side."""
    tanks = pos.box.tanks[side]
    notes = []
    if side == AXIS and pos.turn >= pos.box.tables["directive_from_turn"]:
        notes.append("Rommel Directive used" if pos.directive else "Rommel Directive at hand")
    return {
        "label": SIDES_SAID[side].adjective,
        "short": ("C'wealth", "Axis")[side],
        "score": score,
        "score_label": "VP",
        "stats": [
            {
                "label": "German tanks" if side else "Tanks",
                "value": tank_strength(pos, side) / 2,
                "of": len(tanks),
                "mark": pos.box.tables["few_tanks"] / 2,
            }
        ],
        "notes": notes,
    }


def show_places(pos: BraveryPosition) -> dict[str, PlaceView]:
    """Control of strategic hexes, and the markers of combined attacks."""
    shown: dict[str, PlaceView] = {}
    for place in pos.box.strategic_places:
        shown[pos.box.map.ids[place]] = HELD[pos.axis_held >> place & 1]
    if not any(pos.marker):
        return shown
    stacks: dict[tuple[int, int], set[int]] = {}
    for unit, marker in enumerate(pos.marker):
        if marker:
            stacks.setdefault((pos.where[unit], pos.box.units[unit].side), set()).add(marker)
    for (place, side), markers in stacks.items():
        label = "Combined attack" if len(markers) == 1 else f"Combined attack: {len(markers)} stacks"
        name, mark = pos.box.map.ids[place], MarkView(kind="combined", side=SIDES[side], label=label)
        here = shown.get(name, {})
        shown[name] = {**here, "marks": [*here.get("marks", ()), mark]}
    return shown


def show_pieces(pos: BraveryPosition) -> list[PieceView]:
    """Every counter."""
    frame = pos.stack[-1] if pos.stack else None
    active = Move.Args(*frame.args).stack if frame and frame.step == Move.name else ()
    box = pos.box
    states = zip(range(len(pos.where)), pos.where, pos.strength, pos.marker, strict=True)
    return [
        counter(box, unit, place, strength, unit in active, marker != 0) for unit, place, strength, marker in states
    ]


@lru_cache(maxsize=16_384)
def counter(box: BraveryBox, number: int, place: int, strength: int, active: bool, marked: bool) -> PieceView:
    """A counter as it stands: most stand as before in the next view."""
    return {
        **faces(box)[number],
        "at": box.map.ids[place] if place >= 0 else "lost",
        "middle": "½" if strength == 1 else "",
        "steps": strength,
        "reduced": strength == 1,
        "strength": strength / 2,
        "active": active,
        "marks": ["combined"] if marked else [],
    }


@lru_cache(maxsize=8)
def faces(box: BraveryBox) -> list[PieceView]:
    """What never changes on each counter."""
    return [
        {
            "id": number,
            "at": "lost",
            "side": SIDES[unit.side],
            "nation": unit.nation,
            "name": unit.name,
            "formation": box.formations[unit.formation].id,
            "stripe": box.formations[unit.formation].stripe,
            "symbol": "armor" if unit.armor else "infantry",
            "size": "X" if unit.side == ALLIED and (not unit.armor or "Bde" in unit.name) else "III",
            "left": level_letter(unit.level),
            "right": str(unit.movement),
            "steps_max": 2,
            "note": box.formations[unit.formation].name,
        }
        for number, unit in enumerate(box.units)
    ]


def show_track(pos: BraveryPosition) -> TrackView:
    """The activation track: a chit in each box as it is drawn."""
    count = draws(pos)
    boxes: list[TrackBoxView] = []
    for box in range(count):
        shown: TrackBoxView = {"label": str(count - box), "now": box == len(pos.drawn) - 1}
        if box < len(pos.drawn):
            shown["chit"] = show_chit(pos.box, pos.drawn[box])
        boxes.append(shown)
    return {"id": "activation", "label": "Activation", "note": f"chit {len(pos.drawn)} of {count}", "boxes": boxes}


@lru_cache(maxsize=256)
def show_chit(box: BraveryBox, number: int) -> ChitView:
    """One chit, face up."""
    chit = box.chits[number]
    colour = "#191919" if chit.formation is None else box.formations[chit.formation].stripe
    return {"label": chit.label, "colour": colour, "side": SIDES[chit.side]}


@lru_cache(maxsize=1_024)
def card(box: BraveryBox, chit: int, chosen: int, note: str) -> CardView:
    """A chit of a side's own as it stands."""
    return {"id": chit, "face": "up", "chosen": bool(chosen), "note": note, **show_chit(box, chit)}


def show_cup(pos: BraveryPosition, side: int) -> HandView:
    """A side's own chits, which nobody else is shown (5.1.2): those in the cup, drawn, or barred from it."""
    drawn, known = mask_of(pos.drawn), pos.cup[side]
    cards: list[CardView] = []
    for chit in places_in(pos.box.chits_of[side]):
        note = "drawn" if drawn >> chit & 1 else "in the cup" if known >> chit & 1 else ""
        if not note and (rule := chit_barred(pos, chit)):
            note = pos.box.game.reason(rule)
        cards.append(card(pos.box, chit, known >> chit & 1, note))
    return {"id": f"cup-{SIDES[side]}", "side": SIDES[side], "label": "Your chits", "cards": cards}
