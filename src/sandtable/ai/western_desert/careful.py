"""Western Desert Force: greedy, with which search plans too; it looks at what the enemy could do before it moves.

It decides by the plain lines of `policy.py`, except for moves, the depot and offensives: there it follows the plan of
the season, leaves guards behind, and minds the enemy's reach.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from random import Random
from typing import ClassVar

from sandtable.ai.core import greedy as core
from sandtable.ai.core.greedy import NEVER
from sandtable.ai.western_desert.coups import coup_movers, promising
from sandtable.ai.western_desert.danger import danger
from sandtable.ai.western_desert.moves import (
    SafeSites,
    careful_scores,
    fed_through,
    on_guard,
    open_targets,
    parts,
    ready_strength,
    supplied_scores,
)
from sandtable.ai.western_desert.plans import Stance, following, plan_of
from sandtable.ai.western_desert.policy import WORKS, Greedy, Scores, mover_scores, works_score
from sandtable.ai.western_desert.turns import at_the_end, best_stance, worth_of
from sandtable.ai.western_desert.value import DENIED, nearest, stacks_of, storm_strength
from sandtable.engine.flow import DONE, KEEP, Action
from sandtable.engine.maps import places_in
from sandtable.engine.sides import ALLIED, AXIS
from sandtable.games.western_desert.position import WesternDesertPosition
from sandtable.games.western_desert.rules.r07_depots import DEPOT, FOLLOW, depot_shifts
from sandtable.games.western_desert.rules.r07_offensive import offensive_cost
from sandtable.games.western_desert.rules.r08_supply import traces
from sandtable.games.western_desert.rules.r09_stacking import fits

MAJOR: Action = ("major",)
LOOKED_AT = 6
"""Sites for the depot for which raids are reckoned with exactly."""
BY_ROAD = 5.0
"""How much better it is in a coup to go to the same place by strategic movement, and on from there."""
EARLY, FAR = 0.05, 40
"""By how much earlier a stack moves for each hex to the enemy, while strategic moves are allowed, up to so many."""
WORTH_AN_OFFENSIVE = 2.0
"""The least odds, before the better dice, that one attack of an offensive must have."""
WORTH_A_STORM = 1.2
"""The same for a fortress, which is stormed twice in an offensive."""


def _depot(pos: WesternDesertPosition, side: int, actions: list[Action]) -> Scores:
    sites, here = SafeSites(pos, side), pos.depot[side]
    keep = sites.score(here) + 0.5 if here >= 0 else DENIED
    scores = [keep if action[0] == "keep" else sites.score(action[1]) for action in actions]
    for number in sorted(range(len(actions)), key=lambda n: -scores[n])[:LOOKED_AT]:
        scores[number] -= sites.raids(here if actions[number][0] == "keep" else actions[number][1])
    return scores


def _better_depot(pos: WesternDesertPosition, side: int) -> bool:
    """Is there a better place for the depot than its present one?"""
    shifts = depot_shifts(pos, side)
    if not shifts:
        return False
    keep, *others = _depot(pos, side, [KEEP, *((DEPOT, place) for place in places_in(shifts))])
    return max(others) > keep


def _declare(pos: WesternDesertPosition, side: int, actions: list[Action]) -> Scores:
    """An offensive is for attacks that follow: at least one at good odds, and points left to pay for them."""
    cost = offensive_cost(pos, side) or 0
    plan, own, stacks = plan_of(pos, side), danger(pos, 1 - side), stacks_of(pos, 1 - side)
    ready = [
        target
        for target in open_targets(pos, side, plan)
        if ready_strength(pos, own, target.place)
        >= (WORTH_A_STORM if pos.fortified(target.place) else WORTH_AN_OFFENSIVE)
        * storm_strength(pos, target.place, stacks[target.place])
    ]
    good = sum(target.worth for target in ready)
    worth = 0.5 * min(good, 20.0) - 1.5 * cost + 0.6 * (pos.points[side] - cost) - 3.0
    if not ready or pos.points[side] - cost < 2:
        worth = DENIED
    return [worth if action[0] == "major" else 0.0 for action in actions]


def _mover(pos: WesternDesertPosition, side: int, actions: list[Action]) -> Scores:
    if plan_of(pos, side).coup:
        return coup_movers(pos, actions)
    scores = mover_scores(pos, side, actions, on_guard(pos, side).__contains__, _better_depot)
    early = rear_first(pos, side)
    for number, action in enumerate(actions):
        if action[0] == "stack" and scores[number] > DENIED and parts(pos, side, action[1]):
            scores[number] = DENIED
        elif early and scores[number] > 0 and action[0] in ("stack", "unit"):
            scores[number] += early(action)
    return scores


def rear_first(pos: WesternDesertPosition, side: int) -> Callable[[Action], float] | None:
    """What is added for a stack or unit far from the enemy while strategic moves are still allowed: the first plain
    move ends them."""
    if pos.ordered or pos.exploiting or not pos.held[1 - side]:
        return None
    far, where = nearest(pos.box, tuple(places_in(pos.held[1 - side]))), pos.where
    return lambda action: EARLY * min(FAR, far[action[1] if action[0] == "stack" else where[action[1]]])


def _destination(pos: WesternDesertPosition, side: int, actions: list[Action]) -> Scores:
    return destination_scores(pos, side, actions, quick=False)


def no_risk(place: int) -> float:
    """No risk, where none is counted."""
    return 0.0


def destination_scores(pos: WesternDesertPosition, side: int, actions: list[Action], *, quick: bool) -> Scores:
    """How good each way to move the chosen units is; if quick, only the best one is worked out exactly."""
    units, *_ = pos.stack[-1].args
    here = pos.where[units[0]]
    near = [action[1] for action in actions if action[0] == "to"]
    far = [action[1] for action in actions if action[0] in ("strategic", "sail")]
    raw, risk = careful_scores(pos, units, [here, *near, *far])
    for place in far:
        raw[place] -= 1.0
    if not fits(pos, pos.fighters_at(here, side)):
        raw[here] -= 12.0
    raw[here] += fed_through(pos, side, units)
    full = crowded(pos, side, units, raw) - {here}
    if quick:
        judged = supplied_scores(pos, side, units, raw, full, risk)
        for place in {here, *(action[1] for action in actions if action[0] == "dig")} & raw.keys():
            if judged[place] == raw[place]:
                judged[place] -= risk(place)
    else:
        raw = {place: score - risk(place) for place, score in raw.items()}
        judged = supplied_scores(pos, side, units, raw, full, no_risk)
    scores = []
    driven = set(far) if plan_of(pos, side).coup else set[int]()
    for action in actions:
        if action[0] in ("to", "strategic", "sail"):
            slow = BY_ROAD if action[0] == "to" and action[1] in driven else 0.0
            scores.append(DENIED if action[1] in full else judged[action[1]] - slow)
        elif action[0] == "stay":
            scores.append(judged[here] + 0.3)
        elif action[0] == "dig" and action[1] in full:
            scores.append(DENIED)
        else:
            scores.append(works_score(pos, side, units, action, judged) if action[0] in WORKS else DENIED)
    return scores


def crowded(pos: WesternDesertPosition, side: int, units: tuple[int, ...], places: Iterable[int]) -> set[int]:
    """The places where these units could not end a phase."""
    held, alone = pos.held[side], not fits(pos, units)
    return {
        place
        for place in places
        if (not fits(pos, [*pos.fighters_at(place, side), *units]) if held >> place & 1 else alone)
    }


CAREFUL = {
    "depot.place": _depot,
    "depot.shift": _depot,
    "offensive.declare": _declare,
    "move.choose": _mover,
    "move.to": _destination,
    "move.on": _destination,
}


def _moves(pos: WesternDesertPosition, side: int, action: Action, guards: Callable[[int], bool]) -> bool:
    """Is a stack or a unit one that moves?"""
    return mover_scores(pos, side, [action], guards, _better_depot)[0] > 0


def goes_to(action: Action, place: int) -> bool:
    """Does an action of a move lead to a place?"""
    return action[0] in ("to", "strategic") and action[1] == place


def can_go(pos: WesternDesertPosition, unit: int, place: int) -> bool:
    """Could a unit that may be picked end its move in a place?"""
    trial = pos.quiet()
    trial.play(("unit", unit))
    return trial.stack[-1].step == "move.to" and any(goes_to(action, place) for action in trial.actions())


class Guarded(Greedy):
    """The plain player who minds the bases."""

    def danger(self, pos: WesternDesertPosition, side: int, actions: list[Action]) -> Scores | None:
        """An empty base loses the game if the enemy can walk in; walking into the enemy's base in supply wins it."""
        step, base, goal = pos.stack[-1].step, pos.box.sources[side], pos.box.sources[1 - side]
        if side == AXIS and step in ("move.to", "move.on") and not (pos.held[ALLIED] | pos.held[AXIS]) >> goal & 1:
            wins = [goes_to(action, goal) for action in actions]
            if any(wins) and traces(pos, goal, side, base):
                return [-float(win) for win in wins]
        if not pos.held[side] >> base & 1:
            return self._empty_base(pos, side, actions)
        if step == "move.choose":
            here = pos.fighters_at(base, side)
            last = {("stack", base), ("unit", here[0])} if len(here) == 1 else {("stack", base)}
            if not last.isdisjoint(actions) and danger(pos, side).could_come(base):
                return [float(action in last) for action in actions]
        return None

    def _empty_base(self, pos: WesternDesertPosition, side: int, actions: list[Action]) -> Scores | None:
        """A unit goes back to a base that the enemy could walk into: the weakest that can and guards nothing else."""
        step, base = pos.stack[-1].step, pos.box.sources[side]
        if step not in ("move.choose", "move.to") or not danger(pos, side).walks_into(pos, base):
            return None
        if step == "move.to":
            home = [goes_to(action, base) for action in actions]
        else:
            guards = on_guard(pos, side)
            units = [action[1] for action in actions if action[0] == "unit" and action[1] < pos.box.count]
            free = sorted(set(units) - guards, key=lambda unit: (pos.strength(unit), unit))
            chosen = next((unit for unit in free if can_go(pos, unit, base)), None)
            home = [action == ("unit", chosen) for action in actions]
        return [float(not one) for one in home] if any(home) else None


class Planner(Guarded):
    """The whole of greedy; it also proposes to search and plays its worlds on."""

    scorers: ClassVar[Mapping[str, core.Scorer]] = {
        **Greedy.scorers,
        **{step: core.plain(scorer) for step, scorer in CAREFUL.items()},
    }

    def __init__(self, seed: int = 0) -> None:
        super().__init__(seed)
        self._stance: Stance | None = None

    def rate(self, pos: WesternDesertPosition, actions: list[Action]) -> Scores:
        """What each action is thought to be worth, by the stance that the side takes this turn."""
        step, side, _ = pos.stack[-1]
        if step == "offensive.declare":
            return self._declare(pos, actions)
        if step == "move.choose" and not pos.exploiting and (self._stance or ())[:2] != (side, pos.turn):
            self._stance = None
            self._stance = best_stance(pos, side, self.reply, self.seed)
        with following(self._stance):
            rated = super().rate(pos, actions)
            return self._follows(pos, actions, rated) if pos.exploiting and FOLLOW in actions else rated

    def _declare(self, pos: WesternDesertPosition, actions: list[Action]) -> Scores:
        """An offensive and none, each thought through to the end of the turn; one in which nobody attacks is waste."""
        if MAJOR not in actions or (super().rate(pos, [MAJOR])[0] <= DENIED and not promising(pos, pos.active)):
            return [0.0 if action != MAJOR else NEVER for action in actions]
        self._stance, side = None, pos.active
        return [worth_of(pos, side, action, action == MAJOR, self.reply, self.seed) for action in actions]

    def _follows(self, pos: WesternDesertPosition, actions: list[Action], rated: Scores) -> Scores:
        """Units first, then the depot: whether it follows them is thought through, as a second attack may need it."""
        follow, stay = actions.index(FOLLOW), actions.index(DONE)
        if rated[follow] == max(rated):
            worths = [at_the_end(pos, actions[n], self.reply, self.seed)[0] for n in (follow, stay)]
            if worths[0] < worths[1]:
                rated[follow] = -1.0
        return rated

    def reply(self, pos: WesternDesertPosition, rng: Random) -> Action:
        """Its choice in a world where nothing is hidden; the first whole stack that may move goes next."""
        if self._stance is not None:
            with following(self._stance):
                return self._reply(pos, rng)
        return self._reply(pos, rng)

    def _reply(self, pos: WesternDesertPosition, rng: Random) -> Action:
        step, side, _ = pos.stack[-1]
        if step not in ("move.choose", "move.to", "move.on"):
            return super().reply(pos, rng)
        actions = self.safe(pos, pos.actions())
        if step != "move.choose":
            return core.best_of(actions, destination_scores(pos, side, actions, quick=True))
        if plan_of(pos, side).coup:
            return core.best_of(actions, coup_movers(pos, actions))
        guards = on_guard(pos, side).__contains__
        if early := rear_first(pos, side):
            actions = sorted(actions, key=lambda action: -early(action) if action[0] in ("stack", "unit") else 0.0)
            first = next((a for a in actions if self._goes_early(pos, side, a, guards)), None)
            if first is not None:
                return first
        for action in actions:
            if action[0] == "stack" and _moves(pos, side, action, guards) and not parts(pos, side, action[1]):
                return action
        singly = [action for action in actions if action[0] != "stack"]
        return core.best_of(singly, mover_scores(pos, side, singly, guards, _better_depot))

    @staticmethod
    def _goes_early(pos: WesternDesertPosition, side: int, action: Action, guards: Callable[[int], bool]) -> bool:
        """Is this a stack, or a unit that is alone in its hex, which moves before any plain move is made?"""
        if action[0] == "stack":
            return not parts(pos, side, action[1]) and _moves(pos, side, action, guards)
        lone = (
            action[0] == "unit" and action[1] < pos.box.count and len(pos.fighters_at(pos.where[action[1]], side)) == 1
        )
        return lone and _moves(pos, side, action, guards)

    def plan(self, pos: WesternDesertPosition, side: int) -> str:
        """The plan of the season."""
        return plan_of(pos, side).name
