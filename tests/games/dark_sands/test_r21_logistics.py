"""21.0 The logistics action."""

from __future__ import annotations

from sandtable.games.dark_sands.position import FITTED, USED
from tests.games.dark_sands.scene import ALLIED, ASSET, UNIT, ask, bits, scene


def test_r21_0_logistics_marks_and_unmarks_every_unit() -> None:
    pos = scene({"1113": "X31", "1843": "A05"})
    pos.out_of_supply = bits("A05")
    pos.asset[ASSET["S22"]], pos.bearer[ASSET["S22"]] = FITTED, UNIT["X31"]
    ask(pos, "logistics", ALLIED)
    assert pos.out_of_supply == bits("X31")
    assert pos.asset[ASSET["S22"]] == USED  # the gun of a unit without supply goes back
