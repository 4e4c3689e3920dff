"""Nothing on the wire tells a secret: no number, no size, no moment of a message."""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from random import Random
from typing import Any

import pytest
from tests.server.conftest import opened
from tests.server.player import SEED, House, Json, own

import sandtable


@pytest.fixture(scope="module")
def real(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    """A server with the games of this package."""
    with opened(tmp_path_factory.mktemp("secrets"), library="sandtable.table.library:installed") as client:
        yield House(client)


def without_names(message: Json) -> Json:
    """What differs between any two tables."""
    return {key: value for key, value in message.items() if key not in ("info", "commitment", "seeds", "seals", "re")}


def heard_by_the_enemy(house: House, chits: list[int]) -> tuple[list[Json], Any]:
    """Everything the Axis and a watcher hear and can ask for while the Allies put chits into the cup of Bravery."""
    seats = {"axis": {"kind": "me"}, "allied": {"kind": "friend"}}
    made = house.client.post("/api/tables", json={"game": "bravery", "seats": seats}).json()
    watch, link = made["links"]["watch"], made["links"]["allied"]
    with (
        house.sit(made["mine"], seed=SEED) as axis,
        house.sit(watch) as watcher,
        house.sit(link, seed=SEED[::-1]) as allied,
    ):
        for chit in chits:
            allied.play("put", chit)
        if len(chits) > 2:
            allied.ask("undo", n=allied.state["n"])
            allied.play("put", chits[-1])
        asked = [axis.ask("seek", at=axis.state["at"], eyes="axis")["value"], house.get("/api/table", made["mine"])]
        between = [asked[0]["at"], asked[0]["of"], asked[0]["n"], asked[1].json()["n"], asked[1].json()["at"]]
        allied.play("done")
        for player in (axis, watcher):
            player.until(lambda m: m["type"] == "state" and m["view"]["side"] == "axis")
        numbers = [
            [house.get(f"/api/table{path}", token).json() for path in ("/state", "/history")]
            for token in (made["mine"], watch)
        ]
        assert house.get("/api/table", own(link)).json()["at"] == len(chits) + 1
        told = [without_names(message) for player in (axis, watcher) for message in player.heard]
        return told, (between, numbers)


def test_r5_1_2_nobody_learns_how_many_chits_were_chosen(real: House) -> None:
    few, many = heard_by_the_enemy(real, [0, 1]), heard_by_the_enemy(real, [0, 1, 2, 3, 4, 5])
    assert few == many


def test_the_time_of_the_last_change_is_that_of_the_last_one_a_seat_may_know_of(
    real: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    hour = itertools.count(3600, 3600)
    monkeypatch.setattr("sandtable.table.journal.now", lambda: float(next(hour)))
    seats = {"axis": {"kind": "me"}, "allied": {"kind": "friend"}}
    made = real.client.post("/api/tables", json={"game": "bravery", "seats": seats}).json()
    link = made["links"]["allied"]

    def changed(token: str) -> str:
        return str(real.get("/api/table", token).json()["changed"])

    with real.sit(made["mine"], seed=SEED) as axis, real.sit(link, seed=SEED[::-1]) as allied:
        before = changed(made["mine"])
        allied.play("put", 0)
        first = changed(own(link))
        allied.play("put", 1)
        assert changed(own(link)) > first, "one's own action counts"
        assert changed(made["mine"]) == before, "the chits of the other side are secret"
        allied.play("done")
        axis.until(lambda m: m["type"] == "state" and m["view"]["side"] == "axis")
        assert changed(made["mine"]) == changed(own(link)) != before


@pytest.mark.parametrize("game", [game for game in sandtable.games() if sandtable.load(game).hidden])
def test_a_state_follows_exactly_where_there_is_something_to_see(real: House, game: str) -> None:
    """In random play the other side and a watcher hear of an action if and only if their view or log has changed."""
    rng = Random(f"wire {game}")
    seats = {"axis": {"kind": "friend"}, "allied": {"kind": "friend"}}
    made = real.client.post("/api/tables", json={"game": game, "seats": seats}).json()
    links = made["links"]
    with (
        real.sit(links["axis"], seed=SEED) as axis,
        real.sit(links["allied"], seed=SEED[::-1]) as allied,
        real.sit(links["watch"]) as watcher,
    ):
        players = {"axis": axis, "allied": allied}
        for _ in range(25):
            for player in (axis, allied, watcher):  # hear everything that is under way
                player.ask("ping")
            side = axis.state["view"]["side"] or allied.state["view"]["side"]
            if side not in players or axis.state["view"]["outcome"]:
                break
            mover = players[side]
            others = [player for player in (axis, allied, watcher) if player is not mover]
            before = [(player.state["n"], player.state["at"], player.state["view"]) for player in others]
            mover.play(*rng.choice(mover.actions))
            for player, (n, at, view) in zip(others, before, strict=True):
                start = len(player.heard)
                player.ask("ping")
                states = [m for m in player.heard[start:] if m["type"] == "state"]
                for state in states:
                    assert state["view"] != view or state["log"]
                    assert (state["n"], state["at"]) != (n, at)
                if not states:
                    assert (player.state["n"], player.state["at"]) == (n, at)
