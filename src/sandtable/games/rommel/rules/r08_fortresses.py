"""8 Fortresses and minefields in battle."""

from __future__ import annotations

from sandtable.games.rommel.position import RommelPosition


def fortified(pos: RommelPosition, place: int, side: int) -> bool:
    """Is a side's force in a hex the garrison of a fortress of its own, and under attack?"""
    return bool(pos.box.board.fortresses >> place & 1) and pos.owner(place) == side and pos.phasing != side


def mined(pos: RommelPosition, place: int, side: int) -> bool:
    """Has a side a minefield in a hex?"""
    return any(hex_ == place and owner == side for hex_, owner, _, _ in pos.mines)


def seems_mined(pos: RommelPosition, place: int, side: int, viewer: int | None) -> bool:
    """Has a side a minefield in a hex, as far as a viewer knows?"""
    return any(hex_ == place and owner == side and (shown or viewer == side) for hex_, owner, shown, _ in pos.mines)


def uncover_mine(pos: RommelPosition, place: int) -> None:
    """8.4.1 A minefield is shown as soon as a battle is fought in it."""
    for hex_, owner, shown, _ in pos.mines:
        if hex_ == place and not shown:
            pos.note("8.4", "mine", owner, place)
            pos.reveal()
    pos.mines = tuple((h, o, 1, z) if h == place else (h, o, s, z) for h, o, s, z in pos.mines)
