"""`sandtable compare GAME --set table.cell=value`: a change to a data pack against the original, on common dice."""

from __future__ import annotations

import argparse
from pathlib import Path
from tempfile import TemporaryDirectory

from sandtable.cli.common import load_game, with_data
from sandtable.cli.runs import add_run, plan_of, print_table, progress, workers_of, write_report, write_rows
from sandtable.lab import compare_report, page, sweep
from sandtable.lab.change import Edit, changed_pack, edits_between
from sandtable.lab.change import sweep as swept
from sandtable.lab.compare import compare, identical, verdict
from sandtable.lab.observe import Observation
from sandtable.lab.plan import Plan
from sandtable.lab.runs import run as run_games

SHOWN = 24
"""How many changed values are listed."""


def add(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Declare the command."""
    command = commands.add_parser(
        "compare",
        help="a change to a data pack against the original",
        description="--set NAME=VALUE changes the data of the second run; `sandtable data GAME` lists the names. "
        "A * in the name is every row, key or item; the value +1 adds, +-1 takes away, *1.5 multiplies, and 5..9 tries "
        "each value from 5 to 9. --against DIR plays the second run with the files of a folder.",
    )
    add_run(command, "greedy")
    command.add_argument("--against", type=Path, metavar="DIR", help="an edited folder to compare with the original")
    command.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Play the original and the changed pack on the same seeds."""
    changes = [word for word in args.set if "." in word.partition("=")[0]]
    if not changes and args.against is None:
        if args.set:
            raise ValueError(
                f"{args.set[0]!r} is not a change to the data. Names of its values have a dot, as in tables.turns=8: "
                f"`sandtable data {args.game}` lists them"
            )
        raise ValueError(
            "compare needs a change to the data: --set NAME=VALUE (`sandtable data GAME` lists the names), "
            "or --against DIR"
        )
    args.set = [word for word in args.set if word not in changes]
    ways = [swept(change) for change in changes]
    if any(len(way) > 1 for way in ways):
        return run_sweep(args, changes, ways)
    plan = plan_of(args)
    with TemporaryDirectory() as folder, progress(plan.game, 2 * args.n, args.keep) as tell:
        edits = change(args, changes, Path(folder))
        before = run_games(plan, args.n, workers_of(args), args.keep, tell)
        after = run_games(plan._replace(data=Path(folder)), args.n, workers_of(args), args.keep, tell)
    tell_difference(args, plan, edits, before, after)
    write_rows(args, plan, [({"pack": "original"}, before), ({"pack": "changed"}, after)])
    return 0


def change(args: argparse.Namespace, changes: list[str], folder: Path) -> list[Edit]:
    """Fill a folder with the data of the second run, check that it can be played, and say what differs."""
    original = load_game(args).pack
    changed_pack(with_data(args.game, args.against).pack if args.against else original, changes, folder)
    return edits_between(original, with_data(args.game, folder).pack)


def tell_difference(
    args: argparse.Namespace, plan: Plan, edits: list[Edit], before: list[Observation], after: list[Observation]
) -> None:
    """Print the comparison, and write its page."""
    found = compare(before, after)
    said = [
        verdict(found, args.n),
        what_changed(edits),
        f"Identical games: {identical(before, after)} of {args.n} pairs.",
    ]
    rows = [compare_report.difference_row(row) for row in found]
    print_table(f"{plan.game}: a change over {args.n} pairs of games, seed {plan.seed}", compare_report.HEADINGS, rows)
    print_table(
        "How they ended",
        ("winner", "how", "original", "changed", "difference"),
        compare_report.end_rows(before, after),
    )
    print("\n".join([*said, f"{compare_report.DETECTABLE} {compare_report.GAIN}"]) + "\n")
    write_report(args, "a change", plan, lambda: compare_report.parts(plan, said, found, before, after))


def run_sweep(args: argparse.Namespace, changes: list[str], ways: list[list[str]]) -> int:
    """Play the original, and the pack with each value of a sweep."""
    if sum(len(way) > 1 for way in ways) > 1:
        raise ValueError("one sweep at a time: only one --set may have a range of values")
    at = next(number for number, way in enumerate(ways) if len(way) > 1)
    plan, settings, runs = plan_of(args), [], []
    with progress(plan.game, (1 + len(ways[at])) * args.n, args.keep) as tell:
        before = run_games(plan, args.n, workers_of(args), args.keep, tell)
        for chosen in ways[at]:
            with TemporaryDirectory() as folder:
                change(args, [*changes[:at], chosen, *changes[at + 1 :]], Path(folder))
                after = run_games(plan._replace(data=Path(folder)), args.n, workers_of(args), args.keep, tell)
            value = chosen.rpartition("=")[2]
            settings.append(sweep.setting(value, before, after))
            runs.append(({"pack": chosen}, after))
    rows = [sweep.row(one) for one in settings]
    title = f"{plan.game}: {', '.join(changes)}, {args.n} pairs of games with the original each, seed {plan.seed}"
    print_table(title, sweep.HEADINGS, rows)
    write_report(
        args,
        "a sweep",
        plan,
        lambda: [
            page.table(sweep.HEADINGS, rows),
            page.figure(f"Axis wins over {changes[at]}, with the 95 % interval", sweep.curve(settings)),
        ],
    )
    write_rows(args, plan, [({"pack": "original"}, before), *runs])
    return 0


def what_changed(edits: list[Edit]) -> str:
    """The values that differ, before and after."""
    real = [f"{edit.name} {edit.old or 'empty'} -> {edit.new or 'empty'}" for edit in edits]
    if not real:
        return "Nothing was changed: every value was that already."
    more = f"; and {len(real) - SHOWN} more" if len(real) > SHOWN else ""
    return f"Changed: {'; '.join(real[:SHOWN])}{more}."
