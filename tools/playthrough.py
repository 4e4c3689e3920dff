"""A game told as text, to be read in a diff: `python -m tools.playthrough [GAME ...]`.

One of the kept whole games of each title (tools/full_games.py) is played through, with everything a player reads on the
way: the prompt of the side that decides, what it may choose, what it chose, and the log as each side reads it.
`tests/games/<game>/playthrough.txt` keeps it, and `tests/test_playthroughs.py` compares.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Iterator
from pathlib import Path

import sandtable
from sandtable import Position
from sandtable.engine.sides import PLAYERS
from tools.full_games import GAMES, folder

CHOSEN = {
    "bravery": "crusader-allied-decisive-the-german-armour-is-spent.json",
    "battleaxe": "battleaxe-allied-operational-victory.json",
    "rommel": "1940-axis-marginal-the-larger-army.json",
    "western-desert": "campaign-axis-automatic-victory-the-enemy-base-is-taken.json",
    "dark-sands": "gazala-draw-tobruk-held-gazala-lost.json",
}
"""The record that is told for each game: short, and with much in it."""
DECISIONS = 300
"""A longer game is told up to here, and its end after it."""
CHOICES = 8
"""This many choices are written out."""


def path_of(game: str) -> Path:
    """Where the text of a game is kept."""
    return GAMES / game.replace("-", "_") / "playthrough.txt"


def tell_choice(pos: Position, text: str) -> Iterator[str]:
    """A decision as the player who takes it reads it."""
    side = pos.side
    assert side is not None
    if side == "chance":
        yield f"chance: {text}"
        return
    action = list(pos.box.game.orders.read(pos, text))
    view = pos.see(side)
    prompt = view["prompt"]
    yield f"{side}: {prompt['title']}"
    rules = f" [{', '.join(prompt.get('rules', ()))}]" if prompt.get("rules") else ""
    if prompt.get("text") or rules:
        yield f"  {prompt.get('text', '')}{rules}".rstrip()
    offered = list(dict.fromkeys(shown["text"] for shown in view["actions"]))
    for choice in offered[:CHOICES]:
        yield f"  - {choice}"
    if len(offered) > CHOICES:
        yield f"  - ... {len(offered) - CHOICES} more"
    yield f"  > {next(shown['text'] for shown in view['actions'] if shown['do'] == action)}  [{text}]"


def tell_news(pos: Position, since: int) -> Iterator[str]:
    """The log from a number on, once where both sides read the same."""
    allied, axis = ({line["n"]: line for line in pos.report(side, since)} for side in PLAYERS)
    for n in sorted(allied | axis):
        lines = {side: told[n] for side, told in zip(PLAYERS, (allied, axis), strict=True) if n in told}
        same = len(lines) == len(PLAYERS) and len({line["text"] for line in lines.values()}) == 1
        for side, line in [("", lines["allied"])] if same else lines.items():
            yield f"  {f'({side}) ' if side else ''}{line['text']} [{line['rule']}]"


def told(name: str) -> str:
    """The playthrough of a game."""
    game = sandtable.load(name)
    document = json.loads((folder(name) / CHOSEN[name]).read_text(encoding="utf-8"))
    pos = game.start(document["scenario"], document["options"])
    lines = [f"{game.title}: {game.scenarios[document['scenario']].title}", ""]
    lines += tell_news(pos, 0)
    read = len(pos.events())
    turn = ""
    for number, action in enumerate(document["actions"]):
        if number < DECISIONS and (label := pos.see(None)["turn"]["label"]) != turn:
            turn = label
            lines += ["", f"== {turn} ==", ""]
        if number < DECISIONS:
            lines += tell_choice(pos, action)
        elif number == DECISIONS:
            lines += ["", f"... {len(document['actions']) - DECISIONS} decisions later ...", ""]
        pos.play(game.orders.read(pos, action))
        if number < DECISIONS:
            lines += tell_news(pos, read)
            read = len(pos.events())
    if len(document["actions"]) > DECISIONS:
        lines += tell_news(pos, len(pos.events()) - 10)
    assert pos.outcome is not None
    lines += ["", f"The end: {pos.outcome.kind}. Winner: {pos.outcome.winner or 'nobody'}. Score: {pos.outcome.score}"]
    for side in PLAYERS:
        prompt = pos.see(side)["prompt"]
        lines.append(f"{side} reads: {prompt['title']} {prompt.get('text', '')}".rstrip())
    return "\n".join(lines) + "\n"


def main() -> int:
    """Write the playthroughs of the games named, or of all."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("names", nargs="*", metavar="GAME")
    for name in parser.parse_args().names or sandtable.games():
        path_of(name).write_text(told(name), encoding="utf-8")
        print(path_of(name).relative_to(GAMES.parent.parent))
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
