"""A balance report: who wins, how it goes, what is lost, where it is fought, where it is decided."""

from __future__ import annotations

import json
from html import escape

import sandtable
from sandtable.engine.game import Game
from sandtable.lab.balance import Balance, Curve
from sandtable.lab.decided_report import decided_parts
from sandtable.lab.page import COLOURS, Rows, board, drawing, figure, heat, table
from sandtable.lab.plan import Plan


def balance_parts(plan: Plan, figures: Balance) -> list[str]:
    """The report of a run."""
    game = sandtable.load(plan.game, plan.data)
    return [
        f"<p>{games(figures.games)}: {escape(plan.agents['allied'])} (Allied) "
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
        "<h2>Where it is decided</h2>",
        *decided_parts(game, figures.decided),
    ]


def games(count: int) -> str:
    """This many games, in words."""
    return "1 game" if count == 1 else f"{count} games"


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


def lines(curves: tuple[Curve, Curve]) -> str:
    """Two curves with their intervals."""
    with drawing((8, 3)) as (axes, svg):
        for name, shape, colour in zip(("Allied", "Axis"), curves, COLOURS, strict=True):
            low = [mean - half for mean, half in zip(shape.mean, shape.half, strict=True)]
            high = [mean + half for mean, half in zip(shape.mean, shape.half, strict=True)]
            axes.plot(shape.turns, shape.mean, color=colour, label=name, linestyle="-" if name == "Axis" else "--")
            axes.fill_between(shape.turns, low, high, color=colour, alpha=0.18)
        axes.set_xlabel("turn")
        axes.locator_params(axis="x", integer=True)
        axes.legend(frameon=False)
    return svg.getvalue()


def control(game: Game, figures: Balance) -> str:
    """Places in the colour of the side that held them more often, the stronger the more often."""
    fills = {place: (COLOURS[axis >= 0.5], 0.1 + 0.7 * abs(2 * axis - 1)) for place, axis in figures.control.items()}
    scale = [
        (f"{axis:.0%}", COLOURS[axis >= 0.5], 0.1 + 0.7 * abs(2 * axis - 1)) for axis in (0.0, 0.25, 0.5, 0.75, 1.0)
    ]
    held = {place: f"{axis:.0%}" for place, axis in figures.control.items()}
    return board(game, fills, held, set(figures.objectives), [*scale, ("never held", "#b9ad94", 0.08)])
