"""Overlays of the map: where a unit may march."""

from __future__ import annotations

from sandtable.engine.maps import mask_of
from sandtable.engine.overlays import Area
from sandtable.engine.sides import ALLIED, AXIS
from sandtable_skirmish.position import SkirmishPosition


def reach(pos: SkirmishPosition, viewer: int | None) -> list[Area]:
    """3 The areas next to the viewer's unit; a watcher sees both."""
    sides = (ALLIED, AXIS) if viewer is None else (viewer,)
    return [Area(side, "One march away", mask_of(pos.box.map.neighbours[pos.where[side]])) for side in sides]


OVERLAYS = {"reach": reach}
