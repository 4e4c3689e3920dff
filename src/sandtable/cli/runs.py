"""What the commands that play many games share: their arguments, progress bars and tables."""

from __future__ import annotations

import argparse
import importlib
import os
import shlex
import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from html import escape
from pathlib import Path
from time import monotonic

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn, TimeRemainingColumn
from rich.table import Table

from sandtable.ai import agent
from sandtable.cli.common import add_game, load_game, options_of
from sandtable.engine.sides import PLAYERS
from sandtable.lab import page, tables
from sandtable.lab.observe import Observation
from sandtable.lab.plan import Plan
from sandtable.lab.runs import Tell
from sandtable.lab.runs import run as run_games
from sandtable.lab.workers import Workers

LONG, TRIAL = 60.0, 3.0
"""The number of seconds that makes a run long, and after how many its length is estimated."""


def add_run(command: argparse.ArgumentParser, fallback: str | None = None) -> None:
    """The arguments of every run; those of the sides' agents if there is one to fall back on."""
    add_game(command)
    command.add_argument("-n", type=count, default=100, metavar="COUNT", help="games to play (100)")
    if fallback is not None:
        for side in PLAYERS:
            command.add_argument(
                f"--{side}",
                default=fallback,
                metavar="AGENT",
                help=f"random, greedy, search:1, my_bot.py:Bot ({fallback})",
            )
    command.add_argument("--seed", type=int, default=1, help="the same seed gives the same games (1)")
    command.add_argument("--jobs", type=count, metavar="N", help="worker processes (all cores)")
    command.add_argument("--ray", metavar="ADDRESS", help="play on the Ray cluster at this address, or at `auto`")
    command.add_argument("--keep", type=Path, metavar="DIR", help="keep finished games here, and go on from them")
    command.add_argument("--report", type=Path, metavar="FILE", help="write an HTML report with plots")
    command.add_argument("--parquet", type=Path, metavar="FILE", help="write the raw rows, one a turn")


def count(word: str) -> int:
    """A whole number, one or more."""
    if not word.isdecimal() or not int(word):
        raise argparse.ArgumentTypeError(f"expected a whole number, 1 or more, got {word!r}")
    return int(word)


def check_files(args: argparse.Namespace) -> None:
    """Check that the requested files can be written, before the games are played rather than after."""
    for file, package in ((args.report, "matplotlib"), (args.parquet, "pyarrow")):
        if file is None:
            continue
        importlib.import_module(package)
        if file.is_dir():
            raise ValueError(f"{file} is a folder, not a file to write")
        if not os.access(file.absolute().parent, os.W_OK):
            raise ValueError(f"there is no folder {file.absolute().parent} to write {file.name} into")


def plan_of(args: argparse.Namespace) -> Plan:
    """The plan the arguments describe, checked."""
    check_files(args)
    game = load_game(args)
    options = game.checked_options(options_of(args))
    game.box(args.scenario, options)
    agents = {side: getattr(args, side, "random") for side in PLAYERS}
    for name in agents.values():
        agent(name, args.game)
    return Plan(args.game, args.scenario, options, agents, args.seed, args.data)


def workers_of(args: argparse.Namespace) -> Workers:
    """Where the arguments say it is to be played."""
    return Workers(args.jobs, args.ray)


def play_plan(args: argparse.Namespace) -> tuple[Plan, list[Observation]]:
    """The games the arguments ask for, played under a bar."""
    plan = plan_of(args)
    with progress(plan.game, args.n, args.keep) as tell:
        return plan, run_games(plan, args.n, workers_of(args), args.keep, tell)


@contextmanager
def progress(title: str, total: int, keep: Path | None = None) -> Iterator[Tell]:
    """A bar with the time left; a long run says how long it will take, on any kind of terminal."""
    columns = (
        TextColumn("{task.description}"),
        BarColumn(),
        MofNCompleteColumn(),
        TimeElapsedColumn(),
        TextColumn("left"),
        TimeRemainingColumn(),
    )
    console = Console(stderr=True)
    began, played, to_play, told = monotonic(), 0, total, False

    def tell(done: int) -> None:
        nonlocal played, to_play, told
        bar.advance(task, done)
        if done != 1:  # read from saved files, all at once
            to_play -= done
            return
        played += 1
        spent = monotonic() - began
        left = spent / played * (to_play - played)
        if not told and spent > TRIAL and left > LONG:
            told = True
            console.print(f"{title}: {to_play} games to play, about {_minutes(left)} to go")

    with Progress(*columns, transient=True, console=console, disable=not console.is_terminal) as bar:
        task = bar.add_task(title, total=total)
        try:
            yield tell
        except KeyboardInterrupt:
            if keep is not None:
                done = total - to_play + played
                console.print(f"{title}: {done} of {total} games are kept; give the same command to go on")
            raise


def _minutes(seconds: float) -> str:
    return f"{seconds:.0f} seconds" if seconds < 120 else f"{seconds / 60:.0f} minutes"


def print_table(title: str, headings: Sequence[str], rows: Iterable[Sequence[object]]) -> None:
    """A table for the terminal; in a pipe or a file, a Markdown one."""
    cells = [[str(cell) for cell in row] for row in rows]
    if sys.stdout.isatty():
        table = Table(title=title, title_justify="left")
        for heading in headings:
            table.add_column(heading)
        for row in cells:
            table.add_row(*row)
        Console().print(table)
        return
    print(f"{title}\n")
    for row in (list(headings), ["---"] * len(headings), *cells):
        print(f"| {' | '.join(row)} |")
    print()


Shown = tuple[str, tuple[str, ...], Sequence[Sequence[object]]]
"""A table: title, headings, rows."""


def show_tables(args: argparse.Namespace, name: str, plan: Plan, shown: Sequence[Shown]) -> None:
    """Print tables, and write them into the HTML report if the arguments ask for one."""
    for table in shown:
        print_table(*table)
    write_report(
        args,
        name,
        plan,
        lambda: [f"<h2>{escape(title)}</h2>{page.table(headings, rows)}" for title, headings, rows in shown],
    )


def command_line(words: Sequence[str]) -> str:
    """The command that was given, without the arguments that do not affect its result."""
    left, kept = iter(words), []
    for word in left:
        name, equals, _ = word.partition("=")
        if name not in ("--keep", "--jobs", "--ray"):
            kept.append(word)
        elif not equals:
            next(left)
    return "sandtable " + shlex.join(kept)


def write_report(args: argparse.Namespace, title: str, plan: Plan, parts: Callable[[], list[str]]) -> None:
    """Write the HTML report, if the arguments ask for one."""
    if args.report:
        page.write(args.report, title, plan, command_line(sys.argv[1:]), parts())
        print(f"report in {args.report}")


def write_rows(args: argparse.Namespace, plan: Plan, runs: list[tuple[dict[str, str], list[Observation]]]) -> None:
    """Write the raw rows, if the arguments ask for them."""
    if args.parquet:
        tables.write(args.parquet, plan, runs)
        print(f"rows in {args.parquet}")
