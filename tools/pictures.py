"""Pictures of every screen at four sizes, light and dark: `python -m tools.pictures FOLDER`, or `make screens`.

`--docs` makes those of docs/img anew, and the recording of a turn.
"""

from __future__ import annotations

import json
import math
import os
import shutil
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any, Literal

from PIL import Image
from playwright.sync_api import Browser, Page, sync_playwright
from tests.browser import play
from tests.browser.brain import Memory, choose
from tests.browser.conftest import running_table
from tests.browser.mouse import Mouse
from tests.browser.wire import Wire

SIZES = ((1440, 900), (1920, 1080), (820, 1180), (390, 844))
THEMES = ("light", "dark")
DOCS = Path(__file__).parents[1] / "docs/img"
FILM_WIDTH, FILM_STEPS, FILM_MS = 960, 26, 900
View = dict[str, Any]


def _first(page: Page) -> None:
    """As it opens."""


def _lift(page: Page) -> None:
    """A stack is taken up, and its reach is lit."""
    if _touch(page, "g.stack.movable [data-piece]", "left"):
        row = page.locator("[data-popover] button.button")
        page.wait_for_timeout(300)
        if row.count():
            row.first.click()


def _look(page: Page) -> None:
    """The card of a stack."""
    _touch(page, "g.stack [data-piece]", "right")


def _touch(page: Page, css: str, button: Literal["left", "right"]) -> bool:
    """Clicks the counter that stands the farthest into the map."""
    view = page.locator("[role=application]").bounding_box()
    boxes = [box for found in page.locator(css).all() if (box := found.bounding_box())]
    if not view or not boxes:
        return False
    middle = (view["x"] + view["width"] / 2, view["y"] + view["height"] * 0.4)
    spots = [(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2) for box in boxes]
    x, y = min(spots, key=lambda spot: math.dist(spot, middle))
    page.mouse.click(x, y, button=button)
    return True


def _key(key: str) -> Callable[[Page], None]:
    return lambda page: page.keyboard.press(key)


def _fights(view: View) -> bool:
    return bool(view.get("battle") and view["battle"].get("sum"))


def _takes_hits(view: View) -> bool:
    hits = (view.get("battle") or {}).get("hits") or []
    return any(h["side"] == view["viewer"] and h["due"] > h["taken"] for h in hits)


def _lays(view: View) -> bool:
    return any(action.get("cards") for action in view["actions"])


def _lifts(view: View) -> bool:
    return any(action.get("lift") for action in view["actions"])


def _moves(view: View) -> bool:
    return any(action.get("path") for action in view["actions"]) and not view.get("battle")


SCREENS: dict[str, tuple[str, str, Callable[[View], bool], Callable[[Page], None]]] = {
    "bravery": ("bravery", "allied", _moves, _first),
    "bravery-battle": ("bravery", "axis", _fights, _first),
    "battleaxe": ("battleaxe", "allied", _moves, _first),
    "battleaxe-battle": ("battleaxe", "allied", _fights, _first),
    "rommel": ("rommel", "allied", _lays, _first),
    "rommel-hits": ("rommel", "allied", _takes_hits, _first),
    "western-desert": ("western-desert", "allied", _lifts, _lift),
    "western-desert-battle": ("western-desert", "allied", _fights, _first),
    "dark-sands": ("dark-sands", "allied", _lifts, _lift),
    "dark-sands-battle": ("dark-sands", "allied", _fights, _first),
    "inspector": ("western-desert", "axis", _lifts, _look),
    "tables": ("dark-sands", "allied", _fights, _key("t")),
    "keys": ("bravery", "allied", _moves, _key("?")),
}


def saved(folder: Path) -> dict[str, Path]:
    """A saved game for each screen: the same ones every time."""
    files: dict[str, Path] = {}
    for name, (game, side, wanted, _) in SCREENS.items():
        files[name] = folder / f"{name}.json"
        files[name].write_text(json.dumps(play.saved_when(wanted, game, side)))
    return files


def shot(browser: Browser, address: str, name: str, file: Path, size: tuple[int, int], theme: str, out: Path) -> None:
    """One screen in one size and theme."""
    page = _visit(browser, address, size, theme)
    page.evaluate(play.NO_RECAP, play.SETTINGS)
    page.reload()
    page.get_by_label("Open a saved game").set_input_files(file)
    play.laid(page)
    play.my_move(page)
    page.wait_for_timeout(700)
    SCREENS[name][3](page)
    page.wait_for_timeout(900)
    page.screenshot(path=out)
    page.close()


def _visit(browser: Browser, address: str, size: tuple[int, int], theme: str) -> Page:
    page = browser.new_page(
        viewport={"width": size[0], "height": size[1]},
        color_scheme="dark" if theme == "dark" else "light",
        reduced_motion="reduce",
    )
    page.set_default_timeout(play.PATIENCE)
    page.goto(address)
    page.wait_for_load_state("networkidle")
    return page


def lobby(browser: Browser, address: str, size: tuple[int, int], theme: str, out: Path) -> None:
    """The lobby, with the cards of all games."""
    page = _visit(browser, address, size, theme)
    page.wait_for_timeout(800)
    page.screenshot(path=out)
    page.close()


def every_screen(browser: Browser, address: str, files: dict[str, Path], folder: Path) -> None:
    """All screens, sizes and themes."""
    folder.mkdir(parents=True, exist_ok=True)
    for width, height in SIZES:
        for theme in THEMES:
            end = f"{width}x{height}-{theme}.png"
            lobby(browser, address, (width, height), theme, folder / f"lobby-{end}")
            for name, file in files.items():
                shot(browser, address, name, file, (width, height), theme, folder / f"{name}-{end}")
            print(end, flush=True)


def film(browser: Browser, address: str, out: Path) -> None:
    """A turn of Bravery in the Sand by mouse, as an animated picture."""
    page = _visit(browser, address, (1440, 900), "light")
    wire = Wire(page)
    play.start(page, "Bravery in the Sand", "Axis", level="Sergeant")
    mouse, memory, frames = Mouse(page, wire, address), Memory(Random(1941)), []

    def take() -> None:
        page.wait_for_timeout(350)
        picture = Image.open(_bytes(page)).convert("RGB")
        frames.append(picture.resize((FILM_WIDTH, FILM_WIDTH * 900 // 1440), Image.Resampling.LANCZOS))

    for _ in range(FILM_STEPS):
        if not mouse.settle():
            break
        take()
        if page.locator("section.recap").count():
            play.go_on(page)
        mouse.act(choose(wire.view, memory))
    page.close()
    frames[0].save(out, save_all=True, append_images=frames[1:], duration=FILM_MS, loop=0, quality=55, method=6)
    print(f"{out.name}: {len(frames)} frames, {out.stat().st_size // 1024} kB", flush=True)


def _bytes(page: Page) -> Path:
    path = Path(tempfile.gettempdir()) / "sandtable-frame.png"
    page.screenshot(path=path)
    return path


def for_docs(browser: Browser, address: str, files: dict[str, Path]) -> None:
    """The pictures of the README."""
    size = SIZES[0]
    chosen = {"bravery": "bravery", "battle": "bravery-battle", "rommel": "rommel", "western-desert": "western-desert"}
    chosen |= {"dark-sands": "tables", "battleaxe": "battleaxe-battle", "inspector": "inspector"}
    lobby(browser, address, size, "light", DOCS / "lobby.png")
    for name, screen in chosen.items():
        shot(browser, address, screen, files[screen], size, "light", DOCS / f"{name}.png")
    shot(browser, address, "bravery", files["bravery"], size, "dark", DOCS / "bravery-dark.png")
    shot(
        browser, address, "western-desert-battle", files["western-desert-battle"], SIZES[3], "light", DOCS / "phone.png"
    )
    for picture in [DOCS / f"{name}.png" for name in ("lobby", "bravery-dark", "phone", *chosen)]:
        Image.open(picture).convert("RGB").quantize(256).save(picture, optimize=True)
    film(browser, address, DOCS / "turn.webp")


def main(arguments: list[str]) -> None:
    """All screens into a folder, or the pictures of the docs."""
    found = os.environ.get("CHROMIUM") or shutil.which("chromium")
    with tempfile.TemporaryDirectory() as home, running_table(Path(home)) as address, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=found, args=["--no-sandbox"])
        files = saved(Path(home))
        if "--docs" in arguments:
            for_docs(browser, address, files)
        else:
            every_screen(browser, address, files, Path(arguments[0] if arguments else "build/pictures"))
        browser.close()


if __name__ == "__main__":
    main(sys.argv[1:])
