"""Sparring partners play their tricks, the exploiter its weights, and another copy of the project may sit in."""

from __future__ import annotations

import json
from pathlib import Path
from random import Random
from typing import Any

import pytest

import sandtable
from sandtable import Position
from sandtable.ai import agent, fitted_weights, partners, sense_of
from sandtable.ai.core.exploiter import BATTLE, Exploiter
from sandtable.ai.core.sparring import PATIENCE, Partner, Turtle, starts_battle
from sandtable.engine.flow import Action
from sandtable.engine.records import Seat
from sandtable.engine.sides import PLAYERS
from tests.play import play_randomly


class Last(Partner):
    """Takes the last action."""

    def trick(self, pos: Any, side: int, actions: list[Action]) -> Action | None:
        return actions[-1]


def decisions(game: str, seed: int, every: int = 11, limit: int = 400) -> list[Position]:
    found = list[Position]()

    def look(pos: Position, rng: Random) -> None:
        if pos.side in PLAYERS and len(pos.actions()) > 1:
            found.append(pos.quiet())

    play_randomly(sandtable.load(game), seed, look, every=every, limit=limit)
    return found


def test_a_partner_plays_its_trick_until_it_has_gone_on_for_too_long() -> None:
    pos = sandtable.load("bravery").start()
    seat, greedy = Seat(pos, "allied"), sense_of("bravery").Greedy(1)
    partner = Last(greedy, greedy, 1)
    assert partner.choose(seat) == pos.actions()[-1]
    for _ in range(PATIENCE):
        partner.choose(seat)
    assert partner.choose(seat) == greedy.choose(seat) != pos.actions()[-1]


@pytest.mark.parametrize("game", sandtable.games())
def test_the_turtle_starts_no_battle_where_it_need_not(game: str) -> None:
    turtle, looks = agent("turtle", game, 3), 0
    assert isinstance(turtle, Turtle)
    for pos in decisions(game, 5, every=1, limit=1500):
        quiet = [action for action in pos.actions() if not starts_battle(pos, action)]
        if looks < 5 and quiet and len(quiet) < len(pos.actions()):
            looks += 1
            assert pos.side is not None
            assert turtle.choose(Seat(pos, pos.side)) in quiet
    assert looks


@pytest.mark.parametrize("game", sandtable.games())
def test_every_partner_says_what_it_does_and_plays_legally(game: str) -> None:
    for name, kind in partners(game).items():
        assert (kind.__doc__ or "").strip().endswith("."), name
        player = agent(name, game, 2)
        for pos in decisions(game, 7, every=23, limit=300):
            assert pos.side is not None
            assert player.choose(Seat(pos, pos.side)) in pos.actions()


def test_a_partner_may_stand_on_search_and_an_unknown_one_is_refused() -> None:
    raider = agent("turtle:8w", "bravery", 2)
    assert isinstance(raider, Turtle)
    assert type(raider.base).__name__ == "Search"
    with pytest.raises(ValueError, match="turtle"):
        agent("tortoise", "bravery")


@pytest.mark.parametrize("game", sandtable.games())
def test_an_exploiter_without_weights_is_greedy_and_with_some_is_not(game: str) -> None:
    sense, differs = sense_of(game), 0
    for pos in decisions(game, 13, every=29):
        assert pos.side is not None
        seat = Seat(pos, pos.side)
        if sense.Planner(1).danger(pos, pos.stack[-1].side, pos.actions()) is None:
            assert Exploiter(sense, {}, 1).choose(seat) == sense.Greedy(1).choose(seat)
        differs += Exploiter(sense, {"greedy's order": -5.0, BATTLE: 3.0}, 1).choose(seat) != sense.Greedy(1).choose(
            seat
        )
    assert differs


def test_an_exploiter_is_read_from_its_file(tmp_path: Path) -> None:
    path = tmp_path / "weights.json"
    path.write_text(json.dumps({"weights": {BATTLE: 2.5}}), encoding="utf-8")
    made = agent(f"exploiter:{path}", "bravery", 1)
    assert isinstance(made, Exploiter)
    assert made.weights[BATTLE] == 2.5
    with pytest.raises(ValueError, match="no exploiter was fitted"):
        agent(f"exploiter:{tmp_path / 'none.json'}", "bravery")
    assert fitted_weights("dark-sands").parent.name == "dark_sands"


def test_another_copy_of_the_project_plays_as_it_would_here() -> None:
    source = Path(sandtable.__file__).parents[1]
    pos, rng, asked = sandtable.load("bravery").start(), Random(1), 0
    guest, host = agent(f"elsewhere:{source}#greedy", "bravery", 3), agent("greedy", "bravery", 3)
    while asked < 3:
        if pos.side == "allied" and len(pos.actions()) > 1:
            asked += 1
            action = guest.choose(Seat(pos, "allied"))
            assert action == host.choose(Seat(pos, "allied"))
            pos.play(action)
        else:
            pos.play(pos.actions()[0] if pos.side in PLAYERS else pos.sample(rng))
    with pytest.raises(ValueError, match="DIR#AGENT"):
        agent("elsewhere:nowhere#greedy", "bravery")
