"""The session in the README is true."""

from __future__ import annotations

import doctest
from pathlib import Path

ROOT = Path(__file__).parents[1]


def test_the_readme_session() -> None:
    failed, tried = doctest.testfile(str(ROOT / "README.md"), module_relative=False)
    assert tried > 8
    assert failed == 0
