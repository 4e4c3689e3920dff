"""8 Fortresses and minefields in battle."""

from __future__ import annotations

from sandtable.games.rommel.position import ASSAULT, OTHER, Position


def single_fire(pos: Position, place: int, side: int) -> bool:
    """8.3, 8.5 Against a fortress, or in a hex mined by the enemy, a side hits with sixes only."""
    if pos.box.board.fortresses >> place & 1 and pos.owner(place) != side:
        return True
    return mined(pos, place, OTHER[side])


def steps_doubled(pos: Position, place: int, side: int) -> bool:
    """8.3.1 The garrison of a fortress loses a step for two hits, unless it is assaulted and has no minefield."""
    if not pos.box.board.fortresses >> place & 1 or pos.owner(place) != side:
        return False
    return pos.option != ASSAULT or mined(pos, place, side)


def mined(pos: Position, place: int, side: int) -> bool:
    """Has a side a minefield in a hex?"""
    return any(hex_ == place and owner == side for hex_, owner, _, _ in pos.mines)


def uncover_mine(pos: Position, place: int) -> None:
    """8.4.1 A minefield is shown as soon as a battle is fought in it."""
    for hex_, owner, shown, _ in pos.mines:
        if hex_ == place and not shown:
            pos.note("8.4", "mine", owner, place)
            pos.reveal()
    pos.mines = tuple((h, o, 1, z) if h == place else (h, o, s, z) for h, o, s, z in pos.mines)
