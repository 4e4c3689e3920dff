"""What a side is shown: the units and its own hand."""

from __future__ import annotations

from sandtable.engine.sides import ALLIED, AXIS, SIDES
from sandtable.engine.view import CardView, HandView, PieceView, Shown, SideView
from sandtable_skirmish.position import SkirmishPosition

ARMIES = ("Allies", "Axis")
PHASES = (("card", "Cards", "1"), ("fight", "The fight", "2"), ("march", "Marching", "3"))


def show(pos: SkirmishPosition, viewer: int | None) -> Shown:
    """The game's part of the view."""
    last = pos.box.last_turn
    turn = min(pos.turn, last)
    return {
        "turn": {"now": turn, "of": last, "label": f"Turn {turn}", "labels": []},
        "phase": {
            "now": pos.stack[-1].step if pos.stack else "over",
            "steps": [{"id": step, "label": label, "rule": rule} for step, label, rule in PHASES],
        },
        "sides": {SIDES[side]: show_side(pos, side) for side in (ALLIED, AXIS)},
        "places": {},
        "pieces": [show_piece(pos, side) for side in (ALLIED, AXIS)],
        "hands": [] if viewer is None else [show_hand(pos, viewer)],
    }


def show_side(pos: SkirmishPosition, side: int) -> SideView:
    """The steps left are the score."""
    return {"label": ARMIES[side], "score": pos.steps[side], "score_label": "steps"}


def show_piece(pos: SkirmishPosition, side: int) -> PieceView:
    """The one unit of a side."""
    unit = pos.box.units[side]
    return {
        "id": side,
        "at": pos.box.map.ids[pos.where[side]],
        "side": SIDES[side],
        "name": unit.name,
        "symbol": "recon",
        "steps": pos.steps[side],
        "steps_max": unit.steps,
    }


def show_hand(pos: SkirmishPosition, side: int) -> HandView:
    """1 The cards a side holds and the one it has chosen: nobody else is shown them."""
    held = sorted({*pos.hands[side], pos.chosen[side]} - {0})
    cards: list[CardView] = [
        {"id": card, "label": str(card), "face": "up", "chosen": card == pos.chosen[side]} for card in held
    ]
    return {"id": f"hand-{SIDES[side]}", "side": SIDES[side], "label": "Your cards", "cards": cards}
