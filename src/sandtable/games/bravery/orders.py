"""Every order of the game, one line each, and why an order may be refused."""

from __future__ import annotations

from collections.abc import Callable

from sandtable.engine.flow import Action
from sandtable.engine.maps import way_to
from sandtable.engine.orders import Order, Orders
from sandtable.engine.sides import ALLIED, SIDES
from sandtable.engine.view import OrderMore
from sandtable.engine.words import halves
from sandtable.games.bravery.notation import KINDS, unit_name
from sandtable.games.bravery.position import BraveryPosition
from sandtable.games.bravery.rules.r06_movement import Move, enemy_hexes, routes
from sandtable.games.bravery.rules.r07_retreat import fights_on
from sandtable.games.bravery.rules.r07_strength import in_battle

TOBRUK_LEFT = "This leaves nobody of yours in Tobruk: the Axis wins at once if it gets in."


def is_first(pos: BraveryPosition, action: Action) -> bool:
    """The attack that stands first in the list is the one to offer."""
    return action == pos.actions()[0]


def few(pos: BraveryPosition, action: Action) -> bool:
    """The primary button where there is little else to do."""
    return len(pos.actions()) < 3


def ends_here(pos: BraveryPosition, action: Action) -> bool:
    """Nobody means to leave a recovered tank lying: there the usual answer is to take it."""
    return pos.stack[-1].step != "recover.choose"


def opens_tobruk(pos: BraveryPosition, side: int, going: tuple[int, ...]) -> bool:
    """Nobody of the Commonwealth would be left in Tobruk, which decides the game when the Axis enters it (13.1.1.1)."""
    return side == ALLIED and set(pos.at(pos.box.tobruk, ALLIED)) <= {*going} and pos.where[going[0]] == pos.box.tobruk


def _meets_enemy(pos: BraveryPosition, action: Action) -> bool:
    return pos.holds(action[1], 1 - pos.stack[-1].side)


def _move_text(pos: BraveryPosition, action: Action) -> str:
    where = KINDS["place"].say(pos, action[1])
    return f"Enter {where} to attack" if _meets_enemy(pos, action) else f"Move to {where}"


def _ways(pos: BraveryPosition) -> Callable[[Action], OrderMore]:
    """The cheapest ways of the active stack, and their cost."""
    frame, ids = pos.stack[-1], pos.box.map.ids
    stack = Move.Args(*frame.args).stack
    costs, steps = routes(pos, frame, enemy_hexes(pos, frame.side, stack))
    ask: OrderMore = {"ask": TOBRUK_LEFT} if opens_tobruk(pos, frame.side, stack) else {}

    def way(action: Action) -> OrderMore:
        place = action[1]
        rule = "6.4" if _meets_enemy(pos, action) else "6.1"
        return ask | {"rule": rule, "cost": halves(costs[place]), "path": [ids[step] for step in way_to(steps, place)]}

    return way


def _falls_back(pos: BraveryPosition, action: Action) -> str:
    who = "All fall" if len(pos.stack[-1].args[0]) > 1 else "Fall"
    return f"{who} back to {KINDS['place'].say(pos, action[1])}"


def _first_falls_back(pos: BraveryPosition, action: Action) -> str:
    return f"{unit_name(pos.box, pos.stack[-1].args[0][0])} falls back to {KINDS['place'].say(pos, action[1])}"


def _hit(pos: BraveryPosition, action: Action) -> str:
    return f"{'Reduce' if pos.strength[action[1]] == 2 else 'Lose'} {unit_name(pos.box, action[1])}"


def _retreats(pos: BraveryPosition, action: Action) -> OrderMore:
    side = pos.stack[-1].side
    return {"ask": TOBRUK_LEFT} if opens_tobruk(pos, side, tuple(in_battle(pos, side))) else {}


def _stands(pos: BraveryPosition, action: Action) -> OrderMore:
    """How the battle would go on."""
    return {"odds": True} if fights_on(pos) else {}


def _card(pos: BraveryPosition, action: Action) -> OrderMore:
    return {"card": {"hand": f"cup-{SIDES[pos.stack[-1].side]}", "id": action[1]}}


def _empty_cup(pos: BraveryPosition, action: Action) -> OrderMore:
    """Nobody means to sit a turn out by pressing a button."""
    frame = pos.stack[-1]
    empty = frame.step == "cup.commit" and not pos.cup[frame.side]
    return {"ask": "Your cup is empty: none of your formations will move this turn."} if empty else {}


ORDERS = {
    "put": Order("Put {chit} into the cup", "chit", more=_card),
    "all": Order("Put all in", key="A"),
    "done": Order(
        {"cup.commit": "Ready", "recover.choose": "Recover no more", "": "Done"},
        key="D",
        main=ends_here,
        more=_empty_cup,
    ),
    "draw": Order("{chit} is drawn", "chit"),
    "roll": Order("Roll {faces}", "faces:number*"),
    "restore": Order("Restore {unit} to full strength", "unit"),
    "return": Order("Bring {unit} back in {place:short}", "unit place", rule="11.2"),
    "repair": Order("Restore {unit} to full strength", "unit", main=few),
    "salvage": Order("Bring {unit} back, reduced", "unit", main=few),
    "activate": Order("Activate the stack in {place}", "place"),
    "activate@activate.dak": Order("Activate {formation} in {place}", "formation place"),
    "directive": Order("Rommel leads {formation} from {place}", "formation place", rule="10.1"),
    "move": Order(_move_text, "place", battle=_meets_enemy, ways=_ways),
    "drop": Order("Leave {unit} here", "unit"),
    "carry": Order("Take {formation} along", "formation", rule="6.6"),
    "stop": Order({"combined.wake": "Keep waiting", "activate.dak": "Pass", "": "Stop here"}, key="P", main=few),
    "fight": Order("Attack with this stack", key="F", main=is_first, battle=True),
    "assault": Order("Attack with all units waiting here", key="B", main=is_first, battle=True),
    "combine": Order("Declare a combined attack", rule="8.1.1", key="W"),
    "hit": Order(_hit, "unit"),
    "stay": Order("Stand", key="S", main=few, more=_stands),
    "retreat": Order("Retreat", key="R", more=_retreats),
    "fall_back": Order(_falls_back, "place"),
    "split": Order(_first_falls_back, "place"),
    "perish": Order("Lost: no way out"),
}
BRAVERY_ORDERS = Orders(ORDERS, KINDS)

REASONS = {
    "2.2": "that hex is sea or off the map",
    "5.1.1": "chits of your own go into the cup now",
    "5.1.3": "every unit of that formation has been destroyed",
    "5.1.4": "that formation took replacements this turn and sits it out",
    "5.1.5": "a chit of the Afrika Korps activates one German division",
    "5.2.1": "only the units of the drawn formation in one hex are active",
    "6": "at least one unit of the stack goes on",
    "6.1": "the stack cannot do that now",
    "6.1.4": "a bare cliff closes that side: look for a road or track",
    "6.2": "not enough movement points left",
    "6.4": "the enemy here must be fought, now or in a combined attack",
    "6.6": "Italian infantry moves only with Germans it starts with, and for one point: leave it behind to go further",
    "7.1.2": "there is no enemy here to fight",
    "7.2": "only units in this battle take its damage",
    "7.2.1": "the highest level must take at least half of the damage",
    "7.2.2": "at each level full units are hit before reduced ones",
    "7.3.3": "only units that took damage, or a lone reduced defender, may retreat; a lone reduced attacker must",
    "7.3.5": "nobody can fall back to that hex",
    "7.4.2": "only armour damaged in this battle can be recovered",
    "8.1.1": "there is no enemy here to attack later",
    "8.1.5": "a stack under a marker fights at once or stays",
    "8.2.2": "no friendly stack waits here to attack together with",
    "10.1": "the Directive comes once a turn, from turn 4 on, with a chit of the Afrika Korps",
    "11.1": "replacements restore reduced units or bring lost ones back",
    "11.2": "lost units come back in a strategic hex under Commonwealth control",
}
"""Why a rule refuses an order."""
