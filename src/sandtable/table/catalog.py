"""How the games introduce themselves: the lobby's cards, boards, rule help and guided openings."""

from __future__ import annotations

import json
import re
import tomllib
from functools import cache
from pathlib import Path

from sandtable.engine.documents import Document
from sandtable.engine.game import Game
from sandtable.engine.rulebook import RULING
from sandtable.engine.sides import PLAYERS
from sandtable.table.library import Level

CROP = (400, 310)
"""The shape of the map on a card."""
SAMPLES = 3


def card(game: Game, levels: tuple[Level, ...]) -> Document:
    """One game for the lobby."""
    about = game.card
    pos = game.start()
    views = {side: pos.see(side) for side in PLAYERS}
    opening = guide(game)
    return {
        "id": game.id,
        "title": game.title,
        "subtitle": about.period,
        "blurb": about.blurb,
        "length": about.length,
        "time": about.minutes,
        "kind": about.board,
        "weight": about.weight,
        "hidden": game.hidden,
        "sides": {
            side: {"label": about.sides[side][0], "note": about.sides[side][1], "pieces": _samples(views[side], side)}
            for side in PLAYERS
        },
        "scenarios": [
            {"id": name, "title": scenario.title, "length": scenario.length, "note": scenario.notes}
            for name, scenario in game.scenarios.items()
        ],
        "options": [
            {
                "id": name,
                "label": option.title,
                "note": option.notes,
                "rule": option.rule,
                "default": option.default,
                **({"choices": [{"id": c, "label": str(c)} for c in option.choices]} if option.choices else {}),
            }
            for name, option in game.options.items()
        ],
        "levels": [{**level._asdict(), "bars": bars} for bars, level in enumerate(levels, 1)],
        "overlays": list(game.overlays),
        "figures": {
            symbol: {slot: {k: v for k, v in figure._asdict().items() if v} for slot, figure in slots.items()}
            for symbol, slots in game.figures.items()
        },
        "terrain": dict(game.ground),
        "card": _crop(board(game), pos.see(None)["pieces"]),
        "guide": opening and {"side": opening["side"], "scenario": opening["scenario"]},
    }


def _samples(view: Document, side: str) -> list[Document]:
    """Three counters of a side: of different formations, and of different kinds before more of one."""
    own = [piece for piece in view["pieces"] if piece.get("side") == side and not piece.get("hidden")]
    chosen: list[Document] = []
    while own and len(chosen) < SAMPLES:
        seen = {key: [piece.get(key) for piece in chosen] for key in ("formation", "symbol")}
        best = min(own, key=lambda piece: [seen[key].count(piece.get(key)) for key in ("formation", "symbol")])
        own.remove(best)
        chosen.append(best)
    return chosen


def _crop(board: Document | None, pieces: list[Document]) -> Document | None:
    """A window on the map where most stacks can be seen at once, and one piece of each stack."""
    if board is None:
        return None
    spots = board["places"]
    on_map = [piece for piece in pieces if piece.get("at") in spots]
    unit = board.get("hex", CROP[0] / 6)
    width = min(board["width"], max(board["width"] / 2.5, 6 * unit), 16 * unit)
    height = min(board["height"], width * CROP[1] / CROP[0])
    stacks = sorted({(spots[p["at"]]["x"], spots[p["at"]]["y"]) for p in on_map})
    corners = [
        (min(max(0.0, x - width / 2), board["width"] - width), min(max(0.0, y - height / 2), board["height"] - height))
        for x, y in stacks or [(0.0, 0.0)]
    ]
    left, top = max(corners, key=lambda at: _seen(stacks, at[0] + width / 2, at[1] + height / 2, width, height))
    top_pieces = {(piece["at"], piece.get("side")): piece for piece in reversed(on_map)}
    return {"box": [round(value, 1) for value in (left, top, width, height)], "pieces": list(top_pieces.values())}


def _seen(stacks: list[tuple[float, float]], x: float, y: float, width: float, height: float) -> tuple[int, float]:
    """How many stacks a window round a point shows well inside its edges, and how well they stand in its middle."""
    inside = [(a, b) for a, b in stacks if abs(a - x) < 0.46 * width and abs(b - y) < 0.44 * height]
    return len(inside), -sum(abs(a - x) + abs(b - y) for a, b in inside)


def drawn(game: Game, name: str, suffix: str, scenario: str | None) -> Path | None:
    """A drawn file of a game: `map.svg`, or `map-<scenario>.svg` where a scenario has its own."""
    names = [f"{name}-{scenario}.{suffix}"] if scenario in game.scenarios else []
    for candidate in (*names, f"{name}.{suffix}"):
        path = game.pack.path(candidate)
        if path.is_file():
            return path
    return None


@cache
def _board(path: Path) -> Document:
    document: Document = json.loads(path.read_text(encoding="utf-8"))
    return document


def board(game: Game, scenario: str | None = None) -> Document | None:
    """The board of a game, or None where none is drawn."""
    path = drawn(game, "board", "json", scenario)
    return None if path is None else _board(path)


def rules(game: Game) -> Document:
    """Every rule with our title and summary, and the rulings."""
    path = game.package / "RULINGS.md"
    text = path.read_text(encoding="utf-8") if path.is_file() else ""
    heads = list(RULING.finditer(text))
    stops = [head.start() for head in re.finditer(r"^#", text, re.MULTILINE)] + [len(text)]
    ends = [next(stop for stop in stops if stop > head.start()) for head in heads]
    return {
        "edition": game.rulebook.edition,
        "rules": [
            {"id": rule.number, "title": rule.title, "text": rule.help, "status": rule.status}
            for rule in game.rulebook.rules.values()
        ],
        "rulings": [
            {
                "id": head[1],
                "rules": re.findall(r"[\w.]+", head[2]),
                "title": head[3],
                "text": text[head.end() : end].strip(),
            }
            for head, end in zip(heads, ends, strict=True)
        ],
    }


def guide(game: Game) -> Document | None:
    """The guided opening of a game, or None."""
    path = game.package / "guide.toml"
    if not path.is_file():
        return None
    document = tomllib.loads(path.read_text(encoding="utf-8"))
    steps = document.pop("step")
    defaults = {"title": game.title, "scenario": next(iter(game.scenarios)), "side": PLAYERS[0]}
    return {**defaults, **document, "steps": steps}


def charts(game: Game, scenario: str | None) -> list[Document]:
    """The game's tables for a scenario."""
    wanted = scenario if scenario in game.scenarios else None
    return [chart.document() for chart in game.charts(game.box(wanted))]
