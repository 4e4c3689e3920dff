"""For owners of the box, a page for each game: where each value comes from, the facts of the map, every column."""

from __future__ import annotations

import importlib
import tomllib

from sandtable.engine.facts import Fact
from tools.manual.columns import shapes_of, table
from tools.manual.inserts import load

BASES = {
    "stated": "stated by the rulebook",
    "georeferenced": "from real geography",
    "historical": "from history",
    "reconstructed": "reconstructed",
}


def page(game_id: str) -> str:
    """The page of a game."""
    game = load(game_id)
    package = game_id.replace("-", "_")
    sources = tomllib.loads((game.pack.home / "SOURCES.toml").read_text(encoding="utf-8"))["file"]
    facts: list[Fact] = importlib.import_module(f"sandtable.games.{package}.map_facts").FACTS
    shapes = shapes_of(package)
    parts = [
        f"# {game.title}: where the values come from",
        "This page is made from the data pack itself: `SOURCES.toml`, the facts that the map is proven by, and the "
        "loaders that read the files. If you own the box, begin with the *doubts*.",
        "## Files at a glance",
        "| file | basis |\n|---|---|\n"
        + "\n".join(
            f"| [`{entry['name']}`](#{anchor(entry['name'])}) | {BASES[entry['basis']]} |" for entry in sources
        ),
    ]
    for entry in sources:
        parts += [f"## {entry['name']}", f"**{BASES[entry['basis']].capitalize()}.** {sentence(entry['from'])}"]
        if entry["rules"]:
            parts.append("Rules it has to satisfy: " + ", ".join(entry["rules"]) + ".")
        if entry["doubts"]:
            parts.append("Check first:\n\n" + "\n".join(f"- {sentence(doubt)}" for doubt in entry["doubts"]))
        if entry["name"] in shapes:
            parts.append(table(game_id, entry["name"], *shapes[entry["name"]]))
    parts += [
        "## Facts of the map",
        f"The rulebook states {len(facts)} things about its map. `sandtable map {game_id} --check` tests each of them.",
        "| | fact | rules |\n|---|---|---|\n"
        + "\n".join(f"| {fact.id} | {sentence(fact.says)} | {fact.rules} |" for fact in facts),
    ]
    return "\n\n".join(parts) + "\n"


def anchor(name: str) -> str:
    """The anchor that a heading with a file's name has."""
    return "".join(letter for letter in name.lower() if letter.isalnum() or letter in "-_")


def sentence(text: str) -> str:
    """With a capital and a full stop, safe in a table."""
    text = text.strip().replace("|", "\\|").replace("*", "\\*")
    return text[:1].upper() + text[1:] + ("" if text.endswith(".") else ".")
