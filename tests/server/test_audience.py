"""Who is told what when actions come faster than anybody can look."""

from __future__ import annotations

import pytest
from tests.server.player import House


def test_onlookers_may_miss_states_but_never_lines_nor_the_last_state(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("sandtable.server.audience.ONLOOKER_STATES", 1)
    monkeypatch.setattr("sandtable.server.audience.ONLOOKER_BURST", 2)
    made = house.create(axis="me", allied="me", options={"turns": 400})
    with house.sit(made["links"]["watch"]) as watcher, house.sit(made["mine"]) as both:
        for card in (6, 1):
            both.play("card", card)
        for step in range(30):
            both.play("march", both.actions[0][1])
            assert both.state["at"] == 4 + step
        last = both.state["at"]
        lines: list[str] = []
        watcher.until(lambda m: m.get("at") == last)
        for message in watcher.heard:
            if message["type"] == "state":
                lines[message["log_from"] :] = [line["text"] for line in message["log"]]
        states = [message for message in watcher.heard if message["type"] == "state"]
        assert len(states) < 20
        whole = house.get("/api/table/state", made["links"]["watch"]).json()
        assert states[-1]["view"] == whole["view"]
        assert lines == [line["text"] for line in whole["log"]]
        assert len(lines) == 32
