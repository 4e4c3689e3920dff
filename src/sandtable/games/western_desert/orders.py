"""Every order of the game, one line each, and why an order may be refused."""

from __future__ import annotations

from collections.abc import Callable

from sandtable.engine.flow import Action
from sandtable.engine.orders import Order, Orders
from sandtable.engine.view import OrderMore
from sandtable.engine.words import counted
from sandtable.games.western_desert.notation import KINDS, place_said, sixths
from sandtable.games.western_desert.position import WesternDesertPosition
from sandtable.games.western_desert.reach import Routes
from sandtable.games.western_desert.rules.r05_events import ENGINEERS
from sandtable.games.western_desert.rules.r07_depots import comes_from_afar, depot_row, row_at
from sandtable.games.western_desert.rules.r09_movement import budgets, unit_wave
from sandtable.games.western_desert.rules.r09_moving import ChooseTarget
from sandtable.games.western_desert.rules.r09_stacking import crowded
from sandtable.games.western_desert.rules.r10_advance import Advance
from sandtable.games.western_desert.terms import MOVED

FIRST_MOVE = "After the first ordinary move, strategic moves and sea transfer are over for this phase."


def _end(pos: WesternDesertPosition, action: Action) -> str:
    """The end of a phase; at the end of movement it warns of hexes that are too full."""
    if pos.stack[-1].step == "combat.advance":
        return "No further advance" if Advance.Args(*pos.stack[-1].args).gone else "No advance"
    if pos.stack[-1].step != "move.choose":
        return ENDS.get(pos.stack[-1].step, "Done")
    over = crowded(pos, pos.active)
    if over < 0:
        return "End movement"
    return f"End movement (too many in {place_said(pos, over):short}: units will be lost)"


def _unmoved(pos: WesternDesertPosition, action: Action) -> OrderMore:
    """Who ends the movement phase before anybody has moved is asked first."""
    if pos.stack[-1].step != "move.choose" or pos.exploiting or len(pos.actions()) == 1:
        return {}
    if any(pos.flags[unit] & MOVED for unit in pos.box.everyone_of[pos.active]):
        return {}
    return {"ask": "No unit has moved: the movement phase is over all the same."}


ENDS = {
    "combat.choose": "End combat",
    "replacements.choose": "No more replacements",
}


def _aircraft(pos: WesternDesertPosition, action: Action) -> str:
    """How many air points, or none."""
    return counted(action[1], "air point") if action[1] else "Keep the aircraft"


def _fire(pos: WesternDesertPosition, action: Action) -> str:
    """What backs an attack."""
    _, paid, air, ships = action
    parts = ["Attack with an attack point" if paid else "Attack without a point (strength -2 each)"]
    if air:
        parts.append(counted(air, "air point"))
    if ships:
        parts.append("the fleet")
    return ", ".join(parts)


def _backing(pos: WesternDesertPosition, action: Action) -> OrderMore:
    """A switch for each thing that may back an attack, where there is a choice."""
    _, paid, air, ships = action
    offered = pos.actions()
    names = ("Attack point", "Air points", "Naval guns")
    words = ("Spend 1" if paid else "None, -2 a unit", str(air), "Yes" if ships else "No")
    switches = enumerate(zip(names, words, strict=True))
    return {"choice": {name: word for k, (name, word) in switches if len({a[k + 1] for a in offered}) > 1}}


def is_first(pos: WesternDesertPosition, action: Action) -> bool:
    """The backing that stands first in the list is the one to offer."""
    return action == pos.actions()[0]


def _stay(pos: WesternDesertPosition, action: Action) -> str:
    """To leave in place what was taken up."""
    return "Leave it here" if len(pos.stack[-1].args[0]) == 1 else "Leave them here"


def _work(pos: WesternDesertPosition, action: Action) -> str:
    """What is built or strengthened, and its price."""
    verb, unit = action
    deed = "builds an improved position" if verb == "build" else "strengthens the position"
    price = "engineers, for nothing" if pos.effects & ENGINEERS[pos.active] else "1 attack point"
    return f"{KINDS['unit'].say(pos, unit)} {deed} ({price})"


def _picks(pos: WesternDesertPosition, action: Action) -> bool:
    return pos.stack[-1].step == "move.choose"


def _marches(pos: WesternDesertPosition) -> Callable[[Action], OrderMore]:
    """The ways and their cost for the slowest of the chosen units, and a warning before the first ordinary move."""
    units, left = ChooseTarget.Args(*pos.stack[-1].args)
    side, ids = pos.active, pos.box.map.ids
    budget, unit = min(zip(left or budgets(pos, units), units, strict=True))
    start = pos.where[unit]
    zones = pos.zoc[1 - side] & ~pos.held[side]
    stops, toll = (0, zones) if pos.box.passes_zones[unit] else (zones, 0)
    levels = unit_wave(pos, unit, budget)
    routes = Routes(pos.box.ways[pos.box.kind[unit]], pos.box.map.around, levels, stops, toll)
    first: OrderMore = {} if pos.ordered or pos.exploiting else {"ask": FIRST_MOVE}

    def march(action: Action) -> OrderMore:
        place = action[1]
        if place == start:
            return {"cost": "1", **first}
        if place not in routes.cost:
            return {"path": [ids[start], ids[place]], "cost": "all", **first}
        return {"path": [ids[step] for step in routes.path(place)], "cost": sixths(routes.cost[place]), **first}

    return march


def _row(pos: WesternDesertPosition, action: Action) -> OrderMore:
    """The row of the attack points table in place of a cost."""
    side, place = pos.stack[-1].side, action[1]
    moved = pos.depot_moved[side] == 1 or comes_from_afar(pos, side, place)
    return {"cost": "ABCDEF"[row_at(pos, side, place, moved)]}


def _keeps(pos: WesternDesertPosition, action: Action) -> str:
    """What is kept: the roll, the leader, or the depot where it is, with its row."""
    frame = pos.stack[-1]
    if frame.step in KEEPS:
        return KEEPS[frame.step]
    row = f" (row {'ABCDEF'[depot_row(pos, frame.side)]})" if pos.depot[frame.side] >= 0 else ""
    return f"Leave the depot where it is{row}"


KEEPS = {"organization.again": "Keep this roll", "leader.montgomery": "Keep the present leader"}


def _strategic(pos: WesternDesertPosition, action: Action) -> OrderMore:
    """A letter in place of a cost: these are not paid for in movement points."""
    return {"cost": "S"}


ORDERS = {
    "roll": Order("Roll {faces}", "faces:number*"),
    "depot": Order("Depot to {place}", "place", more=_row),
    "depot@move.choose": Order("Move the depot forward"),
    "keep": Order(_keeps, key="K"),
    "done": Order(_end, key="D", main=True, more=_unmoved),
    "interdict": Order(_aircraft, "number"),
    "again": Order("Roll again"),
    "none": Order("None"),
    "replace": Order("Replacement for {unit}", "unit"),
    "refit": Order("Refit {unit}", "unit", rule="7.62"),
    "early": Order("Bring {unit} on now", "unit"),
    "withdraw": Order("Send {unit} to the reserve", "unit"),
    "release": Order("Send {unit} to Alexandria", "unit"),
    "normal": Order("Normal offensive", main=True),
    "major": Order("Declare a major offensive", rule="7.9"),
    "unit": Order("Move {unit}", "unit", lift=_picks),
    "stack": Order("Move the stack at {place}", "place", lift=_picks),
    "to": Order("Move to {place}", "place", ways=_marches),
    "dig": Order("Enter the position at {place}", "place", rule="12.2", ways=_marches),
    "strategic": Order("Strategic move to {place}", "place", rule="9.4", more=_strategic),
    "sail": Order("Sail to {place}", "place", rule="9.7"),
    "build": Order(_work, "unit", rule="12.1", key="I"),
    "upgrade": Order(_work, "unit", rule="12.1", key="I"),
    "stay": Order(_stay, key="S", down=True),
    "remove": Order("Eliminate {unit}", "unit"),
    "attack": Order("Attack {place}", "place", battle=True, opens=True),
    "bombard": Order("Bombard {place}", "place", rule="14.2"),
    "shell": Order("Naval bombardment of {place}", "place", rule="15.0"),
    "bombs": Order(_aircraft, "number"),
    "also": Order("Attack {place} as well", "place"),
    "leave": Order("Leave out the stack at {place}", "place"),
    "join": Order("Bring back the stack at {place}", "place"),
    "whole": Order("Also attack from the position at {place}", "place", rule="12.3"),
    "hold": Order("Hold {unit} back in its position", "unit", rule="12.3"),
    "go": Order("Attack", key="G", main=True, battle=True, opens=True),
    "back": Order("Call off this attack", key="B"),
    "fire": Order(_fire, "paid:number air:number ships:number", battle=True, main=is_first, more=_backing),
    "lead": Order("{leader}", "leader"),
    "lose": Order("{unit} loses a step", "unit"),
    "spread": Order("Take the rest as steps, the cheapest first", key="L"),
    "retreat": Order("Retreat to {place}", "place", rule="10.25", key="R"),
    "retreat@combat.losses": Order("Retreat to absorb the rest", rule="10.25", key="R"),
    "scatter": Order("{unit} to {place}", "unit place"),
    "perish": Order("All are lost"),
    "surrender": Order("Lost: nowhere to go"),
    "advance": Order("{unit} to {place}", "unit place"),
    "all": Order("All advance to {place}", "place"),
    "escape": Order("Join the units at {place}", "place"),
    "wait": Order("Wait off the map"),
    "montgomery": Order("Montgomery takes over"),
    "break": Order("Reduce {unit}", "unit"),
    "starve": Order("{unit} goes without supply", "unit"),
}
WESTERN_ORDERS = Orders(ORDERS, KINDS)

REASONS = {
    "3.2": "on turns 1 and 2 Italian units cannot retreat to avoid hits",
    "4.0": "strategic moves and sea transfer come before all other moves of the phase",
    "5.0": "this turn's event forbids it",
    "7.11": "a depot needs a clear road to its source and no enemy next to it",
    "7.12": "a depot stands on a road",
    "7.15": "a depot that can be placed must be placed",
    "7.4": "the demand of the other fronts has to be met first, as far as it can be",
    "7.6": "replacements go to reduced units in supply and out of enemy zones, and to recoverable ones",
    "7.61": "the Allied replacements of this turn are used up, or only one of them may go to armour",
    "7.62": "only one reduced armour unit in reserve is refitted each turn",
    "7.63": "the Axis replacements of this turn for that nation or type are used up",
    "7.7": "a reduced unit stays in reserve until it is back at full strength",
    "7.8": "only arrivals and supplied units go to reserve, and only while the demand is not met",
    "9.0": "this unit cannot move now",
    "9.1": "these units cannot go there",
    "9.2": "that hex is already full of units that can move no further",
    "9.4": "strategic movement needs supply, a road or track and no enemy zone, and rules out an attack this phase",
    "9.5": "only armour, motorised and recon units exploit without a major offensive",
    "9.7": "sea transfer is for one unit, two with the fleet, between Tobruk and Alexandria in Allied hands",
    "10.0": "this unit cannot attack in this phase",
    "10.1": "every enemy next to an attacker must be attacked",
    "10.22": "the attacker may turn only one hit, the last, into a retreat",
    "10.23": "if the attacker stands, at least half the hits must be taken as steps",
    "10.25": "at least one hit must be taken as a step",
    "10.26": "there is no such way back: it leads away from the attack and homeward if it can, not into enemy zones",
    "10.3": "there is no attack point left",
    "10.31": "no attacker is within range of the depot",
    "12.1": "building takes a supplied unit that stands still, an attack point and the regular movement phase",
    "12.2": "no position here: an enemy zone, a city, a fortress, a marsh, or there is one already",
    "14.1": "two air points at most support an attack",
    "14.2": "bombardment takes two air points and a hex within five with a unit not bombarded before in this phase",
    "15.0": "the fleet fires once a turn, in the regular combat phase, at a coastal hex",
}
"""Why a rule refuses an order."""
