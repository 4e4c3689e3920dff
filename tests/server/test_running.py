"""A server that can be looked after: is it alive, is it ready, what does it measure and write down."""

from __future__ import annotations

import asyncio
import json
import logging
from typing import Any

import pytest
from tests.server.conftest import Opener
from tests.server.player import House

from sandtable.server.logs import JsonLines, Words, request_id, set_up
from sandtable.server.settings import Settings
from sandtable.server.store import Store
from sandtable.table.agent_pool import AgentPool
from sandtable.table.services import Job, Progress


def test_alive_and_ready(open_house: Opener, monkeypatch: pytest.MonkeyPatch) -> None:
    house = open_house(hosts="localhost", requests_per_second=1)
    assert [house.client.get("/healthz", headers={"Host": "10.1.2.3"}).status_code for _ in range(9)] == [200] * 9
    assert house.client.get("/readyz").json() == {"ok": True}

    def away(self: Store) -> None:
        raise OSError("gone")

    monkeypatch.setattr(Store, "ping", away)
    assert house.client.get("/readyz").status_code == 503
    assert house.client.get("/healthz").status_code == 200


def test_measured_where_it_is_wanted(open_house: Opener) -> None:
    assert open_house().client.get("/metrics").status_code == 404
    house = open_house(metrics=True)
    made = house.create(axis="me", allied="me")
    with house.sit(made["mine"]) as both:
        both.play("card", 1)
        both.play("card", 99)
        text = house.client.get("/metrics").text
    assert "sandtable_sockets 1.0" in text
    assert 'sandtable_refused_total{code="illegal"}' in text
    assert "sandtable_commit_seconds_bucket" in text
    assert made["mine"] not in text


def test_every_answer_names_its_request(open_house: Opener) -> None:
    house = open_house(hsts=True)
    first, second = (house.client.get("/api/games").headers for _ in range(2))
    assert first["x-request-id"] != second["x-request-id"]
    assert first["strict-transport-security"].startswith("max-age=")
    assert "strict-transport-security" not in open_house().client.get("/api/games").headers


def test_a_fault_is_json_and_written_down(
    open_house: Opener, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    house = open_house()
    house.client._transport.raise_server_exceptions = False  # type: ignore[attr-defined]
    made = house.create(axis="me", allied="me")

    def broken(*given: Any) -> None:
        raise ZeroDivisionError("a bug")

    monkeypatch.setattr("sandtable.table.offers.info_of", broken)
    answer = house.get("/api/table", made["mine"])
    assert (answer.status_code, answer.json()["error"]["code"]) == (500, "fault")
    assert "a bug" in caplog.text


def test_a_fault_costs_one_request_and_not_the_socket(open_house: Opener, monkeypatch: pytest.MonkeyPatch) -> None:
    house = open_house()
    made = house.create(axis="me", allied="me")

    def broken(*given: Any) -> None:
        raise ZeroDivisionError("a bug")

    with house.sit(made["mine"]) as both:
        with monkeypatch.context() as patch:
            patch.setattr("sandtable.table.questions.why_not", broken)
            assert both.ask("why_not", place="E")["code"] == "fault"
        assert both.play("card", 1)["type"] == "state"


def test_lines_of_a_log() -> None:
    record = logging.LogRecord("sandtable.server", logging.WARNING, "", 0, "table %s", ("x",), None)
    token = request_id.set("abc")
    line = json.loads(JsonLines().format(record))
    assert (line["text"], line["level"], line["request"]) == ("table x", "warning", "abc")
    assert Words().format(record).endswith("table x [abc]")
    request_id.reset(token)
    with pytest.raises(ValueError, match="text, json"):
        set_up(Settings(log_format="xml"))


class Slow:
    """A thinker that notes whose job it does."""

    def __init__(self, done: list[str]) -> None:
        self.done = done

    async def work(self, job: Job, hurry: asyncio.Event, progress: Progress) -> str:
        await asyncio.sleep(0.02)
        self.done.append(f"{job.person} {job.kind}")
        return job.person

    async def end(self) -> None:
        return None


def job(person: str, kind: str = "choose") -> Job:
    """Something to think about."""
    return Job("key", "skirmish", "recruit", 1, "axis", {}, 1.0, kind, (), person)


def test_everybody_has_a_fair_share_of_thought_and_knows_their_place() -> None:
    done: list[str] = []
    places: list[int] = []

    async def run() -> None:
        thinking = AgentPool(lambda: Slow(done), 1)
        now = asyncio.Event()
        asked = [thinking.work(job("greedy", "review"), now, lambda d, p: None)]
        asked += [thinking.work(job("greedy"), now, lambda d, p: None) for _ in range(5)]
        asked += [thinking.work(job("greedy", "advise"), now, lambda d, p: None) for _ in range(3)]
        waiting = [asyncio.create_task(one) for one in asked]
        await asyncio.sleep(0.03)
        await thinking.work(job("modest"), now, lambda d, p: places.append(p))
        await asyncio.gather(*waiting)
        await thinking.close()

    asyncio.run(run())
    assert done.index("modest choose") <= 2  # after what was under way, before all else of the other
    assert done[-3:] == ["greedy advise"] * 3 or done[-1] == "greedy review" or done[0] == "greedy review"
    assert [one for one in done if one.startswith("greedy choose")] == ["greedy choose"] * 5
    assert places[0] >= 1


def test_the_place_in_the_queue_is_told(open_house: Opener, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sandtable.table.agent_runner.SHOWN_AFTER", 0.01)
    house: House = open_house(think_seconds=600, thinkers=1)
    made = [house.create(axis="patient", allied="me")["mine"] for _ in range(2)]
    with house.sit(made[0]) as first, house.sit(made[1]) as second:
        first.play("card", 6)
        first.until(lambda m: m["type"] == "thinking" and m["done"] == 0.5)
        second.play("card", 6)
        assert second.until(lambda m: m["type"] == "thinking" and "place" in m)["place"] == 1
        first.send("play_now")
        second.until(lambda m: m["type"] == "thinking" and m["done"] == 0.5)
        second.send("play_now")
        second.until(lambda m: m["type"] == "state" and m["at"] > 1)


def test_a_thought_ends_when_nobody_looks(open_house: Opener, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sandtable.table.agent_runner.SHOWN_AFTER", 0.01)
    house: House = open_house(think_seconds=600, thinkers=1)
    made = house.create(axis="patient", allied="me")
    with house.sit(made["mine"]) as allied:
        allied.play("card", 6)
        allied.until(lambda m: m["type"] == "thinking" and m["done"] == 0.5)
    assert house.get("/api/table/state?after=1&wait=30", made["mine"]).json()["n"] > 1
