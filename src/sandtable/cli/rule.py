"""`sandtable rule GAME N`: our title for a rule, its code, its tests, its rulings."""

from __future__ import annotations

import argparse
from pathlib import Path

from rich.console import Console

import sandtable
from sandtable.engine.rulebook import Index, Spot


def add(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Declare the command."""
    command = commands.add_parser("rule", help="our title for a rule, its code, its tests, its rulings")
    command.add_argument("game", metavar="GAME")
    command.add_argument("number", metavar="NUMBER", help="as the rulebook prints it, such as 7.3.5")
    command.set_defaults(run=run)


def tests_of(game: str) -> Path:
    """Where a game's tests are in a clone; a wheel has none."""
    return Path(sandtable.__file__).parents[2] / "tests" / "games" / game.replace("-", "_")


def run(args: argparse.Namespace) -> int:
    """Print what is known about the rule."""
    game = sandtable.load(args.game)
    rule = game.rulebook.rules.get(args.number)
    if rule is None:
        raise ValueError(f"{game.title} has no rule {args.number}")
    index = Index(game.package, tests_of(args.game))
    console = Console()
    console.print(f"[bold]{rule.number} {rule.title}[/bold]  ({rule.status})", highlight=False)
    if rule.help:
        console.print(rule.help, highlight=False)
    groups = (
        ("home", index.homes.get(rule.number, [])),
        ("cited", index.cites.get(rule.number, [])),
        ("test", index.tests.get(rule.number.lower(), [])),
    )
    for label, spots in groups:
        for spot in spots:
            console.print(f"  {label:6} {place(spot)}  {spot.name}", highlight=False, markup=False)
    for number, rules, title in index.rulings:
        if rule.number in [word.strip() for word in rules.split(",")]:
            console.print(f"  ruling {number}: {title}", highlight=False, markup=False)
    return 0


def place(spot: Spot) -> str:
    """File and line, relative to the project's root if there is one."""
    top = Path(sandtable.__file__).parents[2]
    path = spot.file.relative_to(top) if spot.file.is_relative_to(top) else spot.file
    return f"{path}:{spot.line}"
