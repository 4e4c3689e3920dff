"""Loads one module from a changed text, and keeps one game's tests: what the environment says."""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from importlib.abc import MetaPathFinder
from importlib.machinery import ModuleSpec, SourceFileLoader
from importlib.util import spec_from_file_location
from pathlib import Path
from types import ModuleType

import pytest

ORIGINAL, _, CHANGED = os.environ["MUTANT"].partition("=")
GAME = os.environ["MUTANT_GAME"]
NAME = ".".join(Path(ORIGINAL).with_suffix("").parts[Path(ORIGINAL).parts.index("sandtable") :])


class Changed(MetaPathFinder):
    """Finds the changed module before anybody finds the true one."""

    def find_spec(self, name: str, path: Sequence[str] | None, target: ModuleType | None = None) -> ModuleSpec | None:
        if name != NAME:
            return None
        return spec_from_file_location(name, CHANGED, loader=SourceFileLoader(name, CHANGED))


sys.meta_path.insert(0, Changed())


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Of the tests over all games keep this game's."""
    own = f"tests/games/{GAME.replace('-', '_')}/"
    items[:] = [i for i in items if i.nodeid.startswith(own) or f"[{GAME}-" in i.nodeid or f"[{GAME}]" in i.nodeid]
