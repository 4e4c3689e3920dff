"""Several servers on one PostgreSQL: any serves any table, and each hears what the others do."""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest
import sqlalchemy as sa
from tests.server.conftest import opened
from tests.server.player import SEED, House, own, play_out
from tests.server.postgres import cluster
from tools.postgres import Cluster

Pair = tuple[House, House]
numbers = itertools.count()


@pytest.fixture(scope="module")
def postgres() -> Iterator[Cluster]:
    """A PostgreSQL for this module."""
    with cluster() as running:
        yield running


@pytest.fixture
def pair(postgres: Cluster, tmp_path: Path) -> Iterator[Pair]:
    """Two servers on one database."""
    address = postgres.database(f"pair{next(numbers)}")
    with ExitStack() as stack:
        one, two = (stack.enter_context(opened(tmp_path, database=address)) for _ in range(2))
        yield House(one), House(two)


def test_seats_on_two_servers_play_a_whole_game(pair: Pair) -> None:
    one, two = pair
    made = one.create()
    with one.sit(made["mine"], seed=SEED) as axis, two.sit(made["links"]["allied"], seed=SEED[::-1]) as allied:
        players = {"allied": allied, "axis": axis}
        while allied.state["view"]["outcome"] is None:
            side = allied.state["view"]["side"]
            mover, other = players[side], players["allied" if side == "axis" else "axis"]
            mover.play(*(mover.actions[-1] if ["done"] in mover.actions else mover.actions[0]))
            other.until(lambda m: m["type"] == "state" and m["n"] == mover.state["n"])  # noqa: B023
        assert axis.state["view"]["outcome"] == allied.state["view"]["outcome"]
        for player in players.values():
            player.until(lambda m: m["type"] == "dice" and m["secret"])
    logs = [house.get("/api/table/state", made["mine"]).json()["log"] for house in pair]
    assert logs[0] == logs[1]
    assert two.get("/api/table/dice", made["mine"]).json()["ok"] is True


def test_chat_questions_presence_and_ways_back_are_heard_across(pair: Pair) -> None:
    one, two = pair
    made = one.create()
    with one.sit(made["mine"], seed=SEED) as axis:
        with two.sit(made["links"]["allied"], seed=SEED) as allied:
            axis.until(lambda m: m["type"] == "presence" and m["here"] == {"allied": True, "axis": True})
            allied.until(lambda m: m["type"] == "presence" and m["here"] == {"allied": True, "axis": True})
            allied.ask("chat", text="salaam")
            assert axis.hear("chat")["text"] == "salaam"
            allied.play("card", 6)
            axis.until(lambda m: m["type"] == "state" and m["n"] == 1)
            allied.ask("ask", kind="undo")
            assert axis.hear("ask")["at"] == 0
            axis.ask("reply", kind="undo", yes=True)
            answered, back = False, None  # the word and what is stored go different ways: either may come first
            while not (answered and back):
                message = allied.receive()
                answered |= message["type"] == "ask" and message["answer"] is True
                back = message if message["type"] == "state" and message["at"] == 0 else back
            assert back["log"][-1]["table"] is True
        axis.until(lambda m: m["type"] == "presence" and m["here"] == {"allied": False, "axis": True})


def test_two_who_play_at_once_do_not_mix_their_games(pair: Pair) -> None:
    one, two = pair
    made = one.create(axis="me", allied="me")
    with one.sit(made["mine"]) as here, two.sit(made["mine"]) as there:
        here.send("play", n=0, action=["card", 1])
        there.send("play", n=0, action=["card", 2])
        answers = [player.until(lambda m: m.get("re") == player.ids) for player in (here, there)]  # noqa: B023
        assert sorted(str(answer.get("code", answer["type"])) for answer in answers) == ["stale", "state"]
        for player in (here, there):
            while player.state["at"] != 1:
                player.receive()
        assert here.state["view"] == there.state["view"]


def test_an_agent_thinks_at_one_server_and_is_hurried_from_the_other(
    postgres: Cluster, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("sandtable.table.agent_runner.SHOWN_AFTER", 0.01)
    address = postgres.database(f"agents{next(numbers)}")
    with ExitStack() as stack:
        one, two = (House(stack.enter_context(opened(tmp_path, database=address, think_seconds=600))) for _ in range(2))
        made = one.create(axis="patient", allied="me")
        with two.sit(made["mine"]) as there, one.sit(made["mine"]) as here:
            here.play("card", 6)
            for player in (here, there):
                player.until(lambda m: m["type"] == "thinking" and m["done"] == 0.5)
            there.send("play_now")
            for player in (here, there):
                player.until(lambda m: m["type"] == "state" and m["at"] > 1)
            assert here.state["n"] == there.state["n"]


def test_a_seat_is_bound_and_replaced_for_all_servers(pair: Pair) -> None:
    one, two = pair
    made = one.create()
    link = made["links"]["allied"]
    assert two.get("/api/table", link).status_code == 200  # two remembers the invitation
    with one.sit(link) as first, two.sit(own(link)) as second:
        answer = two.get("/api/table/state", link)
        assert answer.json()["error"]["code"] == "spent"
        one.post("/api/table/renew", own(link), {})
        for friend in (first, second):
            while (message := friend.socket.receive())["type"] != "websocket.close":
                pass
            assert message["code"] == 4401


def test_a_bot_that_waits_at_one_server_hears_of_play_at_the_other(pair: Pair) -> None:
    one, two = pair
    made = one.create(axis="me", allied="me")
    assert two.get("/api/table/state", made["mine"]).json()["n"] == 0
    one.post("/api/table/play", made["mine"], {"n": 0, "action": ["card", 1]})
    assert two.get("/api/table/state?after=0&wait=30", made["mine"]).json()["n"] == 1


def test_a_database_that_restarts_leaves_no_hole(postgres: Cluster, tmp_path: Path) -> None:
    address = postgres.database(f"restart{next(numbers)}")
    with opened(tmp_path, database=address) as client:
        house = House(client)
        made = house.create(axis="me", allied="me", options={"turns": 400})
        with house.sit(made["mine"]) as both:
            play_out(both, 5)
            postgres.stop()
            at = both.state["at"]
            for _ in range(3):
                assert both.play(*both.actions[0])["code"] == "not_stored"
            postgres.start()
            assert both.play(*both.actions[0])["type"] == "state"
            assert both.state["at"] >= at + 1
            play_out(both, 5)
            told = both.state["n"]
    engine = sa.create_engine(address.replace("postgresql://", "postgresql+psycopg://"))
    with engine.connect() as connection:
        rows = [n for (n,) in connection.execute(sa.text("SELECT n FROM journal ORDER BY n"))]
    engine.dispose()
    assert rows == list(range(told))


def test_after_the_database_restarted_servers_hear_each_other_again(pair: Pair, postgres: Cluster) -> None:
    one, two = pair
    made = one.create(axis="me", allied="me")
    with one.sit(made["mine"]) as here, two.sit(made["mine"]) as there:
        postgres.stop()
        postgres.start()
        while here.play("card", 1)["type"] != "state":
            pass
        there.until(lambda m: m["type"] == "state" and m["at"] == 1)
