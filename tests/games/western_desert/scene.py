"""Building moments of the campaign: an empty desert, the named units in the named hexes, and a step to play."""

from __future__ import annotations

from typing import Any, cast

import pytest

import sandtable
from sandtable import IllegalAction
from sandtable.engine.flow import Action, push
from sandtable.engine.sides import ALLIED, AXIS, CHANCE
from sandtable.games.western_desert.game import WesternDesert
from sandtable.games.western_desert.position import Battle, WesternDesertPosition
from sandtable.games.western_desert.terms import DUE, INSIDE, NORMAL

GAME = cast(WesternDesert, sandtable.load("western-desert"))
HEX = GAME.map.index
UNIT = {counter.id: number for number, counter in enumerate(GAME.start().box.units)}
"""Units by the id of their counter, leaders by that of their piece."""
UNIT |= {f"L{number + 1}": GAME.start().box.count + number for number in range(4)}
NEVER = 99
PORT_ONLY = {"3610": "X05", "3608": "X06", "3109": "X07", "3110": "X01", "3309": "X03", "3410": "X02", "3509": "X08"}
"""Italian divisions round Tobruk that leave its garrison nothing but the port."""


def names(places: int) -> set[str]:
    """The hexes of a mask by number."""
    return {name for name, place in GAME.map.index.items() if places >> place & 1}


def empty() -> WesternDesertPosition:
    """The start of the campaign."""
    pos = GAME.start()
    assert isinstance(pos, WesternDesertPosition)
    return pos


def scene(
    *placed: dict[str, str], active: int = ALLIED, turn: int = 5, depots: tuple[str, str] = ("5310", "1119")
) -> WesternDesertPosition:
    """An empty desert but for these: `{"5011": "A01 A02*", "4509": "X01+"}`.

    A star marks a reduced unit, a plus one inside an improved position, two plusses one of the second level.
    """
    pos = empty()
    pos.stack, pos._actions, pos.log = (), None, ()
    pos.where = [DUE] * pos.box.everyone
    pos.arrives = [NEVER] * pos.box.everyone
    pos.arrives[pos.box.second_general] = pos.box.arrives[pos.box.second_general]
    pos.flags = [0] * pos.box.everyone
    pos.works = ()
    pos.turn, pos.active, pos.level = turn, active, NORMAL
    pos.points, pos.air, pos.air_side, pos.naval = [6, 6], 0, -1, 0
    pos.depot = [HEX[place] if place else -1 for place in depots]
    stacks = [(place, word) for places in placed for place, words in places.items() for word in words.split()]
    for place, word in stacks:
        unit = UNIT[word.rstrip("*+")]
        pos.where[unit] = HEX[place]
        pos.reduced[unit] = int("*" in word)
        if "+" in word:
            pos.flags[unit] |= INSIDE
            pos.works = tuple({*pos.works, (HEX[place], word.count("+"), 0)})
    pos.refresh()
    return pos


def at(pos: WesternDesertPosition, name: str) -> str | None:
    """Where a unit is, if it is on the map."""
    place = pos.where[UNIT[name]]
    return GAME.map.ids[place] if place >= 0 else None


def ask(pos: WesternDesertPosition, step: str, side: int | None = None, *args: Any) -> WesternDesertPosition:
    """Put a step before the players and settle."""
    push(pos, step, pos.active if side is None else side, *args)
    pos._actions = None
    pos.settle()
    return pos


def play(pos: WesternDesertPosition, *actions: Action) -> WesternDesertPosition:
    """Play actions one after the other."""
    for action in actions:
        pos.play(action)
    return pos


def moves(pos: WesternDesertPosition, *movers: str) -> set[str]:
    """The hexes units of one hex may move to."""
    ask(pos, "move.to", None, tuple(UNIT[name] for name in movers), ())
    found = {GAME.map.ids[action[1]] for action in pos.actions() if action[0] == "to"} if pos.stack else set()
    pos.stack = ()
    return found


def battle(pos: WesternDesertPosition, attackers: str, targets: str, **more: Any) -> Battle:
    """An attack by the named units on the named hexes, as it stands before the dice."""
    places = tuple(HEX[number] for number in targets.split())
    defenders = tuple(u for place in places for u in pos.fighters_at(place, 1 - pos.active))
    return Battle(tuple(UNIT[name] for name in attackers.split()), defenders, places, **{"paid": 1, **more})


def fight(pos: WesternDesertPosition, attackers: str, targets: str, **more: Any) -> WesternDesertPosition:
    """Begin to fight that battle."""
    pos.battle = tuple(battle(pos, attackers, targets, **more))
    return ask(pos, "combat.fight", None, 0)


def hits(
    pos: WesternDesertPosition, on_attacker: int, on_defender: int, attackers: str, targets: str
) -> WesternDesertPosition:
    """A battle whose dice have been rolled: ask for the losses of the attacker, then of the defender."""
    pos.battle = tuple(battle(pos, attackers, targets, hits=(on_attacker, on_defender)))
    return ask(pos, "combat.fight", None, 5)


def roll(pos: WesternDesertPosition, *faces: int) -> WesternDesertPosition:
    """Let the dice fall as told."""
    assert pos.side == "chance", pos.stack[-1]
    pos.play(("roll", *faces))
    return pos


def refused(pos: WesternDesertPosition, action: Action) -> str | None:
    """The rule that an action is refused with; a refusal changes nothing."""
    before = GAME.dump(pos)
    with pytest.raises(IllegalAction) as error:
        pos.play(action)
    assert GAME.dump(pos) == before
    return error.value.rule


def verbs(pos: WesternDesertPosition) -> set[str]:
    """The words of the actions at hand."""
    return {str(action[0]) for action in pos.actions()}


def step(pos: WesternDesertPosition) -> str:
    """The step that asks."""
    return pos.stack[-1].step if pos.stack else ""


__all__ = [
    "ALLIED", "AXIS", "CHANCE", "GAME", "HEX", "PORT_ONLY", "UNIT", "ask", "at", "battle", "empty", "fight", "hits",
    "moves", "names", "play", "refused", "roll", "scene", "step", "verbs",
]  # fmt: skip
