"""`sandtable compare GAME --set table.cell=value`: a change to a data pack against the original, on common dice."""

from __future__ import annotations

import argparse
from html import escape
from pathlib import Path
from tempfile import TemporaryDirectory

from sandtable.cli.common import load_game, with_data
from sandtable.cli.runs import add_run, plan_of, print_table, progress, workers_of, write_report, write_rows
from sandtable.lab import report
from sandtable.lab.change import Edit, changed_pack
from sandtable.lab.compare import Difference, compare, identical
from sandtable.lab.runs import run as run_games

SHOWN = 24
"""Changed values that are written out."""
DETECTABLE = (
    "An effect as large as the last column, either way, would show in four of five such runs; a smaller one may well "
    "be there unseen. Not known: too few pairs, or all of them differ alike."
)


def add(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Declare the command."""
    command = commands.add_parser(
        "compare",
        help="a change to a data pack against the original",
        description="--set NAME=VALUE changes the data of the second run; `sandtable data GAME` lists the names. "
        "A * in the name is every row, key or item; the value +1 adds, +-1 takes away, *1.5 multiplies.",
    )
    add_run(command, "greedy")
    command.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Play the original and the changed pack on the same seeds."""
    changes = [word for word in args.set if "." in word.partition("=")[0]]
    if not changes:
        raise ValueError("compare needs a change to the data: --set NAME=VALUE (`sandtable data GAME` lists the names)")
    args.set = [word for word in args.set if word not in changes]
    plan, workers = plan_of(args), workers_of(args)
    with TemporaryDirectory() as folder, progress(plan.game, 2 * args.n) as tell:
        edits = changed_pack(load_game(args).pack, changes, Path(folder))
        with_data(args.game, Path(folder))
        changed = plan._replace(data=Path(folder))
        before = run_games(plan, args.n, workers, args.keep, tell)
        after = run_games(changed, args.n, workers, args.keep, tell)
    found = compare(before, after)
    headings = ("figure", "original", "changed", "difference", "95 % interval", "pairs that differ", "detectable from")
    rows = [difference_row(row) for row in found]
    title = f"{', '.join(changes)} over {args.n} pairs of games"
    print_table(f"{plan.game}: {title}, seed {plan.seed}", headings, rows)
    notes = [what_changed(edits), f"Identical games: {identical(before, after)} of {args.n} pairs.", DETECTABLE]
    print("\n".join(notes) + "\n")
    spans = [(row.name, row.difference, *row.span) for row in found if row.span is not None]
    write_report(
        args,
        "a change",
        plan,
        lambda: [
            f"<h2>{escape(title)}</h2>",
            report.table(headings, rows),
            *(f"<p>{escape(note)}</p>" for note in notes),
            report.figure("Differences, with their 95 % intervals", report.spans(spans, mark=0.0)),
        ],
    )
    write_rows(args, [({"pack": "original"}, before), ({"pack": "changed"}, after)])
    return 0


def difference_row(row: Difference) -> tuple[str, ...]:
    """A difference in figures."""
    span = "not known" if row.span is None else f"{row.span[0]:+.3f} to {row.span[1]:+.3f}"
    least = "not known" if row.detectable is None else f"{row.detectable:.3f}"
    values = f"{row.before:.3f}", f"{row.after:.3f}", f"{row.difference:+.3f}"
    return (row.name, *values, span, str(row.differing), least)


def what_changed(edits: list[Edit]) -> str:
    """The values that were set, before and after."""
    real = [f"{edit.name} {edit.old or 'empty'} -> {edit.new or 'empty'}" for edit in edits if edit.old != edit.new]
    if not real:
        return "Nothing was changed: every value was that already."
    more = f"; and {len(real) - SHOWN} more" if len(real) > SHOWN else ""
    return f"Changed: {'; '.join(real[:SHOWN])}{more}."
