"""What is impossible about a position."""

from __future__ import annotations

from sandtable.games.bravery.position import NOWHERE, BraveryPosition


def faults(pos: BraveryPosition) -> list[str]:
    """Everything impossible about a position."""
    found = []
    for unit, (place, strength) in enumerate(zip(pos.where, pos.strength, strict=True)):
        name = pos.box.units[unit].id
        if (place >= 0) != (strength > 0) or not 0 <= strength <= 2:
            found.append(f"{name} has strength {strength} in {place}")
        if place >= 0 and not pos.box.land >> place & 1:
            found.append(f"{name} stands in the sea")
        if pos.box.fixed[unit] and place not in (NOWHERE, pos.box.units[unit].home):
            found.append(f"garrison {name} has moved")
        if pos.marker[unit] and not pos.holds(place, 1 - pos.box.units[unit].side):
            found.append(f"{name} is under a marker with no enemy near")
    if pos.stack and pos.stack[-1].step in ("refit.choose", "cup.commit"):
        both = pos.occupied(0) & pos.occupied(1)
        if both:
            found.append(f"both sides are in {pos.box.names(both)} between turns")
    if pos.axis_held & ~pos.box.strategic:
        found.append("control of a hex that is not strategic")
    return found
