"""Rommel in the Desert: moves of whole forces, as a commander thinks of them.

One Group or Regroup move is an operation: everything that can strikes one enemy hex; a stack, or most of it, goes to a
place that matters; one or two blocks slip into the enemy's rear. There are a few dozen of them in a position, where
the moves of single blocks run into thousands.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Iterator, Sequence
from itertools import chain
from typing import NamedTuple

from sandtable.ai.rommel.clash import flee, worth
from sandtable.ai.rommel.lines import (
    base_in_reach,
    base_in_two_marches,
    has_reserve,
    in_two_marches,
    near_home,
    two_marches,
)
from sandtable.ai.rommel.outlook import objectives
from sandtable.ai.rommel.value import CROWN, Survey, survey
from sandtable.engine.flow import Action
from sandtable.engine.maps import Mask, mask_of, places_in
from sandtable.games.rommel.position import OTHER, RommelPosition
from sandtable.games.rommel.rules.r02_movement import ROMMEL, WITHDRAWAL, Reach, advance, field, reach, route, ways_in
from sandtable.games.rommel.rules.r02_orders import commands, movable, rommel_ready
from sandtable.games.rommel.rules.r07_supply import supply_network

GUARD, FAR_GUARD = 60.0, 15.0
"""How promising it looks to go to the own base when it is empty and in reach of one move, or of two."""
FAST, FASTEST = 3, 4
"""The speed of mechanised troops, and of armoured cars."""
DETOUR_STOPS = 5
"""Hexes tried on the way round, those nearest to the enemy first."""
BARRIERS = 2
"""How many hexes with enemies on a line that is cut are looked at for a way round."""
FAR_GOALS, STOPS, MOST_RAIDS = 4, 4, 6
"""Raids of two marches: the goals looked at, the hexes tried on the way to each, and how many raids are kept."""
SWEPT, MOST_SWEEPS = 6, 3
"""The same by all the fast troops of a stack: the cuts looked at, and how many such raids are kept."""


class Leg(NamedTuple):
    """A block, the hex it goes to, and the neighbour it comes in from if that hex has enemies (else -1)."""

    unit: int
    dest: int
    via: int


class Move(NamedTuple):
    """One Group move from a hex, or one Regroup round it."""

    place: int
    rally: int
    """The hex of a Regroup; -1 for a Group move."""
    legs: tuple[Leg, ...]
    mode: int = 0

    def actions(self) -> Iterator[Action]:
        """The orders for it, one after the other, without the last that ends the move."""
        yield ("group" if self.rally < 0 else "regroup", self.place)
        if self.mode & ROMMEL:
            yield ("rommel",)
        if self.rally >= 0:
            yield ("rally", self.rally)
        for unit, dest, via in self.legs:
            if self.rally >= 0:
                yield ("bring", unit) if via < 0 else ("send", unit, via)
            else:
                yield ("take", unit)
                yield ("to", dest) if via < 0 else ("enter", dest, via)


STAY = Move(-1, -1, ())
"""No move at all."""


def carry_out(pos: RommelPosition, move: Move) -> float:
    """Make the move in a trial position; what pursuit costs the side and the position does not show."""
    unseen = 0.0
    left: dict[int, list[int]] = {}
    groups: dict[tuple[int, int, int], list[int]] = {}
    for unit, dest, via in move.legs:
        groups.setdefault((pos.where[unit], dest, via), []).append(unit)
    for (start, dest, via), units in groups.items():
        if pos.battle_at(start) is not None:
            left.setdefault(start, []).extend(units)
        advance(pos, units, (dest,), via, move.mode)
    for start, runners in left.items():
        if not pos.ready_at(start, pos.box.side[runners[0]]):
            unseen += flee(pos, start, runners).unseen
    return unseen


class Forces:
    """A side's blocks that may move, and where they can go."""

    def __init__(self, pos: RommelPosition, side: int, mode: int = 0) -> None:
        self.pos, self.side = pos, side
        self.mode = mode
        self.bold = mode | ROMMEL if not mode and rommel_ready(pos, side) else mode
        self.stacks: dict[int, list[int]] = {}
        for unit, place in enumerate(movable(pos, side, mode), pos.box.span[side][0]):
            if place >= 0:
                self.stacks.setdefault(place, []).append(unit)
        self._on = field(pos, side, mode, supply_network(pos, side) if mode & WITHDRAWAL else None)
        self._reach: dict[tuple[int, int, int], Reach] = {}
        self.far: dict[int, Reach] = {}
        """Where each block can go, led by Rommel if he is free."""
        self.rank: dict[int, tuple[float, int]] = {}
        """The strongest block has the lowest."""
        for stack in self.stacks.values():
            for unit in stack:
                self.far[unit] = self.reach(unit, self.bold)
                self.rank[unit] = -worth(pos, unit), unit

    def reach(self, unit: int, mode: int) -> Reach:
        """Where a block can go."""
        return self.reach_from(self.pos.where[unit], self.pos.box.speed[unit], mode)

    def reach_from(self, place: int, speed: int, mode: int) -> Reach:
        """Where a block of this speed could go from a hex."""
        key = place, speed, mode
        found = self._reach.get(key)
        if found is None:
            found = self._reach[key] = reach(self.pos, self.side, self._on, place, speed, mode, 1)
        return found

    def led(self, legs: Iterable[Leg]) -> int:
        """The mode of a move: Rommel leads it only if somebody needs him."""
        if self.bold == self.mode:
            return self.mode
        for unit, dest, via in legs:
            can = self.reach(unit, self.mode)
            if not (can.plain >> dest & 1 if via < 0 else can.entries.get(dest, 0) >> via & 1):
                return self.bold
        return self.mode

    def plain(self, units: Sequence[int]) -> Mask:
        """The quiet hexes that all of some blocks can go to."""
        together = -1
        for unit in units:
            together &= self.far[unit].plain
        return together

    def strike(self, foe: int, units: Iterable[int]) -> tuple[Leg, ...]:
        """The strongest of some blocks into a hex with enemies, as many as its sides let in."""
        pos, legs = self.pos, list[Leg]()
        limits, narrow, room = pos.box.tables, pos.box.board.narrow[foe], dict[int, int]()
        crossed = {start: count for start, end, count in pos.crossed if end == foe}
        for unit in sorted(units, key=self.rank.__getitem__):
            ways = self.far[unit].entries.get(foe, 0)
            ways = ways_in(pos, self.side, foe, ways, 1)
            best, most = -1, 0
            for via in places_in(ways):
                if via not in room:
                    limit = limits.narrow_limit if narrow >> via & 1 else limits.hexside_limit
                    room[via] = limit - crossed.get(via, 0)
                if room[via] > most:
                    best, most = via, room[via]
            if best >= 0:
                room[best] -= 1
                legs.append(Leg(unit, foe, best))
        return tuple(legs)


def operations(pos: RommelPosition, side: int, most: int, brief: bool = False) -> list[Move]:
    """The moves worth a look, the most promising first; in brief only those of whole stacks and their fast troops."""
    forces = Forces(pos, side)
    sense = survey(pos, side)
    found: dict[Hashable, Offer] = {}
    for offer in chain(_strikes(forces, sense, brief), _marches(forces, sense, brief)):
        _, _, _, legs, march = offer
        if march:
            key: Hashable = march[1], frozenset(march[0])
        elif not legs:
            continue
        elif all(leg.via < 0 and leg.dest == legs[0].dest for leg in legs):
            key = legs[0].dest, frozenset([leg.unit for leg in legs])
        else:
            key = frozenset(legs)
        if key not in found or found[key][0] < offer[0]:
            found[key] = offer
    ranked = sorted(found.values(), key=lambda offer: -offer[0])
    moves = []
    for _, place, rally, legs, march in ranked[:most]:
        whole = tuple([Leg(unit, march[1], -1) for unit in march[0]]) if march else legs
        moves.append(Move(place, rally, whole, forces.led(whole)))
    return moves


March = tuple[tuple[int, ...], int]
"""Blocks that all go to one quiet hex."""
Offer = tuple[float, int, int, tuple[Leg, ...], March | None]
"""How promising a move looks, its hex, the hex of a Regroup or -1, and the legs; those of a march are made later."""


def _strikes(forces: Forces, sense: Survey, brief: bool) -> Iterator[Offer]:
    """Attacks: from one hex, or from all round a command hex."""
    pos = forces.pos
    attackers: dict[int, list[int]] = {}
    for stack in forces.stacks.values():
        for unit in stack:
            for foe in forces.far[unit].entries:
                attackers.setdefault(foe, []).append(unit)
    hexes = commands(pos, forces.stacks)
    for foe, units in attackers.items():
        starts = {pos.where[unit] for unit in units}
        for start in starts:
            here = [unit for unit in units if pos.where[unit] == start]
            for force in _parts(pos, here, brief):
                legs = forces.strike(foe, force)
                yield _promise(forces, sense, foe, legs), start, -1, legs, None
        if len(starts) > 1:
            best: tuple[float, int, tuple[Leg, ...]] = (-1.0, -1, ())
            near, tried = mask_of(starts), set[Mask]()
            for command in places_in(hexes & _zone(pos, starts)):
                zone = pos.box.map.around[command] | 1 << command
                if zone & near in tried:  # another hex commands the same stacks
                    continue
                tried.add(zone & near)
                legs = forces.strike(foe, [unit for unit in units if zone >> pos.where[unit] & 1])
                weight = sum([worth(pos, leg.unit) for leg in legs])
                if weight > best[0]:
                    best = weight, command, legs
            _, command, legs = best
            if legs and len({pos.where[leg.unit] for leg in legs}) > 1:
                yield _promise(forces, sense, foe, legs), command, foe, legs, None


def _zone(pos: RommelPosition, places: Iterable[int]) -> Mask:
    zone = 0
    for place in places:
        zone |= pos.box.map.around[place] | 1 << place
    return zone


def _parts(pos: RommelPosition, stack: list[int], brief: bool) -> Iterator[list[int]]:
    """A stack; all of it but its weakest block; its fast troops."""
    yield stack
    if len(stack) > 1 and not brief:
        weakest = min(stack, key=lambda unit: (worth(pos, unit), -pos.box.speed[unit]))
        yield [unit for unit in stack if unit != weakest]
    if len(stack) > 1:
        fast = [unit for unit in stack if pos.box.speed[unit] >= FAST]
        if fast and len(fast) < len(stack) - 1:
            yield fast


def _promise(forces: Forces, sense: Survey, foe: int, legs: Sequence[Leg]) -> float:
    """How promising an attack looks."""
    units = [leg.unit for leg in legs]
    there = sense.mine.get(foe, [])
    if foe not in sense.theirs:  # only disrupted enemies
        return 10.0 + sum([worth(forces.pos, unit) for unit in forces.pos.at(foe, OTHER[forces.side])])
    return sense.battle(foe, [*there, *units]) + sense.rescue(foe, units) + sense.on_the_road(foe)


def _marches(forces: Forces, sense: Survey, brief: bool) -> Iterator[Offer]:
    """Marches to quiet hexes: stacks to places that matter, single blocks into the enemy's rear, forces together."""
    pos, box = forces.pos, forces.pos.box
    aims = mask_of(place for place, _, _ in objectives(box))
    around = aims
    for place in places_in(aims):
        around |= box.board.around[place]
    own = mask_of(sense.mine)
    raids = sense.prey_hexes
    base = 1 << box.board.base[OTHER[forces.side]]
    home = box.board.base[forces.side]
    guard, reserve = 0.0, has_reserve(pos, forces.side)
    if not pos.holds(home, forces.side):
        guard = GUARD if base_in_reach(pos, forces.side) else FAR_GUARD * base_in_two_marches(pos, forces.side)
        base |= 1 << home if guard else 0
    for start, stack in forces.stacks.items():
        for part in _parts(pos, stack, brief):
            can = forces.plain(part)
            weight = sum([sense.values[unit] for unit in part])
            together = tuple(part)
            for dest in {*places_in(can & (aims | around | own | base)), *sense.likely(can, 4)}:
                hope = (sense.pull[dest] - sense.pull[start]) * min(weight, 16) * 0.2 + sense.ambush(dest)
                if dest == home:
                    hope += guard
                if dest in sense.must and dest not in sense.theirs:  # it is there for the taking
                    hope += CROWN
                yield hope, start, -1, (), (together, dest)
        if guard and not reserve:
            yield from _reserves(forces, sense, start, stack)
        able = [unit for unit in stack if guard and forces.far[unit].plain >> home & 1]
        if able:  # one block is guard enough
            yield 1.0 + guard, start, -1, (), ((min(able, key=lambda unit: worth(pos, unit)),), home)
        yield from _raids(forces, sense, start, stack, raids)
        yield from _chain(forces, sense, start, stack)
    for command in () if brief else places_in(commands(pos, forces.stacks)):
        zone = box.map.around[command] | 1 << command
        near = [unit for place, stack in forces.stacks.items() if zone >> place & 1 for unit in stack]
        goals = own | around
        reached = {unit: forces.far[unit].plain for unit in near}
        for dest in places_in(goals & zone):
            units = tuple([unit for unit in near if reached[unit] >> dest & 1 and pos.where[unit] != dest])
            if units and (dest in sense.mine or len({pos.where[unit] for unit in units}) > 1):
                weight = sum([sense.values[unit] for unit in units])
                yield sense.pull[dest] * min(weight, 16) * 0.05, command, dest, (), (units, dest)


def _reserves(forces: Forces, sense: Survey, start: int, stack: list[int]) -> Iterator[Offer]:
    """The cheapest fast block of a stack to where it could be home in the base with its next move."""
    pos, near = forces.pos, near_home(forces.pos.box, forces.side)
    fast = [unit for unit in stack if pos.box.speed[unit] >= FAST]
    if fast:
        unit = min(fast, key=lambda one: worth(pos, one))
        can = forces.far[unit].plain & near[pos.box.speed[unit]]
        for dest in sense.likely(can, 2)[:2]:
            yield FAR_GUARD, start, -1, (), ((unit,), dest)


def _raids(forces: Forces, sense: Survey, start: int, stack: list[int], raids: Mask) -> Iterator[Offer]:
    """One block to a hex on the enemy's lines, or one each to the two hexes of a cut."""
    pos = forces.pos
    cheap = sorted(stack, key=lambda unit: (worth(pos, unit), -pos.box.speed[unit]))
    can = {unit: forces.far[unit].plain for unit in stack}
    for dest in places_in(raids):
        able = [unit for unit in cheap if can[unit] >> dest & 1]
        for unit in dict.fromkeys([*able[:1], *able[-1:]]):
            yield sense.ambush(dest), start, -1, (), ((unit,), dest)
        if len(able) > 2:
            pair = able[-2:]
            yield sense.ambush(dest), start, -1, (), (tuple(pair), dest)
    for cut in sense.prey:
        missing = places_in(cut.hexes & ~sense.held)
        if len(missing) != 2:
            continue
        firsts = [unit for unit in cheap if can[unit] >> missing[0] & 1]
        for first in firsts[:1]:
            second = next((unit for unit in cheap if unit != first and can[unit] >> missing[1] & 1), None)
            if second is not None:
                legs = Leg(first, missing[0], -1), Leg(second, missing[1], -1)
                yield 0.4 * cut.lost, start, -1, legs, None


def raids(pos: RommelPosition, side: int) -> list[tuple[Move, Move]]:
    """Offensives in which one block makes both moves and ends up on the enemy's lines, or in his open base."""
    forces, sense = Forces(pos, side), survey(pos, side)
    base = pos.box.board.base[OTHER[side]]
    open_ = (sense.prey_hexes | 1 << base) & ~mask_of(sense.theirs)
    goals = sorted([goal for goal in places_in(open_) if sense.ambush(goal) > 0], key=sense.ambush, reverse=True)
    twice = two_marches(pos.box)
    found: list[tuple[float, Move, Move]] = []
    for start, stack in forces.stacks.items():
        unit = min(stack, key=lambda one: (-pos.box.speed[one], worth(pos, one)))
        speed, can = pos.box.speed[unit], forces.far[unit].plain
        within = twice[speed][start] & ~forces.reach(unit, forces.mode).plain
        for dest in [goal for goal in goals if within >> goal & 1][:FAR_GOALS]:
            far = pos.box.board.distance[0][dest]
            stops = sorted(places_in(can & pos.box.vicinity[speed][dest]), key=far.__getitem__)
            for stop in stops[:STOPS]:
                if forces.reach_from(stop, speed, forces.mode).plain >> dest & 1:
                    legs = (Leg(unit, stop, -1),)
                    first = Move(start, -1, legs, forces.led(legs))
                    found.append((sense.ambush(dest), first, Move(stop, -1, (Leg(unit, dest, -1),))))
                    break
    found.sort(key=lambda raid: -raid[0])
    return [(first, then) for _, first, then in found[:MOST_RAIDS]] + sweeps(forces, sense)


def sweeps(forces: Forces, sense: Survey) -> list[tuple[Move, Move]]:
    """Offensives in which all fast troops of a stack make both moves, and spread over the hexes of a cut."""
    pos = forces.pos
    touched = in_two_marches(pos, forces.side)
    near = [cut for cut in sense.prey if not cut.hexes & ~sense.held & ~touched][:SWEPT]
    goals = [(cut.lost, places_in(cut.hexes & ~sense.held)) for cut in near]
    found: list[tuple[float, Move, Move]] = []
    for start, stack in forces.stacks.items():
        fast = [unit for unit in stack if pos.box.speed[unit] >= FAST]
        if len(fast) < 2 or pos.battle_at(start) is not None:
            continue
        slowest = min([pos.box.speed[unit] for unit in fast])
        can = forces.reach_from(start, slowest, forces.mode).plain
        for lost, hexes in goals:
            if not hexes or any(place in sense.theirs for place in hexes):
                continue
            far = pos.box.board.distance[0][hexes[0]]
            for stop in sorted(places_in(can & pos.box.vicinity[FASTEST][hexes[0]]), key=far.__getitem__)[:STOPS]:
                spread_out = _spread(forces, fast, stop, hexes)
                if spread_out:
                    first = Move(start, -1, tuple(Leg(unit, stop, -1) for unit in fast))
                    found.append((lost, first, Move(stop, -1, spread_out)))
                    break
    found.sort(key=lambda raid: -raid[0])
    return [(first, then) for _, first, then in found[:MOST_SWEEPS]]


def _spread(forces: Forces, units: list[int], stop: int, hexes: list[int]) -> tuple[Leg, ...]:
    """Each of some blocks from a hex to one of several others, so that none is left empty; nothing if one would be."""
    speed = forces.pos.box.speed
    able = {unit: forces.reach_from(stop, speed[unit], forces.mode).plain for unit in units}
    legs: list[Leg] = []
    there = dict.fromkeys(hexes, 0.0)
    for unit in sorted(units, key=lambda one: sum(able[one] >> place & 1 for place in hexes)):
        open_ = [place for place in hexes if able[unit] >> place & 1]
        if open_:
            dest = min(open_, key=lambda place: there[place])
            there[dest] += worth(forces.pos, unit)
            legs.append(Leg(unit, dest, -1))
    return tuple(legs) if all(there.values()) else ()


Threat = tuple[RommelPosition, Sequence[Move]]
"""A guess at what is hidden, and what the enemy could do in it."""


def screens(pos: RommelPosition, side: int, threats: Sequence[Threat]) -> list[Move]:
    """Moves of one block that stand in the way of what the enemy could do next, those first that stop most of it.

    The side's own blocks are where they are in `pos`, whatever the guesses say of the enemy's.
    """
    other, ways = OTHER[side], set[int]()
    for world, moves in threats:
        trial = world.quiet()
        for move in moves:
            on = field(trial, other, move.mode)
            for unit, dest, via in move.legs:
                start, speed = trial.where[unit], pos.box.speed[unit]
                if start >= 0 and via < 0 and reach(trial, other, on, start, speed, move.mode, 1).plain >> dest & 1:
                    ways.update(route(trial, other, start, speed, dest, via, move.mode, False))
            for unit, dest, _ in move.legs:
                trial.where[unit] = dest
    forces = Forces(pos, side)
    found: list[tuple[int, float, int, Move]] = []
    for place in ways:
        able = [unit for unit in forces.far if forces.far[unit].plain >> place & 1]
        if able:
            unit = min(able, key=lambda one: (worth(pos, one), one))
            leg = Leg(unit, place, -1)
            move = Move(pos.where[unit], -1, (leg,), forces.led((leg,)))
            stopped = len(threats) - len(remaining(threats, other, move))
            if stopped:
                found.append((-stopped, worth(pos, unit), place, move))
    return [move for *_, move in sorted(found, key=lambda one: one[:3])]


def remaining(threats: Sequence[Threat], side: int, move: Move) -> list[Threat]:
    """The threats of a side that are left after a move of the other, each with that move made."""
    left: list[Threat] = []
    for world, moves in threats:
        after = world.quiet()
        carry_out(after, move)
        if feasible(after, side, moves):
            left.append((after, moves))
    return left


def feasible(pos: RommelPosition, side: int, moves: Sequence[Move]) -> bool:
    """Could a side make these moves one after the other, each in a turn's reach?"""
    trial = pos.quiet()
    for move in moves:
        on = field(trial, side, move.mode)
        for unit, dest, via in move.legs:
            if trial.where[unit] < 0:
                return False
            can = reach(trial, side, on, trial.where[unit], pos.box.speed[unit], move.mode, 1)
            if not (can.plain >> dest & 1 if via < 0 else can.entries.get(dest, 0) >> via & 1):
                return False
        for unit, dest, _ in move.legs:
            trial.where[unit] = dest
    return True


def detours(pos: RommelPosition, side: int) -> list[tuple[Move, Move]]:
    """Offensives in which a stack goes round the enemies who cut a line, and then strikes them from behind."""
    sense = survey(pos, side)
    barriers = [place for place in sense.relief if place in sense.theirs]
    if not barriers:
        return []
    forces = Forces(pos, side)
    found: list[tuple[float, Move, Move]] = []
    for foe in sorted(barriers, key=lambda place: -sense.relief[place])[:BARRIERS]:
        for start, stack in forces.stacks.items():
            if pos.battle_at(start) is not None:
                continue
            reached_by = {unit: forces.far[unit].plain for unit in stack}
            near = pos.box.vicinity[max(pos.box.speed[unit] for unit in stack)][foe]
            together = 0
            for plain in reached_by.values():
                together |= plain & near
            distance = pos.box.board.distance[0][foe]
            for stop in sorted(places_in(together), key=distance.__getitem__)[:DETOUR_STOPS]:
                able = [unit for unit in stack if reached_by[unit] >> stop & 1]
                legs = tuple(Leg(unit, stop, -1) for unit in able)
                first = Move(start, -1, legs, forces.led(legs))
                trial = pos.quiet()
                carry_out(trial, first)
                trial.moved = [0] * len(trial.moved)
                strike = Forces(trial, side).strike(foe, [unit for unit in able if trial.where[unit] == stop])
                if strike:
                    weight = sum([worth(pos, leg.unit) for leg in strike])
                    found.append((weight, first, Move(stop, -1, strike)))
    found.sort(key=lambda detour: -detour[0])
    return [(first, then) for _, first, then in found[:MOST_RAIDS]]


def _chain(forces: Forces, sense: Survey, start: int, stack: list[int]) -> Iterator[Offer]:
    """Blocks of one hex into several gaps of a line at once: the road to Tobruk, or the way back of those cut off."""
    hope = 8.0 + sum(sense.relief.values())
    for needs in ((sense.gaps or ()), *sense.ways_back):
        legs: dict[int, Leg] = {}
        for place, via in needs:
            _fill(forces, sense, stack, place, via, legs)
        if legs:
            yield hope + len(legs), start, -1, tuple(legs.values()), None


def _fill(forces: Forces, sense: Survey, stack: list[int], place: int, via: int, legs: dict[int, Leg]) -> None:
    """Send the cheapest block that is free into a gap; where enemies are to be beaten, the two strongest."""
    pos = forces.pos
    cheap = sorted(stack, key=lambda unit: (worth(pos, unit), -pos.box.speed[unit]))
    fight = place in sense.theirs
    wanted = 2 if fight and via >= 0 and not pos.box.board.narrow[place] >> via & 1 else 1
    for unit in reversed(cheap) if fight else cheap:
        can = forces.far[unit]
        there = can.plain >> place & 1 if via < 0 else can.entries.get(place, 0) >> via & 1
        if wanted and unit not in legs and there:
            legs[unit] = Leg(unit, place, via)
            wanted -= 1


def withdrawals(pos: RommelPosition, side: int) -> list[Move]:
    """What a pass allows for nothing: a stack goes back along its lines, but not from a place it fights for."""
    forces = Forces(pos, side, WITHDRAWAL)
    aims = {place for place, _, _ in objectives(pos.box)}
    found: list[Move] = []
    for start, stack in forces.stacks.items():
        if start in aims or pos.battle_at(start) is not None:
            continue
        can = forces.plain(stack)
        far = pos.box.board.distance[0][start]
        goals = sorted(places_in(can), key=lambda place: (not pos.holds(place, side), far[place]))
        for dest in goals[:3]:
            found.append(Move(start, -1, tuple(Leg(unit, dest, -1) for unit in stack), WITHDRAWAL))
    return found
