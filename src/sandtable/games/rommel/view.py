"""What a side is shown: blocks with and without faces, cards, minefields, the prompt and its actions."""

from __future__ import annotations

from typing import Any

from sandtable.engine.flow import Action
from sandtable.engine.maps import places_in
from sandtable.engine.sides import ALLIED, AXIS, SIDES
from sandtable.games.rommel import battle_card, report
from sandtable.games.rommel.guess import MARKS, hidden_units
from sandtable.games.rommel.notation import SPEED_NAMES, SYMBOLS, TYPE_NAMES, month_name, plural, short_name
from sandtable.games.rommel.position import AWAY, GONE, LOST, OTHER, Position
from sandtable.games.rommel.prompts import OF_UNIT, REASONS, TO_PLACE, action_text, prompt
from sandtable.games.rommel.rules.r02_movement import route
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
COLOURS = {"real": "#8a6d1f", "dummy": "#b9b1a0"}


def show(pos: Position, viewer: int | None) -> dict[str, Any]:
    """The whole view but actions and outcome."""
    plan = pos.box.plan
    pieces = show_pieces(pos, viewer)
    battle = battle_card.show_battle(pos, viewer, pieces)
    return {
        "turn": {
            "now": pos.turn - plan.first + 1,
            "of": plan.last - plan.first + 1,
            "label": month_name(pos.box, pos.turn),
            "labels": [month_name(pos.box, m)[:3] for m in range(plan.first, plan.last + 1)],
        },
        "phase": {"now": phase(pos), "steps": [{"id": i, "label": name, "rule": rule} for i, name, rule in PHASES]},
        "prompt": prompt(pos, viewer),
        "sides": {SIDES[side]: show_side(pos, side, viewer) for side in (ALLIED, AXIS)},
        "places": show_places(pos),
        "pieces": pieces,
        "boxes": [
            {"id": "lost", "label": "Eliminated"},
            {"id": "due", "label": "Reinforcements"},
            {"id": "recalled", "label": "Recalled"},
        ],
        "markers": show_mines(pos, viewer),
        "hands": show_hands(pos, viewer),
        "dice": report.last_dice(pos),
        **({"battle": battle} if battle else {}),
    }


def phase(pos: Position) -> str:
    """The phase the topmost frame belongs to."""
    for step, _, _ in reversed(pos.stack):
        head = step.partition(".")[0]
        if head in ("setup", "battle", "buildup", "initiative"):
            return str(head)
        if step == "cards.discard":
            return "buildup"
        if step == "cards.redraw":
            return "setup"
        if step == "cards.lay":
            return "cards"
        if head in ("move", "withdraw", "pursuit"):
            return "move"
    return "cards"


def show_side(pos: Position, side: int, viewer: int | None) -> dict[str, Any]:
    """Score, cards and points of a side; all of it is open."""
    notes = [f"Cards in hand: {sum(pos.hand(side))}"]
    if pos.phasing == side and pos.laid != (0, 0):
        notes.append(f"On the table: {plural(sum(pos.laid), 'card')}")
    notes.append(f"Buildup points: {points_shown(pos, side, viewer)}")
    if pos.initiative == side:
        notes.append("Has the initiative")
    if side == AXIS and pos.box.plan.rommel and pos.phasing == AXIS:
        notes.append("Rommel has led a move" if pos.rommel else "Rommel is at hand")
    mines = sum(owner == side for _, owner, _, _ in pos.mines)
    if mines:
        notes.append(f"Minefields: {mines}")
    unseen = [pos.box.name(unit) for unit in hidden_units(pos, side)]
    if viewer == OTHER[side] and unseen:
        notes.append("Behind hidden blocks: " + ", ".join(unseen))
    return {
        "label": ("Allies", "Axis")[side],
        "score": scores(pos)[side],
        "score_label": "points",
        "stats": [{"label": "Blocks", "value": blocks_on_map(pos, side)}],
        "notes": notes,
    }


def points_shown(pos: Position, side: int, viewer: int | None) -> int:
    """A side's points; what it spends them on is its own business until it has done."""
    building = any(frame[0] == "buildup.menu" and frame[1] == side for frame in pos.stack)
    redeployed, rebuilt, _, mines, cards = pos.sheet
    return pos.points[side] + (redeployed + rebuilt + mines + cards if building and viewer != side else 0)


def show_places(pos: Position) -> dict[str, Any]:
    """Owners of fortresses, and battles."""
    ids = pos.box.map.ids
    shown: dict[str, Any] = {ids[place]: {"control": SIDES[owner]} for place, owner in pos.owners}
    for side in (ALLIED, AXIS):
        shown[ids[pos.box.board.base[side]]] = {"control": SIDES[side]}
    for place, defender, came_from in pos.battles:
        sides = ", ".join(ids[hex_] for hex_ in places_in(came_from))
        marks = [{"kind": "battle", "side": SIDES[OTHER[defender]], "label": f"Battle; attackers hold: {sides}"}]
        shown.setdefault(ids[place], {})["marks"] = marks
    for place, _ in pos.owners:
        if besieged(pos, place):
            marks = shown[ids[place]].setdefault("marks", [])
            marks.append({"kind": "siege", "label": "Besieged"})
    return shown


def show_mines(pos: Position, viewer: int | None) -> list[dict[str, Any]]:
    """Minefields that the viewer laid or has seen."""
    shown = []
    for place, owner, seen, _ in sorted(pos.mines):
        if seen or viewer == owner:
            label = f"{('Allied', 'Axis')[owner]} minefield" + ("" if seen else ", secret")
            shown.append({"at": pos.box.map.ids[place], "kind": "minefield", "side": SIDES[owner], "label": label})
    return shown


def show_pieces(pos: Position, viewer: int | None) -> list[dict[str, Any]]:
    """Every block: with its face for its owner and for those who know it, blank for others."""
    shown: list[dict[str, Any]] = []
    blanks: list[tuple[Any, ...]] = []
    for unit, place in enumerate(pos.where):
        side = pos.box.side[unit]
        if place >= 0 and viewer != side and not pos.known[unit]:
            blanks.append((side, *(getattr(pos, name)[unit] for name in MARKS), unit in pos.chosen))
        elif place != AWAY or due(pos, unit) <= pos.box.plan.last:
            shown.append(show_piece(pos, unit, viewer))
    shown += [show_blank(pos, HIDDEN + number, blank) for number, blank in enumerate(sorted(blanks))]
    return shown


def show_blank(pos: Position, number: int, blank: tuple[Any, ...]) -> dict[str, Any]:
    """A block seen from behind."""
    side, place, disrupted, unsupplied, refit, _, moved, least, _, active = blank
    piece = {
        "id": number,
        "at": pos.box.map.ids[place],
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


def show_piece(pos: Position, unit: int, viewer: int | None) -> dict[str, Any]:
    """A block with its face."""
    box, block, place = pos.box, pos.box.blocks[unit], pos.where[unit]
    at = {LOST: "lost", AWAY: "due", GONE: "recalled"}.get(place) or box.map.ids[place]
    steps = pos.steps[unit] if viewer == box.side[unit] else pos.seen[unit]
    value = box.values[unit][steps]
    notes = [TYPE_NAMES[block.type], SPEED_NAMES[block.speed]]
    if place == AWAY:
        notes.append(f"due {month_name(box, due(pos, unit))}")
    elif place >= 0 and viewer == box.side[unit] and pos.known[unit]:
        notes.append("the enemy knows this block")
    return {
        "id": unit,
        "at": at,
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
        "moved": bool(pos.moved[unit]),
        "active": unit in pos.chosen,
        "unsupplied": bool(pos.unsupplied[unit]),
        "disrupted": bool(pos.disrupted[unit]),
        "marks": ["refit"] if pos.refit[unit] else [],
        "note": "; ".join(notes),
    }


def show_hands(pos: Position, viewer: int | None) -> list[dict[str, Any]]:
    """Each side's cards, and those on the table: faces for their owner only."""
    shown = []
    for side in (ALLIED, AXIS):
        groups = [("hand", "Supply cards", pos.hand(side))]
        if pos.phasing == side and pos.laid != (0, 0):
            groups.append(("table", "On the table", pos.laid))
        bid = pos.bids[side] if len(pos.bids) > side else 0
        if bid:
            groups.append(("bid", "For the initiative", (int(bid == 2), int(bid == 1))))
        for name, label, (real, dummy) in groups:
            faces = ["real"] * real + ["dummy"] * dummy if viewer == side else [""] * (real + dummy)
            cards = [
                {"id": number, "label": face.capitalize(), "face": "up" if face else "down"}
                | ({"colour": COLOURS[face]} if face else {})
                for number, face in enumerate(faces)
            ]
            shown.append({"id": f"{name}-{SIDES[side]}", "side": SIDES[side], "label": label, "cards": cards})
    return shown


MAIN = {"ready", "done", "stand"}
KEYS = {"done": "D", "all": "A", "keep": "K", "ready": "R", "stand": "S", "rommel": "M"}
BATTLE = {"enter", "charge", "send", "fight"}


def show_action(pos: Position, action: Action) -> dict[str, Any]:
    """One action with what to click for it."""
    verb, ids, step = action[0], pos.box.map.ids, pos.stack[-1][0]
    shown: dict[str, Any] = {"text": action_text(pos, action), "rule": pos.step.rule, "piece": None, "place": None}
    if verb in MAIN:
        shown["main"] = True
    if verb in KEYS and len(action) == 1:
        shown["key"] = KEYS[verb]
    if verb in BATTLE:
        shown["battle"] = True
    if step in ("move.to", "withdraw", "withdraw.to") and verb in ("to", "enter", "march", "charge", "away"):
        shown |= _way(pos, action)
    elif step == "move.gather" and len(action) > 1 and isinstance(action[1], int):
        shown["piece"] = action[1]
        if len(action) == 3:
            shown["place"] = ids[action[2]]
    elif verb == "all" and step == "withdraw":
        shown["place"] = ids[action[1]]
    elif verb in OF_UNIT or verb == "aim":
        shown["piece"] = action[1]
        if verb == "take":
            shown["lift"] = True
    elif verb in TO_PLACE:
        shown["place"] = ids[action[1]]
    elif verb == "lay":
        labels = ["Real"] * action[1] + ["Dummy"] * action[2]
        shown["cards"] = {"hand": f"hand-{pos.side}", "labels": labels}
    return shown


def _way(pos: Position, action: Action) -> dict[str, Any]:
    """Place and path of a move."""
    _, side, args = pos.stack[-1]
    ids = pos.box.map.ids
    if action[0] == "away":
        return {"piece": action[1], "place": ids[action[2]]}
    dest, via = action[1], action[2] if len(action) == 3 else -1
    march = action[0] in ("march", "charge")
    slowest = min(pos.box.speed[unit] for unit in pos.chosen)
    way = route(pos, side, args[0], slowest, dest, via, args[1], march)
    return {
        "place": ids[dest],
        "path": [ids[args[0]], *(ids[place] for place in way)],
        "cost": str(len(way)),
        "rule": "2.7" if march else "2.8" if via >= 0 else "2.1",
    }


def refusal(pos: Position, rule: str) -> str:
    """Why an action is refused, in words."""
    return REASONS.get(rule) or f"not possible now: {pos.box.game.rulebook.title(rule)}"


def why_not(pos: Position, side: int, piece: int | None, place: str | None) -> dict[str, str] | None:
    """Why a hex or a block is dark for the side that decides."""
    if not pos.stack or pos.stack[-1][1] != side:
        return None
    frame, rule = pos.stack[-1], None
    if place is not None and place in pos.box.map.index:
        number = pos.box.map.index[place]
        if frame[0] == "move.to" and not any(a[1:2] == (number,) for a in pos.actions()):
            rule = pos.step.barred(pos, frame, ("enter" if pos.at(number, OTHER[side]) else "to", number))
        elif frame[0] == "battle.refuse" and ("refuse", number) not in pos.actions():
            rule = pos.step.barred(pos, frame, ("refuse", number)) or "3.2"
        elif frame[0] == "buildup.send" and not any(a[1:2] == (number,) for a in pos.actions()):
            rule = "9.4"
    if piece is not None and piece in pos.box.units[side]:
        if frame[0] == "move.group" and ("take", piece) not in pos.actions():
            rule = pos.step.barred(pos, frame, ("take", piece))
        elif frame[0] == "battle.allot" and ("hit", piece) not in pos.actions():
            rule = "4.8"
    return {"rule": rule, "text": REASONS[rule]} if rule else None
