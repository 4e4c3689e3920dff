"""Which games there are, and that a game is read again when its files have changed."""

from __future__ import annotations

import re
import shutil
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

import sandtable
from sandtable import ai

OWN = ("battleaxe", "bravery", "dark-sands", "rommel", "western-desert")
ROOT = Path(__file__).parents[1]


def install(folder: Path, monkeypatch: pytest.MonkeyPatch, line: str, id_: str = "desert-chess") -> None:
    """A distribution on the path, with a module that loads Bravery's rules under another id."""
    info = folder / "desert_chess-1.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: desert-chess\nVersion: 1\n")
    (info / "entry_points.txt").write_text(f"[sandtable.games]\n{line}\n")
    (folder / "desert_chess.py").write_text(
        "from pathlib import Path\n"
        "from sandtable.engine.packs import Pack\n"
        "from sandtable.games import bravery\n"
        "class DesertChess(bravery.Bravery):\n"
        f"    id = {id_!r}\n"
        "def load(data=None):\n"
        "    return DesertChess(Pack(Path(bravery.__file__).parent / 'data', data))\n"
    )
    monkeypatch.delitem(sys.modules, "desert_chess", raising=False)
    monkeypatch.syspath_prepend(folder)


@pytest.fixture(autouse=True)
def fresh_registry() -> Iterator[None]:
    """The registry looks once for each process: here once for each test."""
    sandtable._found.cache_clear()
    yield
    sandtable._found.cache_clear()
    sandtable._loaded.pop(("desert-chess", None), None)


def test_the_five_games_are_there() -> None:
    assert set(OWN) <= set(sandtable.games())
    with pytest.raises(ValueError, match="there is no game 'chess'; there are: "):
        sandtable.load("chess")


def test_another_distribution_adds_a_game(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    install(tmp_path, monkeypatch, "desert-chess = desert_chess:load")
    assert "desert-chess" in sandtable.games()
    game = sandtable.load("desert-chess")
    assert (game.id, game.start().side) == ("desert-chess", "allied")
    assert sandtable.load("desert-chess") is game
    assert [level.id for level in ai.levels("desert-chess")] == ["recruit"]
    with pytest.raises(ValueError, match="no agent knows desert-chess"):
        ai.agent("greedy", "desert-chess")
    assert len(ai.levels("bravery")) == 5


def test_a_game_cannot_take_the_name_of_another(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    install(tmp_path, monkeypatch, "bravery = desert_chess:load")
    with pytest.raises(ValueError, match="two games are called 'bravery'"):
        sandtable.games()


def test_an_entry_point_bears_the_id_of_its_game(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    install(tmp_path, monkeypatch, "desert-chess = desert_chess:load", id_="chess")
    with pytest.raises(ValueError, match="'desert-chess' loads a game that calls itself 'chess'"):
        sandtable.load("desert-chess")


def test_an_edited_file_is_read_again(tmp_path: Path) -> None:
    home = sandtable.load("bravery").pack.home
    shutil.copy(home / "tables.toml", tmp_path)
    tables = tmp_path / "tables.toml"
    for turns in (7, 5, 6):
        tables.write_text(re.sub(r"(?m)^turns = \d+", f"turns = {turns}", tables.read_text()))
        game = sandtable.load("bravery", tmp_path)
        assert game.start().see(None)["turn"]["of"] == turns
        assert sandtable.load("bravery", tmp_path) is game
    tables.unlink()
    assert sandtable.load("bravery", tmp_path).pack.digest == sandtable.load("bravery").pack.digest


def test_the_version_stands_in_one_place() -> None:
    assert sandtable.__version__ not in (ROOT / "pyproject.toml").read_text(encoding="utf-8")
    assert '"version"' not in (ROOT / "web/package.json").read_text(encoding="utf-8")
