"""Bravery in the Sand: 14 columns by 10 rows of about 13 km, Tobruk to Halfaya."""

from collections.abc import Iterator

from tools.maps.games.common import barrier_sides, land, place_columns, share
from tools.maps.grid import Grid
from tools.maps.projection import Projection
from tools.maps.sheet import Place, Sheet

GRID = Grid("main", orientation="pointy", shifted="even", numbering="RRCC", rows_grow="north")

STRATEGIC = {  # rule 3: hex, side that holds it at the start
    "Gabr Saleh": ("0308", "allied"),
    "Bir Sheferzen": ("0111", "allied"),
    "Sidi Omar": ("0211", "allied"),
    "Fort Capuzzo": ("0412", "allied"),
    "Sidi Azeiz": ("0511", "allied"),
    "Tobruk": ("0904", "allied"),
    "Bir el Gubi": ("0403", "axis"),
    "El Adem": ("0604", "axis"),
    "Sidi Rezegh": ("0605", "axis"),
    "Gambut": ("0608", "axis"),
    "Bardia": ("0612", "axis"),
    "Halfaya Pass": ("0313", "axis"),
    "Sollum": ("0413", "axis"),
}
PROJECTION = Projection(
    x=(7.290667, -0.465701, -155.587279),
    y=(0.408619, 8.382211, -271.429649),
    pins={name: GRID.centre(hex_) for name, (hex_, _) in STRATEGIC.items()},
)
GRIDS, PROJECTIONS = {"main": GRID}, {"main": PROJECTION}
FITTED = {"main": Projection(PROJECTION.x, PROJECTION.y)}
"""The straight fit alone: here every named place is also a pin."""

OTHER_NAMES = {"Acroma": "0802", "Knightsbridge": "0601", "Menastir": "0611"}
WORKS = {  # rule 9.1; every other strategic hex is a village
    "0904": "fort port town",
    "0313": "fort",
    "0612": "encampment port town",
    "0412": "encampment",
    "0413": "encampment port",
}
EXITS = {"0901": "to-tripoli", "0114": "to-alexandria", "0214": "to-alexandria", "0314": "to-alexandria"}
SETUP = {
    "0508": "15PZ", "0407": "21PZ", "0605": "90LT", "0413": "SOLLUM", "0313": "H.PASS", "0403": "ARI", "0604": "TRI",
    "0804": "TRN", "0805": "BOL", "0903": "BRE", "0705": "PAV", "0612": "SAV", "0412": "1A", "0308": "4A", "0405": "7A",
    "0303": "22A", "0202": "1SA", "0111": "2SA", "0511": "2NZ", "0211": "4IND", "0904": "70D",
}  # fmt: skip

ROADS = {
    "Via Balbia": "0901 0902 0903 0904 0804 0705 0706 0707 0607 0608 0609 0610 0611 0612",
    "Frontier road": "0612 0512 0412 0413",
    "Coast road": "0413 0314",
    "El Adem road": "0904 0804 0704 0604",
    "Axis bypass": "0902 0802 0703 0704 0705",
}
TRACKS = {
    "Trigh Capuzzo": "0601 0602 0603 0604 0605 0606 0507 0508 0509 0510 0511 0411 0412",
    "Trigh el Abd": "0401 0402 0403 0404 0405 0306 0307 0308 0208 0209 0110 0111",
    "Trigh Bir Hacheim": "0802 0702 0601 0501 0401",
    "El Adem - Bir el Gubi": "0604 0504 0403",
    "Sidi Rezegh - Belhamed": "0605 0705",
    "Sidi Rezegh - Gabr Saleh": "0605 0606 0507 0407 0308",
    "Gambut - Gabr Saleh": "0608 0508 0408 0308",
    "Sidi Azeiz - Bardia": "0511 0512",
    "Sidi Azeiz - Sidi Omar": "0511 0411 0311 0211",
    "Frontier track": "0412 0312 0211 0111",
    "Sidi Omar - Halfaya": "0211 0212 0313",
    "Halfaya - Sollum": "0313 0413",
    "Halfaya - Capuzzo": "0313 0412",
    "Halfaya Pass": "0313 0314",
    "Sidi Omar - Sofafi": "0212 0213 0214",
    "Halfaya - Sofafi": "0313 0213",
    "Sheferzen - Matruh": "0111 0112 0113 0114",
    "Bir el Gubi - south": "0403 0303 0202 0102",
}

# Sides the traced escarpments cut that stay open, and sides they miss that are closed.
OPEN = (
    "0803|0904 0803|0804 "  # the siege was fought over open ground west and south of the Tobruk perimeter
    "0505|0605 0507|0606 0507|0607 "  # the third escarpment begins and ends here
    "0801|0901 "  # the first escarpment fades towards Gazala
    "0605|0606 0701|0702 0706|0707 "  # these run along the escarpment, not across it
    "0508|0608 0509|0608 0607|0608 0608|0609 "  # Gambut sits on top; stated a row south of its true place
)
CLOSED = "0606|0706 0608|0708 0608|0709"  # the same escarpment north of Sidi Rezegh and of Gambut

MOSTLY_SEA = 0.2


def build() -> Sheet:
    """The whole map."""
    sheet = Sheet("bravery", "Bravery in the Sand", [GRID], columns=("control", "vp", "setup", "lat", "lon"))
    names = {hex_: name for name, (hex_, _) in STRATEGIC.items()} | {h: n for n, h in OTHER_NAMES.items()}
    shore = land(PROJECTION)
    sea = {hex_ for hex_ in _frame() if share(GRID, hex_, shore) < MOSTLY_SEA}
    for hex_ in _frame():
        place = Place(hex_, "main", "sea" if hex_ in sea else "desert", names.get(hex_, ""))
        if hex_ not in sea and any(n in sea for n in GRID.neighbours(hex_)):
            place.features.add("coast")
        place.more = place_columns(place.name) | {"setup": SETUP.get(hex_, "")}
        sheet.add(place)
    for name, (hex_, control) in STRATEGIC.items():
        place = sheet.places[hex_]
        place.features |= {"strategic", *WORKS.get(hex_, "village").split()}
        place.more |= {"control": control, "vp": "2" if name == "Tobruk" else "1"}
    for hex_, exit_ in EXITS.items():
        sheet.places[hex_].features.add(exit_)
    for lines, kind in ((ROADS, "road"), (TRACKS, "track")):
        for name, row in lines.items():
            sheet.chain(row.split(), kind, name)
    for a, b, name in barrier_sides(GRID, PROJECTION, sorted(set(_frame()) - sea), "escarpment"):
        if f"{a}|{b}" not in OPEN.split():
            sheet.link(a, b, "cliff", name)
    for pair in CLOSED.split():
        a, b = pair.split("|")
        sheet.link(a, b, "cliff", "First (coastal) escarpment: Bardia - Gambut - Tobruk")
    return sheet


def _frame() -> Iterator[str]:
    return (GRID.number(row, column) for row in range(1, 11) for column in range(1, 15))
