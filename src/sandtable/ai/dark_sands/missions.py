"""The Dark Sands: what comes before all else in a move: guard the base and the road from it, and strike at the enemy's.

Each is an errand for one unit. A unit on the enemy's road stays there, and so does the picket on its own.
"""

from __future__ import annotations

from functools import lru_cache

from sandtable.ai.dark_sands.danger import (
    Lines,
    Roads,
    base_of,
    drives_in,
    enemy_roads,
    joined_to,
    leaves_base,
    naked,
    walks_into,
)
from sandtable.ai.dark_sands.moves import BY_ROAD, BY_SEA, Trip
from sandtable.ai.dark_sands.value import Sense, sense, worth
from sandtable.engine.maps import Mask, mask_of, places_in
from sandtable.games.dark_sands.box import DarkSandsBox
from sandtable.games.dark_sands.position import DarkSandsPosition
from sandtable.games.dark_sands.rules.r02_control import controls
from sandtable.games.dark_sands.rules.r05_victory import AUTOMATIC_FROM
from sandtable.games.dark_sands.rules.r07_stacking import LARGE
from sandtable.games.dark_sands.rules.r19_extended import extend_barred, far_places
from sandtable.games.dark_sands.rules.r19_movement import budget, destinations
from sandtable.games.dark_sands.rules.r19_naval import sail_actions
from sandtable.games.dark_sands.spreading import RoadNet

WORTH_A_BLOCK = 10.0
"""The least that the stacks a block cuts off must be worth."""
FEW_TROOPS = 14.0
"""A unit worth more than this has better things to do than block a road."""
SURE, LIKELY, SOUND = 1000.0, 500.0, 250.0
"""How much its own base, the enemy's, and a picket on its own road come before everything else."""
OPEN = 100.0
"""How much before everything else a place that counts comes which the enemy has left empty, beside its own value."""
MANNED = 150.0
"""How much before everything else the garrisons that the plan asks for come."""
WORTH_SENDING = 3
"""The least defence factors of a unit that is sent into a garrison."""
WORTH_TAKING = 14.0
"""The least that such a place must be worth."""
LONG_WAY = 3.0
"""What an extended move costs: it may end in disruption, short of its goal, while a unit close by just walks there."""
WORTH_A_PICKET = 10.0
"""The least that an army must be worth whose road is guarded."""
MOST_OF_IT = 0.5
"""The share of an army for whose road one unit is spared."""


def blocks(pos: DarkSandsPosition, side: int, place: int) -> bool:
    """Does a unit of a side in a place cut off enemy stacks that are worth it?"""
    lines = Lines(pos, 1 - side)
    return worth(pos, pos.units_at(lines.freed(place))) > WORTH_A_BLOCK


def bound(pos: DarkSandsPosition, side: int, group: Mask) -> bool:
    """Does a group stay where it is, as the last guard of the base or of the own road, or the last on the enemy's?"""
    if leaves_base(pos, side, group):
        return True
    place = pos.where[group.bit_length() - 1]
    if pos.piles[place] & pos.box.of[side] & ~group & ~pos.box.hqs:
        return False
    return blocks(pos, side, place) or place == picket_post(pos, side)


def picket_post(pos: DarkSandsPosition, side: int) -> int:
    """Where one unit keeps the enemy off the road that feeds most of a side's army, if he could drive there; else -1.

    Of the places through which most of the army is fed it is the farthest from the base that every way of the enemy to
    the base leads through: whoever stands there bars all that lies behind, and beyond there are other roads.
    """
    lines = Lines(pos, side)
    base = base_of(pos.box, side)
    army = tuple((feet, worth(pos, pos.piles[place])) for place, feet in lines.feet.items() if place != base)
    if sum(value for _, value in army) < WORTH_A_PICKET:
        return -1
    post = _post(pos.box, side, lines.net, army, pos.held[1 - side], pos.firm[1 - side], enemy_roads(pos, side))
    return post if post >= 0 and walks_into(pos, side, post) else -1


@lru_cache(maxsize=2_000)
def _post(
    box: DarkSandsBox,
    side: int,
    net: RoadNet,
    army: tuple[tuple[Mask, float], ...],
    held: Mask,
    foes: Mask,
    roads: Roads,
) -> int:
    """The same, by the enemy's places, those with troops and his roads, whether he could drive there or not."""
    base = base_of(box, side)
    main = max(army, key=lambda stack: stack[1])[0]
    most = MOST_OF_IT * sum(value for _, value in army)
    for place, behind in _outward(box, side, net):
        if main & ~behind or held >> place & 1:
            continue
        if sum(value for feet, value in army if not feet & ~behind) < most:
            continue
        if not foes & joined_to(box, roads.bypass, roads.rail, box.bits[place], base):
            return place
    return -1


@lru_cache(maxsize=64)
def _outward(box: DarkSandsBox, side: int, net: RoadNet) -> list[tuple[int, Mask]]:
    """The places of a net, the farthest from the base first, with what is fed through each."""
    depth = sense(box).travel(base_of(box, side))
    return sorted(net.behind.items(), key=lambda one: -depth[one[0]])


def mission(pos: DarkSandsPosition, side: int, units: Mask, half: int, mind: Sense) -> tuple[Mask, Trip] | None:
    """The unit to send on an errand, if it may move, and where to: the most urgent errand, then the cheapest unit."""
    box, base, goal = pos.box, base_of(pos.box, side), base_of(pos.box, 1 - side)
    guard = (pos.turn >= AUTOMATIC_FROM or drives_in(pos, side)) and naked(pos, side)
    raid = not pos.held[1 - side] >> goal & 1 and walks_into(pos, 1 - side, goal)
    lines, value = Lines(pos, 1 - side), sense(box).step_worth[pos.turn]
    roadside = lines.roadside()
    reach: dict[tuple[int, bool, int], dict[int, int]] = {}
    post = picket_post(pos, side)
    picket = post >= 0 and not pos.firm[side] >> post & 1
    cuts: dict[int, float] = {}
    prizes = left_open(pos, side, mind)
    weak = undermanned(pos, side, mind)
    best: tuple[float, int, Trip] | None = None
    for unit in places_in(units & box.zoned):
        group, start = 1 << unit, pos.where[unit]
        key = start, bool(group & box.armour), budget(pos, group, half)
        if key not in reach:
            reach[key] = destinations(pos, side, group, half, 0)
        near = reach[key]
        cost = value[unit] * pos.steps[unit]
        found: list[tuple[float, int]] = []
        blocker = cost <= FEW_TROOPS and bool(lines.stacks)
        may_extend = (guard or raid or picket or prizes or weak or blocker) and not extend_barred(
            pos, side, group, half
        )
        far = far_places(pos, side, start) if may_extend else {}
        if guard and (base in near or base in far):
            found.append((SURE, base))
        if raid and (goal in near or goal in far):
            found.append((LIKELY, goal))
        if not found and picket and (post in near or post in far):
            found.append((SOUND, post))
        if not found:
            found = [(OPEN + gain, place) for place, gain in prizes.items() if place in near or place in far]
        ships = [port for _, port in sail_actions(pos, side, group) if port in weak] if weak else []
        if not found and weak and pos.defence(unit) >= WORTH_SENDING and not unit_leaves(box, pos.turn, unit):
            found = [(MANNED + weak[place], place) for place in weak if place in near or place in far or place in ships]
        if not found and blocker:
            ends = [place for place in near if place in roadside]
            ends += [place for place in far if place in roadside and place not in near]
            for place in ends:
                if place not in cuts:
                    cuts[place] = _cut(pos, lines, place)
            found = [(cuts[place], place) for place in ends if cuts[place] > WORTH_A_BLOCK]
        if not found or bound(pos, side, group) or holds_alone(pos, side, group, mind):
            continue
        gain, place = max(found, key=lambda one: (one[0], -near.get(one[1], 0)))
        by_ship = place in ships and place not in near
        net = gain - cost - (0.0 if place in near or by_ship else LONG_WAY)
        if best is None or net > best[0]:
            best = net, unit, Trip(gain, place, BY_SEA if by_ship else near.get(place, BY_ROAD))
    return (1 << best[1], best[2]) if best else None


def left_open(pos: DarkSandsPosition, side: int, mind: Sense) -> dict[int, float]:
    """The places that count, are still the enemy's and have nobody in them, with what they are worth."""
    empty = ~(pos.held[0] | pos.held[1])
    return {
        place: gain
        for place, gain in mind.sites.items()
        if gain >= WORTH_TAKING and empty >> place & 1 and pos.box.kept >> place & 1 and not controls(pos, side, place)
    }


def _cut(pos: DarkSandsPosition, lines: Lines, place: int) -> float:
    """What the stacks that a unit in a place would cut off are worth."""
    stacks = lines.behind(place)
    return worth(pos, pos.units_at(stacks)) if stacks else 0.0


def holds_alone(pos: DarkSandsPosition, side: int, group: Mask, mind: Sense) -> bool:
    """Is a group the only one in a place that counts?"""
    place = pos.where[group.bit_length() - 1]
    if place not in mind.sites:
        return False
    others = pos.piles[place] & pos.box.of[side] & ~group & ~pos.box.hqs
    return not others or in_garrison(pos, side, group, mind)


def in_garrison(pos: DarkSandsPosition, side: int, group: Mask, mind: Sense) -> bool:
    """Would a group leave a garrison too weak by going away?"""
    place = pos.where[group.bit_length() - 1]
    return bool(group & pos.box.zoned) and place in mind.garrisons and wanting(pos, side, place, mind, group) > 0


def wanting(pos: DarkSandsPosition, side: int, place: int, mind: Sense, group: Mask = 0) -> int:
    """The defence factors that the garrison of a place lacks without a group, and without those who leave this turn."""
    need = mind.garrisons.get(place, 0)
    if not need:
        return 0
    staying = pos.piles[place] & pos.box.of[side] & ~group & ~pos.box.hqs & ~withdrawn(pos.box, pos.turn)
    return need - sum(map(pos.defence, places_in(staying)))


def ships_wait(pos: DarkSandsPosition, side: int, mind: Sense) -> bool:
    """Could a unit be shipped to a garrison that is too weak?"""
    weak = {place for place in undermanned(pos, side, mind) if pos.box.ports >> place & 1}
    if not weak:
        return False
    ready = pos.units_at(pos.box.ports & pos.firm[side]) & pos.box.zoned
    return any(
        pos.defence(unit) >= WORTH_SENDING
        and not bound(pos, side, 1 << unit)
        and not in_garrison(pos, side, 1 << unit, mind)
        and any(port in weak for _, port in sail_actions(pos, side, 1 << unit))
        for unit in places_in(ready)
    )


def unit_leaves(box: DarkSandsBox, turn: int, unit: int) -> bool:
    """Is a unit about to be withdrawn?"""
    return bool((withdrawn(box, turn) | withdrawn(box, turn + 1)) >> unit & 1)


@lru_cache(maxsize=64)
def withdrawn(box: DarkSandsBox, turn: int) -> Mask:
    """The units that are withdrawn this turn."""
    return mask_of(e.counter for e in box.track if e.event == "withdraw" and not e.asset and e.turn == turn)


def undermanned(pos: DarkSandsPosition, side: int, mind: Sense) -> dict[int, int]:
    """A side's places whose garrison is too weak and has room, with what each lacks."""
    lacking = {
        place: wanting(pos, side, place, mind) for place in mind.garrisons if pos.firm[1 - side] >> place & 1 == 0
    }
    large = pos.box.large
    return {
        place: need
        for place, need in lacking.items()
        if need > 0 and controls(pos, side, place) and (pos.piles[place] & large).bit_count() < LARGE
    }
