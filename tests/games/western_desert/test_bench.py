"""The game's own line of the performance table."""

from __future__ import annotations

from sandtable.cli.bench import own_figures
from tests.games.western_desert.scene import GAME


def test_the_supply_of_a_side_has_its_line() -> None:
    (line,) = own_figures(GAME)
    assert line.startswith("supply of all units of a side: ")
