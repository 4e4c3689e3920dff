"""Every order of the game, one line each, and why an order may be refused."""

from __future__ import annotations

from sandtable.engine.flow import Action
from sandtable.engine.maps import lowest
from sandtable.engine.orders import Order, Orders
from sandtable.engine.view import OrderMore
from sandtable.games.battleaxe.notation import KINDS, place_noun, short_units, unit_name
from sandtable.games.battleaxe.position import BattleaxePosition
from sandtable.games.battleaxe.rules.r09_activation import Next, Second
from sandtable.games.battleaxe.rules.r09_movement import Go, allowance_of, cost_of, path_to, reach
from sandtable.games.battleaxe.rules.r11_attack import Force
from sandtable.games.battleaxe.rules.r11_retreat import may_reach_safety
from sandtable.games.battleaxe.rules.r12_advantage import FuelShortage


def _meets_enemy(pos: BattleaxePosition, action: Action) -> bool:
    return bool(pos.occupied[1 - pos.active] >> action[1] & 1)


def _declares(pos: BattleaxePosition, action: Action) -> bool:
    return pos.stack[-1].step == Force.name


def _enemies(pos: BattleaxePosition, place: int) -> str:
    return short_units(pos.box, pos.here[place] & pos.box.army[1 - pos.active])


def _attack_text(pos: BattleaxePosition, action: Action) -> str:
    return f"Attack {_enemies(pos, action[1])} at {place_noun(pos.box, action[1])}"


def _go_text(pos: BattleaxePosition, action: Action) -> str:
    name = place_noun(pos.box, action[1])
    if not _meets_enemy(pos, action):
        return f"Move to {name}"
    joining = pos.contested >> action[1] & 1
    return f"Enter {name} {'against' if joining else 'to attack'} {_enemies(pos, action[1])}"


def _way(pos: BattleaxePosition, action: Action) -> OrderMore:
    """Cost and path of a move in an assault; a unit that regroups goes one place."""
    frame = pos.stack[-1]
    if frame.step != Go.name:
        return {}
    group, spent = Go.Args(*frame.args)
    start = pos.where[lowest(group)]
    found = reach(pos, start, allowance_of(pos, group), spent)
    path = [start, *path_to(pos, found, start, action[1])]
    return {"cost": str(cost_of(found, action[1]) - spent), "path": [pos.box.map.ids[stop] for stop in path]}


def _consolidate_text(pos: BattleaxePosition, action: Action) -> str:
    _, unit, partner = action
    cost = "losing" if pos.reduced >> partner & 1 else "reducing"
    return f"Restore {unit_name(pos.box, unit)} by {cost} {unit_name(pos.box, partner)}"


def _fall_back_text(pos: BattleaxePosition, action: Action) -> str:
    name = unit_name(pos.box, action[1])
    if may_reach_safety(pos, action[1]):
        return f"{name} falls back (1 point)"
    return f"{name} falls back and is lost: it has nowhere to go (1 point)"


def _go_back_text(pos: BattleaxePosition, action: Action) -> str:
    return f"{unit_name(pos.box, action[1])} falls back first" if len(action) > 1 else "Fall back"


def _wasted(pos: BattleaxePosition, action: Action) -> OrderMore:
    """Who ends an assault in which nobody has moved or attacked is asked first."""
    if pos.stack[-1].step == Next.name and not pos.begun:
        return {"ask": "Nobody has moved or attacked: the impulse is over all the same."}
    return {}


def _shortage(pos: BattleaxePosition, action: Action) -> OrderMore:
    """Of one's own accord a shortage is asked about first; the question in an Axis impulse says what it costs."""
    if pos.stack[-1].step in (FuelShortage.name, Second.name):
        return {}
    return {
        "ask": "This costs you the Advantage. For the rest of the day the Axis activates one area at a time, "
        "and your defence gains 2, unless a sunset roll equal to the impulse number ends it."
    }


ORDERS = {
    "bid": Order("Bid {points}", "points:number"),
    "place": Order("Place {unit} in {place}", "unit place"),
    "assault_all": Order("Assault from zones A, B, C and D together", main=True),
    "assault": Order("Assault from {place}", "place", opens=True),
    "regroup": Order("Regroup", key="R"),
    "consolidate": Order(_consolidate_text, "unit partner", rule="8.1.2b"),
    "pass": Order("Pass", key="P"),
    "intercept": Order("Spend the Advantage"),
    "enough": Order("End the impulse"),
    "activate": Order("Activate {place} as well", "place"),
    "pick": Order({"regroup.next": "Regroup {unit}", "": "Move {unit}"}, "unit", lift=True),
    "with": Order("Take {unit} along", "unit"),
    "all": Order("Take the whole stack", key="A"),
    "go": Order(_go_text, "place", battle=_meets_enemy, more=_way),
    "stop": Order("Stop here", key="S", main=True, down=True),
    "back": Order("Put back", key="B", down=True),
    "attack": Order(_attack_text, "place", rule="11", battle=True),
    "join": Order({"overrun.who": "{unit} advances", "": "{unit} attacks"}, "unit"),
    "join_all": Order({"overrun.who": "All advance", "": "All attack"}, key="A", main=True, battle=_declares),
    "fight": Order("Attack", key="F", main=True, battle=True),
    "hold": Order("Do not attack"),
    "done": Order("Done", key="D", main=True, more=_wasted),
    "lead": Order("{unit} leads", "unit"),
    "air": Order("Send the aircraft", key="Y", main=True),
    "no_air": Order("Hold them back", key="N"),
    "rommel": Order("Rommel leads the attack", key="Y", main=True),
    "no_rommel": Order("Attack without Rommel", key="N"),
    "call": Order("Call for artillery", key="Y", main=True),
    "no_call": Order("Do not call", key="N"),
    "fuel": Order("Declare an Axis fuel shortage", rule="12.1D", key="Y", more=_shortage),
    "wait": Order("Not now", key="N"),
    "wait_today": Order("Do not ask again today", key="T"),
    "fanatical": Order("Fanatical defence", key="Y"),
    "maximum": Order("Maximum attack", key="Y"),
    "accept": Order("Accept the result", key="N"),
    "flip": Order("Reduce {unit} (1 point)", "unit"),
    "fall_back": Order(_fall_back_text, "unit"),
    "lose": Order("Lose {unit} (2 points)", "unit"),
    "retreat": Order("{unit} falls back to {place}", "unit place"),
    "perish": Order("{unit} is lost: it has nowhere to go", "unit"),
    "go_back": Order(_go_back_text, "|unit", main=True),
    "withdraw": Order("{unit} withdraws", "unit"),
    "stand": Order("Stand", key="S", main=True),
    "advance": Order("Advance to {place}", "place", battle=_meets_enemy),
    "halt": Order("Halt here", key="H"),
    "daylight": Order("Prolong the daylight", key="Y"),
    "dusk": Order("Let the sun set", key="N"),
    "restore": Order("Restore {unit} to full strength{funds}", "unit funds"),
    "rebuild": Order("Rebuild {unit}", "unit"),
    "reinforce": Order("Spend the Advantage on one more point"),
    "tiger_cubs": Order("Spend the Advantage on Tiger Cubs"),
    "recover": Order("Recover {unit}", "unit"),
    "none": Order("Recover none"),
    "roll": Order("Roll {faces}", "faces:number*"),
}
BATTLEAXE_ORDERS = Orders(ORDERS, KINDS)

REASONS = {
    "5.2.1": "that unit cannot start there",
    "8.1.1": "no unit there can move or attack",
    "8.1.2a": "units with a movement factor regroup one place, into ground that is yours and free of enemies",
    "8.1.2b": "consolidation needs two tank or two infantry units of one army in one place, the first one reduced",
    "9.1": "that area is not adjacent",
    "9.1.1": "only units of an active area that have not acted yet may act",
    "9.1.2": "only the Axis combines operations, and from two areas at most",
    "9.2": "too far for the movement points left",
    "9.2.1": "that place has been attacked in this impulse: it cannot be entered or attacked again",
    "9.3.1": "an area holds four units of a side at most",
    "9.3.2": "units cannot cross the escarpment",
    "9.3.3": "zones are entered and left along their connection lines only",
    "9.3.4": "units that leave a contested place must enter a free one first",
    "10.3": "guns cannot lead an attack when other units take part",
    "11": "you have no active unit among enemies there",
    "11.1": "units that have entered enemy ground must attack first",
    "11.5": "only the units under attack absorb attrition points, the lead unit first",
    "11.5.1": "Allied and Italian units at full strength do not fall back",
    "11.6.2": "that unit falls back to an adjacent place: free ground with the fewest enemy places around it first",
    "11.6.3": "Allied units at full strength cannot withdraw",
    "12.1D": "you need the Advantage for that, and the Axis must still have fuel",
    "12.1F": "you do not have the Advantage",
    "13.3.1": "only reduced units in supply can be restored",
    "13.3.3": "rebuilt Allied units need an uncontested place in supply",
    "13.3.4": "rebuilt Axis units need an uncontested Axis place in supply",
    "13.3.5": "only a reduced German armoured unit in supply is recovered",
    "14.1.1": "fuel is short: one area in each impulse",
    "14.2": "both units must be in supply",
    "16": "this division has not been released yet",
}
"""Why a rule refuses an order."""
