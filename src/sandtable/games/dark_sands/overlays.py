"""Overlays: supply, zones of control, control of hexes, and the reach of the moving group."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from sandtable.engine.maps import Mask, mask_of, places_in
from sandtable.engine.sides import ALLIED, AXIS, SIDES
from sandtable.games.dark_sands.position import Sands
from sandtable.games.dark_sands.rules.r02_control import controls
from sandtable.games.dark_sands.rules.r08_zones import enemy_zones
from sandtable.games.dark_sands.rules.r10_supply import net_in_supply, supplied
from sandtable.games.dark_sands.rules.r19_movement import destinations

Area = tuple[int, str, Mask]


def overlay(pos: Sands, name: str) -> dict[str, Any]:
    """One overlay by its name."""
    ids = pos.box.map.ids
    areas = [
        {"side": SIDES[side], "label": label, "places": [ids[place] for place in places_in(mask)]}
        for side, label, mask in OVERLAYS[name](pos)
    ]
    return {"areas": areas}


def _supply(pos: Sands) -> list[Area]:
    areas: list[Area] = []
    for side in (ALLIED, AXIS):
        areas.append((side, "Can trace a line of supply", supplied(pos, side) & pos.box.land))
        areas.append((side, "Supply net", net_in_supply(pos, side)))
    return areas


def _zones(pos: Sands) -> list[Area]:
    return [(side, "Zones of control", enemy_zones(pos, 1 - side)) for side in (ALLIED, AXIS)]


def _control(pos: Sands) -> list[Area]:
    return [
        (side, "Controlled", mask_of(p for p in places_in(pos.box.kept | pos.held[side]) if controls(pos, side, p)))
        for side in (ALLIED, AXIS)
    ]


def _reach(pos: Sands) -> list[Area]:
    if not pos.stack or pos.stack[-1][0] != "move.to":
        return []
    _, side, (half, group, spent) = pos.stack[-1]
    return [(side, "Reach", mask_of(destinations(pos, side, group, half, spent)))]


OVERLAYS: dict[str, Callable[[Sands], list[Area]]] = {
    "supply": _supply,
    "zones": _zones,
    "control": _control,
    "reach": _reach,
}
