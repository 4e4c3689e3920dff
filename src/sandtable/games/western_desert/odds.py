"""What an attack may come to, worked out exactly."""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from sandtable.engine.chance import chance_of_hits
from sandtable.games.western_desert.position import Battle, WesternDesertPosition
from sandtable.games.western_desert.rules.r10_account import overwhelming
from sandtable.games.western_desert.rules.r10_losses import steps_left
from sandtable.games.western_desert.rules.r10_strength import Dice, attack_dice, defense_dice
from sandtable.games.western_desert.rules.r13_leaders import face, leads


@lru_cache(maxsize=4096)
def hit_chances(fives: int, sixes: int) -> tuple[float, ...]:
    """The chance of 0, 1, 2, ... hits."""
    first, second = chance_of_hits(fives, 2), chance_of_hits(sixes, 1)
    total = [0.0] * (fives + sixes + 1)
    for n, p in enumerate(first):
        for m, q in enumerate(second):
            total[n + m] += p * q
    return tuple(total)


class Prospect(NamedTuple):
    """An attack before it is fought."""

    attack: Dice
    defense: Dice
    needed: int
    """Hits that overwhelm the defence."""
    attacker_steps: int
    defender_steps: int

    @property
    def hits(self) -> tuple[float, ...]:
        """Chances of hits on the defence."""
        return hit_chances(self.attack.fives, self.attack.sixes)

    @property
    def overwhelm(self) -> float:
        """The chance of an overwhelming attack."""
        return sum(self.hits[self.needed :])

    def losses(self) -> tuple[list[float], list[float]]:
        """The chance of each number of steps lost, attacker and defender, if every hit is taken as a step."""
        swept = self.overwhelm
        defender = _capped(self.hits[: self.needed], self.defender_steps)
        defender[-1] += swept
        attacker = _capped(hit_chances(self.defense.fives, self.defense.sixes), self.attacker_steps)
        attacker = [chance * (1 - swept) for chance in attacker]
        attacker[0] += swept
        return attacker, defender


def _capped(chances: tuple[float, ...], most: int) -> list[float]:
    capped = [0.0] * (most + 1)
    for hits, chance in enumerate(chances):
        capped[min(hits, most)] += chance
    return capped


def with_best_leads(pos: WesternDesertPosition, battle: Battle) -> Battle:
    """The battle with the leader each side would use."""
    best = []
    for side, units, attacking in ((pos.active, battle.attackers, True), (1 - pos.active, battle.defenders, False)):
        found = leads(pos, side, units, attacking)
        value = {x: face(pos, x).attack if attacking else face(pos, x).defense for x in found}
        best.append(max(found, key=value.__getitem__, default=-1))
    return battle._replace(lead=(best[0], best[1]))


def prospect(pos: WesternDesertPosition, battle: Battle) -> Prospect:
    """Dice and steps of a battle as it would be fought now."""
    battle = with_best_leads(pos, battle)
    attack, defense = attack_dice(pos, battle), defense_dice(pos, battle)
    return Prospect(
        attack,
        defense,
        overwhelming(defense.strength),
        steps_left(pos, list(battle.attackers)),
        steps_left(pos, list(battle.defenders)),
    )
