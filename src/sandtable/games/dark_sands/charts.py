"""The charts of The Dark Sands for the eye: combat results, terrain, rail, replacements and the turn track."""

from __future__ import annotations

from sandtable.engine.charts import FACES, Chart, Row, row
from sandtable.engine.documents import Document
from sandtable.engine.words import halves
from sandtable.games.dark_sands.box import DarkSandsBox
from sandtable.games.dark_sands.notation import SIDES_SAID

ODDS = ("1-3", "1-2", "1-1", "2-1", "3-1", "4-1", "5-1", "6-1")
RESULTS = {
    "AE": "attackers destroyed",
    "AL1": "attacker loses a step",
    "BL1": "both lose a step",
    "EX": "both lose two, the defender falls back",
    "DR": "defender falls back",
    "DR*": "defender loses a step and falls back",
    "DE*": "defender destroyed for a step of the attacker's",
    "DE": "defender destroyed",
}
ROLLS = ("0 or less", *FACES, "7", "8 or more")


def charts(box: DarkSandsBox) -> list[Chart]:
    """All of them, the combat tables first."""
    return [_combat(box, "mobile"), _combat(box, "assault"), _terrain(box), _rail(box), _reliefs(box), _turns(box)]


def _combat(box: DarkSandsBox, table: str) -> Chart:
    columns = box.crt[table]
    rows = tuple(Row(label, tuple(column[roll] for column in columns)) for roll, label in enumerate(ROLLS))
    return Chart(table, f"Combat: {table.capitalize()}", ODDS, rows, "Die", "20.2", words=RESULTS)


def _ground(name: str, chart: Document) -> Row:
    if chart.get("closed"):
        return row(name, "closed", "closed", "", "")
    notes = [
        words
        for key, words in (("armour_by_road_only", "armour by road only"), ("attackers_halved", "attackers halved"))
        if chart.get(key)
    ]
    shift = chart.get("shift", 0)
    costs = [halves(chart[scale]) if scale in chart else "" for scale in ("center", "ends")]
    zone = {True: "yes", False: "no", None: ""}[chart.get("zoc")]
    return row(
        name, *costs, f"{shift} left" if shift else "none", ", ".join([*([f"zone: {zone}"] if zone else []), *notes])
    )


def _terrain(box: DarkSandsBox) -> Chart:
    tables = box.tables
    grounds = [_ground(name.capitalize(), chart) for name, chart in tables["terrain"].items()]
    ways = [
        _ground(name, tables[key])
        for key, name in (
            ("road", "Road"),
            ("trail", "Track"),
            ("fort", "Fort"),
            ("escarpment", "Escarpment side"),
            ("box", "Box"),
        )
    ]
    return Chart(
        "terrain",
        "Terrain",
        ("Centre map", "End maps", "Columns", ""),
        (*grounds, *ways),
        "Ground",
        "6.0",
        "A side of escarpment is paid on top of the hex.",
    )


def _rail(box: DarkSandsBox) -> Chart:
    points = box.tables["rail"]["points"]
    return Chart(
        "rail",
        "Rail",
        FACES,
        (row("Points", *points),),
        "Die",
        note="What a hex costs: one point on the centre map, two on the end maps.",
    )


def _reliefs(box: DarkSandsBox) -> Chart:
    chits = ((f"{SIDES_SAID[r.side].adjective} {r.year}", r) for r in box.reliefs)
    rows = tuple(row(label, r.tank, r.infantry, r.italian, r.special) for label, r in chits)
    return Chart("replacements", "Replacements", ("Tank", "Infantry", "Italian", "Special"), rows, "Chit")


INITIATIVE = ("Allies", "Axis", "Nobody")


def _turns(box: DarkSandsBox) -> Chart:
    rows = tuple(
        row(turn.label, INITIATIVE[turn.initiative], turn.repair, turns=(n, n)) for n, turn in enumerate(box.turns) if n
    )
    return Chart("turns", "Turns", ("Initiative", "Panzer repair"), rows, "Turn")
