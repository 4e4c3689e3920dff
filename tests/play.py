"""Random play for tests, with a look at every decision."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from random import Random
from typing import Any

from sandtable import Game, Position
from sandtable.engine.sides import CHANCE

LIMIT = 200_000


def starts(game: Game) -> Iterator[tuple[str, dict[str, Any]]]:
    """Every scenario with the options as they come, and the first scenario with each option changed."""
    for scenario in game.scenarios:
        yield scenario, {}
    first = next(iter(game.scenarios))
    for name, option in game.options.items():
        for value in option.choices or (True, False):
            if value != option.default:
                yield first, {name: value}


def play_randomly(
    game: Game,
    seed: int,
    look: Callable[[Position, Random], None],
    scenario: str | None = None,
    options: Mapping[str, Any] | None = None,
    every: int = 1,
    limit: int | None = None,
) -> Position:
    """Play a game at random and look at every n-th decision; without a limit it must end."""
    pos: Position = game.start(scenario, options)
    rng = Random(seed)
    for number in range(limit or LIMIT):
        if not pos.stack:
            return pos
        if number % every == 0:
            look(pos, rng)
        if pos.stack[-1].side == CHANCE:
            pos.play(pos.sample(rng))
        else:
            actions = pos.actions()
            pos.play(actions[int(rng.random() * len(actions))])
    assert limit is not None, f"no end after {LIMIT} decisions"
    return pos
