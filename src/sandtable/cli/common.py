"""What several commands share."""

from __future__ import annotations

import argparse
import json
from pathlib import Path

from rich.console import Console

import sandtable
from sandtable.engine.documents import Document
from sandtable.engine.game import Game
from sandtable.engine.view import LogLine


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
    return with_data(args.game, args.data)


def with_data(game: str, data: Path | None) -> Game:
    """A game with changed data; if it cannot be used, a ValueError says why."""
    try:
        loaded = sandtable.load(game, data)
        if data is not None:
            for scenario in loaded.scenarios:
                loaded.start(scenario)
    except (LookupError, TypeError, AttributeError, ArithmeticError) as error:
        if data is None:
            raise
        raise ValueError(f"the data in {data} cannot be used: {type(error).__name__}: {error}") from None
    return loaded


def options_of(args: argparse.Namespace) -> Document:
    """The options the arguments set."""
    chosen: Document = {}
    for word in args.set:
        name, equals, value = word.partition("=")
        if not equals:
            raise ValueError(f"--set takes OPTION=VALUE, not {word!r}")
        try:
            chosen[name] = json.loads(value)
        except json.JSONDecodeError:
            chosen[name] = value
    return chosen


def tell_line(console: Console, line: LogLine) -> None:
    """Print a line of the log with its rule, and the faces of its dice."""
    dice = "; ".join(" ".join(map(str, row["faces"])) for row in line.get("dice", []))
    rolled = f" [dim]dice {dice},[/dim]" if dice else ""
    console.print(f"  {line['text']}{rolled} [dim]{line['rule']}[/dim]", highlight=False)


def line_of(console: Console, prompt: str) -> str | None:
    """What the player types; None at the end of the input."""
    try:
        return console.input(prompt).strip()
    except EOFError:
        console.print()
        return None
