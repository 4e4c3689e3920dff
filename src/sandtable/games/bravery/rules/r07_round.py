"""Combat, first part: a battle opens, and the order of a round."""

from __future__ import annotations

from typing import NamedTuple

from sandtable.engine.chance import HANDFUL, DiceRoll
from sandtable.engine.flow import Action, Auto, Frame, pop, push, swap
from sandtable.engine.sides import CHANCE
from sandtable.games.bravery.position import BraveryPosition
from sandtable.games.bravery.rules.r07_strength import (
    HIT,
    account_of,
    defenders,
    round_sums,
    works,
)

ATTACK, DEFENCE = 0, 1


def open_battle(pos: BraveryPosition, side: int, place: int, force: tuple[int, ...], least: int, rule: str) -> None:
    """7.1.2 The active stack attacks, alone or in a combined attack of at least this many rounds; against works one."""
    pos.field, pos.attacker, pos.force = place, side, force
    pos.rounds, pos.rounds_least = 0, 1 if works(pos) else least
    pos.damage = ()
    pos.note(rule, "battle", place, side, force, tuple(defenders(pos)))
    push(pos, "combat.round", side)


class Round(Auto[BraveryPosition]):
    """7.5 A round: both sides roll, both take their damage, then they may retreat; and so on until one is gone."""

    name = "combat.round"

    def run(self, pos: BraveryPosition, frame: Frame) -> None:
        pos.rounds += 1
        pos.hits = (0, 0)
        attacker, sums = pos.attacker, round_sums(pos)
        if pos.log is not None:
            pos.note("7.1.1", "round", pos.field, pos.rounds, account_of(pos, sums))
        swap(pos, "combat.after", attacker)
        push(pos, "combat.suffer", 1 - attacker)
        push(pos, "combat.suffer", attacker)
        for who, rolls in ((DEFENCE, sums.defence), (ATTACK, sums.attack)):
            for count, bonus in reversed(rolls):
                push(pos, "combat.roll", CHANCE, who, count, bonus, ())


class Roll(DiceRoll[BraveryPosition]):
    """Dice of one side, a handful at a time; six or more after the bonus hits."""

    name = "combat.roll"
    rule = "7.1.1"

    class Args(NamedTuple):
        """Attack or defence, the dice still to roll, what each adds, and what was shown."""

        who: int
        left: int
        bonus: int
        faces: tuple[int, ...]

    def dice(self, pos: BraveryPosition, frame: Frame) -> int:
        return min(int(self.Args(*frame.args).left), HANDFUL)

    def apply(self, pos: BraveryPosition, frame: Frame, action: Action) -> None:
        who, count, bonus, faces = self.Args(*frame.args)
        faces += action[1:]
        if count > HANDFUL:
            swap(pos, self.name, CHANCE, who, count - HANDFUL, bonus, faces)
            return
        need = HIT - bonus
        hits = sum(face >= need for face in faces)
        mine, theirs = pos.hits
        pos.hits = (mine + hits, theirs) if who == ATTACK else (mine, theirs + hits)
        side = pos.attacker if who == ATTACK else 1 - pos.attacker
        pos.note("7.1.1", "roll", side, faces, need, pos.field)
        pop(pos)


STEPS = (Round(), Roll())
