"""Victory: Tobruk relieved, or enough points on the last evening."""

from __future__ import annotations

from sandtable.engine.maps import places_in
from sandtable.engine.sides import ALLIED, AXIS
from sandtable.games.battleaxe.position import LOST, BattleaxePosition
from sandtable.games.battleaxe.rules.r14_supply import supplied_places
from sandtable.games.battleaxe.rules.r18_bids import points_needed
from sandtable.games.battleaxe.rules.r20_extended import LAST_CHANCE, goes_on


def win(pos: BattleaxePosition, side: int, kind: str) -> None:
    """17 The game is over; points are the Allies' alone."""
    pos.note("17", "won", side, kind, pos.points)
    scores = [0, 0]
    scores[pos.seat(ALLIED)] = pos.points
    pos.finish(pos.seat(side), kind, *scores)


def check_automatic(pos: BattleaxePosition) -> bool:
    """17.1 The Allies win at once when Tobruk is free of the Axis and has a supply line to Buq-Buq."""
    box = pos.box
    tobruk, buq_buq = 1 << box.tobruk, 1 << box.buq_buq
    if pos.occupied[AXIS] & tobruk or not supplied_places(pos, ALLIED, buq_buq) & tobruk:
        return False
    win(pos, ALLIED, "Automatic victory: Tobruk is relieved")
    return True


def points_on_map(pos: BattleaxePosition) -> int:
    """Points of the areas the Allies hold and supply from zone A, B, C or D."""
    box = pos.box
    held = supplied_places(pos, ALLIED, box.first_activation)
    return sum(box.points[place] for place in places_in(held))


def points_for_losses(pos: BattleaxePosition) -> int:
    """One point for each German unit lost, one for each German armoured unit that is reduced."""
    box = pos.box
    lost = sum(pos.where[unit] == LOST for unit in places_in(box.germans))
    return lost + (pos.reduced & box.germans & box.armor).bit_count()


def count_points(pos: BattleaxePosition) -> None:
    """Areas score every evening; German losses score on the last one."""
    if pos.turn == LAST_CHANCE:
        return
    ground = points_on_map(pos)
    losses = points_for_losses(pos) if pos.turn == pos.box.tables["days_played"] else 0
    pos.points += ground + losses
    pos.note("17.2", "points", ground, losses, pos.points)


def check_operational(pos: BattleaxePosition) -> bool:
    """17.2 On the evening of 17 June the Allies need ten points, or what was bid; else the Axis wins."""
    if pos.turn < pos.box.tables["days_played"]:
        return False
    if pos.turn == LAST_CHANCE:
        win(pos, AXIS, "Axis victory: Tobruk is not relieved")
        return True
    if goes_on(pos):
        return False
    if pos.points >= points_needed(pos):
        win(pos, ALLIED, "Operational victory")
    else:
        win(pos, AXIS, "Axis victory: the frontier holds")
    return True
