"""One sheet for each game to print: the sequence of play, the counters, and every table."""

from __future__ import annotations

from tools.manual.inserts import chart, load

WORDS = {"": "Most counters", "hq": "Headquarters", "air": "Air", "naval": "Ships", "leader": "Leaders"}
SLOTS = {"left": "left", "middle": "middle", "right": "right"}


def sheet(game_id: str) -> str:
    """The sheet of a game."""
    game = load(game_id)
    view = game.start().see(None)
    steps = [f"{n}. {step['label']} (rule {step['rule']})" for n, step in enumerate(view["phase"]["steps"], 1)]
    figures = [
        f"- {WORDS.get(symbol, symbol)}: "
        + "; ".join(
            f"{SLOTS[slot]}, {figure.label}" + (f" ({figure.note})" if figure.note else "")
            for slot, figure in slots.items()
        )
        for symbol, slots in game.figures.items()
    ]
    ground = [f"- {kind.replace('-', ' ').capitalize()}: {words}" for kind, words in game.ground.items()]
    parts = [
        f"# {game.title}: one sheet",
        "Made from the data the rules read. Print it and keep it beside the map.",
        "## Sequence of play",
        "\n".join(steps),
        "## Counters",
        "\n".join(figures),
    ]
    if ground:
        parts += ["## Ground", "\n".join(ground)]
    box = game.box()
    for found in game.charts(box):
        parts += [
            f"## {found.title}" + (f" (rule {found.rule})" if found.rule else ""),
            chart(f"{game_id} {found.id}", {}, ""),
        ]
    return "\n\n".join(parts) + "\n"
