"""What greedy knows in Western Desert Force of raids by road: can a place fall, and how is a base taken?"""

from __future__ import annotations

from random import Random

import pytest

from sandtable.ai.western_desert.assault import base_risk, defence_of, depot_worth, fall_chance, feeds_who_takes
from sandtable.ai.western_desert.careful import Planner, rear_first
from sandtable.ai.western_desert.coups import coup_scores, promising
from sandtable.ai.western_desert.danger import danger
from sandtable.ai.western_desert.moves import SafeSites, on_guard, parts, posts
from sandtable.ai.western_desert.plans import plan_of
from sandtable.ai.western_desert.policy import Greedy
from sandtable.ai.western_desert.turns import starved
from sandtable.ai.western_desert.value import Sites
from sandtable.engine.flow import push
from sandtable.engine.records import Seat
from sandtable.engine.sides import CHANCE, PLAYERS
from sandtable.games.western_desert.position import Battle, WesternDesertPosition
from sandtable.games.western_desert.rules.r10_strength import defense_dice
from sandtable.games.western_desert.sequence import TURN
from sandtable.games.western_desert.terms import TOBRUK
from tests.games.western_desert.scene import ALLIED, AXIS, HEX, UNIT, ask, scene

ALEXANDRIA = "6508"
PANZERS = {"3809": "X20 X22 X30 X31"}


def held_by(*placed: dict[str, str], place: str = ALEXANDRIA, side: int = ALLIED) -> float:
    """The chance that a place falls with the units that are in it."""
    pos = scene(*placed)
    return fall_chance(pos, side, HEX[place], pos.fighters_at(HEX[place], side))


def test_r9_4_panzers_far_up_an_open_road_can_storm_a_base_in_their_exploitation() -> None:
    assert held_by({ALEXANDRIA: "A06"}, PANZERS) > 0.5
    assert held_by({ALEXANDRIA: "A06"}, {"3809": "X10 X12"}) == 0.0  # divisions on foot do not exploit
    assert held_by({ALEXANDRIA: "A06"}, {"2513": "X20"}) < held_by({ALEXANDRIA: "A06"}, PANZERS)


def test_r9_4_a_brigade_across_the_road_keeps_them_away() -> None:
    free = {ALEXANDRIA: "A06"}
    assert held_by({**free, "4809": "A07", "4913": "A08", "5011": "A09"}, PANZERS) < held_by(free, PANZERS)


def test_a_larger_garrison_is_safer_and_an_empty_base_falls() -> None:
    chances = [held_by({ALEXANDRIA: units}, PANZERS) for units in ("A06", "A06 A07", "A06 A07 A08", "A06 A07 A08 A09")]
    assert chances == sorted(chances, reverse=True)
    assert chances[0] > chances[-1]
    assert fall_chance(scene(PANZERS, {"5011": "A06"}), ALLIED, HEX[ALEXANDRIA], ()) == 1.0


def test_r10_12_the_defence_is_reckoned_as_the_rules_do() -> None:
    pos = scene({"3408": "A06 A01 A10"}, {"3509": "X20"}, active=AXIS)
    units = tuple(pos.fighters_at(HEX["3408"], ALLIED))
    battle = Battle(tuple(pos.fighters_at(HEX["3509"], AXIS)), units, (HEX["3408"],))
    dice = defense_dice(pos, battle)
    assert defence_of(pos, ALLIED, HEX["3408"], units, False) == (dice.strength, dice.fives > dice.sixes)


def test_r17_1_nobody_feeds_who_takes_a_base_past_a_strong_army_on_the_road() -> None:
    open_road = scene({ALEXANDRIA: "A06"}, PANZERS)
    assert feeds_who_takes(open_road, ALLIED, HEX[ALEXANDRIA])
    shut = scene({ALEXANDRIA: "A06", "3709": "A07", "3711": "A08", "3713": "A09"}, {"4409": "X20 X22 X30 X31"})
    assert not feeds_who_takes(shut, ALLIED, HEX[ALEXANDRIA])
    assert base_risk(shut, ALLIED, shut.fighters_at(HEX[ALEXANDRIA], ALLIED)) == 0.0


def test_r7_14_a_depot_is_worth_its_attack_points() -> None:
    pos = scene({"4809": "A06"})
    pos.points[ALLIED] = 12
    rich = depot_worth(pos, ALLIED)
    pos.points[ALLIED] = 0
    assert 0 < depot_worth(pos, ALLIED) < rich


def test_a_base_that_can_fall_keeps_all_it_needs_and_calls_for_more() -> None:
    pos = scene({ALEXANDRIA: "A06 A07", "5016": "A08"}, PANZERS)
    here = set(pos.fighters_at(HEX[ALEXANDRIA], ALLIED))
    assert on_guard(pos, ALLIED) >= here
    assert posts(pos, ALLIED, [UNIT["A08"]], danger(pos, ALLIED))[HEX[ALEXANDRIA]] > 10
    far = scene({ALEXANDRIA: "A06 A07", "5016": "A08"}, {"1019": "X10"})
    assert HEX[ALEXANDRIA] not in posts(far, ALLIED, [UNIT["A08"]], danger(far, ALLIED))


def coup(*placed: dict[str, str]) -> WesternDesertPosition:
    """The Axis about to move."""
    pos = scene(*placed, active=AXIS, depots=("5310", "3709"))
    push(pos, "turn", ALLIED, max(n for n, line in enumerate(TURN.lines) if line.step == "phase.movement"))
    pos.settle()
    return pos


def test_r17_1_greedy_drives_to_a_weak_alexandria_and_wins() -> None:
    pos = coup({ALEXANDRIA: "A10", "5014": "A06 A07"}, {"3809": "X20 X22 X30 X31", "1019": "X10"})
    assert promising(pos, AXIS)
    player = Planner(1)
    assert player.choose(Seat(pos, "axis"))[0] == "unit"
    assert player._stance is not None
    assert player._stance.plan.coup
    rng = Random(1)
    while pos.stack and pos.turn == 5:
        who = pos.stack[-1].side
        pos.play(pos.sample(rng) if who == CHANCE else player.choose(Seat(pos, PLAYERS[who])))
    assert pos.over is not None
    assert pos.over[0] == AXIS


def test_r17_1_nobody_drives_to_a_strong_alexandria() -> None:
    guards = {ALEXANDRIA: "A01 A06 A07 A08 A10"}
    pos = coup(guards, {"3809": "X20 X22", "1019": "X10"})
    assert not promising(pos, AXIS)


def test_r9_5_who_makes_for_a_base_stops_where_he_can_exploit_to_it() -> None:
    pos = coup({ALEXANDRIA: "A10"}, {"5110": "X20"})
    near, far = HEX["6408"], HEX["5110"]
    found = coup_scores(pos, [UNIT["X20"]], [near, HEX["6210"], far, HEX[ALEXANDRIA]])
    assert found[HEX[ALEXANDRIA]] > found[near] > found[HEX["6210"]]
    assert far not in found


@pytest.mark.parametrize(("besiegers", "parting"), [("X20 X22 X30 X31", True), ("X10", False)])
def test_a_stack_parts_for_a_tobruk_that_has_no_room_for_all_of_it(besiegers: str, parting: bool) -> None:
    pos = scene({"3408": "A10", "3309": "A01 A02 A06 A07 A08"}, {"2909": besiegers})
    pos.control[TOBRUK] = ALLIED
    assert parts(pos, ALLIED, HEX["3309"]) == parting


def test_r17_1_nobody_retreats_out_of_his_base() -> None:
    pos = scene({ALEXANDRIA: "A06 A07"}, {"6509": "X20 X22"}, active=AXIS)
    place = HEX[ALEXANDRIA]
    battle = Battle(tuple(pos.fighters_at(HEX["6509"], AXIS)), tuple(pos.fighters_at(place, ALLIED)), (place,), 1)
    pos.battle = tuple(battle._replace(hits=(0, 2), strength=6))
    rated = Greedy.scorers["combat.losses"](Greedy(), pos, ALLIED, [("lose", UNIT["A06"]), ("retreat",)])
    assert rated[0] > rated[1]


def test_r8_1_a_stack_whose_road_home_can_be_closed_stands_to_lose_part_of_its_value() -> None:
    army = {"2708": "A01 A02"}
    for behind, shut in (({"3009": "X20 X22 X30 X31"}, True), ({"1514": "X20 X22 X30 X31"}, False)):
        pos = scene(army, behind)
        found = starved(pos, HEX["2708"], danger(pos, ALLIED), {HEX["2708"]: 10})
        assert (found > 0) == shut


def test_r7_11_the_depot_of_a_side_that_waits_stays_back() -> None:
    pos = scene({"4509": "A01 A02 A06 A07 A08", "4609": "A04"}, {"4110": "X07", "4009": "X10"}, active=AXIS, turn=2)
    pos.depot[AXIS] = HEX["3309"]
    sites = SafeSites(pos, AXIS)
    assert not plan_of(pos, AXIS).attacks
    lead = sites.score(HEX["2207"]) - sites.score(HEX["3909"])
    sites.closeness = Sites.closeness
    assert lead > sites.score(HEX["2207"]) - sites.score(HEX["3909"])


def test_r9_4_who_is_far_from_the_enemy_moves_first_while_strategic_moves_are_allowed() -> None:
    pos = ask(scene({"6508": "A12", "6408": "A06 A07", "4409": "A08 A09"}, {"3909": "X10"}), "move.choose")
    assert Planner().choose(Seat(pos, "allied")) == ("stack", HEX["6408"])
    pos.ordered = 1
    assert rear_first(pos, ALLIED) is None
