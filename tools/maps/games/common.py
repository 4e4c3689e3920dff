"""What several recipes need: how much of a hex is land, which sides an escarpment cuts, columns of a named place."""

from collections.abc import Iterator, Sequence

from shapely import Polygon
from shapely.geometry.base import BaseGeometry
from shapely.ops import unary_union

from tools.maps import geography
from tools.maps.grid import Grid
from tools.maps.plane import crossings
from tools.maps.projection import Projection

SOUTH_OF_WINDOW = 28.32


def land(projection: Projection) -> BaseGeometry:
    """The land in the plane."""
    ring = next(geography.of_kind("land", "coastline")).points
    # Outside the window the data knows nothing: everything south of it is land.
    return Polygon(projection.line([(lon, lat if lat > SOUTH_OF_WINDOW else 24.0) for lon, lat in ring])).buffer(0)


def ground(projection: Projection, kind: str) -> BaseGeometry:
    """All polygons of one kind of ground in the plane."""
    return unary_union([Polygon(projection.line(f.points)).buffer(0) for f in geography.of_kind(kind)])


def share(grid: Grid, place: str, region: BaseGeometry) -> float:
    """The part of a hex, between 0 and 1, that a region covers."""
    outline = Polygon(grid.corners(place))
    return float(outline.intersection(region).area / outline.area)


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
