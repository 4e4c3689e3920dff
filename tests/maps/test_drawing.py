"""The drawn maps: well-formed, small, complete, legible, and just what the tool draws."""

import itertools
import json
import re
import xml.etree.ElementTree as ET
from typing import Any

import pytest
from tools.maps.draw import GAMES, draw
from tools.maps.draw.lettering import overlap
from tools.maps.draw.pack import folder, read
from tools.maps.plane import inside


def committed(game: str, name: str) -> str:
    return (folder(game) / name).read_text(encoding="utf-8")


def board(game: str) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(committed(game, "board.json"))
    return found


@pytest.fixture(params=GAMES)
def game(request: pytest.FixtureRequest) -> str:
    return str(request.param)


def test_the_files_are_what_the_tool_draws_and_no_name_touches_another(game: str) -> None:
    fresh = draw(game)  # the slow part, so once for all that needs it
    assert fresh.svg == committed(game, "map.svg")
    assert fresh.board == committed(game, "board.json")
    named = {key for key, place in read(game).places.items() if place.name and not place.sea}
    assert named <= {name.removeprefix("place ") for name in fresh.names}
    for (one, a), (two, b) in itertools.combinations(fresh.names.items(), 2):
        if one.startswith(("line ", "lettering ")) and one.rsplit(" ", 1)[0] == two.rsplit(" ", 1)[0]:
            continue  # letters of one name along a bend
        assert overlap(a, b) == 0, f"{one} and {two}"


def test_the_drawing_is_well_formed_layered_and_small(game: str) -> None:
    text = committed(game, "map.svg")
    layers = [group.get("id") for group in ET.fromstring(text) if group.tag.endswith("}g")]
    for name in (
        "sea",
        "vignette",
        "land",
        "relief",
        "formlines",
        "coast",
        "escarpment",
        "roads",
        "names",
        "decoration",
    ):
        assert name in layers
    assert len(text.encode()) < 600_000


def test_the_drawing_refers_to_nothing_outside_itself(game: str) -> None:
    root = ET.fromstring(committed(game, "map.svg"))
    ids = {element.get("id") for element in root.iter() if element.get("id")}
    for element in root.iter():
        assert element.tag.split("}")[1] not in ("image", "script", "foreignObject", "filter")
        for key, value in element.attrib.items():
            if key.endswith("href"):
                assert value.startswith("#")
                assert value[1:] in ids
    style = "".join(element.text or "" for element in root.iter() if element.tag.endswith("}style"))
    for word in ("@import", "@font-face", "http", "url(h"):
        assert word not in style


def test_every_colour_in_use_is_in_both_palettes(game: str) -> None:
    text = committed(game, "map.svg")
    dark = text.split(":where(")[1].split("}")[0]
    for part in text.split("var(")[1:]:
        name, light = part.split(")")[0].split(",")
        assert light
        assert f"{name}:" in dark
    assert " style=" not in text  # a page may forbid styles outside style sheets


def test_every_place_is_on_the_board_with_its_centre_inside_its_outline(game: str) -> None:
    sheet = board(game)
    assert set(sheet["places"]) == set(read(game).places)
    for key, place in sheet["places"].items():
        assert inside((place["x"], place["y"]), [(x, y) for x, y in place["poly"]]), key
        assert 0 <= place["x"] <= sheet["width"]
        assert 0 <= place["y"] <= sheet["height"]


def test_neighbours_on_the_board_are_mutual(game: str) -> None:
    places = board(game)["places"]
    for key, place in places.items():
        assert place["neighbours"], key
        for other in place["neighbours"]:
            assert key in places[other]["neighbours"]


def outlines(path: str) -> list[list[tuple[float, float]]]:
    """The rings of a path of `M`, `q` and `z`, through the points that lie on it."""
    rings: list[list[tuple[float, float]]] = []
    for letter, words in re.findall(r"([Mq])([^Mqz]*)", path):
        numbers = [float(word) for word in re.findall(r"-?\d*\.?\d+", words)]
        if letter == "M":
            rings.append([(numbers[0], numbers[1])])
        else:
            x, y = rings[-1][-1]
            rings[-1].append((x + numbers[2], y + numbers[3]))
    return rings


def test_land_shows_land_at_its_middle_and_sea_shows_sea(game: str) -> None:
    root = ET.fromstring(committed(game, "map.svg"))
    paths = [e.get("d") or "" for e in root.iter() if e.get("class") == "land" and e.tag.endswith("}path")]
    rings = [ring for path in paths for ring in outlines(path)]
    places = board(game)["places"]
    for key, place in read(game).places.items():
        if place.section == "zones":
            continue  # boxes round the edge
        spot = (places[key]["x"], places[key]["y"])
        on_land = sum(inside(spot, ring) for ring in rings) % 2 == 1
        assert on_land == (not place.sea), f"{key} {place.name}"
