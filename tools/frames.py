"""How smoothly the page moves: `python -m tools.frames`. Frames a second under the wheel, a state's way to the screen.

Starts a table of its own. The figures are of this machine and of what else it is doing; only the processor time the
page takes for a state is its own. Where much else is running, `chrt -r 5 python -m tools.frames` lets it go first.
"""

from __future__ import annotations

import itertools
import os
import shutil
import statistics
import sys
import tempfile
from pathlib import Path
from random import Random

from playwright.sync_api import Browser, CDPSession, Page, sync_playwright
from tests.browser import play
from tests.browser.brain import Memory, choose
from tests.browser.conftest import running_table
from tests.browser.mouse import Mouse, Stuck
from tests.browser.wire import Wire

MAPS = {"Western Desert Force": "Allies", "The Dark Sands": "Allies", "Bravery in the Sand": "Axis"}
TURNS_OF_THE_WHEEL = 40
ACTIONS = 40
PAINTS = """() => {
    window.paints = [];
    const Link = WebSocket;
    window.WebSocket = class extends Link {
        constructor(...args) {
            super(...args);
            this.addEventListener("message", event => {
                if (!String(event.data).includes('"type":"state"')) return;
                const start = performance.now(), {port1, port2} = new MessageChannel();
                port1.onmessage = () => window.paints.push(performance.now() - start);
                requestAnimationFrame(() => port2.postMessage(0));
            });
        }
    };
}"""
COUNT = """() => {
    window.frames_seen = [];
    const tick = now => { window.frames_seen.push(now); window.counting && requestAnimationFrame(tick); };
    window.counting = true;
    requestAnimationFrame(tick);
}"""
STOP = "() => { window.counting = false; return window.frames_seen; }"


def wheel(page: Page) -> tuple[float, float]:
    """Frames a second while the wheel is turned in and out, and the longest frame in milliseconds."""
    box = page.locator("[role=application]").bounding_box()
    assert box
    page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    page.evaluate(COUNT)
    for i in range(TURNS_OF_THE_WHEEL):
        page.mouse.wheel(0, -60 if i % 20 < 10 else 60)
        page.wait_for_timeout(40)
    seen = page.evaluate(STOP)
    gaps = [b - a for a, b in itertools.pairwise(seen)]
    return 1000 * len(gaps) / sum(gaps), max(gaps)


def busy(link: CDPSession) -> float:
    """Seconds of processor time the page's main thread has used."""
    found = {metric["name"]: metric["value"] for metric in link.send("Performance.getMetrics")["metrics"]}
    return float(found["ThreadTime"])


def paints(page: Page, wire: Wire, address: str) -> list[float]:
    """Plays by mouse; milliseconds from each state's arrival to the frame that shows it."""
    mouse, memory = Mouse(page, wire, address), Memory(Random(7))
    for _ in range(ACTIONS):
        if not mouse.settle():
            break
        play.go_on(page)
        try:
            mouse.act(choose(wire.view, memory))
        except Stuck:
            page.keyboard.press("Escape")
    found: list[float] = page.evaluate("() => window.paints")
    return found


def measure(browser: Browser, address: str, game: str, side: str) -> str:
    """One line of the table."""
    page = browser.new_page(viewport={"width": 1440, "height": 900}, reduced_motion="reduce")
    page.add_init_script(f"({PAINTS})()")
    page.goto(address)
    wire = Wire(page)
    play.start(page, game, side, level="Recruit")
    play.my_move(page)
    play.go_on(page)
    page.wait_for_timeout(1500)
    opened, slow = wheel(page)
    page.keyboard.press("0")
    page.wait_for_timeout(800)
    whole, slower = wheel(page)
    page.keyboard.press("0")
    link = page.context.new_cdp_session(page)
    link.send("Performance.enable", {"timeDomain": "threadTicks"})
    before = busy(link)
    times = sorted(paints(page, wire, address))
    used = 1000 * (busy(link) - before) / len(times)
    page.close()
    middle, late = statistics.median(times), times[int(0.95 * (len(times) - 1))]
    wheels = f"{opened:.0f} ({slow:.0f}) | {whole:.0f} ({slower:.0f})"
    return f"| {game} | {wheels} | {len(times)} | {middle:.0f} | {late:.0f} | {used:.0f} |"


def main(names: list[str]) -> None:
    """A table of the games named, or of the three that are the hardest."""
    heads: tuple[str, ...] = ("game", "wheel as opened, frames a second (longest, ms)", "whole map", "states")
    heads += ("to paint, ms, median", "p95", "processor, ms a state")
    print(f"| {' | '.join(heads)} |")
    print("|---|---|---|---|---|---|---|")
    found = os.environ.get("CHROMIUM") or shutil.which("chromium")
    with tempfile.TemporaryDirectory() as home, running_table(Path(home)) as address, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=found, args=["--no-sandbox"])
        for game in names or MAPS:
            print(measure(browser, address, game, MAPS.get(game, "Allies")), flush=True)
        browser.close()


if __name__ == "__main__":
    main(sys.argv[1:])
