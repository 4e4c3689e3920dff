"""The tables at hand: whole, with rules that exist, and made from the data the rules read."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.server.conftest import opened

import sandtable
from sandtable.games.dark_sands.charts import RESULTS

GAMES = ("bravery", "battleaxe", "rommel", "western-desert", "dark-sands")


@pytest.mark.parametrize("name", GAMES)
def test_every_chart_is_whole_and_cites_a_rule_of_the_book(name: str) -> None:
    game = sandtable.load(name)
    charts = game.charts(game.box())
    assert len({chart.id for chart in charts}) == len(charts) >= 3
    for chart in charts:
        assert chart.rows, chart.id
        assert all(len(row.cells) == len(chart.columns) for row in chart.rows), chart.id
        if chart.rule:
            assert game.rulebook.title(chart.rule), chart.rule


def test_the_combat_table_is_the_one_the_die_is_read_on() -> None:
    game = sandtable.load("dark-sands")
    box = game.box()
    for name in ("mobile", "assault"):
        chart = next(c for c in game.charts(box) if c.id == name)
        columns = tuple(zip(*(row.cells for row in chart.rows), strict=True))
        assert columns == box.crt[name]
        assert {cell for column in columns for cell in column} <= set(RESULTS)


def test_the_page_is_told_all_charts(tmp_path: Path) -> None:
    with opened(tmp_path, library="sandtable.table.library:installed") as client:
        told = client.get("/api/games/western-desert/charts").json()["charts"]
        supply = next(chart for chart in told if chart["id"] == "supply")
        assert supply["rows"][0]["turns"] == [1, 3]
        assert client.get("/api/games/nowhere/charts").status_code == 404
