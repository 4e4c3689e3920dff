"""Cutting a release."""

from __future__ import annotations

from pathlib import Path

import pytest
from tools.release import ROOT, release

CHANGES = "# Changes\n\n## Unreleased\n\n- Something new.\n\n## 0.1.0 (2026-01-01)\n\n- All of it.\n"


@pytest.fixture
def root(tmp_path: Path) -> Path:
    (tmp_path / "src/sandtable").mkdir(parents=True)
    (tmp_path / "src/sandtable/__init__.py").write_text('"""Text."""\n__version__ = "0.1.0"\n')
    (tmp_path / "CHANGELOG.md").write_text(CHANGES)
    return tmp_path


def test_a_release_dates_what_was_unreleased_and_sets_the_version(root: Path) -> None:
    release(root, "0.2.0", "2026-03-04")
    assert '__version__ = "0.2.0"' in (root / "src/sandtable/__init__.py").read_text()
    changes = (root / "CHANGELOG.md").read_text()
    assert changes.startswith("# Changes\n\n## Unreleased\n\n## 0.2.0 (2026-03-04)\n\n- Something new.\n\n## 0.1.0")


@pytest.mark.parametrize("version", ["0.1.0", "0.0.9", "0.2", "next"])
def test_a_version_that_does_not_come_next_is_refused_and_changes_nothing(root: Path, version: str) -> None:
    with pytest.raises(ValueError, match=r"version|come after"):
        release(root, version, "2026-03-04")
    assert (root / "CHANGELOG.md").read_text() == CHANGES


def test_nothing_new_is_no_release(root: Path) -> None:
    release(root, "0.2.0", "2026-03-04")
    with pytest.raises(ValueError, match="nothing under Unreleased"):
        release(root, "0.3.0", "2026-03-05")


def test_the_version_stands_in_one_place() -> None:
    written = (ROOT / "pyproject.toml").read_text(encoding="utf-8")
    assert 'dynamic = ["version"]' in written
    assert '"version":' not in (ROOT / "web/package.json").read_text(encoding="utf-8")
