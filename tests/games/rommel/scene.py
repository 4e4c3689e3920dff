"""Positions for tests: an empty desert, blocks put where a test wants them, one step asked."""

from __future__ import annotations

from random import Random
from typing import Any

import sandtable
from sandtable.engine.flow import Action, push
from sandtable.engine.maps import places_in
from sandtable.games.rommel.game import Rommel
from sandtable.games.rommel.position import AWAY, RommelPosition

ALLIED, AXIS = 0, 1
_game = sandtable.load("rommel")
assert isinstance(_game, Rommel)
GAME: Rommel = _game
NUMBER = {block.id: number for number, block in enumerate(GAME.blocks)}
HEX = GAME.map.index


def scene(placed: dict[str, str] | None = None, *, scenario: str = "crusader", **options: bool) -> RommelPosition:
    """A desert with nothing but these blocks, `{"Tobruk": "A43 A44"}`: no mines, no cards, nothing to do.

    Fortresses are as the scenario has them. `put` adds blocks that are weakened or disrupted.
    """
    pos = GAME.start(scenario, options)
    assert isinstance(pos, RommelPosition)
    pos.where = [AWAY] * len(pos.where)
    pos.moved = [0] * len(pos.where)
    pos.rested = [0] * len(pos.where)
    pos.mines = ()
    pos.hands = (0, 0, 0, 0)
    pos.stack = ()
    pos._actions = None
    pos.log = ()
    for place, blocks in (placed or {}).items():
        put(pos, place, *blocks.split())
    return pos


def put(pos: RommelPosition, place: str, *blocks: str, steps: int = 0, down: bool = False) -> None:
    """Put blocks in a hex."""
    for block in blocks:
        unit = NUMBER[block]
        pos.where[unit] = HEX[place]
        if steps:
            pos.steps[unit] = steps
        pos.disrupted[unit] = int(down)


def fight(pos: RommelPosition, place: str, defender: int, *came_from: str) -> None:
    """Make a battle of a hex."""
    pos.battles = (*pos.battles, (HEX[place], defender, sum(1 << HEX[name] for name in came_from)))


def ask(pos: RommelPosition, step: str, side: int, *args: Any, phasing: int | None = None) -> RommelPosition:
    """Put one step on an empty stack and let the engine run to the next question."""
    pos.phasing = side if phasing is None else phasing
    pos.stack = ()
    push(pos, step, side, *args)
    pos._actions = None
    pos.settle()
    return pos


def clash(*axis: str, allied: tuple[str, ...] = ("A43",), place: str = "Gambut") -> RommelPosition:
    """Axis blocks have come from Bir el Gubi to attack Allied ones."""
    pos = scene()
    put(pos, place, *axis, *allied)
    fight(pos, place, ALLIED, "Bir el Gubi")
    return pos


def engaged(*axis: str, allied: tuple[str, ...] = ("A43",), place: str = "Gambut") -> RommelPosition:
    """The same in this very move: the battle is to be fought."""
    pos = clash(*axis, allied=allied, place=place)
    pos.entered = 1 << HEX[place]
    pos.phasing = AXIS
    return pos


def build(pos: RommelPosition, side: int, points: int) -> RommelPosition:
    """A side's Buildup turn with this many points."""
    pos.points = (points, points)
    return ask(pos, "buildup.open", side)


def where(pos: RommelPosition, block: str) -> str:
    """The hex a block is in."""
    place = pos.where[NUMBER[block]]
    return GAME.map.ids[place] if place >= 0 else {-1: "lost", -2: "away", -3: "gone"}[place]


def names(actions: list[Action], verb: str) -> set[str]:
    """The hexes an action verb is offered for."""
    return {GAME.map.ids[action[1]] for action in actions if action[0] == verb}


def blocks(actions: list[Action], verb: str) -> set[str]:
    """The blocks an action verb is offered for."""
    return {GAME.blocks[action[1]].id for action in actions if action[0] == verb}


def hexes(mask: int) -> set[str]:
    """The names of a set of hexes."""
    return {GAME.map.ids[place] for place in places_in(mask)}


def roll(pos: RommelPosition, *faces: int) -> None:
    """Let the dice fall so."""
    assert pos.side == "chance"
    pos.play(("roll", *sorted(faces)))


def hand(pos: RommelPosition, side: int, real: int, dummy: int = 0) -> None:
    """Give a side cards."""
    have = pos.hand(side)
    pos.change_hand(side, real - have[0], dummy - have[1])


def turn(pos: RommelPosition, side: int, real: int, dummy: int = 0) -> RommelPosition:
    """Start a side's turn with this many cards laid."""
    hand(pos, side, real, dummy)
    ask(pos, "turn", side, 0)
    pos.play(("lay", real, dummy))
    return pos


def events(pos: RommelPosition, kind: str) -> list[tuple[Any, ...]]:
    """The particulars of all events of a kind."""
    return [event.args for event in pos.events() if event.kind == kind]


def random_game(scenario: str, seed: int, until: str = "", limit: int = 4000) -> RommelPosition:
    """Play at random until a step is asked (or the end)."""
    pos, rng = GAME.start(scenario), Random(seed)
    for _ in range(limit):
        if not pos.stack or (until and pos.stack[-1].step == until):
            break
        pos.play(pos.sample(rng) if pos.side == "chance" else rng.choice(pos.actions()))
    assert isinstance(pos, RommelPosition)
    return pos
