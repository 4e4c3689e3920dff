"""16.0 Fortresses: Tobruk and Bardia, and who holds the towns that matter."""

from __future__ import annotations

from sandtable.games.western_desert.position import WesternDesertPosition
from sandtable.games.western_desert.terms import BARDIA, DAMAGED, DESTROYED, INTACT, TOBRUK


def change_hands(pos: WesternDesertPosition, place: int, side: int, by_combat: bool) -> None:
    """16.1 A town belongs to who entered its hex last; a fortress taken in combat is worse for it."""
    town = pos.box.towns.index(place)
    if pos.control[town] == side:
        return
    pos.control[town] = side
    if town != BARDIA:
        pos.captor = side
    pos.note("16.1", "taken", side, place)
    if by_combat and town in (TOBRUK, BARDIA) and pos.fortress[town] != DESTROYED:
        pos.fortress[town] = DAMAGED if town == TOBRUK and pos.fortress[town] == INTACT else DESTROYED
        pos.note("16.1", "fortress", place, pos.fortress[town])


def in_city(pos: WesternDesertPosition, place: int) -> bool:
    """Alexandria and Benghazi, and Tobruk once its fortress is destroyed (11.1)."""
    if pos.box.city >> place & 1:
        return True
    return place == pos.box.tobruk and pos.fortress[TOBRUK] == DESTROYED
