"""What stands before every request: headers, sizes, rates, names, and a table's other limits."""

from __future__ import annotations

import logging

import pytest
from tests.server.conftest import Opener
from tests.server.player import House

from sandtable.server.guard import POLICY
from sandtable.server.settings import Settings
from sandtable.table.limits import Bucket, Buckets

PAGES = ["/", "/api/games", "/api/openapi.json", "/api/table", "/api/nowhere", "/assets/nothing.js"]


@pytest.mark.parametrize("path", PAGES)
def test_every_answer_has_the_headers(house: House, path: str) -> None:
    headers = house.client.get(path).headers
    assert headers["content-security-policy"] == POLICY
    assert headers["x-content-type-options"] == "nosniff"
    assert headers["x-frame-options"] == "DENY"
    assert headers["referrer-policy"] == "no-referrer"
    assert "cache-control" in headers


def test_the_policy_allows_no_inline_script_or_style() -> None:
    assert "unsafe" not in POLICY
    assert "script-src 'self';" in POLICY
    assert "frame-ancestors 'none'" in POLICY


def test_what_belongs_to_a_seat_is_never_cached(house: House) -> None:
    made = house.create()
    assert house.get("/api/table", made["mine"]).headers["cache-control"] == "no-store"


def test_only_a_table_at_home_says_where_its_computer_is(open_house: Opener, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sandtable.server.http.own_host", lambda: "192.168.1.20")
    assert open_house().client.get("/api/network").json() == {"host": None}
    at_home = open_house(hosts="localhost,127.0.0.1").client
    assert at_home.get("/api/network", headers={"Host": "localhost"}).json() == {"host": "192.168.1.20"}


def test_a_body_too_big_is_refused_however_it_is_sent(house: House) -> None:
    big = b'{"game": "' + b"x" * 70_000 + b'"}'
    json = {"Content-Type": "application/json"}
    assert house.client.post("/api/tables", content=big, headers=json).status_code == 413
    chunked = house.client.post("/api/tables", content=iter([big[:40_000], big[40_000:]]), headers=json)
    assert chunked.status_code == 413
    assert chunked.json()["error"]["code"] == "too_big"


@pytest.mark.parametrize(
    "body",
    [
        {},
        {"game": "skirmish"},
        {"game": "chess", "seats": {"axis": {"kind": "me"}, "allied": {"kind": "me"}}},
        {"game": "skirmish", "seats": {"axis": {"kind": "me"}}},
        {"game": "skirmish", "seats": {"axis": {"kind": "me"}, "allied": {"kind": "ghost"}}},
        {"game": "skirmish", "seats": {"axis": {"kind": "me"}, "allied": {"kind": "agent", "level": "marshal"}}},
        {"game": "skirmish", "scenario": "x", "seats": {"axis": {"kind": "me"}, "allied": {"kind": "me"}}},
        {"game": "skirmish", "options": {"turns": 7}, "seats": {"axis": {"kind": "me"}, "allied": {"kind": "me"}}},
        {"game": "skirmish", "options": {"x": 1}, "seats": {"axis": {"kind": "me"}, "allied": {"kind": "me"}}},
    ],
)
def test_a_table_that_cannot_be_made(house: House, body: object) -> None:
    answer = house.client.post("/api/tables", json=body)
    assert answer.status_code in (400, 422)
    assert answer.json()["error"]["text"]


def test_too_many_new_tables(open_house: Opener) -> None:
    house = open_house(creates_per_minute=3)
    seats = {"axis": {"kind": "me"}, "allied": {"kind": "me"}}
    answers = [house.client.post("/api/tables", json={"game": "skirmish", "seats": seats}) for _ in range(4)]
    assert [answer.status_code for answer in answers] == [201, 201, 201, 429]


def test_a_server_that_is_full(open_house: Opener) -> None:
    house = open_house(tables=1)
    house.create()
    seats = {"axis": {"kind": "me"}, "allied": {"kind": "me"}}
    answer = house.client.post("/api/tables", json={"game": "skirmish", "seats": seats})
    assert answer.json()["error"]["code"] == "full"


def test_too_many_requests(open_house: Opener) -> None:
    house = open_house(requests_per_second=1)
    assert [house.client.get("/api/games").status_code for _ in range(6)][-1] == 429


def test_too_many_messages_close_the_socket(open_house: Opener) -> None:
    house = open_house(messages_per_second=1)
    made = house.create(axis="me", allied="me")
    with house.client.websocket_connect("/api/ws") as socket:
        socket.send_json({"type": "sit", "token": made["mine"]})
        for _ in range(4):
            socket.send_json({"type": "ping"})
        while (message := socket.receive())["type"] != "websocket.close":
            pass
        assert message["code"] == 4429


def test_too_many_questions_or_too_much_talk_are_refused(open_house: Opener) -> None:
    house = open_house(questions_per_second=1, chat_per_minute=1)
    made = house.create(axis="me", allied="me")
    with house.sit(made["mine"]) as both:
        codes = [both.ask("why_not", place="E").get("code") for _ in range(4)]
        assert codes[0] is None
        assert codes[-1] == "too_fast"
        codes = [both.ask("chat", text="x").get("code") for _ in range(12)]
        assert codes[-1] == "too_fast"


def test_too_many_sockets(open_house: Opener) -> None:
    house = open_house(sockets_per_address=1)
    made = house.create(axis="me", allied="me")
    with house.sit(made["mine"]), house.client.websocket_connect("/api/ws") as second:
        assert second.receive()["code"] == 4429
    with house.sit(made["mine"]):
        pass


def test_watchers_fill_a_table_and_a_player_still_has_a_place(open_house: Opener) -> None:
    house = open_house(sockets_per_table=1)
    made = house.create(axis="me", allied="me")
    with house.sit(made["links"]["watch"]), house.client.websocket_connect("/api/ws") as second:
        second.send_json({"type": "sit", "token": made["links"]["watch"]})
        assert second.receive_json()["code"] == "full"
        assert second.receive()["code"] == 4429
        with house.sit(made["mine"]) as player:
            assert player.play("card", 1)["type"] == "state"


def test_a_seat_open_on_too_many_screens_closes_the_oldest(open_house: Opener, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sandtable.server.sockets.SOCKETS_PER_SEAT", 1)
    house = open_house()
    made = house.create(axis="me", allied="me")
    with house.sit(made["mine"]) as first, house.sit(made["mine"]) as second:
        while (message := first.socket.receive())["type"] != "websocket.close":
            pass
        assert message["code"] == 4429
        assert second.play("card", 1)["type"] == "state"


def test_a_game_does_not_go_on_for_ever(open_house: Opener) -> None:
    house = open_house(actions_per_table=2)
    made = house.create(axis="me", allied="me")
    with house.sit(made["mine"]) as both:
        both.play("card", 1)
        both.ask("undo", n=both.state["n"])
        assert both.play("card", 1)["code"] == "too_big"
        assert both.ask("ask", kind="undo", at=0)["code"] == "too_big"
        assert both.ask("resign", n=both.state["n"])["type"] == "state"


def test_enough_is_said_at_a_table(open_house: Opener) -> None:
    house = open_house(talk_per_table=2)
    made = house.create(axis="me", allied="me")
    with house.sit(made["mine"]) as both:
        assert [both.ask("chat", text="x").get("code") for _ in range(3)] == [None, None, "too_big"]


def test_another_name_for_this_server_is_refused(open_house: Opener) -> None:
    house = open_house(hosts="localhost,[::1]")
    assert house.client.get("/api/games").status_code == 200
    assert house.client.get("/api/games", headers={"Host": "[::1]:1941"}).status_code == 200
    assert house.client.get("/api/games", headers={"Host": "elsewhere.example"}).status_code == 400


def test_no_token_is_written_to_a_log(house: House, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.DEBUG)
    made = house.create(axis="me", allied="me")
    with house.sit(made["mine"]) as both:
        both.play("card", 1)
        both.play("card", 99)
    house.get("/api/table/state", made["mine"])
    house.get("/api/table", "not-a-token-of-anybody")
    assert made["mine"] not in caplog.text
    assert "not-a-token-of-anybody" not in caplog.text


def test_a_bucket_fills_again() -> None:
    now = [0.0]
    bucket = Bucket(2, 3, lambda: now[0])
    assert [bucket.take() for _ in range(4)] == [True, True, True, False]
    now[0] = 0.5
    assert [bucket.take() for _ in range(2)] == [True, False]
    now[0] = 100
    assert [bucket.take() for _ in range(4)] == [True, True, True, False]


def test_buckets_are_apart_and_forgotten_when_there_are_too_many(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sandtable.table.limits.REMEMBERED", 2)
    buckets = Buckets(0, 1)
    assert [buckets.take(name) for name in ("a", "b", "a", "c", "b")] == [True, True, False, True, True]


def test_settings_come_from_the_environment() -> None:
    settings = Settings.from_environment({"SANDTABLE_TABLES": "7", "SANDTABLE_THINK_SECONDS": "0.5"}, sockets=3)
    assert (settings.tables, settings.think_seconds, settings.sockets) == (7, 0.5, 3)
    with pytest.raises(ValueError, match="SANDTABLE_TABLES must be int, not 'many'"):
        Settings.from_environment({"SANDTABLE_TABLES": "many"})
    assert Settings(database="postgresql://host/db").address == "postgresql+psycopg://host/db"
