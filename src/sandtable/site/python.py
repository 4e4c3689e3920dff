"""Python for the page: Pyodide from npm without what is never needed, and the project's own tree, both compiled."""

from __future__ import annotations

import ast
import gzip
import io
import json
import shutil
import subprocess
import tempfile
import zipfile
from collections.abc import Iterable
from pathlib import Path

import sandtable
from sandtable.table.examples import FOLDER as EXAMPLES

PACKAGES = ("engine", "games", "ai", "table", "local")
"""The parts of this project that a page needs."""
NAMED = (
    *("encodings.ascii", "encodings.cp437", "encodings.latin_1", "encodings.utf_8_sig"),
    *("linecache", "pyodide.ffi", "traceback", "zipfile"),
)
"""What Python looks up by name when it needs it; the rest follows from what the project imports."""
FILES = ("pyodide.mjs", "pyodide.asm.mjs", "pyodide.asm.wasm")


def zipped(files: Iterable[tuple[str, bytes]]) -> bytes:
    """An archive of these files, the same for the same files."""
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as archive:
        for name, content in sorted(files):
            archive.writestr(zipfile.ZipInfo(name, (2000, 1, 1, 0, 0, 0)), content)
    return out.getvalue()


def joined(files: Iterable[tuple[str, bytes]]) -> bytes:
    """Files one after the other behind a list of their names and lengths: quick to unpack, see `python.ts`."""
    content = sorted(files)
    index = json.dumps([[name, len(text)] for name, text in content]).encode()
    return b"".join([len(index).to_bytes(4, "little"), index, *(text for _, text in content)])


def packed(archive: bytes) -> bytes:
    """An archive compressed as a whole, which is smaller than file by file, and so on every host."""
    return gzip.compress(archive, 9, mtime=0)


def own_tree() -> list[tuple[str, bytes]]:
    """The project without its server, its tools and its maps."""
    home = Path(sandtable.__file__).parent
    found = [home / "__init__.py", *(path for name in PACKAGES for path in (home / name).rglob("*"))]
    return [
        (f"sandtable/{path.relative_to(home).as_posix()}", path.read_bytes())
        for path in found
        if path.is_file() and "__pycache__" not in path.parts and path.suffix != ".pyc" and not _answered(path)
    ]


def _answered(path: Path) -> bool:
    """Is a file needed only by calls whose answers are written to files?"""
    shown = path.suffix in (".svg", ".md") or path.parent.name == EXAMPLES
    return shown or path.name in ("board.json", "guide.toml", "SOURCES.toml")


def imports(tree: list[tuple[str, bytes]]) -> list[str]:
    """Every module of a tree, and every one of the standard library that it imports anywhere."""
    found = set(NAMED)
    for path, text in tree:
        if path.endswith(".py"):
            found.add(path.removesuffix(".py").removesuffix("/__init__").replace("/", "."))
            for node in ast.walk(ast.parse(text)):
                if isinstance(node, ast.Import):
                    found |= {alias.name for alias in node.names}
                elif isinstance(node, ast.ImportFrom) and node.module:
                    found.add(node.module)
    return sorted(found - {"orjson"})


def compiled(node: str, web: Path, library: Path, tree: list[tuple[str, bytes]]) -> tuple[bytes, bytes]:
    """What is needed of the standard library, and the tree: compiled by the Python that will run them, here in Node."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        (folder / "imports.json").write_text(json.dumps(imports(tree)), encoding="utf-8")
        (folder / "tree.zip").write_bytes(zipped(tree))
        shutil.copyfile(library, folder / "library.zip")
        subprocess.run([node, "compile.mjs", str(folder)], cwd=web, check=True)
        made = []
        for archive in ("library.zip", "tree.zip"):
            with zipfile.ZipFile(folder / archive) as given:
                made.append([(entry, given.read(entry)) for entry in given.namelist()])
        return packed(zipped(made[0])), packed(joined(made[1]))


def lay(folder: Path, web: Path, node: str) -> tuple[Path, Path]:
    """Put Python into a folder; returns where it is, and where the project's own tree is."""
    pyodide = web / "node_modules" / "pyodide"
    library, tree = compiled(node, web, pyodide / "python_stdlib.zip", own_tree())
    python = folder / "python"
    python.mkdir()
    for name in FILES:
        shutil.copyfile(pyodide / name, python / name)
    (python / "library.bin").write_bytes(library)
    lock = json.loads((pyodide / "pyodide-lock.json").read_text(encoding="utf-8"))
    (python / "pyodide-lock.json").write_text(json.dumps({**lock, "packages": {}}), encoding="utf-8")
    (folder / "sandtable.bin").write_bytes(tree)
    return python, folder / "sandtable.bin"
