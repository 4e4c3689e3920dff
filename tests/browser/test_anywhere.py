"""The table without a server: loaded from plain files, then played with the network cut."""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect

from tests.browser import play, site
from tests.browser.conftest import Complaints

KEPT = "this table now works without a network"
Browse = Callable[..., BrowserContext]


@pytest.fixture
def host(tmp_path: Path) -> Iterator[site.Host]:
    """The built folder, a copy of its own, behind Python's plain web server."""
    folder = tmp_path / "some where"
    shutil.copytree(site.built() / "play", folder / "play")
    made = site.Host(folder)
    yield made
    made.cut()


@pytest.fixture
def browse(browser: Browser) -> Iterator[Browse]:
    """New visitors of a site; errors of any kind but a lost network fail the test."""
    complaints = Complaints()
    contexts: list[BrowserContext] = []

    def go(**settings: object) -> BrowserContext:
        usual = {"viewport": {"width": 1400, "height": 900}, "reduced_motion": "reduce"}
        context = browser.new_context(**usual | settings)  # type: ignore[arg-type]
        context.set_default_timeout(play.PATIENCE)
        expect.set_options(timeout=play.PATIENCE)
        context.on("page", complaints.hear)
        contexts.append(context)
        return context

    yield go
    for context in contexts:
        context.close()
    lost = "ERR_CONNECTION_REFUSED", "ERR_INTERNET_DISCONNECTED", "service worker script"
    assert not [said for said in complaints if not any(word in said for word in lost)], complaints


def load_and_cut(context: BrowserContext, host: site.Host) -> Page:
    """Load everything, then cut the network for good."""
    page = context.new_page()
    page.goto(host.play)
    expect(page.get_by_text(KEPT)).to_be_visible()
    page.evaluate(play.NO_RECAP, play.SETTINGS)
    can_be_installed(page)
    host.cut()
    page.reload()
    return page


def can_be_installed(page: Page) -> None:
    """The browser has nothing against making an app of it, but that this window is a private one."""
    browser = page.context.new_cdp_session(page)
    errors = browser.send("Page.getInstallabilityErrors")["installabilityErrors"]
    assert {error["errorId"] for error in errors} <= {"in-incognito"}
    assert browser.send("Page.getAppManifest")["errors"] == []


def test_a_whole_game_offline_then_on_a_server(browse: Browse, host: site.Host, address: str, tmp_path: Path) -> None:
    """Against the machine, with a reload on the way; the file goes to a real server and is reviewed at both."""
    page = load_and_cut(browse(), host)
    play.start(page, level="Recruit")
    for _ in range(6):
        if play.my_move(page):
            play.press_anything(page)
    n = play.number(page)
    page.reload()
    play.laid(page)
    assert play.number(page) >= n
    play.play_to_the_end(page)
    play.says(page, "The game is over")
    page.get_by_role("button", name="Table menu").click()
    with page.expect_download() as saving:
        page.get_by_role("button", name="Save to a file").click()
    file = tmp_path / "game.json"
    saving.value.save_as(file)
    page.get_by_role("button", name="Close").click()
    reviewed(page)

    server = browse().new_page()
    server.goto(address)
    server.get_by_label("Open a saved game").set_input_files(file)
    play.laid(server)
    play.says(server, "The game is over")
    assert json.loads(file.read_text(encoding="utf-8"))["outcome"]


def reviewed(page: Page) -> None:
    """Where the game turned is shown."""
    page.get_by_role("button", name="Table menu").click()
    page.get_by_role("button", name="Where the game turned").click()
    review = page.get_by_role("region", name="Review")
    expect(review.get_by_role("img", name="Chance to win over the game")).to_be_visible()


def test_a_hot_seat_of_rommel_offline_with_its_curtain(browse: Browse, host: site.Host) -> None:
    page = load_and_cut(browse(viewport={"width": 412, "height": 860}), host)
    play.start(page, game="Rommel in the Desert", against="Hot seat")
    curtains = 0
    for _ in range(400):
        if page.get_by_role("dialog", name="Pass the seat").count():
            curtains += 1
            if curtains == 2:
                break
        play.here(page)
        assert play.my_move(page)
        play.press_anything(page)
    assert curtains == 2
    page.reload()
    play.laid(page)
    expect(page.get_by_role("dialog", name="Pass the seat")).to_be_visible()


def test_a_game_under_way_outlives_a_newer_version(browse: Browse, tmp_path: Path) -> None:
    """The newer one has other data; the game goes on with those it was started with. The host sends the policy."""
    shutil.copytree(site.built() / "play", tmp_path / "play")
    with site.strict(tmp_path) as address:
        context = browse()
        page = context.new_page()
        page.goto(address)
        expect(page.get_by_text(KEPT)).to_be_visible()
        play.start(page, against="Hot seat")
        play.here(page)
        play.press_anything(page)
        n = play.number(page)
        table = page.url
        site.next_version(tmp_path, "sandtable/games/bravery/data/tables.toml", "turns = 7", "turns = 6")
        page.goto(address)
        page.get_by_role("button", name="Start it").click()
        expect(page.get_by_text("A newer version is here")).to_have_count(0)
        page.goto(table)
        play.laid(page)
        play.here(page)
        assert play.number(page) == n
        expect(page.get_by_text("Turn 1 of 7")).to_be_visible()
        play.press_anything(page)
        page.goto(address)
        play.start(page, against="Hot seat")
        play.here(page)
        expect(page.get_by_text("Turn 1 of 6")).to_be_visible()
