"""Set-up, sequence, events, air and fleet."""

from __future__ import annotations

from typing import Any

import pytest

from sandtable.games.western_desert import sequence
from sandtable.games.western_desert.rules import r05_events
from sandtable.games.western_desert.rules.r05_events import EVENTS, event_barred
from sandtable.games.western_desert.rules.r09_stacking import fits
from sandtable.games.western_desert.terms import DAMAGED, DUE, INSIDE, INTACT, LAST_TURN, RESERVE, TOBRUK
from tests.games.western_desert.scene import (
    ALLIED,
    AXIS,
    CHANCE,
    GAME,
    HEX,
    UNIT,
    ask,
    empty,
    hits,
    play,
    roll,
    scene,
    step,
    verbs,
)


def event(pos: Any, name: Any) -> Any:
    """Roll the event of this name."""
    number = next(n for n, row in pos.box.events.items() if row["event"] == name)
    ask(pos, "event.roll", CHANCE)
    return roll(pos, *divmod(number, 10))


def test_r3_0_units_start_where_the_card_says_within_stacking_limits() -> None:
    pos = empty()
    assert pos.where[UNIT["A01"]] == HEX["5011"]
    assert pos.where[UNIT["A11"]] == RESERVE
    assert pos.where[UNIT["X20"]] == DUE
    for place in range(len(GAME.map)):
        for side in (ALLIED, AXIS):
            assert fits(pos, pos.fighters_at(place, side))
    assert pos.flags[UNIT["X01"]] & INSIDE


def test_r3_1_turn_one_opens_with_the_allies_their_points_and_the_fleet() -> None:
    pos = empty()
    assert (pos.turn, pos.side, step(pos)) == (1, "allied", "depot.place")
    assert (pos.points, pos.air, pos.air_side, pos.naval) == ([4, 2], 4, ALLIED, 1)
    assert pos.control == [AXIS, AXIS, AXIS]
    assert pos.fortress == [INTACT, INTACT]


@pytest.mark.parametrize(("turn", "may"), [(1, False), (2, False), (3, True)])
def test_r3_2_italians_do_not_retreat_on_the_first_two_turns(turn: Any, may: Any) -> None:
    pos = scene({"4611": "A01 A02", "4511": "X05"}, turn=turn)
    hits(pos, 0, 2, "A01 A02", "4511")
    assert (("retreat",) in pos.actions()) == may


def test_r4_0_the_turn_runs_in_the_order_of_the_book() -> None:
    lines = [line.step for line in sequence.TURN.lines]
    assert lines[:3] == ["turn.begin", "event.roll", "air.roll"]
    half = [line.step for line in sequence.PLAYER if not line.step.startswith(("phase", "stacking"))]
    assert half == [
        "depot.removal", "depot.place", "organization.air", "replacements.begin", "reinforcements", "leader.montgomery",
        "reserves.begin", "offensive.declare", "move.begin", "combat.begin", "move.begin", "combat.begin", "attrition",
    ]  # fmt: skip
    assert lines.count("player.begin") == 2
    assert lines[-1] == "turn.end"
    assert LAST_TURN == 23


def test_r4_0_a_depot_lies_on_its_moved_side_until_the_turn_ends() -> None:
    pos = scene({"5011": "A01", "2012": "X01"})
    pos.depot_moved = [1, 1]
    ask(pos, "turn.end")
    assert pos.depot_moved == [0, 0]
    assert pos.turn == 6


def test_r5_0_the_allied_die_is_the_tens_and_the_axis_die_the_ones() -> None:
    pos = scene(turn=8)
    ask(pos, "event.roll", CHANCE)
    roll(pos, 2, 1)
    assert pos.event == 21
    assert pos.points == [9, 6]


def test_r5_0_early_and_repeated_events_count_as_none() -> None:
    pos = scene(turn=6)
    event(pos, "special-allied-convoy")
    assert (pos.event, pos.points[ALLIED]) == (0, 6)
    assert event_barred(pos, 21) == "early"
    pos = scene(turn=7)
    event(pos, "special-allied-convoy")
    assert pos.points[ALLIED] == 9
    event(pos, "special-allied-convoy")
    assert pos.points[ALLIED] == 9


def test_r5_0_an_impossible_event_counts_as_none_and_may_come_again() -> None:
    pos = scene(turn=8)
    event(pos, "rommel-assassination")
    assert (pos.event, pos.used_events) == (0, 0)
    pos = scene({"2609": "L3 X20"}, turn=8)
    event(pos, "rommel-assassination")
    roll(pos, 2)
    assert pos.where[UNIT["L3"]] == DUE


def test_r5_0_tobruk_reconstruction_may_come_on_any_turn_and_needs_damage() -> None:
    pos = scene(turn=2)
    event(pos, "tobruk-reconstruction")
    assert pos.event == 0
    pos.fortress[TOBRUK] = DAMAGED
    event(pos, "tobruk-reconstruction")
    assert pos.fortress[TOBRUK] == INTACT


def test_r5_0_every_event_of_the_table_is_known_and_can_happen() -> None:
    assert {row["event"] for row in empty().box.events.values()} == set(EVENTS)
    assert sorted(empty().box.events) == [10 * a + b for a in range(1, 7) for b in range(1, 7)]
    for name in EVENTS:
        pos = scene({"5011": "A01", "2012": "X20 X13 L3"}, turn=18)
        pos.captor, pos.fortress[TOBRUK] = AXIS, DAMAGED
        pos.arrives[UNIT["X30"]] = 19
        event(pos, name)
        assert pos.event, name


@pytest.mark.parametrize(
    ("name", "demand"), [("greek-crisis", 3), ("iraq-revolt", 2), ("syrian-campaign", 2), ("japanese-entry", 3)]
)
def test_r5_0_troubles_elsewhere_raise_the_demand(name: Any, demand: Any) -> None:
    calm, pos = scene(turn=14), scene(turn=14)
    event(pos, name)
    for moment in (calm, pos):
        ask(moment, "organization.air", AXIS)
        roll(moment, 3)
    assert pos.demand == calm.demand + demand


def test_r5_0_a_sandstorm_grounds_aircraft_and_stops_exploitation() -> None:
    pos = scene({"4611": "A01", "4511": "X05"}, turn=5)
    pos.air, pos.air_side = 4, ALLIED
    event(pos, "sandstorm")
    assert not sequence.no_storm(pos)
    ask(pos, "combat.begin")
    assert "bombard" not in verbs(pos)


def test_r5_0_a_breakdown_wears_out_armor_far_from_its_depot() -> None:
    pos = scene({"5011": "A01", "5210": "A02", "1119": "X20"}, turn=5)
    event(pos, "mechanical-breakdown")
    assert (pos.reduced[UNIT["A01"]], pos.reduced[UNIT["A02"]], pos.reduced[UNIT["X20"]]) == (1, 0, 0)


def test_r5_0_signals_let_a_side_roll_again_and_a_convoy_comes_early() -> None:
    pos = scene({"1119": "X13"}, turn=8, active=AXIS)
    event(pos, "signals-intelligence")
    ask(pos, "organization.air", ALLIED)
    roll(pos, 1)
    assert pos.actions() == [("keep",), ("again",)]
    play(pos, ("again",))
    roll(pos, 6)
    assert pos.org_die == 6
    pos.arrives[UNIT["X30"]] = 9
    event(pos, "reinforcement-convoy")
    ask(pos, "reinforcements")
    play(pos, ("early", UNIT["X30"]))
    assert pos.where[UNIT["X30"]] == HEX["1019"]


def test_r6_0_only_one_side_has_air_points_and_they_do_not_keep() -> None:
    pos = scene({"5011": "A01", "2012": "X01"}, turn=10)
    pos.air, pos.air_side, pos.naval = 3, AXIS, 1
    ask(pos, "turn.end")
    assert (pos.air, pos.naval) == (0, 0)
    ask(pos, "turn", ALLIED, 1)
    roll(pos, 1, 1)
    roll(pos, 6, 1)
    assert pos.air_side == ALLIED
    assert pos.air > 0


def test_r6_1_equal_scores_leave_the_air_to_nobody() -> None:
    pos = scene(turn=14, depots=("3709", "3609"))
    ask(pos, "air.roll", CHANCE)
    roll(pos, 3, 3)
    assert (pos.air, pos.air_side) == (0, -1)


def test_r6_1_events_reinforce_the_air_die() -> None:
    pos = scene(turn=14, depots=("3709", "3609"))
    pos.effects |= r05_events.AIR_REINFORCED[ALLIED]
    ask(pos, "air.roll", CHANCE)
    roll(pos, 3, 3)
    assert (pos.air, pos.air_side) == (1, ALLIED)


@pytest.mark.parametrize(("allied", "sortie", "naval"), [(6, False, 1), (5, False, 0), (6, True, 0)])
def test_r6_2_the_fleet_comes_on_an_unmodified_six(allied: Any, sortie: Any, naval: Any) -> None:
    pos = scene(turn=14)
    pos.effects |= r05_events.FLEET_SORTIE if sortie else 0
    ask(pos, "air.roll", CHANCE)
    roll(pos, allied, 1)
    assert pos.naval == naval


def test_r6_2_no_fleet_when_the_axis_wins_the_air() -> None:
    pos = scene(turn=6, depots=("2012", "1119"))
    pos.depot[ALLIED] = HEX["1119"]
    ask(pos, "air.roll", CHANCE)
    roll(pos, 6, 6)
    assert (pos.air_side, pos.naval) == (AXIS, 0)
