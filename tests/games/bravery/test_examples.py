"""The rulebook's worked examples, die by die."""

from __future__ import annotations

import pytest

from sandtable.engine.flow import Frame
from sandtable.engine.sides import ALLIED
from sandtable.games.bravery.position import BraveryPosition
from sandtable.games.bravery.rules.r07_strength import attack_bonus, defenders, modifiers
from tests.games.bravery.scene import HEX, UNIT, at, bonuses, draw, go, hit, roll, scene, strength, verbs

FIELD = "0408"


def fight(attackers: str, against: str, side: int = 1) -> BraveryPosition:
    """A battle in the open between these units."""
    pos = scene({FIELD: f"{attackers} {against}"})
    pos.field, pos.attacker = HEX[FIELD], side
    pos.force = tuple(UNIT[word.rstrip("*")] for word in attackers.split())
    return pos


@pytest.mark.parametrize(
    ("attackers", "against", "side", "bonus"),
    [
        pytest.param("15PZ-1 15PZ-2", "2NZ-1* 2NZ-2*", 1, 2, id="a"),
        pytest.param("15PZ-1 15PZ-2", "7A-1* 2NZ-1", 1, 0, id="b"),
        pytest.param("15PZ-4 BRE-1", "2NZ-1*", 1, 1, id="c"),
        pytest.param("15PZ-1 BRE-1", "2NZ-1*", 1, 2, id="c-with-armour"),
        pytest.param("7A-1 2NZ-1", "BRE-1* BRE-2*", ALLIED, 2, id="d"),
    ],
)
def test_7_1_5_examples(attackers: str, against: str, side: int, bonus: int) -> None:
    pos = fight(attackers, against, side)
    assert set(defenders(pos)) == {UNIT[word.rstrip("*")] for word in against.split()}
    assert attack_bonus(modifiers(pos)) == bonus


def damaged() -> BraveryPosition:
    """Armour of one full and two reduced, infantry of two full and one reduced, about to take three points."""
    pos = scene({FIELD: "7A-1 7A-2* 7A-3* 2NZ-1 2NZ-2 2NZ-3* 15PZ"})
    pos.field, pos.attacker, pos.force = HEX[FIELD], 1, tuple(pos.at(HEX[FIELD], 1))
    pos.hits = (3, 0)
    pos.stack = (*pos.stack[:-1], Frame("combat.after", 1, ()), Frame("combat.suffer", ALLIED, ()))
    pos.settle()
    return pos


def test_7_2_example_two_points_on_armour_and_one_on_infantry() -> None:
    pos = damaged()
    hit(pos, "7A-1")
    assert ("hit", UNIT["2NZ-1"]) in pos.actions()
    lost = next(action for action in pos.actions() if action[1] in {UNIT[f"7A-{n}"] for n in (1, 2, 3)})
    pos.play(lost)
    hit(pos, "2NZ-1")
    assert sorted(strength(pos, "7A-1", "7A-2", "7A-3")) == [0, 1, 1]
    assert sorted(strength(pos, "2NZ-1", "2NZ-2", "2NZ-3")) == [1, 1, 2]


def test_7_2_example_all_three_points_on_armour() -> None:
    pos = damaged()
    for _ in range(3):
        pos.play(next(action for action in pos.actions() if pos.box.units[action[1]].armor))
    assert sorted(strength(pos, "7A-1", "7A-2", "7A-3")) == [0, 0, 1]
    assert strength(pos, "2NZ-1", "2NZ-2", "2NZ-3") == [2, 2, 1]


def test_combat_example_15th_panzer_against_three_infantry() -> None:
    pos = scene({"0508": "15PZ-1 15PZ-2", "0407": "2NZ"}, lost="15PZ-3 15PZ-4")
    for unit in pos.box.members[pos.box.formation["21PZ"]]:
        pos.where[unit] = HEX["0605"]
    draw(pos, "15PZ")
    go(pos, "0407")
    assert pos.stack[-1].args[1] == 6 - 4  # two movement points
    pos.play(("fight",))
    assert bonuses(pos) == [(2, 1), (3, 0)]
    roll(pos, 4, 1)
    roll(pos, 2, 2, 5)
    assert pos.rounds == 2  # no hits, no retreat
    roll(pos, 5, 6)
    roll(pos, 1, 5, 6)
    assert sorted(strength(pos, "15PZ-1", "15PZ-2")) == [1, 2]
    assert sorted(strength(pos, "2NZ-1", "2NZ-2", "2NZ-3")) == [1, 1, 2]
    pos.play(("stay",), by="axis")
    pos.play(("retreat",), by="allied")
    pos.play(("fall_back", HEX["0307"]), by="allied")
    roll(pos, 5)
    pos.play(next(action for action in pos.actions() if action[0] == "repair"), by="axis")
    assert strength(pos, "15PZ-1", "15PZ-2") == [2, 2]


def test_combined_attack_example_21st_panzer_and_ariete_against_1st_army_tank() -> None:
    pos = scene({FIELD: "1A", "0309": "ARI", "0407": "21PZ"}, lost="4A")
    draw(pos, "21PZ")
    go(pos, FIELD)
    assert verbs(pos) == {"fight", "combine"}
    pos.play(("combine",))
    woken = pos.copy()
    draw(woken, "1A")
    assert {"move", "fight", "combine"} <= verbs(woken)
    draw(pos, "ARI")
    go(pos, FIELD)
    assert "combine" in verbs(pos)
    pos.play(("assault",))
    assert bonuses(pos) == [(7, 0), (4, 0)]
    roll(pos, 6, 6, 1, 1, 1, 1)
    roll(pos, 1)
    roll(pos, 6, 1, 1, 1)
    panzers = ("21PZ-1", "21PZ-2", "21PZ-3")
    assert sorted(strength(pos, *panzers)) == [1, 2, 2]  # no choice: the highest level takes the one hit
    assert sorted(strength(pos, "1A-1", "1A-2", "1A-3", "1A-4")) == [1, 1, 2, 2]
    assert (pos.rounds, pos.stack[-1].step) == (2, "combat.roll")
    assert bonuses(pos) == [(6, 0), (3, 0)]
    roll(pos, 6, 6, 1, 1, 1, 1)
    roll(pos, 6, 6, 1)
    hit(pos, "21PZ-2", "ARI-1")
    assert sorted(strength(pos, "1A-1", "1A-2", "1A-3", "1A-4")) == [1, 1, 1, 1]
    pos.play(("retreat",), by="allied")
    pos.play(("stay",), by="axis")
    pos.play(("fall_back", HEX["0308"]), by="allied")
    assert (pos.stack[-1].step, pos.stack[-1].args[1]) == ("recover.roll", 2)  # Ariete's tank has no die
    roll(pos, 2, 5)
    pos.play(next(action for action in pos.actions() if action[0] == "repair"))
    assert sorted(strength(pos, *panzers)) == [1, 2, 2]
    assert not any(pos.marker)
    assert at(pos, "1A-1") == "0308"
