"""A person's evening: games played through the page by mouse against the sergeant, with one who looks on.

`make evening` plays two games to the end at the speed of a person; the rest of the tests play a few turns, quickly.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path
from random import Random

import pytest
from playwright.sync_api import Page

from tests.browser import play
from tests.browser.brain import Memory, choose
from tests.browser.mouse import Mouse
from tests.browser.same_dice import SEED
from tests.browser.spectator import Spectator
from tests.browser.wire import Wire

Visit = Callable[..., Page]
WHOLE = os.environ.get("SANDTABLE_EVENING")
"""Set by `make evening`: a folder for pictures of what was found."""
OTHERS = ("Operation Battleaxe", "Rommel in the Desert", "Western Desert Force", "The Dark Sands")
LARGE_SCREEN = {"width": 1440, "height": 900}
RECAP = "section.recap button.main"
STEPS = 14
BOTH_SIDES = [
    ("Bravery in the Sand", "Axis"),
    ("Bravery in the Sand", "Commonwealth"),
    *((game, side) for game in OTHERS for side in ("Axis", "Allies")),
]


def evening(page: Page, address: str, side: str, game: str, *, steps: int, pause: int, folder: Path) -> Spectator:
    """Plays this many actions, or to the end, and gives back the one who looked on."""
    wire = Wire(page)
    play.start(page, game, side, level="Sergeant")
    mouse = Mouse(page, wire, address, pause)
    seen = Spectator(page, wire, mouse, folder)
    memory = Memory(Random(SEED))
    for _ in range(steps):
        if not mouse.settle():
            break
        told = page.locator(RECAP)
        if told.count():
            seen.told()
            mouse.press(told)
        seen.look()
        seen.looks_only()
        mouse.act(choose(wire.view, memory))
        seen.acted()
    return seen


@pytest.mark.parametrize(("game", "side"), BOTH_SIDES)
def test_a_few_turns_by_mouse_keep_what_the_table_promises(
    visit: Visit, address: str, tmp_path: Path, game: str, side: str
) -> None:
    page = visit("/", viewport=LARGE_SCREEN)
    seen = evening(page, address, side, game, steps=STEPS, pause=0, folder=tmp_path)
    assert seen.looked == STEPS or (seen.looked > STEPS // 3 and seen.wire.view.get("outcome")), "it broke off"
    assert not seen.breaches, "\n".join(seen.breaches)
    assert not seen.mouse.clipped, seen.mouse.clipped


@pytest.mark.skipif(not WHOLE, reason="two games at the speed of a person: make evening")
@pytest.mark.parametrize(("game", "side"), [("Bravery in the Sand", "Axis"), ("Operation Battleaxe", "Allies")])
def test_a_whole_evening_by_mouse_keeps_what_the_table_promises(
    visit: Visit, address: str, game: str, side: str
) -> None:
    folder = Path(WHOLE or "") / game.split()[-1]
    folder.mkdir(parents=True, exist_ok=True)
    page = visit("/", viewport=LARGE_SCREEN, reduced_motion="no-preference")
    seen = evening(page, address, side, game, steps=1600, pause=250, folder=folder)
    assert seen.wire.view["outcome"], "the game did not end"
    print(f"{game}: {seen.looked} decisions, {seen.mouse.clicks} clicks, in lists {seen.mouse.listed}")
    assert not seen.breaches, "\n".join(seen.breaches)
    assert not seen.mouse.clipped, seen.mouse.clipped
