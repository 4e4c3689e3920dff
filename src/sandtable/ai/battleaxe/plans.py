"""Operation Battleaxe: what an assault or a regroup would gain, move by move and attack by attack."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cached_property, lru_cache
from operator import attrgetter
from typing import NamedTuple

from sandtable.ai.battleaxe.danger import NOBODY, Attackers, attack_value, stack_fate
from sandtable.ai.battleaxe.guards import keeps, ringed
from sandtable.ai.battleaxe.tobruk import line_open, sunset_ahead
from sandtable.ai.battleaxe.value import insecure, standing
from sandtable.engine.maps import Mask, lowest, places_in, spread
from sandtable.engine.sides import ALLIED, AXIS
from sandtable.games.battleaxe.odds import best_lead, helpers, imagine, margin_odds
from sandtable.games.battleaxe.position import LOST, BattleaxePosition
from sandtable.games.battleaxe.rules.r07_control import move, room
from sandtable.games.battleaxe.rules.r08_impulses import regroup_places
from sandtable.games.battleaxe.rules.r09_activation import able_units
from sandtable.games.battleaxe.rules.r09_movement import path_to, reach
from sandtable.games.battleaxe.rules.r10_guns import possible_leads
from sandtable.games.battleaxe.rules.r11_retreat import retreat_places
from sandtable.games.battleaxe.rules.r16_june15 import waiting

HOPELESS = -99.0
FOLLOW_UP = 0.4
"""What the second activation after an overrun is worth, roughly."""
MIX = 0.8
"""Plans rarely succeed in full: each later part counts for this share of the one before."""
LEAST, LEAST_ALONE = 0.3, 0.42
"""An attack that succeeds less often than this is not made. The bar is higher for a lone unit, and for troops that a
repulse would destroy or turn into points for the Allies."""
WORTH_MEETING = 0.08
"""How much likelier two stacks must make it that a link falls."""
FORESIGHT = 0.8
"""How much of a link's fall in the next impulse counts now: the Allies act before that."""
APPEALS = 0.4
"""How often a defender who has the Advantage turns a success into a stalemate."""


class Move(NamedTuple):
    """A move worth making: its gain, the unit, its destination, and who would attack there or march there with it."""

    gain: float
    unit: int
    place: int
    force: Mask = 0
    column: Mask = 0


class Meeting(NamedTuple):
    """Two stacks that go to either side of a link: the gain, the second area, and who goes where."""

    gain: float
    area: int
    columns: tuple[Move, ...]


NO_MEETING = Meeting(HOPELESS, -1, ())


SITUATION = attrgetter(
    "box",
    "active",
    "turn",
    "impulse",
    "control",
    "reduced",
    "cut",
    "contested",
    "attacked",
    "released",
    "advantage",
    "advantage_next",
    "fuel_low",
    "air",
    "rommel",
    "rommel_free",
    "points",
    "bonus",
    "bids",
    "exchanged",
)
"""Everything that plans depend on, apart from lists and the sunset roll; the units that are ready or have arrived are
passed in."""


class Memory(NamedTuple):
    """What has been worked out for a situation."""

    reaches: dict[int, tuple[list[Mask], Mask]]
    marches: dict[int, Move]
    gains: dict[tuple[int, Mask, bool], float]
    regroups: dict[int, Move]
    columns: dict[Mask, Move]


@lru_cache(maxsize=512)
def remembered(*_situation: object) -> Memory:
    """The memory of a situation: several decisions of an impulse, and several worlds of a search, share it."""
    return Memory({}, {}, {}, {}, {})


class Plans:
    """What the attacker could do in a position, and what each plan is worth."""

    def __init__(self, pos: BattleaxePosition) -> None:
        self.pos = pos
        self.side = pos.active
        self.now = self.value(pos)
        lists = tuple(pos.where), tuple(pos.came_from), tuple(pos.guns)
        self._memory = remembered(SITUATION(pos), sunset_ahead(pos), *lists)

    def value(self, pos: BattleaxePosition) -> float:
        """How good a position is for the attacker."""
        good = standing(pos, acted=True)
        return good if self.side == ALLIED else -good

    @cached_property
    def shelter(self) -> Mask:
        """Where guns may go by themselves: to troops, or out of the enemy's reach; anywhere to shut an open line."""
        pos, box, side = self.pos, self.pos.box, self.side
        if side == AXIS and line_open(pos):
            return -1
        troops, enemies = box.army[side] & ~box.guns, pos.occupied[1 - side] & ~pos.occupied[side]
        fit = box.mobile & box.army[1 - side]
        attackers, found = Attackers(box, pos.here, pos.occupied[side], enemies, fit, pos.reduced), 0
        for place, units in enumerate(pos.here):
            if units & troops or attackers.strongest(place, strong=True) == NOBODY:
                found |= 1 << place
        return found

    def reach_of(self, unit: int, spent: int = 0) -> tuple[list[Mask], Mask]:
        """How far a unit gets."""
        if not spent and unit in self._memory.reaches:
            return self._memory.reaches[unit]
        pos = self.pos
        found = reach(pos, pos.where[unit], pos.movement(unit), spent)
        places = 0
        for level in found:
            places |= level
        if not spent:
            self._memory.reaches[unit] = found, places
        return found, places

    def march(self, unit: int, spent: int = 0) -> Move:
        """The best place without enemies for a unit to go to."""
        if not spent and unit in self._memory.marches:
            return self._memory.marches[unit]
        pos, start = self.pos, self.pos.where[unit]
        found, places = self.reach_of(unit, spent)
        best = Move(0.0, unit, start)
        quiet = 0 if pos.cut else pos.held(self.side) & ~(pos.box.alarm | 1 << pos.box.tobruk)
        """Where passing through changes nothing."""
        places &= ~pos.occupied[1 - self.side]
        if pos.box.guns >> unit & 1:
            places &= self.shelter
        for place in places_in(places):
            after = pos.copy()
            after.log = None
            for stop in path_to(pos, found, start, place):
                if stop == place or not quiet >> stop & 1:
                    move(after, unit, stop)
            gain = self.value(after) - self.now
            if gain > best.gain + 1e-9:
                best = Move(gain, unit, place)
        if not spent:
            self._memory.marches[unit] = best
        return best

    def columns(self, movers: list[int]) -> list[Move]:
        """Stacks of the Axis that should march together, where one line for all is at stake: the troops go first."""
        pos, stacks = self.pos, dict[int, Mask]()
        if self.side != AXIS or not insecure(pos) & pos.occupied[AXIS]:
            return []
        for unit in movers:
            stacks[pos.where[unit]] = stacks.get(pos.where[unit], 0) | 1 << unit
        found = [self.column(units) for units in stacks.values() if units & (units - 1)]
        return [move for move in found if move.column]

    def column(self, units: Mask) -> Move:
        """The best place for a stack to march to as one, if that is better than what its units would do alone."""
        columns = self._memory.columns
        if units in columns:
            return columns[units]
        pos, army = self.pos, places_in(units)
        order = sorted(army, key=lambda unit: (bool(pos.box.guns >> unit & 1), -pos.value(unit)))
        best = Move(sum(self.march(unit).gain for unit in army), order[0], pos.where[order[0]])
        found, places = self.reach_of(order[0])
        reaches = {unit: self.reach_of(unit)[1] for unit in army}
        for place in places_in(places & ~pos.occupied[1 - self.side]):
            coming = [unit for unit in order if reaches[unit] >> place & 1][: max(0, room(pos, self.side, place))]
            if len(coming) < 2:
                continue
            after = pos.copy()
            after.log = None
            for stop in path_to(pos, found, pos.where[order[0]], place):
                move(after, order[0], stop)
            for unit in coming[1:]:
                move(after, unit, place)
            gain = self.value(after) - self.now
            if gain > best.gain + 1e-9:
                best = Move(gain, order[0], place, 0, sum(1 << unit for unit in coming))
        columns[units] = best
        return best

    def attack(self, place: int, movers: list[int], there: Mask) -> Move:
        """The best attack on a place by units that are there and some that can come; its first mover, if any."""
        pos = self.pos
        guns = pos.box.guns
        order = sorted(movers, key=lambda unit: (bool(guns >> unit & 1), -pos.value(unit), unit))
        if order and not there:
            order = [order[0], *sorted(order[1:], key=lambda unit: (not guns >> unit & 1, pos.value(unit), unit))]
        best = Move(HOPELESS, order[0] if order else -1, place)
        force = there
        if there:
            best = Move(self.attack_gain(place, there), -1, place, there)
        for unit in order[: max(0, room(pos, self.side, place))]:
            force |= 1 << unit
            gain = self.attack_gain(place, force)
            if gain > best.gain + 1e-9:
                best = Move(gain, next(u for u in order if force >> u & 1), place, force)
        return best

    def joint(self, units: Mask, areas: Iterable[int]) -> tuple[float, int]:
        """The best attack by some units of the Axis and those of a second area, where its line is at stake; that area.

        Weighed are the stacks that bar the way from its zones to the front, and making ready for such an attack.
        """
        pos, side = self.pos, self.side
        areas = list(areas)
        ready = self.meeting(units, areas)
        best = ready.gain, ready.area
        if side != AXIS or pos.fuel_low or not insecure(pos) & pos.occupied[AXIS]:
            return best
        for place in places_in(self._barred):
            first = [unit for unit in places_in(units & pos.box.mobile) if self.reach_of(unit)[1] >> place & 1]
            if not first:
                continue
            for area in areas:
                second = able_units(pos, area) & pos.box.mobile & ~units
                second_movers = [unit for unit in places_in(second) if self.reach_of(unit)[1] >> place & 1]
                if second_movers:
                    attack = self.attack(place, first + second_movers, 0)
                    if attack.gain > best[0] and attack.force & units and attack.force & ~units:
                        best = attack.gain, area
        return best

    def meeting(self, units: Mask, areas: Iterable[int]) -> Meeting:
        """The best way for some units of the Axis and those of another area to make ready to storm a link together.

        It takes two impulses: now they go to either side of the link, and in the next they attack it as one.
        """
        pos, best = self.pos, NO_MEETING
        if not self._ringed:
            return best
        for link in places_in(self._barred):
            first = self._beside(units, link)
            if not first.column:
                continue
            for area in areas:
                second = self._beside(self._of(area) & ~units, link)
                together = first.column | second.column
                if not second.column or room(pos, AXIS, link) < 2:
                    continue
                better = self._storm(link, together) - self._chance_now
                if better < WORTH_MEETING:
                    continue
                gain = self._prepared(link, (first, second), together, better)
                if gain > best.gain:
                    best = Meeting(gain, area, (first, second))
        return best

    @cached_property
    def _chance_now(self) -> float:
        """How likely the best attack on a link would be to take it in the next impulse, with all where they are."""
        pos, box, (allied, axis) = self.pos, self.pos.box, self.pos.occupied
        fit = box.mobile & box.army[AXIS] & ~waiting(pos)
        attackers, best = Attackers(box, pos.here, allied, axis & ~allied, fit, pos.reduced), 0.0
        for link in places_in(self._barred):
            stack, there = pos.here[link] & box.army[ALLIED], pos.here[link] & fit
            strength = attackers.strongest(link, there, strong=bool(stack & ~pos.reduced), together=True)
            if strength > 0:
                best = max(best, stack_fate(box, ALLIED, link, stack, stack & pos.reduced, strength, 0)[0])
        return best

    def _prepared(self, link: int, columns: tuple[Move, ...], together: Mask, better: float) -> float:
        """What it gains that stacks go beside a link, if that makes it so much likelier to fall in the next impulse."""
        pos = self.pos
        after = pos.copy()
        after.log = None
        for column in columns:
            for unit in places_in(column.column):
                if after.where[unit] != column.place:
                    move(after, unit, column.place)
        worth = self.value(after)
        for unit in places_in(pos.here[link] & pos.box.army[ALLIED]):
            refuge = retreat_places(after, ALLIED, link, 1 << link)
            move(after, unit, lowest(refuge) if refuge else LOST)
        for unit in places_in(together)[: pos.box.stack]:
            move(after, unit, link)
        return worth - self.now + FORESIGHT * better * max(0.0, self.value(after) - worth)

    def met(self, ready: Mask) -> list[Move]:
        """The marches of a meeting: of two areas that have been activated, or of the rest once some have gone."""
        pos = self.pos
        if not self._ringed or len(pos.activated) < 2:
            return []
        stacks = [pos.here[place] & ready for place in pos.activated]
        if not pos.begun:
            meeting = self.meeting(stacks[0], [pos.activated[1]]) if all(stacks) else NO_MEETING
            marching = (one for one in meeting.columns if pos.where[one.unit] != one.place)
            return [one._replace(gain=meeting.gain) for one in marching]
        gone, found = pos.used & ~ready, list[Move]()
        for link in places_in(self._barred):
            beside = pos.box.around[link]
            there = sum(1 << unit for unit in places_in(gone) if pos.where[unit] >= 0 and beside >> pos.where[unit] & 1)
            for stack in stacks if there else ():
                column = self._beside(stack, link)
                if column.unit < 0 or pos.where[column.unit] == column.place:
                    continue
                better = self._storm(link, there | column.column) - self._chance_now
                if better >= WORTH_MEETING / 2:
                    gain = self._prepared(link, (column,), there | column.column, better)
                    found.append(column._replace(gain=gain))
        return found

    def _of(self, area: int) -> Mask:
        """The units of an area that could act, or that have been activated."""
        pos = self.pos
        return able_units(pos, area) | pos.here[area] & pos.ready

    @cached_property
    def _ringed(self) -> bool:
        """Is much of the front of the Axis cut off, with fuel for two areas?"""
        return self.side == AXIS and not self.pos.fuel_low and ringed(self.pos)

    @property
    def _barred(self) -> Mask:
        """The stacks of the Allies that bar the way from the zones of the Axis to the front."""
        pos, box = self.pos, self.pos.box
        zones = spread(box.sources[AXIS] & ~pos.control, box.around)
        return zones & pos.occupied[ALLIED] & pos.control & box.areas & ~pos.attacked

    def _beside(self, units: Mask, link: int) -> Move:
        """The place beside a link from which the most of some units could attack it next, and who would be there."""
        pos = self.pos
        near, best = pos.box.around[link] & ~pos.occupied[ALLIED], Move(0.0, -1, link)
        leavers = self._leavers(units)
        reaches = {unit: self.reach_of(unit)[1] | 1 << pos.where[unit] for unit in leavers}
        for place in places_in(near):
            coming = [unit for unit in leavers if reaches[unit] >> place & 1]
            here = [unit for unit in coming if pos.where[unit] == place]
            coming = here + [unit for unit in coming if unit not in here][: max(0, room(pos, AXIS, place))]
            column = sum(1 << unit for unit in coming)
            gain = float(attack_value(pos.box, column, column & pos.reduced))
            if gain > best.gain:
                best = Move(gain, coming[0], place, 0, column)
        return best

    def _leavers(self, units: Mask) -> list[int]:
        """Those of some units that can leave their place together, the strongest first and guns last."""
        pos, found = self.pos.copy(), list[int]()
        for unit in sorted(places_in(units & pos.box.mobile), key=self._rank):
            if not keeps(pos, unit):
                found.append(unit)
                pos.put(unit, LOST)
        return found

    def _rank(self, unit: int) -> tuple[bool, int, int]:
        """Troops before guns, strong ones before weak ones."""
        return bool(self.pos.box.guns >> unit & 1), -self.pos.value(unit), unit

    def _storm(self, link: int, units: Mask) -> float:
        """How likely some units are to drive out the stack of a link."""
        pos, box = self.pos, self.pos.box
        stack, strength = pos.here[link] & box.army[ALLIED], attack_value(box, units, units & pos.reduced)
        return stack_fate(box, ALLIED, link, stack, stack & pos.reduced, strength, 0)[0]

    def attack_gain(self, place: int, force: Mask, *, after_overrun: bool = False) -> float:
        """What an attack there with these units gains on average, over all rolls."""
        key, gains = (place, force, after_overrun), self._memory.gains
        if key not in gains:
            gains[key] = self._attack_gain(place, force, after_overrun)
        return gains[key]

    def _attack_gain(self, place: int, force: Mask, after_overrun: bool) -> float:
        pos, side = self.pos, self.side
        dice = helpers(pos, after_overrun=after_overrun)
        if side == AXIS and not pos.rommel and pos.advantage == AXIS:
            dice = dice._replace(rommel=1)
        battle = imagine(pos, place, force, dice, after_overrun=after_overrun)
        odds = margin_odds(battle)
        winning = sum(chance for margin, chance in odds if margin > 0)
        if winning < (LEAST_ALONE if self._frail(force) else LEAST) and not (side == AXIS and line_open(pos)):
            return HOPELESS
        mandatory = not pos.contested >> place & 1
        repulsed = self._after(place, force, lead=-1, target=-1, repulsed=True, stay=not mandatory)
        lead = best_lead(pos, possible_leads(pos, force), force)
        against = pos.here[place] & pos.box.army[1 - side]
        stalled = self._after(place, force, lead, best_lead(pos, against, against))
        leading = lead if not pos.reduced >> lead & 1 else -1
        driven = self._after(place, force, leading, -1, driven=against)
        taken = self._after(place, force, leading, -1, against)
        back = against.bit_count() + (against & ~pos.reduced).bit_count()
        appeals = APPEALS if pos.advantage == 1 - side else 0.0
        overrun = self._after(place, force, -1, -1, against) + (0.0 if after_overrun else FOLLOW_UP)
        total = 0.0
        for margin, chance in odds:
            if margin < 0:
                total += chance * repulsed
            elif margin == 0:
                total += chance * stalled
            elif margin > battle.endurance:
                total += chance * overrun
            else:
                if margin <= back:
                    won = stalled + margin / back * (driven - stalled)
                else:
                    won = driven + (margin - back) / (battle.endurance - back) * (taken - driven)
                total += chance * (won + appeals * (stalled - won))
        return total - self.now

    def _frail(self, force: Mask) -> bool:
        """A lone unit, or troops that a repulse would all but destroy or turn into many points for the enemy?"""
        pos = self.pos
        costly = pos.reduced | pos.box.germans & pos.box.armor
        return not force & (force - 1) or not force & ~costly

    def _after(
        self,
        place: int,
        force: Mask,
        lead: int,
        target: int,
        lost: Mask = 0,
        *,
        driven: Mask = 0,
        repulsed: bool = False,
        stay: bool = True,
    ) -> float:
        """What the position is worth after a result: units lost, leads reduced, and attackers that stay or go back."""
        after = self.pos.copy()
        after.log = None
        for unit in places_in(lost):
            after.reduced &= ~(1 << unit)
            move(after, unit, LOST)
        for unit in places_in(driven):
            refuge = retreat_places(after, 1 - self.side, place, 1 << place)
            after.reduced |= 1 << unit
            if not refuge:
                after.reduced &= ~(1 << unit)
            move(after, unit, lowest(refuge) if refuge else LOST)
        for unit in places_in(force):
            if stay or not repulsed:
                move(after, unit, place)
            elif after.where[unit] == place and after.came_from[unit] >= 0:
                move(after, unit, after.came_from[unit])
            if repulsed:
                _hit(after, unit)
        for unit in (lead, target):
            if unit >= 0:
                _hit(after, unit)
        return self.value(after)

    def moves(self, ready: Mask, arrived: Mask) -> list[Move]:
        """The best march or attack for every ready unit, the best first."""
        pos = self.pos
        movers = [unit for unit in places_in(ready & pos.box.mobile) if not keeps(pos, unit)]
        enemies = pos.occupied[1 - self.side] & ~pos.attacked
        reaches = {unit: self.reach_of(unit)[1] for unit in movers}
        found = [self.march(unit) for unit in movers] + self.columns(movers)
        for place in places_in(enemies):
            there = pos.here[place] & (arrived | ready)
            coming = [unit for unit in movers if reaches[unit] >> place & 1]
            if coming or there:
                found.append(self.attack(place, coming, there))
        found += self.met(ready)
        return sorted((move for move in found if move.gain > 0), key=lambda move: (-move.gain, move.unit, move.place))

    def assault(self, units: Mask) -> float:
        """What an assault with these units promises."""
        total, used, share = 0.0, 0, 1.0
        for step in self.moves(units, 0):
            who = step.force or step.column or 1 << step.unit
            if not who & used:
                total += share * step.gain
                used |= who
                share *= MIX
        return total

    def regroup_step(self, unit: int) -> Move:
        """The best place for a unit to regroup to."""
        known = self._memory.regroups.get(unit)
        if known is not None:
            return known
        pos, start = self.pos, self.pos.where[unit]
        best = Move(0.0, unit, start)
        places = regroup_places(pos, start)
        if pos.box.guns >> unit & 1:
            places &= self.shelter
        for place in places_in(places):
            after = pos.copy()
            after.log = None
            move(after, unit, place)
            gain = self.value(after) - self.now
            if gain > best.gain + 1e-9:
                best = Move(gain, unit, place)
        self._memory.regroups[unit] = best
        return best

    def regroup(self, units: Mask) -> float:
        """What a regroup of these units promises."""
        free = (unit for unit in places_in(units) if not keeps(self.pos, unit))
        gains = sorted((self.regroup_step(unit).gain for unit in free), reverse=True)
        return sum(gain * MIX**number for number, gain in enumerate(gains))

    def assault_from(self, place: int) -> float:
        """What an assault from a place promises, alone or with a second area."""
        units, pos = able_units(self.pos, place), self.pos
        alone = self.assault(units)
        if pos.begun or pos.ready:
            return alone
        return max(alone, self.joint(units, places_in(pos.occupied[self.side] & ~(1 << place)))[0])


def _hit(pos: BattleaxePosition, unit: int) -> None:
    """Flip a unit, or lose it."""
    if pos.reduced >> unit & 1:
        pos.reduced ^= 1 << unit
        move(pos, unit, LOST)
    else:
        pos.reduced |= 1 << unit
