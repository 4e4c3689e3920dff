"""Corners of several rules that a broken clause could hide in."""

from __future__ import annotations

from random import Random

import pytest

from sandtable.games.rommel.position import LOST
from sandtable.games.rommel.rules.r03_engagement import take_fortress, tidy
from sandtable.games.rommel.rules.r09_spending import rebuild_barred
from tests.games.rommel.scene import ALLIED, AXIS, GAME, HEX, NUMBER, ask, fight, put, scene, where


def test_r6_2_only_blocks_on_the_map_recover() -> None:
    pos = scene({"Alexandria": "A43"})
    pos.disrupted[NUMBER["A43"]] = 1
    pos.where[NUMBER["A44"]], pos.disrupted[NUMBER["A44"]] = LOST, 1
    ask(pos, "supply.rally", ALLIED)
    told = [event.args for event in pos.events() if event.kind == "recover"]
    assert told == [(ALLIED, (HEX["Alexandria"],), 1)]
    assert pos.disrupted[NUMBER["A44"]] == 1


def test_r3_a_battle_that_is_over_is_no_longer_under_way_and_no_other_is_touched() -> None:
    pos = scene({"Gambut": "A43", "Mechili": "A44 G01"})
    fight(pos, "Gambut", ALLIED, "Bardia")
    fight(pos, "Mechili", ALLIED, "Derna")
    beside = HEX["Gambut"] + 1
    pos.entered = pos.active = 1 << HEX["Gambut"] | 1 << HEX["Mechili"] | 1 << beside
    tidy(pos)
    assert [battle[0] for battle in pos.battles] == [HEX["Mechili"]]
    assert pos.entered == pos.active == 1 << HEX["Mechili"] | 1 << beside


def test_r8_1_a_fortress_stays_its_last_holders_while_nobody_is_there() -> None:
    pos = scene(scenario="crusader")
    owner = pos.owner(HEX["Bardia"])
    take_fortress(pos, 1 - owner, HEX["Bardia"])
    assert pos.owner(HEX["Bardia"]) == owner
    put(pos, "Bardia", "A43" if owner == AXIS else "G01")
    take_fortress(pos, 1 - owner, HEX["Bardia"])
    assert pos.owner(HEX["Bardia"]) == 1 - owner


def test_r2_7_a_hex_in_reach_of_a_forced_march_is_not_called_too_far() -> None:
    pos = scene({"Alexandria": "A43"})
    pos.chosen = (NUMBER["A43"],)
    ask(pos, "move.to", ALLIED, HEX["Alexandria"], 0)
    plain = {action[1] for action in pos.actions() if action[0] == "to"}
    marches = [action[1] for action in pos.actions() if action[0] == "march" and action[1] not in plain]
    assert marches
    for place in marches:
        assert pos.step.barred(pos, pos.stack[-1], ("to", place)) is None
        assert pos.why_not("allied", place=GAME.map.ids[place]) is None


def test_r2_2_a_hex_or_block_that_cannot_be_regrouped_says_why() -> None:
    pos = scene({"Gambut": "A43", "El Agheila": "A44"})
    ask(pos, "move.command", ALLIED, HEX["Gambut"], 0)
    assert pos.why_not("allied", place="El Agheila") is not None
    ask(pos, "move.gather", ALLIED, HEX["Gambut"], HEX["Bardia"], 0)
    assert pos.why_not("allied", piece=NUMBER["A44"]) is not None


def test_r11_2_a_hex_that_is_not_on_the_list_says_why() -> None:
    pos, rng = GAME.start("crusader"), Random(1)
    while pos.side == "chance":
        pos.play(pos.sample(rng))
    assert pos.stack[-1].step == "setup.arrange"
    pos.play(next(action for action in pos.actions() if action[0] not in ("done", "ready")))
    assert pos.stack[-1].step == "setup.put"
    assert pos.why_not(pos.side or "", place="Alexandria" if pos.side == "axis" else "El Agheila") is not None


@pytest.mark.parametrize("battle", [True, False])
def test_r9_3_4_a_recalled_block_leaves_its_battle_over(battle: bool) -> None:
    pos = scene({"Gazala": "A34 G01" if battle else "A34"}, scenario="1941", withdrawals=True)
    pos.turn = 7
    if battle:
        fight(pos, "Gazala", ALLIED, "Mechili")
    ask(pos, "buildup.reinforce", ALLIED)
    assert where(pos, "A34") == "gone"
    assert pos.battles == ()


def test_r9_6_1_who_went_home_to_refit_has_come_by_land_and_can_be_rebuilt_once_it_is_over() -> None:
    pos = scene({"Mersa Matruh": "A43"})
    pos.steps[NUMBER["A43"]] = 1
    pos.points = (40, 40)
    ask(pos, "buildup.open", ALLIED)
    pos.play(("refit", NUMBER["A43"]))
    assert pos.rested[NUMBER["A43"]] == 1
    assert rebuild_barred(pos, NUMBER["A43"]) == "9.6"


def test_log_and_view_count_the_months_of_a_scenario_from_its_first() -> None:
    pos = GAME.start("1942")
    assert pos.see("axis")["turn"]["now"] == 1
    assert {line["turn"] for line in pos.report("axis")} == {1}
