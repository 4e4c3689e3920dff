"""What to play, and what makes two runs the same."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from hashlib import sha256
from pathlib import Path
from random import Random
from typing import NamedTuple

import sandtable
from sandtable.ai.core.own import exact
from sandtable.engine.documents import Document, Options

PARTS = ("engine/**/*.py", "games/**/*.py", "ai/**/*.py", "lab/observe.py", "lab/dice.py")
"""What decides how games go and what is seen of them."""


class Plan(NamedTuple):
    """What to play."""

    game: str
    scenario: str | None
    options: Options
    agents: Mapping[str, str]
    seed: int
    data: Path | None = None


def game_seed(seed: int, number: int) -> int:
    """The seed of one game of a run: its own, so that games can be played anywhere in any order."""
    return Random(f"{seed}/{number}").getrandbits(63)


def heading(plan: Plan) -> Document:
    """All that a game of a plan depends on but its number: equal headings, equal games."""
    game = sandtable.load(plan.game, plan.data)
    return {
        "game": plan.game,
        "scenario": plan.scenario or next(iter(game.scenarios)),
        "options": game.checked_options(plan.options),
        "agents": {side: exact(name) for side, name in plan.agents.items()},
        "seed": plan.seed,
        "data": game.pack.digest,
        "code": code_digest(plan.game),
    }


@cache
def code_digest(game: str) -> str:
    """A hash of the code of rules, agents and observer: of this game and of what all games share."""
    package, total = Path(sandtable.__file__).parent, sha256()
    others = tuple(other.replace("-", "_") for other in sandtable.games() if other != game)
    for path in sorted(path for part in PARTS for path in package.glob(part)):
        name = path.relative_to(package).as_posix()
        if not name.startswith(tuple(f"{folder}/{other}" for folder in ("games", "ai") for other in others)):
            total.update(name.encode() + b"\0" + path.read_bytes() + b"\0")
    home = sandtable.load(game).package
    for path in () if home.is_relative_to(package) else sorted(home.rglob("*.py")):
        total.update(path.relative_to(home).as_posix().encode() + b"\0" + path.read_bytes() + b"\0")
    return total.hexdigest()[:16]
