"""Numbers that stand for words: unit types, boxes off the map, marks on units, effects of events."""

from __future__ import annotations

ARMOR, MOTORIZED, INFANTRY, RECON, LEADER = range(5)
TYPES = ("armor", "motorized", "infantry", "recon")

RESERVE, RECOVERABLE, PERMANENT, DUE, WITHDRAWN = -1, -2, -3, -4, -5
"""Where a unit is when it is not on the map."""

MOVED = 1
"""Has moved, or has built, in this movement phase."""
STRATEGIC = 2
"""Used strategic movement this turn (9.4)."""
SAILED = 4
"""Used sea transfer this turn (9.7)."""
ATTACKED = 8
"""Has attacked in this combat phase (10.1)."""
FELL_BACK = 16
"""Retreated onto friends in this combat phase (10.26)."""
BOMBED = 32
"""Was bombarded in this combat phase (14.2)."""
FED = 64
"""Drew its supply from Tobruk in this segment or phase (8.4)."""
NEW = 128
"""Arrived this turn (7.7)."""
INSIDE = 256
"""Stands under an improved position marker (12.2)."""
LEFT = 512
"""Was taken up in this movement phase and put down again: it may still move."""

TOBRUK, BARDIA, BENGHAZI = 0, 1, 2
"""Towns whose holder matters."""
DESTROYED, DAMAGED, INTACT = 0, 1, 2
"""State of a fortress; Bardia is never merely damaged."""

NONE, BAD, POOR, NORMAL, EXCELLENT = range(5)
LEVELS = ("none", "bad", "poor", "normal", "excellent")

MP = 6
"""Movement is counted in sixths of a point, so that roads (a third) and tracks (a half) come out whole."""
SUPPLY_RANGE = 4
ATTACK_RANGE = 4
TRACK_LIMIT = 10
STACK_LIMIT = 4
UNIT_LIMIT = 2
"""The most stacking points one unit takes."""
POINT_LIMIT = 12
LAST_TURN = 23
MONTGOMERY_TURN = 21
MAP_FLOOR = 6
"""Units the Allies may keep on the map whatever other fronts ask for (7.4)."""
