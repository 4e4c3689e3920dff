"""Test positions: decisions that a good player gets right, as text files that people can read and edit.

They are in `ai/<game>/positions/*.txt`, one decision each; `sandtable positions GAME` has the agents decide them.
A file is a header, an empty line, and the way to the decision:

    title: The 90th Light does not walk into Tobruk
    scenario: crusader
    side: axis
    found: the machine as an opponent, Bravery 1
    avoid: move 0904
    good: move 08* | stop

    # the record from the start, in the text form of docs/actions, dice and chits included
    put 1A; put 4A; done; all
    draw 90LT

Header lines, all but the first four optional; those marked + may be repeated:

- `title`, `side`, `scenario`, `found`: what it is about, who decides, where it was noticed.
- `options`: options of the game to switch on.
- `avoid` +, `good` +: patterns of actions in their text form; `*` and `?` stand for anything, ` | ` separates patterns.
- `until`: the agent plays on until one of these steps asks (`draw.chit refit.choose`), until `turn` (a new turn
  begins), or until `other` (the other side decides). Its opponent is greedy and the dice are the seed's. The patterns
  then speak of all the agent's decisions on the way. Without `until` only the one decision is played.
- `avoid if` +, `good if` +: a check of where that ended: its name and what it takes, `avoid if: can_enter Alexandria`.
  A check is a function `name(pos, side, *words) -> bool` in `ai/<game>/checks.py`, where `side` is the number of the
  side that decided; `won` and `lost` are known in all games.
- `set` +: a change made to the start before the record is played: `set: put 15PZ-1 0605` calls the function
  `set_put(pos, "15PZ-1", "0605")` of `ai/<game>/checks.py`.

The body may begin with a whole position as JSON (`{...}`, one line) instead of the start of the scenario: it survives
changes of the rules that a long record does not, and is shorter late in a campaign. `python -m tools.position` cuts
either form out of a game of agents or a saved record. Blunder: any `avoid` matches or any `avoid if` holds. Good: no
blunder, some `good` matches (if there are any), and each `good if` holds.
"""

from __future__ import annotations

import importlib
import json
from collections.abc import Callable, Iterator
from fnmatch import fnmatchcase
from importlib.util import find_spec
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

import sandtable
from sandtable.engine.flow import Action
from sandtable.engine.game import FORMAT, Game
from sandtable.engine.position import IllegalAction, Position
from sandtable.engine.records import Agent, Seat
from sandtable.engine.sides import CHANCE, NUMBER, PLAYERS

Check = Callable[..., bool]
ONCE = ("title", "side", "scenario", "found", "options", "until")
OFTEN = ("avoid", "good", "avoid if", "good if", "set")
NEEDED = ("title", "side", "scenario", "found")
LONG = 600
"""Decisions after which a run stops waiting for a pause."""


class Puzzle(NamedTuple):
    """A decision with what is wrong and what is right there."""

    game: str
    name: str
    """The file's name without its ending."""
    title: str
    side: str
    scenario: str
    found: str
    options: tuple[str, ...]
    until: tuple[str, ...]
    avoid: tuple[str, ...]
    good: tuple[str, ...]
    avoid_if: tuple[tuple[str, ...], ...]
    good_if: tuple[tuple[str, ...], ...]
    changes: tuple[tuple[str, ...], ...]
    state: str
    """A whole position as JSON, or nothing."""
    record: tuple[str, ...]

    def faults(self, pos: Position) -> list[str]:
        """What is wrong with the file itself, given the decision it leads to."""
        if pos.side != self.side:
            return [f"{pos.side} decides there, not {self.side}"]
        found = [] if len(pos.actions()) > 1 else ["there is only one action"]
        legal = texts(pos)
        if not (self.avoid or self.avoid_if):
            found.append("nothing is to be avoided")
        if not self.until:
            found += [f"no action fits {p!r}" for p in (*self.avoid, *self.good) if not fits_any(legal, p)]
            if self.good and all(any(fnmatchcase(text, p) for p in self.avoid) for text in legal):
                found.append("every action is to be avoided")
        for name, *_ in (*self.avoid_if, *self.good_if):
            check_of(self.game, name)
        steps = [step for step in self.until if step not in (*pos.box.steps, "turn", "other")]
        return found + [f"there is no step {step!r}" for step in steps]


class Result(NamedTuple):
    """How one run of a position came out."""

    first: str
    """The first action, in its text form."""
    blunder: bool
    good: bool
    why: str
    """The pattern or check that made it a blunder, or kept it from being good."""


def folder(game: str) -> Path:
    """Where the positions of a game are."""
    return Path(sandtable.__file__).parent / "ai" / game.replace("-", "_") / "positions"


def positions(game: str) -> list[Puzzle]:
    """All the positions of a game, by name."""
    return [read(game, path.stem, path.read_text(encoding="utf-8")) for path in sorted(folder(game).glob("*.txt"))]


def read(game: str, name: str, text: str) -> Puzzle:
    """A position from the text of its file; a ValueError says what is wrong with it."""
    head, _, body = text.partition("\n\n")
    once, often = dict[str, str](), {key: list[str]() for key in OFTEN}
    for line in _lines(head):
        key, colon, value = (part.strip() for part in line.partition(":"))
        if key in often:
            often[key].append(value)
        elif colon and key in ONCE and key not in once:
            once[key] = value
        else:
            raise ValueError(f"{game}/{name}: {line!r} is not a line of a header")
    if missing := [key for key in NEEDED if key not in once]:
        raise ValueError(f"{game}/{name}: the header has no {', '.join(missing)}")
    if once["side"] not in PLAYERS:
        raise ValueError(f"{game}/{name}: there is no side {once['side']!r}")
    lines = list(_lines(body))
    state = lines.pop(0) if lines and lines[0].startswith("{") else ""
    patterns = {key: tuple(p.strip() for value in often[key] for p in value.split(" | ")) for key in ("avoid", "good")}
    calls = {key: tuple(tuple(value.split()) for value in often[key]) for key in ("avoid if", "good if", "set")}
    return Puzzle(
        game=game,
        name=name,
        title=once["title"],
        side=once["side"],
        scenario=once["scenario"],
        found=once["found"],
        options=tuple(once.get("options", "").split()),
        until=tuple(once.get("until", "").split()),
        avoid=patterns["avoid"],
        good=patterns["good"],
        avoid_if=calls["avoid if"],
        good_if=calls["good if"],
        changes=calls["set"],
        state=state,
        record=tuple(part.strip() for line in lines for part in line.split(";") if part.strip()),
    )


def _lines(text: str) -> Iterator[str]:
    """The lines that are neither empty nor comments."""
    stripped = (line.strip() for line in text.splitlines())
    return (line for line in stripped if line and not line.startswith("#"))


def decision(test: Puzzle, game: Game) -> Position:
    """The position at which the agent is asked; a ValueError names the action that is not possible there."""
    where = f"{test.game}/{test.name}"
    if test.state:
        document = json.loads(test.state)
        mine = {"format": FORMAT, "game": game.id, "rules": game.rules_version, "data": game.pack.digest}
        options = dict.fromkeys(test.options, True)
        pos: Position = game.load(
            {**mine, "scenario": test.scenario, "options": options, "position": document, "log": None}
        )
    else:
        pos = game.start(test.scenario, dict.fromkeys(test.options, True)).quiet()
    for word, *rest in test.changes:
        _function(test.game, f"set_{word}")(pos, *rest)
        pos.settle()
    for number, text in enumerate(test.record):
        try:
            pos.play(game.orders.read(pos, text))
        except (IllegalAction, ValueError) as error:
            raise ValueError(f"{where}: action {number} {text!r}: {error}") from None
    return pos


def texts(pos: Position) -> list[str]:
    """The legal actions in their text form."""
    return [pos.box.game.orders.write(pos, action) for action in pos.actions()]


def fits_any(legal: list[str], pattern: str) -> bool:
    """Does an action fit a pattern?"""
    return any(fnmatchcase(text, pattern) for text in legal)


def run(test: Puzzle, start: Position, player: Agent, opponent: Agent, seed: int) -> Result:
    """Have an agent decide, play on if the position says so, and judge it."""
    pos, rng, side = start.copy(), Random(seed), NUMBER[test.side]
    played = list[str]()
    for count in range(LONG):
        if not pos.stack or (count and _paused(test, start, pos)):
            break
        who = pos.stack[-1].side
        if who == CHANCE:
            pos.play(pos.sample(rng))
            continue
        action: Action = (player if who == side else opponent).choose(Seat(pos, PLAYERS[who]))
        if who == side:
            played.append(pos.box.game.orders.write(pos, action))
        pos.play(action)
    return judge(test, pos, played)


def _paused(test: Puzzle, start: Position, pos: Position) -> bool:
    """Has play reached the point where the position ends?"""
    if not test.until:
        return True
    step, who, _ = pos.stack[-1]
    if "other" in test.until and who == 1 - NUMBER[test.side]:
        return True
    return step in test.until or ("turn" in test.until and pos.turn != start.turn)


def judge(test: Puzzle, pos: Position, played: list[str]) -> Result:
    """Judges the decisions of a run and the position at its end."""
    side = NUMBER[test.side]
    for text in played:
        for pattern in test.avoid:
            if fnmatchcase(text, pattern):
                return Result(played[0], True, False, text)
    for name, *words in test.avoid_if:
        if check_of(test.game, name)(pos, side, *words):
            return Result(played[0], True, False, " ".join([name, *words]))
    if test.good and not any(fits_any(played, pattern) for pattern in test.good):
        return Result(played[0], False, False, f"none of: {' | '.join(test.good)}")
    for name, *words in test.good_if:
        if not check_of(test.game, name)(pos, side, *words):
            return Result(played[0], False, False, f"not: {' '.join([name, *words])}")
    return Result(played[0], False, True, "")


def won(pos: Position, side: int) -> bool:
    """Has the side that decided won?"""
    return pos.over is not None and pos.over[0] == side


def lost(pos: Position, side: int) -> bool:
    """Has the other side won?"""
    return pos.over is not None and pos.over[0] == 1 - side


def check_of(game: str, name: str) -> Check:
    """A check by its name: one of the game's own, or `won` or `lost`."""
    return {"won": won, "lost": lost}.get(name) or _function(game, name)


def _function(game: str, name: str) -> Callable[..., Any]:
    """A function of the game's own checks; a ValueError where there is none of this name."""
    module = f"sandtable.ai.{game.replace('-', '_')}.checks"
    found = getattr(importlib.import_module(module), name, None) if find_spec(module) else None
    if not callable(found):
        raise ValueError(f"ai/{game.replace('-', '_')}/checks.py has no function {name!r}")
    return found  # type: ignore[no-any-return]
