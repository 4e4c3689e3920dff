"""`sandtable bench`: the performance table."""

from __future__ import annotations

import argparse
from importlib import import_module
from importlib.util import find_spec

from rich.console import Console
from rich.table import Table

import sandtable
from sandtable.engine.game import Game
from sandtable.lab.bench import measure, reference


def add(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Declare the command."""
    command = commands.add_parser("bench", help="the performance table, on one core")
    command.add_argument("games", nargs="*", metavar="GAME", help="all of them if left out")
    command.add_argument("--seconds", type=float, default=3.0, help="of random play for each game (3)")
    command.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Measure and print."""
    console = Console(width=max(Console().width, 100))
    table = Table(title="Random play on one core, log on", title_justify="left")
    headings = ("game", "decisions/s", "per 1000 ref", "games/s", "late/early", "copy µs", "see µs", "dump µs")
    for heading in headings:
        table.add_column(heading, justify="left" if heading == "game" else "right")
    for name in args.games or sandtable.games():
        speed = measure(sandtable.load(name), args.seconds)
        table.add_row(
            speed.game,
            f"{speed.decisions:,.0f}",
            f"{speed.ratio:.1f}",
            f"{speed.games:.1f}",
            f"{speed.late:.2f}",
            f"{speed.copy:.2f}",
            f"{speed.see:.0f}",
            f"{speed.dump:.0f}",
        )
    console.print(table)
    console.print(f"  reference loop: {reference():,.0f} rounds/s", highlight=False)
    for name in args.games or sandtable.games():
        for line in own_figures(sandtable.load(name)):
            console.print(f"  {name}: {line}", highlight=False)
    return 0


def own_figures(game: Game) -> list[str]:
    """What a game says of itself: the lines of `figures(game)` in its module `bench`, if it has one."""
    module = f"sandtable.games.{game.id.replace('-', '_')}.bench"
    if find_spec(module) is None:
        return []
    lines: list[str] = import_module(module).figures(game)
    return lines
