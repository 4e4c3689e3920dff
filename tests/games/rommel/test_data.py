"""The data pack: what an owner of the box may type in, and what is refused."""

from __future__ import annotations

from pathlib import Path

import pytest

from sandtable.engine.game import Game
from sandtable.engine.packs import PackError
from sandtable.games.rommel import load
from tests.games.rommel.scene import GAME


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


def axis_start(scenario: str) -> list[str]:
    """The Axis blocks on the map when a scenario begins."""
    plan = GAME.plans[scenario]
    return [GAME.blocks[unit].id for group in plan.groups if group.side == 1 for unit in group.units]


@pytest.mark.parametrize("scenario", ["1941", "1941-42"])
def test_1941_starts_with_ten_axis_blocks_three_of_them_german(scenario: str) -> None:
    start = axis_start(scenario)
    assert (len(start), sum(block[0] == "G" for block in start)) == (10, 3)


def test_battleaxe_has_its_published_cards_and_a_weakened_elite_block() -> None:
    plan = GAME.plans["battleaxe"]
    assert plan.cards == (8, 4)
    weak = [GAME.blocks[unit] for unit, steps in plan.steps.items() if steps < len(GAME.blocks[unit].values) - 1]
    assert [(block.nation, block.type) for block in weak] == [("de", "mech_elite")]


def test_elite_blocks_are_panzers_mechanised_infantry_and_an_infantry_tank_one() -> None:
    assert {block.type for block in GAME.blocks if block.double} == {"armor_elite", "mech_elite", "itank_elite"}


def test_no_italian_division_is_in_two_blocks() -> None:
    names = [block.name.partition("/")[0] for block in GAME.blocks if block.nation == "it"]
    assert len(names) == len(set(names))


def test_giarabub_is_empty_in_crusader_and_can_be_taken_in_the_first_move() -> None:
    plan, place = GAME.plans["crusader"], GAME.map.index["Giarabub"]
    assert not any(place in group.hexes for group in plan.groups)
    starts = {(unit, hex_) for group in plan.groups if group.side == 0 for unit in group.units for hex_ in group.hexes}
    far = [GAME.board.speed_needed(hex_, place, GAME.tables.bonus, 0) for _, hex_ in starts]
    assert any(need <= GAME.blocks[unit].speed for (unit, _), need in zip(starts, far, strict=True))


def test_every_block_that_is_not_for_1940_alone_can_come_into_the_campaign() -> None:
    plan = GAME.plans["1941-42"]
    never = [GAME.blocks[unit].id for unit, month in enumerate(plan.arrives) if month == 99]
    assert never == [block.id for block in GAME.blocks if block.month is None]


def test_the_chart_of_supply_links_says_what_the_rules_read() -> None:
    game: Game = GAME
    chart = next(chart for chart in game.charts(game.box()) if chart.id == "supply")
    links = {row.label: row.cells[0] for row in chart.rows if row.label.startswith("Link")}
    assert links == {
        "Link across desert": "1 hex",
        "Link by trail": "2 hexes",
        "Link by track": "3 hexes",
        "Link along the highway": "any length",
    }
