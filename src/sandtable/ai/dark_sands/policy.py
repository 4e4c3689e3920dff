"""The Dark Sands: an agent that attacks where the odds are good and marches where there is something to gain.

For each kind of decision it has a plain rule of thumb: the value of an attack from the results table, the value of a
hex from the way to the places that count, the enemies it could fight or must fear there, supply and stacking.
"""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import NamedTuple

from sandtable.ai.core import greedy as core
from sandtable.ai.core.search import Depth
from sandtable.ai.dark_sands.assault import RELIEF, assaults
from sandtable.ai.dark_sands.danger import base_of, leaves_base
from sandtable.ai.dark_sands.fights import (
    Rate,
    prospects,
    rate_advance,
    rate_assets,
    rate_join,
    rate_losses,
    rate_retreat,
    rate_table,
    rate_targets,
)
from sandtable.ai.dark_sands.ideas import (
    BACK,
    WORTH_AN_ERRAND,
    errand,
    errands,
    far_rates,
    open_sites,
    ranked,
    separate_trips,
    trips,
)
from sandtable.ai.dark_sands.missions import bound, in_garrison, mission, ships_wait, undermanned
from sandtable.ai.dark_sands.moves import BY_SEA, Enemy, Outlook, Trip, barred_by, best_move, far_move, hex_value
from sandtable.ai.dark_sands.value import Sense, evaluate, planned, sense, terms, worth
from sandtable.engine.flow import Action
from sandtable.engine.maps import Mask, mask_of, places_in
from sandtable.engine.records import Seat
from sandtable.games.dark_sands.position import DarkSandsPosition
from sandtable.games.dark_sands.rules.r12_doctrine import formation_of
from sandtable.games.dark_sands.rules.r19_extended import Far, far_places
from sandtable.games.dark_sands.rules.r19_movement import Move

__all__ = ["DEPTH", "Greedy", "Planner", "evaluate", "terms"]

WORTH_A_MOVE = 0.35
MANNED = 500.0
"""New units go first where a garrison is too weak."""
EMBARKS = 40.0
"""From a port they can sail to where they are wanted."""
SHIPS = 5.0
"""How urgent it is to move when a garrison that is too weak can be reinforced by sea."""


def as_planned(pos: DarkSandsPosition) -> bool:
    """Does the deciding side follow its plan without looking further?"""
    step, side, _ = pos.stack[-1]
    return step in planned(pos, side).settled


DEPTH = Depth(
    pauses=("chits.draw",),
    through=2,
    breadth=4,
    keys=("combat", "chits.first", "chits.offer", "chits.side", "chits.pick"),
    scale=150.0,
    follows=as_planned,
)
"""Search plays this chit and the next to their ends. It thinks about chits and attacks; moves follow the plan, whose
guards and errands worlds of two chits are too short to judge."""
PLANNED = 10.0
"""More than any chit is thought to be worth."""
LATE, LAST = 3, 1
"""Chits left in the pool when a priority chit must be played, and when a saved one is."""


class Plan(NamedTuple):
    """What was worked out when a group was picked; it still holds while the same move goes on."""

    pos: DarkSandsPosition
    played: tuple[int, ...]
    group: Mask
    orders: list[Action]
    """What the group is to do."""
    resting: set[Mask]
    """Groups that have nothing worth doing; headquarters, which follow the others, are always asked again."""
    enemy: Enemy | None = None
    """What the enemy had on the map when it was worked out."""


class Greedy(core.Greedy[DarkSandsPosition]):
    """Judges each action by a rule of thumb for its kind, with the aims of its side's plan, and takes the best."""

    def __init__(self, seed: int = 0) -> None:
        super().__init__(seed)
        self._plan: Plan | None = None
        self._own: Mask = 0
        """The group that it would have picked, or sent on an extended move, itself when it was last asked to rate."""
        self._asked: list[tuple[Mask, int]] = []
        """Groups it was asked to send somewhere since the last one was picked, with the places they stood in."""
        self._since: tuple[int, tuple[int, ...]] = (-1, ())
        """The turn, and the chits played, when groups were taken back."""
        self._stays: set[Mask] = set()
        self._sent: tuple[Mask, list[Action]] = (0, [])
        """The group it picked last when it was asked to choose, and its orders, if they are settled."""
        self._kept: dict[tuple[int, int, Mask], Sense] = {}
        """The plan of a side for a turn, as long as no place changes hands."""

    def mind(self, pos: DarkSandsPosition, side: int) -> Sense:
        """What it sends the troops of a side after: what it decided before, until the turn ends or a place falls."""
        return self._kept.get((side, pos.turn, pos.axis_holds)) or planned(pos, side)

    def plan(self, pos: DarkSandsPosition, side: int) -> str:
        """What the side goes for."""
        return self.mind(pos, side).plan

    def danger(self, pos: DarkSandsPosition, side: int, actions: list[Action]) -> list[float] | None:
        """An empty base loses the army, and soon the game, to whoever can drive in."""
        if pos.stack[-1].step != "move" or not pos.held[side] >> base_of(pos.box, side) & 1:
            return None
        dangers = [float(leaves_base(pos, side, movers(pos, action))) for action in actions]
        return dangers if any(dangers) else None

    def choose(self, seat: Seat) -> Action:
        """The best action; the first of equals."""
        actions = seat.actions()
        pos = seat.guess(self.rng)
        assert isinstance(pos, DarkSandsPosition)
        step, side, _ = pos.stack[-1]
        mind = self._kept[side, pos.turn, pos.axis_holds] = self.mind(pos, side)
        if step == "move":
            choice, group, orders = next_mover(pos, side, actions, set(self._staying(pos)), mind)
            self._sent = group, orders
            return choice
        if step not in ("move.to", "move.far"):
            return max(actions, key=RATES[step](pos, side, mind))
        group = (Move if step == "move.to" else Far).Args(*pos.stack[-1].args).group
        if group == self._sent[0] and self._sent[1] and self._sent[1][0] in actions:
            return self._sent[1].pop(0)
        choice = sent(pos, side, actions, mind) or max(actions, key=RATES[step](pos, side, mind))
        if choice == BACK:
            self._asked.append((group, pos.where[group.bit_length() - 1]))
        return choice

    def reply(self, pos: DarkSandsPosition, rng: Random) -> Action:
        """Its choice in a world where nothing, or hardly anything, is hidden; groups that rest are not asked again.

        A group that it would not have picked itself was picked for an errand, if there is one.
        """
        actions = pos.actions()
        step, side, _ = pos.stack[-1]
        plan = self._plan
        if plan and (plan.pos is not pos or plan.played is not pos.played):
            plan = self._plan = None
        if step == "move":
            resting = plan.resting if plan else set()
            enemy = plan.enemy if plan and plan.enemy and plan.enemy.holds(pos, side) else Enemy(pos, side)
            choice, group, orders = next_mover(pos, side, actions, resting, self.mind(pos, side), enemy)
            self._plan = Plan(pos, pos.played, group, orders, resting, enemy)
            return choice
        if step in ("move.to", "move.far"):
            order = self._ordered(pos, side, actions)
            if order is not None:
                return order
        return max(actions, key=RATES[step](pos, side, self.mind(pos, side)))

    def _ordered(self, pos: DarkSandsPosition, side: int, actions: list[Action]) -> Action | None:
        """What a group was picked for: as planned, or on an errand if it was not picked by this player's own rule."""
        step, _, args = pos.stack[-1]
        half, group = (0, Far.Args(*args).group) if step == "move.far" else Move.Args(*args)[:2]
        if (self._plan is None or self._plan.group != group) and group != self._own:
            trip = errand(pos, side, group, half)
            order = sent(pos, side, actions, self.mind(pos, side))
            orders = [order] if order else orders_of(trip) if trip else []
            self._plan = Plan(pos, pos.played, group, [order for order in orders if (step, order) != SENT], set())
        if self._plan is None or self._plan.group != group or not self._plan.orders:
            return None
        order = self._plan.orders.pop(0)
        return order if order in actions else None

    def rate(self, pos: DarkSandsPosition, actions: list[Action]) -> list[float]:
        """What each action is thought to be worth; the highest is its choice, the next are other ideas."""
        step, side, _ = pos.stack[-1]
        mind = self.mind(pos, side)
        if step == "move":
            stays = self._staying(pos)
            outlook, groups = Outlook(pos, side, mind), [movers(pos, action) for action in actions]
            rated = [rate_mover(pos, side, action, outlook) for action in actions]
            choice = actions.index(next_mover(pos, side, actions, set(stays), mind)[0])
            self._own = groups[choice]
            apart = {actions.index(("done",)): WORTH_AN_ERRAND, **errands(pos, side, groups, rated)}
            never = {n for n, a in enumerate(actions) if picked(pos, a) in stays}
            return ranked(pos, actions, rated, choice, apart, never)
        rated = list(map(RATES[step](pos, side, mind), actions))
        if step not in ("move.to", "move.far"):
            return rated
        group = (Move if step == "move.to" else Far).Args(*pos.stack[-1].args).group
        self._asked.append((group, pos.where[group.bit_length() - 1]))
        order = sent(pos, side, actions, mind)
        choice, apart = actions.index(order) if order else rated.index(max(rated)), separate_trips(pos, side, actions)
        self._own = group if actions[choice] == ("extend",) else 0
        backs = {n for n, action in enumerate(actions) if action == BACK}
        return ranked(pos, actions, trips(pos, actions, rated, Outlook(pos, side, mind)), choice, apart, backs)

    def _staying(self, pos: DarkSandsPosition) -> set[Mask]:
        """The groups picked in this activation and taken back: they stay put, or this could go on for ever."""
        if self._since != (pos.turn, pos.played):
            self._since, self._stays = (pos.turn, pos.played), set()
        self._stays |= {group for group, place in self._asked if pos.where[group.bit_length() - 1] == place}
        self._asked.clear()
        return self._stays


Planner = Greedy
"""Search proposes and plays its worlds on with the same player."""
SENT = ("move.far", ("extend",))
"""An order that has been carried out when the end of an extended move is asked for."""
NO_MISSION = -1
"""Among the resting: no unit has an errand in this activation."""
MOVE_ORDER = {"garrison": 0, "stack": 1, "unit": 2, "fortify": 3}


def next_mover(
    pos: DarkSandsPosition,
    side: int,
    actions: list[Action],
    resting: set[Mask],
    mind: Sense,
    enemy: Enemy | None = None,
) -> tuple[Action, Mask, list[Action]]:
    """The first thing worth doing: garrisons, then stacks, then single units; a box where it helps; else done.

    Also gives the group picked and its orders, where these are settled; groups with nothing to do join the resting.
    """
    outlook = Outlook(pos, side, mind, enemy)
    if mind.careful and NO_MISSION not in resting:
        units = mask_of(a[1] for a in actions if a[0] == "unit" and (group := movers(pos, a)) and group not in resting)
        errand_of = mission(pos, side, units, Move.Args(*pos.stack[-1].args).half, mind)
        if errand_of:
            group, trip = errand_of
            return ("unit", group.bit_length() - 1), group, orders_of(trip)
        resting.add(NO_MISSION)
    if mind.careful:
        units = mask_of(a[1] for a in actions if a[0] == "unit" and movers(pos, a))
        orders = assaults(pos, side, units, Move.Args(*pos.stack[-1].args).half, outlook)
        for unit, trip in orders.items():
            if 1 << unit not in resting:
                return ("unit", unit), 1 << unit, orders_of(trip)
    for action in sorted((a for a in actions if a[0] in MOVE_ORDER), key=lambda a: MOVE_ORDER[a[0]]):
        group = movers(pos, action)
        if not group:
            if rate_mover(pos, side, action, outlook) > WORTH_A_MOVE:
                return action, 0, []
            continue
        if group in resting:
            continue
        if mind.careful and (bound(pos, side, group) or in_garrison(pos, side, group, mind)):
            resting.add(group)
            continue
        trip = best_move(pos, side, group, Move.Args(*pos.stack[-1].args).half, outlook, WORTH_A_MOVE)
        if trip.gain > WORTH_A_MOVE:
            breaks_contact = group & pos.box.panzers and outlook.contact >> pos.where[group.bit_length() - 1] & 1
            return action, group, [] if breaks_contact else orders_of(trip)
        if group & pos.box.zoned:
            resting.add(group)
    return ("done",), 0, []


def sent(pos: DarkSandsPosition, side: int, actions: list[Action], mind: Sense) -> Action | None:
    """What a unit with an errand does next once it has been picked."""
    step, args = pos.stack[-1].step, pos.stack[-1].args
    if not mind.careful or step not in ("move.to", "move.far"):
        return None
    half, group, spent = Move.Args(*args) if step == "move.to" else (0, Far.Args(*args).group, 0)
    if spent or group & (group - 1):
        return None
    errand_of = mission(pos, side, group, half, mind)
    orders = orders_of(errand_of[1]) if errand_of else []
    if not errand_of and step == "move.to":
        idle = pos.active & ~pos.moved & ~pos.box.garrisons
        trip = assaults(pos, side, idle | group, half, Outlook(pos, side, mind)).get(group.bit_length() - 1)
        orders = orders_of(trip) if trip else []
    return next((order for order in orders if order in actions), None)


def orders_of(trip: Trip) -> list[Action]:
    """The actions that make a trip."""
    if trip.cost == BY_SEA:
        return [("sail", trip.place)]
    return [("go", trip.place, trip.cost)] if trip.cost >= 0 else [("extend",), ("far", trip.place)]


def movers(pos: DarkSandsPosition, action: Action) -> Mask:
    """The units that an action of a move sets going, if it picks any."""
    last = Move.Args(*pos.stack[-1].args).group
    match action:
        case ("stack", place):
            movable = pos.active & ~pos.moved & ~last & ~pos.box.garrisons
            return pos.piles[int(place)] & movable
        case ("unit", unit) if not last >> unit & 1:
            return 1 << int(unit)
    return 0


def picked(pos: DarkSandsPosition, action: Action) -> Mask:
    """The units that an action of a move picks, even if they have moved before."""
    last = Move.Args(*pos.stack[-1].args).group
    match action:
        case ("on",):
            return last
        case ("unit", unit):
            return 1 << int(unit)
    return movers(pos, action)


def rate_mover(pos: DarkSandsPosition, side: int, action: Action, outlook: Outlook) -> float:
    """What moving this unit or stack promises, or any other action of a move."""
    mind = outlook.mind
    if group := movers(pos, action):
        return best_move(pos, side, group, Move.Args(*pos.stack[-1].args).half, outlook).gain
    match action:
        case ("garrison", _, place):
            return 5.0 if place in mind.sites else 0.0
        case ("fortify", unit):
            place = pos.where[unit]
            return 0.6 if outlook.danger(place) > 0 or mind.sites.get(place, 0) > 8 else 0.0
        case ("done",):
            return WORTH_A_MOVE
    return 0.0


def rate_place_to_go(pos: DarkSandsPosition, side: int, mind: Sense) -> Rate:
    """Destinations of a group; one with nothing worth doing nearby makes for a place that counts, however far."""
    half, group, _ = pos.stack[-1].args
    outlook = Outlook(pos, side, mind)
    start = pos.where[(group & -group).bit_length() - 1]
    goal = outlook.goal_of(start)
    stay = hex_value(pos, side, group, start, goal, outlook, leaving=False)

    def rate(action: Action) -> float:
        match action:
            case ("go" | "infiltrate", place, cost):
                gain = hex_value(pos, side, group, place, goal, outlook, leaving=True) - stay
                return float(gain - 0.002 * cost - (0.3 if action[0] == "infiltrate" else 0.0))
            case ("extend",):
                if best_move(pos, side, group, half, outlook).gain > WORTH_A_MOVE:
                    return far_move(pos, side, group, outlook).gain
                open_ = open_sites(pos, side)
                return max((open_[place] for place in far_places(pos, side, start) if place in open_), default=0.0)
        return 0.0

    return rate


def rate_far(pos: DarkSandsPosition, side: int, mind: Sense) -> Rate:
    """The end of an extended move: the best on the way to the goal, or else wherever there is most to gain."""
    (group,) = pos.stack[-1].args
    outlook = Outlook(pos, side, mind)
    best = far_move(pos, side, group, outlook)
    if best.gain > 0:
        return lambda action: 1.0 if action[0] == "far" and action[1] == best.place else 0.0
    gains = far_rates(pos, side, group, outlook, [a[1] for a in pos.actions() if a[0] == "far"])
    return lambda action: gains[action[1]] if action[0] == "far" else 0.0


def rate_chit_side(pos: DarkSandsPosition, side: int, mind: Sense) -> Rate:
    """Fight if that promises much now, or else move; those who are cut off march or fight to be fed again."""
    barred = barred_by(pos, side) if mind.careful else {}
    now = prospects(pos, side, barred)
    march = 1.5 + RELIEF * max(barred.values(), default=0.0) + SHIPS * ships_wait(pos, side, mind)

    def rate(action: Action) -> float:
        if action[0] == "use":
            return now if "combat" in action[1] else march
        return 0.0

    return rate


def rate_first_chit(pos: DarkSandsPosition, side: int, mind: Sense) -> Rate:
    """The planned chit, or else those that move and fight, then those that do only one, then reinforcements."""
    chits = pos.box.chits
    kinds = {"named": 3.0, "combo": 2.0, "reinforce": 1.0}

    def rate(action: Action) -> float:
        if action[0] != "first":
            return 0.5
        if action[1] == mind.first:
            return PLANNED
        chit = chits[action[1]]
        return kinds[chit.kind] + 0.1 * len(chit.acts) + (0.5 if chit.units == "all" and chit.kind == "named" else 0.0)

    return rate


def rate_priority(pos: DarkSandsPosition, side: int, mind: Sense) -> Rate:
    """Play a priority chit when there is a good fight, or before it is too late; a saved one only at the very end."""
    left = sum(pos.pool)
    eager = left <= LAST if mind.saves else left <= LATE or prospects(pos, side) > 1.5
    return lambda action: float((action[0] == "declare") == eager)


def rate_pick(pos: DarkSandsPosition, side: int, mind: Sense) -> Rate:
    """Choose the formations that are nearest to the fight."""
    outlook = Outlook(pos, side, mind)

    def rate(action: Action) -> float:
        match action:
            case ("formation", number):
                units = formation_of(pos, number) & ~pos.active
                return 0.1 + sum(_zeal(pos, outlook, unit) for unit in places_in(units))
            case ("independent" | "command", unit):
                return 0.1 + _zeal(pos, outlook, unit)
        return 0.0

    return rate


def _zeal(pos: DarkSandsPosition, outlook: Outlook, unit: int) -> float:
    """How much a unit can do now."""
    return worth(pos, 1 << unit) / (4 + outlook.nearest_enemy(pos.where[unit]))


def rate_replacements(pos: DarkSandsPosition, side: int, mind: Sense) -> Rate:
    """The most valuable step first, and reduced units on the map before lost ones."""
    value = sense(pos.box).step_worth[pos.turn]

    def rate(action: Action) -> float:
        match action:
            case ("restore" | "cadre", unit):
                return value[unit] + 0.6
            case ("rebuild", unit, steps):
                return float(value[unit] + 0.05 * steps)
        return 0.0

    return rate


def rate_entry(pos: DarkSandsPosition, side: int, mind: Sense) -> Rate:
    """Enter as near to the goals as possible, where the enemy is not too near."""
    outlook = Outlook(pos, side, mind)
    weak = undermanned(pos, side, mind)

    def rate(action: Action) -> float:
        if action[0] not in ("enter", "place", "fall-back", "stray"):
            return -1000.0
        place = action[-1]
        if place in weak and action[0] in ("enter", "place") and pos.box.zoned >> action[1] & 1:
            return MANNED + weak[place]
        by_sea = EMBARKS if mind.garrisons and pos.box.ports >> place & 1 else 0.0
        return float(by_sea - outlook.to_goal(place) - 6.0 * outlook.danger(place))

    return rate


def rate_arrivals(pos: DarkSandsPosition, side: int, mind: Sense) -> Rate:
    """Headquarters first, since another unit may then enter with them; then in the order of the track."""
    return lambda action: float(action[0] == "bring" and pos.box.hqs >> action[1] & 1)


def rate_way(pos: DarkSandsPosition, side: int, mind: Sense) -> Rate:
    """The way with the fewest dice, which comes first."""
    return lambda action: -float(action[1])


def rate_cut(pos: DarkSandsPosition, side: int, mind: Sense) -> Rate:
    """Give up the cheapest unit."""
    return lambda action: -worth(pos, 1 << action[1]) if len(action) > 1 else 0.0


RATES: dict[str, Callable[[DarkSandsPosition, int, Sense], Rate]] = {
    "move.to": rate_place_to_go,
    "move.far": rate_far,
    "move.way": rate_way,
    "move.stray": rate_entry,
    "combat": rate_targets,
    "combat.join": rate_join,
    "combat.assets": rate_assets,
    "combat.table": rate_table,
    "combat.advance": rate_advance,
    "loss": rate_losses,
    "retreat": rate_retreat,
    "retreat.step": rate_retreat,
    "stacks.trim": rate_cut,
    "hq.displace": rate_entry,
    "place": rate_entry,
    "reinforce.place": rate_arrivals,
    "reinforce.enter": rate_entry,
    "replace.spend": rate_replacements,
    "replace.cadre": rate_replacements,
    "chits.first": rate_first_chit,
    "chits.offer": rate_priority,
    "chits.side": rate_chit_side,
    "chits.pick": rate_pick,
}
