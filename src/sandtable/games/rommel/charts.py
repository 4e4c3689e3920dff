"""The charts of Rommel in the Desert for the eye: fire, movement, supply links, ports and what buildup points buy."""

from __future__ import annotations

from sandtable.engine.charts import Chart, row
from sandtable.games.rommel.box import CLASSES, RommelBox

CLASS_NAMES = ("Armour", "Infantry", "Anti-tank", "Artillery")
WAYS = ("Desert", "Trail", "Track", "Highway")


LINKS = ("across desert", "by trail", "by track")


def charts(box: RommelBox) -> list[Chart]:
    """All of them, fire first."""
    return [_fire(box), _movement(box), _supply(box), _points(box)]


def _fire(box: RommelBox) -> Chart:
    names = dict(zip(CLASSES, CLASS_NAMES, strict=True))
    rows = tuple(
        row(names[firing], *[f"{least}+" if least < 6 else "6" for least in line])
        for firing, line in zip(CLASSES, box.tables.fire, strict=True)
    )
    note = "The least roll that hits. A unit rolls as many dice as its combat value, twice as many in an assault."
    return Chart("fire", "Fire", CLASS_NAMES, rows, "Firing at", "4.6", note)


def _movement(box: RommelBox) -> Chart:
    tables = box.tables
    rows = [row(way, f"+{more}" if more else "none") for way, more in zip(WAYS, tables.bonus, strict=True)]
    rows += [row("Rommel leads", f"+{tables.rommel}"), row("Forced march", f"+{tables.march}")]
    needs = f"unless the die shows {tables.march_needs} or more"
    note = f"A route counts as its worst part. A forced march disrupts the block {needs}."
    return Chart("movement", "Movement", ("Extra hexes",), tuple(rows), "Way", "2.5", note)


def _supply(box: RommelBox) -> Chart:
    tables, ids = box.tables, box.map.ids
    rows = [row(f"Link {how}", _hexes(reach)) for how, reach in zip(LINKS, tables.links, strict=True)]
    rows += [row("Link along the highway", "any length")]
    rows += [row(f"Fortress {ids[place]}", size) for place, size in tables.fortress.items()]
    rows += [row(f"Port {ids[place]}", size) for place, size in tables.port.items()]
    return Chart("supply", "Supply and ports", ("",), tuple(rows), "", "7.2")


def _hexes(count: int) -> str:
    return f"{count} hex" if count == 1 else f"{count} hexes"


WORDS = {
    "redeploy": "Redeploy a block",
    "besieged_port": "Redeploy through a besieged port",
    "minefield": "Lay a minefield",
    "extra_card": "Buy a supply card",
}


def _points(box: RommelBox) -> Chart:
    rows = tuple(row(words, box.tables.points[key]) for key, words in WORDS.items())
    return Chart("points", "Buildup points", ("Points",), rows, "For", "9.4")
