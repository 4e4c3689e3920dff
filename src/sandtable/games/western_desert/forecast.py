"""The odds of an attack before it is committed, from the rules that will resolve it."""

from __future__ import annotations

from sandtable.engine.flow import Action
from sandtable.engine.sides import SIDES
from sandtable.engine.view import ForecastResult, ForecastView
from sandtable.games.western_desert.notation import places_said, stack_noun
from sandtable.games.western_desert.odds import Prospect, prospect, with_best_leads
from sandtable.games.western_desert.position import WesternDesertPosition
from sandtable.games.western_desert.rules.r10_account import account, dice_text
from sandtable.games.western_desert.rules.r10_attack import planned


def forecast(pos: WesternDesertPosition, action: Action) -> ForecastView | None:
    """What this attack may come to: paid for if it can be, with the air and sea support chosen."""
    battle, ahead = planned(pos, action)
    if battle is None:
        return None
    battle = with_best_leads(ahead, battle)
    odds, (told, attack, defense) = prospect(ahead, battle), account(ahead, battle)
    box, side = pos.box, pos.active
    attacker, defender = odds.losses()
    attackers, defenders = (str(stack_noun(box, units)) for units in (battle.attackers, battle.defenders))
    return {
        "title": places_said(pos, battle.places),
        "rule": "10.11",
        "attacker": {"side": SIDES[side], "label": attackers, "note": dice_text(attack)},
        "defender": {
            "side": SIDES[1 - side],
            "label": defenders,
            "note": dice_text(defense),
        },
        "sum": told.document(),
        "results": results(odds),
        "goal": {"label": "to hit them", "chance": 1 - odds.hits[0]},
        "losses": {"attacker": attacker, "defender": defender},
        "exact": True,
        "samples": None,
    }


def results(odds: Prospect) -> list[ForecastResult]:
    """What the attacker's dice do to the defence."""
    hits = odds.hits
    hurt = sum(hits[1 : odds.needed])
    return [
        {"label": "Destroyed outright", "chance": odds.overwhelm, "for": "attacker"},
        {"label": "Hit: steps or retreat", "chance": hurt, "for": "attacker"},
        {"label": "Unhurt", "chance": hits[0], "for": "defender"},
    ]
