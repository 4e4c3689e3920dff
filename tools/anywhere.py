"""Measures the table that runs in the page: what it weighs, how soon it is laid, how fast it thinks.

    python -m tools.anywhere build/site            prints the figures
    python -m tools.anywhere build/site --write    and writes docs/lab/anywhere.md

The site must have been built before (`make site`). The very same thought is thought in
the page's second worker and in an agent worker of the server, in turns; the processor seconds of both are compared, so
that other work on the machine does not count.
"""

from __future__ import annotations

import argparse
import functools
import gzip
import http.server
import json
import os
import platform
import shutil
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

from playwright.sync_api import Browser, Page, sync_playwright

import sandtable
from sandtable.ai import agent, sense_of
from sandtable.engine.records import Match
from sandtable.site import keep

ROOT = Path(__file__).parents[1]
PAGE = ROOT / "docs" / "lab" / "anywhere.md"
WORLDS = 24
ROUNDS = 5
PATIENCE = 180_000
SETTLE_MS = 6000
"""Between two starts, so that the first has come to rest."""
LAID = ".page[data-n]"
THINK = """async ({python, tree, worker, jobs}) => {
    const at = name => new URL(name, location.href.replace(/#.*/, "")).href;
    window.thinker ??= await new Promise(resolve => {
        const made = new Worker(at(worker), {type: "module"});
        made.onmessage = event => { if ("ready" in JSON.parse(event.data)) resolve(made); };
        made.postMessage({begin: {python: at(python), tree: at(tree)}});
    });
    const times = [];
    for (const job of jobs) {
        const start = performance.now();
        const answer = await new Promise(resolve => {
            window.thinker.onmessage = event => {
                const message = JSON.parse(event.data);
                if ("answer" in message || "error" in message) resolve(message);
            };
            window.thinker.postMessage({text: job});
        });
        if (answer.error) throw new Error(answer.error);
        times.push((performance.now() - start) / 1000);
    }
    return times;
}"""


class Packing(http.server.SimpleHTTPRequestHandler):
    """A host that packs what can be packed, as hosts do; counts what it sends."""

    sent = 0
    packed: dict[Path, bytes] = {}  # noqa: RUF012

    def do_GET(self) -> None:
        """One file, packed where the browser takes it and it helps."""
        path = Path(self.translate_path(self.path))
        path = path / "index.html" if path.is_dir() else path
        if not path.is_file():
            self.send_error(404)
            return
        content = path.read_bytes()
        if path not in self.packed:
            self.packed[path] = min(content, gzip.compress(content, 6), key=len)
        body = self.packed[path]
        tag = f'"{keep.digest(content)}"'
        if self.headers.get("If-None-Match") == tag:
            self.send_response(304)
            self.end_headers()
            return
        self.send_response(200)
        self.send_header("ETag", tag)
        self.send_header("Content-Type", self.guess_type(str(path)))
        self.send_header("Content-Length", str(len(body)))
        self.send_header("Cache-Control", "no-cache")
        if len(body) < len(content):
            self.send_header("Content-Encoding", "gzip")
        self.end_headers()
        self.wfile.write(body)
        Packing.sent += len(body)

    def log_message(self, *_: object) -> None:
        """Nothing is written down."""


@contextmanager
def served(folder: Path) -> Iterator[str]:
    """The folder at an address."""
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), functools.partial(Packing, directory=str(folder)))
    threading.Thread(target=server.serve_forever, daemon=True).start()
    try:
        yield f"http://127.0.0.1:{server.server_port}/play/"
    finally:
        server.shutdown()
        server.server_close()


def start_a_game(page: Page) -> None:
    """From the lobby to a laid table."""
    page.get_by_role("radiogroup", name="Strength").get_by_role("radio", name="Recruit").click()
    page.get_by_role("button", name="Start").click()
    page.wait_for_selector(LAID)


MARK = "--sandtable-figures"


def processor_seconds() -> float:
    """What the browser has had of the processor so far, all its processes together."""
    parents, used, root = {}, {}, ""
    for folder in Path("/proc").glob("[0-9]*"):
        try:
            words = (folder / "stat").read_text().rpartition(")")[2].split()
            command = (folder / "cmdline").read_bytes()
        except OSError:
            continue
        parents[folder.name], used[folder.name] = words[1], int(words[11]) + int(words[12])
        if MARK.encode() in command.split(b"\0"):
            root = root if root and parents.get(root) != folder.name and int(root) < int(folder.name) else folder.name
    total = 0
    for one, ticks in used.items():
        above = one
        while above not in ("0", root) and above in parents:
            above = parents[above]
        total += ticks if above == root else 0
    return total / os.sysconf("SC_CLK_TCK")


class Start(NamedTuple):
    """A start to a laid table: seconds on the wall, seconds of processor, bytes fetched."""

    wall: float
    processor: float
    sent: int


def timed(what: Callable[[], object]) -> Start:
    """How long something took."""
    Packing.sent, used, begin = 0, processor_seconds(), time.monotonic()
    what()
    return Start(time.monotonic() - begin, processor_seconds() - used, Packing.sent)


def starts(browser: Browser, address: str) -> tuple[Start, Start]:
    """A cold and a warm start."""
    context = browser.new_context(viewport={"width": 1400, "height": 900})
    context.set_default_timeout(PATIENCE)
    page = context.new_page()

    def first() -> None:
        page.goto(address)
        start_a_game(page)

    cold = timed(first)
    table = page.url
    page.wait_for_timeout(SETTLE_MS)
    page.goto("about:blank")
    page.wait_for_timeout(SETTLE_MS)

    def again() -> None:
        page.goto(table)
        page.wait_for_selector(LAID)

    warm = timed(again)
    context.close()
    return cold, warm


def job(game: str, worlds: int) -> dict[str, Any]:
    """A thought about a position some way into a game, where there is something to think about."""
    loaded, rng = sandtable.load(game), Random(7)
    match = Match(loaded)
    agents = {side: agent("greedy", game, 1) for side in loaded.sides}
    depth = sense_of(game).DEPTH
    while True:
        pos = match.pos
        if pos.side in agents and len(match.moves) > 30 and pos.stack[-1][0] in depth.keys and len(pos.actions()) > 2:
            break
        side = str(pos.side)
        match.play(pos.sample(rng) if side == "chance" else agents[side].choose(sandtable.Seat(pos, side)))
    return {
        "job": 1,
        "kind": "advise",
        "key": game,
        "game": game,
        "level": f"search:{worlds}w",
        "seed": 1,
        "side": match.pos.side,
        "position": loaded.dump(match.pos.quiet()),
        "moves": [],
        "seconds": 600,
        "pack": None,
    }


class Native:
    """An agent worker of the server."""

    def __init__(self) -> None:
        words = [sys.executable, "-m", "sandtable.server.agent_worker", "sandtable.table.library:installed"]
        self._process = subprocess.Popen(words, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        self._read()

    def _read(self) -> dict[str, Any]:
        assert self._process.stdout is not None
        document: dict[str, Any] = json.loads(self._process.stdout.readline())
        return document

    def seconds(self, wanted: dict[str, Any]) -> float:
        """What a thought takes of the processor."""
        assert self._process.stdin is not None
        begin = self._used()
        self._process.stdin.write(json.dumps(wanted) + "\n")
        self._process.stdin.flush()
        while "answer" not in (answer := self._read()):
            if "error" in answer:
                raise SystemExit(answer["error"])
        return self._used() - begin

    def _used(self) -> float:
        words = Path(f"/proc/{self._process.pid}/stat").read_text().rpartition(")")[2].split()
        return (int(words[11]) + int(words[12])) / os.sysconf("SC_CLK_TCK")

    def close(self) -> None:
        """End it."""
        self._process.terminate()
        self._process.wait()


def thoughts(browser: Browser, address: str, play: Path, rounds: int) -> dict[str, tuple[float, float]]:
    """For each game the processor seconds of the same thought natively and in the page."""
    site = json.loads((play / "site.json").read_text(encoding="utf-8"))
    worker = next((play / "assets").glob("thinker.worker-*.js"))
    given = {"python": site["python"], "tree": site["tree"], "worker": f"assets/{worker.name}"}
    page = browser.new_page()
    page.goto(address)
    native = Native()
    found = {}
    for game in sandtable.games():
        wanted = job(game, WORLDS)
        own, there = [], []
        for _ in range(rounds + 1):  # the first loads the game
            own.append(native.seconds(wanted))
            used = processor_seconds()
            page.evaluate(THINK, {**given, "jobs": [json.dumps(wanted)]})  # as text: sets of places are large numbers
            there.append(processor_seconds() - used)
        found[game] = (min(own[1:]), min(there[1:]))
    native.close()
    page.close()
    return found


def brotli(files: Sequence[Path]) -> int | None:
    """What these files come to with Brotli, where Node is there to tell."""
    node = shutil.which("node")
    if node is None:
        return None
    script = """
        const {brotliCompressSync, constants} = require("zlib"), {readFileSync} = require("fs");
        const params = {[constants.BROTLI_PARAM_QUALITY]: 9};
        const sizes = process.argv.slice(1).map(name => readFileSync(name)).map(
            content => Math.min(content.length, brotliCompressSync(content, {params}).length)
        );
        console.log(sizes.reduce((a, b) => a + b));
    """
    done = subprocess.run([node, "-e", script, *map(str, files)], capture_output=True, text=True, check=True)
    return int(done.stdout)


def lines(folder: Path, runs: int, rounds: int) -> list[str]:
    """The page of figures."""
    play = folder / "play"
    files = [play / name for name in keep.listed(play)]
    whole = sum(map(keep.on_the_wire, files))
    packed = brotli(files)
    found = os.environ.get("SANDTABLE_CHROMIUM") or shutil.which("chromium")
    with served(folder) as address, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=found, args=["--no-sandbox", MARK])
        version = browser.version
        tried = [starts(browser, address) for _ in range(runs)]
        speeds = thoughts(browser, address, play, rounds)
        browser.close()
    cold, warm = [one for one, _ in tried], [one for _, one in tried]
    shares = [native / there for native, there in speeds.values()]
    load = os.getloadavg()[0]
    return [
        "# The table in the page",
        "",
        "Made by `make site && python -m tools.anywhere build/site --write` from this tree; Chromium "
        f"{version}, Python {platform.python_version()}, {os.cpu_count()} processors, load {load:.1f} at the end.",
        "",
        "| figure | measured | aim |",
        "|---|---|---|",
        f"| first load to a laid table, packed with gzip as a host sends it | {cold[0].sent / 1e6:.2f} MB | 8 MB |",
        f"| everything, kept for playing without a network | {whole / 1e6:.2f} MB | |",
        *([f"| the same packed with Brotli | {packed / 1e6:.2f} MB | |"] if packed else []),
        f"| cold start to a laid table, on the wall, best of {runs} | {min(one.wall for one in cold):.1f} s | 10 s |",
        f"| the same, processor of all the browser's processes | {min(one.processor for one in cold):.1f} s | |",
        f"| warm start to a laid table, on the wall, best of {runs} | {min(one.wall for one in warm):.1f} s | 3 s |",
        f"| the same, processor of all the browser's processes | {min(one.processor for one in warm):.1f} s | |",
        f"| worlds a second against native, the five games together | {sum(shares) / len(shares):.0%} | 40 % |",
        "",
        f"Processor seconds of one thought of {WORLDS} worlds, the least of {rounds}, natively and in the page:",
        "",
        "| game | native | page | worlds a second in the page |",
        "|---|---|---|---|",
        *(
            f"| {game} | {native:.3f} s | {there:.3f} s | {native / there:.0%} |"
            for game, (native, there) in speeds.items()
        ),
    ]


def main(words: Sequence[str] | None = None) -> None:
    """The command line."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0] if __doc__ else None)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--runs", type=int, default=3, help="starts (3)")
    parser.add_argument("--rounds", type=int, default=ROUNDS, help=f"of each thought ({ROUNDS})")
    parser.add_argument("--write", action="store_true", help="write docs/lab/anywhere.md")
    args = parser.parse_args(words)
    text = "\n".join(lines(args.folder, args.runs, args.rounds)) + "\n"
    print(text)
    if args.write:
        PAGE.write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
