"""Maps as graphs: places numbered from 0, neighbours, links between them, sets of places as bits of an int."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import compress
from typing import Self, TypeVar

from sandtable.engine.documents import Document
from sandtable.engine.grids import Grid
from sandtable.engine.packs import Maybe, Pack, PackError, Reader, a_place, one_of, some_text

T = TypeVar("T")
Mask = int
DIGITS = bytes(int(chr(byte) == "1") for byte in range(256))
"""What the digits of a mask written in binary stand for: nought or one."""
Costs = Sequence[Sequence[tuple[int, int]]]
"""For each place: (neighbour, cost) pairs."""

BY_LINK = {"seam", "open", "line"}
"""Kinds of link that make neighbours of two places which no grid does."""


class Map:
    """The places of a game and what joins them."""

    def __init__(
        self, title: str, rows: Sequence[Document], links: Iterable[dict[str, str]], grids: Sequence[Grid]
    ) -> None:
        self.title = title
        self.rows = tuple(rows)
        """The columns of places.csv, by place."""
        self.ids: tuple[str, ...] = tuple(row["id"] for row in rows)
        self.index = {name: number for number, name in enumerate(self.ids)}
        self.name: tuple[str, ...] = tuple(row["name"] for row in rows)
        self.terrain: tuple[str, ...] = tuple(row["terrain"] for row in rows)
        self.section: tuple[str, ...] = tuple(row["section"] for row in rows)
        self.features: tuple[frozenset[str], ...] = tuple(frozenset(row["features"]) for row in rows)
        self.grids = {grid.section: grid for grid in grids}
        self._links: dict[str, dict[tuple[int, int], str]] = {}
        for link in links:
            pair = self.index[link["a"]], self.index[link["b"]]
            self._links.setdefault(link["kind"], {})[pair] = link["name"]
        self.neighbours = self._neighbours()
        self.around: tuple[Mask, ...] = tuple(mask_of(near) for near in self.neighbours)

    @classmethod
    def read(cls, pack: Pack, more: Mapping[str, Reader] | None = None) -> Self:
        """The map of a data pack; `more` reads the columns that a game adds to places.csv."""
        grid_shape = {
            "section": str,
            "orientation": one_of("pointy", "flat"),
            "shifted": one_of("even", "odd"),
            "numbering": one_of("RRCC", "CCRR"),
            "rows_grow": one_of("north", "south"),
        }
        sheet = pack.toml("map.toml", {"title": str, "kind": one_of("hex", "areas"), "grid": Maybe([grid_shape])})
        grids = [Grid(**grid) for grid in sheet.get("grid", [])]
        columns: dict[str, Reader] = {
            "id": some_text,
            "section": pack.word_of("places.csv", "section"),
            "terrain": pack.word_of("places.csv", "terrain"),
            "name": str,
            "features": pack.words_of("places.csv", "features"),
            **(more or {}),
        }
        rows = pack.rows("places.csv", columns, others=True)
        sections = {grid.section: grid for grid in grids}
        faults = []
        for line, row in enumerate(rows, 2):
            if sheet["kind"] == "hex":
                if row["section"] not in sections:
                    faults.append(f"places.csv:{line}: section {row['section']!r} has no grid in map.toml")
                    continue
                try:
                    sections[row["section"]].parse(row["id"])
                except ValueError as error:
                    faults.append(f"places.csv:{line}: {error}")
        if faults:
            raise PackError(*faults)
        place = a_place({row["id"] for row in rows})
        kind = pack.word_of("links.csv", "kind")
        links = pack.rows("links.csv", {"a": place, "b": place, "kind": kind, "name": str})
        _refuse_twins(links)
        made = cls(sheet["title"], rows, links, grids)
        pairs = [(line, made.index[link["a"]], made.index[link["b"]]) for line, link in enumerate(links, 2)]
        apart = [(line, a, b) for line, a, b in pairs if b not in made.neighbours[a]]
        if apart:
            raise PackError(
                *(f"links.csv:{line}: {made.ids[a]} and {made.ids[b]} do not touch" for line, a, b in apart)
            )
        return made

    def _neighbours(self) -> tuple[tuple[int, ...], ...]:
        near: list[list[int]] = [[] for _ in self.ids]
        spots = {}
        for place, (number, section) in enumerate(zip(self.ids, self.section, strict=True)):
            if section in self.grids:
                spots[section, self.grids[section].parse(number)] = place
        for (section, spot), place in spots.items():
            for other in self.grids[section].around(*spot):
                if (section, other) in spots:
                    near[place].append(spots[section, other])
        joining = BY_LINK if self.grids else {*BY_LINK, "escarpment"}
        for kind in sorted(joining):
            for a, b in self._links.get(kind, ()):
                near[a].append(b)
                near[b].append(a)
        return tuple(tuple(sorted(set(places))) for places in near)

    def __len__(self) -> int:
        return len(self.ids)

    def linked(self, kind: str, a: int, b: int) -> bool:
        """Is there a link of this kind between (or on the side between) two places?"""
        links = self._links.get(kind, {})
        return (a, b) in links or (b, a) in links

    def links(self, kind: str) -> list[tuple[int, int]]:
        """All links of a kind."""
        return list(self._links.get(kind, ()))

    def link_name(self, kind: str, a: int, b: int) -> str:
        """What a link is called."""
        links = self._links.get(kind, {})
        return links.get((a, b)) or links.get((b, a)) or ""

    def joined(self, *kinds: str) -> tuple[Mask, ...]:
        """For each place, the places joined to it by any of these kinds of link."""
        masks = [0] * len(self)
        for kind in kinds:
            for a, b in self._links.get(kind, ()):
                masks[a] |= 1 << b
                masks[b] |= 1 << a
        return tuple(masks)

    def having(self, feature: str) -> Mask:
        """The places with a feature."""
        return mask_of(place for place in range(len(self)) if feature in self.features[place])

    def costs(self, price: Callable[[int, int], int | None]) -> Costs:
        """A table of movement costs from a price for each step; None where there is no way."""
        return tuple([self.costs_from(a, price) for a in range(len(self))])

    def costs_from(self, a: int, price: Callable[[int, int], int | None]) -> tuple[tuple[int, int], ...]:
        """The row of one place in a table of movement costs."""
        return tuple([(b, cost) for b in self.neighbours[a] if (cost := price(a, b)) is not None])

    def distance(self, a: int, b: int) -> int:
        """Places from one to the other over neighbours, -1 if there is no way."""
        grid = self.grids.get(self.section[a])
        if grid and self.section[a] == self.section[b]:
            return grid.distance(grid.parse(self.ids[a]), grid.parse(self.ids[b]))
        reached, steps = 1 << a, 0
        while not reached >> b & 1:
            wider = reached | spread(reached, self.around)
            if wider == reached:
                return -1
            reached, steps = wider, steps + 1
        return steps


def mask_of(places: Iterable[int]) -> Mask:
    """A set of places as bits."""
    mask = 0
    for place in places:
        mask |= 1 << place
    return mask


def lowest(mask: Mask) -> int:
    """The lowest of the places, or units, in a mask that is not empty."""
    return (mask & -mask).bit_length() - 1


def places_in(mask: Mask) -> list[int]:
    """The places of a mask, lowest first (taken from the top: that is cheaper in a wide mask)."""
    found = []
    while mask:
        place = mask.bit_length() - 1
        found.append(place)
        mask ^= 1 << place
    found.reverse()
    return found


def those_in(mask: Mask, items: Sequence[T]) -> list[T]:
    """Of items, one for each place, those of the places in a mask; quicker than `places_in` where these are many."""
    return list(compress(items, f"{mask:b}".encode().translate(DIGITS)[::-1]))


def spread(mask: Mask, around: Sequence[Mask]) -> Mask:
    """All neighbours of the places in a mask."""
    result = 0
    while mask:
        place = mask.bit_length() - 1
        result |= around[place]
        mask ^= 1 << place
    return result


def flood(start: Mask, allowed: Mask, around: Sequence[Mask]) -> Mask:
    """Every place reached from `start` through `allowed` places; `start` itself always counts."""
    reached = edge = start
    while edge:
        edge = spread(edge, around) & allowed & ~reached
        reached |= edge
    return reached


def shortest_path(start: int, goals: Mask, allowed: Mask, around: Sequence[Mask]) -> list[int]:
    """A way of fewest steps from a place through `allowed` places to one of `goals`, both ends included, or nothing."""
    edges = [1 << start]
    reached = edges[0]
    while not edges[-1] & goals:
        edge = spread(edges[-1], around) & allowed & ~reached
        if not edge:
            return []
        reached |= edge
        edges.append(edge)
    path = [lowest(edges[-1] & goals)]
    for edge in edges[-2::-1]:
        path.append(next(place for place in places_in(edge) if around[place] >> path[-1] & 1))
    return path[::-1]


def leads_to(start: Mask, goal: Mask, allowed: Mask, around: Sequence[Mask]) -> bool:
    """Does a way through `allowed` places lead from `start` to the goal? A flood that ends as soon as it is there."""
    reached = edge = start
    while edge and not edge & goal:
        edge = spread(edge, around) & allowed & ~reached
        reached |= edge
    return edge != 0


def cheapest(costs: Costs, start: int, budget: int, closed: Mask = 0, stops: Mask = 0) -> dict[int, int]:
    """The least cost to each place within a budget; `closed` may not be entered, `stops` may not be left.

    The start is included at cost 0, and may be left even if it is in `stops`.
    """
    spent = {start: 0}
    buckets: list[list[int]] = [[] for _ in range(budget + 1)]
    buckets[0].append(start)
    for cost, bucket in enumerate(buckets):
        for place in bucket:
            if spent[place] != cost or (place != start and stops >> place & 1):
                continue
            for other, price in costs[place]:
                total = cost + price
                if total <= budget and total < spent.get(other, budget + 1) and not closed >> other & 1:
                    spent[other] = total
                    buckets[total].append(other)
    return spent


def ways(costs: Costs, start: int, spent: dict[int, int], stops: Mask = 0) -> dict[int, int]:
    """From what `cheapest` found: for each place the one before it on a cheapest way; the start has none."""
    before: dict[int, int] = {}
    for place, cost in spent.items():
        if place == start or not stops >> place & 1:
            for other, price in costs[place]:
                if other != start and other not in before and spent.get(other) == cost + price:
                    before[other] = place
    return before


def way_to(before: dict[int, int], goal: int) -> list[int]:
    """The way from the start to a goal of `ways`, both ends included."""
    path = [goal]
    while path[-1] in before:
        path.append(before[path[-1]])
    return path[::-1]


def cheapest_path(costs: Costs, start: int, goal: int, budget: int, closed: Mask = 0, stops: Mask = 0) -> list[int]:
    """A cheapest path from start to goal with both ends, or an empty list."""
    before = ways(costs, start, cheapest(costs, start, budget, closed, stops), stops)
    return way_to(before, goal) if goal == start or goal in before else []


def _refuse_twins(links: Sequence[Document]) -> None:
    """Refuse a link that is listed twice."""
    seen: dict[tuple[frozenset[str], str], int] = {}
    faults = []
    for line, link in enumerate(links, 2):
        first = seen.setdefault((frozenset((link["a"], link["b"])), link["kind"]), line)
        if first != line:
            joined = f"{link['kind']} between {link['a']} and {link['b']}"
            faults.append(f"links.csv:{line}: the {joined} is listed twice (first in line {first})")
    if faults:
        raise PackError(*faults)
