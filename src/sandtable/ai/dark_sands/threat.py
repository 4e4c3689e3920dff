"""The Dark Sands: what the enemy's next chits could truly bring against a hex: who can march up, and who may strike."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from sandtable.ai.dark_sands.tempo import Blow, blow
from sandtable.engine.maps import Mask, mask_of, places_in
from sandtable.engine.sides import ALLIED, AXIS
from sandtable.games.dark_sands.position import READY, DarkSandsPosition
from sandtable.games.dark_sands.rules.r07_stacking import COMBAT_LARGE, LARGE, STACK, combat_share
from sandtable.games.dark_sands.rules.r09_railway import BUILT
from sandtable.games.dark_sands.rules.r14_forts import fort_bonus
from sandtable.games.dark_sands.rules.r18_chits import OF_A_TYPE, in_range
from sandtable.games.dark_sands.rules.r19_movement import budget, destinations
from sandtable.games.dark_sands.rules.r20_odds import BEST, HALF, WORST, odds_column

AT_ONCE = 0.9
"""The chance that a chit held in hand is played before one's own next move: its owner waits for the moment."""
NEXT_TURN = 0.5
"""The share of a chance that counts if the chit comes only with the next turn."""
MOST_PANZERS = 2
"""The most that panzers add to the die."""
DRIVEN_OFF, CAUGHT = 0.2, 0.6
"""The share of its value that a retreat costs a stack, and what it costs more where no way out is open."""


class Strike(NamedTuple):
    """One way in which the enemy may strike: how likely it is before one's own next move, and with whom."""

    chance: float
    units: Mask
    pace: int
    """How those move before they attack: -1 not at all, 0 as far as they can, 1 half as far."""
    worse: int
    """What the chit takes from the die."""


class Force(NamedTuple):
    """What one strike brings against a hex."""

    chance: float
    power: float
    panzers: float
    """The factors of panzers among them."""
    panzer_steps: int
    worse: int


def strikes(pos: DarkSandsPosition, side: int) -> list[Strike]:
    """The ways in which a side's enemy may strike before the side moves again, by the chits that are left."""
    left = [pos.pool[n] + (pos.hand >> n & 1) for n in range(len(pos.box.chits))]
    found = list(_strikes_of(pos, side, left, pos.hand, fresh=False))
    if not any(pos.pool) and pos.turn < pos.box.last_turn:
        counts = list(pos.box.availability[pos.turn + 1])
        later = _strikes_of(pos, side, counts, 0, fresh=True)
        found += [one._replace(chance=NEXT_TURN * one.chance) for one in later]
    return found


def _strikes_of(pos: DarkSandsPosition, side: int, left: list[int], hand: Mask, *, fresh: bool) -> Iterator[Strike]:
    """The enemy's strikes with these numbers of chits; with fresh ones nobody has used up his moves and combats."""
    box, foe = pos.box, 1 - side
    chits = box.chits
    mine = sum(
        n for n, chit in zip(left, chits, strict=True) if chit.side == side and any("move" in a for a in chit.acts)
    )
    every = pos.on_map(foe) & box.zoned
    may_move = fresh or pos.moves[foe] < OF_A_TYPE
    may_fight = fresh or pos.combats[foe] < OF_A_TYPE
    for number, chit in enumerate(chits):
        if not left[number] or chit.side != foe or not chit.acts:
            continue
        chance = AT_ONCE if hand >> number & 1 or chit.priority else left[number] / (left[number] + mine)
        half = any("half" in act for act in chit.acts)
        worse = -1 if any("-1" in act for act in chit.acts) else 0
        if chit.kind == "combo":
            if may_fight or not chit.counts:
                yield Strike(chance, every, -1, worse)
            if foe == AXIS and (may_move or not chit.counts):
                yield Strike(chance, every & box.panzer_divisions, int(half), worse)
            continue
        pace = -1 if chit.acts[0].startswith("combat") else int(half)
        yield Strike(chance, every & _commanded(pos, number), pace, worse)


def _commanded(pos: DarkSandsPosition, number: int) -> Mask:
    """The units that a named chit may set going; of those its owner picks all that he could pick."""
    box = pos.box
    chit = box.chits[number]
    if chit.units == "all" or chit.formations:
        return box.of[chit.side]
    near = 0
    for hq in chit.hqs:
        near |= in_range(pos, hq)
    members = mask_of(n for n, unit in enumerate(box.units) if unit.formation in chit.members)
    if chit.units == "range":
        if chit.nations:
            near &= members | mask_of(n for n, unit in enumerate(box.units) if unit.nation in chit.nations)
        return near
    return near | members


class Threat:
    """What a side has to fear, hex by hex; worked out as far as it is asked for."""

    def __init__(self, pos: DarkSandsPosition, side: int) -> None:
        self.pos, self.side = pos, side
        self._strikes: list[Strike] | None = None
        self._reach: dict[tuple[int, bool, int], Mask] = {}
        self._ends: dict[tuple[int, int], list[tuple[int, Mask]]] = {}
        self._forces: dict[int, list[Force]] = {}

    def _reach_of(self, unit: int, pace: int) -> Mask:
        """Where a unit can be when it attacks."""
        pos = self.pos
        here = pos.box.bits[pos.where[unit]]
        if pace < 0:
            return here
        group = 1 << unit
        key = pos.where[unit], bool(group & pos.box.armour), budget(pos, group, pace)
        found = self._reach.get(key)
        if found is None:
            found = self._reach[key] = here | mask_of(destinations(pos, 1 - self.side, group, pace, 0))
        return found

    def forces(self, place: int) -> list[Force]:
        """What each of the enemy's strikes could bring against a hex."""
        found = self._forces.get(place)
        if found is None:
            if self._strikes is None:
                self._strikes = [one for one in strikes(self.pos, self.side) if one.units]
            found = self._forces[place] = [
                force for one in self._strikes if (force := self._force(one, place)) is not None
            ]
        return found

    def _force(self, strike: Strike, place: int) -> Force | None:
        """What one strike brings against a hex: the strongest that find room beside it."""
        pos, box = self.pos, self.pos.box
        ways = box.open_to[pos.bypass == BUILT]
        front = box.map.around[place] & box.land & ~pos.held[self.side]
        near = [
            (pos.attack(unit), unit, ends)
            for unit in self._near(strike, place)
            if (ends := self._reach_of(unit, strike.pace) & front)
        ]
        if not near:
            return None
        near.sort(key=lambda one: (-one[0], one[2].bit_count()))
        large: dict[int, int] = {}
        crowd: dict[int, int] = {}
        power = panzers = 0.0
        steps = 0
        for factors, unit, ends in near:
            big, tracks = box.large >> unit & 1, ways[box.armour >> unit & 1]
            for there in places_in(ends):
                most = COMBAT_LARGE if box.section[there] == 1 else LARGE
                if not tracks[there] >> place & 1 or crowd.get(there, 0) >= STACK:
                    continue
                if big and large.get(there, 0) >= most:
                    continue
                crowd[there] = crowd.get(there, 0) + 1
                large[there] = large.get(there, 0) + big
                power += factors
                if box.panzers >> unit & 1:
                    panzers += factors
                    steps += pos.steps[unit]
                break
        return Force(strike.chance, power, panzers, steps, strike.worse) if power else None

    def _near(self, strike: Strike, place: int) -> list[int]:
        """The units of a strike that are not too far away to matter."""
        pos, box = self.pos, self.pos.box
        around = box.map.around[place] if strike.pace < 0 else box.within(place, FARTHEST)
        return places_in(pos.units_at(around & pos.firm[1 - self.side]) & strike.units)

    def loss(self, place: int, units: Mask) -> float:
        """The share of its value that a stack in a hex stands to lose to the enemy's next strikes."""
        safe = 1.0
        for force in self.forces(place):
            safe *= 1.0 - force.chance * self._share(place, units, force)
        return 1.0 - safe

    def _share(self, place: int, units: Mask, force: Force) -> float:
        """The share of its value that a stack loses to one strike, on average."""
        pos, box, side = self.pos, self.pos.box, self.side
        share = combat_share(pos, place, units)
        defence = float(sum(map(pos.defence, places_in(share))))
        defence += min(self._air(side), defence) + fort_bonus(pos, place, share)
        power = force.power + min(self._air(1 - side), force.power)
        boxed, added = pos.boxed[side] >> place & 1, force.worse
        if force.panzer_steps and side == ALLIED:
            guns = sum(pos.steps[unit] for unit in places_in(units & box.tanks))
            guns += (box.cover >> place & 1) + (box.forts >> place & 1) + boxed
            added += max(0, min(MOST_PANZERS, force.panzer_steps - guns))
            if not guns and not units & ~box.infantry & ~box.hqs:
                power += force.panzers
        if units & (pos.out_of_supply | pos.disrupted):
            added += 2
        if box.terrain[place].get("attackers_halved"):
            power /= 2
        column = odds_column(int(HALF * power), int(HALF * defence))
        if column < WORST:
            return 0.0
        ground = 0 if box.forts >> place & 1 else int(box.terrain[place]["shift"])
        found = blow(box, max(WORST, min(BEST, column - ground - boxed)), added)
        return min(1.0, found.whole + self._worn(place, share, found))

    def _worn(self, place: int, share: Mask, found: Blow) -> float:
        """What results short of destruction cost: steps, and a retreat, which is worse where no way is open."""
        pos, box = self.pos, self.pos.box
        steps = sum(pos.steps[unit] for unit in places_in(share)) or 1
        ways = box.map.around[place] & box.land & ~pos.held[1 - self.side]
        shut = not ways & (~pos.zones[1 - self.side] | pos.held[self.side])
        return found.steps / steps + found.driven * (DRIVEN_OFF + CAUGHT * shut)

    def _air(self, side: int) -> float:
        """The factors of the best aircraft a side has ready."""
        pos = self.pos
        return float(
            max(
                (
                    asset.attack[pos.asset_grade[number]]
                    for number, asset in enumerate(pos.box.assets)
                    if asset.side == side and asset.kind == "air" and pos.asset[number] == READY
                ),
                default=0,
            )
        )


FARTHEST = 20
"""Centre hexes beyond which nobody marches and attacks with one chit."""
