"""When the greedy player of Western Desert Force digs in, and what the careful one minds."""

from __future__ import annotations

import pytest

from sandtable.ai import agent
from sandtable.ai.core import greedy as core
from sandtable.ai.western_desert.careful import Planner
from sandtable.ai.western_desert.danger import danger
from sandtable.ai.western_desert.moves import on_guard, safe_depot_score
from sandtable.ai.western_desert.plans import plan_of
from sandtable.ai.western_desert.policy import Greedy
from sandtable.ai.western_desert.value import digs_in, stacks_of
from sandtable.engine.maps import places_in
from sandtable.engine.records import Seat
from sandtable.games.western_desert.position import WesternDesertPosition
from sandtable.games.western_desert.terms import MOTORIZED, TOBRUK
from tests.games.western_desert.scene import ALLIED, AXIS, GAME, ask, at, desert, play, unit

FOE = ("A01 4512", "A02 4512", "A03 4512")


def line(*placed: str, points: int = 6) -> WesternDesertPosition:
    """The Axis with units placed and so many attack points."""
    pos = desert(*placed, active=AXIS)
    pos.points[AXIS] = points
    return pos


@pytest.mark.parametrize(
    ("placed", "points", "digs"),
    [
        (("X10 4110", *FOE), 6, True),  # Sollum, outmatched
        (("X10 4110",), 6, False),  # nobody is coming
        (("X10 4110", *FOE), 1, False),  # the points are for attacks
        (("X10 4213", *FOE), 6, False),  # open desert, nothing to hold
    ],
)
def test_r12_1_foot_digs_in_on_the_road_when_it_is_outmatched(placed: tuple[str, ...], points: int, digs: bool) -> None:
    assert digs_in(line(*placed, points=points), unit("X10")) == digs


def test_r12_1_the_greedy_player_builds_and_leaves_it_at_that() -> None:
    pos = line("X10 4110", *FOE)
    ask(pos, "move.choose")
    greedy = Greedy()
    while pos.stack:
        play(pos, greedy.choose(Seat(pos, "axis")))
    assert pos.work_at(pos.where[unit("X10")]) == 1
    assert pos.points[AXIS] == 5


def test_of_neighbouring_hexes_only_the_best_speaks_for_them() -> None:
    pos = line("X10 4213", *FOE)
    play(ask(pos, "move.choose"), ("unit", unit("X10")))
    assert pos.stack[-1][0] == "move.to"
    actions = pos.actions()
    plain, rated = core.Greedy.rate(Greedy(), pos, actions), Greedy().rate(pos, actions)
    assert rated.index(max(rated)) == plain.index(max(plain))
    best = sorted(range(len(actions)), key=lambda n: -rated[n])[:3]
    places = [actions[n][1] for n in best if actions[n][0] == "to"]
    assert all(pos.box.distance(a, b) > 1 for a in places for b in places if a != b)
    assert rated != plain


def test_an_empty_base_is_in_danger_from_who_can_drive_there_and_no_other() -> None:
    base = desert().box.sources[ALLIED]
    assert danger(pos := desert("X18 3909"), ALLIED).walks_into(pos, base), "a recon battalion, by road"
    box = desert().box
    roads = sorted(GAME.map.ids[p] for p in places_in(box.network) if box.to_source[ALLIED][p] == 14)
    shut = [f"A{number:02} {place}" for number, place in enumerate(roads, 11)]
    assert not danger(pos := desert("X18 3909", *shut), ALLIED).walks_into(pos, base), "every road is shut"
    assert not danger(pos := desert("X01 2706"), ALLIED).walks_into(pos, base), "foot does not come that far"


def test_the_last_guard_of_the_base_stays_and_others_may_go() -> None:
    alone = ask(desert("A06 6508", "X18 3909"), "move.choose")
    dangers = Planner().danger(alone, ALLIED, alone.actions())
    assert dangers is not None
    assert {a for a, d in zip(alone.actions(), dangers, strict=True) if d} == {("unit", unit("A06"))}
    assert Planner().choose(Seat(alone, "allied")) == ("done",)
    two = ask(desert("A06 6508", "A07 6508", "X18 3909"), "move.choose")
    assert len(on_guard(two, ALLIED)) == 1
    assert on_guard(desert("A06 6508"), ALLIED) == set(), "nobody could come"


def test_the_axis_walks_into_an_empty_alexandria() -> None:
    pos = ask(desert("X18 6310", "X19 6110", active=AXIS), "move.to", None, (unit("X18"),), ())
    assert Planner().choose(Seat(pos, "axis"))[1] == pos.box.alexandria


def test_the_depot_is_not_put_where_anybody_can_walk_in() -> None:
    pos = desert("A06 4110", "A07 4110", "X18 3309", depots=("5310", "1119"))
    stacks = stacks_of(pos, ALLIED)
    assert safe_depot_score(pos, ALLIED, at("4110"), stacks) > safe_depot_score(pos, ALLIED, at("4009"), stacks) + 5


def test_a_ring_can_be_closed_round_a_stack_in_the_open_but_not_beside_friends() -> None:
    foes = ("X20 3210", "X22 3210", "X30 3011", "X31 3011")
    open_ = desert("A01 3111", *foes)
    assert danger(open_, ALLIED).closes_ring(open_, at("3111"))
    beside = GAME.map.ids[min(places_in(open_.box.open[MOTORIZED][at("3111")] & ~open_.held[AXIS]))]
    backed = desert("A01 3111", f"A02 {beside}", *foes)
    assert not danger(backed, ALLIED).closes_ring(backed, at("3111"))
    threat = danger(open_, ALLIED)
    assert threat.risk(open_, at("3111"), 5.0, 10.0) > 0.0 == threat.risk(open_, at("3111"), 100.0, 10.0)


def test_tobruk_keeps_its_best_foot_and_as_many_as_it_takes() -> None:
    weak, strong = "A10 3408", ("A06 3408", "A07 3408")
    few = desert(weak, *strong, "X20 2509")
    few.control[TOBRUK] = ALLIED
    assert {unit("A06"), unit("A07")} <= on_guard(few, ALLIED), "by strength, not by list"
    many = desert(
        weak, *strong, "A08 3408", "X20 3209", "X22 3209", "X30 3310", "X31 3310", "X38 3310", "X39 3310", "X27 3309"
    )
    many.control[TOBRUK] = ALLIED
    assert on_guard(many, ALLIED) == {unit(name) for name in ("A06", "A07", "A08")}


def test_plans_follow_the_calendar_until_the_balance_breaks_them() -> None:
    even = ("A01 4110", "A02 4110", "X20 3209", "X22 3209")
    assert [plan_of(desert(*even, turn=turn), ALLIED).attacks for turn in (1, 6, 10, 15, 19)] == [
        True,
        False,
        True,
        False,
        True,
    ]
    assert plan_of(desert("A01 4110", "A02 4110", "X18 3209", turn=6), ALLIED).attacks, "far stronger"
    assert not plan_of(desert("A10 4110", "X20 3209", turn=10), ALLIED).attacks, "far weaker"


def test_an_offensive_is_declared_only_if_an_attack_can_follow() -> None:
    idle = ask(desert("X20 3209", "A01 5110", active=AXIS), "offensive.declare")
    assert Planner().choose(Seat(idle, "axis")) == ("normal",)


def test_the_raider_takes_a_depot_that_nobody_guards() -> None:
    pos = ask(desert("X18 3309", active=AXIS, depots=("4110", "1119")), "move.choose")
    raider = agent("raider", "western-desert", 1)
    play(pos, raider.choose(Seat(pos, "axis")))
    play(pos, raider.choose(Seat(pos, "axis")))
    assert pos.depot[ALLIED] == -1
