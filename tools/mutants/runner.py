"""Runs a game's tests against its mutants, each in a forked copy of one session that has everything loaded.

A child process puts the changed code into the function it belongs to and runs the tests that reach that function,
the quickest first, until one fails. Changes at the level of a module need a fresh interpreter: see `plugin`.
"""

from __future__ import annotations

import contextlib
import functools
import gc
import os
import pickle
import resource
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from types import CodeType, FunctionType
from typing import Any, NamedTuple

import coverage
import pytest

from tools.mutants.sites import Mutant

_REMEMBERS = type(functools.cache(lambda: None))
ROOT = Path(__file__).parent.parent.parent
PATIENCE = 60.0
"""Seconds of processor time after which a mutant in a fresh interpreter is said to run for ever."""
SLOWER, GRACE = 3.0, 5.0
"""A mutant in a child runs for ever once a test takes so many times as long as it did, and these seconds more."""
MEMORY = 2 << 30
"""Bytes a child may use beyond that: a mutant that never ends may fill the machine before its time is up."""
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


class Session:
    """The plugin that takes pytest's loop over: the tests are collected once, the mutants run in children."""

    def __init__(self, game: str, mutants: Sequence[Mutant], jobs: int, told: Callable[[Verdict], None]) -> None:
        self.game = game
        self.mutants = mutants
        self.jobs = jobs
        self.told = told
        self.failed = ""

    def pytest_collection_modifyitems(self, items: list[pytest.Item]) -> None:
        """Of the tests over all games keep this game's."""
        own = f"tests/games/{self.game.replace('-', '_')}/"
        items[:] = [
            item
            for item in items
            if item.nodeid.startswith(own) or f"[{self.game}-" in item.nodeid or f"[{self.game}]" in item.nodeid
        ]

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        """Remember the first failure."""
        if report.failed and not self.failed:
            self.failed = report.nodeid

    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        """Find what reaches what, then try every mutant."""
        reached = _in_child(lambda: self._measure(session))
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
        """Run every test once, watched."""
        source = ROOT / "src" / "sandtable" / "games" / self.game.replace("-", "_") / "rules"
        watch = coverage.Coverage(data_file=None, config_file=False, include=[f"{source}/*"])
        seconds = {}
        watch.start()
        for item in session.items:
            watch.switch_context(item.nodeid)
            _forget()
            before = time.process_time()
            _run(item)
            seconds[item.nodeid] = time.process_time() - before
            if self.failed:
                print(f"fails as it is: {self.failed}")
                return Reached({}, {})
        watch.stop()
        data, tests = watch.get_data(), {}
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
            return _fresh(self.game, mutant)
        function = _function(mutant)
        lines = [line for _, _, line in code.co_lines() if line is not None]
        near = set().union(
            *(reached.tests.get((str(mutant.path), line), set()) for line in _own_lines(function, lines))
        )
        resource.setrlimit(resource.RLIMIT_DATA, (MEMORY, MEMORY))
        function.__code__ = code
        for item in sorted(session.items, key=lambda item: reached.seconds[item.nodeid]):
            if item.nodeid in near:
                signal.setitimer(signal.ITIMER_PROF, GRACE + SLOWER * reached.seconds[item.nodeid])
                _run(item)
                if self.failed:
                    return self.failed
        return ""


def _forget() -> None:
    """Empty what functions remember, or a test would not be seen to reach what an earlier one has worked out."""
    for remembered in gc.get_objects():
        if type(remembered) is _REMEMBERS and remembered.__module__.startswith("sandtable."):
            remembered.cache_clear()


def _own_lines(function: FunctionType, lines: list[int]) -> Iterator[int]:
    """The lines of a function as it was, with those of what is defined inside it."""
    todo = [function.__code__]
    yield from lines
    while todo:
        code = todo.pop()
        yield from (line for _, _, line in code.co_lines() if line is not None)
        todo += [inner for inner in code.co_consts if isinstance(inner, CodeType)]


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


def _fresh(game: str, mutant: Mutant) -> str:
    """Try a mutant at the level of its module: a new interpreter that imports the changed text."""
    with tempfile.NamedTemporaryFile("w", suffix=".py", delete=False) as changed:
        changed.write(mutant.source())
    try:
        done = subprocess.run(
            [sys.executable, "-m", "pytest", *QUIET, "--maxfail=1", "-p", "tools.mutants.plugin", *targets(game)],
            env={**os.environ, "MUTANT": f"{mutant.path}={changed.name}", "MUTANT_GAME": game},
            cwd=ROOT,
            capture_output=True,
            text=True,
            check=False,
        )
    finally:
        os.unlink(changed.name)
    return "" if done.returncode == 0 else "a fresh run"


def try_all(game: str, mutants: Sequence[Mutant], jobs: int) -> list[Verdict]:
    """What becomes of each mutant."""
    verdicts: list[Verdict] = []

    def told(verdict: Verdict) -> None:
        verdicts.append(verdict)
        if not verdict.killer:
            print(f"survives: {verdict.mutant.path.name}:{verdict.mutant.line}  {verdict.mutant.name}", flush=True)

    if mutants:
        pytest.main([*QUIET, *targets(game)], [Session(game, mutants, jobs, told)])
    if len(verdicts) < len(mutants):
        raise RuntimeError(
            f"{len(mutants) - len(verdicts)} mutants were not tried: the tests must pass on whole code first"
        )
    return verdicts
