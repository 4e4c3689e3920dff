"""The odds of an attack before it is made: one die on one column, so they are exact."""

from __future__ import annotations

from typing import Any

from sandtable.engine.flow import Action
from sandtable.engine.sides import SIDES
from sandtable.games.dark_sands.accounts import MAP_EDGE, account, odds_text
from sandtable.games.dark_sands.notation import group_name, place_name
from sandtable.games.dark_sands.position import Sands
from sandtable.games.dark_sands.rules.r07_stacking import combat_share
from sandtable.games.dark_sands.rules.r20_combat import everyone
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


def forecast(pos: Sands, action: Action) -> dict[str, Any] | None:
    """The results of the attack this action begins or goes on with, assets so far included."""
    if not pos.stack or action[0] not in STARTERS or not pos.stack[-1][0].startswith("combat"):
        return None
    step, side, args = pos.stack[-1]
    if step == "combat.advance" or (step == "combat" and action[0] != "attack"):
        return None
    view = pos.quiet()
    attacker = side if step != "combat.assets" or args[0] else 1 - side
    chit, table = chit_modifier(pos), "mobile"
    match action:
        case ("attack", place):
            view.target, view.attackers, view.committed = place, 0, 0
            view.attackers = everyone(view, side)
        case ("with", unit):
            view.attackers |= 1 << unit
        case ("all",):
            view.attackers = everyone(view, side)
        case ("table", name):
            table = name
        case ("commit", number):
            view.committed |= 1 << number
        case ("gun", number, unit):
            view.bearer[number] = unit
    if not view.attackers:
        return None
    view.defenders = combat_share(view, view.target, view.piles[view.target], False)
    return describe(view, attacker, chit, table)


def chit_modifier(pos: Sands) -> int:
    """The die modifier of the chit behind the combat under way."""
    return next((int(frame[2][0]) for frame in reversed(pos.stack) if frame[0] in ("combat", "combat.table")), 0)


def describe(pos: Sands, side: int, chit: int, table: str) -> dict[str, Any]:
    """Chances of each result of an attack as it stands."""
    box = pos.box
    edge = automatic(pos, side)
    found = odds(pos, side, chit, table)
    given = [effects(pos, side, code, table) for code in (["DR"] * 6 if edge else faces(box, found))]
    codes = [effect.code for effect in given]
    return {
        "title": place_name(box, pos.target),
        "rule": "20.2",
        "attacker": {
            "side": SIDES[side],
            "label": group_name(pos, pos.attackers),
            "note": "map edge" if edge else odds_text(pos, found),
        },
        "defender": {
            "side": SIDES[1 - side],
            "label": group_name(pos, pos.piles[pos.target]),
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


def shares(values: list[int]) -> list[float]:
    """How often 0, 1, 2, ... steps are lost by the table itself."""
    return [values.count(number) / len(values) for number in range(max(values) + 1)]
