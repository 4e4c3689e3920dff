"""The odds of an attack before it is made: one die on one column, so they are exact."""

from __future__ import annotations

from sandtable.engine.flow import Action
from sandtable.engine.sides import SIDES
from sandtable.engine.view import ForecastView, shares
from sandtable.games.dark_sands.accounts import MAP_EDGE, account, odds_text
from sandtable.games.dark_sands.notation import group_noun, place_said
from sandtable.games.dark_sands.position import DarkSandsPosition
from sandtable.games.dark_sands.rules.r07_stacking import combat_share
from sandtable.games.dark_sands.rules.r12_doctrine import steps_of
from sandtable.games.dark_sands.rules.r20_combat import chit_modifier, declared
from sandtable.games.dark_sands.rules.r20_odds import automatic, faces, odds, total
from sandtable.games.dark_sands.rules.r20_results import Effects, crowded_out, effects

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


def forecast(pos: DarkSandsPosition, action: Action) -> ForecastView | None:
    """The results of the attack this action begins or goes on with, assets so far included."""
    found = declared(pos, action) if pos.stack else None
    if found is None:
        return None
    ahead, attacker, table = found
    chit = chit_modifier(pos)
    if not ahead.attackers:
        return None
    ahead.defenders = combat_share(ahead, ahead.target, ahead.piles[ahead.target])
    return describe(ahead, attacker, chit, table)


def describe(pos: DarkSandsPosition, side: int, chit: int, table: str) -> ForecastView:
    """Chances of each result of an attack as it stands."""
    box = pos.box
    edge = automatic(pos, side)
    found = odds(pos, side, chit, table)
    given = [effects(pos, code, table) for code in (["DR"] * 6 if edge else faces(box, found))]
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
        "goal": {"label": "to drive them out", "chance": sum(effect.fate != "" for effect in given) / 6},
        "losses": {
            "attacker": shares([_attacker_steps(pos, effect) for effect in given]),
            "defender": shares([_defender_steps(pos, effect) for effect in given]),
        },
        "exact": True,
        "samples": None,
        "sum": (MAP_EDGE if edge else account(pos, found)).document(),
    }


def _attacker_steps(pos: DarkSandsPosition, effect: Effects) -> int:
    """Steps the attacker loses by a result: all he has, crowded-out units too, when he is wiped out."""
    if effect.code == "AE":
        return steps_of(pos, pos.attackers | crowded_out(pos))
    return effect.attacker + effect.toll


def _defender_steps(pos: DarkSandsPosition, effect: Effects) -> int:
    """Steps the defender loses by a result, before any retreat: all of the hex when he is wiped out."""
    there = steps_of(pos, pos.piles[pos.target] & ~pos.box.hqs)
    return there if effect.fate == "eliminated" else min(effect.defender, there)
