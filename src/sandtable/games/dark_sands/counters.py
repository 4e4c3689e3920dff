"""Counters, chits and charts as the data files have them, read into flat tables."""

from __future__ import annotations

from typing import NamedTuple

from sandtable.engine.documents import Document
from sandtable.engine.maps import Mask, mask_of
from sandtable.engine.packs import (
    AMOUNT,
    Maybe,
    Pack,
    PackError,
    Reader,
    each_once,
    one_of,
    optional,
    some_text,
    whole,
)
from sandtable.engine.sides import NUMBER

KINDS = ("tank", "panzer", "car", "infantry", "motorised", "machine-gun", "garrison", "hq")
ASSET_KINDS = ("air", "coastal", "artillery", "gun", "box", "hecker")
ACTS = ("move", "half-move", "combat", "combat-1")
EVENTS = ("arrive", "return", "withdraw", "special", "upgrade")
SIDE = one_of("allied", "axis")


class Unit(NamedTuple):
    """A combat unit, headquarters or garrison; factors by grade (upgrades so far) and steps left."""

    id: str
    name: tuple[str, ...]
    side: int
    nation: str
    kind: str
    size: str
    formation: str
    steps: int
    attack: tuple[tuple[int, ...], ...]
    defence: tuple[tuple[int, ...], ...]
    move: int
    reach: int
    flags: tuple[str, ...]


class Asset(NamedTuple):
    """A supporting counter; factors by grade."""

    id: str
    name: str
    side: int
    kind: str
    attack: tuple[int, ...]
    defence: tuple[int, ...]
    sections: tuple[str, ...]
    hq: int


class Entry(NamedTuple):
    """One line of the reinforcement track; `counter` is a unit, or an asset if `asset`."""

    turn: int
    counter: int
    asset: bool
    event: str
    exchange: str


class Chit(NamedTuple):
    """An action chit and what it lets its owner do."""

    id: str
    label: str
    side: int
    """ALLIED, AXIS, or 2 where the chit has no owner."""
    kind: str
    counts: bool
    priority: int
    acts: tuple[str, ...]
    units: str
    hqs: tuple[int, ...]
    hq_count: int
    nations: tuple[str, ...]
    members: tuple[str, ...]
    formations: int
    independents: int


class Relief(NamedTuple):
    """A replacement chit: tank (panzer), infantry and Italian steps."""

    side: int
    year: int
    tank: int
    infantry: int
    italian: int
    special: str


class Turn(NamedTuple):
    """One space of the turn record track."""

    label: str
    year: int
    initiative: int
    repair: int


def read_units(pack: Pack) -> tuple[Unit, ...]:
    """units.csv with the grades of upgrades.csv."""
    grades: dict[str, list[tuple[str, int, int, int, int]]] = {}
    for row in _upgrade_rows(pack):
        grades.setdefault(row["counter"], []).append(
            (row["name"], row["attack"], row["defence"], row["attack_reduced"] or 0, row["defence_reduced"] or 0)
        )
    columns: dict[str, Reader] = {
        "id": some_text,
        "name": some_text,
        "side": SIDE,
        "nation": pack.word_of("units.csv", "nation"),
        "kind": one_of(*KINDS),
        "size": one_of("", "II", "III", "X", "XX", "XXX", "XXXX"),
        "formation": str,
        "steps": lambda cell: int(one_of("1", "2")(cell)),
        "attack": whole,
        "defence": whole,
        "move": whole,
        "attack_reduced": optional(whole),
        "defence_reduced": optional(whole),
        "range": optional(whole),
        "flags": pack.words_of("units.csv", "flags"),
    }
    units = []
    for row in pack.rows("units.csv", columns):
        first = (row["name"], row["attack"], row["defence"], row["attack_reduced"] or 0, row["defence_reduced"] or 0)
        versions = [first, *grades.get(row["id"], [])]
        two = row["steps"] == 2
        units.append(
            Unit(
                row["id"],
                tuple(version[0] or row["name"] for version in versions),
                NUMBER[row["side"]],
                row["nation"],
                row["kind"],
                row["size"],
                row["formation"],
                row["steps"],
                tuple((0, v[3], v[1]) if two else (0, v[1]) for v in versions),
                tuple((0, v[4], v[2]) if two else (0, v[2]) for v in versions),
                row["move"],
                row["range"] or 0,
                row["flags"],
            )
        )
    return tuple(units)


def read_assets(pack: Pack, units: tuple[Unit, ...]) -> tuple[Asset, ...]:
    """assets.csv with the grades of upgrades.csv."""
    number = {unit.id: n for n, unit in enumerate(units)}
    better = {row["counter"]: row for row in _upgrade_rows(pack)}
    columns: dict[str, Reader] = {
        "id": some_text,
        "name": some_text,
        "side": SIDE,
        "kind": one_of(*ASSET_KINDS),
        "attack": whole,
        "defence": whole,
        "sections": pack.words_of("assets.csv", "sections"),
        "hq": one_of("", *number),
    }
    assets = []
    rows = pack.rows("assets.csv", columns)
    counters = {*number, *(row["id"] for row in rows)}
    lost = [
        f"upgrades.csv:{line}: no counter is called {row['counter']!r}"
        for line, row in enumerate(_upgrade_rows(pack), 2)
        if row["counter"] not in counters
    ]
    if lost:
        raise PackError(*lost)
    for row in rows:
        later = better.get(row["id"])
        assets.append(
            Asset(
                row["id"],
                row["name"],
                NUMBER[row["side"]],
                row["kind"],
                (row["attack"], later["attack"]) if later else (row["attack"],),
                (row["defence"], later["defence"]) if later else (row["defence"],),
                row["sections"],
                number[row["hq"]] if row["hq"] else -1,
            )
        )
    return tuple(assets)


def _upgrade_rows(pack: Pack) -> list[Document]:
    columns: dict[str, Reader] = {
        "counter": some_text,
        "turn": whole,
        "name": str,
        "attack": whole,
        "defence": whole,
        "attack_reduced": optional(whole),
        "defence_reduced": optional(whole),
    }
    return pack.rows("upgrades.csv", columns)


def read_track(pack: Pack, units: tuple[Unit, ...], assets: tuple[Asset, ...]) -> tuple[Entry, ...]:
    """track.csv: the reinforcement track, in order of turns."""
    number = {unit.id: (n, False) for n, unit in enumerate(units)} | {a.id: (n, True) for n, a in enumerate(assets)}
    rows = pack.rows("track.csv", {"turn": whole, "counter": some_text, "event": one_of(*EVENTS), "exchange": str})
    for line, row in enumerate(rows, 2):
        if row["counter"] not in number:
            raise PackError(f"track.csv:{line}: no counter is called {row['counter']!r}")
    return tuple(Entry(row["turn"], *number[row["counter"]], row["event"], row["exchange"]) for row in rows)


def read_chits(pack: Pack, units: tuple[Unit, ...]) -> tuple[Chit, ...]:
    """chits.toml: the action chits."""
    number = {unit.id: n for n, unit in enumerate(units)}
    shape = {
        "id": str,
        "label": str,
        "side": one_of("allied", "axis", "none"),
        "kind": one_of("combo", "named", "reinforce", "logistics"),
        "counts": Maybe(bool),
        "priority": Maybe(AMOUNT),
        "acts": Maybe([one_of(*ACTS)]),
        "units": Maybe(one_of("all", "range", "chosen")),
        "hqs": Maybe([one_of(*number)]),
        "hq_count": Maybe(AMOUNT),
        "nations": Maybe([one_of(*sorted({unit.nation for unit in units}))]),
        "members": Maybe([one_of(*sorted({unit.formation for unit in units}))]),
        "formations": Maybe(AMOUNT),
        "independents": Maybe(AMOUNT),
    }
    chits = pack.toml("chits.toml", {"chit": [shape]})["chit"]
    return tuple(
        Chit(
            row["id"],
            row["label"],
            {"allied": 0, "axis": 1, "none": 2}[row["side"]],
            row["kind"],
            row.get("counts", False),
            row.get("priority", 0),
            tuple(row.get("acts", ())),
            row.get("units", "all"),
            tuple(number[hq] for hq in row.get("hqs", ())),
            row.get("hq_count", 0),
            tuple(row.get("nations", ())),
            tuple(row.get("members", ())),
            row.get("formations", 0),
            row.get("independents", 0),
        )
        for row in chits
    )


def read_availability(pack: Pack, chits: tuple[Chit, ...], turns: int) -> tuple[tuple[int, ...], ...]:
    """availability.csv: for each turn (from 1) how many of each chit are in play."""
    number = {chit.id: n for n, chit in enumerate(chits)}
    table = [[0] * len(chits) for _ in range(turns + 1)]
    rows = pack.rows("availability.csv", {"turn": whole, "chit": one_of(*number), "count": whole})
    for line, row in enumerate(rows, 2):
        if not 1 <= row["turn"] <= turns:
            raise PackError(f"availability.csv:{line}: there is no turn {row['turn']}")
        table[row["turn"]][number[row["chit"]]] += row["count"]
    return tuple(tuple(counts) for counts in table)


def read_reliefs(pack: Pack) -> tuple[Relief, ...]:
    """replacements.csv: the replacement chits of both sides."""
    columns: dict[str, Reader] = {
        "side": SIDE,
        "year": whole,
        "tank": whole,
        "infantry": whole,
        "italian": whole,
        "special": one_of("", "tiger", "promise", "emergency"),
    }
    rows = pack.rows("replacements.csv", columns)
    return tuple(
        Relief(NUMBER[r["side"]], r["year"], r["tank"], r["infantry"], r["italian"], r["special"]) for r in rows
    )


def read_turns(pack: Pack) -> tuple[Turn, ...]:
    """turns.csv: the turn record track; number 0 is a blank so that turns count from 1."""
    columns: dict[str, Reader] = {
        "turn": whole,
        "label": some_text,
        "year": whole,
        "initiative": SIDE,
        "panzer_repair": whole,
    }
    rows = pack.rows("turns.csv", columns)
    each_once("turns.csv", "turn", [row["turn"] for row in rows], range(1, max(len(rows), 1) + 1))
    blank = Turn("", 0, 0, 0)
    return (blank, *(Turn(r["label"], r["year"], NUMBER[r["initiative"]], r["panzer_repair"]) for r in rows))


def read_crt(pack: Pack) -> dict[str, tuple[tuple[str, ...], ...]]:
    """crt.csv: for each table, by odds column (1-3 first) and by modified roll from 0 to 8."""
    odds = ("1-3", "1-2", "1-1", "2-1", "3-1", "4-1", "5-1", "6-1")
    code = one_of("AE", "AL1", "BL1", "EX", "DR", "DR*", "DE*", "DE")
    columns = {"table": one_of("mobile", "assault"), "roll": whole, **dict.fromkeys(odds, code)}
    rows = pack.rows("crt.csv", columns)
    tables: dict[str, tuple[tuple[str, ...], ...]] = {}
    for table in ("mobile", "assault"):
        lines = sorted((row for row in rows if row["table"] == table), key=lambda row: int(row["roll"]))
        each_once(f"crt.csv: {table}", "roll", [row["roll"] for row in lines], range(9))
        tables[table] = tuple(tuple(row[column] for row in lines) for column in odds)
    return tables


def units_where(units: tuple[Unit, ...], **wanted: object) -> Mask:
    """The units with these particulars, as bits: `kind="tank"`, or several values in a set."""
    return mask_of(
        n
        for n, unit in enumerate(units)
        if all(
            getattr(unit, k) in v if isinstance(v, (set, frozenset)) else getattr(unit, k) == v
            for k, v in wanted.items()
        )
    )
