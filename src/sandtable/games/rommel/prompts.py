"""The words of prompts, buttons and refusals."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from sandtable.engine.flow import Action
from sandtable.engine.sides import CHANCE
from sandtable.games.rommel.notation import (
    CLASS_NAMES,
    SIDE_NAMES,
    dice_text,
    dummies,
    face,
    listed,
    place_name,
    plural,
)
from sandtable.games.rommel.position import Position
from sandtable.games.rommel.rules.r02_movement import ROMMEL, WITHDRAWAL
from sandtable.games.rommel.rules.r04_fire import dice_of, hits_on

REASONS = {
    "1.2": "you do not hold those cards; at most three are laid",
    "1.4": "two real cards are for an assault or an offensive",
    "2.0": "no block there can move now",
    "2.1": "that block is not part of this move, or has moved",
    "2.2.2": "that block cannot get to the hex of this regroup",
    "2.3": "too far, even by road",
    "2.4": "that hexside is closed: look for a road or a pass",
    "2.6": "Rommel leads one move of an Axis turn, named before the first block moves",
    "2.8": "two units a hexside into battle, one over a pass or by road through closed ground",
    "3.1": "that hexside belongs to the enemy",
    "3.2": "there is no battle to refuse there",
    "3.3": "part of that force has no supply: it must stand",
    "3.4": "part of that force is disrupted: it must stand",
    "4.1.1": "there is no battle of yours there",
    "4.5": "no enemy of that class can be named",
    "4.8": "hits go where they count: that choice would waste some",
    "5.1": "a withdrawal stays in the supply network and gets nearer to the base",
    "6.1.1": "disrupted blocks do not move",
    "7.3.3": "units without a supply line cannot withdraw",
    "7.3.4": "choose among the blocks the fortress or oasis cannot all feed",
    "9.2": "not enough Buildup points",
    "9.4": "redeployment stays in your network, out of the enemy's, and out of battles",
    "9.5": "sea moves run between your base and a friendly port with room left",
    "9.6": "only blocks at the base since the last Buildup, or brought there at full cost, are rebuilt",
    "9.6.1": "refits go home by land from inside the network, and only for weakened blocks",
    "9.7": "a minefield costs fifteen points and lies in your network",
    "9.7.1": "two old minefields make one new one",
    "9.8": "an extra card costs ten points",
    "9.8.3": "the deck holds no more cards than are already due and paid for",
    "11.2": "a block stays within the hexes its list names; two may change places if both lists allow it",
    "11.3": "the scenario wants at least one block there",
    "11.4": "only a first hand with more dummies than real cards is drawn anew, and only once",
}


def prompt(pos: Position, viewer: int | None) -> dict[str, Any]:
    """What is asked now, for this reader."""
    if not pos.stack:
        return {"title": "The campaign is over", "text": "", "rules": ["10.2"]}
    step, side, _ = pos.stack[-1]
    rules = [pos.step.rule]
    if side == CHANCE:
        title = "Cards are dealt" if step == "cards.deal" else "The dice fall"
        return {"title": title, "text": "", "rules": rules}
    if side != viewer:
        return {"title": f"{SIDE_NAMES[side]} to decide", "text": WAITING.get(step, ""), "rules": rules}
    title, text = ASK[step](pos)
    return {"title": title, "text": text, "rules": rules}


WAITING = {
    "cards.lay": "They look at their supply.",
    "move.order": "A move is being planned.",
    "battle.refuse": "They decide whether to stand.",
    "buildup.menu": "They spend their Buildup points.",
    "setup.arrange": "They arrange their blocks.",
}
Asked = tuple[str, str]


def _lay(pos: Position) -> Asked:
    real, dummy = pos.hand(pos.stack[-1][1])
    text = (
        "Only real cards count; dummies hide how many there are. One: move and fight. Two: two moves, or an assault. "
    )
    return f"Lay supply: you hold {real} real, {dummy} dummy", text + "Three: a blitz, both twice. None: pass."


def _order(pos: Position) -> Asked:
    if pos.stack[-1][2][0] & WITHDRAWAL:
        return "Pass: one withdrawal", "Pull units back along your supply network, towards the base. Or do nothing."
    count = "First" if pos.moves == 1 else "Second"
    return (
        f"{count} move: group or regroup",
        "A group move starts in one hex and may scatter; a regroup gathers blocks round a command hex in one place.",
    )


def _group(pos: Position) -> Asked:
    place, mode = pos.stack[-1][2]
    text = "Choose a block, or all of them, then a lit hex." + (" Rommel leads: one hex more." if mode & ROMMEL else "")
    return f"Group move from {place_name(pos.box, place)}", text


def _to(pos: Position) -> Asked:
    names = ", ".join(face(pos, unit) for unit in pos.chosen)
    return (
        f"Where to? {names}",
        "Roads take you further if the whole way follows them. A forced march risks disruption.",
    )


def _refuse(pos: Position) -> Asked:
    laid = sum(pos.laid)
    return (
        f"Stand or refuse? {plural(laid, 'card')} on the table",
        "Who refuses runs at once: pursuit fire, then back along the supply network, disrupted. Standing units fight.",
    )


def _aim(pos: Position) -> Asked:
    place = pos.stack[-1][2][0]
    units = [f"{pos.box.name(unit)} ({dice_text(dice_of(pos, place, unit))})" for unit in pos.aiming]
    return (
        f"Fire at {place_name(pos.box, place)}",
        f"Still to fire: {listed(units)}. Choose a block and the class it fires at, or one class for all of them.",
    )


def _allot(pos: Position) -> Asked:
    hits, place, kind = pos.stack[-1][2][:3]
    where = f"your {CLASS_NAMES[kind]} at {place_name(pos.box, place)}" if kind >= 0 else "those who run"
    text = "Choose the block that loses the next step." + ("" if kind >= 0 else " The enemy does not see which.")
    return f"{plural(hits, 'hit')} on {where}", text


def _ration(pos: Position) -> Asked:
    place, hungry, last = pos.stack[-1][2]
    name = place_name(pos.box, place)
    if last:
        return f"Still without supply at {name}", f"Choose who is disrupted: {hungry} more."
    return f"Too many mouths at {name}", f"Choose who goes without supply: {plural(hungry, 'block')} more."


def _discard(pos: Position) -> Asked:
    return (
        f"Discard dummies? You hold {dummies(pos.hand(pos.stack[-1][1])[1])}",
        "They go back into the deck before the new cards are dealt. The enemy sees how many.",
    )


def _redraw(pos: Position) -> Asked:
    real, dummy = pos.hand(pos.stack[-1][1])
    return f"A poor hand: {real} real, {dummies(dummy)}", "You may hand it back and draw anew, once."


def _menu(pos: Position) -> Asked:
    points = pos.points[pos.stack[-1][1]]
    return (
        f"Buildup: {plural(points, 'point')}",
        "Rebuild blocks at the base, send blocks home to refit, redeploy by land or sea, lay mines, buy cards.",
    )


def _here(title: str, text: str) -> Callable[[Position], Asked]:
    def asked(pos: Position) -> Asked:
        place = pos.stack[-1][2][0] if pos.stack[-1][2] else 0
        return title.replace("HERE", place_name(pos.box, place)), text

    return asked


ASK: dict[str, Callable[[Position], Asked]] = {
    "setup.arrange": _here("Arrange your blocks", "Pick a block to shift or exchange it. Ready when you are."),
    "setup.put": _here("Where does it stand?", "Another hex of its list, or change places with another block."),
    "cards.lay": _lay,
    "cards.discard": _discard,
    "cards.redraw": _redraw,
    "supply.ration": _ration,
    "move.order": _order,
    "move.group": _group,
    "move.to": _to,
    "move.command": _here("Regroup round HERE", "Choose the hex where the blocks shall meet."),
    "move.gather": _here("Regroup round HERE", "Choose who goes. Those who cannot get there stay."),
    "battle.choose": _here("Which battles?", "Battles entered this time are fought. Add older ones if you like."),
    "battle.refuse": _refuse,
    "battle.pick": _here("Which battle first?", "One round each, in the order you like."),
    "battle.aim": _aim,
    "battle.allot": _allot,
    "withdraw": _here("Withdraw from HERE", "Back along the supply network, nearer to the base."),
    "withdraw.to": _here("Withdraw from HERE", "Where does this block go?"),
    "buildup.malta": _here("Malta", "Send the paratroops against the island, or bring them to Africa?"),
    "buildup.menu": _menu,
    "buildup.send": _here("Redeploy", "Anywhere in your network by land, or between base and port by sea."),
    "buildup.mine": _here("Lay a minefield", "The enemy learns only that there is one more."),
    "initiative.challenge": _here("Challenge the initiative?", "One card, real or not. A real one may win it."),
    "initiative.answer": _here("A challenge", "A real card of yours keeps the initiative whatever theirs is."),
}

TEXTS: dict[str, str] = {
    "ready": "Ready",
    "all": "All of them",
    "rommel": "Rommel leads this move",
    "hold": "Keep this hand",
    "redraw": "Draw a new hand",
    "keep": "Leave it here",
    "lost": "No way back: they are lost",
    "gone": "Go on",
    "spare": "No effect",
    "stand": "Stand and fight",
    "malta": "Land on Malta",
    "africa": "Bring them to Africa",
    "mine": "Lay a minefield",
    "card": "Buy a supply card",
    "nowhere": "Nowhere to lay it",
}
TO_PLACE = {
    "group": "Group move from {}",
    "regroup": "Regroup round {}",
    "to": "Move to {}",
    "march": "Forced march to {}",
    "rally": "Gather at {}",
    "activate": "Fight on at {}",
    "refuse": "Refuse battle at {}",
    "fight": "Fight at {}",
    "land": "Redeploy to {}",
    "sea": "By sea to {}",
    "put": "Place at {}",
    "at": "Mine {}",
}
OF_UNIT = {
    "take": "{}",
    "swap": "Change places with {}",
    "bring": "Bring {}",
    "hit": "{} loses a step",
    "starve": "{} goes without",
    "rebuild": "Rebuild {}",
    "refit": "Send {} home to refit",
    "redeploy": "Redeploy {}",
}
BIDS = ("No card", "Lay a dummy", "Lay a real card")
LAYS = ("Pass", "Basic turn", "Offensive or assault", "Blitz")


def action_text(pos: Position, action: Action) -> str:
    """An action in words."""
    box, verb = pos.box, action[0]

    def hex_(number: int) -> str:
        return place_name(box, number)

    match action:
        case ("lay", real, dummy):
            if not real:
                return f"Pass, discarding {dummies(dummy)}" if dummy else "Pass"
            return LAYS[real] + (f" with {dummies(dummy)}" if dummy else "")
        case ("discard", count):
            return f"Discard {dummies(count)}" if count else "Keep them all"
        case ("rommel",):
            on = pos.stack[-1][2][-1] & ROMMEL
            return "Without Rommel after all" if on else TEXTS["rommel"]
        case ("done", "assault"):
            return "Done: assault (double dice for all)"
        case ("done", "offensive"):
            return "Done: offensive (a second move)"
        case ("done",):
            return DONE.get(pos.stack[-1][0], "Done")
        case ("enter" | "charge", foe, via):
            march = " by forced march" if verb == "charge" else ""
            return f"Attack {hex_(foe)} from {hex_(via)}{march}"
        case ("send" | "charge", unit, via):
            march = " by forced march" if verb == "charge" else ""
            return f"{face(pos, unit)} attacks over the side of {hex_(via)}{march}"
        case ("aim", unit, kind):
            needs = hits_on(pos, pos.stack[-1][2][0], unit, kind)
            return f"{face(pos, unit)} on {CLASS_NAMES[kind]}: {f'{needs} or more' if needs < 6 else 'sixes'}"
        case ("all", kind) if pos.stack[-1][0] == "battle.aim":
            return f"All fire on {CLASS_NAMES[kind]}"
        case ("all", place):
            return f"All withdraw to {hex_(place)}"
        case ("away", _, place):
            return f"Withdraw to {hex_(place)}"
        case ("march", unit) if pos.stack[-1][0] == "move.gather":
            return f"Forced march for {face(pos, unit)}"
        case ("lift", a, b):
            return f"Lift the minefields at {hex_(a)} and {hex_(b)} for a new one"
        case ("bid", card):
            return BIDS[card]
    if verb in TO_PLACE:
        return TO_PLACE[verb].format(hex_(action[1]))
    if verb in OF_UNIT:
        return OF_UNIT[verb].format(face(pos, action[1]))
    return TEXTS[verb]


DONE = {
    "move.order": "No move",
    "battle.choose": "These battles",
    "buildup.menu": "Buildup done",
}
