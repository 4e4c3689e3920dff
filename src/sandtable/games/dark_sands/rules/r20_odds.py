"""20.2.2 Strengths, odds, shifts and die modifiers of an attack, and what the table says."""

from __future__ import annotations

from sandtable.engine.maps import Mask, places_in
from sandtable.engine.sides import ALLIED
from sandtable.games.dark_sands.position import Sands
from sandtable.games.dark_sands.rules.r10_supply import COMBAT_MODIFIER
from sandtable.games.dark_sands.rules.r12_doctrine import panzer_shock, panzer_superiority
from sandtable.games.dark_sands.rules.r13_assets import asset_factor, box_shift, gun_factor
from sandtable.games.dark_sands.rules.r14_forts import fort_bonus
from sandtable.games.dark_sands.rules.r19_extended import disruption_modifier

WORST, BEST = 0, 7
"""Columns of the tables: 1-3 and 6-1."""
EVEN = 2
"""The column of 1-1."""
HOPELESS = -1
"""Odds worse than 1-3."""


def attack_strength(pos: Sands, side: int) -> int:
    """Twice the attack strength: units as the terrain and panzer shock change them, then assets (20.2.2)."""
    box = pos.box
    shock = panzer_shock(pos, pos.attackers, pos.target)
    total = 0
    for unit in places_in(pos.attackers):
        total += pos.attack(unit) * (4 if shock and box.panzers >> unit & 1 else 2)
    if box.terrain[pos.target].get("attackers_halved"):
        total //= 2
    return total + 2 * support(pos, side, pos.attackers, True)


def defence_strength(pos: Sands, side: int) -> int:
    """20.2.3 Twice the defence strength: units, fort, assets."""
    units = sum(pos.defence(unit) for unit in places_in(pos.defenders))
    units += fort_bonus(pos, pos.target, pos.defenders)
    return 2 * (units + support(pos, side, pos.defenders, False))


def support(pos: Sands, side: int, fighters: Mask, attacking: bool) -> int:
    """What assets add, anti-tank guns only when Allied tanks take part (13.5)."""
    box = pos.box
    total = sum(asset_factor(pos, n, attacking) for n in places_in(pos.committed) if box.assets[n].side == side)
    if (pos.attackers | pos.defenders) & box.tanks & box.of[ALLIED]:
        total += gun_factor(pos, fighters, attacking)
    return total


def odds_column(attack: int, defence: int) -> int:
    """20.2.5 The column of a ratio, fractions ignored; worse than 1-3 is hopeless, better than 6-1 is 6-1."""
    defence = max(defence, 1)
    if attack >= defence:
        return min(BEST, EVEN + attack // defence - 1)
    if not attack:
        return HOPELESS
    behind = -(-defence // attack)
    return EVEN + 1 - behind if behind <= 3 else HOPELESS


def shifts(pos: Sands) -> int:
    """6.0 Columns to the left for the defender's ground, a box, or an escarpment that all attackers must cross."""
    box, target = pos.box, pos.target
    total = 0 if box.forts >> target & 1 else int(box.terrain[target]["shift"])
    total += box_shift(pos, target)
    places = {pos.where[unit] for unit in places_in(pos.attackers)}
    if all(box.escarpment(place, target) for place in places):
        total += int(box.tables["escarpment"]["shift"])
    return total


def modifiers(pos: Sands, side: int, chit: int) -> int:
    """20.2.6 What is added to the die: supply, disruption, the chit, panzer superiority (R13)."""
    total = chit
    if pos.attackers & pos.oos or disruption_modifier(pos, pos.attackers):
        total -= COMBAT_MODIFIER
    if pos.defenders & pos.oos or disruption_modifier(pos, pos.defenders):
        total += COMBAT_MODIFIER
    if side != ALLIED:
        total += panzer_superiority(pos, pos.attackers, pos.target)
    return total


def column(pos: Sands, side: int) -> int:
    """The column an attack is rolled on."""
    found = odds_column(attack_strength(pos, side), defence_strength(pos, 1 - side))
    return found if found == HOPELESS else max(WORST, found - shifts(pos))


def result(pos: Sands, side: int, chit: int, table: str, die: int) -> str:
    """2.2 The result of a die on the Mobile (2.2.1) or the Assault table (2.2.2)."""
    return results(pos, side, chit, table)[die - 1]


def results(pos: Sands, side: int, chit: int, table: str) -> list[str]:
    """The results of all dice, from one to six."""
    found = column(pos, side)
    if found == HOPELESS:
        return ["AE"] * 6
    row, added = pos.box.crt[table][found], modifiers(pos, side, chit)
    return [row[max(0, min(8, die + added))] for die in range(1, 7)]


def automatic(pos: Sands, side: int) -> bool:
    """20.4, 20.4.1 A defender attacked only across a seam, with no attacker's unit next to it on its own map."""
    box = pos.box
    home = box.in_section[box.section[pos.target]]
    return not pos.held[side] & box.map.around[pos.target] & home
