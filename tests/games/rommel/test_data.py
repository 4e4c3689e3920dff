"""The data pack: what an owner of the box may type in, and what is refused."""

from __future__ import annotations

from pathlib import Path

import pytest

from sandtable.engine.packs import PackError
from sandtable.games.rommel import load
from tests.games.rommel.field import GAME


def changed(tmp_path: Path, name: str, old: str, new: str) -> Path:
    """A folder with one file of the pack changed."""
    text = GAME.pack.text(name)
    assert old in text
    (tmp_path / name).write_text(text.replace(old, new, 1), encoding="utf-8")
    return tmp_path


def test_there_are_a_hundred_blocks_and_a_third_of_the_cards_are_dummies() -> None:
    assert [sum(block.id[0] in kind for block in GAME.blocks) for kind in ("GI", "A")] == [44, 56]
    assert (GAME.tables.real, GAME.tables.dummy) == (28, 14)


def test_every_scenario_places_each_block_once_and_knows_who_comes_later() -> None:
    for plan in GAME.plans.values():
        placed = [unit for group in plan.groups for unit in group.units]
        assert len(placed) == len(set(placed))
        assert all(plan.first < month <= plan.last for month in plan.arrives if 0 < month < 99)


def test_printed_values_can_be_typed_in(tmp_path: Path) -> None:
    game = load(changed(tmp_path, "units.csv", "6-4-2,12,0", "8-6-4,12,0"))
    assert game.blocks[0].values == (0, 4, 6, 8)


@pytest.mark.parametrize(
    ("name", "old", "new", "fault"),
    [
        ("units.csv", "6-4-2,12,0", "2-4-6,12,0", "units.csv:2: column 'values'"),
        (
            "units.csv",
            "21/5 Panzer Regt,de,armor_elite,armor",
            "21/5 Panzer Regt,de,armor_elite,tank",
            "column 'class'",
        ),
        ("tables.toml", "link = [1, 2, 3]", "link = [1, 2, 4]", "links of"),
        ("tables.toml", "Tobruk = 5", "Tobrouk = 5", "no hex of places.csv"),
        ("scenarios.toml", '"G01"', '"G99"', "no block of units.csv"),
        ("scenarios.toml", 'terms = "crusader"', 'terms = "chess"', "terms"),
    ],
)
def test_wrong_values_are_named(tmp_path: Path, name: str, old: str, new: str, fault: str) -> None:
    with pytest.raises(PackError, match=fault):
        load(changed(tmp_path, name, old, new))
