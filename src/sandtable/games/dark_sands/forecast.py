"""The odds of an attack before it is made: one die on one column, so they are exact."""

from __future__ import annotations

from sandtable.engine.flow import Action
from sandtable.engine.sides import SIDES
from sandtable.engine.view import ForecastView, shares
from sandtable.games.dark_sands.accounts import MAP_EDGE, account, odds_text
from sandtable.games.dark_sands.notation import group_noun, place_said
from sandtable.games.dark_sands.position import DarkSandsPosition
from sandtable.games.dark_sands.rules.r07_stacking import combat_share
from sandtable.games.dark_sands.rules.r20_combat import Assets, chit_modifier, everyone
from sandtable.games.dark_sands.rules.r20_odds import automatic, faces, odds, total
from sandtable.games.dark_sands.rules.r20_results import effects

GOOD = {"DR", "DR*", "DE*", "DE"}
LABELS = {
    "AE": "attackers destroyed",
    "AL1": "attacker loses 1",
    "BL1": "both lose 1",
    "EX": "both lose 2, defender falls back",
    "DR": "defender falls back",
    "DR*": "defender loses 1 and falls back",
    "DE*": "defenders destroyed for 1",
    "DE": "defenders destroyed",
}
"""A result in few words; the number is of steps."""
STARTERS = ("attack", "all", "fight", "with", "commit", "gun", "table", "done")


def forecast(pos: DarkSandsPosition, action: Action) -> ForecastView | None:
    """The results of the attack this action begins or goes on with, assets so far included."""
    if not pos.stack or action[0] not in STARTERS or not pos.stack[-1].step.startswith("combat"):
        return None
    step, side, _ = frame = pos.stack[-1]
    if step == "combat.advance" or (step == "combat" and action[0] != "attack"):
        return None
    ahead = pos.quiet()
    attacker = side if step != Assets.name or Assets.Args(*frame.args).attacking else 1 - side
    chit, table = chit_modifier(pos), "mobile"
    match action:
        case ("attack", place):
            ahead.target, ahead.attackers, ahead.committed = place, 0, 0
            ahead.attackers = everyone(ahead, side)
        case ("with", unit):
            ahead.attackers |= 1 << unit
        case ("all",):
            ahead.attackers = everyone(ahead, side)
        case ("table", name):
            table = name
        case ("commit", number):
            ahead.committed |= 1 << number
        case ("gun", number, unit):
            ahead.bearer[number] = unit
    if not ahead.attackers:
        return None
    ahead.defenders = combat_share(ahead, ahead.target, ahead.piles[ahead.target], False)
    return describe(ahead, attacker, chit, table)


def describe(pos: DarkSandsPosition, side: int, chit: int, table: str) -> ForecastView:
    """Chances of each result of an attack as it stands."""
    box = pos.box
    edge = automatic(pos, side)
    found = odds(pos, side, chit, table)
    given = [effects(pos, side, code, table) for code in (["DR"] * 6 if edge else faces(box, found))]
    codes = [effect.code for effect in given]
    return {
        "title": str(place_said(pos, pos.target)),
        "rule": "20.2",
        "attacker": {
            "side": SIDES[side],
            "label": str(group_noun(pos, pos.attackers)),
            "note": "map edge" if edge else odds_text(pos, found),
        },
        "defender": {
            "side": SIDES[1 - side],
            "label": str(group_noun(pos, pos.piles[pos.target])),
            "note": "no die" if edge else f"die {total(found.modifiers):+d}",
        },
        "results": [
            {
                "label": f"{code}: {LABELS[code]}",
                "chance": codes.count(code) / 6,
                "for": "attacker" if code in GOOD else "defender" if code in ("AE", "AL1") else None,
            }
            for code in sorted(set(codes), key=codes.index)
        ],
        "losses": {
            "attacker": shares([effect.attacker + effect.toll for effect in given]),
            "defender": shares([effect.defender for effect in given]),
        },
        "exact": True,
        "samples": None,
        "sum": (MAP_EDGE if edge else account(pos, found)).document(),
    }
