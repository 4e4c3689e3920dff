"""A game as one file, and back; replay of what was."""

from __future__ import annotations

import copy
import json
from typing import Any

import pytest
from tests.server.player import SEED, House, Json, finished, play_out


def take_in(house: House, document: Any) -> Any:
    """Import a file; Python's JSON writes infinity, as a forger would."""
    words = {"Content-Type": "application/json"}
    return house.client.post("/api/tables/import", content=json.dumps(document), headers=words)


def test_a_finished_game_comes_back_whole(house: House) -> None:
    document, token = finished(house)
    answer = take_in(house, document)
    assert answer.status_code == 201
    mine = answer.json()["mine"]
    last = f"/api/table/replay?at={len(document['actions'])}&eyes=both"
    old, new = (house.get(last, seat).json() for seat in (token, mine))
    assert new["view"] == old["view"]
    assert new["log"] == old["log"]
    again = house.get("/api/table/export", mine).json()
    assert again["actions"] == document["actions"]


def test_a_game_under_way_goes_on_with_new_dice(house: House) -> None:
    made = house.create(axis="me", allied="me")
    with house.sit(made["mine"], seed=SEED) as both:
        play_out(both, 3)
    document = house.get("/api/table/export", made["mine"]).json()
    assert document["dice"]["secret"] is None
    taken = take_in(house, document).json()
    assert taken["commitment"] != made["commitment"]
    with house.sit(taken["mine"], seed=SEED) as both:
        play_out(both, 10_000)
    ended = house.get("/api/table/export", taken["mine"]).json()
    assert ended["dice"]["imported"] == len(document["table"]["journal"])
    verdict = house.client.post("/api/replay/verify", json=ended).json()
    assert (verdict["ok"], verdict["unproven"]) == (False, 1)  # the file alone proves nothing of what came before it
    assert "cannot be checked" in verdict["text"]
    assert house.get("/api/table/dice", taken["mine"]).json()["ok"] is True  # the table knows what it took in


def test_a_plain_record_is_taken_too(house: House, finished_file: Json) -> None:
    document = finished_file
    record = {key: document[key] for key in ("format", "game", "scenario", "options", "data", "rules", "actions")}
    taken = take_in(house, record).json()
    state = house.get("/api/table/state", taken["mine"]).json()
    assert state["view"]["outcome"]["kind"] == "on points"


def changed(document: Json, *path: Any, to: Any) -> Json:
    """A copy of a file with one value changed."""
    new = copy.deepcopy(document)
    spot: Any = new
    for step in path[:-1]:
        spot = spot[step]
    spot[path[-1]] = to
    return new


@pytest.mark.parametrize(
    ("path", "to"),
    [
        (("game",), "chess"),
        (("game",), None),
        (("format",), 99),
        (("data",), "0"),
        (("scenario",), "moon"),
        (("options",), {"turns": 7}),
        (("options",), 3),
        (("actions",), None),
        (("actions",), [["fly"]]),
        (("table",), {"journal": [[1, 2]]}),
        (("table",), {"journal": 5}),
        (("table", "journal", 0), ["play", "axis", ["card", 1], 1, True, 0, 0.0]),
        (("table", "journal", 0), ["play", "allied", ["card", 99], 1, True, 0, 0.0]),
        (("table", "journal", 0), ["undo", "allied", {"to": -1, "asked": True}, 1, True, 0, 0.0]),
        (("table", "journal", 0), ["end", "allied", {"kind": "flight", "winner": "axis"}, 1, True, 0, 0.0]),
        (("table", "journal", 0), ["dance", "allied", {}, 1, True, 0, 0.0]),
        (("table", "journal", 0), ["play", "allied", ["card", 1], 1, True, 0, "noon"]),
        (("table", "journal", 0), ["play", "allied", ["card", 1], 1, True, 0, 10**400]),
        (("table", "journal", 0), ["play", "allied", [], 1, True, 0, 0.0]),
        (("table", "journal", 0), ["play", "allied", [1], 1, True, 0, 0.0]),
        (("table", "journal", 1), ["undo", "allied", {"to": float("inf"), "asked": True}, 1, True, 0, 0.0]),
        (("table", "journal", 0), ["redo", "allied", {"asked": False}, 1, True, 0, 0.0]),
    ],
)
def test_a_file_that_breaks_the_rules_or_the_form_is_refused(
    house: House, finished_file: Json, path: tuple[Any, ...], to: Any
) -> None:
    document = finished_file
    answer = take_in(house, changed(document, *path, to=to))
    assert answer.status_code in (400, 409), answer.text
    assert answer.json()["error"]["text"]


def test_replay_through_any_eyes_once_it_is_over(house: House) -> None:
    document, token = finished(house)
    of = len(document["actions"])
    for eyes in ("allied", "axis", "both"):
        for at in (0, 1, of):
            moment = house.get(f"/api/table/replay?at={at}&eyes={eyes}", token).json()
            assert (moment["at"], moment["of"]) == (at, of)
            assert moment["view"]["actions"] == []
            assert moment["lines"] == len(moment["log"])
    both = house.get("/api/table/replay?at=1&eyes=both", token).json()
    assert [hand["side"] for hand in both["view"]["hands"]] == ["allied", "axis"]
    chosen = [[card["id"] for card in hand["cards"] if card["chosen"]] for hand in both["view"]["hands"]]
    assert chosen == [[1], []]
    assert both["log"][0]["text"] == "The Allies choose card 1."
    axis = house.get("/api/table/replay?at=1&eyes=axis", token).json()
    assert axis["log"] == []
    assert "log" not in house.get("/api/table/replay?at=1&eyes=axis&log=false", token).json()
    last = house.get(f"/api/table/replay?at={of}&eyes=both", token).json()
    assert any(line.get("table") for line in last["log"])


def test_charts_have_a_point_for_the_start_and_each_turn(house: House) -> None:
    document, token = finished(house)
    points = house.get("/api/table/history", token).json()["points"]
    assert [point["turn"] for point in points] == list(range(len(points)))
    assert points[0]["losses"] == {"allied": 0, "axis": 0}
    assert points[-1]["at"] == len(document["actions"])
    score = document["outcome"]["score"]
    assert points[-1]["score"] == score
    assert points[-1]["losses"] == {side: 3 - score[side] for side in score}


def test_a_file_with_something_after_its_end_is_refused(house: House) -> None:
    made = house.create(axis="me", allied="me")
    with house.sit(made["mine"]) as both:
        both.play("card", 1)
        both.ask("resign", n=both.state["n"])
    document = house.get("/api/table/export", made["mine"]).json()
    assert take_in(house, document).status_code == 201
    journal = document["table"]["journal"]
    for more in (journal[-1], ["undo", "allied", {"to": 0, "asked": True}, 1, False, 0, 1.0], journal[0]):
        answer = take_in(house, changed(document, "table", "journal", to=[*journal, more]))
        assert answer.status_code == 400, more


def test_a_file_with_a_way_back_played_again_comes_back_whole(house: House) -> None:
    made = house.create(axis="me", allied="me")
    with house.sit(made["mine"]) as both:
        play_out(both, 3)
        both.ask("ask", kind="undo", at=1)
        both.ask("redo", n=both.state["n"])
        at = both.state["at"]
        both.ask("resign", n=both.state["n"])
    document = house.get("/api/table/export", made["mine"]).json()
    assert "redo" in [entry[0] for entry in document["table"]["journal"]]
    taken = take_in(house, document).json()
    assert house.get("/api/table", taken["mine"]).json()["at"] == at


@pytest.mark.parametrize(
    ("path", "to"),
    [
        (("table", "journal", 0), ["play", "chance", ["card", 1], 1, True, 0, 0.0]),
        (("table", "journal", 0), ["undo", "axis", {"to": 10**400, "asked": True}, 1, True, 0, 0.0]),
        (("dice", "seeds"), {"allied": 5, "axis": None}),
        (("dice", "seeds"), None),
        (("dice", "imported"), "many"),
        (("table",), 7),
    ],
)
def test_a_file_that_cannot_be_verified_is_refused_or_not_ok(
    house: House, finished_file: Json, path: tuple[Any, ...], to: Any
) -> None:
    answer = house.client.post("/api/replay/verify", json=changed(finished_file, *path, to=to))
    assert answer.status_code in (200, 400), answer.text
    assert answer.status_code == 400 or answer.json()["ok"] is False
