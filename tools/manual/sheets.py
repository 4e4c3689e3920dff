"""One sheet for each game to print: the sequence of play, the counters, and every table."""

from __future__ import annotations

import re
from pathlib import Path

from sandtable.engine.charts import Chart, Row
from tools.manual.inserts import chart_table, expand, load

GAMES = Path(__file__).parents[2] / "docs" / "games"
EXCERPT = re.compile(r"<!-- sheet -->\n(.*?)<!-- /sheet -->", re.DOTALL)
"""What the page of a game marks as worth printing."""

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
    page = GAMES / f"{game_id}.md"
    found = EXCERPT.findall(page.read_text(encoding="utf-8"))
    if found:
        parts += ["## At a glance", *(expand(part.strip(), {}) for part in found)]
    for table in game.charts(game.box()):
        rule = f" (rule {table.rule})" if table.rule else ""
        parts += [f"## {table.title}{rule}", chart_table(shortened(table))]
    return "\n\n".join(parts) + "\n"


def shortened(table: Chart) -> Chart:
    """A long table with equal neighbours told once: "July 1941 to October 1942"."""
    rows: list[Row] = []
    first = ""
    for row in table.rows:
        if rows and len(table.rows) > MANY and rows[-1].cells == row.cells and row.turns and rows[-1].turns:
            rows[-1] = row._replace(label=f"{first} to {row.label}")
        else:
            first = row.label
            rows.append(row)
    return table._replace(rows=tuple(rows))


MANY = 12
