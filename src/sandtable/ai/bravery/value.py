"""Bravery in the Sand: how a position is judged.

The terms of the evaluation, for a side: the strategic hexes it holds, and those left empty in the enemy's reach; its
steps, tanks above all, more as they grow few and less where a stronger enemy can reach them; battles that are declared
but not yet fought; the bases of the Axis; Tobruk's garrison; the ways to Tripoli and to Alexandria; and the closeness
of units to hexes worth taking or holding.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace
from functools import cached_property, lru_cache
from typing import NamedTuple

from sandtable.ai.bravery.battles import Muster, Toll, at_least, clash, forces, muster
from sandtable.ai.bravery.camps import Camp, Stack, camp, far, step_worth
from sandtable.ai.bravery.coups import directed_march, in_two_marches, march, to_alexandria, to_tripoli, unwatched
from sandtable.ai.bravery.roads import bars, gates, open_exits, resistance
from sandtable.engine.maps import Mask, places_in
from sandtable.engine.sides import ALLIED, AXIS
from sandtable.games.bravery.box import BraveryBox
from sandtable.games.bravery.position import BraveryPosition
from sandtable.games.bravery.rules.r08_combined import still_declared
from sandtable.games.bravery.rules.r10_directive import directive_barred
from sandtable.games.bravery.rules.r13_victory import tank_strength

WON = 1000.0


@dataclass(frozen=True, eq=False)
class Weights:
    """How much each thing counts. Tables are kept for each set, so a set is made once and compared by identity."""

    point: float = 0.6
    late_point: float = 0.9
    """A victory point, and what is added for each turn gone: few games last until points decide."""
    exposed: float = 0.25
    """How likely a stack is to walk into an empty hex in its reach; less likely if somebody holds it."""
    post: float = 4.0
    """What it costs Italians to leave a strategic hex of their side empty in the enemy's reach: Germans have other
    things to do than to come back for it."""
    base: float = 14.0
    """The Axis bases; most of this goes to the last one, as without any there is no road to Alexandria."""
    panzer: float = 4.8
    german: float = 0.9
    italian: float = 0.9
    tank: float = 1.2
    infantry: float = 0.6
    """A step of each sort: of the Axis, which gets no replacements, and of the Commonwealth."""
    few_tanks: float = 60.0
    """What the last tanks are worth: more as the limit of 13.1 comes near."""
    danger: float = 0.25
    """The share of a stack that counts as lost when an enemy twice as strong can reach it."""
    tobruk_empty: float = 60.0
    tobruk_risk: float = 40.0
    """An empty Tobruk, and one that the Axis could storm for certain."""
    corridor: float = 4.0
    exit_step: float = 3.0
    exit_near: float = 0.9
    """Germans in the corridor; Commonwealth steps at the exit to Tripoli, and near it while the corridor is empty."""
    coup: float = 16.0
    """A stack that wins with its next march, to Tripoli or to Alexandria."""
    coup_in_two: float = 5.0
    """One that wins with its next two marches: to Alexandria, or to Tripoli with no German near who could stop it."""
    road_open: float = 3.0
    road_near: float = 2.9
    gate_near: float = 1.8
    """An open road from a base to Alexandria; each German step near its end or, while it is shut, near its gate."""
    guard: float = 0.9
    """Each Commonwealth step near the gate."""
    hold: float = 1.5
    """Each Commonwealth step that the Axis has to overcome on the easiest road, as far as they are enough."""
    near: float = 0.12
    """For each hex a step is nearer to the nearest hex worth having."""

    @cached_property
    def steps(self) -> tuple[float, ...]:
        """What a step of each sort is worth."""
        return self.panzer, self.german, self.italian, self.tank, self.infantry


PLAIN = Weights()
PLANNED = replace(PLAIN, few_tanks=80.0, corridor=5.0, exit_step=4.0, road_near=6.0)
"""The weights of plans, found by play: the quick reply with them against itself with the plain ones."""
JUDGED = replace(PLANNED, near=0.05, german=1.2, italian=1.5)
"""The weights for judging the ends of worlds, moved part of the way towards a logistic regression of the winner over
320 games of the quick reply: closeness moves a stack, but says little about who wins; lost Axis infantry says much."""
TERMS = (
    "victory points",
    "troops",
    "tanks near the limit",
    "stacks in danger",
    "battles to come",
    "bases",
    "Tobruk's garrison",
    "the way to Tripoli",
    "the road to Alexandria",
    "closeness to objectives",
)
FAR, CLOSE = 8, 4
"""Hexes at which a threat, and a guard, counts for nothing."""
BASES = (0.0, 0.75, 0.9, 1.0)
"""What each number of bases is worth to the Axis, as a share of all."""
TOGETHER = 0.3
"""How likely all who can reach Tobruk are to storm it together; half the time the strongest does so alone."""
GUARDED = 0.4
"""How open to the enemy a hex is at most while somebody holds it: he must fight, and may lose."""
SPENT = 0.4
"""What a decisive march counts for when its chit can no longer come this turn."""
HEX_WON = 200.0
"""Tobruk in Axis hands, which is the game."""
LAST_TANKS = 100.0
"""Losing the last tanks, and so the game, in a battle being weighed."""


def terms(pos: BraveryPosition, side: int, by: Weights = PLAIN) -> dict[str, float]:
    """What is good and bad about a position for a side, by name."""
    if pos.over is not None:
        return {"the game": _verdict(pos, side)}
    sign = 1 if side == ALLIED else -1
    return {name: sign * worth for name, worth in zip(TERMS, _for_allies(pos, by), strict=True)}


def evaluate(pos: BraveryPosition, side: int, by: Weights = PLAIN) -> float:
    """How good a position is for a side: the sum of its terms."""
    if pos.over is not None:
        return _verdict(pos, side)
    total = sum(_for_allies(pos, by))
    return total if side == ALLIED else -total


def _verdict(pos: BraveryPosition, side: int) -> float:
    assert pos.over is not None
    winner = pos.over[0]
    return 0.0 if winner is None else WON if winner == side else -WON


def _for_allies(pos: BraveryPosition, by: Weights) -> tuple[float, ...]:
    """The terms, in the order of their names, as the Commonwealth sees them."""
    box = pos.box
    sight = Sight(pos, by)
    near, tripoli, road = sight.places(pos.axis_held)
    return (
        sight.points(pos.axis_held) + sight.exposure(pos.axis_held),
        sight.camps[ALLIED].worth - sight.camps[AXIS].worth,
        few(pos, AXIS, by) - few(pos, ALLIED, by),
        sight.danger(AXIS) - sight.danger(ALLIED),
        sum([sight.battle(place, side) for place, side in markers(pos)]),
        -by.base * BASES[(box.bases & pos.axis_held).bit_count()],
        sight.tobruk(),
        tripoli + sight.tripoli(),
        road - sight.alexandria(),
        near,
    )


def few(pos: BraveryPosition, side: int, by: Weights) -> float:
    """How near a side's tanks are to the limit that loses the game."""
    return by.few_tanks / max(1, tank_strength(pos, side) - int(pos.box.tables["few_tanks"]))


def markers(pos: BraveryPosition) -> tuple[tuple[int, int], ...]:
    """Hexes with a combined attack that is still to come, with the side that fights it at the end of the turn."""
    if not pos.markers:
        return ()
    return tuple((place, side) for place, side in still_declared(pos) if pos.holds(place, 1 - side))


def coming(pos: BraveryPosition, formations: Sequence[int], *, directed: bool = False) -> float:
    """How much formations that win when activated count: less if none of their chits can come this turn.

    `directed` if a chit of the Afrika Korps wins in any case, by the Directive.
    """
    if not formations and not directed:
        return 0.0
    drawn = pos.drawn
    if any(chit not in drawn for chit in deciding(pos, formations, directed=directed)):
        return 1.0
    return SPENT


def deciding(pos: BraveryPosition, formations: Collection[int], *, directed: bool = False) -> tuple[int, ...]:
    """The chits that activate one of some formations."""
    return _waking(pos.box, frozenset(formations), directed)


@lru_cache(maxsize=4096)
def _waking(box: BraveryBox, formations: frozenset[int], directed: bool) -> tuple[int, ...]:
    german = directed or any(box.formations[formation].nation == "de" for formation in formations)
    return tuple(
        n for n, chit in enumerate(box.chits) if (german if chit.formation is None else chit.formation in formations)
    )


class Sight:
    """What is seen of a position, worked out when it is asked for."""

    def __init__(self, pos: BraveryPosition, by: Weights) -> None:
        self.pos, self.by, box, worths = pos, by, pos.box, by.steps
        (_, cut), where, strength = box.span[ALLIED], pos.where, pos.strength
        self.camps = (
            camp(box, worths, ALLIED, tuple(where[:cut]), tuple(strength[:cut])),
            camp(box, worths, AXIS, tuple(where[cut:]), tuple(strength[cut:])),
        )
        """What each side has."""
        self.barred = bool(self.camps[AXIS].german & box.corridor)
        """Is a German in the corridor?"""
        self.point = by.point + by.late_point * pos.turn
        """What a victory point is worth now."""

    def stacks(self, side: int) -> dict[int, Stack]:
        """What a side has, by hex."""
        return self.camps[side].stacks

    def reach(self, side: int) -> Mask:
        """Where a side's marching stacks could get to if nobody were in the way."""
        return self.camps[side].reach

    def coups(self, side: int) -> list[int]:
        """The formations of a side that would win the game with their next march."""
        pos, (allied, axis) = self.pos, self.camps
        if side == ALLIED:
            return to_tripoli(pos.box, allied, axis.german, axis.ground, march(pos.box))
        return to_alexandria(pos.box, axis, allied.ground, pos.axis_held, march(pos.box))

    def tripoli(self) -> float:
        """What Commonwealth stacks are worth who could win by one march, or by two that nobody could stop."""
        pos, (allied, axis) = self.pos, self.camps
        now = coming(pos, self.coups(ALLIED))
        return self.by.coup * now if now else self.by.coup_in_two * unwatched(pos.box, allied, axis.german)

    def alexandria(self) -> float:
        """What Germans are worth who could win by one march, or by two."""
        pos, (allied, axis) = self.pos, self.camps
        now = coming(pos, self.coups(AXIS), directed=bool(self.directed()))
        if now or not in_two_marches(pos.box, axis, allied, pos.axis_held):
            return self.by.coup * now
        return self.by.coup_in_two

    def directed(self) -> list[int]:
        """The German formations that would win the game with a march under the Rommel Directive."""
        pos, (allied, axis) = self.pos, self.camps
        if directive_barred(pos):
            return []
        return to_alexandria(pos.box, axis, allied.ground, pos.axis_held, directed_march(pos.box))

    def points(self, axis_held: Mask) -> float:
        """Victory points of the Commonwealth less those of the Axis."""
        allied, axis = _points(self.pos.box, axis_held)
        return self.point * (allied - axis)

    def bare(self, side: int, place: int) -> float:
        """What it costs a side to leave a strategic hex of its own empty: more, the more enemy stacks can reach it."""
        worth = 2 * self.point * self.pos.box.points[place]
        if side == AXIS and self.pos.box.bases >> place & 1:
            held = (self.pos.box.bases & self.pos.axis_held).bit_count()
            worth += self.by.base * (BASES[held] - BASES[held - 1])
        safe: float = (1 - self.by.exposed) ** self.camps[1 - side].callers(place)
        return worth * (1 - safe)

    def frail(self, side: int, place: int, guard: Stack | None) -> float:
        """How open a hex in the enemy's reach is to him: 1 if it is empty, less with a guard who may hold it."""
        if guard is None or not guard.steps:
            return 1.0
        if self.pos.box.works[place] and self.pos.controls(place, side):
            return 0.0
        most = self.camps[1 - side].threat(place, guard.level)
        return GUARDED * min(1.0, max(0.0, most / guard.steps - 1.0))

    def exposure(self, axis_held: Mask) -> float:
        """What the Axis leaves open to the Commonwealth, less what the Commonwealth leaves open."""
        return self.left_open(AXIS, axis_held) - self.left_open(ALLIED, axis_held)

    def left_open(self, side: int, axis_held: Mask) -> float:
        """What a side stands to lose in its hexes that are empty, or held by too few, in the enemy's reach."""
        held = self.pos.box.strategic & (axis_held if side == AXIS else ~axis_held) & self.camps[1 - side].roam
        own = self.stacks(side)
        return sum([self.bare(side, place) * self.frail(side, place, own.get(place)) for place in places_in(held)])

    def danger(self, side: int) -> float:
        """What a side's stacks stand to lose to stronger enemies that can reach them."""
        if not self.by.danger:
            return 0.0
        enemy, works, total = self.camps[1 - side], self.pos.box.works, 0.0
        known = enemy.threats
        for place, (steps, level, _, worth) in self.camps[side].stacks.items():
            most = known.get((place, level), -1)
            if most < 0:
                most = enemy.threat(place, level)
            if most > steps and not (works[place] and self.pos.controls(place, side)):
                total += worth if most >= 2 * steps else worth * (most / steps - 1.0)
        return self.by.danger * total

    def risk(self, side: int, place: int, steps: int, level: int, _marching: int, worth: float) -> float:
        """What some units of a side stand to lose in a place."""
        most = self.camps[1 - side].threat(place, level)
        if most <= steps:
            return 0.0
        if self.pos.box.works[place] and self.pos.controls(place, side):
            return 0.0
        return self.by.danger * worth * min(1.0, most / steps - 1.0)

    def battle(self, place: int, side: int) -> float:
        """What a battle of all units in a place, begun by a side, will come to for the Commonwealth."""
        gain, taken = outcome(self.pos, side, place, self.pos.at(place, side), 1, self.by)
        if not self.pos.controls(place, side):
            gain += taken * 2 * self.point * self.pos.box.points[place]
            if side == AXIS and place == self.pos.box.tobruk:
                gain += taken * HEX_WON
        return gain if side == ALLIED else -gain

    def tobruk(self) -> float:
        """What the garrison of Tobruk is good for: an empty fort is all but lost, a weak one may be stormed."""
        garrison = self.stacks(ALLIED).get(self.pos.box.tobruk)
        if garrison is None:
            return -self.by.tobruk_empty
        return -self.by.tobruk_risk * self.stormed(garrison.steps)

    def stormed(self, garrison: int) -> float:
        """How likely Tobruk is to fall to those who can reach it, with this many steps in its garrison."""
        box = self.pos.box
        near = far(box)[box.tobruk]
        dice = [stack.marching // 2 for place, stack in self.stacks(AXIS).items() if near >> place & 1]
        if not dice or sum(dice) < garrison:
            return 0.0
        alone = at_least(garrison, max(dice), 1)
        return alone / 2 + TOGETHER * at_least(garrison, sum(dice), 1)

    def hard(self, axis_held: Mask) -> Mask:
        """The hexes in works that are too strong to be an aim."""
        return hard(self.pos.box, *self.camps, axis_held)

    def places(self, axis_held: Mask) -> tuple[float, float, float]:
        """What the units are worth where they stand: near their aims, on the way to Tripoli, on the road east."""
        return places(self.pos.box, self.by, *self.camps, axis_held)


@lru_cache(maxsize=1 << 14)
def places(box: BraveryBox, by: Weights, allied: Camp, axis: Camp, axis_held: Mask) -> tuple[float, float, float]:
    """The same for two armies."""
    barred = bool(axis.german & box.corridor)
    draws = tables(box, by, axis_held, barred, hard(box, allied, axis, axis_held))
    near, west, guard = allied.drawn(draws.allied)
    closeness, east, _ = axis.drawn(draws.axis)
    road = guard - east - draws.road_open
    if by.hold:
        road += by.hold * resistance(box, bars(box, allied.stacks, axis_held))
    return near - closeness, west - by.corridor * barred, road


def hard(box: BraveryBox, allied: Camp, axis: Camp, axis_held: Mask) -> Mask:
    """The hexes in works with two units or more of the side that holds them."""
    return _works(box) & (axis.pairs & axis_held | allied.pairs & ~axis_held)


Draw = tuple[tuple[float, ...], ...]
"""What a step is worth in each place, for the units that march: by one term after another."""


class Tables(NamedTuple):
    """What a step is worth in each place: near its aims; on the way to Tripoli, or to Alexandria; at the gate."""

    allied: Draw
    axis: Draw
    """For Germans; Italians are drawn by their aims alone."""
    road_open: float


@lru_cache(maxsize=4096)
def tables(box: BraveryBox, by: Weights, axis_held: Mask, barred: bool, hard_ones: Mask) -> Tables:
    """What a step is worth in each place, by the terms that look at places."""
    soft = box.strategic & ~hard_ones
    aims = (soft & axis_held, soft & ~axis_held)
    near = [tuple(-by.near * distance for distance in nearest(box, mask)) for mask in aims]
    tripoli = 1 << box.tripoli
    west = [0.0 if barred else by.exit_near * close for close in _closeness(box, tripoli, CLOSE)]
    west[box.tripoli] += by.exit_step
    exits = open_exits(box, axis_held)
    east = [(by.road_near if exits else by.gate_near) * n for n in _closeness(box, exits or gates(box, axis_held), FAR)]
    guard = [by.guard * close for close in _closeness(box, gates(box, axis_held), CLOSE)]
    nothing = (0.0,) * len(box.map)
    allied, axis = (near[ALLIED], tuple(west), tuple(guard)), (near[AXIS], tuple(east), nothing)
    return Tables(allied, axis, by.road_open if exits else 0.0)


@lru_cache(maxsize=4096)
def drawn(
    box: BraveryBox, by: Weights, side: int, german: bool, axis_held: Mask, barred: bool, hard_ones: Mask
) -> tuple[float, ...]:
    """What draws each step of a stack to each place."""
    draws = tables(box, by, axis_held, barred, hard_ones)
    if side == AXIS and not german:
        return draws.axis[0]
    return tuple(map(sum, zip(*(draws.allied if side == ALLIED else draws.axis), strict=True)))


def _closeness(box: BraveryBox, goals: Mask, reach: int) -> list[float]:
    """How close each place is to some goals: 1 on them, 0 at the reach and beyond."""
    if not goals:
        return [0.0] * len(box.map)
    return [max(0, reach - distance) / reach for distance in nearest(box, goals)]


# Battles


def outcome(
    pos: BraveryPosition, side: int, place: int, force: Sequence[int], least: int, by: Weights
) -> tuple[float, float]:
    """What a battle gains the attacker in troops on average, and how often he takes the hex."""
    worth = step_worth(pos.box, by.steps)
    mine, other = muster(pos, force, worth), muster(pos, pos.at(place, 1 - side), worth)
    return weighed(pos, side, place, mine, other, least, by)


def weighed(
    pos: BraveryPosition, side: int, place: int, mine: Muster, other: Muster, least: int, by: Weights
) -> tuple[float, float]:
    """The same for forces that have been counted."""
    end = clash(*forces(pos, place, side, mine, other), least)
    return _cost(pos, other, 1 - side, end.theirs, by) - _cost(pos, mine, side, end.ours, by), end.taken


def all_of(pos: BraveryPosition, men: Muster, side: int, by: Weights) -> float:
    """What some units are worth to their side if they are lost to the last step."""
    return _cost(pos, men, side, Toll(men.best_steps, men.rest_steps, (1.0,) * (men.best_steps + 1)), by)


def _cost(pos: BraveryPosition, men: Muster, side: int, toll: Toll, by: Weights) -> float:
    """What the steps some units may lose are worth to their side; the last tanks are the game."""
    total = toll.best * men.best_worth + toll.rest * men.rest_worth
    if men.leader in _tank_set(pos.box, side):
        spare = max(1, tank_strength(pos, side) - int(pos.box.tables["few_tanks"]))
        total += LAST_TANKS * toll.at_least(spare)
        total += by.few_tanks / max(1.0, spare - toll.best) - by.few_tanks / spare
    return total


# What depends on few things is worked out once for each of their values.


@lru_cache(maxsize=8)
def _tank_set(box: BraveryBox, side: int) -> frozenset[int]:
    return frozenset(box.tanks[side])


@lru_cache(maxsize=4)
def _works(box: BraveryBox) -> Mask:
    return sum(1 << place for place, kind in enumerate(box.works) if kind and box.strategic >> place & 1)


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
def _points(box: BraveryBox, axis_held: Mask) -> tuple[int, int]:
    """Victory points of the two sides."""
    axis = sum(box.points[place] for place in places_in(box.strategic & axis_held))
    return sum(box.points[place] for place in places_in(box.strategic)) - axis, axis
