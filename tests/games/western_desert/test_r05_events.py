"""5.0 Random events and what they do."""

from __future__ import annotations

from typing import Any

import pytest

from sandtable.games.western_desert import sequence
from sandtable.games.western_desert.rules import r05_events
from sandtable.games.western_desert.rules.r05_events import EVENTS, due_next_turn, event_barred, signals_side, worn_out
from sandtable.games.western_desert.rules.r07_organization import reserve_demand, supply_level
from sandtable.games.western_desert.rules.r07_replacements import Spent, allied_fits
from sandtable.games.western_desert.rules.r10_fight import no_retreat_rule
from sandtable.games.western_desert.rules.r10_strength import attack_dice, defense_dice
from sandtable.games.western_desert.rules.r12_positions import build_barred, funds_barred, pay
from sandtable.games.western_desert.terms import DAMAGED, DESTROYED, DUE, INTACT, RECOVERABLE, TOBRUK
from tests.games.western_desert.scene import (
    ALLIED,
    AXIS,
    CHANCE,
    HEX,
    UNIT,
    ask,
    battle,
    empty,
    play,
    roll,
    scene,
    verbs,
)


def event(pos: Any, name: Any) -> Any:
    """Roll the event of this name."""
    number = next(n for n, row in pos.box.events.items() if row["event"] == name)
    ask(pos, "event.roll", CHANCE)
    return roll(pos, *divmod(number, 10))


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


@pytest.mark.parametrize(
    ("name", "side", "change"),
    [
        ("allied-convoy-sunk", ALLIED, -2),
        ("axis-convoy-sunk", AXIS, -2),
        ("long-range-desert-group", AXIS, -1),
        ("special-allied-convoy", ALLIED, 3),
    ],
)
def test_r5_0_convoys_bring_and_cost_attack_points(name: str, side: int, change: int) -> None:
    pos = scene(turn=9)
    assert EVENTS[name](pos)
    assert pos.points[side] == 6 + change
    assert pos.points[1 - side] == 6
    pos.points = [0, 0]
    assert EVENTS[name](pos) == (change > 0)  # nothing to lose: it cannot happen


@pytest.mark.parametrize("captor", [ALLIED, AXIS])
def test_r5_0_captured_fuel_goes_to_the_last_captor(captor: int) -> None:
    pos = scene()
    assert not EVENTS["captured-fuel"](pos)
    pos.captor = captor
    assert EVENTS["captured-fuel"](pos)
    assert (pos.points[captor], pos.points[1 - captor]) == (7, 6)


@pytest.mark.parametrize(("before", "after"), [(DESTROYED, DAMAGED), (DAMAGED, INTACT)])
def test_r5_0_reconstruction_raises_tobruk_by_one_level(before: int, after: int) -> None:
    pos = scene()
    pos.fortress[TOBRUK] = before
    assert EVENTS["tobruk-reconstruction"](pos)
    assert pos.fortress[TOBRUK] == after


def test_r5_0_japan_draws_three_units_on_this_turn_and_the_next_two() -> None:
    pos = scene(turn=13)
    plain = [int(pos.box.reserve_demand[turn][2]) for turn in range(13, 17)]
    EVENTS["japanese-entry"](pos)
    found = []
    for turn in range(13, 17):
        pos.turn = turn
        found.append(reserve_demand(pos, 3))
    assert found == [plain[0] + 3, plain[1] + 3, plain[2] + 3, plain[3]]


@pytest.mark.parametrize(("name", "change"), [("malta-neutralised", 1), ("malta-strikes", -1), ("no-event", 0)])
def test_r5_0_malta_moves_the_die_for_the_supply_level_by_one(name: str, change: int) -> None:
    pos = scene(turn=9)
    EVENTS[name](pos)
    for die in (2, 3, 4, 5):
        assert supply_level(pos, die) == pos.box.supply_level[9][die - 1 + change]


@pytest.mark.parametrize(("die", "hit"), [(1, True), (2, True), (3, False), (6, False)])
def test_r5_0_rommel_is_a_casualty_on_one_or_two(die: int, hit: bool) -> None:
    pos = scene({"2012": "L3 X05"}, turn=9)
    assert EVENTS["rommel-assassination"](pos)
    pos.settle()
    roll(pos, die)
    assert pos.leaders_lost == [0, int(hit)]
    assert (pos.where[UNIT["L3"]] == DUE) == hit
    second = scene({"2012": "L3*"}, turn=9)
    assert not EVENTS["rommel-assassination"](second)


@pytest.mark.parametrize(("die", "side"), [(1, ALLIED), (2, AXIS), (3, ALLIED), (6, AXIS)])
def test_r5_0_leaders_on_leave_lead_no_attack_but_still_defend(die: int, side: int) -> None:
    pos = scene({"4612": "A01 L1", "4512": "X05 L4*"}, depots=("4509", "1119"))
    ask(pos, "event.leave", CHANCE)
    roll(pos, die)
    assert (pos.effects, pos.stack) == (r05_events.ON_LEAVE[side], ()), "one die, and it is over"
    fought = battle(pos, "A01", "4512", lead=(UNIT["L1"], UNIT["L4"]))
    assert attack_dice(pos, fought).sixes == 5 + (0 if side == ALLIED else 2)
    assert defense_dice(pos, fought).sixes == 3 + 1


def test_r5_0_a_breakdown_strikes_both_sides_and_each_owner_chooses() -> None:
    pos = scene({"4612": "A01 A02", "2012": "X20 X30"}, turn=9)
    assert EVENTS["mechanical-breakdown"](pos)
    pos.settle()
    assert pos.side == "allied"
    play(pos, ("break", UNIT["A02"]))
    assert pos.side == "axis"
    play(pos, ("break", UNIT["X30"]))
    assert [pos.reduced[UNIT[name]] for name in ("A01", "A02", "X20", "X30")] == [0, 1, 0, 1]
    assert not EVENTS["mechanical-breakdown"](scene({"4612": "A06", "2012": "X05"}, turn=9))


def test_r5_0_a_convoy_may_bring_one_unit_of_next_turn() -> None:
    pos = scene({"2012": "X05"}, active=AXIS)
    assert not EVENTS["reinforcement-convoy"](pos)
    for name in ("X20", "X21"):
        pos.arrives[UNIT[name]] = pos.turn + 1
    assert EVENTS["reinforcement-convoy"](pos)
    later = pos.copy()
    ask(pos, "reinforcements")
    assert set(pos.actions()) == {("early", UNIT["X20"]), ("early", UNIT["X21"]), ("none",)}
    play(pos, ("early", UNIT["X21"]))
    assert pos.where[UNIT["X21"]] == pos.box.sources[AXIS]
    assert pos.where[UNIT["X20"]] == DUE
    play(ask(later, "reinforcements"), ("none",))
    assert later.where[UNIT["X21"]] == DUE
    allied = scene({"5110": "A06"})
    allied.effects = r05_events.EARLY_UNIT
    allied.arrives[UNIT["X20"]] = allied.turn + 1
    assert ask(allied, "reinforcements").stack == ()


def test_r5_0_engineers_do_one_work_for_each_side_and_mines_can_run_short() -> None:
    pos = scene({"5012": "A06", "2012": "X05"})
    EVENTS["engineers"](pos)
    pos.points = [0, 0]
    assert funds_barred(pos, ALLIED) is funds_barred(pos, AXIS) is None
    pay(pos, ALLIED)
    assert funds_barred(pos, ALLIED) == "12.1"
    assert funds_barred(pos, AXIS) is None
    pos = scene({"5012": "A06"})
    pay(pos, ALLIED)
    assert pos.points == [5, 6]
    EVENTS["mine-shortage"](pos)
    assert build_barred(pos, UNIT["A06"]) == "5.0"


@pytest.mark.parametrize(("name", "tanks"), [("special-allied-convoy", 1), ("lend-lease-armour", 2), ("no-event", 0)])
def test_r5_0_tanks_from_overseas_are_for_armor_alone(name: str, tanks: int) -> None:
    pos = scene(turn=18)  # two replacements, one of them for armor
    EVENTS[name](pos)
    assert allied_fits(pos, Spent(armor=1 + tanks, other=1))
    assert not allied_fits(pos, Spent(armor=2 + tanks))
    assert not allied_fits(pos, Spent(armor=tanks, other=3))
    assert allied_fits(pos, Spent(armor=tanks, other=2))


def test_r5_0_a_new_turn_clears_the_events_of_the_last() -> None:
    pos = scene(turn=4)
    pos.effects, pos.event, pos.demand = r05_events.SANDSTORM, 13, 5
    ask(pos, "turn.begin")
    assert (pos.effects, pos.event, pos.demand, pos.phase) == (0, 0, 0, "events")


def test_r5_0_every_die_pair_is_as_likely_and_reads_its_own_line() -> None:
    pos = scene(turn=9)
    ask(pos, "event.roll", CHANCE)
    outcomes = pos.outcomes()
    assert outcomes is not None
    assert len(outcomes) == 36
    assert {weight for _, weight in outcomes} == {1}
    roll(pos, 2, 1)
    assert pos.event == 21
    assert pos.used_events == 1 << 21
    assert pos.points[ALLIED] == 9


def test_r5_0_the_axis_reads_signals_before_july_1942_and_the_allies_from_then_on() -> None:
    assert [signals_side(turn) for turn in (19, 20, 23)] == [AXIS, ALLIED, ALLIED]


def test_r5_0_no_two_effects_share_a_mark() -> None:
    single = (
        "SANDSTORM FLEET_SORTIE MALTA_QUIET MALTA_STRIKES NO_GERMANS SIGNALS ULTRA MINE_SHORTAGE PRESSURE NO_RETREAT"
    )
    effects = [getattr(r05_events, name) for name in f"{single} TANK_CONVOY LEND_LEASE EARLY_UNIT".split()]
    effects += [*r05_events.ON_LEAVE, *r05_events.AIR_REINFORCED, *r05_events.ENGINEERS]
    assert len(set(effects)) == len(effects)
    assert all(effect.bit_count() == 1 for effect in effects)


def test_r5_0_armor_within_two_hexes_of_its_depot_does_not_break_down() -> None:
    pos = scene({"5110": "A01", "5009": "A02", "4512": "A31* A06 A04"}, depots=("5310", "1119"))
    assert pos.box.distance(HEX["5310"], HEX["5110"]) == 2
    assert worn_out(pos, ALLIED) == [UNIT["A02"]]
    pos.depot[ALLIED] = -1
    assert worn_out(pos, ALLIED) == [UNIT["A01"], UNIT["A02"]]


def test_r5_0_only_units_still_to_come_are_due_next_turn() -> None:
    pos = scene({"2012": "X05"}, active=AXIS)
    for name in ("X20", "X30", "X31"):
        pos.arrives[UNIT[name]] = pos.turn + 1
    pos.where[UNIT["X30"]] = RECOVERABLE
    pos.arrives[UNIT["X31"]] += 1
    assert due_next_turn(pos) == [UNIT["X20"]]


def test_r5_0_a_directive_against_retreats_binds_the_axis_alone() -> None:
    pos = scene({"4612": "A01", "4512": "X05"})
    pos.effects = r05_events.NO_RETREAT
    assert no_retreat_rule(pos, [UNIT["X05"]]) == "5.0"
    assert no_retreat_rule(pos, [UNIT["A01"]]) is None
