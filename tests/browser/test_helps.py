"""Least clicks: a drag opens the choice it needs and sets down what was in hand, attacks and questions ask once."""

from __future__ import annotations

import re
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
LARGE = {"width": 1600, "height": 1000}


def verb(word: str) -> Callable[[dict[str, Any]], bool]:
    return lambda action: bool(action["do"][0] == word)


def table(
    visit: Visit,
    address: str,
    folder: Path,
    wanted: Callable[[View], bool],
    game: str,
    side: str = "allied",
    player: str = "random",
) -> tuple[Page, Wire, Mouse]:
    page = visit("/", viewport=LARGE)
    wire = Wire(page)
    play.open_when(page, folder, wanted, game, side, player)
    return page, wire, Mouse(page, wire, address)


def offers(wanted: Callable[[dict[str, Any]], bool]) -> Callable[[View], bool]:
    return lambda view: any(wanted(action) for action in view["actions"])


def drag_away(page: Page, mouse: Mouse, wire: Wire, at: str, sent: int) -> str:
    """Drags what stands in a place to a plain place that lights up; that many orders are sent by it. Where it went."""
    own, stood = wire.own, {p["id"] for p in wire.view["pieces"] if p["at"] == at}
    mouse.bring(at)
    x, y = mouse.on_screen(at)
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x + 14, y + 9, steps=4)
    page.wait_for_function("() => document.querySelector('path.reach')")
    while wire.own < own + sent - 1:
        page.wait_for_timeout(20)

    def goals() -> list[str]:
        plain = [a for a in wire.actions if a.get("place") and a.get("path") and not a.get("battle")]
        return [a["place"] for a in plain if mouse.sees(a["place"])]

    shown(page, lambda: bool(goals()))
    goal = goals()[0]
    page.mouse.move(*mouse.on_screen(goal), steps=6)
    page.mouse.up()
    while wire.own < own + sent:
        page.wait_for_timeout(20)
    page.wait_for_function("([css, n]) => Number(document.querySelector(css).dataset.n) >= n", arg=[play.PAGE, wire.n])
    assert any(p["at"] == goal for p in wire.view["pieces"] if p["id"] in stood)
    return str(goal)


def test_a_drag_opens_the_assault_and_the_next_one_sets_the_first_down(
    visit: Visit, address: str, tmp_path: Path
) -> None:
    def ready(view: View) -> bool:
        at = [a["place"] for a in view["actions"] if a["do"][0] == "assault"]
        return any(sum(p["at"] == place and p["side"] == "allied" for p in view["pieces"]) > 1 for place in at)

    page, wire, mouse = table(visit, address, tmp_path, ready, "battleaxe")
    here = {a["place"] for a in wire.actions if a["do"][0] == "assault"}
    mine = [p for p in wire.view["pieces"] if p["side"] == "allied" and p["at"] in here]
    start = next(p["at"] for p in mine if sum(q["at"] == p["at"] for q in mine) > 1)
    drag_away(page, mouse, wire, start, 3)  # the assault, the unit and its move
    if any(a.get("down") for a in wire.actions):
        drag_away(page, mouse, wire, start, 3)  # the halt of the first, the next unit and its move


@pytest.mark.parametrize("game", ["western-desert", "dark-sands"])
def test_a_declared_attack_opens_its_card_with_the_odds_at_one_click(
    visit: Visit, address: str, tmp_path: Path, game: str
) -> None:
    page, wire, mouse = table(visit, address, tmp_path, offers(verb("attack")), game)
    since = play.number(page)
    target = next(a for a in wire.actions if a["do"][0] == "attack")
    mouse.bring(target["place"])
    mouse.click(*mouse.on_screen(target["place"]))
    play.changed(page, since)
    assert page.get_attribute(play.PAGE, "data-aim") is None
    expect(page.get_by_label("Steps of the battle")).to_be_visible()
    if any(a.get("battle") and a.get("main") for a in wire.actions):
        expect(page.get_by_role("region", name="Forecast")).to_be_visible()


def test_an_answer_about_assets_stands_for_the_rest_of_the_turn(visit: Visit, address: str, tmp_path: Path) -> None:
    page, wire, mouse = table(
        visit, address, tmp_path, lambda view: view["prompt"].get("again") == "artillery", "battleaxe"
    )
    page.get_by_label("Do not ask again this turn").check()
    since = play.number(page)
    mouse.press(page.locator(f"{play.ORDERS} button.button", has_text="Do not call"))
    play.changed(page, since)
    assert play.my_move(page) is not None
    assert wire.view["prompt"].get("again") != "artillery" or wire.view["turn"]["now"] > 1


def test_every_way_to_take_a_hit_is_a_button(visit: Visit, address: str, tmp_path: Path) -> None:
    """11.5 A unit of Battleaxe is reduced or falls back: the card offers both, and what is pressed is done."""

    def two_ways(view: View) -> bool:
        pieces = [a["piece"] for a in view["actions"] if a["do"][0] in ("flip", "fall_back", "lose")]
        return len(pieces) > len(set(pieces)) > 0

    page, wire, mouse = table(visit, address, tmp_path, two_ways, "battleaxe", "axis")
    last = [a for a in wire.actions if a["do"][0] in ("fall_back", "lose")][-1]
    sent = wire.own
    mouse.press(page.locator(f"{play.ORDERS} .ways").get_by_title(last["text"], exact=True))
    while wire.own == sent:
        page.wait_for_timeout(20)
    assert not mouse.listed


def test_to_refuse_battle_is_a_button_beside_to_stand(visit: Visit, address: str, tmp_path: Path) -> None:
    page, wire, mouse = table(
        visit, address, tmp_path, lambda view: {a["do"][0] for a in view["actions"]} == {"stand", "refuse"}, "rommel"
    )
    refuse = next(a for a in wire.actions if a["do"][0] == "refuse")
    buttons = page.locator(f"{play.ORDERS} button.button")
    expect(buttons.filter(has_text=refuse["text"])).to_be_visible()
    expect(buttons.filter(has_text="Stand and fight")).to_be_visible()
    since = play.number(page)
    mouse.press(buttons.filter(has_text=refuse["text"]))
    play.changed(page, since)


def test_odds_show_while_a_stack_is_held_over_an_enemy_and_letting_go_is_enough(
    visit: Visit, address: str, tmp_path: Path
) -> None:
    def enters(action: dict[str, Any]) -> bool:
        return bool(action["do"][0] == "go" and action.get("battle"))

    page, wire, mouse = table(visit, address, tmp_path, offers(enters), "battleaxe")
    at = next(p["at"] for p in wire.view["pieces"] if p.get("active"))
    goal = next(a["place"] for a in wire.actions if enters(a))
    mouse.bring(goal)
    mouse.bring(at)
    since, sent = play.number(page), wire.own
    page.mouse.move(*mouse.on_screen(at))
    page.mouse.down()
    page.mouse.move(*mouse.on_screen(goal), steps=8)
    expect(page.get_by_role("region", name="Forecast")).to_be_visible()
    assert wire.own == sent, "to look at the odds is no order"
    page.mouse.up()
    play.changed(page, since)
    assert wire.own == sent + 1


def at_least(page: Page, wire: Wire, count: int) -> None:
    """Waits until the page has sent that many actions."""
    for _ in range(500):
        if wire.own >= count:
            return
        page.wait_for_timeout(20)
    raise AssertionError(f"{wire.own} of {count} orders were sent")


def sent(page: Page, wire: Wire, count: int) -> None:
    """Waits until the page has sent that many actions, no more, and shows the last of them."""
    at_least(page, wire, count)
    page.wait_for_timeout(300)
    assert wire.own == count
    page.wait_for_function("([css, n]) => Number(document.querySelector(css).dataset.n) >= n", arg=[play.PAGE, wire.n])


@pytest.mark.parametrize("game", ["western-desert", "dark-sands"])
def test_a_row_shows_the_odds_of_an_attack_and_one_click_makes_it_with_all(
    visit: Visit, address: str, tmp_path: Path, game: str
) -> None:
    def joined(view: View) -> bool:
        """An attack that all may make as soon as it is declared: few stacks, few enemies."""
        return len([a for a in view["actions"] if a["do"][0] == "attack"]) == 1

    page, wire, mouse = table(visit, address, tmp_path, joined, game)
    row = page.get_by_role("list", name="Attacks").locator("button.plain")
    expect(row).to_have_count(1)
    expect(row.locator("b")).to_contain_text("%")
    mouse.press(row)
    sent(page, wire, 2)
    assert wire.view["battle"]


def test_a_digit_makes_the_attack_of_its_row(visit: Visit, address: str, tmp_path: Path) -> None:
    page, wire, _ = table(
        visit, address, tmp_path, lambda view: sum(a["do"][0] == "attack" for a in view["actions"]) == 1, "dark-sands"
    )
    expect(page.get_by_role("list", name="Attacks").locator("button.plain b")).to_be_visible()
    page.keyboard.press("1")
    sent(page, wire, 2)


def nearly_moved(view: View) -> bool:
    """Some units have moved up to the enemy, and some are left to move."""
    moved = [p for p in view["pieces"] if p["side"] == "allied" and p.get("moved")]
    return view["prompt"]["title"] in ("Move", "Movement") and len(moved) > 5 and len(view["actions"]) < 16


@pytest.mark.parametrize("game", ["western-desert", "dark-sands"])
def test_attacks_are_offered_while_units_are_still_to_be_moved_and_taken_back_in_one_step(
    visit: Visit, address: str, tmp_path: Path, game: str
) -> None:
    page, wire, mouse = table(visit, address, tmp_path, nearly_moved, game, player="greedy")
    title, at = wire.view["prompt"]["title"], wire.state["at"]
    row = page.get_by_role("list", name="Attacks").locator("button.plain").first
    expect(row.locator("b")).to_contain_text("%")
    mouse.press(row)
    shown(page, lambda: bool(wire.view.get("battle")) and wire.own >= 2)
    page.keyboard.press("u")
    shown(page, lambda: bool(wire.state["at"] == at))
    assert wire.view["prompt"]["title"] == title


def test_an_asset_is_given_with_the_attack_in_one_click(visit: Visit, address: str, tmp_path: Path) -> None:
    page, wire, mouse = table(visit, address, tmp_path, offers(verb("attack")), "dark-sands", player="greedy")
    chip = page.get_by_role("list", name="Attacks").get_by_role("button", name="with ").and_(page.locator(".chip"))
    mouse.press(chip.first)
    shown(page, lambda: any(line.get("dice") for line in wire.log))


def test_another_place_is_attacked_as_well_in_one_click(visit: Visit, address: str, tmp_path: Path) -> None:
    page, wire, mouse = table(visit, address, tmp_path, offers(verb("attack")), "western-desert", player="greedy")
    mouse.press(page.get_by_role("list", name="Attacks").get_by_role("button", name="and 4510").first)
    shown(page, lambda: len((wire.view.get("battle") or {"places": []})["places"]) > 1)
    expect(page.get_by_role("radiogroup", name="Air points")).to_be_visible()


def test_with_shift_held_the_fighting_is_over_after_the_last_order(visit: Visit, address: str, tmp_path: Path) -> None:
    page, wire, mouse = table(visit, address, tmp_path, offers(verb("shell")), "western-desert", player="greedy")
    phase = wire.view["phase"]["now"]
    shell = page.get_by_role("list", name="Other orders").get_by_role("button", name="Naval bombardment").first
    expect(page.locator(play.ORDERS).get_by_text("with your last attack")).to_be_visible()
    page.locator(f"{play.ORDERS} summary", has_text="other orders").click()  # many, and folded for want of room
    mouse.press(shell, shift=True)
    shown(page, lambda: bool(wire.view["phase"]["now"] != phase))


def shown(page: Page, there: Callable[[], bool]) -> None:
    """Waits until what was told is so."""
    for _ in range(1500):
        if there():
            return
        page.wait_for_timeout(20)
    raise AssertionError("it did not come to that")


def advancing(view: View) -> bool:
    """Several units of one stack may go to one place after a battle."""
    at = {p["id"]: p["at"] for p in view["pieces"]}
    ways = [(at[a["piece"]], a["place"]) for a in view["actions"] if a["do"][0] == "advance"]
    return any(ways.count(way) > 1 for way in ways)


def test_to_drag_a_closed_stack_takes_all_of_it(visit: Visit, address: str, tmp_path: Path) -> None:
    page, wire, mouse = table(visit, address, tmp_path, advancing, "western-desert", player="greedy")
    at = {p["id"]: p["at"] for p in wire.view["pieces"]}
    ways = [(at[a["piece"]], a["place"]) for a in wire.actions if a.get("piece") is not None and a.get("place")]
    start, goal = next(way for way in ways if ways.count(way) > 1)
    here = [piece for piece, place in at.items() if place == start]
    movers = {a["piece"] for a in wire.actions if a.get("place") and a.get("piece") in here}
    mouse.bring(goal)
    mouse.bring(start)
    page.mouse.move(*mouse.on_screen(start))
    page.mouse.down()
    page.mouse.move(*mouse.on_screen(goal), steps=8)
    page.mouse.up()
    sent(page, wire, len(movers))
    assert movers <= {p["id"] for p in wire.view["pieces"] if p["at"] == goal}
    page.keyboard.press("u")
    shown(page, lambda: {p["at"] for p in wire.view["pieces"] if p["id"] in movers} == {start})


def test_one_undo_takes_back_a_drag_with_the_question_it_was_asked(visit: Visit, address: str, tmp_path: Path) -> None:
    def first_move(view: View) -> bool:
        return view["prompt"]["title"] == "Movement" and any(a["do"][0] == "stack" for a in view["actions"])

    page, wire, mouse = table(visit, address, tmp_path, first_move, "western-desert", player="greedy")
    at, start = wire.state["at"], next(a["place"] for a in wire.actions if a["do"][0] == "stack")
    mouse.bring(start)
    x, y = mouse.on_screen(start)
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x + 16, y + 8, steps=4)
    shown(page, lambda: any(a.get("ask") and a.get("place") for a in wire.actions))
    goal = next(a["place"] for a in wire.actions if a.get("ask") and a.get("place") and mouse.sees(a["place"]))
    page.mouse.move(*mouse.on_screen(goal), steps=6)
    page.mouse.up()
    expect(page.locator(play.ORDERS).get_by_role("alert")).to_contain_text("strategic moves")
    page.keyboard.press("Enter")
    shown(page, lambda: bool(wire.state["at"] == at + 2))
    page.wait_for_function("([css, n]) => Number(document.querySelector(css).dataset.n) >= n", arg=[play.PAGE, wire.n])
    page.keyboard.press("u")
    shown(page, lambda: bool(wire.state["at"] == at))
    expect(page.get_by_text("Your last order is taken back.")).to_be_visible()
    expect(page.get_by_role("button", name="send after")).to_have_count(0)


def test_the_leader_goes_forward_with_all_he_led(visit: Visit, address: str, tmp_path: Path) -> None:
    def led(view: View) -> bool:
        """The enemy is gone, all may go to one place, but one attacker: the leader, until those he led have gone."""
        free = {a["piece"] for a in view["actions"] if a["do"][0] == "advance"}
        everyone = any(a["do"][0] == "all" for a in view["actions"])
        if not everyone or view["battle"]["defender"]["pieces"]:
            return False
        behind = set(view["battle"]["attacker"]["pieces"]) - free
        return [p["symbol"] for p in view["pieces"] if p["id"] in behind] == ["leader"]

    page, wire, mouse = table(visit, address, tmp_path, led, "western-desert", player="greedy")
    goal = next(a["place"] for a in wire.actions if a["do"][0] == "all")
    attackers = set(wire.view["battle"]["attacker"]["pieces"])
    expect(page.locator("path.open-edge")).to_have_count(1)
    expect(page.locator(f'[data-mark="target"][data-place="{goal}"]')).to_have_count(0)
    mouse.press(page.locator(play.ORDERS).get_by_role("button", name="All advance to").first)
    shown(page, lambda: {p["at"] for p in wire.view["pieces"] if p["id"] in attackers} == {goal})


def test_all_who_can_go_forward_with_one_button(visit: Visit, address: str, tmp_path: Path) -> None:
    page, wire, mouse = table(visit, address, tmp_path, advancing, "western-desert", player="greedy")
    goals = {a["place"] for a in wire.actions if a["do"][0] == "advance"}
    able = {goal: {a["piece"] for a in wire.actions if a.get("place") == goal} - {None} for goal in goals}
    mouse.press(page.locator(play.ORDERS).get_by_role("button", name=re.compile("who can, to|All advance")).first)

    def gone() -> bool:
        """As many as could go are in one place, and nobody else may follow."""
        at = {p["id"]: p["at"] for p in wire.view["pieces"]}
        left = {a.get("place") for a in wire.actions if a.get("piece") is not None}
        return any(sum(at[piece] == goal for piece in able[goal]) > 1 and goal not in left for goal in goals)

    shown(page, gone)


def test_the_rest_of_a_stack_is_sent_after_into_an_attack(visit: Visit, address: str, tmp_path: Path) -> None:
    """Battleaxe: the first unit enters with its odds in sight, the others follow with one word."""

    def entering(view: View) -> bool:
        active = [p for p in view["pieces"] if p.get("active")]
        mates = [p for p in view["pieces"] if active and p["at"] == active[0]["at"] and p["side"] == "allied"]
        return (
            len(active) == 1 and len(mates) > 2 and any(a["do"][0] == "go" and a.get("battle") for a in view["actions"])
        )

    page, wire, mouse = table(visit, address, tmp_path, entering, "battleaxe")
    goal = next(a for a in wire.actions if a["do"][0] == "go" and a.get("battle"))
    mouse.act(goal)
    after = page.get_by_role("button", name="to attack")
    expect(after).to_be_visible()
    own = wire.own
    page.keyboard.press("r")
    at_least(page, wire, own + 2)
    page.wait_for_timeout(200)
    assert sum(p["at"] == goal["place"] and p["side"] == "allied" for p in wire.view["pieces"]) > 1


def test_one_asset_and_no_more_is_one_click(visit: Visit, address: str, tmp_path: Path) -> None:
    def assets(view: View) -> bool:
        offered = [a for a in view["actions"] if a["do"][0] == "commit"]
        return view["prompt"].get("again") == "assets to attack" and len(offered) == 2

    page, wire, mouse = table(visit, address, tmp_path, assets, "dark-sands")
    mouse.press(page.get_by_title("and no more").first)
    sent(page, wire, 2)
    assert wire.view["prompt"].get("again") != "assets to attack"


def test_the_switches_stand_as_they_were_set_last(visit: Visit, address: str, tmp_path: Path) -> None:
    def backing(view: View) -> bool:
        return any((a.get("choice") or {}).get("Air points") == "1" for a in view["actions"])

    page, wire, mouse = table(visit, address, tmp_path, backing, "western-desert")
    one = page.get_by_role("radiogroup", name="Air points").get_by_role("radio", name="1", exact=True)
    expect(one).not_to_be_checked()
    mouse.press(one)
    page.keyboard.press("u")
    page.wait_for_function("() => !document.querySelector('[role=radiogroup][aria-label=\"Air points\"]')")
    mouse.act(next(a for a in wire.actions if a.get("main") and a.get("battle")))
    expect(one).to_be_checked()
