"""What a newcomer took for something else, did unawares or could not find: each is said, asked or in sight."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.browser import play
from tests.browser.mouse import Mouse
from tests.browser.wire import Wire

Visit = Callable[..., Page]
View = dict[str, Any]
USUAL = {"width": 1440, "height": 900}
PHONE = {"width": 390, "height": 844}
IN_SIGHT = """button => {
    const box = button.getBoundingClientRect();
    const top = document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2);
    return box.bottom <= innerHeight && top !== null && button.contains(top);
}"""


def offered(verb: str) -> Callable[[dict[str, Any]], bool]:
    return lambda action: bool(action["do"][0] == verb)


def opened(
    visit: Visit,
    address: str,
    folder: Path,
    wanted: Callable[[View], bool],
    game: str,
    side: str,
    scenario: str | None = None,
) -> tuple[Page, Wire, Mouse]:
    page = visit("/", viewport=USUAL)
    wire = Wire(page)
    play.open_when(page, folder, wanted, game, side, scenario=scenario)
    return page, wire, Mouse(page, wire, address)


def verbs(view: View) -> Counter[str]:
    return Counter(str(action["do"][0]) for action in view["actions"])


def led(visit: Visit, game: str, **settings: object) -> Page:
    """A guided opening, at its first prompt."""
    page = visit("/", **settings)
    page.get_by_role("radio", name=game).click()
    page.get_by_role("button", name="Start").click()
    play.laid(page)
    play.my_move(page)
    return page


def test_a_strategic_move_has_a_letter_and_its_price_is_said(visit: Visit, tmp_path: Path) -> None:
    page = visit("/", viewport=USUAL)
    wire = Wire(page)
    play.open_where(page, tmp_path, offered("strategic"), "western-desert", "allied")
    far = {a["place"] for a in wire.actions if a["do"][0] == "strategic"}
    near = {a["place"] for a in wire.actions if a["do"][0] == "to"}
    expect(page.locator(f'.pill[data-place="{min(far - near)}"]')).to_have_text("S")
    expect(page.locator(f'.pill[data-place="{min(near - far)}"]')).not_to_have_text("S")
    expect(page.locator(play.ORDERS)).to_contain_text("do not attack in this phase")


def test_a_move_that_asks_first_is_not_drawn_as_an_attack(visit: Visit, address: str, tmp_path: Path) -> None:
    def asks(view: View) -> bool:
        return any(a["do"][0] == "to" and a.get("ask") for a in view["actions"])

    page, wire, mouse = opened(visit, address, tmp_path, asks, "western-desert", "allied")
    goal = next(a["place"] for a in wire.actions if a.get("ask") and mouse.sees(a["place"]))
    mouse.click(*mouse.on_screen(goal))
    expect(page.locator(f'[data-mark="attacker"][data-place="{goal}"]')).to_have_count(1)
    expect(page.locator('[data-mark="target"]')).to_have_count(0)


def test_a_click_on_a_stack_in_a_box_does_not_give_the_box_up(visit: Visit, address: str, tmp_path: Path) -> None:
    page, wire, mouse = opened(visit, address, tmp_path, lambda view: verbs(view)["raze"] > 0, "dark-sands", "axis")
    place = next(a["place"] for a in wire.actions if a["do"][0] == "raze")
    mouse.bring(place)
    mouse.click(*mouse.on_screen(place))
    menu = page.locator("[data-popover] button.button", has_text="Give up the box")
    if menu.count():
        menu.click()
    expect(page.locator(play.ORDERS)).to_contain_text("taken off the map")
    assert wire.own == 0


def test_many_orders_of_a_kind_are_folded_and_can_be_given(visit: Visit, address: str, tmp_path: Path) -> None:
    page, wire, mouse = opened(
        visit, address, tmp_path, lambda view: verbs(view)["fortify"] > 12, "dark-sands", "axis", "crusader"
    )
    folded = page.locator(f"{play.ORDERS} details.alike")
    expect(folded).to_have_count(1)
    expect(folded.locator("summary")).to_contain_text("more like it")
    assert page.locator(f"{play.ORDERS} .foot button.main").evaluate(IN_SIGHT)
    since = play.number(page)
    mouse.act(next(a for a in wire.actions if a["do"][0] == "fortify"))
    play.changed(page, since)


def test_the_button_that_lays_cards_is_in_sight_beside_the_guide(visit: Visit) -> None:
    page = led(visit, "Rommel in the Desert", viewport=USUAL)
    page.get_by_role("button", name="Ready").click()
    line = page.locator(f"{play.ORDERS} .rest .row").first
    line.click()
    lay = page.locator(f"{play.ORDERS} [data-main]")
    expect(lay).to_be_enabled()
    assert lay.evaluate(IN_SIGHT)


@pytest.mark.parametrize(
    ("game", "button", "words"),
    [
        ("rommel", "End this move", "No block has moved"),
        ("rommel", "No move", "This gives the whole move up"),
        ("western-desert", "End movement", "No unit has moved"),
        ("battleaxe", "Done", "Nobody has moved or attacked"),
    ],
)
def test_the_end_of_a_move_in_which_nobody_moved_is_asked_about(
    visit: Visit, address: str, tmp_path: Path, game: str, button: str, words: str
) -> None:
    def unmoved(view: View) -> bool:
        return any(a["do"][0] == "done" and words in a.get("ask", "") for a in view["actions"])

    page, wire, _ = opened(visit, address, tmp_path, unmoved, game, "allied")
    page.locator(play.ORDERS).get_by_role("button", name=button).first.click()
    expect(page.locator(play.ORDERS)).to_contain_text(words)
    assert wire.own == 0


def test_the_unit_in_hand_lies_on_top_of_its_stack(visit: Visit, address: str, tmp_path: Path) -> None:
    def crowded(view: View) -> bool:
        lifted = {a["piece"]: a for a in view["actions"] if a["do"][0] == "pick"}
        at = [p["at"] for p in view["pieces"] if p["id"] in lifted]
        return any(at.count(place) > 2 for place in at)

    page, wire, mouse = opened(visit, address, tmp_path, crowded, "battleaxe", "allied")
    at = {p["id"]: p["at"] for p in wire.view["pieces"]}
    picks = [a for a in wire.actions if a["do"][0] == "pick"]
    order = next(a for a in picks if sum(at[b["piece"]] == at[a["piece"]] for b in picks) > 2)
    mouse.act(order)
    expect(page.locator(f'g.stack [data-piece="{order["piece"]}"]')).to_have_count(1)


def test_what_was_taken_back_leaves_no_trail_and_no_banner(visit: Visit, address: str, tmp_path: Path) -> None:
    page, wire, mouse = opened(visit, address, tmp_path, lambda view: verbs(view)["to"] > 0, "western-desert", "allied")
    goal = next(a for a in wire.actions if a["do"][0] == "to" and mouse.sees(a["place"]) and a.get("path"))
    mouse.act(goal)
    mouse.settle()
    at = play.number(page)
    page.keyboard.press("u")
    expect(page.get_by_role("button", name="Redo")).to_be_visible()
    assert play.number(page) != at
    expect(page.locator("g.trail")).to_have_count(0)
    expect(page.get_by_role("alert").filter(has_text="Agreed")).to_have_count(0)


def test_on_a_phone_a_step_to_be_read_is_open(visit: Visit) -> None:
    page = led(visit, "Bravery in the Sand", viewport=PHONE)
    guide = page.get_by_role("region", name="Guide")
    guide.get_by_role("button", name="Next").click()
    expect(guide.locator(".note")).to_contain_text("2 of")
    expect(guide.locator(".words")).to_be_visible()


def test_the_guide_follows_a_player_who_reads_while_he_plays(visit: Visit) -> None:
    page = led(visit, "Western Desert Force", viewport=USUAL)
    guide = page.get_by_role("region", name="Guide")
    expect(guide.locator(".note")).to_contain_text("1 of")
    page.get_by_role("button", name="Leave the depot").click()
    expect(guide.locator(".note")).to_contain_text("5 of")


def test_an_attack_says_what_its_chance_is_of(visit: Visit, address: str, tmp_path: Path) -> None:
    page, _, _ = opened(visit, address, tmp_path, lambda view: verbs(view)["attack"] > 1, "western-desert", "allied")
    expect(page.get_by_role("list", name="Attacks").locator("i").first).to_contain_text("% to hit them")


def test_the_small_map_shows_what_is_lit(visit: Visit) -> None:
    page = led(visit, "Western Desert Force", viewport=USUAL)
    expect(page.locator(".minimap path.lit")).to_have_count(1)


def test_a_hex_out_of_reach_is_refused_with_its_reason_as_a_sentence_and_the_rule(
    visit: Visit, address: str, tmp_path: Path
) -> None:
    page, wire, mouse = opened(visit, address, tmp_path, lambda view: verbs(view)["to"] > 0, "western-desert", "allied")
    lit = {a["place"] for a in wire.actions if a.get("place")}
    held = {p["at"] for p in wire.view["pieces"]}
    mouse.click(*mouse.on_screen(next(at for at in mouse.places if at not in lit | held and mouse.sees(at))))
    why = page.locator("[data-popover] .why")
    reasons = ("That hex is sea", "That is too far for the movement points left", "Enemies and their zones bar the way")
    expect(why).to_contain_text(re.compile(rf"^({'|'.join(reasons)})\."))
    expect(why).to_contain_text("9.1")


def test_each_battle_to_choose_from_is_offered_once(visit: Visit, address: str, tmp_path: Path) -> None:
    def several(view: View) -> bool:
        return bool(view["prompt"]["title"] == "Which battle first?")

    page, wire, _ = opened(visit, address, tmp_path, several, "rommel", "axis")
    for action in wire.actions:
        expect(page.locator(f"{play.ORDERS} button", has_text=action["text"])).to_have_count(1)


def test_a_chit_in_the_cup_has_a_tick(visit: Visit) -> None:
    page = led(visit, "Bravery in the Sand", viewport=PHONE)
    chits = page.locator(f"{play.ORDERS} button.chit")
    chits.first.click()
    expect(chits.first).to_have_attribute("aria-pressed", "true")
    expect(page.locator(f"{play.ORDERS} button.chit i")).to_have_count(1)


def test_of_units_alike_any_may_be_left_behind(visit: Visit, address: str, tmp_path: Path) -> None:
    def alike(view: View) -> bool:
        return 0 < verbs(view)["drop"] < sum(bool(piece.get("active")) for piece in view["pieces"])

    page, wire, _ = opened(visit, address, tmp_path, alike, "bravery", "allied")
    offered_to = {a["piece"] for a in wire.actions if a["do"][0] == "drop"}
    held = page.locator(f'{play.ORDERS} ul[aria-label="The stack in hand"] button')
    before = held.count()
    assert before > len(offered_to)
    for spot in range(before):
        expect(held.nth(spot)).to_be_enabled()
    held.nth(before - 1).click()
    expect(held).to_have_count(before - 1)


def test_the_pointer_on_a_target_says_what_a_click_does(visit: Visit, address: str, tmp_path: Path) -> None:
    def march(action: dict[str, Any]) -> bool:
        return bool(action["do"][0] == "move" and action.get("battle"))

    page, wire, mouse = opened(
        visit, address, tmp_path, lambda view: any(map(march, view["actions"])), "bravery", "axis"
    )
    attack = next(a for a in wire.actions if march(a))
    mouse.bring(attack["place"])
    page.mouse.move(*mouse.on_screen(attack["place"]), steps=4)
    card = page.locator("[data-popover]")
    expect(card).to_contain_text(f"A click here: {attack['text']}")
    expect(card).not_to_contain_text("only look")
    assert wire.own == 0


def test_after_the_end_nothing_is_taken_back_and_the_guide_is_gone(visit: Visit) -> None:
    page = led(visit, "Bravery in the Sand")
    page.get_by_role("button", name="Table menu").click()
    page.get_by_role("button", name="Resign").click()
    page.get_by_role("button", name="Resign", exact=True).click()
    play.says(page, "The game is over")
    expect(page.locator("section.guide")).to_have_count(0)
    expect(
        page.get_by_label("Undo", exact=True).or_(page.get_by_label("Ask the opponent for an undo"))
    ).to_be_disabled()
    page.keyboard.press("u")
    expect(page.get_by_role("dialog")).to_have_count(0)


@pytest.mark.parametrize("game", ["dark-sands", "battleaxe"])
def test_escape_puts_down_what_was_taken_up(visit: Visit, address: str, tmp_path: Path, game: str) -> None:
    page, wire, _ = opened(visit, address, tmp_path, lambda view: verbs(view)["back"] > 0, game, "allied")
    held = wire.view["prompt"]["title"]
    page.keyboard.press("Escape")
    expect(page.locator(f"{play.ORDERS} h2")).not_to_have_text(held)
    assert wire.own == 1


def test_notes_are_kept_for_their_table_alone(visit: Visit) -> None:
    page = visit("/", viewport=USUAL)
    play.start(page)
    play.my_move(page)
    play.tab(page, "Notes")
    page.get_by_label("Notes, for your eyes only").fill("Hold Bardia until turn 5.")
    page.reload()
    play.laid(page)
    expect(page.get_by_label("Notes, for your eyes only")).to_have_value("Hold Bardia until turn 5.")
    expect(page.get_by_role("region", name="Chat")).to_have_count(0)
    page.goto("about:blank")
    page.go_back()
    page.get_by_role("link", name="Sandtable").first.click()
    play.start(page)
    play.tab(page, "Notes")
    expect(page.get_by_label("Notes, for your eyes only")).to_have_value("")


def test_a_click_on_a_counter_in_hand_leaves_it_and_orders_nothing_else(
    visit: Visit, address: str, tmp_path: Path
) -> None:
    def whole(view: View) -> bool:
        places = [a["place"] for a in view["actions"] if a["do"][0] == "stack"]
        ready = Counter(p["at"] for p in view["pieces"] if any(a.get("piece") == p["id"] for a in view["actions"]))
        return any(ready[place] > 2 for place in places)

    page, wire, mouse = opened(visit, address, tmp_path, whole, "western-desert", "allied")
    units = {a["piece"] for a in wire.actions if a["do"][0] == "unit"}
    at = Counter(p["at"] for p in wire.view["pieces"] if p["id"] in units)
    mouse.act(next(a for a in wire.actions if a["do"][0] == "stack" and at[a["place"]] > 2))
    held = page.locator(f'{play.ORDERS} ul[aria-label="The stack in hand"] button')
    sides = wire.view["sides"]
    count = held.count()
    assert count > 2
    held.nth(1).click()
    expect(page.locator(f'{play.ORDERS} ul[aria-label="The stack in hand"] button[aria-pressed=true]')).to_have_count(
        count - 1
    )
    expect(held.nth(1)).to_have_attribute("aria-pressed", "false")
    assert wire.view["sides"] == sides, "something was paid for"
    held.nth(1).click()
    expect(held.nth(1)).to_have_attribute("aria-pressed", "true")
