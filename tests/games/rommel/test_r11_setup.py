"""11 Setting up."""

from __future__ import annotations

from random import Random

import pytest

from sandtable.engine.position import IllegalAction
from sandtable.games.rommel.position import RommelPosition
from sandtable.games.rommel.rules.r11_setup import partners, swap_barred
from tests.games.rommel.scene import ALLIED, AXIS, GAME, HEX, NUMBER, ask, blocks, names, scene, where


def test_r11_0_a_scenario_starts_as_it_says() -> None:
    pos = GAME.start("alamein")
    assert pos.turn == 15
    assert where(pos, "A38") == "El Alamein"
    assert (pos.steps[NUMBER["G01"]], pos.steps[NUMBER["A05"]]) == (1, 2)
    crusader = GAME.start("crusader")
    assert crusader.mines == tuple(
        (HEX[name], side, 1, 1 << HEX[name])  # both know where they are
        for name, side in (("Tobruk", ALLIED), ("Sollum", AXIS), ("Bardia", AXIS))
    )


def started(scenario: str) -> RommelPosition:
    """The first decision of a scenario, cards dealt."""
    pos = GAME.start(scenario)
    assert isinstance(pos, RommelPosition)
    while pos.side == "chance":
        pos.play(max(pos.outcomes() or (), key=lambda outcome: outcome[1])[0])
    return pos


def test_r11_1_the_axis_arrange_first_and_the_enemy_sees_no_faces() -> None:
    pos = started("crusader")
    assert pos.side == "axis"
    shown = [piece for piece in pos.see("allied")["pieces"] if piece["side"] == "axis" and piece["at"] == "Gambut"]
    assert shown
    assert all(piece["hidden"] for piece in shown)
    pos.play(("ready",))
    assert pos.side == "allied"


def test_r11_1_it_is_said_that_some_blocks_have_one_hex_only() -> None:
    texts = {name: started(name).see("axis")["prompt"]["text"] for name in ("crusader", "battleaxe")}
    assert {name: "one hex only" in text for name, text in texts.items()} == {"crusader": False, "battleaxe": True}


def test_r11_2_a_block_shifts_within_its_group_or_changes_places() -> None:
    pos = started("crusader")
    pos.play(("take", NUMBER["G01"]))
    assert names(pos.actions(), "put") == {"Bardia", "Bir el Gubi", "Gazala SE1", "Gazala", "Sidi Omar", "Sollum"}
    assert "I13" in blocks(pos.actions(), "swap")
    here, there = where(pos, "G01"), where(pos, "I13")
    pos.play(("swap", NUMBER["I13"]))
    assert (where(pos, "G01"), where(pos, "I13")) == (there, here)
    assert ("take", NUMBER["G01"]) not in pos.actions()


def test_r11_3_a_hex_to_be_held_keeps_a_block() -> None:
    pos = started("crusader")
    last = [unit for unit in pos.box.units[AXIS] if pos.where[unit] == HEX["Sollum"]]
    for unit in last[1:]:
        pos.where[unit] = HEX["Gazala"]
    pos.play(("take", last[0]))
    assert not names(pos.actions(), "put")
    with pytest.raises(IllegalAction) as refused:
        pos.play(("put", HEX["Gazala"]))
    assert refused.value.rule == "11.3"


def test_r11_2_exchanges_stay_within_what_the_lists_allow() -> None:
    pos = started("crusader")
    pos.play(("ready",))
    pos.play(("take", NUMBER["A01"]))
    assert "A43" not in blocks(pos.actions(), "swap")  # 70/14 starts in Tobruk, the armour does not
    with pytest.raises(IllegalAction) as refused:
        pos.play(("swap", NUMBER["A43"]))
    assert refused.value.rule == "11.2"
    pos.play(("keep",))
    assert ("take", NUMBER["A01"]) in pos.actions()  # looking costs nothing


@pytest.mark.parametrize(("real", "dummy", "asked"), [(4, 4, False), (3, 5, True)])
def test_r11_4_a_hopeless_first_hand_may_be_drawn_anew_once(real: int, dummy: int, asked: bool) -> None:
    pos = scene()
    pos.change_hand(AXIS, real, dummy)
    ask(pos, "cards.redraw", AXIS)
    assert bool(pos.stack) == asked
    if asked:
        pos.play(("redraw",))
        assert pos.hand(AXIS) == (0, 0)
        assert pos.stack[-1].args == (AXIS, real + dummy)
        pos.play(("deal", 2, 6))
        assert pos.stack == ()


def test_r11_1_a_block_set_up_at_its_base_is_rested_and_one_shifted_away_is_not() -> None:
    pos = started("1941")
    here = [unit for unit in pos.box.units[AXIS] if pos.where[unit] == HEX["El Agheila"]]
    assert all(pos.rested[unit] for unit in here)
    pos.play(("take", here[0]))
    pos.play(("put", HEX["Mersa Brega"]))
    assert not pos.rested[here[0]]
    assert ("take", here[0]) not in pos.actions()
    other = next(unit for unit in pos.box.units[AXIS] if pos.where[unit] == HEX["Mersa Brega"] and unit != here[0])
    pos.play(("take", other))
    assert ("swap", here[0]) not in pos.actions()
    pos.play(("keep",))
    pos.play(("take", here[2]))
    assert ("swap", here[0]) not in pos.actions()  # nobody is exchanged twice
    assert ("swap", other) in pos.actions()
    pos.play(("keep",))
    pos.play(("take", other))
    pos.play(("swap", here[1]))
    assert (pos.rested[other], pos.rested[here[1]]) == (1, 0)
    pos.play(("ready",))
    assert not any(pos.moved)


def test_r11_3_two_blocks_of_hexes_to_be_held_may_change_places() -> None:
    pos = started("crusader")
    held = [unit for unit in pos.box.units[AXIS] if pos.where[unit] == HEX["Sollum"]]
    pos.play(("take", held[0]))
    there = next(unit for unit in pos.box.units[AXIS] if pos.where[unit] == HEX["Bardia"])
    pos.play(("swap", there))
    assert pos.where[there] == HEX["Sollum"]


def test_r11_0_the_game_begins_with_cards_then_set_up_then_the_campaign() -> None:
    pos = GAME.start("crusader")
    assert [frame.step for frame in pos.stack] == [
        "campaign",
        "setup.arrange",
        "setup.arrange",
        "cards.redraw",
        "cards.redraw",
        "cards.deal",
        "cards.deal",
    ]
    assert [frame.args for frame in pos.stack[-2:]] == [(ALLIED, 14), (AXIS, 10)]


def test_r11_2_both_lists_must_allow_an_exchange() -> None:
    pos = started("battleaxe")
    here = next(unit for unit in pos.box.units[AXIS] if pos.where[unit] == HEX["Bir el Gubi"])
    pos.play(("take", NUMBER["G02"]))  # listed for Gambut alone: it has nowhere to go
    assert pos.stack[-1].step == "setup.arrange"
    pos.play(("take", here))
    assert names(pos.actions(), "put") == {"Gambut", "Gazala SE1"}
    assert ("swap", NUMBER["G02"]) not in pos.actions()


def test_r11_3_other_hexes_may_be_left_empty() -> None:
    pos = started("crusader")
    there = [unit for unit in pos.box.units[AXIS] if pos.where[unit] == HEX["Gazala"]]
    for unit in there[1:]:
        pos.where[unit] = HEX["Gambut"]
    pos.play(("take", there[0]))
    assert "Gambut" in names(pos.actions(), "put")


def test_r11_3_a_hex_to_be_held_may_spare_a_second_block() -> None:
    pos = started("crusader")
    there = [unit for unit in pos.box.units[AXIS] if pos.where[unit] == HEX["Sollum"]]
    assert len(there) > 1
    pos.play(("take", there[0]))
    assert "Gazala" in names(pos.actions(), "put")


@pytest.mark.parametrize("scenario", list(GAME.scenarios))
def test_r11_2_the_blocks_to_change_places_with_are_those_the_rule_lets(scenario: str) -> None:
    pos, rng = GAME.start(scenario), Random(11)
    for _ in range(60):
        for unit in rng.sample(pos.box.placed[ALLIED], 3):
            others = pos.box.placed[ALLIED]
            assert partners(pos, unit) == [other for other in others if not swap_barred(pos, unit, other)]
        pos.play(pos.sample(rng) if pos.side == "chance" else rng.choice(pos.actions()))
