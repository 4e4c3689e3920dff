"""The table as static files: built once, handed out by Python's plain web server, changed as a later version is."""

from __future__ import annotations

import functools
import gzip
import http.server
import json
import socket
import subprocess
import sys
import threading
import time
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from sandtable.site import keep
from sandtable.site.build import build
from sandtable.site.python import joined, packed

ROOT = Path(__file__).parents[2]
BUILT = ROOT / "build" / "site"


def built() -> Path:
    """The folder that `make site` builds; built here where it is missing."""
    if not (BUILT / "play" / "sw.js").is_file():
        build(BUILT, manual=False)
    return BUILT


class Host:
    """`python -m http.server` for a folder, until the network is cut."""

    def __init__(self, folder: Path) -> None:
        with socket.socket() as probe:
            probe.bind(("127.0.0.1", 0))
            self.port: int = probe.getsockname()[1]
        self.folder = folder
        self.play = f"http://127.0.0.1:{self.port}/play/"
        self.start()

    def start(self) -> None:
        """Hand the folder out."""
        words = [sys.executable, "-m", "http.server", str(self.port), "--bind", "127.0.0.1"]
        out = subprocess.DEVNULL
        self._process = subprocess.Popen([*words, "--directory", str(self.folder)], stdout=out, stderr=out)
        direct = urllib.request.build_opener(urllib.request.ProxyHandler({}))
        for _ in range(300):
            try:
                direct.open(self.play, timeout=5).close()
                return
            except OSError:
                time.sleep(0.1)
        raise AssertionError("the web server did not start")

    def cut(self) -> None:
        """There is no network any more."""
        self._process.terminate()
        self._process.wait(10)


class Strict(http.server.SimpleHTTPRequestHandler):
    """A host that sends the headers of `_headers`."""

    def end_headers(self) -> None:
        """With the policy, for workers too."""
        for name, value in keep.HEADERS.items():
            self.send_header(name, value)
        super().end_headers()

    def log_message(self, *_: object) -> None:
        """Nothing is written down."""


@contextmanager
def strict(folder: Path) -> Iterator[str]:
    """The app of a folder at an address, with all its headers."""
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), functools.partial(Strict, directory=str(folder)))
    threading.Thread(target=server.serve_forever, daemon=True).start()
    try:
        yield f"http://127.0.0.1:{server.server_port}/play/"
    finally:
        server.shutdown()
        server.server_close()


def unpacked(tree: bytes) -> list[tuple[str, bytes]]:
    """The files of a tree as the page has it."""
    text = gzip.decompress(tree)
    head = int.from_bytes(text[:4], "little")
    files, at = [], 4 + head
    for name, length in json.loads(text[4:at]):
        files.append((name, text[at : at + length]))
        at += length
    return files


def next_version(folder: Path, file: str, old: str, new: str) -> str:
    """Make the folder a later version, with another datum in a file of the tree; the version."""
    play = folder / "play"
    site = json.loads((play / "site.json").read_text(encoding="utf-8"))
    files = dict(unpacked((play / site["tree"]).read_bytes()))
    assert old.encode() in files[file]
    files[file] = files[file].replace(old.encode(), new.encode(), 1)
    (play / site["tree"]).unlink()
    fresh = play / "sandtable.bin"
    fresh.write_bytes(packed(joined(files.items())))
    site["tree"] = keep.named(fresh).name
    (play / "site.json").write_text(json.dumps(site), encoding="utf-8")
    return keep.write_service_worker(play, ROOT / "web" / "src" / "local" / "sw.js")
