"""3 Engagement."""

from __future__ import annotations

import pytest

from sandtable.engine.position import IllegalAction
from sandtable.games.rommel.rules.r03_engagement import refuse_barred, tidy
from sandtable.games.rommel.rules.r07_supply import own_hexsides, without_supply
from tests.games.rommel.scene import (
    ALLIED,
    AXIS,
    GAME,
    HEX,
    NUMBER,
    ask,
    engaged,
    fight,
    hexes,
    names,
    put,
    roll,
    where,
)


def test_r3_1_hexsides_crossed_are_the_attackers_and_the_rest_the_defenders() -> None:
    pos = engaged("G01")
    assert hexes(own_hexsides(pos, AXIS, HEX["Gambut"])) == {"Bir el Gubi"}
    assert hexes(own_hexsides(pos, ALLIED, HEX["Gambut"])) == {"Bardia", "Bir el Gubi SE1", "Sidi Omar", "Tobruk"}
    put(pos, "Bir el Gubi", "A44")  # a defender cannot come in over the attacker's side
    ask(pos, "move.group", ALLIED, HEX["Bir el Gubi"], 0)
    pos.play(("take", NUMBER["A44"]))
    ways = {GAME.map.ids[a[2]] for a in pos.actions() if a[0] in ("enter", "charge")}
    assert "Bir el Gubi" not in ways


def test_r3_1_a_new_hexside_crossed_later_becomes_the_attackers_too() -> None:
    pos = engaged("G01")
    put(pos, "Bardia", "G02")
    ask(pos, "move.group", AXIS, HEX["Bardia"], 0)
    pos.play(("take", NUMBER["G02"]))
    pos.play(("enter", HEX["Gambut"], HEX["Bardia"]))
    assert hexes(pos.battles[0][2]) == {"Bir el Gubi", "Bardia"}


def test_r3_1_1_a_battle_ends_when_one_side_is_gone() -> None:
    pos = engaged("G01")
    pos.where[NUMBER["A43"]] = -1
    tidy(pos)
    assert pos.battles == ()
    assert not pos.entered


def test_r3_2_a_force_that_refuses_is_pursued_and_withdraws_disrupted() -> None:
    pos = engaged("G01", allied=("A43", "A44"))
    ask(pos, "battle.begin", AXIS)
    assert (pos.side, pos.actions()) == ("allied", [("refuse", HEX["Gambut"]), ("stand",)])
    pos.play(("refuse", HEX["Gambut"]))
    roll(pos, 1, 6)  # mechanised after foot: two dice, one hit
    pos.play(("hit", NUMBER["A44"]))
    pos.play(("all", HEX["Bardia"]))
    assert where(pos, "A43") == where(pos, "A44") == "Bardia"
    assert pos.disrupted[NUMBER["A43"]]
    assert pos.disrupted[NUMBER["A44"]]
    assert pos.battles == ()


@pytest.mark.parametrize(("loose", "rule"), [("down", "3.4"), ("cut", "3.3")])
def test_r3_3_a_force_only_partly_supplied_must_stand(loose: str, rule: str) -> None:
    pos = engaged("G01", allied=("A43", "A44"))
    cut = without_supply(pos, ALLIED)
    assert cut == []
    if loose == "down":
        pos.disrupted[NUMBER["A44"]] = 1
    else:
        cut = [NUMBER["A44"]]
    assert refuse_barred(pos, ALLIED, HEX["Gambut"], cut) == rule
    assert refuse_barred(pos, ALLIED, HEX["Gambut"], [NUMBER["A43"], NUMBER["A44"]]) == "7.3.3"


def test_r3_4_a_force_only_partly_disrupted_must_stand() -> None:
    pos = engaged("G01", allied=("A43", "A44"))
    pos.disrupted[NUMBER["A44"]] = 1
    put(pos, "Bardia", "G02", "A45")
    fight(pos, "Bardia", ALLIED, "Sidi Omar")
    pos.entered |= 1 << HEX["Bardia"]
    ask(pos, "battle.begin", AXIS)
    assert names(pos.actions(), "refuse") == {"Bardia"}
    with pytest.raises(IllegalAction) as refused:
        pos.play(("refuse", HEX["Gambut"]))
    assert refused.value.rule == "3.4"


def test_r3_2_only_a_battle_of_this_phase_can_be_refused() -> None:
    pos = engaged("G01")
    ask(pos, "battle.begin", AXIS)
    with pytest.raises(IllegalAction) as refused:
        pos.play(("refuse", HEX["Bardia"]))
    assert refused.value.rule == "3.2"
    assert refuse_barred(pos, AXIS, HEX["Mechili"], []) == "3.2"


def test_r2_8_a_regroup_is_told_of_the_limit() -> None:
    pos = engaged("G01")
    put(pos, "Bir el Gubi", "G02", "G03", "G04")
    pos.crossed = ((HEX["Bir el Gubi"], HEX["Gambut"], 2),)
    ask(pos, "move.gather", AXIS, HEX["Bir el Gubi"], HEX["Gambut"], 0)
    with pytest.raises(IllegalAction) as refused:
        pos.play(("send", NUMBER["G02"], HEX["Bir el Gubi"]))
    assert refused.value.rule == "2.8"
