"""`sandtable scenarios GAME`: the strongest level in every scenario, against a weaker one and against itself."""

from __future__ import annotations

import argparse

from sandtable.ai import agent
from sandtable.cli.levels import won
from sandtable.cli.runs import add_run, plan_of, progress, show_tables, workers_of, write_rows
from sandtable.engine.sides import PLAYERS
from sandtable.lab.duel import LEANING, MASTERY, Ground, scenarios_of, survey


def add(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Declare the command."""
    command = commands.add_parser("scenarios", help="the strongest level in every scenario, and which side it favours")
    add_run(command)
    command.add_argument("only", nargs="*", metavar="ID", help="scenarios; all if left out")
    command.add_argument("--level", default="general", metavar="AGENT", help="a level or an agent (general)")
    command.add_argument("--against", default="sergeant", metavar="AGENT", help="a weaker one (sergeant)")
    command.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Play every scenario and print how the level did, and which side won where both were led alike."""
    scenarios = scenarios_of(args.game, args.only or ([args.scenario] if args.scenario else []))
    for name in (args.level, args.against):
        agent(name, args.game)
    plan = plan_of(args)
    with progress(f"{plan.game} scenarios", 3 * args.n * len(scenarios), args.keep) as tell:
        grounds = survey(plan, args.level, args.against, scenarios, args.n, workers_of(args), args.keep, tell)
    who = f"{args.level} against {args.against}, and against itself"
    title = f"{plan.game}, {who}: {args.n} games of each kind, seed {plan.seed}"
    headings = ("scenario", "as Allied", "as Axis", f"together, aim {MASTERY:.0%}", "Allies against itself", "leans to")
    show_tables(args, "scenarios", plan, [(title, headings, [row(ground) for ground in grounds])])
    rows = [
        ({"scenario": ground.scenario, "allied_agent": pairing.allied, "axis_agent": pairing.axis}, pairing.games)
        for ground in grounds
        for pairing in (*ground.duel, ground.mirror)
    ]
    write_rows(args, plan, rows)
    print(f"A scenario leans to a side that wins more than {LEANING:.0%} of the games between equals.")
    return 0


def row(ground: Ground) -> tuple[str, ...]:
    """One scenario in figures."""
    sides = (won(ground.duel.on(side)) for side in PLAYERS)
    return (ground.scenario, *sides, str(ground.duel.whole), str(ground.allies), ground.leans or "neither")
