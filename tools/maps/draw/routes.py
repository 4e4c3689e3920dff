"""Roads, tracks and railways: through the hexes the rules name, with the small wander of a real road."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from math import pi, sin

from tools.maps.draw.noise import chance
from tools.maps.draw.pack import Link
from tools.maps.draw.path import Line, distance, shifted, spline
from tools.maps.plane import Point


@dataclass(frozen=True)
class Route:
    """One stretch of road: its names, the places it runs through and the curve it takes."""

    names: tuple[str, ...]
    places: tuple[str, ...]
    curve: Line


def chains(links: Iterable[Link], where: Mapping[str, Point]) -> list[list[Link]]:
    """Links strung together: at a crossing the same name goes on first, then the straightest pair."""
    rows = list(links)
    at: dict[str, list[int]] = {}
    for index, link in enumerate(rows):
        at.setdefault(link.a, []).append(index)
        at.setdefault(link.b, []).append(index)
    onward: dict[tuple[str, int], int] = {}
    for place, here in at.items():
        pairs = sorted(
            (_bend(rows[i], rows[j], place, where) - 4 * (rows[i].name == rows[j].name != ""), i, j)
            for n, i in enumerate(here)
            for j in here[n + 1 :]
        )
        for bend, i, j in pairs:
            if bend < 1.2 and (place, i) not in onward and (place, j) not in onward:
                onward[place, i], onward[place, j] = j, i
    found, used = [], set[int]()
    starts = [i for i, link in enumerate(rows) if (link.a, i) not in onward or (link.b, i) not in onward]
    for index in [*starts, *range(len(rows))]:
        if index in used:
            continue
        link = rows[index]
        end = link.b if (link.a, index) not in onward else link.a
        row, step = [link], index
        used.add(step)
        while (end, step) in onward and onward[end, step] not in used:
            step = onward[end, step]
            used.add(step)
            row.append(rows[step])
            end = rows[step].a if rows[step].b == end else rows[step].b
        found.append(row)
    return found


def _bend(one: Link, two: Link, place: str, where: Mapping[str, Point]) -> float:
    """How sharp the turn from one link to the other is: 0 straight on, 2 back again."""
    x, y = where[place]
    ax, ay = where[one.b if one.a == place else one.a]
    bx, by = where[two.b if two.a == place else two.a]
    size = distance((x, y), (ax, ay)) * distance((x, y), (bx, by)) or 1.0
    return 1 + ((ax - x) * (bx - x) + (ay - y) * (by - y)) / size


def route(row: list[Link], where: Mapping[str, Point], wander: float, side: float = 0.0) -> Route:
    """The curve of one chain; `wander` and `side` (a shift, for rails beside a road) in canvas units."""
    places = _order(row)
    points = [where[place] for place in places]
    if side:
        points = shifted(points, side)
    steps = 10
    curve = []
    for index, (x, y) in enumerate(spline(points, steps)):
        leg, t = min(index // steps, len(places) - 2), (index % steps) / steps
        a, b = points[leg], points[leg + 1]
        key = min(places[leg], places[leg + 1]) + max(places[leg], places[leg + 1])
        swing = wander * ((2 * chance(key, 1) - 1) * sin(pi * t) + 0.8 * (2 * chance(key, 2) - 1) * sin(2 * pi * t))
        run = distance(a, b) or 1.0
        curve.append((x - (b[1] - a[1]) / run * swing, y + (b[0] - a[0]) / run * swing))
    return Route(tuple(link.name for link in row), tuple(places), curve)


def _order(row: list[Link]) -> list[str]:
    if len(row) == 1:
        return [row[0].a, row[0].b]
    first = row[0].a if row[0].b in (row[1].a, row[1].b) and row[0].a not in (row[1].a, row[1].b) else row[0].b
    if {row[0].a, row[0].b} == {row[1].a, row[1].b}:
        first = row[0].a
    places = [first]
    for link in row:
        places.append(link.b if link.a == places[-1] else link.a)
    return places


def kept_ashore(one: Route, ashore: Callable[[Point, float], Point], room: float) -> Route:
    """The same route pushed off the water."""
    return Route(one.names, one.places, [ashore(point, room) for point in one.curve])
