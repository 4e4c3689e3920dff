"""Operation Battleaxe: what the enemy's next impulse could do to each stack, by what can reach it and by the odds."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache, lru_cache
from operator import itemgetter
from typing import Any

from sandtable.engine.maps import Mask, places_in, spread
from sandtable.engine.sides import AXIS
from sandtable.games.battleaxe.box import BattleaxeBox
from sandtable.games.battleaxe.odds import two_dice
from sandtable.games.battleaxe.rules.r09_movement import NEAR_ENEMY, STRONG_ENEMY, WEAK_ENEMY
from sandtable.games.battleaxe.rules.r11_values import FULL_LOSS, REDUCED_LOSS

AIR, ROMMEL = 3.5, 3.5
"""What the die of aircraft or of Rommel adds on average."""
WORKS = 0.7
"""What the surer call for artillery adds in a strongpoint."""
REPELLED = 0.5
"""What a repulse costs an attacker, of what a success gains."""


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
def hurt(lead: int, endurance: int) -> float:
    """The share of a stack that an attack with so much of a lead (in halves) costs it, less what the attack risks."""
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


@lru_cache(maxsize=1 << 16)
def stack_danger(
    box: BattleaxeBox,
    side: int,
    place: int,
    units: Mask,
    weak: Mask,
    attackers: tuple[tuple[Mask, Mask], ...],
    support: int,
    together: bool,
) -> float:
    """The share of a stack at risk from the stacks that can come at it, with so much support (in halves)."""
    force, reduced = attackers[0]
    if len(attackers) > 1:
        ranked = sorted(attackers, key=lambda one: -attack_value(box, *one))
        force, reduced = ranked[0]
        if together:  # 9.1.2 two areas of the Axis may act together
            force, reduced = force | ranked[1][0], reduced | ranked[1][1]
    strength = attack_value(box, force, reduced)
    if not strength:
        return 0.0
    ground = box.tem[place] + (WORKS if side == AXIS and box.strongpoints >> place & 1 else 0.0)
    lead = strength - defence_value(box, units, weak) - ground
    lost = weak.bit_count()
    endurance = FULL_LOSS * (units.bit_count() - lost) + REDUCED_LOSS * lost
    return hurt(round(2 * lead) + support, endurance)


@lru_cache(maxsize=8)
def _movers(box: BattleaxeBox) -> tuple[Mask, Mask]:
    """Units that can go round one area and still attack weak units, and those that can attack any."""
    weak, strong = NEAR_ENEMY + WEAK_ENEMY, NEAR_ENEMY + STRONG_ENEMY
    return (
        sum(1 << u for u, points in enumerate(box.movement) if points >= weak),
        sum(1 << u for u, points in enumerate(box.movement) if points >= strong),
    )


@lru_cache(maxsize=8)
def neighbourhoods(box: BattleaxeBox) -> tuple[tuple[int, ...], ...]:
    """For each place itself and all within two steps, as far as they could matter to a fight there."""
    found = []
    for place, near in enumerate(box.around):
        within = 1 << place | near
        if box.areas >> place & 1:
            within |= spread(near & box.areas, box.around)
        found.append((place, *(other for other in places_in(within) if other != place)))
    return tuple(found)


@lru_cache(maxsize=8)
def lookers(box: BattleaxeBox) -> tuple[Callable[[tuple[Mask, ...]], Any], ...]:
    """What picks the neighbourhood of each place out of a list by place."""
    return tuple(itemgetter(*places) for places in neighbourhoods(box))


@lru_cache(maxsize=1 << 17)
def share_at_risk(
    box: BattleaxeBox,
    side: int,
    place: int,
    stacks: tuple[Mask, ...],
    reduced: Mask,
    fit: Mask,
    support: int,
    together: bool,
) -> float:
    """The share of a side's stack in a place at risk, from the units of both sides in its neighbourhood."""
    attackers = tuple(attackers_of(box, side, place, stacks, reduced, fit))
    if not attackers:
        return 0.0
    units = stacks[0] & box.army[side]
    return stack_danger(box, side, place, units, units & reduced, attackers, support, together)


def attackers_of(
    box: BattleaxeBox, side: int, place: int, stacks: tuple[Mask, ...], reduced: Mask, fit: Mask
) -> list[tuple[Mask, Mask]]:
    """The enemy stacks that could attack a place next impulse, each with those of it that are reduced.

    Units next to it can; those one area further need the points to get past it (9.2); those among enemies of their own
    may not enter another fight (9.3.4).
    """
    own, foes = box.army[side], box.army[1 - side]
    fit &= foes
    near = box.around[place]
    found = [(stacks[0] & foes, stacks[0] & foes & reduced)] if stacks[0] & foes else []
    far: list[tuple[int, Mask]] = []
    ways = 0
    for other, units in zip(neighbourhoods(box)[place], stacks, strict=True):
        if units & own:
            continue
        if near >> other & 1:
            if box.areas >> other & 1:
                ways |= box.around[other]
            able = units & fit
            if able:
                found.append((able, able & reduced))
        elif units & fit:
            far.append((other, units & fit))
    if far:
        quick = _movers(box)[bool(stacks[0] & own & ~reduced)]
        found += [
            (units & quick, units & quick & reduced) for other, units in far if ways >> other & 1 and units & quick
        ]
    return found
