"""The Dark Sands: who strikes first: the fights still to come this turn, and what the enemy's would cost a stack."""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from sandtable.engine.maps import Mask, places_in
from sandtable.engine.sides import ALLIED
from sandtable.games.dark_sands.box import DarkSandsBox
from sandtable.games.dark_sands.position import DarkSandsPosition
from sandtable.games.dark_sands.rules.r07_stacking import combat_share
from sandtable.games.dark_sands.rules.r14_forts import fort_bonus
from sandtable.games.dark_sands.rules.r18_chits import OF_A_TYPE, BeginAct
from sandtable.games.dark_sands.rules.r20_odds import BEST, HALF, WORST, odds_column

HITS = (0.35, 0.65, 0.8, 0.9)
"""How much a place beside the enemy is worth with no, one, two and more fights of its own still to come this turn."""
RISKS = (0.4, 0.75, 0.9, 1.0)
"""How much is to be feared with as many fights of the enemy still to come; the next turn may begin with one."""
DRIVEN_OFF = 0.15
"""The share of its value that a retreat costs a stack."""
MOST_PANZERS = 2
"""The most that panzers add to the die."""


def fights_left(pos: DarkSandsPosition, side: int) -> int:
    """The chits with which a side may still attack this turn."""
    found, combos = 0, 0
    for number, chit in enumerate(pos.box.chits):
        if chit.side != side or not any("combat" in act for act in chit.acts):
            continue
        count = pos.pool[number] + (pos.hand >> number & 1)
        if chit.counts:
            combos += count
        else:
            found += count
    return found + min(combos, OF_A_TYPE - pos.combats[side])


def fighting_now(pos: DarkSandsPosition) -> Mask:
    """The units that will attack in the same activation in which they are moving."""
    for frame in reversed(pos.stack):
        if frame.step == "act.begin":
            act, who = BeginAct.Args(*frame.args)
            if "combat" in act:
                return pos.box.panzer_divisions if who == "momentum" else pos.active
    return 0


class Tempo(NamedTuple):
    """How much a place beside the enemy promises, and how much the enemy is to be feared, from 0 to 1."""

    hit: float
    risk: float
    now: Mask
    """Units for which the first is certain."""


def tempo_of(pos: DarkSandsPosition, side: int) -> Tempo:
    """The tempo of a side that is moving."""
    mine, theirs = fights_left(pos, side), fights_left(pos, 1 - side)
    return Tempo(HITS[min(mine, len(HITS) - 1)], RISKS[min(theirs, len(RISKS) - 1)], fighting_now(pos))


class Blow(NamedTuple):
    """What an attack is expected to cost the defender."""

    whole: float
    """The chance that the stack is destroyed."""
    steps: float
    driven: float
    """The chance that it must retreat."""


@lru_cache(maxsize=500)
def blow(box: DarkSandsBox, column: int, added: int) -> Blow:
    """The mean of the six dice in a column of the Mobile table."""
    row = box.crt["mobile"][column]
    codes = [row[max(0, min(8, die + added))] for die in range(1, 7)]
    whole = sum(code.startswith("DE") for code in codes)
    steps = sum(code in ("BL1", "EX", "DR*") for code in codes)
    return Blow(whole / 6, steps / 6, sum(code.startswith("DR") for code in codes) / 6)


def expected_loss(pos: DarkSandsPosition, side: int, place: int, units: Mask, power: float, panzers: float) -> float:
    """The share of its value that a stack in a place loses to an attack with these factors, some of them panzers'."""
    box = pos.box
    share = combat_share(pos, place, units)
    defence = sum(map(pos.defence, places_in(share))) + fort_bonus(pos, place, share)
    boxed = pos.boxed[side] >> place & 1
    added = 0
    if panzers and side == ALLIED:
        guns = sum(pos.steps[unit] for unit in places_in(units & box.tanks))
        guns += (box.cover >> place & 1) + (box.forts >> place & 1) + boxed
        added = max(0, min(MOST_PANZERS, MOST_PANZERS + 1 - guns))
        if not guns and not units & ~box.infantry & ~box.hqs:
            power += panzers
    column = odds_column(int(HALF * power), HALF * defence)
    if column < WORST:
        return 0.0
    ground = 0 if box.forts >> place & 1 else int(box.terrain[place]["shift"])
    found = blow(box, max(WORST, min(BEST, column - ground - boxed)), added)
    steps = sum(pos.steps[unit] for unit in places_in(share)) or 1
    return min(1.0, found.whole + found.steps / steps + DRIVEN_OFF * found.driven)
