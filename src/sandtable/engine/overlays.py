"""Overlays of the map: sets of places and lines, each of a side and with a label."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from sandtable.engine.maps import Map, Mask, places_in
from sandtable.engine.sides import SIDES
from sandtable.engine.view import AreaView, OverlayView, PathView


class Area(NamedTuple):
    """Places that are tinted."""

    side: int | None
    label: str
    places: Mask


class Path(NamedTuple):
    """A line over the map."""

    side: int | None
    places: Sequence[int]
    label: str = ""


def overlay_view(chart: Map, parts: Sequence[Area | Path]) -> OverlayView:
    """An overlay in the form of the view."""
    areas: list[AreaView] = []
    paths: list[PathView] = []
    for part in parts:
        side = None if part.side is None else SIDES[part.side]
        if isinstance(part, Area):
            areas.append({"side": side, "label": part.label, "places": [chart.ids[p] for p in places_in(part.places)]})
        else:
            paths.append({"side": side, "label": part.label, "places": [chart.ids[p] for p in part.places]})
    return {"areas": areas, "paths": paths}
