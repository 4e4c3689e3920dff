"""A value tried at several settings, each against the original on common dice: a curve with a band."""

from __future__ import annotations

from typing import NamedTuple

from sandtable.lab import page
from sandtable.lab.compare import Difference, compare
from sandtable.lab.observe import Observation
from sandtable.lab.statistics import interval

HEADINGS = (
    "value",
    "Axis wins",
    "95 % interval",
    "difference",
    "95 % interval of the difference",
    "Axis points",
    "turns",
)


class Setting(NamedTuple):
    """One value of a sweep and its results."""

    value: str
    share: float
    low: float
    high: float
    wins: Difference
    points: float
    turns: float


def setting(value: str, before: list[Observation], after: list[Observation]) -> Setting:
    """Sum the games of one value up."""
    found = {row.name: row for row in compare(before, after)}
    won = sum(seen.winner == "axis" for seen in after)
    share = (won / len(after), *interval(won, len(after)))
    return Setting(value, *share, found["Axis wins"], found["Axis points"].after, found["turns"].after)


def row(one: Setting) -> tuple[str, ...]:
    """A setting in figures."""
    span = one.wins.span
    between = "not known" if span is None else f"{span[0]:+.1%} to {span[1]:+.1%}"
    share = f"{one.share:.1%}", f"{one.low:.1%} to {one.high:.1%}"
    return (one.value, *share, f"{one.wins.difference:+.1%}", between, f"{one.points:.1f}", f"{one.turns:.1f}")


def curve(settings: list[Setting]) -> str:
    """The share of Axis wins over the values, with its band."""
    with page.drawing((8, 3)) as (axes, svg):
        values = [float(one.value) for one in settings]
        axes.plot(values, [100 * one.share for one in settings], "o-", color=page.COLOURS[1])
        low, high = [100 * one.low for one in settings], [100 * one.high for one in settings]
        axes.fill_between(values, low, high, color=page.COLOURS[1], alpha=0.18)
        axes.axhline(50, color="#7c6238", linewidth=0.8, linestyle=":")
        axes.set_ylim(0, 100)
        axes.set_ylabel("Axis wins, per cent")
    return svg.getvalue()
