"""What never changes during a game of Operation Battleaxe: units, places and tables, with their masks."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import NamedTuple

from sandtable.engine.documents import Document, Options
from sandtable.engine.game import Box, Game
from sandtable.engine.maps import Mask, mask_of
from sandtable.engine.packs import AMOUNT, SOME, Pack, Reader, a_place, one_of, some_text, whole, words
from sandtable.engine.sides import ALLIED, AXIS, NUMBER

PANZERS, LIGHT = 1, 2
"""Bits of the two divisions that have to be released."""


class Unit(NamedTuple):
    """One counter."""

    id: str
    name: str
    side: int
    nation: str
    kind: str
    symbol: str
    size: str
    value: int
    reduced: int
    movement: int
    """0 where no movement factor is printed."""
    formation: str
    homes: tuple[int, ...]
    """Where it sets up; several places leave the choice to its owner."""


def read_units(pack: Pack, index: Mapping[str, int]) -> list[Unit]:
    """The counters of units.csv."""
    place = a_place(index)
    columns: dict[str, Reader] = {
        "id": some_text,
        "name": some_text,
        "side": one_of("allied", "axis"),
        "nation": pack.word_of("units.csv", "nation"),
        "kind": one_of("armor", "infantry", "car", "antitank", "flak"),
        "symbol": pack.word_of("units.csv", "symbol"),
        "size": pack.word_of("units.csv", "size"),
        "value": whole,
        "reduced": whole,
        "movement": whole,
        "formation": some_text,
        "setup": lambda cell: tuple(map(place, words(cell))),
    }
    units = []
    for row in pack.rows("units.csv", columns):
        homes = tuple(index[place] for place in row.pop("setup"))
        units.append(Unit(**{**row, "side": NUMBER[row["side"]]}, homes=homes))
    return units


class BattleaxeBox(Box):
    """Units as bits of an int, places as bits of an int, and what the map says about them."""

    def __init__(self, game: Game, scenario: str, options: Options) -> None:
        super().__init__(game, scenario, options)
        self.map = game.map
        self.units = read_units(game.pack, self.map.index)
        self.tables = game.pack.toml("tables.toml", tables_shape(a_place(self.map.index), self.units))
        self._sort_units()
        self._read_ground()

    def _sort_units(self) -> None:
        units = self.units

        def having(test: Callable[[Unit], bool]) -> Mask:
            return mask_of(number for number, unit in enumerate(units) if test(unit))

        self.army = (having(lambda u: u.side == ALLIED), having(lambda u: u.side == AXIS))
        self.armor = having(lambda u: u.kind == "armor")
        self.cars = having(lambda u: u.kind == "car")
        self.guns = having(lambda u: u.kind in ("antitank", "flak"))
        self.infantry = having(lambda u: u.kind in ("infantry", "car"))  # 22 R19
        self.germans = having(lambda u: u.nation == "de")
        self.italians = having(lambda u: u.nation == "it")
        self.mobile = having(lambda u: u.movement > 0)
        divisions = self.tables["divisions"]
        self.panzers = having(lambda u: u.formation == divisions["panzers"])
        self.light = having(lambda u: u.formation == divisions["light"])
        squadrons = self.tables["squadrons"]
        out = squadrons["replaced"] if self.options["consolidated_4rtr"] else [squadrons["consolidated"]]
        self.left_out = having(lambda u: u.id in out)
        """Counters that this game does not use (19.3)."""
        self.movement = tuple(unit.movement for unit in units)
        self.value = tuple(unit.value for unit in units)
        self.reduced_value = tuple(unit.reduced for unit in units)
        self.side = tuple(unit.side for unit in units)

    def _read_ground(self) -> None:
        chart = self.map
        self.around = chart.joined("open", "line")
        """The places a unit can go to from each, never across an escarpment (3.1.4, 9.3.2, 9.3.3)."""
        self.areas = mask_of(p for p in range(len(chart)) if chart.section[p] == "areas")
        self.zones = mask_of(p for p in range(len(chart)) if chart.section[p] == "zones")
        self.strongpoints = mask_of(p for p in range(len(chart)) if chart.terrain[p] == "strongpoint")
        self.tem: tuple[int, ...] = tuple(row["tem"] for row in chart.rows)
        self.points: tuple[int, ...] = tuple(row["vp"] for row in chart.rows)
        self.allied_at_start = mask_of(p for p, row in enumerate(chart.rows) if row["control"] == "allied")
        self.sources = (chart.having("source-allied"), chart.having("source-axis"))
        places = self.tables["places"]
        self.halfaya = chart.index[places["halfaya"]]
        self.musaid = chart.index[places["musaid"]]
        self.buq_buq = chart.index[places["buq_buq"]]
        self.tobruk = chart.index[places["tobruk"]]
        self.first_activation = mask_of(chart.index[name] for name in places["first_activation"])
        self.alarm = mask_of(chart.index[name] for name in places["alarm"])
        self.near_panzers = self.around[chart.index[places["panzers"]]]
        self.tobruk_garrison = mask_of(
            n for n, u in enumerate(self.units) if u.side == ALLIED and self.tobruk in u.homes
        )
        self.guns_at_start = (self.tables["artillery"]["allied"], self.tables["artillery"]["axis"])
        self.stack: int = self.tables["stack"]
        self.impulses: int = self.tables["impulses"]
        self.axis_air = bool(self.options["luftwaffe"])
        self.tobruk_bonus = bool(self.options["tobruk_bonus"])
        self.weak_italians = bool(self.options["italian_infantry"])


def tables_shape(place: Reader, units: Sequence[Unit]) -> Document:
    """What tables.toml must hold."""
    division = one_of(*sorted({unit.formation for unit in units}))
    counter = one_of(*(unit.id for unit in units))
    return {
        "days": [str],
        "days_played": SOME,
        "impulses": SOME,
        "stack": SOME,
        "artillery": {"allied": AMOUNT, "axis": AMOUNT},
        "artillery_call": SOME,
        "surrender": SOME,
        "replacements": AMOUNT,
        "victory_points": SOME,
        "bids": (AMOUNT, AMOUNT),
        "places": {
            "halfaya": place,
            "musaid": place,
            "buq_buq": place,
            "tobruk": place,
            "first_activation": [place],
            "alarm": [place],
            "panzers": place,
        },
        "divisions": {"panzers": division, "light": division},
        "squadrons": {"consolidated": counter, "replaced": [counter]},
    }
