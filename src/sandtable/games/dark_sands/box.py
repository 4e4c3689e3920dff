"""What stays the same during a game: units, charts, and the masks and cost tables worked out from the map once."""

from __future__ import annotations

from collections.abc import Callable, Container, Iterable, Sequence
from copy import copy
from functools import cached_property, lru_cache
from itertools import accumulate, groupby, pairwise
from operator import itemgetter, or_
from typing import TYPE_CHECKING, NamedTuple, Self, TypeVar

from sandtable.engine.documents import Document, Options
from sandtable.engine.flow import Action
from sandtable.engine.game import Box, Game
from sandtable.engine.maps import Costs, Mask, mask_of, places_in, spread
from sandtable.engine.packs import AMOUNT, Maybe, Pack, PackError
from sandtable.engine.sides import ALLIED, AXIS
from sandtable.games.dark_sands import counters
from sandtable.games.dark_sands.counters import Entry, units_where
from sandtable.games.dark_sands.spreading import RoadNet, Spreader

if TYPE_CHECKING:
    from sandtable.games.dark_sands.position import DarkSandsPosition

SECTIONS = ("west", "center", "east")
HALF_POINTS = 2
"""Movement is counted in halves of a point."""
FAR = 255
"""More half points than any move has."""
BLANK = {"center": 0, "ends": 0, "shift": 0, "zoc": False, "cover": False}


ByPrice = tuple[tuple[tuple[int, tuple[int, ...]], ...], ...]
Row = Sequence[tuple[int, int]]
"""The neighbours of a place, each with what it costs to enter it."""
T = TypeVar("T")


class FreeReach(NamedTuple):
    """Where a move can end if no enemy is near: the places as bits, what each costs, and the actions that go there."""

    mask: Mask
    costs: bytearray
    actions: list[Action]


class DarkSandsBox(Box):
    """The printed components."""

    def __init__(
        self,
        game: Game,
        scenario: str,
        options: Options,
        sheet_name: str,
        sheet: Document,
        campaign: bool,
    ) -> None:
        super().__init__(game, scenario, options)
        pack = game.pack
        self.map = game.map
        self.units = counters.read_units(pack)
        self.assets = counters.read_assets(pack, self.units)
        self.track = counters.read_track(pack, self.units, self.assets)
        self.chits = counters.read_chits(pack, self.units)
        self.turns = counters.read_turns(pack)
        self.availability = counters.read_availability(pack, self.chits, len(self.turns) - 1)
        self.reliefs = counters.read_reliefs(pack)
        self.crt = counters.read_crt(pack)
        self.tables = read_tables(pack)
        self._units_by_trait()
        self._track_by_side()
        self._places()
        self._zones()
        self._ways()
        self._listings()
        self._reach: dict[tuple[int, int, int], FreeReach] = {}
        self.hindered_reach = lru_cache(maxsize=5_000)(self._hindered_reach)
        self.network = lru_cache(maxsize=100)(self._network)
        self.onward = lru_cache(maxsize=100)(self._onward)
        self._vicinity = [0] * len(self.map)
        self._ranges: dict[tuple[int, int], Mask] = {}
        self._rings: dict[int, tuple[int, ...]] = {}
        self._nets: dict[tuple[int, int, int, Mask], RoadNet] = {}
        self._begin(sheet_name, sheet, campaign)
        center, ends = self.in_section[1], self.in_section[0] | self.in_section[2]
        self.spread_center = Spreader([near if center >> p & 1 else 0 for p, near in enumerate(self.around)]).spread
        self.spread_ends = Spreader([near if ends >> p & 1 else 0 for p, near in enumerate(self.around)]).spread

    def _begin(self, sheet_name: str, sheet: Document, campaign: bool) -> None:
        """What differs from scenario to scenario."""
        self.sheet_name, self.sheet, self.campaign = sheet_name, sheet, campaign
        self.last_turn = len(self.turns) - 1 if campaign else sheet["last"]
        self.first: DarkSandsPosition | None = None
        """The first position, once it has been set up."""

    def for_scenario(self, scenario: str, options: Options, sheet_name: str, sheet: Document, campaign: bool) -> Self:
        """The same components for another scenario; whatever depends on map and counters alone is shared."""
        other = copy(self)
        Box.__init__(other, self.game, scenario, options)
        other._begin(sheet_name, sheet, campaign)
        return other

    def _units_by_trait(self) -> None:
        units = self.units
        self.number = {unit.id: n for n, unit in enumerate(units)}
        self.asset_number = {asset.id: n for n, asset in enumerate(self.assets)}
        self.chit_number = {chit.id: n for n, chit in enumerate(self.chits)}
        self.of = (units_where(units, side=ALLIED), units_where(units, side=AXIS))
        self.hqs = units_where(units, kind="hq")
        self.garrisons = units_where(units, kind="garrison")
        self.panzers = units_where(units, kind="panzer")
        self.tanks = units_where(units, kind="tank")
        self.armour = self.panzers | self.tanks
        self.infantry = units_where(units, kind={"infantry", "motorised", "machine-gun", "garrison"})
        self.battalions = units_where(units, size="II")
        self.zoned = (self.of[0] | self.of[1]) & ~self.hqs & ~self.garrisons
        self.large = self.zoned & ~self.battalions
        self.german = units_where(units, nation="de")
        self.italian = units_where(units, nation="it")
        self.italian_divisions = tuple(n for n, unit in enumerate(units) if unit.nation == "it" and unit.size == "XX")
        self.two_step = mask_of(n for n, unit in enumerate(units) if unit.steps == 2)
        self.irreplaceable = mask_of(n for n, unit in enumerate(units) if "irreplaceable" in unit.flags)
        self.clumsy = mask_of(n for n, unit in enumerate(units) if "clumsy" in unit.flags)
        self.renamed = tuple(n for n, unit in enumerate(units) if len(set(unit.name)) > 1)
        """Units that get another name by an upgrade (22.5)."""
        self.formations: dict[str, Mask] = {}
        for n, unit in enumerate(units):
            if unit.formation:
                self.formations[unit.formation] = self.formations.get(unit.formation, 0) | 1 << n
        self.founding = self.infantry & self.two_step & ~self.garrisons
        """Units that can detach a garrison."""
        self.garrison_units = tuple(tuple(places_in(self.garrisons & mine)) for mine in self.of)
        self.assets_of = tuple(
            tuple(n for n, asset in enumerate(self.assets) if asset.side == side) for side in (ALLIED, AXIS)
        )
        self.box_assets = tuple(tuple(n for n in mine if self.assets[n].kind == "box") for mine in self.assets_of)
        self.panzer_divisions = self.formations["15 Pz"] | self.formations["21 Pz"]
        self.formation_names = tuple(self.formations)

    def _track_by_side(self) -> None:
        """The reinforcement track by side and event, units that enter and garrisons and assets apart."""
        self.last_return = {(e.asset, e.counter): e.turn for e in sorted(self.track) if e.event == "return"}
        self.events: dict[tuple[int, str], tuple[Entry, ...]] = {}
        for side in (ALLIED, AXIS):
            mine = [e for e in self.track if (self.assets if e.asset else self.units)[e.counter].side == side]
            for event in ("withdraw", "special", "upgrade"):
                self.events[side, event] = tuple(e for e in mine if e.event == event)
            entries = [e for e in mine if e.event in ("arrive", "return") and e.turn]
            self.events[side, "enter"] = tuple(
                e for e in entries if not e.asset and not self.garrisons >> e.counter & 1
            )
            self.events[side, "supply"] = tuple(e for e in entries if e.asset or self.garrisons >> e.counter & 1)

    def _places(self) -> None:
        board = self.map
        self.section = tuple(SECTIONS.index(section) for section in board.section)
        self.bits = tuple(1 << place for place in range(len(board)))
        """The mask of each place alone."""
        self.weight = tuple(1 if section == 1 else 2 for section in self.section)
        self.in_section = tuple(mask_of(p for p, s in enumerate(self.section) if s == n) for n in range(3))
        self.terrain = tuple(self.tables["terrain"][name] for name in board.terrain)
        self.land: Mask = mask_of(p for p, terrain in enumerate(self.terrain) if not terrain.get("closed"))
        self.forts = board.having("fort")
        self.ports = board.having("port")
        self.coast = board.having("coast")
        self.garrisonable = board.having("named") | self.forts
        self.entry = board.having("entry-axis")
        self.sources = (board.having("source-allied"), board.having("source-axis"))
        self.kept = self.ports | self.sources[AXIS]
        for feature in ("vp-allied", "vp-axis", "vp-last"):
            self.kept |= board.having(feature)
        """Places that stay controlled when nobody is there (2.1.5 R9)."""
        self.no_boxes = self.forts | mask_of(p for p, t in enumerate(board.terrain) if t in ("marsh", "mountain"))
        self.cover = mask_of(p for p, terrain in enumerate(self.terrain) if terrain.get("cover"))
        for attribute, name in (
            ("tobruk", "Tobruk"),
            ("bardia", "Bardia"),
            ("sollum", "Sollum"),
            ("matruh", "Mersa Matruh"),
            ("alamein", "El Alamein"),
            ("benghazi", "Benghazi"),
            ("alexandria", "Alexandria"),
            ("agheila", "El Agheila"),
        ):
            setattr(self, attribute, self.place_called(name))
        self.tobruk_forts = self.forts & ~(1 << self.bardia)
        self.derna = board.index["3418"]  # 22.6
        self.bypass_places = tuple(board.index[name] for name in ("2728", "2629", "2630", "2631"))  # 23.3.2

    tobruk: int
    bardia: int
    sollum: int
    matruh: int
    alamein: int
    benghazi: int
    alexandria: int
    agheila: int

    def place_called(self, name: str) -> int:
        """The place with a printed name."""
        if name not in self.map.name:
            raise PackError(f"places.csv: no place is called {name}")
        return self.map.name.index(name)

    def _zones(self) -> None:
        """The land neighbours of each place, and those its zone of control reaches (8.0, 14.0)."""
        board = self.map
        self.around = tuple(near & self.land if self.land >> p & 1 else 0 for p, near in enumerate(board.around))
        zones = []
        for here, near in enumerate(board.neighbours):
            reached = [there for there in near if self._zone_extends(here, there)]
            zones.append(mask_of(reached))
        self.zone = tuple(zones)

    def _zone_extends(self, here: int, there: int) -> bool:
        if not (self.land >> here & 1 and self.land >> there & 1):
            return False
        if (self.forts >> here | self.forts >> there) & 1:
            return False
        if not (self.terrain[here]["zoc"] and self.terrain[there]["zoc"]):
            return False
        return not self.cliff(here, there)

    def zones_of(self, firm: Mask) -> Mask:
        """The places in the zones of control of units on these places."""
        return spread(firm, self.zone)

    def vicinity(self, place: int) -> Mask:
        """The places whose zones may overlap that of this place."""
        found = self._vicinity[place]
        if not found:
            around = self.map.around
            found = self._vicinity[place] = spread(around[place], around)
        return found

    def adjacent(self, a: int, b: int) -> bool:
        """6.1 Do two hexes share a side, or the colour of a side at the edge of two sections?"""
        return bool(self.map.around[a] >> b & 1)

    def escarpment(self, a: int, b: int) -> bool:
        """Is there an escarpment on the side between two places?"""
        return self.map.linked("escarpment", a, b)

    def cliff(self, a: int, b: int) -> bool:
        """Is there an escarpment that no pass opens?"""
        return self.escarpment(a, b) and "pass" not in self.map.features[a] | self.map.features[b]

    def _ways(self) -> None:
        """Costs in half movement points, by state of the bypass and by whether armour moves."""
        board = self.map
        self.roads = (board.joined("road"), board.joined("road", "road-planned"))
        self.trails = board.joined("track")
        self.net = (board.joined("road", "track"), board.joined("road", "track", "road-planned"))
        plain = (self._costs(0, False), self._costs(0, True))
        built = (self._costs(1, False, plain[0]), self._costs(1, True, plain[1]))
        self.costs: tuple[tuple[Costs, Costs], tuple[Costs, Costs]] = (plain, built)
        self.by_price = _row_by_row(self.costs, _by_price)
        """For each place, its neighbours by what it costs to enter them, the cheapest first."""
        self.open_to = _row_by_row(self.costs, lambda row: mask_of([b for b, _ in row]))
        self.rail = self._rail_line()
        self.rail_built: list[Mask] = list(accumulate((1 << place for place in self.rail), or_))
        """The rail hexes up to each of them, counted from Alexandria, as bits."""
        self.rail_number = {place: n for n, place in enumerate(self.rail)}

    def _costs(self, bypass: int, armour: bool, plain: Costs | None = None) -> Costs:
        """19.1.5, 19.1.6 What each step costs, by the section entered; sections meet only at seams of one colour.

        `plain`: the table without the bypass, of which most rows stay as they are.
        """

        def price(a: int, b: int) -> int | None:
            if not (self.land >> a & 1 and self.land >> b & 1):
                return None
            scale = "center" if self.section[b] == 1 else "ends"
            if self.roads[bypass][a] >> b & 1:
                return int(self.tables["road"][scale])
            if self.trails[a] >> b & 1:
                return int(self.tables["trail"][scale])
            chart = self.tables["fort"] if self.forts >> b & 1 else self.terrain[b]
            cost = int(chart[scale])
            if armour and self.terrain[b].get("armour_by_road_only"):
                return None
            if self.cliff(a, b):
                if armour and self.tables["escarpment"]["armour_by_road_only"]:
                    return None
                cost += int(self.tables["escarpment"][scale])
            return cost

        def row(a: int) -> Row:
            if plain and self.roads[bypass][a] == self.roads[0][a]:
                return plain[a]
            return tuple(sorted(self.map.costs_from(a, price), key=itemgetter(1)))

        return tuple([row(a) for a in range(len(self.map))])

    def _rail_line(self) -> tuple[int, ...]:
        """The places of the rail line from Alexandria to Tobruk, in order."""
        joined = self.rail_joined = self.map.joined("rail", "rail-planned")
        line = [self.alexandria]
        while True:
            onward = [place for place in places_in(joined[line[-1]]) if place not in line]
            if not onward:
                break
            if len(onward) > 1:
                raise PackError(f"links.csv: the rail line branches at {self.map.ids[line[-1]]}")
            line.append(onward[0])
        if line[-1] != self.tobruk:
            raise PackError(f"links.csv: the rail line ends at {self.map.ids[line[-1]]}, not at Tobruk")
        return tuple(line)

    # Worked out when first asked for: they depend on the map alone

    def free_reach(self, bypass: int, armour: int, start: int, budget: int) -> FreeReach:
        """Where a move leads if no enemy is near."""
        key = (start * 2 + bypass, armour, budget)
        found = self._reach.get(key)
        if found is None:
            places, costs = reach(self.by_price[bypass][armour], start, budget, (), (), (), True)
            found = self._reach[key] = FreeReach(self._together(places), costs, self._listed(places, costs))
        return found

    def _together(self, places: list[int]) -> Mask:
        """The mask of many places, sooner than `mask_of` makes it."""
        mask, bits = 0, self.bits
        for place in places:
            mask |= bits[place]
        return mask

    def _hindered_reach(
        self, bypass: int, armour: int, start: int, budget: int, closed: Mask, zones: Mask, held_up: int, step: bool
    ) -> list[Action]:
        """Where a move leads with enemies about; the masks need only be right within free reach."""
        ways, stops = self.by_price[bypass][armour], set(places_in(zones))
        return self._listed(*reach(ways, start, budget, places_in(closed), stops, stops if held_up else (), step))

    def _listings(self) -> None:
        """The commonest actions, made once: lists of them are long."""
        self.picks: list[Action] = [("unit", unit) for unit in range(len(self.units))]
        self.picked = lru_cache(maxsize=5_000)(self._picked)
        farthest = HALF_POINTS * max(unit.move for unit in self.units)
        self._goes: list[list[Action]] = [
            [("go", place, cost) for cost in range(farthest + 1)] for place in range(len(self.map))
        ]

    def _picked(self, units: Mask) -> list[Action]:
        """The actions that pick each of these units."""
        return [self.picks[unit] for unit in places_in(units)]

    def _listed(self, places: list[int], costs: bytearray) -> list[Action]:
        goes = self._goes
        return [goes[place][costs[place]] for place in places]

    def _network(self, bypass: int, active: Mask) -> tuple[Mask, ...]:
        """For each place those joined to it by road, trail or rail; only the active part of the rail counts."""
        rail = self.rail_joined
        return tuple(joined | (rail[p] & active if active >> p & 1 else 0) for p, joined in enumerate(self.net[bypass]))

    def _onward(self, bypass: int, active: Mask) -> tuple[list[list[int]], list[list[int]]]:
        """For each place of the network those joined to it but not in a section back west, and not in one back east."""
        joined, section = self.network(bypass, active), self.section
        east: list[list[int]] = [[] for _ in joined]
        west: list[list[int]] = [[] for _ in joined]
        for here in places_in(self.on_net[bypass] | active):
            near = places_in(joined[here])
            east[here] = [there for there in near if section[there] >= section[here]]
            west[here] = [there for there in near if section[there] <= section[here]]
        return east, west

    def within(self, place: int, distance: int) -> Mask:
        """The places at most this many Center hexes away; a hex of the end maps counts two."""
        key = (place, distance)
        found = self._ranges.get(key)
        if found is None:
            edges = [0] * (distance + 3)
            edges[0] = found = 1 << place
            for far in range(distance):
                near = spread(edges[far], self.map.around) & ~found
                found |= near & self.in_section[1]
                edges[far + 1] |= near & self.in_section[1]
                if far + 2 <= distance:
                    outer = near & ~self.in_section[1]
                    found |= outer
                    edges[far + 2] |= outer
            self._ranges[key] = found
        return found

    def rings(self, place: int) -> tuple[int, ...]:
        """The distance of every place from this one, in hexes."""
        found = self._rings.get(place)
        if found is None:
            far = [-1] * len(self.map)
            edge, distance, seen = 1 << place, 0, 1 << place
            while edge:
                for p in places_in(edge):
                    far[p] = distance
                edge = spread(edge, self.map.around) & ~seen
                seen |= edge
                distance += 1
            found = self._rings[place] = tuple(far)
        return found

    def supply_net(self, side: int, bypass: int, railhead: int, sources: Mask) -> RoadNet:
        """The places joined to these sources by road, trail or (Allies) built rail: 9.0, 10.1.2."""
        key = (side, bypass, railhead, sources)
        if key not in self._nets:
            joined = list(self.net[bypass])
            for a, b in pairwise(self.rail[: railhead + 1] if side == ALLIED else ()):
                joined[a] |= 1 << b
                joined[b] |= 1 << a
            self._nets[key] = RoadNet(joined, sources)
        return self._nets[key]

    @cached_property
    def on_net(self) -> tuple[Mask, Mask]:
        """The places on a road or trail, by state of the bypass."""
        first, second = (mask_of(p for p, joined in enumerate(net) if joined) for net in self.net)
        return first, second

    @cached_property
    def compass(self) -> dict[tuple[int, int], frozenset[str]]:
        """The directions of the retreat compass by section and side (20.3.4)."""
        chart = self.tables["retreat"]["compass"]
        return {
            (n, side): frozenset(chart[f"{section}_{name}"])
            for n, section in enumerate(SECTIONS)
            for side, name in ((ALLIED, "allied"), (AXIS, "axis"))
        }

    def direction(self, a: int, b: int) -> str:
        """The direction of the step from a place to a neighbour: E, W, NE, NW, SE or SW."""
        if self.section[a] != self.section[b]:
            return "E" if self.section[b] > self.section[a] else "W"
        grid = self.map.grids[self.map.section[a]]
        (ax, ay), (bx, by) = (grid.centre(*grid.parse(self.map.ids[p])) for p in (a, b))
        if abs(by - ay) < 0.1:
            return "E" if bx > ax else "W"
        return ("N" if by < ay else "S") + ("E" if bx > ax else "W")


def _by_price(row: Row) -> tuple[tuple[int, tuple[int, ...]], ...]:
    """Neighbours of one price together, the order kept."""
    return tuple([(price, tuple([other for other, _ in group])) for price, group in groupby(row, key=itemgetter(1))])


def _row_by_row(
    tables: tuple[tuple[Costs, Costs], tuple[Costs, Costs]], make: Callable[[Row], T]
) -> tuple[tuple[tuple[T, ...], ...], ...]:
    """What is made of each row of the tables, which have most rows in common."""
    made = {row: make(row) for row in {row for pair in tables for table in pair for row in table}}
    return tuple([tuple([tuple([made[row] for row in table]) for table in pair]) for pair in tables])


def reach(
    ways: ByPrice,
    start: int,
    budget: int,
    closed: Iterable[int],
    stops: Container[int],
    barred: Container[int],
    step: bool,
) -> tuple[list[int], bytearray]:
    """19.1.2, 19.1.3 The places a move can end on, without the start, and what each place costs.

    `closed` may not be entered, `stops` may not be left, `barred` may not be entered directly from the start;
    `step`: one hex may be entered whatever it costs.
    """
    spent = bytearray((FAR,)) * len(ways)  # nought where the move may not go
    for place in closed:
        spent[place] = 0
    spent[start] = 0
    found: list[int] = []
    buckets: list[list[int]] = [[] for _ in range(budget + 1)]
    for price, others in ways[start]:
        if price > budget and not step:
            break
        for other in others:
            if not spent[other] or other in barred:
                continue
            found.append(other)
            if price <= budget:
                spent[other] = price
                buckets[price].append(other)
            else:
                spent[other] = budget
    for cost, bucket in enumerate(buckets):
        left = budget - cost
        for place in bucket:
            if spent[place] != cost or place in stops:
                continue
            for price, others in ways[place]:
                if price > left:
                    break
                total = cost + price
                for other in others:
                    known = spent[other]
                    if total < known:
                        if known == FAR:
                            found.append(other)
                        spent[other] = total
                        buckets[total].append(other)
    return found, spent


def read_tables(pack: Pack) -> Document:
    """tables.toml: the charts other than the combat results tables."""
    flag, number = Maybe(bool), Maybe(AMOUNT)
    terrain = {
        "center": number,
        "ends": number,
        "shift": number,
        "zoc": flag,
        "cover": flag,
        "closed": flag,
        "armour_by_road_only": flag,
        "attackers_halved": flag,
    }
    scale = {"center": AMOUNT, "ends": AMOUNT}
    shape = {
        "terrain": {str: terrain},
        "road": scale,
        "trail": scale,
        "escarpment": {**scale, "shift": AMOUNT, "armour_by_road_only": bool},
        "fort": scale,
        "box": {"shift": AMOUNT},
        "rail": {"points": (AMOUNT,) * 6, **scale},
        "disruption": {"fails_on": AMOUNT},
        "supply": {"overland": AMOUNT, "port": AMOUNT},
        "retreat": {"length": AMOUNT, "compass": {str: [str]}},
        "naval": {"allied": AMOUNT, "axis": AMOUNT},
    }
    tables: Document = pack.toml("tables.toml", shape)
    tables["terrain"] = {name: {**BLANK, **effects} for name, effects in tables["terrain"].items()}
    return tables
