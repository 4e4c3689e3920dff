"""Every order of the game, one line each, and why an order may be refused."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from sandtable.engine.flow import Action
from sandtable.engine.maps import places_in
from sandtable.engine.orders import Order, Orders
from sandtable.engine.sides import SIDES
from sandtable.engine.view import OrderMore
from sandtable.engine.words import halves, listed, sentence
from sandtable.games.dark_sands.battle import ASSET_IDS
from sandtable.games.dark_sands.notation import KINDS, place_said, short_place, unit_name
from sandtable.games.dark_sands.position import DarkSandsPosition
from sandtable.games.dark_sands.rules.r07_stacking import stack_barred
from sandtable.games.dark_sands.rules.r19_extended import Choose, Stray, stray_paths, ways_to
from sandtable.games.dark_sands.rules.r19_movement import Move, MoveTo, budget, path_of
from sandtable.games.dark_sands.rules.r19_ways import Way
from sandtable.games.dark_sands.rules.r20_combat import Combat


def _picks(pos: DarkSandsPosition, action: Action) -> bool:
    return pos.stack[-1].step == "move"


def _in_hand(pos: DarkSandsPosition, action: Action) -> bool:
    return pos.stack[-1].step == "move.to"


def _ends(pos: DarkSandsPosition, action: Action) -> bool:
    """The end of these steps is the primary button."""
    return pos.stack[-1].step in ("move", "combat", "combat.assets", "replace.spend")


def _wasted(pos: DarkSandsPosition, action: Action) -> OrderMore:
    """Who ends a move or the fighting before anything was done with the chit is asked first."""
    frame, offered = pos.stack[-1], {other[0] for other in pos.actions()}
    if frame.step == Move.name and "unit" in offered and not pos.moved and not Move.Args(*frame.args).group:
        return {"ask": "No unit has moved: the chit is spent all the same."}
    if frame.step == Combat.name and "attack" in offered and not pos.fought:
        return {"ask": "No attack has been made: the chit is spent all the same."}
    return {}


def _ids(pos: DarkSandsPosition, places: Iterable[int]) -> list[str]:
    return [pos.box.map.ids[place] for place in places]


def _marches(pos: DarkSandsPosition) -> Callable[[Action], OrderMore]:
    """The ways of the moving group and their cost."""
    half, group, spent = MoveTo.Args(*pos.stack[-1].args)
    side, points = pos.stack[-1].side, budget(pos, group, half) - spent

    def march(action: Action) -> OrderMore:
        _, place, cost = action
        more: OrderMore = {"cost": halves(cost), "path": _ids(pos, path_of(pos, side, group, place, points))}
        if pos.piles[place] and stack_barred(pos, pos.piles[place] | group) == "7.2":
            crowd = f"Too many units for {short_place(pos.box, place)}"
            more["ask"] = f"{crowd}: what is still too many there when the movement ends is lost."
        return more

    return march


def _infiltrated(pos: DarkSandsPosition, action: Action) -> OrderMore:
    return {"cost": halves(action[2])}


def way_of(pos: DarkSandsPosition, number: int) -> Way:
    """One of the ways of an extended move that are asked about."""
    return ways_to(pos, pos.stack[-1].side, *Choose.Args(*pos.stack[-1].args))[number]


def way_text(pos: DarkSandsPosition, action: Action) -> str:
    """A way of an extended move: where it crosses, what it takes, how many dice it costs."""
    way = way_of(pos, action[1])
    parts = [f"by {place_said(pos, place)}" for place in way.seams]
    if way.taken:
        parts.append(f"taking {listed(short_place(pos.box, place) for place in places_in(way.taken))}")
    return sentence(", ".join([*parts, ("by rail, no dice", "one die", "two dice", "three dice")[way.checks]]))


def _way(pos: DarkSandsPosition, action: Action) -> OrderMore:
    return {"path": _ids(pos, way_of(pos, action[1]).path)}


def _first_way(pos: DarkSandsPosition, action: Action) -> bool:
    return bool(action[1] == 0)


def _strayed(pos: DarkSandsPosition, action: Action) -> OrderMore:
    return {"path": _ids(pos, stray_paths(pos, *Stray.Args(*pos.stack[-1].args))[action[1]])}


def _garrison_lost(pos: DarkSandsPosition, action: Action) -> OrderMore:
    """A stack that could stand and falls back gives up its garrison."""
    lost = pos.piles[pos.stack[-1].args[0]] & pos.box.garrisons
    names = listed([unit_name(pos, unit) for unit in places_in(lost)])
    return {"ask": f"{names} cannot leave and is lost."} if lost and len(pos.actions()) > 1 else {}


def _given_up(pos: DarkSandsPosition, action: Action) -> OrderMore:
    """A look at a stack in a box must not cost the box."""
    lost = "garrison" if action[0] == "disband" else "box"
    return {"ask": f"The {lost} is taken off the map, and its defence with it."}


def _builds(pos: DarkSandsPosition, action: Action) -> str:
    """Where a unit builds a box."""
    return f"{unit_name(pos, action[1])} builds a box at {short_place(pos.box, pos.where[action[1]])}"


def _asset_piece(pos: DarkSandsPosition, action: Action) -> OrderMore:
    return {"piece": ASSET_IDS + action[1]}


def _card(pos: DarkSandsPosition, action: Action) -> OrderMore:
    return {"card": {"hand": f"pool-{SIDES[pos.stack[-1].side]}", "id": action[1]}}


def _table(pos: DarkSandsPosition, action: Action) -> str:
    """Which results table."""
    return f"Use the {action[1].capitalize()} table"


ORDERS = {
    "roll": Order("Roll {faces}", "faces:number*"),
    "draw": Order("{chit} is drawn", "chit"),
    "draw@replace.draw": Order("{relief} is drawn", "relief"),
    "relief": Order("{relief}", "relief"),
    "done": Order(
        {
            "move": "End movement",
            "combat": "End combat",
            "combat.assets": "No more assets",
            "combat.advance": "No more advance",
            "replace.spend": "No more replacements",
            "": "Done",
        },
        key="D",
        main=_ends,
        more=_wasted,
    ),
    "cut": Order("Give up {unit}", "unit"),
    "fall-back": Order("Fall back to {place}", "place"),
    "place": Order("Enter at {place}", "place"),
    "restore": Order("Bring {unit} up to strength", "unit"),
    "rebuild": Order("Rebuild {unit} with {number:step}", "unit number"),
    "cadre": Order("Bring back a cadre of {unit}", "unit"),
    "first": Order("Play {chit}", "chit", more=_card),
    "pass": Order("Play no chit first"),
    "declare": Order("Play {chit}", "chit", more=_card),
    "wait": Order("Wait", key="W"),
    "hold": Order("Wait until the enemy has played a chit"),
    "use": Order("{act}", "act"),
    "formation": Order("Choose {formation}", "formation"),
    "independent": Order("Choose {unit}", "unit"),
    "command": Order("Choose {unit}", "unit"),
    "forfeit": Order("Forfeited"),
    "unit": Order("Move {unit}", "unit", lift=_picks),
    "stack": Order("Move the stack at {place}", "place", lift=_picks),
    "on": Order("Keep moving", key="K"),
    "drop": Order("Leave {unit} behind", "unit"),
    "go": Order("Move to {place}", "place cost:halves", ways=_marches),
    "infiltrate": Order("Infiltrate to {place}", "place cost:halves", rule="19.1.4", more=_infiltrated),
    "extend": Order("Extended move", key="E"),
    "far": Order("Move to {place}", "place"),
    "way": Order(way_text, "number", main=_first_way, more=_way),
    "stray": Order("Move to {place}", "place", more=_strayed),
    "sail": Order("Sail to {place}", "place"),
    "garrison": Order("Form {counter} at {site}", "counter site", rule="13.6.2"),
    "disband": Order("Disband {counter}", "counter", rule="13.6.3", more=_given_up),
    "fortify": Order(_builds, "counter", rule="13.7.2"),
    "raze": Order("Give up the box at {place}", "place", more=_given_up),
    "attack": Order("Attack {place}", "place", battle=True, opens=True),
    "with": Order("{unit} joins in", "unit"),
    "all": Order("Attack with all", key="A", main=True, battle=True),
    "fight": Order("Attack with these", key="F", main=True, battle=True),
    "back": Order("Choose another", key="B", down=_in_hand),
    "commit": Order("Commit {asset}", "asset", more=_asset_piece),
    "gun": Order("{asset} to {unit}", "asset unit"),
    "table": Order(_table, "word"),
    "lose": Order("{unit} loses a step", "unit"),
    "stand": Order("Stand fast"),
    "retreat": Order("Fall back", more=_garrison_lost),
    "to": Order("Fall back to {place}", "place"),
    "stuck": Order("Nowhere to go"),
    "end": Order("The retreat is over"),
    "lost": Order("Lost: nowhere to go"),
    "advance": Order("{unit} advances", "unit"),
    "advance-all": Order("All advance", key="A", main=True),
    "bring": Order("Bring {unit} on", "unit"),
    "enter": Order("{counter} enters at {place}", "counter place"),
    "delay": Order("Delayed: no room"),
}
DARK_ORDERS = Orders(ORDERS, KINDS)

REASONS = {
    "2.2.2": "the Assault table is for the Allies from turn 14 on",
    "6.0": "the ground closes that way to this unit: armour needs a road or trail there",
    "6.1": "that hex is not next to the defender",
    "7.2": "a hex holds three large units and a battalion, one headquarters and one garrison",
    "7.4": "on the Center only two large units attack out of one hex in a combat",
    "11.0": "two headquarters never share a hex",
    "12.6": "each attacking hex must hold two infantry brigades of one division, and most steps must be infantry",
    "13.1": "that asset cannot join this fight",
    "13.2": "air is bound to its maps, and counts no more than the ground units' own factors",
    "13.3": "naval guns reach only defenders on the coast",
    "13.4": "artillery needs its headquarters in range and in supply, one a side in a fight, once a segment",
    "13.5": "an anti-tank gun goes with one combat unit in supply",
    "13.6.1": "one garrison a hex, and no more than there are counters",
    "13.6.2": "a garrison needs a named place or fort and a two-step infantry unit in supply there",
    "13.7.1": "no box can be built there",
    "13.7.2": "a box needs a two-step unit in supply, not a tank, that stays where it is",
    "13.8": "the Hecker force joins one attack on the coast",
    "17.0": "headquarters and garrisons get no replacement steps",
    "17.5": "that unit cannot be replaced",
    "18.1": "that unit is not active now",
    "18.3": "only a chit of your own, and never Logistics",
    "19.1": "an enemy unit is in the way",
    "19.1.1": "that unit has moved in this action",
    "19.1.2": "an enemy zone of control is in the way",
    "19.1.4": "only panzer divisions with a panzer battalion infiltrate, onto clear ground, at full movement",
    "19.1.5": "that is too far for the movement points left",
    "19.1.6": "the sections meet only at hexsides of one colour",
    "19.1.7": "an extended move starts on a road, trail or active rail, away from the enemy, in supply and in order",
    "19.4": "no naval move from here now",
    "20.1": "no active unit that can still fight reaches that hex",
    "20.3.2": "the first step comes from a unit with the dot, or else from armour, or else from a full unit",
}
"""Why a rule refuses an order."""
