"""The pictures of the lobby's cards, from the drawn maps: `python -m tools.card_pictures ADDRESS` of an open table."""

from __future__ import annotations

import os
import shutil
import sys
from pathlib import Path

from playwright.sync_api import sync_playwright

HOME = Path(__file__).parents[1] / "web/public/cards"
QUALITY = 68
GAMES = 5


def main(address: str) -> None:
    """One picture for each game and theme."""
    HOME.mkdir(exist_ok=True)
    with sync_playwright() as playwright:
        found = os.environ.get("SANDTABLE_CHROMIUM") or shutil.which("chromium")
        browser = playwright.chromium.launch(executable_path=found, args=["--no-sandbox"])
        for theme in ("light", "dark"):
            page = browser.new_page(viewport={"width": 500, "height": 1900}, color_scheme=theme)
            page.goto(f"{address}/#/cards")
            page.locator(".crop .stack").nth(GAMES).wait_for()
            page.wait_for_load_state("networkidle")
            page.wait_for_timeout(2000)
            for crop in page.locator(".crop").all():
                name = f"{crop.get_attribute('data-game')}-{theme}.jpg"
                crop.screenshot(path=HOME / name, type="jpeg", quality=QUALITY)
            page.close()
        browser.close()


if __name__ == "__main__":
    main(sys.argv[1])
