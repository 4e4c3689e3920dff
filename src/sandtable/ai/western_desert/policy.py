"""Western Desert Force: how a position is judged, and an agent that takes the best action it sees one step ahead.

The terms of the evaluation, for a side: victory points; Tobruk; the strength of its army; attack points; how far the
front has been pushed; a depot on the map.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import lru_cache, partial
from random import Random
from typing import ClassVar

from sandtable.ai.core import greedy as core
from sandtable.ai.core.search import Depth
from sandtable.ai.western_desert.debts import debt
from sandtable.ai.western_desert.value import (
    DENIED,
    Sites,
    attack_value,
    best_supplied,
    digs_in,
    front,
    garrison_stays,
    move_scores,
    planned_battle,
    side_strength,
    stacks_of,
    step_worth,
    targets,
    threat_to,
    toughness,
    worth_of_standing,
)
from sandtable.engine.flow import Action
from sandtable.engine.maps import places_in
from sandtable.engine.sides import ALLIED, AXIS
from sandtable.games.western_desert.position import Battle, WesternDesertPosition
from sandtable.games.western_desert.rules.r07_depots import depot_shifts
from sandtable.games.western_desert.rules.r07_offensive import offensive_cost
from sandtable.games.western_desert.rules.r07_organization import RollAgain
from sandtable.games.western_desert.rules.r08_supply import traces
from sandtable.games.western_desert.rules.r09_stacking import fits
from sandtable.games.western_desert.rules.r17_victory import victory_points
from sandtable.games.western_desert.terms import ARMOR, LEFT, NEW, RECOVERABLE, TOBRUK

WON = 1000.0
TOBRUK_WORTH = 14.0
STRENGTH, ATTACK_POINT, HEX_OF_FRONT = 1.4, 0.3, 0.1
DUG_IN = 10.0
"""What field works are worth to a unit that needs them, against any march."""
LEAST_GAIN = 0.15
"""What an attack has to promise."""
Scores = list[float]
DEPTH = Depth(
    pauses=("depot.place",),
    through=2,
    breadth=4,
    keys=("offensive.declare", "depot.place", "move.to", "combat.choose", "combat.plan"),
    scale=80.0,
)
"""Search looks ahead through the other side's turn."""


def terms(pos: WesternDesertPosition, side: int) -> dict[str, float]:
    """What is good and bad about a position for a side, by name, in victory points."""
    if pos.over is not None:
        winner = pos.over[0]
        return {"the game": 0.0 if winner is None else WON if winner == side else -WON}
    good = {
        "victory points": float(victory_points(pos, ALLIED) - victory_points(pos, AXIS)),
        "Tobruk": TOBRUK_WORTH if pos.control[TOBRUK] == ALLIED else -TOBRUK_WORTH,
        "strength": STRENGTH * (side_strength(pos, ALLIED) - side_strength(pos, AXIS)),
        "attack points": ATTACK_POINT * (pos.points[ALLIED] - pos.points[AXIS]),
        "the front": HEX_OF_FRONT * (front(pos) - 30.0),
        "depots": 2.0 * ((pos.depot[ALLIED] >= 0) - (pos.depot[AXIS] >= 0)),
    }
    return good if side == ALLIED else {name: -worth for name, worth in good.items()}


def evaluate(pos: WesternDesertPosition, side: int) -> float:
    """How good a position is for a side: the sum of its terms."""
    return sum(terms(pos, side).values())


# One scorer for each kind of decision: the higher, the better for the side that decides.


def _depot(pos: WesternDesertPosition, side: int, actions: list[Action]) -> Scores:
    sites, here = Sites(pos, side), pos.depot[side]
    keep = sites.score(here) + 0.5 if here >= 0 else DENIED
    return [keep if action[0] == "keep" else sites.score(action[1]) for action in actions]


def _interdict(pos: WesternDesertPosition, side: int, actions: list[Action]) -> Scores:
    """The Allies have no better use for the points; the Axis keeps two for its own attacks."""
    best = pos.air if side == ALLIED else max(0, pos.air - 2)
    return [-abs(action[1] - best) for action in actions]


def _replace(pos: WesternDesertPosition, side: int, actions: list[Action]) -> Scores:
    scores = []
    for action in actions:
        if action[0] == "done":
            scores.append(0.0)
            continue
        unit = action[1]
        lost = pos.where[unit] == RECOVERABLE
        scores.append(step_worth(pos, unit) + (5.0 if action[0] == "refit" else 0.0) - (0.5 if lost else 0.0))
    return scores


def _reserves(pos: WesternDesertPosition, side: int, actions: list[Action]) -> Scores:
    scores = []
    for action in actions:
        if action[0] == "done":
            scores.append(0.0)
        elif action[0] == "release":
            scores.append(1.0 + pos.strength(action[1]))
        else:
            unit = action[1]
            place = pos.where[unit]
            far = pos.box.to_source[ALLIED][place] if place >= 0 else 0
            fresh = 3.0 if pos.flags[unit] & NEW else 0.0
            tired = 3.0 if pos.reduced[unit] and pos.box.kind[unit] == ARMOR else 0.0
            scores.append(
                20.0 + fresh + tired - 0.15 * far - 1.5 * pos.strength(unit) - 8.0 * (place == pos.box.tobruk)
            )
    return scores


def _declare(pos: WesternDesertPosition, side: int, actions: list[Action]) -> Scores:
    cost = offensive_cost(pos, side) or 0
    good = sum(target.worth for target in targets(pos, side))
    worth = 0.5 * min(good, 20.0) - 1.5 * cost + 0.6 * (pos.points[side] - cost) - 3.0
    if pos.points[side] - cost < 2:
        worth = DENIED
    return [worth if action[0] == "major" else 0.0 for action in actions]


def _mover(pos: WesternDesertPosition, side: int, actions: list[Action]) -> Scores:
    return mover_scores(pos, side, actions, partial(garrison_stays, pos), _better_depot)


def mover_scores(
    pos: WesternDesertPosition,
    side: int,
    actions: list[Action],
    stays: Callable[[int], bool],
    better_depot: Callable[[WesternDesertPosition, int], bool],
) -> Scores:
    """Whole stacks first; unit by unit where there are too many or some stay to guard the place."""
    scores = []
    for action in actions:
        match action:
            case ("stack", place):
                units = pos.fighters_at(place, side)
                split = not fits(pos, units) or any(pos.flags[u] & LEFT for u in (*units, *pos.leaders_at(place, side)))
                split = split or any(stays(u) or digs_in(pos, u) for u in units)
                scores.append(DENIED if split else 3.0)
            case ("unit", unit):
                if pos.flags[unit] & LEFT:  # looked at before, and better off where it is
                    scores.append(-1.0)
                elif unit < pos.box.count and digs_in(pos, unit):
                    scores.append(2.5)
                else:
                    scores.append(-1.0 if stays(unit) else 1.0 if unit >= pos.box.count else 2.0)
            case ("depot",):
                scores.append(0.5 if better_depot(pos, side) else -1.0)
            case _:
                scores.append(0.0)
    return scores


def _better_depot(pos: WesternDesertPosition, side: int) -> bool:
    """Is there a better place for the depot than its present one?"""
    sites = Sites(pos, side)
    keep = sites.score(pos.depot[side]) + 0.5
    return any(sites.score(place) > keep for place in places_in(depot_shifts(pos, side)))


def _destination(pos: WesternDesertPosition, side: int, actions: list[Action]) -> Scores:
    units, *_ = pos.stack[-1].args
    here = pos.where[units[0]]
    near = [action[1] for action in actions if action[0] == "to"]
    far = [action[1] for action in actions if action[0] == "strategic"]
    raw = move_scores(pos, units, [here, *near, *far])
    for place in far:
        raw[place] -= 1.0
    judged = best_supplied(pos, side, raw)
    if not fits(pos, pos.fighters_at(here, side)):
        judged[here] -= 12.0
    scores, alone, held = [], fits(pos, units), pos.held[side]
    for action in actions:
        if action[0] in ("to", "strategic"):
            place = action[1]
            room = fits(pos, [*pos.fighters_at(place, side), *units]) if held >> place & 1 else alone
            scores.append(judged[place] if room else DENIED)
        elif action[0] == "stay":
            scores.append(judged[here] + 0.3)
        else:
            scores.append(works_score(pos, side, units, action, judged) if action[0] in WORKS else DENIED)
    return scores


WORKS = ("build", "upgrade", "dig")


def works_score(
    pos: WesternDesertPosition, side: int, units: tuple[int, ...], action: Action, judged: dict[int, float]
) -> float:
    """Foot units dig in where they are outmatched; others of their stack that would stay go under the marker too."""
    if action[0] == "dig":
        place = action[1]
        return judged[place] + 0.5 if place in judged and threat_to(pos, place, side) else DENIED
    return judged[pos.where[units[0]]] + DUG_IN if digs_in(pos, action[1]) else DENIED


def _attack(pos: WesternDesertPosition, side: int, actions: list[Action]) -> Scores:
    scores = []
    for action in actions:
        if action[0] == "attack":
            ahead = pos.copy()
            ahead.play(action)
            scores.append(_plan_worth(ahead))
        elif action[0] == "done":
            scores.append(LEAST_GAIN)
        elif action[0] == "shell":
            scores.append(0.2 + 0.02 * len(pos.fighters_at(action[1], 1 - side)))
        else:
            worth = max(step_worth(pos, unit) for unit in pos.fighters_at(action[1], 1 - side))
            spare = pos.air >= 3 and (bool(pos.exploiting) or pos.air >= 5)
            scores.append(0.2 + 0.01 * worth if spare else DENIED)
    return scores


def _plan_worth(pos: WesternDesertPosition) -> float:
    """The best that an attack plan can become."""
    if pos.stack[-1].step != "combat.plan":
        battle = Battle(*pos.battle) if pos.battle else None
        return attack_value(pos, battle._replace(paid=1)) if battle and battle.defenders else 0.0
    return max(value for _, value in _plans(pos))


class _Moment:
    """A position as it is now; two that are alike in everything share what was worked out for them."""

    __slots__ = ("_hash", "_key", "pos")

    def __init__(self, pos: WesternDesertPosition) -> None:
        told = [getattr(pos, name) for name in pos.VALUES if name != "undo_barrier"]
        self._key = (pos.box, *told, *[tuple(getattr(pos, name)) for name in pos.LISTS])
        self._hash = hash(self._key)
        self.pos = pos

    def __hash__(self) -> int:
        return self._hash

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Moment) and self._key == other._key


def _plans(pos: WesternDesertPosition) -> list[tuple[Action, float]]:
    """First steps from a plan, each with the value of the legal attack it leads to.

    Asked when the hex is chosen and again when the plan is made.
    """
    return _known_plans(_Moment(pos))


@lru_cache(maxsize=64)
def _known_plans(moment: _Moment) -> list[tuple[Action, float]]:
    pos = moment.pos
    actions = pos.actions()
    found: list[tuple[Action, float]] = []
    if ("go",) in actions:
        battle = planned_battle(pos)
        found.append((("go",), attack_value(pos, battle) - debt(pos) if battle else DENIED))
    for action in actions:
        if action[0] in ("also", "leave") and len(found) < 5:
            ahead = pos.copy()
            ahead.play(action)
            for _ in range(4):
                if ahead.stack[-1].step != "combat.plan" or ("go",) in ahead.actions():
                    break
                wider = [a for a in ahead.actions() if a[0] == "also"]
                if not wider:
                    break
                ahead.play(wider[0])
            if ahead.stack[-1].step == "combat.plan" and ("go",) in ahead.actions():
                battle = planned_battle(ahead)
                found.append((action, attack_value(ahead, battle) - debt(ahead) - 0.01 if battle else DENIED))
    return found or [(("back",), DENIED)]


def _plan(pos: WesternDesertPosition, side: int, actions: list[Action]) -> Scores:
    worth = dict(_plans(pos))
    urgent = bool(pos.owed)
    best = max(worth.values())
    back = DENIED / 2 if urgent else 0.1 if best <= LEAST_GAIN else DENIED / 2
    return [back if action[0] == "back" else worth.get(action, DENIED) for action in actions]


def _support(pos: WesternDesertPosition, side: int, actions: list[Action]) -> Scores:
    return [2.0 * paid + air + 2.0 * ships for _, paid, air, ships in actions]


def _lead(pos: WesternDesertPosition, side: int, actions: list[Action]) -> Scores:
    faces = [pos.box.faces[a[1]][pos.reduced[a[1]]] if a[1] >= 0 else None for a in actions]
    attacking = side == pos.active
    return [0.0 if face is None else face.attack if attacking else face.defense for face in faces]


def _losses(pos: WesternDesertPosition, side: int, actions: list[Action]) -> Scores:
    """The cheapest step first; a defender saves armour and numbers by falling back, but not from Tobruk."""
    scores = []
    for action in actions:
        if action[0] == "lose":
            unit = action[1]
            last = pos.reduced[unit] or pos.box.step_count[unit] == 1
            scores.append(-step_worth(pos, unit) - (0.6 if last else 0.0))
        elif action[0] == "retreat":
            attacking = side == pos.active
            here = Battle(*pos.battle).places if pos.battle else ()
            holds = not attacking and (pos.box.tobruk in here or pos.box.sources[side] in here)
            scores.append(DENIED if holds else -2.0 - worth_of_standing(pos) if attacking else -0.9)
        else:
            scores.append(-50.0)
    return scores


def _retreat(pos: WesternDesertPosition, side: int, actions: list[Action]) -> Scores:
    scores = []
    for action in actions:
        if action[0] == "surrender":
            scores.append(DENIED)
            continue
        place = action[-1]
        fed = traces(pos, place, side, pos.box.sources[side])
        scores.append((5.0 if fed else 0.0) - 0.1 * pos.box.to_source[side][place])
    return scores


def _advance(pos: WesternDesertPosition, side: int, actions: list[Action]) -> Scores:
    scores, foes = [], stacks_of(pos, 1 - side)
    for action in actions:
        if action[0] == "done":
            scores.append(0.0)
            continue
        place = action[-1]
        prize = place in (*pos.box.towns, *pos.box.sources, pos.depot[1 - side])
        fed = traces(pos, place, side, pos.box.sources[side])
        close = pos.box.strikes[place] & pos.held[1 - side]
        around = sum(toughness(pos, other, units) for other, units in foes.items() if close >> other & 1)
        direct = 0.3 if pos.battle and place in Battle(*pos.battle).places else 0.0
        scores.append(
            (8.0 if prize else 1.0)
            + direct
            + (0.2 if action[0] == "all" else 0.0)
            - (0 if fed else 4.0)
            - 0.12 * around
        )
    return scores


def _keep(pos: WesternDesertPosition, side: int, actions: list[Action]) -> Scores:
    """Small choices: the unit that costs least, the early convoy, Montgomery, a second roll after a low one."""
    scores = []
    for action in actions:
        match action:
            case ("break" | "starve", unit):
                scores.append(-step_worth(pos, unit))
            case ("remove" | "early", unit):
                scores.append(step_worth(pos, unit))
            case ("again",):
                scores.append(1.0 if RollAgain.Args(*pos.stack[-1].args).die <= 3 else -1.0)
            case ("montgomery",):
                scores.append(1.0)
            case ("bombs", count):
                scores.append(float(count))
            case _:
                scores.append(0.0)
    return scores


SCORERS: dict[str, Callable[[WesternDesertPosition, int, list[Action]], Scores]] = {
    "depot.place": _depot,
    "depot.shift": _depot,
    "organization.air": _interdict,
    "replacements.choose": _replace,
    "reserves.choose": _reserves,
    "offensive.declare": _declare,
    "move.choose": _mover,
    "move.to": _destination,
    "move.on": _destination,
    "combat.choose": _attack,
    "combat.plan": _plan,
    "combat.support": _support,
    "combat.lead": _lead,
    "combat.losses": _losses,
    "bombardment.losses": _losses,
    "combat.retreat": _retreat,
    "combat.advance": _advance,
}


class Greedy(core.Greedy[WesternDesertPosition]):
    """Takes the action it scores highest; of several alike, the first."""

    scorers: ClassVar[Mapping[str, core.Scorer]] = {step: core.plain(scorer) for step, scorer in SCORERS.items()}

    def other(self, pos: WesternDesertPosition, side: int, actions: list[Action]) -> Scores:
        """Small choices."""
        return _keep(pos, side, actions)

    def reply(self, pos: WesternDesertPosition, rng: Random) -> Action:
        """Its choice in a world where nothing is hidden."""
        actions = pos.actions()
        scores = super().rate(pos, actions)
        return core.best_of(actions, core.guarded(scores, self.danger(pos, pos.stack[-1].side, actions)))

    def rate(self, pos: WesternDesertPosition, actions: list[Action]) -> Scores:
        """What each action is thought to be worth; the highest is its choice, and a hex stands for those beside it."""
        rated = super().rate(pos, actions)
        return one_each(pos, actions, rated) if pos.stack[-1].step == "move.to" else rated


def one_each(pos: WesternDesertPosition, actions: list[Action], rated: Scores) -> Scores:
    """The same rates, but of neighbouring hexes only the best keeps its own: the others are much the same move."""
    seen = 0
    rates = list(rated)
    for number in sorted(range(len(actions)), key=lambda n: -rated[n]):
        if actions[number][0] not in ("to", "strategic"):
            continue
        place = actions[number][1]
        if seen >> place & 1:
            rates[number] = rated[number] + DENIED
        else:
            seen |= pos.box.disc(place, 1)
    return rates
