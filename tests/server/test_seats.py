"""Whose a seat is: of the first to sit down, who can replace its secret."""

from __future__ import annotations

from tests.server.player import House, own


def test_an_invitation_is_spent_by_the_first_to_sit_down(house: House) -> None:
    made = house.create()
    link = made["links"]["allied"]
    with house.sit(link) as friend:
        assert friend.seated["token"] == own(link)
        assert friend.play("card", 6)["type"] == "state"
    with house.client.websocket_connect("/api/ws") as maker:
        maker.send_json({"type": "sit", "token": link})
        assert maker.receive_json()["code"] == "spent"
        assert maker.receive()["code"] == 4401
    answer = house.get("/api/table/state", link)
    assert (answer.status_code, answer.json()["error"]["code"]) == (403, "spent")
    assert house.get("/api/table/state", own(link)).json()["view"]["viewer"] == "allied"


def test_one_who_lost_the_answer_comes_in_with_the_same_key(house: House) -> None:
    link = house.create()["links"]["allied"]
    for _ in range(2):
        with house.sit(link) as friend:
            assert friend.state["view"]["viewer"] == "allied"
    with house.sit(own(link)) as friend:
        assert "token" not in friend.seated


def test_without_a_key_the_server_makes_one(house: House) -> None:
    link = house.create()["links"]["allied"]
    with house.sit(link, key=None) as friend:
        token = friend.seated["token"]
    assert house.get("/api/table", token).json()["seat"] == "allied"
    assert house.get("/api/table", link).status_code == 403


def test_an_invitation_shows_nothing_of_the_game(house: House) -> None:
    made = house.create()
    link = made["links"]["allied"]
    assert house.get("/api/table", link).json()["seat"] == "allied"
    for path in ("state", "replay?at=0", "history", "export", "dice"):
        answer = house.get(f"/api/table/{path}", link)
        assert (answer.status_code, answer.json()["error"]["code"]) == (403, "unbound"), path
    body = {"n": 0, "action": ["card", 1]}
    assert house.post("/api/table/play", link, body).status_code == 403
    token = house.post("/api/table/sit", link, {}).json()["token"]
    assert house.post("/api/table/play", token, body).status_code == 200


def test_a_leaked_link_is_replaced_by_its_owner(house: House) -> None:
    made = house.create()
    with house.sit(made["mine"]) as axis:
        new = house.post("/api/table/renew", made["mine"], {}).json()["token"]
        while (message := axis.socket.receive())["type"] != "websocket.close":
            pass
        assert message["code"] == 4401
    assert house.get("/api/table", made["mine"]).status_code == 401
    with house.sit(new) as axis:
        assert axis.state["view"]["viewer"] == "axis"
    assert house.post("/api/table/renew", made["links"]["watch"], {}).status_code == 403


def test_a_lost_invitation_is_replaced_by_the_host_and_a_taken_seat_is_not(house: House) -> None:
    made = house.create()
    first = made["links"]["allied"]
    second = house.post("/api/table/invite", made["mine"], {"seat": "allied"}).json()["token"]
    assert house.get("/api/table", first).status_code == 401
    with house.sit(second):
        pass
    assert house.post("/api/table/invite", made["mine"], {"seat": "allied"}).status_code == 409
    assert house.post("/api/table/invite", made["mine"], {"seat": "axis"}).status_code == 403
    assert house.post("/api/table/invite", made["links"]["watch"], {"seat": "allied"}).status_code == 403


def test_a_second_screen_of_a_seat_is_announced(house: House) -> None:
    with house.two() as (allied, axis, made):
        with house.sit(made["mine"]):
            told = axis.until(lambda m: m["type"] == "presence" and m["devices"]["axis"] == 2)
            assert told["devices"] == {"allied": 1, "axis": 2}
            allied.until(lambda m: m["type"] == "presence" and m["devices"]["axis"] == 2)
        axis.until(lambda m: m["type"] == "presence" and m["devices"]["axis"] == 1)
