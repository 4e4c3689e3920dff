"""A balance report as one HTML file that needs nothing else: figures, plots, and heat maps on the map itself."""

from __future__ import annotations

import json
from html import escape
from io import StringIO
from pathlib import Path
from typing import Any

import sandtable
from sandtable.engine.game import Game
from sandtable.lab.balance import Balance, Curve
from sandtable.lab.runs import heading
from sandtable.lab.simulate import Plan

COLOURS = ("#87601c", "#46545a")
STYLE = """
body{font:15px/1.5 system-ui,sans-serif;color:#241e15;background:#ece5d5;margin:0 auto;max-width:1000px;padding:24px}
h1,h2{font-family:Palatino,Georgia,serif}table{border-collapse:collapse;background:#fbf8f1}
td,th{padding:4px 12px;border-bottom:1px solid #e3dac6;text-align:right}td:first-child,th:first-child{text-align:left}
figure{margin:16px 0;background:#fbf8f1;border:1px solid #e3dac6;border-radius:12px;padding:12px}
figure svg{max-width:100%;height:auto}code{background:#f3ecdd;padding:2px 5px;border-radius:4px}
"""


def write(path: Path, plan: Plan, figures: Balance, command: str) -> None:
    """Write the report of a run."""
    game = sandtable.load(plan.game, plan.data)
    head = heading(plan)
    parts = [
        f"<h1>{escape(game.title)}: balance</h1>",
        f"<p>{figures.games} games of scenario {escape(head['scenario'])}: {escape(plan.agents['allied'])} (Allied) "
        f"against {escape(plan.agents['axis'])} (Axis), seed {plan.seed}, data {head['data']}.</p>",
        f"<p><code>{escape(command)}</code></p>",
        "<h2>Who wins</h2>",
        table(
            ("side", "games", "share", "95 % interval"),
            [(who, n, f"{s:.1%}", f"{low:.1%} to {high:.1%}") for who, (n, s, low, high) in figures.wins.items()],
        ),
        table(("winner", "how", "games"), figures.kinds),
        "<h2>How it goes</h2>",
        table(("figure", "Allied", "Axis"), _pairs(figures)),
        figure("Points at the end of each turn", lines(figures.points)),
        figure("Steps lost by the end of each turn", lines(figures.losses)),
        "<h2>What is lost</h2>",
        table(("type", "steps a game"), [(name, f"{steps:.1f}") for name, steps in figures.losses_by_type]),
        "<h2>Where it is fought</h2>",
        figure("Share of all dice rolled about each place", heat(game, figures.fights)),
    ]
    if figures.control:
        parts.append(figure("How often the Axis held each place at the end", heat(game, figures.control)))
    page = f"<!doctype html><html lang='en'><meta charset='utf-8'><title>{escape(game.title)}: balance</title>"
    path.write_text(f"{page}<style>{STYLE}</style><body>{''.join(parts)}</body></html>\n", encoding="utf-8")


def _pairs(figures: Balance) -> list[tuple[Any, ...]]:
    rows: list[tuple[Any, ...]] = [
        ("decisions a turn", *(f"{number:.1f}" for number in figures.decisions_a_turn)),
        ("rolls a turn", *(f"{number:.1f}" for number in figures.attacks_a_turn)),
        ("turns a game", f"{figures.turns:.1f}", ""),
        ("decisions a game, dice included", f"{figures.decisions:.0f}", ""),
    ]
    if figures.first_lead is not None:
        rows.append(("leader after the first turn went on to win", f"{figures.first_lead:.0%}", ""))
    return rows


def table(headings: tuple[str, ...], rows: Any) -> str:
    """An HTML table."""
    head = "".join(f"<th>{escape(word)}</th>" for word in headings)
    body = "".join("<tr>" + "".join(f"<td>{escape(str(cell))}</td>" for cell in row) + "</tr>" for row in rows)
    return f"<table><tr>{head}</tr>{body}</table>"


def figure(caption: str, svg: str) -> str:
    """A picture with its caption."""
    return f"<figure>{svg}<figcaption>{escape(caption)}</figcaption></figure>"


def lines(curves: tuple[Curve, Curve]) -> str:
    """Two curves with their intervals as SVG."""
    import matplotlib

    matplotlib.use("svg")
    from matplotlib import pyplot

    drawn, axes = pyplot.subplots(figsize=(8, 3))
    for name, shape, colour in zip(("Allied", "Axis"), curves, COLOURS, strict=True):
        low = [mean - half for mean, half in zip(shape.mean, shape.half, strict=True)]
        high = [mean + half for mean, half in zip(shape.mean, shape.half, strict=True)]
        axes.plot(shape.turns, shape.mean, color=colour, label=name, linestyle="-" if name == "Axis" else "--")
        axes.fill_between(shape.turns, low, high, color=colour, alpha=0.18)
    axes.set_xlabel("turn")
    axes.legend(frameon=False)
    text = StringIO()
    with matplotlib.rc_context({"svg.hashsalt": "sandtable"}):
        drawn.savefig(text, format="svg", bbox_inches="tight", metadata={"Date": None})
    pyplot.close(drawn)
    return text.getvalue()[text.getvalue().index("<svg") :]


def heat(game: Game, shares: dict[str, float]) -> str:
    """Places of the board, the darker the larger their share; each with its figure as a tooltip."""
    board = json.loads(game.pack.text("board.json"))
    top = max(shares.values(), default=0) or 1.0
    cells = []
    for place, drawn in board["places"].items():
        if drawn["terrain"] == "sea" and place not in shares:
            continue
        share = shares.get(place, 0.0)
        points = " ".join(f"{x},{y}" for x, y in drawn["poly"])
        label = escape(f"{drawn.get('name') or place}: {share:.1%}")
        cells.append(
            f"<polygon points='{points}' fill='#b3261e' fill-opacity='{0.05 + 0.8 * share / top:.2f}' "
            f"stroke='#7c6238' stroke-opacity='.4'><title>{label}</title></polygon>"
        )
        if share > top / 3:
            name = escape(drawn.get("name") or place)
            cells.append(f"<text x='{drawn['x']}' y='{drawn['y']}' text-anchor='middle' font-size='16'>{name}</text>")
    return f"<svg viewBox='0 0 {board['width']} {board['height']}' xmlns='http://www.w3.org/2000/svg'>{''.join(cells)}</svg>"
