"""The guided openings lead through a real first turn: whoever does what they ask is led to their end."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

import sandtable
from sandtable.ai import agent
from sandtable.engine.position import Position
from sandtable.engine.records import Seat
from sandtable.table import catalog

GAMES = sandtable.games()
MOST = 400
"""Actions of both sides that a guided opening may take."""


class Reader:
    """A player who reads the guide as the page does: `Next` where nothing is asked, else what is asked."""

    def __init__(self, guide: dict[str, Any], seed: int) -> None:
        self.steps: list[dict[str, Any]] = guide["steps"]
        self.side: str = guide["side"]
        self.at = 0
        self.waited = [False] * len(self.steps)
        self._rng = Random(seed)

    @property
    def through(self) -> bool:
        return self.at == len(self.steps)

    def look(self, pos: Position) -> None:
        """Go on as far as no deed is asked for."""
        while not self.through:
            until = self.steps[self.at].get("until")
            if until is not None:
                offered = {action[0] for action in pos.actions()} if pos.side == self.side else set()
                if not offered & set(until.get("offers", ())):
                    self.waited[self.at] = True
                    return
            self.at += 1

    def choose(self, pos: Position, otherwise: tuple[Any, ...]) -> tuple[Any, ...]:
        """What the step asks for, or the way into the battle it asks for; else what a player would do."""
        asked = self.steps[self.at].get("until", {}).get("do", ())
        wanted = [action for action in pos.actions() if action[0] in asked]
        orders = pos.box.game.orders
        if not wanted and any(orders.verb(pos, verb).order.battle for verb in asked):
            wanted = [action for action in pos.actions() if orders.starts_battle(pos, action)]
        chosen = self._rng.choice(wanted) if wanted and otherwise[0] not in asked else otherwise
        if chosen[0] in asked:
            self.at += 1
        return chosen


@pytest.mark.parametrize("name", GAMES)
def test_doing_what_the_guide_asks_leads_to_its_end_within_the_first_turn(name: str) -> None:
    game = sandtable.load(name)
    guide = catalog.guide(game)
    assert guide is not None
    pos = game.start(guide["scenario"])
    first, rng, player = pos.turn, Random(7), agent("greedy", name, 3)
    reader = Reader(guide, 5)
    for _ in range(MOST):
        reader.look(pos)
        if reader.through:
            break
        if pos.side == "chance":
            pos.play(pos.sample(rng))
            continue
        assert pos.side is not None
        usual = player.choose(Seat(pos, pos.side))
        pos.play(reader.choose(pos, usual) if pos.side == reader.side else usual)
    assert reader.through, f"stuck at {reader.steps[reader.at]}"
    assert pos.turn == first
    assert sum(reader.waited) >= 4, "a guide follows what the player does"


@pytest.mark.parametrize("name", GAMES)
def test_guides_name_places_of_the_map_and_words_of_the_game(name: str) -> None:
    game = sandtable.load(name)
    guide = catalog.guide(game)
    assert guide is not None
    assert guide["side"] in ("allied", "axis")
    assert guide["scenario"] in game.scenarios
    board = catalog.board(game, guide["scenario"])
    assert board is not None
    for step in guide["steps"]:
        assert set(step.get("places", ())) <= set(board["places"]), step
        assert set(step) <= {"title", "text", "todo", "places", "until", "ring"}
        assert ("todo" in step) == ("until" in step), step
        assert set(step.get("until", ())) <= {"do", "offers"}


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("bravery", "you get two replacement points; the Axis gets none"),  # 11.1
        ("bravery", "are fought, by all units in the hex"),  # 8.4.2
        ("battleaxe", "aircraft, which can join one battle in each of your impulses"),  # 10.1.1
        ("battleaxe", "if it fails, it costs nothing"),  # 10.2.1
        ("rommel", "a block that fails stays put and is disrupted"),  # 2.7
    ],
)
def test_what_a_guide_says_of_a_rule_is_the_rule(name: str, said: str) -> None:
    guide = catalog.guide(sandtable.load(name))
    assert guide is not None
    assert any(said in step["text"] for step in guide["steps"])
