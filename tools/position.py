"""Cut a test position out of a game: `python -m tools.position GAME [...]`, see sandtable.ai.core.positions.

A game of agents, repeatable by its seed: `python -m tools.position bravery --seed 4 --allied greedy --axis search:20w`.
A saved game: `python -m tools.position bravery --record game.txt`.

Without `--at` the decisions of both sides are listed, each with its number, turn, side, step and choice (`--side`,
`--turn` and `--step` thin the list). With `--at NUMBER` the position before that decision is written, to
`ai/<game>/positions/NAME.txt` if `--name` is given: the header is for the author to complete; the legal actions stand
in it as comments. `--state` writes the position itself as JSON instead of the record that led to it.
"""

from __future__ import annotations

import argparse
import json
from itertools import count
from pathlib import Path
from random import Random
from textwrap import wrap

import sandtable
from sandtable import Game
from sandtable.ai import agent
from sandtable.ai.core.positions import folder, texts
from sandtable.engine.record_text import TITLE, read_record
from sandtable.engine.records import Match, Record, Seat
from sandtable.engine.sides import CHANCE, PLAYERS

WIDTH = 116
SHOWN = 60
"""Legal actions that are written out."""


def main() -> int:
    """List the decisions of a game, or write one of them."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("game", metavar="GAME")
    parser.add_argument("--scenario", metavar="ID")
    parser.add_argument("--option", action="append", default=[], help="an option to switch on; may be repeated")
    parser.add_argument("--seed", type=int, default=1)
    for side in PLAYERS:
        parser.add_argument(f"--{side}", default="greedy", metavar="AGENT")
    parser.add_argument("--record", type=Path, help="a saved game instead of one of agents")
    parser.add_argument("--side", choices=PLAYERS)
    parser.add_argument("--turn", type=int)
    parser.add_argument("--step", help="part of the name of a step")
    parser.add_argument("--at", type=int, metavar="NUMBER")
    parser.add_argument("--state", action="store_true", help="the position as JSON instead of the record")
    parser.add_argument("--name", help="write it under this name")
    parser.add_argument("--title", default="")
    args = parser.parse_args()
    game = sandtable.load(args.game)
    match = saved(game, args.record) if args.record else played(game, args)
    if args.at is None:
        tell(match, args)
        return 0
    text = written(match, args)
    if not args.name:
        print(text)
        return 0
    path = folder(game.id) / f"{args.name}.txt"
    path.parent.mkdir(exist_ok=True)
    path.write_text(text, encoding="utf-8")
    print(path)
    return 0


def saved(game: Game, path: Path) -> Match:
    """A saved game, as text or JSON, as far as it goes."""
    text = path.read_text(encoding="utf-8")
    record = read_record(text, game) if text.startswith(TITLE) else Record.read(json.loads(text), game)
    match = Match(game, record.scenario, record.options)
    for action in record.actions:
        match.play(action)
    return match


def played(game: Game, args: argparse.Namespace) -> Match:
    """A game of agents, up to the decision that is wanted."""
    match, rng = Match(game, args.scenario, dict.fromkeys(args.option, True)), Random(args.seed)
    agents = {side: agent(getattr(args, side), game.id, args.seed) for side in PLAYERS}
    for number in count():
        pos, side = match.pos, match.pos.side
        if side is None or number == args.at or (args.turn is not None and pos.turn > args.turn):
            return match
        chance = pos.stack[-1][1] == CHANCE
        match.play(pos.sample(rng) if chance else agents[side].choose(Seat(pos, side)))
    raise AssertionError


def tell(match: Match, args: argparse.Namespace) -> None:
    """The decisions of both sides, a line each."""
    pos = match.game.start(match.record.scenario, match.record.options).quiet()
    for number, move in enumerate(match.moves):
        step = pos.stack[-1][0]
        wanted = (args.side in (None, move.side), args.turn in (None, pos.turn), (args.step or "") in step)
        if move.side in PLAYERS and all(wanted) and len(pos.actions()) > 1:
            print(
                f"{number:5d}  turn {pos.turn}  {move.side:6s}  {step:20s}  {match.game.orders.write(pos, move.action)}"
            )
        pos.play(move.action)
    over = pos.outcome
    print(f"over: {over.winner or 'draw'}, {over.kind}" if over else f"not over after {len(match.moves)} actions")


def written(match: Match, args: argparse.Namespace) -> str:
    """The file of a position."""
    pos, record = match.at(args.at).quiet(), match.record
    orders = match.game.orders
    if pos.side not in PLAYERS:
        raise SystemExit(f"{pos.side or 'nobody'} decides at {args.at}")
    options = [name for name, value in record.options.items() if value is True]
    lines = [f"title: {args.title}", f"scenario: {record.scenario}", f"side: {pos.side}", "found:"]
    lines += [f"options: {' '.join(options)}"] * bool(options)
    lines += ["avoid:", "good:", f"# turn {pos.turn}, {pos.stack[-1][0]}; the legal actions:"]
    legal = texts(pos)
    lines += [f"# {line}" for line in wrap(" | ".join(legal[:SHOWN]), WIDTH)]
    lines += [f"# and {len(legal) - SHOWN} more"] * (len(legal) > SHOWN)
    if args.at < len(match.moves):
        lines.append(f"# played: {orders.write(pos, match.moves[args.at].action)}")
    lines.append("")
    if args.state:
        lines.append(json.dumps(match.game.dump(pos)["position"]))
        return "\n".join(lines) + "\n"
    at = match.game.start(record.scenario, record.options).quiet()
    actions, turn = list[str](), 0
    for move in [*match.moves[: args.at], None]:
        if move is None or at.turn != turn:
            lines += wrap("; ".join(actions), WIDTH, break_long_words=False, break_on_hyphens=False)
            actions, turn = [], at.turn
            lines += [f"# turn {turn}"] * (move is not None)
        if move is not None:
            actions.append(orders.write(at, move.action))
            at.play(move.action)
    return "\n".join(lines) + "\n"


if __name__ == "__main__":
    raise SystemExit(main())
