"""Bravery in the Sand, drawn: Tobruk to the frontier."""

from tools.maps.draw import decoration, hexmap, naming
from tools.maps.draw.canvas import Canvas
from tools.maps.draw.drawing import Drawing
from tools.maps.draw.hexsheet import finished, lay
from tools.maps.draw.lettering import Room
from tools.maps.draw.pack import Pack
from tools.maps.games.bravery import PROJECTION

UNIT = 88.0
LEFT, RIGHT, TOP, BOTTOM = 0.3, 15.35, 9.75, 0.05
SIZES = {"": 0.13, "village": 0.15, "encampment": 0.16, "port": 0.165, "fort": 0.165, "town": 0.18}
EXITS = (
    ("0901", "road", (-1.2, 0.1)),
    ("0314", "road", (1.8, 0.2)),
    ("0601", "track", (-1.2, -0.05)),
    ("0401", "track", (-1.2, 0.1)),
    ("0102", "track", (-0.3, 1.0)),
    ("0111", "track", (0.1, 1.0)),
    ("0114", "track", (1.6, 0.1)),
    ("0214", "track", (1.3, 0.2)),
)


def draw(pack: Pack) -> Drawing:
    """The whole sheet."""
    width, height = (RIGHT - LEFT) * UNIT, (TOP - BOTTOM) * UNIT
    canvas = Canvas(pack.title, width, height, UNIT)
    room = Room(width, height)
    work = hexmap.HexMap(pack, canvas, UNIT, room)
    work.add_section(hexmap.Section("main", PROJECTION, LEFT, TOP, RIGHT, BOTTOM), seed=41, step=5.0)
    lay(work, EXITS)
    decoration.cartouche(
        canvas, room, (width - 190, 92), ("Western Desert", pack.title, "Tobruk to the frontier, November 1941"), 25
    )
    decoration.lettering(canvas, room, "seaname", ["Mediterranean Sea"], (width * 0.62, 150), 27, 0.22)
    decoration.lettering(canvas, room, "country", ["LIBYA"], (width * 0.62, height - 20), 16, 0.45)
    decoration.lettering(canvas, room, "country", ["EGYPT"], (width * 0.80, height - 20), 16, 0.45)
    decoration.scale_bar(canvas, room, (width - 330, 196), UNIT / 13.1, (0, 10, 20, 30, 40), 10)
    decoration.compass(canvas, room, (width - 62, 300), 27, 3.2)
    decoration.degrees(canvas, room, PROJECTION, UNIT, (LEFT, TOP), 0.5, 10.5)
    naming.draw_names(work, SIZES, {"Fort Capuzzo": "Ft. Capuzzo"})
    for key, place in pack.places.items():
        for word, (words, east) in {
            "to-tripoli": ("To Tripoli", False),
            "to-alexandria": ("To Alexandria", True),
        }.items():
            if word in place.features:
                naming.edge_label(work, key, words, east, 12.5)
    naming.draw_line_names(work, "road", {"Via Balbia": 2}, 12)
    naming.draw_line_names(work, "track", {"Trigh Capuzzo": 2, "Trigh el Abd": 2}, 11.5)
    naming.draw_minor(work, 10)
    naming.draw_numbers(work)
    naming.draw_setup(work, 9.5)
    decoration.frame(canvas)
    legend = (("road", "½"), ("track", "1"), ("escarpment", ""), ("wire", ""), ("fort", ""), ("camp", ""))
    return finished(work, legend)
