"""docs/actions is what the games' orders say (tools/action_reference.py)."""

from __future__ import annotations

import pytest
from tools.action_reference import FOLDER, reference

import sandtable


@pytest.mark.parametrize("name", sandtable.games())
def test_the_reference_of_actions_is_up_to_date(name: str) -> None:
    kept = (FOLDER / f"{name}.md").read_text(encoding="utf-8")
    assert kept == reference(sandtable.load(name)), "run `make docs`"


@pytest.mark.parametrize("name", sandtable.games())
def test_every_verb_has_words(name: str) -> None:
    for verb, order in sandtable.load(name).orders.table.items():
        assert order.text, verb
