"""Two players at a table: what is let through, what is refused, and who is told what."""

from __future__ import annotations

import pytest
from tests.server.player import House, Json, Player


def test_a_whole_game_between_two_players(house: House) -> None:
    with house.two() as (allied, axis, _):
        players = {"allied": allied, "axis": axis}
        while allied.state["view"]["outcome"] is None:
            side = allied.state["view"]["side"]
            mover, other = players[side], players["allied" if side == "axis" else "axis"]
            assert mover.actions
            assert not other.actions
            mover.play(*(mover.actions[-1] if ["done"] in mover.actions else mover.actions[0]))
            other.until(lambda m: m["type"] == "state" and m["n"] == mover.state["n"])  # noqa: B023
        assert axis.state["view"]["outcome"] == allied.state["view"]["outcome"]
        assert axis.hear("dice")["secret"]


def refusal(player: Player, kind: str, /, **fields: object) -> Json:
    """A request that must be refused."""
    answer = player.ask(kind, **fields)
    assert answer["type"] == "refused"
    return answer


def test_an_action_of_the_other_side_is_refused(house: House) -> None:
    with house.two() as (_, axis, _made):
        answer = refusal(axis, "play", n=axis.state["n"], action=["card", 1])
        assert answer["code"] == "not_yours"


def test_an_action_not_offered_is_refused_with_its_rule(house: House) -> None:
    with house.two() as (allied, axis, _made):
        allied.play("card", 1)
        axis.hear("state")
        axis.play("card", 1)
        answer = refusal(allied, "play", n=allied.until(lambda m: m["type"] == "state")["n"], action=["march", 4])
        assert (answer["code"], answer["rule"]) == ("illegal", "3")


@pytest.mark.parametrize("action", [[], ["card"], ["card", 99], ["card", "1"], ["card", True], ["roll", 6]])
def test_a_forged_action_is_refused_and_changes_nothing(house: House, action: list[object]) -> None:
    with house.two() as (allied, _, made):
        before = house.get("/api/table/state", made["mine"]).json()
        assert refusal(allied, "play", n=allied.state["n"], action=action)["code"] in ("illegal", "bad")
        assert house.get("/api/table/state", made["mine"]).json() == before
        allied.play("card", 1)


@pytest.mark.parametrize("action", [None, "card", {"card": 1}, [["card", 1]], [1.5], ["x"] * 65])
def test_a_malformed_action_is_refused(house: House, action: object) -> None:
    with house.two() as (allied, _, _made):
        assert refusal(allied, "play", n=allied.state["n"], action=action)["code"] == "bad"


@pytest.mark.parametrize(
    ("action", "text"),
    [
        ([], "play.action: this list must not be empty"),
        ([None], "play.action.0: expected a word, a whole number, true or false"),
        (["card", 1.5], "play.action.1: expected a word, a whole number, true or false"),
        (["card"], "expected `card card:number`, got `card`"),
    ],
)
def test_a_refusal_says_what_was_expected(house: House, action: list[object], text: str) -> None:
    token = house.create(axis="me", allied="me")["mine"]
    with house.sit(token) as both:
        assert refusal(both, "play", n=both.state["n"], action=action)["text"] == text
        answer = house.post("/api/table/play", token, {"n": both.state["n"], "action": action}).json()
        assert answer["error"]["text"] == text.replace("play.", "body.")


def test_a_stale_or_repeated_action_is_refused_and_the_state_sent_again(house: House) -> None:
    with house.two() as (allied, _, _made):
        n = allied.state["n"]
        allied.play("card", 1)
        assert refusal(allied, "play", n=n, action=["card", 1])["code"] == "stale"
        assert allied.hear("state")["n"] == n + 1
        assert refusal(allied, "play", n=n + 5, action=["card", 2])["code"] == "stale"


def test_after_an_undo_an_answer_to_the_state_before_is_stale(house: House) -> None:
    with house.two() as (allied, _axis, _made):
        allied.play("card", 1)
        answered = allied.state["n"] - 1
        allied.ask("undo", n=allied.state["n"])
        assert allied.state["at"] == 0
        assert refusal(allied, "play", n=answered, action=["card", 2])["code"] == "stale"


def test_what_is_not_json_or_no_request_is_refused(house: House) -> None:
    with house.two() as (allied, _, _made):
        for text in ("{", "[]", '"sit"', '{"type": "cheat"}', '{"type": "play"}', '{"type": "chat", "text": ""}'):
            allied.socket.send_text(text)
            assert allied.hear("refused")["code"] == "bad"
        assert allied.ask("ping")["type"] == "pong"


def test_a_message_too_big_is_refused(house: House) -> None:
    with house.two() as (allied, _, _made):
        allied.socket.send_text('{"type": "chat", "text": "' + "x" * 70_000 + '"}')
        assert allied.hear("refused")["code"] == "too_big"


def test_a_token_that_opens_no_seat(house: House) -> None:
    with house.client.websocket_connect("/api/ws") as socket:
        socket.send_json({"type": "play", "n": 0, "action": ["card", 1]})
        assert socket.receive_json()["code"] == "no_such_seat"
        socket.send_json({"type": "sit", "token": "A" * 22})
        assert socket.receive_json()["code"] == "no_such_seat"
        assert socket.receive()["code"] == 4401
    assert house.get("/api/table", "A" * 22).status_code == 401
    assert house.client.get("/api/table").status_code == 401


def test_a_seat_sees_only_its_own_side(house: House) -> None:
    with house.two() as (allied, axis, made):
        allied.play("card", 6)
        seen = axis.hear("state")
        assert seen["view"]["viewer"] == "axis"
        assert not any(card["chosen"] for card in seen["view"]["hands"][0]["cards"])
        assert [hand["side"] for hand in seen["view"]["hands"]] == ["axis"]
        assert seen["log"] == []
        assert allied.state["log"][0]["text"] == "The Allies choose card 6."
        watched = house.get("/api/table/state", made["links"]["watch"]).json()
        assert watched["view"]["viewer"] is None
        assert (watched["view"]["hands"], watched["log"], watched["view"]["actions"]) == ([], [], [])
        for token in (made["mine"], made["links"]["watch"]):
            answer = house.get("/api/table/replay?at=1&eyes=allied", token)
            assert answer.status_code == 403
            assert house.get("/api/table/export", token).status_code == 403
            assert house.get("/api/table/dice", token).json()["secret"] is None


def test_a_watcher_may_not_act(house: House) -> None:
    with house.two() as (_, _axis, made), house.sit(made["links"]["watch"]) as watcher:
        n = watcher.state["n"]
        for kind, fields in (
            ("play", {"n": n, "action": ["card", 1]}),
            ("undo", {"n": n}),
            ("resign", {"n": n}),
            ("ask", {"kind": "draw"}),
            ("play_now", {}),
        ):
            assert refusal(watcher, kind, **fields)["code"] == "not_yours"
        assert watcher.ask("chat", text="good luck")["value"] is True


def test_everybody_is_told_of_chat_and_presence(house: House) -> None:
    with house.two() as (allied, axis, made):
        assert axis.hear("presence")["here"] == {"allied": True, "axis": True}
        allied.ask("chat", text="hello <b>there</b>")
        assert axis.hear("chat")["text"] == "hello <b>there</b>"
        with house.sit(made["links"]["watch"]) as late:
            assert late.hear("chat")["from"] == "allied"
        axis.until(lambda m: m["type"] == "presence" and m["watchers"] == 0)


def test_players_are_called_by_the_names_they_give(house: House) -> None:
    with house.two() as (allied, axis, made):
        assert allied.ask("name", text="Nadia")["value"] is True
        assert axis.hear("name") == {"type": "name", "side": "allied", "text": "Nadia"}
        with house.sit(made["links"]["watch"]) as late:
            assert late.hear("name")["text"] == "Nadia"
            assert late.ask("name", text="Nobody")["type"] == "refused"
        for bad in ("", " ", "x" * 25, "two\nlines"):
            assert allied.ask("name", text=bad)["code"] == "bad"
    seats = house.get("/api/table", made["mine"]).json()["seats"]
    assert {seat["label"] for seat in seats.values()} == {"you", "Nadia"}
    answer = house.post("/api/table/name", made["mine"], {"text": "Erwin"})
    assert answer.json() == {"said": True}


def test_two_at_one_screen_have_no_names(house: House) -> None:
    with house.sit(house.create(axis="me", allied="me")["mine"]) as both:
        assert both.ask("name", text="Nadia")["code"] == "not_now"


def test_a_seat_is_called_by_who_reads_it(house: House) -> None:
    made = house.create(axis="me", allied="friend")
    mine, theirs, watch = (
        house.get("/api/table", token).json()["seats"]
        for token in (made["mine"], made["links"]["allied"], made["links"]["watch"])
    )
    assert [mine[side]["label"] for side in ("axis", "allied")] == ["you", "friend"]
    assert [theirs[side]["label"] for side in ("axis", "allied")] == ["friend", "you"]
    assert [watch[side]["label"] for side in ("axis", "allied")] == ["player", "player"]


def test_a_resignation_ends_the_game_and_is_told(house: House) -> None:
    with house.two() as (allied, axis, made):
        axis.ask("resign", n=axis.state["n"])
        outcome = allied.hear("state")["view"]["outcome"]
        assert outcome == {"winner": "allied", "kind": "resignation", "score": {"allied": 3, "axis": 3}}
        assert allied.state["log"][-1]["text"] == "Axis resigned."
        assert refusal(allied, "play", n=allied.state["n"], action=["card", 1])["code"] == "over"
    assert house.get("/api/table", made["mine"]).json()["outcome"] == outcome


def test_a_draw_needs_both(house: House) -> None:
    with house.two() as (allied, axis, _made):
        allied.ask("ask", kind="draw")
        assert refusal(allied, "reply", kind="draw", yes=True)["code"] == "not_yours"
        assert axis.hear("ask") == {"type": "ask", "kind": "draw", "side": "allied", "at": None, "answer": None}
        axis.ask("reply", kind="draw", yes=False)
        assert allied.until(lambda m: m["type"] == "ask" and m["answer"] is not None)["answer"] is False
        assert refusal(axis, "reply", kind="draw", yes=True)["code"] == "not_now"
        axis.ask("ask", kind="draw")
        allied.ask("reply", kind="draw", yes=True)
        assert allied.state["view"]["outcome"]["kind"] == "draw"


def test_a_hot_seat_shows_the_side_to_decide(house: House) -> None:
    made = house.create(axis="me", allied="me")
    with house.sit(made["mine"], seed="00" * 32) as both:
        assert both.state["view"]["viewer"] == "allied"
        both.play("card", 6)
        assert both.state["view"]["viewer"] == "axis"
        assert not any(card["chosen"] for card in both.state["view"]["hands"][0]["cards"])
        assert (both.state["log_from"], both.state["log"]) == (0, [])
        both.play("card", 1)
        assert both.state["view"]["viewer"] == "allied"
        assert [line["n"] for line in both.state["log"]] == [0, 1, 2]
        assert house.get("/api/table/replay?at=1&eyes=axis", made["mine"]).status_code == 403


def test_questions_change_nothing(house: House) -> None:
    with house.two() as (allied, axis, _made):
        n = allied.state["n"]
        assert allied.ask("why_not", piece=1, place="E")["value"]["rule"] == "3"
        assert axis.ask("why_not", piece=1, place="E")["value"] is None
        assert allied.ask("forecast", action=["card", 1])["value"]["exact"] is True
        assert refusal(axis, "forecast", action=["card", 1])["code"] == "illegal"
        assert allied.ask("overlay", name="reach")["value"]["areas"][0]["side"] == "allied"
        assert refusal(allied, "overlay", name="secrets")["code"] == "bad"
        assert allied.ask("seek", at=0, eyes="allied")["value"]["view"]["actions"] == []
        assert refusal(allied, "seek", at=1, eyes="allied")["code"] == "bad"
        allied.ask("ping")
        assert allied.state["n"] == n


def test_a_table_without_forecasts(house: House) -> None:
    with house.two(forecasts=False) as (allied, _, _made):
        assert refusal(allied, "forecast", action=["card", 1])["code"] == "not_now"


def test_a_lean_seat_gets_actions_and_no_view(house: House) -> None:
    made = house.create(axis="me", allied="me")
    with house.sit(made["mine"], states="lean") as bot:
        assert "view" not in bot.state
        assert ["card", 3] in bot.actions
        bot.play("card", 3)
        assert bot.state["side"] == "axis"


def test_a_bot_plays_over_http_alone(house: House) -> None:
    made = house.create(axis="me", allied="me")
    token = made["mine"]
    state = house.get("/api/table/state", token).json()
    house.post("/api/table/sit", token, {"seed": "11" * 32})
    while state["view"]["outcome"] is None:
        action = state["view"]["actions"][-1]["do"]
        answer = house.post("/api/table/play", token, {"n": state["n"], "action": action})
        assert answer.status_code == 200
        state = answer.json()
    assert house.post("/api/table/play", token, {"n": state["n"], "action": ["done"]}).status_code == 409
    assert house.get(f"/api/table/state?after={state['n'] - 1}&wait=5", token).json()["n"] == state["n"]
