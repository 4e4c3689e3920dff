"""The greedy of all games: one table of scorers, and a guard that stands above all scores."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random
from typing import Any, ClassVar

import pytest

import sandtable
from sandtable import Position
from sandtable.ai import sense_of
from sandtable.ai.core.greedy import NEVER, SLACK, Greedy, Scorer, each, guarded, picks, plain
from sandtable.engine.flow import Action
from sandtable.engine.records import Seat
from sandtable.engine.sides import PLAYERS
from tests.play import play_randomly


class Careful(Greedy[Any]):
    """Puts the last chit in first, unless that loses the game."""

    scorers: ClassVar[Mapping[str, Scorer]] = {"cup.commit": picks(lambda pos, actions: actions[-1])}
    loses: Action | None = None

    def danger(self, pos: Any, side: int, actions: list[Action]) -> list[float] | None:
        return None if self.loses is None else [0.7 * (action == self.loses) for action in actions]


def test_greedy_takes_what_its_table_scores_highest_and_the_first_elsewhere() -> None:
    pos = sandtable.load("bravery").start()
    seat = Seat(pos, "allied")
    assert Careful().choose(seat) == pos.actions()[-1]
    assert Careful().reply(pos, Random(1)) == pos.actions()[-1]
    assert Greedy[Any]().choose(seat) == pos.actions()[0]


def test_what_loses_at_once_is_not_played_whatever_it_scores() -> None:
    pos = sandtable.load("bravery").start()
    careful = Careful()
    careful.loses = pos.actions()[-1]
    assert careful.choose(Seat(pos, "allied")) == pos.actions()[0]
    assert careful.reply(pos, Random(1)) == pos.actions()[0]
    assert careful.safe(pos, pos.actions()) == pos.actions()[:-1]


def test_the_guard_spares_what_is_about_as_safe_as_the_safest() -> None:
    assert guarded([1.0, 2.0, 3.0], [0.5, 0.5 + SLACK / 2, 0.5 + 2 * SLACK]) == [1.0, 2.0, NEVER]
    assert guarded([1.0], None) == [1.0]
    assert guarded([5.0, 0.0], [0.0, -0.3]) == [NEVER, 0.0], "a chance to win at once counts as safety"


def test_scorers_are_made_of_plain_functions() -> None:
    actions: list[Action] = [("a",), ("bb",)]
    assert plain(lambda pos, side, actions: [float(side)] * len(actions))(None, None, 1, actions) == [1.0, 1.0]
    assert each(lambda pos, side: lambda action: float(len(action[0])))(None, None, 0, actions) == [1.0, 2.0]
    assert picks(lambda pos, actions: actions[1])(None, None, 0, actions) == [0.0, 1.0]


def locked(pos: Position) -> Position:
    """The same position, in which nothing can be set; its copies are as free as ever."""
    kind = type(pos)

    def refuse(self: Position, name: str, value: object) -> None:
        if name != "_actions":  # remembered by whoever asks first
            raise AssertionError(f"{name} was set in a position that belongs to the caller")

    fields = (*Position.__slots__, *kind.__slots__)
    space = {"__slots__": (), "__annotations__": dict(kind.__annotations__)}
    shut: Any = type(f"Locked{kind.__name__}", (kind,), space)
    same: Position = shut.__new__(shut)
    for name in fields:
        setattr(same, name, getattr(pos, name))
    shut.copy = lambda self: kind.copy(self)
    shut.__setattr__ = refuse
    return same


@pytest.mark.parametrize("game", sandtable.games())
def test_no_agent_changes_the_position_it_is_given(game: str) -> None:
    """Scores, replies, dangers and evaluations leave the caller's own position alone, not even to put it back."""
    sense, looks = sense_of(game), 0

    def look(pos: Position, rng: Random) -> None:
        nonlocal looks
        if pos.side not in PLAYERS:
            return
        looks += 1
        loaded, actions, side = pos.box.game, list(pos.actions()), pos.stack[-1].side
        before, mine = loaded.dump(pos), locked(pos)
        for player in (sense.Greedy(4), sense.Planner(4)):
            player.rate(mine, actions)
            assert player.reply(mine, Random(1)) in actions
            player.danger(mine, side, actions)
            player.plan(mine, side)
        sense.evaluate(mine, side)
        assert loaded.dump(mine) == before
        assert mine.actions() == actions

    play_randomly(sandtable.load(game), 17, look, every=29, limit=600)
    assert looks
