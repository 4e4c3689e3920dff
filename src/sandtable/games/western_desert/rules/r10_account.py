"""The account of a battle: both strengths with their parts, the dice and what they need (10.12)."""

from __future__ import annotations

from sandtable.engine.battle import Account, Term
from sandtable.games.western_desert.position import Battle, WesternDesertPosition
from sandtable.games.western_desert.rules.r10_strength import Dice, Parts, attack_dice, defense_dice


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
