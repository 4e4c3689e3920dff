"""15.0 Allied naval support."""

from __future__ import annotations

import pytest

from sandtable.games.western_desert.rules.r15_naval import fleet_ready, may_support, shell_targets
from sandtable.games.western_desert.terms import RECOVERABLE
from tests.games.western_desert.scene import ALLIED, AXIS, HEX, UNIT, ask, names, play, roll, scene


def test_r15_0_the_fleet_fires_once_a_turn_at_a_coastal_hex() -> None:
    pos = scene({"4611": "A01", "4509": "X05", "4412": "X06"}, depots=("4809", "1119"))
    pos.naval = 1
    ask(pos, "combat.begin")
    assert [a for a in pos.actions() if a[0] == "shell"] == [("shell", HEX["4509"])]
    play(pos, ("shell", HEX["4509"]))
    roll(pos, 3, 6)
    assert pos.reduced[UNIT["X05"]] == 1
    assert pos.naval_used
    assert not may_support(pos, ALLIED, [HEX["4509"]])
    pos.naval_used = 0
    assert may_support(pos, ALLIED, [HEX["4509"]])
    assert not may_support(pos, ALLIED, [HEX["4412"]])
    pos.exploiting = 1
    assert not may_support(pos, ALLIED, [HEX["4509"]])


@pytest.mark.parametrize(
    ("change", "ready"),
    [
        ({}, True),
        ({"naval": 0}, False),
        ({"naval_used": 1}, False),
        ({"active": AXIS}, False),
        ({"exploiting": 1}, False),
    ],
)
def test_r15_0_the_fleet_fires_once_in_the_allied_regular_combat_phase(change: dict[str, int], ready: bool) -> None:
    pos = scene({"4611": "A01", "4509": "X05", "4412": "X06"})
    pos.naval = 1
    for name, value in change.items():
        setattr(pos, name, value)
    assert fleet_ready(pos) == ready
    assert names(shell_targets(pos)) == ({"4509"} if ready else set())
    assert may_support(pos, ALLIED, [HEX["4509"]]) == ready
    assert not may_support(pos, AXIS, [HEX["4509"]])
    assert not may_support(pos, ALLIED, [HEX["4509"], HEX["4412"]])


def test_r15_0_a_naval_bombardment_costs_a_step_for_every_six_and_needs_a_friend_within_five() -> None:
    pos = scene({"4611": "A01", "4509": "X05", "3208": "X06"})
    pos.naval = 1
    assert names(shell_targets(pos)) == {"4509"}
    ask(pos, "combat.begin")
    play(pos, ("shell", HEX["4509"]))
    roll(pos, 6, 6)
    assert pos.where[UNIT["X05"]] == RECOVERABLE
    assert pos.naval_used == 1
