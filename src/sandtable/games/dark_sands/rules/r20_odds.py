"""20.2.2 Strengths, odds, shifts and die modifiers of an attack, part by part, and what the table says."""

from __future__ import annotations

from typing import NamedTuple

from sandtable.engine.maps import Mask, lowest, places_in
from sandtable.engine.sides import ALLIED
from sandtable.games.dark_sands.box import DarkSandsBox
from sandtable.games.dark_sands.position import DarkSandsPosition
from sandtable.games.dark_sands.rules.r10_supply import COMBAT_MODIFIER
from sandtable.games.dark_sands.rules.r12_doctrine import panzer_shock, panzer_superiority
from sandtable.games.dark_sands.rules.r13_assets import air_ceiling, air_factors, asset_factor, box_shift
from sandtable.games.dark_sands.rules.r14_forts import fort_bonus
from sandtable.games.dark_sands.rules.r19_extended import disruption_modifier

WORST, BEST = 0, 7
"""Columns of the tables: 1-3 and 6-1."""
EVEN = 2
"""The column of 1-1."""
HOPELESS = -1
"""Odds worse than 1-3."""
HALF = 2
"""Strengths are counted in halves of a factor."""

Part = tuple[str, int, int, str]
"""One part of a sum: what it is, the unit, asset or place it comes from (-1 for none), how much, and its rule."""


class Odds(NamedTuple):
    """An attack before its die: both sums in half factors, the columns lost, what is added to the die."""

    side: int
    target: int
    table: str
    attack: tuple[Part, ...]
    defence: tuple[Part, ...]
    shifts: tuple[Part, ...]
    modifiers: tuple[Part, ...]

    @property
    def ratio(self) -> int:
        """The column before shifts."""
        return odds_column(total(self.attack), total(self.defence))

    @property
    def column(self) -> int:
        """The column the die is rolled on."""
        ratio = self.ratio
        return ratio if ratio == HOPELESS else max(WORST, ratio - total(self.shifts))


def total(parts: tuple[Part, ...]) -> int:
    """What parts come to."""
    return sum([part[2] for part in parts])


def odds(pos: DarkSandsPosition, side: int, chit: int, table: str = "mobile") -> Odds:
    """The attack as it stands, part by part (20.2.2 to 20.2.6)."""
    return Odds(
        side,
        pos.target,
        table,
        tuple(attack_parts(pos, side)),
        tuple(defence_parts(pos, 1 - side)),
        tuple(shift_parts(pos)),
        tuple(modifier_parts(pos, chit)),
    )


def attack_parts(pos: DarkSandsPosition, side: int) -> list[Part]:
    """The attack strength: units as the terrain and panzer shock change them, then assets (20.2.2)."""
    box = pos.box
    parts: list[Part] = [("unit", unit, HALF * pos.attack(unit), "20.2.2") for unit in places_in(pos.attackers)]
    if panzer_shock(pos, pos.attackers, pos.target):
        parts += [("shock", u, HALF * pos.attack(u), "12.7.3") for u in places_in(pos.attackers & box.panzers)]
    if box.terrain[pos.target].get("attackers_halved"):
        parts.append(("halved", pos.target, -(sum([part[2] for part in parts]) // 2), "6.0"))
    return parts + support_parts(pos, side, pos.attackers, True)


def defence_parts(pos: DarkSandsPosition, side: int) -> list[Part]:
    """20.2.3 The defence strength: units, fort, assets."""
    parts: list[Part] = [("unit", unit, HALF * pos.defence(unit), "20.2.3") for unit in places_in(pos.defenders)]
    bonus = fort_bonus(pos, pos.target, pos.defenders)
    if bonus:
        parts.append(("fort", pos.target, HALF * bonus, "14.2" if pos.target == pos.box.bardia else "14.1"))
    return parts + support_parts(pos, side, pos.defenders, False)


SUPPORT_RULES = {"air": "13.2", "coastal": "13.3", "artillery": "13.4", "hecker": "13.8"}


def support_parts(pos: DarkSandsPosition, side: int, fighters: Mask, attacking: bool) -> list[Part]:
    """What assets add, anti-tank guns only when Allied tanks take part (13.5)."""
    box = pos.box
    parts: list[Part] = []
    for number in places_in(pos.committed):
        if box.assets[number].side == side:
            rule = SUPPORT_RULES[box.assets[number].kind]
            parts.append(("asset", number, HALF * asset_factor(pos, number, attacking), rule))
    if parts:
        excess = air_factors(pos, side, attacking) - air_ceiling(pos, fighters, attacking)
        if excess > 0:
            parts.append(("ceiling", -1, -HALF * excess, "13.2"))
    if (pos.attackers | pos.defenders) & box.tanks & box.of[ALLIED]:
        for number, unit in enumerate(pos.bearer):
            if unit >= 0 and fighters >> unit & 1:
                parts.append(("asset", number, HALF * asset_factor(pos, number, attacking), "13.5"))
    return parts


def odds_column(attack: int, defence: int) -> int:
    """20.2.5 The column of a ratio, fractions ignored; worse than 1-3 is hopeless, better than 6-1 is 6-1."""
    defence = max(defence, 1)
    if attack >= defence:
        return min(BEST, EVEN + attack // defence - 1)
    if not attack:
        return HOPELESS
    behind = -(-defence // attack)
    return EVEN + 1 - behind if behind <= 3 else HOPELESS


def shift_parts(pos: DarkSandsPosition) -> list[Part]:
    """6.0 Columns to the left for the defender's ground, a box, or an escarpment that all attackers must cross."""
    box, target = pos.box, pos.target
    parts: list[Part] = []
    ground = 0 if box.forts >> target & 1 else int(box.terrain[target]["shift"])
    if ground:
        parts.append(("ground", target, ground, "6.0"))
    works = box_shift(pos, target)
    if works:
        parts.append(("box", target, works, "13.7.4"))
    places = {pos.where[unit] for unit in places_in(pos.attackers)}
    if all(box.escarpment(place, target) for place in places):
        parts.append(("escarpment", target, int(box.tables["escarpment"]["shift"]), "6.0"))
    return parts


def modifier_parts(pos: DarkSandsPosition, chit: int) -> list[Part]:
    """20.2.6 What is added to the die: supply, disruption, the chit, panzer superiority (R13)."""
    parts: list[Part] = []
    if chit:
        parts.append(("chit", -1, chit, "20.2.6"))
    for fighters, worse in ((pos.attackers, -1), (pos.defenders, 1)):
        if fighters & pos.out_of_supply:
            parts.append(("cut_off", lowest(fighters & pos.out_of_supply), worse * COMBAT_MODIFIER, "10.2.1"))
        elif disruption_modifier(pos, fighters):
            parts.append(("disrupted", lowest(fighters & pos.disrupted), worse * COMBAT_MODIFIER, "19.3"))
    more = panzer_superiority(pos, pos.attackers, pos.target)
    if more:
        parts.append(("superiority", -1, more, "12.7.2"))
    return parts


def results(pos: DarkSandsPosition, side: int, chit: int, table: str) -> list[str]:
    """The results of all dice, from one to six."""
    return faces(pos.box, odds(pos, side, chit, table))


def faces(box: DarkSandsBox, found: Odds) -> list[str]:
    """2.2 What each die from one to six gives on the Mobile (2.2.1) or the Assault table (2.2.2)."""
    column = found.column
    if column == HOPELESS:
        return ["AE"] * 6
    row, added = box.crt[found.table][column], total(found.modifiers)
    return [row[max(0, min(8, die + added))] for die in range(1, 7)]


def automatic(pos: DarkSandsPosition, side: int) -> bool:
    """20.4, 20.4.1 A defender attacked only across a seam, with no attacker's unit next to it on its own map."""
    box = pos.box
    home = box.in_section[box.section[pos.target]]
    return not pos.held[side] & box.map.around[pos.target] & home
