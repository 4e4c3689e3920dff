"""Western Desert Force: what an attack costs beyond itself, because every enemy hex beside the attackers is owed one.

Rule 10.1 has each enemy hex next to an attacker attacked in the same phase, by somebody. Good odds against one hex are
no bargain if a weak stack must then storm the strong one beside it.
"""

from __future__ import annotations

from sandtable.ai.western_desert.value import attack_value
from sandtable.engine.maps import mask_of, places_in
from sandtable.games.western_desert.position import Battle, WesternDesertPosition
from sandtable.games.western_desert.rules.r10_attack import PlanAttack, must_attack, ready_stacks
from sandtable.games.western_desert.rules.r10_points import payment_barred

Ready = dict[int, list[int]]


def debt(pos: WesternDesertPosition) -> float:
    """What the attacks that the plan now being made leaves owed will cost; those that pay for themselves cost nothing.

    Those that are owed in turn are counted too.
    """
    if pos.surprise:  # 7.92: nothing is owed
        return 0.0
    targets, stacks, _ = PlanAttack.Args(*pos.stack[-1].args)
    done = pos.attacked | mask_of(targets)
    owed = (pos.owed & pos.held[1 - pos.active] | must_attack(pos, stacks)) & ~done
    if not owed:
        return 0.0
    used = {place for place, _ in stacks}
    free = {place: units for place, units in ready_stacks(pos).items() if place not in used}
    total = 0.0
    while free and owed:
        first = (owed & -owed).bit_length() - 1
        value, stack = _cheapest(pos, first, free)
        owed &= ~pos.box.bit[first]
        done |= pos.box.bit[first]
        if stack < 0:
            continue
        total += min(0.0, value)
        del free[stack]
        owed |= must_attack(pos, ((stack, 1),)) & ~done
    return -total


def _cheapest(pos: WesternDesertPosition, target: int, free: Ready) -> tuple[float, int]:
    """The best attack that one free stack can make on a hex: its value and the stack, or -1."""
    best = 0.0, -1
    for place in places_in(pos.box.strikes[target] & mask_of(free)):
        units = tuple(free[place])
        paid = int(pos.points[pos.active] > 1 and payment_barred(pos, pos.active, units) is None)
        battle = Battle(units, tuple(pos.fighters_at(target, 1 - pos.active)), (target,), paid, 0)
        value = attack_value(pos, battle)
        if best[1] < 0 or value > best[0]:
            best = value, place
    return best
