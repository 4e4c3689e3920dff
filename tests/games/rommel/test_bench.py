"""The game's own lines of the performance table."""

from __future__ import annotations

import sandtable
from sandtable.cli.bench import own_figures
from tests.games.rommel.scene import GAME


def test_the_network_has_its_line_and_other_games_have_none() -> None:
    (line,) = own_figures(GAME)
    assert line.startswith("supply network, 1942: ")
    assert own_figures(sandtable.load("bravery")) == []
