"""Special rules of 15 June."""

from __future__ import annotations

import pytest

from sandtable import IllegalAction
from sandtable.games.battleaxe.box import LIGHT, PANZERS
from sandtable.games.battleaxe.rules.r16_june15 import waiting
from tests.games.battleaxe.scene import (
    PLACE,
    assault,
    attack,
    go,
    scene,
    started,
    targets,
    to_evening,
    verbs,
    whom,
)


def test_r16_waiting_divisions_neither_move_nor_attack_nor_regroup() -> None:
    pos = started()
    pos.play(("pass",))
    assert not {"18", "G"} & targets(pos, "assault")
    with pytest.raises(IllegalAction) as refused:
        pos.play(("assault", PLACE["18"]))
    assert refused.value.rule == "16"
    pos.play(("regroup",))
    assert not {"1/8", "1/5", "3R"} & whom(pos, "pick")


@pytest.mark.parametrize(
    ("unit", "start", "place", "freed"),
    [("11H", "5", "6", True), ("11H", "9", "15", True), ("11H", "8", "7", False), ("11H", "12", "F", True)],
)
def test_r16_1_what_releases_the_15th_panzer(unit: str, start: str, place: str, freed: bool) -> None:
    pos = scene({start: unit, "18": "1/8 2/8"}, day=1, impulse=2)
    assert waiting(pos) & pos.box.panzers
    assault(pos, start)
    go(pos, unit, place)
    assert bool(pos.released & PANZERS) is freed


def test_r16_1_the_next_day_releases_both() -> None:
    pos = scene({"A": "7RTR", "18": "1/8"}, day=1)
    to_evening(pos, "day.end")
    assert (pos.turn, pos.released) == (2, PANZERS | LIGHT)


def test_r16_2_an_assault_from_tobruk_releases_the_5th_light() -> None:
    pos = started()
    assault(pos, "H")
    assert pos.released == LIGHT


def test_r16_2_allies_in_zone_e_f_or_g_release_the_5th_light() -> None:
    pos = scene({"11": "11H", "G": "1/5"}, day=1, impulse=2)
    assault(pos, "11")
    go(pos, "11H", "E")
    assert pos.released == PANZERS | LIGHT


def test_r16_3_four_zones_open_together_in_the_first_impulse_only() -> None:
    pos = started()
    assert ("assault_all",) in pos.actions()
    pos.play(("assault_all",))
    assert {"1/11", "3/11", "7RTR", "2RTR", "11H"} <= whom(pos, "pick")
    assert "9Aus" not in whom(pos, "pick")
    single = started()
    single.play(("assault", PLACE["C"]))
    assert whom(single, "pick") == {"4RTR(-)", "7RTR", "22Gds", "65AT"}
    later = started()
    for _ in range(2):
        later.play(later.actions()[-1])
    assert (later.side, later.impulse) == ("allied", 2)
    assert "assault_all" not in verbs(later)


def test_r16_3_units_of_different_zones_attack_together() -> None:
    pos = started()
    pos.play(("assault_all",))
    for unit in ("2RTR", "65AT"):
        go(pos, unit, "9" if unit == "2RTR" else "8")
    go(pos, "6RTR", "9")
    attack(pos, "9")
    assert pos.attackers.bit_count() == 2
