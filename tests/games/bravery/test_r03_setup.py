"""3 Set-up."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from sandtable.engine.maps import places_in
from sandtable.engine.sides import AXIS
from sandtable.games.bravery.position import BraveryPosition
from sandtable.games.bravery.rules.r13_victory import points
from tests.games.bravery.scene import GAME, at, draw, scene


def test_r3_units_start_full_in_their_hex_and_control_is_as_printed() -> None:
    pos = scene()
    assert set(pos.strength) == {2}
    assert at(pos, "70D-1") == "0904"
    assert at(pos, "SOLLUM-1") == "0413"
    assert at(pos, "H.PASS-1") == "0313"
    axis = {"0403", "0604", "0605", "0608", "0612", "0313", "0413"}
    assert {GAME.map.ids[place] for place in places_in(pos.axis_held)} == axis
    assert pos.box.strategic.bit_count() == 13
    assert points(pos) == (7, 7)


def marched(pos: BraveryPosition, formation: str) -> Iterator[BraveryPosition]:
    """Every way a formation can march on its first chit without meeting an enemy."""
    draw(pos, formation)
    todo = [pos]
    seen = set()
    while todo:
        here = todo.pop()
        yield here
        if here.outcome is None:
            for action in here.actions():
                if action[0] == "move" and not here.at(action[1], AXIS):
                    ahead = here.copy()
                    ahead.play(action)
                    state = (tuple(ahead.where), ahead.stack)
                    if state not in seen:
                        seen.add(state)
                        todo.append(ahead)


@pytest.mark.parametrize("formation", ["70D", "1SA", "22A", "7A", "4A", "2NZ", "4IND", "1A"])
def test_r3_nobody_wins_by_the_road_to_tripoli_in_the_first_turn_without_a_fight(formation: str) -> None:
    """R25"""
    ends = list(marched(scene(), formation))
    assert len(ends) > 1, "it can march"
    assert all(pos.outcome is None for pos in ends)
