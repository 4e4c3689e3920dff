"""What the dice did can be seen: at a hot seat before the seat is passed, in a battle that runs through by itself."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

import pytest
from playwright.sync_api import Page, expect

import sandtable
from tests.browser import play
from tests.browser.mouse import Mouse
from tests.browser.wire import Wire

Visit = Callable[..., Page]
WIDE = {"width": 1440, "height": 900}
THROWS = 10
SLOW_TO_LOOK_BACK = """
const send = WebSocket.prototype.send;
const held = [];
WebSocket.prototype.send = function (text) {
  if (JSON.parse(text).type === 'seek' && !window.looksBack) held.push(() => send.call(this, text));
  else send.call(this, text);
};
window.lookBack = () => { window.looksBack = true; held.forEach(go => go()); };
"""
"""Questions about what was before wait until `lookBack()`, as on a busy server."""


def rolls_when_played(game: str, wanted: Callable[[Any, tuple[Any, ...]], bool]) -> tuple[Any, tuple[Any, ...]]:
    """A seeded game that stands where one action leads to such a position, and the action."""
    seed = 1941
    while True:
        match, rng = sandtable.Match(sandtable.load(game)), Random(seed)
        while match.pos.outcome is None:
            if match.pos.outcomes() is not None:
                match.play(match.pos.sample(rng))
                continue
            action = rng.choice(match.pos.actions())
            if wanted(match, action):
                return match, action
            match.play(action)
        seed += 1


def after(match: Any, action: tuple[Any, ...], seed: int) -> Any:
    """The position after an action and one throw of the dice that follow; None if no dice follow."""
    pos, rng = match.pos.copy(), Random(seed)
    pos.play(action)
    if pos.outcomes() is None:
        return None
    while pos.outcome is None and pos.outcomes() is not None:
        pos.play(pos.sample(rng))
    return pos


def always(match: Any, action: tuple[Any, ...], holds: Callable[[Any], bool]) -> bool:
    """Does it hold however the dice fall?"""
    found = (after(match, action, seed) for seed in range(THROWS))
    return all(pos is not None and pos.outcome is None and holds(pos) for pos in found)


def opened(visit: Visit, address: str, folder: Path, match: Any, seats: dict[str, Any]) -> tuple[Page, Wire, Mouse]:
    """A page at the table of a saved game."""
    page = visit("/", viewport=WIDE)
    wire = Wire(page)
    file = folder / "saved.json"
    file.write_text(json.dumps(match.record.document() | {"table": {"seats": seats}}))
    page.evaluate(play.NO_RECAP, play.SETTINGS)
    page.reload()
    page.get_by_label("Open a saved game").set_input_files(file)
    play.laid(page)
    play.my_move(page)
    play.here(page)
    return page, wire, Mouse(page, wire, address)


def order(wire: Wire, action: tuple[Any, ...]) -> dict[str, Any]:
    return next(a for a in wire.actions if tuple(a["do"]) == tuple(action))


def test_the_curtain_tells_what_was_rolled(visit: Visit, address: str, tmp_path: Path) -> None:
    def passes(match: Any, action: tuple[Any, ...]) -> bool:
        return always(match, action, lambda pos: pos.side not in (match.pos.side, None))

    match, action = rolls_when_played("rommel", passes)
    page, wire, mouse = opened(visit, address, tmp_path, match, {})
    mouse.act(order(wire, action))
    curtain = page.get_by_role("dialog", name="Pass the seat")
    expect(curtain.get_by_label("What was rolled").locator("svg").first).to_be_visible()


def test_all_rolls_of_a_battle_that_runs_through_lie_on_the_map(visit: Visit, address: str, tmp_path: Path) -> None:
    def runs_through(match: Any, action: tuple[Any, ...]) -> bool:
        side, since = match.pos.side, len(match.pos.events())

        def told(pos: Any) -> bool:
            rolls = [line for line in pos.report(side, since) if line.get("dice")]
            return pos.side == side and len(rolls) > 1 and not pos.see(side).get("battle")

        return always(match, action, told)

    match, action = rolls_when_played("rommel", runs_through)
    other = "allied" if match.pos.side == "axis" else "axis"
    page, wire, mouse = opened(visit, address, tmp_path, match, {other: {"kind": "agent", "level": "recruit"}})
    mouse.act(order(wire, action))
    expect(page.locator(".tray p").nth(1)).to_be_visible()


def ends_their_impulse(match: Any, action: tuple[Any, ...]) -> bool:
    side, battle = match.pos.side, match.pos.see(match.pos.side).get("battle")
    if action[0] != "withdraw" or not battle or battle["attacker"]["side"] == side:
        return False
    pos = match.pos.copy()
    pos.play(action)
    return bool(pos.side == side and not pos.see(side).get("battle"))


@pytest.mark.parametrize("quick", [False, True], ids=["with all told before", "quicker than the page looks back"])
def test_an_answer_that_ends_their_turn_brings_the_recap(
    visit: Visit, address: str, tmp_path: Path, quick: bool
) -> None:
    match, action = rolls_when_played("battleaxe", ends_their_impulse)
    other = "allied" if match.pos.side == "axis" else "axis"
    page, wire, mouse = opened(visit, address, tmp_path, match, {other: {"kind": "agent", "level": "recruit"}})
    page.evaluate(play.NO_RECAP.replace("false", "true"), play.SETTINGS)
    page.add_init_script(SLOW_TO_LOOK_BACK)
    page.reload()
    assert play.my_move(page)
    if not quick:
        page.evaluate("lookBack()")
    expect(page.locator("section.recap")).to_have_count(0)
    mouse.act(order(wire, action))
    if quick:
        page.evaluate("lookBack()")
    expect(page.locator("section.recap")).to_contain_text("did")


def test_my_own_attack_is_not_told_as_a_doing_of_theirs(visit: Visit, address: str, tmp_path: Path) -> None:
    def ends_my_battle(match: Any, action: tuple[Any, ...]) -> bool:
        side, battle = match.pos.side, match.pos.see(match.pos.side).get("battle")
        if action[0] != "retreat" or not battle or battle["attacker"]["side"] != side:
            return False
        return always(match, action, lambda pos: pos.side == side and not pos.see(side).get("battle"))

    match, action = rolls_when_played("bravery", ends_my_battle)
    other = "allied" if match.pos.side == "axis" else "axis"
    page, wire, mouse = opened(visit, address, tmp_path, match, {other: {"kind": "agent", "level": "recruit"}})
    page.evaluate(play.NO_RECAP.replace("false", "true"), play.SETTINGS)
    page.reload()
    assert play.my_move(page)
    mouse.act(order(wire, action))
    assert play.my_move(page)
    expect(page.locator(play.ORDERS)).to_be_visible()
    expect(page.locator("section.recap")).to_have_count(0)


def test_a_forced_march_is_marked_unlike_a_plain_one(visit: Visit, tmp_path: Path) -> None:
    page = visit("/", viewport=WIDE)
    wire = Wire(page)
    play.open_where(page, tmp_path, lambda a: bool(a.get("risk") and not a.get("battle")), "rommel", "allied")
    risky = {a["place"] for a in wire.actions if a.get("risk") and not a.get("battle")}
    safe = {a["place"] for a in wire.actions if a.get("place") and not a.get("risk")}
    expect(page.locator("path.risk")).to_have_count(len(risky - safe))
    expect(page.locator(play.ORDERS)).to_contain_text("stays behind, disrupted")


def test_of_hidden_blocks_only_those_that_went_are_told(visit: Visit) -> None:
    """Backs have no numbers of their own: who stayed must not look as if he had moved."""
    page = visit("/", viewport=WIDE)
    wire = Wire(page)
    play.start(page, "Rommel in the Desert", "Axis", level="Sergeant")
    play.my_move(page)
    page.locator(f"{play.ORDERS} .foot button.main").click()
    page.wait_for_function("css => document.querySelector(css).dataset.move === 'other'", arg=play.PAGE)
    play.my_move(page)
    gone = [line["text"] for line in wire.log if re.match(r"\d+ Allied blocks? go", line["text"])]
    assert gone
    page.keyboard.press("w")
    rows = page.locator("section.recap .row", has_text="hidden block")
    expect(rows.first).to_be_visible()
    for row in rows.all():
        start, end = row.locator("small").first.inner_text().split(" to ")
        assert any(f"from {start} to {end}" in text for text in gone), (row.inner_text(), gone)
