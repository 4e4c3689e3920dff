"""9 Forts and encampments."""

from __future__ import annotations

import pytest

from sandtable.games.bravery.position import BraveryPosition
from tests.games.bravery.scene import (
    HEX,
    UNIT,
    at,
    bonuses,
    draw,
    give,
    go,
    holder,
    roll,
    scene,
    verbs,
)


@pytest.mark.parametrize(
    ("number", "works"), [("0904", 2), ("0313", 2), ("0612", 1), ("0412", 1), ("0413", 1), ("0605", 0)]
)
def test_r9_1_forts_and_encampments_help_the_side_that_controls_them(number: str, works: int) -> None:
    assert scene().box.works[HEX[number]] == works


def storm(number: str, defenders: str, owner: str = "allied", **more: object) -> BraveryPosition:
    """15PZ attacks a hex from its neighbour by road or track."""
    pos = scene({number: defenders}, **more)  # type: ignore[arg-type]
    give(pos, number, owner)
    place = HEX[number]
    start = next(n for n, _ in pos.box.costs[place] if not pos.holds(n, 0) and not pos.holds(n, 1))
    for unit in pos.box.members[pos.box.formation["15PZ"]]:
        pos.where[unit] = start
    draw(pos, "15PZ")
    go(pos, number)
    pos.play(("fight",))
    return pos


def test_r9_1_a_fort_does_not_help_a_defender_who_does_not_control_it() -> None:
    pos = storm("0412", "2NZ", "axis", lost="1A")
    assert bonuses(pos) == [(4, 1), (3, 0)]


def test_r9_2_a_battle_against_works_lasts_one_round_and_the_attackers_go() -> None:
    pos = storm("0412", "2NZ", lost="1A")
    start = pos.came_from[UNIT["15PZ-1"]]
    roll(pos, 1, 1, 1, 1)
    roll(pos, 1, 1, 1)
    assert pos.where[UNIT["15PZ-1"]] == start
    assert pos.stack[-1].step == "draw.chit"
    assert holder(pos, "0412") == "allied"


def test_r9_2_works_whose_defenders_all_die_are_captured() -> None:
    pos = storm("0412", "2NZ-1*", lost="1A 2NZ-2 2NZ-3")
    roll(pos, 6, 1, 1, 1)
    assert at(pos, "15PZ-1") == "0412"
    assert holder(pos, "0412") == "axis"


def test_r9_2_captors_who_were_hurt_may_retreat_and_keep_control() -> None:
    pos = storm("0412", "2NZ-1", lost="1A 2NZ-2 2NZ-3")
    roll(pos, 6, 6, 1, 1)
    roll(pos, 6)
    assert verbs(pos) == {"stay", "retreat"}
    pos.play(("retreat",))
    assert at(pos, "15PZ-1") != "0412"
    assert holder(pos, "0412") == "axis"


def test_r9_3_attackers_of_works_get_no_bonus() -> None:
    assert bonuses(storm("0412", "2NZ-1* 2NZ-2*", lost="1A 2NZ-3"))[0] == (4, 0)


def test_r9_4_defenders_add_one_in_a_fort_and_nothing_in_an_encampment() -> None:
    camp = storm("0412", "2NZ", lost="1A")
    fort = storm("0313", "2NZ", lost="H.PASS 4IND")
    assert (bonuses(camp)[1], bonuses(fort)[1]) == ((3, 0), (3, 1))
