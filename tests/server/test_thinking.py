"""Agents: they think elsewhere, say how far they are, play when told to, and cannot hold a table up."""

from __future__ import annotations

import os
import sys
import warnings

import pytest
from tests.server.conftest import Opener
from tests.server.player import House


@pytest.fixture
def quick(open_house: Opener, monkeypatch: pytest.MonkeyPatch) -> House:
    """A server whose agents get a fifth of a second."""
    monkeypatch.setattr("sandtable.table.agent_time.GRACE_SECONDS", 0.2)
    monkeypatch.setattr("sandtable.table.agent_runner.SHOWN_AFTER", 0.01)
    return open_house(think_seconds=0.2)


def test_two_agents_play_a_whole_game_while_somebody_watches(house: House) -> None:
    made = house.create(axis="recruit", allied="recruit")
    assert made["mine"] == made["links"]["watch"]
    with house.sit(made["mine"]) as watcher:
        watcher.until(lambda m: m["type"] == "state" and m["view"]["outcome"] is not None)
    seen = [m["at"] for m in watcher.heard if m["type"] == "state"]
    assert seen == sorted(seen)
    assert watcher.state["view"]["viewer"] is None


@pytest.mark.parametrize("side", ["axis", "allied"])
def test_a_game_that_begins_with_a_roll_begins(house: House, side: str) -> None:
    made = house.create(axis="recruit", allied="recruit", scenario="storm")
    with house.sit(made["mine"]) as watcher:
        assert watcher.until(lambda m: m["type"] == "state" and m["at"] > 3)
    made = house.create(**{"axis": "recruit", "allied": "recruit", side: "me"}, scenario="storm")
    with house.sit(made["mine"]) as player:
        while player.state["view"]["side"] != side:
            player.receive()
        assert player.state["at"] > 0


def test_an_agent_stops_when_its_time_is_out(open_house: Opener, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sandtable.table.agent_time.GRACE_SECONDS", 60)
    house = open_house(think_seconds=0.2)
    made = house.create(axis="patient", allied="me")
    with house.sit(made["mine"]) as allied:
        allied.play("card", 6)
        state = allied.until(lambda m: m["type"] == "state" and m["at"] > 1)
        assert state["view"]["side"] == "allied"
    told = [m for m in allied.heard if m["type"] == "thinking"]
    assert {m["done"] for m in told} >= {0.5, 1.0}
    assert told[-1]["over"] is True


def test_play_now_hurries_an_agent(open_house: Opener, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sandtable.table.agent_runner.SHOWN_AFTER", 0.01)
    house = open_house(think_seconds=1000)
    made = house.create(axis="patient", allied="me")
    with house.sit(made["mine"]) as allied:
        allied.play("card", 6)
        allied.until(lambda m: m["type"] == "thinking" and m["done"] == 0.5)
        assert allied.ask("ping")["type"] == "pong"  # the server answers meanwhile
        allied.send("play_now")
        assert allied.until(lambda m: m["type"] == "state" and m["at"] > 1)


@pytest.mark.parametrize("level", ["stuck", "broken"])
def test_an_agent_that_fails_is_replaced_by_a_plain_one(quick: House, level: str) -> None:
    made = quick.create(axis=level, allied="me")
    with quick.sit(made["mine"]) as allied:
        allied.play("card", 6)
        assert allied.until(lambda m: m["type"] == "state" and m["at"] > 1)


def test_advice_is_one_of_the_actions(quick: House) -> None:
    made = quick.create(axis="me", allied="me")
    with quick.sit(made["mine"]) as both:
        value = both.ask("advise")["value"]
        assert value["choices"][0]["do"] in both.actions
    watching = quick.create(axis="me", allied="friend")
    with quick.sit(watching["mine"]) as axis:
        assert axis.ask("advise")["value"] is None


def test_nobody_may_play_for_the_machine(open_house: Opener) -> None:
    house = open_house(think_seconds=1000)
    made = house.create(axis="patient", allied="me")
    with house.sit(made["mine"]) as allied:
        allied.play("card", 6)
        assert allied.ask("play", n=allied.state["n"], action=["card", 1])["code"] == "not_yours"


@pytest.mark.alone
def test_agents_think_on_a_cluster_and_one_that_dies_is_replaced(
    open_house: Opener, monkeypatch: pytest.MonkeyPatch
) -> None:
    import ray

    from sandtable.server import cluster

    monkeypatch.setenv("PYTHONPATH", os.pathsep.join(part for part in sys.path if part))  # its workers import the game
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        house = open_house(ray="local", thinkers=2, think_seconds=600)
        try:
            made = [house.create(axis=level, allied="me")["mine"] for level in ("recruit", "patient")]
            with house.sit(made[0]) as first, house.sit(made[1]) as second:
                first.play("card", 6)
                first.until(lambda m: m["type"] == "state" and m["at"] > 1)
                second.play("card", 6)
                second.until(lambda m: m["type"] == "thinking" and m["done"] == 0.5)
                for actor in cluster.actors():
                    ray.kill(actor)  # as if its machine were gone
                second.until(lambda m: m["type"] == "state" and m["at"] > 1)  # a plain agent plays instead, elsewhere
        finally:
            open_house()  # ends the one with the cluster
            ray.shutdown()
