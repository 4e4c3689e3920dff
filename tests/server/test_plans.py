"""Attacks looked at in advance: each way told is a line of one's own actions, and nothing is told beyond the dice."""

from __future__ import annotations

from random import Random

import pytest
from tests.server.player import House

import sandtable
from sandtable.ai import agent
from sandtable.engine.position import Position
from sandtable.engine.records import Match, Seat
from sandtable.engine.sides import PLAYERS
from sandtable.table.plans import Plans, plans

STATES = 260


def walk(game: str) -> list[tuple[Position, str]]:
    """Positions of a greedy game in which a player decides."""
    match, rng = Match(sandtable.load(game)), Random(4)
    players = {side: agent("greedy", game, 4) for side in PLAYERS}
    found: list[tuple[Position, str]] = []
    while match.pos.outcome is None and len(found) < STATES:
        if match.pos.outcomes() is not None:
            match.play(match.pos.sample(rng))
            continue
        side = str(match.pos.side)
        found.append((match.pos.copy(), side))
        match.play(players[side].choose(Seat(match.pos, side)))
    return found


def follow(pos: Position, side: str, told: Plans, first: list[tuple[object, ...]]) -> int:
    """Plays every way to its end; how many there were."""
    count = 0
    for plan in told["attacks"]:
        assert plan["ways"][0]["adds"] is None
        for way in plan["ways"]:
            line = pos.copy()
            for action in [*first, *map(tuple, way["actions"])]:
                assert (line.side, line.undo_barrier) == (side, pos.undo_barrier)
                assert action in line.actions()
                line.play(action)
            if offers := way.get("offers"):
                assert {tuple(offer["do"]) for offer in offers} <= set(line.actions())
            count += 1
    return count


@pytest.mark.parametrize("game", ["western-desert", "dark-sands"])
def test_every_way_can_be_played_now_or_after_the_movement(game: str) -> None:
    now = then = 0
    for pos, side in walk(game):
        if told := plans(pos, side, []):
            now += follow(pos, side, told, [])
        if ("done",) in pos.actions() and (told := plans(pos, side, [("done",)])):
            then += follow(pos, side, told, [("done",)])
    assert now > 10
    assert then > 10


def test_an_asset_and_another_place_are_ways_of_their_own() -> None:
    def adds(game: str) -> set[str]:
        found = set()
        for pos, side in walk(game):
            told = plans(pos, side, [])
            ways = [way for plan in told["attacks"] for way in plan["ways"]] if told else []
            found |= {way["adds"]["text"].split()[0] for way in ways if way["adds"]}
        return found

    assert {"Commit", "No"} <= adds("dark-sands")  # "No more assets"
    assert "Attack" in adds("western-desert")


def test_without_forecasts_no_odds_are_told() -> None:
    for pos, side in walk("dark-sands"):
        told = plans(pos, side, [], odds=False)
        if told and told["attacks"]:
            assert all(way["forecast"] is None for plan in told["attacks"] for way in plan["ways"])
            return
    raise AssertionError("no attack was met")


def test_what_cannot_be_foreseen_is_not_told() -> None:
    game = sandtable.load("dark-sands")
    pos = game.start()
    while pos.outcomes() is not None:
        pos.play(pos.sample(Random(1)))
    assert plans(pos, str(pos.side), [("done", "done")]) is None


def test_a_seat_asks_for_its_attacks_only_when_it_decides(house: House) -> None:
    with house.two() as (allied, axis, _):
        assert allied.ask("attacks")["value"] == {
            "title": allied.state["view"]["prompt"]["title"],
            "end": None,
            "attacks": [],
        }
        assert axis.ask("attacks")["code"] == "illegal"
        assert allied.ask("attacks", first=[["card", 1]])["value"] is None
