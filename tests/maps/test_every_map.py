"""What no rulebook states and every map must have: it is what the builder makes, and it makes sense on the ground."""

from importlib import import_module
from typing import Any

import pytest
from tests.maps.facts import GAMES, board
from tools.maps.__main__ import GAMES as BUILT
from tools.maps.__main__ import build
from tools.maps.geography import places

from sandtable.engine.maps import Map, flood, lowest, mask_of, places_in

HEX_GAMES = ("bravery", "dark_sands", "western_desert")
ROADS = ("road", "rail")
LINES = ("road", "track", "trail", "rail", "road-planned", "rail-planned")
BARRIERS = ("cliff", "escarpment", "marsh", "mountain")
CLOSED = ("sea", "depression")
STATED_ELSEWHERE = {"Bir el Gubi", "Giarabub"}
"""Places that a rulebook puts further than a hex from where they are: Bravery's 0403, the frontier track's 3819."""

each_game = pytest.mark.parametrize("game", BUILT)
each_hex_game = pytest.mark.parametrize("game", HEX_GAMES)


def land(map_: Map) -> int:
    """The places a unit may enter."""
    return mask_of(place for place in range(len(map_)) if map_.terrain[place] not in CLOSED)


@each_game
def test_building_it_again_changes_nothing(game: str) -> None:
    """The files in the data pack are byte for byte what the recipe makes."""
    folder = GAMES / game / "data"
    for name, text in build(game).files().items():
        assert (folder / name).read_bytes() == text.encode(), name


@each_game
def test_all_land_can_be_reached(game: str) -> None:
    """Closed sides are crossed somewhere: no land is cut off."""
    map_ = board(game)
    crossed = map_.joined(*LINES, "pass")
    shut = map_.joined(*BARRIERS)
    around = [near & ~(shut[place] & ~crossed[place]) for place, near in enumerate(map_.around)]
    start = lowest(land(map_))
    left = land(map_) & ~flood(1 << start, land(map_), around)
    assert [map_.ids[place] for place in places_in(left)] == []


@each_hex_game
def test_roads_and_rails_join_up(game: str) -> None:
    """All roads and railways are one net, and every track leads to it."""
    map_ = board(game)
    for kinds in (ROADS, LINES):
        around = map_.joined(*kinds)
        net = mask_of(place for place, near in enumerate(around) if near)
        assert flood(net & -net, net, around) == net


@each_game
def test_no_line_runs_through_the_sea(game: str) -> None:
    """Roads, tracks and railways keep to land."""
    map_ = board(game)
    wet = {map_.ids[p] for kind in LINES for pair in map_.links(kind) for p in pair if map_.terrain[p] in CLOSED}
    assert wet == set()


@each_hex_game
def test_coast_hexes_touch_the_sea(game: str) -> None:
    """A land hex is a coast hex just when it has sea beside it."""
    map_ = board(game)
    for place in places_in(land(map_)):
        beside = any(map_.terrain[near] == "sea" for near in map_.neighbours[place])
        assert ("coast" in map_.features[place]) == beside, map_.ids[place]


@each_hex_game
def test_ports_are_on_the_coast(game: str) -> None:
    """No port lies inland."""
    map_ = board(game)
    assert all("coast" in features for features in map_.features if "port" in features)


@each_hex_game
def test_places_lie_within_a_hex_of_their_true_position(game: str) -> None:
    """Measured on the fit to stated hexes alone, before any place of ours is pinned."""
    recipe: Any = import_module(f"tools.maps.games.{game}")
    map_ = board(game)
    for place, name in enumerate(map_.name):
        if name and name not in STATED_ELSEWHERE:
            section = map_.section[place]
            x, y = recipe.FITTED[section](places()[name])
            cx, cy = recipe.GRIDS[section].centre(map_.ids[place])
            assert (x - cx) ** 2 + (y - cy) ** 2 <= 1, f"{name} {map_.ids[place]}"


@each_hex_game
def test_every_hex_of_the_frame_is_listed(game: str) -> None:
    """Rows and columns have no holes: sea hexes have rows too."""
    map_ = board(game)
    for section, grid in map_.grids.items():
        spots = {grid.parse(id_) for id_, where in zip(map_.ids, map_.section, strict=True) if where == section}
        rows, columns = {row for row, _ in spots}, {column for _, column in spots}
        assert spots == {(row, column) for row in rows for column in columns}
