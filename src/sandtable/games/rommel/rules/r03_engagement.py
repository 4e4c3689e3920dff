"""3 Engagement: battle hexes, hexsides, whose a hex is."""

from __future__ import annotations

from sandtable.games.rommel.position import OTHER, RommelPosition


def tidy(pos: RommelPosition) -> None:
    """3.1.1 A battle ends when only one side is left in its hex."""
    if not pos.battles:
        return
    going = []
    for battle in pos.battles:
        place = battle[0]
        sides = [pos.holds(place, side) for side in (0, 1)]
        if all(sides):
            going.append(battle)
        else:
            pos.entered &= ~(1 << place)
            pos.active &= ~(1 << place)
            for side in (0, 1):
                if sides[side]:
                    take_fortress(pos, side, place)
    pos.battles = tuple(going)


def take_fortress(pos: RommelPosition, side: int, place: int) -> None:
    """8.1 A fortress belongs to the side that last held it alone."""
    if not pos.box.board.fortresses >> place & 1 or pos.owner(place) == side:
        return
    if pos.holds(place, OTHER[side]) or not pos.holds(place, side):
        return
    pos.owners = tuple((fort, side if fort == place else owner) for fort, owner in pos.owners)
    pos.note("8.1", "capture", side, place)


def claim_fortresses(pos: RommelPosition, side: int) -> None:
    """8.1.1 Undisrupted blocks alone in a fortress take it, even if they came by a retreat that could not (R36)."""
    for place, owner in pos.owners:
        if owner != side and pos.ready_at(place, side):
            take_fortress(pos, side, place)


def besieged(pos: RommelPosition, place: int) -> bool:
    """8.2 A fortress is besieged while enemies of its owner are in its hex."""
    return pos.holds(place, OTHER[pos.owner(place)])


def refuse_barred(pos: RommelPosition, side: int, place: int, cut: list[int]) -> str | None:
    """3.3, 3.4 A force refuses battle whole, and not if only part of it is supplied or disrupted."""
    force = pos.at(place, side)
    if not force:
        return "3.2"
    if any(unit in cut for unit in force):
        return "3.3" if any(unit not in cut for unit in force) else "7.3.3"
    if any(pos.disrupted[unit] for unit in force):
        return "3.4"
    return None


def beaten_hex(pos: RommelPosition) -> tuple[int, int] | None:
    """5.4 A hex where one side has only disrupted units among undisrupted enemies, and that side."""
    for place, defender, _ in pos.battles:
        for side in (defender, OTHER[defender]):
            if pos.at(place, side) and not pos.ready_at(place, side) and pos.ready_at(place, OTHER[side]):
                return place, side
    return None
