"""Taking back: freely up to the last roll or reveal, further with the opponent's consent and a trace."""

from __future__ import annotations

from tests.server.player import House, Player

from sandtable.table.journal import UNDO, Entry, Note


def to_march(allied: Player, axis: Player) -> None:
    """Both choose a card; the allied side may march."""
    allied.play("card", 6)
    axis.until(lambda m: m["type"] == "state" and m["view"]["side"] == "axis")
    axis.play("card", 1)
    allied.until(lambda m: m["type"] == "state" and m["view"]["phase"]["now"] == "march")


def test_own_moves_go_back_one_by_one_and_no_further_than_the_roll(house: House) -> None:
    with house.two() as (allied, axis, _):
        to_march(allied, axis)
        assert allied.state["view"]["undo"] is False
        start = allied.state["at"]
        allied.play("march", 1)
        allied.play("march", 2)
        assert allied.state["view"]["undo"] is True
        assert axis.ask("undo", n=allied.state["n"])["code"] == "not_now"
        for expected in (start + 1, start):
            allied.ask("undo", n=allied.state["n"])
            assert allied.state["at"] == expected
        assert [line["text"] for line in allied.state["log"]] == []
        assert allied.state["view"]["pieces"][0]["at"] == "A"
        assert allied.ask("undo", n=allied.state["n"])["code"] == "not_now"


def test_several_own_moves_go_back_in_one_step_and_come_again_in_one(house: House) -> None:
    with house.two() as (allied, axis, _):
        to_march(allied, axis)
        start = allied.state["at"]
        allied.play("march", 1)
        allied.play("march", 2)
        too_far = allied.ask("undo", n=allied.state["n"], at=start - 1)
        assert too_far["code"] == "not_now"
        assert allied.ask("undo", n=allied.state["n"], at=start + 2)["code"] == "not_now"
        allied.ask("undo", n=allied.state["n"], at=start)
        assert allied.state["at"] == start
        assert allied.state["view"]["pieces"][0]["at"] == "A"
        allied.ask("redo", n=allied.state["n"])
        assert allied.state["at"] == start + 2


def test_the_log_of_a_reader_goes_back_too(house: House) -> None:
    with house.two() as (allied, axis, _):
        to_march(allied, axis)
        allied.play("march", 1)
        told = allied.state
        assert told["log"][-1]["text"] == "The Allies march to B."
        number = told["log"][-1]["n"]
        allied.ask("undo", n=told["n"])
        assert (allied.state["log_from"], allied.state["log"]) == (number, [])


def test_more_is_taken_back_only_with_consent_and_leaves_a_trace(house: House) -> None:
    with house.two() as (allied, axis, made):
        to_march(allied, axis)
        at, n = allied.state["at"], allied.state["n"]
        axis.ask("ask", kind="undo")
        assert allied.until(lambda m: m["type"] == "ask")["at"] == 1
        assert axis.ask("reply", kind="undo", yes=True)["code"] == "not_yours"
        allied.ask("reply", kind="undo", yes=True)
        assert allied.state["at"] == 1 < at
        assert allied.state["n"] > n
        assert allied.state["view"]["side"] == "axis"
        trace = allied.state["log"][-1]
        assert trace["table"] is True
        assert trace["text"] == "Axis took back 2 actions; the other side agreed."
        axis.until(lambda m: m["type"] == "state" and m["at"] == 1)
        axis.play("card", 2)
        assert axis.state["at"] == 3
        watched = house.get("/api/table/state", made["links"]["watch"]).json()["log"]
        assert [line["n"] for line in watched] == list(range(len(watched)))
        assert [line for line in watched if line.get("table")]


def test_one_action_taken_back_is_one_action() -> None:
    entry = Entry(UNDO, "axis", {"to": 1, "count": 1, "asked": True, "events": 0}, 1, False, 0, 0.0)
    assert Note.of(entry, "Axis").text == "Axis took back 1 action; the other side agreed."


def test_a_refused_question_changes_nothing(house: House) -> None:
    with house.two() as (allied, axis, _):
        to_march(allied, axis)
        axis.ask("ask", kind="undo")
        allied.ask("reply", kind="undo", yes=False)
        assert axis.until(lambda m: m["type"] == "ask" and m["answer"] is not None)["answer"] is False
        assert allied.state["at"] == 3


def test_playing_on_answers_a_question_with_no(house: House) -> None:
    with house.two() as (allied, axis, _):
        to_march(allied, axis)
        axis.ask("ask", kind="undo")
        allied.play("march", 1)
        assert axis.until(lambda m: m["type"] == "ask" and m["answer"] is not None)["answer"] is False
        assert allied.ask("reply", kind="undo", yes=True)["code"] == "not_now"


def test_an_open_question_waits_for_one_who_comes_later(house: House) -> None:
    made = house.create()
    with house.sit(made["mine"]) as axis:
        with house.sit(made["links"]["allied"]) as allied:
            to_march(allied, axis)
        axis.ask("ask", kind="undo")
    with house.sit(made["links"]["allied"]) as allied:
        assert allied.hear("ask")["kind"] == "undo"


def test_the_machine_lets_one_take_back_and_declines_a_draw(house: House) -> None:
    made = house.create(axis="recruit", allied="me")
    with house.sit(made["mine"]) as allied:
        allied.play("card", 6)
        allied.until(lambda m: m["type"] == "state" and m["view"]["side"] == "allied" and m["at"] > 1)
        allied.ask("ask", kind="undo")
        assert allied.state["at"] == 0
        allied.ask("ask", kind="draw")
        assert [m["answer"] for m in allied.heard if m["type"] == "ask" and m["kind"] == "draw"] == [None, False]


def test_a_hot_seat_asks_nobody(house: House) -> None:
    made = house.create(axis="me", allied="me")
    with house.sit(made["mine"]) as both:
        both.play("card", 6)
        both.play("card", 1)
        both.ask("ask", kind="undo", at=1)
        assert both.state["at"] == 1


def test_what_was_taken_back_can_be_played_again_until_something_else_is(house: House) -> None:
    with house.two() as (allied, axis, _):
        to_march(allied, axis)
        allied.play("march", 1)
        allied.play("march", 2)
        there = allied.state["view"]["pieces"]
        end = allied.state["at"]
        allied.ask("undo", n=allied.state["n"])
        allied.ask("undo", n=allied.state["n"])
        assert axis.ask("redo", n=allied.state["n"])["code"] == "not_now"
        allied.ask("redo", n=allied.state["n"])
        assert (allied.state["at"], allied.state["view"]["pieces"]) == (end, there)
        assert allied.ask("redo", n=allied.state["n"])["code"] == "not_now"
        allied.ask("undo", n=allied.state["n"])
        allied.play("march", 2)
        assert allied.ask("redo", n=allied.state["n"])["code"] == "not_now"


def test_a_redo_after_consent_keeps_the_dice_and_leaves_a_trace(house: House) -> None:
    with house.two() as (allied, axis, made):
        to_march(allied, axis)
        before = allied.state["view"]
        axis.ask("ask", kind="undo")
        allied.until(lambda m: m["type"] == "ask")
        allied.ask("reply", kind="undo", yes=True)
        axis.until(lambda m: m["type"] == "state" and m["at"] == 1)
        axis.ask("redo", n=axis.state["n"])
        allied.until(lambda m: m["type"] == "state" and m["view"]["side"] == "allied")
        assert allied.state["view"] == before
        assert allied.state["log"][-1]["text"] == "Axis put back what was taken back."
        allied.ask("resign", n=allied.state["n"])
        record = house.client.get("/api/table/export", headers={"Authorization": f"Bearer {made['mine']}"}).json()
        assert house.client.post("/api/replay/verify", json=record).json()["ok"] is True
