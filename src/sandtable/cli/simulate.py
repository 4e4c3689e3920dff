"""`sandtable simulate GAME`: many games, and who won them."""

from __future__ import annotations

import argparse
from collections import Counter

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn
from rich.table import Table

from sandtable.cli.common import add_game, load_game, options_of
from sandtable.engine.sides import PLAYERS
from sandtable.lab.simulate import Plan, Result, interval, simulate


def add(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Declare the command."""
    command = commands.add_parser("simulate", help="play a game many times between two agents")
    add_game(command)
    command.add_argument("-n", type=int, default=100, metavar="COUNT", help="games to play (100)")
    for side in PLAYERS:
        command.add_argument(f"--{side}", default="random", metavar="AGENT", help="random, greedy, ...")
    command.add_argument("--seed", type=int, default=1)
    command.add_argument("--jobs", type=int, metavar="N", help="worker processes (all cores)")
    command.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Play and print."""
    game = load_game(args)
    options = game.checked_options(options_of(args))
    game.box(args.scenario, options)
    plan = Plan(
        args.game, args.scenario, options, {side: getattr(args, side) for side in PLAYERS}, args.seed, args.data
    )
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*columns, transient=True) as progress:
        task = progress.add_task(game.title, total=args.n)
        results = simulate(plan, args.n, args.jobs, lambda done: progress.advance(task, done))
    print_results(Console(), plan, results)
    return 0


def print_results(console: Console, plan: Plan, results: list[Result]) -> None:
    """Win rates with their intervals, and how games ended."""
    count = len(results)
    table = Table(title=f"{plan.game}: {count} games, seed {plan.seed}", title_justify="left")
    for heading in ("side", "agent", "wins", "share", "95 % interval", "mean score"):
        table.add_column(heading, justify="left" if heading in ("side", "agent") else "right")
    for side in PLAYERS:
        wins = sum(result.winner == side for result in results)
        low, high = interval(wins, count)
        score = sum(getattr(result, side) for result in results) / count
        row = (str(wins), f"{wins / count:.1%}", f"{low:.1%} - {high:.1%}", f"{score:.1f}")
        table.add_row(side, plan.agents[side], *row)
    console.print(table)
    for (winner, kind), number in Counter((r.winner or "draw", r.kind) for r in results).most_common():
        console.print(f"  {number:6}  {winner}: {kind}", highlight=False)
    turns = sum(result.turns for result in results) / count
    decisions = sum(result.decisions for result in results) / count
    console.print(f"  {turns:.1f} turns and {decisions:.0f} decisions a game", highlight=False)
