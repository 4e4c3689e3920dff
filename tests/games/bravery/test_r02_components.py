"""2 Counters and chits."""

from __future__ import annotations

from collections import Counter

from tests.games.bravery.scene import scene


def test_r2_1_1_every_formation_of_the_book_is_there_with_levels_and_two_sides() -> None:
    box = scene().box
    named = "1A 4A 7A 22A 1SA 2SA 2NZ 4IND 70D 15PZ 21PZ 90LT SOLLUM H.PASS ARI TRI TRN BOL BRE PAV SAV"
    assert {formation.id for formation in box.formations} == set(named.split())
    sort = Counter((unit.nation == "de", unit.side, unit.armor, unit.level) for unit in box.units)
    assert {level for (german, _, armor, level) in sort if german and armor} == {3}
    assert {level for (_, side, armor, level) in sort if side == 0 and armor} == {2}
    assert {level for (_, side, armor, level) in sort if side == 0 and not armor} == {1}
    assert {unit.movement for unit in box.units} == {0, 1, 3}


def test_r2_1_3_sixteen_chits_and_eighteen_with_the_option() -> None:
    labels = Counter(chit.label for chit in scene().box.chits)
    assert sum(labels.values()) == 16
    assert labels["DAK"] == 2
    assert not set(labels) & {"PAV", "BOL", "BRE", "SAV", "TRN", "SOLLUM", "H.PASS"}
    more = Counter(chit.label for chit in scene(eighteen_chits=True).box.chits)
    assert more - labels == Counter({"15PZ": 1, "21PZ": 1})
