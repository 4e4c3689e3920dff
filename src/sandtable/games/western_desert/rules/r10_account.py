"""The account of a battle: both strengths with their parts, the dice and what they need (10.12)."""

from __future__ import annotations

from sandtable.engine.battle import Account, Term
from sandtable.games.western_desert.position import Battle, WesternDesertPosition
from sandtable.games.western_desert.rules.r10_points import in_range
from sandtable.games.western_desert.rules.r10_strength import Dice, Parts, attack_dice, defense_dice
from sandtable.games.western_desert.terms import FELL_BACK, INSIDE

UNSUPPLIED, FAR, DUG_IN, WELL_DUG_IN, CROWD = (1 << n for n in range(5))
"""Marks of a unit in a line-up: half its strength (8.2), out of the depot's range (10.31), in a position of the first
level or of the second (12.3), fallen back there and of no use (10.26)."""
Lineup = tuple[tuple[int, tuple[tuple[int, int, int], ...]], ...]
"""A side hex by hex: its units there with their printed strength and their marks."""


def overwhelming(strength: int) -> int:
    """10.24 Hits that destroy the whole defence: half as many again as its strength, rounded up, and one at least."""
    return max(1, (3 * strength + 1) // 2)


def account(pos: WesternDesertPosition, battle: Battle) -> tuple[Account, Dice, Dice]:
    """A battle as it stands, in words and in dice."""
    gives: Parts = {}
    takes: Parts = {}
    attack, defense = attack_dice(pos, battle, gives), defense_dice(pos, battle, takes)
    terms = [
        Term(what, _figure(what, gives.get((what, rule))), _figure(what, takes.get((what, rule))), rule)
        for what, rule in {**gives, **takes}
    ]
    needed = overwhelming(defense.strength)
    verdict = f"{needed} {'hit destroys' if needed == 1 else 'hits destroy'} the defence outright"
    return Account(tuple(terms), dice_text(attack), dice_text(defense), verdict, "10.24"), attack, defense


def lineups(pos: WesternDesertPosition, battle: Battle, attack: Dice, defense: Dice) -> tuple[Lineup, Lineup]:
    """Both sides of a battle as they fight it."""
    attackers = dict.fromkeys(battle.attackers, 0)
    for unit in battle.attackers:
        if battle.paid and not in_range(pos, pos.where[unit], pos.box.side[unit]):
            attackers[unit] |= FAR
        if unit not in attack.supplied:
            attackers[unit] |= UNSUPPLIED
    defenders = {unit: CROWD if pos.flags[unit] & FELL_BACK else 0 for unit in battle.defenders}
    for unit, marks in defenders.items():
        if marks:
            continue
        if pos.flags[unit] & INSIDE:
            defenders[unit] |= WELL_DUG_IN if pos.work_at(pos.where[unit]) == 2 else DUG_IN
        if unit not in defense.supplied:
            defenders[unit] |= UNSUPPLIED
    return _by_hex(pos, attackers), _by_hex(pos, defenders)


def _by_hex(pos: WesternDesertPosition, marks: dict[int, int]) -> Lineup:
    return tuple(
        (place, tuple((unit, pos.strength(unit), marks[unit]) for unit in units))
        for place, units in pos.by_place(marks).items()
    )


def _figure(what: str, points: int | None) -> str:
    """A strength as it is, a modifier with its sign, nothing for a side it does not concern."""
    if points is None:
        return ""
    return str(points) if what == "combat strength" else f"{points:+}"


def dice_text(dice: Dice) -> str:
    """How many dice, and what they hit on."""
    parts = [f"{count} on {faces}" for count, faces in ((dice.fives, "5 or 6"), (dice.sixes, "6")) if count]
    count = dice.fives + dice.sixes
    if len(parts) == 1:
        return f"{count} {'die' if count == 1 else 'dice'} on {'5 or 6' if dice.fives else '6'}"
    return f"{count} dice ({', '.join(parts)})" if parts else "no dice"
