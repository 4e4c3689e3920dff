"""Earlier versions installed beside: a game whose rules have changed is finished with those it was begun with.

Each version runs in a process of its own (`earlier_worker`), in its own Python, and is asked in lines of JSON. What a
table has of it is a game and positions like any others: they know how they were reached, and ask for the rest.
"""

from __future__ import annotations

import asyncio
import json
import logging
import os
import select
import subprocess
import threading
from collections.abc import Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from pathlib import Path
from random import Random
from time import monotonic
from typing import Any, ClassVar

from sandtable.engine.documents import Document, Options
from sandtable.engine.flow import Action, Frame, Outcomes
from sandtable.engine.game import Box, Card, Game, Scenario
from sandtable.engine.position import Event, IllegalAction, Position
from sandtable.engine.sides import PLAYERS
from sandtable.engine.view import ForecastView, LogLine, OrderView, OverlayView, Reason, View
from sandtable.table.aside import aside_in
from sandtable.table.services import Job, Progress, RulesAway, Thinking, ThinkingFailed

log = logging.getLogger("sandtable.server")
PROGRAM = Path(__file__).with_name("earlier_worker.py")
ANSWER_SECONDS = 10.0
"""The most a question of the rules may take; agents have their own time besides."""
START_SECONDS = 60.0
VIEWERS: tuple[str | None, ...] = (*PLAYERS, None)


class EarlierFailed(RulesAway):
    """An earlier version does not answer."""


class Ended(Exception):
    """The process is gone."""


class EarlierProcess:
    """The process of one version; a lock lets one thread at a time ask."""

    def __init__(self, python: str) -> None:
        self.python = python
        self.threads = ThreadPoolExecutor(1, thread_name_prefix="earlier")
        """Whoever asks waits there: never in the event loop, and not in the threads that all others use."""
        self._lock = threading.Lock()
        self._process: subprocess.Popen[bytes] | None = None
        self._number = 0
        self._rest = b""

    def ask(self, request: Document, seconds: float | None = None) -> Document:
        """The answer; EarlierFailed if there is none in time. A process that has ended is started again, once."""
        most = ANSWER_SECONDS if seconds is None else seconds
        with self._lock:
            try:
                return self._asked(request, most)
            except Ended:
                try:
                    return self._asked(request, most)
                except Ended as error:
                    raise EarlierFailed(f"{self.python}: {error}") from None

    def _asked(self, request: Document, seconds: float) -> Document:
        end = monotonic() + seconds
        if self._process is None or self._process.poll() is not None:
            self._end()
            self._start()
            end += START_SECONDS
        assert self._process is not None
        assert self._process.stdin is not None
        self._number += 1
        try:
            self._process.stdin.write(json.dumps({"id": self._number, **request}).encode() + b"\n")
            self._process.stdin.flush()
            while True:
                answer: Document = json.loads(self._line(end))
                if answer["id"] == self._number:
                    return answer
        except OSError as error:
            self._end()
            raise Ended(str(error)) from None
        except (Ended, ValueError, EarlierFailed):
            self._end()
            raise

    def close(self) -> None:
        """End the process, whoever waits for it."""
        self.threads.shutdown(wait=False, cancel_futures=True)
        if self._process is not None:
            self._process.kill()
        with self._lock:
            self._end()

    def _start(self) -> None:
        own = {key: value for key, value in os.environ.items() if not key.startswith("PYTHON")}
        try:
            self._process = subprocess.Popen(
                [*self.python.split(), "-P", str(PROGRAM)], stdin=subprocess.PIPE, stdout=subprocess.PIPE, env=own
            )
        except OSError as error:
            raise EarlierFailed(f"{self.python}: {error}") from None
        self._rest = b""

    def _line(self, end: float) -> bytes:
        assert self._process is not None
        assert self._process.stdout is not None
        pipe = self._process.stdout.fileno()
        parts = [self._rest]
        while b"\n" not in parts[-1]:
            if not select.select([pipe], [], [], max(0.0, end - monotonic()))[0]:
                raise EarlierFailed(f"{self.python}: no answer in time")
            more = os.read(pipe, 1 << 16)
            if not more:
                raise Ended("it has ended")
            parts.append(more)
        line, _, self._rest = b"".join(parts).partition(b"\n")
        return line

    def _end(self) -> None:
        process, self._process = self._process, None
        if process is not None:
            process.kill()
            process.wait()
            for pipe in (process.stdin, process.stdout):
                assert pipe is not None
                with suppress(OSError):  # what it did not read any more
                    pipe.close()


class EarlierBox(Box):
    """What stays the same in a game of an earlier version: only that version knows the rest."""

    game: EarlierGame

    def __init__(self, game: EarlierGame, scenario: str, options: Options) -> None:
        self.game = game
        self.steps = {}
        self.scenario = scenario
        self.options = dict(options)


class EarlierPosition(Position):
    """A position of an earlier version: what is asked all the time, and how it was reached."""

    __slots__ = ("key", "line", "lines", "since", "views")

    box: EarlierBox
    key: int
    """What the process calls it, as long as it remembers."""
    line: tuple[str, str]
    """How the line began: `start` or `save`, as JSON."""
    since: tuple[Action, ...]
    """The actions since."""
    views: dict[str | None, View]
    """What everybody sees: it came with the position, so that nobody has to wait for it."""
    lines: dict[str | None, tuple[LogLine, ...]]
    """And reads."""

    def take(self, facts: Document) -> None:
        """Be the position of an answer."""
        self.views = dict(zip(VIEWERS, facts["views"], strict=True))
        before = self.lines
        self.lines = {viewer: (*before[viewer], *new) for viewer, new in zip(VIEWERS, facts["lines"], strict=True)}
        self.key = facts["key"]
        self.stack = () if facts["side"] is None else (Frame(facts["step"], facts["side"], ()),)
        self.turn = facts["turn"]
        self.over = None if facts["over"] is None else tuple(facts["over"])
        self.undo_barrier = facts["undo_barrier"]
        self.log = ((), facts["events"] - 1, self.turn, "", "", ()) if facts["events"] else ()
        self._actions = [tuple(action) for action in facts["actions"]]

    def ask(self, what: str, *args: Any) -> Any:
        """What that version says of this position."""
        return self.box.game.ask(self, what, *args)

    def actions(self) -> list[Action]:
        """See `Position`."""
        return self._actions or []

    def play(self, action: Action, by: str | None = None) -> None:
        """See `Position`."""
        if by is not None and by != self.side:
            raise IllegalAction(None, f"{self.side} decides now, not {by}")
        facts = self.ask("play", list(action), self.log[1] + 1 if self.log else 0)
        self.since = (*self.since, action)
        self.take(facts)

    def outcomes(self) -> Outcomes | None:
        """See `Position`."""
        told = self.ask("outcomes")
        return None if told is None else [(tuple(action), weight) for action, weight in told]

    def sample(self, rng: Random) -> Action:
        """See `Position`; the draws are made here, and told one after the other as they are asked for."""
        draws: list[int] = []
        while True:
            answer = self.box.game.answer(self, "sample", *draws)
            if "draw" not in answer:
                return tuple(answer["value"])
            draws.append(rng._randbelow(answer["draw"]))  # type: ignore[attr-defined]

    def events(self, since: int = 0) -> list[Event]:
        """See `Position`."""
        return [Event(n, turn, rule, kind, tuple(args)) for n, turn, rule, kind, args in self.ask("events", since)]

    def report(self, side: str | None, since: int = 0) -> list[LogLine]:
        """See `Position`."""
        return [line for line in self.lines[side] if line["n"] >= since]

    def why_not(self, side: str, piece: int | None = None, place: str | None = None) -> Reason | None:
        """See `Position`."""
        reason: Reason | None = self.ask("why_not", side, piece, place)
        return reason

    def forecast(self, action: Action) -> ForecastView | None:
        """See `Position`."""
        forecast: ForecastView | None = self.ask("forecast", list(action))
        return forecast

    def overlay(self, side: str | None, name: str) -> OverlayView:
        """See `Position`."""
        overlay: OverlayView = self.ask("overlay", side, name)
        return overlay


class EarlierOrders:
    """The orders of a game of an earlier version."""

    def show(self, pos: EarlierPosition, action: Action) -> OrderView:
        """See `Orders`."""
        order: OrderView = pos.ask("order", list(action))
        return order


class EarlierPack:
    """The data of a game of an earlier version, by name."""

    def __init__(self, digest: str) -> None:
        self.digest = digest


class EarlierGame(Game[EarlierBox, EarlierPosition]):
    """A game with the rules and data its tables were begun with."""

    orders: ClassVar[Any] = EarlierOrders()
    position = EarlierPosition

    def __init__(self, name: str, digest: str, files: Mapping[str, str] | None, process: EarlierProcess) -> None:
        self.id = name  # type: ignore[misc]
        self.pack = EarlierPack(digest)  # type: ignore[assignment]
        self.process = process
        self.threads = process.threads
        self._files = files
        told = self._value(self._asked({"do": "about"}))
        self.rules_version = told["rules"]  # type: ignore[misc]
        self.title = told["title"]  # type: ignore[misc]
        sides = {side: (words[0], words[1]) for side, words in told["sides"].items()}
        self.card = Card("", "", "", "", "", 0, sides)  # type: ignore[misc]
        self.scenarios = {scenario: Scenario(*words) for scenario, words in told["scenarios"].items()}
        self.overlays = dict.fromkeys(told["overlays"])  # type: ignore[assignment]
        self._hidden, self._alike = bool(told["hidden"]), bool(told["tells_alike"])

    @property
    def hidden(self) -> bool:
        """See `Game`."""
        return self._hidden

    @property
    def tells_alike(self) -> bool:
        """See `Game`."""
        return self._alike

    def setup(self, box: EarlierBox) -> EarlierPosition:
        """See `Game`."""
        return self._reached(box, "start", [box.scenario, box.options])

    def start(self, scenario: str | None = None, options: Options | None = None) -> EarlierPosition:
        """See `Game`."""
        return self.setup(EarlierBox(self, scenario or next(iter(self.scenarios)), options or {}))

    def load(self, document: Mapping[str, Any]) -> EarlierPosition:
        """See `Game`."""
        return self._reached(EarlierBox(self, document["scenario"], document["options"]), "save", dict(document))

    def dump(self, pos: EarlierPosition) -> Document:
        """See `Game`."""
        saved: Document = pos.ask("dump", pos.log is None)
        return saved

    def see_as(self, pos: EarlierPosition, sides: Sequence[str | None]) -> list[View]:
        """See `Game`."""
        return [pos.views[side] for side in sides]

    def see(self, pos: EarlierPosition, side: str | None) -> View:
        """See `Game`."""
        return self.see_as(pos, (side,))[0]

    def ask(self, pos: EarlierPosition, what: str, *args: Any) -> Any:
        """What that version says of a position."""
        return self._value(self.answer(pos, what, *args))

    def answer(self, pos: EarlierPosition, what: str, *args: Any) -> Document:
        """The same with what stands in its way; a process that has forgotten a position is told how it was reached."""
        told = self._asked({"do": what, "line": {"key": pos.key}, "args": args})
        if "unknown" in told:
            pos.key = self._value(self._asked({"do": "reach", "line": self.line_of(pos)}))["key"]
            told = self._asked({"do": what, "line": {"key": pos.key}, "args": args})
        return told

    def line_of(self, pos: EarlierPosition) -> Document:
        """How a position was reached."""
        kind, text = pos.line
        return {kind: json.loads(text), "actions": [list(action) for action in pos.since]}

    def request(self, more: Document) -> Document:
        """A question of this game."""
        return {"game": self.id, "data": self.pack.digest, **more}

    def _reached(self, box: EarlierBox, kind: str, begin: Any) -> EarlierPosition:
        pos = EarlierPosition(box)
        pos.line, pos.since = (kind, json.dumps(begin)), ()
        pos.lines = dict.fromkeys(VIEWERS, ())
        pos.take(self._value(self._asked({"do": "reach", "line": {kind: begin}})))
        return pos

    def _asked(self, more: Document) -> Document:
        told = self.process.ask(self.request(more))
        if told.get("unknown") == "the files of the data":
            told = self.process.ask(self.request({**more, "files": self._files}))
        return told

    @staticmethod
    def _value(told: Document) -> Any:
        if "value" in told:
            return told["value"]
        if "illegal" in told:
            raise IllegalAction(*told["illegal"])
        if "bad" in told:
            raise ValueError(told["bad"])
        raise EarlierFailed(told.get("fault") or f"an answer nobody asked for: {told}")


class EarlierVersions:
    """Every earlier version that is installed beside, found by the rules of its games."""

    def __init__(self, pythons: str) -> None:
        self._processes = [EarlierProcess(word.strip()) for word in pythons.split(",") if word.strip()]
        self._rules: dict[EarlierProcess, dict[str, int]] = {}
        self._games: dict[tuple[str, int, str], EarlierGame] = {}
        self._lock = threading.Lock()

    def game(self, name: str, rules: int, digest: str, files: Mapping[str, str] | None) -> Game | None:
        """A game with these rules and data, if a version has them."""
        with self._lock:
            key = name, rules, digest
            for process in self._processes:
                if key not in self._games and self._plays(process).get(name) == rules:
                    try:
                        self._games[key] = EarlierGame(name, digest, files, process)
                    except (EarlierFailed, ValueError) as error:
                        log.warning("%s cannot play %s with data %s: %s", process.python, name, digest, error)
            return self._games.get(key)

    def _plays(self, process: EarlierProcess) -> dict[str, int]:
        """The games of a version with the number of their rules; asked again as long as there is no answer."""
        if process not in self._rules:
            try:
                self._rules[process] = process.ask({"do": "games"}, START_SECONDS)["value"]
            except (EarlierFailed, KeyError) as error:
                log.error("an earlier version cannot be asked: %s", error)
                return {}
        return self._rules[process]

    def close(self) -> None:
        """End all processes."""
        for process in self._processes:
            process.close()


class EarlierAgents:
    """Agents of earlier versions think in processes of those versions, the others where they always do."""

    def __init__(self, thinking: Thinking, versions: EarlierVersions) -> None:
        self._thinking = thinking
        self._versions = versions
        self._processes: dict[str, EarlierProcess] = {}
        self._threads = ThreadPoolExecutor(1, thread_name_prefix="earlier")

    async def work(self, job: Job, hurry: asyncio.Event, progress: Progress, fallback: str | None = None) -> Any:
        """See `Thinking`."""
        if not job.rules:
            return await self._thinking.work(job, hurry, progress, fallback)
        if job.kind == "review":
            raise ThinkingFailed("a game of an earlier version is not reviewed")
        game = await aside_in(self._threads, self._versions.game, job.game, job.rules, job.position["data"], job.pack)
        if not isinstance(game, EarlierGame):
            raise ThinkingFailed(f"no version with rules {job.rules} of {job.game} is installed beside")
        python = game.process.python
        process = self._processes.setdefault(python, EarlierProcess(python))
        line = {"save": job.position}
        ask = game.request({"do": "choose", "line": line, "args": [job.side, job.level, job.seed, job.seconds]})
        try:
            told = await aside_in(
                process.threads, process.ask, {**ask, "files": job.pack}, job.seconds + ANSWER_SECONDS
            )
        except EarlierFailed as error:
            raise ThinkingFailed(str(error)) from None
        if "value" not in told:
            raise ThinkingFailed(str(told))
        return [{"do": told["value"]}] if job.kind == "advise" else told["value"]

    def close(self) -> None:
        """End their processes."""
        self._threads.shutdown(wait=False, cancel_futures=True)
        for process in self._processes.values():
            process.close()
