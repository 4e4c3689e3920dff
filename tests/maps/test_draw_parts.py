"""The parts of the drawing, each on its own."""

from dataclasses import replace

import pytest
from shapely.geometry import Point as Dot
from shapely.geometry import Polygon
from tools.maps.draw import cliffs
from tools.maps.draw.ground import Ground, Rule
from tools.maps.draw.lettering import Room, small_caps, width
from tools.maps.draw.pack import Link
from tools.maps.draw.path import along, length, number, resample, shifted, smooth, spline, straight
from tools.maps.draw.raster import Raster
from tools.maps.draw.routes import chains, route

NORTH, SOUTH = (0.0, -1.0), (0.0, 1.0)


def test_numbers_are_written_short() -> None:
    assert [number(value) for value in (3.0, -0.04, 2.25, -7.96)] == ["3", "0", "2.2", "-8"]


def test_paths_start_and_end_where_their_points_do() -> None:
    assert straight([(0, 0), (10, 0), (10, 5.5)]) == "M0 0l10 0l0 5.5"
    assert smooth([(0, 0), (10, 0), (10, 10)]) == "M0 0q10 0 10 10"


def test_resampling_keeps_ends_and_length() -> None:
    line = [(0.0, 0.0), (30.0, 40.0), (30.0, 100.0)]
    fine = resample(line, 10.0)
    assert fine[0] == line[0]
    assert fine[-1] == line[-1]
    assert len(fine) == 12
    assert length(fine) == pytest.approx(length(line), abs=0.5)
    assert along(line, 50.0) == (30.0, 40.0)


def test_a_curve_goes_through_its_points() -> None:
    points = [(0.0, 0.0), (50.0, 20.0), (100.0, 0.0)]
    curve = spline(points, 8)
    assert all(any(Dot(p).distance(Dot(q)) < 1e-6 for q in curve) for p in points)


@pytest.mark.parametrize(("down", "sign"), [(NORTH, -1), (SOUTH, 1)])
def test_cliffs_run_with_low_ground_on_their_right_and_hachures_point_there(
    down: tuple[float, float], sign: int
) -> None:
    sides = [cliffs.Edge((x, 0.0), (x + 50.0, 0.0), down) for x in (0.0, 50.0, 100.0)]
    (line,) = cliffs.lines(sides, 88.0)
    right = shifted(line, 10.0)
    assert all(y * sign > 0 for _, y in right)
    for wedge in cliffs.wedges(line, 88.0, "test").strip("M").split("M"):
        start, first, tip = wedge.rstrip("z").split("l")
        rise = sum(_numbers(part)[1] for part in (start, first, tip))
        assert rise * sign > 0


def _numbers(words: str) -> list[float]:
    return [float(word) for word in words.replace("-", " -").split()]


def test_a_cliff_is_open_where_a_road_crosses_it() -> None:
    parts = cliffs.broken([(0.0, 0.0), (200.0, 0.0)], [(100.0, 0.0)], 10.0)
    assert len(parts) == 2
    assert parts[0][-1][0] <= 90.0
    assert parts[1][0][0] >= 110.0


def test_a_road_keeps_its_name_through_a_crossing() -> None:
    where = {"w": (0.0, 0.0), "x": (10.0, 0.0), "e": (20.0, 8.0), "s": (20.0, 0.0)}
    links = [Link("w", "x", "road", "Via"), Link("e", "x", "road", "Via"), Link("s", "x", "road", "Other")]
    rows = sorted(chains(links, where), key=len)
    assert [link.name for link in rows[1]] == ["Via", "Via"]
    assert route(rows[1], where, 0.0).places in (("w", "x", "e"), ("e", "x", "w"))


def test_names_shun_names_and_prefer_free_ground() -> None:
    room = Room(200, 200)
    room.claim("first", (50, 50, 100, 60))
    room.draw_line([(60.0, 85.0)], 5.0)
    options = [((55, 52, 95, 62), 0.0), ((50, 80, 100, 90), 0.0), ((50, 110, 100, 120), 1.0)]
    assert room.best(options) == 2
    assert room.best(options[:1]) is None
    assert room.cost((150, 190, 240, 199)) == float("inf")


def test_small_capitals_are_narrower_than_capitals() -> None:
    assert width("Tobruk", 20, "bold", small_caps=True) < width("TOBRUK", 20, "bold")
    assert small_caps("El Adem", 10) == ('E<tspan font-size="7.8">L</tspan> A<tspan font-size="7.8">DEM</tspan>')


def test_the_coast_bends_to_the_rules() -> None:
    """Far out at sea a point is declared land, and far inland one is declared sea."""
    raster = Raster(0, 0, 400, 300, 8.0)

    def project(spot: tuple[float, float]) -> tuple[float, float]:
        return (spot[0] - 22.0) * 200, (33.0 - spot[1]) * 200

    plain = Ground(raster, 60.0, project, [], seed=1)
    wet = next(p for p in [(x, y) for x in range(40, 400, 20) for y in range(40, 300, 20)] if plain.room(p) < -30)
    dry = next(p for p in [(x, y) for x in range(40, 400, 20) for y in range(40, 300, 20)] if plain.room(p) > 60)
    island = Rule(wet, True, 12.0, 30.0)
    bent = Ground(raster, 60.0, project, [island, replace(island, spot=dry, land=False)], seed=1)
    assert bent.room(wet) > 5
    assert bent.room(dry) < -5


def test_a_hill_is_lit_from_the_north_west() -> None:
    ground = Ground(Raster(0, 0, 400, 300, 8.0), 60.0, lambda p: ((p[0] - 22.0) * 40, (28.0 - p[1]) * -40), [], seed=1)
    ground.add_hill(Polygon([(100, 50), (300, 50), (300, 250), (100, 250)]), 5.0, 60.0)
    assert ground.raster.at(ground.light, (100, 150)) > 1
    assert ground.raster.at(ground.light, (300, 150)) < -1
