"""What several recipes need: how much of a hex is land, which sides an escarpment cuts, columns of a named place."""

from collections.abc import Iterator, Sequence

from tools.maps import geography
from tools.maps.grid import Grid
from tools.maps.plane import Point, crossings, inside
from tools.maps.projection import Projection

SOUTH_OF_WINDOW = 28.32


def land_ring(projection: Projection) -> list[Point]:
    """The land in the plane."""
    ring = next(geography.of_kind("land", "coastline")).points
    # Outside the window the data knows nothing: everything south of it is land.
    return projection.line([(lon, lat if lat > SOUTH_OF_WINDOW else 24.0) for lon, lat in ring])


def share(grid: Grid, place: str, ring: Sequence[Point]) -> float:
    """The part of a hex, between 0 and 1, that a polygon of the plane covers."""
    samples = grid.samples(place)
    return sum(inside(sample, ring) for sample in samples) / len(samples)


def barrier_sides(
    grid: Grid, projection: Projection, places: Sequence[str], kind: str, only: Sequence[str] = ()
) -> Iterator[tuple[str, str, str]]:
    """Pairs of neighbours whose centres a line of this kind parts, with the name of the line."""
    on_sheet = set(places)
    lines = [(f.name, projection.line(f.points)) for f in geography.of_kind(kind) if not only or f.name in only]
    for a in places:
        for b in grid.neighbours(a):
            if a < b and b in on_sheet:
                for name, line in lines:
                    if crossings(grid.centre(a), grid.centre(b), line) % 2:
                        yield a, b, name
                        break


def place_columns(name: str) -> dict[str, str]:
    """Latitude and longitude of a named place, as the gazetteer has it."""
    if name not in geography.places():
        return {}
    lon, lat = geography.places()[name]
    return {"lat": f"{lat:.3f}", "lon": f"{lon:.3f}"}


def nearest(grid: Grid, spot: Point, rows: range, columns: range) -> str:
    """The hex whose centre lies nearest to a point of the plane."""

    def distance(place: str) -> float:
        x, y = grid.centre(place)
        return (x - spot[0]) ** 2 + (y - spot[1]) ** 2

    return min((grid.number(r, c) for r in rows for c in columns), key=distance)
