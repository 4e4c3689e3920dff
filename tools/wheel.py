"""Builds the wheel and tries it as a stranger would: a fresh environment, no Node, a first move against the machine.

    python -m tools.wheel dist

The page must have been built before (`make` does both).
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
import tempfile
import urllib.request
import venv
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parents[1]


def build(folder: Path) -> Path:
    """The wheel of this tree, in a folder."""
    words = [sys.executable, "-m", "pip", "wheel", "--quiet", "--disable-pip-version-check", "--no-deps"]
    subprocess.run([*words, "--no-build-isolation", "--wheel-dir", str(folder), str(ROOT)], check=True)
    return max(folder.glob("sandtable-*.whl"), key=lambda wheel: wheel.stat().st_mtime)


def fetch(url: str, token: str = "", body: Any = None) -> bytes:
    """One HTTP request."""
    data = None if body is None else json.dumps(body).encode()
    headers = {"Content-Type": "application/json", "Authorization": f"Bearer {token}"}
    with urllib.request.urlopen(urllib.request.Request(url, data, headers), timeout=60) as answer:
        content: bytes = answer.read()
        return content


def first_move(python: Path, home: Path, environment: Mapping[str, str]) -> str:
    """Start the table with an installed package, load its page, and play a move; the page's title."""
    (home / "elsewhere").mkdir()
    settings = {"SANDTABLE_DATABASE": f"sqlite:///{home / 'tables.db'}", "PATH": str(python.parent)}
    process = subprocess.Popen(
        [str(python), "-m", "sandtable", "table", "--no-browser", "--port", "0"],
        env={**environment, **settings},
        cwd=home / "elsewhere",
        stdout=subprocess.PIPE,
        text=True,
    )
    assert process.stdout is not None
    try:
        base = "http://" + process.stdout.readline().split("//")[1].split("/")[0]
        return _played(base, process)
    finally:
        process.terminate()
        process.communicate(timeout=60)


def _played(base: str, process: subprocess.Popen[str]) -> str:
    while True:
        try:
            page = fetch(f"{base}/").decode()
            break
        except OSError:
            if process.poll() is not None:
                raise SystemExit("the table did not start") from None
    for quoted in page.split('"'):
        if quoted.startswith("./assets/"):
            fetch(base + quoted[1:])
    games = json.loads(fetch(f"{base}/api/games"))["games"]
    fetch(f"{base}/api/games/{games[0]['id']}/map.svg")
    seats = {"allied": {"kind": "me"}, "axis": {"kind": "agent", "level": games[0]["levels"][0]["id"]}}
    token = json.loads(fetch(f"{base}/api/tables", body={"game": "bravery", "seats": seats}))["mine"]
    fetch(f"{base}/api/table/sit", token, {})
    state = json.loads(fetch(f"{base}/api/table/state", token))
    move = {"n": state["n"], "action": state["view"]["actions"][0]["do"]}
    after = json.loads(fetch(f"{base}/api/table/play", token, move))
    if after["n"] <= state["n"]:
        raise SystemExit("the move was not stored")
    return page.partition("<title>")[2].partition("</title>")[0]


def main(words: Sequence[str] | None = None) -> None:
    """The command line."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0] if __doc__ else None)
    parser.add_argument("folder", type=Path)
    args = parser.parse_args(words)
    wheel = build(args.folder)
    with tempfile.TemporaryDirectory() as name:
        home = Path(name)
        venv.create(home / "fresh", with_pip=True)
        python = home / "fresh" / "bin" / "python"
        install = [str(python), "-m", "pip", "install", "--quiet", "--disable-pip-version-check"]
        subprocess.run([*install, "--constraint", str(ROOT / "constraints.txt"), str(wheel)], check=True)
        bare = {key: value for key, value in os.environ.items() if key != "PYTHONPATH"}
        title = first_move(python, home, bare)
    print(f"{wheel}: {wheel.stat().st_size / 1e6:.1f} MB; installed afresh it serves {title!r} and plays")


if __name__ == "__main__":
    main()
