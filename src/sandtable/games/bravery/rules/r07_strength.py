"""Combat, the sums: who fights, with how many dice and which bonus, and the account of it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from sandtable.engine.battle import Account, Term
from sandtable.engine.sides import AXIS
from sandtable.games.bravery.box import FORT
from sandtable.games.bravery.position import BraveryPosition
from sandtable.games.bravery.rules.r10_directive import directed

HIT = 6
WORKS = ("", "encampment", "fort")


def attackers(pos: BraveryPosition) -> list[int]:
    """The attacking units still in the hex; friends who wait there are no part of the battle (R26)."""
    return [unit for unit in pos.force if pos.where[unit] == pos.field]


def defenders(pos: BraveryPosition) -> list[int]:
    """7.1.3, 8.2.3 All units of the other side in the hex defend, marked or not."""
    return pos.at(pos.field, 1 - pos.attacker)


def in_battle(pos: BraveryPosition, side: int) -> list[int]:
    """A side's units in the battle."""
    return attackers(pos) if side == pos.attacker else defenders(pos)


def strength_of(pos: BraveryPosition, units: Sequence[int]) -> int:
    """Strength of some units in halves."""
    strength = pos.strength
    return sum([strength[unit] for unit in units])


def dice_of(halves: int) -> int:
    """7.1.1 One die for each full point of strength; a full unit has one, a reduced one a half."""
    return halves // 2


def works(pos: BraveryPosition) -> int:
    """9.1 The fort or encampment the defender fights in, if the defender controls it."""
    return pos.box.works[pos.field] if pos.controls(pos.field, 1 - pos.attacker) else 0


def enough_rounds(pos: BraveryPosition) -> bool:
    """8.2.4 Nobody retreats from a combined attack before it has lasted as many rounds as it has attacking stacks."""
    return pos.rounds >= pos.rounds_least


def level_of(pos: BraveryPosition, units: Sequence[int]) -> int:
    """The highest strength level among some units."""
    pieces = pos.box.units
    return max([pieces[unit].level for unit in units])


def level_bonus(lead: int) -> int:
    """7.1.4 One for units two levels or more above the enemy, counting the best on each side."""
    return int(lead >= 2)


def reduced_bonus(pos: BraveryPosition, theirs: Sequence[int]) -> int:
    """7.1.5 One when every enemy unit is reduced."""
    return int(all(pos.strength[unit] == 1 for unit in theirs))


class Modifier(NamedTuple):
    """What one reason adds to the dice of each side."""

    label: str
    attack: int
    defence: int
    rule: str


def modifiers(pos: BraveryPosition) -> list[Modifier]:
    """Everything that changes the dice of both sides but the Directive, which is for Germans alone."""
    return _modifiers(pos, attackers(pos), defenders(pos))


def _modifiers(pos: BraveryPosition, ours: list[int], theirs: list[int]) -> list[Modifier]:
    found = bonuses(pos, ours, theirs)
    walls = works(pos)
    if walls:
        found += [modifier for modifier in (against_works(walls, found), fort_bonus(walls)) if any(modifier[1:3])]
    return found


def bonuses(pos: BraveryPosition, ours: list[int], theirs: list[int]) -> list[Modifier]:
    """What either side may add to its dice by its units, also where nobody does."""
    lead = level_of(pos, ours) - level_of(pos, theirs)
    return [
        Modifier("two levels better", level_bonus(lead), level_bonus(-lead), "7.1.4"),
        Modifier("enemy all reduced", reduced_bonus(pos, theirs), reduced_bonus(pos, ours), "7.1.5"),
    ]


def against_works(walls: int, bonuses: list[Modifier]) -> Modifier:
    """9.3 A fort or encampment takes the attackers' bonuses away."""
    return Modifier(f"against the {WORKS[walls]}", -attack_bonus(bonuses), 0, "9.3")


def fort_bonus(walls: int) -> Modifier:
    """9.4 Defenders of a fort add one to each die, those of an encampment nothing."""
    return Modifier("in the fort", 0, int(walls == FORT), "9.4")


def attack_bonus(changes: list[Modifier]) -> int:
    """What attackers add to each die, without the Directive."""
    return sum([modifier.attack for modifier in changes])


def germans(pos: BraveryPosition, units: Sequence[int]) -> list[int]:
    """The German ones among some units."""
    return [unit for unit in units if pos.box.units[unit].nation == "de"]


class RoundSums(NamedTuple):
    """The sums of a round: who fights, what changes their dice, and which dice with which bonus both sides roll."""

    ours: list[int]
    theirs: list[int]
    changes: list[Modifier]
    attack: list[tuple[int, int]]
    defence: list[tuple[int, int]]


def round_sums(pos: BraveryPosition) -> RoundSums:
    """The sums of the round to come."""
    ours, theirs = attackers(pos), defenders(pos)
    changes = _modifiers(pos, ours, theirs)
    return RoundSums(ours, theirs, changes, attack_dice(pos, ours, changes), defence_dice(pos, theirs, changes))


def attack_dice(pos: BraveryPosition, units: list[int], changes: list[Modifier]) -> list[tuple[int, int]]:
    """Dice and bonus of the attackers; Germans under the Directive roll theirs apart (R6)."""
    bonus, dice = attack_bonus(changes), dice_of(strength_of(pos, units))
    if pos.attacker == AXIS and directed(pos):
        german = dice_of(strength_of(pos, germans(pos, units)))
        return [roll for roll in ((german, bonus + 1), (dice - german, bonus)) if roll[0]]
    return [(dice, bonus)] if dice else []


def defence_dice(pos: BraveryPosition, units: list[int], changes: list[Modifier]) -> list[tuple[int, int]]:
    """Dice and bonus of the defenders."""
    dice = dice_of(strength_of(pos, units))
    return [(dice, sum([modifier.defence for modifier in changes]))] if dice else []


def account(pos: BraveryPosition) -> Account:
    """The sums of the round to come: strengths, what changes the dice, and what hits."""
    return account_of(pos, round_sums(pos))


def account_of(pos: BraveryPosition, sums: RoundSums) -> Account:
    """The sums of a round in words."""
    terms = [
        Term("combat strength", _halves(pos, sums.ours), _halves(pos, sums.theirs), "7.1.1"),
        *[Term(m.label, _signed(m.attack), _signed(m.defence), m.rule) for m in sums.changes],
    ]
    if pos.attacker == AXIS and directed(pos):
        terms.append(Term(f"Rommel Directive for {_directed_part(pos, sums.ours)}", _signed(1), "", "10.1.2"))
    return Account(tuple(terms), _rolls(sums.attack), _rolls(sums.defence), _limits(pos), "7.1.1")


def _directed_part(pos: BraveryPosition, units: list[int]) -> str:
    """Whose dice the Directive helps; beside Italians, the strength that those dice come from (R6)."""
    german = germans(pos, units)
    return "German dice" if german == units else f"German dice (strength {_halves(pos, german)})"


def _limits(pos: BraveryPosition) -> str:
    """What binds this battle: a fort or encampment allows one round, several stacks put off a retreat."""
    if works(pos):
        return "one round only, and the attackers leave if a defender is left"  # 9.2
    if pos.rounds_least > 1 and pos.rounds <= pos.rounds_least:
        return f"no retreat before the end of round {pos.rounds_least}"  # 8.2.4
    return ""


def _halves(pos: BraveryPosition, units: Sequence[int]) -> str:
    whole, half = divmod(strength_of(pos, units), 2)
    return f"{whole or ''}½" if half else str(whole)


def _signed(amount: int) -> str:
    """What is added to each die."""
    return f"{amount:+d} a die".replace("-", "−") if amount else ""


def _rolls(rolls: list[tuple[int, int]]) -> str:
    return " and ".join(
        f"{dice} {'die' if dice == 1 else 'dice'} hitting on {faces(bonus)}" for dice, bonus in rolls
    ) or ("no dice")


def faces(bonus: int) -> str:
    """What a die must show with this bonus: 6, or 5+."""
    return f"{HIT - bonus}+" if bonus else str(HIT)
