"""`sandtable balance GAME`: who wins, how long it lasts, where it is fought."""

from __future__ import annotations

import argparse

from sandtable.cli.common import load_game
from sandtable.cli.runs import add_run, play_plan, print_table, write_report, write_rows
from sandtable.engine.sides import PLAYERS
from sandtable.lab import decided_report, report
from sandtable.lab.balance import balance
from sandtable.lab.plan import heading


def add(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Declare the command."""
    command = commands.add_parser("balance", help="who wins, how long it lasts, where it is fought")
    add_run(command, "greedy")
    command.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Play, then print the figures of the report."""
    plan, games = play_plan(args)
    figures = balance(games)
    agents = " against ".join(f"{plan.agents[side]} ({side})" for side in PLAYERS)
    title = f"{plan.game}, {heading(plan)['scenario']}: {figures.games} games of {agents}, seed {plan.seed}"
    print_table(title, ("winner", "games", "share", "95 % interval"), report.win_rows(figures))
    print_table("How they ended", ("winner", "how", "games"), figures.kinds)
    print_table("How they went", ("figure", "Allied", "Axis"), report.side_rows(figures))
    print_table("Who moved first", ("first", "games", "won by it", "95 % interval"), report.first_rows(figures))
    print_table("Steps lost a game", ("type", "steps"), report.loss_rows(figures))
    fights = report.fight_rows(load_game(args), figures, most=8)
    print_table("Where it was fought", ("place", "share of attacks"), fights)
    print_table("Points as turns end", ("turn", "Allied", "Axis"), report.point_rows(figures))
    if figures.decided.leads:
        print_table("Where it is decided", decided_report.LEAD_HEADINGS, decided_report.lead_rows(figures.decided))
        print_table(
            "What places are worth",
            decided_report.WORTH_HEADINGS,
            decided_report.worth_rows(load_game(args), figures.decided),
        )
        print(decided_report.decided_words(figures.decided) + "\n")
    write_report(args, "balance", plan, lambda: report.balance_parts(plan, figures))
    write_rows(args, plan, [({}, games)])
    return 0
