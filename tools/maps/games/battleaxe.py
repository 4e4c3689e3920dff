"""Operation Battleaxe: 23 areas round true places on the frontier, and nine zones round the edge."""

from math import cos, radians

from tools.maps.projection import Projection
from tools.maps.sheet import Place, Sheet

_KM_EAST, _KM_NORTH = 111.3 * cos(radians(31.5)), 110.9
PROJECTIONS = {"main": Projection((_KM_EAST, 0.0, -24.6 * _KM_EAST), (0.0, _KM_NORTH, -31.15 * _KM_NORTH))}
"""Kilometres east and north of a corner of the sheet."""

# id: name, latitude, longitude, terrain, terrain effects modifier, victory points, features
AREAS = {
    "1": ("Coastal plain east", 31.500, 25.370, "clear", 1, 0, "coast edge"),
    "2": ("Sollum bay", 31.525, 25.240, "clear", 1, 0, "coast"),
    "3": ("Halfway House", 31.390, 25.290, "clear", 1, 0, "edge"),
    "4": ("Bir el Khireigat", 31.330, 25.140, "clear", 1, 0, "edge"),
    "5": ("Sidi Suleiman", 31.420, 25.170, "clear", 1, 0, ""),
    "6": ("Halfaya Pass", 31.490, 25.180, "strongpoint", 3, 2, "coast"),
    "7": ("Alam el Qalala", 31.455, 25.105, "clear", 1, 0, ""),
    "8": ("Bir el-Hurush", 31.415, 25.030, "clear", 1, 0, ""),
    "9": ("Point 206", 31.480, 25.045, "strongpoint", 3, 1, ""),
    "10": ("Bir Nuh", 31.310, 24.980, "clear", 1, 0, "edge"),
    "11": ("Sidi Omar", 31.400, 24.900, "clear", 2, 1, "edge"),
    "12": ("Gabr el-Gerrari", 31.465, 24.860, "clear", 1, 0, "edge"),
    "13": ("Point 208", 31.500, 24.960, "strongpoint", 3, 2, ""),
    "14": ("Bir Ghirba", 31.575, 24.950, "clear", 1, 0, ""),
    "15": ("Fort Capuzzo", 31.545, 25.045, "clear", 2, 1, ""),
    "16": ("Sollum Barracks", 31.570, 25.125, "clear", 2, 1, "coast"),
    "17": ("Musaid", 31.525, 25.105, "clear", 1, 0, ""),
    "18": ("Bir Wair", 31.620, 25.050, "clear", 1, 0, "coast"),
    "19": ("Sidi Azeiz", 31.645, 24.880, "clear", 1, 2, "edge"),
    "20": ("Menastir I", 31.690, 24.965, "clear", 1, 0, ""),
    "21": ("Bardia Harbor", 31.770, 25.085, "clear", 2, 1, "coast edge port"),
    "22": ("Bardia", 31.715, 25.055, "strongpoint", 3, 1, "coast"),
    "23": ("Menastir II", 31.745, 24.905, "clear", 1, 2, "edge"),
}
# id: name, latitude, longitude, side that holds it at the start, terrain effects modifier, features
ZONES = {
    "A": ("Buq-Buq", 31.530, 25.540, "allied", 1, "coast entry-allied"),
    "B": ("Bir Sofafi", 31.330, 25.450, "allied", 1, "entry-allied"),
    "C": ("Bir Bait", 31.240, 25.250, "allied", 1, "entry-allied"),
    "D": ("Gasr el-Abid", 31.200, 25.000, "allied", 1, "entry-allied"),
    "E": ("Sheferzen", 31.270, 24.780, "axis", 1, ""),
    "F": ("Trigh el Abd", 31.450, 24.700, "axis", 1, ""),
    "G": ("Trigh Capuzzo", 31.680, 24.700, "axis", 1, ""),
    "H": ("Tobruk", 32.083, 23.976, "allied", 3, "coast port"),
    "I": ("Via Balbia", 31.830, 24.700, "axis", 1, "coast"),
}

OPEN = (
    "1-2 2-6 3-4 3-5 4-5 4-8 4-10 5-6 5-7 6-7 6-16 6-17 7-8 7-9 7-17 8-9 8-10 8-11 8-13 9-13 9-15 9-17 10-11 11-12 "
    "11-13 12-13 12-14 12-19 13-14 13-15 14-15 14-18 14-19 14-20 15-16 15-17 15-18 16-17 16-18 18-20 18-22 19-20 19-23 "
    "20-22 20-23 21-22 21-23"
)
ESCARPMENT = "1-3 2-3"
LINES = "A-1 A-B B-3 B-C C-3 C-4 C-D D-4 D-10 D-E E-10 E-11 E-F F-11 F-12 F-G G-12 G-19 G-H G-I H-I I-23"


def build() -> Sheet:
    """The whole map."""
    sheet = Sheet("battleaxe", "Operation Battleaxe", columns=("control", "tem", "vp", "lat", "lon"))
    for id_, (name, lat, lon, terrain, tem, vp, features) in AREAS.items():
        more = {"control": "axis", "tem": str(tem), "vp": str(vp), "lat": f"{lat:.3f}", "lon": f"{lon:.3f}"}
        sheet.add(Place(id_, "areas", terrain, name, set(features.split()), more))
    for id_, (name, lat, lon, side, tem, features) in ZONES.items():
        more = {"control": side, "tem": str(tem), "vp": "0", "lat": f"{lat:.3f}", "lon": f"{lon:.3f}"}
        sheet.add(Place(id_, "zones", "zone", name, {f"source-{side}", *features.split()}, more))
    for pairs, kind in ((OPEN, "open"), (ESCARPMENT, "escarpment"), (LINES, "line")):
        for pair in pairs.split():
            a, b = pair.split("-")
            sheet.link(a, b, kind)
    return sheet
