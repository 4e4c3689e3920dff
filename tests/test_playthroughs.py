"""What players read in one whole game of each title is what it was, word for word (tools/playthrough.py)."""

from __future__ import annotations

import pytest
from tools.playthrough import path_of, told

import sandtable


@pytest.mark.parametrize("game", sandtable.games())
def test_a_game_is_told_in_the_same_words(game: str) -> None:
    kept = path_of(game).read_text(encoding="utf-8").splitlines()
    for number, (now, then) in enumerate(zip(told(game).splitlines(), kept, strict=False), 1):
        assert now == then, (
            f"line {number} of {path_of(game).name} reads differently now. If you meant that: run "
            f"`python -m tools.playthrough {game}` and read the diff as a player would."
        )
    assert len(told(game).splitlines()) == len(kept)
