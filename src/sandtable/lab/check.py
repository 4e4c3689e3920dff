"""Everything that is wrong with a folder of changed data: every file is read, every scenario set up and played."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from pathlib import Path
from shutil import copy
from tempfile import TemporaryDirectory

import sandtable
from sandtable.ai import agent
from sandtable.engine.game import Game
from sandtable.engine.packs import PackError
from sandtable.engine.records import playout
from sandtable.engine.sides import PLAYERS

GAMES = 3
"""Random games of each scenario."""


def faults_of(name: str, folder: Path) -> list[str]:
    """What is wrong with the data of a folder; nothing if it can be played with."""
    found: list[str] = []
    with TemporaryDirectory() as rest:
        for path in sorted(folder.iterdir()) if folder.is_dir() else ():
            if path.is_dir():
                return [f"{path.name} is a folder, expected data files only"]
            copy(path, rest)
        left = Path(rest) if folder.is_dir() else folder
        while faults := reading_faults(name, left):
            found += faults
            # What else is wrong shows once the files that cannot be used are out of the way.
            bad = {fault.partition(":")[0] for fault in faults}
            if not any((left / file).exists() for file in bad):
                return found
            for file in bad:
                (left / file).unlink(missing_ok=True)
        return found or list(_playing_faults(sandtable.load(name, folder)))


def game_of(folder: Path) -> str:
    """The game whose data a folder changes: the one whose own files have most lines in common with it."""
    if not folder.is_dir():
        raise ValueError(f"{folder} is not a folder of data files")

    def alike(game: str) -> int:
        home = sandtable.load(game).pack.home
        return sum(len(_lines(path) & _lines(home / path.name)) for path in folder.iterdir())

    best = max(sandtable.games(), key=alike)
    if not alike(best):
        raise ValueError(f"nothing in {folder} looks like the data of a game; --game GAME says which it is")
    return best


def _lines(path: Path) -> set[bytes]:
    return set(path.read_bytes().split()) if path.is_file() else set()


def reading_faults(name: str, folder: Path) -> list[str]:
    """Faults of the first file, or set-up, that cannot be used."""
    try:
        game = sandtable.load(name, folder)
        for scenario in game.scenarios:
            game.start(scenario)
    except PackError as error:
        return list(error.faults)
    except (LookupError, TypeError, AttributeError, ArithmeticError, ValueError) as error:
        return [f"the set-up fails: {type(error).__name__}: {error}"]
    return []


def _playing_faults(game: Game) -> Iterator[str]:
    """What goes wrong in a few random games of each scenario."""
    for scenario in game.scenarios:
        for seed in range(1, GAMES + 1):
            players = {side: agent("random", game.id, seed) for side in PLAYERS}
            try:
                start = game.start(scenario)
                end = playout(start, players, seed)
                for pos, side in product((start, end), (*PLAYERS, None)):
                    pos.see(side)
                yield from (f"{scenario}, random game {seed}: {fault}" for fault in game.faults(end))
            except Exception as error:
                yield f"{scenario}, random game {seed} broke off: {type(error).__name__}: {error}"
                break
