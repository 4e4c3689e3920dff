"""The desert in longitude and latitude, read from `geo/`."""

import csv
import json
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path

Point = tuple[float, float]
Line = list[Point]

FOLDER = Path(__file__).parent / "geo"


@dataclass(frozen=True)
class Feature:
    """One line, polygon ring or point of the geography, in (longitude, latitude)."""

    kind: str
    name: str
    shape: str
    points: tuple[Point, ...]
    faces: str = ""


@cache
def features(layer: str) -> tuple[Feature, ...]:
    """Every feature of one layer: coastline, roads, tracks, rail or terrain."""
    document = json.loads((FOLDER / f"{layer}.geojson").read_text(encoding="utf-8"))
    return tuple(_feature(layer, entry) for entry in document["features"])


def _feature(layer: str, entry: dict[str, dict[str, object]]) -> Feature:
    shape = str(entry["geometry"]["type"])
    raw = entry["geometry"]["coordinates"]
    points = {"Point": [raw], "Polygon": raw[0] if isinstance(raw, list) else raw}.get(shape, raw)
    assert isinstance(points, list)
    return Feature(
        kind=str(entry["properties"].get("kind", layer)),
        name=str(entry["properties"]["name"]),
        shape=shape,
        points=tuple((float(lon), float(lat)) for lon, lat in points),
        faces=str(entry["properties"].get("faces", "")),
    )


def of_kind(kind: str, layer: str = "terrain") -> Iterator[Feature]:
    """The features of one kind, as `escarpment` or `salt_marsh`."""
    return (feature for feature in features(layer) if feature.kind == kind)


@dataclass(frozen=True)
class Entry:
    """One place of the gazetteer."""

    name: str
    aliases: tuple[str, ...]
    lat: float
    lon: float
    kind: str


@cache
def gazetteer() -> tuple[Entry, ...]:
    """Every place, in the order of the file."""
    with (FOLDER / "gazetteer.csv").open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file, restkey="rest"))
    return tuple(
        Entry(r["name"], tuple(filter(None, r["aliases"].split(";"))), float(r["lat"]), float(r["lon"]), r["kind"])
        for r in rows
    )


@cache
def places() -> dict[str, Point]:
    """Every name and alias of the gazetteer with its (longitude, latitude); names win over aliases."""
    known: dict[str, Point] = {}
    for entry in gazetteer():
        for alias in entry.aliases:
            known.setdefault(alias, (entry.lon, entry.lat))
    known.update({entry.name: (entry.lon, entry.lat) for entry in gazetteer()})
    return known
