"""What the table shows, and how broken positions are told."""

from __future__ import annotations

import pytest

from sandtable.engine.view import OrderView
from sandtable.games.battleaxe.position import BattleaxePosition
from tests.games.battleaxe.scene import (
    GAME,
    PLACE,
    UNIT,
    assault,
    attack,
    fight,
    go,
    opening,
    scene,
    started,
    to_evening,
)


def action(pos: BattleaxePosition, verb: str) -> OrderView:
    """The first shown action of a kind."""
    assert pos.side in ("allied", "axis")
    return next(shown for shown in pos.see(pos.side)["actions"] if shown["do"][0] == verb)


def test_a_move_shows_its_way_its_cost_and_whether_it_means_a_fight() -> None:
    pos = scene({"14": "2RTR", "19": "33R"})
    assault(pos, "14")
    pos.play(("pick", UNIT["2RTR"]))
    shown = {entry["place"]: entry for entry in pos.see("allied")["actions"] if entry["do"][0] == "go"}
    assert (shown["19"]["cost"], shown["19"]["battle"], shown["19"]["path"]) == ("4", True, ["14", "19"])
    assert (shown["15"]["cost"], "battle" in shown["15"]) == ("1", False)
    assert shown["23"]["path"] == ["14", "20", "23"]


def test_a_piece_shows_its_state() -> None:
    pos = scene({"19": "7RTR* 65AT"}, cut=1 << UNIT["7RTR"])
    pieces = {piece["name"]: piece for piece in pos.see(None)["pieces"]}
    tanks = pieces["7th Royal Tank Regiment"]
    assert (tanks["left"], tanks["right"], tanks["reduced"], tanks["unsupplied"]) == ("4", "5", True, True)
    assert pieces["65th Anti-Tank Regiment"]["left"] == "5*"
    assert pieces["I Battalion 5th Panzer"]["at"] == "lost"


def test_the_counter_that_is_left_out_is_not_shown() -> None:
    assert "4RTR" not in {piece["formation"] for piece in started().see(None)["pieces"]}
    assert "SQ-A" not in {piece["formation"] for piece in opening(consolidated_4rtr=True).see(None)["pieces"]}


@pytest.mark.parametrize(("place", "rule"), [("2", "9.3.2"), ("4", "9.3.1"), ("22", "9.2")])
def test_a_click_on_a_dark_place_names_the_rule(place: str, rule: str) -> None:
    pos = scene({"3": "7RTR", "4": "1/11 2/11 3/11 SQ-A", "6": "1/104"})
    assault(pos, "3")
    pos.play(("pick", UNIT["7RTR"]))
    told = pos.why_not("allied", place=place)
    assert told is not None
    assert (told["rule"], bool(told["text"])) == (rule, True)


def test_a_click_on_a_waiting_panzer_names_the_rule() -> None:
    pos = started()
    pos.play(("pass",))
    told = pos.why_not("axis", place="18")
    assert told is not None
    assert told["rule"] == "16"


def test_the_log_tells_a_battle_with_its_dice() -> None:
    pos = scene({"14": "7RTR 2RTR", "15": "1/62"})
    assault(pos, "14")
    go(pos, "7RTR", "15")
    attack(pos, "15", air=3, dice=(6, 6, 1, 1))
    lines = [line["text"] for line in pos.report(None)]
    assert (
        "Overrun at Fort Capuzzo: 9 + 12 = 21 against 4 + 2 = 6. "
        "15 attrition points, more than the 3 the defenders can absorb."
    ) in lines
    assert pos.see(None)["dice"] == [
        {"label": "Allied", "side": "allied", "faces": [6, 6]},
        {"label": "Axis", "side": "axis", "faces": [1, 1]},
    ]


def test_overlays_show_supply_and_reach() -> None:
    pos = scene({"10": "11H"})
    supply = pos.overlay(None, "supply")
    assert {"A", "B", "C", "D", "10"} <= set(supply["areas"][0]["places"])
    lines = {line["places"][0]: line["places"] for line in supply["paths"] if line["side"] == "allied"}
    assert lines["10"][-1] in ("B", "C", "D")
    assert pos.overlay(None, "reach") == {"areas": [], "paths": []}
    assault(pos, "10")
    assert "11" in pos.overlay(None, "reach")["areas"][0]["places"]


def test_r14_2_1_a_unit_that_is_cut_off_has_no_supply_line() -> None:
    pos = scene({"19": "11H"})
    pos.control &= ~(1 << PLACE["19"])
    assert "19" not in [line["places"][0] for line in pos.overlay(None, "supply")["paths"] if line["side"] == "allied"]


def test_r17_2_the_victory_overlay_tells_what_each_place_counts_and_for_whom() -> None:
    pos = scene({"6": "11H"})
    shown = {area["places"][0]: area for area in pos.overlay(None, "victory")["areas"]}
    assert {place for place in shown if place not in "AH"} == {
        place for place, number in PLACE.items() if pos.box.points[number]
    }
    assert shown["6"]["side"] == "allied"
    assert shown["6"]["label"] == "Halfaya Pass: 2 points an evening, Allied, out of supply"
    assert shown["22"]["label"] == "Bardia: 1 point an evening, Axis"
    assert {"A", "H"} <= set(shown)  # 17.1
    pos.control |= pos.box.areas
    labels = [area["label"] for area in pos.overlay(None, "victory")["areas"]]
    assert "Halfaya Pass: 2 points an evening, Allied" in labels


def test_the_prompt_of_a_fight_gives_both_values() -> None:
    pos = scene({"14": "7RTR", "15": "1/62"})
    assault(pos, "14")
    go(pos, "7RTR", "15")
    fight_prompt = pos.see("allied")["prompt"]
    assert fight_prompt["title"] == "Send aircraft?"
    assert "6 against 4" in fight_prompt["text"]
    assert pos.see("axis")["prompt"]["title"] == "The Allies to move"
    fight(pos)


def test_faults_are_found() -> None:
    pos = started()
    assert GAME.faults(pos) == []
    crowded = pos.copy()
    for unit in ("1/11", "2/11", "SQ-A", "3/11", "SQ-B"):
        crowded.put(UNIT[unit], PLACE["4"])
    assert any("stacked" in fault for fault in GAME.faults(crowded))
    lawless = pos.copy()
    lawless.control ^= 1 << PLACE["A"]
    assert any("does not control" in fault for fault in GAME.faults(lawless))
    torn = pos.copy()
    torn.where[UNIT["7RTR"]] = PLACE["A"]
    assert GAME.faults(torn)
    late = pos.copy()
    late.impulse = 13
    assert GAME.faults(late) == ["impulse 13"]


def test_r11_6_3_the_prompt_names_only_those_who_may_leave() -> None:
    pos = scene({"14": "1/8", "15": "7RTR 2RTR*"}, "axis", allied="16", advantage=2, advantage_next=0)
    assault(pos, "14")
    go(pos, "1/8", "15")
    fight(pos, target="7RTR", dice=(1, 1, 6, 6))
    assert pos.see("allied")["prompt"]["text"] == "2RTR may withdraw or stay."


def test_r11_1_only_a_place_that_was_not_contested_before_is_entered_to_attack() -> None:
    pos = scene({"14": "2RTR", "15": "7RTR 1/62", "19": "33R"})
    assault(pos, "14")
    pos.play(("pick", UNIT["2RTR"]))
    texts = [shown["text"] for shown in pos.see("allied")["actions"]]
    assert "Enter Fort Capuzzo (15) against 1/62" in texts
    assert "Enter Sidi Azeiz (19) to attack 33R" in texts


def test_r19_2_the_note_on_the_ffa_says_whether_it_has_flown() -> None:
    pos = scene({"14": "1/8 2/8", "15": "7RTR"}, "axis", options={"luftwaffe": True}, advantage=2, advantage_next=0)
    assert "FFA aircraft ready" in pos.see(None)["sides"]["axis"]["notes"]
    assault(pos, "14")
    go(pos, "1/8", "15")
    attack(pos, "15", air=3)
    assert "FFA aircraft used" in pos.see(None)["sides"]["axis"]["notes"]
    allied = scene({"14": "1/8", "15": "7RTR"}, options={"luftwaffe": True})
    assert not any("FFA" in note for note in allied.see(None)["sides"]["axis"]["notes"])


def test_a_unit_taken_up_can_be_put_back_at_no_cost() -> None:
    pos = scene({"14": "2RTR 6RTR"})
    assault(pos, "14")
    before = GAME.dump(pos)
    pos.play(("pick", UNIT["2RTR"]))
    pos.play(("with", UNIT["6RTR"]))
    pos.play(("back",))
    assert GAME.dump(pos) == before
    pos.play(("pick", UNIT["2RTR"]))
    pos.play(("go", PLACE["15"]))
    assert ("back",) not in pos.actions()
    resting = scene({"15": "7RTR"}, allied="16")
    resting.play(("regroup",))
    before = GAME.dump(resting)
    resting.play(("pick", UNIT["7RTR"]))
    assert resting.stack[-1].step == "regroup.go"
    resting.play(("back",))
    assert GAME.dump(resting) == before


def test_r5_2_1_a_click_on_a_place_means_the_unit_that_waits_to_be_placed() -> None:
    told = opening().why_not("allied", place="22")
    assert told is not None
    assert told["rule"] == "5.2.1"


def test_r13_3_3_a_dark_place_says_why_a_unit_is_not_rebuilt_there() -> None:
    pos = scene({"A": "11H", "22": "1/62"})
    to_evening(pos, "refit.begin")
    pos.play(("rebuild", UNIT["7RTR"]))
    told = pos.why_not("allied", place="22")
    assert told is not None
    assert told["rule"] == "13.3.3"


def test_r11_4_4_a_dark_place_says_why_an_overrun_does_not_go_there() -> None:
    pos = scene({"14": "7RTR 2RTR", "15": "1/62", "22": "2/62"}, advantage=2, advantage_next=0)
    assault(pos, "14")
    go(pos, "7RTR", "15")
    attack(pos, "15", dice=(6, 6, 1, 1))
    assert pos.stack[-1].step == "overrun.where"
    told = pos.why_not("allied", place="22")
    assert told is not None
    assert told["rule"] == "9.1"


def test_r18_1_after_a_bid_each_seat_is_called_by_its_army() -> None:
    pos = opening(bids=True)
    pos.play(("bid", 9))
    pos.play(("bid", 12))
    assert (pos.side, pos.see("allied")["prompt"]["title"]) == ("axis", "The Allies to move")


def test_the_log_says_who_leads_the_attack_and_who_the_defence() -> None:
    pos = scene({"14": "7RTR", "15": "1/62"}, advantage=2, advantage_next=0)
    assault(pos, "14")
    go(pos, "7RTR", "15")
    fight(pos, dice=(1, 1, 6, 6))
    texts = [line["text"] for line in pos.report(None)]
    assert {"7RTR leads the attack.", "1/62 leads the defence."} <= set(texts)
