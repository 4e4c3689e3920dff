"""Every order of the game, one line each, and why an order may be refused."""

from __future__ import annotations

from sandtable.engine.flow import Action
from sandtable.engine.orders import Order, Orders
from sandtable.engine.view import OrderMore
from sandtable.engine.words import counted
from sandtable.games.rommel.notation import CLASS_NAMES, KINDS, face
from sandtable.games.rommel.position import RommelPosition
from sandtable.games.rommel.rules.r02_movement import ROMMEL, route
from sandtable.games.rommel.rules.r02_orders import Group
from sandtable.games.rommel.rules.r04_combat import Aim
from sandtable.games.rommel.rules.r04_fire import SINGLE, hits_on
from sandtable.games.rommel.rules.r07_supply import Ration, at_buildup

LAYS = ("Pass", "Basic turn", "Offensive or assault", "Blitz")
ENDS = {
    "move.order": "No move",
    "move.group": "End this move",
    "move.gather": "End this move",
    "battle.choose": "Fight these battles",
    "buildup.menu": "End the Buildup turn",
}
TWO_CARDS = {"assault": "Done: assault (double dice for both sides)", "offensive": "Done: offensive (a second move)"}


def _lay(pos: RommelPosition, action: Action) -> str:
    """The turn that the real cards pay for, and the dummies laid with them."""
    _, real, dummy = action
    if not real:
        return f"Pass, discarding {counted(dummy, 'dummy')}" if dummy else "Pass"
    return LAYS[real] + (f" with {counted(dummy, 'dummy')}" if dummy else "")


def _laid_cards(pos: RommelPosition, action: Action) -> OrderMore:
    _, real, dummy = action
    return {"cards": {"hand": f"hand-{pos.side}", "labels": ["Real"] * real + ["Dummy"] * dummy}}


def _discard(pos: RommelPosition, action: Action) -> str:
    return f"Discard {counted(action[1], 'dummy')}" if action[1] else "Keep them all"


def _bid(pos: RommelPosition, action: Action) -> str:
    return ("No card", "Lay a dummy", "Lay a real card")[action[1]]


def _end(pos: RommelPosition, action: Action) -> str:
    """The end of a step; after a first move on two real cards it says what they are for."""
    if len(action) == 2:
        return TWO_CARDS[action[1]]
    return ENDS.get(pos.stack[-1].step, "Done")


def _end_key(pos: RommelPosition, action: Action) -> OrderMore:
    """One key cannot stand for two endings; a move in which nobody has gone anywhere is lost all the same."""
    more: OrderMore = {"key": "D"} if len(action) == 1 else {}
    if pos.stack[-1].step == "move.group" and not any(pos.moved):
        more["ask"] = "No block has moved: this move is over all the same."
    elif pos.stack[-1].step == "move.order" and len(pos.actions()) > 1:
        more["ask"] = "This gives the whole move up: the cards laid for it are spent all the same."
    return more


def _only_end(pos: RommelPosition, action: Action) -> bool:
    """Assault or offensive is a choice: neither is the usual answer."""
    return len(action) == 1


def _rommel(pos: RommelPosition, action: Action) -> str:
    led = Group.Args(*pos.stack[-1].args).mode & ROMMEL
    return "Without Rommel after all" if led else "Rommel leads: one hex further"


def _keep(pos: RommelPosition, action: Action) -> str:
    return "Leave them here" if len(pos.chosen) > 1 else "Leave it here"


def _aim(pos: RommelPosition, action: Action) -> str:
    """What a block needs to hit a class."""
    _, unit, kind = action
    needs = hits_on(pos, Aim.Args(*pos.stack[-1].args).place, unit, kind)
    return f"{face(pos, unit)} at {CLASS_NAMES[kind]}: {f'{needs} or more' if needs < SINGLE else 'sixes'}"


def _starve(pos: RommelPosition, action: Action) -> str:
    """What it costs a block to get no supply: the block itself at a buildup, disruption at the last check of a turn."""
    block = face(pos, action[1])
    if at_buildup(pos):
        return f"{block} goes without: it is lost"
    if Ration.Args(*pos.stack[-1].args).last:
        return f"{block} is disrupted"
    return f"{block} goes without: disrupted at the end of your turn unless supply comes"


def _in_hand(pos: RommelPosition, action: Action) -> bool:
    return pos.stack[-1].step == "move.to"


def _way(pos: RommelPosition, action: Action) -> OrderMore:
    """The way of the chosen blocks, which the slowest of them sets."""
    _, side, (start, mode) = pos.stack[-1]
    ids = pos.box.map.ids
    dest, via = action[1], action[2] if len(action) == 3 else -1
    march = action[0] in ("march", "charge")
    slowest = min(pos.box.speed[unit] for unit in pos.chosen)
    way = route(pos, side, start, slowest, dest, via, mode, march)
    shown: OrderMore = {
        "path": [ids[start], *(ids[place] for place in way)],
        "cost": str(len(way)),
        "rule": "2.7" if march else "2.8" if via >= 0 else "2.1",
    }
    if march:
        shown["risk"] = f"a block that rolls under {pos.box.tables.march_needs} stays behind, disrupted"
    return shown


def _gathers(pos: RommelPosition, action: Action) -> OrderMore:
    """The way of a block to the hex of a Regroup."""
    _, side, (_, dest, mode) = pos.stack[-1]
    unit, ids = action[1], pos.box.map.ids
    start = pos.where[unit]
    way = route(pos, side, start, pos.box.speed[unit], dest, -1, mode, action[0] == "march")
    return {"path": [ids[start], *(ids[place] for place in way)]}


ORDERS = {
    "roll": Order("Roll {faces}", "faces:number*"),
    "deal": Order("{real} real and {dummies} dummy cards", "real:number dummies:number"),
    "hold": Order("Keep this hand"),
    "redraw": Order("Draw a new hand"),
    "ready": Order("Ready", key="R", main=True),
    "put": Order("Place at {place}", "place"),
    "swap": Order("Change places with {unit}", "unit"),
    "lay": Order(_lay, "real:number dummies:number", more=_laid_cards),
    "group": Order("Group move from {place}", "place"),
    "regroup": Order("Regroup around {place}", "place"),
    "rommel": Order(_rommel, key="M"),
    "take": Order("{unit}", "unit", lift=True),
    "all": Order("All of them", key="A"),
    "to": Order("Move to {place}", "place", more=_way),
    "enter": Order("Attack {place} from {via}", "place via:hex", battle=True, more=_way),
    "march": Order("Forced march to {place}", "place", more=_way),
    "march@move.gather": Order("Forced march for {unit}", "unit", more=_gathers),
    "charge": Order("Attack {place} from {via} by forced march", "place via:hex", battle=True, more=_way),
    "charge@move.gather": Order("{unit} attacks from {place} by forced march", "unit place", battle=True),
    "rally": Order("Gather at {place}", "place"),
    "bring": Order("Bring {unit}", "unit", more=_gathers),
    "send": Order("{unit} attacks from {place}", "unit place", battle=True),
    "keep": Order(_keep, key="K", down=_in_hand),
    "done": Order(_end, "|how:word", main=_only_end, more=_end_key),
    "activate": Order("Fight on at {place}", "place"),
    "refuse": Order("Refuse battle at {place}", "place"),
    "stand": Order("Stand and fight", key="S", main=True),
    "fight": Order("Fight at {place}", "place", battle=True),
    "aim": Order(_aim, "unit target"),
    "all@battle.aim": Order("All fire at {target}", "target"),
    "hit": Order("{unit} loses a step", "unit"),
    "spare": Order("No effect"),
    "all@withdraw": Order("All withdraw to {place}", "place"),
    "away": Order("Withdraw to {place}", "unit place"),
    "lost": Order("No way back: they are lost"),
    "gone": Order("Go on"),
    "starve": Order(_starve, "unit"),
    "malta": Order("Land on Malta"),
    "africa": Order("Bring them to Africa"),
    "rebuild": Order("Rebuild {unit}", "unit"),
    "refit": Order("Send {unit} home to refit", "unit"),
    "redeploy": Order("Redeploy {unit}", "unit"),
    "land": Order("Redeploy to {place}", "place"),
    "sea": Order("By sea to {place}", "place"),
    "mine": Order("Lay a minefield"),
    "lift": Order("Lift the minefields at {first} and {second} for a new one", "first:hex second:hex"),
    "at": Order("Mine {place}", "place"),
    "nowhere": Order("Nowhere to lay it"),
    "card": Order("Buy a supply card"),
    "discard": Order(_discard, "number"),
    "bid": Order(_bid, "card"),
}
ROMMEL_ORDERS = Orders(ORDERS, KINDS)

REASONS = {
    "1.2": "you do not hold those cards, or there are more than three",
    "1.4": "two real cards are for an assault or an offensive",
    "2.0": "no block there can move now",
    "2.1": "that block is not part of this move",
    "2.2.2": "that block cannot get to the hex of this regroup",
    "2.3": "too far, even by road",
    "2.4": "that hexside is closed: look for a road or a pass",
    "2.6": "Rommel leads one move of an Axis turn, named before the first block moves",
    "2.8": "no more than two units cross a hexside into battle, and one over a pass or by a road through closed ground",
    "3.1": "that hexside belongs to the enemy",
    "3.2": "there is no battle to refuse there",
    "3.3": "part of that force has no supply: it must stand",
    "3.4": "part of that force is disrupted: it must stand",
    "4.1.1": "there is no battle of yours there",
    "4.5": "no enemy of that class can be named",
    "4.8": "hits must cost steps wherever they can: that choice would waste some",
    "5.1": "a withdrawal stays in the supply network and ends nearer to the base",
    "6.1.1": "disrupted blocks do not move",
    "7.3.3": "units without a supply line cannot withdraw",
    "7.3.4": "choose among the blocks of the fortress or oasis that cannot feed them all",
    "9.2": "not enough Buildup points",
    "9.4": "redeployment stays in your network, out of the enemy's, and out of battles",
    "9.5": "sea moves run between your base and a friendly port with room left",
    "9.6": "only weakened blocks at the base since the last Buildup, or brought there at full cost, are rebuilt",
    "9.6.1": "refits go home by land from inside the network, and only for weakened blocks",
    "9.7": "a minefield costs fifteen points and must lie in your network",
    "9.7.1": "two old minefields must be lifted for one new one",
    "9.8": "an extra card costs ten points",
    "9.8.3": "the deck holds no more cards than are already due and paid for",
    "11.2": "a block stays within the hexes its list names; two may change places if both lists allow it",
    "11.3": "the scenario needs at least one block there",
    "11.4": "a first hand may be redrawn once, and only if it has more dummies than real cards",
}
"""Why a rule refuses an order."""
