"""`sandtable play GAME`: a game in the terminal, against another person or an agent."""

from __future__ import annotations

import argparse
from pathlib import Path
from random import Random, SystemRandom

from rich.console import Console

from sandtable.ai import agent
from sandtable.cli.board import draw
from sandtable.cli.common import add_game, line_of, load_game, options_of, tell_line
from sandtable.engine.position import IllegalAction
from sandtable.engine.record_text import write_record
from sandtable.engine.records import Agent, Match, Seat
from sandtable.engine.sides import PLAYERS

HELP = """Type the number of an action, or the order itself, such as `move 0605`. Other words:
  m          the map            p          the pieces of both sides
  l          the last log lines u          take your last action back
  r NUMBER   what a rule says   s FILE     save the game so far
  ?          this help          q          leave"""


def add(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Declare the command."""
    command = commands.add_parser("play", help="play in the terminal, against a person or an agent")
    add_game(command)
    for side, default in zip(PLAYERS, ("me", "greedy"), strict=True):
        command.add_argument(f"--{side}", default=default, metavar="WHO", help=f"me, or an agent ({default})")
    command.add_argument("--seed", type=int, help="of the dice; drawn anew if left out")
    command.set_defaults(run=run)


class Table:
    """A game at the terminal."""

    def __init__(self, match: Match, people: set[str], agents: dict[str, Agent], rng: Random, console: Console) -> None:
        self.match = match
        self.people = people
        self.agents = agents
        self.rng = rng
        self.console = console
        self.read = 0

    def tell_news(self, side: str | None) -> None:
        """Print the log lines that are new."""
        for line in self.match.pos.report(side, self.read):
            tell_line(self.console, line)
            self.read = line["n"] + 1

    def play(self) -> None:
        """Play until the game is over or somebody leaves."""
        while self.match.pos.stack:
            side = self.match.pos.side
            assert side is not None
            if side == "chance":
                self.match.play(self.match.pos.sample(self.rng))
            elif side in self.people:
                if not self.ask(side):
                    return
            else:
                self.match.play(self.agents[side].choose(Seat(self.match.pos, side)))
        self.tell_news(None)
        outcome = self.match.pos.outcome
        assert outcome is not None
        self.console.print(f"[bold]{outcome.winner or 'nobody'} wins: {outcome.kind}[/bold] {outcome.score}")

    def ask(self, side: str) -> bool:
        """Show the prompt and take one answer; False if the player leaves."""
        view = self.match.pos.see(side)
        self.tell_news(side)
        prompt = view["prompt"]
        self.console.print(f"\n[bold]{side}: {prompt['title']}[/bold] [dim]{' '.join(prompt['rules'])}[/dim]")
        if prompt["text"]:
            self.console.print(prompt["text"], highlight=False)
        for number, shown in enumerate(view["actions"], 1):
            cost = f"  ({shown['cost']})" if shown.get("cost") else ""
            self.console.print(f"  {number:3} {shown['text']}{cost}", highlight=False, markup=False)
        while True:
            word = line_of(self.console, f"{side}> ")
            if word in ("q", "quit", None):
                return False
            if word.isdigit() and 1 <= int(word) <= len(view["actions"]):
                self.match.play(self.match.game.action(view["actions"][int(word) - 1]["do"]), by=side)
                return True
            if self.ordered(word, side):
                return True
            if word == "u":
                try:
                    self.match.undo()
                except IllegalAction as error:
                    self.console.print(str(error), highlight=False)
                    continue
                self.read = min(self.read, len(self.match.pos.events()))
                return True
            self.answer(word, side)

    def ordered(self, text: str, side: str) -> bool:
        """Carry out an order typed in its text form, if the text is one; say so if it is not legal."""
        orders, pos = self.match.game.orders, self.match.pos
        if text.partition(" ")[0] not in {action[0] for action in pos.actions()}:
            return False
        try:
            self.match.play(orders.read(pos, text), by=side)
        except (IllegalAction, ValueError) as error:
            self.console.print(str(error), highlight=False)
            return False
        return True

    def answer(self, word: str, side: str) -> None:
        """A command that changes nothing in the game."""
        pos, (verb, _, rest) = self.match.pos, word.partition(" ")
        if verb == "m":
            self.console.print(draw(self.match.game, pos.see(side)))
        elif verb == "p":
            for piece in sorted(pos.see(side)["pieces"], key=lambda piece: (piece["side"], piece["at"])):
                figures = f"{piece.get('left', '')} {piece.get('middle', '')} {piece.get('right', '')}"
                self.console.print(f"  {piece['at']:8} {piece['side']:6} {piece.get('name', '?')} {figures}")
        elif verb == "l":
            for line in pos.report(side)[-15:]:
                tell_line(self.console, line)
        elif verb == "r":
            rule = self.match.game.rulebook.rules.get(rest)
            self.console.print(f"{rule.number} {rule.title}. {rule.help}" if rule else f"there is no rule {rest!r}")
        elif verb == "s" and rest:
            Path(rest).write_text(write_record(self.match.record, self.match.game), encoding="utf-8")
            self.console.print(f"saved in {rest}")
        else:
            self.console.print(HELP)


def run(args: argparse.Namespace) -> int:
    """Seat people and agents and play."""
    game = load_game(args)
    seats = {side: getattr(args, side) for side in PLAYERS}
    seed = args.seed if args.seed is not None else SystemRandom().getrandbits(48)
    agents = {side: agent(who, args.game, seed) for side, who in seats.items() if who != "me"}
    people = {side for side, who in seats.items() if who == "me"}
    console = Console()
    console.print(f"[bold]{game.title}[/bold], dice from seed {seed}. ? for help.")
    Table(Match(game, args.scenario, options_of(args)), people, agents, Random(seed), console).play()
    return 0
