"""A finished data pack as the drawing needs it: grids, places and links."""

import csv
import tomllib
from dataclasses import dataclass
from pathlib import Path

from tools.maps.grid import Grid
from tools.maps.sheet import GAMES


@dataclass(frozen=True)
class Spot:
    """One row of `places.csv`."""

    id: str
    section: str
    terrain: str
    name: str
    features: frozenset[str]
    more: dict[str, str]

    @property
    def sea(self) -> bool:
        """Whether the place is open water."""
        return self.terrain == "sea"


@dataclass(frozen=True)
class Link:
    """One row of `links.csv`."""

    a: str
    b: str
    kind: str
    name: str


@dataclass(frozen=True)
class Pack:
    """The three map files of one game."""

    game: str
    title: str
    grids: dict[str, Grid]
    places: dict[str, Spot]
    links: tuple[Link, ...]

    def of(self, *kinds: str) -> list[Link]:
        """The links of some kinds."""
        return [link for link in self.links if link.kind in kinds]


def folder(game: str) -> Path:
    """Where a game keeps its data."""
    return GAMES / game / "data"


def read(game: str) -> Pack:
    """Read map.toml, places.csv and links.csv of a game."""
    sheet = tomllib.loads((folder(game) / "map.toml").read_text(encoding="utf-8"))
    grids = {table["section"]: Grid(**table) for table in sheet.get("grid", [])}
    known = ("id", "section", "terrain", "name", "features")
    places = {
        row["id"]: Spot(
            row["id"],
            row["section"],
            row["terrain"],
            row["name"],
            frozenset(row["features"].split()),
            {key: value for key, value in row.items() if key not in known},
        )
        for row in _rows(game, "places.csv")
    }
    links = tuple(Link(row["a"], row["b"], row["kind"], row["name"]) for row in _rows(game, "links.csv"))
    return Pack(game, sheet["title"], grids, places, links)


def _rows(game: str, name: str) -> list[dict[str, str]]:
    with (folder(game) / name).open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))
