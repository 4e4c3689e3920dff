"""What a newcomer is shown before there is a table."""

from __future__ import annotations

from collections.abc import Callable

from tests.server.player import House


def test_the_lobby_lists_the_games(house: House) -> None:
    (game,) = house.client.get("/api/games").json()["games"]
    assert (game["id"], game["guide"], game["hidden"]) == ("skirmish", {"side": "axis", "scenario": "well"}, True)
    assert [level["bars"] for level in game["levels"]] == [1, 2, 3, 4, 5]
    assert game["options"][0]["choices"][0] == {"id": 1, "label": "1"}
    assert game["sides"]["axis"]["pieces"][0]["side"] == "axis"
    left, top, width, height = game["card"]["box"]
    assert 0 <= left <= left + width <= 500
    assert 0 <= top <= top + height <= 100


def test_board_map_rules_and_guide(house: House) -> None:
    assert house.client.get("/api/games/skirmish/board?scenario=well").json()["places"]["C"]["name"] == "The well"
    drawn = house.client.get("/api/games/skirmish/map.svg?scenario=../../../etc/passwd")
    assert drawn.headers["content-type"].startswith("image/svg+xml")
    held = {"If-None-Match": drawn.headers["etag"]}
    assert house.client.get("/api/games/skirmish/map.svg", headers=held).status_code == 304
    rules = house.client.get("/api/games/skirmish/rules").json()
    assert rules["rules"][0]["title"] == "Cards"
    assert rules["rulings"] == [
        {"id": "R1", "rules": ["1", "2"], "title": "Equal cards", "text": "Nobody attacks, and nothing is rolled."}
    ]
    guide = house.client.get("/api/games/skirmish/guide").json()
    assert (guide["title"], guide["side"], len(guide["steps"])) == ("A first card", "axis", 1)
    assert house.client.get("/api/games/chess/rules").status_code == 404


def test_the_api_describes_itself(house: House) -> None:
    document = house.client.get("/api/openapi.json").json()
    assert {"/api/tables", "/api/table/state", "/api/table/play", "/api/replay/verify"} <= set(document["paths"])
    for path, calls in document["paths"].items():
        for call in calls.values():
            assert call.get("description"), path


def test_an_example_of_the_manual_is_a_file_to_import(open_house: Callable[..., House]) -> None:
    client = open_house(library="sandtable.table.library:installed").client
    file = client.get("/api/games/bravery/examples/panzers-at-the-wire").json()
    made = client.post("/api/tables/import", json=file).json()
    info = client.get("/api/table", headers={"Authorization": f"Bearer {made['mine']}"}).json()
    assert (info["game"], info["seat"], info["seats"]["axis"]["kind"]) == ("bravery", "allied", "agent")
    assert info["at"] > 10
    assert client.get("/api/games/bravery/examples/..%2Fguide").status_code == 404
    assert client.get("/api/games/bravery/examples/nothing").json()["error"]["code"] == "unknown"
