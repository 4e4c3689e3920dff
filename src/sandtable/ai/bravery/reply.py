"""Bravery in the Sand: greedy's choices in a fraction of its time, for playing worlds on.

A march is judged by the pull of the place on each step of the stack, battles by a table of what such battles came to.
"""

from __future__ import annotations

from collections.abc import Collection
from operator import attrgetter
from random import Random
from typing import Any, TypeVar

from sandtable.ai.bravery import value
from sandtable.ai.bravery.camps import step_worth
from sandtable.ai.bravery.coups import directed_march, near_alexandria, open_to_march
from sandtable.ai.bravery.guards import dangers, opens, overrun
from sandtable.ai.bravery.outlook import HOPELESS, Outlook
from sandtable.ai.bravery.roads import gates
from sandtable.ai.bravery.value import PLAIN, Weights
from sandtable.ai.core import greedy as core
from sandtable.engine.flow import Action, Frame
from sandtable.engine.sides import ALLIED, AXIS
from sandtable.games.bravery.position import BraveryPosition
from sandtable.games.bravery.rules.r06_movement import budget, enemy_hexes, routes
from sandtable.games.bravery.rules.r07_strength import attackers, defenders, dice_of, in_battle, strength_of, works
from sandtable.games.bravery.rules.r08_combined import stacks_among, waiting

TRIFLE = 0.2
"""What leaving somebody behind must gain to be worth it."""
BEATEN, NO_DICE = 2.0, 8.0
"""What standing must gain where the enemy has twice the dice, and where one has none."""
MOST_REMEMBERED = 1 << 13
"""States whose best reply is remembered."""
STATE = attrgetter(
    "turn",
    "axis_held",
    "cup",
    "drawn",
    "declared",
    "refitted",
    "directive",
    "under_directive",
    "field",
    "attacker",
    "force",
    "leaving",
    "hits",
)
"""With the lists and the stack: everything a choice depends on, except the map and the counters."""
MARCHING = attrgetter("turn", "axis_held", "cup", "declared", "under_directive")
"""The part of it that a march depends on, but for the chits drawn."""
T = TypeVar("T")


def reply(pos: BraveryPosition, rng: Random, by: Weights = PLAIN) -> Action:
    """A quick, plain choice."""
    frame, actions = pos.stack[-1], pos.actions()
    if len(actions) == 1:
        return actions[0]
    step = frame.step
    if step in ("combat.retreat", "refit.choose", "activate.dak"):
        key = (by, step, *_state(pos))
        if key not in _replies:
            _replies[key] = _reply(pos, frame, actions, by)
        return _replies[key]
    return _reply(pos, frame, actions, by)


def _reply(pos: BraveryPosition, frame: Frame, actions: list[Action], by: Weights) -> Action:
    match frame.step:
        case "move":
            stack, _, guests, _, moved = frame.args
            if moved and not guests and not pos.holds(pos.where[stack[0]], 1 - frame.side):
                return ("stop",)  # it went where it wanted to be
            return marched(pos, frame, actions, by)[1]
        case "activate.stack" | "activate.dak":
            return max(actions, key=lambda action: _waking(pos, action, by))
        case "combat.declare":
            return _safe_stand(pos, frame.side, actions, by)
        case "combined.wake":
            return _woken_again(pos, frame, by)
        case "combat.retreat":
            together = [action for action in actions if action[0] != "split"]
            return max(together, key=lambda action: _after(pos, frame.side, action, by))
        case "combat.damage":
            return max(actions, key=lambda action: spared(pos, action[1], by))
        case "refit.choose":
            return max(_refits(pos, actions), key=lambda action: _after(pos, frame.side, action, by))
        case "cup.commit":
            return commit(pos, actions)
        case "recover.choose":
            return actions[-1]
    return actions[0]


def commit(pos: BraveryPosition, actions: list[Action]) -> Action:
    """Put every chit in: an activated stack may pass, and each chit of ours leaves less room for the enemy's."""
    return ("all",) if ("all",) in actions else ("done",)


def _refits(pos: BraveryPosition, actions: list[Action]) -> list[Action]:
    """The replacements worth a look: back into the gates or into Tobruk, if not to units on the map."""
    aims = gates(pos.box, pos.axis_held) | 1 << pos.box.tobruk
    return [action for action in actions if action[0] != "return" or aims >> action[2] & 1]


def spared(pos: BraveryPosition, unit: int, by: Weights) -> float:
    """How little it hurts to have a unit hit: tanks cost most, and the last of a level more than others."""
    box = pos.box
    cost = step_worth(box, by.steps)[unit]
    if unit in box.tanks[box.units[unit].side]:
        side = box.units[unit].side
        cost += value.few(pos, side, by) / 4
    return -cost - 0.01 * (pos.strength[unit] == 1)


def _stand_or_go(pos: BraveryPosition, side: int, by: Weights) -> Action:
    """Stand while the battle is worth more to its attacker, or less to its defender, than the hex is."""
    force = attackers(pos)
    if not force or not defenders(pos) or works(pos) or 1 - side in pos.leaving:
        return ("stay",)
    box = pos.box
    if side == ALLIED and pos.field == box.tobruk and all(unit in force for unit in pos.at(box.tobruk, ALLIED)):
        return ("stay",)  # leaving gives Tobruk to the enemy
    outlook = Outlook(pos, pos.attacker, force, by)
    gain, place = outlook.fought(pos.field, force, 1), outlook.control(pos.field)
    worse = beaten(pos, side)
    return ("stay",) if (gain > worse if side == pos.attacker else gain < place - worse) else ("retreat",)


def beaten(pos: BraveryPosition, side: int) -> float:
    """What standing must gain over leaving for those who have half the enemy's dice or less, or none.

    What they have lost shows who is winning, and the next rounds are worse than the first was.
    """
    mine, other = (dice_of(strength_of(pos, units)) for units in (in_battle(pos, side), in_battle(pos, 1 - side)))
    return 0.0 if 2 * mine > other else BEATEN if mine else NO_DICE


def _waking(pos: BraveryPosition, action: Action, by: Weights) -> float:
    """What a stack would gain if it were activated."""
    after = pos.copy()
    after.play(action)
    if action[0] == "stop" or after.stack[-1].step != "move":
        return 0.0
    return marched(after, after.stack[-1], after.actions(), by)[0]


class Remembered(dict[tuple[Any, ...], T]):
    """What was found for some states; all of it is forgotten when it grows too large."""

    def __setitem__(self, key: tuple[Any, ...], found: T) -> None:
        if len(self) >= MOST_REMEMBERED:
            self.clear()
        super().__setitem__(key, found)


_marches = Remembered[tuple[float, Action]]()
_replies = Remembered[Action]()


def _state(pos: BraveryPosition) -> tuple[Any, ...]:
    """Everything a choice depends on, except the map and the counters."""
    lists = tuple(pos.where), tuple(pos.strength), tuple(pos.marker), tuple(pos.came_from)
    return (pos.box, pos.stack, *lists, *STATE(pos))


def marched(pos: BraveryPosition, frame: Frame, actions: list[Action], by: Weights) -> tuple[float, Action]:
    """`best_move`, remembered: stacks are looked at before they are activated, and worlds often start alike.

    It depends neither on the order in which chits were drawn nor on the ways by which units came.
    """
    lists = tuple(pos.where), tuple(pos.strength), tuple(pos.marker)
    key = (by, pos.box, frame, *lists, *MARCHING(pos), frozenset(pos.drawn))
    if key not in _marches:
        _marches[key] = _safe_move(pos, frame, actions, by)
    return _marches[key]


def _safe_move(pos: BraveryPosition, frame: Frame, actions: list[Action], by: Weights) -> tuple[float, Action]:
    """The best action of an active stack that does not let the enemy win with his next march."""
    best = best_move(pos, frame, actions, by)
    side, choice = frame.side, best[1]
    if choice[0] not in ("move", "stop") or not _watched(pos, side, frame.args[0]):
        return best
    after = pos
    if choice[0] == "move":
        after = pos.copy()
        after.play(choice)
    if after.over is not None or not opens(after, side):
        return best
    found = dangers(pos, side, actions)
    if found is None or core.spared(found)[actions.index(choice)]:
        return best
    safe = [action for action, ok in zip(actions, core.spared(found), strict=True) if ok]
    return best_move(pos, frame, safe, by, drops=any(action[0] == "drop" for action in safe))


def _safe_stand(pos: BraveryPosition, side: int, actions: list[Action], by: Weights) -> Action:
    """Stand or leave as the battle goes; but weaker defenders of a road leave while they can still bar it elsewhere."""
    choice = _stand_or_go(pos, side, by)
    if choice[0] != "stay" or side == pos.attacker or len(actions) < 2 or not _watched(pos, side, ()):
        return choice
    mine, other = (sum([pos.strength[unit] for unit in units]) for units in (defenders(pos), attackers(pos)))
    if mine >= other or not opens(overrun(pos, side), side):
        return choice
    found = dangers(pos, side, actions)
    if found is None or core.spared(found)[actions.index(choice)]:
        return choice
    return actions[found.index(min(found))]


def _watched(pos: BraveryPosition, side: int, stack: Collection[int]) -> bool:
    """Could a march decide the game against a side, a stack of its own apart? A quick look."""
    box, where = pos.box, pos.where
    if side == AXIS:
        return not any(box.bits[where[unit]] & box.corridor for unit in box.germans if unit not in stack)
    near = near_alexandria(box, directed_march(box))
    return any(box.bits[where[unit]] & near for unit in box.germans)


def _woken_again(pos: BraveryPosition, frame: Frame, by: Weights) -> Action:
    """Those who wait for a combined attack make it, unless a friend may still come and make it a better one."""
    _, side, (place,) = frame
    force = waiting(pos, place, side)
    outlook = Outlook(pos, side, force, by)
    now = outlook.fought(place, force, stacks_among(pos, force))
    later = [
        outlook.fought(place, [*force, *friend], 1 + stacks_among(pos, force)) for _, friend in outlook.friends(place)
    ]
    return ("stop",) if later and max(later) > now + TRIFLE else ("assault",)


def _after(pos: BraveryPosition, side: int, action: Action, by: Weights) -> float:
    after = pos.copy()
    after.play(action)
    return value.evaluate(after, side, by)


def best_move(
    pos: BraveryPosition, frame: Frame, actions: list[Action], by: Weights, *, drops: bool = True
) -> tuple[float, Action]:
    """The best action of an active stack, and what it gains."""
    _, side, (stack, *_) = frame
    outlook = Outlook(pos, side, stack, by)
    best, choice = _best_of(pos, frame, actions, outlook)
    if drops and best < value.WON / 2:
        dead_weight = _dead_weight(pos, frame, actions, outlook)
        if dead_weight is not None:
            return value.WON, ("drop", dead_weight)
    if drops and choice[0] == "move" and best < value.WON / 2:
        guard = _guard(pos, actions, by) if outlook.needed_here() else None
        if guard is not None:
            rest = tuple(unit for unit in stack if unit != guard)
            gain = _best_of(pos, frame, actions, Outlook(pos, side, rest, by, outlook.sight))[0]
            if gain > best + TRIFLE:
                return gain, ("drop", guard)
    if drops and choice[0] == "stop" and outlook.needed_here():
        guard = _guard(pos, actions, by)
        if guard is not None:
            rest = tuple(unit for unit in stack if unit != guard)
            gain, then = _best_of(pos, frame, actions, Outlook(pos, side, rest, by, outlook.sight))
            if then[0] == "move" and gain > best + TRIFLE:
                return gain, ("drop", guard)
    return best, choice


def _dead_weight(pos: BraveryPosition, frame: Frame, actions: list[Action], outlook: Outlook) -> int | None:
    """Infantry without which the armour of a stack would drive past reduced infantry to a decisive victory (6.4)."""
    box, side, (stack, *_), points = pos.box, frame.side, frame.args, budget(frame)
    foot = [action[1] for action in actions if action[0] == "drop" and not box.armor[action[1]]]
    goals = box.alexandria if side == AXIS else 1 << box.tripoli
    if not foot or not goals & box.radius[points][outlook.here]:
        return None
    mine = box.germans if side == AXIS else range(*box.span[ALLIED])
    steps = sum([pos.strength[u] for u in mine if box.bits[pos.where[u]] & goals or (u in stack and box.armor[u])])
    if steps < int(box.tables["breakthrough"]):
        return None
    enemies = outlook.sight.camps[1 - side].ground
    if side == AXIS:
        wins = open_to_march(box, outlook.here, points, enemies.firm, enemies.hexes, pos.axis_held) != 0
    else:
        near = enemies.firm & box.radius[points][outlook.here]
        wins = not outlook.sight.barred and box.tripoli in box.routes(outlook.here, points, near)[0]
    return foot[0] if wins else None


def _guard(pos: BraveryPosition, actions: list[Action], by: Weights) -> int | None:
    """The unit left behind if one must be: the least valuable, a whole unit rather than a reduced one."""
    worth = step_worth(pos.box, by.steps)
    units = [action[1] for action in actions if action[0] == "drop"]
    return min(units, key=lambda unit: (worth[unit], -pos.strength[unit])) if units else None


def _best_of(pos: BraveryPosition, frame: Frame, actions: list[Action], outlook: Outlook) -> tuple[float, Action]:
    """The best of a stack's actions apart from leaving some of it behind, and what it gains."""
    side, (stack, *_) = frame.side, frame.args
    before: dict[int, int] = {}
    if outlook.theirs & pos.box.radius[budget(frame)][outlook.here]:
        before = routes(pos, frame, enemy_hexes(pos, side, stack))[1]
    best, choice = HOPELESS, actions[0]
    meetings: list[Action] = []
    for action in actions:
        match action[0]:
            case "move":
                if outlook.enemies >> action[1] & 1:
                    meetings.append(action)
                    continue
                gain = outlook.at(action[1])
                if before:
                    gain += outlook.passing(before, action[1])
            case "stop":
                gain = 0.0
            case "combine":
                gain = outlook.combined(outlook.here)
            case "fight" | "assault":
                gain = outlook.battle(outlook.here, with_friends=action[0] == "assault")
            case _:
                continue
        if gain > best:
            best, choice = gain, action
    for action in meetings:
        place = action[1]
        on_the_way = outlook.passing(before, place) if before else 0.0
        if outlook.at_most(place) + on_the_way > best:
            gain = outlook.engaged(place) + on_the_way
            if gain > best:
                best, choice = gain, action
    return best, choice
