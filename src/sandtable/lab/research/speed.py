"""Steps a second of the environments, observed and played at random, beside a small game of PettingZoo's own."""

from __future__ import annotations

from time import process_time

import numpy as np
from pettingzoo import AECEnv

from sandtable.lab.research.zoo import env

SLICE = 200
"""Steps that are timed together; on a busy machine the quickest slice tells more than the whole."""


def steps_a_second(table: AECEnv, seconds: float) -> tuple[float, float]:
    """Random play through `last` and `step`, in seconds of the processor: over all, and in the quickest slice."""
    rng, slices = np.random.default_rng(1), [0.0]
    table.reset(seed=1)
    while sum(slices) < seconds:
        start, steps = process_time(), 0
        while steps < SLICE:
            seen, _, over, cut_off, _ = table.last()
            if over or cut_off:
                table.reset(seed=len(slices) * SLICE + steps)
                continue
            table.step(int(rng.choice(np.flatnonzero(seen["action_mask"]))))
            steps += 1
        slices.append(process_time() - start)
    spent = slices[1:]
    return SLICE * len(spent) / sum(spent), SLICE / min(spent)


def rows(games: list[str], seconds: float) -> list[tuple[str, str, str]]:
    """A row for each game, and PettingZoo's tic-tac-toe if it can be had."""
    found = [_row(name, env(name), seconds) for name in games]
    try:
        from pettingzoo.classic import tictactoe_v3
    except ImportError:
        return [*found, ("PettingZoo's tic-tac-toe", "needs pygame", "")]
    return [*found, _row("PettingZoo's tic-tac-toe", tictactoe_v3.env(), seconds)]


def _row(name: str, table: AECEnv, seconds: float) -> tuple[str, str, str]:
    every, best = steps_a_second(table, seconds)
    return name, f"{every:,.0f}", f"{best:,.0f}"
