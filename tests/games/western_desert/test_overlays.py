"""What the overlays of the map show."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

import pytest

from sandtable.games.western_desert.terms import TOBRUK
from tests.games.western_desert.scene import ALLIED, HEX, UNIT, ask, empty, scene

JOINED = {frozenset(pair) for pair in empty().box.map.links("road")}
TRACKED = {frozenset(pair) for pair in empty().box.map.links("track")}


def lines(pos: Any, side: str) -> dict[str, list[str]]:
    """Supply lines by the hex they begin in."""
    paths = pos.overlay(None, "supply")["paths"]
    return {path["places"][0]: path["places"] for path in paths if path["side"] == side}


def kinds(line: list[str]) -> str:
    """The parts of a line: g over the ground, t by track, r by road."""
    steps = [frozenset((HEX[a], HEX[b])) for a, b in pairwise(line)]
    return "".join("r" if step in JOINED else "t" if step in TRACKED else "g" for step in steps)


def test_r8_1_the_supply_overlay_draws_ground_then_track_then_road_to_the_source() -> None:
    pos = scene({"3617": "A06", "5110": "A07"})
    shown = lines(pos, "allied")
    assert shown["3617"][-1] == shown["5110"][-1] == "6508"
    parts = kinds(shown["3617"])
    assert parts.lstrip("g").lstrip("t").strip("r") == ""
    assert 1 <= parts.count("g") <= 4
    assert parts.count("t") == 11  # ten track hexes, and the step onto the road
    assert set(kinds(shown["5110"])) == {"r"}


def test_r8_1_a_line_goes_round_the_enemy_and_a_cut_unit_has_none() -> None:
    around = scene({"1908": "A06", "3408": "X10 X11"})
    assert "3408" not in lines(around, "allied")["1908"]
    assert "2710" in lines(around, "allied")["1908"]
    assert "3117" not in lines(scene({"3117": "A06"}), "allied")


def test_r8_4_a_garrison_that_tobruk_feeds_has_its_line_to_tobruk() -> None:
    pos = scene({"3308": "A06", "3510": "X10", "3310": "X11", "3109": "X12"})
    assert "3308" not in lines(pos, "allied")
    pos.control[TOBRUK] = ALLIED
    assert lines(pos, "allied")["3308"] == ["3308", "3408"]


def test_r7_11_a_depot_shows_its_road_home_until_it_is_cut_off() -> None:
    pos = scene(depots=("3709", "1119"))
    assert lines(pos, "allied")["3709"][-1] == "6508"
    assert set(kinds(lines(pos, "allied")["3709"])) == {"r"}
    assert "3709" not in lines(scene({"5010": "X10"}, depots=("3709", "1119")), "allied")


@pytest.mark.parametrize(("holder", "side"), [(0, "allied"), (1, "axis")])
def test_r17_2_the_places_that_decide_are_shown_with_their_holders(holder: int, side: str) -> None:
    pos = scene({"1019": "A06"})
    pos.control[TOBRUK] = holder
    shown = {area["places"][0]: area for area in pos.overlay(None, "victory")["areas"]}
    assert set(shown) == {"3408", "6508", "1019"}
    assert shown["3408"]["side"] == side
    assert shown["6508"]["side"] == "allied"
    assert shown["1019"]["side"] == "allied"  # 17.1: an Allied unit stands there
    assert "wins the war" in shown["1019"]["label"]


def test_zones_reach_and_control_are_offered() -> None:
    pos = scene({"5011": "A01", "3408": "X05"})
    ask(pos, "move.to", None, (UNIT["A01"],), ())
    shown = {name: pos.overlay("allied", name)["areas"] for name in ("zones", "reach", "control")}
    assert "5010" in shown["zones"][0]["places"]
    assert "5110" in shown["reach"][0]["places"]
    assert [area["places"] for area in shown["control"]] == [["3408"], ["4009"], [pos.box.map.ids[pos.box.towns[2]]]]
