"""Operation Battleaxe: an agent that takes what looks best one step ahead.

For an impulse it weighs every area it could activate by the marches and attacks of its units (`plans`), and battles by
their exact odds; `value` says how good the outcome is.
"""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from zlib import crc32

from sandtable.ai.battleaxe.guards import allowed, keeps
from sandtable.ai.battleaxe.plans import Move, Plans
from sandtable.ai.battleaxe.tobruk import breaking, line_open, sunset_chance
from sandtable.ai.battleaxe.value import evaluate, insecure, standing, terms
from sandtable.ai.core import greedy as core
from sandtable.ai.core.greedy import NEVER
from sandtable.ai.core.search import Depth
from sandtable.engine.flow import Action
from sandtable.engine.maps import Mask, lowest, places_in
from sandtable.engine.records import Seat
from sandtable.engine.sides import ALLIED, AXIS
from sandtable.games.battleaxe.position import REPULSE, BattleaxePosition
from sandtable.games.battleaxe.rules.r05_setup import FreeSetup
from sandtable.games.battleaxe.rules.r09_activation import able_units
from sandtable.games.battleaxe.rules.r09_movement import Go
from sandtable.games.battleaxe.rules.r10_guns import lead_value
from sandtable.games.battleaxe.rules.r11_attack import Force, may_join, unfought
from sandtable.games.battleaxe.rules.r11_overrun import second_force
from sandtable.games.battleaxe.rules.r11_result import Absorb
from sandtable.games.battleaxe.rules.r11_retreat import Retreat
from sandtable.games.battleaxe.rules.r11_values import defenders
from sandtable.games.battleaxe.rules.r13_refit import Rebuild, Spend
from sandtable.games.battleaxe.rules.r16_june15 import waiting
from sandtable.games.battleaxe.rules.r17_victory import points_for_losses, points_on_map
from sandtable.games.battleaxe.rules.r18_bids import points_needed

__all__ = ["DEPTH", "Greedy", "Planner", "evaluate", "terms"]

WORTHWHILE = 0.04
"""A plan must promise more than this, in victory points, to be better than sitting still."""
FAIR_BID = 10
BAD_EVENING = 3.0
"""What an evening must cost a side, in victory points, to be worth the Advantage."""
LEAST_RISK = 0.1
"""What an open road counts for in the early impulses, when the sun cannot set yet."""
NEAR_ARMOUR = 0.7
"""How often armoured cars start right beside the 7th Armoured."""


def road_judged(start: BattleaxePosition, pos: BattleaxePosition) -> bool:
    """A world is not judged with the road from Tobruk open: it goes on until the road is shut or the sun has set."""
    return not line_open(pos)


DEPTH = Depth(
    pauses=("impulse.choose",),
    through=2,
    breadth=5,
    keys=("impulse.choose", "overrun.where", "battle.appeal", "battle.withdraw", "sunset.daylight"),
    scale=12.0,
    caution=0.5,
    enough=160,
    spoken=road_judged,
)
"""Search looks ahead through the other side's next impulse, and past a sunset to what the evening brings."""
LOSSES = (Absorb.name, Retreat.name)
"""Decisions that belong together when a defender takes losses."""
TASTE = 0.2
"""Impulses that promise within this much of the best are near enough: the seed chooses among them."""


class Greedy(core.Greedy[BattleaxePosition]):
    """Takes the action whose consequences it likes best."""

    def choose(self, seat: Seat) -> Action:
        """The best action, one step ahead; of impulses that promise much the same, the one it prefers."""
        pos = seat.guess(self.rng)
        assert isinstance(pos, BattleaxePosition)
        return self._preferred(pos, pos.actions())

    def reply(self, pos: BattleaxePosition, rng: Random) -> Action:
        """Its choice in a world where nothing is hidden."""
        actions = _sensible(pos, pos.actions())
        answer = ANSWERS.get(pos.stack[-1].step)
        return answer(pos, actions) if answer else _best_outcome(pos, actions)

    def rate(self, pos: BattleaxePosition, actions: list[Action]) -> list[float]:
        """What each action is worth to the side that decides; the highest is its choice."""
        choice = self._preferred(pos, actions)
        side, step = pos.stack[-1].side, pos.stack[-1].step
        if step in ("assault.next", "assault.go", "regroup.next", "regroup.go", "overrun.where"):
            rated = _promises(pos, actions)
        else:
            rated = [self.value(pos, side, action) for action in actions]
        best = max(rated) + 1.0
        fit = set(_sensible(pos, actions))
        return [
            best if action == choice else worth if action in fit else NEVER
            for action, worth in zip(actions, rated, strict=True)
        ]

    def danger(self, pos: BattleaxePosition, side: int, actions: list[Action]) -> list[float] | None:
        """What could let the sun set over an open road from Tobruk to Buq-Buq (17.1)."""
        fit = allowed(pos, actions)
        if len(fit) == len(actions):
            return None
        risk = max(LEAST_RISK, sunset_chance(pos.impulse))
        return [0.0 if action in fit else risk for action in actions]

    def _preferred(self, pos: BattleaxePosition, actions: list[Action]) -> Action:
        """Its choice at the table, where its own preference decides between actions that are nearly equal."""
        step = pos.stack[-1].step
        if step == FreeSetup.name:
            return self._placed(pos, actions)
        if step == Absorb.name:
            return _losses(pos, actions)  # too slow for worlds
        if step != "impulse.choose":
            return self.reply(pos, self.rng)
        plans = Plans(pos)
        fit = _sensible(pos, actions)
        return max(fit, key=lambda action: _promise(pos, plans, action) + self._taste(pos, action))

    def _taste(self, pos: BattleaxePosition, action: Action) -> float:
        """A preference that depends only on the seed, the time and the action; none for doing nothing."""
        if action[0] not in ("assault", "assault_all", "regroup"):
            return 0.0
        return TASTE * crc32(f"{self.seed} {pos.turn} {pos.impulse} {action}".encode()) / 2**32

    def _placed(self, pos: BattleaxePosition, actions: list[Action]) -> Action:
        """Armoured cars start with the 7th Armoured or beside it; everything else as far east as possible."""
        if pos.box.units[actions[0][1]].kind != "car":
            return actions[0]
        return actions[-1] if self.rng.random() < NEAR_ARMOUR else actions[-2 if len(actions) > 1 else -1]

    def value(self, pos: BattleaxePosition, side: int, action: Action) -> float:
        """What an action is worth to a seat, one step ahead."""
        frame = pos.stack[-1]
        if frame.step == "impulse.choose" and frame.side == side:
            return evaluate(pos, side) + _promise(pos, Plans(pos), action)
        if frame.step == Go.name and action[0] == "go" and pos.occupied[1 - pos.active] >> action[1] & 1:
            force = Go.Args(*frame.args).group | pos.here[action[1]] & pos.arrived
            gain = Plans(pos).attack_gain(action[1], force)
            return evaluate(pos, side) + (gain if frame.side == side else -gain)
        return _outlook(pos, side, action)


Planner = Greedy
"""Search plans with the same evaluation."""


def _sensible(pos: BattleaxePosition, actions: list[Action]) -> list[Action]:
    """What no guard objects to; where zones may assault together, none of them does so alone.

    A fuel shortage is declared when the Axis acts: before an Allied impulse it hands over the Advantage at once.
    """
    fit = allowed(pos, actions)
    if pos.stack[-1].step != "impulse.choose":
        return fit
    zones = pos.box.first_activation if ("assault_all",) in fit else 0
    return [action for action in fit if action[0] != "fuel" and (action[0] != "assault" or not zones >> action[1] & 1)]


def _promises(pos: BattleaxePosition, actions: list[Action]) -> list[float]:
    """What the parts of an assault or a regroup promise: units to move, places to go to, more areas to activate."""
    step = pos.stack[-1].step
    plans = Plans(pos)
    gains: dict[Action, float] = {}
    if step == "assault.next":
        for move in plans.moves(pos.ready, pos.arrived):
            key = ("pick", move.unit) if move.unit >= 0 else ("attack", move.place)
            gains[key] = max(gains.get(key, 0.0), move.gain)
        for action in actions:
            if action[0] == "activate":
                gains[action] = plans.assault_from(action[1])
    elif step == "overrun.where":
        force = _victors(pos)
        gains = {action: _advance_gain(pos, plans, action[1], force) for action in actions if action[0] == "advance"}
    elif step == "regroup.next":
        gains = {action: plans.regroup_step(action[1]).gain for action in actions if action[0] == "pick"}
    else:
        unit = _mover(pos)
        for action in actions:
            if action[0] == "go":
                gains[action] = _going(pos, plans, unit, action[1])
    idle = {"done": WORTHWHILE, "stop": WORTHWHILE, "halt": WORTHWHILE, "back": NEVER}
    return [gains.get(action, idle.get(action[0], 0.0)) for action in actions]


def _mover(pos: BattleaxePosition) -> int:
    """The first of the units that are being moved."""
    group, *_ = pos.stack[-1].args
    return lowest(group)


def _going(pos: BattleaxePosition, plans: Plans, unit: int, place: int) -> float:
    """What a move to a place is worth to a unit: to stay there, or to attack with everything that can come."""
    if pos.occupied[1 - pos.active] >> place & 1:
        there = pos.here[place] & (pos.arrived | pos.ready)
        others = [u for u in places_in(pos.ready & pos.box.mobile) if u != unit and plans.reach_of(u)[1] >> place & 1]
        return plans.attack(place, [unit, *others], there).gain
    after = pos.copy()
    after.put(unit, place)
    return plans.value(after) - plans.now


def _best_outcome(pos: BattleaxePosition, actions: list[Action]) -> Action:
    """The action after which the position looks best, forced retreats and placements followed through."""
    side = pos.stack[-1].side
    return max(actions, key=lambda action: _outlook(pos, side, action))


def _outlook(pos: BattleaxePosition, side: int, action: Action) -> float:
    after = pos.copy()
    after.play(action)
    if after.stack and after.stack[-1].step in (Retreat.name, Rebuild.name) and after.stack[-1].side == side:
        return max(_outlook(after, side, then) for then in after.actions())
    return evaluate(after, side)


def _losses(pos: BattleaxePosition, actions: list[Action]) -> Action:
    """The best way to take all the losses that are due, not only the first point of them."""
    side, seen = pos.stack[-1].side, dict[object, float]()

    def in_the_end(now: BattleaxePosition, action: Action) -> float:
        after = now.copy()
        after.play(action)
        if not after.stack or after.stack[-1].step not in LOSSES or after.stack[-1].side != side:
            return evaluate(after, side)
        state = after.stack[-1], after.reduced, tuple(after.where)
        if state not in seen:
            seen[state] = max(in_the_end(after, then) for then in after.actions())
        return seen[state]

    return max(actions, key=lambda action: in_the_end(pos, action))


def _impulse(pos: BattleaxePosition, actions: list[Action]) -> Action:
    plans = Plans(pos)
    return max(actions, key=lambda action: _promise(pos, plans, action))


def _promise(pos: BattleaxePosition, plans: Plans, action: Action) -> float:
    """What a kind of impulse promises over sitting still."""
    seat = pos.stack[-1].side
    match action:
        case ("assault", place):
            return plans.assault_from(place)
        case ("assault_all",):
            return plans.assault(_together(pos))
        case ("regroup",):
            return plans.regroup(pos.box.army[pos.active] & pos.box.mobile & ~waiting(pos) & _on_map(pos))
        case ("consolidate", *_):
            return _outlook(pos, seat, action) - evaluate(pos, seat)
    return WORTHWHILE


def _on_map(pos: BattleaxePosition) -> Mask:
    units = 0
    for place in places_in(pos.occupied[pos.active]):
        units |= pos.here[place]
    return units


def _together(pos: BattleaxePosition) -> Mask:
    """The units of the four zones that open the game."""
    units = 0
    for place in places_in(pos.box.first_activation & pos.occupied[pos.active]):
        units |= able_units(pos, place)
    return units


def _assault(pos: BattleaxePosition, actions: list[Action]) -> Action:
    """The best next step of an assault: a move, an attack, one more area, or the end."""
    plans = Plans(pos)
    offered = set(actions)
    for place in places_in(unfought(pos)):
        step = _reinforced(pos, plans, place)
        return ("pick", step.unit) if ("pick", step.unit) in offered else ("attack", place)
    steps = plans.moves(pos.ready, pos.arrived)
    if not pos.begun:
        areas = [action[1] for action in actions if action[0] == "activate"]
        gain, area = plans.joint(pos.ready, areas)
        if gain > max(WORTHWHILE, plans.assault(pos.ready)):
            return ("activate", area)
    for step in steps:
        if step.gain <= WORTHWHILE:
            break
        if step.force and not pos.begun and pos.active == AXIS:
            helper = _combine(pos, plans, step.place, step.force, step.gain, actions)
            if helper:
                return helper
        if ("pick", step.unit) in offered:
            return ("pick", step.unit)
        if step.unit < 0 and ("attack", step.place) in offered:
            return ("attack", step.place)
    more = [(plans.assault_from(action[1]), action) for action in actions if action[0] == "activate"]
    if more:
        gain, action = max(more)
        if gain > WORTHWHILE:
            return action
    return ("done",) if ("done",) in offered else _forced(pos, actions)


def _forced(pos: BattleaxePosition, actions: list[Action]) -> Action:
    """What a guard insists on: the most hopeful fight for the road from Tobruk, led by the strongest who can come."""
    fights = sorted(breaking(pos).items(), key=lambda fight: -fight[1][0])
    for place, (_, coming) in fights:
        movers = [action for action in actions if action[0] == "pick" and coming >> action[1] & 1]
        if movers:
            return max(movers, key=lambda action: (not pos.box.guns >> action[1] & 1, pos.value(action[1])))
        if ("attack", place) in actions:
            return ("attack", place)
    return actions[0]


def _reinforced(pos: BattleaxePosition, plans: Plans, place: int) -> Move:
    """The best attack on a place some units have entered already, with more of those that can come."""
    coming = [unit for unit in places_in(pos.ready & pos.box.mobile) if plans.reach_of(unit)[1] >> place & 1]
    return plans.attack(place, coming, pos.here[place] & pos.arrived)


def _combine(
    pos: BattleaxePosition, plans: Plans, place: int, force: Mask, gain: float, actions: list[Action]
) -> Action | None:
    """A second area whose units would make a planned attack clearly better."""
    best: tuple[float, Action] | None = None
    for action in actions:
        if action[0] != "activate":
            continue
        units = able_units(pos, action[1])
        movers = [u for u in places_in(units & pos.box.mobile) if plans.reach_of(u)[1] >> place & 1]
        there = pos.here[place] & units
        ours = places_in(force & ~pos.here[place])
        if movers or there:
            together = plans.attack(place, ours + movers, there | force & pos.here[place]).gain
            if together > gain + 0.3 and (best is None or together > best[0]):
                best = together, action
    return best[1] if best else None


def _go(pos: BattleaxePosition, actions: list[Action]) -> Action:
    """Where the chosen unit goes: the place that makes the most of it."""
    group, spent = Go.Args(*pos.stack[-1].args)
    unit = _mover(pos)
    plans = Plans(pos)
    offered = {action[1] for action in actions if action[0] == "go"}
    for place in places_in(unfought(pos)):
        if place in offered and _reinforced(pos, plans, place).force >> unit & 1:
            return ("go", place)
    best = plans.march(unit, spent)
    together = [u for u in places_in((pos.ready | group) & pos.box.mobile) if not keeps(pos, u)]
    for column in plans.columns(together) if not spent else ():
        if column.unit == unit and column.gain > best.gain:
            best = column
    for column in plans.met(pos.ready | group) if not spent else ():
        if column.column >> unit & 1 and column.gain > best.gain and column.place in offered:
            best = column
    goal, gain = best.place, best.gain if best.place in offered else 0.0
    for place in sorted(offered):
        if pos.occupied[1 - pos.active] >> place & 1:
            there = pos.here[place] & (pos.arrived | pos.ready)
            others = [u for u in places_in(pos.ready & pos.box.mobile & ~group) if plans.reach_of(u)[1] >> place & 1]
            attack = plans.attack(place, [unit, *others], there)
            if attack.gain > gain and attack.force >> unit & 1:
                goal, gain = place, attack.gain
    if gain > (WORTHWHILE if spent else 0.0) and goal in offered:
        return ("go", goal)
    if ("stop",) in actions:
        return ("stop",)
    ways = [action for action in actions if action[0] == "go"]
    quiet = [action for action in ways if not pos.occupied[1 - pos.active] >> action[1] & 1]
    return quiet[0] if quiet else max(ways, key=lambda action: _going(pos, plans, unit, action[1]))


def _regroup(pos: BattleaxePosition, actions: list[Action]) -> Action:
    plans = Plans(pos)
    best = max((plans.regroup_step(action[1]) for action in actions if action[0] == "pick"), default=None)
    return ("pick", best.unit) if best is not None and best.gain > WORTHWHILE else ("done",)


def _regroup_go(pos: BattleaxePosition, actions: list[Action]) -> Action:
    best = Plans(pos).regroup_step(_mover(pos))
    return ("go", best.place) if ("go", best.place) in actions else actions[0]


def _second(pos: BattleaxePosition, actions: list[Action]) -> Action:
    plans = Plans(pos)
    return max(actions, key=lambda a: plans.assault_from(a[1]) if a[0] == "assault" else WORTHWHILE)


def _intercept(pos: BattleaxePosition, actions: list[Action]) -> Action:
    trial = pos.copy()
    trial.ready = trial.arrived = trial.used = 0
    plans = Plans(trial)
    if pos.kind == "assault":
        gain = plans.regroup(pos.box.army[AXIS] & pos.box.mobile & ~waiting(pos) & _on_map(pos))
    else:
        gain = max((plans.assault_from(place) for place in places_in(pos.occupied[AXIS])), default=0.0)
    return ("intercept",) if gain > 1.0 else ("enough",)


def _force(pos: BattleaxePosition, actions: list[Action]) -> Action:
    """All units that can take part do so, unless the attack is not worth making."""
    place, chosen, after_overrun = Force.Args(*pos.stack[-1].args)
    everybody = chosen | may_join(pos, place, after_overrun)
    if after_overrun and Plans(pos).attack_gain(place, everybody, after_overrun=True) <= 0 and ("hold",) in actions:
        return ("hold",)
    return ("join_all",) if ("join_all",) in actions else actions[0]


def _lead(pos: BattleaxePosition, actions: list[Action]) -> Action:
    return max(actions, key=lambda a: (lead_value(pos, a[1], pos.attackers), -(pos.reduced >> a[1] & 1), -a[1]))


def _target(pos: BattleaxePosition, actions: list[Action]) -> Action:
    if ("fuel",) in actions and _fuel_now(pos):
        return ("fuel",)
    force = defenders(pos)
    leads = [action for action in actions if action[0] == "lead"]
    return max(leads, key=lambda a: (lead_value(pos, a[1], force), -(pos.reduced >> a[1] & 1), -a[1]))


def _rommel(pos: BattleaxePosition, actions: list[Action]) -> Action:
    """Rommel is worth the Advantage while enough of the day is left, or where the front is cut off."""
    cut_off = insecure(pos) & pos.occupied[AXIS]
    return ("rommel",) if pos.rommel or pos.impulse <= 6 or cut_off else ("no_rommel",)


def _appeal(pos: BattleaxePosition, actions: list[Action]) -> Action:
    """Spend the Advantage on a stalemate where much is at stake."""
    if pos.result == REPULSE:
        worth = pos.attackers.bit_count() >= 2
    else:
        worth = pos.margin >= 3 or bool(pos.box.points[pos.field])
    return actions[0] if worth else ("accept",)


def _withdraw(pos: BattleaxePosition, actions: list[Action]) -> Action:
    """Units withdraw if that clearly improves the position."""
    side = pos.stack[-1].side
    stay = _outlook(pos, side, ("stand",)) + WORTHWHILE
    return max(actions, key=lambda action: stay if action == ("stand",) else _outlook(pos, side, action))


def _overrun(pos: BattleaxePosition, actions: list[Action]) -> Action:
    plans = Plans(pos)
    force = _victors(pos)
    best, choice = WORTHWHILE, ("halt",)
    for action in actions:
        if action[0] == "advance":
            gain = _advance_gain(pos, plans, action[1], force)
            if gain > best:
                best, choice = gain, action
    return choice


def _victors(pos: BattleaxePosition) -> Mask:
    """The units that may drive on after an overrun."""
    return pos.attackers & pos.here[pos.field] & pos.box.mobile


def _advance_gain(pos: BattleaxePosition, plans: Plans, place: int, force: Mask) -> float:
    if pos.occupied[1 - pos.active] >> place & 1:
        return plans.attack_gain(place, second_force(pos, place, force), after_overrun=True)
    after = pos.copy()
    for unit in places_in(force):
        after.put(unit, place)
    bit = 1 << place
    after.control = after.control | bit if pos.active == ALLIED else after.control & ~bit
    return plans.value(after) - plans.now


def _who(pos: BattleaxePosition, actions: list[Action]) -> Action:
    if ("join_all",) in actions:
        return ("join_all",)
    return actions[0]


def _fuel_now(pos: BattleaxePosition) -> bool:
    """Early in the day, once the panzers have been released."""
    return pos.turn > 1 and pos.impulse <= 4


def _fuel(pos: BattleaxePosition, actions: list[Action]) -> Action:
    return ("fuel",) if _fuel_now(pos) else ("wait",)


def _call(pos: BattleaxePosition, actions: list[Action]) -> Action:
    return ("fuel",) if ("fuel",) in actions and _fuel_now(pos) else ("call",)


def _daylight(pos: BattleaxePosition, actions: list[Action]) -> Action:
    """On the last day the side that is behind wants more daylight, on others one with a bad evening before it."""
    side = pos.stack[-1].side ^ pos.exchanged
    if pos.turn < pos.box.tables["days_played"]:
        lost = standing(pos) - standing(pos, acted=True)
        return ("daylight",) if (lost if side == ALLIED else -lost) > BAD_EVENING else ("dusk",)
    ahead = pos.points + points_on_map(pos) + points_for_losses(pos) >= points_needed(pos)
    return ("daylight",) if ahead == (side == AXIS) else ("dusk",)


def _refit(pos: BattleaxePosition, actions: list[Action]) -> Action:
    """The most useful repair; the Advantage buys another point where the repairs are worth more than it."""
    useful = [action for action in actions if action[0] in ("restore", "rebuild")]
    if useful:
        return _best_outcome(pos, useful)
    if ("reinforce",) in actions and _repairs(pos, ("reinforce",)) > evaluate(pos, pos.stack[-1].side):
        return ("reinforce",)
    return ("tiger_cubs",) if ("tiger_cubs",) in actions else ("done",)


def _repairs(pos: BattleaxePosition, action: Action) -> float:
    """What the position is worth once an action and the best repairs it pays for have been made."""
    side, after = pos.stack[-1].side, pos.copy()
    after.play(action)
    while after.stack and after.stack[-1].step in (Spend.name, Rebuild.name) and after.stack[-1].side == side:
        useful = [then for then in after.actions() if then[0] in ("restore", "rebuild", "place")]
        if not useful:
            break
        after.play(_best_outcome(after, useful))
    return evaluate(after, side)


def _bid(pos: BattleaxePosition, actions: list[Action]) -> Action:
    return ("bid", FAIR_BID) if ("bid", FAIR_BID) in actions else actions[0]


ANSWERS: dict[str, Callable[[BattleaxePosition, list[Action]], Action]] = {
    "bid.write": _bid,
    FreeSetup.name: lambda pos, actions: actions[-1] if pos.box.units[actions[0][1]].kind == "car" else actions[0],
    "impulse.choose": _impulse,
    "impulse.second": _second,
    "impulse.intercept": _intercept,
    "assault.next": _assault,
    "assault.go": _go,
    "regroup.next": _regroup,
    "regroup.go": _regroup_go,
    "attack.force": _force,
    "battle.lead": _lead,
    "battle.target": _target,
    "battle.air": lambda pos, actions: ("air",),
    "battle.rommel": _rommel,
    "battle.call": _call,
    "battle.appeal": _appeal,
    "battle.withdraw": _withdraw,
    "overrun.where": _overrun,
    "overrun.who": _who,
    "fuel.declare": _fuel,
    "assault.second": _fuel,
    "sunset.daylight": _daylight,
    "refit.spend": _refit,
}
