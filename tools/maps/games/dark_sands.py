"""The Dark Sands: three sections at two scales, joined by coloured hexsides."""

from collections.abc import Iterator

from shapely.geometry.base import BaseGeometry

from tools.maps.games.common import barrier_sides, ground, land, place_columns, share
from tools.maps.games.dark_sands_lines import PLANNED_RAIL, PLANNED_ROAD, RAIL, ROADS, SEAMS, TRACKS
from tools.maps.grid import Grid
from tools.maps.projection import Projection
from tools.maps.sheet import Place, Sheet

EXTENT = {  # rows, columns
    "west": (range(11, 36), range(19)),
    "center": (range(9, 35), range(20, 55)),
    "east": (range(9, 21), range(56, 79)),
}
AFFINE = {
    "west": ((5.271522, -0.053443, -99.5962), (0.045789, 6.152689, -173.184648)),
    "center": ((9.686602, 0.362468, -213.645844), (-0.310557, 11.305778, -331.025802)),
    "east": ((6.485916, -0.269317, -108.588862), (0.230746, 7.570077, -227.541779)),
}
STATED = {  # hexes the rulebook gives, Derna and Tobruk by inference (rulings R4 and R5)
    "west": {"El Agheila": "1600", "Derna": "3418"},
    "center": {"Halfaya Pass": "2042", "Buq Buq": "2045", "Tobruk": "2830"},
    "east": {"Alexandria": "1877", "To Cairo": "1376"},
}
CHOSEN = {  # within a hex of where the fit puts them
    "west": {
        "Mersa Brega": "1701", "Agedabia": "2005", "Antelat": "2207", "Beda Fomm": "2305", "Msus": "2509",
        "Ghemines": "2604", "Benghazi": "2904", "Er Regima": "2905", "Barce": "3209", "Charruba": "2910",
        "Maraua": "3211", "Cirene": "3414", "Apollonia": "3514", "El Gubba": "3416", "Mechili": "3016",
        "Martuba": "3318", "Bir Tengeder": "2714",
    },
    "center": {
        "Tmimi": "3221", "Gazala": "2923", "Acroma": "2827", "Knightsbridge": "2626", "El Adem": "2528",
        "Bir Hacheim": "2124", "Bir el Gubi": "2130", "Sidi Rezegh": "2431", "Gambut": "2535", "Gabr Saleh": "2134",
        "Sidi Azeiz": "2239", "Bardia": "2340", "Fort Capuzzo": "2140", "Sollum": "2141", "Sidi Omar": "1938",
        "Bir Sheferzen": "1739", "Fort Maddalena": "1239", "Bir Sofafi": "1645", "Sidi Barrani": "2149",
    },
    "east": {
        "Mersa Matruh": "1859", "Sidi Haneish": "1761", "Fuka": "1664", "El Daba": "1667", "El Alamein": "1470",
        "Alam el Halfa": "1371", "El Hammam": "1473",
    },
}  # fmt: skip
PINNED = {  # places that must sit on the shore, or where the stated lines need them
    "west": ("Benghazi", "Barce"),
    "center": ("Bardia", "Sollum", "Sidi Barrani"),
    "east": (),
}
GRIDS = {s: Grid(s, orientation="pointy", shifted="odd", numbering="RRCC", rows_grow="north") for s in EXTENT}
FITTED = {s: Projection(*AFFINE[s], pins={n: GRIDS[s].centre(h) for n, h in STATED[s].items()}) for s in EXTENT}
PROJECTIONS = {
    s: Projection(
        *AFFINE[s],
        pins={n: GRIDS[s].centre(h) for n, h in (STATED[s] | {n: CHOSEN[s][n] for n in PINNED[s]}).items()},
    )
    for s in EXTENT
}

NOT_NAMED = ("Halfaya Pass", "To Cairo")  # rule 2.1.1
FEATURES = {
    "El Agheila": "source-axis",
    "Benghazi": "port vp-allied",
    "Tobruk": "fort port railway-completed vp-axis vp-last",
    "Bardia": "fort port vp-last",
    "Sollum": "vp-last",
    "Halfaya Pass": "pass",
    "Mersa Matruh": "port railhead vp-axis",
    "El Alamein": "vp-axis",
    "Alexandria": "port source-allied",
    "To Cairo": "source-allied",
}
MORE = {
    "fort": "2729 2730",  # the two hexes next to Tobruk
    "bypass": "2728 2629 2630 2631",
    "entry-axis": "1600 1601 1500 1400",
}
TERRAIN = ("depression", "mountain", "rough", "salt_marsh")
LEAST = 0.25  # rule 6.1, of the land in the hex
CLEAR = ("1600", "2729", "2730", "2830", "2340", "1877", "1376")  # supply sources and forts
MOSTLY_SEA = 0.25

BARRIERS = {
    "west": (
        "Jebel Akhdar first step: Er Regima - Tocra - Tolmeta",
        "Sceleidima escarpment: Er Regima - Antelat",
    ),
    "center": (
        "Coastal (first) escarpment: Bardia - Sollum - Halfaya",
        "Coastal escarpment: Halfaya - Halfway House - Sofafi - Rabia",
        "First (coastal) escarpment: Bardia - Gambut - Tobruk",
        "First escarpment: Tobruk - Acroma - Gazala",
        "Second escarpment: El Adem - Sidi Rezegh - Point 175",
        "Upper escarpment: Acroma - Rigel - Knightsbridge",
    ),
    "east": ("Qattara rim (north)", "Fuka escarpment"),
}
OPEN = {"2729|2730", "2729|2829", "2729|2830", "2730|2830"}  # inside the Tobruk perimeter and at its western gate


def build() -> Sheet:
    """The whole map."""
    sheet = Sheet("dark_sands", "The Dark Sands", list(GRIDS.values()), columns=("lat", "lon"))
    lines = {hex_ for row in _all_lines() for hex_ in row.split()}
    for section, grid in GRIDS.items():
        _section(sheet, section, grid, lines)
    for feature, hexes in MORE.items():
        for hex_ in hexes.split():
            sheet.places[hex_].features.add(feature)
    for colour, (one, other) in SEAMS.items():
        for a in one.split():
            for b in other.split():
                sheet.link(a, b, "seam", colour)
    for kind, rows in (("road", ROADS), ("track", TRACKS)):
        for name, row in rows.items():
            sheet.chain(row.split(), kind, name)
    sheet.chain(RAIL.split(), "rail", "Alexandria - Matruh")
    sheet.chain(PLANNED_RAIL.split(), "rail-planned", "Western Desert extension")
    sheet.chain(PLANNED_ROAD.split(), "road-planned", "Axis bypass")
    return sheet


def _all_lines() -> Iterator[str]:
    yield from (*ROADS.values(), *TRACKS.values(), RAIL, PLANNED_RAIL, PLANNED_ROAD)


def _section(sheet: Sheet, section: str, grid: Grid, lines: set[str]) -> None:
    projection = PROJECTIONS[section]
    names = {hex_: name for name, hex_ in (STATED[section] | CHOSEN[section]).items()}
    rows, columns = EXTENT[section]
    frame = [grid.number(row, column) for row in rows for column in columns]
    shore = land(projection)
    dry = {hex_: share(grid, hex_, shore) for hex_ in frame}
    sea = {hex_ for hex_ in frame if dry[hex_] < MOSTLY_SEA} - set(names) - lines
    grounds = {kind: ground(projection, kind) for kind in TERRAIN}
    for hex_ in frame:
        terrain = "sea" if hex_ in sea else _terrain(grid, hex_, dry[hex_], grounds)
        place = Place(hex_, section, terrain, names.get(hex_, ""))
        place.features = set(FEATURES.get(place.name, "").split())
        if place.name and place.name not in NOT_NAMED:
            place.features.add("named")
        if hex_ not in sea and any(near in sea for near in grid.neighbours(hex_)):
            place.features.add("coast")
        place.more = place_columns(place.name)
        sheet.add(place)
    for a, b, name in barrier_sides(grid, projection, sorted(set(frame) - sea), "escarpment", BARRIERS[section]):
        if f"{a}|{b}" not in OPEN:
            sheet.link(a, b, "escarpment", name)


def _terrain(grid: Grid, hex_: str, dry: float, grounds: dict[str, BaseGeometry]) -> str:
    if hex_ in CLEAR:
        return "clear"
    shares = {kind: share(grid, hex_, region) / max(dry, MOSTLY_SEA) for kind, region in grounds.items()}
    kind = max(shares, key=shares.__getitem__)
    if shares[kind] < LEAST:
        return "clear"
    return "marsh" if kind == "salt_marsh" else kind
