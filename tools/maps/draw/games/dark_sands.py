"""The Dark Sands, drawn: West, Center and East side by side at two scales, joined by coloured hexsides."""

from tools.maps.draw import decoration, hexmap, naming, seams
from tools.maps.draw.canvas import Canvas
from tools.maps.draw.drawing import Drawing
from tools.maps.draw.hexsheet import finished, lay
from tools.maps.draw.lettering import Room
from tools.maps.draw.pack import Pack
from tools.maps.games.dark_sands import PROJECTIONS

UNIT = 38.0
TOP, BOTTOM = 31.6, 7.15  # in the plane: above row 35, below row 9
WINDOWS = {"west": (-0.75, 19.35), "center": (19.35, 55.35), "east": (55.35, 79.9)}
GAP = 72.0
CAPTIONS = {"west": "West section", "center": "Center section", "east": "East section"}
SIZES = {"": 0.31, "named": 0.33, "pass": 0.31, "vp-last": 0.36, "port": 0.4, "fort": 0.4}
EXITS = (
    ("1600", "road", (-1.3, 0.3)),
    ("1376", "road", (3.6, 2.2)),
)


def draw(pack: Pack) -> Drawing:
    """The whole sheet."""
    height = (TOP - BOTTOM) * UNIT
    at = {}
    width = 0.0
    for name, (left, right) in WINDOWS.items():
        at[name] = width
        width += (right - left) * UNIT + GAP
    width -= GAP
    canvas = Canvas(pack.title, width, height, UNIT, more_rules=seams.RULES)
    room = Room(width, height)
    work = hexmap.HexMap(pack, canvas, UNIT, room)
    for n, (name, (left, right)) in enumerate(WINDOWS.items()):
        section = hexmap.Section(name, PROJECTIONS[name], left, TOP, right, BOTTOM, (at[name], 0.0))
        work.add_section(section, seed=60 + 7 * n, step=7.5, grain=125.0)
    seams.draw_strips(work)
    lay(work, EXITS)
    seams.draw_seams(work)
    seams.draw_crossings(work)
    seams.draw_planned(work)

    east, center = at["east"], at["center"]
    title = ("El Agheila to Alexandria", pack.title, "December 1940 to December 1942")
    decoration.cartouche(canvas, room, (east + 640, 110), title, 40)
    decoration.lettering(canvas, room, "seaname", ["Mediterranean", "Sea"], (east + 330, 330), 40, 0.24)
    decoration.lettering(canvas, room, "seaname", ["Mediterranean Sea"], (center + 860, 170), 40, 0.26)
    decoration.lettering(canvas, room, "seaname", ["Gulf of", "Sirte"], (90, 400), 24, 0.14)
    decoration.compass(canvas, room, (east + 830, 300), 36)
    scales = {"west": (60.0, 90.0, 18.1), "center": (center + 1040, 250.0, 9.8), "east": (east + 540, 420.0, 14.6)}
    for x, y, km in scales.values():
        decoration.scale_bar(canvas, room, (x, y), UNIT / km, (0, 25, 50), 12)
    for name, words in CAPTIONS.items():
        decoration.lettering(canvas, room, "caption halo", [words], (at[name] + 75, 30), 16, 0.02)
    naming.draw_names(work, SIZES)
    naming.draw_line_names(work, "road", {"Via Balbia": 3}, 11)
    naming.draw_line_names(work, "track", {"Trigh Capuzzo": 2, "Trigh el Abd": 3, "Barrel track": 1}, 10.5)
    naming.draw_minor(work, 10)
    naming.draw_numbers(work)
    decoration.frame(canvas)
    legend = (
        ("road", ""), ("track", ""), ("rail", ""), ("escarpment", ""), ("wire", ""), ("fort", ""), ("marsh", ""),
        ("rough", ""), ("mountain", ""), ("depression", ""), ("seam", ""),
    )  # fmt: skip
    return finished(work, legend)
