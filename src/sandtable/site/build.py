"""Puts the folder together."""

from __future__ import annotations

import importlib.util
import json
import os
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

import sandtable
from sandtable.site import answers, keep, python

ROOT = Path(sandtable.__file__).parents[2]
PLAY = "play"
"""The folder of the app; what is above it is the manual's."""


class Built(NamedTuple):
    """What was built: where the app is, its version, and what a first visit loads, in bytes."""

    folder: Path
    version: str
    files: int
    wire: int


def build(folder: Path, say: Callable[[str], None] = print, *, manual: bool = True) -> Built:
    """The manual, if it can be built here, and the app under `play`; a ValueError says what is missing."""
    web = ROOT / "web"
    if not (web / "package.json").is_file():
        raise ValueError("the site is built from a checkout of the project, not from an installed package")
    folder = folder.absolute()
    if manual and (ROOT / "mkdocs.yml").is_file() and importlib.util.find_spec("mkdocs"):
        say("the manual")
        words = [sys.executable, "-m", "mkdocs", "build", "--quiet", "--site-dir", str(folder)]
        subprocess.run(words, cwd=ROOT, check=True, env={**os.environ, "NO_MKDOCS_2_WARNING": "1"})
    play = folder / PLAY
    shutil.rmtree(play, ignore_errors=True)
    play.mkdir(parents=True)
    say("the page")
    run_npm("run", "build", "--silent", "--", "--mode", "site", "--outDir", str(play), "--emptyOutDir")
    say("Python")
    laid = [keep.named(path) for path in python.lay(play, web, node())]
    say("what every game answers")
    site = {"python": f"{laid[0].name}/", "tree": laid[1].name, "answers": write_answers(play)}
    loaded = [*(file for file in laid[0].iterdir() if file.suffix != ".json"), laid[1]]
    keep.write_page(play)
    keep.write_headers(folder, PLAY)
    counted = sum(file.stat().st_size for file in loaded if file.suffix != ".mjs")
    megabytes = round(sum(map(keep.on_the_wire, loaded)) / 1e6, 1)
    text = json.dumps({**site, "total": counted, "megabytes": megabytes})
    (play / "site.json").write_text(text, encoding="utf-8")
    version = keep.write_service_worker(play, web / "src" / "local" / "sw.js")
    keep.pack(play)
    files = keep.listed(play)
    return Built(play, version, len(files), sum(keep.on_the_wire(play / name) for name in files))


def write_answers(play: Path) -> dict[str, str]:
    """The answers as files, each once however many calls it answers; the file of each call."""
    folder = play / "answers"
    folder.mkdir()
    index = {}
    for path, text in answers.answers().items():
        suffix = "svg" if "map.svg" in path else "json"
        name = f"{path.split('?')[0].replace('/', '-').removesuffix('.svg')}-{keep.digest(text)}.{suffix}"
        (folder / name).write_bytes(text)
        index[path] = f"answers/{name}"
    return index


def run_npm(*words: str) -> None:
    """Run npm in `web`, with Node from PyPI if necessary."""
    done = subprocess.run([sys.executable, str(ROOT / "tools" / "set_up.py"), "npm", *words])
    if done.returncode:
        raise ValueError("the page could not be built")


def node() -> str:
    """The Node that builds the page."""
    asked = [sys.executable, str(ROOT / "tools" / "set_up.py"), "node"]
    done = subprocess.run(asked, capture_output=True, text=True)
    if done.returncode:
        raise ValueError(f"there is no Node: {done.stderr.strip()}")
    return done.stdout.strip().splitlines()[-1]
