"""The three who decide: two players and chance."""

from __future__ import annotations

ALLIED, AXIS, CHANCE = 0, 1, 2
SIDES = ("allied", "axis", "chance")
PLAYERS = SIDES[:2]
NUMBER = {name: number for number, name in enumerate(SIDES)}
