"""`sandtable simulate GAME`: many games, and who won them."""

from __future__ import annotations

import argparse
from statistics import mean

from sandtable.cli.runs import add_run, play_plan, print_table, write_report, write_rows
from sandtable.engine.sides import PLAYERS
from sandtable.lab import report
from sandtable.lab.balance import balance


def add(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Declare the command."""
    command = commands.add_parser("simulate", help="play a game many times between two agents")
    add_run(command, "random")
    command.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Play, then print win rates with their intervals and how games ended."""
    plan, games = play_plan(args)
    figures = balance(games)
    rows = []
    for number, side in enumerate(PLAYERS):
        wins = figures.wins[side]
        score = mean(seen.points[number] for seen in games)
        share = f"{wins.share:.1%}", f"{wins.low:.1%} to {wins.high:.1%}"
        rows.append((side, plan.agents[side], wins.games, *share, f"{score:.1f}"))
    title = f"{plan.game}: {args.n} games, seed {plan.seed}"
    print_table(title, ("side", "agent", "wins", "share", "95 % interval", "mean score"), rows)
    print_table("How they ended", ("winner", "how", "games"), figures.kinds)
    print(f"{figures.turns:.1f} turns and {figures.decisions:.0f} decisions a game")
    write_report(args, "balance", plan, lambda: report.balance_parts(plan, figures))
    write_rows(args, plan, [({}, games)])
    return 0
