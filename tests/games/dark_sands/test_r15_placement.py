"""15.0 Where units come onto the map."""

from __future__ import annotations

import pytest

from sandtable.engine.maps import places_in
from sandtable.games.dark_sands.position import REBUILD
from sandtable.games.dark_sands.rules.r15_placement import (
    allied_replacement_entries,
    arrive,
    axis_entries,
    entry_places,
    has_room,
)
from tests.games.dark_sands.scene import ALLIED, HEX, UNIT, ask, at, bits, box, lost, play, scene, spend


def test_r15_0_nobody_enters_in_the_middle_of_nowhere() -> None:
    pos = scene()
    for unit in ("A05", "X31"):
        for replacement in (True, False):
            assert HEX["0920"] not in entry_places(pos, UNIT[unit], replacement)


def test_r15_2_units_enter_only_at_a_source_in_friendly_hands() -> None:
    pos = scene()
    assert HEX["1877"] in entry_places(pos, UNIT["A05"], True)
    pos.axis_holds |= 1 << box().alexandria
    places = entry_places(pos, UNIT["A05"], True)
    assert HEX["1376"] in places
    assert HEX["1877"] not in places
    assert HEX["1776"] not in places


def test_r15_0_new_units_keep_within_stacking_and_off_enemy_hexes() -> None:
    pos = scene({"1877": "A05 A06 A07", "1376": "X22"})
    places = entry_places(pos, UNIT["A08"], True)
    assert HEX["1877"] not in places
    assert HEX["1376"] not in places
    assert HEX["1776"] in places


def test_r15_1_allied_reinforcements_come_by_source_port_and_headquarters() -> None:
    pos = scene({"1843": "A38", "2830": "A05"})
    places = entry_places(pos, UNIT["A08"], False)
    assert {HEX["1877"], HEX["1376"], HEX["1859"], HEX["2830"], HEX["1843"]} <= set(places)
    pos.entered = (HEX["1859"], HEX["1859"], -1 - UNIT["A38"])
    assert not {HEX["1859"], HEX["1843"]} & set(entry_places(pos, UNIT["A08"], False))


def test_r15_1_a_headquarters_out_of_reach_of_supply_receives_nobody() -> None:
    assert HEX["1113"] not in entry_places(scene({"1113": "A38"}), UNIT["A08"], False)


def test_r15_1_two_by_the_port_and_one_more_on_a_headquarters_there() -> None:
    pos = scene({"1859": "A38"}, turn=8)
    for name in ("A11", "A12", "A04"):
        assert HEX["1859"] in entry_places(pos, UNIT[name], False)
        arrive(pos, UNIT[name], HEX["1859"], 1)
    assert HEX["1859"] not in entry_places(pos, UNIT["A05"], False)


def test_r15_1_a_headquarters_with_the_marker_receives_nobody() -> None:
    pos = scene({"1843": "A38"})
    pos.out_of_supply = bits("A38")
    assert HEX["1843"] not in entry_places(pos, UNIT["A08"], False)


def test_r15_2_allied_replacements_come_only_by_source_and_disrupted() -> None:
    pos = lost(scene({"1843": "A38"}), "A05")
    assert not allied_replacement_entries(pos) >> HEX["1843"] & 1
    spend(pos, ALLIED, 0, 1, 0, 0, 0)
    play(pos, ("rebuild", UNIT["A05"], 1), ("place", HEX["1877"]))
    assert at(pos, "A05") == "1877"
    assert pos.disrupted == bits("A05")


def entries(unit: str, placed: dict[str, str] | None = None) -> set[str]:
    pos = scene(placed)
    pos.axis_holds |= 1 << box().tobruk if "2830" not in (placed or {}) else 0
    return {box().map.ids[n] for n in range(len(box().map)) if axis_entries(pos, UNIT[unit]) >> n & 1}


def test_r15_3_axis_units_come_to_el_agheila_and_to_free_ports() -> None:
    assert entries("X22") == {"1400", "1500", "1600", "1601", "2904", "2830"}
    assert entries("X22", {"1330": "A05"}) == {"1400", "1500", "1600", "1601", "2904"}
    assert entries("X22", {"2509": "A05"}) == {"1400", "1500", "1600", "1601"}


def test_r15_3_the_el_agheila_area_stays_open_where_no_allied_unit_stands() -> None:
    pos = scene({"1600": "A05"})
    pos.axis_holds &= ~(1 << HEX["1600"])
    area = {"1400", "1500", "1600", "1601"}
    assert {box().map.ids[place] for place in entry_places(pos, UNIT["X31"], False)} == area - {"1600"}
    pos.put(UNIT["A05"], HEX["2509"])
    assert {box().map.ids[place] for place in entry_places(pos, UNIT["X31"], False)} == area, "taken and left (R45)"


def test_r15_3_one_on_a_headquarters_of_its_nation() -> None:
    hqs = {"2510": "X14", "2412": "X25", "2509": "A05"}
    assert "2510" in entries("X31", hqs)
    assert "2510" not in entries("X22", hqs)
    assert "2412" in entries("X22", hqs)


def test_r15_2_the_log_says_who_enters_disrupted() -> None:
    pos = scene(turn=5)
    pos.where[UNIT["A05"]], pos.steps[UNIT["A05"]] = REBUILD, 0
    ask(pos, "place", ALLIED, UNIT["A05"], 1, 1, 1)
    play(pos, ("place", HEX["1877"]))
    assert [line["text"] for line in pos.report(None)] == ["5/4 Ind arrives at Alexandria 1877, reduced, disrupted."]
    assert pos.disrupted == bits("A05")


def test_r15_3_a_unit_that_enters_at_benghazi_leaves_the_headquarters_there_its_own() -> None:
    pos = scene({"2904": "X14"}, turn=8)
    pos.entered = ()
    arrive(pos, UNIT["X31"], HEX["2904"], 2)
    assert pos.entered == ()
    pos = scene({"2904": "X14", "2509": "A05"}, turn=8)
    arrive(pos, UNIT["X31"], HEX["2904"], 2)
    assert pos.entered == (-1 - UNIT["X14"],), "with the Allies on the West map only the headquarters lets it in"


def test_r15_2_with_both_sources_in_enemy_hands_no_allied_unit_is_rebuilt() -> None:
    pos = lost(scene({"1376": "X22"}), "A06")
    assert has_room(pos, UNIT["A06"])
    pos.axis_holds |= 1 << box().alexandria
    assert not has_room(pos, UNIT["A06"])
    ask(pos, "place", ALLIED, UNIT["A06"], 1, 0, 1)
    assert (pos.stack, at(pos, "A06")) == ((), ""), "it waits"


def test_r15_3_with_the_enemy_in_the_whole_area_of_el_agheila_no_axis_unit_is_rebuilt() -> None:
    pos = lost(scene(), "X22")
    assert has_room(pos, UNIT["X22"])
    brigades = (unit.id for number, unit in enumerate(box().units) if not unit.side and box().zoned >> number & 1)
    for place, brigade in zip(places_in(box().entry & box().land), brigades, strict=False):
        pos.put(UNIT[brigade], place)
    pos.axis_holds &= ~(1 << box().benghazi)
    assert not has_room(pos, UNIT["X22"])


HQS = [unit.id for unit in box().units if unit.kind == "hq"]


@pytest.mark.parametrize("hq", HQS)
def test_r11_0_a_headquarters_enters_on_a_friendly_unit_in_supply_from_its_base(hq: str) -> None:
    pos = scene({"1843": "A08", "2412": "X31", "1113": "A11"})
    side = box().units[UNIT[hq]].side
    friends = {HEX["2412"]} if side else {HEX["1843"]}
    assert set(entry_places(pos, UNIT[hq], True)) & {HEX["1843"], HEX["2412"], HEX["1113"]} == friends
    other = next(name for name in HQS if box().units[UNIT[name]].side == side and name != hq)
    pos.put(UNIT[other], *friends)
    assert not set(entry_places(pos, UNIT[hq], True)) & friends, "one headquarters in a hex"


def test_r15_0_units_that_are_no_headquarters_do_not_enter_on_a_friendly_unit() -> None:
    pos = scene({"1845": "A08", "2412": "X31", "2509": "A05"})
    for unit in places_in(box().zoned):
        assert not {HEX["1845"], HEX["2412"]} & set(entry_places(pos, unit, True)), box().units[unit].id


@pytest.mark.parametrize(
    ("unit", "room"),
    [("A10", False), ("A11", True), ("A36", False), ("A04", True), ("A03", False), ("A12", True), ("A13", False)],
)
def test_r15_0_a_full_hex_has_room_for_a_battalion_and_for_no_brigade(unit: str, room: bool) -> None:
    """Each with a neighbour of the other size in the list of units."""
    pos = scene({"1877": "A05 A06 A07"})
    assert (HEX["1877"] in entry_places(pos, UNIT[unit], True)) == room


def test_r15_1_a_port_in_enemy_hands_lands_nobody() -> None:
    pos = scene()
    assert HEX["2830"] in entry_places(pos, UNIT["A08"], False)
    pos.axis_holds |= 1 << box().tobruk | 1 << box().matruh
    assert not {HEX["2830"], HEX["1859"]} & set(entry_places(pos, UNIT["A08"], False))


def test_r15_3_benghazi_and_tobruk_in_allied_hands_land_no_axis_unit() -> None:
    pos = scene()
    assert HEX["2904"] in entry_places(pos, UNIT["X22"], False)
    pos.axis_holds = 1 << box().agheila
    assert {box().map.ids[place] for place in entry_places(pos, UNIT["X22"], False)} == {"1400", "1500", "1600", "1601"}


def test_r15_3_a_unit_that_is_no_headquarters_opens_no_hex() -> None:
    assert "2412" not in entries("X22", {"2412": "X23", "2509": "A05"})
    assert "2412" not in entries("X17", {"2412": "X31", "2509": "A05"})
    assert "1845" not in {box().map.ids[p] for p in entry_places(scene({"1845": "A05"}), UNIT["A08"], False)}


@pytest.mark.parametrize(
    ("unit", "place", "placed", "counted"),
    [
        ("A08", "1843", {"1843": "A38"}, (-1 - UNIT["A38"],)),  # on a headquarters
        ("A08", "1877", {"1877": "A38"}, ()),  # at a source: no limit
        ("A08", "1859", {}, (HEX["1859"],)),  # by a port
        ("A08", "2830", {"2830": "A05"}, (HEX["2830"],)),
        ("X31", "2830", {"2830": "X14", "1330": "A05"}, (-1 - UNIT["X14"],)),  # no port for the Axis now
        ("X31", "1600", {"1600": "X14"}, ()),
        ("X31", "2412", {"2412": "X14"}, (-1 - UNIT["X14"],)),
        ("A38", "1843", {"1843": "A05"}, ()),  # a headquarters itself uses up none
    ],
)
def test_r15_0_what_an_entry_uses_up(unit: str, place: str, placed: dict[str, str], counted: tuple[int, ...]) -> None:
    pos = scene(placed)
    arrive(pos, UNIT[unit], HEX[place], 1)
    assert pos.entered == counted
    assert (at(pos, unit), pos.disrupted) == (place, 0)


def test_r15_1_the_third_by_a_port_uses_up_the_headquarters_there() -> None:
    pos = scene({"1859": "A38"})
    pos.entered = (HEX["1859"], HEX["1859"])
    arrive(pos, UNIT["A11"], HEX["1859"], 1)
    assert list(pos.entered) == [HEX["1859"], HEX["1859"], -1 - UNIT["A38"]]


def test_r15_1_a_headquarters_that_joins_a_unit_in_a_port_leaves_its_two_places_free() -> None:
    pos = scene({"1859": "A05"}, turn=8)
    arrive(pos, UNIT["A39"], HEX["1859"], 1)
    assert pos.entered == (), "11.0 lets it come to any unit in supply"
    pos = scene(turn=8)
    arrive(pos, UNIT["A39"], HEX["1859"], 1)
    assert pos.entered == (HEX["1859"],), "nobody is there, so it comes by the port"
