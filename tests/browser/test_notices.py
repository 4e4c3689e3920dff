"""Word that it is my move: in the title, by a sound, on the desktop; the browser's own parts are stood in for."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.browser import play
from tests.browser.test_helps import shown

Visit = Callable[..., Page]
LISTEN = """() => {
    window.tones = [];
    window.notices = [];
    const real = window.AudioContext;
    window.AudioContext = class extends real {
        createOscillator() {
            const tone = super.createOscillator();
            const start = tone.start.bind(tone);
            tone.start = (when) => { window.tones.push(tone.frequency.value); start(when); };
            return tone;
        }
    };
    window.Notification = class {
        static permission = 'default';
        static requestPermission() { this.permission = 'granted'; return Promise.resolve('granted'); }
        constructor(title, options) { window.notices.push([title, options.body]); }
    };
    Object.defineProperty(document, 'hidden', { get: () => window.away === true });
}"""


@pytest.fixture
def table(visit: Visit) -> tuple[Page, Page]:
    """Two players at a table; the one who set it up is to choose chits after the other."""
    host = visit()
    host.evaluate(LISTEN)
    play.start(host, against="Friend by link")
    link = host.get_by_label("For the Commonwealth player").input_value()
    host.get_by_role("button", name="Close").click()
    guest = visit("/" + link.split("/", 3)[3])
    play.laid(guest)
    return host, guest


def _turn_on(page: Page, name: str) -> None:
    page.get_by_role("button", name="Table menu").click()
    page.get_by_role("switch", name=name).set_checked(True)
    page.keyboard.press("Escape")


def _pass_the_move(host: Page, guest: Page) -> None:
    """The guest, who chooses chits first, does so: now it is the host's move."""
    assert host.locator(f'{play.PAGE}[data-move="other"]').count()
    play.my_move(guest)
    guest.get_by_role("button", name="Put all in").click()
    play.my_move(host)


def test_a_sound_is_heard_when_it_is_my_move_if_wanted(table: tuple[Page, Page]) -> None:
    host, guest = table
    _turn_on(host, "Sound")
    assert host.evaluate("window.tones") == []
    _pass_the_move(host, guest)
    shown(host, lambda: bool(host.evaluate("window.tones.length === 2")))
    assert host.evaluate("window.notices") == []


def test_nothing_is_heard_if_not_wanted_but_the_title_tells(table: tuple[Page, Page]) -> None:
    host, guest = table
    assert not host.title().startswith("●")
    _pass_the_move(host, guest)
    expect(host).to_have_title(re.compile("^●"))
    assert host.evaluate("window.tones.length + window.notices.length") == 0


def test_the_desktop_is_told_when_the_page_is_in_the_background(table: tuple[Page, Page]) -> None:
    host, guest = table
    _turn_on(host, "Desktop notices")
    host.evaluate("window.away = true")
    _pass_the_move(host, guest)
    shown(host, lambda: bool(host.evaluate("window.notices.length === 1")))
    assert host.evaluate("window.notices[0][0]") == "Bravery in the Sand: your move"


def test_the_desktop_is_left_alone_while_the_page_is_looked_at(table: tuple[Page, Page]) -> None:
    host, guest = table
    _turn_on(host, "Desktop notices")
    _pass_the_move(host, guest)
    expect(host).to_have_title(re.compile("^●"))
    assert host.evaluate("window.notices") == []
