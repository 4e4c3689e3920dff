"""Western Desert Force, drawn: the whole coast from El Agheila to Alexandria."""

from tools.maps.draw import decoration, hexmap, naming, zones
from tools.maps.draw.canvas import Canvas
from tools.maps.draw.drawing import Drawing
from tools.maps.draw.hexsheet import finished, lay
from tools.maps.draw.lettering import Room
from tools.maps.draw.pack import Pack
from tools.maps.games.western_desert import PROJECTIONS

UNIT = 44.0
LEFT, RIGHT, TOP, BOTTOM = 7.55, 58.3, -3.75, -22.35
SIZES = {"": 0.27, "town": 0.29, "oasis": 0.29, "port": 0.34, "fortress": 0.4, "city": 0.42}
EXITS = (("1019", "road", (-1.6, 0.35)), ("6508", "road", (2.4, 1.5)))


def draw(pack: Pack) -> Drawing:
    """The whole sheet."""
    projection = PROJECTIONS["main"]
    width, height = (RIGHT - LEFT) * UNIT, (TOP - BOTTOM) * UNIT
    canvas = Canvas(pack.title, width, height, UNIT, more_rules=zones.RULES)
    room = Room(width, height)
    work = hexmap.HexMap(pack, canvas, UNIT, room)
    work.add_section(hexmap.Section("main", projection, LEFT, TOP, RIGHT, BOTTOM), seed=23, step=6.0)
    lay(work, EXITS, true_ground=("sand",))
    zones.draw_zones(work, "zone_axis")

    title = ("El Agheila to Alexandria", pack.title, "December 1940 to October 1942")
    decoration.cartouche(canvas, room, (width - 250, 92), title, 34)
    decoration.lettering(canvas, room, "seaname", ["Mediterranean Sea"], (width * 0.6, 150), 38, 0.24)
    decoration.lettering(canvas, room, "seaname", ["Gulf of", "Sirte"], (130, 480), 24, 0.14)
    decoration.scale_bar(canvas, room, (width - 420, 200), UNIT / 23.2, (0, 25, 50, 75, 100), 12)
    decoration.compass(canvas, room, (96, 330), 36, 8)
    decoration.degrees(canvas, room, projection, UNIT, (LEFT, TOP), 1.0, 12)
    spots = {"A": (330, 720), "B": (440, 330), "C": (830, 560), "D": (1440, 470), "E": (1660, 395), "F": (2110, 620)}
    zones.letter_zones(work, spots, ("zone_axis", "zone_allied"), "Allied", 46)
    decoration.lettering(canvas, room, "country", ["CYRENAICA"], (700, 440), 24, 0.6)
    decoration.lettering(canvas, room, "country", ["EGYPT"], (1390, 585), 24, 0.6)
    decoration.lettering(canvas, room, "ground", ["Jebel el Akhdar"], (505, 245), 17, 0.22, -27)
    decoration.lettering(canvas, room, "ground", ["Qattara Depression"], (1745, 620), 22, 0.3, -27)
    decoration.lettering(canvas, room, "ground", ["Great Sand Sea"], (1010, 778), 22, 0.35)
    naming.draw_names(work, SIZES)
    naming.draw_line_names(work, "track", {"Barrel track": 1}, 11)
    naming.draw_minor(work, 10.5)
    naming.draw_numbers(work)
    decoration.frame(canvas)
    legend = (
        ("road", "⅓"), ("track", "½"), ("escarpment", ""), ("ridge", ""), ("wire", ""), ("fort", ""), ("marsh", ""),
        ("rough", ""), ("mountain", ""), ("depression", ""), ("sand", ""), ("zone", "Axis A to F"),
    )  # fmt: skip
    return finished(work, legend)
