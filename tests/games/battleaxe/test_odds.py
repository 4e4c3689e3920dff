"""The odds and the forecast agree with the battle itself."""

from __future__ import annotations

from itertools import product
from typing import Any

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


def followed_up(**fields: Any) -> BattleaxePosition:
    """7RTR and 2RTR have overrun 1/62 with the help of aircraft and may go on against 3/62."""
    pos = scene({"14": "7RTR 2RTR", "15": "1/62", "18": "3/62"}, **{"advantage": 2, "advantage_next": 0, **fields})
    assault(pos, "14")
    go(pos, "7RTR 2RTR", "15")
    fight(pos, lead="7RTR", air=1, dice=(6, 6, 1, 1))
    return pos


def test_r10_2_2_the_forecast_after_an_overrun_knows_no_artillery_and_the_aircraft_once_more() -> None:
    pos = followed_up()
    told = pos.forecast(("advance", PLACE["18"]))
    assert told is not None
    assert told["attacker"]["note"] == "value 7, 1 extra die"
    assert told["defender"]["note"] == "value 3, can absorb 3"
    assert told["results"][0]["label"] == "Defence destroyed"
    pos.play(("advance", PLACE["18"]))
    pos.play(("join", UNIT["2RTR"]))
    alone, both = pos.forecast(("go", PLACE["18"])), pos.forecast(("join", UNIT["7RTR"]))
    assert (alone is not None, both) == (True, None)
    assert alone is not None
    assert alone["attacker"]["note"] == "value 5, 1 extra die"


def test_r11_4_4_the_forecast_after_an_overrun_agrees_with_the_battle() -> None:
    pos = followed_up(guns=[3, 2])
    told = pos.forecast(("advance", PLACE["18"]))
    assert told is not None
    pos.play(("advance", PLACE["18"]))
    pos.play(("join_all",))
    counts = [0] * 4
    for air, a, b, c, d in product(range(1, 7), repeat=5):
        if a <= b and c <= d:
            trial = pos.copy().quiet()
            fight(trial, lead="7RTR", air=air, dice=(a, b, c, d))
            counts[trial.result] += (1 if a == b else 2) * (1 if c == d else 2)
    assert [count / 6**5 for count in counts[::-1]] == pytest.approx([r["chance"] for r in told["results"]])


def test_r11_4_4_the_forecast_after_an_overrun_into_contested_ground() -> None:
    pos = scene({"14": "7RTR 2RTR", "15": "1/62", "18": "3/62 6RTR"}, advantage=2, advantage_next=0)
    assault(pos, "14")
    go(pos, "7RTR 2RTR", "15")
    fight(pos, lead="7RTR", dice=(6, 6, 1, 1))
    pos.play(("advance", PLACE["18"]))
    pos.play(("join_all",))
    told = pos.forecast(("join_all",))
    assert told is not None
    assert told["attacker"]["label"] == "7RTR + 2RTR"
    assert told["attacker"]["note"] == "value 7, 1 extra die (-1 from the air)"


@pytest.mark.parametrize(("units", "share"), [("7RTR*", 0.0), ("7RTR", 1.0)])
def test_r11_4_4_in_the_forecast_a_reduced_lead_loses_nothing_by_a_success(units: str, share: float) -> None:
    pos = scene({"14": units, "15": "15MC(-) 33PAK"}, advantage=2, advantage_next=0, guns=[0, 0])
    assault(pos, "14")
    pos.play(("pick", UNIT["7RTR"]))
    told = pos.forecast(("go", PLACE["15"]))
    assert told is not None
    overrun, success, stalemate, repulse = (result["chance"] for result in told["results"])
    assert told["losses"].get("points") == "attrition points"  # what falls on the defender is not steps
    assert told["losses"]["attacker"][0] == pytest.approx(overrun + (1 - share) * success)
    assert told["losses"]["attacker"][1] == pytest.approx(repulse + stalemate + share * success)


@pytest.mark.parametrize(("owner", "exact"), [(0, True), (1, False), (2, True)])
def test_r12_1a_while_the_other_side_has_the_advantage_the_forecast_says_so(owner: int, exact: bool) -> None:
    pos = scene({"14": "7RTR", "15": "1/62"}, advantage=owner, advantage_next=0)
    assault(pos, "14")
    pos.play(("pick", UNIT["7RTR"]))
    told = pos.forecast(("go", PLACE["15"]))
    assert told is not None
    assert (told["exact"], told.get("basis")) == (exact, None if exact else "Before the Advantage")


def test_r19_2_the_forecast_does_not_shift_rommels_die_when_aircraft_are_used_up() -> None:
    fields: dict[str, Any] = {"advantage": 2, "advantage_next": 0, "rommel": 1, "guns": [0, 0]}
    pos = scene({"14": "1/8", "15": "7RTR 1/5"}, "axis", options={"luftwaffe": True}, **fields)
    assault(pos, "14")
    pos.play(("pick", UNIT["1/8"]))
    both = pos.forecast(("go", PLACE["15"]))
    pos.air = 0
    alone = pos.forecast(("go", PLACE["15"]))
    assert both is not None
    assert alone is not None
    assert both["attacker"]["note"] == "value 6, 2 extra dice (-1 from the air)"
    assert alone["attacker"]["note"] == "value 6, 1 extra die"


def test_the_forecast_shows_its_sum_and_what_dice_may_add() -> None:
    pos = scene({"14": "7RTR 2RTR", "15": "15MC(-) 33PAK"})
    assault(pos, "14")
    pos.play(("pick", UNIT["7RTR"]))
    told = pos.forecast(("go", PLACE["15"]))
    assert told is not None
    rows = [(row["left"], row["label"], row["right"], row["rule"]) for row in told["sum"]["rows"]]
    assert rows == [
        ("6", "Lead: 7RTR", "", "11.4.2A"),
        ("", "Lead: 33PAK", "6", "11.4.3A"),
        ("", "Other defenders", "+1", "11.4.3B"),
        ("", "Ground", "+2", "11.4.3C"),
        ("1 die", "Aircraft", "", "10.1.4"),
        ("+2", "Artillery, 50% likely", "", "10.2.1"),
        ("", "Artillery, 50% likely", "+2", "10.2.1"),
    ]
    assert (told["sum"]["left"], told["sum"]["right"]) == ("6", "9")
