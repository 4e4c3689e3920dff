"""One account of a battle: the log, the forecast and the battle card say the same."""

from __future__ import annotations

from typing import Any

import pytest

from sandtable.engine.battle import Sum
from sandtable.games.dark_sands.position import DarkSandsPosition
from sandtable.games.dark_sands.rules.r20_odds import results
from tests.games.dark_sands.scene import ALLIED, ASSET, AXIS, HEX, UNIT, attack, fight, play, ready, roll, scene


def rows(sum_: Sum) -> dict[str, tuple[str, str, str]]:
    return {row["label"]: (row["left"], row["right"], row["rule"]) for row in sum_["rows"]}


def told(pos: DarkSandsPosition, rule: str) -> list[str]:
    return [line["text"] for line in pos.report(None) if line["rule"] == rule]


def card(pos: DarkSandsPosition) -> dict[str, Any]:
    """The battle block, which is the same for everybody."""
    shown = [pos.see(viewer)["battle"] for viewer in ("allied", "axis", None)]
    assert shown[0] == shown[1] == shown[2]
    return dict(shown[0])


def panzers() -> DarkSandsPosition:
    pos = scene({"1330": "X15 X16 X17", "1331": "A05 A06 A07", "1320": "A01"}, turn=12)
    return fight(ready(pos, "S16"), AXIS, "combat-1")


def test_r20_2_5_the_log_has_both_sums_the_column_and_what_each_die_brings() -> None:
    pos = panzers()
    play(pos, ("attack", HEX["1331"]), ("all",), ("commit", ASSET["S16"]))
    roll(pos, 4)
    line = next(line for line in pos.report("allied") if "sum" in line)
    found = rows(line["sum"])
    assert (line["sum"]["left"], line["sum"]["right"]) == ("28", "8")
    assert found["I/5 Pz"] == ("5", "", "20.2.2")
    assert found["Panzer shock: I/5 Pz doubled"] == ("5", "", "12.7.3")
    assert found["Luftwaffe 1"] == ("4", "", "13.2")
    assert found["5/4 Ind"] == ("", "4", "20.2.3")
    assert found["Combat -1 chit"] == ("-1 on the die", "", "20.2.6")
    assert found["Panzer superiority"] == ("+2 on the die", "", "12.7.2")
    assert line["sum"]["verdict"] == "3-1, +1 on the die"
    assert line["text"].endswith("3-1, +1 on the die; as rolled 1 BL1, 2-3 DR, 4-5 DR*, 6 DE*.")
    assert line["text"].startswith("Attack 28 (I/5 Pz 5, ")
    assert told(pos, "20.2.7") == ["The die shows 4, plus 1 makes 5: DR*, the defender loses a step and falls back."]
    assert told(pos, "12.7.3") == ["Panzer shock: the defender loses a further step."]


def test_r20_3_the_forecast_counts_every_step_of_a_side_that_is_wiped_out() -> None:
    pos = panzers()
    play(pos, ("attack", HEX["1331"]))
    forecast = pos.forecast(("all",))
    assert forecast is not None
    assert [result["label"] for result in forecast["results"]][-1] == "DE: defenders destroyed"
    assert forecast["losses"]["defender"] == pytest.approx([0, 2 / 6, 3 / 6, 0, 0, 0, 1 / 6])
    pos = fight(scene({"1330": "X15 X16 X17", "1331": "A05 A06 A07", "1320": "A01"}, turn=12), ALLIED)
    forecast = pos.forecast(("attack", HEX["1330"]))
    assert forecast is not None
    assert forecast["losses"]["attacker"] == pytest.approx([0, 4 / 6, 0, 0, 0, 0, 2 / 6]), "the crowded-out third too"


def test_r20_2_5_forecast_card_and_log_have_one_sum() -> None:
    pos = panzers()
    play(pos, ("attack", HEX["1331"]))
    forecast = pos.forecast(("all",))
    assert forecast is not None
    play(pos, ("all",))
    assert card(pos)["sum"] == forecast["sum"]
    play(pos, ("done",))
    roll(pos, 4)
    assert card(pos)["sum"] == forecast["sum"], "the sum the die was rolled on, though steps are lost since"
    assert next(line["sum"] for line in pos.report(None) if "sum" in line) == forecast["sum"]


@pytest.mark.parametrize(
    ("place", "units", "label", "figures"),
    [
        ("2537", "X22", "Rough", ("", "-1 column", "6.0")),
        ("2830", "X31 X22", "Fort of Tobruk", ("", "1", "14.1")),
        ("2340", "X31 X22", "Fort of Bardia", ("", "1", "14.2")),
    ],
)
def test_r6_0_the_sum_names_the_ground(place: str, units: str, label: str, figures: tuple[str, str, str]) -> None:
    pos = scene({place: units})
    pos.put(
        UNIT["A05"], next(n for n in pos.box.map.neighbours[HEX[place]] if pos.box.open_to[0][0][n] >> HEX[place] & 1)
    )
    forecast = fight(pos, ALLIED).forecast(("attack", HEX[place]))
    assert forecast is not None
    assert rows(forecast["sum"])[label] == figures


def test_r6_0_the_sum_tells_of_marsh_box_and_escarpment() -> None:
    pos = fight(scene({"2044": "A05", "2045": "X22"}), ALLIED)
    marsh = pos.forecast(("attack", HEX["2045"]))
    assert marsh is not None
    assert rows(marsh["sum"])["Marsh halves the attackers"] == ("-1½", "", "6.0")
    assert marsh["sum"]["left"] == "1½"
    pos = scene({"2531": "A05", "2432": "X22"})
    pos.boxed[AXIS] |= 1 << HEX["2432"]
    cliff = fight(pos, ALLIED).forecast(("attack", HEX["2432"]))
    assert cliff is not None
    assert rows(cliff["sum"])["Escarpment"][1:] == ("-1 column", "6.0")
    assert rows(cliff["sum"])["Fortified box"][1:] == ("-1 column", "13.7.4")
    assert cliff["sum"]["verdict"] == "1-1, 2 columns to the left: 1-3"


def test_r10_2_1_the_sum_tells_of_supply_and_disruption() -> None:
    pos = scene({"1330": "A05", "1331": "X22"})
    pos.out_of_supply, pos.disrupted = 1 << UNIT["A05"], 1 << UNIT["A05"] | 1 << UNIT["X22"]
    forecast = fight(pos, ALLIED).forecast(("attack", HEX["1331"]))
    assert forecast is not None
    found = rows(forecast["sum"])
    assert found["5/4 Ind out of supply"] == ("-2 on the die", "", "10.2.1")
    assert found["27 Brescia disrupted"] == ("+2 on the die", "", "19.3")
    assert "5/4 Ind disrupted" not in found, "not cumulative"
    assert "Combat -1 chit" not in found


def test_r20_2_the_card_goes_from_attackers_to_advance() -> None:
    pos = panzers()
    assert "battle" not in pos.see(None)
    play(pos, ("attack", HEX["1331"]))
    shown = card(pos)
    assert (shown["title"], shown["places"], shown["steps"][shown["step"]]) == ("Attack on 1331", ["1331"], "Attackers")
    assert shown["attacker"]["pieces"] == []
    assert shown["defender"]["pieces"] == [UNIT["A05"], UNIT["A06"]]
    assert shown["defender"]["note"] == "Not in the sum: 7/4 Ind"  # 7.4
    assert "sum" not in shown
    play(pos, ("with", UNIT["X15"]))
    assert card(pos)["sum"]["left"] == "10"
    play(pos, ("all",))
    assert card(pos)["step"] == 1
    play(pos, ("commit", ASSET["S16"]))
    assert card(pos)["attacker"]["pieces"] == [UNIT["X15"], UNIT["X16"], UNIT["X17"], 500 + ASSET["S16"]]
    assert card(pos)["step"] == 2
    results = card(pos)["table"]["results"]
    assert [(row["dice"], row["code"]) for row in results] == [
        ("1", "BL1"),
        ("2-3", "DR"),
        ("4-5", "DR*"),
        ("6", "DE*"),
    ]
    assert not any(row.get("rolled") for row in results)
    roll(pos, 4)
    shown = card(pos)
    assert [row["text"] for row in shown["table"]["results"] if row.get("rolled")] == [
        "defender loses a step and falls back"
    ]
    assert shown["step"] == 3
    assert shown["dice"] == [{"label": "Axis", "side": "axis", "faces": [4]}]
    assert shown["hits"] == [{"side": "allied", "due": 2, "taken": 0, "label": "steps"}]
    play(pos, pos.actions()[0])
    assert card(pos)["hits"][0]["taken"] == 1
    play(pos, pos.actions()[-1])
    shown = card(pos)
    assert shown["step"] == 4
    assert shown["retreat"] == [pos.box.map.ids[action[1]] for action in pos.actions()]
    while pos.stack[-1].step == "retreat.step":
        play(pos, pos.actions()[0])
    assert card(pos)["step"] == 5
    play(pos, ("done",))
    assert "battle" not in pos.see(None)
    assert told(pos, "20.3") == ["1331 is empty."]


def test_r20_4_1_the_card_tells_of_a_map_edge() -> None:
    pos = fight(scene({"1154": "A11 A12", "1456": "X31 X34"}), ALLIED)
    play(pos, ("attack", HEX["1456"]))
    forecast = pos.forecast(("all",))
    play(pos, ("all",))
    assert forecast is not None
    assert card(pos)["sum"] == forecast["sum"]
    assert "map edge" in card(pos)["sum"]["verdict"]


def test_r20_3_the_log_says_who_holds_the_hex() -> None:
    pos = attack(scene({"1330": "A05 A06", "1331": "X22"}), ALLIED, "1331")
    roll(pos, 1)
    while pos.stack and pos.stack[-1].step == "loss":
        play(pos, pos.actions()[0])
    assert told(pos, "20.3") == ["27 Brescia holds 1331."]
    assert told(pos, "20.0") == ["2 units of 4 Ind attack 27 Brescia at 1331."]


def test_r12_7_4_the_log_tells_of_resilience() -> None:
    pos = attack(scene({"1330": "X15 X16", "1331": "A11", "1332": "X17"}), AXIS, "1331")
    codes = results(pos, AXIS, 0, "mobile")
    roll(pos, codes.index("DE*") + 1)
    assert told(pos, "12.7.4") == ["Panzer resilience: DE* counts as DE."]
