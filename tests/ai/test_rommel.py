"""How the greedy player of Rommel in the Desert weighs things."""

from __future__ import annotations

from random import Random

from sandtable.ai.rommel.checks import as_listed, set_arrange
from sandtable.ai.rommel.lines import base_in_reach, cuts, line
from sandtable.ai.rommel.outlook import evaluate, terms
from sandtable.ai.rommel.policy import Greedy
from sandtable.ai.rommel.relief import cards_for_relief, relief
from sandtable.ai.rommel.value import Survey, exchange, is_losing, survey
from sandtable.games.rommel.position import RommelPosition
from sandtable.games.rommel.rules.r07_supply import ground
from tests.games.rommel.scene import ALLIED, AXIS, GAME, HEX, NUMBER, ask, fight, put, scene


def test_a_base_wants_a_guard_only_while_the_enemy_is_near() -> None:
    pos = scene({"Mersa Matruh": "A43", "Gazala": "G01"})
    far = Survey(pos, ALLIED)
    assert HEX["Alexandria"] not in far.aims
    assert far.shift([NUMBER["A43"]], HEX["Alexandria"]) < 0
    put(pos, "El Daba", "G01")
    assert HEX["Alexandria"] in Survey(pos, ALLIED).aims


def test_a_loser_dares_more_only_when_the_end_is_near() -> None:
    pos = scene(scenario="1941")
    pos.turn = 1
    assert not is_losing(pos, AXIS)
    pos.turn = pos.box.plan.last
    assert is_losing(pos, AXIS)
    assert not is_losing(pos, ALLIED)
    assert Survey(pos, AXIS).care < Survey(pos, ALLIED).care


def test_losses_weigh_more_on_the_weaker_army() -> None:
    pos = scene({"Gazala": "G01", "Tobruk": "A43 A44 A45 A21 A22"}, scenario="1941")
    assert Survey(pos, AXIS).care > 1 > Survey(pos, ALLIED).care


def test_a_mined_fortress_is_known_to_be_hard() -> None:
    pos = scene({"Tobruk": "G01 G02 A43"})
    pos.change_hand(AXIS, 3, 0)
    mine, theirs = [NUMBER["G01"], NUMBER["G02"]], [NUMBER["A43"]]
    bare = exchange(pos, HEX["Tobruk"], mine, theirs)[0]
    pos.mines = ((HEX["Tobruk"], ALLIED, 1, 1 << HEX["Tobruk"]),)
    assert exchange(pos, HEX["Tobruk"], mine, theirs)[0] < bare


def test_blocks_are_mixed_before_the_game_and_by_the_seed() -> None:
    arranged = set()
    for seed in range(3):
        pos = GAME.start("battleaxe").quiet()
        assert isinstance(pos, RommelPosition)
        set_arrange(pos, "axis")
        pos.settle()
        greedy = Greedy(seed)
        while pos.stack[-1].step.startswith("setup."):
            pos.play(greedy.reply(pos, greedy.rng))
        assert not as_listed(pos, AXIS)
        arranged.add(tuple(pos.where))
    assert len(arranged) == 3


def test_a_line_that_two_blocks_could_cut_is_seen() -> None:
    pos = scene({"Sollum": "A01 A02 A10", "Gambut": "G01 G02"}, scenario="battleaxe")
    assert line(ground(pos, ALLIED), HEX["Sollum"])
    found = cuts(pos, ALLIED, Survey(pos, ALLIED).stacks(Survey(pos, ALLIED).mine))
    assert found
    cut = found[0]
    for place in (hex_ for hex_ in range(len(GAME.map)) if cut.hexes >> hex_ & 1):
        put(pos, GAME.map.ids[place], "G03" if not pos.at(place, AXIS) and pos.where[NUMBER["G03"]] < 0 else "G04")
    assert HEX["Sollum"] in Survey(pos, ALLIED).stranded


def test_blocks_cut_off_and_disrupted_are_nearly_lost() -> None:
    def worth(*, cut: bool, down: bool) -> float:
        pos = scene({"Mersa Matruh": "A43", "Gazala": "G01"}, scenario="battleaxe")
        lost = next(place for place in range(len(GAME.map)) if not Survey(pos, ALLIED).supplied >> place & 1)
        put(pos, GAME.map.ids[lost] if cut else "Sidi Barrani", "A01", "A02", down=down)
        return terms(pos, ALLIED)["strength"]

    assert worth(cut=True, down=True) < worth(cut=True, down=False) < worth(cut=False, down=False)


def test_blocks_cut_off_by_two_enemies_look_for_every_hex_that_is_missing() -> None:
    pos = scene({"Fuka": "A05 A27", "Alexandria": "A24", "El Daba": "I01", "El Daba SE1": "I19"}, scenario="alamein")
    sense = Survey(pos, ALLIED)
    assert HEX["Fuka"] in sense.stranded
    assert len(sense.relief) > 1
    assert all(share > 0 for share in sense.relief.values())
    missing = next(iter(sense.relief))
    assert sense.ambush(missing) >= sense.relief[missing]


def test_a_rescue_is_worth_more_to_a_force_that_beats_who_is_there() -> None:
    pos = scene({"Fuka": "A05 A27", "Alexandria": "A24", "El Daba": "I01"}, scenario="alamein")
    sense, daba = Survey(pos, ALLIED), HEX["El Daba"]
    sense.relief = {daba: 10.0}
    strong, weak = [NUMBER["A05"], NUMBER["A27"]], [NUMBER["A27"]]
    assert 10.0 > sense.rescue(daba, strong) > sense.rescue(daba, weak) > 0


def test_the_plan_of_a_side_can_be_told() -> None:
    pos = scene({"Tobruk": "A43", "Gazala": "G01"}, scenario="gazala")
    assert "Tobruk" in Greedy().plan(pos, AXIS)
    assert Greedy().plan(pos, AXIS) != Greedy().plan(pos, ALLIED)


def test_the_last_guard_stays_while_the_base_can_be_reached() -> None:
    pos = scene({"Alexandria": "A43", "El Daba": "G01"})
    pos.change_hand(ALLIED, 2, 0)
    assert base_in_reach(pos, ALLIED)
    ask(pos, "move.group", ALLIED, HEX["Alexandria"], 0)
    dangers = Greedy().danger(pos, ALLIED, pos.actions())
    assert dangers is not None
    assert dangers[pos.actions().index(("take", NUMBER["A43"]))] > 0
    put(pos, "Gazala", "G01")
    assert Greedy().danger(pos, ALLIED, pos.actions()) is None
    far = scene({"Alexandria": "A43", "Gazala": "G01"})
    assert evaluate(far, ALLIED) > evaluate(scene({"Mersa Matruh": "A43", "El Alamein": "G01"}), ALLIED)


def test_who_would_lose_does_not_end_the_last_month_and_who_would_win_does() -> None:
    pos = scene({"Sidi Barrani": "A01 A02", "Sollum": "G01"}, scenario="battleaxe")
    pos.hands = (2, 2, 2, 0)
    ask(pos, "cards.lay", ALLIED)
    choice = Greedy().reply(pos, Random(1))
    assert choice[1] > 0
    pos.passes = 1
    ask(pos, "cards.lay", AXIS)
    assert Greedy().reply(pos, Random(1))[1] == 0


ROAD = {"Bir el Gubi SE1": "A01 A02", "Sidi Omar SW1": "A12", "Sidi Omar SE1": "A14", "Bir Sofafi": "A10"}


def road_to_tobruk(*, axis_cards: int) -> RommelPosition:
    """All of a road to Tobruk but the enemies in Bir el Gubi."""
    axis = {"Bir el Gubi": "I10", "Sidi Omar": "G04", "Sollum": "G11", "Gambut": "G08", "Bardia": "I13"}
    axis["Gazala SE1"] = "I11"
    pos = scene({**ROAD, **axis, "Tobruk": "A34 A35"}, scenario="battleaxe")
    pos.turn, pos.hands = pos.box.plan.last, (3, 0, axis_cards, 0)
    return pos


def test_r7_1_a_road_through_enemies_wants_blocks_over_both_hexsides() -> None:
    pos = road_to_tobruk(axis_cards=0)
    gubi = HEX["Bir el Gubi"]
    assert set(survey(pos, ALLIED).gaps or ()) == {(gubi, HEX["Tobruk"]), (gubi, HEX["Bir el Gubi SE1"])}
    fight(pos, "Bir el Gubi", AXIS, "Tobruk")
    put(pos, "Bir el Gubi", "A34")
    assert survey(pos, ALLIED).gaps == ((gubi, HEX["Bir el Gubi SE1"]),)


def test_r10_4_tobruk_is_joined_by_two_moves_when_nobody_can_answer() -> None:
    pos = road_to_tobruk(axis_cards=0)
    assert cards_for_relief(pos, ALLIED) == 2
    assert {leg.start for leg in relief(pos, ALLIED, 2)} == {HEX["Tobruk"], HEX["Bir el Gubi SE1"]}
    assert not relief(pos, ALLIED, 1)
    assert not cards_for_relief(road_to_tobruk(axis_cards=4), ALLIED)


def test_in_the_last_month_who_would_lose_is_drawn_to_what_decides() -> None:
    pos = scene({"Gazala": "G01", "Tobruk": "A43", "Alexandria": "A44"}, scenario="gazala")
    pos.turn = pos.box.plan.last
    late = survey(pos, AXIS)
    assert late.must == {HEX["Tobruk"]}
    assert not survey(pos, ALLIED).must
    assert late.battle(HEX["Tobruk"], [NUMBER["G01"], NUMBER["G02"]]) > late.battle(HEX["Tobruk"], [NUMBER["G01"]])
