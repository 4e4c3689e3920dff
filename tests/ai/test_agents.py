"""Agents choose legal actions, from what their side sees and nothing else."""

from __future__ import annotations

from random import Random

import pytest

import sandtable
from sandtable import Position
from sandtable.ai import AGENTS, agent, levels
from sandtable.ai.core.search import Search
from sandtable.engine.records import Seat
from sandtable.engine.sides import PLAYERS
from tests.ai.positions import key_positions
from tests.play import play_randomly

NAMES = [f"{name}:12w" if name == "search" else name for name in AGENTS]
PAIRS = [(name, game) for game in sandtable.games() for name in NAMES]


@pytest.mark.parametrize(("name", "game"), PAIRS)
def test_the_same_view_gives_the_same_legal_choice(name: str, game: str) -> None:
    """Two positions that differ only in what the side cannot know."""
    looks = 0

    def look(pos: Position, rng: Random) -> None:
        nonlocal looks
        if pos.side not in PLAYERS:
            return
        looks += 1
        chosen = [agent(name, game, 9).choose(Seat(p, pos.side)) for p in (pos, pos.guess(pos.side, rng))]
        assert chosen[0] == chosen[1]
        assert chosen[0] in pos.actions()

    search = name.startswith("search")
    play_randomly(sandtable.load(game), 61, look, every=151 if search else 67, limit=900 if search else 1500)
    assert looks


@pytest.mark.parametrize("game", sandtable.games())
def test_search_thinks_the_same_of_two_positions_it_cannot_tell_apart(game: str) -> None:
    """At decisions where it does think, down to the last candidate and figure."""
    weighed = 0
    for pos in key_positions(game, 2):
        side = pos.side
        assert side is not None
        rng = Random(17)
        thoughts = []
        for same in (pos, pos.guess(side, rng), pos.guess(side, rng)):
            planner = agent("search:10w", game, 5)
            assert isinstance(planner, Search)
            thoughts.append([(thought.action, thought.gain) for thought in planner.think(Seat(same, side))])
        assert thoughts[0] == thoughts[1] == thoughts[2]
        weighed += len(thoughts[0]) > 1
    assert weighed


@pytest.mark.parametrize("game", sandtable.games())
def test_an_evaluation_is_the_other_sides_loss_and_knows_the_winner(game: str) -> None:
    from sandtable.ai import sense_of

    sense = sense_of(game)

    def look(pos: Position, rng: Random) -> None:
        assert sense.evaluate(pos, 0) == pytest.approx(-sense.evaluate(pos, 1), abs=1e-6)

    end = play_randomly(sandtable.load(game), 67, look, every=53)
    assert end.outcome is not None
    if end.outcome.winner is not None:
        winner = PLAYERS.index(end.outcome.winner)
        assert sense.evaluate(end, winner) > sense.evaluate(end, 1 - winner)


@pytest.mark.parametrize("game", sandtable.games())
def test_there_are_five_levels_weakest_first_and_each_can_play(game: str) -> None:
    found = levels(game)
    assert [level.id for level in found] == ["recruit", "sergeant", "captain", "colonel", "general"]
    pos = sandtable.load(game).start().quiet()
    rng = Random(1)
    while pos.side not in PLAYERS or len(pos.actions()) < 2:
        pos.play(pos.sample(rng) if pos.side not in PLAYERS else pos.actions()[0])
    for level in found:
        assert level.label
        assert level.note
        player = agent(level.id, game, 1)
        if hasattr(player, "now"):
            player.now = Ticking()
        assert player.choose(Seat(pos, pos.side)) in pos.actions()


def test_no_level_thinks_longer_than_two_seconds() -> None:
    for level in levels("bravery"):
        assert getattr(agent(level.id, "bravery", 1), "seconds", 0) <= 2


def test_one_who_slips_overlooks_some_of_what_greedy_sees() -> None:
    pos = sandtable.load("bravery").start()
    seat = Seat(pos, "allied")
    chosen = [agent("slips:0.5", "bravery", seed).choose(seat) for seed in range(24)]
    best = agent("greedy", "bravery", 1).choose(seat)
    assert 0 < chosen.count(best) < 24
    assert {agent("slips:0", "bravery", seed).choose(seat) for seed in range(4)} == {best}
    for figure in ("", "1", "1.5", "x", "-0.1"):
        with pytest.raises(ValueError, match="not a share"):
            agent(f"slips:{figure}", "bravery")


class Ticking:
    """A clock on which a hundredth of a second passes with every look."""

    def __init__(self) -> None:
        self.time = 0.0

    def __call__(self) -> float:
        self.time += 0.01
        return self.time


def test_an_unknown_agent_is_named() -> None:
    with pytest.raises(ValueError, match="there is no agent 'napoleon'"):
        agent("napoleon", "bravery")


class Watch:
    """A clock that runs out after this many looks at it."""

    def __init__(self, looks: int) -> None:
        self.looks = looks
        self.told: list[float] = []

    def out(self) -> bool:
        self.looks -= 1
        return self.looks < 0

    def tell(self, done: float) -> None:
        self.told.append(done)


@pytest.mark.parametrize("looks", [0, 1, 40])
def test_search_answers_whenever_the_clock_runs_out(looks: int) -> None:
    pos = sandtable.load("bravery").start()
    planner = agent("search:60", "bravery", 1)
    assert isinstance(planner, Search)
    planner.clock = watch = Watch(looks)
    assert planner.choose(Seat(pos, "allied")) in pos.actions()
    assert all(0 <= done <= 1 for done in watch.told)


def test_search_says_what_it_thought_best_first() -> None:
    pos = sandtable.load("bravery").start()
    planner = agent("search:40w", "bravery", 1)
    assert isinstance(planner, Search)
    thoughts = planner.think(Seat(pos, "allied"))
    assert planner.thoughts == thoughts
    assert min(len(thought.ends) for thought in planner.thoughts) > 1
