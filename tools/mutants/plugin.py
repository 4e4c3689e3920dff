"""Loads one module from a changed text, and runs the tests it is told in the order it is told: see `runner`."""

from __future__ import annotations

import json
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
ORDER = json.loads(Path(os.environ["MUTANT_ORDER"]).read_text(encoding="utf-8"))
NAME = ".".join(Path(ORIGINAL).with_suffix("").parts[Path(ORIGINAL).parts.index("sandtable") :])


class Changed(MetaPathFinder):
    """Finds the changed module before anybody finds the true one."""

    def find_spec(self, name: str, path: Sequence[str] | None, target: ModuleType | None = None) -> ModuleSpec | None:
        if name != NAME:
            return None
        return spec_from_file_location(name, CHANGED, loader=SourceFileLoader(name, CHANGED))


sys.meta_path.insert(0, Changed())


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Keep this game's tests, the quickest first."""
    rank = {name: number for number, name in enumerate(ORDER)}
    items[:] = sorted((item for item in items if item.nodeid in rank), key=lambda item: rank[item.nodeid])
