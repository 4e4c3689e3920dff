"""What a side cannot know never gets to it: at every decision of whole games, and for the agents that play them."""

from __future__ import annotations

import json
from random import Random
from typing import Any

import pytest

from sandtable.ai.rommel.policy import Greedy
from sandtable.engine.flow import DECIDES
from sandtable.engine.records import Seat
from sandtable.engine.sides import PLAYERS
from sandtable.games.rommel.guess import possible_options
from sandtable.games.rommel.position import ASSAULT, OFFENSIVE, UNDECIDED, RommelPosition
from tests.games.rommel.scene import ALLIED, AXIS, GAME, HEX, NUMBER, ask, fight, hand, scene

SELDOM = {"buildup.mine", "withdraw.to", "buildup.malta", "supply.ration", "cards.redraw"}


def as_bytes(value: Any) -> str:
    return json.dumps(value, sort_keys=True)


def check(pos: RommelPosition, seed: int) -> None:
    """Two positions alike to a side look alike to it, to the byte, and no guess knows more than the view."""
    for side in PLAYERS:
        other = pos.guess(side, Random(seed))
        assert as_bytes(other.see(side)) == as_bytes(pos.see(side))
        assert GAME.faults(other) == []
        again = [GAME.dump(p.guess(side, Random(3)).quiet()) for p in (pos, other)]
        assert as_bytes(again[0]) == as_bytes(again[1])
        if pos.side == side:
            assert other.actions() == pos.actions()


def mixed_game(scenario: str, seed: int, every: int, greedy: float = 0.2) -> set[str]:
    """A game of players who are greedy so often and else moody; the steps at which it was checked."""
    pos, rng, seen = GAME.start(scenario), Random(seed), set()
    assert isinstance(pos, RommelPosition)
    number = 0
    while pos.stack:
        number += 1
        if number % every == 0 or pos.stack[-1].step not in seen:
            seen.add(pos.stack[-1].step)
            check(pos, number)
        if pos.side == "chance":
            pos.play(pos.sample(rng))
        elif rng.random() < greedy:
            assert pos.side is not None
            pos.play(Greedy(seed).choose(Seat(pos, pos.side)))
        else:
            pos.play(rng.choice(pos.actions()))
    return seen


def test_no_decision_of_a_game_gives_anything_away() -> None:
    games = (("battleaxe", 1, 1), ("gazala", 2, 6), ("1942", 5, 25), ("crusader", 6, 12))
    seen = {step for game in games for step in mixed_game(*game)} | mixed_game("crusader", 3, 60, greedy=0.0)
    asked = {name for name, step in GAME.steps.items() if step.kind == DECIDES}
    assert asked - seen <= SELDOM


def test_nor_do_the_seldom_met_ones() -> None:
    mining = scene({"Tobruk": "A43 A44"})
    mining.points = (15, 0)
    ask(mining, "buildup.open", ALLIED)
    mining.play(("mine",))
    check(mining, 1)
    mining.play(("at", HEX["Bardia"]))
    check(mining, 2)
    running = scene({"Gambut": "G01 A43 A44"})
    fight(running, "Gambut", ALLIED, "Bir el Gubi")
    running.laid, running.moves, running.fights = (1, 1), 1, 1
    running.hands = (5, 5, 5, 5)
    ask(running, "withdraw.start", ALLIED, HEX["Gambut"], phasing=AXIS)
    running.play(("take", NUMBER["A43"]))
    check(running, 3)
    landing = scene(scenario="1942")
    landing.turn = 16
    ask(landing, "buildup.reinforce", AXIS)
    assert landing.stack[-1].step == "buildup.malta"
    check(landing, 4)


def test_the_agent_knows_only_its_view_and_bluffs() -> None:
    pos, rng, laid = GAME.start("crusader"), Random(4), set()
    assert isinstance(pos, RommelPosition)
    for _ in range(320):
        if not pos.stack:
            break
        if pos.side == "chance":
            pos.play(pos.sample(rng))
            continue
        assert pos.side is not None
        chosen = Greedy(7).choose(Seat(pos, pos.side))
        if rng.random() < 0.2:
            assert Greedy(7).choose(Seat(pos.guess(pos.side, rng), pos.side)) == chosen
        if chosen[0] == "lay":
            laid.add(chosen[1:])
        pos.play(chosen)
    assert any(real and dummy for real, dummy in laid)


@pytest.mark.parametrize(
    ("moves", "fights", "shown", "option", "can_be"),
    [
        (1, 0, 0, UNDECIDED, [(1, UNDECIDED), (2, UNDECIDED), (3, UNDECIDED)]),
        (2, 0, 0, OFFENSIVE, [(2, OFFENSIVE)]),
        (1, 1, 0, UNDECIDED, [(1, UNDECIDED), (2, ASSAULT), (3, UNDECIDED)]),
        (1, 1, 1, UNDECIDED, [(1, UNDECIDED), (3, UNDECIDED)]),
        (1, 1, 2, ASSAULT, [(2, ASSAULT)]),
        (2, 1, 1, UNDECIDED, [(3, UNDECIDED)]),
        (2, 1, 1, OFFENSIVE, [(2, OFFENSIVE)]),
    ],
)
def test_what_the_cards_on_the_table_may_be(
    moves: int, fights: int, shown: int, option: int, can_be: list[tuple[int, int]]
) -> None:
    pos = scene()
    pos.laid = (3, 0)
    pos.moves, pos.fights, pos.shown, pos.option = moves, fights, shown, option
    assert possible_options(pos) == can_be


def test_a_refusing_player_cannot_tell_a_blitz_from_a_bluff() -> None:
    views = []
    for real, dummy in ((1, 2), (3, 0)):
        pos = scene({"Gambut": "G01 A43", "Bardia": "A44"})
        fight(pos, "Gambut", ALLIED, "Bir el Gubi")
        pos.entered = 1 << HEX["Gambut"]
        pos.laid = (real, dummy)
        pos.moves = pos.fights = 1
        hand(pos, AXIS, 4 - real, 5 - dummy)
        ask(pos, "battle.begin", AXIS)
        assert pos.side == "allied"
        views.append(as_bytes(pos.see("allied")))
    assert views[0] == views[1]


def test_cards_in_a_guess_fit_what_was_turned_up() -> None:
    pos = scene()
    hand(pos, ALLIED, 10, 2)
    hand(pos, AXIS, 3, 5)
    pos.spent = (14, 6)
    seen = {pos.guess("allied", Random(seed)).hand(AXIS) for seed in range(60)}
    assert {sum(cards) for cards in seen} == {8}
    assert max(real for real, _ in seen) <= 28 - 10 - 14
    assert len(seen) > 1


def test_secret_mines_are_guessed_where_they_may_be() -> None:
    pos = scene()
    zone = [HEX[name] for name in ("Bardia", "Sollum", "Gambut")]
    pos.mines = ((zone[0], ALLIED, 0, sum(1 << place for place in zone)),)
    places = {pos.guess("axis", Random(seed)).mines[0][0] for seed in range(30)}
    assert places == set(zone)
    assert pos.guess("allied", Random(1)).mines == pos.mines


def test_watchers_see_what_both_may_know() -> None:
    pos = scene({"Gambut": "G01", "Tobruk": "A43"})
    pos.known[NUMBER["A43"]] = 1
    shown = {piece["at"]: piece.get("name") for piece in pos.see(None)["pieces"] if piece["at"] in ("Gambut", "Tobruk")}
    assert shown == {"Gambut": None, "Tobruk": "70/14"}
