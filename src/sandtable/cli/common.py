"""What several commands share."""

from __future__ import annotations

import argparse
import json
from pathlib import Path
from typing import Any

import sandtable
from sandtable.engine.game import Game


def add_game(command: argparse.ArgumentParser) -> None:
    """The arguments that choose a game, its scenario, options and data."""
    command.add_argument("game", metavar="GAME", help=f"one of: {', '.join(sandtable.games())}")
    command.add_argument("--scenario", metavar="ID", help="the first one of the game if left out")
    command.add_argument(
        "--set", action="append", default=[], metavar="OPTION=VALUE", help="an option of the game; may be repeated"
    )
    command.add_argument("--data", type=Path, metavar="DIR", help="files that replace those of the game's data pack")


def load_game(args: argparse.Namespace) -> Game:
    """The game the arguments name."""
    return sandtable.load(args.game, args.data)


def options_of(args: argparse.Namespace) -> dict[str, Any]:
    """The options the arguments set."""
    chosen: dict[str, Any] = {}
    for word in args.set:
        name, equals, value = word.partition("=")
        if not equals:
            raise ValueError(f"--set takes OPTION=VALUE, not {word!r}")
        try:
            chosen[name] = json.loads(value)
        except json.JSONDecodeError:
            chosen[name] = value
    return chosen
