"""Bravery in the Sand: what an active stack would gain in the places it can go to, without moving it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cached_property

from sandtable.ai.bravery import value
from sandtable.ai.bravery.battles import Muster, at_least, forces, muster, wiped_out, works_of
from sandtable.ai.bravery.camps import Ground, Stack, far, stack_of, step_worth
from sandtable.ai.bravery.coups import march, near_alexandria, to_alexandria, to_tripoli, unwatched
from sandtable.ai.bravery.roads import MARKER, barring, bars, gates, open_exits, resistance, roads
from sandtable.ai.bravery.value import HEX_WON, PLAIN, Sight, Weights, deciding, weighed
from sandtable.engine.maps import Mask, places_in
from sandtable.engine.sides import ALLIED, AXIS
from sandtable.games.bravery.position import LOST, BraveryPosition
from sandtable.games.bravery.rules.r05_activation import draws
from sandtable.games.bravery.rules.r08_combined import stacks_among, waiting

HOPELESS = -1e9
FUTILE, UNLIKELY = 0.5, 0.06
"""What an attack must gain to be worth the trouble if its chance of taking the hex is below the second figure."""
VAIN, VAIN_AT_TOBRUK = 0.15, 0.01
"""The chance to take works below which nobody tries; at Tobruk, which is the game, less will do."""
COMES = 0.8
"""How likely a friend who is activated is to join an attack."""
FOLLY = 3.0
"""What it counts against an attack on works that these units have hardly a chance to take."""
MARGIN = 1e-6
"""What rounding may amount to."""
WAITING = 0.1
"""What it costs to let the enemy move first."""


class Outlook:
    """What a stack would gain in the places it can go to."""

    def __init__(
        self, pos: BraveryPosition, side: int, stack: Sequence[int], by: Weights, sight: Sight | None = None
    ) -> None:
        self.pos, self.side, self.stack, self.by = pos, side, stack, by
        box, strength = pos.box, pos.strength
        self.here = pos.where[stack[0]]
        self.steps = sum([strength[unit] for unit in stack])
        self.sight = sight or Sight(pos, by)
        self.german = side == AXIS and box.units[stack[0]].nation == "de"
        self.theirs = box.strategic & (~pos.axis_held if side == AXIS else pos.axis_held)
        self.enemies = self.sight.camps[1 - side].hexes
        self.own = stack_of(pos, stack, by.steps)
        """The stack as danger sees it."""
        self._gains: dict[int, float] = {}
        self._quiet: dict[int, float] = {}
        self._passed: dict[int, float] = {}
        self._now: float | None = None
        self._roads: dict[tuple[int, int], int] = {}
        self._counted: dict[int, Muster] = {}
        self._pending: dict[int, float] = {}
        self._musters: dict[tuple[int, ...], Muster] = {}
        self._fights: dict[tuple[int, tuple[int, ...], int], float] = {}

    @cached_property
    def pull(self) -> tuple[float, ...]:
        """What draws each step of the stack to each place."""
        pos, box = self.pos, self.pos.box
        barred = self.sight.barred
        return value.drawn(box, self.by, self.side, self.german, pos.axis_held, barred, self.sight.hard(pos.axis_held))

    @cached_property
    def posts(self) -> tuple[Mask, float]:
        """The corridor needs a German: if no other is there, what that is worth."""
        pos, box = self.pos, self.pos.box
        if not self.german or any(
            box.bits[pos.where[unit]] & box.corridor for unit in box.germans if unit not in self.stack
        ):
            return 0, 0.0
        unbarred = value.tables(box, self.by, pos.axis_held, False, self.sight.hard(pos.axis_held))
        near = self.sight.camps[ALLIED].drawn(unbarred.allied)[1]
        return box.corridor, self.by.corridor + near

    @cached_property
    def bars(self) -> tuple[int, ...]:
        """What the Axis has to overcome in each strategic hex, where that counts."""
        if self.side != ALLIED or not self.by.hold:
            return ()
        return bars(self.pos.box, self.sight.stacks(ALLIED), self.pos.axis_held)

    @cached_property
    def watch(self) -> bool:
        """Would the enemy win with his next march if the stack were gone?"""
        return self._may_matter() and bool(self._coups(LOST))

    @cached_property
    def threat(self) -> bool:
        """Would he win with it as things are?"""
        return bool(self.sight.coups(1 - self.side))

    # Marches

    def at(self, place: int) -> float:
        """What going to a place gains."""
        if self.enemies >> place & 1:
            return self.engaged(place)
        return self.quiet(place) + self.control(place)

    def quiet(self, place: int) -> float:
        """What standing in a place gains, control apart."""
        if place == self.here:
            return 0.0
        if place not in self._quiet:
            gain = self.steps * (self.pull[place] - self.pull[self.here])
            posts, post = self.posts
            if posts:
                gain += post * ((posts >> place & 1) - (posts >> self.here & 1))
            if self.bars:
                gain += self.by.hold * self._barring(place)
            if self.watching:
                gain += self.by.coup_in_two * (self._unwatched(self.here) - self._unwatched(place))
            gain += self._standing(place) + self._leaving + self._decided(place)
            self._quiet[place] = gain
        return self._quiet[place]

    def _decided(self, place: int) -> float:
        """What the march decides: the game, or that the enemy does not win with his next one."""
        pos, box = self.pos, self.pos.box
        if self.german and box.alexandria >> place & 1:
            if self._wins_east(place):
                return value.WON
        elif self.side == ALLIED and place == box.tripoli and not self.sight.barred:
            there = sum([pos.strength[unit] for unit in pos.at(place, ALLIED)])
            if self.steps + there >= int(box.tables["breakthrough"]):
                return value.WON
        if not self.watch:
            return 0.0
        return self.by.coup * (self.threat - bool(self._coups(place)))

    @cached_property
    def watching(self) -> bool:
        """Could this be the only stack of Germans near enough to the corridor to Tripoli?"""
        return self.german and unwatched(self.pos.box, self.sight.camps[ALLIED], self._others[1])

    def _unwatched(self, place: int) -> bool:
        """With the stack in a place: is the corridor to Tripoli open to the enemy and out of all Germans' reach?"""
        return unwatched(self.pos.box, self.sight.camps[ALLIED], self._others[1] | 1 << place)

    def _may_matter(self) -> bool:
        """Could the stack be what keeps the enemy from winning by a march? A quick look."""
        box, where = self.pos.box, self.pos.where
        if self.side == ALLIED:
            return bool(self.sight.camps[AXIS].german & near_alexandria(box, march(box)))
        return not any(box.bits[where[unit]] & box.corridor for unit in box.germans if unit not in self.stack)

    def _coups(self, place: int) -> list[int]:
        """The enemy's formations that would win with their next march if the stack were in a place."""
        pos, box, (allied, axis) = self.pos, self.pos.box, self.sight.camps
        ground, germans = self._others
        firm = any(box.armor[unit] or pos.strength[unit] == 2 for unit in self.stack)
        with_stack = ground.joined(place, firm=firm)
        if self.side == ALLIED:
            return to_alexandria(box, axis, with_stack, pos.axis_held, march(box))
        if place != LOST and any(unit in box.germans for unit in self.stack):
            germans |= 1 << place
        return to_tripoli(box, allied, germans, with_stack, march(box))

    @cached_property
    def _others(self) -> tuple[Ground, Mask]:
        """Where the side has units besides the stack, and where it has Germans."""
        pos, box = self.pos, self.pos.box
        hexes, firm = self.sight.camps[self.side].ground
        bit, rest = 1 << self.here, [unit for unit in pos.at(self.here, self.side) if unit not in self.stack]
        if not rest:
            hexes &= ~bit
        if not any(box.armor[unit] or pos.strength[unit] == 2 for unit in rest):
            firm &= ~bit
        germans = 0
        for unit in box.germans:
            if unit not in self.stack:
                germans |= box.bits[pos.where[unit]]
        return Ground(hexes, firm), germans

    def _wins_east(self, place: int) -> bool:
        pos, box = self.pos, self.pos.box
        there = [u for u in box.germans if box.bits[pos.where[u]] & box.alexandria and u not in self.stack]
        if self.steps + sum([pos.strength[unit] for unit in there]) < int(box.tables["breakthrough"]):
            return False
        return bool(open_exits(box, pos.axis_held) >> place & 1)

    def _standing(self, place: int) -> float:
        """What being there changes: less or more danger for the units there, a hex that is no longer empty."""
        sight, side = self.sight, self.side
        had = sight.stacks(side).get(place)
        mine = self.own
        gain = self._firmer(place, had, mine if had is None else had.joined(mine))
        if had is None:
            if place == self.pos.box.tobruk and side == ALLIED:
                gain += self.by.tobruk_empty
            return gain - (sight.risk(side, place, *mine) if self.by.danger else 0.0)
        if place == self.pos.box.tobruk and side == ALLIED:
            gain += self.by.tobruk_risk * (sight.stormed(had.steps) - sight.stormed(had.steps + self.steps))
        if self.by.danger:
            gain += sight.risk(side, place, *had) - sight.risk(side, place, *had.joined(mine))
        return gain

    @cached_property
    def _leaving(self) -> float:
        """What leaving changes here, apart from closeness."""
        sight, side, here, box = self.sight, self.side, self.here, self.pos.box
        had = sight.stacks(side)[here]
        gain = sight.risk(side, here, *had) if self.by.danger else 0.0
        gain += self._firmer(here, had, had.without(self.own)) - self.deserted
        if had.steps == self.steps:
            return gain - (self.by.tobruk_empty if here == box.tobruk and side == ALLIED else 0.0)
        if here == box.tobruk and side == ALLIED:
            gain -= self.by.tobruk_risk * (sight.stormed(had.steps - self.steps) - sight.stormed(had.steps))
        if self.by.danger:
            gain -= sight.risk(side, here, *had.without(self.own))
        return gain

    def _firmer(self, place: int, before: Stack | None, after: Stack) -> float:
        """What it gains that a hex of ours is held by others than before."""
        sight, side = self.sight, self.side
        if self.theirs >> place & 1 or not (self.pos.box.strategic & sight.camps[1 - side].roam) >> place & 1:
            return 0.0
        return sight.bare(side, place) * (sight.frail(side, place, before) - sight.frail(side, place, after))

    @cached_property
    def deserted(self) -> float:
        """What it costs Italians to leave their post to too few or to nobody, if the enemy can reach it."""
        pos, here = self.pos, self.here
        if self.side != AXIS or self.german or not self.by.post or not self.sight.reach(ALLIED) >> here & 1:
            return 0.0
        if not pos.box.strategic & pos.axis_held & 1 << here:
            return 0.0
        had = self.sight.stacks(AXIS)[here]
        if had.steps == self.steps:
            return self.by.post
        left = self.sight.frail(AXIS, here, had.without(self.own)) - self.sight.frail(AXIS, here, had)
        return self.by.post * left / value.GUARDED

    @cached_property
    def _gone(self) -> float:
        """What it costs to leave, wherever the stack ends up."""
        posts, post = self.posts
        cost = self._leaving - post * (posts >> self.here & 1)
        if self.bars:
            cost += self.by.hold * self._barring(LOST)
        return min(0.0, cost)

    def needed_here(self) -> bool:
        """Would it cost anything if the whole stack left?"""
        if self.posts[0] >> self.here & 1 or self._leaving < -1.0:
            return True
        return bool(self.bars) and bool(gates(self.pos.box, self.pos.axis_held) >> self.here & 1)

    def _barring(self, place: int) -> int:
        """What going to a place adds to what the Axis has to overcome."""
        number = roads(self.pos.box).number
        start, end = number.get(self.here, -1), number.get(place, -1)
        if (start, end) not in self._roads:
            self._roads.setdefault((-1, -1), resistance(self.pos.box, self.bars))
            after, box = list(self.bars), self.pos.box
            if start >= 0 and after[start]:
                rest = [unit for unit in self.pos.at(self.here, self.side) if unit not in self.stack]
                left = stack_of(self.pos, rest, self.by.steps) if rest else None
                after[start] = MARKER + (barring(box, self.here, left.steps, left.level) if left else 0)
            if end >= 0 and after[end]:
                had = self.sight.stacks(ALLIED).get(place)
                both = self.own if had is None else had.joined(self.own)
                after[end] = MARKER + barring(box, place, both.steps, both.level)
            self._roads[start, end] = resistance(self.pos.box, tuple(after))
        return self._roads[start, end] - self._roads[-1, -1]

    def passing(self, before: Mapping[int, int], place: int) -> float:
        """What control of the hexes between here and a place gains, on the way that leads there.

        Armour that drives past an enemy (6.4) takes nothing from him.
        """
        step = before.get(place, self.here)
        if step == self.here:
            return 0.0
        if step not in self._passed:
            gained = self.control(step) if (self.theirs & ~self.enemies) >> step & 1 else 0.0
            self._passed[step] = self.passing(before, step) + gained
        return self._passed[step]

    def control(self, place: int) -> float:
        """What control of a place gains, if it is not ours."""
        if not self.theirs >> place & 1:
            return 0.0
        if place not in self._gains:
            if self._now is None:
                self._now = self._held(self.pos.axis_held)
            gain = self._held(self.pos.axis_held ^ 1 << place) - self._now
            if self.side == AXIS:
                gain = -gain + (HEX_WON if place == self.pos.box.tobruk else 0.0)
            self._gains[place] = gain
        return self._gains[place]

    def _held(self, axis_held: Mask) -> float:
        """What a state of control is worth to the Commonwealth."""
        bases = value.BASES[(self.pos.box.bases & axis_held).bit_count()]
        return self.sight.points(axis_held) - self.by.base * bases + sum(self.sight.places(axis_held))

    # Battles

    def engaged(self, place: int) -> float:
        """What the best way to take on the enemy in a place gains."""
        best = max(self.battle(place), self.battle(place, with_friends=True))
        return max(best, self.combined(place))

    def battle(self, place: int, *, with_friends: bool = False) -> float:
        """What attacking in a place gains, optionally with those who wait there."""
        if not with_friends:
            return self.fought(place, self.stack, 1) - self.pending(place)
        friends = waiting(self.pos, place, self.side)
        if not friends:
            return HOPELESS
        return self.fought(place, [*self.stack, *friends], 1 + stacks_among(self.pos, friends)) - self.pending(place)

    def pending(self, place: int) -> float:
        """What the attack declared there would come to for the side; a battle now replaces it."""
        if place not in self._pending:
            who = self._declared.get(place)
            gain = 0.0 if who is None else self.sight.battle(place, who)
            self._pending[place] = gain if self.side == ALLIED else -gain
        return self._pending[place]

    @cached_property
    def _declared(self) -> dict[int, int]:
        """Where attacks are declared, and who will make them."""
        return dict(value.markers(self.pos))

    def combined(self, place: int) -> float:
        """What waiting for a combined attack gains: the battle it leads to, with a friend if he comes in time."""
        friends = self.friends(place)
        if not friends:
            return HOPELESS
        there = waiting(self.pos, place, self.side)
        force = [*self.stack, *there]
        alone = self.fought(place, force, 1)
        stacks = 2 + stacks_among(self.pos, there)
        joined = max(
            [self.fought(place, [*force, *friend], stacks) - self._without(place, friend) for _, friend in friends]
        )
        if joined <= alone:
            return alone - WAITING - self.pending(place)
        comes, struck = self._sooner([formation for formation, _ in friends], place)
        gain = COMES * comes * joined + (1 - COMES * comes - struck) * alone
        if struck:
            gain += struck * min(alone, self._struck(place, force))
        return gain - WAITING - self.pending(place)

    def _without(self, place: int, friend: Sequence[int]) -> float:
        """What a friend would gain there by himself: that much of an attack together is not the stack's doing."""
        mine = muster(self.pos, friend, step_worth(self.pos.box, self.by.steps))
        gain, taken = weighed(self.pos, self.side, place, mine, self._enemy(place), 1, self.by)
        return max(0.0, gain + taken * self.control(place))

    def _sooner(self, friends: Sequence[int], place: int) -> tuple[float, float]:
        """How likely a friend's chit is to come before one that wakes the enemies in a place, and the other way round.

        Both are less likely if few chits are still to be drawn this turn.
        """
        pos, box = self.pos, self.pos.box
        foes = {box.units[unit].formation for unit in pos.at(place, 1 - self.side) if not box.fixed[unit]}
        ours, theirs = (
            sum([pos.cup[side] >> chit & 1 for chit in deciding(pos, formations) if chit not in pos.drawn])
            for side, formations in ((self.side, set(friends)), (1 - self.side, foes))
        )
        inside = (pos.cup[0] | pos.cup[1]).bit_count() - len(pos.drawn)
        either, neither = ours + theirs, 1.0
        if not either:
            return 0.0, 0.0
        for n in range(min(inside, draws(pos) - len(pos.drawn))):
            neither *= max(0.0, 1 - either / (inside - n))
        return (1 - neither) * ours / either, (1 - neither) * theirs / either

    def _struck(self, place: int, force: Sequence[int]) -> float:
        """What it comes to if the enemies in a place attack those who wait there before a friend has come."""
        pos, box, enemy = self.pos, self.pos.box, 1 - self.side
        free = [unit for unit in pos.at(place, enemy) if not box.fixed[unit] and not pos.marker[unit]]
        if not free:
            return 0.0
        worth = step_worth(box, self.by.steps)
        theirs, mine = muster(pos, free, worth), muster(pos, force, worth)
        return self._gone - max(0.0, weighed(pos, enemy, place, theirs, mine, 1, self.by)[0])

    def vain(self, place: int) -> bool:
        """Would this be an attack on works that can hardly be taken, even with a friend if he comes in time?"""
        if not works_of(self.pos, place, self.side):
            return False
        friends = self.friends(place)
        chance = self._storm(place, 0, with_friends=True)
        if friends:
            most = max([sum([self.pos.strength[unit] for unit in units]) for _, units in friends])
            comes = COMES * self._sooner([formation for formation, _ in friends], place)[0]
            chance += comes * (self._storm(place, most, with_friends=True) - chance)
        return chance < self.vain_at(place)

    def too_few(self, place: int, *, with_friends: bool) -> bool:
        """Are there works that the stack, perhaps with those who wait there, can hardly take?"""
        if not works_of(self.pos, place, self.side):
            return False
        return self._storm(place, 0, with_friends=with_friends) < self.vain_at(place)

    def _storm(self, place: int, more: int, *, with_friends: bool) -> float:
        """How likely the stack, some more steps and perhaps those who wait there are to take works."""
        pos, side = self.pos, self.side
        there = sum([pos.strength[unit] for unit in waiting(pos, place, side)]) if with_friends else 0
        walls = self.sight.stacks(1 - side)[place].steps
        faces = 1 + (pos.under_directive and side == AXIS)
        return at_least(walls, (self.steps + there + more) // 2, faces)

    def vain_at(self, place: int) -> float:
        """The chance to take works in a place below which the side does not try."""
        return VAIN_AT_TOBRUK if place == self.pos.box.tobruk and self.side == AXIS else VAIN

    def at_most(self, place: int) -> float:
        """An upper bound on what taking on the enemy in a place could gain, found without working out battles."""
        killed = value.all_of(self.pos, self._enemy(place), 1 - self.side, self.by)
        return killed + max(0.0, self.quiet(place) + self.control(place)) - self.pending(place) + MARGIN

    def _enemy(self, place: int) -> Muster:
        """The enemies in a place, counted."""
        if place not in self._counted:
            worth = step_worth(self.pos.box, self.by.steps)
            self._counted[place] = muster(self.pos, self.pos.at(place, 1 - self.side), worth)
        return self._counted[place]

    def friends(self, place: int) -> list[tuple[int, list[int]]]:
        """Stacks that could still come and join an attack in a place, as formation and units.

        Their chit may be drawn and they can reach it.
        """
        near = far(self.pos.box)[place]
        return [(formation, units) for formation, spot, units in self._friends if near >> spot & 1]

    @cached_property
    def _friends(self) -> list[tuple[int, int, list[int]]]:
        """Stacks whose chit may still be drawn, with their formation and where they are."""
        pos, box = self.pos, self.pos.box
        found: dict[tuple[int, int], list[int]] = {}
        for formation in awaited(pos, self.side):
            for unit in box.members[formation]:
                spot = pos.where[unit]
                if spot >= 0 and not pos.marker[unit] and unit not in self.stack and not box.fixed[unit]:
                    found.setdefault((formation, spot), []).append(unit)
        return [(formation, spot, units) for (formation, spot), units in found.items()]

    def fought(self, place: int, force: Sequence[int], least: int) -> float:
        """What a battle there by some units gains on average: troops, and the place if it is taken."""
        key = place, tuple(force), least
        known = self._fights.get(key)
        if known is not None:
            return known
        mine = self._musters.get(key[1])
        if mine is None:
            mine = self._musters[key[1]] = muster(self.pos, force, step_worth(self.pos.box, self.by.steps))
        gain, taken = weighed(self.pos, self.side, place, mine, self._enemy(place), least, self.by)
        if taken < UNLIKELY:
            gain -= FUTILE
        if taken < self.vain_at(place) and works_of(self.pos, place, self.side):
            gain -= FOLLY
        if place != self.here:
            gain += (1 - taken) * self._gone
        if taken:
            gain += taken * (self.quiet(place) + self.control(place))
        if place == self.pos.box.tobruk and self.side == ALLIED:
            gain -= HEX_WON * garrison_lost(self.pos, force)
        self._fights[key] = gain
        return gain


def garrison_lost(pos: BraveryPosition, force: Sequence[int]) -> float:
    """How likely the whole garrison is to die in an attack on Axis units in Tobruk, so that Tobruk falls.

    0 if any of it stays out of the fight.
    """
    tobruk = pos.box.tobruk
    if any(unit not in force for unit in pos.at(tobruk, ALLIED)):
        return 0.0
    worth = step_worth(pos.box, PLAIN.steps)
    enemy = muster(pos, pos.at(tobruk, AXIS), worth)
    attack, defence, _ = forces(pos, tobruk, ALLIED, muster(pos, force, worth), enemy)
    return wiped_out(attack, defence)


def awaited(pos: BraveryPosition, side: int) -> list[int]:
    """The formations of a side that a chit still in the cup could activate."""
    box = pos.box
    found: list[int] = []
    for chit in places_in(pos.cup[side]):
        if chit not in pos.drawn:
            formation = box.chits[chit].formation
            found += [f for f in (box.panzers if formation is None else (formation,)) if f not in found]
    return found
