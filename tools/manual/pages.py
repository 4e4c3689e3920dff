"""The pages that are made from the data: one-sheet summaries, sources and columns of each game."""

from __future__ import annotations

from tools.manual import owners, sheets

GAMES = ("bravery", "battleaxe", "rommel", "western-desert", "dark-sands")
"""The five games, lightest first."""


def made() -> dict[str, str]:
    """Every such page by its path."""
    made = {f"games/{game}-sheet.md": sheets.sheet(game) for game in GAMES}
    return made | {f"owners/{game}.md": owners.page(game) for game in GAMES}
