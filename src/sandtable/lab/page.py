"""Pages that need nothing else: tables, plots, and figures on the map itself."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from html import escape
from io import StringIO
from pathlib import Path
from typing import TYPE_CHECKING

import sandtable
from sandtable.engine.game import Game
from sandtable.lab.plan import Plan, heading

if TYPE_CHECKING:
    from matplotlib.axes import Axes

COLOURS = ("#87601c", "#46545a")
RED, BLUE = "#b3261e", "#2b5c8a"
STYLE = """
body{font:15px/1.5 system-ui,sans-serif;color:#241e15;background:#ece5d5;margin:0 auto;max-width:1000px;padding:24px}
h1,h2{font-family:Palatino,Georgia,serif}table{border-collapse:collapse;background:#fbf8f1}
td,th{padding:4px 12px;border-bottom:1px solid #e3dac6;text-align:right}td:first-child,th:first-child{text-align:left}
figure{margin:16px 0;background:#fbf8f1;border:1px solid #e3dac6;border-radius:12px;padding:12px}
.key span{margin-right:14px;font-size:13px}.key i{display:inline-block;width:18px;height:12px;margin-right:5px}
td.words{text-align:left}
figure svg{max-width:100%;height:auto}figure text{stroke:none}code{background:#f3ecdd;padding:2px 5px;border-radius:4px}
"""


Rows = list[tuple[object, ...]]


def write(path: Path, title: str, plan: Plan, command: str, parts: list[str]) -> None:
    """Write a page that needs nothing else."""
    game, head = sandtable.load(plan.game, plan.data), heading(plan)
    top = (
        f"<h1>{escape(game.title)}: {title}</h1>"
        f"<p>Scenario {escape(head['scenario'])}, seed {plan.seed}, data {head['data']}.</p>"
        f"<p><code>{escape(command)}</code></p>"
    )
    page = f"<!doctype html><html lang='en'><meta charset='utf-8'><title>{escape(game.title)}: {title}</title>"
    path.write_text(f"{page}<style>{STYLE}</style><body>{top}{''.join(parts)}</body></html>\n", encoding="utf-8")


def table(headings: tuple[str, ...], rows: Iterable[Iterable[object]]) -> str:
    """An HTML table."""
    head = "".join(f"<th>{escape(word)}</th>" for word in headings)
    body = "".join("<tr>" + "".join(map(_cell, row)) + "</tr>" for row in rows)
    return f"<table><tr>{head}</tr>{body}</table>"


def _cell(value: object) -> str:
    """A cell: words to the left, figures to the right."""
    text = str(value)
    return f"<td{'' if any(map(str.isdigit, text)) else ' class=words'}>{escape(text)}</td>"


def figure(caption: str, svg: str) -> str:
    """A picture with its caption."""
    return f"<figure>{svg}<figcaption>{escape(caption)}</figcaption></figure>"


def spans(rows: list[tuple[str, float, float, float]], mark: float | None = None) -> str:
    """A point with its interval for each name, and a line at a mark; words where there is nothing to draw."""
    if not rows:
        return "<p>No interval is known.</p>"
    with drawing((8, 0.6 + 0.35 * len(rows))) as (axes, svg):
        for number, (name, middle, low, high) in enumerate(reversed(rows)):
            axes.plot([low, high], [number, number], color="#7c6238")
            axes.plot([middle], [number], "o", color=COLOURS[0], label=name)
        axes.set_yticks(range(len(rows)), [name for name, *_ in reversed(rows)])
        axes.set_ylim(-0.5, len(rows) - 0.5)
        if mark is not None:
            axes.axvline(mark, color="#7c6238", linewidth=0.8, linestyle=":")
    return svg.getvalue()


@contextmanager
def drawing(size: tuple[float, float]) -> Iterator[tuple[Axes, StringIO]]:
    """Axes to draw on, and the SVG of them once it is done; the same drawing gives the same text."""
    import matplotlib

    matplotlib.use("svg")
    from matplotlib import pyplot

    drawn, axes = pyplot.subplots(figsize=size)
    svg, text = StringIO(), StringIO()
    yield axes, svg
    with matplotlib.rc_context({"svg.hashsalt": "sandtable"}):
        drawn.savefig(text, format="svg", bbox_inches="tight", metadata={"Date": None})
    pyplot.close(drawn)
    svg.write(text.getvalue()[text.getvalue().index("<svg") :])


def heat(game: Game, shares: dict[str, float]) -> str:
    """Places of the board, the darker the larger their share; the most important are named."""
    top = max(shares.values(), default=0) or 1.0
    fills = {place: (RED, 0.05 + 0.8 * share / top) for place, share in shares.items()}
    named = {place for place, share in shares.items() if share > top / 3}
    scale = [(f"{share * top:.1%}", RED, 0.05 + 0.8 * share) for share in (0.0, 0.25, 0.5, 0.75, 1.0)]
    return board(game, fills, {place: f"{share:.1%}" for place, share in shares.items()}, named, scale)


def heat_difference(game: Game, before: dict[str, float], after: dict[str, float]) -> str:
    """Places of the board by how much more (red) or less (blue) they have after a change; the largest are named."""
    gaps = {place: after.get(place, 0.0) - before.get(place, 0.0) for place in before | after}
    top = max(map(abs, gaps.values()), default=0) or 1.0
    fills = {place: (RED if gap > 0 else BLUE, 0.8 * abs(gap) / top) for place, gap in gaps.items() if gap}
    named = {place for place, gap in gaps.items() if abs(gap) > top / 3}
    scale = [(f"{share * top:+.2f}", RED if share > 0 else BLUE, 0.8 * abs(share)) for share in (-1.0, -0.5, 0.5, 1.0)]
    return board(game, fills, {place: f"{gap:+.2f}" for place, gap in gaps.items()}, named, scale)


Fill = tuple[str, float]
Key = list[tuple[str, str, float]]
"""What colours mean: a word, a colour and how strong it is."""


def board(game: Game, fills: dict[str, Fill], told: dict[str, str], named: set[str], key: Key) -> str:
    """The board with places filled, each with its figure as a tooltip, the others as one faint shape, and a key."""
    board = json.loads(game.pack.text("board.json"))
    empty, cells, names = [], [], []
    for place, drawn in board["places"].items():
        corners = " ".join(f"{x:.0f},{y:.0f}" for x, y in drawn["poly"])
        name = escape(drawn.get("name") or place)
        if place in fills:
            colour, opacity = fills[place]
            title = f"<title>{name}: {told[place]}</title>"
            cells.append(f"<polygon points='{corners}' fill='{colour}' fill-opacity='{opacity:.2f}'>{title}</polygon>")
        elif drawn["terrain"] != "sea":
            empty.append(f"M{corners}Z")
        if place in named:
            names.append(f"<text x='{drawn['x']:.0f}' y='{drawn['y']:.0f}'>{name}</text>")
    size = f"viewBox='0 0 {board['width']} {board['height']}'"
    shared = "stroke='#7c6238' stroke-opacity='.4' text-anchor='middle' font-size='16'"
    faint = f"<path d='{''.join(empty)}' fill='#b9ad94' fill-opacity='.08'/>"
    shapes = "".join((faint, *cells, *names))
    return f"<svg {size} xmlns='http://www.w3.org/2000/svg'><g {shared}>{shapes}</g></svg>{_key(key)}"


def _key(key: Key) -> str:
    """What the colours of a map mean, as a row of swatches."""
    swatches = "".join(
        f"<span><i style='background:{colour};opacity:{opacity:.2f}'></i>{escape(word)}</span>"
        for word, colour, opacity in key
    )
    return f"<div class='key'>{swatches}</div>"
