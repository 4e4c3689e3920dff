"""Operation Battleaxe: what a position is worth.

The terms, for the Allies: points scored; the point areas they hold, more when supplied and garrisoned, less where
enemies can walk in, and again for every evening to come; German units lost and panzers reduced, which count at the end;
what all that says about the ten points; the strength of both armies, guns by the troops beside them; what the next
impulse could do to each stack (`danger`); units cut off, or on a weak line (`lines`); Tobruk, its siege and the line
that would relieve it (`tobruk`); the divisions not yet released; the Advantage, fuel, Rommel; and how near troops are
to the areas worth going to.
"""

from __future__ import annotations

from functools import lru_cache
from math import tanh
from typing import NamedTuple

from sandtable.ai.battleaxe.danger import AIR, ROMMEL, Attackers, stack_fate
from sandtable.ai.battleaxe.lines import (
    DOUBTFUL,
    GRADES,
    LIKELY,
    SWEPT,
    UNSURE,
    Front,
    at_evening,
    cut_shares,
    joined,
    supplied,
)
from sandtable.ai.battleaxe.tobruk import (
    FAR,
    besiegers,
    can_shut,
    line_open,
    round_tobruk,
    steps_to_open,
    sunset_ahead,
    sunset_chance,
)
from sandtable.engine.maps import Mask, places_in, spread
from sandtable.engine.sides import ALLIED, AXIS
from sandtable.games.battleaxe.box import LIGHT, PANZERS, BattleaxeBox
from sandtable.games.battleaxe.position import BattleaxePosition
from sandtable.games.battleaxe.rules.r16_june15 import waiting
from sandtable.games.battleaxe.rules.r18_bids import points_needed

WON = 1000.0
LATER = 0.55
"""A later evening counts this share of today's."""
HELD, SHAKY, UNSUPPLIED = 0.8, 0.45, 0.1
"""Of an area's points when the sun sets: supplied whatever comes, supplied unless an enemy cuts the line, not supplied.
Early in the day a line that is cut or shaky matters less: it will be cut and mended again before the evening."""
MORNING = 0.3
"""How much of that counts while the sun cannot set yet."""
FALLS = 0.8
"""Of the points of an empty area of the Axis that goes over in the evening because its line is cut (14.2.4)."""
GARRISON, BESIEGED, FOOTHOLD = 0.14, 0.15, 0.22
WALK_IN = (0.34, 0.3, 0.18)
"""Of the points of an area without a garrison: enemies are one, two or three areas away."""
WORKS = 0.5
"""What a strongpoint is worth beyond its points."""
STORMED = 0.5
"""Of the points of an area: what its defenders have to lose with it."""
STRENGTH = 0.08
"""A point of combat value, for each evening to come."""
BODY, WEAK_BODY = 2.5, 1.75
"""What a unit is worth besides its value: it holds ground, supports others and absorbs losses."""
ESCORTED, ALONE = 0.8, 0.5
"""Of the value of guns: with troops beside them, and without."""
GERMAN_LOST, PANZER_REDUCED = 0.9, 0.45
CUT_OFF = 0.65
"""A unit without a supply line when the sun sets, twice that if it is reduced and may be lost."""
RING = 0.5
"""The share of that which counts from the first impulse on: whoever is cut off often stays so."""
RISK = (0.8, 0.55, 0.35, 0.2)
"""An enemy has one impulse at a time: the stack in greatest danger counts most."""
SIEGE_LIFTED, TOBRUK_LOST = 3.0, 4.0
RELIEVED = 40.0
"""The game, near enough: Tobruk joined to Buq-Buq when the sun sets."""
JOINED = 1.5
"""The line is open, but the Axis has an impulse in which to shut it."""
LINE = (2.2, 1.0, 0.45, 0.2, 0.1)
"""The line is one step from open, two, and so on; less with units near that could shut it."""
WAITING_PANZERS, WAITING_LIGHT = 2.0, 2.0
ADVANTAGE, FUEL, ROMMEL_LEADS = 0.35, 0.6, 0.4
NEAR = 0.05
DECIDED = ((3.0, 3.0), (2.0, 6.0))
"""On the last evening and the one before: how much the ten points count in themselves, and over what distance."""
BEYOND = 0.7
"""The share taken off each point where a side is far on the safe side of ten."""


def terms(pos: BattleaxePosition, side: int) -> dict[str, float]:
    """What is good and bad about a position for a seat, by name, in victory points."""
    if pos.over is not None:
        return {"the game": WON if pos.over[0] == side else -WON}
    good = dict(zip(TERMS, _worths(pos, acted=False), strict=True))
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


def standing(pos: BattleaxePosition, *, acted: bool = False) -> float:
    """How good a position is for the Allied army, in victory points; `acted` once the impulse has been used."""
    return sum(_worths(pos, acted=acted))


TERMS = (
    "points scored",
    "point areas",
    "the ten points",
    "strength",
    "German losses",
    "supply and closeness",
    "stacks in danger",
    "Tobruk",
    "divisions still waiting",
    "the Advantage, fuel and Rommel",
)


def _worths(pos: BattleaxePosition, *, acted: bool) -> tuple[float, ...]:
    """The same by one term after another."""
    box, evenings = pos.box, evenings_left(pos)
    held_back = 0.0
    if pos.turn == 1:
        held_back += 0 if pos.released & PANZERS else WAITING_PANZERS
        held_back += 0 if pos.released & LIGHT else WAITING_LIGHT
    dusk = sunset_ahead(pos) if acted and pos.active == AXIS else 0.0
    armies = _both_armies(pos, 1 - pos.active if acted else pos.active)
    cut_off = (1 - dusk) * (RING + (1 - RING) * _late(pos.impulse)) * armies.cut_off + dusk * armies.cut_now
    scored = float(pos.points - points_needed(pos))
    ground = _ground(box, evenings, pos.impulse, pos.control, *pos.occupied)
    if dusk and evenings:
        tonight = _tonight(box, pos.control, *pos.occupied)
        ground += dusk * (tonight - ground / _evening_weight(evenings))
    owner = _advantage(pos)
    return (
        scored,
        ground,
        _verdict(scored + ground + armies.losses, evenings),
        armies.strength,
        armies.losses,
        armies.near - CUT_OFF * cut_off,
        armies.danger,
        tobruk_worth(pos, armies, acted=acted),
        held_back,
        (ADVANTAGE if owner == ALLIED else -ADVANTAGE) * evenings + FUEL * pos.fuel_low - ROMMEL_LEADS * pos.rommel,
    )


def _advantage(pos: BattleaxePosition) -> int:
    """The side that has the Advantage, or will have it next."""
    return pos.advantage if pos.advantage < 2 else pos.advantage_next


def _both_armies(pos: BattleaxePosition, mover: int) -> Armies:
    """Both armies as they stand, with a side about to act."""
    rommel = pos.rommel or _advantage(pos) == AXIS
    return _armies(
        pos.box,
        evenings_left(pos),
        pos.control,
        tuple(pos.occupied),
        tuple(pos.here),
        pos.reduced,
        waiting(pos),
        (int(2 * ROMMEL) * rommel - 4 * pos.fuel_low, int(2 * AIR)),
        bool(pos.fuel_low),
        mover,
    )


def insecure(pos: BattleaxePosition) -> Mask:
    """Where the Axis has no supply line, or one that the next impulse of the Allies may well cut."""
    return _both_armies(pos, ALLIED).insecure


def _verdict(margin: float, evenings: int) -> float:
    """What a margin over the points needed says about who wins: most near the limit, little far beyond it."""
    if not 1 <= evenings <= len(DECIDED):
        return 0.0
    worth, width = DECIDED[evenings - 1]
    far = max(0.0, margin - width) + min(0.0, margin + width)
    return worth * tanh(margin / width) - BEYOND * far


def tobruk_worth(pos: BattleaxePosition, armies: Armies, *, acted: bool = False) -> float:
    """The siege and the line: open in the evening it is the game, and before that the nearer to open the better."""
    box = pos.box
    tobruk = 1 << box.tobruk
    siege = besiegers(pos)
    worth = (0.0 if siege else SIEGE_LIFTED) - (0.0 if pos.control & tobruk else TOBRUK_LOST)
    if line_open(pos):
        if acted and pos.active == AXIS:
            return worth + JOINED + RELIEVED * sunset_ahead(pos)
        if not can_shut(pos):
            return worth + JOINED + RELIEVED * max(0.1, sunset_chance(pos.impulse))
        return worth + JOINED
    steps = steps_to_open(box, pos.control, pos.occupied[AXIS], armies.crowded, siege.bit_count())
    if steps >= FAR or not steps:
        return worth
    return worth + LINE[min(steps, len(LINE)) - 1] * (1.0, 0.7, 0.4)[min(armies.watchers, 2)]


class Armies(NamedTuple):
    """Both armies, looked over once: what they are worth to the Allies, and what the line from Tobruk meets."""

    strength: float
    losses: float
    """German losses, which count as points."""
    near: float
    """Nearness to the areas worth going to."""
    cut_off: float
    cut_now: float
    """Allied units cut off, less those of the Axis: with all that may soon be, and as it is."""
    danger: float
    """Stacks in danger."""
    crowded: Mask
    """The places with two units of the Axis or more."""
    watchers: int
    """Mobile Axis units around Tobruk with no Allies beside them."""
    insecure: Mask
    """Where the Axis has no supply line, or one that the next impulse of the Allies may well cut."""


@lru_cache(maxsize=1 << 15)
def _ground(box: BattleaxeBox, evenings: int, impulse: int, held: Mask, allied: Mask, axis: Mask) -> float:
    """The point areas, by how surely they will count."""
    weight = _evening_weight(evenings)
    supplied = joined(box, box.first_activation, held)
    allied_rings, axis_rings = _rings(box, allied, axis), _rings(box, axis, allied)
    firm = joined(box, box.first_activation, held & ~(axis_rings[1] & ~allied))
    firm |= _beside(box, firm) & supplied
    late = _late(impulse)
    theirs = ~held & (box.areas | box.zones)
    falls = theirs & ~axis & ~joined(box, box.sources[AXIS], theirs)
    falls &= joined(box, box.first_activation, held | falls)
    shaky, cut = HELD + late * (SHAKY - HELD), HELD + late * (UNSUPPLIED - HELD)
    total = 0.0
    for bit, value in _prizes(box):
        share = 0.0
        if held & bit:
            share = HELD if firm & bit else shaky if supplied & bit else cut
            if allied & bit:
                share += GARRISON
            if axis & bit:
                share -= BESIEGED
            elif not allied & bit:
                share -= next((pull for pull, ring in zip(WALK_IN, axis_rings, strict=True) if ring & bit), 0.0)
        elif allied & bit:
            share = FOOTHOLD
        elif not axis & bit:
            share = next((pull for pull, ring in zip(WALK_IN, allied_rings, strict=True) if ring & bit), 0.0)
            if falls & bit:
                share = max(share, late * FALLS)
        total += value * share
    return total * weight


@lru_cache(maxsize=1 << 14)
def _tonight(box: BattleaxeBox, held: Mask, allied: Mask, axis: Mask) -> float:
    """The points that count if the sun sets now, and what their strongpoints are worth."""
    evening = at_evening(box, held, allied, axis)
    supplied = joined(box, box.first_activation, evening)
    return sum(value for bit, value in _prizes(box) if supplied & bit)


def _late(impulse: int) -> float:
    """How much a line counts that is cut now: it may be mended before the evening."""
    return MORNING + (1 - MORNING) * sunset_chance(impulse + 1)


def _evening_weight(evenings: int) -> float:
    """What a point area is worth over all evenings to come."""
    return (1 + LATER * (evenings - 1)) if evenings else 0.0


@lru_cache(maxsize=1 << 16)
def _armies(
    box: BattleaxeBox,
    evenings: int,
    control: Mask,
    occupied: tuple[Mask, ...],
    here: tuple[Mask, ...],
    reduced: Mask,
    idle: Mask,
    support: tuple[int, int],
    fuel_low: bool,
    mover: int,
) -> Armies:
    on_map, strength, total, danger = 0, 0.0, 0.0, 0.0
    crowded, watchers, watched = 0, 0, round_tobruk(box) & ~occupied[ALLIED]
    mobile, fronts, stacks = box.mobile, list[Front](), (list[tuple[Mask, int]](), list[tuple[Mask, int]]())
    unit_worth, ground_worth = STRENGTH * (evenings + 1), STORMED * _evening_weight(evenings)
    graded: list[list[Mask]] = []
    for side, sign in ((ALLIED, 1.0), (AXIS, -1.0)):
        held, army, foes = (~control & (box.areas | box.zones) if side else control), box.army[side], box.army[1 - side]
        steps = _nearness(box, _worth_having(box) & ~held)
        mine, theirs = occupied[side], occupied[1 - side]
        attackers = Attackers(box, here, mine, theirs & ~mine, mobile & ~idle & foes, reduced)
        threatened = (theirs | attackers.reach) & mine
        penalty, own, whole, heads = 0.0, 0.0, 0, stacks[side]
        facts: dict[Mask, Stack] = {}
        while mine:
            bit = mine & -mine
            mine ^= bit
            place = bit.bit_length() - 1
            units = here[place] & army
            weak = units & reduced
            on_map |= units
            stack = _counted(box, units, weak)
            penalty += NEAR * steps[place] * stack.movers
            heads.append((bit, stack.heads))
            if side:
                if stack.size > 1:
                    crowded |= bit
                if watched & bit:
                    watchers += stack.movers
            own += stack.worth
            if threatened & bit:
                facts[bit] = stack
                if units != weak:
                    whole |= bit
        shaky = [0] * len(GRADES)
        together, risks = side == ALLIED and not fuel_low, list[float]()
        attacks = attackers.everywhere(whole, threatened & ~whole, together=together)
        fights = threatened & theirs
        while fights:
            bit = fights & -fights
            fights ^= bit
            place = bit.bit_length() - 1
            strong = bool(whole & bit)
            attacks[bit] = attackers.strongest(place, here[place] & foes, strong=strong, together=together)
        for bit, attack in attacks.items():
            if attack <= 0:
                continue
            place = bit.bit_length() - 1
            units = here[place] & army
            stack = facts[bit]
            falls, share = stack_fate(box, side, place, units, units & reduced, attack, support[side])
            if falls > GRADES[-1]:
                for grade, least in enumerate(GRADES):
                    if falls > least:
                        shaky[grade] |= bit
            if share:
                stake = unit_worth * stack.worth + stack.german
                if held & bit:
                    stake += ground_worth * (box.points[place] + 2 * WORKS * bool(box.strongpoints & bit))
                if place == box.tobruk:
                    stake += SIEGE_LIFTED if side else TOBRUK_LOST
                risks.append(share * stake)
        graded.append(shaky)
        total -= sign * penalty
        strength += sign * own
        if risks:
            risks.sort(reverse=True)
            danger -= sign * sum([risk * RISK[min(n, len(RISK) - 1)] for n, risk in enumerate(risks)])
    for side in (ALLIED, AXIS):
        mine, theirs = occupied[side], occupied[1 - side]
        if mover == side:
            theirs &= ~graded[1 - side][SWEPT]
        walked = _rings(box, theirs, mine)[0] & ~mine
        if side and idle & box.panzers:
            walked &= ~(box.alarm | box.near_panzers)  # 16.1
        held = ~control & (box.areas | box.zones) if side else control
        fronts.append(Front(held, walked, graded[side][DOUBTFUL], graded[side][LIKELY]))
    insecure, cut_off, cut_now = 0, 0.0, 0.0
    for side, sign in ((ALLIED, 1.0), (AXIS, -1.0)):
        empty = _rings(box, occupied[side], occupied[1 - side])[1] & ~occupied[1 - side]
        open_to, ways = box.areas & ~fronts[side].held, [empty, *graded[1 - side]]
        cut = cut_shares(box, side, fronts[side], tuple([(empty | way) & open_to for way in ways]))
        for places, share in cut:
            if places & occupied[side]:
                cut_off += sign * share * sum([heads for bit, heads in stacks[side] if places & bit])
        without = occupied[side] & ~supplied(box, box.sources[side], fronts[side].held)
        if without:
            cut_now += sign * sum([heads for bit, heads in stacks[side] if without & bit])
        insecure = sum(places for places, share in cut if share > UNSURE)
    losses = GERMAN_LOST * (box.germans & ~on_map).bit_count()
    losses += PANZER_REDUCED * (reduced & on_map & box.germans & box.armor).bit_count()
    return Armies(unit_worth * strength, losses, total, cut_off, cut_now, danger, crowded, watchers, insecure)


# What depends on few things is worked out once for each of their values.


@lru_cache(maxsize=16384)
def _beside(box: BattleaxeBox, places: Mask) -> Mask:
    """The neighbours of some places."""
    return spread(places, box.around)


def _stack(box: BattleaxeBox, units: Mask, weak: Mask) -> float:
    """The strength of the units of one place: guns count for most of their value only with troops beside them."""
    total = 0.0
    guns = ESCORTED if units & ~box.guns else ALONE
    for unit in places_in(units):
        if weak >> unit & 1:
            value, body = box.reduced_value[unit], WEAK_BODY
        else:
            value, body = box.value[unit], BODY
        total += body + value * (guns if box.guns >> unit & 1 else 1.0)
    return total


class Stack(NamedTuple):
    """What a stack is worth in itself."""

    worth: float
    """Its strength."""
    size: int
    movers: int
    heads: int
    """Its units, the reduced ones twice."""
    german: float
    """What its loss would add to the German losses."""


@lru_cache(maxsize=1 << 15)
def _counted(box: BattleaxeBox, units: Mask, weak: Mask) -> Stack:
    """A stack as it is."""
    germans, count = units & box.germans, units.bit_count()
    points = GERMAN_LOST * germans.bit_count() - PANZER_REDUCED * (germans & weak & box.armor).bit_count()
    movers = (units & box.mobile).bit_count()
    return Stack(_stack(box, units, weak), count, movers, count + weak.bit_count(), points)


@lru_cache(maxsize=1 << 14)
def _rings(box: BattleaxeBox, troops: Mask, barriers: Mask) -> tuple[Mask, Mask, Mask]:
    """The places within one, two and three areas of some troops, by routes that no enemy bars."""
    one = spread(troops, box.around)
    open_areas = box.areas & ~barriers
    two = spread(one & open_areas, box.around)
    return one, one | two, one | two | spread(two & open_areas, box.around)


@lru_cache(maxsize=8)
def _prizes(box: BattleaxeBox) -> tuple[tuple[Mask, float], ...]:
    """The areas with points, as bits, and what they are worth: a strongpoint is harder to take back."""
    works = [WORKS if box.strongpoints >> place & 1 else 0.0 for place in range(len(box.points))]
    return tuple((1 << place, value + works[place]) for place, value in enumerate(box.points) if value)


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
