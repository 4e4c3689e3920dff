"""Pictures of every screen at five sizes, light and dark: `python -m tools.pictures FOLDER`, or `make screens`.

`python -m tools.pictures FOLDER battle 1440 dark` takes those of whose name each word is a part; `--docs` makes those
of docs/img anew, and the recording of a turn.
"""

from __future__ import annotations

import argparse
import os
import shutil
import sys
import tempfile
from pathlib import Path
from random import Random

from PIL import Image
from playwright.sync_api import Browser, Error, Page, expect, sync_playwright
from tests.browser import play
from tests.browser.brain import Memory, choose
from tests.browser.conftest import running_table
from tests.browser.mouse import Mouse
from tests.browser.wire import Wire

from tools.scenes import SCENES, begin, save_all

SIZES = ((1440, 900), (1920, 1080), (820, 1180), (390, 844), (1180, 820))
TOUCHED = 1200
"""Screens narrower than this are worked with a finger."""
THEMES = ("light", "dark")
DOCS = Path(__file__).parents[1] / "docs/img"
FILM_WIDTH, FILM_STEPS, FILM_MS = 960, 26, 900


def shot(
    browser: Browser, address: str, name: str, file: Path | None, size: tuple[int, int], theme: str, out: Path
) -> None:
    """One screen in one size and theme."""
    page = _visit(browser, address, size, theme)
    begin(page, SCENES[name], file)
    page.screenshot(path=out)
    page.close()


def _visit(browser: Browser, address: str, size: tuple[int, int], theme: str) -> Page:
    page = browser.new_page(
        viewport={"width": size[0], "height": size[1]},
        color_scheme="dark" if theme == "dark" else "light",
        reduced_motion="reduce",
        has_touch=size[0] < TOUCHED,
        is_mobile=size[0] < TOUCHED,
    )
    page.set_default_timeout(play.PATIENCE)
    expect.set_options(timeout=play.PATIENCE)
    page.goto(address)
    page.wait_for_load_state("networkidle")
    return page


def every_screen(browser: Browser, address: str, home: Path, folder: Path, only: list[str]) -> list[str]:
    """All screens, sizes and themes, or those of whose name each word is a part; gives back what went wrong."""
    folder.mkdir(parents=True, exist_ok=True)
    wanted = {
        f"{name}-{width}x{height}-{theme}": (name, (width, height), theme)
        for width, height in SIZES for theme in THEMES for name in SCENES
    }  # fmt: skip
    wanted = {picture: what for picture, what in wanted.items() if all(word in picture for word in only)}
    files = save_all(home, {name for name, _, _ in wanted.values()})
    wrong = []
    for picture, (name, size, theme) in wanted.items():
        try:
            shot(browser, address, name, files.get(name), size, theme, folder / f"{picture}.png")
        except (Error, AssertionError) as error:
            wrong.append(f"{picture}: {error}")
            print(wrong[-1], flush=True)
    return wrong


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


def for_docs(browser: Browser, address: str, home: Path) -> None:
    """The pictures of the README."""
    size = SIZES[0]
    chosen = {"lobby": "lobby", "bravery": "bravery-move", "battle": "bravery-battle", "rommel": "rommel-cards"}
    chosen |= {"western-desert": "western-desert-move", "dark-sands": "tables", "battleaxe": "battleaxe-battle"}
    chosen |= {"inspector": "inspector", "bravery-dark": "bravery-move", "phone": "western-desert-battle"}
    files = save_all(home, set(chosen.values()))
    for name, scene in chosen.items():
        theme, out = "dark" if name.endswith("-dark") else "light", DOCS / f"{name}.png"
        shot(browser, address, scene, files.get(scene), SIZES[3] if name == "phone" else size, theme, out)
        Image.open(out).convert("RGB").quantize(256).save(out, optimize=True)
    film(browser, address, DOCS / "turn.webp")


def main() -> None:
    """All screens into a folder, or the pictures of the docs."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument(
        "folder", nargs="?", type=Path, default=Path("build/pictures"), help="where to (build/pictures)"
    )
    parser.add_argument("word", nargs="*", help="only pictures whose names hold all of these words")
    parser.add_argument("--docs", action="store_true", help="the pictures of the README and the manual instead")
    chosen = parser.parse_args()
    found = os.environ.get("CHROMIUM") or shutil.which("chromium")
    wrong: list[str] = []
    with tempfile.TemporaryDirectory() as home, running_table(Path(home)) as address, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=found, args=["--no-sandbox"])
        if chosen.docs:
            for_docs(browser, address, Path(home))
        else:
            wrong = every_screen(browser, address, Path(home), chosen.folder, chosen.word)
        browser.close()
    if wrong:
        sys.exit(f"{len(wrong)} pictures could not be taken")


if __name__ == "__main__":
    main()
