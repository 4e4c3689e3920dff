"""Bravery in the Sand: an agent that takes the best of what it sees next; what is good is in `value`."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from random import Random
from typing import ClassVar

from sandtable.ai.bravery import value
from sandtable.ai.bravery.guards import dangers
from sandtable.ai.bravery.outlook import Outlook
from sandtable.ai.bravery.reply import TRIFLE, beaten, best_move, commit, reply, spared
from sandtable.ai.bravery.value import PLAIN, PLANNED, Weights
from sandtable.ai.core import greedy as core
from sandtable.ai.core.greedy import NEVER
from sandtable.ai.core.search import Depth
from sandtable.engine.flow import Action
from sandtable.engine.sides import AXIS
from sandtable.games.bravery.position import BraveryPosition
from sandtable.games.bravery.rules.r06_movement import budget
from sandtable.games.bravery.rules.r07_strength import attackers, defenders, works
from sandtable.games.bravery.rules.r08_combined import stacks_among, waiting

POST_KEPT = 0.33
"""The share of a post's worth that Italians do not give up for anything but Tobruk."""
BOTHER = 0.05
"""What splitting a stack must gain."""


def fought_out(start: BraveryPosition, pos: BraveryPosition) -> bool:
    """Does the deciding side have no declared combined attack still to come?"""
    return all(side != start.stack[-1].side for _, side in value.markers(pos))


def outclassed(pos: BraveryPosition) -> bool:
    """Is a side asked to stand that has half the enemy's dice or less? Dice decide worlds there more than judgement."""
    step, side, *_ = pos.stack[-1]
    return step == "combat.declare" and 1 - side not in pos.leaving and beaten(pos, side) > 0


DEPTH = Depth(
    pauses=("draw.chit",),
    through=8,
    breadth=4,
    keys=("move", "activate.stack", "activate.dak", "combat.declare", "combat.retreat", "combined.wake"),
    scale=20.0,
    caution=1.4,
    follows=outclassed,
    spoken=fought_out,
    opening=0,
)
"""Search looks ahead through the next seven chits, and to the end of the turn while it has an attack to come.

At equal cost, worlds of eight draws gain about twice as much as worlds of four. A larger lead than usual is asked for:
what gains is to leave greedy where it errs badly, and small leads left gates and bases open. The cup makes its
openings differ; to draw lots among what looks alike after a few worlds left gates open, too."""


class Greedy(core.Greedy[BraveryPosition]):
    """Takes the action whose consequences it likes best; battles count for what such battles come to on average."""

    weights: Weights = PLAIN
    scorers: ClassVar[Mapping[str, core.Scorer]] = {"cup.commit": core.picks(commit)}

    def __init__(self, seed: int = 0) -> None:
        super().__init__(seed)
        self._scenes: dict[int, Scene] = {}
        """What has been found out about the positions that one decision looks at."""

    def other(self, pos: BraveryPosition, side: int, actions: list[Action]) -> list[float]:
        """What each action leads to."""
        self._scenes.clear()
        worths = [self.value(pos, side, action) for action in actions]
        if pos.stack[-1].step == "move" and self._scene(pos, side).outlook.deserted > self.weights.post * POST_KEPT:
            worths = self._posts_kept(pos, side, actions, worths)
        self._scenes.clear()
        return worths

    def _posts_kept(self, pos: BraveryPosition, side: int, actions: list[Action], worths: list[float]) -> list[float]:
        """Italians do not leave a post that the enemy would have for nothing, unless to storm Tobruk or in need."""
        deserts = [action[0] == "move" and action[1] != pos.box.tobruk for action in actions]
        dangers = self.danger(pos, side, actions)
        safe = [True] * len(actions) if dangers is None else core.spared(dangers)
        if not any(ok and not gone and worth > NEVER for ok, gone, worth in zip(safe, deserts, worths, strict=True)):
            return worths
        return [NEVER if gone else worth for gone, worth in zip(deserts, worths, strict=True)]

    def _scene(self, pos: BraveryPosition, side: int) -> Scene:
        scene = self._scenes.get(id(pos))
        if scene is None or scene.pos is not pos:
            scene = self._scenes[id(pos)] = Scene(pos, side, self.weights)
        return scene

    def danger(self, pos: BraveryPosition, side: int, actions: list[Action]) -> list[float] | None:
        """The chance of each action losing the game at once."""
        return dangers(pos, side, actions)

    def reply(self, pos: BraveryPosition, rng: Random) -> Action:
        """A quick, plain choice for playing worlds on."""
        return reply(pos, rng, self.weights)

    def value(self, pos: BraveryPosition, side: int, action: Action) -> float:
        """What an action leads to on average."""
        match pos.stack[-1].step:
            case "move":
                return self._march(pos, side, action)
            case "activate.stack" | "activate.dak":
                return self._woken(pos, side, action)
            case "combined.wake":
                return self._marked(pos, side, action)
            case "combat.declare":
                return self._stand(pos, side, action)
            case "combat.retreat":
                return self._fall_back(pos, side, action)
            case "combat.damage":
                return spared(pos, action[1], self.weights)
        return self._judge(after(pos, action), side)

    def _woken(self, pos: BraveryPosition, side: int, action: Action) -> float:
        """An activated stack is worth the best it can do."""
        woken = after(pos, action)
        if woken.stack and woken.stack[-1].step in ("move", "combined.wake") and action[0] != "stop":
            return max(self.value(woken, side, then) for then in woken.actions() if then[0] not in ("drop", "carry"))
        return self._judge(woken, side)

    def _march(self, pos: BraveryPosition, side: int, action: Action) -> float:
        """A march is worth its place, or the battle with the enemy found there."""
        match action[0]:
            case "fight" | "assault" | "combine":
                scene = self._scene(pos, side)
                outlook = scene.outlook
                if action[0] == "combine":
                    gain = outlook.combined(outlook.here)
                elif outlook.too_few(outlook.here, with_friends=action[0] == "assault"):
                    return NEVER
                else:
                    gain = outlook.battle(outlook.here, with_friends=action[0] == "assault")
                return scene.now + gain if gain > HARDLY else NEVER
            case "move" if pos.holds(action[1], 1 - side):
                moved, scene = after(pos, action), self._scene(pos, side)
                if moved.over is None and scene.outlook.vain(action[1]):
                    return NEVER
                if moved.over is None and moved.stack[-1].step == "move":
                    return scene.now + scene.outlook.at(action[1])
                return self._judge(moved, side)
            case "move":
                return self._judge(after(pos, action), side) - self._scene(pos, side).outlook.deserted
            case "drop" | "carry":
                return self._prepared(pos, side, action)
        return self._judge(after(pos, action), side)

    def _prepared(self, pos: BraveryPosition, side: int, action: Action) -> float:
        """Leaving a unit behind, or taking one along, is worth the march that follows if that is a better one."""
        frame, fewer = pos.stack[-1], after(pos, action)
        if action[0] == "carry" and _empties(pos, side, fewer):
            return NEVER
        if not fewer.stack or fewer.stack[-1].step != "move" or not budget(frame):
            return NEVER
        whole = self._scene(pos, side).best
        gain, then = best_move(fewer, fewer.stack[-1], fewer.actions(), self.weights, drops=False)
        if then[0] != "move" or gain < whole + TRIFLE:
            return NEVER
        return self._judge(fewer, side) + gain

    def _marked(self, pos: BraveryPosition, side: int, action: Action) -> float:
        """Those who wait fight now, or go on waiting for what the end of the turn brings."""
        if action[0] == "stop":
            return self._judge(after(pos, action), side)
        (place,) = pos.stack[-1].args
        force = waiting(pos, place, side)
        outlook = Outlook(pos, side, force, self.weights)
        free = pos.copy()
        for unit in force:
            free.marker[unit] = 0
        return self._judge(free, side) + outlook.fought(place, force, stacks_among(pos, force))

    def _stand(self, pos: BraveryPosition, side: int, action: Action) -> float:
        """Standing is worth what the battle comes to; leaving is worth what the units left are worth elsewhere."""
        if action[0] == "retreat":
            if 1 - side in pos.leaving:
                return NEVER
            gone = after(pos, action)
            if gone.stack and gone.stack[-1].step == "combat.retreat":
                return max(self._fall_back(gone, side, then) for then in gone.actions() if then[0] != "split")
            return self._judge(gone, side)
        force = attackers(pos)
        if not force or not defenders(pos) or works(pos) or 1 - side in pos.leaving:
            return self._judge(after(pos, action), side)
        gain = Outlook(pos, pos.attacker, force, self.weights).fought(pos.field, force, 1)
        return self._judge(pos, side) + (gain if side == pos.attacker else -gain) - beaten(pos, side)

    def _fall_back(self, pos: BraveryPosition, side: int, action: Action) -> float:
        """Panzers stay together; others may send a unit another way."""
        if action[0] == "split":
            if side == AXIS:
                return NEVER
            rest = after(pos, action)
            if rest.stack and rest.stack[-1].step == "combat.retreat":
                ways = [then for then in rest.actions() if then[0] != "split"]
                return max(self._judge(after(rest, then), side) for then in ways) - BOTHER
            return self._judge(rest, side)
        return self._judge(after(pos, action), side)

    def _judge(self, pos: BraveryPosition, side: int) -> float:
        return value.evaluate(pos, side, self.weights)


def _empties(pos: BraveryPosition, side: int, taken: BraveryPosition) -> bool:
    """Do Italians, who cannot come back by themselves, leave a strategic hex empty if they go along?"""
    stack, *_ = taken.stack[-1].args
    here = pos.where[stack[0]]
    return bool(pos.box.strategic >> here & 1) and len(pos.at(here, side)) == len(stack)


class Scene:
    """A position with an active stack while a decision is weighed: what it is worth, and what the stack can do."""

    def __init__(self, pos: BraveryPosition, side: int, by: Weights) -> None:
        self.pos, self.side, self.by = pos, side, by

    @cached_property
    def now(self) -> float:
        """What the position is worth as it is."""
        return value.evaluate(self.pos, self.side, self.by)

    @cached_property
    def outlook(self) -> Outlook:
        """What the stack would gain."""
        stack, *_ = self.pos.stack[-1].args
        return Outlook(self.pos, self.side, stack, self.by)

    @cached_property
    def best(self) -> float:
        """What the stack's best move as a whole gains."""
        return best_move(self.pos, self.pos.stack[-1], self.pos.actions(), self.by, drops=False)[0]


HARDLY = -1e6
"""An action below this is not worth considering."""


def after(pos: BraveryPosition, action: Action) -> BraveryPosition:
    """The position an action leads to."""
    new = pos.copy()
    new.play(action)
    return new


class Planner(Greedy):
    """Proposes candidates to search and plays its worlds on: the same agent with the weights for plans."""

    weights = PLANNED
