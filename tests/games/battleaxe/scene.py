"""Positions for tests: an empty frontier with a few units put where the test wants them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, cast

import pytest

import sandtable
from sandtable import IllegalAction
from sandtable.engine.flow import Frame
from sandtable.engine.sides import ALLIED, AXIS, NUMBER, SIDES
from sandtable.games.battleaxe.box import LIGHT, PANZERS, BattleaxeBox
from sandtable.games.battleaxe.position import LOST, BattleaxePosition
from sandtable.games.battleaxe.rules.r07_control import settle_control
from sandtable.games.battleaxe.rules.r11_values import tally

GAME = sandtable.load("battleaxe")
PLACE = GAME.map.index
UNIT = {unit.id: number for number, unit in enumerate(cast(BattleaxeBox, GAME.box()).units)}


def opening(**options: Any) -> BattleaxePosition:
    """The game as it starts, before anything is decided."""
    pos = GAME.start(options=options)
    assert isinstance(pos, BattleaxePosition)
    return pos


def started(**options: Any) -> BattleaxePosition:
    """The first impulse, with 11H in D and CIH in B as in history."""
    pos = opening(**options)
    for zone in ("D", "B"):
        pos.play(("place", pos.actions()[0][1], PLACE[zone]))
    return pos


def scene(
    units: Mapping[str, str],
    side: str = "allied",
    *,
    day: int = 2,
    impulse: int = 1,
    allied: str = "",
    axis: str = "",
    options: Mapping[str, Any] | None = None,
    **fields: Any,
) -> BattleaxePosition:
    """A side's impulse with only these units on the map: `{"15": "7RTR 1/62*"}`, a star for a reduced one.

    `allied` and `axis` are places those sides hold; `fields` are fields of the position.
    """
    pos = opening(**(options or {}))
    for unit in range(len(pos.where)):
        pos.put(unit, LOST)
    for name, words in units.items():
        for word in words.split():
            unit = UNIT[word.rstrip("*").replace("_", " ")]
            pos.put(unit, PLACE[name])
            if word.endswith("*"):
                pos.reduced |= 1 << unit
    pos.released = PANZERS | LIGHT if day > 1 else 0
    give(pos, allied, ALLIED)
    give(pos, axis, AXIS)
    for place in range(len(pos.here)):
        settle_control(pos, place)
    pos.turn, pos.impulse = day, impulse
    for name, value in fields.items():
        setattr(pos, name, value)
    pos.stack = (Frame("turn", 0, (1,)), Frame("impulse", 0, (0 if side == "allied" else 3,)))
    pos._actions = None
    pos.settle()
    return pos


def give(pos: BattleaxePosition, places: str, side: int) -> None:
    """Put places under a side's control."""
    for name in places.split():
        bit = 1 << PLACE[name]
        pos.control = pos.control | bit if side == ALLIED else pos.control & ~bit


def to_evening(pos: BattleaxePosition, step: str = "supply.check") -> None:
    """Go straight to a line of the evening (`supply.check`, `refit.begin`, `surrender.begin`, `day.end`)."""
    from sandtable.games.battleaxe.sequence import TURN

    line = next(number for number, line in enumerate(TURN.lines) if line.step == step)
    pos.stack = (Frame("turn", 0, (line,)),)
    pos._actions = None
    pos.settle()


def assault(pos: BattleaxePosition, place: str) -> None:
    """Activate an area, or one more."""
    verb = "assault" if pos.stack[-1].step in ("impulse.choose", "impulse.second") else "activate"
    pos.play((verb, PLACE[place]))


def go(pos: BattleaxePosition, units: str, place: str, *, stop: bool = True) -> None:
    """Move units that stand together to a place, and stop there."""
    first, *others = units.split()
    pos.play(("pick", UNIT[first]))
    for other in others:
        pos.play(("with", UNIT[other]))
    pos.play(("go", PLACE[place]))
    if stop and pos.stack and pos.stack[-1].step == "assault.go":
        pos.play(("stop",))


def regroup(pos: BattleaxePosition, unit: str, place: str) -> None:
    """Regroup one unit; where there is only one place to go to it goes there unasked."""
    pos.play(("pick", UNIT[unit]))
    if pos.stack[-1].step == "regroup.go":
        pos.play(("go", PLACE[place]))


def reach(pos: BattleaxePosition, unit: str) -> set[str]:
    """The places a unit may move to in the assault under way."""
    trial = pos.copy()
    trial.play(("pick", UNIT[unit]))
    return targets(trial)


def targets(pos: BattleaxePosition, verb: str = "go") -> set[str]:
    """The places that actions of a kind point at."""
    return {GAME.map.ids[action[-1]] for action in pos.actions() if action[0] == verb}


def refused(pos: BattleaxePosition, *action: object) -> str | None:
    """The rule an action is refused with."""
    with pytest.raises(IllegalAction) as error:
        pos.play(tuple(action))
    return error.value.rule


def whom(pos: BattleaxePosition, verb: str) -> set[str]:
    """The units that actions of a kind name."""
    return {pos.box.units[action[1]].id for action in pos.actions() if action[0] == verb}


def verbs(pos: BattleaxePosition) -> set[str]:
    """The kinds of action there are."""
    return {action[0] for action in pos.actions()}


def at(pos: BattleaxePosition, unit: str) -> str | None:
    """Where a unit is."""
    place = pos.where[UNIT[unit]]
    return GAME.map.ids[place] if place >= 0 else None


def reduced(pos: BattleaxePosition, *units: str) -> list[bool]:
    """Whether units are on their reduced side."""
    return [bool(pos.reduced >> UNIT[unit] & 1) for unit in units]


def holder(pos: BattleaxePosition, place: str) -> str:
    """Who controls a place."""
    return SIDES[1 - (pos.control >> PLACE[place] & 1)]


def side_of(name: str) -> int:
    """A side's number."""
    return NUMBER[name]


def roll(pos: BattleaxePosition, *faces: int) -> None:
    """The next dice."""
    pos.play(("roll", *sorted(faces)))


def attack(pos: BattleaxePosition, place: str, **answers: Any) -> None:
    """Attack a place with all who can, and go as far as the dice have fallen (see `fight`)."""
    if pos.stack[-1].step == "assault.next":
        pos.play(("attack", PLACE[place]))
    if pos.stack[-1].step == "attack.force":
        pos.play(("join_all",))
    fight(pos, **answers)


def attack_value(pos: BattleaxePosition) -> int:
    """The sum of the attack under way."""
    return sum(tally(pos).attack)


def defence_value(pos: BattleaxePosition) -> int:
    """The sum of the defence."""
    return sum(tally(pos).defence)


def end(pos: BattleaxePosition) -> None:
    """End the assault under way, if it has not ended by itself."""
    if pos.stack[-1].step == "assault.next":
        pos.play(("done",))


def fight(
    pos: BattleaxePosition,
    dice: tuple[int, int, int, int] | None = None,
    lead: str | None = None,
    target: str | None = None,
    air: int | None = None,
    rommel: int | None = None,
    guns: tuple[int | None, int | None] = (None, None),
) -> None:
    """Answer the questions of a battle: leads, dice of aircraft, Rommel and guns (None declines), then the dice."""
    calls = list(guns)
    rolled = [dice[:2], dice[2:]] if dice else []
    while pos.stack:
        step = pos.stack[-1].step
        if step in ("battle.lead", "battle.target"):
            name = lead if step == "battle.lead" else target
            pos.play(("lead", UNIT[name]) if name else pos.actions()[0])
        elif step == "battle.air":
            pos.play(("no_air",) if air is None else ("air",))
            if air is not None:
                roll(pos, air)
        elif step == "battle.rommel":
            pos.play(("no_rommel",) if rommel is None else ("rommel",))
            if rommel is not None:
                roll(pos, rommel)
        elif step == "battle.call":
            face = calls[0 if pos.stack[-1].side == pos.seat(pos.active) else 1]
            pos.play(("no_call",) if face is None else ("call",))
            if face is not None:
                roll(pos, face)
        elif step in ("fuel.declare", "assault.second"):
            pos.play(("wait",))
        elif step == "battle.dice" and rolled:
            roll(pos, *rolled.pop(0))
        else:
            return


def manoeuvring(pos: BattleaxePosition) -> bool:
    """Is the day's fighting still on?"""
    return any(frame.step == "impulse" for frame in pos.stack)


def sleep(pos: BattleaxePosition) -> None:
    """Spend nothing in the evening; cut-off units hold out."""
    day = pos.turn
    while pos.stack and pos.turn == day and not manoeuvring(pos):
        pos.play(("roll", 6) if pos.side == "chance" else pos.actions()[-1])
