"""The examples of play open where a player decides, and are played on."""

from __future__ import annotations

import pytest

import sandtable
from sandtable.ai import agent
from sandtable.table import examples
from sandtable.table.export import read_import

ALL = [(game, name) for game in sandtable.games() for name in examples.names(sandtable.load(game))]


@pytest.mark.parametrize(("game_id", "name"), ALL)
def test_an_example_opens_at_a_decision_and_can_be_played_on(game_id: str, name: str) -> None:
    game = sandtable.load(game_id)
    assert examples.told(game, name)
    pos = examples.position(game, name)
    assert pos.side in game.sides
    assert len(pos.actions()) > 1
    pos.play(agent("greedy", game_id, 1).choose(sandtable.Seat(pos, pos.side)))


@pytest.mark.parametrize(("game_id", "name"), ALL)
def test_an_example_is_a_file_that_a_table_takes_in(game_id: str, name: str) -> None:
    game = sandtable.load(game_id)
    taken = read_import(examples.document(game, name), game, {"sergeant": "Sergeant"}, 100_000)
    reader = examples.position(game, name).side
    assert {side: seat["kind"] for side, seat in taken.seats.items()} == {
        side: "human" if side == reader else "agent" for side in game.sides
    }


def test_there_is_no_example_of_that_name() -> None:
    with pytest.raises(ValueError, match="bravery has no example 'nothing'"):
        examples.told(sandtable.load("bravery"), "nothing")
