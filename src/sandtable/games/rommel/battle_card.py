"""The battle card: a battle under way as both sides and watchers see it, with what each of them knows."""

from __future__ import annotations

from sandtable.engine.battle import Battle, DiceRow, Hits, Lineup, dice_row
from sandtable.engine.flow import Frame
from sandtable.engine.maps import places_in
from sandtable.engine.sides import SIDES
from sandtable.engine.view import PieceView
from sandtable.engine.words import counted
from sandtable.games.rommel.notation import CLASS_NAMES, SPEED_NAMES, place_name
from sandtable.games.rommel.position import OTHER, RommelPosition
from sandtable.games.rommel.rules.r04_combat import Allot, Fight, Roll
from sandtable.games.rommel.rules.r04_fire import account
from sandtable.games.rommel.rules.r05_retreats import PursuitRoll, WithdrawStart

ROUND = ["Stand or refuse", "Defensive fire", "Losses", "Answering fire", "Losses"]
PURSUIT = ["Pursuit fire", "Losses", "Withdrawal"]
FIRST = 3
"""The stage a fight has gone on to when the first volley's hits are taken."""

Pieces = list[PieceView]


def show_battle(pos: RommelPosition, viewer: int | None, pieces: Pieces) -> Battle | None:
    """The battle that the topmost frames are about, if any."""
    if not pos.stack:
        return None
    frame = pos.stack[-1]
    top = frame.step
    in_pursuit = top == Allot.name and Allot.Args(*frame.args).kind < 0
    if in_pursuit or top.startswith("withdraw") or top == PursuitRoll.name:
        return _pursuit(pos, viewer, pieces)
    fight = next((frame for frame in pos.stack if frame.step == Fight.name), None)
    if fight is not None:
        return _fight(pos, viewer, pieces, fight)
    if top in ("battle.refuse", "battle.pick") and pos.active:
        return _declared(pos, viewer, pieces)
    return None


def _lineup(pos: RommelPosition, pieces: Pieces, side: int, place: int, note: str = "") -> Lineup:
    name = place_name(pos.box, place)
    ids = [piece["id"] for piece in pieces if piece["at"] == name and piece["side"] == SIDES[side]]
    return {"side": SIDES[side], "pieces": ids, "places": [name], "note": note}


def _declared(pos: RommelPosition, viewer: int | None, pieces: Pieces) -> Battle:
    """Battles about to be fought: the first of them with its sum, all of them by name."""
    places = places_in(pos.active)
    side, place = pos.phasing, places[0]
    laid = f"{counted(sum(pos.laid), 'card')} on the table"
    shown: Battle = {
        "title": place_name(pos.box, place),
        "rule": "3.2",
        "places": [place_name(pos.box, each) for each in places],
        "attacker": _lineup(pos, pieces, side, place, laid),
        "defender": _lineup(pos, pieces, OTHER[side], place, "fires first"),
        "steps": ROUND,
        "step": 0,
    }
    if len(places) == 1:
        shown["sum"] = account(pos, place, side, viewer, told=pos.shown > 0 or viewer == side).document()
    return shown


def _fight(pos: RommelPosition, viewer: int | None, pieces: Pieces, frame: Frame) -> Battle:
    """A round under fire: both sums, the dice of the volley, the hits to be taken."""
    side, (place, stage) = frame.side, Fight.Args(*frame.args)
    answering = stage > FIRST
    shown: Battle = {
        "title": place_name(pos.box, place),
        "rule": "4.3",
        "places": [place_name(pos.box, place)],
        "attacker": _lineup(pos, pieces, side, place, "" if answering else "holds its fire"),
        "defender": _lineup(pos, pieces, OTHER[side], place, "" if answering else "fires first"),
        "steps": ROUND,
        "step": min(stage - 1, len(ROUND) - 1),
        "sum": account(pos, place, side, viewer).document(),
    }
    firing = side if answering else OTHER[side]
    if pos.dice:
        shown["dice"] = _volleys(pos, firing, place)
    due: list[Hits] = []
    for other in reversed(pos.stack):  # the hits asked about first
        if other.step == Allot.name:
            args = Allot.Args(*other.args)
            label, taken = f"hits on {CLASS_NAMES[args.kind]}", args.due - args.hits
            due.append({"side": SIDES[other.side], "due": args.due, "taken": taken, "label": label})
    due += [
        {"side": SIDES[OTHER[firing]], "due": hits, "taken": 0, "label": f"hits on {CLASS_NAMES[kind]}"}
        for kind, hits in enumerate(pos.rolls)
        if hits
    ]
    if due:
        shown["hits"] = due
    return shown


def _volleys(pos: RommelPosition, firing: int, place: int) -> list[DiceRow]:
    """All that a side has fired in this round, in order, with the handful of a volley that is still being rolled."""
    rows: list[DiceRow] = []
    for event in pos.newest_first():
        if event.kind == "fire" and event.args[:2] == (firing, place):
            _, _, kind, needs, _, faces = event.args
            rows.insert(0, dice_row(f"Fire at {CLASS_NAMES[kind]}", firing, faces, needs))
        elif rows or event.kind == "fire":
            break
    top = pos.stack[-1]
    if top.step == Roll.name and Roll.Args(*top.args).faces:
        rows.append(_dice(pos, "Fire", firing))
    return rows


def _dice(pos: RommelPosition, label: str, side: int) -> DiceRow:
    needs, *faces = pos.dice
    return dice_row(label, side, faces, needs)


def _pursuit(pos: RommelPosition, viewer: int | None, pieces: Pieces) -> Battle:
    """Those who run from a hex: the dice after them, how many hits they take, where they may go."""
    top, side, args = pos.stack[-1]
    note = ""
    if top == PursuitRoll.name:
        side, _, _, place, slowest = PursuitRoll.Args(*args)
        note = f"the slowest are {SPEED_NAMES[slowest]}"
    else:
        place = Allot.Args(*args).place if top == Allot.name else WithdrawStart.Args(*args).place
    at = {pos.where[unit] for unit in pos.quarry if pos.where[unit] >= 0} if not top.startswith("withdraw") else set()
    at = at or {place}
    lineup = _lineup(pos, pieces, side, min(at), note)
    for other in sorted(at)[1:]:
        more = _lineup(pos, pieces, side, other)
        lineup["pieces"] += more["pieces"]
        lineup["places"] += more["places"]
    shown: Battle = {
        "title": f"Pursuit from {place_name(pos.box, place)}",
        "rule": "5.3",
        "places": [place_name(pos.box, place)],
        "attacker": _lineup(pos, pieces, OTHER[side], place),
        "defender": lineup,
        "steps": PURSUIT,
        "step": 0 if top == PursuitRoll.name else 1 if top == Allot.name else 2,
    }
    if pos.dice and top != PursuitRoll.name:
        shown["dice"] = [_dice(pos, "Pursuit", OTHER[side])]
    if top == Allot.name:
        left, _, _, due, _ = Allot.Args(*args)
        shown["hits"] = [
            {"side": SIDES[side], "due": due, "taken": due - left, "label": "hits on the retreating blocks"}
        ]
    if top.startswith("withdraw") and viewer == side:
        shown["retreat"] = [place_name(pos.box, hex_) for hex_ in sorted(pos.places_offered())]
    return shown
