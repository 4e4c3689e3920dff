"""Combat, first part: who fights, with how many dice and which bonus, and the order of a round."""

from __future__ import annotations

from collections.abc import Sequence

from sandtable.engine.chance import HANDFUL, DiceRoll
from sandtable.engine.flow import Action, Auto, Frame, push, swap
from sandtable.engine.sides import AXIS, CHANCE
from sandtable.games.bravery.box import FORT
from sandtable.games.bravery.position import BraveryPosition
from sandtable.games.bravery.rules.r10_directive import directed

ATTACK, DEFENCE = 0, 1
HIT = 6


def open_battle(pos: BraveryPosition, side: int, place: int, force: tuple[int, ...], least: int) -> None:
    """7.1.2 The active stack attacks, alone or in a combined attack of at least so many rounds."""
    pos.field, pos.attacker, pos.force = place, side, force
    pos.rounds, pos.rounds_least = 0, least
    pos.hurt, pos.damage, pos.fallen = (0, 0), (), ()
    pos.note("7.1.2" if least == 1 else "8.2.2", "battle", place, side, force, tuple(defenders(pos)))
    push(pos, "combat.round", side)


def attackers(pos: BraveryPosition) -> list[int]:
    """The attacking units still alive in the hex."""
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
    return sum(strength[unit] for unit in units)


def dice_of(halves: int) -> int:
    """7.1.1 One die for each full point of strength; a full unit has one, a reduced one a half."""
    return halves // 2


def works(pos: BraveryPosition) -> int:
    """9.1 The fort or encampment the defender fights in, if the defender controls it."""
    return pos.box.works[pos.field] if pos.controls(pos.field, 1 - pos.attacker) else 0


def level_of(pos: BraveryPosition, units: Sequence[int]) -> int:
    """The highest strength level among some units."""
    return max(pos.box.units[unit].level for unit in units)


def level_bonus(pos: BraveryPosition, ours: Sequence[int], theirs: Sequence[int]) -> int:
    """7.1.4 One for units two levels or more above the enemy, counting the best on each side."""
    return int(level_of(pos, ours) - level_of(pos, theirs) >= 2)


def reduced_bonus(pos: BraveryPosition, theirs: Sequence[int]) -> int:
    """7.1.5 One when every enemy unit is reduced."""
    return int(all(pos.strength[unit] == 1 for unit in theirs))


def attack_bonus(pos: BraveryPosition) -> int:
    """9.3 What attackers add to each die; walls take the bonuses of level and reduced enemies away."""
    if works(pos):
        return 0
    ours, theirs = attackers(pos), defenders(pos)
    return level_bonus(pos, ours, theirs) + reduced_bonus(pos, theirs)


def defence_bonus(pos: BraveryPosition) -> int:
    """9.4 What defenders add to each die: a fort adds one, an encampment nothing."""
    ours, theirs = defenders(pos), attackers(pos)
    return level_bonus(pos, ours, theirs) + reduced_bonus(pos, theirs) + (works(pos) == FORT)


def attack_dice(pos: BraveryPosition) -> list[tuple[int, int]]:
    """Dice and bonus of the attackers; Germans under the Directive roll theirs apart (R6)."""
    units, bonus = attackers(pos), attack_bonus(pos)
    dice = dice_of(strength_of(pos, units))
    if pos.attacker == AXIS and directed(pos):
        german = min(dice, dice_of(strength_of(pos, [u for u in units if pos.box.units[u].nation == "de"])))
        return [(german, bonus + 1), (dice - german, bonus)]
    return [(dice, bonus)]


class Round(Auto[BraveryPosition]):
    """7.5 A round: both sides roll, both take their damage, then they may retreat; and so on until one is gone."""

    name = "combat.round"

    def run(self, pos: BraveryPosition, frame: Frame) -> None:
        pos.rounds += 1
        pos.hits = (0, 0)
        attacker = pos.attacker
        swap(pos, "combat.after", attacker)
        push(pos, "combat.suffer", 1 - attacker)
        push(pos, "combat.suffer", attacker)
        dice = dice_of(strength_of(pos, defenders(pos)))
        if dice:
            push(pos, "combat.roll", CHANCE, DEFENCE, dice, defence_bonus(pos))
        for count, bonus in reversed(attack_dice(pos)):
            if count:
                push(pos, "combat.roll", CHANCE, ATTACK, count, bonus)


class Roll(DiceRoll[BraveryPosition]):
    """Dice of one side, a handful at a time; six or more after the bonus hits."""

    name = "combat.roll"
    rule = "7.1.1"

    def dice(self, pos: BraveryPosition, frame: Frame) -> int:
        return min(int(frame[2][1]), HANDFUL)

    def apply(self, pos: BraveryPosition, frame: Frame, action: Action) -> None:
        who, count, bonus = frame[2]
        need = HIT - bonus
        hits = sum(face >= need for face in action[1:])
        mine, theirs = pos.hits
        pos.hits = (mine + hits, theirs) if who == ATTACK else (mine, theirs + hits)
        side = pos.attacker if who == ATTACK else 1 - pos.attacker
        pos.note("7.1.1", "roll", side, action[1:], need, pos.field)
        if count > HANDFUL:
            swap(pos, self.name, CHANCE, who, count - HANDFUL, bonus)
        else:
            pos.stack = pos.stack[:-1]


STEPS = (Round(), Roll())
