"""The log in words: one line for each kind of event."""

from __future__ import annotations

from collections.abc import Mapping

from sandtable.engine.battle import DiceRow
from sandtable.engine.kinds import KINDS as COMMON
from sandtable.engine.kinds import Kind
from sandtable.engine.log import Log, Tell
from sandtable.engine.sides import SIDES
from sandtable.engine.words import ALLIES, THE_AXIS
from sandtable_skirmish.box import HIT
from sandtable_skirmish.position import SkirmishPosition

SIDES_SAID = (ALLIES, THE_AXIS)
KINDS: Mapping[str, Kind] = {
    **COMMON,
    "side": Kind(
        lambda pos, side: SIDES_SAID[side], lambda pos, side: SIDES[side], lambda pos, word: SIDES.index(word)
    ),
}
OWNERS = {"side": lambda pos, side: side}
"""Whose a value is."""


def _fight(pos: SkirmishPosition, attacker: int, face: int) -> str:
    end = f"{SIDES_SAID[1 - attacker]:lose} a step" if face >= HIT else "no effect"
    return f"{SIDES_SAID[attacker]:attack} and {'roll' if SIDES_SAID[attacker].many else 'rolls'} {face}: {end}."


def _die(pos: SkirmishPosition, attacker: int, face: int) -> list[DiceRow]:
    return [{"side": SIDES[attacker], "label": "Attack", "faces": [face], "hits": [face >= HIT], "need": HIT}]


TELL = {
    "card": Tell("{side:choose} card {number}.", "side number"),
    "cards": Tell("The cards are turned up: Allied {allied}, Axis {axis}.", "allied:number axis:number", clears=True),
    "fight": Tell(_fight, "side face:number", dice=_die),
    "march": Tell("{side:march} to {place}.", "side place"),
}
SKIRMISH_LOG = Log(TELL, KINDS, OWNERS)
