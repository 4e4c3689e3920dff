"""What never changes in a campaign: units, leaders, tables, and the map worked out into masks and costs."""

from __future__ import annotations

from functools import lru_cache
from operator import itemgetter
from typing import TYPE_CHECKING

from sandtable.engine.documents import Document, Options
from sandtable.engine.flow import Action
from sandtable.engine.game import Box
from sandtable.engine.maps import Mask, flood, mask_of, spread, those_in
from sandtable.engine.packs import (
    AMOUNT,
    Pack,
    PackError,
    Reader,
    a_place,
    each_once,
    one_of,
    optional,
    some_text,
    whole,
)
from sandtable.engine.sides import ALLIED, AXIS, NUMBER
from sandtable.games.western_desert.reach import Ways, everywhere, wave
from sandtable.games.western_desert.rules.r11_terrain import Ground
from sandtable.games.western_desert.terms import (
    ARMOR,
    INFANTRY,
    LAST_TURN,
    LEADER,
    LEVELS,
    MOTORIZED,
    MP,
    RECON,
    SUPPLY_RANGE,
    TRACK_LIMIT,
    TYPES,
    UNIT_LIMIT,
    WITHDRAWN,
)

if TYPE_CHECKING:
    from sandtable.games.western_desert.game import WesternDesert

NATIONS = ("gb", "in", "au", "nz", "za", "pl", "fr", "gr", "it", "de")


class Unit:
    """A combat unit's counter."""

    __slots__ = (
        "arrives",
        "division",
        "id",
        "movement",
        "name",
        "nation",
        "side",
        "size",
        "start",
        "strength",
        "symbol",
        "type",
    )

    def __init__(self, row: Document) -> None:
        self.id: str = row["id"]
        self.name: str = row["name"]
        self.side: int = NUMBER[row["side"]]
        self.nation: str = row["nation"]
        self.type: int = TYPES.index(row["type"])
        self.symbol: str = row["symbol"]
        self.size: str = row["size"]
        self.strength: tuple[int, ...] = (
            (row["strength"],) if row["reduced"] is None else (row["strength"], row["reduced"])
        )
        self.movement: int = row["movement"]
        self.division: str = row["division"]
        self.arrives: int = row["turn"]
        self.start: str = row["start"]


class Face:
    """One of the two leaders on a leader piece (13.1)."""

    __slots__ = ("attack", "defense", "name", "range")

    def __init__(self, row: Document, side: str) -> None:
        self.name: str = row[side]
        self.attack: int = row[f"{side}_attack"]
        self.defense: int = row[f"{side}_defense"]
        self.range: int = row[f"{side}_range"]


LIGHT = (INFANTRY, RECON)
"""Types with costs of their own; all others move like motorised units."""
TURN = range(1, LAST_TURN + 1)
EVENT_ROLLS = tuple(10 * first + second for first in range(1, 7) for second in range(1, 7))
FARTHEST = 8 * MP
"""The largest allowance there is, in sixths."""


def _movement(cell: str) -> int:
    """A reader for a movement allowance."""
    points = whole(cell)
    if points * MP > FARTHEST:
        raise ValueError(f"expected {FARTHEST // MP} at most, got {cell!r}")
    return points


class WesternDesertBox(Box):
    """Units are numbered from 0: first the combat units of both sides, then the leader pieces."""

    def __init__(self, game: WesternDesert, scenario: str, options: Options) -> None:
        super().__init__(game, scenario, options)
        self.map = game.map
        self._read_units(game.pack)
        self._read_leaders(game.pack)
        self._read_tables(game.pack)
        self._read_places()
        place = a_place(self.map.index)
        self.setup = game.pack.toml(
            "setup.toml",
            {
                "attack_points": {"allied": AMOUNT, "axis": AMOUNT},
                "air": {"side": one_of("allied", "axis"), "points": AMOUNT},
                "naval_support": bool,
                "depots": {"allied": place, "axis": place},
                "positions": [place],
            },
        )

    # Counters

    def _read_units(self, pack: Pack) -> None:
        columns: dict[str, Reader] = {
            "id": some_text,
            "name": some_text,
            "side": one_of("allied", "axis"),
            "nation": one_of(*NATIONS),
            "type": one_of(*TYPES),
            "symbol": pack.word_of("units.csv", "symbol"),
            "size": one_of("II", "III", "X", "XX"),
            "strength": whole,
            "reduced": optional(whole),
            "movement": _movement,
            "division": str,
            "turn": whole,
            "start": self._start,
        }
        self.units = tuple(Unit(row) for row in pack.rows("units.csv", columns))
        members: dict[str, int] = {}
        for unit in self.units:
            members[unit.division] = members.get(unit.division, 0) + 1
        self.count = len(self.units)
        self.kind = [unit.type for unit in self.units]
        self.strength: list[tuple[int, ...]] = [unit.strength for unit in self.units]
        self.step_count = [len(unit.strength) for unit in self.units]
        self.fighters = tuple(
            tuple(number for number, unit in enumerate(self.units) if unit.side == side) for side in (ALLIED, AXIS)
        )
        self.battalion = [unit.size == "II" for unit in self.units]
        self.controlling = tuple(tuple(u for u in units if not self.battalion[u]) for units in self.fighters)
        """Combat units with a zone of control, by side (9.3)."""
        self.wheres = tuple(itemgetter(*units) for units in self.fighters)
        """By side: reads what belongs to its combat units off a list, such as their places off `where`."""
        self.controlling_wheres = tuple(itemgetter(*units) for units in self.controlling)
        # 9.2: an Italian division takes two points, everything else one.
        self.points = [UNIT_LIMIT if unit.nation == "it" and unit.size == "XX" else 1 for unit in self.units]
        self.weight = [
            (unit.side, points, not battalion)
            for unit, points, battalion in zip(self.units, self.points, self.battalion, strict=True)
        ]
        """Side, stacking points, and whether it has a zone of control."""
        self.german = [unit.nation == "de" for unit in self.units]
        self.italian = [unit.nation == "it" for unit in self.units]
        # 10.5: a division of fewer than three pieces never gains integrity.
        self.division = [unit.division if members[unit.division] >= 3 else "" for unit in self.units]
        # 9.31: these pass through enemy zones for a further point a hex.
        self.passes_zones = [
            unit.type == ARMOR or (unit.nation == "de" and unit.type in (MOTORIZED, RECON)) for unit in self.units
        ]
        self.mobile = [unit.type != INFANTRY for unit in self.units]

    def _start(self, cell: str) -> str:
        """A reader for a hex, `entry` or `reserve`."""
        if cell not in (*self.map.index, "entry", "reserve"):
            raise ValueError(f"expected a hex, entry or reserve, got {cell!r}")
        return cell

    def _read_leaders(self, pack: Pack) -> None:
        numbers = ("front_attack", "front_defense", "front_range", "back_attack", "back_defense", "back_range")
        columns: dict[str, Reader] = {
            "id": some_text,
            "side": one_of("allied", "axis"),
            "nation": one_of(*NATIONS),
            "front": some_text,
            "back": some_text,
            **dict.fromkeys((*numbers, "turn"), whole),
            "movement": _movement,
            "start": self._start,
        }
        rows = pack.rows("leaders.csv", columns)
        who = sorted((row["side"], row["nation"] == "de") for row in rows)
        if who != [("allied", False), ("allied", False), ("axis", False), ("axis", True)]:
            raise PackError("leaders.csv: expected two Allied leaders, and of the Axis a German and an Italian")
        self.everyone = self.count + len(rows)
        self.faces = {self.count + number: (Face(row, "front"), Face(row, "back")) for number, row in enumerate(rows)}
        self.leaders = tuple(
            tuple(self.count + n for n, row in enumerate(rows) if NUMBER[row["side"]] == side)
            for side in (ALLIED, AXIS)
        )
        self.side = [unit.side for unit in self.units] + [NUMBER[row["side"]] for row in rows]
        self.movement: list[int] = [unit.movement for unit in self.units] + [row["movement"] for row in rows]
        self.nation = [unit.nation for unit in self.units] + [row["nation"] for row in rows]
        self.kind += [LEADER] * len(rows)
        self.points += [0] * len(rows)
        self.passes_zones += [False] * len(rows)
        self.mobile += [True] * len(rows)
        self.arrives = [unit.arrives for unit in self.units] + [row["turn"] for row in rows]
        self.start = [unit.start for unit in self.units] + [row["start"] for row in rows]
        self.terrain_kind = [kind if kind in LIGHT else MOTORIZED for kind in self.kind]
        self.leader_wheres = tuple(itemgetter(*leaders) for leaders in self.leaders)
        self.everyone_of = tuple((*self.fighters[side], *self.leaders[side]) for side in (ALLIED, AXIS))
        self.unit_picks: list[Action] = [("unit", unit) for unit in range(self.everyone)]
        self.stack_picks: list[Action] = [("stack", place) for place in range(len(self.map))]
        # 13.7: the second Allied piece relieves the first.
        self.first_general, self.second_general = self.leaders[ALLIED]
        self.rommel = next(u for u in self.leaders[AXIS] if self.nation[u] == "de")

    # Charts

    def _read_tables(self, pack: Pack) -> None:
        six, turns = (AMOUNT,) * 6, (TURN, TURN)
        tables = pack.toml(
            "tables.toml",
            {
                "air": [{"turns": turns, "axis": six, "allied": six}],
                "zone": [{"name": str, "air": int, "cost": AMOUNT, "axis": six, "allied": six}],
                "reserves": [{"turns": turns, "units": six}],
                "supply": [{"turns": turns, "level": (one_of(*LEVELS),) * 6}],
            },
        )
        for chart, first in (("air", 2), ("reserves", 1), ("supply", 1)):
            covered = [turn for row in tables[chart] for turn in range(row["turns"][0], row["turns"][1] + 1)]
            each_once(f"tables.toml: {chart}", "turn", covered, range(first, LAST_TURN + 1))
        self.zone_names = [row["name"] for row in tables["zone"]]
        self.new_points: tuple[tuple[tuple[int, ...], ...], ...] = tuple(
            tuple(tuple(row[side]) for row in tables["zone"]) for side in ("allied", "axis")
        )
        self.offensive_cost: tuple[int, ...] = tuple(row["cost"] for row in tables["zone"])
        self.zone_air: tuple[int, ...] = tuple(row["air"] for row in tables["zone"])
        self.air_score: dict[int, tuple[list[int], list[int]]] = {}
        for row in tables["air"]:
            for turn in range(row["turns"][0], row["turns"][1] + 1):
                self.air_score[turn] = (row["allied"], row["axis"])
        self.reserve_demand = {
            turn: row["units"] for row in tables["reserves"] for turn in range(row["turns"][0], row["turns"][1] + 1)
        }
        self.supply_level = {
            turn: [LEVELS.index(word) for word in row["level"]]
            for row in tables["supply"]
            for turn in range(row["turns"][0], row["turns"][1] + 1)
        }
        columns: dict[str, Reader] = {
            "turn": whole,
            "month": some_text,
            "allied_replacements": whole,
            "italian_replacements": whole,
            "german_replacements": whole,
        }
        months = pack.rows("turns.csv", columns)
        each_once("turns.csv", "turn", [row["turn"] for row in months], TURN)
        self.turns = {row["turn"]: row for row in months}
        self.months = [row["month"] for row in self.turns.values()]
        columns = {
            "roll": whole,
            "event": pack.word_of("events.csv", "event"),
            "name": some_text,
            "earliest": whole,
            "once": one_of("", "yes"),
        }
        events = pack.rows("events.csv", columns)
        each_once("events.csv", "roll", [row["roll"] for row in events], EVENT_ROLLS)
        self.events = {row["roll"]: row for row in events}

    # The map

    def _read_places(self) -> None:
        ground = Ground(self.map)
        self.ground = ground
        size = range(len(self.map))
        self.bit = [1 << place for place in size]
        self.ways: tuple[Ways, ...] = ground.ways
        """Steps by unit type: for each place (cost, neighbours) pairs."""
        self.any_step = MP + max(steps[-1][0] for ways in ground.ways for steps in ways.steps if steps)
        """Enough for any one step, even into an enemy zone."""
        self.open: tuple[tuple[Mask, ...], ...] = ground.open
        """Neighbours a type may enter at all."""
        self.links: Ways = ground.links
        self.zoc_from = ground.open[MOTORIZED]  # 9.3: a zone reaches wherever movement could
        # The boxes off the map have negative numbers: what they index at the end of these lists is nothing.
        self.bit_or_none = [*self.bit, *[0] * -WITHDRAWN]
        self.zoc_or_none = [*self.zoc_from, *[0] * -WITHDRAWN]
        self.strikes = ground.strikes
        self.land = mask_of(place for place in size if self.map.terrain[place] != "sea")
        self.coast = self.map.having("coast")
        self.city = self.map.having("city")
        self.terrain = self.map.terrain
        self.marsh = mask_of(place for place in size if self.map.terrain[place] == "salt-marsh")
        self.sources = tuple(self._only(f"source-{side}") for side in ("allied", "axis"))
        tobruk, bardia, benghazi = (self._named(name) for name in ("Tobruk", "Bardia", "Benghazi"))
        self.towns = (tobruk, bardia, benghazi)
        self.prizes = lru_cache(maxsize=1_000)(self._prizes)
        self.tobruk = tobruk
        self.unfit_for_works = self.city | self.marsh | self.bit[tobruk]  # 12.2
        self.alexandria = self.sources[ALLIED]
        farthest = max(SUPPLY_RANGE, *(face.range for faces in self.faces.values() for face in faces))
        self.over_ground = self.ways[MOTORIZED].known(farthest * MP)
        """By place and cost: where the first part of a supply path may lead when nothing is blocked (8.1)."""
        self.road_links = self.map.joined("road")
        self.track_links = self.map.joined("track")
        self.roads = mask_of(place for place in size if self.road_links[place])
        self.tracks = mask_of(place for place in size if self.track_links[place])
        self.network = self.roads | self.tracks | self.bit[self.sources[0]] | self.bit[self.sources[1]]
        self.zone = tuple(
            [self.zone_names.index(row[column]) if row[column] else -1 for row in self.map.rows]
            for column in ("zone_allied", "zone_axis")
        )
        spots = [
            self.map.grids[s].doubled(*self.map.grids[s].parse(i))
            for i, s in zip(self.map.ids, self.map.section, strict=True)
        ]
        self._along = [along for along, _ in spots]
        self._across = [across for _, across in spots]
        self.to_source = tuple([self.distance(place, source) for place in size] for source in self.sources)
        self.to_tobruk = [self.distance(place, tobruk) for place in size]
        self.zone_band = tuple(
            [mask_of(p for p in size if abs(zone[p] - near) <= 1) for near in (*range(len(self.zone_names)), -1)]
            for zone in self.zone
        )
        """By side and zone: the hexes of that zone and the next ones; the last entry is for hexes without a zone."""
        self.disc = Ways(((1, near),) if near else () for near in self.map.around).within
        """The hexes at most this many away from a place."""
        self._orders: dict[str, list[Action]] = {
            verb: [(verb, place) for place in size] for verb in ("to", "strategic", "depot")
        }
        self.listed = lru_cache(maxsize=5_000)(self._listed)
        self.beside = lru_cache(maxsize=2_000)(self._beside)
        self.hindered_reach = lru_cache(maxsize=20_000)(self._hindered_reach)
        self.wave = lru_cache(maxsize=256)(self._wave)
        self.supply_reach = lru_cache(maxsize=20_000)(self._supply_reach)
        self.lifelines = lru_cache(maxsize=20_000)(self._lifelines)
        self.road_net = lru_cache(maxsize=20_000)(self._road_net)

    def _listed(self, verb: str, places: Mask) -> list[Action]:
        """An action with this verb for each place, lowest first."""
        return those_in(places, self._orders[verb])

    def _only(self, feature: str) -> int:
        places = [place for place in range(len(self.map)) if feature in self.map.features[place]]
        if len(places) != 1:
            raise PackError(f"places.csv: expected one place with {feature}, got {len(places)}")
        return places[0]

    def _named(self, name: str) -> int:
        if name not in self.map.name:
            raise PackError(f"places.csv: no place is called {name}")
        return self.map.name.index(name)

    def _prizes(self, side: int, holders: tuple[int, ...], depot: int, leaders: tuple[int, ...]) -> Mask:
        """The towns of a side, from who holds which, its depot and its leaders, of those that are on the map."""
        towns = mask_of(town for town, holder in zip(self.towns, holders, strict=True) if holder == side)
        return towns | self.marked(depot, *leaders)

    @staticmethod
    @lru_cache(maxsize=1_000)
    def marked(*places: int) -> Mask:
        """Those of the places that are on the map."""
        return mask_of(place for place in places if place >= 0)

    def distance(self, a: int, b: int) -> int:
        """Hexes from one place to another."""
        across = abs(self._across[a] - self._across[b])
        over = abs(self._along[a] - self._along[b]) - across
        return across + (over // 2 if over > 0 else 0)

    def _beside(self, places: Mask) -> Mask:
        """All neighbours of these places."""
        return spread(places, self.map.around)

    def _hindered_reach(
        self, kind: int, place: int, budget: int, closed: Mask, stops: Mask, toll: Mask, guarded: Mask, barred: Mask
    ) -> Mask:
        """Where a type can go with enemies about; the masks need only be right within free reach."""
        return everywhere(wave(self.ways[kind], place, budget, closed, stops, toll, guarded, barred))

    def _wave(
        self, kind: int, place: int, budget: int, closed: Mask, stops: Mask, toll: Mask, guarded: Mask, barred: Mask
    ) -> tuple[Mask, ...]:
        """The places by cost, for the ways and prices that a view shows."""
        return tuple(wave(self.ways[kind], place, budget, closed, stops, toll, guarded, barred))

    def _supply_reach(self, place: int, budget: int, blocked: Mask, goal: Mask) -> Mask:
        """What of a goal the first part of a supply path can lead to round blocked hexes."""
        return everywhere(wave(self.ways[MOTORIZED], place, budget, closed=blocked)) & goal

    def _road_net(self, source: int, blocked: Mask) -> Mask:
        """The road hexes with a clear road to the source."""
        if blocked >> source & 1:
            return 0
        return flood(self.bit[source], self.roads & ~blocked, self.road_links)

    def _lifelines(self, source: int, blocked: Mask) -> Mask:
        """Where a supply path is safe (8.1): roads to the source, and at most ten track hexes to either."""
        if blocked >> source & 1:
            return 0
        reached = self.road_net(source, blocked & self.roads)
        edge = reached
        for _ in range(TRACK_LIMIT + 1):
            edge = spread(edge & self.tracks, self.track_links) & ~blocked & ~reached
            if not edge:
                break
            reached |= edge
        return reached
