"""Western Desert Force: El Agheila to Alexandria in flat-topped hexes of about 23 km."""

from collections.abc import Iterator

from tools.maps.games.common import barrier_sides, ground, land, place_columns, share
from tools.maps.grid import Grid
from tools.maps.projection import Projection
from tools.maps.sheet import Place, Sheet

GRID = Grid("main", orientation="flat", shifted="even", numbering="CCRR", rows_grow="south")
COLUMNS, ROWS = range(10, 67), range(5, 22)

STATED = {  # hexes the rulebook gives, Tobruk and El Agheila by inference (rulings R3 and R5)
    "Alexandria": "6508",
    "El Agheila": "1019",
    "Gazala": "3109",
    "Barce": "1908",
    "Sollum": "4110",
    "Bardia": "4009",
    "Tobruk": "3408",
}
CHOSEN = {  # within a hex of where the fit puts them, moved so that the stated roads and tracks can meet them
    "Benghazi": "1410",
    "Cirene": "2306",
    "Derna": "2706",
    "Sidi Barrani": "4509",
    "Giarabub": "3819",  # 1.3 hexes off: the rulebook ends the frontier track there
    "Siwa": "4320",
}
_AFFINE = ((4.431018, 0.0338, -77.3912), (0.652592, 4.391261, -164.92085))
FITTED = {"main": Projection(*_AFFINE, pins={name: GRID.centre(hex_) for name, hex_ in STATED.items()})}
PROJECTION = Projection(*_AFFINE, pins={name: GRID.centre(hex_) for name, hex_ in (STATED | CHOSEN).items()})
GRIDS, PROJECTIONS = {"main": GRID}, {"main": PROJECTION}

TOWNS = {
    "Mersa Brega": "1218", "Agedabia": "1517", "Antelat": "1715", "Beda Fomm": "1614", "Msus": "2012",
    "Ghemines": "1513", "Er Regima": "1610", "Tocra": "1808", "Charruba": "2110", "Maraua": "2108",
    "El Gubba": "2507", "Mechili": "2609", "Tmimi": "3008", "Bir Hacheim": "3211", "Acroma": "3309",
    "El Adem": "3409", "Bir el Gubi": "3512", "Sidi Rezegh": "3510", "Gambut": "3709", "Gabr Saleh": "3711",
    "Sidi Azeiz": "3910", "Sidi Omar": "4010", "Bir Sheferzen": "4011", "Fort Maddalena": "4013", "Buq Buq": "4310",
    "Bir Sofafi": "4311", "Mersa Matruh": "5110", "Fuka": "5510", "El Daba": "5710", "El Alamein": "6010",
    "El Hammam": "6210",
}  # fmt: skip
KINDS = {
    "Alexandria": "city entry-allied port source-allied",
    "Benghazi": "city port",
    "Tobruk": "fortress port",
    "Bardia": "fortress port town",
    "El Agheila": "entry-axis source-axis town",
    "Giarabub": "oasis town",
    "Siwa": "oasis town",
}

COAST_ROAD = (
    "1019 1119 1218 1318 1417 1517 1516 1615 1614 1514 1513 1512 1411 1410 1510 1609 1709 1808 1908 2007 2108 2207 "
    "2307 2306 2406 2507 2606 2706 2707 2708 2808 2809 2909 3008 3109 3209 3309 3408 3509 3609 3709 3809 3909 4009 "
    "4110 4210 4310 4409 4509 4609 4710 4809 4910 5009 5110 5210 5310 5410 5510 5610 5710 5810 5910 6010 6110 6210 "
    "6310 6409 6509 6508"
)
ROADS = {
    "Coast road": COAST_ROAD,
    "Axis bypass": "3309 3409 3510 3609",
    "El Adem road": "3408 3409",
}
TRACKS = {
    "Barce - Mechili": "1908 2008 2109 2209 2310 2409 2510 2609",
    "Trigh Capuzzo and Trigh el Abd": "2609 2710 2810 2911 3011 3112 3211 3312 3411 3512 3611 3610 3609",
    "Gazala - Bir Hacheim": "3109 3110 3111 3211",
    "Frontier wire": "4110 4010 4011 4012 4013 4014 4015 4016 4017 4018 3919 3819",
    "Mechili - Msus - Beda Fomm": "2609 2510 2511 2411 2312 2212 2113 2012 1913 1813 1714 1614",
    "Agedabia - Antelat": "1517 1616 1615 1715 1714",
    "Mechili - Derna": "2609 2608 2607 2606",
    "Agedabia - Ben Gania - Tengeder": "1517 1617 1717 1816 1916 2015 2115 2214 2314 2413 2513 2612 2712 2811 2911",
    "Bir el Gubi - Sidi Omar": "3512 3611 3711 3811 3911 4011",
    "Siwa - Matruh": "4320 4419 4519 4618 4617 4717 4716 4815 4814 4914 4913 5012 5011 5111 5110",
    "Siwa - Giarabub": "4320 4220 4120 4019 3920 3819",
    "Sidi Barrani - Sofafi - Sidi Omar": "4509 4510 4410 4411 4311 4211 4111 4011",
    "Matruh - Bir Kanayis - Sofafi": "5011 4911 4811 4711 4611 4511 4411",
    "Sceleidima pass": "1512 1612 1712 1812 1912 2012",
    "Er Regima pass": "1510 1610 1710 1809 1808",
    "Barrel track": "6210 6111 6011 5912 5811 5711 5610",
}

# First hex of each zone, counted along the coast road (ruling R1 for the end of Axis zone C).
AXIS_ZONES = {"A": "1019", "B": "1513", "C": "2306", "D": "4009", "E": "4809", "F": "5610"}
ALLIED_ZONES = {"A": "6508", "B": "5310", "C": "4009", "D": "2808", "E": "2307", "F": "1614"}
BYPASS = ("3409", "3510")

BARRIERS = (  # the others lie inside one row of hexes, or bound hexes that are closed anyway
    "Coastal (first) escarpment: Bardia - Sollum - Halfaya",
    "Coastal escarpment: Halfaya - Halfway House - Sofafi - Rabia",
    "Sceleidima escarpment: Er Regima - Antelat",
    "Siwa - Giarabub rim",
)
OPEN = (
    "3619|3719 3719|3720 3719|3819 3818|3819"  # rule 8.3: a unit in 3617 gets to 3819, so the rim opens round Giarabub
)
RIDGES = {
    "Aslagh Ridge": "3210|3310 3210|3311",
    "Ruweisat Ridge": "6010|6011 5911|6010",
    "Alam el Halfa ridge": "6110|6111 6111|6210",
    "Minqar Qaim": "5210|5211 5210|5311 5310|5311",
}
NILE = "6508|6607 6508|6608 6509|6608 6509|6609 6510|6609 6510|6610 6511|6610 6511|6611 6512|6611 6611|6612"

TERRAIN = {  # kind: how much of a hex it must cover
    "depression": 0.5,
    "mountain": 0.5,
    "rough": 0.5,
    "salt_marsh": 0.25,
}
CLEAR = ("3617", "3718", "3818", "3819", "4320")  # rule 8.3: three movement points from 3617 to 3819; and Siwa itself
MOSTLY_SEA = 0.25


def build() -> Sheet:
    """The whole map."""
    columns = ("zone_axis", "zone_allied", "control", "lat", "lon")
    sheet = Sheet("western_desert", "Western Desert Force", [GRID], columns)
    names = {hex_: name for name, hex_ in (STATED | CHOSEN | TOWNS).items()}
    lines = {hex_ for row in (*ROADS.values(), *TRACKS.values()) for hex_ in row.split()}
    shore = land(PROJECTION)
    sea = {h for h in _frame() if share(GRID, h, shore) < MOSTLY_SEA} - set(names) - lines
    for hex_ in _frame():
        place = Place(hex_, "main", "sea" if hex_ in sea else _terrain(hex_), names.get(hex_, ""))
        place.features = set(KINDS.get(place.name, "town" if place.name else "").split())
        if hex_ not in sea and any(near in sea for near in GRID.neighbours(hex_)):
            place.features.add("coast")
        place.more = place_columns(place.name)
        sheet.add(place)
    for name in ("Benghazi", "Tobruk", "Bardia", "El Agheila"):
        sheet.places[(STATED | CHOSEN)[name]].more["control"] = "axis"
    sheet.places["6508"].more["control"] = "allied"
    for kind, rows in (("road", ROADS), ("track", TRACKS)):
        for name, row in rows.items():
            sheet.chain(row.split(), kind, name)
    _zones(sheet)
    for a, b, name in barrier_sides(GRID, PROJECTION, sorted(set(_frame()) - sea), "escarpment", BARRIERS):
        if f"{a}|{b}" not in OPEN.split():
            sheet.link(a, b, "escarpment", name)
    for name, pairs in (*RIDGES.items(), ("Nile", NILE)):
        for pair in pairs.split():
            a, b = pair.split("|")
            sheet.link(a, b, "river" if name == "Nile" else "ridge", name)
    return sheet


def _frame() -> Iterator[str]:
    return (GRID.number(row, column) for column in COLUMNS for row in ROWS)


def _terrain(hex_: str) -> str:
    if hex_ in CLEAR:
        return "clear"
    for kind, least in TERRAIN.items():
        if share(GRID, hex_, _GROUND[kind]) >= least:
            return kind.replace("_", "-")
    return "clear"


_GROUND = {kind: ground(PROJECTION, kind) for kind in TERRAIN}


def _zones(sheet: Sheet) -> None:
    road = COAST_ROAD.split()
    for column, zones, way in (("zone_axis", AXIS_ZONES, road), ("zone_allied", ALLIED_ZONES, road[::-1])):
        starts, zone = {first: letter for letter, first in zones.items()}, ""
        for hex_ in way:
            zone = starts.get(hex_, zone)
            sheet.places[hex_].more[column] = zone
        for hex_ in BYPASS:
            sheet.places[hex_].more[column] = "C"
