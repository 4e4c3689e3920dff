"""How greedy thinks a turn of Western Desert Force through, and what it knows of the calendar."""

from __future__ import annotations

import pytest

from sandtable.ai.western_desert import turns
from sandtable.ai.western_desert.careful import Planner
from sandtable.ai.western_desert.danger import coming, danger
from sandtable.ai.western_desert.moves import on_guard, open_targets
from sandtable.ai.western_desert.plans import RETAKE, STRIKE, WAIT, Plan, Stance, field_strength, following, plan_of
from sandtable.ai.western_desert.turns import AverageDice, at_the_end, exposure
from sandtable.ai.western_desert.value import storm_strength, toughness, worth_of_standing
from sandtable.engine.sides import CHANCE
from sandtable.games.western_desert.position import Battle, WesternDesertPosition
from sandtable.games.western_desert.terms import TOBRUK
from tests.games.western_desert.scene import ALLIED, AXIS, HEX, UNIT, ask, scene

STRONG = "X20 X22 X30 X31"
GARRISON = {"3408": "A06 A07 A08 A12"}


@pytest.mark.parametrize(("arrives", "lands"), [(4, True), (5, False)])
def test_r7_7_who_lands_before_the_enemy_moves_is_reckoned_with(arrives: int, lands: bool) -> None:
    pos = scene({"1613": "A01 A02", "2009": "X10"}, turn=4)
    before = field_strength(pos, AXIS)
    pos.arrives[UNIT["X20"]] = arrives
    assert (coming(pos, AXIS) == [UNIT["X20"]]) == lands
    assert (danger(pos, ALLIED).strikes(HEX["1613"]) > 0) == lands
    assert (field_strength(pos, AXIS) > before) == lands


def test_r7_7_nobody_lands_where_the_enemy_stands() -> None:
    pos = scene({"1613": "A01 A02", "1019": "A05"}, turn=4)
    pos.arrives[UNIT["X20"]] = 4
    assert coming(pos, AXIS) == []


def test_r16_2_a_strong_fortress_is_a_target_for_an_army_that_can_wear_it_down() -> None:
    besiegers = {"3310": STRONG, "3410": "X27 X38 X39 X40", "3510": "X41 X42 X46 X47"}
    pos = scene(GARRISON, besiegers, active=AXIS, depots=("5310", "3209"))
    pos.control[TOBRUK] = ALLIED
    garrison = pos.fighters_at(HEX["3408"], ALLIED)
    assert storm_strength(pos, HEX["3408"], garrison) < toughness(pos, HEX["3408"], garrison)
    assert HEX["3408"] in [target.place for target in open_targets(pos, AXIS, RETAKE)]
    few = scene(GARRISON, {"3310": STRONG}, active=AXIS, depots=("5310", "3209"))
    few.control[TOBRUK] = ALLIED
    assert HEX["3408"] not in [target.place for target in open_targets(few, AXIS, RETAKE)]


def test_average_dice_hit_as_often_as_dice_do() -> None:
    dice = AverageDice(1)
    keen = ask(scene({}), "combat.roll", CHANCE, 0, 6, 0, (), ())
    assert dice.roll(keen) == ("roll", 1, 1, 1, 1, 6, 6)
    few = ask(scene({}), "combat.roll", CHANCE, 1, 0, 3, (), ())
    assert sorted(dice.roll(few).count(6) for _ in range(4)) == [0, 0, 1, 1]


def test_a_stack_in_reach_of_a_stronger_enemy_is_exposed() -> None:
    near, far = scene({"4409": "A06 A07", "4211": STRONG}), scene({"4409": "A06 A07", "1514": STRONG})
    assert exposure(near, ALLIED) > exposure(far, ALLIED)


def test_a_stance_holds_for_its_side_and_its_turn_only() -> None:
    pos = scene({"4409": "A06", "4211": STRONG}, turn=6)
    with following(Stance(ALLIED, 6, STRIKE)):
        assert plan_of(pos, ALLIED) == STRIKE
        assert plan_of(pos, AXIS) != STRIKE
    assert plan_of(pos, ALLIED) != STRIKE


def test_a_turn_is_thought_through_to_its_end_and_leaves_the_position_alone() -> None:
    pos = ask(scene({"4409": "A01 A02 A06", "4211": "X18"}), "move.choose")
    where = list(pos.where)
    _, attacked = at_the_end(pos, None, Planner().reply, 1)
    assert not attacked, "only the movement is asked for here"
    assert pos.where == where
    assert pos.stack[-1].step == "move.choose"


@pytest.mark.parametrize(("gain", "taken"), [(5.0, WAIT), (0.5, None)])
def test_another_stance_is_taken_only_if_it_comes_to_clearly_more(
    gain: float, taken: Plan | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    pos = ask(scene({"4409": "A06", "4211": STRONG}, turn=10), "move.choose")

    def judged(trial: WesternDesertPosition, *_: object) -> tuple[float, bool]:
        return (gain if plan_of(trial, ALLIED) == WAIT else 0.0), False

    monkeypatch.setattr(turns, "at_the_end", judged)
    assert turns.best_stance(pos, ALLIED, Planner().reply, 1).plan == (taken or plan_of(pos, ALLIED))


def test_r17_1_a_base_that_can_be_stormed_keeps_more_than_a_sentry() -> None:
    guards = {"1019": "X10 X20 X22"}
    assert len(on_guard(scene(guards, {"1320": "A01 A02 A03"}, active=AXIS), AXIS)) > 1
    assert len(on_guard(scene(guards, {"3408": "A01 A02 A03"}, active=AXIS), AXIS)) == 3  # they come by road
    assert len(on_guard(scene(guards, {"3408": "A06 A07 A08"}, active=AXIS), AXIS)) <= 1


def test_r10_22_stormers_stand_if_they_can_walk_into_a_town() -> None:
    pos = scene({"3409": "X20 X22", "3309": "X30", "3509": "X31", "3408": "A06*"}, active=AXIS)
    attackers, defenders = (UNIT["X20"], UNIT["X22"]), (UNIT["A06"],)
    worths = []
    for hits, exploiting in ((0, 1), (2, 0), (2, 1)):
        pos.exploiting = exploiting
        pos.battle = tuple(Battle(attackers, defenders, (HEX["3408"],), 1, 0)._replace(hits=(1, hits)))
        worths.append(worth_of_standing(pos))
    assert worths[0] == 0.0 < worths[1] < worths[2]
