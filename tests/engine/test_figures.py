"""The key to the counters: every figure that a counter shows is said in words, and the rule it names is in the book."""

from __future__ import annotations

import pytest

import sandtable

SLOTS = ("left", "middle", "right")


@pytest.mark.parametrize("name", sandtable.games())
def test_every_figure_on_a_counter_has_words(name: str) -> None:
    game = sandtable.load(name)
    for scenario in game.scenarios:
        pos = game.start(scenario)
        for side in game.sides:
            for piece in pos.see(side)["pieces"]:
                if piece.get("hidden"):
                    continue
                key = game.figures.get(piece.get("symbol", ""), game.figures[""])
                shown = {slot for slot in SLOTS if piece.get(slot) not in (None, "", "-", "½")}
                assert shown <= set(key), (scenario, piece)


@pytest.mark.parametrize("name", sandtable.games())
def test_the_rules_of_the_key_are_in_the_book_and_all_ground_is_known(name: str) -> None:
    game = sandtable.load(name)
    for slots in game.figures.values():
        for figure in slots.values():
            assert not figure.rule or figure.rule in game.rulebook.rules, figure
    assert set(game.ground) <= set(game.map.terrain)
