"""What never changes during a game of Bravery in the Sand: units, formations, chits, costs."""

from __future__ import annotations

from functools import lru_cache
from operator import itemgetter
from typing import NamedTuple

from sandtable.engine.documents import Document, Options
from sandtable.engine.game import Box, Game
from sandtable.engine.maps import Mask, cheapest, mask_of, places_in, ways
from sandtable.engine.packs import AMOUNT, SOME, Pack, PackError, Reader, a_place, colour, one_of, some_text, whole
from sandtable.engine.sides import ALLIED, AXIS, NUMBER

LEVELS = "DCBA"
ENCAMPMENT, FORT = 1, 2
REMEMBERED = 1 << 15
"""Routes kept at hand: the same stack is asked for its reach when its moves are listed and again when it marches."""
Routes = tuple[dict[int, int], dict[int, int]]
"""What it costs to get anywhere, and the hex before each on a cheapest way."""


class Formation(NamedTuple):
    """A division, brigade or garrison."""

    id: str
    name: str
    side: int
    nation: str
    stripe: str
    chits: int
    carried: bool
    """Italian infantry without a chit, which only moves with Germans (6.6)."""


class Unit(NamedTuple):
    """One counter."""

    id: str
    name: str
    formation: int
    side: int
    nation: str
    armor: bool
    level: int
    """0 for D up to 3 for A."""
    movement: int
    home: int


def is_garrison(unit: Unit) -> bool:
    """6.7 A unit without movement never moves."""
    return unit.movement == 0


class Chit(NamedTuple):
    """An activation chit; the two of the Afrika Korps belong to no one formation."""

    label: str
    side: int
    formation: int | None


def read_formations(pack: Pack) -> list[Formation]:
    """2.1.1 The formations, and how many chits each has."""
    columns = {
        "id": some_text,
        "name": some_text,
        "side": one_of("allied", "axis"),
        "nation": pack.word_of("formations.csv", "nation"),
        "stripe": colour,
        "chits": whole,
        "carried": one_of("yes", "no"),
    }
    rows = pack.rows("formations.csv", columns)
    return [Formation(**{**row, "side": NUMBER[row["side"]], "carried": row["carried"] == "yes"}) for row in rows]


class BraveryBox(Box):
    """Tables of one scenario with its options."""

    def __init__(self, game: Game, scenario: str, options: Options) -> None:
        super().__init__(game, scenario, options)
        pack, chart = game.pack, game.map
        self.map = chart
        self.tables = pack.toml("tables.toml", tables_shape(a_place(chart.index)))
        self.formations = read_formations(pack)
        self.formation = {formation.id: number for number, formation in enumerate(self.formations)}
        self.units = self._read_units(pack)
        allied = sum(unit.side == ALLIED for unit in self.units)
        self.armor = tuple(unit.armor for unit in self.units)
        self.span = ((0, allied), (allied, len(self.units)))
        """The numbers of each side's units: the first, and the one after the last."""
        self.units_of = tuple(range(*span) for span in self.span)
        self.members = tuple(
            tuple(n for n, unit in enumerate(self.units) if unit.formation == formation)
            for formation in range(len(self.formations))
        )
        self.germans = tuple(n for n, unit in enumerate(self.units) if unit.nation == "de")
        self.carried = tuple(n for n, formation in enumerate(self.formations) if formation.carried)
        self.panzers = tuple(n for n, f in enumerate(self.formations) if f.nation == "de" and f.chits)
        self.tanks = (
            tuple(n for n, unit in enumerate(self.units) if unit.armor and unit.side == ALLIED),
            tuple(n for n, unit in enumerate(self.units) if unit.armor and unit.nation == "de"),
        )
        self.is_carried = tuple(self.formations[unit.formation].carried for unit in self.units)
        self.sort = tuple(2 * unit.formation + unit.armor for unit in self.units)
        """Units of one formation and kind have the same number."""
        self.firm_from = tuple(tuple(1 if self.armor[unit] else 2 for unit in units) for units in self.units_of)
        """6.4 For each unit of a side: the strength from which on it stops armour that rolls past."""
        self.of_tanks = tuple(itemgetter(*units) for units in self.tanks)
        """From a list with an entry for each unit: those of a side's tanks."""
        self.fixed = tuple(is_garrison(unit) for unit in self.units)
        self.recoverable = tuple(unit.armor and unit.nation != "it" for unit in self.units)
        """The tanks that crews may bring back (7.4)."""
        self.chits = self._make_chits()
        self.chits_of = tuple(mask_of(n for n, c in enumerate(self.chits) if c.side == s) for s in (ALLIED, AXIS))
        self._read_ground()

    def _read_units(self, pack: Pack) -> list[Unit]:
        columns = {
            "id": some_text,
            "name": some_text,
            "formation": one_of(*self.formation),
            "kind": one_of("armor", "infantry"),
            "level": one_of(*LEVELS),
            "movement": one_of("0", "1", "3"),
        }
        homes = {row["setup"]: place for place, row in enumerate(self.map.rows) if row["setup"]}
        lost = [
            f"places.csv:{line}: column 'setup': no formation is called {row['setup']!r}"
            for line, row in enumerate(self.map.rows, 2)
            if row["setup"] and row["setup"] not in self.formation
        ]
        if lost:
            raise PackError(*lost)
        units = []
        for line, row in enumerate(pack.rows("units.csv", columns), 2):
            if row["formation"] not in homes:
                raise PackError(f"units.csv:{line}: no hex of places.csv has setup {row['formation']!r}")
            number = self.formation[row["formation"]]
            formation = self.formations[number]
            units.append(
                Unit(
                    row["id"],
                    row["name"],
                    number,
                    formation.side,
                    formation.nation,
                    row["kind"] == "armor",
                    LEVELS.index(row["level"]),
                    int(row["movement"]),
                    homes[row["formation"]],
                )
            )
        units.sort(key=lambda unit: unit.side)
        return units

    def _make_chits(self) -> list[Chit]:
        """2.1.3 Sixteen chits, two of them for the Afrika Korps; two more with the option of eighteen."""
        chits = []
        for number, formation in enumerate(self.formations):
            twice = self.options["eighteen_chits"] and formation.id in self.tables["second_chit"]
            chits += [Chit(formation.id, formation.side, number)] * (formation.chits + bool(twice))
        chits += [Chit("DAK", AXIS, None)] * self.tables["dak_chits"]
        return chits

    def _read_ground(self) -> None:
        chart = self.map
        self.strategic = chart.having("strategic")
        self.strategic_places = tuple(places_in(self.strategic))
        self.points: tuple[int, ...] = tuple(row["vp"] for row in chart.rows)
        self.axis_at_start = mask_of(p for p, row in enumerate(chart.rows) if row["control"] == "axis")
        works = {"fort": FORT, "encampment": ENCAMPMENT}
        self.works = tuple(max((works.get(word, 0) for word in words), default=0) for words in chart.features)
        self.tobruk = chart.index[self.tables["tobruk"]]
        self.tripoli = chart.index[self.tables["tripoli"]]
        self.corridor = mask_of(chart.index[number] for number in self.tables["corridor"])
        self.alexandria = chart.having("to-alexandria")
        self.alexandria_places = frozenset(places_in(self.alexandria))
        self.bases = mask_of(chart.index[number] for number in self.tables["bases"])
        self.paths = chart.joined("road", "track")
        self.bits = (*(1 << place for place in range(len(chart))), 0)
        """The mask of each place; LOST, as the last entry, has none."""
        self.land = mask_of(p for p in range(len(chart)) if chart.terrain[p] != "sea")
        self.costs = chart.costs(self._price)
        self.exits = tuple(mask_of(other for other, _ in near) for near in self.costs)
        """Hexes that can be entered from each: no sea, no bare cliff."""
        most = 2 * max(self.tables[name] for name in ("allowance", "directive_allowance", "guest_allowance"))
        self.radius = tuple(
            tuple(mask_of(cheapest(self.costs, place, budget)) for place in range(len(chart)))
            for budget in range(most + 1)
        )
        """By budget and start: the hexes that could be reached were there no enemy."""
        self._leads_on = tuple(
            tuple(self._left_again(place, budget) for place in range(len(chart))) for budget in range(most + 1)
        )
        """By budget and start: those of them that could be left again; at the others an enemy makes no difference."""
        self._routes = lru_cache(maxsize=REMEMBERED)(self._find_routes)

    def routes(self, start: int, budget: int, stops: Mask) -> Routes:
        """The costs and ways of a stack; hexes in `stops` may be entered, but not left."""
        return self._routes(start, budget, self.stops_that_matter(start, budget, stops))

    def stops_that_matter(self, start: int, budget: int, stops: Mask) -> Mask:
        """Of hexes that may be entered, but not left, those where that makes a difference."""
        return stops & self._leads_on[budget][start]

    def _find_routes(self, start: int, budget: int, stops: Mask) -> Routes:
        spent = cheapest(self.costs, start, budget, 0, stops)
        return spent, ways(self.costs, start, spent, stops)

    def _left_again(self, start: int, budget: int) -> Mask:
        spent = cheapest(self.costs, start, budget)
        return mask_of(
            place
            for place, cost in spent.items()
            if place != start and any(cost + price <= budget for _, price in self.costs[place])
        )

    def _price(self, a: int, b: int) -> int | None:
        """6.1.1, 6.1.2, 6.1.3, 6.1.4 What it costs, in half points, to cross from one hex to the next."""
        chart = self.map
        if chart.terrain[a] == "sea" or chart.terrain[b] == "sea":
            return None
        if chart.linked("road", a, b):
            return 1
        if chart.linked("track", a, b):
            return 2
        return None if chart.linked("cliff", a, b) else 4

    def names(self, mask: Mask) -> list[str]:
        """The printed numbers of the hexes in a mask."""
        return [self.map.ids[place] for place in places_in(mask)]


def tables_shape(place: Reader) -> Document:
    """What tables.toml must hold."""
    return {
        "turns": SOME,
        "first_draws": AMOUNT,
        "most_draws": SOME,
        "dak_chits": AMOUNT,
        "second_chit": [str],
        "allowance": SOME,
        "directive_allowance": SOME,
        "guest_allowance": AMOUNT,
        "directive_from_turn": AMOUNT,
        "replacement_points": AMOUNT,
        "replacements_from_turn": AMOUNT,
        "few_tanks": AMOUNT,
        "breakthrough": AMOUNT,
        "recovery": {"de": SOME, "cw": SOME},
        "tobruk": place,
        "tripoli": place,
        "corridor": [place],
        "bases": [place],
        "days": [str],
        "dates": [str],
    }
