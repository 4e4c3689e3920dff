"""When the greedy player of Western Desert Force digs in, and what the careful one minds."""

from __future__ import annotations

import pytest

from sandtable.ai import agent
from sandtable.ai.core import greedy as core
from sandtable.ai.western_desert.careful import Planner
from sandtable.ai.western_desert.danger import danger
from sandtable.ai.western_desert.moves import SafeSites, on_guard
from sandtable.ai.western_desert.plans import plan_of
from sandtable.ai.western_desert.policy import Greedy
from sandtable.ai.western_desert.value import digs_in, planned_battle
from sandtable.engine.maps import places_in
from sandtable.engine.records import Seat
from sandtable.games.western_desert.position import WesternDesertPosition
from sandtable.games.western_desert.terms import MOTORIZED, TOBRUK
from tests.games.western_desert.scene import ALLIED, AXIS, GAME, HEX, UNIT, ask, play, scene

FOE = {"4512": "A01 A02 A03"}


def line(*placed: dict[str, str], points: int = 6) -> WesternDesertPosition:
    """The Axis with units placed and so many attack points."""
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


def test_the_axis_walks_into_an_empty_alexandria() -> None:
    pos = ask(scene({"6310": "X18", "6110": "X19"}, active=AXIS), "move.to", None, (UNIT["X18"],), ())
    assert Planner().choose(Seat(pos, "axis"))[1] == pos.box.alexandria


def test_the_depot_is_not_put_where_anybody_can_walk_in() -> None:
    pos = scene({"4110": "A06 A07", "3309": "X18"}, depots=("5310", "1119"))
    sites = SafeSites(pos, ALLIED)
    assert sites.score(HEX["4110"]) > sites.score(HEX["4009"]) + 5


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
