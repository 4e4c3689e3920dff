"""A balance report as one HTML file that needs nothing else: figures, plots, and heat maps on the map itself."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import contextmanager
from html import escape
from io import StringIO
from pathlib import Path
from typing import Any

import sandtable
from sandtable.engine.game import Game
from sandtable.lab.balance import Balance, Curve
from sandtable.lab.plan import Plan, heading

COLOURS = ("#87601c", "#46545a")
STYLE = """
body{font:15px/1.5 system-ui,sans-serif;color:#241e15;background:#ece5d5;margin:0 auto;max-width:1000px;padding:24px}
h1,h2{font-family:Palatino,Georgia,serif}table{border-collapse:collapse;background:#fbf8f1}
td,th{padding:4px 12px;border-bottom:1px solid #e3dac6;text-align:right}td:first-child,th:first-child{text-align:left}
figure{margin:16px 0;background:#fbf8f1;border:1px solid #e3dac6;border-radius:12px;padding:12px}
figure svg{max-width:100%;height:auto}figure text{stroke:none}code{background:#f3ecdd;padding:2px 5px;border-radius:4px}
"""


Rows = list[tuple[Any, ...]]


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


def balance_parts(plan: Plan, figures: Balance) -> list[str]:
    """The report of a run."""
    game = sandtable.load(plan.game, plan.data)
    return [
        f"<p>{figures.games} games: {escape(plan.agents['allied'])} (Allied) "
        f"against {escape(plan.agents['axis'])} (Axis).</p>",
        "<h2>Who wins</h2>",
        table(("side", "games", "share", "95 % interval"), win_rows(figures)),
        figure("Share of games, with its 95 % interval", bars(figures)),
        table(("winner", "how", "games"), figures.kinds),
        "<h2>How it goes</h2>",
        table(("figure", "Allied", "Axis"), side_rows(figures)),
        figure("Points at the end of each turn", lines(figures.points)),
        "<h2>Who moves first</h2>",
        table(("first", "games", "won by it", "95 % interval"), first_rows(figures)),
        "<h2>What is lost</h2>",
        figure("Steps lost by the end of each turn", lines(figures.losses)),
        table(("type", "steps a game"), loss_rows(figures)),
        "<h2>Where it is fought</h2>",
        figure("Share of all attacks that fell on each place", heat(game, figures.fights)),
        figure("How often the Axis held each place, of the turns' ends at which a side did", control(game, figures)),
    ]


def win_rows(figures: Balance) -> Rows:
    """Who won how often."""
    return [(who, n, f"{s:.1%}", f"{low:.1%} to {high:.1%}") for who, (n, _, s, low, high) in figures.wins.items()]


def side_rows(figures: Balance) -> Rows:
    """Figures that each side has its own of, and those they share."""
    pairs = {
        "decisions a turn": figures.decisions_a_turn,
        "attacks a turn": figures.attacks_a_turn,
        "objectives contested a turn": figures.contested_a_turn,
        "objectives taken a turn": figures.taken_a_turn,
    }
    rows: Rows = [(name, *(f"{number:.2f}" for number in pair)) for name, pair in pairs.items()]
    rows.append(("turns a game", f"{figures.turns:.1f}", ""))
    rows.append(("decisions a game, dice included", f"{figures.decisions:.0f}", ""))
    return rows


def first_rows(figures: Balance) -> Rows:
    """What moving first is worth."""
    rows: Rows = [
        (side, one.of, f"{one.games} ({one.share:.1%})", f"{one.low:.1%} to {one.high:.1%}")
        for side, one in figures.first.items()
    ]
    if figures.edge is not None:
        edge, low, high = figures.edge
        rows.append(("Allied share when first, less when second", "", f"{edge:+.1%}", f"{low:+.1%} to {high:+.1%}"))
    return rows


def loss_rows(figures: Balance) -> Rows:
    """What was lost, the most first."""
    return [(name, f"{steps:.1f}") for name, steps in figures.losses_by_type]


def fight_rows(game: Game, figures: Balance, most: int) -> Rows:
    """The places attacked most."""
    board = json.loads(game.pack.text("board.json"))["places"]
    return [(board[place].get("name") or place, f"{n:.1%}") for place, n in list(figures.fights.items())[:most]]


def point_rows(figures: Balance) -> Rows:
    """Points by turn, with half the width of the interval."""
    allied, axis = figures.points
    columns = (allied.turns, allied.mean, allied.half, axis.mean, axis.half)
    return [(turn, f"{a:.1f} ± {b:.1f}", f"{c:.1f} ± {d:.1f}") for turn, a, b, c, d in zip(*columns, strict=True)]


def table(headings: tuple[str, ...], rows: Any) -> str:
    """An HTML table."""
    head = "".join(f"<th>{escape(word)}</th>" for word in headings)
    body = "".join("<tr>" + "".join(f"<td>{escape(str(cell))}</td>" for cell in row) + "</tr>" for row in rows)
    return f"<table><tr>{head}</tr>{body}</table>"


def figure(caption: str, svg: str) -> str:
    """A picture with its caption."""
    return f"<figure>{svg}<figcaption>{escape(caption)}</figcaption></figure>"


def bars(figures: Balance) -> str:
    """Shares of games with error bars."""
    with drawing((8, 1.6)) as (axes, svg):
        names = list(figures.wins)[::-1]
        shares = [figures.wins[name] for name in names]
        errors = [[max(0.0, one.share - one.low) for one in shares], [max(0.0, one.high - one.share) for one in shares]]
        colours = [dict(zip(figures.wins, (*COLOURS, "#b9ad94"), strict=True))[name] for name in names]
        axes.barh(names, [one.share for one in shares], xerr=errors, color=colours, capsize=4)
        axes.set_xlim(0, 1)
        axes.axvline(0.5, color="#7c6238", linewidth=0.8, linestyle=":")
    return svg.getvalue()


def spans(rows: list[tuple[str, float, float, float]], mark: float | None = None) -> str:
    """A point with its interval for each name, and a line at a mark."""
    with drawing((8, 0.6 + 0.35 * len(rows))) as (axes, svg):
        for number, (name, middle, low, high) in enumerate(reversed(rows)):
            axes.plot([low, high], [number, number], color="#7c6238")
            axes.plot([middle], [number], "o", color=COLOURS[0], label=name)
        axes.set_yticks(range(len(rows)), [name for name, *_ in reversed(rows)])
        axes.set_ylim(-0.5, len(rows) - 0.5)
        if mark is not None:
            axes.axvline(mark, color="#7c6238", linewidth=0.8, linestyle=":")
    return svg.getvalue()


def lines(curves: tuple[Curve, Curve]) -> str:
    """Two curves with their intervals."""
    with drawing((8, 3)) as (axes, svg):
        for name, shape, colour in zip(("Allied", "Axis"), curves, COLOURS, strict=True):
            low = [mean - half for mean, half in zip(shape.mean, shape.half, strict=True)]
            high = [mean + half for mean, half in zip(shape.mean, shape.half, strict=True)]
            axes.plot(shape.turns, shape.mean, color=colour, label=name, linestyle="-" if name == "Axis" else "--")
            axes.fill_between(shape.turns, low, high, color=colour, alpha=0.18)
        axes.set_xlabel("turn")
        axes.xaxis.get_major_locator().set_params(integer=True)
        axes.legend(frameon=False)
    return svg.getvalue()


@contextmanager
def drawing(size: tuple[float, float]) -> Iterator[tuple[Any, StringIO]]:
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
    fills = {place: ("#b3261e", 0.05 + 0.8 * share / top) for place, share in shares.items()}
    return _board(game, fills, shares, {place for place, share in shares.items() if share > top / 3})


def control(game: Game, figures: Balance) -> str:
    """Places in the colour of the side that held them more often, the stronger the more often."""
    fills = {place: (COLOURS[axis >= 0.5], 0.1 + 0.7 * abs(2 * axis - 1)) for place, axis in figures.control.items()}
    return _board(game, fills, figures.control, set())


def _board(game: Game, fills: dict[str, tuple[str, float]], shares: dict[str, float], named: set[str]) -> str:
    """The board with places filled, each with its figure as a tooltip; the others as one faint shape."""
    board = json.loads(game.pack.text("board.json"))
    empty, cells, names = [], [], []
    for place, drawn in board["places"].items():
        corners = " ".join(f"{x:.0f},{y:.0f}" for x, y in drawn["poly"])
        name = escape(drawn.get("name") or place)
        if place in fills:
            colour, opacity = fills[place]
            title = f"<title>{name}: {shares[place]:.1%}</title>"
            cells.append(f"<polygon points='{corners}' fill='{colour}' fill-opacity='{opacity:.2f}'>{title}</polygon>")
        elif drawn["terrain"] != "sea":
            empty.append(f"M{corners}Z")
        if place in named:
            names.append(f"<text x='{drawn['x']:.0f}' y='{drawn['y']:.0f}'>{name}</text>")
    size = f"viewBox='0 0 {board['width']} {board['height']}'"
    shared = "stroke='#7c6238' stroke-opacity='.4' text-anchor='middle' font-size='16'"
    faint = f"<path d='{''.join(empty)}' fill='#b9ad94' fill-opacity='.08'/>"
    shapes = "".join((faint, *cells, *names))
    return f"<svg {size} xmlns='http://www.w3.org/2000/svg'><g {shared}>{shapes}</g></svg>"
