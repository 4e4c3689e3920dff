"""The backend in the page: the server's answers and conversations, without a server."""

from __future__ import annotations

import asyncio
import json
from pathlib import Path
from typing import Any

import pytest

from sandtable.local.backend import Limits
from sandtable.site.answers import paths
from tests.local.parts import Page, Rows, backend, call
from tests.server.conftest import opened

INSTALLED: dict[str, Any] = {"library": "sandtable.table.library:installed", "requests_per_second": 10_000}
SEATS = {"allied": {"kind": "me"}, "axis": {"kind": "agent", "level": "recruit"}}
BOTH = {"allied": {"kind": "me"}, "axis": {"kind": "me"}}


async def new_table(local: Any, seats: Any, game: str = "bravery") -> str:
    """The token of a new table's seat."""
    status, made = await call(local, "POST", "tables", {"game": game, "seats": seats})
    assert status == 200, made
    token: str = made["mine"]
    return token


async def play_out(page: Page) -> dict[str, Any]:
    """Play the first action offered until the game is over."""
    while True:
        state = await page.until(lambda state: bool(state["view"]["actions"] or state["view"].get("outcome")))
        if state["view"].get("outcome"):
            return state
        actions = state["view"]["actions"]
        await page.ask("play", n=state["n"], action=actions[-1]["do"])


def test_server_and_page_give_the_same_answers(tmp_path: Path) -> None:
    """Every call whose answer never changes, word for word."""
    local, _, _ = backend()
    with opened(tmp_path, **INSTALLED) as client:
        for path in paths():
            status, text = asyncio.run(local.call("GET", path, "", ""))
            server = client.get(f"/api/{path}")
            assert status == server.status_code == 200
            assert text == server.content or json.loads(text) == server.json()
        for path in ("games/chess/rules", "nothing", "games/bravery/examples/none"):
            assert asyncio.run(call(local, "GET", path))[0] == client.get(f"/api/{path}").status_code == 404


def test_a_whole_game_against_the_machine_is_kept_exported_and_checked(tmp_path: Path) -> None:
    async def run() -> None:
        local, rows, _ = backend()
        await local.open()
        token = await new_table(local, SEATS)
        page = Page(local)
        seated = await page.ask("sit", token=token)
        assert seated["info"]["seat"] == "allied"
        state = page.state
        await page.ask("play", n=state["n"], action=state["view"]["actions"][0]["do"])
        local.disconnect(1)
        await local.close()

        again, _, _ = backend(rows)  # the page was reloaded
        await again.open()
        page = Page(again)
        await page.ask("sit", token=token)
        assert page.state["n"] >= state["n"] + 1
        end = await play_out(page)
        assert end["view"]["outcome"]["winner"] in ("allied", "axis")
        status, file = await call(again, "GET", "table/export", token=token)
        assert status == 200
        assert file["outcome"]["winner"] == end["view"]["outcome"]["winner"]
        status, verdict = await call(again, "GET", "table/dice", token=token)
        assert verdict["ok"]
        status, verdict = await call(again, "POST", "replay/verify", file)
        assert verdict["ok"]
        status, points = await call(again, "GET", "table/history", token=token)
        assert points["points"]
        with opened(tmp_path, **INSTALLED) as client:  # a server takes the file in, and gives it back to the page
            made = client.post("/api/tables/import", json=file).json()
            bearer = {"Authorization": f"Bearer {made['mine']}"}
            back = client.get("/api/table/export", headers=bearer).json()
        assert back["actions"] == file["actions"]
        assert (await call(again, "POST", "tables/import", back))[0] == 200
        await again.close()

    asyncio.run(run())


def test_a_hot_seat_is_played_by_both_and_taken_back() -> None:
    async def run() -> None:
        local, _, _ = backend()
        token = await new_table(local, BOTH)
        page = Page(local)
        await page.ask("sit", token=token, states="changes")
        assert (await page.ask("why_not", piece=None, place="0101"))["type"] == "answer"
        first = page.state
        actions = first["view"]["actions"]
        await page.ask("play", n=first["n"], action=actions[2]["do"])
        await page.ask("undo", n=first["n"] + 1)
        assert page.state["n"] == first["n"] + 2
        await page.ask("redo", n=first["n"] + 2)
        refused = await page.ask("play", n=0, action=actions[2]["do"])
        assert refused["code"] == "stale"
        value = await page.ask("seek", at=0)
        assert value["value"]["at"] == 0
        assert (await page.ask("overlay", name="supply"))["type"] in ("answer", "refused")
        assert (await page.ask("nonsense"))["code"] == "bad"
        await local.close()

    asyncio.run(run())


def test_a_wrong_token_closes_the_line() -> None:
    async def run() -> None:
        local, _, _ = backend()
        page = Page(local)
        assert (await page.ask("play", n=0))["code"] == "no_such_seat"
        assert (await page.ask("sit", token="nobody"))["code"] == "no_such_seat"
        assert page.closed == 4401
        assert (await call(local, "GET", "table", token="nobody"))[0] == 401

    asyncio.run(run())


def test_what_cannot_be_stored_is_said_and_not_played() -> None:
    async def run() -> None:
        local, rows, _ = backend()
        token = await new_table(local, BOTH)
        page = Page(local)
        await page.ask("sit", token=token)
        state, rows.down = page.state, True
        refused = await page.ask("play", n=state["n"], action=state["view"]["actions"][0]["do"])
        assert refused["code"] == "not_stored"
        rows.down = False
        await page.ask("play", n=state["n"], action=state["view"]["actions"][0]["do"])
        assert page.state["n"] == state["n"] + 1
        await local.close()

    asyncio.run(run())


def test_two_pages_of_one_browser_do_not_write_over_each_other() -> None:
    async def run() -> None:
        rows = Rows()
        (one, _, _), (two, _, _) = backend(rows), backend(rows)
        token = await new_table(one, BOTH)
        here, there = Page(one), Page(two)
        await here.ask("sit", token=token)
        await there.ask("sit", token=token)
        state = here.state
        action = state["view"]["actions"][0]["do"]
        await here.ask("play", n=state["n"], action=action)
        refused = await there.ask("play", n=state["n"], action=action)
        assert refused["code"] == "stale"
        assert there.state["n"] == here.state["n"]
        await one.close()
        await two.close()

    asyncio.run(run())


def test_an_agent_worker_that_does_not_answer_is_begun_anew(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sandtable.table.agent_time.GRACE_SECONDS", 0.05)
    monkeypatch.setattr("sandtable.local.backend.Limits", lambda: Limits(think_seconds=0.05))

    async def run() -> None:
        local, _, hand = backend()
        token = await new_table(local, {"allied": {"kind": "agent", "level": "recruit"}, "axis": {"kind": "me"}})
        hand.deaf = True
        page = Page(local)
        await page.ask("sit", token=token)
        async with asyncio.timeout(30):
            while hand.starts < 2:
                await asyncio.sleep(0.01)
        hand.deaf = False
        await page.until(lambda state: bool(state["view"]["actions"]))
        await local.close()

    asyncio.run(run())


def test_data_of_an_earlier_version_are_found_again() -> None:
    async def run() -> None:
        local, rows, _ = backend()
        await new_table(local, BOTH)
        packs = [json.loads(text) for text in await rows.read(["pack"], 0)]
        assert [pack["game"] for pack in packs] == ["bravery"]
        again, _, _ = backend(rows)
        await again.open()
        drawer: Any = again.tables.services.keeper
        assert drawer.pack(packs[0]["digest"], "bravery") == packs[0]["files"]

    asyncio.run(run())
