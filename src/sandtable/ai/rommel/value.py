"""Rommel in the Desert: what catches a player's eye: hexes worth having, battles worth fighting, lines to cut or mend.

Quick hints that put operations in order before the planner looks at where they lead.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cached_property, lru_cache
from math import comb

from sandtable.ai.rommel.clash import worth
from sandtable.ai.rommel.lines import Cut, Need, base_in_reach, bridge, cuts
from sandtable.ai.rommel.plans import DRAW, aims, by_pull, decisive, pull
from sandtable.engine.flow import Action
from sandtable.engine.maps import Mask, mask_of, places_in
from sandtable.engine.sides import ALLIED
from sandtable.games.rommel.network import reached
from sandtable.games.rommel.position import OTHER, RommelPosition
from sandtable.games.rommel.rules.r07_supply import ground
from sandtable.games.rommel.rules.r08_fortresses import mined
from sandtable.games.rommel.rules.r10_victory import TERMS

HURRY = 3
"""Months before the end in which a side that is losing dares more."""
PREY = 0.5
"""Share of what could be cut off, for going to the hex that does it."""
RELIEF = 0.7
"""Share of what would be in supply again, for beating the enemies that cut it off."""
RESCUED = 3
"""How many stacks out of supply have a way back looked for: those with most to lose."""
ROAD = (14.0, 8.0, 5.0, 3.0, 1.5)
"""One gap left in a road that would win the scenario, two, and so on."""
PRIZE = 90.0
"""What it is worth in the last months to storm, with overwhelming force, a hex that must be taken."""
RECKLESS = 0.7
"""How much less losses and the enemy's answer count for a side with nothing else to gain, if the enemy has no card."""
OPEN_ROAD = 2.0
"""How much more it draws blocks when the enemy cannot move."""
GUARDED_BASE = 12.0
"""What a base is worth as an aim while it can be reached."""
CROWN = 120.0
"""What the enemy's base is worth when it stands open, or a hex that has to be taken."""
NEAR_BASE = 8
"""A base needs a guard when the enemy is within this many hexes of it."""
CROWD = 14
"""Combat value in one hex beyond which more counts less."""


def best_of(actions: list[Action], value: Callable[[Action], float]) -> Action:
    """The action with the highest value; the first of several."""
    return max(actions, key=value)


def firepower(pos: RommelPosition, place: int, firing: Sequence[int], at: Sequence[int]) -> float:
    """Expected steps a force takes from another in one round."""
    if not firing or not at:
        return 0.0
    box, steps = pos.box, pos.steps
    side, fire, kind, values, tough = box.side[firing[0]], box.tables.fire, box.kind, box.values, box.toughness
    garrison = box.board.fortresses >> place & 1 and pos.owner(place) == side
    kinds = {kind[unit] for unit in at}
    if pos.mines and mined(pos, place, OTHER[side]):
        best = [1] * len(fire)
    else:
        best = [max([7 - row[one] for one in kinds]) for row in fire]
    hits = 0.0
    for unit in firing:
        hits += values[unit][steps[unit]] * best[kind[unit]] / 6
    return hits * (2 if garrison else 1) / (sum([tough[unit] for unit in at]) / len(at))


def exchange(pos: RommelPosition, place: int, mine: Sequence[int], theirs: Sequence[int]) -> tuple[float, float]:
    """The share of each force that a round of battle destroys: of theirs, of mine."""
    steps_mine = sum([pos.steps[unit] for unit in mine]) or 1
    steps_theirs = sum([pos.steps[unit] for unit in theirs]) or 1
    lost = min(1.0, firepower(pos, place, theirs, mine) / steps_mine)
    won = min(1.0, firepower(pos, place, mine, theirs) * (1 - lost / 2) / steps_theirs)
    return won, lost


def is_losing(pos: RommelPosition, side: int) -> bool:
    """Would this side lose (or only draw) if the scenario ended now, and is the end near? Both sides can tell."""
    return pos.box.plan.last - pos.turn < HURRY and TERMS[pos.box.plan.terms](pos)[0] != side


def _counted(strength: int) -> float:
    """Strength in one hex as it counts: less in a crowd."""
    return min(strength, CROWD) + 0.35 * max(0, strength - CROWD)


class Survey:
    """One side's half of the evaluation of a position, made once and then asked about small changes."""

    def __init__(self, pos: RommelPosition, side: int) -> None:
        self.pos = pos
        self.side = side
        self.ground = ground(pos, side)
        self.supplied = reached(self.ground)
        self.losing = is_losing(pos, side)
        self.values = [row[steps] for row, steps in zip(pos.box.values, pos.steps, strict=True)]
        self.mine = self._forces(side)
        self.theirs = self._forces(OTHER[side])
        last = self.losing and pos.turn >= pos.box.plan.last
        self.must = decisive(pos, side) if self.losing else frozenset[int]()
        self.bold = 1.0 - RECKLESS * self.calm if last else 1.0
        self.aims = aims(pos, side)
        drawn = tuple((place, weight * (DRAW if place in self.must else 1.0)) for place, weight in self.aims.items())
        self.pull = pull(pos.box, drawn)
        self.care = self._care() * self.bold
        base = pos.box.board.base[side]
        far = pos.box.board.distance[0][base]
        if base_in_reach(pos, side):
            self.aims[base] = max(self.aims[base], GUARDED_BASE)
        elif not any(far[place] <= NEAR_BASE for place in self.theirs):
            self.aims = {place: weight for place, weight in self.aims.items() if place != base}
        self.held = sum([1 << place for place in self.mine])
        self.ways_back: tuple[tuple[Need, ...], ...] = ()
        """What is missing in the lines of those out of supply, once `relief` has been worked out."""
        self._quiet: dict[tuple[int, int], float] = {}
        self._battles: dict[tuple[int, tuple[int, ...]], float] = {}
        self._shifts: dict[tuple[tuple[int, ...], int], float] = {}
        self._menace: dict[int, int] = {}
        self._now: dict[int, float] = {}
        self._likely: dict[tuple[Mask, int], list[int]] = {}

    def _forces(self, side: int) -> dict[int, list[int]]:
        forces: dict[int, list[int]] = {}
        where, disrupted = self.pos.where, self.pos.disrupted
        for unit in self.pos.box.units[side]:
            if where[unit] >= 0 and not disrupted[unit]:
                forces.setdefault(where[unit], []).append(unit)
        return forces

    def _care(self) -> float:
        """How much its own losses cost a side: more for the weaker army, which must last, less in a hurry."""
        mine, theirs = (
            sum([self.values[unit] for units in forces.values() for unit in units])
            for forces in (self.mine, self.theirs)
        )
        if self.losing:
            return 0.6
        return min(1.6, max(0.8, theirs / max(mine, 1)))

    def battle(self, place: int, mine: Sequence[int]) -> float:
        """What a battle promises: losses dealt against losses taken, and the ground; a losing side dares more."""
        key = place, tuple(mine)
        found = self._battles.get(key)
        if found is None:
            pos, theirs = self.pos, self.theirs.get(place, [])
            won, lost = exchange(pos, place, mine, theirs)
            value = won * sum([worth(pos, u) for u in theirs]) - self.care * lost * sum([worth(pos, u) for u in mine])
            stake = self.aims.get(place, 2.0)
            found = 1.6 * value + (4.0 if self.losing else 1.5) * stake * (won - lost) / max(won + lost, 0.1)
            if place in self.must:
                found += PRIZE * self._storm(place, mine)
            self._battles[key] = found
        return found

    def _storm(self, place: int, mine: Sequence[int]) -> float:
        """How much of a hex that must be taken a force is likely to get, with the cards that are left."""
        ours = sum([self.values[unit] for unit in mine])
        theirs = sum([self.values[unit] for unit in self.theirs.get(place, ())])
        walls = 2 if self.pos.box.board.fortresses >> place & 1 else 1
        return ours * ours / (ours * ours + (walls * theirs) ** 2) if ours else 0.0

    def hex_value(self, place: int, force: Sequence[int]) -> float:
        """What a force in a hex is worth to its side."""
        if not force:
            return 0.0
        values = self.values
        strength = sum([values[unit] for unit in force])
        if place not in self.theirs:
            return self._quiet_value(place, strength)
        value = self.pull[place] * _counted(strength) * 0.3
        value += self.battle(place, force)
        return value - self._hunger(place, strength)

    def _quiet_value(self, place: int, strength: int) -> float:
        """What this much strength is worth in a hex without enemies."""
        key = place, strength
        found = self._quiet.get(key)
        if found is None:
            found = self.pull[place] * _counted(strength) * 0.3 - self.danger(place, strength)
            if place in self.aims:
                found += (3.0 if self.losing else 1.5) * self.aims[place]
            found = self._quiet[key] = found - self._hunger(place, strength)
        return found

    def _hunger(self, place: int, strength: int) -> float:
        """What it costs to stand in a hex out of supply."""
        fed = self.supplied >> place & 1 or self.pos.box.board.fortresses >> place & 1
        return 0.0 if fed else 2.0 * strength + 6

    def danger(self, place: int, strength: float) -> float:
        """What may be lost to stronger enemies close by."""
        against = self._menace.get(place)
        if against is None:
            against = 0
            for near in places_in(self.pos.box.board.around[place]):
                if near in self.theirs:
                    against += sum([self.values[unit] for unit in self.theirs[near]])
            self._menace[place] = against
        return max(0.0, min(against, 16.0) - 1.3 * strength) * 0.3 * self.bold

    def shift(self, units: Sequence[int], dest: int) -> float:
        """How much better it is to have these blocks of one hex in another."""
        key = tuple(units), dest
        found = self._shifts.get(key)
        if found is None:
            found = self._shifts[key] = self._shifted(units, dest)
        return found

    def _as_it_is(self, place: int, force: Sequence[int]) -> float:
        """What the force that is in a hex now is worth there."""
        found = self._now.get(place)
        if found is None:
            found = self._now[place] = self.hex_value(place, force)
        return found

    def _shifted(self, units: Sequence[int], dest: int) -> float:
        start = self.pos.where[units[0]]
        here, there = self.mine.get(start, []), self.mine.get(dest, [])
        stay = [unit for unit in here if unit not in units]
        before = self._as_it_is(start, here) + self._as_it_is(dest, there)
        after = self.hex_value(start, stay) + self.hex_value(dest, [*there, *units]) + self.ambush(dest)
        if start in self.theirs:  # leaving a battle costs order and maybe blood
            after -= sum(worth(self.pos, unit) for unit in units) * (0.3 if stay else 0.6)
        return after - before

    def likely(self, places: Mask, count: int) -> list[int]:
        """The few hexes of a set most worth a look: near what the side fights for, or on the enemy's lines."""
        key = places, count
        found = self._likely.get(key)
        if found is None:
            found = []
            for place in by_pull(self.pull):
                if places >> place & 1:
                    found.append(place)
                    if len(found) == count:
                        break
            found += [place for place in places_in(places & self.prey_hexes) if place not in found]
            self._likely[key] = found
        return found

    @cached_property
    def prey(self) -> tuple[Cut, ...]:
        """Where the enemy's lines could be cut."""
        return cuts(self.pos, OTHER[self.side], self.stacks(self.theirs))

    @cached_property
    def gaps(self) -> tuple[Need, ...] | None:
        """What is missing in the road to Tobruk, for a side that wins by it (10.4); None if that does not matter."""
        if self.pos.box.plan.terms != "battleaxe" or self.side != ALLIED:
            return None
        foes = tuple((place, sum([self.values[unit] for unit in units])) for place, units in self.theirs.items())
        return bridge(self.ground, foes, self.pos.box.map.index["Tobruk"])

    def on_the_road(self, place: int, ways: Mask = -1) -> float:
        """What a block in a hex, even a fighting one that comes in by one of these ways, does for that road.

        It does more when the enemy has hardly a card to undo it.
        """
        if not self.gaps or not any(hex_ == place and (via < 0 or ways >> via & 1) for hex_, via in self.gaps):
            return 0.0
        return ROAD[min(len(self.gaps), len(ROAD)) - 1] * (0.5 + OPEN_ROAD * self.calm)

    @cached_property
    def calm(self) -> float:
        """How likely the enemy is to have no real card, from what can be counted."""
        pos, tables = self.pos, self.pos.box.tables
        mine, cards = pos.hand(self.side), sum(pos.hand(OTHER[self.side]))
        real, dummy = tables.real - pos.spent[0] - mine[0], tables.dummy - pos.spent[1] - mine[1]
        return comb(max(0, dummy), cards) / max(1, comb(max(0, real + dummy), cards))

    @cached_property
    def prey_hexes(self) -> Mask:
        """All hexes of those cuts, and the gaps in the side's own road."""
        hexes = mask_of(place for place, _ in self.gaps or ()) | mask_of(self.relief)
        for cut in self.prey:
            hexes |= cut.hexes
        return hexes

    def stacks(self, forces: dict[int, list[int]]) -> tuple[tuple[int, float], ...]:
        """Each hex of some forces with what its blocks are worth."""
        return tuple((place, sum(worth(self.pos, unit) for unit in units)) for place, units in sorted(forces.items()))

    def ambush(self, dest: int) -> float:
        """What a block in a hex would help to cut off, more if only that hex is missing; or the enemy's open base."""
        gain = 0.0
        bit = 1 << dest
        if self.prey_hexes & bit and not self.held & bit:
            for cut in self.prey:
                if cut.hexes & bit:
                    missing = (cut.hexes & ~self.held).bit_count()
                    gain = max(gain, PREY * cut.lost / missing**1.5)
            if dest not in self.theirs:
                gain += self.relief.get(dest, 0.0)
        gain += self.on_the_road(dest)
        if dest == self.pos.box.board.base[OTHER[self.side]] and dest not in self.theirs and self.supplied & bit:
            gain += CROWN
        return gain

    @cached_property
    def stranded(self) -> dict[int, float]:
        """The hexes whose blocks have no line and no other supply, with what those are worth."""
        pos, fortresses = self.pos, self.pos.box.board.fortresses
        lost: dict[int, float] = {}
        for unit in pos.box.units[self.side]:
            place = pos.where[unit]
            if place < 0 or self.supplied >> place & 1:
                continue
            if not (fortresses >> place & 1 and pos.owner(place) == self.side):
                lost[place] = lost.get(place, 0.0) + worth(pos, unit)
        return lost

    @cached_property
    def relief(self) -> dict[int, float]:
        """The hexes to win, or to stand in, that would put stranded blocks in supply again, and what that is worth.

        Where several are missing, each is worth its share.
        """
        found: dict[int, float] = {}
        foes = tuple((place, sum([self.values[unit] for unit in units])) for place, units in self.theirs.items())
        for target in sorted(self.stranded, key=lambda place: -self.stranded[place])[:RESCUED]:
            wanted = tuple(need for need in bridge(self.ground, foes, target) or () if need[0] != target)
            self.ways_back += (wanted,) if wanted else ()
            missing = {place for place, _ in wanted}
            for place in missing:
                found[place] = found.get(place, 0.0) + RELIEF * self.stranded[target] / len(missing)
        for foe in self.theirs if self.stranded else ():
            bit = 1 << foe
            if self.ground.closed & bit:
                joints = self.ground.joints | bit
                open_ = reached(self.ground._replace(closed=self.ground.closed & ~bit, joints=joints))
                gain = sum(lost for place, lost in self.stranded.items() if open_ >> place & 1)
                if gain:
                    found[foe] = max(found.get(foe, 0.0), RELIEF * gain)
        return found

    def rescue(self, place: int, force: Sequence[int]) -> float:
        """What a force in a hex is likely to do for blocks out of supply: more if it beats the enemies there."""
        value = self.relief.get(place, 0.0)
        return value * self._storm(place, force) if value and place in self.theirs else value


class _Look:
    """What a survey depends on; positions that are alike in this share one."""

    __slots__ = ("_hash", "_key", "pos", "side")

    def __init__(self, pos: RommelPosition, side: int) -> None:
        blocks = tuple(pos.where), tuple(pos.steps), tuple(pos.disrupted)
        cards = pos.hand(side), sum(pos.hand(OTHER[side])), pos.spent
        self._key = (pos.box, side, pos.turn, *blocks, pos.battles, pos.mines, pos.owners, cards)
        self._hash = hash(self._key)
        self.pos, self.side = pos, side

    def __hash__(self) -> int:
        return self._hash

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Look) and self._key == other._key


@lru_cache(maxsize=256)
def _survey(look: _Look) -> Survey:
    look.pos = look.pos.quiet()
    return Survey(look.pos, look.side)


def survey(pos: RommelPosition, side: int) -> Survey:
    """A side's survey of a position; the steps of one move, and worlds that are alike, share it."""
    return _survey(_Look(pos, side))
