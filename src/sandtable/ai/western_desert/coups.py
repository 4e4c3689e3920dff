"""Western Desert Force: the coup, a drive of all who can get there to the enemy's base (17.1).

Strategic moves along an open road end far from the front, and who has made one may still move and attack in the
exploitation phase. So a base behind an open road is one turn away from half the desert.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from math import atanh, tanh
from random import Random

from sandtable.ai.western_desert.assault import fall_chance, feeds_who_takes
from sandtable.ai.western_desert.plans import COUP, Stance, following
from sandtable.ai.western_desert.policy import DEPTH, Scores, evaluate
from sandtable.engine.flow import Action
from sandtable.engine.maps import Mask, places_in
from sandtable.engine.sides import CHANCE
from sandtable.games.western_desert.position import WesternDesertPosition
from sandtable.games.western_desert.rules.entering import prizes
from sandtable.games.western_desert.rules.r09_movement import level_penalty
from sandtable.games.western_desert.terms import INFANTRY, LEFT, MP

Reply = Callable[[WesternDesertPosition, Random], Action]
IN, BESIDE, STAGED, HALT = 100.0, 60.0, 40.0, 20.0
"""How strongly units of a coup are drawn into the base, next to it, to where they can exploit to it, and to a prize
that halts them on the way."""
PROMISING = 0.25
"""The chance of the fall of a base from which a coup is thought through."""
TRIALS = 8
"""How often it is played in the mind, with dice."""
LONG = 500
CERTAIN = 0.999


def promising(pos: WesternDesertPosition, side: int) -> bool:
    """Could the enemy's base fall this turn, with a way home for the supplies of who takes it?"""
    foe = 1 - side
    base = pos.box.sources[foe]
    garrison = pos.fighters_at(base, foe)
    return feeds_who_takes(pos, foe, base) and fall_chance(pos, foe, base, garrison) >= PROMISING


def worth_of_coup(pos: WesternDesertPosition, first: Action | None, reply: Reply, seed: int) -> float:
    """What a coup comes to in points, over several plays of this whole turn: most of them win the game or fail."""
    side, total = pos.active, 0.0
    stance = Stance(side, pos.turn, COUP)
    for trial in range(TRIALS):
        total += tanh(_played(pos, first, reply, seed + trial, stance) / DEPTH.scale)
    mean = total / TRIALS
    return DEPTH.scale * atanh(max(-CERTAIN, min(CERTAIN, mean)))


def _played(pos: WesternDesertPosition, first: Action | None, reply: Reply, seed: int, stance: Stance) -> float:
    """How good the position is for the side to move when the whole turn, the enemy's part included, is over."""
    trial, rng = pos.quiet(), Random(seed)
    if first is not None:
        trial.play(first)
    with following(stance):
        for _ in range(LONG):
            if not trial.stack or trial.turn != pos.turn:
                break
            trial.play(trial.sample(rng) if trial.stack[-1].side == CHANCE else reply(trial, rng))
    return evaluate(trial, stance.side)


def exploits_to(pos: WesternDesertPosition, unit: int) -> int:
    """What a unit may spend in the exploitation phase, in sixths of a point."""
    box = pos.box
    points = max(0, box.movement[unit] - level_penalty(pos, unit))
    if box.kind[unit] == INFANTRY and not pos.major:
        return 0
    return (points if pos.major and box.mobile[unit] else (points + 1) // 2) * MP


def coup_scores(pos: WesternDesertPosition, units: Sequence[int], places: Iterable[int]) -> dict[int, float]:
    """The places that bring these units into the enemy's base, beside it, or within reach of it for exploitation."""
    box, foe = pos.box, 1 - pos.active
    base, held, zones = box.sources[foe], pos.held[foe], pos.zoc[foe]
    beside = box.strikes[base] & ~held
    aims = beside if held >> base & 1 else beside | box.bit[base]
    fighters = [unit for unit in units if unit < box.count]
    slowest = min(fighters or units, key=lambda unit: exploits_to(pos, unit))
    budget = 0 if pos.exploiting else exploits_to(pos, slowest)
    stages = _stages(pos, slowest, budget, aims)
    found, halts = dict[int, float](), 0 if pos.exploiting else prizes(pos, pos.active)
    for place in places:
        if place == base:
            found[place] = IN
        elif beside >> place & 1:
            found[place] = BESIDE
        elif stages >> place & 1 and _reach_from(pos, slowest, place, budget, held, zones) & aims:
            found[place] = STAGED
        elif halts >> place & 1 and fighters:
            found[place] = HALT
    return found


def _stages(pos: WesternDesertPosition, unit: int, budget: int, aims: Mask) -> Mask:
    """Hexes near enough to some of these for a move of this budget, if nobody is in the way."""
    found, ways = 0, pos.box.ways[pos.box.terrain_kind[unit]]
    if budget:
        for place in places_in(aims):
            found |= ways.within(place, budget + MP)
    return found


def _reach_from(pos: WesternDesertPosition, unit: int, place: int, budget: int, held: Mask, zones: Mask) -> Mask:
    box, kind = pos.box, pos.box.terrain_kind[unit]
    free = box.ways[kind].within(place, budget)
    if box.passes_zones[unit]:
        return box.hindered_reach(kind, place, budget, held & free, 0, zones & free, 0, 0)
    return box.hindered_reach(kind, place, budget, held & free, zones & free & ~box.bit[place], 0, 0, 0)


def coup_movers(pos: WesternDesertPosition, actions: list[Action]) -> Scores:
    """Unit by unit, those who can exploit first and the farthest of them: strategic moves come before all others."""
    box, scores = pos.box, list[float]()
    far = box.to_source[1 - pos.active]
    for action in actions:
        if action[0] != "unit":
            scores.append(0.0 if action[0] == "done" else -1.0)
            continue
        unit = action[1]
        if pos.flags[unit] & LEFT:
            scores.append(-1.0)
        elif unit >= box.count:
            scores.append(1.0)
        else:
            scores.append(2.0 + 4.0 * box.mobile[unit] + 0.05 * far[pos.where[unit]] + 0.01 * pos.strength(unit))
    return scores
