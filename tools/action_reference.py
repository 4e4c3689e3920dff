"""Writes docs/actions/<game>.md, a bot author's reference, from the games' orders: `make docs`."""

from __future__ import annotations

import inspect
from pathlib import Path

import sandtable
from sandtable import Game
from sandtable.engine.orders import Order

FOLDER = Path(__file__).parent.parent / "docs" / "actions"
HEAD = """# Actions of {title}

An action is a list: the verb, then its arguments as whole numbers or words, as `view["actions"][i]["do"]` has them.
In a text (records, the terminal, bots) it is one line: the verb and its arguments by their printed codes, `{example}`.

| verb | arguments | in the step | rule | what the button says |
|---|---|---|---|---|
"""


def says(order: Order) -> str:
    """The words of a button, as far as they can be told without a position."""
    if callable(order.text):
        return (inspect.getdoc(order.text) or "depends on the position").replace("\n", " ")
    if isinstance(order.text, str):
        return order.text
    return "; ".join(f"{text} ({step})" if step else text for step, text in order.text.items())


def example(game: Game) -> str:
    """An action of the first position in its text form."""
    pos = game.start()
    return game.orders.write(pos, pos.actions()[-1]) if pos.side in game.sides else "roll 4"


def reference(game: Game) -> str:
    """The page of a game."""
    rows = []
    for name, order in game.orders.table.items():
        verb, _, step = name.partition("@")
        takes = " or ".join(f"`{takes}`" for takes in order.takes.split("|")) if order.takes else ""
        rows.append(f"| `{verb}` | {takes} | {step} | {order.rule} | {says(order)} |")
    return HEAD.format(title=game.title, example=example(game)) + "\n".join(rows) + "\n"


def main() -> None:
    """Write the pages of all games."""
    FOLDER.mkdir(exist_ok=True)
    for name in sandtable.games():
        (FOLDER / f"{name}.md").write_text(reference(sandtable.load(name)), encoding="utf-8")


if __name__ == "__main__":
    main()
