"""`sandtable data GAME`: every value of a game's data that `compare --set` can change, by name."""

from __future__ import annotations

import argparse
import os
import sys
from pathlib import Path

import sandtable
from sandtable.cli.common import load_game
from sandtable.lab.change import listed


def add(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Declare the command."""
    command = commands.add_parser(
        "data",
        help="what `compare --set` can change, with its value",
        description="One line for each value, as `compare --set` takes it. Of a list, NAME.#2 is the second item.",
    )
    command.add_argument("game", metavar="GAME", help=f"one of: {', '.join(sandtable.games())}")
    command.add_argument("name", metavar="NAME", nargs="?", default="", help="only names that begin so: units, crt.*.3")
    command.add_argument("--data", type=Path, metavar="DIR", help="files that replace those of the game's data pack")
    command.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Print them."""
    lines = [f"{name}={value}" for name, value in listed(load_game(args).pack, args.name)]
    if not lines:
        raise ValueError(f"no name begins with {args.name}; `sandtable data {args.game}` lists all")
    try:
        print("\n".join(lines), flush=True)
    except BrokenPipeError:  # `| head` has read enough
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    return 0
