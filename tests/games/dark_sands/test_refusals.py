"""An order that a rule forbids is refused with that rule and changes nothing."""

from __future__ import annotations

from random import Random

import pytest

import sandtable
from sandtable.engine.flow import Action
from sandtable.games.dark_sands.position import DarkSandsPosition
from sandtable.games.dark_sands.sequence import STEPS
from tests.games.dark_sands.scene import (
    ALLIED,
    ASSET,
    AXIS,
    CHIT,
    HEX,
    UNIT,
    ask,
    bits,
    fight,
    move,
    play,
    ready,
    refused,
    roll,
    scene,
    spend,
)

NOBODY = (-1, len(UNIT), 10_000)
"""Numbers of no unit: below all, just beyond the last, far beyond."""


@pytest.mark.parametrize(
    ("order", "rule"),
    [
        (("unit", UNIT["A06"]), "18.1"),  # not active
        (("unit", UNIT["X22"]), "18.1"),  # the enemy's
        (("unit", UNIT["A01"]), "19.1.2"),  # hemmed in
        (("unit", UNIT["A05"]), "19.1.1"),  # has moved
        (("unit", UNIT["G01"]), "19.1.1"),  # a garrison
        (("unit", -1), "19.1"),
        (("unit", 999), "19.1"),
        (("stack", HEX["1336"]), "19.1"),
        (("garrison", UNIT["G02"], HEX["2141"]), "13.6.1"),  # there is one
        (("garrison", UNIT["G02"], HEX["1334"]), "13.6.2"),  # no named place
        (("garrison", UNIT["G02"], HEX["0920"]), "13.6.2"),  # nobody to form it, and no named place
        (("garrison", UNIT["G02"], len(HEX)), "19.1"),
        (("garrison", UNIT["G02"], -1), "19.1"),
    ],
)
def test_r19_1_1_who_moves_and_who_is_detached(order: Action, rule: str) -> None:
    ring = {"1331": "X22", "1329": "X23", "1430": "X24", "1230": "X11", "1431": "X12", "1231": "X31"}
    pos = ready(scene({"1330": "A01", "1334": "A05", "1336": "A06", "2141": "A07 G01", **ring}), "G02")
    move(pos, ALLIED)
    pos.active &= ~bits("A06")
    pos.moved |= bits("A05")
    pos._actions = None
    assert refused(pos, order) == rule


@pytest.mark.parametrize(
    ("order", "rule"),
    [
        (("go", HEX["0920"], 9), "19.1.5"),  # too far, and no enemy near
        (("go", -1, 2), "19.1"),
        (("infiltrate", HEX["1331"], 10), "19.1.4"),
        (("extend",), "19.1.7"),  # not on a road
        (("sail", HEX["2830"]), "19.4"),  # not in a port
    ],
)
def test_r19_1_where_a_unit_cannot_go(order: Action, rule: str) -> None:
    pos = play(move(scene({"1330": "A05"}), ALLIED), ("unit", UNIT["A05"]))
    assert refused(pos, order) == rule


@pytest.mark.parametrize(
    ("order", "rule"),
    [
        (("with", UNIT["A07"]), "6.1"),  # not next to it
        (("with", UNIT["A38"]), "20.1"),  # a headquarters
        (("with", UNIT["X22"]), "20.1"),
        (("with", UNIT["A01"]), "20.1"),  # has attacked
        (("with", UNIT["A02"]), "20.1"),  # not active
        (("with", -1), "20.1"),
        (("with", 999), "20.1"),
    ],
)
def test_r20_1_who_takes_part_in_an_attack(order: Action, rule: str) -> None:
    pos = fight(scene({"1330": "A05 A06 A38", "1332": "A01 A02", "1335": "A07", "1331": "X22"}), ALLIED)
    pos.fought |= bits("A01")
    pos.active &= ~bits("A02")
    pos._actions = None
    play(pos, ("attack", HEX["1331"]))
    assert refused(pos, order) == rule


@pytest.mark.parametrize(
    ("asset", "rule"),
    [
        ("S01", "13.2"),  # the first of all: the ceiling is reached
        ("S02", "13.2"),  # not over this section
        ("S06", "13.3"),  # not on the coast
        ("S08", "13.4"),  # its headquarters is not on the map
        ("S09", "13.1"),  # a box is no support
    ],
)
def test_r13_1_assets_that_cannot_help(asset: str, rule: str) -> None:
    pos = fight(
        ready(scene({"1210": "A05 A38", "1211": "X22"}), "S01", "S02", "S03", "S06", "S07", "S08", "S09"), ALLIED
    )
    play(pos, ("attack", HEX["1211"]), ("commit", ASSET["S03"]))
    assert refused(pos, ("commit", ASSET[asset])) == rule


def test_r13_5_a_gun_goes_with_a_unit_of_the_combat() -> None:
    pos = fight(ready(scene({"1330": "X22", "1334": "X23", "1331": "A05"}), "S22"), AXIS)
    play(pos, ("attack", HEX["1331"]))
    assert refused(pos, ("gun", ASSET["S22"], UNIT["X23"])) == "13.5"


def test_r17_0_who_gets_no_replacements() -> None:
    pos = spend(scene({"1843": "A05* A01* A38 G01", "1330": "A06*"}), ALLIED, 1, 1, 0, 0, 0)
    assert refused(pos, ("restore", UNIT["A38"])) == "17.0"
    assert refused(pos, ("restore", UNIT["G01"])) == "17.0"
    assert refused(pos, ("restore", -1)) == "17.0"
    assert refused(pos, ("restore", 999)) == "17.0"
    axis = spend(scene({"1600": "X13* X22* X23*"}), AXIS, 1, 1, 1, 0, 0)
    assert refused(axis, ("rebuild", UNIT["X13"], 1)) == "17.5"


def test_r18_3_the_first_chit_is_one_of_the_owners() -> None:
    pos = scene({"1330": "A05"})
    pos.pool[CHIT["allied-full"]], pos.pool[CHIT["axis-full"]], pos.hand = 1, 1, 1 << CHIT["auk"]
    ask(pos, "chits.first", ALLIED)
    assert pos.actions() == [("first", CHIT["allied-full"]), ("first", CHIT["auk"]), ("pass",)]
    assert refused(pos, ("first", CHIT["allied-half"])) == "18.3"


def test_r16_0_a_click_means_the_order_a_step_is_about() -> None:
    """Why an order is refused at a click on a unit or hex is asked of these orders first."""
    assert {name: step.verbs for name, step in STEPS.items() if step.verbs} == {
        "stacks.trim": ("cut",),
        "hq.displace": ("fall-back",),
        "place": ("place",),
        "replace.spend": ("restore",),
        "replace.cadre": ("cadre",),
        "chits.pick": ("independent", "command"),
        "move": ("unit", "stack"),
        "move.to": ("go",),
        "move.far": ("far",),
        "move.stray": ("stray",),
        "combat": ("attack",),
        "combat.join": ("with",),
        "loss": ("lose",),
        "combat.advance": ("advance",),
        "retreat.step": ("to",),
        "reinforce.place": ("bring",),
        "reinforce.enter": ("enter",),
    }


def test_r20_3_nothing_of_a_combat_is_left_when_it_is_over() -> None:
    pos = fight(scene({"1330": "A05 A06 A07", "1331": "X22"}), ALLIED)
    play(pos, ("attack", HEX["1331"]), ("all",))
    assert pos.bystanders
    roll(pos, 3)
    while pos.stack and pos.stack[-1].step != "combat":
        play(pos, pos.actions()[0])
    assert (pos.target, pos.attackers, pos.defenders, pos.bystanders, pos.committed) == (-1, 0, 0, 0, 0)


def test_r16_0_an_order_of_another_step_is_refused_and_changes_nothing() -> None:
    """Whatever is ordered out of turn, for units and hexes that are not there too: at every kind of question."""
    game, rng = sandtable.load("dark-sands"), Random(5)
    pos = game.start("gazala")
    known: dict[tuple[str, int], Action] = {}
    asked: set[str] = set()
    for _ in range(1500):
        if not pos.stack:
            break
        if pos.side == "chance":
            pos.play(pos.sample(rng))
            continue
        legal = pos.actions()
        if pos.stack[-1].step not in asked or rng.random() < 0.01:
            asked.add(pos.stack[-1].step)
            beyond = [(*order[:1], *[number] * (len(order) - 1)) for order in known.values() for number in NOBODY]
            for order in [*known.values(), *beyond]:
                if order not in legal:
                    assert refused(pos, order) is not None
        known |= {(str(action[0]), len(action)): action for action in legal}
        pos.play(rng.choice(legal))
    assert len(asked) > 12


def why(pos: DarkSandsPosition, piece: str) -> str | None:
    """The rule that a click on a dark unit names, or None."""
    reason = pos.why_not(pos.side or "", UNIT[piece])
    return reason["rule"] if reason else None


def test_r19_1_1_a_click_on_a_unit_says_why_it_does_not_move() -> None:
    pos = move(scene({"2830": "A05 G01", "1330": "A06", "1331": "X22"}), ALLIED)
    assert [why(pos, piece) for piece in ("G01", "X22", "A07", "A05")] == ["19.1.1", "18.1", "18.1", None]


def test_r20_1_a_click_on_a_unit_says_why_it_does_not_attack() -> None:
    pos = fight(scene({"1330": "A05 A06 A10", "1331": "X22", "1335": "A07"}), ALLIED)
    play(pos, ("attack", HEX["1331"]))
    assert [why(pos, piece) for piece in ("A07", "X22", "A05")] == ["6.1", "20.1", None]


def test_r20_1_all_is_offered_while_somebody_is_left_to_join() -> None:
    pos = fight(scene({"1330": "A05 A06", "1331": "X22"}), ALLIED)
    play(pos, ("attack", HEX["1331"]))
    assert ("all",) in pos.actions()
    play(pos, ("with", UNIT["A05"]), ("with", UNIT["A06"]))
    assert pos.stack[-1].step != "combat.join" or ("all",) not in pos.actions()
