"""The battle under way as the view shows it: who fights, the sum, the die, losses, where to fall back."""

from __future__ import annotations

from sandtable.engine.battle import Account, Battle, Hits, Lineup, Result, dice_row
from sandtable.engine.maps import Mask, places_in
from sandtable.engine.position import Event
from sandtable.engine.sides import SIDES
from sandtable.games.dark_sands.accounts import MAP_EDGE, account, by_result, target_text
from sandtable.games.dark_sands.charts import ODDS, RESULTS
from sandtable.games.dark_sands.notation import SIDES_SAID, group_noun
from sandtable.games.dark_sands.position import DarkSandsPosition
from sandtable.games.dark_sands.rules.r02_control import alive
from sandtable.games.dark_sands.rules.r07_stacking import combat_share
from sandtable.games.dark_sands.rules.r20_combat import Roll, chit_modifier
from sandtable.games.dark_sands.rules.r20_odds import HOPELESS, Odds, automatic, odds
from sandtable.games.dark_sands.rules.r20_results import Loss

ASSET_IDS = 500
"""Pieces from this number on are assets."""
STEPS = ("Attackers", "Assets", "Die", "Losses", "Retreat", "Advance")
STEP_OF = {
    "combat.join": 0,
    "combat.assets": 1,
    "combat.table": 1,
    "combat.roll": 2,
    "loss": 3,
    "retreat": 4,
    "retreat.step": 4,
    "stacks.trim": 4,
    "hq.displace": 4,
    "combat.advance": 5,
}


def show_battle(pos: DarkSandsPosition) -> Battle | None:
    """The battle under way, the same for both sides and watchers; None when there is none."""
    if pos.target < 0 or not pos.stack:
        return None
    side = next((frame.side for frame in reversed(pos.stack) if frame.step == "combat"), -1)
    if side < 0:
        return None
    step = pos.stack[-1].step
    shown: Battle = {
        "title": target_text(pos, pos.target),
        "rule": "20.2",
        "places": [pos.box.map.ids[pos.target]],
        "attacker": lineup(pos, side, alive(pos, pos.attackers)),
        "defender": lineup(pos, 1 - side, defenders(pos)),
        "steps": list(STEPS),
        "step": STEP_OF[step],
    }
    told = since_declared(pos)
    found = the_odds(pos, side, told)
    sum_ = account(pos, found) if found else the_sum(pos, side, told)
    if sum_:
        shown["sum"] = sum_.document()
    dice = [event for event in told if event.kind == "rolled"]
    if found and found.ratio != HOPELESS:
        shown["table"] = {
            "chart": found.table,
            "column": ODDS[found.column],
            "before": ODDS[found.ratio],
            "results": results(pos, found, dice[0].args[3] if dice else ""),
        }
    if dice:
        row = dice_row(SIDES_SAID[side].adjective, side, (dice[0].args[1],))
        shown["dice"] = [row]
    hits = losses(pos, told)
    if hits:
        shown["hits"] = hits
    if step == "retreat.step":
        shown["retreat"] = [pos.box.map.ids[place] for place in pos.places_offered()]
    return shown


def results(pos: DarkSandsPosition, found: Odds, rolled: str) -> list[Result]:
    """What the die may bring in this column; once it has fallen, what it has brought."""
    rows: list[Result] = [{"dice": dice, "code": code, "text": RESULTS[code]} for dice, code in by_result(pos, found)]
    for row in rows:
        if row["code"] == rolled:
            row["rolled"] = True
    return rows


def defenders(pos: DarkSandsPosition) -> Mask:
    """The defenders that are left: those whose factors count, or before the attack is declared would count."""
    return alive(pos, pos.defenders) or combat_share(pos, pos.target, pos.piles[pos.target]) & ~pos.attackers


def lineup(pos: DarkSandsPosition, side: int, fighters: Mask) -> Lineup:
    """One side of the battle."""
    box = pos.box
    assets = [n for n in places_in(pos.committed) if box.assets[n].side == side]
    assets += [n for n, bearer in enumerate(pos.bearer) if bearer >= 0 and fighters >> bearer & 1]
    crowded = bystanders(pos, side, fighters)
    return {
        "side": SIDES[side],
        "pieces": [*places_in(fighters), *(ASSET_IDS + number for number in assets)],
        "places": sorted({box.map.ids[pos.where[unit]] for unit in places_in(fighters)}),
        "note": f"Not in the sum: {group_noun(pos, crowded)}" if crowded else "",
    }


def bystanders(pos: DarkSandsPosition, side: int, fighters: Mask) -> Mask:
    """Units that share the fate of a side without adding to its sum (7.4)."""
    if fighters & pos.attackers:
        return alive(pos, pos.bystanders)
    return pos.piles[pos.target] & pos.box.zoned & pos.box.of[side] & ~fighters


def since_declared(pos: DarkSandsPosition) -> list[Event]:
    """What the log has of this battle, oldest first; nothing before it is declared."""
    if pos.stack[-1].step == "combat.join":
        return []
    found: list[Event] = []
    for event in pos.newest_first():
        if event.kind == "attack":
            return found[::-1]
        found.append(event)
    return []


def the_sum(pos: DarkSandsPosition, side: int, told: list[Event]) -> Account | None:
    """The words for an attack over the edge of the map, which needs no sum."""
    if any(event.kind == "map_edge" for event in told):
        return MAP_EDGE
    if pos.attackers and STEP_OF[pos.stack[-1].step] <= STEP_OF["combat.roll"] and automatic(pos, side):
        return MAP_EDGE
    return None


def the_odds(pos: DarkSandsPosition, side: int, told: list[Event]) -> Odds | None:
    """The odds the die was rolled on; before the die, the odds as they stand."""
    for event in told:
        if event.kind == "odds":
            return Odds(*event.args)
    if not pos.attackers or STEP_OF[pos.stack[-1].step] > STEP_OF["combat.roll"] or automatic(pos, side):
        return None
    now = pos
    if not pos.defenders:
        now = pos.quiet()
        now.defenders = combat_share(pos, pos.target, pos.piles[pos.target])
    table = Roll.Args(*pos.stack[-1].args).table if pos.stack[-1].step == Roll.name else "mobile"
    return odds(now, side, chit_modifier(pos), table)


def losses(pos: DarkSandsPosition, told: list[Event]) -> list[Hits]:
    """Steps each side has to lose in this battle, and those it has lost."""
    units, found = pos.box.units, []
    for side in (0, 1):
        due = sum(Loss.Args(*frame.args).steps for frame in pos.stack if frame.step == Loss.name and frame.side == side)
        taken = sum(
            event.kind in ("step_lost", "eliminated")
            and event.rule in ("20.3.1", "20.3.2")
            and units[event.args[0]].side == side
            for event in told
        )
        if due + taken:
            hit: Hits = {"side": SIDES[side], "due": due + taken, "taken": taken, "label": "steps"}
            found.append(hit)
    return found
