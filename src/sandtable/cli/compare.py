"""`sandtable compare GAME --set table.cell=value`: a change to a data pack against the original, on common dice."""

from __future__ import annotations

import argparse
from pathlib import Path
from tempfile import TemporaryDirectory

from sandtable.cli.common import load_game
from sandtable.cli.runs import add_run, plan_of, print_table, progress, workers_of
from sandtable.lab.compare import changed_pack, compare
from sandtable.lab.runs import run as run_games


def add(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Declare the command."""
    command = commands.add_parser(
        "compare",
        help="a change to a data pack against the original",
        description="--set TABLE.KEY=VALUE or --set TABLE.ROW.COLUMN=VALUE changes the data of the second run.",
    )
    add_run(command, "greedy")
    command.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Play the original and the changed pack on the same seeds."""
    changes = [word for word in args.set if "." in word.partition("=")[0]]
    if not changes:
        raise ValueError("compare needs a change to the data: --set TABLE.KEY=VALUE or --set TABLE.ROW.COLUMN=VALUE")
    args.set = [word for word in args.set if word not in changes]
    plan, workers = plan_of(args), workers_of(args)
    with TemporaryDirectory() as folder, progress(plan.game, 2 * args.n) as tell:
        changed = plan._replace(data=changed_pack(load_game(args).pack, changes, Path(folder)))
        before = run_games(plan, args.n, workers, args.keep, tell)
        after = run_games(changed, args.n, workers, args.keep, tell)
    print_table(
        f"{plan.game}: {', '.join(changes)} over {args.n} pairs of games, seed {plan.seed}",
        ("figure", "original", "changed", "difference", "95 % interval"),
        [
            (
                row.name,
                f"{row.before:.3f}",
                f"{row.after:.3f}",
                f"{row.difference:+.3f}",
                f"{row.difference - row.half:+.3f} to {row.difference + row.half:+.3f}",
            )
            for row in compare(before, after)
        ],
    )
    return 0
