"""Rommel in the Desert: how a position looks at the end of a turn.

What counts: the blocks, and whether they are in supply; who has the greater weight near the places the scenario is
about, and could storm them; the road to Tobruk where that wins; cards; posts in the rear; and who would win if the
scenario ended now. In the last month an army is worth less, least to the side that has to act. All of it is the same
for both sides with the sign turned. Threats are not judged here: the planner plays the enemy's answer and looks again.
"""

from __future__ import annotations

from functools import lru_cache
from math import exp
from typing import NamedTuple

from sandtable.ai.rommel.clash import ARMOUR, hits, price
from sandtable.ai.rommel.lines import base_in_reach, base_in_two_marches, bridge, has_reserve, two_marches
from sandtable.ai.rommel.plans import decisive, posts
from sandtable.engine.sides import ALLIED, AXIS
from sandtable.games.rommel.box import RommelBox
from sandtable.games.rommel.network import Ground, reached
from sandtable.games.rommel.position import OTHER, RommelPosition
from sandtable.games.rommel.rules.r07_supply import ground
from sandtable.games.rommel.rules.r10_victory import TERMS

WON = 1000.0
NAKED, OPEN = 30.0, 80.0
"""What an empty base costs that the enemy can reach with one move, and if he would be in supply there as well."""
UNGUARDED, LEFT_OPEN, IN_TIME = 8.0, 40.0, 0.2
"""The same if he needs two moves; how much of it counts while somebody could be home with one."""
VERDICT = 60.0
"""What it is worth to be the side that wins if the last month ended now; half of it in the month before, and so on."""
PRIZE = 100.0
"""What it is worth in the last month to be sure of taking all that a side needs to win."""
LATE, AT_STAKE = 0.6, 0.3
"""How much an army counts in the last month, where no blocks are counted: that of who would win, and of who would not.

He has nothing to lose, so an even exchange of blocks is good for him.
"""
CARD, RESERVE = 3.0, 6.0
"""What a real card is worth, and how much more the last: who has none cannot open a line that is cut."""
LAST_SAY, FEW = 8.0, 4
"""What each card more than the enemy's is worth in the last month to a side that must act, if he has only a few."""
LYING = 0.75
"""The share of its worth a block keeps that is disrupted."""
HUNGRY, STARVING = 0.45, 0.15
"""The same for one out of supply, and for one that is disrupted as well or cannot be helped: the next blow kills it."""
REOPENED, MOST_OF = 0.85, 0.6
"""The same for one whose line is sure to be opened again; and how much of what is cut off one blow must free."""
FAINT = 0.5
"""The weight of a block that is disrupted or cut off, near an objective."""
FALLOFF = 1.5
"""How quickly a block's weight at an objective falls with the turns it needs to get there."""
EVEN = 4.0
"""Strength that nobody has to beat: keeps a lone block from counting as control."""
ROAD = (70.0, 42.0, 24.0, 13.0, 6.0)
"""One gap left in the road that would win Battleaxe, two, and so on."""
SIEGE = 2.0
"""What taking a place is worth, as a multiple of holding it."""
JOINING = 4
"""How many blocks can join a siege in a turn."""
NOT_YET = 0.6
"""How much of a siege counts that has not begun."""
MONTH_MORE = 2
"""Rounds that may be counted on if this is not the last month."""
GOES_ON = 0.8
"""How much of another round counts in a battle that goes on."""


class Objective(NamedTuple):
    """A place a scenario is about: what it is worth to have more weight there, and to hold it."""

    contest: float
    hold: float


Places = tuple[tuple[int, Objective, tuple[tuple[float, ...], ...]], ...]
"""Places with their worth, and for each speed and hex how much of a block's strength counts there."""

OBJECTIVES: dict[str, dict[str, Objective]] = {
    "battleaxe": {
        "Sollum": Objective(6, 6),
        "Bardia": Objective(4, 4),
        "Bir el Gubi": Objective(8, 3),
        "Gambut": Objective(6, 3),
        "Tobruk": Objective(4, 20),
    },
    "crusader": {
        "Tobruk": Objective(16, 30),
        "Bir el Gubi": Objective(5, 2),
        "Gambut": Objective(5, 2),
        "Bardia": Objective(3, 3),
    },
    "gazala": {
        "Tobruk": Objective(20, 40),
        "Gazala SE1": Objective(6, 3),
        "Bir el Gubi": Objective(6, 3),
        "Gambut": Objective(5, 2),
    },
    "alamein": {
        "Mersa Matruh": Objective(14, 18),
        "Tobruk": Objective(12, 18),
        "El Alamein": Objective(8, 5),
        "Bardia": Objective(2, 3),
    },
    "1940": {
        "Mersa Matruh": Objective(12, 20),
        "Tobruk": Objective(10, 12),
        "Bardia": Objective(6, 5),
        "Benghazi": Objective(5, 12),
        "Sidi Barrani": Objective(4, 1),
    },
    "campaign": {
        "Tobruk": Objective(14, 18),
        "Benghazi": Objective(5, 5),
        "Bardia": Objective(4, 4),
        "Mersa Matruh": Objective(4, 4),
    },
}
"""The places of each scenario's terms."""
PER_BLOCK = {"crusader": 2.0, "1940": 2.0, "campaign": 1.0}
"""What each block on the map is worth beyond its strength, where blocks are counted at the end."""


@lru_cache(maxsize=64)
def weights(box: RommelBox, place: int) -> tuple[tuple[float, ...], ...]:
    """For each speed and hex, how much of a block's strength counts at a place: less with each turn away."""
    table = []
    for speed in range(max(box.speed) + 1):
        row = []
        for hex_ in range(len(box.map)):
            turns = min(
                board_distance[hex_][place] / (speed + bonus)
                for board_distance, bonus in zip(box.board.distance, box.tables.bonus, strict=True)
                if speed + bonus
            )
            row.append((1 + turns) ** -FALLOFF)
        table.append(tuple(row))
    return tuple(table)


@lru_cache(maxsize=16)
def worths(box: RommelBox) -> tuple[tuple[float, ...], ...]:
    """What each block is worth at each strength, with what it counts at the end."""
    extra = PER_BLOCK.get(box.plan.terms, 0.0)
    return tuple(
        tuple(value * (ARMOUR if kind == 0 else 1.0) + 1.0 + extra for value in row)
        for row, kind in zip(box.values, box.kind, strict=True)
    )


@lru_cache(maxsize=16)
def objectives(box: RommelBox) -> Places:
    """The places of the scenario with their worth and their weights."""
    places = OBJECTIVES[box.plan.terms].items()
    return tuple((box.map.index[name], what, weights(box, box.map.index[name])) for name, what in places)


@lru_cache(maxsize=16)
def counted(box: RommelBox) -> tuple[tuple[tuple[float, ...], ...], ...]:
    """For each speed and hex, how much of a block's strength counts at each of the places."""
    tables = [table for _, _, table in objectives(box)]
    speeds = range(max(box.speed) + 1)
    return tuple(
        tuple(tuple(table[speed][hex_] for table in tables) for hex_ in range(len(box.map))) for speed in speeds
    )


class Outlook(NamedTuple):
    """What counts beyond the position itself: whose turn comes next, and how likely each side has no real card."""

    due: int
    broke: tuple[float, float]
    ended: bool = False
    """The month is over: what is out of supply is lost, the rest recovers."""


def holder(pos: RommelPosition, place: int) -> int:
    """Who holds a place: the owner of a fortress, or whoever is there alone; -1 nobody."""
    if pos.box.board.fortresses >> place & 1:
        return pos.owner(place)
    allied, axis = pos.holds(place, ALLIED), pos.holds(place, AXIS)
    return -1 if allied == axis else ALLIED if allied else AXIS


def fed(pos: RommelPosition, side: int, grounds: Ground) -> int:
    """The hexes in which a side's blocks do not starve."""
    found = reached(grounds)
    for place, owner in pos.owners:
        if owner == side and not found >> place & 1 and len(pos.at(place, side)) <= pos.box.tables.fortress[place]:
            found |= 1 << place
    return found


def outlook(pos: RommelPosition, due: int) -> Outlook:
    """The outlook for a position in which nothing is hidden."""
    return Outlook(due, (float(not pos.hand(ALLIED)[0]), float(not pos.hand(AXIS)[0])))


def for_allies(pos: RommelPosition, look: Outlook) -> dict[str, float]:
    """What is good for the Allies, by name, and bad if it is below zero."""
    if pos.over is not None:
        winner = pos.over[0]
        return {"the game": 0.0 if winner is None else WON if winner == ALLIED else -WON}
    box = pos.box
    plan, places = box.plan, objectives(box)
    strength = [0.0, 0.0]
    weight: list[tuple[float, ...]] = []
    grounds = ground(pos, ALLIED), ground(pos, AXIS)
    for side in (ALLIED, AXIS):
        supplied = fed(pos, side, grounds[side])
        late = look.broke[side] if side == look.due else 0.25 + 0.5 * look.broke[side]
        hungry = STARVING * late + HUNGRY * (1 - late)
        if side == look.due and late < 1 and pos.held(side)[1] & ~supplied:
            sure = reopened(pos, side, grounds[side], supplied) * staying_power(pos, side)
            hungry += (1 - late) * sure * (REOPENED - HUNGRY)
        start, end = box.span[side]
        army = tuple(pos.where[start:end]), tuple(pos.steps[start:end]), tuple(pos.disrupted[start:end])
        strength[side], near = _army(box, side, *army, supplied, hungry, look.ended)
        weight.append(near)
    aims = 0.0
    for number, (place, (contest, hold), _) in enumerate(places):
        allied, axis = weight[ALLIED][number], weight[AXIS][number]
        held = holder(pos, place)
        if held >= 0:
            aims += hold if held == ALLIED else -hold
        aims += contest * (allied - axis) / (allied + axis)
    winner = TERMS[plan.terms](pos)[0]
    if look.ended and pos.turn >= plan.last:
        return {"the game": 0.0 if winner is None else WON if winner == ALLIED else -WON}
    verdict = VERDICT / (1 + plan.last - pos.turn - look.ended)
    ready = pos.held(ALLIED)[1], pos.held(AXIS)[1]
    storms = {} if look.ended else _storms(pos, places, ready)
    last = pos.turn >= plan.last
    if last and plan.terms not in PER_BLOCK:
        strength = [some * (LATE if winner == side else AT_STAKE) for side, some in enumerate(strength)]
    found = {
        "strength": strength[ALLIED] - strength[AXIS],
        "places": aims,
        "who would win now": 0.0 if winner is None else verdict if winner == ALLIED else -verdict,
        "supply cards": _cards(pos, ALLIED, look) - _cards(pos, AXIS, look) + (_last_say(pos, winner) if last else 0.0),
        "battles": _ongoing(pos) if pos.battles and not look.ended else 0.0,
        "sieges": _sieges(places, storms) + (_prizes(pos, winner, storms) if last else 0.0),
        "bases": _bases(pos, grounds),
        "posts in the rear": _posts(pos, ALLIED, ready[ALLIED]) - _posts(pos, AXIS, ready[AXIS]),
    }
    if plan.terms == "battleaxe":
        found["the road to Tobruk"] = _road(pos, grounds[ALLIED])
    return found


@lru_cache(maxsize=4096)
def _army(
    box: RommelBox,
    side: int,
    where: tuple[int, ...],
    steps: tuple[int, ...],
    disrupted: tuple[int, ...],
    supplied: int,
    hungry: float,
    ended: bool,
) -> tuple[float, tuple[float, ...]]:
    """What a side's blocks are worth, and their weight at each of the places; one half is often as it was."""
    worth, rows, values, speed = worths(box), counted(box), box.values, box.speed
    total = 0.0
    near = [EVEN / 2] * len(objectives(box))
    for unit, place, left, shaken in zip(box.units[side], where, steps, disrupted, strict=True):
        if place < 0:
            continue
        value: float = values[unit][left]
        if not supplied >> place & 1:
            if ended:
                continue
            total += worth[unit][left] * (STARVING if shaken else hungry)
            value *= FAINT
        elif shaken and not ended:
            total += worth[unit][left] * LYING
            value *= FAINT
        else:
            total += worth[unit][left]
        for number, share in enumerate(rows[speed[unit]][place]):
            near[number] += value * share
    return total, tuple(near)


def reopened(pos: RommelPosition, side: int, on: Ground, supplied: int) -> float:
    """How likely a side whose turn it is will open the lines of those cut off, by destroying the enemies in one hex.

    Those who are a march away may come by an assault, with double dice; those two marches away fire once.
    """
    box, where, disrupted = pos.box, pos.where, pos.disrupted
    lost: dict[int, int] = {}
    foes: dict[int, list[int]] = {}
    for unit in box.units[side]:
        if where[unit] >= 0 and not supplied >> where[unit] & 1:
            lost[where[unit]] = lost.get(where[unit], 0) + pos.value(unit) + 1
    for unit in box.units[OTHER[side]]:
        if where[unit] >= 0 and on.closed >> where[unit] & 1 and not disrupted[unit]:
            foes.setdefault(where[unit], []).append(unit)
    enough, best = MOST_OF * sum(lost.values()), 0.0
    able = [unit for unit in box.units[side] if where[unit] >= 0 and not disrupted[unit]]
    able.sort(key=lambda unit: -pos.value(unit))
    for foe, force in foes.items():
        bit = 1 << foe
        open_ = reached(on._replace(closed=on.closed & ~bit, joints=on.joints | bit))
        if sum([some for place, some in lost.items() if open_ >> place & 1]) < enough:
            continue
        needed = sum([pos.steps[unit] * box.toughness[unit] for unit in force])
        for near, double in ((box.vicinity, True), (two_marches(box), False)):
            coming = [unit for unit in able if near[box.speed[unit]][where[unit]] >> foe & 1]
            best = max(best, at_least(needed, hits(pos, foe, coming[:JOINING], force, False, double)))
    return best


def staying_power(pos: RommelPosition, side: int) -> float:
    """How much a line that is opened again helps a side: the enemy's cards may cut it more often than its own open it.

    He needs two cards for most cuts, and has laid two already.
    """
    mine, theirs = pos.hand(side)[0], max(0, pos.hand(OTHER[side])[0] - 2)
    return min(1.0, (1 + mine) / (2 + theirs / 2)) if mine else 0.0


def at_least(count: int, mean: float) -> float:
    """How likely there are this many hits or more where so many are to be expected."""
    term = left = exp(-mean)
    for number in range(1, count):
        term *= mean / number
        left += term
    return 1.0 - left if count else 1.0


def siege(pos: RommelPosition, place: int, side: int, rounds: int) -> float:
    """How much of a place's garrison a side could destroy, from 0 to 1, with the blocks there and next door.

    Each round costs a card. Those who stand only next door have one round less, and half of it is hope.
    """
    ways = pos.box.board.around[place]
    garrison, inside = pos.ready_at(place, OTHER[side]), pos.ready_at(place, side)
    if not garrison:
        return 1.0 if inside else 0.0
    if not inside and not pos.held(side)[1] & ways:
        return 0.0
    start, end = pos.box.span[side]
    where, disrupted = pos.where, pos.disrupted
    beside = [
        unit for unit in range(start, end) if where[unit] >= 0 and ways >> where[unit] & 1 and not disrupted[unit]
    ]
    beside.sort(key=lambda unit: -pos.value(unit))
    steps, tough = pos.steps, pos.box.toughness
    whole = left = float(sum([steps[unit] * tough[unit] for unit in garrison]))
    fire = hits(pos, place, garrison, [*inside, *beside] or garrison, True, False)
    force = float(sum([steps[unit] * tough[unit] for unit in inside]))
    punch = hits(pos, place, inside, garrison, False, False)
    for _ in range(rounds):
        joining, beside = beside[:JOINING], beside[JOINING:]
        force += sum([steps[unit] * tough[unit] for unit in joining])
        punch += hits(pos, place, joining, garrison, False, False)
        if not force:
            break
        kept = max(0.0, force - fire * left / whole) / force
        force, punch = force * kept, punch * kept
        left -= punch
        if left <= 0:
            break
    done = 1.0 - max(0.0, left) / whole
    return done if inside else done * NOT_YET


Storms = dict[int, tuple[int, float]]
"""For each place that somebody holds: the other side, and how much of the garrison it could destroy."""


def _storms(pos: RommelPosition, places: Places, ready: tuple[int, int]) -> Storms:
    """The chances to take each other's places, with the hexes where each side has undisrupted blocks."""
    found: Storms = {}
    more = MONTH_MORE if pos.turn < pos.box.plan.last else 0
    for place, _, _ in places:
        held = holder(pos, place)
        if held >= 0:
            side = OTHER[held]
            if not ready[side] & (pos.box.board.around[place] | 1 << place):
                found[place] = side, 0.0
                continue
            found[place] = side, siege(pos, place, side, pos.hand(side)[0] + more)
    return found


def _sieges(places: Places, storms: Storms) -> float:
    """What those chances are worth to the Allies."""
    found = 0.0
    for place, (_, hold), _ in places:
        if place in storms:
            side, done = storms[place]
            found += (SIEGE * hold if side == ALLIED else -SIEGE * hold) * done * done
    return found


def _prizes(pos: RommelPosition, winner: int | None, storms: Storms) -> float:
    """What the chance is worth, in the last month, to take all that a side needs for its victory."""
    found = 0.0
    for side in (ALLIED, AXIS):
        if winner == side:
            continue
        chance = 1.0 if (missing := decisive(pos, side)) else 0.0
        for place in missing:
            chance *= storms[place][1] ** 2 if place in storms else 0.0
        found += PRIZE * chance if side == ALLIED else -PRIZE * chance
    return found


def _ongoing(pos: RommelPosition) -> float:
    """What the battles that go on promise the Allies: another round, as if both sides fired at once."""
    found = 0.0
    for place, _, _ in pos.battles:
        allied, axis = pos.ready_at(place, ALLIED), pos.ready_at(place, AXIS)
        if allied and axis:
            found += price(pos, axis, hits(pos, place, allied, axis, False, False))
            found -= price(pos, allied, hits(pos, place, axis, allied, False, False))
    return GOES_ON * found


def _bases(pos: RommelPosition, grounds: tuple[Ground, Ground]) -> float:
    """A base where only an enemy in supply stands is as good as lost, and the game with it; an empty one in danger."""
    found = 0.0
    for side in (ALLIED, AXIS):
        base = pos.box.board.base[OTHER[side]]
        if pos.holds(base, OTHER[side]):
            continue
        if pos.ready_at(base, side) and reached(grounds[side]) >> base & 1:
            found += WON if side == ALLIED else -WON
            continue
        fed_there = reached(grounds[side]) >> base & 1
        if base_in_reach(pos, OTHER[side]):
            risk = OPEN if fed_there else NAKED
        elif base_in_two_marches(pos, OTHER[side]):
            risk = LEFT_OPEN if fed_there else UNGUARDED
            if has_reserve(pos, OTHER[side]):
                risk *= IN_TIME
        else:
            continue
        found += risk if side == ALLIED else -risk
    return found


def _cards(pos: RommelPosition, side: int, look: Outlook) -> float:
    """What a side's real cards are worth: the last one most, while the enemy may have others."""
    real = pos.hand(side)[0]
    return CARD * real + (RESERVE * (1 - look.broke[OTHER[side]]) if real else 0.0)


def _last_say(pos: RommelPosition, winner: int | None) -> float:
    """What it is worth to the side that has to act to have cards left when the enemy, who has few, has none."""
    found = 0.0
    for side in (ALLIED, AXIS):
        mine, theirs = pos.hand(side)[0], pos.hand(OTHER[side])[0]
        if winner != side and theirs <= FEW:
            found += LAST_SAY * max(0, min(mine - theirs, FEW)) * (1 if side == ALLIED else -1)
    return found


def _posts(pos: RommelPosition, side: int, ready: int) -> float:
    """What the blocks are worth that keep a side's lines and base in the rear from raiders."""
    return sum([worth for place, worth in posts(pos, side) if ready >> place & 1])


def _road(pos: RommelPosition, on: Ground) -> float:
    """How much of the road from Alexandria to Tobruk there is."""
    foes: dict[int, int] = {}
    for unit in pos.box.units[AXIS]:
        if pos.where[unit] >= 0 and not pos.disrupted[unit]:
            foes[pos.where[unit]] = foes.get(pos.where[unit], 0) + pos.value(unit)
    gaps = bridge(on, tuple(sorted(foes.items())), pos.box.map.index["Tobruk"])
    return 0.0 if gaps is None else ROAD[max(0, min(len(gaps), len(ROAD)) - 1)]


def judge(pos: RommelPosition, side: int, look: Outlook) -> float:
    """How good a position is for a side."""
    found = sum(for_allies(pos, look).values())
    return found if side == ALLIED else -found


def terms(pos: RommelPosition, side: int) -> dict[str, float]:
    """What is good and bad about a position for a side, by name."""
    due = pos.stack[-1].side if pos.stack and pos.stack[-1].side in OTHER else OTHER[pos.phasing]
    found = for_allies(pos, outlook(pos, due))
    return found if side == ALLIED else {name: -value for name, value in found.items()}


def evaluate(pos: RommelPosition, side: int) -> float:
    """How good a position is for a side: the sum of its terms."""
    return sum(terms(pos, side).values())
