"""`sandtable balance`, `compare` and `tournament`: the lab's longer questions."""

from __future__ import annotations

import argparse
import shlex
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn
from rich.table import Table

from sandtable.cli.common import add_game, load_game, options_of
from sandtable.engine.sides import PLAYERS
from sandtable.lab import report, tables
from sandtable.lab.balance import balance
from sandtable.lab.compare import changed_pack, compare
from sandtable.lab.runs import run as run_games
from sandtable.lab.simulate import Plan, Tell, interval
from sandtable.lab.tournament import rate, round_robin


def add(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Declare the three commands."""
    command = commands.add_parser("balance", help="who wins, how long it lasts, where it is fought")
    _add_common(command)
    _add_agents(command)
    command.add_argument("--report", type=Path, metavar="FILE", help="write an HTML report")
    command.add_argument("--parquet", type=Path, metavar="FILE", help="write the raw rows")
    command.add_argument("--keep", type=Path, metavar="FILE", help="keep finished games here, and go on from them")
    command.set_defaults(run=run_balance)
    command = commands.add_parser("compare", help="a change to a data pack against the original")
    _add_common(command)
    _add_agents(command)
    command.add_argument("--change", action="append", required=True, metavar="TABLE.CELL=VALUE")
    command.set_defaults(run=run_compare)
    command = commands.add_parser("tournament", help="agents against each other, both sides, rated")
    _add_common(command)
    command.add_argument("agents", nargs="+", metavar="AGENT", help="two or more agents")
    command.set_defaults(run=run_tournament)


def _add_common(command: argparse.ArgumentParser) -> None:
    add_game(command)
    command.add_argument("-n", type=int, default=100, metavar="COUNT", help="games to play (100)")
    command.add_argument("--seed", type=int, default=1)
    command.add_argument("--jobs", type=int, metavar="N", help="worker processes (all cores)")


def _add_agents(command: argparse.ArgumentParser) -> None:
    for side in PLAYERS:
        command.add_argument(f"--{side}", default="greedy", metavar="AGENT", help="greedy if left out")


def plan_of(args: argparse.Namespace) -> Plan:
    """The plan the arguments describe, checked."""
    game = load_game(args)
    options = game.checked_options(options_of(args))
    game.box(args.scenario, options)
    agents = {side: getattr(args, side, "greedy") for side in PLAYERS}
    return Plan(args.game, args.scenario, options, agents, args.seed, args.data)


@contextmanager
def progress(title: str, total: int) -> Iterator[Tell]:
    """A bar with the time left."""
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*columns, transient=True) as bar:
        task = bar.add_task(title, total=total)
        yield lambda done: bar.advance(task, done)


def run_balance(args: argparse.Namespace) -> int:
    """Play, sum up, print and write."""
    plan, console = plan_of(args), Console()
    with progress(plan.game, args.n) as tell:
        games = run_games(plan, args.n, args.jobs, args.keep, tell)
    figures = balance(games)
    table = Table(title=f"{plan.game}: balance over {figures.games} games, seed {plan.seed}", title_justify="left")
    for heading in ("winner", "games", "share", "95 % interval"):
        table.add_column(heading)
    for who, (count, share, low, high) in figures.wins.items():
        table.add_row(who, str(count), f"{share:.1%}", f"{low:.1%} - {high:.1%}")
    console.print(table)
    for who, kind, count in figures.kinds:
        console.print(f"  {count:6}  {who}: {kind}", highlight=False)
    attacks = " and ".join(f"{number:.1f}" for number in figures.attacks_a_turn)
    console.print(f"  {figures.turns:.1f} turns, {figures.decisions:.0f} decisions a game; rolls a turn: {attacks}")
    if args.report:
        report.write(args.report, plan, figures, "sandtable " + shlex.join(sys.argv[1:]))
        console.print(f"  report in {args.report}")
    if args.parquet:
        tables.write(args.parquet, games)
        console.print(f"  rows in {args.parquet}")
    return 0


def run_compare(args: argparse.Namespace) -> int:
    """Play the original and the changed pack on the same seeds."""
    plan, console = plan_of(args), Console()
    with TemporaryDirectory() as folder, progress(plan.game, 2 * args.n) as tell:
        changed = plan._replace(data=changed_pack(load_game(args).pack, args.change, Path(folder)))
        before = run_games(plan, args.n, args.jobs, None, tell)
        after = run_games(changed, args.n, args.jobs, None, tell)
    table = Table(title=f"{plan.game}: {', '.join(args.change)} over {args.n} pairs of games", title_justify="left")
    for heading in ("figure", "original", "changed", "difference", "95 % interval"):
        table.add_column(heading, justify="left" if heading == "figure" else "right")
    for row in compare(before, after):
        span = f"{row.difference - row.half:+.3f} to {row.difference + row.half:+.3f}"
        table.add_row(row.name, f"{row.before:.3f}", f"{row.after:.3f}", f"{row.difference:+.3f}", span)
    console.print(table)
    return 0


def run_tournament(args: argparse.Namespace) -> int:
    """Play a round robin and print results and ratings."""
    agents = list(dict.fromkeys(args.agents))
    if len(agents) < 2:
        raise ValueError("a tournament takes two or more different agents")
    plan, console = plan_of(args), Console()
    with progress(plan.game, args.n * len(agents) * (len(agents) - 1)) as tell:
        pairings = round_robin(plan, agents, args.n, args.jobs, tell)
    table = Table(title=f"{plan.game}: {args.n} games a pairing, seed {plan.seed}", title_justify="left")
    for heading in ("Allied", "Axis", "Allied wins", "Axis wins", "Allied share, 95 %"):
        table.add_column(heading)
    for pairing in pairings:
        low, high = interval(pairing.allied_wins, len(pairing.results))
        wins = str(pairing.allied_wins), str(pairing.axis_wins)
        table.add_row(pairing.allied, pairing.axis, *wins, f"{low:.0%} - {high:.0%}")
    console.print(table)
    ratings = Table(title="Ratings", title_justify="left")
    for heading in ("agent", "rating", "95 %", "wins", "games"):
        ratings.add_column(heading)
    for one in rate(pairings):
        ratings.add_row(
            one.agent, f"{one.rating:.1f}", f"{one.low:.1f} - {one.high:.1f}", str(one.wins), str(one.games)
        )
    console.print(ratings)
    return 0
