"""Small positions for tests: an empty desert, a few units, one question.

1330 lies in the middle of open ground on the Center: no road, cliff or rough hex within six hexes.
"""

from __future__ import annotations

from typing import Any

import pytest

import sandtable
from sandtable import IllegalAction
from sandtable.engine.flow import Action, Frame
from sandtable.engine.maps import mask_of
from sandtable.games.dark_sands.box import DarkSandsBox
from sandtable.games.dark_sands.position import READY, REBUILD, DarkSandsPosition
from sandtable.games.dark_sands.rules import r20_odds
from sandtable.games.dark_sands.scenarios import blank

ALLIED, AXIS = 0, 1


def box(scenario: str = "campaign") -> DarkSandsBox:
    made = sandtable.load("dark-sands").box(scenario)
    assert isinstance(made, DarkSandsBox)
    return made


HEX = box().map.index
UNIT, ASSET, CHIT = box().number, box().asset_number, box().chit_number
"""Units and assets by the id of their counter, chits by name."""


def bits(*names: str) -> int:
    """Units as bits."""
    return mask_of(UNIT[name] for name in names)


def scene(placed: dict[str, str] | None = None, *, turn: int = 8, scenario: str = "campaign") -> DarkSandsPosition:
    """An empty desert with units on it: `{"1330": "A05 A06*"}`, a star for a reduced one.

    The Axis controls what lies west of the wire; Tobruk, Bardia and Sollum belong to the side that stands there.
    """
    pos = blank(box(scenario))
    pos.turn = turn
    pos.railhead = box().rail_number[box().matruh]
    pos.axis_holds = mask_of((box().agheila, box().benghazi))
    for number, words in (placed or {}).items():
        place = HEX[number]
        for word in words.split():
            unit = UNIT[word.rstrip("*")]
            pos.put(unit, place)
            if word.endswith("*"):
                pos.steps[unit] = 1
            if place in (box().tobruk, box().bardia, box().sollum):
                bit = 1 << place
                pos.axis_holds = pos.axis_holds | bit if box().units[unit].side else pos.axis_holds & ~bit
    return pos


def ready(pos: DarkSandsPosition, *names: str) -> DarkSandsPosition:
    """Lay assets or garrisons face up."""
    for name in names:
        if name in UNIT:
            pos.where[UNIT[name]] = READY
        else:
            pos.asset[ASSET[name]] = READY
    return pos


def reduce(pos: DarkSandsPosition, *names: str) -> DarkSandsPosition:
    for name in names:
        pos.steps[UNIT[name]] = 1
    return pos


def ask(pos: DarkSandsPosition, step: str, side: int, *args: Any) -> DarkSandsPosition:
    """Put one question on the stack."""
    pos.stack = (Frame(step, side, args),)
    pos._actions = None
    pos.settle()
    return pos


def move(pos: DarkSandsPosition, side: int, act: str = "move", who: str = "all") -> DarkSandsPosition:
    return ask(pos, "act.begin", side, act, who)


def fight(pos: DarkSandsPosition, side: int, act: str = "combat", who: str = "all") -> DarkSandsPosition:
    return ask(pos, "act.begin", side, act, who)


def attack(pos: DarkSandsPosition, side: int, target: str, act: str = "combat") -> DarkSandsPosition:
    """All who can attack a hex do, and both sides keep their assets."""
    fight(pos, side, act)
    declare(pos, target)
    while pos.stack and pos.stack[-1].step == "combat.assets":
        play(pos, ("done",))
    return pos


def declare(pos: DarkSandsPosition, target: str) -> DarkSandsPosition:
    """All who can attack a hex do."""
    play(pos, ("attack", HEX[target]))
    return play(pos, ("all",)) if pos.stack and pos.stack[-1].step == "combat.join" else pos


def play(pos: DarkSandsPosition, *actions: Action) -> DarkSandsPosition:
    for action in actions:
        pos.play(action)
    return pos


def roll(pos: DarkSandsPosition, *faces: int) -> DarkSandsPosition:
    return play(pos, ("roll", *faces))


def verbs(pos: DarkSandsPosition) -> set[str]:
    return {action[0] for action in pos.actions()}


def offered(pos: DarkSandsPosition, verb: str) -> list[Any]:
    """The last word of each action of a verb, for actions of two words."""
    return [action[1] for action in pos.actions() if action[0] == verb]


def ends(pos: DarkSandsPosition) -> set[str]:
    """The hexes a chosen group may move to."""
    return {box().map.ids[action[1]] for action in pos.actions() if action[0] == "go"}


def go(pos: DarkSandsPosition, place: str) -> DarkSandsPosition:
    """Move the chosen group to a hex, whatever it costs."""
    action = next(action for action in pos.actions() if action[0] == "go" and action[1] == HEX[place])
    return play(pos, action)


def at(pos: DarkSandsPosition, name: str) -> str:
    """Where a unit is: a hex, or nothing."""
    place = pos.where[UNIT[name]]
    return box().map.ids[place] if place >= 0 else ""


def refused(pos: DarkSandsPosition, action: Action) -> str | None:
    """The rule that an action is refused with."""
    before = sandtable.load("dark-sands").dump(pos)
    with pytest.raises(IllegalAction) as error:
        pos.play(action)
    assert sandtable.load("dark-sands").dump(pos) == before
    return error.value.rule


def attack_strength(pos: DarkSandsPosition, side: int) -> int:
    """Twice the attack strength of the combat under way."""
    return r20_odds.total(r20_odds.odds(pos, side, 0).attack)


def defence_strength(pos: DarkSandsPosition, side: int) -> int:
    """Twice the defence strength of the combat under way; `side` defends."""
    return r20_odds.total(r20_odds.odds(pos, 1 - side, 0).defence)


def shifts(pos: DarkSandsPosition) -> int:
    """Columns to the left in the combat under way."""
    return r20_odds.total(r20_odds.odds(pos, ALLIED, 0).shifts)


def modifiers(pos: DarkSandsPosition, side: int, chit: int) -> int:
    """What is added to the die of the combat under way."""
    return r20_odds.total(r20_odds.odds(pos, side, chit).modifiers)


def column(pos: DarkSandsPosition, side: int) -> int:
    """The column the combat under way is rolled on."""
    return r20_odds.odds(pos, side, 0).column


def result(pos: DarkSandsPosition, side: int, chit: int, table: str, die: int) -> str:
    """What a die gives in the combat under way."""
    return r20_odds.results(pos, side, chit, table)[die - 1]


def battle(turn: int, side: int, target: str, attackers: str, placed: dict[str, str]) -> DarkSandsPosition:
    """A combat under way, before its die."""
    pos = scene(placed, turn=turn)
    pos.active = pos.on_map(side)
    pos.target, pos.attackers = HEX[target], bits(*attackers.split())
    pos.defenders = pos.piles[pos.target] & ~box().hqs
    pos.fought = pos.attackers
    return pos


def finish(pos: DarkSandsPosition) -> DarkSandsPosition:
    """Take the first choice until the combat is over."""
    while pos.stack:
        pos.play(pos.actions()[0])
    return pos


def lost(pos: DarkSandsPosition, *names: str) -> DarkSandsPosition:
    """These units wait in the rebuildable box."""
    for name in names:
        pos.where[UNIT[name]] = REBUILD
        pos.steps[UNIT[name]] = 0
    return pos


def spend(pos: DarkSandsPosition, side: int, *points: int) -> DarkSandsPosition:
    """A side spends steps: tank, infantry, Italian, and how many of the first two bring units on in good order."""
    return ask(pos, "replace.spend", side, *points, 0)
