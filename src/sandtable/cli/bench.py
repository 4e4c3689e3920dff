"""`sandtable bench`: the performance table."""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from importlib import import_module
from importlib.util import find_spec

import sandtable
from sandtable.cli.runs import print_table
from sandtable.engine.game import Game
from sandtable.lab.bench import measure, reference
from sandtable.lab.thinking import pace


def add(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Declare the command."""
    command = commands.add_parser("bench", help="the performance table, on one core")
    command.add_argument("games", nargs="*", metavar="GAME", help="all of them if left out")
    command.add_argument("--seconds", type=float, default=3.0, help="of random play for each game (3)")
    command.add_argument("--thinking", action="store_true", help="how fast the agents think, instead of random play")
    command.add_argument("--environments", action="store_true", help="the PettingZoo environments instead")
    command.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Measure and print."""
    names = args.games or sandtable.games()
    if args.thinking:
        return think(names, args.seconds)
    if args.environments:
        from sandtable.lab.research.speed import rows as speeds

        shown = ("game", "steps/s", "quickest 200 steps")
        print_table("Environments: observed and played at random", shown, speeds(list(names), args.seconds))
        return 0
    rows = []
    for name in names:
        speed = measure(sandtable.load(name), args.seconds)
        figures = (speed.decisions, speed.ratio, speed.games, speed.late, speed.copy, speed.see, speed.dump)
        formats = (",.0f", ".1f", ".1f", ".2f", ".2f", ".0f", ".0f")
        rows.append((speed.game, *(format(*pair) for pair in zip(figures, formats, strict=True))))
    headings = ("game", "decisions/s", "per 1000 ref", "games/s", "late/early", "copy µs", "see µs", "dump µs")
    print_table("Random play on one core, log on", headings, rows)
    print(f"reference loop: {reference():,.0f} rounds/s")
    for name in names:
        for line in own_figures(sandtable.load(name)):
            print(f"{name}: {line}")
    return 0


def think(names: Sequence[str], seconds: float) -> int:
    """How fast the agents of some games think."""
    found = [pace(sandtable.load(name), seconds) for name in names]
    rows = [(one.game, f"{one.greedy:,.0f}", f"{one.worlds:,.0f}", one.decisions, one.thoughts) for one in found]
    headings = ("game", "greedy decisions/s", "worlds/s", "decisions", "thoughts")
    print_table("Agents on one core, first scenario", headings, rows)
    return 0


def own_figures(game: Game) -> list[str]:
    """A game's own figures: the lines of `figures(game)` in its module `bench`, if it has one."""
    module = f"sandtable.games.{game.id.replace('-', '_')}.bench"
    if find_spec(module) is None:
        return []
    lines: list[str] = import_module(module).figures(game)
    return lines
