"""`sandtable league GAME`: champion, rivals and sparring partners play each other: is a change an improvement?"""

from __future__ import annotations

import argparse
from collections.abc import Mapping
from pathlib import Path

from sandtable.cli.runs import Shown, add_run, plan_of, progress, show_tables, workers_of, write_rows
from sandtable.cli.tournament import pairing_rows, rating_row
from sandtable.lab.league import BEFORE, Result, aim_of, entrants, judge, last_taken, meetings, play, results, take
from sandtable.lab.plan import heading
from sandtable.lab.tournament import rate

LEDGER = Path("docs/lab/league.jsonl")


def add(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Declare the command."""
    command = commands.add_parser("league", help="champion, rivals and sparring partners; is a change an improvement?")
    add_run(command)
    command.set_defaults(n=10)
    command.add_argument("more", nargs="*", metavar="AGENT", help="more agents to play in it")
    command.add_argument("--champion", default="general", metavar="AGENT", help="a level or an agent (general)")
    command.add_argument("--before", metavar="DIR", help="another copy of the project (.../src), an earlier champion")
    command.add_argument("--champion-only", action="store_true", help="play the champion's games alone")
    command.add_argument("--ledger", type=Path, default=LEDGER, metavar="FILE", help=f"champions taken ({LEDGER})")
    command.add_argument("--take", action="store_true", help="write the champion into the ledger if it is taken")
    command.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Play the league; print ratings, how the champion did, and the verdict."""
    plan, champion = plan_of(args), args.champion
    elder = f"elsewhere:{Path(args.before).resolve()}#{champion}" if args.before else None
    names = entrants(args.game, champion, [*args.more, *([elder] if elder else [])])
    pairs = meetings(names, not args.champion_only)
    with progress(f"{plan.game} league", len(pairs) * args.n) as tell:
        played = play(plan, pairs, args.n, workers_of(args), args.keep, tell)
    pairings = [one._replace(allied=label(one.allied), axis=label(one.axis)) for one in played]
    title = f"{plan.game}, {heading(plan)['scenario']}: {args.n} games each way round, seed {plan.seed}"
    ratings = [rating_row(one) for one in rate(pairings)]
    now, before = results(pairings, champion), last_taken(args.ledger, plan)
    tables: list[Shown] = [
        (title, ("agent", "against", "as Allied", "as Axis", "share", "95 % interval"), pairing_rows(pairings)),
        ("Ratings", ("agent", "rating", "95 % interval", "wins", "draws", "games"), ratings),
        (f"{champion}, the champion", ("against", "won", "aim", "before"), champion_rows(now, before)),
    ]
    show_tables(args, "league", plan, tables)
    write_rows(args, plan, [({"allied_agent": one.allied, "axis_agent": one.axis}, one.games) for one in pairings])
    verdict = judge(now, before)
    print(verdict.text)
    if args.take and verdict.taken:
        take(args.ledger, plan, champion, now)
        print(f"written to {args.ledger}")
    return 0


def label(name: str) -> str:
    """A player's name in the tables, wherever its copy is."""
    return BEFORE if name.startswith("elsewhere:") else name


def champion_rows(now: Mapping[str, Result], before: Mapping[str, Result] | None) -> list[tuple[str, ...]]:
    """How the champion did against each opponent, beside its aim and the previous champion's result."""
    rows = list[tuple[str, ...]]()
    for name, result in now.items():
        aim = aim_of(name)
        reached = "" if aim is None else f"{aim:.0%}: {'reached' if result.share >= aim else 'not reached'}"
        known = (before or {}).get(name)
        rows.append((name, str(result), reached, "" if known is None else str(known)))
    return rows
