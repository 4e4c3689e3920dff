"""What may come of a card, if the enemy's card is as likely to be one as another."""

from __future__ import annotations

from sandtable.engine.flow import Action
from sandtable.engine.sides import SIDES
from sandtable.engine.view import ForecastView
from sandtable_skirmish.box import HIT
from sandtable_skirmish.guess import may_be_chosen
from sandtable_skirmish.position import SkirmishPosition
from sandtable_skirmish.rules.r2_fight import FACES


def forecast(pos: SkirmishPosition, action: Action) -> ForecastView | None:
    """1, 2 The chances to hit and to be hit with this card."""
    if action[0] != "card":
        return None
    side, card = pos.stack[-1].side, action[1]
    theirs = may_be_chosen(pos, side)
    hit = sum(face >= HIT for face in FACES) / len(FACES)
    win = hit * sum(card > other for other in theirs) / len(theirs)
    lose = hit * sum(card < other for other in theirs) / len(theirs)
    units = pos.box.units
    return {
        "title": f"Card {card}",
        "rule": "2",
        "attacker": {"side": SIDES[side], "label": units[side].name},
        "defender": {"side": SIDES[1 - side], "label": units[1 - side].name},
        "results": [
            {"label": "They lose a step", "chance": win, "for": "attacker"},
            {"label": "No effect", "chance": 1 - win - lose, "for": None},
            {"label": "You lose a step", "chance": lose, "for": "defender"},
        ],
        "exact": True,
    }
