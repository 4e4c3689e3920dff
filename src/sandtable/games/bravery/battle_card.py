"""The battle under way as the view shows it to both sides and to watchers."""

from __future__ import annotations

from sandtable.engine.battle import Account, Battle, DiceRow, Hits, Lineup
from sandtable.engine.maps import mask_of, places_in
from sandtable.engine.sides import SIDES
from sandtable.games.bravery.forecast import begun
from sandtable.games.bravery.notation import KINDS
from sandtable.games.bravery.position import BraveryPosition
from sandtable.games.bravery.report import recovery_row, side_row
from sandtable.games.bravery.rules.r07_retreat import fights_on, retreat_hexes, way_back
from sandtable.games.bravery.rules.r07_round import ATTACK
from sandtable.games.bravery.rules.r07_strength import HIT, WORKS, account, enough_rounds, in_battle, works
from sandtable.games.bravery.rules.r08_combined import ATTACKS, waiting
from sandtable.games.bravery.rules.r10_directive import directed

STEPS = ("Contact", "Dice", "Damage", "Retreat", "Recovery")
CONTACT, DICE, DAMAGE, RETREAT, RECOVERY = range(5)
AT = {
    "move": CONTACT,
    "combined.wake": CONTACT,
    "combat.roll": DICE,
    "combat.damage": DAMAGE,
    "combat.declare": RETREAT,
    "combat.retreat": RETREAT,
    "recover.roll": RECOVERY,
    "recover.choose": RECOVERY,
}


def show_battle(pos: BraveryPosition) -> Battle | None:
    """The battle that the decision of this moment belongs to, if it belongs to one."""
    step = AT.get(pos.stack[-1].step) if pos.stack else None
    if step is None:
        return None
    if step > CONTACT:
        return show_fight(pos, step)
    attack = next((action for action in pos.actions() if action in ATTACKS), None)
    start = begun(pos, attack) if attack else None
    return None if start is None else show_contact(start)


def show_contact(start: BraveryPosition) -> Battle:
    """The battle that may be fought at once, with all who would take part."""
    return {**show_sides(start), "sum": account(start).document()}


def show_sides(pos: BraveryPosition) -> Battle:
    """Place and line-up of a battle."""
    place = pos.box.map.ids[pos.field]
    attacker, defender = (lineup(pos, side) for side in (pos.attacker, 1 - pos.attacker))
    title = str(KINDS["place"].say(pos, pos.field)) + (f", round {pos.rounds}" if pos.rounds else "")
    return {
        "title": title,
        "rule": "7",
        "places": [place],
        "attacker": attacker,
        "defender": defender,
        "steps": list(STEPS),
        "step": CONTACT,
    }


def lineup(pos: BraveryPosition, side: int) -> Lineup:
    """One side of the battle, and what binds it."""
    return {
        "side": SIDES[side],
        "pieces": in_battle(pos, side),
        "places": [pos.box.map.ids[pos.field]],
        "note": "; ".join(binding(pos, side)),
    }


def binding(pos: BraveryPosition, side: int) -> list[str]:
    """What a side has to reckon with, in a few words each."""
    notes = []
    if side != pos.attacker:
        return [f"in the {WORKS[works(pos)]}"] if works(pos) else []
    if directed(pos):
        notes.append("Rommel Directive")
    if works(pos):
        notes.append("one round only")
    if pos.rounds_least > 1 and not enough_rounds(pos):
        notes.append(f"no retreat before the end of round {pos.rounds_least}")
    alone = [unit for unit in waiting(pos, pos.field, side) if unit not in pos.force]
    if alone:
        notes.append(f"{len(alone)} units in the hex go on waiting")
    return notes


def show_fight(pos: BraveryPosition, step: int) -> Battle:
    """A battle being fought: its dice, what is still to be done, and the sums of the round that is asked about."""
    shown: Battle = {**show_sides(pos), "step": step}
    told, dice = this_round(pos)
    if fights_on(pos):
        told = account(pos)
    if told is not None:
        shown["sum"] = told.document()
    if dice:
        shown["dice"] = dice
    if step >= DAMAGE:
        shown["hits"] = [hits_on(pos, side) for side in (pos.attacker, 1 - pos.attacker)]
    if step == RETREAT:
        shown["retreat"] = [pos.box.map.ids[place] for place in ways_out(pos)]
    return shown


def this_round(pos: BraveryPosition) -> tuple[Account | None, list[DiceRow]]:
    """The account of the round and its dice, the handfuls just thrown included; after them those of tank recovery."""
    dice: list[DiceRow] = []
    recovered: list[DiceRow] = []
    name, _, args = pos.stack[-1]
    if name == "combat.roll" and args[3]:
        who, _, bonus, faces = args
        dice.append(side_row(pos.attacker if who == ATTACK else 1 - pos.attacker, faces, HIT - bonus))
    for event in pos.newest_first():
        if event.kind == "round":
            return Account.of(event.args[2]), recovered or dice
        if event.kind == "recovery":
            side, faces, need, _ = event.args
            recovered.append(recovery_row(side, faces, need))
        if event.kind == "roll":
            side, faces, need, _ = event.args
            dice.insert(0, side_row(side, faces, need))
    return None, dice


def hits_on(pos: BraveryPosition, side: int) -> Hits:
    """The damage of this round that a side has to take, and how much of it is done."""
    due = pos.hits[side == pos.attacker]
    left = 0
    for name, owner, args in pos.stack:
        if owner == side and name == "combat.damage":
            left = args[0]
        elif owner == side and name == "combat.suffer":
            left = due
    return {"side": SIDES[side], "due": due, "taken": due - left, "label": "damage"}


def ways_out(pos: BraveryPosition) -> list[int]:
    """The hexes that the side asked may fall back to."""
    name, side, args = pos.stack[-1]
    units = args[0] if name == "combat.retreat" else in_battle(pos, side)
    backs = [way_back(pos, unit) for unit in units if not pos.box.fixed[unit]]
    ways = mask_of(back for back in backs if back is not None)
    return places_in(ways | retreat_hexes(pos, side) if None in backs else ways)
