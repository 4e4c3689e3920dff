"""When the greedy player of Western Desert Force digs in, and what the careful one minds."""

from __future__ import annotations

import pytest

from sandtable.ai import agent
from sandtable.ai.core import greedy as core
from sandtable.ai.western_desert.careful import Planner, destination_scores
from sandtable.ai.western_desert.danger import danger
from sandtable.ai.western_desert.debts import debt
from sandtable.ai.western_desert.moves import SafeSites, careful_scores, cut_off, fed_through, on_guard, share_in_range
from sandtable.ai.western_desert.plans import plan_of
from sandtable.ai.western_desert.policy import Greedy
from sandtable.ai.western_desert.value import (
    DENIED,
    digs_in,
    has_way_back,
    planned_battle,
    step_prices,
    worth_of_standing,
)
from sandtable.engine.maps import places_in
from sandtable.engine.records import Seat
from sandtable.games.western_desert.position import Battle, WesternDesertPosition
from sandtable.games.western_desert.rules.r10_fight import least_steps
from sandtable.games.western_desert.terms import MOTORIZED, TOBRUK
from tests.games.western_desert.scene import ALLIED, AXIS, GAME, HEX, UNIT, ask, play, scene

FOE = {"4512": "A01 A02 A03"}


def line(*placed: dict[str, str], points: int = 6) -> WesternDesertPosition:
    """The Axis with units placed and this many attack points."""
    pos = scene(*placed, active=AXIS)
    pos.points[AXIS] = points
    return pos


@pytest.mark.parametrize(
    ("placed", "points", "digs"),
    [
        ({**FOE, "4110": "X10"}, 6, True),  # Sollum, outmatched
        ({"4110": "X10"}, 6, False),  # nobody is coming
        ({**FOE, "4110": "X10"}, 1, False),  # the points are for attacks
        ({**FOE, "4213": "X10"}, 6, False),  # open desert, nothing to hold
    ],
)
def test_r12_1_foot_digs_in_on_the_road_when_it_is_outmatched(placed: dict[str, str], points: int, digs: bool) -> None:
    assert digs_in(line(placed, points=points), UNIT["X10"]) == digs


def test_r12_1_the_greedy_player_builds_and_leaves_it_at_that() -> None:
    pos = line(FOE, {"4110": "X10"})
    ask(pos, "move.choose")
    greedy = Greedy()
    while pos.stack:
        play(pos, greedy.choose(Seat(pos, "axis")))
    assert pos.work_at(pos.where[UNIT["X10"]]) == 1
    assert pos.points[AXIS] == 5


def test_of_neighbouring_hexes_only_the_best_speaks_for_them() -> None:
    pos = line(FOE, {"4213": "X10"})
    play(ask(pos, "move.choose"), ("unit", UNIT["X10"]))
    assert pos.stack[-1][0] == "move.to"
    actions = pos.actions()
    plain, rated = core.Greedy.rate(Greedy(), pos, actions), Greedy().rate(pos, actions)
    assert rated.index(max(rated)) == plain.index(max(plain))
    best = sorted(range(len(actions)), key=lambda n: -rated[n])[:3]
    places = [actions[n][1] for n in best if actions[n][0] == "to"]
    assert all(pos.box.distance(a, b) > 1 for a in places for b in places if a != b)
    assert rated != plain


def test_an_empty_base_is_in_danger_from_who_can_drive_there_and_no_other() -> None:
    base = scene().box.sources[ALLIED]
    assert danger(pos := scene({"3909": "X18"}), ALLIED).walks_into(pos, base), "a recon battalion, by road"
    box = scene().box
    roads = sorted(GAME.map.ids[p] for p in places_in(box.network) if box.to_source[ALLIED][p] == 14)
    shut = {place: f"A{number:02}" for number, place in enumerate(roads, 11)}
    assert not danger(pos := scene(shut, {"3909": "X18"}), ALLIED).walks_into(pos, base), "every road is shut"
    assert not danger(pos := scene({"2706": "X01"}), ALLIED).walks_into(pos, base), "foot does not come that far"


def test_the_last_guard_of_the_base_stays_and_others_may_go() -> None:
    alone = ask(scene({"6508": "A06", "3909": "X18"}), "move.choose")
    dangers = Planner().danger(alone, ALLIED, alone.actions())
    assert dangers is not None
    assert {a for a, d in zip(alone.actions(), dangers, strict=True) if d} == {("unit", UNIT["A06"])}
    assert Planner().choose(Seat(alone, "allied")) == ("done",)
    two = ask(scene({"6508": "A06 A07", "3909": "X18"}), "move.choose")
    assert len(on_guard(two, ALLIED)) == 1
    assert on_guard(scene({"6508": "A06"}), ALLIED) == set(), "nobody could come"


def test_the_last_guard_stays_even_while_friends_bar_the_road_since_they_may_march_off() -> None:
    box = scene().box
    roads = sorted(GAME.map.ids[p] for p in places_in(box.network) if box.to_source[ALLIED][p] == 14)
    shut = {place: f"A{number:02}" for number, place in enumerate(roads, 11)}
    pos = ask(scene(shut, {"6508": "A06", "3909": "X18"}), "move.choose")
    base = box.sources[ALLIED]
    assert danger(pos, ALLIED).could_come(base) > danger(pos, ALLIED).walks_into(pos, base)
    assert on_guard(pos, ALLIED) == {UNIT["A06"]}
    dangers = Planner().danger(pos, ALLIED, pos.actions())
    assert dangers is not None
    assert {a for a, d in zip(pos.actions(), dangers, strict=True) if d} == {("unit", UNIT["A06"])}


def test_the_axis_walks_into_an_empty_alexandria() -> None:
    pos = ask(scene({"6310": "X18", "6110": "X19"}, active=AXIS), "move.to", None, (UNIT["X18"],), ())
    assert Planner().choose(Seat(pos, "axis"))[1] == pos.box.alexandria


def test_the_depot_is_not_put_where_anybody_can_walk_in() -> None:
    pos = scene({"4110": "A06 A07", "3309": "X18"}, depots=("5310", "1119"))
    naked = SafeSites(pos, ALLIED)
    pos.exploiting = 1
    late = SafeSites(pos, ALLIED)
    assert late.score(HEX["4110"]) > late.score(HEX["4009"]) + 5  # nobody will follow it
    assert naked.score(HEX["4009"]) - naked.score(HEX["4110"]) > late.score(HEX["4009"]) - late.score(HEX["4110"])


def test_r10_31_the_depot_goes_where_those_who_will_attack_are_in_its_range() -> None:
    pos = scene({"4809": "A01 A02 A03", "4409": "X10"}, depots=("5310", "1119"))
    pos.turn = 2
    sites = SafeSites(pos, ALLIED)
    assert share_in_range(pos.box.distance(HEX["4809"], HEX["4409"])) == 1.0
    assert share_in_range(pos.box.distance(HEX["5310"], HEX["4409"])) == 0.0
    assert sites.score(HEX["4809"]) > sites.score(HEX["5310"]) + 1.0


def test_r10_23_attackers_stand_if_it_costs_the_enemy_more_steps_than_them() -> None:
    pos = scene({"4609": "A01 A02", "4509": "X20 X21"}, turn=6)
    attackers, defenders = (UNIT["A01"], UNIT["A02"]), (UNIT["X20"], UNIT["X21"])
    pos.battle = tuple(Battle(attackers, defenders, (HEX["4509"],), 1, 0, hits=(2, 4)))
    assert has_way_back(pos, Battle(*pos.battle))
    assert worth_of_standing(pos) == pytest.approx(
        step_prices(pos, defenders)[least_steps(4)] - step_prices(pos, defenders)[1]
    )
    pos.battle = tuple(Battle(attackers, defenders, (HEX["4509"],), 1, 0, hits=(2, 1)))
    assert worth_of_standing(pos) == 0.0  # one hit is a step either way
    pos.turn = 1
    pos.battle = tuple(Battle(attackers, (UNIT["X10"],), (HEX["4509"],), 1, 0, hits=(2, 4)))
    assert worth_of_standing(pos) == 0.0  # 3.2: Italians may not retreat, so they lose all the steps anyway


def test_r09_2_nobody_digs_in_where_there_is_no_room() -> None:
    pos = scene({"4110": "A06+ A07+ A08+ A09+", "4210": "A12", "3909": "X01 X02 X05"}, turn=5)
    ask(pos, "move.to", None, (UNIT["A12"],), ())
    actions = pos.actions()
    assert ("dig", HEX["4110"]) in actions
    assert destination_scores(pos, ALLIED, actions, quick=False)[actions.index(("dig", HEX["4110"]))] == DENIED


def test_a_ring_can_be_closed_round_a_stack_in_the_open_but_not_beside_friends() -> None:
    foes = {"3210": "X20 X22", "3011": "X30 X31"}
    open_ = scene(foes, {"3111": "A01"})
    assert danger(open_, ALLIED).closes_ring(open_, HEX["3111"])
    beside = GAME.map.ids[min(places_in(open_.box.open[MOTORIZED][HEX["3111"]] & ~open_.held[AXIS]))]
    backed = scene(foes, {"3111": "A01", beside: "A02"})
    assert not danger(backed, ALLIED).closes_ring(backed, HEX["3111"])
    threat = danger(open_, ALLIED)
    assert threat.risk(open_, HEX["3111"], 5.0, 10.0) > 0.0 == threat.risk(open_, HEX["3111"], 100.0, 10.0)


def test_tobruk_keeps_its_best_foot_and_as_many_as_it_takes() -> None:
    weak, strong = {"3408": "A10"}, {"3408": "A06 A07"}
    few = scene(weak, strong, {"2509": "X20"})
    few.control[TOBRUK] = ALLIED
    assert {UNIT["A06"], UNIT["A07"]} <= on_guard(few, ALLIED), "by strength, not by list"
    many = scene(weak, strong, {"3408": "A08", "3209": "X20 X22", "3310": "X30 X31 X38 X39", "3309": "X27"})
    many.control[TOBRUK] = ALLIED
    assert on_guard(many, ALLIED) == {UNIT[name] for name in ("A06", "A07", "A08")}


def test_plans_follow_the_calendar_until_the_balance_breaks_them() -> None:
    even = {"4110": "A01 A02", "3209": "X20 X22"}
    assert [plan_of(scene(even, turn=turn), ALLIED).attacks for turn in (1, 6, 10, 15, 19)] == [
        True,
        False,
        True,
        False,
        True,
    ]
    assert plan_of(scene({"4110": "A01 A02", "3209": "X18"}, turn=6), ALLIED).attacks, "far stronger"
    assert not plan_of(scene({"4110": "A10", "3209": "X20"}, turn=10), ALLIED).attacks, "far weaker"


def test_an_offensive_is_declared_only_if_an_attack_can_follow() -> None:
    idle = ask(scene({"3209": "X20", "5110": "A01"}, active=AXIS), "offensive.declare")
    assert Planner().choose(Seat(idle, "axis")) == ("normal",)


def test_an_offensive_that_was_paid_for_is_carried_through_in_any_season() -> None:
    pos = scene({"4110": "A01 A02", "3209": "X20 X22"}, turn=6)
    waits = plan_of(pos, ALLIED)
    pos.major = 1
    storms = plan_of(pos, ALLIED)
    assert not waits.attacks
    assert storms.attacks
    assert storms.care < waits.care
    assert storms.odds < waits.odds
    assert plan_of(pos, AXIS).care == plan_of(scene({"4110": "A01 A02", "3209": "X20 X22"}, turn=6), AXIS).care


def test_the_raider_takes_a_depot_that_nobody_guards() -> None:
    pos = ask(scene({"3309": "X18"}, active=AXIS, depots=("4110", "1119")), "move.choose")
    raider = agent("raider", "western-desert", 1)
    play(pos, raider.choose(Seat(pos, "axis")))
    play(pos, raider.choose(Seat(pos, "axis")))
    assert pos.depot[ALLIED] == -1


def test_r12_3_a_unit_held_back_inside_its_position_is_no_part_of_a_planned_attack() -> None:
    pos = scene({"4110": "A06+ A07+", "4210": "X18"})
    plan = (HEX["4210"],), ((HEX["4110"], 1),), (UNIT["A06"],)
    battle = planned_battle(ask(pos, "combat.plan", None, *plan))
    assert battle is not None
    assert battle.attackers == (UNIT["A07"],)


def test_somebody_goes_back_to_an_empty_base_that_the_enemy_could_walk_into() -> None:
    away = scene({"6310": "A06", "6211": "A01", "5711": "X18 X19"})
    pos = ask(away, "move.choose")
    planner = Planner()
    picked = planner.choose(Seat(pos, "allied"))
    assert picked[0] == "unit"
    play(pos, picked)
    assert planner.choose(Seat(pos, "allied"))[1] == pos.box.alexandria
    far = ask(scene({"6310": "A06", "2009": "X10"}), "move.choose")
    assert planner.danger(far, ALLIED, far.actions()) is None, "nobody could come"


STRONG = "X20 X22 X30 X31"


def plan_against(pos: WesternDesertPosition, target: str, *stacks: str) -> WesternDesertPosition:
    """A planned attack on a hex from these."""
    return ask(pos, "combat.plan", None, (HEX[target],), tuple((HEX[place], 1) for place in stacks))


def test_r10_1_an_attack_costs_what_must_be_attacked_because_of_it() -> None:
    alone = scene({"4512": "A01 A02", "4511": "X18"})
    assert debt(plan_against(alone, "4511", "4512")) == 0.0, "nobody else is near"
    owed = {"4512": "A01 A02", "4612": "A10", "4511": "X18", "4513": STRONG}
    assert debt(plan_against(scene(owed), "4511", "4512")) > 1.0, "one brigade has to storm four regiments"
    surprised = scene(owed)
    surprised.surprise = 1
    assert debt(plan_against(surprised, "4511", "4512")) == 0.0, "7.92 lets them be"


def test_r10_1_greedy_leaves_a_weak_hex_alone_if_a_strong_one_is_owed_with_it() -> None:
    owed = {"4512": "A01 A02", "4612": "A10", "4511": "X18", "4513": STRONG}
    assert Planner().choose(Seat(ask(scene(owed), "combat.choose"), "allied")) == ("done",)
    weak = scene({"4512": "A01 A02", "4511": "X18"})
    assert Planner().choose(Seat(ask(weak, "combat.choose"), "allied"))[0] == "attack"


def test_r08_1_who_keeps_a_line_open_through_an_enemy_zone_does_not_march_off() -> None:
    pos = scene({"4409": "A06", "4609": "A07", "4411": "X20 X22", "4610": "X30"})
    assert not cut_off(pos, ALLIED, (UNIT["A06"],))
    assert fed_through(pos, ALLIED, (UNIT["A07"],)) > 0.0
    assert fed_through(pos, ALLIED, (UNIT["A06"],)) == 0.0, "nobody is fed through the last of the line"
    two = scene({"4409": "A06", "4609": "A07 A08", "4411": "X20 X22", "4610": "X30"})
    assert fed_through(two, ALLIED, (UNIT["A07"],)) == 0.0, "the other one stays"
    clear = scene({"4409": "A06", "4609": "A07", "3411": "X20 X22"})
    assert fed_through(clear, ALLIED, (UNIT["A07"],)) == 0.0, "no enemy zone"


def test_r08_3_a_stack_that_is_cut_off_makes_for_home() -> None:
    pos = ask(scene({"4409": "A06", "4411": "X20 X22", "4610": "X30"}), "move.choose")
    assert cut_off(pos, ALLIED, (UNIT["A06"],))
    scores, _ = careful_scores(pos, (UNIT["A06"],), (HEX["4310"], HEX["4509"]))
    assert scores[HEX["4509"]] > scores[HEX["4310"]]


def test_a_road_home_that_the_enemy_can_close_counts_as_a_risk_to_who_is_weaker() -> None:
    near = {"4411": STRONG}
    assert danger(pos := scene(near, {"4409": "A06"}), ALLIED).gets_behind(HEX["4409"]) > pos.strength(UNIT["A06"])
    assert danger(scene({"2009": STRONG}), ALLIED).gets_behind(HEX["4409"]) == 0.0, "too far away"
    risks = []
    for friends in ("", "A01 A02 A03 A06"):
        pos = ask(scene(near, {"4409": "A07"}, {"4509": friends}), "move.choose")
        risks.append(careful_scores(pos, (UNIT["A07"],), (HEX["4409"],))[1](HEX["4409"]))
    assert risks[0] > risks[1]
