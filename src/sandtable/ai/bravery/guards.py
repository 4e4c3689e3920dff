"""Bravery in the Sand: what can lose the game at once, as exact chances.

The last tanks in a battle; a road to Alexandria or Tripoli left open to a stack whose chit may come next; a garrison of
Tobruk too weak against the units that can storm it.
"""

from __future__ import annotations

from collections.abc import Sequence

from sandtable.ai.bravery.battles import at_least, forces, muster, spent_within
from sandtable.ai.bravery.camps import far, step_worth
from sandtable.ai.bravery.outlook import garrison_lost
from sandtable.ai.bravery.value import PLAIN, Sight
from sandtable.engine.flow import Action, Frame
from sandtable.engine.sides import ALLIED, AXIS
from sandtable.games.bravery.position import BraveryPosition
from sandtable.games.bravery.rules.r05_activation import draws
from sandtable.games.bravery.rules.r07_strength import attackers, defenders, works
from sandtable.games.bravery.rules.r08_combined import stacks_among, waiting
from sandtable.games.bravery.rules.r13_victory import tank_strength

SMALL = 0.04
"""A chance below this is left to judgement."""
SURE = 0.5
"""A chance to win at once above this counts against the chance to lose."""

PREPARING = ("drop", "carry")
"""Orders after which the stack can still choose."""


def dangers(pos: BraveryPosition, side: int, actions: Sequence[Action]) -> list[float] | None:
    """For each action the chance that it loses the game at once; None where nothing like that is at stake."""
    frame = pos.stack[-1]
    match frame.step:
        case "move":
            told = {action: _march(pos, frame, side, action) for action in actions if action[0] not in PREPARING}
            safest = min(told.values(), default=0.0)
            found = [told.get(action, safest) for action in actions]
        case "activate.stack" | "activate.dak":
            found = [_woken(pos, side, action) for action in actions]
        case "combined.wake":
            place, *_ = frame.args
            force = waiting(pos, place, side)
            fight = tank_risk(pos, side, place, force, stacks_among(pos, force))
            found = [fight if action[0] == "assault" else 0.0 for action in actions]
        case "combat.declare":
            found = [_stand(pos, side, action) for action in actions]
        case _:
            return None
    return found if any(found) else None


def _woken(pos: BraveryPosition, side: int, action: Action) -> float:
    """The danger of the safest thing an active stack can do."""
    woken = pos.copy()
    woken.play(action)
    if woken.stack and woken.stack[-1].step == "move" and woken.stack[-1].side == side and action[0] != "stop":
        found = dangers(woken, side, woken.actions())
        return min(found) if found else 0.0
    return standing_danger(pos, side)


def _stand(pos: BraveryPosition, side: int, action: Action) -> float:
    """Another round may cost the last tanks; leaving costs none."""
    force = attackers(pos)
    if action[0] == "retreat" or not force or not defenders(pos) or works(pos) or 1 - side in pos.leaving:
        return 0.0
    lost, won = _spent(pos, pos.attacker, pos.field, force, 1)
    if side != pos.attacker:
        lost, won = won, lost
    return _balance(lost, won)


def _march(pos: BraveryPosition, frame: Frame, side: int, action: Action) -> float:
    """A battle may cost the last tanks; a march may leave a road open, or Tobruk empty."""
    stack, *_ = frame.args
    here = pos.where[stack[0]]
    match action[0]:
        case "combine":
            return tank_risk(pos, side, here, stack, 1)
        case "fight" | "assault":
            friends = waiting(pos, here, side) if action[0] == "assault" else []
            force = [*stack, *friends]
            risk = tank_risk(pos, side, here, force, 1 + stacks_among(pos, friends))
            if side == ALLIED and here == pos.box.tobruk:
                risk = max(risk, garrison_lost(pos, force))
            return risk
        case "move":
            place, fight = action[1], 0.0
            if pos.holds(place, 1 - side):
                friends = waiting(pos, place, side)
                fight = tank_risk(pos, side, place, stack, 1)
                if friends:
                    both = [*stack, *friends]
                    fight = min(fight, tank_risk(pos, side, place, both, 1 + stacks_among(pos, friends)))
            moved = pos.copy()
            moved.play(action)
            if moved.over is not None:
                return -1.0 if moved.over[0] == side else 1.0
            return max(fight, standing_danger(moved, side))
        case "stop":
            return standing_danger(pos, side)
    return 0.0


def tank_risk(pos: BraveryPosition, side: int, place: int, force: Sequence[int], rounds: int) -> float:
    """The chance that the rounds that must be fought cost a side its last tanks, weighed against the enemy's."""
    return _balance(*_spent(pos, side, place, force, rounds))


def _balance(lost: float, won: float) -> float:
    if won >= SURE and won > lost:
        return lost - won
    return lost if lost - won > SMALL else 0.0


def _spent(pos: BraveryPosition, side: int, place: int, force: Sequence[int], rounds: int) -> tuple[float, float]:
    """How likely each side is to be out of tanks after this many rounds: the attacker, then the defender."""
    worth = step_worth(pos.box, PLAIN.steps)
    ours, theirs = muster(pos, force, worth), muster(pos, pos.at(place, 1 - side), worth)
    limit = int(pos.box.tables["few_tanks"])
    spare = [
        tank_strength(pos, who) - limit if men.leader in pos.box.tanks[who] else 0
        for who, men in ((side, ours), (1 - side, theirs))
    ]
    attack, defence, walled = forces(pos, place, side, ours, theirs)
    need = [0 if least > men.best_steps else least for least, men in zip(spare, (attack, defence), strict=True)]
    if not any(need):
        return 0.0, 0.0
    return spent_within(attack, defence, walled, 1 if walled else rounds, (need[0], need[1]))


def standing_danger(pos: BraveryPosition, side: int) -> float:
    """How likely the enemy is to win by a march, or by storming Tobruk, before this side draws a chit."""
    sight = Sight(pos, PLAIN)
    enemy = 1 - side
    killers = set(sight.coups(enemy))
    lost = first(pos, side, killers) if killers else 0.0
    if side == ALLIED:
        lost = max(lost, _stormed(pos, sight))
    return lost if lost > SMALL else 0.0


def _stormed(pos: BraveryPosition, sight: Sight) -> float:
    """How likely one stack, with those already waiting, is to take Tobruk before the Commonwealth draws a chit."""
    box = pos.box
    garrison = sight.stacks(ALLIED).get(box.tobruk)
    near = far(box)[box.tobruk]
    if garrison is None:
        return first(pos, ALLIED, {c.formation for c in sight.camps[AXIS].columns if near >> c.place & 1})
    there = sum([pos.strength[unit] for unit in waiting(pos, box.tobruk, AXIS)])
    worst = 0.0
    for formation, place, steps, _ in sight.camps[AXIS].columns:
        if near >> place & 1 and place != box.tobruk:
            chance = at_least(garrison.steps, (steps + there) // 2, 1)
            if chance > SMALL:
                worst = max(worst, chance * first(pos, ALLIED, {formation}))
    return worst


def first(pos: BraveryPosition, side: int, killers: set[int]) -> float:
    """How likely a chit of some enemy formations is to be drawn before any of this side's own.

    If no more chits come this turn, the next turn's cup counts, with all chits in it.
    """
    box = pos.box
    left = draws(pos) - len(pos.drawn)
    again = left <= 0 or not any(frame.step == "draw.next" for frame in pos.stack)
    germans = any(box.formations[formation].nation == "de" for formation in killers)

    def kills(chit: int) -> bool:
        formation = box.chits[chit].formation
        return formation in killers or (formation is None and germans)

    theirs = [
        chit
        for chit in range(len(box.chits))
        if box.chits[chit].side == 1 - side and kills(chit) and (again or chit not in pos.drawn)
    ]
    ours = box.chits_of[side].bit_count() if again else len(awaited_chits(pos, side))
    if not theirs:
        return 0.0
    share = len(theirs) / (len(theirs) + ours)
    if again:
        return share
    cup = (pos.cup[0] | pos.cup[1]).bit_count() - len(pos.drawn)
    none_left = 1.0
    for n in range(min(left, max(cup, 1))):
        none_left *= max(0.0, 1 - (len(theirs) + ours) / max(1, cup - n))
    return share * (1 - none_left)


def awaited_chits(pos: BraveryPosition, side: int) -> list[int]:
    """A side's chits still in the cup."""
    return [chit for chit in range(len(pos.box.chits)) if pos.cup[side] >> chit & 1 and chit not in pos.drawn]
