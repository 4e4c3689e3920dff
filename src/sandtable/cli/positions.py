"""`sandtable positions [GAME]`: agents decide test positions; a table says which blunders they avoid."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

import sandtable
from sandtable.ai import agent
from sandtable.cli.runs import command_line, count, print_table, progress, workers_of
from sandtable.lab.positions import HEADINGS, TOTAL_HEADINGS, Score, chosen, page, row, score, totals

PAGE = Path("docs/lab/positions.md")


def add(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Declare the command."""
    command = commands.add_parser("positions", help="agents decide test positions; which blunders do they avoid?")
    command.add_argument("game", nargs="?", metavar="GAME", help="all games if left out")
    command.add_argument("names", nargs="*", metavar="NAME", help="only positions whose names hold one of these words")
    command.add_argument("--level", action="append", metavar="LEVEL", help="a level or an agent; may be repeated")
    command.add_argument("--seeds", type=count, default=10, metavar="N", help="runs of each position (10)")
    command.add_argument("--why", action="store_true", help="list each run without a good move")
    command.add_argument("--write", nargs="?", type=Path, const=PAGE, metavar="FILE", help=f"write the page ({PAGE})")
    command.add_argument("--jobs", type=count, metavar="N", help="worker processes (all cores)")
    command.add_argument("--keep", type=Path, metavar="DIR", help="keep finished runs here, and go on from them")
    command.set_defaults(run=run, ray=None)


def run(args: argparse.Namespace) -> int:
    """Run the suite and print the table."""
    if args.game is not None:
        sandtable.load(args.game)
    levels, scores = args.level or ["general"], list[Score]()
    for game in [args.game] if args.game else sandtable.games():
        puzzles = chosen(game, args.names)
        for level in levels if puzzles else ():
            agent(level, game)
            with progress(f"{game}, {level}", len(puzzles) * args.seeds) as tell:
                scores += score(game, level, puzzles, args.seeds, workers_of(args), args.keep, tell)
    if not scores:
        raise ValueError("there are no such positions")
    print_table("Positions", HEADINGS, [row(one) for one in scores])
    if args.why:
        for one in scores:
            for seed, result in enumerate(one.results):
                if not result.good:
                    print(f"{one.puzzle.name}, {one.agent}, seed {seed}: {result.first} ({result.why})")
    print_table("All", TOTAL_HEADINGS, totals(scores))
    if args.write:
        before = args.write.read_text(encoding="utf-8") if args.write.exists() else ""
        args.write.write_text(page(scores, command_line(sys.argv[1:]), before), encoding="utf-8")
        print(f"page in {args.write}")
    return 0
