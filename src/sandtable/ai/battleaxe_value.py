"""Operation Battleaxe: what a player looks at.

Terms, for the Allies: points scored; the point areas they hold, more when supplied and garrisoned, less with enemies on
the doorstep, and again for every evening to come; German units lost and panzers reduced, which count at the end; the
strength of both armies; units cut off; the siege of Tobruk; the divisions that still wait; who has the Advantage, fuel,
Rommel; and how near troops are to the areas worth going to.
"""

from __future__ import annotations

from functools import lru_cache

from sandtable.engine.maps import Mask, flood, places_in, spread
from sandtable.engine.sides import ALLIED, AXIS
from sandtable.games.battleaxe.box import LIGHT, PANZERS, BattleaxeBox
from sandtable.games.battleaxe.position import BattleaxePosition
from sandtable.games.battleaxe.rules.r18_bids import points_needed

WON = 1000.0
LATER = 0.55
"""An evening to come counts this much of today's."""
HELD, SHAKY, UNSUPPLIED = 0.8, 0.5, 0.2
"""Of an area's points: supplied whatever comes, supplied as long as nobody walks across the line, not supplied."""
GARRISON, BESIEGED, OPEN_DOOR = 0.14, 0.15, 0.3
FOOTHOLD, AT_THE_GATE, WALK_IN = 0.22, 0.08, 0.35
STRENGTH = 0.09
"""A point of combat value, for each evening to come."""
GERMAN_LOST, PANZER_REDUCED = 0.9, 0.45
CUT_OFF = 0.5
EXPOSED_GERMAN, EXPOSED = 0.3, 0.1
"""For a reduced unit with enemies beside it; half of it for a whole one that stands alone there."""
SIEGE_LIFTED, TOBRUK_LOST = 3.0, 4.0
WAITING_PANZERS, WAITING_LIGHT = 2.0, 2.0
ADVANTAGE, FUEL, ROMMEL = 0.35, 0.6, 0.4
NEAR = 0.05


def evaluate(pos: BattleaxePosition, side: int) -> float:
    """How good a position is for a seat."""
    if pos.over is not None:
        return WON if pos.over[0] == side else -WON
    good = standing(pos)
    return good if side == pos.seat(ALLIED) else -good


def evenings_left(pos: BattleaxePosition) -> int:
    """Evenings on which points are still counted."""
    return max(0, int(pos.box.tables["days_played"]) - pos.turn + 1)


def standing(pos: BattleaxePosition) -> float:
    """How good a position is for the Allied army, in victory points."""
    box, evenings = pos.box, evenings_left(pos)
    total = pos.points - points_needed(pos) + _ground(pos, evenings) + _armies(pos, evenings)
    tobruk = 1 << box.tobruk
    if not pos.occupied[AXIS] & tobruk:
        total += SIEGE_LIFTED
    if not pos.control & tobruk:
        total -= TOBRUK_LOST
    if pos.turn == 1:
        total += 0 if pos.released & PANZERS else WAITING_PANZERS
        total += 0 if pos.released & LIGHT else WAITING_LIGHT
    owner = pos.advantage if pos.advantage < 2 else pos.advantage_next
    total += (ADVANTAGE if owner == ALLIED else -ADVANTAGE) * evenings
    return total + FUEL * pos.fuel_low - ROMMEL * pos.rommel


def _ground(pos: BattleaxePosition, evenings: int) -> float:
    """The point areas, by how surely they will count."""
    box, held = pos.box, pos.control
    allied, axis = pos.occupied
    weight = (1 + LATER * (evenings - 1)) if evenings else 0.0
    supplied = flood(box.first_activation & held, held, box.around)
    beside_allied, beside_axis = spread(allied, box.around), spread(axis, box.around)
    firm_ground = held & ~(beside_axis & ~allied)
    firm = flood(box.first_activation & firm_ground, firm_ground, box.around)
    firm |= spread(firm, box.around) & supplied
    total = 0.0
    for place, value in enumerate(box.points):
        if not value:
            continue
        bit, share = 1 << place, 0.0
        if held & bit:
            share = HELD if firm & bit else SHAKY if supplied & bit else UNSUPPLIED
            if allied & bit:
                share += GARRISON
            if axis & bit:
                share -= BESIEGED
            elif not allied & bit and beside_axis & bit:
                share -= OPEN_DOOR
        elif allied & bit:
            share = FOOTHOLD
        elif beside_allied & bit:
            share = AT_THE_GATE if axis & bit else WALK_IN
        total += value * weight * share
    return total


def _armies(pos: BattleaxePosition, evenings: int) -> float:
    """Strength, supply and nearness of both armies; German losses count as points."""
    box = pos.box
    net = []
    for side in (ALLIED, AXIS):
        held = pos.held(side)
        found = flood(box.sources[side] & held, held, box.around)
        net.append(found | spread(found, box.around))
    axis_held = ~pos.control
    goals = (_nearness(box, _worth_having(box) & axis_held), _nearness(box, _worth_having(box) & pos.control))
    worth = STRENGTH * (evenings + 1)
    danger = (spread(pos.occupied[AXIS], box.around), spread(pos.occupied[ALLIED], box.around))
    total = 0.0
    for unit, place in enumerate(pos.where):
        side, bit = box.side[unit], 1 << unit
        sign = 1.0 if side == ALLIED else -1.0
        if place < 0:
            if box.germans & bit:
                total += GERMAN_LOST
            continue
        weak = pos.reduced & bit
        total += sign * worth * (box.reduced_value[unit] + 0.5 if weak else box.value[unit] + 1)
        if weak and box.germans & box.armor & bit:
            total += PANZER_REDUCED
        if danger[side] >> place & 1:
            risk = EXPOSED_GERMAN if box.germans & bit else EXPOSED
            if weak:
                total -= sign * risk
            elif pos.here[place] & box.army[side] == bit:
                total -= sign * risk / 2
        if not net[side] >> place & 1:
            total -= sign * CUT_OFF
        if box.mobile & bit:
            total -= sign * NEAR * goals[side][place]
    return total


@lru_cache(maxsize=8)
def _worth_having(box: BattleaxeBox) -> Mask:
    """The areas with points."""
    return sum(1 << place for place, value in enumerate(box.points) if value)


@lru_cache(maxsize=4096)
def _nearness(box: BattleaxeBox, goals: Mask) -> tuple[int, ...]:
    """For each place the steps to the nearest of some goals; nothing where there are none."""
    steps = [0] * len(box.map)
    if not goals:
        return tuple(steps)
    reached, distance = goals, 0
    edge = goals
    while edge:
        distance += 1
        edge = spread(edge, box.around) & ~reached
        reached |= edge
        for place in places_in(edge):
            steps[place] = distance
    return tuple(steps)
