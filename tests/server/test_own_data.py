"""A host with data of its own: new tables are started with them, and every table keeps what it was started with."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from tests.server.conftest import Opener
from tests.server.player import House

import sandtable
from sandtable.server.settings import Settings
from sandtable.table.library import installed
from sandtable.table.shelf import Shelf


@pytest.fixture
def printed(tmp_path: Path) -> Path:
    """Three counters of Bravery as somebody's box has them."""
    units = (sandtable.load("bravery").pack.home / "units.csv").read_text(encoding="utf-8")
    folder = tmp_path / "printed"
    folder.mkdir()
    changed = units.replace(",90LT,infantry,B,", ",90LT,infantry,C,")
    assert changed != units
    (folder / "units.csv").write_text(changed, encoding="utf-8")
    return folder


def levels(house: House, made: Any) -> set[str]:
    with house.sit(made["mine"], seed="5a" * 32) as both:
        return {piece["left"] for piece in both.state["view"]["pieces"] if piece.get("formation") == "90LT"}


def test_new_tables_have_the_data_of_the_host_and_keep_them(open_house: Opener, printed: Path) -> None:
    library = "sandtable.table.library:installed"
    plain = open_house(library=library)
    before = plain.create(game="bravery", axis="me", allied="me")
    house = open_house(library=library, data=f"bravery={printed}")
    made = house.create(game="bravery", axis="me", allied="me")
    assert levels(house, made) == {"C"}
    assert levels(house, before) == {"B"}
    later = open_house(library=library)
    assert levels(later, made) == {"C"}
    assert levels(later, later.create(game="bravery", axis="me", allied="me")) == {"B"}


def test_agents_are_handed_the_data_of_the_host(printed: Path) -> None:
    class NothingKept:
        def pack(self, digest: str, game: str) -> None:
            return None

    shelf = Shelf(installed, NothingKept(), own={"bravery": printed})
    files = shelf.pack_of(shelf.load("bravery"))
    assert files is not None
    assert ",90LT,infantry,C," in files["units.csv"]
    assert shelf.pack_of(shelf.load("battleaxe")) is None
    shelf.close()


def test_a_folder_that_is_not_there_is_named() -> None:
    with pytest.raises(ValueError, match="SANDTABLE_DATA: bravery=/no/such/folder"):
        _ = Settings(data="bravery=/no/such/folder").folders
