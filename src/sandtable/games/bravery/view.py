"""What a side is shown: pieces, control, the cup and the track, the prompt and its actions."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

from sandtable.engine.flow import Action
from sandtable.engine.maps import mask_of, places_in, way_to
from sandtable.engine.sides import ALLIED, AXIS, SIDES
from sandtable.games.bravery import report
from sandtable.games.bravery.battle_card import show_battle
from sandtable.games.bravery.box import BraveryBox
from sandtable.games.bravery.notation import SIDE_NAMES, halves, level_letter
from sandtable.games.bravery.position import BraveryPosition
from sandtable.games.bravery.prompts import REASONS, action_text, prompt
from sandtable.games.bravery.rules.r05_activation import chit_barred, draws
from sandtable.games.bravery.rules.r06_movement import enemy_hexes, move_barred, routes
from sandtable.games.bravery.rules.r13_victory import points, tank_strength

PHASES = (
    ("refit.choose", "Replacements", "11"),
    ("cup.commit", "Chits", "5.1"),
    ("draw.next", "Activation", "5.2"),
    ("combined.leftover", "Last attacks", "8.4"),
    ("turn.end", "End of turn", "13"),
)


def show(pos: BraveryPosition, viewer: int | None) -> dict[str, Any]:
    """The whole view but actions and outcome."""
    tables = pos.box.tables
    last = len(tables["dates"]) - 1
    battle = show_battle(pos)
    shown = {
        "turn": {
            "now": pos.turn,
            "of": max(tables["turns"], pos.turn),
            "label": tables["dates"][pos.turn - 1] if pos.turn - 1 <= last else "Extra turn",
            "labels": tables["days"],
        },
        "phase": {
            "now": next((frame[0] for frame in pos.stack if frame[0] in {step for step, _, _ in PHASES}), "turn.end"),
            "steps": [{"id": step, "label": label, "rule": rule} for step, label, rule in PHASES],
        },
        "prompt": prompt(pos, viewer),
        "sides": {SIDES[side]: show_side(pos, side) for side in (ALLIED, AXIS)},
        "places": show_places(pos),
        "pieces": show_pieces(pos),
        "boxes": [{"id": "lost", "label": "Eliminated"}],
        "tracks": [show_track(pos)],
        "hands": [] if viewer is None else [show_cup(pos, viewer)],
        "dice": report.last_dice(pos),
    }
    return {**shown, "battle": battle} if battle else shown


def show_side(pos: BraveryPosition, side: int) -> dict[str, Any]:
    """Score and armour of a side."""
    tanks = pos.box.tanks[side]
    notes = []
    if side == AXIS and pos.turn >= pos.box.tables["directive_from_turn"]:
        notes.append("Rommel Directive used" if pos.directive else "Rommel Directive at hand")
    return {
        "label": SIDE_NAMES[side],
        "short": ("C'wealth", "Axis")[side],
        "score": points(pos)[side],
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


def show_places(pos: BraveryPosition) -> dict[str, Any]:
    """Control of strategic hexes, and the markers of combined attacks."""
    shown: dict[str, Any] = {}
    for place in places_in(pos.box.strategic):
        shown[pos.box.map.ids[place]] = {"control": SIDES[pos.axis_held >> place & 1]}
    stacks: dict[tuple[int, int], set[int]] = {}
    for unit, marker in enumerate(pos.marker):
        if marker:
            stacks.setdefault((pos.where[unit], pos.box.units[unit].side), set()).add(marker)
    for (place, side), markers in stacks.items():
        label = "Combined attack" if len(markers) == 1 else f"Combined attack: {len(markers)} stacks"
        marks = shown.setdefault(pos.box.map.ids[place], {}).setdefault("marks", [])
        marks.append({"kind": "combined", "side": SIDES[side], "label": label})
    return shown


def show_pieces(pos: BraveryPosition) -> list[dict[str, Any]]:
    """Every counter."""
    frame = pos.stack[-1] if pos.stack else ("", 0, ())
    active = frame[2][0] if frame[0] == "move" else ()
    states = zip(pos.where, pos.strength, pos.marker, strict=True)
    return [
        counter(pos.box, unit, place, strength, unit in active, bool(marker))
        for unit, (place, strength, marker) in enumerate(states)
    ]


@lru_cache(maxsize=16_384)
def counter(box: BraveryBox, number: int, place: int, strength: int, active: bool, marked: bool) -> dict[str, Any]:
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
def faces(box: BraveryBox) -> list[dict[str, Any]]:
    """What never changes on each counter."""
    return [
        {
            "id": number,
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


def show_track(pos: BraveryPosition) -> dict[str, Any]:
    """The activation track: a chit in each box as it is drawn."""
    count = draws(pos)
    boxes: list[dict[str, Any]] = []
    for box in range(count):
        shown: dict[str, Any] = {"label": str(count - box), "now": box == len(pos.drawn) - 1}
        if box < len(pos.drawn):
            shown["chit"] = show_chit(pos, pos.drawn[box])
        boxes.append(shown)
    return {"id": "activation", "label": "Activation", "note": f"chit {len(pos.drawn)} of {count}", "boxes": boxes}


def show_chit(pos: BraveryPosition, number: int) -> dict[str, Any]:
    """One chit, face up."""
    chit = pos.box.chits[number]
    colour = "#191919" if chit.formation is None else pos.box.formations[chit.formation].stripe
    return {"label": chit.label, "colour": colour, "side": SIDES[chit.side]}


def show_cup(pos: BraveryPosition, side: int) -> dict[str, Any]:
    """A side's own chits, which nobody else is shown (5.1.2): those in the cup, drawn, or barred from it."""
    drawn, known = mask_of(pos.drawn), pos.cup[side]
    cards = []
    for chit in places_in(pos.box.chits_of[side]):
        shown = show_chit(pos, chit)
        state = "drawn" if drawn >> chit & 1 else "in the cup" if known >> chit & 1 else ""
        rule = chit_barred(pos, chit)
        note = state or (REASONS[rule] if rule else "")
        cards.append(
            {
                "id": chit,
                "face": "up",
                "chosen": bool(known >> chit & 1),
                "note": note,
                "used": bool(drawn >> chit & 1),
                **shown,
            }
        )
    return {"id": f"cup-{SIDES[side]}", "side": SIDES[side], "label": "Your chits", "cards": cards}


BATTLE = {"fight", "assault"}
MAIN = {"stop", "done", "stay", "fight", "assault"}
KEYS = {"stop": "P", "done": "D", "all": "A", "combine": "W", "fight": "F", "assault": "B", "stay": "S", "retreat": "R"}


Ways = tuple[dict[int, int], dict[int, int], int]
"""Costs and steps of the moving stack, and the hexes the enemy holds."""


def ways(pos: BraveryPosition) -> Ways:
    """What all moves of the active stack share; nothing where none moves."""
    frame = pos.stack[-1]
    if frame[0] != "move":
        return {}, {}, 0
    return *routes(pos, frame, enemy_hexes(pos, frame[1], frame[2][0])), pos.occupied(1 - frame[1])


EMPTY_CUP = "Your cup is empty: none of your formations will move this turn."


def show_action(pos: BraveryPosition, action: Action, found: Ways) -> dict[str, Any]:
    """One action with what to click for it."""
    frame = pos.stack[-1]
    verb, ids = action[0], pos.box.map.ids
    if verb == "move":
        costs, steps, enemies = found
        place = action[1]
        battle = bool(enemies >> place & 1)
        return {
            "text": action_text(pos, action),
            "rule": "6.4" if battle else "6.1",
            "piece": None,
            "place": ids[place],
            "cost": halves(costs[place]),
            "path": [ids[step] for step in way_to(steps, place)],
            "battle": battle,
        }
    shown: dict[str, Any] = {"text": action_text(pos, action), "rule": pos.step.rule, "piece": None, "place": None}
    if verb in KEYS:
        shown["key"] = KEYS[verb]
    if verb in BATTLE:
        shown["battle"] = True
        shown["main"] = action == pos.actions()[0]
    match action:
        case ("activate" | "fall_back" | "split", place):
            shown["place"] = ids[place]
        case ("activate" | "directive", _, place):
            shown["place"] = ids[place]
            shown["rule"] = "10.1" if verb == "directive" else "5.1.5"
        case ("return", unit, place):
            shown |= {"piece": unit, "place": ids[place], "rule": "11.2"}
        case ("drop" | "hit" | "restore" | "repair" | "salvage", unit):
            shown["piece"] = unit
        case ("put", chit):
            shown["card"] = {"hand": f"cup-{SIDES[frame[1]]}", "id": chit}
        case ("carry", _):
            shown["rule"] = "6.6"
        case ("combine",):
            shown["rule"] = "8.1.1"
        case ("done" | "stop" | "stay",):
            shown["main"] = len(pos.actions()) < 3 or verb == "done"
            if frame[0] == "cup.commit" and not pos.cup[frame[1]] and verb == "done":
                shown["ask"] = EMPTY_CUP
    return shown


def refusal(pos: BraveryPosition, rule: str) -> str:
    """Why an action is refused, in words."""
    return REASONS.get(rule) or f"not possible now: {pos.box.game.rulebook.title(rule)}"


def why_not(pos: BraveryPosition, side: int, piece: int | None, place: str | None) -> dict[str, str] | None:
    """Why a hex or a piece is dark."""
    frame = pos.stack[-1] if pos.stack else ("", -1, ())
    if frame[1] != side:
        return None
    if frame[0] == "move":
        if place is not None and place in pos.box.map.index:
            rule = move_barred(pos, frame, pos.box.map.index[place])
            return {"rule": rule, "text": REASONS[rule]} if rule else None
        if piece is not None and piece not in frame[2][0]:
            return {"rule": "5.2.1", "text": REASONS["5.2.1"]}
    if frame[0] == "combat.damage" and piece is not None:
        rule = pos.step.barred(pos, frame, ("hit", piece))
        return {"rule": rule, "text": REASONS[rule]} if rule else None
    return None
