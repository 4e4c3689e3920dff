"""Big armies: a box takes many units along, Shift ends a step, what is done next answers for it, ways in one click."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.browser import play
from tests.browser.mouse import Mouse
from tests.browser.test_helps import offers, shown, table, verb
from tests.browser.wire import Wire

Visit = Callable[..., Page]
View = dict[str, Any]


def take_back(page: Page, wire: Wire) -> None:
    """Takes the last gesture back, once the page shows it."""
    page.wait_for_function("([css, n]) => Number(document.querySelector(css).dataset.n) >= n", arg=[play.PAGE, wire.n])
    page.keyboard.press("u")


def drop(page: Page, mouse: Mouse, wire: Wire, start: str, shift: bool = False) -> str:
    """Drags what stands in a place to a plain place that lights up, and lets it go there. Where that is."""
    mouse.bring(start)
    x, y = mouse.on_screen(start)
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x + 14, y + 9, steps=4)

    def goals() -> list[str]:
        plain = [a for a in wire.actions if a.get("path") and not a.get("battle") and not a.get("ask")]
        return [a["place"] for a in plain if a.get("place") and mouse.sees(a["place"])]

    shown(page, lambda: bool(goals()) and play.number(page) >= wire.n)
    goal = goals()[0]
    page.mouse.move(*mouse.on_screen(goal), steps=6)
    if shift:
        page.keyboard.down("Shift")
    page.mouse.up()
    if shift:
        page.keyboard.up("Shift")
    return goal


def apart(view: View) -> bool:
    """The units that are left to move stand in a few places, and nothing is asked before they go."""
    lifts = {a["piece"] for a in view["actions"] if a.get("lift") and a.get("piece") is not None}
    at = {p["at"] for p in view["pieces"] if p["id"] in lifts}
    return view["prompt"]["title"] == "Move" and 2 <= len(at) <= 5 and any(p.get("moved") for p in view["pieces"])


def box(page: Page, mouse: Mouse, places: set[str]) -> None:
    """Draws a box round places with Shift held, on ground where nothing is taken up."""
    page.keyboard.press("0")
    mouse.rest()
    spots = [mouse.on_screen(place) for place in places]
    left, right = min(x for x, _ in spots) - 24, max(x for x, _ in spots) + 24
    top, bottom = min(y for _, y in spots) - 24, max(y for _, y in spots) + 24
    page.keyboard.down("Shift")
    page.mouse.move(left, top)
    page.mouse.down()
    page.mouse.move(right, bottom, steps=6)
    page.mouse.up()
    page.keyboard.up("Shift")


def test_a_box_takes_units_of_several_places_to_one_and_is_taken_back_in_one_step(
    visit: Visit, address: str, tmp_path: Path
) -> None:
    page, wire, mouse = table(visit, address, tmp_path, apart, "dark-sands", player="greedy")
    lifts = {a["piece"] for a in wire.actions if a.get("lift") and a.get("piece") is not None}
    stood = {p["id"]: p["at"] for p in wire.view["pieces"]}
    at = wire.state["at"]
    box(page, mouse, {stood[piece] for piece in lifts})
    in_hand = page.get_by_role("list", name="The stack in hand").get_by_role("button")
    expect(in_hand).to_have_count(len(lifts))
    expect(page.locator(play.ORDERS).get_by_role("button", pressed=True)).to_have_count(len(lifts))
    in_hand.last.click()
    expect(page.locator(play.ORDERS).get_by_role("button", pressed=True)).to_have_count(len(lifts) - 1)
    in_hand.last.click()
    goal = next(
        a["place"]
        for a in wire.actions
        if a.get("path") and not a.get("ask") and a["place"] not in stood.values() and mouse.sees(a["place"])
    )
    page.mouse.click(*mouse.on_screen(goal))
    shown(page, lambda: any(p["at"] == goal for p in wire.view["pieces"]))
    shown(page, lambda: any(a.get("lift") or a["do"][0] == "done" for a in wire.actions) and not going(page))
    assert wire.state["at"] >= at + 4, "more than one stack was taken up"
    take_back(page, wire)
    shown(page, lambda: bool(wire.state["at"] == at))
    assert {p["id"]: p["at"] for p in wire.view["pieces"]} == stood


def going(page: Page) -> bool:
    """Whether the page is still at work on what it was told."""
    return page.locator(f"{play.ORDERS} button:disabled").count() > 0


@pytest.mark.parametrize(("game", "title"), [("western-desert", "Movement"), ("battleaxe", "Assault")])
def test_with_shift_held_the_movement_is_over_after_the_last_move(
    visit: Visit, address: str, tmp_path: Path, game: str, title: str
) -> None:
    def nearly(view: View) -> bool:
        lifts = [a for a in view["actions"] if a.get("lift")]
        moved = any(p.get("moved") for p in view["pieces"] if p["side"] == "allied")
        return view["prompt"]["title"].startswith(title) and bool(lifts) and (moved or game == "battleaxe")

    page, wire, mouse = table(visit, address, tmp_path, nearly, game, player="greedy")
    title, at = wire.view["prompt"]["title"], wire.state["at"]
    lift = next(a for a in wire.actions if a.get("lift"))
    start = lift.get("place") or next(p["at"] for p in wire.view["pieces"] if p["id"] == lift["piece"])
    drop(page, mouse, wire, start, shift=True)
    shown(page, lambda: wire.state["at"] >= at + 3 and wire.view["prompt"]["title"] != title and no_hand(wire))


def no_hand(wire: Wire) -> bool:
    return not any(a.get("down") for a in wire.actions)


def test_an_answer_given_with_shift_stands_for_the_rest_of_the_turn(visit: Visit, address: str, tmp_path: Path) -> None:
    page, wire, mouse = table(
        visit, address, tmp_path, lambda view: view["prompt"].get("again") == "artillery", "battleaxe"
    )
    since = play.number(page)
    mouse.press(page.locator(f"{play.ORDERS} button.button", has_text="Do not call"), shift=True)
    play.changed(page, since)
    assert play.my_move(page) is not None
    assert wire.view["prompt"].get("again") != "artillery" or wire.view["turn"]["now"] > 1


def test_an_attack_is_made_with_all_that_can_back_it_in_one_click(visit: Visit, address: str, tmp_path: Path) -> None:
    page, wire, mouse = table(visit, address, tmp_path, offers(verb("attack")), "western-desert", player="greedy")
    chip = page.get_by_role("list", name="Attacks").get_by_role("button", name="with an attack point, 2 air points")
    expect(chip.first.locator("b")).to_contain_text("%")
    mouse.press(chip.first)
    shown(page, lambda: any(line.get("dice") for line in wire.log))


def two_sides(view: View) -> bool:
    return {tuple(a["do"]) for a in view["actions"]} == {("use", "move"), ("use", "combat")}


def test_to_drag_a_unit_chooses_the_side_of_the_chit_and_is_taken_back_with_it(
    visit: Visit, address: str, tmp_path: Path
) -> None:
    page, wire, mouse = table(visit, address, tmp_path, two_sides, "dark-sands", player="greedy")
    title, at = wire.view["prompt"]["title"], wire.state["at"]
    expect(page.locator(play.ORDERS)).to_contain_text("“Move!” is chosen with it")
    mine = {p["at"] for p in wire.view["pieces"] if p["side"] == "allied" and p["at"] in mouse.places}
    movable = page.locator("g.stack[data-drag] [data-stack]")
    expect(movable.first).to_be_attached()
    start = next(at for at in sorted(mine) if page.locator(f'g.stack[data-drag] [data-stack^="{at}"]').count())
    drop(page, mouse, wire, start)
    shown(page, lambda: bool(wire.state["at"] >= at + 3))
    take_back(page, wire)
    shown(page, lambda: bool(wire.state["at"] == at))
    assert wire.view["prompt"]["title"] == title


def test_an_attack_of_the_list_chooses_the_side_of_the_chit(visit: Visit, address: str, tmp_path: Path) -> None:
    page, wire, mouse = table(visit, address, tmp_path, two_sides, "dark-sands", player="greedy")
    row = page.get_by_role("list", name="Attacks").locator("button.plain").first
    expect(row.locator("b")).to_contain_text("%")
    mouse.press(row)
    shown(page, lambda: bool(wire.view.get("battle")) and wire.own >= 2)


def test_a_retreat_of_several_hexes_is_one_click_on_its_end(visit: Visit, address: str, tmp_path: Path) -> None:
    def far(view: View) -> bool:
        asked = view["prompt"].get("text", "")
        return any(f"{n} hexes still to go" in asked for n in (3, 4)) and len(view["actions"]) > 1

    page, wire, mouse = table(visit, address, tmp_path, far, "dark-sands", "axis")
    title, own = wire.view["prompt"]["title"], wire.own
    expect(page.locator(play.ORDERS)).to_contain_text("dashed place")
    expect(page.locator("path.far").first).to_be_attached()
    end = str(page.locator("path.far").first.get_attribute("data-place"))
    gone = {p["id"] for p in wire.view["pieces"] if p["at"] == end}
    mouse.bring(end)
    page.mouse.click(*mouse.on_screen(end))
    shown(page, lambda: wire.own >= own + 2 and wire.view["prompt"]["title"] != title)
    assert {p["id"] for p in wire.view["pieces"] if p["at"] == end} - gone
