"""The battle under way, as the view shows it to both sides and to watchers."""

from __future__ import annotations

from sandtable.engine.battle import Battle, Hits, Lineup
from sandtable.engine.maps import Mask, places_in
from sandtable.engine.sides import SIDES
from sandtable.games.battleaxe.account import account
from sandtable.games.battleaxe.notation import place_noun, unit_name
from sandtable.games.battleaxe.position import LOST, BattleaxePosition
from sandtable.games.battleaxe.report import side_row
from sandtable.games.battleaxe.rules.r11_attack import Force
from sandtable.games.battleaxe.rules.r11_result import Absorb, AbsorbRest
from sandtable.games.battleaxe.rules.r11_retreat import Order, Retreat, Withdraw, retreat_places, withdrawals
from sandtable.games.battleaxe.rules.r11_values import Tally, tally

STEPS = ("Attackers", "Leads", "Support", "Dice", "Losses", "Retreat", "Advance")
STEP = {
    "attack.force": 0,
    "battle.lead": 1,
    "battle.target": 1,
    "battle.air": 2,
    "battle.air_die": 2,
    "battle.rommel": 2,
    "battle.rommel_die": 2,
    "battle.call": 2,
    "battle.call_die": 2,
    "fuel.declare": 2,
    "battle.dice": 3,
    "battle.appeal": 4,
    "battle.absorb": 4,
    "retreat.choose": 5,
    "retreat.order": 5,
    "battle.withdraw": 5,
    "overrun.where": 6,
    "overrun.who": 6,
}


def show_battle(pos: BattleaxePosition) -> Battle | None:
    """The battle that is being declared or fought, or None."""
    if not pos.stack or pos.stack[-1].step not in STEP:
        return None
    frame = pos.stack[-1]
    declaring = frame.step == Force.name
    place, force = Force.Args(*frame.args)[:2] if declaring else (pos.field, pos.attackers)
    shown: Battle = {
        "title": str(place_noun(pos.box, place)),
        "rule": "11.4",
        "places": [pos.box.map.ids[place]],
        "attacker": _lineup(pos, pos.active, place, force, LOST if declaring else pos.lead),
        "defender": _lineup(
            pos,
            1 - pos.active,
            place,
            pos.here[place] & pos.box.army[1 - pos.active],
            LOST if declaring else pos.target,
        ),
        "steps": list(STEPS),
        "step": STEP[frame.step],
    }
    if declaring:
        return shown
    if pos.tally or (pos.lead >= 0 and pos.target >= 0):
        shown["sum"] = account(pos.box, Tally(*pos.tally) if pos.tally else tally(pos)).document()
    if pos.dice:
        sides = (pos.active, 1 - pos.active)
        shown["dice"] = [
            side_row(side, *pos.dice[2 * n : 2 * n + 2]) for n, side in enumerate(sides) if pos.dice[2 * n :]
        ]
    hits = _hits(pos)
    if hits:
        shown["hits"] = hits
    ways = _ways_back(pos)
    if ways:
        shown["retreat"] = [pos.box.map.ids[way] for way in places_in(ways)]
    return shown


def _lineup(pos: BattleaxePosition, side: int, place: int, force: Mask, lead: int) -> Lineup:
    """One side: the units still there, and the one that leads."""
    return {
        "side": SIDES[side],
        "pieces": [unit for unit in places_in(force) if pos.where[unit] >= 0],
        "places": [pos.box.map.ids[place]],
        "note": f"{unit_name(pos.box, lead)} leads" if lead >= 0 else "",
    }


def _hits(pos: BattleaxePosition) -> list[Hits]:
    """The attrition points the defender must absorb, and has absorbed so far (11.5)."""
    for step, _, args in pos.stack:
        if step in (Absorb.name, AbsorbRest.name):
            points, *_ = args
            side, taken = SIDES[1 - pos.active], pos.margin - points
            return [{"side": side, "due": pos.margin, "taken": taken, "label": "attrition points"}]
    return []


def _ways_back(pos: BattleaxePosition) -> Mask:
    """Where units that fall back, or may do so, can go."""
    frame = pos.stack[-1]
    if frame.step == Retreat.name:
        unit, start, passed, _ = Retreat.Args(*frame.args)
        return retreat_places(pos, pos.box.side[unit], start, passed)
    if frame.step == Order.name:
        return sum(1 << place for place in {pos.came_from[unit] for unit in places_in(Order.Args(*frame.args).units)})
    if frame.step == Withdraw.name:
        ways = 0
        for unit in withdrawals(pos):
            ways |= retreat_places(pos, pos.box.side[unit], pos.field, 1 << pos.field)
        return ways
    return 0
