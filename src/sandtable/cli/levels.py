"""`sandtable levels GAME`: each level against the one below it, both sides."""

from __future__ import annotations

import argparse

from sandtable import ai
from sandtable.cli.runs import add_run, plan_of, progress, show_tables, workers_of, write_rows
from sandtable.cli.tournament import conduct_tables
from sandtable.engine.sides import PLAYERS
from sandtable.lab.duel import STEP, Duel, climb
from sandtable.lab.league import Result
from sandtable.lab.plan import heading


def add(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Declare the command."""
    command = commands.add_parser("levels", help="each level against the one below it")
    add_run(command)
    command.add_argument("levels", nargs="*", metavar="LEVEL", help="two or more, weakest first; all if left out")
    command.add_argument("--budget", type=float, metavar="SECONDS", help="say how many decisions kept within this time")
    command.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Play every step of the ladder and print how steep it is."""
    ladder = args.levels or [level.id for level in ai.levels(args.game)]
    if len(ladder) < 2:
        raise ValueError("a ladder has two or more levels")
    for name in ladder:
        ai.agent(name, args.game)
    plan = plan_of(args)
    with progress(f"{plan.game} levels", 2 * args.n * (len(ladder) - 1), args.keep) as tell:
        duels = climb(plan, ladder, args.n, workers_of(args), args.keep, tell)
    title = f"{plan.game}, {heading(plan)['scenario']}: {args.n} games each way round, seed {plan.seed}"
    aim = f"aim {STEP[0]:.0%} to {STEP[1]:.0%}"
    headings = ("level", "against", "as Allied", "as Axis", "together", aim)
    pairings = [pairing for duel in duels for pairing in duel]
    times = [] if args.budget is None else conduct_tables(pairings, args.budget)[-1:]
    show_tables(args, "levels", plan, [(title, headings, [row(duel) for duel in duels]), *times])
    names = [{"allied_agent": pairing.allied, "axis_agent": pairing.axis} for pairing in pairings]
    write_rows(args, plan, [(labels, pairing.games) for labels, pairing in zip(names, pairings, strict=True)])
    return 0


def row(duel: Duel) -> tuple[str, ...]:
    """One step of the ladder in figures."""
    return (duel.first, duel.second, *(won(duel.on(side)) for side in PLAYERS), str(duel.whole), verdict(duel.whole))


def won(result: Result) -> str:
    """A result in two figures."""
    return f"{result.points:g} of {result.games}"


def verdict(result: Result) -> str:
    """Is a step as high as it should be?"""
    low, high = STEP
    return "too small" if result.share < low else "too large" if result.share > high else "reached"
