"""The order in which a hex map is drawn, the same for every game that has hexes."""

from collections.abc import Iterable, Sequence

from tools.maps.draw import hexmap, linework, naming
from tools.maps.draw.board import board
from tools.maps.draw.drawing import Drawing
from tools.maps.draw.hexmap import HexMap
from tools.maps.plane import Point


def lay(work: HexMap, exits: Iterable[tuple[str, str, Point]] = (), true_ground: Iterable[str] = ()) -> None:
    """Everything below the lettering."""
    work.place_nodes()
    work.ease_nodes()
    work.lay_routes(exits)
    cliffs = work.cliff_lines()
    hexmap.draw_ground(work, cliffs, true_ground)
    linework.draw_grid(work)
    linework.draw_wire(work)
    linework.draw_cliffs(work, cliffs)
    linework.draw_ridges(work)
    linework.draw_rivers(work)
    linework.draw_marsh_sides(work)
    linework.draw_routes(work)
    linework.draw_works(work)
    naming.block_centres(work)


def finished(work: HexMap, legend: Sequence[tuple[str, str]]) -> Drawing:
    """The two files."""
    canvas = work.canvas
    size = (canvas.width, canvas.height)
    text = board(work.pack, size, work.unit, work.where, work.corners, work.labels, legend)
    return Drawing(canvas.svg(), text, dict(work.room.names))
