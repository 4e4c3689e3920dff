"""Search keeps its budget by design, prefers what does better in the same worlds, and falls back on greedy."""

from __future__ import annotations

from math import inf
from random import Random
from typing import Any

import pytest

import sandtable
from sandtable import Position
from sandtable.ai import agent, sense_of
from sandtable.ai.bravery.policy import DEPTH
from sandtable.ai.core.budget import Budget
from sandtable.ai.core.greedy import NEVER, Greedy
from sandtable.ai.core.race import ENOUGH, Race, Runner, lead
from sandtable.ai.core.search import Dice, Search
from sandtable.engine.flow import Action
from sandtable.engine.records import Seat
from sandtable.engine.sides import CHANCE, NUMBER, PLAYERS
from tests.ai.positions import key_positions
from tests.play import play_randomly


class Time:
    """A clock that goes on by itself each time it is looked at."""

    def __init__(self, step: float) -> None:
        self.step = step
        self.time = 0.0

    def __call__(self) -> float:
        self.time += self.step
        return self.time


def searching(game: str, figure: str, seed: int = 1) -> Search:
    """A search agent."""
    made = agent(f"search:{figure}", game, seed)
    assert isinstance(made, Search)
    return made


@pytest.mark.parametrize("game", sandtable.games())
@pytest.mark.parametrize("step", [0.004, 0.02, 0.3])
def test_no_decision_takes_longer_than_its_budget(game: str, step: float) -> None:
    """With a clock on which every look takes `step`: over a second only if a single look does not fit."""
    for pos in key_positions(game, 1):
        planner, time = searching(game, "1.0"), Time(step)
        planner.now = time
        assert pos.side is not None
        assert planner.choose(Seat(pos, pos.side)) in pos.actions()
        assert time.time <= 1.0


def test_thinking_by_the_clock_ends_where_more_worlds_did_not_help() -> None:
    """In Battleaxe a second is as good as forty worlds, however many would fit; a game may set no such end."""
    enough = sense_of("battleaxe").DEPTH.enough
    for pos in key_positions("battleaxe", 1):
        assert pos.side is not None
        timed, counted = searching("battleaxe", "1"), searching("battleaxe", f"{enough}w")
        timed.now = Time(1e-4)
        first, second = ([thought[:2] for thought in one.think(Seat(pos, pos.side))] for one in (timed, counted))
        assert first == second
    assert sense_of("bravery").DEPTH.enough is None


def test_a_level_may_weigh_fewer_candidates_than_suit_the_game() -> None:
    for pos in key_positions("bravery", 2):
        assert pos.side is not None
        counts = [len(searching("bravery", figure).think(Seat(pos, pos.side))) for figure in ("12w/2", "12w")]
        rated = sense_of("bravery").Planner(1).rate(pos, pos.actions())
        choices = sum(rate > NEVER for rate in rated)
        assert counts == [min(choices, 2), min(choices, DEPTH.breadth)]


@pytest.mark.parametrize("figure", ["x", "0w", "1.", "-1", "1/0", "1/", "/w"])
def test_a_figure_that_is_no_budget_is_refused(figure: str) -> None:
    with pytest.raises(ValueError, match=f"search:{figure} is not a budget"):
        searching("bravery", figure)


def test_a_budget_has_no_room_for_a_piece_as_long_as_the_last_one() -> None:
    times = iter([0.0, 0.1, 0.5, 0.6])
    budget = Budget(1.0, None, None, lambda: next(times))
    assert budget.room()  # 0.1 gone, and pieces take 0.1
    assert not budget.room()  # 0.5 gone, and the last piece took 0.4 of the 0.38 left


def test_what_comes_only_once_is_no_measure_of_what_comes_again() -> None:
    times = iter([0.0, 0.5, 0.55])
    budget = Budget(1.0, None, None, lambda: next(times))
    budget.skip()  # half of the time, once
    assert budget.room()  # pieces take 0.05


def test_a_budget_of_worlds_is_counted_and_not_timed() -> None:
    budget = Budget(None, 3)
    for _ in range(3):
        assert budget.room()
        budget.played += 1
    assert not budget.room()
    assert budget.spent() == 1.0


def test_the_race_drops_the_clearly_worse_and_keeps_the_first_of_equals() -> None:
    race = Race([("a",), ("b",), ("c",)])
    rng = Random(2)
    for _ in range(ENOUGH + 5):
        luck = rng.gauss(0, 1)
        for runner, worth in zip(race.running, (0.0, 0.001, -3.0), strict=False):
            runner.values.append(luck + worth + rng.gauss(0, 0.1))
    race.thin()
    assert [runner.action for runner in race.out] == [("c",)]
    assert race.order()[0].action in (("a",), ("b",))
    first, other = Runner(("x",), [0.0, 1.0], []), Runner(("y",), [0.1, 0.9], [])
    assert lead(first, other)[0] == pytest.approx(0.0)


def test_the_race_is_won_by_another_only_if_it_is_clearly_better() -> None:
    for ahead, winner in ((0.5, ("b",)), (0.0, ("a",))):
        race = Race([("a",), ("b",)])
        for luck in (0.3, -0.2, 0.1, -0.4):
            race.running[0].values.append(luck)
            race.running[1].values.append(luck + ahead + luck * luck)
        if not ahead:
            race.running[1].values[:] = [-value for value in race.running[0].values]
        assert race.order()[0].action == winner


def test_the_race_of_one_who_does_as_planned_is_never_won_by_another() -> None:
    """The others are still played on and ranked, so that a player who asks can see what they came to."""
    race = Race([("a",), ("b",)], inf)
    race.first.values.extend([0.0, 0.1, 0.0, 0.1, 0.0])
    race.running[1].values.extend([0.9, 1.0, 0.9, 1.0, 0.9])
    race.thin()
    assert [runner.action for runner in race.order()] == [("a",), ("b",)]


def test_a_rare_disaster_has_time_to_show() -> None:
    """Nobody drops out before enough worlds, however the budget stands; whoever loses outright must not stay first."""
    race = Race([("a",), ("b",)])
    for world in range(ENOUGH):
        race.thin(1)
        assert len(race.running) == 2, world
        race.running[0].values.append(-1.0 if world == 9 else 0.12)
        race.running[1].values.append(0.1)
    assert lead(race.running[1], race.first)[0] < lead(race.running[1], race.first)[1], "no clear lead by the figures"
    assert race.order()[0].action == ("b",)


def test_openings_that_come_to_the_same_are_alike() -> None:
    race = Race([("a",), ("b",), ("c",), ("d",)])
    for world in range(ENOUGH):
        for runner, worth in zip(race.running, (0.2, 0.195, 0.1, 0.5), strict=True):
            runner.values.append(-0.95 if runner.action == ("d",) and world % 2 else worth)
    assert [runner.action for runner in race.alike(0.01)] == [("a",), ("b",)]
    assert [runner.action for runner in race.alike(0.0)] == [("a",)]


def test_search_opens_differently_from_seed_to_seed() -> None:
    """On the first turn choices that come to the same differ with the seed; each seed plays the same every time."""
    pos = key_positions("bravery", 1)[0]
    assert pos.turn == 1
    assert pos.side is not None
    seat = Seat(pos, pos.side)
    sense = sense_of("bravery")

    class Easy:
        """Bravery, but on the first turn anything will do."""

        Planner, evaluate, terms = sense.Planner, staticmethod(sense.evaluate), staticmethod(sense.terms)
        DEPTH = sense.DEPTH._replace(opening=1, alike=2.0)

    def opening(seed: int) -> Action:
        return Search(Easy(), None, 12, seed, breadth=3).choose(seat)

    assert len({opening(seed) for seed in range(5)}) > 1
    assert opening(3) == opening(3)


def test_what_loses_at_once_is_no_candidate_and_costs_what_it_risks(monkeypatch: pytest.MonkeyPatch) -> None:
    """Search weighs only what is safe; a player's own choice is still looked at for the review, and counted down."""
    pos = key_positions("bravery", 1)[0]
    assert pos.side is not None
    seat, planner = Seat(pos, pos.side), searching("bravery", "24w")
    fatal = planner.think(seat)[0].action

    def danger(pos: Position, side: int, actions: list[Action]) -> list[float]:
        return [0.72 * (action == fatal) for action in actions]

    monkeypatch.setattr(planner.greedy, "danger", danger)
    assert fatal not in {thought.action for thought in planner.think(seat)}
    thoughts = planner.think(seat, also=fatal)
    assert thoughts[-1].action == fatal
    assert thoughts[-1].gain <= thoughts[0].gain - 1.0 or thoughts[-1].gain == -1.0


def test_a_world_is_played_on_until_the_rules_have_spoken() -> None:
    pos = key_positions("bravery", 1)[0]
    assert pos.side is not None
    sense, asked = sense_of("bravery"), list[bool]()

    def spoken(start: Position, now: Position) -> bool:
        asked.append(now.turn > start.turn)
        return asked[-1]

    class Patient:
        """Bravery, with worlds that go on to the next turn."""

        Planner, evaluate, terms = sense.Planner, staticmethod(sense.evaluate), staticmethod(sense.terms)
        DEPTH = sense.DEPTH._replace(spoken=spoken, through=1)

    thoughts = Search(Patient(), None, 4).think(Seat(pos, pos.side))
    ends = [end for thought in thoughts for end in thought.ends]
    assert ends
    assert all(end.turn > pos.turn or end.over for end in ends)
    assert not all(asked), "it was asked at a pause before the verdict"


def test_equals_are_not_told_apart_for_ever() -> None:
    race = Race([("a",), ("b",)])
    for _ in range(ENOUGH):
        for runner in race.running:
            runner.values.append(0.25)
    race.thin()
    assert race.over
    assert race.order()[0].action == ("a",)


def test_one_runs_for_all_that_come_to_the_very_same() -> None:
    """b is a by another way; c only shares the worlds in which the game ended."""
    race = Race([("a",), ("b",), ("c",)])
    for worths in ((0.25, 0.25, 0.5), (1.0, 1.0, 1.0)):
        for runner, worth in zip(race.running, worths, strict=True):
            runner.values.append(worth)
        race.part_twins()
        assert len(race.running) == 3, "one world tells little"
    for runner, worth in zip(race.running, (0.5, 0.5, 0.5), strict=True):
        runner.values.append(worth)
    race.part_twins()
    assert [runner.action for runner in race.running] == [("a",), ("c",)]
    race.first.values.append(0.75)
    assert [(runner.action, runner.mean) for runner in race.out] == [(("b",), race.first.mean)]
    lost = Race([("a",), ("b",)])
    for runner in lost.running:
        runner.values.extend([-1.0] * ENOUGH)
    lost.part_twins()
    assert len(lost.running) == 2, "all is lost in many ways"


def test_dice_of_a_kind_come_up_the_same_whatever_was_rolled_before() -> None:
    pos = sandtable.load("bravery").start().quiet()
    rng = Random(4)
    greedy = sense_of("bravery").Greedy(1)
    while pos.stack[-1][1] != CHANCE:
        pos.play(greedy.reply(pos, rng))
    one, other = Dice(9), Dice(9)
    assert [one.roll(pos) for _ in range(4)] == [other.roll(pos) for _ in range(4)]
    assert Dice(9).roll(pos) == Dice(9).roll(pos)


@pytest.mark.parametrize("game", sandtable.games())
def test_greedy_plays_what_it_rates_highest(game: str) -> None:
    greedy, looks = sense_of(game).Greedy, 0

    def look(pos: Position, rng: Random) -> None:
        nonlocal looks
        if pos.side not in PLAYERS:
            return
        looks += 1
        seat, actions = Seat(pos, pos.side), pos.actions()
        rated = greedy(4).rate(greedy_guess(greedy(4), seat), actions)
        assert len(rated) == len(actions)
        assert greedy(4).choose(seat) == actions[rated.index(max(rated))]

    play_randomly(sandtable.load(game), 23, look, every=31, limit=500)
    assert looks


def greedy_guess(greedy: Greedy[Any], seat: Seat) -> Position:
    """The world a greedy agent of this seed thinks it is in."""
    world: Position = greedy.believe(seat.guess(greedy.rng), NUMBER[seat.side], greedy.rng)
    return world


@pytest.mark.parametrize("game", sandtable.games())
def test_an_evaluation_is_the_sum_of_its_named_terms(game: str) -> None:
    sense = sense_of(game)

    def look(pos: Position, rng: Random) -> None:
        for side in (0, 1):
            named = sense.terms(pos, side)
            assert sum(named.values()) == pytest.approx(sense.evaluate(pos, side))
            assert all(name == name.strip() and "_" not in name for name in named)

    play_randomly(sandtable.load(game), 29, look, every=61, limit=600)
