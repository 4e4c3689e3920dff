"""Operation Battleaxe: what a position is worth.

Terms, for the Allies: points scored; the point areas they hold, more when supplied and garrisoned, less with enemies on
the doorstep, and again for every evening to come; German units lost and panzers reduced, which count at the end; the
strength of both armies; units cut off; the siege of Tobruk; the divisions not yet released; the Advantage, fuel,
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
"""A later evening counts this much of today's."""
HELD, SHAKY, UNSUPPLIED = 0.8, 0.5, 0.2
"""Of an area's points: supplied whatever comes, supplied unless an enemy cuts the line, not supplied."""
GARRISON, BESIEGED, OPEN_DOOR = 0.14, 0.15, 0.3
FOOTHOLD, AT_THE_GATE, WALK_IN = 0.22, 0.08, 0.35
STRENGTH = 0.09
"""A point of combat value, for each evening to come."""
GERMAN_LOST, PANZER_REDUCED = 0.9, 0.45
CUT_OFF = 0.5
EXPOSED_GERMAN, EXPOSED = 0.3, 0.1
"""For a reduced unit with enemies beside it; half of it for a unit at full strength that stands alone there."""
SIEGE_LIFTED, TOBRUK_LOST = 3.0, 4.0
WAITING_PANZERS, WAITING_LIGHT = 2.0, 2.0
ADVANTAGE, FUEL, ROMMEL = 0.35, 0.6, 0.4
NEAR = 0.05


def terms(pos: BattleaxePosition, side: int) -> dict[str, float]:
    """What is good and bad about a position for a seat, by name, in victory points."""
    if pos.over is not None:
        return {"the game": WON if pos.over[0] == side else -WON}
    good = allied_terms(pos)
    return good if side == pos.seat(ALLIED) else {name: -worth for name, worth in good.items()}


def evaluate(pos: BattleaxePosition, side: int) -> float:
    """How good a position is for a seat: the sum of its terms."""
    if pos.over is not None:
        return WON if pos.over[0] == side else -WON
    good = standing(pos)
    return good if side == pos.seat(ALLIED) else -good


def evenings_left(pos: BattleaxePosition) -> int:
    """Evenings on which points are still counted."""
    return max(0, int(pos.box.tables["days_played"]) - pos.turn + 1)


def standing(pos: BattleaxePosition) -> float:
    """How good a position is for the Allied army, in victory points."""
    return sum(allied_terms(pos).values())


def allied_terms(pos: BattleaxePosition) -> dict[str, float]:
    """The same by name."""
    box, evenings = pos.box, evenings_left(pos)
    tobruk = 1 << box.tobruk
    siege = SIEGE_LIFTED if not pos.occupied[AXIS] & tobruk else 0.0
    waiting = 0.0
    if pos.turn == 1:
        waiting += 0 if pos.released & PANZERS else WAITING_PANZERS
        waiting += 0 if pos.released & LIGHT else WAITING_LIGHT
    owner = pos.advantage if pos.advantage < 2 else pos.advantage_next
    strength, losses, exposed = _armies(box, evenings, pos.control, tuple(pos.occupied), tuple(pos.here), pos.reduced)
    return {
        "points scored": float(pos.points - points_needed(pos)),
        "point areas": _ground(pos, evenings),
        "strength": strength,
        "German losses": losses,
        "supply, exposure and closeness": exposed,
        "Tobruk": siege - (0.0 if pos.control & tobruk else TOBRUK_LOST),
        "divisions still waiting": waiting,
        "the Advantage, fuel and Rommel": (ADVANTAGE if owner == ALLIED else -ADVANTAGE) * evenings
        + FUEL * pos.fuel_low
        - ROMMEL * pos.rommel,
    }


def _ground(pos: BattleaxePosition, evenings: int) -> float:
    """The point areas, by how surely they will count."""
    box, held = pos.box, pos.control
    allied, axis = pos.occupied
    weight = (1 + LATER * (evenings - 1)) if evenings else 0.0
    supplied = _joined(box, box.first_activation, held)
    beside_allied, beside_axis = _beside(box, allied), _beside(box, axis)
    firm = _joined(box, box.first_activation, held & ~(beside_axis & ~allied))
    firm |= _beside(box, firm) & supplied
    total = 0.0
    for bit, value in _prizes(box):
        share = 0.0
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
        total += value * share
    return total * weight


@lru_cache(maxsize=1 << 16)
def _armies(
    box: BattleaxeBox,
    evenings: int,
    control: Mask,
    occupied: tuple[Mask, ...],
    here: tuple[Mask, ...],
    reduced: Mask,
) -> tuple[float, float, float]:
    """Strength of both armies; German losses, which count as points; supply, exposure and nearness."""
    on_map, total = 0, 0.0
    for side, sign in ((ALLIED, 1.0), (AXIS, -1.0)):
        held, army = (~control & (box.areas | box.zones) if side else control), box.army[side]
        net = _joined(box, box.sources[side], held)
        net |= _beside(box, net)
        danger = _beside(box, occupied[1 - side])
        steps = _nearness(box, _worth_having(box) & ~held)
        penalty = 0.0
        for place in places_in(occupied[side]):
            units = here[place] & army
            on_map |= units
            penalty += NEAR * steps[place] * (units & box.mobile).bit_count()
            if danger >> place & 1:
                penalty += _exposure(box, units, units & reduced)
            if not net >> place & 1:
                penalty += CUT_OFF * units.bit_count()
        total -= sign * penalty
    strength = STRENGTH * (evenings + 1) * _strength(box, on_map, reduced)
    losses = GERMAN_LOST * (box.germans & ~on_map).bit_count()
    losses += PANZER_REDUCED * (reduced & on_map & box.germans & box.armor).bit_count()
    return strength, losses, total


def _exposure(box: BattleaxeBox, units: Mask, weak: Mask) -> float:
    """The cost of being next to enemies while reduced or alone."""
    if weak:
        germans = (weak & box.germans).bit_count()
        return EXPOSED_GERMAN * germans + EXPOSED * (weak.bit_count() - germans)
    if units & (units - 1):
        return 0.0
    return (EXPOSED_GERMAN if units & box.germans else EXPOSED) / 2


# What depends on few things is worked out once for each of their values.


@lru_cache(maxsize=16384)
def _joined(box: BattleaxeBox, sources: Mask, ground: Mask) -> Mask:
    """The places of some ground joined to sources on it."""
    return flood(sources & ground, ground, box.around)


@lru_cache(maxsize=16384)
def _beside(box: BattleaxeBox, places: Mask) -> Mask:
    """The neighbours of some places."""
    return spread(places, box.around)


@lru_cache(maxsize=16384)
def _strength(box: BattleaxeBox, on_map: Mask, reduced: Mask) -> float:
    """Allied less Axis strength."""
    total = 0.0
    for unit in places_in(on_map):
        worth = box.reduced_value[unit] + 0.5 if reduced >> unit & 1 else box.value[unit] + 1.0
        total += worth if box.side[unit] == ALLIED else -worth
    return total


@lru_cache(maxsize=8)
def _prizes(box: BattleaxeBox) -> tuple[tuple[Mask, int], ...]:
    """The areas with points, as bits, and their points."""
    return tuple((1 << place, value) for place, value in enumerate(box.points) if value)


@lru_cache(maxsize=8)
def _worth_having(box: BattleaxeBox) -> Mask:
    """The areas with points."""
    return sum(bit for bit, _ in _prizes(box))


@lru_cache(maxsize=4096)
def _nearness(box: BattleaxeBox, goals: Mask) -> tuple[int, ...]:
    """For each place the steps to the nearest of some goals; nothing where there are none."""
    steps = [0] * len(box.map)
    reached = edge = goals
    distance = 0
    while edge:
        distance += 1
        edge = spread(edge, box.around) & ~reached
        reached |= edge
        for place in places_in(edge):
            steps[place] = distance
    return tuple(steps)
