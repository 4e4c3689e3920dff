"""Cuts a release: `make release VERSION=0.2.0` sets the version and dates what stands under "Unreleased".

The version stands in `src/sandtable/__init__.py` and nowhere else. Committing and tagging are left to whoever releases.
"""

from __future__ import annotations

import re
import sys
from datetime import date
from pathlib import Path

ROOT = Path(__file__).parent.parent
VERSION = re.compile(r'^__version__ = "(.+)"$', re.MULTILINE)
HEADING = "## Unreleased\n"


def numbers(version: str) -> tuple[int, ...]:
    """The parts of a version; a ValueError where it is not of the form 1.2.3."""
    if not re.fullmatch(r"\d+\.\d+\.\d+", version):
        raise ValueError(f"a version looks like 1.2.3, not {version!r}")
    return tuple(int(part) for part in version.split("."))


def cut(changes: str, version: str, today: str) -> str:
    """The changelog with its unreleased part under the new version, and an empty one above it."""
    _, _, rest = changes.partition(HEADING)
    if not rest.split("\n## ")[0].strip():
        raise ValueError("CHANGELOG.md has nothing under Unreleased")
    return changes.replace(HEADING, f"{HEADING}\n## {version} ({today})\n", 1)


def release(root: Path, version: str, today: str) -> None:
    """Write the version and the changelog; a ValueError says why not and changes nothing."""
    package, changes = root / "src/sandtable/__init__.py", root / "CHANGELOG.md"
    source = package.read_text(encoding="utf-8")
    found = VERSION.search(source)
    assert found is not None, "the package has no version"
    if numbers(version) <= numbers(found[1]):
        raise ValueError(f"{version} does not come after {found[1]}")
    told = cut(changes.read_text(encoding="utf-8"), version, today)
    package.write_text(VERSION.sub(f'__version__ = "{version}"', source), encoding="utf-8")
    changes.write_text(told, encoding="utf-8")


if __name__ == "__main__":
    try:
        release(ROOT, sys.argv[1], date.today().isoformat())
    except (ValueError, IndexError) as error:
        sys.exit(f"release: {error}")
