"""What the README and the pages under docs show is true."""

from __future__ import annotations

import doctest
import json
import re
from pathlib import Path

import sandtable

ROOT = Path(__file__).parents[1]


def test_the_readme_session() -> None:
    failed, tried = doctest.testfile(str(ROOT / "README.md"), module_relative=False)
    assert tried > 8
    assert failed == 0


def test_the_tour() -> None:
    failed, tried = doctest.testfile(str(ROOT / "docs/tour.md"), module_relative=False)
    assert tried > 15
    assert failed == 0


def test_the_table_that_the_protocol_creates_can_be_created() -> None:
    page = (ROOT / "docs/protocol.md").read_text(encoding="utf-8")
    body = json.loads(page.partition("// Create.")[2].partition("\n")[2].partition("\n// Created")[0])
    game = sandtable.load(body["game"])
    assert game.start(body["scenario"], body["options"]).box.options == body["options"]
    shown = page.partition("// Game\n")[2].partition("// Create.")[0]
    assert json.loads(re.findall(r'"hidden": (true|false)', shown)[0]) is game.hidden
    assert re.findall(r'"options": \[{"id": "(\w+)"', shown) == list(game.options)
    rule = re.findall(r'"options": \[{.*?"rule": "([\d.]+)"', shown)
    assert rule == [option.rule for option in game.options.values()]


def test_the_protocol_lists_every_code_of_a_refusal() -> None:
    page = (ROOT / "docs/protocol.md").read_text(encoding="utf-8")
    listed = set(re.findall(r"`(\w+)`", page.partition("| `refused` |")[2].partition("), `rule`")[0]))
    used = set()
    for folder in ("table", "server"):
        for path in (ROOT / "src/sandtable" / folder).rglob("*.py"):
            used |= set(re.findall(r'Refused\(\s*"(\w+)"', path.read_text(encoding="utf-8")))
    assert len(used) > 10
    assert used <= listed


def test_the_view_names_an_action_and_a_hand_as_they_are() -> None:
    page = (ROOT / "docs/view.md").read_text(encoding="utf-8")
    game = sandtable.load("bravery")
    (number,) = re.findall(r'"do": \["move", (\d+)\]', page)
    (place,) = re.findall(r'"piece": null, "place": "(\d+)"', page)
    assert game.map.ids[int(number)] == place
    assert f"Move to {game.map.name[int(number)]}" in page
    (hand,) = re.findall(r'"hands": \[{"id": "([\w-]+)"', page)
    assert hand in [shown["id"] for shown in game.start().see("axis")["hands"]]
