"""Western Desert Force: a turn thought through to its end, with average dice, before anybody moves.

Marching up to the enemy is good only if an attack follows, and an attack only if the army is not left where it will be
surrounded. So a side tries a few stances in its mind, and keeps to the one that leaves it best off when the enemy's
turn begins.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from random import Random

from sandtable.ai.core.greedy import NEVER
from sandtable.ai.western_desert.assault import base_risk, depot_worth, fall_chance
from sandtable.ai.western_desert.coups import promising, worth_of_coup
from sandtable.ai.western_desert.danger import Danger, danger
from sandtable.ai.western_desert.moves import CUT_SHARE, TOGETHER, stack_worth
from sandtable.ai.western_desert.plans import CLOSE_UP, COUP, STRIKE, WAIT, Stance, field_strength, following, plan_of
from sandtable.ai.western_desert.policy import TOBRUK_WORTH, evaluate
from sandtable.ai.western_desert.value import distances, stacks_of, toughness
from sandtable.engine.chance import HANDFUL
from sandtable.engine.flow import Action
from sandtable.engine.sides import CHANCE
from sandtable.games.western_desert.position import WesternDesertPosition
from sandtable.games.western_desert.rules.r10_fight import CombatRoll
from sandtable.games.western_desert.terms import TOBRUK

Reply = Callable[[WesternDesertPosition, Random], Action]
LONG = 400
"""No turn has more decisions than this."""
NEXT = 0.6
"""The share that the next stack in danger counts for: the same enemies cannot strike all of them."""
CLEARLY, WITH_CARE, IN_SEASON, PAID, OUT_OF_SEASON = 1.5, 4.0, 20.0, 10.0, 3.0
"""By how much it must be better to strike than to follow the plan of the season, and to wait, while that plan attacks
and while it does not."""
FAR_STRONGER = 1.3
"""Odds of the whole armies at which nobody needs to close up with care."""
BASE_WORTH = 200.0
"""What is at stake if the base can be taken: the game."""
TOBRUK_SAFE, TOBRUK_LOST = 0.9, 1.8
"""Odds at which Tobruk begins to be in danger, and at which it is as good as lost."""


class AverageDice:
    """Dice of battle that bring as many hits as they do on average; other dice are thrown."""

    def __init__(self, seed: int) -> None:
        self._rng = Random(seed)
        self._owed = [0.5, 0.5]

    def roll(self, pos: WesternDesertPosition) -> Action:
        """What comes up where chance decides."""
        frame = pos.stack[-1]
        if frame.step != CombatRoll.name:
            return pos.sample(self._rng)
        args = CombatRoll.Args(*frame.args)
        keen = args.fives - len(args.on_five)
        count = min(HANDFUL, keen or args.sixes - len(args.on_six))
        due = self._owed[args.who] + count / (3 if keen else 6)
        hits = min(count, int(due))
        self._owed[args.who] = due - hits
        return ("roll", *(1,) * (count - hits), *(6,) * hits)


def at_the_end(pos: WesternDesertPosition, first: Action | None, reply: Reply, seed: int) -> tuple[float, bool]:
    """How good a side's position is when its own turn, played on, is over; and was anybody attacked?"""
    trial, side, dice, rng = pos.quiet(), pos.active, AverageDice(seed), Random(seed)
    attacked = False
    if first is not None:
        trial.play(first)
    for _ in range(LONG):
        if not trial.stack or trial.active != side or trial.turn != pos.turn:
            break
        step, who, _ = trial.stack[-1]
        attacked |= step == "combat.support"
        trial.play(dice.roll(trial) if who == CHANCE else reply(trial, rng))
    return evaluate(trial, side) - exposure(trial, side), attacked


def exposure(pos: WesternDesertPosition, side: int) -> float:
    """What the enemy's next turn puts at stake: stacks that he can beat, the depot, the base, Tobruk."""
    if pos.over is not None:
        return 0.0
    threat, stacks, depot, tobruk = danger(pos, side), stacks_of(pos, side), pos.depot[side], pos.box.tobruk
    total, share = 0.0, 1.0
    strengths = {place: sum(pos.strength(unit) for unit in units) for place, units in stacks.items()}
    risks = []
    for place, units in stacks.items():
        worth = sum(stack_worth(pos, unit) for unit in units)
        beaten = threat.risk(pos, place, toughness(pos, place, units), worth)
        risks.append(max(beaten, 0.0 if pos.fortified(place) else worth * starved(pos, place, threat, strengths)))
    for risk in sorted(risks, reverse=True):
        total += share * risk
        share *= NEXT
    if depot >= 0:
        total += depot_worth(pos, side) * fall_chance(pos, side, depot, stacks.get(depot, ()))
    total += BASE_WORTH * base_risk(pos, side, stacks.get(pos.box.sources[side], ()))
    if pos.control[TOBRUK] == side:
        odds = threat.strikes(tobruk) / max(1.0, toughness(pos, tobruk, stacks.get(tobruk, ())))
        total += TOBRUK_WORTH * min(1.0, max(0.0, (odds - TOBRUK_SAFE) / (TOBRUK_LOST - TOBRUK_SAFE)))
    return total


def starved(pos: WesternDesertPosition, place: int, threat: Danger, strengths: Mapping[int, int]) -> float:
    """The share of its value that a stack stands to lose because the enemy can close its road home."""
    behind = threat.gets_behind(place)
    if not behind:
        return 0.0
    near = distances(pos.box, place)
    ours = sum(strength for here, strength in strengths.items() if near[here] <= TOGETHER)
    return CUT_SHARE * min(1.0, max(0.0, behind / max(1.0, ours) - 1.0))


def best_stance(pos: WesternDesertPosition, side: int, reply: Reply, seed: int) -> Stance:
    """The stance for the rest of this turn: that of the season, unless another comes to clearly more.

    In its season a side does not wait only because it is safer, and an offensive that was paid for is fought.
    """
    usual = Stance(side, pos.turn, plan_of(pos, side))
    patience = PAID if pos.major else IN_SEASON if usual.plan.attacks else OUT_OF_SEASON
    needed = {usual: 0.0, usual._replace(plan=STRIKE): CLEARLY, usual._replace(plan=WAIT): patience}
    far_stronger = field_strength(pos, side) >= FAR_STRONGER * field_strength(pos, 1 - side)
    if usual.plan.attacks and not pos.major and not far_stronger:
        needed[usual._replace(plan=CLOSE_UP)] = WITH_CARE
    worth = dict[Stance, float]()
    for stance, lead in needed.items():
        with following(stance):
            worth[stance] = at_the_end(pos, None, reply, seed)[0] - lead
    if promising(pos, side):
        worth[usual._replace(plan=COUP)] = worth_of_coup(pos, None, reply, seed) - CLEARLY
    return max(worth, key=worth.__getitem__)


def worth_of(pos: WesternDesertPosition, side: int, action: Action, major: bool, reply: Reply, seed: int) -> float:
    """What a turn of attacks comes to after an action; an offensive in which nobody is attacked comes to nothing."""
    best, usual = NEVER, Stance(side, pos.turn, plan_of(pos, side))
    for stance in (usual, usual._replace(plan=STRIKE)):
        with following(stance):
            worth, attacked = at_the_end(pos, action, reply, seed)
        if attacked or not major:
            best = max(best, worth)
    if promising(pos, side):
        best = max(best, worth_of_coup(pos, action, reply, seed))
    return best
