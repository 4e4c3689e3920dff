"""Operation Battleaxe, drawn: the frontier from Bardia to Halfway House, its areas and zones."""

import json

from shapely.geometry import LineString, Polygon

from tools.maps.draw import areamap, decoration, scenery
from tools.maps.draw.board import board
from tools.maps.draw.canvas import Canvas
from tools.maps.draw.drawing import Drawing
from tools.maps.draw.ground import Ground, Rule
from tools.maps.draw.lettering import Room
from tools.maps.draw.linework import wire
from tools.maps.draw.pack import Pack
from tools.maps.draw.raster import Raster, polygons
from tools.maps.games.battleaxe import PROJECTIONS
from tools.maps.geography import FOLDER, features, of_kind
from tools.maps.plane import Point

UNIT = 88.0
SCALE = 16.0  # canvas units for a kilometre
WIDTH, HEIGHT = 1500.0, 1400.0
LEFT, TOP = 3.6, 86.7  # the sheet's corner in the plane of kilometres
BOXES = {
    "A": (1314.0, 640.0, 1484.0, 740.0),
    "B": (1314.0, 900.0, 1484.0, 1000.0),
    "C": (1010.0, 1284.0, 1180.0, 1384.0),
    "D": (640.0, 1284.0, 810.0, 1384.0),
    "E": (30.0, 1230.0, 200.0, 1330.0),
    "F": (24.0, 870.0, 194.0, 970.0),
    "G": (24.0, 490.0, 194.0, 590.0),
    "H": (24.0, 30.0, 194.0, 130.0),
    "I": (300.0, 24.0, 470.0, 124.0),
}
BENDS = {"G-I": (207.0, 140.0)}
WAYS = {
    "road": ("roads", ("Via Balbia: Tobruk", "Bardia - Capuzzo", "Egyptian coast road: Sollum")),
    "track": ("tracks", ("Trigh", "Sidi Azeiz", "Frontier track", "Halfaya", "Sidi Suleiman", "Sollum - Siwa")),
}


def _whole(ring: list[Point]) -> Polygon:
    """A ring that may touch itself, as the one polygon it means."""
    return max(polygons(Polygon(ring).buffer(0)), key=lambda part: part.area)


def draw(pack: Pack) -> Drawing:
    """The whole sheet."""
    projection = PROJECTIONS["main"]

    def place(spot: Point) -> Point:
        x, y = projection(spot)
        return (x - LEFT) * SCALE, (TOP - y) * SCALE

    document = json.loads((FOLDER / "battleaxe_areas.geojson").read_text(encoding="utf-8"))
    cells = {
        str(entry["properties"]["id"]): _whole([place((lon, lat)) for lon, lat in entry["geometry"]["coordinates"][0]])
        for entry in document["features"]
    }
    canvas = Canvas(pack.title, WIDTH, HEIGHT, UNIT, more_rules=areamap.RULES)
    room = Room(WIDTH, HEIGHT)
    rules = [Rule((cell.centroid.x, cell.centroid.y), True, 20.0, 40.0) for cell in cells.values()]
    ground = Ground(Raster(0, 0, WIDTH, HEIGHT, 5.5), UNIT, place, rules, seed=17)
    work = areamap.AreaMap(pack, canvas, UNIT, room, ground, cells, BOXES)
    areamap.draw_escarpments(work, [(1350.0, 1040.0), (1420.0, 1072.0), (1510.0, 1078.0)], (0.7, -0.7))
    for feature in of_kind("escarpment"):
        if "Bardia - Sollum" in feature.name:
            ground.add_cliff([place(p) for p in feature.points], 0.3)
    scenery.sea(canvas, ground)
    scenery.land(canvas, ground)
    scenery.sand(canvas, ground, 14.0, 0.5)
    scenery.wadis(canvas, ground, 30.0)
    areamap.draw_cells(work)
    for kind, (layer, wanted) in WAYS.items():
        lines = [[place(p) for p in f.points] for f in features(layer) if f.name.startswith(wanted)]
        areamap.draw_ways(work, kind, lines)
    for feature in of_kind("frontier_wire"):
        wire(canvas, room, ground, LineString([place(p) for p in feature.points]), UNIT)
    areamap.draw_lines(work, BENDS)
    areamap.draw_zones(work, 24)
    decoration.cartouche(
        canvas, room, (1200, 110), ("Western Desert", pack.title, "The frontier, 15 to 17 June 1941"), 30
    )
    decoration.scale_bar(canvas, room, (1080, 225), SCALE, (0, 5, 10, 15), 11)
    decoration.compass(canvas, room, (1410, 330), 36)
    decoration.lettering(canvas, room, "seaname", ["Mediterranean", "Sea"], (1010, 470), 30, 0.2)
    decoration.lettering(canvas, room, "country", ["LIBYA"], (300, 1345), 20, 0.5)
    decoration.lettering(canvas, room, "country", ["EGYPT"], (1320, 1200), 20, 0.5)
    areamap.draw_identifiers(work, 17, 13.5)
    areamap.draw_key(work, (940, 290), 15)
    decoration.degrees(canvas, room, projection, SCALE, (LEFT, TOP), 0.1, 10.5)
    decoration.frame(canvas)
    legend = (("road", ""), ("track", ""), ("escarpment", ""), ("wire", ""), ("zone", ""))
    text = board(pack, (WIDTH, HEIGHT), UNIT, work.where, work.outlines(), work.labels, legend)
    return Drawing(canvas.svg(), text, dict(room.names))
