"""The odds and the forecast agree with the battle itself."""

from __future__ import annotations

from itertools import product

import pytest

from sandtable.games.battleaxe.odds import Battle, Helpers, helpers, imagine, result_odds
from sandtable.games.battleaxe.position import BattleaxePosition
from tests.games.battleaxe.scene import PLACE, UNIT, assault, fight, go, scene


def entering() -> BattleaxePosition:
    """Two tank regiments before Fort Capuzzo."""
    pos = scene({"14": "7RTR 2RTR 6RTR", "15": "15MC(-) 33PAK"}, advantage=2, advantage_next=0, guns=[0, 0])
    assault(pos, "14")
    go(pos, "7RTR 2RTR", "15")
    return pos


def test_r11_4_4_the_odds_of_each_result_are_those_of_the_dice() -> None:
    pos = entering()
    force = 1 << UNIT["7RTR"] | 1 << UNIT["2RTR"]
    expected = result_odds(imagine(pos, PLACE["15"], force, Helpers(0, 0)))
    pos.play(("attack", PLACE["15"]))
    counts = [0] * 4
    for a, b, c, d in product(range(1, 7), repeat=4):
        if a <= b and c <= d:
            trial = pos.copy()
            fight(trial, lead="7RTR", target="33PAK", dice=(a, b, c, d))
            counts[trial.result] += (1 if a == b else 2) * (1 if c == d else 2)
    assert [count / 6**4 for count in counts] == pytest.approx(expected)


def test_odds_add_up_and_dice_help() -> None:
    plain = result_odds(Battle(7, 9, 6, 0, 0.0, 0.0))
    helped = result_odds(Battle(7, 9, 6, 1, 0.5, 0.0))
    assert sum(plain) == pytest.approx(1)
    assert helped[0] < plain[0]
    assert result_odds(Battle(7, 9, 6, 1, 0.0, 0.0, -1))[0] > result_odds(Battle(7, 9, 6, 1, 0.0, 0.0))[0]


def test_the_forecast_counts_aircraft_artillery_and_both_leads() -> None:
    pos = scene({"14": "7RTR 2RTR", "15": "15MC(-) 33PAK"})
    assault(pos, "14")
    pos.play(("pick", UNIT["7RTR"]))
    told = pos.forecast(("go", PLACE["15"]))
    assert told is not None
    assert told["attacker"]["note"] == "value 6, 1 extra die, artillery 50%"
    assert told["defender"]["note"] == "value 9, can absorb 6, artillery 50%"
    assert sum(result["chance"] for result in told["results"]) == pytest.approx(1)
    assert helpers(pos) == (1, 0)
    assert pos.forecast(("go", PLACE["19"])) is None
