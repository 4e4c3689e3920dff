"""What the overlays of the map show."""

from __future__ import annotations

from itertools import pairwise

import pytest

import sandtable
from sandtable.engine.maps import places_in
from sandtable.games.dark_sands.position import DarkSandsPosition
from sandtable.games.dark_sands.rules.r10_supply import net_in_supply, supplied
from tests.games.dark_sands.scene import ALLIED, AXIS, HEX, box, scene


def lines(pos: DarkSandsPosition, side: str) -> dict[str, list[str]]:
    """Supply lines by the hex they begin in."""
    paths = pos.overlay(None, "supply")["paths"]
    return {path["places"][0]: path["places"] for path in paths if path["side"] == side}


def test_r10_1_a_supply_line_goes_over_land_to_the_net_and_along_it_to_the_source() -> None:
    pos = scene({"1330": "A05", "2124": "X11", "1600": "X12"}, turn=8)
    allied, axis = lines(pos, "allied")["1330"], lines(pos, "axis")["2124"]
    assert allied[-1] in ("1877", "1376")
    assert axis[-1] == "1600"
    net = net_in_supply(pos, ALLIED)
    over = [place for place in allied if not net >> HEX[place] & 1]
    assert allied[: len(over)] == over, "first over land, then on the net to the end"
    for line in (allied, axis):
        assert all(box().map.around[HEX[a]] >> HEX[b] & 1 for a, b in pairwise(line))
    assert "1600" not in lines(pos, "axis"), "a stack on its source needs no line"


def test_r10_1_1_a_supply_line_keeps_clear_of_enemy_units_and_their_zones() -> None:
    free = lines(scene({"1330": "A05"}, turn=8), "allied")["1330"]
    barred = next(place for place in free[1:] if not box().forts >> HEX[place] & 1)
    round_it = lines(scene({"1330": "A05", barred: "X11"}, turn=8), "allied")["1330"]
    assert barred not in round_it
    assert round_it != free


def test_r10_1_4_a_besieged_garrison_has_its_line_to_the_port() -> None:
    pos = scene({"2729": "A08", "2830": "A09", "2829": "X22", "2731": "X24", "2630": "X23", "2728": "X12"}, turn=8)
    assert lines(pos, "allied")["2729"] == ["2729", "2830"]


def test_r10_1_a_stack_has_a_line_exactly_when_it_can_trace_one() -> None:
    for scenario in ("compass", "sunflower", "crusader", "gazala"):
        pos = sandtable.load("dark-sands").start(scenario)
        assert isinstance(pos, DarkSandsPosition)
        for side, name in ((ALLIED, "allied"), (AXIS, "axis")):
            fed = pos.held[side] & supplied(pos, side)
            ends = pos.box.sources[side] | (pos.box.ports if side == ALLIED else 0)
            shown = {HEX[place] for place in lines(pos, name)}
            assert shown <= set(places_in(fed))
            assert shown >= set(places_in(fed & ~ends))


@pytest.mark.parametrize(("scenario", "count"), [("compass", 3), ("sunflower", 3), ("crusader", 4), ("gazala", 3)])
def test_r5_3_the_victory_overlay_shows_who_holds_each_place_that_decides(scenario: str, count: int) -> None:
    areas = sandtable.load("dark-sands").start(scenario).overlay(None, "victory")["areas"]
    assert len(areas) == count
    tobruk = next(area for area in areas if area["places"] == ["2830"])
    assert tobruk["side"] == ("axis" if scenario == "compass" else "allied")


def test_r5_2_a_campaign_shows_every_place_that_scores() -> None:
    pos = scene({"2904": "X12"}, turn=8)
    areas = {area["places"][0]: area for area in pos.overlay(None, "victory")["areas"]}
    scoring = {"1600", "1877", "2830", "2904", "2340", "2141", "1859"}
    assert scoring <= set(areas)
    assert areas["2904"]["side"] == "axis"
    assert areas["1859"]["side"] == "allied"
