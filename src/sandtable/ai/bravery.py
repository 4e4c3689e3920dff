"""Bravery in the Sand: what a player looks at, and an agent that takes the best of what it sees next.

Terms of the evaluation, for a side: the strategic hexes it holds; its steps, tanks above all, and more as they grow
few; Tobruk's garrison against what stands around it; a hold on the corridor to Tripoli and the way to it; the way to
Alexandria; and the closeness of its units to hexes worth taking or holding.
"""

from __future__ import annotations

from functools import lru_cache
from random import Random

from sandtable.ai.lookahead import play_until
from sandtable.ai.search import Depth
from sandtable.engine.flow import Action, Frame
from sandtable.engine.maps import Mask, flood, places_in
from sandtable.engine.records import Seat
from sandtable.engine.sides import ALLIED, AXIS
from sandtable.games.bravery.box import BraveryBox
from sandtable.games.bravery.forecast import stand_or_go
from sandtable.games.bravery.position import BraveryPosition
from sandtable.games.bravery.rules.r13_victory import points, tank_strength

WON = 1000.0
POINT = 9.0
"""A victory point."""
STEP = {"tank": 2.6, "infantry": 1.6, "italian": 1.0}
FEW_TANKS = 40.0
"""Worth of the last tanks: grows as the limit of 13.1 comes near."""
TOBRUK_EMPTY, TOBRUK_STEP = 60.0, 1.2
CORRIDOR, EXIT_STEP, ROAD_STEP = 9.0, 1.5, 0.9
ROAD_OPEN, ROAD_NEAR = 14.0, 3.0
"""An open road from a base to Alexandria, and each German step on it the more the nearer it is."""
TERMS = (
    "victory points",
    "troops",
    "tanks near the limit",
    "Tobruk's garrison",
    "the way to Tripoli",
    "the road to Alexandria",
    "closeness to objectives",
)
NEAR = 0.35
"""For each hex a unit is nearer to the nearest hex worth having."""
FIGHTS, FEW_FIGHTS = 6, 2
"""Battles sampled for each way of starting one, and for each of the many ways a stack to be woken could."""
DEPTH = Depth(
    pauses=("draw.chit", "cup.commit", "refit.choose"),
    through=10,
    breadth=6,
    keys=("move", "activate.stack", "activate.dak", "combat.declare", "combat.retreat"),
    scale=40.0,
    caution=1.7,
)
"""Search plays on through the next nine chits: most of a turn."""


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
        "victory points": POINT * points(pos)[side],
        "troops": sum(worth * strength[unit] for unit, worth in _worth(box, side)),
        "tanks near the limit": -FEW_TANKS / max(1, tank_strength(pos, side) - int(box.tables["few_tanks"])),
        "closeness to objectives": _nearness(pos, side),
    }
    if side == ALLIED:
        garrison = sum(strength[unit] for unit in box.units_of[ALLIED] if where[unit] == box.tobruk)
        siege = box.exits[box.tobruk]
        around = sum(strength[u] for u in box.units_of[AXIS] if where[u] >= 0 and siege >> where[u] & 1)
        good["Tobruk's garrison"] = TOBRUK_STEP * min(garrison, around) if garrison else -TOBRUK_EMPTY
        good["the way to Tripoli"] = EXIT_STEP * sum(
            strength[unit] for unit in box.units_of[ALLIED] if where[unit] == box.tripoli
        )
    else:
        if any(where[unit] >= 0 and box.corridor >> where[unit] & 1 for unit in box.germans):
            good["the way to Tripoli"] = CORRIDOR
        good["the road to Alexandria"] = _road_to_alexandria(pos) + ROAD_STEP * sum(
            strength[u] for u in box.germans if where[u] >= 0 and box.alexandria >> where[u] & 1
        )
    return good


def _road_to_alexandria(pos: BraveryPosition) -> float:
    """What an open road east is worth to the Axis, and so what cutting it is worth to the Commonwealth."""
    box = pos.box
    exits = open_exits(box, pos.axis_held)
    if not exits:
        return 0.0
    near, total = nearest(box, exits), ROAD_OPEN
    for unit in box.germans:
        place = pos.where[unit]
        if place >= 0 and not box.fixed[unit]:
            total += ROAD_NEAR * pos.strength[unit] / (2 + near[place])
    return total


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
    return -NEAR * total / 2


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


@lru_cache(maxsize=8)
def movers(box: BraveryBox, side: int) -> tuple[int, ...]:
    """The units of a side that march."""
    return tuple(unit for unit in box.units_of[side] if box.units[unit].movement == 3)


@lru_cache(maxsize=8)
def _worth(box: BraveryBox, side: int) -> tuple[tuple[int, float], ...]:
    """The units of a side with the worth of a step of each."""
    sorts = {unit: box.units[unit] for unit in box.units_of[side]}
    return tuple(
        (unit, STEP["italian" if counter.nation == "it" else "tank" if counter.armor else "infantry"])
        for unit, counter in sorts.items()
    )


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
