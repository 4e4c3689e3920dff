"""More tables than fit into memory, and everybody comes at once."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor

from tests.server.conftest import Opener

TABLES = 16


def test_everybody_sits_down_however_few_tables_fit_into_memory(open_house: Opener) -> None:
    first = open_house(creates_per_minute=1000)
    tokens = [first.create(axis="me", allied="me")["mine"] for _ in range(TABLES)]
    house = open_house(live_tables=2, requests_per_second=1000)

    def play(token: str) -> str:
        with house.sit(token) as both:
            assert house.get("/api/table", token).status_code == 200
            return str(both.play("card", 1)["type"])

    with ThreadPoolExecutor(TABLES) as pool:
        assert list(pool.map(play, tokens)) == ["state"] * TABLES
    with ThreadPoolExecutor(TABLES) as pool:
        answers = list(pool.map(lambda token: house.get("/api/table", token).json()["at"], tokens))
    assert answers == [1] * TABLES


def test_one_who_waits_for_a_state_hears_it_although_the_table_left_memory(open_house: Opener) -> None:
    house = open_house(live_tables=1)
    made = house.create(axis="me", allied="me")
    others = [house.create(axis="me", allied="me")["mine"] for _ in range(4)]
    with ThreadPoolExecutor(1) as pool:
        waiting = pool.submit(lambda: house.get("/api/table/state?after=0&wait=30", made["mine"]).json())
        for token in others:
            house.get("/api/table", token)
        house.post("/api/table/play", made["mine"], {"n": 0, "action": ["card", 1]})
        assert waiting.result()["n"] == 1
