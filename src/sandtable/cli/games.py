"""`sandtable games`: what there is to play."""

from __future__ import annotations

import argparse
from collections import Counter

from rich.console import Console
from rich.table import Table

import sandtable


def add(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Declare the command."""
    command = commands.add_parser("games", help="what there is: scenarios, options, state of the rules")
    command.add_argument("game", nargs="?", metavar="GAME", help="this one only")
    command.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Print a table of the games, then each one's scenarios and options."""
    console = Console()
    table = Table(title="Games", title_justify="left")
    for heading in ("id", "title", "period", "length", "board", "rules coded"):
        table.add_column(heading, no_wrap=heading == "id")
    loaded = [sandtable.load(name) for name in ([args.game] if args.game else sandtable.games())]
    for game in loaded:
        statuses = Counter(rule.status for rule in game.rulebook.rules.values())
        rules = sum(statuses.values()) - statuses["heading"]
        coded = f"{statuses['coded']} of {rules}"
        table.add_row(game.id, game.title, game.card.period, game.card.length, game.card.board, coded)
    console.print(table)
    for game in loaded:
        console.print(f"\n[bold]{game.title}[/bold] ({game.id}): {game.card.blurb}")
        for name, scenario in game.scenarios.items():
            console.print(f"  scenario {name}: {scenario.title}, {scenario.length}. {scenario.notes}", highlight=False)
        for name, option in game.options.items():
            choices = f" ({', '.join(map(str, option.choices))})" if option.choices else ""
            rule = f" \\[{option.rule}]" if option.rule else ""
            console.print(f"  option {name}{choices}: {option.title}. {option.notes}{rule}", highlight=False)
    return 0
