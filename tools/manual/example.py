"""Make an example of play from a game of the machine against itself: `python -m tools.manual.example GAME --list`.

`--list` shows every decision of the game with its number; `--cut N --name NAME --says TEXT` writes the example that
opens before decision N.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from random import Random

import sandtable
from sandtable.ai import agent
from sandtable.engine.game import Game
from sandtable.engine.record_text import write_record
from sandtable.engine.records import Match
from sandtable.table.examples import FOLDER


def played(game: Game, scenario: str | None, level: str, seed: int) -> Iterator[Match]:
    """A game under way, before each decision."""
    match, rng = Match(game, scenario), Random(seed)
    agents = {side: agent(level, game.id, seed) for side in game.sides}
    while match.pos.stack:
        yield match
        pos = match.pos
        side = pos.side
        assert side is not None
        chance = side not in game.sides
        match.play(pos.sample(rng) if chance else agents[side].choose(sandtable.Seat(pos, side)))


def main() -> None:
    """Show the decisions, or write the example."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("game")
    parser.add_argument("--scenario")
    parser.add_argument("--level", default="greedy")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--list", type=int, metavar="UP TO")
    parser.add_argument("--cut", type=int)
    parser.add_argument("--name")
    parser.add_argument("--says")
    args = parser.parse_args()
    game = sandtable.load(args.game)
    for match in played(game, args.scenario, args.level, args.seed):
        number, pos = len(match.moves), match.pos
        if args.list is not None:
            if number:
                last = match.at(number - 1)
                print(number - 1, last.side, "T", last.turn, game.orders.write(last, match.moves[-1].action), sep="\t")
            if number == args.list:
                return
        elif number == args.cut:
            text = write_record(match.record, game)
            lines = [line for line in text.splitlines() if not line.startswith(("rules ", "data "))]
            folder = game.package / FOLDER
            folder.mkdir(exist_ok=True)
            (folder / f"{args.name}.txt").write_text(f"# {args.says}\n" + "\n".join(lines) + "\n", encoding="utf-8")
            print(pos.see(pos.side)["prompt"])
            return


if __name__ == "__main__":
    main()
