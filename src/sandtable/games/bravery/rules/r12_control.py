"""Control of the thirteen strategic hexes."""

from __future__ import annotations

from sandtable.engine.sides import ALLIED, AXIS
from sandtable.games.bravery.position import BraveryPosition


def take(pos: BraveryPosition, place: int, side: int) -> None:
    """12.1 Turn the control marker of a strategic hex to a side."""
    bit = pos.box.strategic & 1 << place
    if not bit or bool(pos.axis_held & bit) == (side == AXIS):
        return
    pos.axis_held ^= bit
    pos.note("12.1", "control", place, side)


def pass_through(pos: BraveryPosition, place: int, side: int) -> None:
    """12.1.1, 12.1.5 Entering a hex takes it, unless enemy units stand in it."""
    if not pos.holds(place, 1 - side):
        take(pos, place, side)


def settle_control(pos: BraveryPosition, place: int) -> None:
    """12.1.2, 12.1.3, 12.1.4 A side left alone in a hex controls it; the last side to leave it empty keeps it.

    Called after a side has left or died: the side that is alone takes the hex at once, so that whoever leaves last, or
    survives, has it. With both sides dead nobody is alone, and control stays as it was.
    """
    allied, axis = pos.holds(place, ALLIED), pos.holds(place, AXIS)
    if allied != axis:
        take(pos, place, AXIS if axis else ALLIED)
