"""The page of a comparison: a verdict, wins and other figures each in a plot of their own, and where it was fought."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from html import escape
from statistics import pstdev

import sandtable
from sandtable.lab import page
from sandtable.lab.compare import MEANS, Difference
from sandtable.lab.observe import Observation
from sandtable.lab.plan import Plan

HEADINGS = (
    "figure",
    "original",
    "changed",
    "difference",
    "95 % interval",
    "pairs that differ",
    "detectable from",
    "common dice worth",
)
GAIN = "The last column says how many times as many games would tell as little without common dice."
DETECTABLE = (
    "An effect as large as the column `detectable from`, either way, would show in four of five such runs; a smaller "
    "one may well be there unseen. Not known: too few pairs, or all of them differ alike."
)


def difference_row(row: Difference) -> tuple[str, ...]:
    """A difference in figures."""
    span = "not known" if row.span is None else f"{row.span[0]:+.3f} to {row.span[1]:+.3f}"
    least = "not known" if row.detectable is None else f"{row.detectable:.3f}"
    worth = "" if row.gain is None else f"{row.gain:.1f} times"
    values = f"{row.before:.3f}", f"{row.after:.3f}", f"{row.difference:+.3f}"
    return (row.name, *values, span, str(row.differing), least, worth)


def end_rows(before: list[Observation], after: list[Observation]) -> page.Rows:
    """How games ended, before and after."""
    counts = [Counter((seen.winner or "draw", seen.kind) for seen in games) for games in (before, after)]
    order = sorted(set(counts[0]) | set(counts[1]), key=lambda end: -counts[0][end] - counts[1][end])
    return [(*end, counts[0][end], counts[1][end], f"{counts[1][end] - counts[0][end]:+d}") for end in order]


def parts(
    plan: Plan, said: Sequence[str], found: list[Difference], before: list[Observation], after: list[Observation]
) -> list[str]:
    """The sections of the page; `said` are its opening sentences, the verdict first."""
    game = sandtable.load(plan.game, plan.data)
    shares = [
        (row.name, 100 * row.difference, 100 * row.span[0], 100 * row.span[1])
        for row in found
        if row.span and row.is_share
    ]
    spreads = {name: pstdev([figure(seen) for seen in (*before, *after)]) or 1.0 for name, figure in MEANS.items()}
    others = [
        (row.name, row.difference / spread, row.span[0] / spread, row.span[1] / spread)
        for row in found
        if row.span and (spread := spreads.get(row.name))
    ]
    return [
        f"<p><strong>{escape(said[0])}</strong></p>",
        *(f"<p>{escape(note)}</p>" for note in said[1:]),
        page.table(HEADINGS, [difference_row(row) for row in found]),
        f"<p>{escape(DETECTABLE)} {escape(GAIN)}</p>",
        page.figure(
            "Share of games won: the difference in per cent of games, with its interval", page.spans(shares, 0.0)
        ),
        page.figure("Other figures: the difference in standard deviations of each", page.spans(others, 0.0)),
        "<h2>How games ended</h2>",
        page.table(("winner", "how", "original", "changed", "difference"), end_rows(before, after)),
        "<h2>Where it was fought</h2>",
        page.figure(
            "Attacks a game on each place: red where there were more after the change, blue where there were fewer",
            page.heat_difference(game, _attacks(before), _attacks(after)),
        ),
    ]


def _attacks(games: list[Observation]) -> dict[str, float]:
    total: Counter[str] = Counter()
    for seen in games:
        total.update(seen.fights)
    return {place: number / len(games) for place, number in total.items()}
