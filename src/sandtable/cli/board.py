"""A map in the terminal: places laid out as on the sheet, with the stacks in them."""

from __future__ import annotations

from rich.text import Text

from sandtable.engine.game import Game
from sandtable.engine.grids import Grid
from sandtable.engine.view import View

COLOURS = {"allied": "yellow", "axis": "cyan", None: "white"}
CELL = 7


def draw(game: Game, view: View) -> Text:
    """Hex sheets row by row with each hex's number and its stacks; areas as a list."""
    if not game.map.grids:
        return areas(game, view)
    shown = Text()
    for section, grid in game.map.grids.items():
        if len(game.map.grids) > 1:
            shown.append(f"{section}\n", style="bold")
        shown.append_text(sheet(game, grid, section, view))
    return shown


def stacks(view: View) -> dict[str, dict[str, int]]:
    """How many pieces of each side stand in each place."""
    found: dict[str, dict[str, int]] = {}
    for piece in view["pieces"]:
        counts = found.setdefault(piece["at"], {})
        counts[piece["side"]] = counts.get(piece["side"], 0) + 1
    return found


def sheet(game: Game, grid: Grid, section: str, view: View) -> Text:
    """One section: a line for each half row, cells seven characters wide."""
    chart, held = game.map, stacks(view)
    targets = {shown["place"] for shown in view["actions"] if shown.get("place")}
    rows: dict[float, dict[int, str]] = {}
    width = CELL if grid.orientation == "pointy" else CELL * 0.9
    for number, where, terrain in zip(chart.ids, chart.section, chart.terrain, strict=True):
        if where == section and (terrain != "sea" or number in held):
            x, y = grid.centre(*grid.parse(number))
            rows.setdefault(round(y, 2), {})[round(x * width)] = number
    shown = Text()
    left = min((column for cells in rows.values() for column in cells), default=0)
    for y in sorted(rows):
        line = Text()
        for column, number in sorted(rows[y].items()):
            line.pad_right(max(0, column - left - len(line)))
            line.append_text(cell(number, held.get(number, {}), number in targets, view))
        shown.append_text(line).append("\n")
    return shown


def cell(number: str, counts: dict[str, int], target: bool, view: View) -> Text:
    """A hex: its number, then the stacks in it; bold if an action points to it."""
    control = view["places"].get(number, {}).get("control")
    style = "bold reverse" if target else COLOURS[control] if control else "dim"
    made = Text(number, style=style)
    for side in ("allied", "axis"):
        if side in counts:
            made.append(f"{side[1]}{counts[side]}" if len(counts) > 1 else f"{side[:2]}{counts[side]}", COLOURS[side])
    return made


def areas(game: Game, view: View) -> Text:
    """Places by name with the pieces in them, for maps without a grid."""
    held, shown = stacks(view), Text()
    for number, name in zip(game.map.ids, game.map.name, strict=True):
        control = view["places"].get(number, {}).get("control")
        pieces = [p for p in view["pieces"] if p["at"] == number]
        if number in held or control:
            shown.append(f"{number:>4} {name:24}", COLOURS[control])
            for piece in pieces:
                shown.append(f" {piece.get('name', '?')}{'*' * bool(piece.get('reduced'))}", COLOURS[piece["side"]])
            shown.append("\n")
    return shown
