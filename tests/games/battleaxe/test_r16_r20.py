"""Chapters 16 to 20: 15 June, victory, bids, options, the extended game."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from sandtable import IllegalAction
from sandtable.engine.sides import ALLIED, AXIS
from sandtable.games.battleaxe.box import LIGHT, PANZERS
from sandtable.games.battleaxe.position import BattleaxePosition
from sandtable.games.battleaxe.rules.r10_support import air_effect
from sandtable.games.battleaxe.rules.r16_june15 import waiting
from sandtable.games.battleaxe.rules.r17_victory import points_for_losses, points_on_map
from sandtable.games.battleaxe.rules.r18_bids import points_needed
from tests.games.battleaxe.scene import (
    GAME,
    PLACE,
    UNIT,
    assault,
    at,
    attack,
    attack_value,
    end,
    fight,
    go,
    opening,
    reduced,
    scene,
    started,
    targets,
    to_evening,
    verbs,
    whom,
)


def test_r16_waiting_divisions_neither_move_nor_attack_nor_regroup() -> None:
    pos = started()
    pos.play(("pass",))
    assert not {"18", "G"} & targets(pos, "assault")
    with pytest.raises(IllegalAction) as refused:
        pos.play(("assault", PLACE["18"]))
    assert refused.value.rule == "16"
    pos.play(("regroup",))
    assert not {"1/8", "1/5", "3R"} & whom(pos, "pick")


@pytest.mark.parametrize(
    ("unit", "start", "place", "freed"),
    [("11H", "5", "6", True), ("11H", "9", "15", True), ("11H", "8", "7", False), ("11H", "12", "F", True)],
)
def test_r16_1_what_releases_the_15th_panzer(unit: str, start: str, place: str, freed: bool) -> None:
    pos = scene({start: unit, "18": "1/8 2/8"}, day=1, impulse=2)
    assert waiting(pos) & pos.box.panzers
    assault(pos, start)
    go(pos, unit, place)
    assert bool(pos.released & PANZERS) is freed


def test_r16_1_the_next_day_releases_both() -> None:
    pos = scene({"A": "7RTR", "18": "1/8"}, day=1)
    to_evening(pos, "day.end")
    assert (pos.turn, pos.released) == (2, PANZERS | LIGHT)


def test_r16_2_an_assault_from_tobruk_releases_the_5th_light() -> None:
    pos = started()
    assault(pos, "H")
    assert pos.released == LIGHT


def test_r16_2_allies_in_zone_e_f_or_g_release_the_5th_light() -> None:
    pos = scene({"11": "11H", "G": "1/5"}, day=1, impulse=2)
    assault(pos, "11")
    go(pos, "11H", "E")
    assert pos.released == PANZERS | LIGHT


def test_r16_3_four_zones_open_together_in_the_first_impulse_only() -> None:
    pos = started()
    assert ("assault_all",) in pos.actions()
    pos.play(("assault_all",))
    assert {"1/11", "3/11", "7RTR", "2RTR", "11H"} <= whom(pos, "pick")
    assert "9Aus" not in whom(pos, "pick")
    single = started()
    single.play(("assault", PLACE["C"]))
    assert whom(single, "pick") == {"4RTR(-)", "7RTR", "22Gds", "65AT"}
    later = started()
    for _ in range(2):
        later.play(later.actions()[-1])
    assert (later.side, later.impulse) == ("allied", 2)
    assert "assault_all" not in verbs(later)


def test_r16_3_units_of_different_zones_attack_together() -> None:
    pos = started()
    pos.play(("assault_all",))
    for unit in ("2RTR", "65AT"):
        go(pos, unit, "9" if unit == "2RTR" else "8")
    go(pos, "6RTR", "9")
    attack(pos, "9")
    assert pos.attackers.bit_count() == 2


# Victory


def test_r17_points_are_the_allies_alone() -> None:
    pos = scene({"A": "7RTR"}, day=3, points=9)
    to_evening(pos, "day.end")
    assert pos.outcome is not None
    assert pos.outcome.score["axis"] == 0


@pytest.mark.parametrize(
    ("units", "allied", "won"),
    [
        ({"H": "9Aus"}, "G F E", True),
        ({"H": "9Aus XX"}, "G F E", False),  # still besieged
        ({"H": "9Aus", "G": "1/5"}, "F E", False),  # no way through
        ({"H": "9Aus"}, "G 19 14 15 9 7 5 3", True),
    ],
)
def test_r17_1_tobruk_relieved(units: dict[str, str], allied: str, won: bool) -> None:
    pos = scene(units, allied=allied, day=1)
    to_evening(pos, "day.end")
    assert (pos.outcome is not None) is won
    if pos.outcome:
        assert pos.outcome.winner == "allied"
        assert pos.outcome.kind.startswith("Automatic")


def test_r17_1_buq_buq_must_be_held() -> None:
    pos = scene({"H": "9Aus"}, allied="G F E", axis="A")
    to_evening(pos, "day.end")
    assert pos.outcome is None


def test_r17_2_areas_count_every_evening_if_supplied_from_a_to_d() -> None:
    pos = scene({"5": "11H"}, allied="6 9 7 5 3 19", day=1)
    assert points_on_map(pos) == 2 + 1
    to_evening(pos, "day.end")
    assert pos.points == 3
    to_evening(pos, "day.end")
    assert pos.points == 6


def test_r17_2_an_area_joined_to_tobruk_alone_does_not_count() -> None:
    pos = scene({"H": "9Aus"}, allied="G 19")
    assert points_on_map(pos) == 0


@pytest.mark.parametrize(
    ("place", "value"),
    [("6", 2), ("13", 2), ("19", 2), ("23", 2), ("9", 1), ("11", 1), ("15", 1), ("16", 1), ("21", 1), ("22", 1)],
)
def test_r17_2_what_each_area_is_worth(place: str, value: int) -> None:
    assert started().box.points[PLACE[place]] == value
    assert sum(started().box.points) == 14


def test_r17_2_german_losses_count_on_the_last_evening() -> None:
    pos = started()
    for unit in ("1/8", "33PAK", "1/62"):
        pos.put(UNIT[unit], -1)
    pos.reduced = 1 << UNIT["2/8"] | 1 << UNIT["15MC(-)"]
    assert points_for_losses(pos) == 2 + 1


@pytest.mark.parametrize(("points", "winner"), [(9, "axis"), (10, "allied")])
def test_r17_2_ten_points_win(points: int, winner: str) -> None:
    pos = started()
    pos.turn, pos.points = 3, points
    to_evening(pos, "day.end")
    assert pos.outcome is not None
    assert pos.outcome.winner == winner


# Bids


def bid(allied: int, axis: int, **options: Any) -> BattleaxePosition:
    """A game after both bids."""
    pos = opening(bids=True, **options)
    pos.play(("bid", allied))
    pos.play(("bid", axis))
    return pos


def test_r18_without_bids_ten_points_are_needed() -> None:
    assert points_needed(started()) == 10


def test_r18_1_the_higher_bid_commands_the_allies_and_must_reach_it() -> None:
    pos = bid(9, 12)
    assert (pos.exchanged, points_needed(pos), pos.side) == (1, 12, "axis")
    assert pos.actions()[0][0] == "place"
    other = bid(12, 9)
    assert (other.exchanged, other.side) == (0, "allied")


def test_r18_1_bids_are_secret_until_both_are_made() -> None:
    pos, other = opening(bids=True), opening(bids=True)
    pos.play(("bid", 7))
    other.play(("bid", 20))
    assert pos.see("axis") == other.see("axis")
    assert pos.see(None) == other.see(None)
    guesses = {pos.guess("axis", Random(seed)).bids for seed in range(30)}
    assert len(guesses) > 5


def test_r18_1_equal_bids_are_decided_by_a_die() -> None:
    pos = bid(10, 10)
    assert pos.side == "chance"
    pos.play(("roll", 4))
    assert pos.exchanged == 1


def test_r18_1_a_win_of_the_allied_army_is_the_bidders() -> None:
    pos = bid(9, 12)
    for _ in range(2):
        pos.play(pos.actions()[0])
    pos.turn, pos.points = 3, 12
    to_evening(pos, "day.end")
    assert pos.outcome is not None
    assert (pos.outcome.winner, pos.outcome.score) == ("axis", {"allied": 0, "axis": 12})


# Options


def test_r19_1g_tiger_cubs_make_a_tank_unit_whole_in_each_refit() -> None:
    pos = scene({"A": "7RTR~ 2RTR~ 1/11~"}, options={"tiger_cubs": True}, advantage=ALLIED)
    to_evening(pos, "refit.begin")
    pos.play(("tiger_cubs",))
    assert {action[1] for action in pos.actions() if action[-1] == "cubs"} == {UNIT["7RTR"], UNIT["2RTR"]}
    pos.play(("restore", UNIT["7RTR"], "cubs"))
    assert pos.stack[-1][2][0] == 1
    assert not [action for action in pos.actions() if action[-1] == "cubs"]
    to_evening(pos, "refit.begin")
    assert [action for action in pos.actions() if action[-1] == "cubs"] == [("restore", UNIT["2RTR"], "cubs")]


def test_r19_1g_not_without_the_option() -> None:
    pos = scene({"A": "7RTR~ 2RTR~"}, advantage=ALLIED)
    to_evening(pos, "refit.begin")
    assert "tiger_cubs" not in verbs(pos)


def test_r19_1h_regroup_after_an_assault() -> None:
    pos = scene({"18": "1/8 2/8", "A": "11H"}, "axis", options={"wireless_intercepts": True}, advantage=AXIS)
    assault(pos, "18")
    go(pos, "1/8", "20")
    end(pos)
    assert verbs(pos) == {"intercept", "enough"}
    pos.play(("intercept",))
    assert whom(pos, "pick") == {"1/8", "2/8"}


def test_r19_1h_assault_after_a_regroup() -> None:
    pos = scene({"18": "1/8 2/8", "A": "11H"}, "axis", options={"wireless_intercepts": True}, advantage=AXIS)
    pos.play(("regroup",))
    pos.play(("done",))
    pos.play(("intercept",))
    assert verbs(pos) == {"assault", "pass"}
    assault(pos, "18")
    assert pos.kind == "assault"
    assert pos.stack[-1][0] == "assault.next"


def test_r19_1h_not_without_the_advantage() -> None:
    pos = scene({"18": "1/8 2/8", "A": "11H"}, "axis", options={"wireless_intercepts": True}, advantage=ALLIED)
    pos.play(("regroup",))
    pos.play(("done",))
    assert pos.stack[-1][0] != "impulse.intercept"


@pytest.mark.parametrize(("day", "low", "flies"), [(1, 0, False), (2, 0, True), (2, 1, False)])
def test_r19_2_the_ffa_flies_from_the_second_day_with_fuel(day: int, low: int, flies: bool) -> None:
    units = {"14": "33PAK 15MC(-)", "15": "7RTR"}
    pos = scene(units, "axis", day=day, options={"luftwaffe": True}, fuel_low=low, advantage=2, advantage_next=0)
    assault(pos, "14")
    go(pos, "15MC(-)", "15")
    pos.play(("attack", PLACE["15"]))
    assert (pos.stack[-1][0] == "battle.air") is flies


def test_r19_2_a_shortage_declared_in_the_same_impulse_grounds_the_ffa() -> None:
    pos = scene({"14": "1/8 2/8", "15": "7RTR"}, options={"luftwaffe": True}, advantage=ALLIED)
    pos.play(("pass",))
    assault(pos, "14")
    go(pos, "1/8", "15")
    pos.play(("attack", PLACE["15"]))
    assert (pos.stack[-1][0], verbs(pos)) == ("battle.target", {"lead", "fuel"})  # 12.1D
    flies = pos.copy()
    pos.play(("fuel",))
    assert pos.stack[-1][0] == "battle.call"
    flies.play(("lead", UNIT["7RTR"]))
    assert flies.stack[-1][0] == "battle.air"


def test_r19_2_aircraft_come_before_rommel_and_both_may_join() -> None:
    pos = scene({"14": "1/8", "15": "7RTR"}, "axis", options={"luftwaffe": True}, advantage=AXIS)
    assault(pos, "14")
    go(pos, "1/8", "15")
    assert pos.stack[-1][0] == "battle.air"
    fight(pos, air=2, rommel=3)
    assert (pos.air_dice, pos.rommel_die, attack_value(pos)) == (2, 3, 6 + 5)


@pytest.mark.parametrize(("face", "effect"), [(3, 4), (6, 6)])
def test_r19_2_allied_air_rolls_add_one_up_to_six(face: int, effect: int) -> None:
    pos = scene({"14": "7RTR", "15": "1/62"}, options={"luftwaffe": True})
    pos.field = PLACE["15"]
    assert air_effect(pos, face) == effect


def test_r19_3_the_consolidated_4rtr_replaces_its_parts() -> None:
    pos = opening(consolidated_4rtr=True)
    for unit in ("4RTR(-)", "SQ-A", "SQ-B"):
        assert at(pos, unit) is None
    for zone in ("D", "B"):
        pos.play(("place", pos.actions()[0][1], PLACE[zone]))
    assert {action[1] for action in pos.actions()} == {UNIT["4RTR"]}
    assert targets(pos, "place") == {"A", "B", "C"}


def test_r19_4_one_unit_in_a_and_one_in_h_refit_free() -> None:
    pos = scene({"A": "7RTR~ 2RTR~", "H": "9Aus~", "B": "6RTR~"}, options={"allied_reserves": True}, advantage=AXIS)
    to_evening(pos, "refit.begin")
    free = {action[1] for action in pos.actions() if action[-1] == "reserve"}
    assert free == {UNIT["7RTR"], UNIT["2RTR"], UNIT["9Aus"]}
    pos.play(("restore", UNIT["7RTR"], "reserve"))
    assert {action[1] for action in pos.actions() if action[-1] == "reserve"} == {UNIT["9Aus"]}
    pos.play(("restore", UNIT["9Aus"], "reserve"))
    assert pos.stack[-1][2][0] == 1
    assert reduced(pos, "7RTR", "9Aus") == [False, False]


@pytest.mark.parametrize(
    ("option", "lead", "against", "bonus"),
    [(True, "7RTR", "1/62", 2), (True, "22Gds", "1/62", 0), (True, "7RTR", "15MC(-)", 0), (False, "7RTR", "1/62", 0)],
)
def test_r19_5_tanks_shock_italian_infantry(option: bool, lead: str, against: str, bonus: int) -> None:
    pos = scene({"14": lead, "15": against}, options={"italian_infantry": option})
    assault(pos, "14")
    go(pos, lead, "15")
    fight(pos)
    assert attack_value(pos) == 6 + bonus


@pytest.mark.parametrize(("option", "bonus"), [(True, 0), (False, 1)])
def test_r19_5_italian_infantry_does_not_combine_arms(option: bool, bonus: int) -> None:
    pos = scene({"14": "1/8 XX 33PAK", "15": "7RTR"}, "axis", options={"italian_infantry": option}, advantage=2)
    assault(pos, "14")
    go(pos, "1/8 XX 33PAK", "15")
    fight(pos, lead="1/8")
    assert attack_value(pos) == 6 + 2 + bonus


def test_r19_6_outnumbering_the_besiegers_is_worth_a_point_once() -> None:
    pos = scene({"H": "9Aus 18Bde XX XXI", "G": "1/5"}, "axis", options={"tobruk_bonus": True})
    assert pos.points == 0
    assault(pos, "H")
    pos.play(("pick", UNIT["XX"]))
    pos.play(("go", PLACE["G"]))
    assert (pos.points, pos.bonus) == (1, 1)
    pos.play(("pick", UNIT["XXI"])) if ("pick", UNIT["XXI"]) in pos.actions() else None
    assert pos.points == 1


def test_r19_6_not_without_the_option() -> None:
    pos = scene({"H": "9Aus 18Bde XX XXI", "G": "1/5"}, "axis")
    assault(pos, "H")
    pos.play(("pick", UNIT["XX"]))
    pos.play(("go", PLACE["G"]))
    assert pos.points == 0


@pytest.mark.parametrize(("points", "turn", "winner"), [(8, 3, "axis"), (9, 4, None), (10, 4, None), (11, 3, "allied")])
def test_r20_1_the_extended_game_goes_on_with_nine_or_ten(points: int, turn: int, winner: str | None) -> None:
    pos = started(extended=True)
    pos.turn, pos.points = 3, points
    to_evening(pos, "day.end")
    assert pos.turn == turn
    assert (pos.outcome.winner if pos.outcome else None) == winner


def test_r20_on_the_fourth_day_only_tobruk_counts() -> None:
    pos = started(extended=True)
    pos.turn, pos.points = 4, 10
    to_evening(pos, "day.end")
    assert pos.outcome is not None
    assert pos.outcome.winner == "axis"
    relieved = scene({"H": "9Aus"}, allied="G F E", day=4, options={"extended": True})
    to_evening(relieved, "day.end")
    assert relieved.outcome is not None
    assert relieved.outcome.winner == "allied"


def test_every_place_of_the_rules_is_on_the_map() -> None:
    box = started().box
    assert [GAME.map.ids[place] for place in (box.halfaya, box.musaid, box.buq_buq, box.tobruk)] == [
        "6",
        "17",
        "A",
        "H",
    ]
