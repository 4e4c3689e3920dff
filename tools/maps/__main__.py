"""Rebuild the maps of all games: `python -m tools.maps [game ...]`."""

import sys
from importlib import import_module

from tools.maps.draw import GAMES as DRAWN
from tools.maps.draw import draw_all
from tools.maps.sheet import Sheet

GAMES = ("battleaxe", "bravery", "dark_sands", "rommel", "western_desert")


def build(game: str) -> Sheet:
    """The sheet of one game from its recipe."""
    sheet = import_module(f"tools.maps.games.{game}").build()
    assert isinstance(sheet, Sheet)
    return sheet


def main(games: list[str]) -> None:
    """Write the map files of the games named, or of all."""
    for game in games or GAMES:
        sheet = build(game)
        sheet.write()
        print(f"{game}: {len(sheet.places)} places, {len(sheet.links)} links")
        if game in DRAWN:
            draw_all((game,))


if __name__ == "__main__":
    main(sys.argv[1:])
