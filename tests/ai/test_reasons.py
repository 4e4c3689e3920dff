"""The agent can say why, from its own view alone, and look back at a game."""

from __future__ import annotations

from random import Random

import pytest

import sandtable
from sandtable.ai import agent, sense_of
from sandtable.ai.core.reasons import CHOICES, DECIDED, GAME, mean_terms, reasons
from sandtable.ai.core.review import TURNING_POINTS, review
from sandtable.ai.core.search import Search
from sandtable.engine.records import Match, Seat
from sandtable.engine.sides import CHANCE, NUMBER, PLAYERS
from tests.ai.positions import key_positions


def planner(game: str, worlds: int = 8) -> Search:
    """A search that is the same every time."""
    made = agent(f"search:{worlds}w", game, 3)
    assert isinstance(made, Search)
    return made


@pytest.mark.parametrize("game", sandtable.games())
def test_reasons_name_what_changes_and_depend_on_the_view_alone(game: str) -> None:
    (pos,) = key_positions(game, 1)
    side = pos.side
    assert side is not None
    told = reasons(planner(game), Seat(pos, side))
    assert 1 < len(told) <= CHOICES
    names = set(sense_of(game).terms(pos, NUMBER[side])) | {"the game"}
    for reason in told:
        assert reason.action in pos.actions()
        assert reason.worlds > 0
        assert {name for name, _ in reason.terms} <= names
        sizes = [abs(change) for _, change in reason.terms]
        assert sizes == sorted(sizes, reverse=True)
    assert told == reasons(planner(game), Seat(pos.guess(side, Random(8)), side))


def test_a_game_won_in_every_world_is_told_in_proportion() -> None:
    end = played("bravery", 5).pos
    assert end.over is not None
    sense = sense_of("bravery")
    worth = mean_terms(sense, [end, end], end.over[0])
    assert worth == {GAME: DECIDED * sense.DEPTH.scale}


def played(game: str, seed: int) -> Match:
    """A game between random players."""
    match, rng = Match(sandtable.load(game)), Random(seed)
    while match.pos.stack:
        roll = match.pos.stack[-1][1] == CHANCE
        match.play(match.pos.sample(rng) if roll else rng.choice(match.pos.actions()))
    return match


def test_a_review_follows_the_score_and_finds_where_it_turned() -> None:
    match = played("bravery", 5)
    start = sandtable.load("bravery").start()
    made = review(planner("bravery"), start, match.actions)
    ats = [mark["at"] for mark in made["curve"]]
    assert ats[0] == 0
    assert ats == sorted(ats)
    assert ats[-1] == len(match.actions) - 1
    turning = made["turning"]
    assert len(turning) == TURNING_POINTS
    swings = [abs(point["after"] - point["before"]) for point in turning]
    every = [abs(b["score"] - a["score"]) for a, b in zip(made["curve"], made["curve"][1:], strict=False)]
    assert max(swings) == pytest.approx(max(every), abs=0.02)
    decided = [point["decision"] for point in turning if point["decision"]]
    assert decided
    for decision in decided:
        assert decision["side"] in PLAYERS
        assert decision["played"]
        assert decision["better"] is None or decision["better"] != decision["played"]
        gained = decision["chance_better"] - decision["chance_played"]
        assert decision["cost"] == pytest.approx(gained if decision["side"] == "allied" else -gained, abs=0.001)
        assert all(0 <= decision[f"chance_{which}"] <= 1 for which in ("played", "better"))
    assert any(decision["better"] and decision["cost"] > 0 for decision in decided)


def test_a_review_that_runs_out_of_time_tells_what_it_has() -> None:
    told: list[float] = []

    class Out:
        def out(self) -> bool:
            return True

        def tell(self, done: float) -> None:
            told.append(done)

    match = played("bravery", 5)
    made = review(planner("bravery"), sandtable.load("bravery").start(), match.actions, Out())
    assert made["curve"]
    assert made["turning"] == []
    assert all(0 <= done <= 1 for done in told)


def test_advice_names_the_plan_of_a_player_who_has_one(monkeypatch: pytest.MonkeyPatch) -> None:
    pos = key_positions("bravery", 1)[0]
    assert pos.side is not None
    mine, seat = planner("bravery"), Seat(pos, pos.side)
    monkeypatch.setattr(mine.greedy, "plan", lambda pos, side: "")
    assert all("plan" not in one.document() for one in reasons(mine, seat))
    monkeypatch.setattr(mine.greedy, "plan", lambda pos, side: "take Tobruk")
    assert {one.document()["plan"] for one in reasons(mine, seat)} == {"take Tobruk"}
