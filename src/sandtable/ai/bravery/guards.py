"""Bravery in the Sand: what can lose the game at once, as exact chances.

The last tanks in a battle; a road to Alexandria or Tripoli left open to a stack whose chit may come next; a garrison of
Tobruk too weak against the units that can storm it.
"""

from __future__ import annotations

from collections.abc import Sequence

from sandtable.ai.bravery.battles import at_least, clash, forces, muster, spent_within
from sandtable.ai.bravery.camps import far, step_worth
from sandtable.ai.bravery.coups import march, near_alexandria, to_alexandria
from sandtable.ai.bravery.outlook import garrison_lost
from sandtable.ai.bravery.value import PLAIN, Sight, deciding
from sandtable.engine.flow import Action, Frame
from sandtable.engine.maps import Mask, places_in
from sandtable.engine.sides import ALLIED, AXIS
from sandtable.games.bravery.position import LOST, BraveryPosition
from sandtable.games.bravery.rules.r05_activation import draws
from sandtable.games.bravery.rules.r07_strength import attackers, defenders, works
from sandtable.games.bravery.rules.r08_combined import stacks_among, waiting
from sandtable.games.bravery.rules.r13_victory import tank_strength

SMALL = 0.04
"""A chance below this is left to judgement."""
SURE = 0.5
"""A chance to win at once above this counts against the chance to lose."""

LATER = 0.5
"""What a danger counts for that comes only with the next turn's cup, while chits are still to be drawn."""


def dangers(pos: BraveryPosition, side: int, actions: Sequence[Action]) -> list[float] | None:
    """For each action the chance that it loses the game at once; None where nothing like that is at stake."""
    frame = pos.stack[-1]
    match frame.step:
        case "move":
            told = {action: _march(pos, frame, side, action) for action in actions if action[0] != "drop"}
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
            found = _stand_or_go(pos, side, actions)
        case "combat.retreat":
            found = [_fallen_back(pos, side, action) for action in actions]
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


def _stand_or_go(pos: BraveryPosition, side: int, actions: Sequence[Action]) -> list[float]:
    """Another round may cost the last tanks; leaving may open a road, and so may being beaten, the more if few live."""
    force, against = attackers(pos), defenders(pos)
    if ("retreat",) not in actions or not force or not against or works(pos) or 1 - side in pos.leaving:
        return [0.0] * len(actions)
    lost, won = _spent(pos, pos.attacker, pos.field, force, 1)
    if side != pos.attacker:
        lost, won = won, lost
    fight, left, dead = _balance(lost, won), _left(pos, side), standing_danger(overrun(pos, side), side)
    if left or dead:
        worth = step_worth(pos.box, PLAIN.steps)
        mine, other = muster(pos, force, worth), muster(pos, against, worth)
        end = clash(*forces(pos, pos.field, pos.attacker, mine, other), 1)
        beaten, toll, men = (1 - end.taken, end.ours, mine) if side == pos.attacker else (end.taken, end.theirs, other)
        killed = (toll.best + toll.rest) / (men.best_steps + men.rest_steps)
        fight += beaten * (killed * dead + (1 - killed) * left)
    return [left if action[0] == "retreat" else fight for action in actions]


def opens(pos: BraveryPosition, side: int) -> bool:
    """Could the enemy of a side win with his next march? A quicker look than the chance of it."""
    sight = Sight(pos, PLAIN)
    return bool(sight.coups(1 - side)) or (side == ALLIED and bool(sight.directed()))


def overrun(pos: BraveryPosition, side: int) -> BraveryPosition:
    """A battle once all of a side in the field are dead: nobody of them is left who could bar a road."""
    box, gone = pos.box, pos.copy()
    for unit in pos.at(pos.field, side):
        gone.strength[unit], gone.where[unit] = 0, LOST
    bit = 1 << pos.field & box.strategic
    gone.axis_held = gone.axis_held & ~bit if side == AXIS else gone.axis_held | bit
    return gone


def _left(pos: BraveryPosition, side: int) -> float:
    """The danger once a side has left the field, by the safest way."""
    gone = pos.copy()
    gone.play(("retreat",))
    if gone.stack and gone.stack[-1].step == "combat.declare":
        gone.play(("stay",))
    if gone.stack and gone.stack[-1].step == "combat.retreat" and gone.stack[-1].side == side:
        return min(_fallen_back(gone, side, action) for action in gone.actions())
    return _settled(gone, side)


def _fallen_back(pos: BraveryPosition, side: int, action: Action) -> float:
    """The danger after a retreat; if a unit goes by itself, with all others going the safest way together."""
    gone = pos.copy()
    gone.play(action)
    if action[0] == "split" and gone.stack and gone.stack[-1].step == "combat.retreat":
        return min(_fallen_back(gone, side, then) for then in gone.actions() if then[0] != "split")
    return _settled(gone, side)


def _settled(pos: BraveryPosition, side: int) -> float:
    """The danger in a position that may be the end of the game."""
    if pos.over is not None:
        return -1.0 if pos.over[0] == side else 1.0
    return standing_danger(pos, side)


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
            return max(fight, _settled(moved, side)) if moved.over is None else _settled(moved, side)
        case "stop":
            return standing_danger(pos, side)
        case "carry":
            return _woken(pos, side, action)
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
    """How likely the enemy is to win by a march, or by storming Tobruk, before this side can do something about it."""
    sight = Sight(pos, PLAIN)
    enemy = 1 - side
    killers = sight.coups(enemy)
    directed = enemy == AXIS and bool(sight.directed())
    lost = 0.0
    if killers or directed:
        lost = first(pos, side, deciding(pos, killers, directed=directed), responders(sight, side))
    if side == ALLIED:
        lost = max(lost, _stormed(pos, sight))
    return lost if lost > SMALL else 0.0


def responders(sight: Sight, side: int) -> Sequence[int]:
    """The chits of a side that could bar the way to an enemy who wins with his next march."""
    pos, box = sight.pos, sight.pos.box
    enemies, own = sight.camps[1 - side].hexes, sight.camps[side]
    points, barring = march(box), {}
    ways = _ways(sight, side)
    able: list[int] = []
    for formation, place, _, nation, _ in own.columns:
        if formation in able or (side == AXIS and nation != "de"):
            continue
        reached = box.routes(place, points, enemies & box.radius[points][place])[0]
        for spot in reached:
            if not ways >> spot & 1:
                continue
            if spot not in barring:
                barring[spot] = not enemies >> spot & 1 and _bars(sight, side, spot)
            if barring[spot]:
                able.append(formation)
                break
    return deciding(pos, able)


def _ways(sight: Sight, side: int) -> Mask:
    """Where somebody could keep the enemy from winning with a march: on his ways, or on the road behind him."""
    box = sight.pos.box
    if side == AXIS:
        return box.corridor
    points, near = march(box), near_alexandria(box, march(box))
    found = box.strategic
    for column in sight.camps[AXIS].columns:
        if column.nation == "de" and near >> column.place & 1:
            found |= box.radius[points][column.place]
    return found


def _bars(sight: Sight, side: int, place: int) -> bool:
    """Would somebody in a place keep the enemy from winning with a march?"""
    pos, box, (allied, axis) = sight.pos, sight.pos.box, sight.camps
    if side == AXIS:
        return bool(box.corridor >> place & 1)
    ground, held = allied.ground.joined(place, firm=True), pos.axis_held & ~(1 << place)
    return not to_alexandria(box, axis, ground, held, march(box))


def _stormed(pos: BraveryPosition, sight: Sight) -> float:
    """How likely one stack, with those already waiting, is to take Tobruk before the Commonwealth draws a chit."""
    box = pos.box
    garrison = sight.stacks(ALLIED).get(box.tobruk)
    near = far(box)[box.tobruk]
    if garrison is None:
        return first(
            pos, ALLIED, deciding(pos, {c.formation for c in sight.camps[AXIS].columns if near >> c.place & 1})
        )
    there = sum([pos.strength[unit] for unit in waiting(pos, box.tobruk, AXIS)])
    worst = 0.0
    for formation, place, steps, *_ in sight.camps[AXIS].columns:
        if near >> place & 1 and place != box.tobruk:
            chance = at_least(garrison.steps, (steps + there) // 2, 1)
            if chance > SMALL:
                worst = max(worst, chance * first(pos, ALLIED, deciding(pos, [formation])))
    return worst


def first(pos: BraveryPosition, side: int, killers: Sequence[int], answers: Sequence[int] | None = None) -> float:
    """How likely one of some enemy chits is to be drawn before an answer: one of this side's own, or of some of them.

    If neither comes this turn, the next turn's cup counts, with all chits in it.
    """
    box = pos.box
    theirs = [chit for chit in killers if box.chits_of[1 - side] >> chit & 1]
    if not theirs:
        return 0.0
    ours = [chit for chit in places_in(box.chits_of[side]) if answers is None or chit in answers]
    next_turn = len(theirs) / (len(theirs) + len(ours))
    left = draws(pos) - len(pos.drawn)
    if left <= 0 or not any(frame.step == "draw.next" for frame in pos.stack):
        return next_turn
    awaited = awaited_chits(pos, side)
    deadly = sum(chit not in pos.drawn for chit in theirs)
    either = deadly + sum(chit in awaited for chit in ours)
    cup = (pos.cup[0] | pos.cup[1]).bit_count() - len(pos.drawn)
    neither = 1.0
    for n in range(min(left, max(cup, 1))):
        neither *= max(0.0, 1 - either / max(1, cup - n))
    return (deadly / either * (1 - neither) if either else 0.0) + LATER * neither * next_turn


def awaited_chits(pos: BraveryPosition, side: int) -> list[int]:
    """A side's chits still in the cup."""
    return [chit for chit in range(len(pos.box.chits)) if pos.cup[side] >> chit & 1 and chit not in pos.drawn]
