"""9.0 The rail line."""

from __future__ import annotations

from sandtable.games.dark_sands.rules.r09_railway import active_rail, built_rail, railway_complete
from sandtable.games.dark_sands.rules.r10_supply import net_in_supply
from tests.games.dark_sands.scene import ALLIED, AXIS, HEX, ask, box, play, scene


def test_r9_0_the_axis_draws_no_supply_by_rail() -> None:
    pos = scene()
    pos.railhead = box().rail_number[HEX["1546"]]
    rail = HEX["1546"]  # on the rail line, off every road and trail
    assert not box().net[0][rail]
    assert net_in_supply(pos, ALLIED) >> rail & 1
    assert not net_in_supply(pos, AXIS) >> rail & 1


def test_r9_1_the_line_is_built_to_the_railhead() -> None:
    pos = scene()
    assert built_rail(pos) >> HEX["1859"] & 1
    assert not built_rail(pos) >> HEX["1858"] & 1


def test_r9_2_rails_cut_off_from_alexandria_are_not_active() -> None:
    assert active_rail(scene(), ALLIED) >> HEX["1859"] & 1
    cut = active_rail(scene({"1667": "X22"}), ALLIED)
    assert not cut >> HEX["1859"] & 1
    assert cut >> HEX["1470"] & 1
    assert not active_rail(scene(), AXIS)


def test_r9_3_the_railway_is_complete_at_tobruk() -> None:
    pos = scene()
    assert not railway_complete(pos)
    pos.railhead = len(box().rail) - 2
    play(ask(pos, "end.build", ALLIED), ("roll", 6))
    assert railway_complete(pos)
    assert box().rail[pos.railhead] == box().tobruk


def test_r9_2_no_rail_is_active_while_the_enemy_controls_alexandria() -> None:
    pos = scene()
    assert active_rail(pos, ALLIED) >> HEX["1470"] & 1
    pos.axis_holds |= 1 << box().alexandria
    assert not active_rail(pos, ALLIED)
