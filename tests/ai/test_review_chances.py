"""The review's chances: even at the start, between losing and winning, and on the winner's side of a rising score."""

from __future__ import annotations

from random import Random

import sandtable
from sandtable.ai import agent
from sandtable.ai.core.review import chance, chance_after, scores, way
from sandtable.ai.core.search import Search
from sandtable.engine.sides import ALLIED, AXIS
from tests.games.rommel import scene


def searcher(game: str) -> Search:
    """A planner that looks ahead in one world."""
    found = agent("search:1w", game, 1)
    assert isinstance(found, Search)
    return found


def test_the_start_is_even_and_the_chance_follows_the_score() -> None:
    assert chance(12.0, 12.0, 10.0) == 0.5
    assert 0.5 < chance(15.0, 12.0, 10.0) < chance(40.0, 12.0, 10.0) <= 1.0
    assert chance(9.0, 12.0, 10.0) + chance(15.0, 12.0, 10.0) == 1.0


def test_what_a_choice_leads_to_is_told_on_the_scale_of_the_curve() -> None:
    planner, pos = searcher("bravery"), sandtable.load("bravery").start()
    even = planner.sense.evaluate(pos, ALLIED)
    assert chance_after(planner, pos, ALLIED, 0.0, even) == 0.5
    assert chance_after(planner, pos, ALLIED, 0.5, even) == chance_after(planner, pos, AXIS, -0.5, even) == 0.75
    assert chance_after(planner, pos, AXIS, 1.0, even) < 0.01


def test_turns_are_counted_as_the_table_counts_them() -> None:
    start = sandtable.load("rommel").start("1942")
    pos, actions, rng = start.copy(), [], Random(5)
    for _ in range(20):
        actions.append(pos.sample(rng) if pos.outcomes() is not None else pos.actions()[0])
        pos.play(actions[-1])
    assert {mark.turn for mark in scores(searcher("rommel"), start, actions)} == {1}


def test_a_choice_in_a_battle_is_about_the_place_of_the_battle() -> None:
    pos = scene.random_game("battleaxe", 4, until="battle.refuse")
    side = str(pos.side)
    assert way(pos, side, ("stand",)) == pos.see(side)["battle"]["places"] == ["Sollum"]
