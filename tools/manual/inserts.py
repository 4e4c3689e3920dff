r"""What a page of the manual leaves to the data: lines such as `{{ chart bravery movement }}`.

{{ chart GAME ID [SCENARIO] }}                  a table of the game
{{ map GAME WHEN PLACES | caption }}            a part of the map; WHEN is `empty`, a scenario, or `example:NAME`
{{ counters GAME NAME, NAME | caption }}        counters side by side
{{ key GAME NAME | slot: text; slot: text }}    one counter, each figure explained
{{ example GAME NAME }}                         what it shows, and a link that opens it in the table
{{ value GAME NAME }}                           one value of the data, by the name `sandtable data` gives it
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Callable, Mapping
from functools import cache
from typing import Any

import sandtable
from sandtable.engine.charts import Chart
from sandtable.engine.game import Game
from sandtable.lab.change import listed
from sandtable.table import examples
from tools.manual.figures import counter_key, counter_row, map_figure

INSERT = re.compile(r"\{\{ (\w+) ([^{}]*?) \}\}")
Pictures = dict[str, str]
"""Drawings of a page by the name of their file."""


@cache
def load(game: str) -> Game:
    """A game, loaded once."""
    return sandtable.load(game)


def expand(text: str, pictures: Pictures, root: str = "") -> str:
    """A page with everything inserted; its drawings are put into `pictures`, `root` leads to the top of the site."""

    def insert(found: re.Match[str]) -> str:
        if found[1] not in INSERTS:
            raise ValueError(f"{found[0]}: there is no insert {found[1]!r}; there are: {', '.join(INSERTS)}")
        try:
            return INSERTS[found[1]](found[2], pictures, root)
        except (ValueError, LookupError) as error:
            raise ValueError(f"{found[0]}: {error}") from error

    return INSERT.sub(insert, text)


def _picture(svg: str, caption: str, pictures: Pictures, root: str) -> str:
    name = f"made/{hashlib.sha256(svg.encode()).hexdigest()[:12]}.svg"
    pictures[name] = svg
    return f"![{caption}]({root}{name})\n\n*{caption}*{{ .caption }}"


def chart(args: str, pictures: Pictures, root: str) -> str:
    """A table of a game."""
    game_id, wanted, *rest = args.split()
    game = load(game_id)
    charts = {found.id: found for found in game.charts(game.box(rest[0] if rest else None))}
    if wanted not in charts:
        raise ValueError(f"there is no chart {wanted!r}; there are: {', '.join(charts)}")
    return chart_table(charts[wanted])


def chart_table(found: Chart) -> str:
    """A table of a game in Markdown."""
    lines = [_row([found.head or " ", *found.columns]), _row(["---"] * (1 + len(found.columns)))]
    lines += [_row([row.label, *row.cells]) for row in found.rows]
    if found.words:
        lines += ["", "; ".join(f"**{escaped(code)}**: {meaning}" for code, meaning in found.words.items()) + "."]
    if found.note:
        lines += ["", found.note]
    return "\n".join(lines)


def escaped(code: str) -> str:
    """A code as it is printed, stars included."""
    return code.replace("*", "\\*")


def _row(cells: list[str]) -> str:
    return "| " + " | ".join(escaped(cell).replace("|", "\\|") for cell in cells) + " |"


def map_part(args: str, pictures: Pictures, root: str) -> str:
    """A part of a map with the counters of a position."""
    body, _, caption = args.partition(" | ")
    game_id, when, *rest = body.split(" ", 2)
    game = load(game_id)
    places = [place.strip() for place in rest[0].split(",")] if rest else []
    view = _view(game, when)
    pieces = [{**piece, "block": game.id == "rommel"} for piece in view.get("pieces", ())]
    svg = map_figure(game, pieces, places, caption, view.get("markers", ()))
    return _picture(svg, caption, pictures, root)


def _view(game: Game, when: str) -> dict[str, Any]:
    """What the side whose decision it is sees; nothing for an empty map."""
    if when == "empty":
        return {}
    kind, _, name = when.partition(":")
    pos = examples.position(game, name) if kind == "example" else game.start(when)
    return dict(pos.see(pos.side if pos.side in game.sides else "allied"))


def _named(game: Game, names: list[str]) -> list[dict[str, Any]]:
    found: dict[str, dict[str, Any]] = {}
    for scenario in game.scenarios:
        for side in game.sides:
            for piece in game.start(scenario).see(side)["pieces"]:
                if not piece.get("hidden"):
                    found.setdefault(str(piece.get("name")), {**piece, "block": game.id == "rommel"})
    for name in names:
        if name not in found:
            raise ValueError(f"there is no counter {name!r}; there are: {', '.join(sorted(found))}")
    return [found[name] for name in names]


def counters(args: str, pictures: Pictures, root: str) -> str:
    """Counters side by side; a name with a star is shown reduced."""
    body, _, caption = args.partition(" | ")
    game_id, rest = body.split(" ", 1)
    names = [name.strip().replace("\\,", ",") for name in re.split(r"(?<!\\),", rest)]
    pieces = _named(load(game_id), [name.rstrip("*") for name in names])
    shown = [{**piece, "reduced": name.endswith("*")} for piece, name in zip(pieces, names, strict=True)]
    svg = counter_row(shown, [name.replace("*", ", reduced") for name in names], caption)
    return _picture(svg, caption, pictures, root)


def key(args: str, pictures: Pictures, root: str) -> str:
    """One counter, each figure explained."""
    body, _, slots = args.partition(" | ")
    game_id, name = body.split(" ", 1)
    (piece,) = _named(load(game_id), [name])
    notes = dict(part.strip().split(": ", 1) for part in slots.split(";"))
    return _picture(counter_key(piece, notes, f"The counter {name}"), f"The counter {name}", pictures, root)


def example(args: str, pictures: Pictures, root: str) -> str:
    """A link that opens an example in the table."""
    game_id, name = args.split()
    told = examples.told(load(game_id), name)
    return f"> **[Open this position in the table]({root}play/#/example/{game_id}/{name})** {told}"


def value(args: str, pictures: Pictures, root: str) -> str:
    """One value of a game's data."""
    game_id, name = args.split()
    (shown,) = [str(found) for said, found in _values(game_id) if said == name] or [""]
    if not shown:
        raise ValueError(f"there is no value {name!r}; `sandtable data {game_id}` lists all")
    return shown


@cache
def _values(game: str) -> list[tuple[str, Any]]:
    return list(listed(load(game).pack, ""))


INSERTS: Mapping[str, Callable[[str, Pictures, str], str]] = {
    "chart": chart,
    "map": map_part,
    "counters": counters,
    "key": key,
    "example": example,
    "value": value,
}
