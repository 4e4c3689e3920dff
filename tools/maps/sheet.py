"""A map in the making: places and links, written as the files of a data pack."""

import csv
import io
from collections.abc import Iterable, Sequence
from dataclasses import asdict, dataclass, field
from itertools import pairwise
from pathlib import Path

from tools.maps.grid import Grid

GAMES = Path(__file__).parents[2] / "src" / "sandtable" / "games"


@dataclass
class Place:
    """One row of `places.csv`."""

    id: str
    section: str
    terrain: str
    name: str = ""
    features: set[str] = field(default_factory=set)
    more: dict[str, str] = field(default_factory=dict)


@dataclass
class Sheet:
    """Title, grids, places by id and links by (a, b, kind)."""

    game: str
    title: str
    grids: Sequence[Grid] = ()
    columns: Sequence[str] = ()
    places: dict[str, Place] = field(default_factory=dict)
    links: dict[tuple[str, str, str], str] = field(default_factory=dict)

    def add(self, place: Place) -> None:
        """Put a place on the sheet."""
        if place.id in self.places:
            raise ValueError(f"{self.game}: place {place.id} twice")
        self.places[place.id] = place

    def link(self, a: str, b: str, kind: str, name: str = "") -> None:
        """Join two places, or mark the side between them; the first name given stays."""
        for place in (a, b):
            if place not in self.places:
                raise ValueError(f"{self.game}: {kind} {a}-{b} uses {place}, which is not on the sheet")
        self.links.setdefault((min(a, b), max(a, b), kind), name)

    def chain(self, ids: Iterable[str], kind: str, name: str = "") -> None:
        """A road, track or railway through a row of places."""
        for a, b in pairwise(ids):
            self.link(a, b, kind, name)

    def has(self, a: str, b: str, *kinds: str) -> bool:
        """Whether any of these kinds joins or parts two places."""
        return any((min(a, b), max(a, b), kind) in self.links for kind in kinds)

    def write(self) -> None:
        """Write map.toml, places.csv and links.csv into the game's data pack."""
        folder = GAMES / self.game / "data"
        folder.mkdir(parents=True, exist_ok=True)
        for name, text in self.files().items():
            (folder / name).write_text(text, encoding="utf-8", newline="\n")

    def files(self) -> dict[str, str]:
        """The three files by name."""
        return {"map.toml": self._toml(), "places.csv": self._places(), "links.csv": self._links()}

    def _toml(self) -> str:
        lines = [f'title = "{self.title}"', f'kind = "{"hex" if self.grids else "areas"}"']
        for grid in self.grids:
            lines += ["", "[[grid]]"]
            lines += [f'{key} = "{value}"' for key, value in asdict(grid).items()]
        return "\n".join(lines) + "\n"

    def _places(self) -> str:
        rows = [["id", "section", "terrain", "name", "features", *self.columns]]
        for place in sorted(self.places.values(), key=lambda place: (place.section, place.id)):
            features = " ".join(sorted(place.features))
            more = [place.more.get(column, "") for column in self.columns]
            rows.append([place.id, place.section, place.terrain, place.name, features, *more])
        return _csv(rows)

    def _links(self) -> str:
        return _csv([["a", "b", "kind", "name"], *([*key, self.links[key]] for key in sorted(self.links))])


def _csv(rows: Iterable[Iterable[str]]) -> str:
    out = io.StringIO()
    csv.writer(out, lineterminator="\n").writerows(rows)
    return out.getvalue()
