"""Rommel in the Desert: between the months: how Buildup points are spent, and which cards are kept or bid."""

from __future__ import annotations

from random import Random

from sandtable.ai.rommel.clash import worth
from sandtable.ai.rommel.lines import has_reserve, in_reach
from sandtable.ai.rommel.plans import OUTPOST, posts
from sandtable.ai.rommel.value import Survey, best_of, survey
from sandtable.engine.flow import Action
from sandtable.games.rommel.position import AWAY, OTHER, RommelPosition

KEPT_DUMMIES = 3
FAR_BEHIND = 5
"""The hexes to the nearest enemy at which a block is of no use where it stands."""
AFFORDABLE = 24
"""Points of rebuilding that wait at the base beyond which only the weakest are sent home: panzers that wait there for
months are of no use to anybody."""
MINED_AIM = 4.0
"""What a hex must be worth to be mined."""


def menu(pos: RommelPosition, side: int, actions: list[Action], rng: Random) -> Action:
    """Rebuild the best, send reserves forward and worn-out blocks home, buy cards and a minefield with what is left."""
    rebuild = [action for action in actions if action[0] == "rebuild"]
    if rebuild:
        return best_of(rebuild, lambda action: worth(pos, action[1]))
    base = pos.box.board.base[side]
    sense = survey(pos, side)
    if ("card",) in actions and sum(pos.hand(side)) + pos.extra[side] < 8:
        return ("card",)
    for action in sorted(actions, key=lambda action: redeployed_first(pos, action)):
        if action[0] == "redeploy":
            unit = action[1]
            whole = 2 * pos.steps[unit] > pos.box.full[unit]
            free = spare(pos, side, base, unit) if pos.where[unit] == base else idle(pos, side, sense, unit)
            if whole and free and is_sent(pos, side, action, rng):
                return action
    wrecks = [action for action in actions if action[0] == "refit" and is_wreck(pos, side, sense, action[1])]
    if backlog(pos, side) > AFFORDABLE:
        wrecks = [action for action in wrecks if pos.value(action[1]) < 2]
    if wrecks:
        return best_of(wrecks, lambda action: pos.box.full[action[1]] - pos.steps[action[1]])
    if ("mine",) in actions and mine_worth(pos, side, sense)[0] > 0:
        return ("mine",)
    return ("card",) if ("card",) in actions and sum(pos.hand(side)) + pos.extra[side] < 14 else ("done",)


def redeployed_first(pos: RommelPosition, action: Action) -> float:
    """The order in which blocks are sent forward: those worth most, as points may run out."""
    return -worth(pos, action[1]) if action[0] == "redeploy" else 0.0


def is_wreck(pos: RommelPosition, side: int, sense: Survey, unit: int) -> bool:
    """Is a block of more use at the base, to be rebuilt there next month, than where it is?"""
    place = pos.where[unit]
    last = pos.turn >= pos.box.plan.last
    if last or place in sense.theirs or 2 * pos.steps[unit] > pos.box.full[unit] or pos.box.full[unit] < 2:
        return False
    others = [other for other in sense.mine.get(place, ()) if other != unit]
    needed = place in sense.aims or pos.box.board.fortresses >> place & 1
    return bool(others) or not needed


def backlog(pos: RommelPosition, side: int) -> int:
    """The points it takes to make all blocks whole that are at the base."""
    base = pos.box.board.base[side]
    return sum((pos.box.full[unit] - pos.steps[unit]) * pos.box.blocks[unit].cost for unit in pos.at(base, side))


def mine_worth(pos: RommelPosition, side: int, sense: Survey) -> tuple[float, int]:
    """Its own hex most worth a minefield, and how much: one it fights for, holds, and the enemy can reach."""
    if pos.turn >= pos.box.plan.last and pos.box.plan.last - pos.box.plan.first > 3:
        return 0.0, -1
    mined = {place for place, owner, _, _ in pos.mines if owner == side}
    reach_ = in_reach(pos, OTHER[side])
    found = (0.0, -1)
    for place, units in sense.mine.items():
        weight = sense.aims.get(place, 0.0)
        if weight >= MINED_AIM and place not in mined and reach_ >> place & 1:
            found = max(found, (weight + sum(pos.value(unit) for unit in units) / 4, place))
    return found


def mine(pos: RommelPosition, side: int, actions: list[Action], rng: Random) -> Action:
    """Where the enemy will come, in a hex with its own troops."""
    sense = survey(pos, side)
    choice = ("at", mine_worth(pos, side, sense)[1])
    if choice in actions:
        return choice
    held = [action for action in actions if action[0] == "at" and action[1] in sense.mine]
    return best_of(held, lambda action: sense.pull[action[1]]) if held else actions[0]


def spare(pos: RommelPosition, side: int, base: int, unit: int) -> bool:
    """May this block leave the base? The cheapest stays as its guard."""
    guards = pos.ready_at(base, side)
    return len(guards) > 1 and unit != min(guards, key=lambda guard: (worth(pos, guard), guard))


def idle(pos: RommelPosition, side: int, sense: Survey, unit: int) -> bool:
    """Does a block stand far behind the front where nobody needs it?"""
    place, board = pos.where[unit], pos.box.board
    if place in sense.theirs or place in sense.aims or board.fortresses >> place & 1:
        return False
    if len(sense.mine.get(place, ())) < 2 and any(post == place for post, _ in posts(pos, side)):
        return False
    if min((board.distance[0][place][foe] for foe in sense.theirs), default=0) < FAR_BEHIND:
        return False
    trial = pos.quiet()
    trial.where[unit] = AWAY
    return trial.holds(board.base[side], side) or has_reserve(trial, side)


def send(pos: RommelPosition, side: int, actions: list[Action], rng: Random) -> Action:
    """Light troops to a post in the rear where nobody is, all others forward, to the hex of most use."""
    sense, chosen = survey(pos, side), list(pos.chosen)
    if all(worth(pos, unit) <= OUTPOST for unit in chosen):
        bare = {place: gain for place, gain in posts(pos, side) if place not in sense.mine}
        empty = [action for action in actions if action[0] != "keep" and action[1] in bare]
        if empty:
            return best_of(empty, lambda action: bare[action[1]])
    return best_of(actions, lambda action: 0.1 if action[0] == "keep" else sense.shift(chosen, action[1]))


def bid(pos: RommelPosition, side: int, actions: list[Action], rng: Random) -> Action:
    """Bid for the initiative with a full hand, and bluff now and then."""
    real, dummy = pos.hand(side)
    if real >= 7 and rng.random() < 0.5:
        return ("bid", 2)
    return ("bid", 1) if dummy >= 3 and rng.random() < 0.4 else ("bid", 0)


def ration(pos: RommelPosition, side: int, actions: list[Action], rng: Random) -> Action:
    """The weakest go without."""
    return best_of(actions, lambda action: -worth(pos, action[1]))


def discard(pos: RommelPosition, side: int, actions: list[Action], rng: Random) -> Action:
    """A few dummies are kept to bluff with."""
    return actions[max(0, len(actions) - 1 - KEPT_DUMMIES)]


def is_sent(pos: RommelPosition, side: int, action: Action, rng: Random) -> bool:
    """Will a block that is picked up be sent anywhere? Putting it back is free, so it would be picked up for ever."""
    trial = pos.quiet()
    trial.play(action)
    return trial.stack[-1].step == "buildup.send" and send(trial, side, trial.actions(), rng) != ("keep",)
