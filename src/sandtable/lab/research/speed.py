"""Steps a second of the environments, observed and played at random, beside a small game of PettingZoo's own."""

from __future__ import annotations

from collections.abc import Callable
from time import process_time

import numpy as np
from pettingzoo import AECEnv

from sandtable.lab.research.zoo import env


def steps_a_second(make: Callable[[], AECEnv], seconds: float) -> float:
    """Random play through `last` and `step`, in seconds of the processor."""
    table, rng = make(), np.random.default_rng(1)
    table.reset(seed=1)
    steps, start = 0, process_time()
    while process_time() - start < seconds:
        seen, _, over, cut_off, _ = table.last()
        if over or cut_off:
            table.reset(seed=steps)
            continue
        table.step(int(rng.choice(np.flatnonzero(seen["action_mask"]))))
        steps += 1
    return steps / (process_time() - start)


def rows(games: list[str], seconds: float) -> list[tuple[str, str]]:
    """A row for each game, and PettingZoo's tic-tac-toe if it can be had."""
    found = [(name, f"{steps_a_second(lambda name=name: env(name), seconds):,.0f}") for name in games]  # type: ignore[misc]
    try:
        from pettingzoo.classic import tictactoe_v3
    except ImportError:
        return [*found, ("PettingZoo's tic-tac-toe", "needs pygame")]
    return [*found, ("PettingZoo's tic-tac-toe", f"{steps_a_second(tictactoe_v3.env, seconds):,.0f}")]
