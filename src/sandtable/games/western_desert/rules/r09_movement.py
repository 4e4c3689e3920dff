"""9.0 How far units may move: allowances, zones of control, strategic movement and sea transfer."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from sandtable.engine.flow import Action
from sandtable.engine.maps import Mask, places_in
from sandtable.engine.sides import ALLIED, AXIS
from sandtable.games.western_desert.position import WesternDesertPosition
from sandtable.games.western_desert.reach import cost_of, everywhere, wave
from sandtable.games.western_desert.rules.entering import prizes
from sandtable.games.western_desert.rules.r08_supply import (
    BY_TOBRUK,
    UNSUPPLIED,
    fed_by_tobruk,
    supply,
    tobruk_capacity,
)
from sandtable.games.western_desert.rules.r09_stacking import fits
from sandtable.games.western_desert.terms import (
    BAD,
    FED,
    MOVED,
    MP,
    NONE,
    POOR,
    SAILED,
    STACK_LIMIT,
    TOBRUK,
    UNIT_LIMIT,
)


def level_penalty(pos: WesternDesertPosition, unit: int) -> int:
    """9.6 Points a poor Axis supply level takes from armour, motorised and recon units."""
    box = pos.box
    if box.side[unit] != AXIS or unit >= box.count or not box.mobile[unit]:
        return 0
    return 2 if pos.level <= BAD else 1 if pos.level == POOR else 0


def allowance(pos: WesternDesertPosition, unit: int, supplied: bool) -> int:
    """9.5 Movement points of a unit in this phase: halves are rounded up."""
    points = pos.box.movement[unit]
    if pos.level <= POOR:
        points = max(0, points - level_penalty(pos, unit))
    if not supplied:
        points = (points + 1) // 2
    if pos.exploiting and not (pos.major and pos.box.mobile[unit]):
        points = (points + 1) // 2
    return points


def strategic_rate(pos: WesternDesertPosition, unit: int) -> int:
    """How many times its allowance a unit may go by strategic movement: three, or two without Axis supplies (R35)."""
    box = pos.box
    short = pos.level == NONE and box.side[unit] == AXIS and unit < box.count and box.mobile[unit]
    return 2 if short else 3


def move_barred(pos: WesternDesertPosition, unit: int) -> str | None:
    """The rule that keeps a unit from moving in this phase, or None."""
    if pos.where[unit] < 0 or pos.box.side[unit] != pos.active or pos.flags[unit] & MOVED:
        return "9.0"
    if pos.exploiting:
        if pos.flags[unit] & SAILED:
            return "9.7"
        if not pos.major and not pos.box.mobile[unit]:
            return "9.5"
    return None


def movers(pos: WesternDesertPosition, side: int) -> dict[int, list[int]]:
    """The units of the active side that nothing keeps from moving, hex by hex: `move_barred` asked of all at once."""
    box, where, flags = pos.box, pos.where, pos.flags
    units: Iterable[int] = (*pos.army[side], *[leader for leader in box.leaders[side] if where[leader] >= 0])
    if pos.exploiting and not pos.major:
        units = [unit for unit in units if box.mobile[unit]]
    barred = MOVED | SAILED if pos.exploiting else MOVED
    return pos.by_place([unit for unit in units if not flags[unit] & barred])


def idle(pos: WesternDesertPosition, side: int) -> dict[Action, None]:
    """The stacks and units that may still move, as actions by number, the stacks first."""
    if pos.idle is None:
        picks, stack_picks, stacks = pos.box.unit_picks, pos.box.stack_picks, movers(pos, side)
        found = [stack_picks[place] for place in sorted(stacks) if len(stacks[place]) > 1]
        found += [picks[unit] for unit in sorted([unit for units in stacks.values() for unit in units])]
        pos.idle = dict.fromkeys(found)
    return pos.idle


def tick_off(pos: WesternDesertPosition, units: Iterable[int]) -> None:
    """Note that units of one hex have moved in this phase, and strike them off the list of the idle."""
    box, flags = pos.box, pos.flags
    gone = [unit for unit in units if not flags[unit] & MOVED]
    for unit in gone:
        flags[unit] |= MOVED
    if pos.idle is None or not gone:
        return
    left, place = pos.idle.copy(), pos.where[gone[0]]
    pos.idle = left
    for unit in gone:
        del left[box.unit_picks[unit]]
    if box.stack_picks[place] in left and len(stack(pos, place)) < 2:
        del left[box.stack_picks[place]]


def stack(pos: WesternDesertPosition, place: int) -> list[int]:
    """The units and leaders of a hex that may still move."""
    side, picks = pos.active, pos.box.unit_picks
    left = idle(pos, side)
    return [unit for unit in (*pos.fighters_at(place, side), *pos.leaders_at(place, side)) if picks[unit] in left]


def supplied_movers(pos: WesternDesertPosition, units: Sequence[int], by: int | None = None) -> list[bool]:
    """Which of the units of one hex are supplied as they begin to move, in order, while Tobruk has room."""
    side = pos.box.side[units[0]]
    by = supply(pos, units[0]) if by is None else by
    if by != BY_TOBRUK:
        return [by != UNSUPPLIED] * len(units)
    room = tobruk_capacity(pos, side) - fed_by_tobruk(pos, side)
    answers = []
    for unit in units:
        takes = unit < pos.box.count and not pos.flags[unit] & FED
        answers.append(not takes or room > 0)
        room -= takes
    return answers


def draw_supplies(pos: WesternDesertPosition, units: Sequence[int]) -> None:
    """Take places at Tobruk for those of one hex that move on its supply."""
    if supply(pos, units[0]) == BY_TOBRUK:
        for unit, supplied in zip(units, supplied_movers(pos, units, BY_TOBRUK), strict=True):
            if supplied and unit < pos.box.count:
                pos.flags[unit] |= FED


def budgets(pos: WesternDesertPosition, units: Sequence[int], fed: Sequence[bool] | None = None) -> list[int]:
    """Each unit's allowance in sixths of a point."""
    fed = supplied_movers(pos, units) if fed is None else fed
    return [allowance(pos, unit, supplied) * MP for unit, supplied in zip(units, fed, strict=True)]


def unit_reach(pos: WesternDesertPosition, unit: int, budget: int, halts: Mask) -> Mask:
    """All the places of a unit's wave; where no enemy is near they are known beforehand."""
    box = pos.box
    side = box.side[unit]
    enemy = 1 - side
    kind = box.terrain_kind[unit]
    ways = box.ways[kind]
    free = ways.within(pos.where[unit], budget)
    if not free & (pos.held[enemy] | pos.zoc[enemy] | halts):
        return free
    hindrances = [mask & free for mask in _hindrances(pos, unit, halts)]
    return box.hindered_reach(kind, pos.where[unit], budget, *hindrances)


def unit_wave(pos: WesternDesertPosition, unit: int, budget: int) -> tuple[Mask, ...]:
    """A unit's places by cost."""
    halts = prizes(pos, pos.box.side[unit])
    return pos.box.wave(pos.box.kind[unit], pos.where[unit], budget, *_hindrances(pos, unit, halts))


def _hindrances(pos: WesternDesertPosition, unit: int, halts: Mask) -> tuple[Mask, Mask, Mask, Mask, Mask]:
    """9.31 What is closed, ends a move, costs a point more, and from where what is barred.

    Most units halt in an enemy zone and go from one zone hex only to another that a friend holds; armour and German
    columns pay a point for each hex of it.
    """
    box = pos.box
    side = box.side[unit]
    enemy = 1 - side
    closed = pos.held[enemy]
    if unit >= box.count:
        closed |= shunned_by_leaders(pos, enemy)
    zones = pos.zoc[enemy] & ~pos.held[side]
    if box.passes_zones[unit]:
        return closed, halts, zones, 0, 0
    return closed, halts | zones, 0, pos.zoc[enemy], zones


def one_hex(pos: WesternDesertPosition, unit: int) -> Mask:
    """The neighbours a unit may always move to, whatever they cost (9.0)."""
    box = pos.box
    side, start = box.side[unit], pos.where[unit]
    enemy = 1 - side
    closed = pos.held[enemy]
    if unit >= box.count:
        closed |= shunned_by_leaders(pos, enemy)
    if not box.passes_zones[unit]:
        closed |= pos.zoc[enemy] & ~pos.held[side] if pos.zoc[enemy] & box.bit[start] else 0
    return box.open[box.kind[unit]][start] & ~closed if box.movement[unit] else 0


def slowest(pos: WesternDesertPosition, units: Sequence[int], left: Sequence[int]) -> Iterable[tuple[int, int]]:
    """What is left and the unit, for the slowest of each sort that moves alike: the others can go wherever it can."""
    if len(units) == 1:
        return ((left[0], units[0]),)
    box = pos.box
    found: dict[tuple[int, bool, bool, bool], tuple[int, int]] = {}
    for unit, budget in zip(units, left, strict=True):
        sort = (box.terrain_kind[unit], box.passes_zones[unit], unit >= box.count, box.movement[unit] > 0)
        if sort not in found or budget < found[sort][0]:
            found[sort] = (budget, unit)
    return found.values()


def reachable(
    pos: WesternDesertPosition, units: Sequence[int], left: Sequence[int], first: bool, spare: int = 0
) -> Mask:
    """Where all these units of one hex may go with what they have left, and keep so much to spare."""
    found = ~pos.box.bit[pos.where[units[0]]]
    halts = prizes(pos, pos.active)
    for budget, unit in slowest(pos, units, left):
        places = unit_reach(pos, unit, budget - spare, halts)
        if first and budget < pos.box.any_step:
            places |= one_hex(pos, unit)
        found &= places
    return found


def strategic_barred(pos: WesternDesertPosition, units: Sequence[int], fed: Sequence[bool] | None = None) -> str | None:
    """9.4 The rule that keeps units of one hex from strategic movement, or None."""
    if pos.exploiting:
        return "9.5"
    if pos.ordered:
        return "4.0"
    here = pos.box.bit[pos.where[units[0]]]
    if not (pos.box.roads | pos.box.tracks) & here or pos.zoc[1 - pos.active] & here:
        return "9.4"
    if not all(supplied_movers(pos, units) if fed is None else fed):
        return "9.4"
    return None


def strategic_budget(pos: WesternDesertPosition, units: Sequence[int]) -> int:
    """What the slowest of these units may spend on strategic movement, in sixths of a point."""
    return min(allowance(pos, unit, True) * strategic_rate(pos, unit) for unit in units) * MP


def shunned(pos: WesternDesertPosition, units: Sequence[int]) -> Mask:
    """Hexes closed to strategic movement: the enemy and his zones, for leaders his depot and leaders too."""
    side = pos.active
    closed = pos.held[1 - side] | pos.zoc[1 - side]
    if any(unit >= pos.box.count for unit in units):
        closed |= shunned_by_leaders(pos, 1 - side)
    return closed


def shunned_by_leaders(pos: WesternDesertPosition, enemy: int) -> Mask:
    """13.4 A leader enters neither the hex of an enemy leader nor that of the enemy's depot."""
    return pos.lone_leaders(enemy) | pos.box.marked(pos.depot[enemy])


def strategic_reach(pos: WesternDesertPosition, units: Sequence[int], budget: int | None = None) -> Mask:
    """Where all these units of one hex may go along roads and tracks, shunning every enemy zone."""
    closed, halts = shunned(pos, units), prizes(pos, pos.active)
    budget = strategic_budget(pos, units) if budget is None else budget
    free = pos.box.links.within(pos.where[units[0]], budget)
    if not free & (closed | halts):
        return free
    return everywhere(wave(pos.box.links, pos.where[units[0]], budget, closed, halts))


def strategic_cost(pos: WesternDesertPosition, units: Sequence[int], budget: int, place: int) -> int:
    """What a strategic move to a hex within reach costs each of these units, in sixths of a point."""
    halts = prizes(pos, pos.active)
    levels = wave(pos.box.links, pos.where[units[0]], budget, shunned(pos, units), halts)
    return cost_of(levels, place) or 0


def sail_barred(pos: WesternDesertPosition, units: Sequence[int]) -> str | None:
    """9.7 The rule that keeps units from sailing between Tobruk and Alexandria, or None."""
    box = pos.box
    place = pos.where[units[0]]
    if pos.active != ALLIED or pos.exploiting or pos.control[TOBRUK] != ALLIED:
        return "9.7"
    if place not in (box.tobruk, box.alexandria) or pos.held[AXIS] >> other_port(pos, place) & 1:
        return "9.7"
    if pos.ordered:
        return "4.0"
    if pos.sailed + len(units) > (2 if pos.naval else 1):
        return "9.7"
    return None


def other_port(pos: WesternDesertPosition, place: int) -> int:
    """Alexandria for Tobruk, Tobruk for Alexandria."""
    return pos.box.tobruk if place == pos.box.alexandria else pos.box.alexandria


def stacking_barred(pos: WesternDesertPosition, units: Sequence[int], places: Mask) -> Mask:
    """Those of the places where these units could not stay, as too many there cannot move away any more (9.2)."""
    box, side = pos.box, pos.box.side[units[0]]
    coming = sum([box.points[unit] for unit in units])
    if coming > STACK_LIMIT and not fits(pos, units):
        return places
    barred, full = 0, places & (pos.packed[side] if coming <= UNIT_LIMIT else pos.held[side])
    if not full or not coming:
        return 0
    for place in places_in(full):
        if pos.crowd[2 * place + side] + coming > STACK_LIMIT:
            staying = [unit for unit in pos.fighters_at(place, side) if move_barred(pos, unit)]
            if not fits(pos, [*staying, *units]):
                barred |= 1 << place
    return barred
