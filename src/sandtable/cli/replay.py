"""`sandtable replay FILE`: check a saved game move by move, watch it, or verify its dice."""

from __future__ import annotations

import argparse
import json
from pathlib import Path

from rich.console import Console

from sandtable.cli.board import draw
from sandtable.cli.common import line_of, tell_line, with_data
from sandtable.engine.documents import Document
from sandtable.engine.game import Game
from sandtable.engine.record_text import TITLE, game_of, read_record
from sandtable.engine.records import Record
from sandtable.engine.sides import PLAYERS


def add(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Declare the command."""
    command = commands.add_parser("replay", help="check a saved game move by move, watch it, or verify its dice")
    command.add_argument("file", metavar="FILE", type=Path, help="a game saved by the table or by `sandtable play`")
    command.add_argument("--watch", action="store_true", help="stop after every turn and show the map and the log")
    command.add_argument("--eyes", choices=PLAYERS, help="watch through one side's eyes (a watcher's if left out)")
    command.add_argument("--verify", action="store_true", help="repeat every roll from the secret and the seeds")
    command.add_argument("--data", type=Path, metavar="DIR", help="files that replace those of the game's data pack")
    command.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Play the file through; 0 if all of it holds, 1 if the dice do not."""
    console = Console()
    text = args.file.read_text(encoding="utf-8", errors="replace")
    try:
        if text.startswith(TITLE):
            document: Document = {}
            game = with_data(game_of(text), args.data)
            record = read_record(text, game)
        else:
            document = read(args.file)
            game = with_data(document["game"], args.data)
            record = Record.read(document, game)
        game.start(record.scenario, record.options)
        if args.watch:
            watch(console, game, record, args.eyes)
        else:
            check(console, game, record, document)
        return verified(console, game, document) if args.verify else 0
    except (TypeError, LookupError, AttributeError, ArithmeticError) as error:
        raise ValueError(f"{args.file} is not a saved game: {type(error).__name__}: {error}") from None


def read(path: Path) -> Document:
    """A saved game; a ValueError says what is wrong with the file."""
    try:
        document = json.loads(path.read_text(encoding="utf-8"))
    except (json.JSONDecodeError, UnicodeDecodeError, RecursionError) as error:
        raise ValueError(f"{path} is not a saved game: {error}") from None
    if not isinstance(document, dict) or not isinstance(document.get("game"), str):
        raise ValueError(f"{path} is not a saved game: it names no game")
    if not isinstance(document.get("actions"), list):
        raise ValueError(f"{path} is not a saved game: it has no list of actions")
    return document


def check(console: Console, game: Game, record: Record, document: Document) -> None:
    """Play every action and look for faults; IllegalAction names the first that breaks a rule."""
    for number, pos in enumerate(record.positions(game)):
        if faults := game.faults(pos):
            raise ValueError(f"after {number} actions: {faults[0]}")
    outcome = pos.outcome._asdict() if pos.outcome else document.get("outcome")
    console.print(f"{game.title}, {record.scenario}: {len(record.actions)} actions, all within the rules.")
    if outcome is None:
        console.print(f"Not over: turn {pos.turn}, {pos.side} to move.")
    else:
        console.print(f"Over: {outcome['winner'] or 'nobody'} wins, {outcome['kind']}, score {outcome['score']}.")


def watch(console: Console, game: Game, record: Record, eyes: str | None) -> None:
    """Show the game turn by turn; Enter goes on, q leaves."""
    told, turn = 0, 1
    for number, pos in enumerate(record.positions(game)):
        last = number == len(record.actions)
        if pos.turn == turn and not last:
            continue
        for line in pos.report(eyes, told):
            tell_line(console, line)
            told = line["n"] + 1
        console.print(draw(game, pos.see(eyes)))
        console.print(f"[bold]after {number} actions[/bold]")
        if not last and line_of(console, "Enter for the next turn, q to leave: ") in ("q", None):
            return
        turn = pos.turn


def verified(console: Console, game: Game, document: Document) -> int:
    """Check the dice of a game that was played at the table."""
    from sandtable.table.verify import verify

    if "dice" not in document:
        raise ValueError("this game was not played at the table, so there is nothing to check its dice against")
    verdict = verify(document, game)
    console.print(
        f"Dice: {verdict.text}." if verdict.ok else f"[bold red]Dice not verified[/bold red]: {verdict.text}."
    )
    return 0 if verdict.ok else 1
