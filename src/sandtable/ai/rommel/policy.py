"""A greedy player of Rommel in the Desert: plans each turn as a whole, holds what counts, bluffs with dummies."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from time import perf_counter

from sandtable.ai.core import greedy as core
from sandtable.ai.core.greedy import NEVER
from sandtable.ai.core.search import Depth
from sandtable.ai.rommel.belief import believe
from sandtable.ai.rommel.buildup import bid, discard, menu, mine, ration, send
from sandtable.ai.rommel.clash import SHAKEN, fight, flee, mass, round_of
from sandtable.ai.rommel.lines import base_in_reach
from sandtable.ai.rommel.outlook import evaluate, judge, outlook, terms
from sandtable.ai.rommel.plans import plan_of
from sandtable.ai.rommel.relief import cards_for_relief, next_order
from sandtable.ai.rommel.setting_up import arrange, put
from sandtable.ai.rommel.turns import FULL, MIDDLE, MOVE_STEPS, QUICK, WIDE, Turn, TurnPlanner, Width
from sandtable.ai.rommel.value import best_of, survey
from sandtable.engine.flow import Action
from sandtable.engine.records import Seat
from sandtable.engine.sides import NUMBER
from sandtable.games.rommel.position import OTHER, RommelPosition
from sandtable.games.rommel.rules.r02_orders import Group
from sandtable.games.rommel.rules.r10_victory import TERMS

__all__ = ["DEPTH", "Greedy", "Planner", "evaluate", "terms"]

DEPTH = Depth(
    pauses=("cards.lay", "buildup.menu"),
    through=2,
    breadth=5,
    keys=("battle.refuse", "battle.choose"),
    scale=150.0,
    caution=2.0,
)
"""Search looks ahead through the other side's turn. The cards are not among its keys: the planner's own second thoughts
(several guesses, luck, an answer of two cards) decide on them, as a handful of worlds with dice only add noise."""
BLUFF = 0.6
"""How often dummies are laid with real cards."""
FIGHT_ON = 1.6
"""How much more a lost battle costs than its first round: there will be others."""
UNHURRIED = 1.0
"""The seconds it takes to plan widely."""
PATIENCE = 0.6
"""The share of a decision's time after which no further turn is weighed."""
LAST_GUARD = 0.5
"""How likely an empty base in reach is to be taken."""


class Greedy(core.Greedy[RommelPosition]):
    """Plans its turn from what its side can see, and follows the plan."""

    @property
    def width(self) -> Width:
        """How widely it plans its own turns; in worlds all plan quickly."""
        return FULL

    def __init__(self, seed: int = 0) -> None:
        super().__init__(seed)
        self.planner = TurnPlanner(seed)

    def choose(self, seat: Seat) -> Action:
        """The best action by a quick look; the same view always gets the same answer."""
        actions = seat.actions()
        if len(actions) == 1:
            return actions[0]
        rng = Random(self.seed)
        pos = seat.guess(rng)
        assert isinstance(pos, RommelPosition)
        side = pos.stack[-1].side
        assert side == NUMBER[seat.side]
        pos = self.believe(pos, side, rng)
        return self._decide(pos, self.safe(pos, actions), self._rng(pos, side), self.width)

    def reply(self, pos: RommelPosition, rng: Random) -> Action:
        """Its choice in a world where nothing is hidden."""
        return self._decide(pos, self.safe(pos, pos.actions()), rng, QUICK)

    def _rng(self, pos: RommelPosition, side: int) -> Random:
        return Random(f"{self.seed} {pos.turn} {pos.hands[2 * side : 2 * side + 2]} {pos.where} {pos.steps}")

    def _decide(self, pos: RommelPosition, actions: list[Action], rng: Random, width: Width) -> Action:
        """Turns are planned as a whole; everything else by a look at the step."""
        step, side, _ = pos.stack[-1]
        self._begin(width)
        if step == "cards.lay":
            return self._lay(pos, side, actions, rng)
        if step in MOVE_STEPS:
            if planned := next_order(pos, side, actions):
                return planned
            every = pos.actions() if width.answered else actions  # a plan that met the enemy's answer knows the danger
            if planned := self.planner.order(pos, side, every):
                return planned
        return CHOOSE[step](pos, side, actions, rng)

    def _begin(self, width: Width) -> None:
        """Plan this widely from now on, within the time there is."""
        self.planner.width = width
        self.planner.deadline = None if self.patience is None else perf_counter() + PATIENCE * self.patience

    def _lay(self, pos: RommelPosition, side: int, actions: list[Action], rng: Random) -> Action:
        """The cards of the best turn, and dummies to hide how many they are."""
        if cards := cards_for_relief(pos, side):
            return ("lay", cards, 0)
        turns = self._turns(pos, side, actions)
        best = max(turns.values(), key=lambda turn: turn.value)
        self.planner.remember(pos, side, [best])
        bluff = min(pos.hand(side)[1], 3 - best.cards) if best.cards and rng.random() < BLUFF else 0
        return ("lay", best.cards, bluff)

    def _turns(self, pos: RommelPosition, side: int, actions: list[Action]) -> dict[int, Turn]:
        """The best turn for each number of cards that may be laid."""
        found: dict[int, Turn] = {}
        allowed = {action[1] for action in actions}
        for turn in self.planner.turns(pos, side):
            if turn.cards in allowed and (turn.cards not in found or turn.value > found[turn.cards].value):
                found[turn.cards] = turn
        return found

    def rate(self, pos: RommelPosition, actions: list[Action]) -> list[float]:
        """What each action is thought to be worth; the highest is its choice."""
        step, side, _ = pos.stack[-1]
        if step == "cards.lay" and not cards_for_relief(pos, side):
            return self._rate_lays(pos, side, actions)
        choice = self._decide(pos, self.safe(pos, actions), self._rng(pos, side), self.width)
        return [float(action == choice) for action in actions]

    def _rate_lays(self, pos: RommelPosition, side: int, actions: list[Action]) -> list[float]:
        """Each number of cards by the best turn with it, whose orders are kept; the best with its dummies."""
        self._begin(self.width)
        turns = self._turns(pos, side, actions)
        self.planner.remember(pos, side, turns.values())
        safe = {action[1] for action in self.safe(pos, actions)}
        best = max((turn for turn in turns.values() if turn.cards in safe), key=lambda turn: turn.value).cards
        bluffs = best and self._rng(pos, side).random() < BLUFF
        laid = min(pos.hand(side)[1], 3 - best) if bluffs else 0
        rated = [turns[real].value if dummy == 0 else NEVER for _, real, dummy in actions]
        rated[actions.index(("lay", best, laid))] = turns[best].value
        if laid:
            rated[actions.index(("lay", best, 0))] = NEVER
        return rated

    def danger(self, pos: RommelPosition, side: int, actions: list[Action]) -> list[float] | None:
        """A side ends the last month only if it would win; the last block does not leave a base in reach."""
        step, _, args = pos.stack[-1]
        if step == "cards.lay":
            return last_pass(pos, side, actions)
        base = pos.box.board.base[side]
        if step == "buildup.menu":
            leaving: tuple[str, ...] = ("redeploy",)
        elif step == "move.group" and Group.Args(*args).place == base:
            leaving = ("take", "all")
        else:
            return None
        guards = pos.ready_at(base, side)
        if not guards or not base_in_reach(pos, side):
            return None
        alone = len(guards) == 1
        return [
            LAST_GUARD if action[0] in leaving and (action == ("all",) or (alone and action[1] == guards[0])) else 0.0
            for action in actions
        ]

    def believe(self, pos: RommelPosition, side: int, rng: Random) -> RommelPosition:
        """Hidden blocks are likelier near where they set up, and a lone raider is quick and cheap."""
        return believe(pos, side, rng)

    def plan(self, pos: RommelPosition, side: int) -> str:
        """A side's plan under the terms of the scenario."""
        return plan_of(pos, side).name


def last_pass(pos: RommelPosition, side: int, actions: list[Action]) -> list[float] | None:
    """The chance that each play of cards loses the game: in the last month two passes in a row end it (1.1, 10.2)."""
    if pos.turn < pos.box.plan.last or not pos.hand(side)[0]:
        return None
    winner, _ = TERMS[pos.box.plan.terms](pos)
    if winner == side:
        return [0.0 if action[1] else -1.0 for action in actions] if pos.passes else None
    return [0.0 if action[1] else 1.0 for action in actions]


class Planner(Greedy):
    """Search plans more widely, with the same evaluation."""

    @property
    def width(self) -> Width:
        """As widely as there is time for."""
        return MIDDLE if self.patience is not None and self.patience < UNHURRIED else WIDE


# One decision each


def ending(pos: RommelPosition, side: int, actions: list[Action], rng: Random) -> Action:
    """A move without orders ends; two cards are kept for another move."""
    return next((action for action in (("done",), ("done", "offensive")) if action in actions), actions[-1])


def choose_destination(pos: RommelPosition, side: int, actions: list[Action], rng: Random) -> Action:
    """Where the chosen blocks do the most good, when no plan says where they go.

    They go somewhere: who put them back would pick them up again, and so for ever.
    """
    look = outlook(pos, OTHER[side])

    def value(action: Action) -> float:
        trial = pos.quiet()
        trial.play(action)
        return judge(trial, side, look)

    return best_of([action for action in actions if action[0] in ("to", "enter")] or actions, value)


def activate(pos: RommelPosition, side: int, actions: list[Action], rng: Random) -> Action:
    """Fight on where it pays."""
    look = outlook(pos, OTHER[side])
    now = judge(pos, side, look)

    def value(action: Action) -> float:
        if action[0] == "done":
            return 0.0
        trial = pos.quiet()
        unseen = round_of(trial, side, action[1], double=False).unseen
        return judge(trial, side, look) + unseen - now

    return best_of(actions, value)


def refuse(pos: RommelPosition, side: int, actions: list[Action], rng: Random) -> Action:
    """Run from a battle if standing should cost more than the pursuit, disorder and the hex."""
    sense, other = survey(pos, side), OTHER[side]
    assault = 0.5 if sum(pos.laid) > 1 and not pos.fights else 0.0

    def value(action: Action) -> float:
        if action[0] == "stand":
            return 0.0
        place = action[1]
        mine = pos.ready_at(place, side)
        stand = 0.0
        for double, chance in ((False, 1 - assault), (True, assault)):
            stand += chance * fight(pos.quiet(), other, place, double).total
        leave = flee(pos.quiet(), place, mine).total + SHAKEN * mass(pos, mine) + sense.aims.get(place, 2.0)
        return FIGHT_ON * stand - leave

    return best_of(actions, value)


def choose_target(pos: RommelPosition, side: int, actions: list[Action], rng: Random) -> Action:
    """Fire at the class where a hit should cost the most."""
    (place,) = pos.stack[-1].args
    enemies = pos.ready_at(place, OTHER[side])
    table = pos.box.tables.fire

    def value(action: Action) -> float:
        if action[0] == "all":
            return -1.0
        _, unit, kind = action
        targets = [u for u in enemies if pos.box.kind[u] == kind]
        room = sum(pos.steps[u] * pos.box.toughness[u] for u in targets) - pos.rolls[kind]
        price = sum(pos.box.blocks[u].cost / pos.box.toughness[u] for u in targets) / len(targets)
        chance = (7 - table[pos.box.kind[unit]][kind]) / 6
        return min(chance * pos.value(unit), max(room, 0.1)) * (2 + price)

    return best_of(actions, value)


def allot(pos: RommelPosition, side: int, actions: list[Action], rng: Random) -> Action:
    """Hits go where they cost least; a last step costs more."""

    def value(action: Action) -> float:
        unit = action[1]
        values, steps = pos.box.values[unit], pos.steps[unit]
        return -(values[steps] - values[steps - 1] + pos.box.blocks[unit].cost / 4 + (2.5 if steps == 1 else 0))

    return best_of(actions, value)


def withdraw(pos: RommelPosition, side: int, actions: list[Action], rng: Random) -> Action:
    """Retreat to where the force is safest and still useful."""
    sense, look = survey(pos, side), outlook(pos, side)

    def value(action: Action) -> float:
        if action[0] == "take":
            return -500.0
        trial = pos.quiet()
        trial.play(action)
        return judge(trial, side, look) - sense.danger(action[-1], 4.0)

    return best_of(actions, value)


def take_first(pos: RommelPosition, side: int, actions: list[Action], rng: Random) -> Action:
    """The first will do."""
    return actions[0]


def take_last(pos: RommelPosition, side: int, actions: list[Action], rng: Random) -> Action:
    """The last will do."""
    return actions[-1]


CHOOSE: dict[str, Callable[[RommelPosition, int, list[Action], Random], Action]] = {
    "setup.arrange": arrange,
    "setup.put": put,
    "move.order": ending,
    "move.group": ending,
    "move.to": choose_destination,
    "move.command": ending,
    "move.gather": ending,
    "battle.choose": activate,
    "battle.refuse": refuse,
    "battle.pick": take_first,
    "battle.aim": choose_target,
    "battle.allot": allot,
    "withdraw": withdraw,
    "withdraw.to": withdraw,
    "buildup.malta": take_last,
    "buildup.menu": menu,
    "buildup.send": send,
    "buildup.mine": mine,
    "supply.ration": ration,
    "cards.discard": discard,
    "cards.redraw": take_last,
    "initiative.challenge": bid,
    "initiative.answer": bid,
}
