"""What never changes in a game: blocks, tables, the scenario."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import reduce
from operator import or_
from typing import TYPE_CHECKING, NamedTuple

from sandtable.engine.documents import Document, Options
from sandtable.engine.game import Box
from sandtable.engine.maps import mask_of
from sandtable.engine.packs import AMOUNT, Maybe, Pack, PackError, Reader, one_of, optional, some_text, whole
from sandtable.engine.sides import ALLIED, AXIS, NUMBER
from sandtable.games.rommel.board import LONGEST, Board

if TYPE_CHECKING:
    from sandtable.games.rommel.game import Rommel

CLASSES = ("armor", "infantry", "antitank", "artillery")
ARMOR, INFANTRY, ANTITANK, ARTILLERY = range(4)
TERMS = ("battleaxe", "crusader", "gazala", "alamein", "1940", "campaign")
NEVER = 99
FASTEST = 4
"""The speed of the fastest block."""
LINKS = [1, 2, 3]
"""Lengths of supply links by desert, trail and track; the quick network rests on them."""


class Block(NamedTuple):
    """One wooden block."""

    id: str
    name: str
    nation: str
    type: str
    kind: int
    """Its target class."""
    speed: int
    values: tuple[int, ...]
    """Combat value by steps left: index 0 is 0, the last is full strength."""
    double: bool
    """Double steps: each takes two hits."""
    cost: int
    month: int | None
    malta: bool
    leaves: int
    """The month of its recall, with the option for it; 0 if it stays."""
    early_name: str


class Group(NamedTuple):
    """Blocks that set up in the same hexes."""

    side: int
    hexes: tuple[int, ...]
    held: tuple[int, ...]
    units: tuple[int, ...]


class Plan(NamedTuple):
    """A scenario."""

    id: str
    title: str
    notes: str
    start: tuple[int, int]
    first: int
    last: int
    initiative: int
    rommel: bool
    cards: tuple[int, int]
    deals: tuple[tuple[int, int], ...]
    """Cards dealt at the Buildup that opens each month, from month 0 on."""
    terms: str
    owners: tuple[tuple[int, int], ...]
    mines: tuple[tuple[int, int], ...]
    groups: tuple[Group, ...]
    steps: Mapping[int, int]
    arrives: tuple[int, ...]
    """For each unit the month it comes to the base; 0 at the start, NEVER if not at all."""


class Tables(NamedTuple):
    """The charts."""

    bonus: tuple[int, ...]
    rommel: int
    march: int
    march_needs: int
    hexside_limit: int
    narrow_limit: int
    pursuit_needs: int
    fire: tuple[tuple[int, ...], ...]
    links: tuple[int, ...]
    oasis: int
    fortress: Mapping[int, int]
    port: Mapping[int, int]
    real: int
    dummy: int
    points: Mapping[str, int]


class RommelBox(Box):
    """The contents of the box for one scenario."""

    def __init__(self, game: Rommel, scenario: str, options: Options) -> None:
        super().__init__(game, scenario, options)
        self.board = game.board
        self.map = game.map
        self.blocks = game.blocks
        self.tables = game.tables
        self.plan = game.plans[scenario]
        self.side = tuple(ALLIED if block.id.startswith("A") else AXIS for block in self.blocks)
        self.units = tuple(tuple(u for u, side in enumerate(self.side) if side == mine) for mine in (ALLIED, AXIS))
        groups = {unit for group in self.plan.groups for unit in group.units}
        self.placed = tuple(tuple(unit for unit in units if unit in groups) for units in self.units)
        """Each side's blocks that are on the map when players set up."""
        self.group_of = {unit: group for group in self.plan.groups for unit in group.units}
        self.allowed = tuple(mask_of(self.group_of[u].hexes) if u in groups else 0 for u in range(len(self.blocks)))
        """The hexes in which each block may set up, as a mask."""
        self.bits = (*(1 << place for place in range(len(self.map))), 0, 0, 0)
        """The mask of each place; LOST, AWAY and GONE, as last entries, have none."""
        self.span = tuple((units[0], units[-1] + 1) for units in self.units)
        """Each side's blocks are numbered in one run: its first number, and the one after its last."""
        self.speed = tuple(block.speed for block in self.blocks)
        fastest = max(self.speed) + self.tables.rommel + self.tables.march
        self.vicinity = tuple(
            tuple(_vicinity(self.board, self.tables.bonus, place, length) for place in range(len(self.map)))
            for length in range(fastest + 1)
        )
        """For each length of march and each place, the hexes that such a move from it could touch."""
        self.kind = tuple(block.kind for block in self.blocks)
        self.values = tuple(block.values for block in self.blocks)
        self.full = tuple(len(block.values) - 1 for block in self.blocks)
        self.toughness = tuple(2 if block.double else 1 for block in self.blocks)
        """Hits that one step takes."""
        self.shielding = bool(options["shielding"])
        self.withdrawals = bool(options["withdrawals"])

    def name(self, unit: int) -> str:
        """What a block is called in this scenario."""
        block = self.blocks[unit]
        return block.early_name if self.plan.id == "1940" and block.early_name else block.name


def _vicinity(board: Board, bonus: tuple[int, ...], place: int, length: int) -> int:
    return reduce(or_, [balls[place][length + more] for balls, more in zip(board.balls, bonus, strict=True)])


def read_blocks(pack: Pack) -> tuple[Block, ...]:
    """The blocks of units.csv."""
    columns: dict[str, Reader] = {
        "id": some_text,
        "name": some_text,
        "nation": pack.word_of("units.csv", "nation"),
        "type": pack.word_of("units.csv", "type"),
        "class": one_of(*CLASSES),
        "speed": one_of(*map(str, range(1, FASTEST + 1))),
        "values": _values,
        "cost": whole,
        "month": optional(whole),
        "malta": one_of("", "yes"),
        "leaves": optional(whole),
        "name_1940": str,
    }
    blocks: list[Block] = []
    for line, row in enumerate(pack.rows("units.csv", columns), 2):
        if row["id"][0] not in "GIA":
            raise PackError(f"units.csv:{line}: an id starts with G, I or A, not {row['id']!r}")
        if row["id"][0] != "A" and blocks and blocks[-1].id[0] == "A":
            raise PackError(f"units.csv:{line}: all Axis blocks come before the Allied ones")
        blocks.append(
            Block(
                row["id"],
                row["name"],
                row["nation"],
                row["type"],
                CLASSES.index(row["class"]),
                int(row["speed"]),
                row["values"],
                row["type"].endswith("_elite"),
                row["cost"],
                row["month"],
                row["malta"] == "yes",
                row["leaves"] or 0,
                row["name_1940"],
            )
        )
    return tuple(blocks)


def _month(cell: str) -> str:
    """A reader for a month such as 1941-06."""
    if not re.fullmatch(r"19\d\d-(0[1-9]|1[0-2])", cell):
        raise ValueError(f"expected a month such as 1941-06, got {cell!r}")
    return cell


def _values(cell: str) -> tuple[int, ...]:
    numbers = [whole(part) for part in cell.split("-")]
    if sorted(numbers, reverse=True) != numbers:
        raise ValueError(f"combat values fall from the full strength on, unlike {cell!r}")
    return (0, *reversed(numbers))


def read_tables(pack: Pack, index: Mapping[str, int]) -> Tables:
    """The charts of tables.toml."""
    row = (AMOUNT,) * len(CLASSES)
    points = [
        "redeploy",
        "besieged_port",
        "minefield",
        "lifted_for_one",
        "extra_card",
        "early_needs",
        "malta_needs",
        "malta_cards",
    ]
    shape = {
        "movement": {"bonus": row, "rommel": AMOUNT, "forced_march": AMOUNT, "forced_march_needs": AMOUNT},
        "battle": {"hexside_limit": AMOUNT, "narrow_limit": AMOUNT, "pursuit_needs": AMOUNT},
        "fire": dict.fromkeys(CLASSES, row),
        "supply": {"link": [AMOUNT], "oasis": AMOUNT, "fortress": {str: AMOUNT}},
        "port": {str: AMOUNT},
        "cards": {"real": AMOUNT, "dummy": AMOUNT},
        "points": dict.fromkeys(points, AMOUNT),
    }
    doc = pack.toml("tables.toml", shape)
    if doc["supply"]["link"] != LINKS:
        raise PackError(f"tables.toml: supply: link: the supply network is made for links of {LINKS} hexes")
    move, battle = doc["movement"], doc["battle"]
    if FASTEST + move["rommel"] + move["forced_march"] + max(move["bonus"]) > LONGEST:
        raise PackError(f"tables.toml: movement: a move may be {LONGEST} hexes long at most, all its bonuses included")
    return Tables(
        bonus=tuple(move["bonus"]),
        rommel=move["rommel"],
        march=move["forced_march"],
        march_needs=move["forced_march_needs"],
        hexside_limit=battle["hexside_limit"],
        narrow_limit=battle["narrow_limit"],
        pursuit_needs=battle["pursuit_needs"],
        fire=tuple(tuple(doc["fire"][name]) for name in CLASSES),
        links=tuple(doc["supply"]["link"]),
        oasis=doc["supply"]["oasis"],
        fortress={_place(index, name, "tables.toml"): size for name, size in doc["supply"]["fortress"].items()},
        port={_place(index, name, "tables.toml"): size for name, size in doc["port"].items()},
        real=doc["cards"]["real"],
        dummy=doc["cards"]["dummy"],
        points=doc["points"],
    )


def read_plans(pack: Pack, index: Mapping[str, int], blocks: tuple[Block, ...]) -> dict[str, Plan]:
    """The scenarios of scenarios.toml."""
    side = one_of("allied", "axis")
    both = {"axis": AMOUNT, "allied": AMOUNT}
    group = {"side": side, "hexes": [str], "held": Maybe([str]), "units": [str], "steps": Maybe({str: AMOUNT})}
    shape = {
        "id": str,
        "title": str,
        "notes": str,
        "start": _month,
        "first": AMOUNT,
        "last": AMOUNT,
        "initiative": side,
        "rommel": Maybe(bool),
        "cards": both,
        "deal": both,
        "late_deal": Maybe({"month": AMOUNT, "allied": AMOUNT}),
        "terms": one_of(*TERMS),
        "owners": {str: side},
        "mines": {str: side},
        "out": [str],
        "arrivals": Maybe(one_of("listed")),
        "arrive": Maybe({str: int}),
        "group": [group],
    }
    doc = pack.toml("scenarios.toml", {"scenario": [shape]})
    numbers = {block.id: number for number, block in enumerate(blocks)}
    return {entry["id"]: _plan(entry, index, numbers, blocks) for entry in doc["scenario"]}


def _plan(entry: Document, index: Mapping[str, int], numbers: Mapping[str, int], blocks: tuple[Block, ...]) -> Plan:
    where = f"scenarios.toml: {entry['id']}"

    def unit(name: str) -> int:
        if name not in numbers:
            raise PackError(f"{where}: {name!r} is no block of units.csv")
        return numbers[name]

    groups = tuple(
        Group(
            NUMBER[entry_["side"]],
            tuple(_place(index, name, where) for name in entry_["hexes"]),
            tuple(_place(index, name, where) for name in entry_.get("held", ())),
            tuple(unit(name) for name in entry_["units"]),
        )
        for entry_ in entry["group"]
    )
    steps = {unit(name): left for entry_ in entry["group"] for name, left in entry_.get("steps", {}).items()}
    placed = {number for group in groups for number in group.units}
    out = {unit(name) for name in entry["out"]}
    listed = {unit(name): month for name, month in entry.get("arrive", {}).items()}
    arrives = []
    for number, block in enumerate(blocks):
        month = listed.get(number, NEVER if entry.get("arrivals") or block.month is None else block.month)
        if number in placed:
            month = 0
        elif number in out or month <= entry["first"] or month > entry["last"]:
            month = NEVER
        arrives.append(month)
    year, month = (int(part) for part in entry["start"].split("-"))
    late = entry.get("late_deal", {"month": NEVER, "allied": 0})
    deals = tuple(
        (late["allied"] if number >= late["month"] else entry["deal"]["allied"], entry["deal"]["axis"])
        for number in range(entry["last"] + 1)
    )
    return Plan(
        entry["id"],
        entry["title"],
        entry["notes"],
        (year, month),
        entry["first"],
        entry["last"],
        NUMBER[entry["initiative"]],
        entry.get("rommel", True),
        (entry["cards"]["allied"], entry["cards"]["axis"]),
        deals,
        entry["terms"],
        tuple((_place(index, name, where), NUMBER[owner]) for name, owner in entry["owners"].items()),
        tuple((_place(index, name, where), NUMBER[owner]) for name, owner in entry["mines"].items()),
        groups,
        steps,
        tuple(arrives),
    )


def _place(index: Mapping[str, int], name: str, where: str) -> int:
    if name not in index:
        raise PackError(f"{where}: {name!r} is no hex of places.csv")
    return index[name]
