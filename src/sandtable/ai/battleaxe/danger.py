"""Operation Battleaxe: what the enemy's next impulse could do to each stack, from what can reach it and the odds."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache, lru_cache
from operator import itemgetter

from sandtable.engine.maps import Mask, places_in, spread
from sandtable.engine.sides import AXIS
from sandtable.games.battleaxe.box import BattleaxeBox
from sandtable.games.battleaxe.odds import two_dice
from sandtable.games.battleaxe.rules.r09_movement import NEAR_ENEMY, STRONG_ENEMY, WEAK_ENEMY
from sandtable.games.battleaxe.rules.r11_values import FULL_LOSS, REDUCED_LOSS

AIR, ROMMEL = 3.5, 3.5
"""What the die for aircraft or Rommel adds on average."""
WORKS = 0.7
"""What the easier artillery call adds in a strongpoint."""
REPELLED = 0.5
"""What a repulse costs an attacker, as a share of what a success gains."""


@lru_cache(maxsize=1 << 15)
def attack_value(box: BattleaxeBox, units: Mask, weak: Mask) -> int:
    """What the best four of some units bring to an attack before support: the lead, the others, combined arms."""
    troops = units & ~box.guns
    if not troops:
        return 0
    lead = max(box.reduced_value[u] if weak >> u & 1 else box.value[u] for u in places_in(troops))
    all_arms = bool(units & box.armor) and bool(units & box.infantry) and bool(units & box.guns)
    return lead + min(box.stack, units.bit_count()) - 1 + all_arms


@lru_cache(maxsize=1 << 15)
def defence_value(box: BattleaxeBox, units: Mask, weak: Mask) -> int:
    """What a stack brings to its defence before the ground: guns without troops beside them count one (10.3)."""
    if not units & ~box.guns:
        return int(bool(units & ~weak)) + units.bit_count() - 1
    lead = max(box.reduced_value[u] if weak >> u & 1 else box.value[u] for u in places_in(units))
    return lead + units.bit_count() - 1


@cache
def expected_loss(lead: int, endurance: int) -> float:
    """The share of a stack that an attack with this lead (in halves) costs it, less what the attack risks."""
    total = 0.0
    for ours, p in two_dice():
        for theirs, q in two_dice():
            margin = lead / 2 + ours - theirs
            if margin > endurance:
                total += p * q
            elif margin > 0:
                total += p * q * 0.75 * margin / endurance
            elif margin < 0:
                total -= p * q * REPELLED / max(1.0, endurance / FULL_LOSS)
    return max(0.0, total)


@cache
def taken_chance(lead: int, endurance: int) -> float:
    """How likely an attack with this lead (in halves) is to drive out all of a stack that wants to stay."""
    return sum(p * q for ours, p in two_dice() for theirs, q in two_dice() if lead / 2 + ours - theirs >= endurance - 1)


def attack_lead(box: BattleaxeBox, side: int, place: int, units: Mask, weak: Mask, strength: int) -> float:
    """By how much an attack of this strength, before support, is better than the defence of a stack."""
    ground = box.tem[place] + (WORKS if side == AXIS and box.strongpoints >> place & 1 else 0.0)
    return strength - defence_value(box, units, weak) - ground


def stack_endurance(units: Mask, weak: Mask) -> int:
    """The losses a stack can take."""
    lost = weak.bit_count()
    return FULL_LOSS * (units.bit_count() - lost) + REDUCED_LOSS * lost


@lru_cache(maxsize=1 << 16)
def stack_danger(
    box: BattleaxeBox, side: int, place: int, units: Mask, weak: Mask, strength: int, support: int
) -> float:
    """The share of a stack at risk from an attack of this strength, with this support (in halves)."""
    if strength <= 0:
        return 0.0
    lead = attack_lead(box, side, place, units, weak, strength)
    return expected_loss(round(2 * lead) + support, stack_endurance(units, weak))


@lru_cache(maxsize=1 << 17)
def stack_fate(
    box: BattleaxeBox, side: int, place: int, units: Mask, weak: Mask, strength: int, support: int
) -> tuple[float, float]:
    """How likely such an attack is to drive a stack out of its place, and the share of it that is at risk."""
    lead = round(2 * attack_lead(box, side, place, units, weak, strength)) + support
    endurance = stack_endurance(units, weak)
    return taken_chance(lead, endurance), expected_loss(lead, endurance)


@lru_cache(maxsize=8)
def _movers(box: BattleaxeBox) -> tuple[Mask, Mask]:
    """Units that can go round one area and still attack weak units, and those that can attack any."""
    weak, strong = NEAR_ENEMY + WEAK_ENEMY, NEAR_ENEMY + STRONG_ENEMY
    return (
        sum(1 << u for u, points in enumerate(box.movement) if points >= weak),
        sum(1 << u for u, points in enumerate(box.movement) if points >= strong),
    )


@lru_cache(maxsize=1 << 14)
def second_ring(box: BattleaxeBox, defenders: Mask) -> tuple[Mask, ...]:
    """For each place the areas two steps away, through an area without defenders; a zone is entered from beside it."""
    free = box.areas & ~defenders
    return tuple(spread(near & free, box.around) & ~near & box.areas for near in box.around)


NOBODY = -1
"""Stands for an attack that nobody can make."""
Wave = tuple[int, Mask, Mask]
"""What a stack brings to an attack, the places it can attack, and its units."""


class Attackers:
    """The enemies of a side that could attack in their next impulse, by place, each stack at its present strength.

    Units beside a place can attack it; those of the second ring need the points to get past one area (9.2). Units
    with enemies in their own area may not enter another fight (9.3.4): only those of `loose` places count.
    """

    def __init__(
        self, box: BattleaxeBox, here: Sequence[Mask], defenders: Mask, loose: Mask, fit: Mask, reduced: Mask
    ) -> None:
        self._box, self._reduced = box, reduced
        around, self._rings = box.around, second_ring(box, defenders)
        self._near: list[Wave] = []
        self._stacks: list[tuple[int, Mask]] = []
        self._ranked: list[list[Wave] | None] = [None, None]
        self.reach: Mask = 0
        """Where they could attack, with luck."""
        while loose:
            bit = loose & -loose
            loose ^= bit
            place = bit.bit_length() - 1
            units = here[place] & fit
            if units:
                near = around[place]
                self.reach |= near | self._rings[place]
                self._near.append((attack_value(box, units, units & reduced), near, units))
                self._stacks.append((place, units))

    def strongest(self, place: int, there: Mask = 0, *, strong: bool, together: bool = False) -> int:
        """The strength of the best attack on a place from around it, from its second ring, or by those `there`.

        Two areas of the Axis may act together (9.1.2).
        """
        most, units, next_most, next_units = NOBODY, 0, NOBODY, 0
        for value, places, men in self._ranked[strong] or self._rank(strong):
            if places >> place & 1:
                if units:
                    next_most, next_units = value, men
                    break
                most, units = value, men
                if not together:
                    break
        if there:
            value = attack_value(self._box, there, there & self._reduced)
            if value > most:
                most, units, next_units = value, there, units
            elif value > next_most:
                next_units = there
        if not together or not next_units:
            return most
        units |= next_units
        return attack_value(self._box, units, units & self._reduced)

    def everywhere(self, whole: Mask, weak: Mask, *, together: bool) -> dict[Mask, int]:
        """The same for many places at once, with none of the attackers in them: those with whole units, and others."""
        found: dict[Mask, int] = {}
        for strong, places in ((True, whole), (False, weak)):
            if places:
                waves = self._ranked[strong] or self._rank(strong)
                if together:
                    self._best_two(waves, places, found)
                else:
                    _best(waves, places, found)
        return found

    def _best_two(self, waves: list[Wave], places: Mask, found: dict[Mask, int]) -> None:
        """By place what the best two stacks together bring, the strongest first."""
        box, reduced, firsts = self._box, self._reduced, dict[Mask, Mask]()
        once, never = 0, places
        for value, aims, men in waves:
            both = aims & once
            new = aims & never
            never ^= new
            once = (once | new) & ~both
            while new:
                bit = new & -new
                new ^= bit
                found[bit], firsts[bit] = value, men
            while both:
                bit = both & -both
                both ^= bit
                units = firsts[bit] | men
                found[bit] = attack_value(box, units, units & reduced)

    def _rank(self, strong: bool) -> list[Wave]:
        """All attacks on strong or on weak units, the strongest first."""
        box, able, waves = self._box, _movers(self._box)[strong], self._near[:]
        for place, units in self._stacks:
            ring, men = self._rings[place], units & able
            if ring and men:
                waves.append((attack_value(box, men, men & self._reduced), ring, men))
        waves.sort(key=_value, reverse=True)
        self._ranked[strong] = waves
        return waves


def _best(waves: list[Wave], places: Mask, found: dict[Mask, int]) -> None:
    """By place what the strongest stack brings."""
    for value, aims, _ in waves:
        new = aims & places
        places ^= new
        while new:
            bit = new & -new
            new ^= bit
            found[bit] = value
        if not places:
            return


_value = itemgetter(0)
