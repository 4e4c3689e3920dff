"""Rommel in the Desert, drawn: large named hexes, their terrain on the sides between them."""

from math import cos, pi, sin, sqrt

from tools.maps.draw import decoration, hexmap, naming
from tools.maps.draw.canvas import Canvas
from tools.maps.draw.drawing import Drawing
from tools.maps.draw.hexsheet import finished, lay
from tools.maps.draw.lettering import Room
from tools.maps.draw.pack import Pack
from tools.maps.games.rommel import CENTRES, PROJECTION
from tools.maps.plane import Point

UNIT = 84.0
LEFT, RIGHT, TOP, BOTTOM = -10.75, 13.3, 5.75, -6.8
SIZES = {"": 0.155, "oasis": 0.155, "port": 0.19, "fortress": 0.2, "base-axis": 0.2, "base-allied": 0.2}
EXITS = (("El Agheila", "road", (-1.4, 0.25)), ("Alexandria", "road", (1.6, 1.2)))
RULES = f"""\
.sandmap .nums text{{font-size:{0.08 * UNIT:.1f}px;letter-spacing:0}}
.sandmap .grid{{stroke-width:1.1;stroke-opacity:.45}}
"""


class Named:
    """Pointy hexes known by name alone."""

    orientation = "pointy"

    def centre(self, place: str) -> Point:
        """The middle of a hex."""
        return CENTRES[place]

    def corners(self, place: str) -> list[Point]:
        """Its outline."""
        x, y = CENTRES[place]
        return [(x + cos(pi / 6 + k * pi / 3) / sqrt(3), y + sin(pi / 6 + k * pi / 3) / sqrt(3)) for k in range(6)]


def draw(pack: Pack) -> Drawing:
    """The whole sheet."""
    width, height = (RIGHT - LEFT) * UNIT, (TOP - BOTTOM) * UNIT
    canvas = Canvas(pack.title, width, height, UNIT, more_rules=RULES)
    room = Room(width, height)
    work = hexmap.HexMap(pack, canvas, UNIT, room)
    section = hexmap.Section("main", PROJECTION, LEFT, TOP, RIGHT, BOTTOM, layout=Named())
    work.add_section(section, seed=77, step=6.0, grain=95.0)
    lay(work, EXITS, true_ground=("mountain", "depression", "sand"))

    title = ("Libya and Egypt", pack.title, "1940 to 1942")
    decoration.cartouche(canvas, room, (width - 260, 100), title, 34)
    decoration.lettering(canvas, room, "seaname", ["Mediterranean Sea"], (width * 0.6, 190), 38, 0.24)
    decoration.lettering(canvas, room, "seaname", ["Gulf of", "Sirte"], (150, 420), 26, 0.14)
    decoration.scale_bar(canvas, room, (width - 430, 215), UNIT / 46.0, (0, 50, 100, 150), 12)
    decoration.compass(canvas, room, (110, 210), 38, 8)
    decoration.degrees(canvas, room, PROJECTION, UNIT, (LEFT, TOP), 1.0, 12)
    decoration.lettering(canvas, room, "ground", ["Qattara Depression"], (1560, 900), 24, 0.3, -14)
    decoration.lettering(canvas, room, "ground", ["Great Sand Sea"], (990, 1010), 24, 0.35)
    decoration.lettering(canvas, room, "country", ["CYRENAICA"], (560, 700), 24, 0.6)
    naming.draw_names(work, SIZES, heights=naming.ABOVE)
    naming.draw_line_names(work, "road", {"Via Balbia": 2}, 12)
    naming.draw_line_names(work, "track", {"Trigh Capuzzo": 1, "Trigh el Abd": 1}, 11.5)
    naming.draw_bearings(work, 0.08 * UNIT)
    naming.draw_minor(work, 10)
    decoration.frame(canvas)
    legend = (
        ("road", ""), ("track", ""), ("trail", ""), ("escarpment", ""), ("mountain", ""), ("marsh", ""), ("fort", ""),
        ("wire", ""),
    )  # fmt: skip
    return finished(work, legend)
