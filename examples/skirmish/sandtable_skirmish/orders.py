"""Every order of the game, one line each, and why an order may be refused."""

from __future__ import annotations

from sandtable.engine.flow import Action
from sandtable.engine.kinds import KINDS
from sandtable.engine.orders import Order, Orders
from sandtable.engine.sides import SIDES
from sandtable.engine.view import OrderMore
from sandtable_skirmish.position import SkirmishPosition


def _card(pos: SkirmishPosition, action: Action) -> OrderMore:
    """The card of the hand that is clicked for it."""
    return {"card": {"hand": f"hand-{SIDES[pos.stack[-1].side]}", "id": action[1]}}


ORDERS = {
    "card": Order("Choose card {card}", "card:number", battle=True, more=_card),
    "roll": Order("Roll {face}", "face:number"),
    "march": Order("March to {place}", "place"),
    "done": Order("Stay here", key="D", main=True),
}
SKIRMISH_ORDERS = Orders(ORDERS, KINDS)

REASONS = {
    "1": "that card is not in your hand",
    "3": "units march after the fight, to an area next to their own",
}
"""Why a rule refuses an order."""
