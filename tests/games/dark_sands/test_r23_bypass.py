"""23.3.2 The road round Tobruk: once it is built, and not before, it counts in every rule that asks for a road.

From Acroma's side (2828) it goes over a cliff to 2728 and on by 2629, 2630 and 2631.
"""

from __future__ import annotations

from collections.abc import Callable

import pytest

from sandtable.games.dark_sands.position import DarkSandsPosition
from sandtable.games.dark_sands.rules.r08_zones import enemy_zones
from sandtable.games.dark_sands.rules.r09_railway import BUILDING, BUILT, NOT_BUILT
from sandtable.games.dark_sands.rules.r10_supply import net_in_supply
from sandtable.games.dark_sands.rules.r11_headquarters import blocking
from sandtable.games.dark_sands.rules.r19_extended import extend_barred, far_places, network, ways_to
from sandtable.games.dark_sands.rules.r19_movement import (
    destinations,
    infiltrations,
    may_go_on,
    may_leave,
    path_of,
)
from sandtable.games.dark_sands.rules.r20_combat import attack_barred, targets
from sandtable.games.dark_sands.rules.r20_results import _can_enter
from sandtable.games.dark_sands.rules.r20_retreat import retreat_places
from tests.games.dark_sands.scene import ALLIED, AXIS, HEX, UNIT, bits, ends, move, play, scene

TANK, PANZER = "A01", "X26"
ROUND = ("2827", "2829", "2927", "2928")
"""The hexes a tank can go to from 2828 without the bypass."""
GARRISONS = ("G05", "G06", "G07", "G08")
"""Enemies without a zone of control."""


def tanks(*placed: dict[str, str]) -> DarkSandsPosition:
    """A tank brigade at 2828, and others."""
    found: dict[str, str] = {}
    for places in placed:
        found |= places
    return scene({"2828": TANK, **found})


def leaves(pos: DarkSandsPosition) -> bool:
    shut = sum(1 << HEX[name] for name in ROUND)
    return may_leave(pos, ALLIED, bits(TANK), HEX["2828"], shut, 0, 0)


def goes_on(pos: DarkSandsPosition) -> bool:
    for name, garrison in zip(ROUND, GARRISONS, strict=True):
        pos.put(UNIT[garrison], HEX[name])
    return may_go_on(pos, ALLIED, bits(TANK), 0, 0)


def may_attack(pos: DarkSandsPosition) -> bool:
    pos.put(UNIT["X01"], HEX["2728"])
    pos.active = bits(TANK)
    return attack_barred(pos, ALLIED, UNIT[TANK], HEX["2728"]) is None


def has_a_target(pos: DarkSandsPosition) -> bool:
    pos.put(UNIT["X01"], HEX["2728"])
    pos.active = bits(TANK)
    return HEX["2728"] in targets(pos, ALLIED)


def may_advance(pos: DarkSandsPosition) -> bool:
    pos.target = HEX["2728"]
    return _can_enter(pos, UNIT[TANK], HEX["2828"])


def falls_back_over_it(pos: DarkSandsPosition) -> bool:
    for name, garrison in zip(ROUND, GARRISONS, strict=True):
        pos.put(UNIT[garrison], HEX[name])
    return HEX["2728"] in retreat_places(pos, ALLIED, HEX["2828"], bits(TANK))


def extends_from_it(pos: DarkSandsPosition) -> bool:
    pos.put(UNIT[TANK], HEX["2728"])
    return extend_barred(pos, ALLIED, bits(TANK), 0) is None


def ends_on_it(pos: DarkSandsPosition) -> bool:
    return HEX["2728"] in far_places(pos, ALLIED, HEX["2828"])


def way_along_it(pos: DarkSandsPosition) -> bool:
    return any(HEX["2728"] in way.path for way in ways_to(pos, ALLIED, bits(TANK), HEX["2629"]))


def joined(pos: DarkSandsPosition) -> bool:
    return bool(network(pos, ALLIED)[HEX["2828"]] >> HEX["2728"] & 1)


def feeds(pos: DarkSandsPosition) -> bool:
    return bool(net_in_supply(pos, AXIS) >> HEX["2728"] & 1)


def straight_over_it(pos: DarkSandsPosition) -> bool:
    points = destinations(pos, ALLIED, bits(TANK), 0, 0)[HEX["2728"]]
    return path_of(pos, ALLIED, bits(TANK), HEX["2728"], points) == [HEX["2828"], HEX["2728"]]


def costs_a_half(pos: DarkSandsPosition) -> bool:
    return destinations(pos, ALLIED, bits(TANK), 0, 0).get(HEX["2728"]) == 1


@pytest.mark.parametrize(
    "asks",
    [
        leaves,
        goes_on,
        may_attack,
        has_a_target,
        may_advance,
        falls_back_over_it,
        extends_from_it,
        ends_on_it,
        way_along_it,
        joined,
        feeds,
        straight_over_it,
        costs_a_half,
    ],
)
def test_r23_3_2_1_the_bypass_counts_when_it_is_built_and_not_before(asks: Callable[[DarkSandsPosition], bool]) -> None:
    for state, counts in ((NOT_BUILT, False), (BUILDING, False), (BUILT, True)):
        pos = tanks()
        pos.bypass = state
        assert asks(pos) == counts, state


def test_r23_3_2_3_a_tank_hemmed_in_but_for_the_bypass_may_move_along_it() -> None:
    for state, offered in ((BUILDING, False), (BUILT, True)):
        pos = tanks(dict(zip(ROUND, GARRISONS, strict=True)))
        pos.bypass = state
        move(pos, ALLIED)
        assert (("unit", UNIT[TANK]) in pos.actions()) == offered
        if offered:
            play(pos, ("unit", UNIT[TANK]))
            assert "2728" in ends(pos)


def test_r23_3_2_3_panzers_slip_along_the_bypass_where_the_cliff_was() -> None:
    for state, slips in ((BUILDING, False), (BUILT, True)):
        pos = scene({"2828": PANZER, "2928": "A06", "2629": "A07"})
        pos.bypass = state
        zones = enemy_zones(pos, AXIS)
        assert zones >> HEX["2828"] & zones >> HEX["2728"] & 1
        assert not blocking(pos, AXIS) >> HEX["2728"] & 1
        found = [place for place, _ in infiltrations(pos, AXIS, bits(PANZER), 0, 0)]
        assert (HEX["2728"] in found) == slips
