"""Runs a game's tests against its mutants, each in a forked copy of one session that has everything loaded.

A child process puts the changed code into the function it belongs to and runs the tests that reach that statement,
the quickest first, until one fails. Changes at the level of a module, or of what runs while the tests are loaded, need
a fresh interpreter: see `plugin`.
"""

from __future__ import annotations

import contextlib
import functools
import gc
import json
import os
import pickle
import resource
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from types import CodeType, FunctionType
from typing import Any, NamedTuple

import coverage
import pytest

from tools.full_games import folder
from tools.mutants.sites import Mutant

_REMEMBERS = type(functools.cache(lambda: None))
ROOT = Path(__file__).parent.parent.parent
PATIENCE = 60.0
"""Seconds of processor time after which a mutant in a fresh interpreter is said to run for ever."""
SLOWER, GRACE = 3.0, 5.0
"""A mutant in a child runs for ever once a test takes this many times as long as it did, and these seconds more."""
MEMORY = 2 << 30
"""Bytes a child may use beyond that: a mutant that never ends may fill the machine before its time is up."""
LOADING = ""
"""What the watch calls the time before the first test, when boxes are built that the tests share."""
QUIET = ("-o", "addopts=", "-p", "no:terminal", "-p", "no:cacheprovider", "-p", "no:xdist", "-p", "no:faulthandler")


class Verdict(NamedTuple):
    """What became of a mutant: the test that noticed, or "" if none did."""

    mutant: Mutant
    killer: str


class Reached(NamedTuple):
    """Which tests reach which lines, and how long each takes."""

    tests: dict[tuple[str, int], set[str]]
    seconds: dict[str, float]


def targets(game: str) -> list[str]:
    """What to run: the game's own tests, then its whole games."""
    package = game.replace("-", "_")
    return [f"tests/games/{package}", "tests/test_full_games.py", "tests/test_playthroughs.py"]


def shortest(game: str, most: int) -> list[str]:
    """The names of a game's whole games, so many at most, the shortest."""
    records = sorted(folder(game).glob("*.json"), key=lambda record: record.stat().st_size)
    return [record.stem for record in records[:most]]


class Session:
    """The plugin that takes pytest's loop over: the tests are collected once, the mutants run in children."""

    def __init__(
        self, game: str, mutants: Sequence[Mutant], jobs: int, whole: int, told: Callable[[Verdict], None]
    ) -> None:
        self.game = game
        self.mutants = mutants
        self.jobs = jobs
        self.whole = shortest(game, whole)
        self.told = told
        self.failed = ""
        source = ROOT / "src" / "sandtable" / "games" / game.replace("-", "_") / "rules"
        self.watch = coverage.Coverage(data_file=None, config_file=False, include=[f"{source}/*"])

    def pytest_collection(self) -> None:
        """Watch what runs while the tests are loaded: it belongs to no test."""
        self.watch.start()

    def pytest_collection_modifyitems(self, items: list[pytest.Item]) -> None:
        """Of the tests over all games keep this game's."""
        own = f"tests/games/{self.game.replace('-', '_')}/"
        items[:] = [
            item
            for item in items
            if item.nodeid.startswith(own)
            or f"[{self.game}]" in item.nodeid
            or any(f"[{self.game}-{record}]" in item.nodeid for record in self.whole)
        ]

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        """Remember the first failure."""
        if report.failed and not self.failed:
            self.failed = report.nodeid

    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        """Find what reaches what, then try every mutant."""
        reached = _in_child(lambda: self._measure(session))
        self.watch.stop()
        for remembering in _remembering():
            remembering.cache_clear()
        if not reached.seconds:
            raise pytest.UsageError("the tests fail before anything is broken")
        running: dict[int, Mutant] = {}
        pipes: dict[int, int] = {}
        for mutant in self.mutants:
            while len(running) >= self.jobs:
                self._reap(running, pipes)
            read, write = os.pipe()
            child = os.fork()
            if child == 0:
                os.close(read)
                try:
                    with os.fdopen(write, "w") as out:
                        out.write(self._try(session, mutant, reached))
                except BaseException:  # a full memory can break pytest itself
                    os._exit(1)
                os._exit(0)
            os.close(write)
            running[child], pipes[child] = mutant, read
        while running:
            self._reap(running, pipes)
        return True

    def _reap(self, running: dict[int, Mutant], pipes: dict[int, int]) -> None:
        child, status = os.wait()
        if child in running:
            with os.fdopen(pipes.pop(child)) as told:
                killer = told.read()
            if status:
                killer = "it never ends" if os.WIFSIGNALED(status) else "it breaks the run"
            self.told(Verdict(running.pop(child), killer))

    def _measure(self, session: pytest.Session) -> Reached:
        """Run every test once, watched; each works out anew what an earlier one has left in memory."""
        seconds = {}
        remembering = _remembering()
        for item in session.items:
            self.watch.switch_context(item.nodeid)
            for function in remembering:
                function.cache_clear()
            before = time.process_time()
            _run(item)
            seconds[item.nodeid] = time.process_time() - before
            if self.failed:
                print(f"fails as it is: {self.failed}")
                return Reached({}, {})
        self.watch.stop()
        data, tests = self.watch.get_data(), {}
        for path in data.measured_files():
            for line, contexts in data.contexts_by_lineno(path).items():
                tests[path, line] = set(contexts)
        return Reached(tests, seconds)

    def _try(self, session: pytest.Session, mutant: Mutant, reached: Reached) -> str:
        """In a child: break the code and run what reaches it; the test that fails, or ""."""
        signal.signal(signal.SIGPROF, signal.SIG_DFL)
        code = _code_of(mutant)
        if code is None:
            signal.setitimer(signal.ITIMER_PROF, PATIENCE)
            return _fresh(self.game, mutant, reached)
        function = _function(mutant)
        near = set().union(*(reached.tests.get((str(mutant.path), line), set()) for line in mutant.statement))
        resource.setrlimit(resource.RLIMIT_DATA, (MEMORY, MEMORY))
        function.__code__ = code
        for item in sorted(session.items, key=lambda item: reached.seconds[item.nodeid]):
            if item.nodeid in near:
                signal.setitimer(signal.ITIMER_PROF, GRACE + SLOWER * reached.seconds[item.nodeid])
                _run(item)
                if self.failed:
                    return self.failed
        if not near or LOADING in near:
            signal.setitimer(signal.ITIMER_PROF, 0)
            return _fresh(self.game, mutant, reached)
        return ""


def _remembering() -> list[Any]:
    """The functions that remember their answers. Looking for them takes a tenth of a second, so it is done once."""
    found = [one for one in gc.get_objects() if type(one) is _REMEMBERS]
    return [one for one in found if one.__module__.startswith("sandtable.")]


def _run(item: pytest.Item) -> None:
    item.config.hook.pytest_runtest_protocol(item=item, nextitem=None)


def _in_child(work: Callable[[], Any]) -> Any:
    """The result of work that must leave no trace in this process."""
    read, write = os.pipe()
    child = os.fork()
    if child == 0:
        os.close(read)
        with os.fdopen(write, "wb") as out:
            pickle.dump(work(), out)
        os._exit(0)
    os.close(write)
    with os.fdopen(read, "rb") as result:
        found = result.read()
    os.waitpid(child, 0)
    return pickle.loads(found)


def _module(mutant: Mutant) -> Any:
    parts = mutant.path.relative_to(ROOT / "src").with_suffix("").parts
    return sys.modules[".".join(parts)]


def _function(mutant: Mutant) -> FunctionType:
    """The function a mutant belongs to, as the tests use it."""
    found = _module(mutant)
    for part in mutant.home.split("."):
        found = vars(found)[part]
    for wrapped in ("fget", "__func__", "__wrapped__"):
        found = getattr(found, wrapped, None) or found
    assert isinstance(found, FunctionType)
    return found


def _code_of(mutant: Mutant) -> CodeType | None:
    """The changed code of its function, or None where it is not inside one."""
    with contextlib.suppress(KeyError, AttributeError, AssertionError):
        function = _function(mutant)
        todo = [compile(mutant.source(), str(mutant.path), "exec")]
        while todo:
            code = todo.pop()
            if code.co_qualname == mutant.home and code.co_name == function.__name__:
                return code
            todo += [inner for inner in code.co_consts if isinstance(inner, CodeType)]
    return None


def _fresh(game: str, mutant: Mutant, reached: Reached) -> str:
    """Try a mutant at the level of its module: a new interpreter that imports the changed text."""
    with tempfile.TemporaryDirectory() as folder:
        changed, order = Path(folder) / "changed.py", Path(folder) / "order.json"
        changed.write_text(mutant.source(), encoding="utf-8")
        order.write_text(json.dumps(sorted(reached.seconds, key=reached.seconds.__getitem__)), encoding="utf-8")
        done = subprocess.run(
            [sys.executable, "-m", "pytest", *QUIET, "--maxfail=1", "-p", "tools.mutants.plugin", *targets(game)],
            env={**os.environ, "MUTANT": f"{mutant.path}={changed}", "MUTANT_ORDER": str(order)},
            cwd=ROOT,
            capture_output=True,
            text=True,
            check=False,
        )
    return "" if done.returncode == 0 else "a fresh run"


def try_all(game: str, mutants: Sequence[Mutant], jobs: int, whole: int) -> list[Verdict]:
    """What becomes of each mutant, with so many whole games at most besides the tests of rules."""
    verdicts: list[Verdict] = []

    def told(verdict: Verdict) -> None:
        verdicts.append(verdict)
        if len(verdicts) % 50 == 0:
            print(f"{len(verdicts)} of {len(mutants)} tried", flush=True)
        if not verdict.killer:
            print(f"survives: {verdict.mutant.path.name}:{verdict.mutant.line}  {verdict.mutant.name}", flush=True)

    if mutants:
        pytest.main([*QUIET, *targets(game)], [Session(game, mutants, jobs, whole, told)])
    if len(verdicts) < len(mutants):
        raise RuntimeError(
            f"{len(mutants) - len(verdicts)} mutants were not tried: the tests must pass on whole code first"
        )
    return verdicts
