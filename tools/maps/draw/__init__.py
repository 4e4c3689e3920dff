"""Draw the maps: from a data pack and the geography to `map.svg` and `board.json`."""

from importlib import import_module

from tools.maps.draw.drawing import Drawing
from tools.maps.draw.pack import folder, read

GAMES = ("battleaxe", "bravery", "dark_sands", "rommel", "western_desert")


def draw(game: str) -> Drawing:
    """The drawing of one game from its data pack."""
    drawing = import_module(f"tools.maps.draw.games.{game}").draw(read(game))
    assert isinstance(drawing, Drawing)
    return drawing


def draw_all(games: tuple[str, ...] = GAMES) -> None:
    """Write map.svg and board.json of each game."""
    for game in games:
        drawing = draw(game)
        (folder(game) / "map.svg").write_text(drawing.svg, encoding="utf-8", newline="\n")
        (folder(game) / "board.json").write_text(drawing.board, encoding="utf-8", newline="\n")
        print(f"{game}: map.svg {len(drawing.svg.encode()) // 1024} KB, board.json {len(drawing.board) // 1024} KB")
