"""Bravery in the Sand: what a player looks at, and an agent that takes the best of what it sees next.

Terms of the evaluation, for a side: the strategic hexes it holds; its steps, tanks above all, and more as they grow
few; Tobruk's garrison against what stands around it; a hold on the corridor to Tripoli and the way to it; the way to
Alexandria; and the closeness of its units to hexes worth taking or holding.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from random import Random

from sandtable.ai.lookahead import play_until
from sandtable.ai.search import Depth
from sandtable.engine.flow import Action, Frame
from sandtable.engine.maps import Mask, flood, places_in
from sandtable.engine.records import Seat
from sandtable.engine.sides import ALLIED, AXIS
from sandtable.games.bravery.box import BraveryBox, Unit
from sandtable.games.bravery.forecast import stand_or_go
from sandtable.games.bravery.position import BraveryPosition
from sandtable.games.bravery.rules.r13_victory import points, tank_strength

WON = 1000.0
POINT, LATE_POINT = 0.6, 0.9
"""A victory point, and so much more for each turn gone: few games last until points decide."""
STEP = {"german tank": 4.8, "tank": 1.2, "infantry": 0.6, "italian": 0.6}
FEW_TANKS = 60.0
"""Worth of the last tanks: grows as the limit of 13.1 comes near."""
TOBRUK_EMPTY, TOBRUK_STEP = 60.0, 0.4
CORRIDOR, EXIT_STEP, EXIT_NEAR = 4.0, 3.0, 0.9
"""Germans in the corridor; Commonwealth steps at the exit to Tripoli, and near it while the corridor is empty."""
ROAD_OPEN, ROAD_NEAR, GATE_NEAR = 3.0, 2.9, 1.8
"""An open road from a base to Alexandria, and each German step near its end or, while it is shut, near its gate."""
GUARD = 0.3
"""Each Commonwealth step near the gate."""
TERMS = (
    "victory points",
    "troops",
    "tanks near the limit",
    "Tobruk's garrison",
    "the way to Tripoli",
    "the road to Alexandria",
    "closeness to objectives",
)
NEAR = 0.12
"""For each hex a step is nearer to the nearest hex worth having."""
FAR, CLOSE = 8, 4
"""Hexes at which a threat, and a guard, counts for nothing."""
FIGHTS, FEW_FIGHTS = 6, 2
"""Battles sampled for each way of starting one, and for each of the many ways a stack to be woken could."""
DEPTH = Depth(
    pauses=("draw.chit", "cup.commit", "refit.choose"),
    through=4,
    breadth=6,
    keys=("move", "activate.stack", "activate.dak", "combat.declare", "combat.retreat"),
    scale=20.0,
    caution=1.7,
)
"""Search plays on through the next three chits."""


def terms(pos: BraveryPosition, side: int) -> dict[str, float]:
    """What is good and bad about a position for a side, by name."""
    if pos.over is not None:
        winner = pos.over[0]
        return {"the game": 0.0 if winner is None else WON if winner == side else -WON}
    ours, theirs = _standing(pos, side), _standing(pos, 1 - side)
    return {name: ours.get(name, 0.0) - theirs.get(name, 0.0) for name in TERMS}


def evaluate(pos: BraveryPosition, side: int) -> float:
    """How good a position is for a side: the sum of its terms."""
    return sum(terms(pos, side).values())


def _standing(pos: BraveryPosition, side: int) -> dict[str, float]:
    """One side's share of the evaluation."""
    box, where, strength = pos.box, pos.where, pos.strength
    good = {
        "victory points": (POINT + LATE_POINT * pos.turn) * points(pos)[side],
        "troops": sum(worth * strength[unit] for unit, worth in _worth(box, side)),
        "tanks near the limit": -FEW_TANKS / max(1, tank_strength(pos, side) - int(box.tables["few_tanks"])),
        "closeness to objectives": _nearness(pos, side),
    }
    if side == ALLIED:
        garrison = sum(strength[unit] for unit in box.units_of[ALLIED] if where[unit] == box.tobruk)
        siege = box.exits[box.tobruk]
        around = sum(strength[u] for u in box.units_of[AXIS] if where[u] >= 0 and siege >> where[u] & 1)
        good["Tobruk's garrison"] = TOBRUK_STEP * min(garrison, around) if garrison else -TOBRUK_EMPTY
        good["the way to Tripoli"] = _way_to_tripoli(pos)
        good["the road to Alexandria"] = GUARD * _gathered(pos, box.units_of[ALLIED], gates(box), CLOSE)
    else:
        good["the road to Alexandria"] = _road_to_alexandria(pos)
    return good


def _way_to_tripoli(pos: BraveryPosition) -> float:
    """What the Commonwealth has won of the way west: steps at its end, and near it while no German bars it."""
    box, where, strength = pos.box, pos.where, pos.strength
    out = EXIT_STEP * sum(strength[unit] for unit in box.units_of[ALLIED] if where[unit] == box.tripoli)
    if any(where[unit] >= 0 and box.corridor >> where[unit] & 1 for unit in box.germans):
        return out - CORRIDOR
    return out + EXIT_NEAR * _gathered(pos, box.units_of[ALLIED], 1 << box.tripoli, CLOSE)


def _road_to_alexandria(pos: BraveryPosition) -> float:
    """What the Germans near the end of an open road east are worth to the Axis, or near the gate of a shut one."""
    box = pos.box
    exits = open_exits(box, pos.axis_held)
    if not exits:
        return GATE_NEAR * _gathered(pos, marching_germans(box), gates(box), FAR)
    return ROAD_OPEN + ROAD_NEAR * _gathered(pos, marching_germans(box), exits, FAR)


def _gathered(pos: BraveryPosition, units: Iterable[int], goals: Mask, reach: int) -> float:
    """Steps on or near some hexes, the less the further off."""
    near, where, strength, total = nearest(pos.box, goals), pos.where, pos.strength, 0
    for unit in units:
        place = where[unit]
        if place >= 0 and (close := reach - near[place]) > 0:
            total += strength[unit] * close
    return total / reach


def _nearness(pos: BraveryPosition, side: int) -> float:
    """Units do well to stand near hexes the enemy holds, and on those of theirs the enemy is near."""
    box, where, strength = pos.box, pos.where, pos.strength
    theirs = box.strategic & (~pos.axis_held if side == AXIS else pos.axis_held)
    if not theirs:
        return 0.0
    near, total = nearest(box, theirs), 0
    for unit in movers(box, side):
        place = where[unit]
        if place >= 0:
            total += strength[unit] * near[place]
    return -NEAR * total


# What depends on few things is worked out once for each of their values.


@lru_cache(maxsize=4)
def _distances(box: BraveryBox) -> tuple[tuple[int, ...], ...]:
    """Hexes between any two places."""
    size = range(len(box.map))
    return tuple(tuple(box.map.distance(a, b) for b in size) for a in size)


@lru_cache(maxsize=1024)
def nearest(box: BraveryBox, goals: Mask) -> tuple[int, ...]:
    """For each place the hexes to the nearest of some goals."""
    rows = [_distances(box)[place] for place in places_in(goals)]
    return tuple(map(min, *rows)) if len(rows) > 1 else rows[0] if rows else (0,) * len(box.map)


@lru_cache(maxsize=4096)
def open_exits(box: BraveryBox, axis_held: Mask) -> Mask:
    """The eastern exits that an open road joins to a base of the Axis."""
    return flood(box.bases & axis_held, ~(box.strategic & ~axis_held), box.paths) & box.alexandria


@lru_cache(maxsize=4)
def gates(box: BraveryBox) -> Mask:
    """The hexes of the Commonwealth that bar the road to Alexandria at the start."""
    held = box.axis_at_start
    return sum(1 << place for place in places_in(box.strategic & ~held) if open_exits(box, held | 1 << place))


@lru_cache(maxsize=4)
def marching_germans(box: BraveryBox) -> tuple[int, ...]:
    """The Germans that can march."""
    return tuple(unit for unit in box.germans if not box.fixed[unit])


@lru_cache(maxsize=8)
def movers(box: BraveryBox, side: int) -> tuple[int, ...]:
    """The units of a side that march."""
    return tuple(unit for unit in box.units_of[side] if box.units[unit].movement == 3)


@lru_cache(maxsize=8)
def _worth(box: BraveryBox, side: int) -> tuple[tuple[int, float], ...]:
    """The units of a side with the worth of a step of each."""
    return tuple((unit, STEP[_sort(box.units[unit])]) for unit in box.units_of[side])


def _sort(unit: Unit) -> str:
    """Which line of STEP a unit is on."""
    if unit.nation == "it":
        return "italian"
    if not unit.armor:
        return "infantry"
    return "german tank" if unit.nation == "de" else "tank"


def quick_reply(pos: BraveryPosition, rng: Random) -> Action:
    """A plain choice in little time, for playing worlds on."""
    frame, actions = pos.stack[-1], pos.actions()
    match frame[0]:
        case "move":
            return _quick_move(pos, frame, actions, rng)
        case "combat.declare":
            return stand_or_go(pos, frame[1])
        case "cup.commit":
            return ("all",) if ("all",) in actions else ("done",)
        case "recover.choose" | "refit.choose":
            return actions[-1]
        case "activate.stack" | "activate.dak" | "combat.retreat":
            return actions[int(rng.random() * len(actions))]
    return actions[0]


def _quick_move(pos: BraveryPosition, frame: Frame, actions: list[Action], rng: Random) -> Action:
    """Take what is open, fight what is weak, else draw near to what the enemy holds."""
    side, stack = frame[1], frame[2][0]
    strength, where = pos.strength, pos.where
    mine = sum(strength[unit] for unit in stack)
    enemies: dict[int, int] = {}
    for unit in pos.box.units_of[1 - side]:
        if where[unit] >= 0:
            enemies[where[unit]] = enemies.get(where[unit], 0) + strength[unit]
    here = where[stack[0]]
    if here in enemies:
        if ("assault",) in actions:
            return ("assault",)
        return ("fight",) if mine >= enemies[here] else ("combine",)
    theirs = pos.box.strategic & (~pos.axis_held if side == AXIS else pos.axis_held)
    if side == AXIS and pos.box.units[stack[0]].nation == "de":
        theirs |= open_exits(pos.box, pos.axis_held)
    near = nearest(pos.box, theirs)

    def worth(place: int) -> float:
        if place in enemies:
            odds = mine - enemies[place] * (1.6 if pos.box.works[place] else 1.0)
            return 3.0 + odds / 2 if odds >= 0 else -9.0
        return (4.0 if theirs >> place & 1 else 0.0) - 0.5 * near[place] + rng.random()

    staying = worth(here) + (8.0 if here == pos.box.tobruk else 0.0)
    best, choice = staying, ("stop",)
    for action in actions:
        if action[0] == "move" and (value := worth(action[1])) > best:
            best, choice = value, action
    return choice


def battle_over(pos: BraveryPosition) -> bool:
    """Is no battle being fought?"""
    return not any(frame[0].startswith(("combat.", "recover.")) for frame in pos.stack)


class Greedy:
    """Takes the action whose consequences it likes best, battles sampled to their end."""

    def __init__(self, seed: int = 0) -> None:
        self.rng = Random(seed)

    def choose(self, seat: Seat) -> Action:
        """The best action by one look ahead."""
        actions = seat.actions()
        pos = seat.guess(self.rng)
        assert isinstance(pos, BraveryPosition)
        rated = self.rate(pos, actions)
        return actions[rated.index(max(rated))]

    def rate(self, pos: BraveryPosition, actions: list[Action]) -> list[float]:
        """What each action is worth to the side that decides; the highest is its choice."""
        step, side, _ = pos.stack[-1]
        if step == "cup.commit":
            choice = self._commit(pos, side, actions)
            return [float(action == choice) for action in actions]
        return [self.value(pos, side, action) for action in actions]

    def reply(self, pos: BraveryPosition, rng: Random) -> Action:
        """A plain choice in little time, for playing worlds on."""
        return quick_reply(pos, rng)

    def _commit(self, pos: BraveryPosition, side: int, actions: list[Action]) -> Action:
        """Put every formation in but the garrison of a Tobruk under siege, which does best to sit still."""
        for action in actions:
            if action[0] == "put" and pos.box.chits[action[1]].label != "70D":
                return action
        return ("done",)

    def value(self, pos: BraveryPosition, side: int, action: Action, fights: int = FIGHTS) -> float:
        """What an action leads to, on average over some fights."""
        step = pos.stack[-1][0]
        next_pos = pos.copy()
        next_pos.play(action)
        if step in ("activate.stack", "activate.dak") and next_pos.stack and next_pos.stack[-1][0] == "move":
            return max(self.value(next_pos, side, then, FEW_FIGHTS) for then in next_pos.actions())
        if step == "move" and action[0] == "move":
            return self._after_move(next_pos, side, fights)
        if battle_over(next_pos):
            return evaluate(next_pos, side)
        return self._fought(next_pos, side, fights)

    def _after_move(self, pos: BraveryPosition, side: int, fights: int) -> float:
        """A march is worth its place, or the best way to meet the enemy found there."""
        if pos.over is None and pos.stack[-1][0] == "move" and pos.stack[-1][1] == side:
            engaging = [action for action in pos.actions() if action[0] in ("fight", "assault", "combine")]
            if engaging:
                return max(self.value(pos, side, action, fights) for action in engaging)
        return evaluate(pos, side)

    def _fought(self, pos: BraveryPosition, side: int, fights: int) -> float:
        total = 0.0
        for _ in range(fights):
            trial = pos.copy()
            play_until(trial, battle_over, quick_reply, self.rng)
            total += evaluate(trial, side)
        return total / fights
