"""2 Movement."""

from __future__ import annotations

from itertools import pairwise
from random import Random

import pytest

from sandtable.engine.position import IllegalAction
from sandtable.games.rommel.position import RommelPosition
from sandtable.games.rommel.rules.r02_orders import gatherable, stack_way
from tests.games.rommel.scene import (
    ALLIED,
    AXIS,
    GAME,
    HEX,
    NUMBER,
    ask,
    blocks,
    events,
    fight,
    hexes,
    names,
    put,
    roll,
    scene,
    where,
)


def take(pos: RommelPosition, block: str, place: str, side: int = AXIS) -> RommelPosition:
    """A group move has begun and this block is in hand."""
    ask(pos, "move.group", side, HEX[place], 0)
    pos.play(("take", NUMBER[block]))
    return pos


def test_r2_0_a_move_is_a_group_or_a_regroup_or_nothing() -> None:
    pos = scene({"Gambut": "G01", "Bardia": "G02"})
    ask(pos, "move.order", AXIS, 0)
    assert names(pos.actions(), "group") == {"Gambut", "Bardia"}
    assert "Sidi Omar" in names(pos.actions(), "regroup")
    assert ("done",) in pos.actions()


def test_r2_1_a_group_move_scatters_blocks_of_one_hex() -> None:
    pos = scene({"Gambut": "G01 G02 G03"})
    ask(pos, "move.group", AXIS, HEX["Gambut"], 0)
    pos.play(("take", NUMBER["G01"]))
    pos.play(("to", HEX["Bardia"]))
    pos.play(("all",))
    pos.play(("to", HEX["Bir el Gubi"]))
    assert [where(pos, name) for name in ("G01", "G02", "G03")] == ["Bardia", "Bir el Gubi", "Bir el Gubi"]


def test_r2_2_a_regroup_gathers_from_the_command_hex_and_round_it() -> None:
    pos = scene({"Gambut": "G01", "Bardia": "G02", "Mechili": "G03"})
    ask(pos, "move.command", AXIS, HEX["Sidi Omar"], 0)
    pos.play(("rally", HEX["Sidi Omar"]))
    assert blocks(pos.actions(), "bring") == {"G01", "G02"}
    pos.play(("all",))
    assert where(pos, "G01") == where(pos, "G02") == "Sidi Omar"


def test_r2_2_the_way_of_a_block_to_a_regroup_is_told() -> None:
    pos = scene({"Gambut": "G01", "Bardia": "G02"})
    ask(pos, "move.gather", AXIS, HEX["Sidi Omar"], HEX["Sidi Omar SE1"], 0)
    ways = {a["piece"]: a["path"] for a in pos.see("axis")["actions"] if a["do"][0] == "bring"}
    assert len(ways) == 2
    for way in ways.values():
        assert way[-1] == "Sidi Omar SE1"
        assert all(GAME.board.distance[0][HEX[a]][HEX[b]] == 1 for a, b in pairwise(way))


def test_r2_2_a_regroup_may_be_by_forced_march() -> None:
    pos = scene({"Siwa NE2": "A41", "Siwa": "A42"})
    ask(pos, "move.command", ALLIED, HEX["Siwa NE1"], 0)
    away = [GAME.board.distance[0][HEX[name]] for name in ("Siwa", "Siwa NE2")]
    far = next(a[1] for a in pos.actions() if a[0] == "rally" and all(steps[a[1]] >= 2 for steps in away))
    pos.play(("rally", far))
    assert {action[0] for action in pos.actions()} == {"march", "done"}


def test_r2_2_2_blocks_that_cannot_get_there_stay() -> None:
    pos = scene({"Gambut": "G01 I08", "Bardia": "G02"})
    ask(pos, "move.gather", AXIS, HEX["Sidi Omar"], HEX["Sidi Omar SE1"], 0)
    assert blocks(pos.actions(), "bring") == {"G01", "G02"}
    pos.play(("all",))
    pos.play(("done",)) if pos.stack else None
    assert where(pos, "I08") == "Gambut"


@pytest.mark.parametrize(("block", "far", "too_far"), [("I08", 1, 2), ("G08", 2, 3), ("G01", 3, 4), ("G05", 4, 5)])
def test_r2_3_speed_is_hexes_across_the_desert(block: str, far: int, too_far: int) -> None:
    pos = scene()
    put(pos, "Siwa SE1", block)
    take(pos, block, "Siwa SE1")
    reached = names(pos.actions(), "to")
    away = {name: GAME.board.distance[0][HEX["Siwa SE1"]][HEX[name]] for name in GAME.map.ids}
    off_road = {name for name in reached if not GAME.board.by_grade[1][HEX[name]]}
    assert max(away[name] for name in off_road) == far
    assert not {name for name in reached if away[name] >= too_far}
    with pytest.raises(IllegalAction) as refused:
        pos.play(("to", HEX["Tobruk"]))
    assert refused.value.rule == "2.3"


def test_r2_4_full_sides_are_closed_unless_a_road_or_pass_crosses() -> None:
    board = GAME.board
    assert "Sidi Omar SE1" in hexes(board.barred[HEX["Sollum"]])
    assert "Sidi Omar" not in hexes(board.barred[HEX["Sollum"]])  # Halfaya Pass
    assert "Marawa" in hexes(board.around[HEX["Barce"]])  # the highway climbs
    assert "Agedabia SE1" in hexes(board.barred[HEX["Agedabia"]])
    pos = scene({"Agedabia": "I08"})
    take(pos, "I08", "Agedabia")
    with pytest.raises(IllegalAction) as refused:
        pos.play(("to", HEX["Agedabia SE1"]))
    assert refused.value.rule == "2.4"


@pytest.mark.parametrize(
    ("block", "start", "dest", "can"),
    [
        ("I08", "Gambut", "Mersa Matruh W1", False),
        ("I08", "Gambut", "Sidi Barrani E1", True),  # highway: 1 + 4
        ("I08", "Mechili", "Gadd el Ahmar E1", True),  # track: 1 + 2
        ("I08", "Siwa", "Siwa NE2", True),  # trail: 1 + 1
        ("I08", "Siwa", "Bir Sofafi SE2", False),
        ("I08", "Bir el Gubi", "Bardia", True),  # by track and highway, counted as track
    ],
)
def test_r2_5_a_road_gives_its_bonus_when_the_whole_way_follows_it(
    block: str, start: str, dest: str, can: bool
) -> None:
    pos = scene()
    put(pos, start, block)
    take(pos, block, start)
    assert (dest in names(pos.actions(), "to")) == can


def test_r2_6_rommel_adds_a_hex_to_one_axis_move_of_a_turn() -> None:
    pos = scene({"Siwa SE1": "I08 I09"})
    ask(pos, "move.group", AXIS, HEX["Siwa SE1"], 0)
    pos.play(("rommel",))
    pos.play(("take", NUMBER["I08"]))
    assert max(GAME.board.distance[0][HEX["Siwa SE1"]][HEX[name]] for name in names(pos.actions(), "to")) == 2
    pos.play(next(action for action in pos.actions() if action[0] == "to"))
    pos.moved = [0] * len(pos.moved)  # the second move of the turn
    for step in ("move.group", "move.command"):
        ask(pos, step, AXIS, HEX["Siwa SE1"], 0)
        assert ("rommel",) not in pos.actions()
    retiring = scene({"Tobruk": "I08 I09"})
    ask(retiring, "move.group", AXIS, HEX["Tobruk"], 2)
    assert ("rommel",) in retiring.actions()
    early = scene({"Tobruk": "I08"}, scenario="1940")
    ask(early, "move.group", AXIS, HEX["Tobruk"], 0)
    with pytest.raises(IllegalAction) as refused:
        early.play(("rommel",))
    assert refused.value.rule == "2.6"
    allied = scene({"Tobruk": "A43"})
    ask(allied, "move.group", ALLIED, HEX["Tobruk"], 0)
    assert ("rommel",) not in allied.actions()


@pytest.mark.parametrize(("face", "there", "down"), [(3, "Gambut", 1), (4, "Mersa Matruh W1", 0)])
def test_r2_7_a_forced_march_goes_one_hex_further_on_four_or_better(face: int, there: str, down: int) -> None:
    pos = scene({"Gambut": "I08"})
    take(pos, "I08", "Gambut")
    assert "Mersa Matruh W1" not in names(pos.actions(), "to")
    risks = {a["do"][0] for a in pos.see("axis")["actions"] if a.get("risk")}
    assert risks == {"march"}  # its places are marked unlike those in reach
    pos.play(("march", HEX["Mersa Matruh W1"]))
    roll(pos, face)
    assert where(pos, "I08") == there
    assert pos.disrupted[NUMBER["I08"]] == down


def test_r2_7_of_a_stack_only_those_who_need_the_hex_roll_for_it() -> None:
    pos = scene({"Gambut": "I08 I09 G08"})  # two on foot, one motorised
    ask(pos, "move.group", AXIS, HEX["Gambut"], 0)
    pos.play(("all",))
    pos.play(("march", HEX["Mersa Matruh W1"]))
    assert where(pos, "G08") == "Mersa Matruh W1"
    roll(pos, 6)
    roll(pos, 1)
    assert [where(pos, block) for block in ("I08", "I09")] == ["Mersa Matruh W1", "Gambut"]
    assert [pos.disrupted[NUMBER[block]] for block in ("I08", "I09", "G08")] == [0, 1, 0]
    assert events(pos, "march") == [(AXIS, HEX["Gambut"], HEX["Mersa Matruh W1"], 2)]


def test_r2_7_1_a_failed_march_out_of_a_battle_costs_a_step_too() -> None:
    pos = scene({"Gambut": "I08 I09 A43"})
    fight(pos, "Gambut", AXIS, "Tobruk")
    take(pos, "I08", "Gambut")
    march = next(action for action in pos.actions() if action[0] == "march")
    pos.play(march)
    roll(pos, 1)
    assert where(pos, "I08") == "Gambut"
    assert pos.steps[NUMBER["I08"]] == 2
    cost = "it is disrupted and loses a step"
    assert pos.report(None)[-1]["text"] == f"Forced march: a block breaks down at Gambut: {cost}."


@pytest.mark.parametrize(
    ("face", "said"),
    [
        (6, "a block reaches Sidi Omar, entering from Sidi Omar SE1."),
        (1, "a block breaks down at Bir Sofafi: it is disrupted."),
    ],
)
def test_r2_7_the_log_says_how_a_march_into_battle_went(face: int, said: str) -> None:
    pos = scene({"Bir Sofafi": "I08", "Sidi Omar": "A43"})
    take(pos, "I08", "Bir Sofafi")
    pos.play(("charge", HEX["Sidi Omar"], HEX["Sidi Omar SE1"]))
    roll(pos, face)
    assert pos.report(None)[-1]["text"] == f"Forced march: {said}"


def test_r2_8_the_log_names_the_hexside_crossed_into_battle() -> None:
    pos = scene({"Bir el Gubi": "G01 G02", "Tobruk": "A43"})
    ask(pos, "move.group", AXIS, HEX["Bir el Gubi"], 0)
    for block, via in (("G01", "Bir el Gubi"), ("G02", "Gambut")):
        pos.play(("take", NUMBER[block]))
        pos.play(("enter", HEX["Tobruk"], HEX[via]))
    assert [line["text"] for line in pos.report(None)] == [
        "1 Axis block goes from Bir el Gubi to Tobruk.",
        "1 Axis block goes from Bir el Gubi to Tobruk, entering from Gambut.",
    ]


def test_r2_8_two_units_a_hexside_into_battle() -> None:
    pos = scene({"Bir el Gubi": "G01 G02 G03", "Tobruk": "A43"})
    ask(pos, "move.group", AXIS, HEX["Bir el Gubi"], 0)
    for block in ("G01", "G02"):
        pos.play(("take", NUMBER[block]))
        pos.play(("enter", HEX["Tobruk"], HEX["Bir el Gubi"]))
    pos.play(("take", NUMBER["G03"]))
    assert ("enter", HEX["Tobruk"], HEX["Bir el Gubi"]) not in pos.actions()
    assert ("enter", HEX["Tobruk"], HEX["Gambut"]) in pos.actions()
    with pytest.raises(IllegalAction) as refused:
        pos.play(("enter", HEX["Tobruk"], HEX["Bir el Gubi"]))
    assert refused.value.rule == "2.8"


def test_r2_8_2_a_march_into_battle_that_arrives_counts_once() -> None:
    pos = scene({"Bir Sofafi": "I08 I09 I10", "Sidi Omar": "A43"})
    ask(pos, "move.group", AXIS, HEX["Bir Sofafi"], 0)
    charge = ("charge", HEX["Sidi Omar"])
    for block in ("I08", "I09"):
        pos.play(("take", NUMBER[block]))
        pos.play(next(action for action in pos.actions() if action[:2] == charge))
        roll(pos, 6)
    assert sum(count for *_, count in pos.crossed) == 2


def test_r2_8_2_a_failed_march_into_battle_still_counts() -> None:
    pos = scene({"Bir Sofafi SE2": "A41 A42 A43", "Bir Sofafi": "I10"})
    ask(pos, "move.group", ALLIED, HEX["Bir Sofafi SE2"], 0)
    for block in ("A41", "A42"):
        pos.play(("take", NUMBER[block]))
        pos.play(("charge", HEX["Bir Sofafi"], HEX["Bir Sofafi SE1"]))
        roll(pos, 1)
    pos.play(("take", NUMBER["A43"]))
    assert ("charge", HEX["Bir Sofafi"], HEX["Bir Sofafi SE1"]) not in pos.actions()
    assert pos.battles == ()


def test_r2_8_2_nobody_may_gamble_on_failed_marches_past_the_limit() -> None:
    pos = scene({"Bir el Gubi": "G01 G02 G03", "Tobruk": "A43"})
    ask(pos, "move.group", AXIS, HEX["Bir el Gubi"], 0)
    pos.play(("all",))
    assert not [action for action in pos.actions() if action[0] in ("enter", "charge")]


def test_r2_8_1_one_unit_over_a_pass_or_by_a_road_through_closed_ground() -> None:
    pos = scene({"Sidi Omar": "G01 G02", "Sollum": "A43"})
    ask(pos, "move.group", AXIS, HEX["Sidi Omar"], 0)
    pos.play(("take", NUMBER["G01"]))
    pos.play(("enter", HEX["Sollum"], HEX["Sidi Omar"]))
    pos.play(("take", NUMBER["G02"]))
    ways = {GAME.map.ids[action[2]] for action in pos.actions() if action[:2] == ("enter", HEX["Sollum"])}
    assert ways == {"Bardia", "Bir Sofafi"}  # by road through the escarpment, one unit each


def test_r2_8_1_two_together_are_too_many_for_a_pass() -> None:
    pos = scene({"Sidi Omar": "G01 G02", "Sollum": "A43"})
    ask(pos, "move.group", AXIS, HEX["Sidi Omar"], 0)
    pos.play(("all",))
    assert not [action for action in pos.actions() if action[0] in ("enter", "charge")]


def test_r2_9_a_block_stops_where_enemies_are() -> None:
    pos = scene({"Tobruk": "I08", "Gambut": "A43"})
    take(pos, "I08", "Tobruk")
    assert "Sollum" not in names(pos.actions(), "to")  # three hexes by highway, but through the enemy
    pos.play(("enter", HEX["Gambut"], HEX["Tobruk"]))
    assert where(pos, "I08") == "Gambut"
    assert pos.battles == ((HEX["Gambut"], ALLIED, 1 << HEX["Tobruk"]),)


def test_r2_1_all_of_them_can_be_put_back_and_taken_again() -> None:
    pos = scene({"Gambut": "G01 G02"})
    ask(pos, "move.group", AXIS, HEX["Gambut"], 0)
    for verb in (("all",), ("take", NUMBER["G02"])):
        pos.play(verb)
        pos.play(("keep",))
        assert pos.stack[-1].step == "move.group"
        assert blocks(pos.actions(), "take") == {"G01", "G02"}
        assert not any(pos.moved)
    pos.play(("all",))
    pos.play(("to", HEX["Bardia"]))
    assert where(pos, "G01") == where(pos, "G02") == "Bardia"


def test_r2_2_2_a_regroup_into_a_battle_asks_from_where() -> None:
    pos = scene({"Gambut": "I08", "Sidi Omar": "A43"})
    for dest, asked in (("Sidi Omar", True), ("Bardia", False)):
        ask(pos, "move.gather", AXIS, HEX["Gambut"], HEX[dest], 0)
        assert ("goes in" in pos.see("axis")["prompt"]["text"]) == asked


def test_r2_2_2_a_regroup_offers_a_forced_march_over_another_hexside() -> None:
    pos = scene({"Siwa SE1": "I08"})
    beside = HEX["Siwa SE1"]
    foe = next(hex_ for hex_ in GAME.map.neighbours[beside] if not GAME.board.by_grade[1][hex_])
    put(pos, GAME.map.ids[foe], "A43")
    ask(pos, "move.gather", AXIS, beside, foe, 0)
    ways = {(action[0], GAME.map.ids[action[2]]) for action in pos.actions() if len(action) == 3}
    assert {via for verb, via in ways if verb == "send"} == {"Siwa SE1"}
    around = set(GAME.map.neighbours[foe]) & set(GAME.map.neighbours[beside])
    assert {via for verb, via in ways if verb == "charge"} == {GAME.map.ids[hex_] for hex_ in around}


@pytest.mark.parametrize("step", ["move.group", "move.command"])
def test_r2_6_1_rommel_costs_nothing_until_a_block_moves_with_him(step: str) -> None:
    pos = scene({"Gambut": "I08 I09"})
    ask(pos, step, AXIS, HEX["Gambut"], 0)
    pos.play(("rommel",))
    assert pos.rommel == 0
    assert not events(pos, "rommel")
    assert pos.stack[-1].args[-1] == 1
    pos.play(("rommel",))
    assert pos.stack[-1].args[-1] == 0
    pos.play(("rommel",))
    pos.play(("done",))
    assert pos.rommel == 0
    assert pos.stack == ()


def test_r2_6_1_a_forced_march_with_rommel_uses_him_even_if_it_fails() -> None:
    pos = scene({"Siwa SE1": "I08 I09"})
    ask(pos, "move.group", AXIS, HEX["Siwa SE1"], 0)
    pos.play(("rommel",))
    pos.play(("take", NUMBER["I08"]))
    pos.play(next(action for action in pos.actions() if action[0] == "march"))
    assert pos.rommel == 1
    assert events(pos, "rommel") == [(AXIS,)]
    roll(pos, 1)
    assert ("rommel",) not in pos.actions()  # a block has moved


@pytest.mark.parametrize("seed", range(12))
def test_r2_5_the_way_shown_is_one_the_block_can_go(seed: int) -> None:
    """A second look at every move offered: the way is whole, as long as its worst grade allows, and free of enemies."""
    rng = Random(seed)
    pos = scene(scenario="gazala")
    spots = [hex_ for hex_ in range(len(GAME.map)) if GAME.board.by_grade[1][hex_]]
    for unit in rng.sample(range(100), 24):
        place = rng.choice(spots)
        if not pos.at(place, 1 - pos.box.side[unit]):
            pos.where[unit] = place
    for unit in pos.box.units[AXIS]:
        start = pos.where[unit]
        if start < 0:
            continue
        ask(pos, "move.group", AXIS, start, 0)
        if ("take", unit) not in pos.actions():
            continue
        pos.play(("take", unit))
        for action in pos.actions():
            if action[0] == "keep":
                continue
            march = action[0] in ("march", "charge")
            way = stack_way(pos, [unit], action[1], action[2] if len(action) == 3 else -1, 0, march)
            steps = list(zip((start, *way), way, strict=False))
            grades = [g for g in range(4) if all(GAME.board.by_grade[g][a] >> b & 1 for a, b in steps)]
            assert way[-1] == action[1]
            assert grades
            assert len(way) <= pos.box.speed[unit] + march + GAME.tables.bonus[max(grades)]
            assert not any(pos.at(hex_, ALLIED) for hex_ in way[:-1])


def test_r2_9_the_first_hex_of_the_map_is_a_way_like_any_other() -> None:
    """Hexes are numbered from 0: over its side one enters a battle as over any other."""
    place = GAME.map.neighbours[0][0]
    pos = scene()
    put(pos, GAME.map.ids[0], "G01")
    put(pos, GAME.map.ids[place], "A43")
    take(pos, "G01", GAME.map.ids[0])
    pos.play(("enter", place, 0))
    assert pos.battles == ((place, ALLIED, 1),)
    assert pos.crossed == ((0, place, 1),)
    assert not pos.disrupted[NUMBER["G01"]]


def test_r3_1_the_way_out_of_a_battle_leads_over_an_own_hexside() -> None:
    pos = scene({"Gambut": "G01 G02 A43"})
    fight(pos, "Gambut", ALLIED, "Bir el Gubi")
    assert stack_way(pos, [NUMBER["G01"]], HEX["Bir el Gubi SE1"], -1, 0, False) == (
        HEX["Bir el Gubi"],
        HEX["Bir el Gubi SE1"],
    )


def test_r2_4_a_closed_side_is_named_whatever_the_number_of_the_hex() -> None:
    pos = scene({"Agedabia SE1": "I08"})
    take(pos, "I08", "Agedabia SE1")
    for place, rule in ((HEX["Agedabia"], "2.4"), (len(GAME.map), "2.3"), (-1, "2.3")):
        with pytest.raises(IllegalAction) as refused:
            pos.play(("to", place))
        assert refused.value.rule == rule


def test_r2_2_2_all_is_offered_only_when_several_can_come() -> None:
    pos = scene({"Gambut": "G01"})
    ask(pos, "move.gather", AXIS, HEX["Sidi Omar"], HEX["Sidi Omar"], 0)
    assert pos.actions() == [("bring", NUMBER["G01"]), ("done",)]


def test_r8_4_the_slowest_sets_the_way_of_a_stack() -> None:
    pos = scene({"Barce": "I08 G05"})
    pos.mines = ((HEX["Benghazi"], ALLIED, 0, 1 << HEX["Benghazi"]),)  # on the highway; recon alone would cut across
    ask(pos, "move.group", AXIS, HEX["Barce"], 0)
    pos.play(("all",))
    pos.play(("to", HEX["Beda Fomm"]))
    assert where(pos, "I08") == where(pos, "G05") == "Benghazi"


def test_r2_0_only_hexes_with_blocks_that_may_move_are_offered() -> None:
    pos = scene({"Gambut": "G01"})
    put(pos, "Derna", "G02", down=True)
    put(pos, "Mechili", "G03")
    pos.moved[NUMBER["G03"]] = 1
    ask(pos, "move.order", AXIS, 0)
    assert names(pos.actions(), "group") == {"Gambut"}
    assert names(pos.actions(), "regroup") == set()  # blocks of one hex make no regroup


def test_r2_1_a_block_of_the_enemy_is_no_part_of_the_move() -> None:
    pos = scene({"Gambut": "G01 G02"})
    put(pos, "Bardia", "A43", down=True)
    ask(pos, "move.group", AXIS, HEX["Gambut"], 0)
    with pytest.raises(IllegalAction) as refused:
        pos.play(("take", NUMBER["A43"]))
    assert refused.value.rule == "2.1"


def test_r2_2_a_regroup_may_strike_an_enemy_and_allies_have_no_rommel() -> None:
    pos = scene({"Gambut": "A01", "Bir el Gubi": "A02", "Tobruk": "I08"})
    ask(pos, "move.command", ALLIED, HEX["Gambut"], 0)
    assert "Tobruk" in names(pos.actions(), "rally")
    assert ("rommel",) not in pos.actions()
    pos.play(("rally", HEX["Tobruk"]))
    pos.play(("send", NUMBER["A01"], HEX["Gambut"]))
    pos.play(("send", NUMBER["A02"], HEX["Bir el Gubi"]))
    assert where(pos, "A01") == where(pos, "A02") == "Tobruk"
    assert hexes(pos.battles[0][2]) == {"Gambut", "Bir el Gubi"}


def test_r2_7_a_regroup_by_forced_march_rolls_for_each_block() -> None:
    pos = scene({"Siwa SE1": "I08"})
    foe = next(hex_ for hex_ in GAME.map.neighbours[HEX["Siwa SE1"]] if not GAME.board.by_grade[1][hex_])
    put(pos, GAME.map.ids[foe], "A43")
    ask(pos, "move.gather", AXIS, HEX["Siwa SE1"], foe, 0)
    charge = next(action for action in pos.actions() if action[0] == "charge")
    pos.play(charge)
    assert pos.crossed == ((charge[2], foe, 1),)
    roll(pos, 4)
    assert pos.where[NUMBER["I08"]] == foe
    assert pos.battles == ((foe, ALLIED, 1 << charge[2]),)


def test_r2_2_a_withdrawal_by_regroup_leaves_the_unsupplied_of_the_command_hex() -> None:
    pos = scene()
    put(pos, "Siwa NE1", "A43")  # no line
    put(pos, "Siwa", "A44")  # fed by the oasis, but no line either
    assert gatherable(pos, ALLIED, HEX["Siwa NE1"], 2) == [NUMBER["A44"]]
    assert gatherable(pos, ALLIED, HEX["Siwa NE1"], 0) == [NUMBER["A43"], NUMBER["A44"]]


def test_r2_8_2_a_forced_march_over_the_first_hex_of_the_map_counts_too() -> None:
    pos = scene({"Mersa Brega NE1": "A41 A42", "Antelat": "I10"})
    ask(pos, "move.group", ALLIED, HEX["Mersa Brega NE1"], 0)
    pos.play(("take", NUMBER["A41"]))
    pos.play(next(a for a in pos.actions() if a[0] in ("charge", "enter") and a[1:] == (HEX["Antelat"], 0)))
    if pos.side == "chance":
        roll(pos, 1)
    assert pos.crossed == ((0, HEX["Antelat"], 1),)


def test_r5_0_a_retreat_over_the_first_hex_of_the_map_routs_before_it_is_disrupted() -> None:
    pos = scene({"Mersa Brega NE1": "G01 G02 A43"})
    fight(pos, "Mersa Brega NE1", ALLIED, "Agedabia")
    put(pos, "Antelat", "A45", down=True)
    take(pos, "G01", "Mersa Brega NE1")
    pos.play(("enter", HEX["Antelat"], 0))
    assert not pos.disrupted[NUMBER["G01"]]


def test_r6_6_a_block_that_joins_a_known_one_hides_it() -> None:
    pos = scene({"Gambut": "G01", "Tobruk": "G02"})
    pos.known[NUMBER["G01"]] = 1
    take(pos, "G02", "Tobruk")
    pos.play(("to", HEX["Gambut"]))
    assert not pos.known[NUMBER["G01"]]


def test_r8_4_own_mines_neither_stop_nor_show() -> None:
    pos = scene({"Tobruk": "I08"})
    mine = (HEX["Gambut"], AXIS, 0, 1 << HEX["Gambut"])
    pos.mines = (mine,)
    take(pos, "I08", "Tobruk")
    pos.play(("to", HEX["Bardia"]))
    assert where(pos, "I08") == "Bardia"
    assert pos.mines == (mine,)


def test_r2_2_2_a_block_that_is_no_part_of_the_regroup_is_refused_by_that_rule() -> None:
    pos = scene({"Gambut": "G01", "Bardia": "G02"})
    ask(pos, "move.gather", AXIS, HEX["Sidi Omar"], HEX["Sidi Omar"], 0)
    with pytest.raises(IllegalAction) as refused:
        pos.play(("bring", NUMBER["G03"]))
    assert refused.value.rule == "2.2.2"


def test_r9_6_a_block_that_has_marched_is_not_rested() -> None:
    pos = scene({"El Agheila": "G01"})
    pos.rested[NUMBER["G01"]] = 1
    take(pos, "G01", "El Agheila")
    pos.play(("to", HEX["Mersa Brega"]))
    assert not pos.rested[NUMBER["G01"]]


def test_r2_1_a_plain_move_uses_neither_hexsides_nor_rommel() -> None:
    pos = scene({"Gambut": "G01"})
    take(pos, "G01", "Gambut")
    pos.play(("to", HEX["Bardia"]))
    assert (len(pos.crossed), pos.rommel) == (0, 0)
    assert not events(pos, "rommel")


def test_r8_4_the_way_leads_round_a_known_minefield() -> None:
    pos = scene({"Barce": "G05"})
    assert HEX["Er Rejima"] in stack_way(pos, [NUMBER["G05"]], HEX["Beda Fomm"], -1, 0, False)
    pos.mines = ((HEX["Er Rejima"], ALLIED, 1, 1 << HEX["Er Rejima"]),)
    assert HEX["Benghazi"] in stack_way(pos, [NUMBER["G05"]], HEX["Beda Fomm"], -1, 0, False)


@pytest.mark.parametrize(("goal", "owner"), [("Tobruk", AXIS), ("Tmimi", ALLIED)])
def test_r8_1_a_fortress_that_is_only_passed_does_not_change_hands(goal: str, owner: int) -> None:
    pos = scene({"Gambut": "I08"})
    assert HEX["Tobruk"] in stack_way(pos, [NUMBER["I08"]], HEX[goal], -1, 0, False)
    take(pos, "I08", "Gambut")
    pos.play(("to", HEX[goal]))
    assert where(pos, "I08") == goal
    assert pos.owner(HEX["Tobruk"]) == owner
