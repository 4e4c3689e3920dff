"""The rules of an earlier version in a process of their own: requests come in as lines of JSON, answers go out so.

    PYTHON -P earlier_worker.py

This file belongs to the version that serves, but is run by the Python in which an earlier version is installed, so it
uses nothing but what every version has: games that load, start, play, show and save positions.

In: `{"id": 7, "do": "play", "game", "data", "files", "line": {...}, ...}`. A line of play names its position by the
`key` of an earlier answer, or tells how to come to it: a `start` or a `save`, and the `actions` since.
Out: `{"id": 7, "value": ...}`, or one of `illegal` (a rule and words), `bad` (words), `unknown` (tell the whole line,
or the files of the data), `draw` (a bound: ask again with one draw more), `fault` (what went wrong).
"""

from __future__ import annotations

import json
import sys
import tempfile
import traceback
from collections import OrderedDict
from pathlib import Path
from random import Random
from time import monotonic
from typing import Any

import sandtable
from sandtable import ai
from sandtable.engine.game import Game
from sandtable.engine.position import Position
from sandtable.engine.records import Seat

REMEMBERED = 256
VIEWERS = ("allied", "axis", None)
Json = dict[str, Any]


class Unknown(Exception):
    """More must be told."""


class Draw(Exception):
    """One more draw is needed, below a bound."""


class Told(Random):
    """A generator that gives the draws it was told, and asks for the next."""

    def __new__(cls, draws: tuple[int, ...]) -> Told:
        return super().__new__(cls)

    def __init__(self, draws: tuple[int, ...]) -> None:
        self._draws = list(draws)[::-1]
        super().__init__(0)

    def _randbelow(self, n: int) -> int:
        if not self._draws:
            raise Draw(n)
        return self._draws.pop()

    def getrandbits(self, k: int) -> int:
        """Bits in groups of 32, each one draw."""
        value = 0
        for _ in range(-(-k // 32)):
            value = value << 32 | self._randbelow(1 << 32)
        return value >> (-k % 32)

    def random(self) -> float:
        """53 bits, as the standard generator has."""
        return self.getrandbits(53) / (1 << 53)


class Clock:
    """For agents that look at one: a fixed time, and nobody to tell."""

    def __init__(self, seconds: float) -> None:
        self._end = monotonic() + seconds

    def out(self) -> bool:
        """Is it time to play the best so far?"""
        return monotonic() >= self._end

    def tell(self, done: float) -> None:
        """Nobody listens."""


class Worker:
    """Games with the data they are asked for, and the positions that were reached last."""

    def __init__(self) -> None:
        self._folder = tempfile.TemporaryDirectory(prefix="sandtable-earlier-")
        self._games: dict[tuple[str, str], Game] = {}
        self._known: OrderedDict[int, Position] = OrderedDict()
        self._next = 0
        self._agents: dict[tuple[str, str, int], Any] = {}

    def answer(self, request: Json) -> Any:
        """What a request is answered."""
        if request["do"] == "games":
            return {name: sandtable.load(name).rules_version for name in sandtable.games()}
        game = self._game(request["game"], request["data"], request.get("files"))
        if request["do"] == "about":
            return about(game)
        pos = self._position(game, request["line"])
        return getattr(self, request["do"])(game, pos, *request.get("args", ()))

    def _game(self, name: str, data: str, files: dict[str, str] | None) -> Game:
        if (name, data) not in self._games:
            game = sandtable.load(name)
            if game.pack.digest != data:
                if files is None:
                    raise Unknown("the files of the data")
                folder = Path(self._folder.name) / data
                folder.mkdir(exist_ok=True)
                for file, text in files.items():
                    (folder / Path(file).name).write_text(text, encoding="utf-8", newline="")
                game = sandtable.load(name, folder)
            if game.pack.digest != data:
                raise ValueError(f"this version cannot play with data {data}")
            self._games[name, data] = game
        return self._games[name, data]

    def _position(self, game: Game, line: Json) -> Position:
        if "key" in line:
            if line["key"] not in self._known:
                raise Unknown("the line")
            self._known.move_to_end(line["key"])
            return self._known[line["key"]]
        pos: Position = game.load(line["save"]) if "save" in line else game.start(*line["start"])
        for action in line.get("actions", ()):
            pos.play(tuple(action))
        return pos

    def _facts(self, pos: Position, told: int = 0) -> Json:
        self._next += 1
        self._known[self._next] = pos
        if len(self._known) > REMEMBERED:
            self._known.popitem(last=False)
        asked = pos.stack and pos.side != "chance"
        return {
            "key": self._next,
            "step": pos.stack[-1].step if pos.stack else None,
            "side": pos.stack[-1].side if pos.stack else None,
            "turn": pos.turn,
            "over": pos.over,
            "undo_barrier": pos.undo_barrier,
            "events": pos.log[1] + 1 if pos.log else 0,
            "actions": [list(action) for action in pos.actions()] if asked else [],
            "views": [pos.see(viewer) for viewer in VIEWERS],
            "lines": [pos.report(viewer, told) for viewer in VIEWERS],
        }

    def reach(self, game: Game, pos: Position) -> Json:
        """A position with what everybody may know of it."""
        return self._facts(pos.copy())

    def play(self, game: Game, pos: Position, action: list[Any], told: int) -> Json:
        """The position after an action, with the log lines that were not `told` before."""
        new = pos.copy()
        new.play(game.action(action))
        return self._facts(new, told)

    def events(self, game: Game, pos: Position, since: int) -> list[Any]:
        """The log itself."""
        return [list(event) for event in pos.events(since)]

    def outcomes(self, game: Game, pos: Position) -> Any:
        """What may come up, with its weight."""
        return pos.outcomes()

    def sample(self, game: Game, pos: Position, *draws: int) -> list[Any]:
        """What comes up with these draws."""
        return list(pos.copy().sample(Told(draws)))

    def order(self, game: Game, pos: Position, action: list[Any]) -> Any:
        """An action as the view shows it."""
        return game.orders.show(pos, tuple(action))

    def why_not(self, game: Game, pos: Position, side: str, piece: int | None, place: str | None) -> Any:
        """Why something is dark."""
        return pos.why_not(side, piece, place)

    def forecast(self, game: Game, pos: Position, action: list[Any]) -> Any:
        """What a battle would bring."""
        return pos.copy().forecast(tuple(action))

    def overlay(self, game: Game, pos: Position, side: str | None, name: str) -> Any:
        """One of the overlays."""
        return pos.overlay(side, name)

    def dump(self, game: Game, pos: Position, quiet: bool) -> Json:
        """The position as it is saved."""
        return game.dump(pos.quiet() if quiet else pos)

    def choose(self, game: Game, pos: Position, side: str, level: str, seed: int, seconds: float) -> list[Any]:
        """What an agent of that version plays."""
        key = game.id, level, seed
        if key not in self._agents:
            self._agents[key] = ai.agent(level, game.id, seed)
        agent = self._agents[key]
        if hasattr(agent, "clock"):
            agent.clock = Clock(seconds)
        return list(agent.choose(Seat(pos, side)))


def about(game: Game) -> Json:
    """What a table needs to know of a game besides its positions."""
    return {
        "rules": game.rules_version,
        "title": game.title,
        "sides": {side: list(words) for side, words in game.card.sides.items()},
        "scenarios": {name: list(scenario) for name, scenario in game.scenarios.items()},
        "hidden": game.hidden,
        "overlays": list(game.overlays),
        "tells_alike": type(game).tell is Game.tell,
    }


def answered(worker: Worker, request: Json) -> Json:
    """An answer, or what stands in its way."""
    try:
        return {"value": worker.answer(request)}
    except sandtable.IllegalAction as error:
        return {"illegal": [error.rule, error.message]}
    except Unknown as unknown:
        return {"unknown": str(unknown)}
    except Draw as draw:
        return {"draw": draw.args[0]}
    except (ValueError, LookupError) as error:
        return {"bad": str(error)}
    except Exception:
        return {"fault": traceback.format_exc(limit=8)}


def main() -> None:
    """Answer until nobody asks any more."""
    out, sys.stdout = sys.stdout, sys.stderr  # nothing a game prints may come between the lines
    worker = Worker()
    for line in sys.stdin:
        request = json.loads(line)
        out.write(json.dumps({"id": request["id"], **answered(worker, request)}) + "\n")
        out.flush()


if __name__ == "__main__":
    main()
