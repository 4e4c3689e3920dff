"""A Gymnasium environment: one side is learned, the other is played by any agent of Sandtable.

    table = SandtableGym("bravery", side="axis", opponent="greedy")
    seen, info = table.reset(seed=1)
    seen, reward, over, cut_off, info = table.step(0)

An action without a meaning (see the mask) loses the game at once, as PettingZoo's TerminateIllegalWrapper has it.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import gymnasium
from gymnasium import spaces

from sandtable.ai import agent
from sandtable.engine.records import Seat
from sandtable.engine.sides import PLAYERS
from sandtable.lab.research.actions import MOST_ACTIONS
from sandtable.lab.research.zoo import SandtableEnv, observation_space


class SandtableGym(gymnasium.Env[dict[str, Any], int]):
    """One side of a game against an agent."""

    def __init__(
        self,
        game: str,
        side: str = "allied",
        opponent: str = "random",
        scenario: str | None = None,
        options: Mapping[str, Any] | None = None,
        render_mode: str | None = None,
        most_decisions: int = 20_000,
        data: str | Path | None = None,
    ) -> None:
        if side not in PLAYERS:
            raise ValueError(f"{side!r} is not a side; sides are {', '.join(PLAYERS)}")
        self.metadata = {"render_modes": ["ansi", "rgb_array"]}
        self.side, self.opponent, self.render_mode = side, opponent, render_mode
        self.table = SandtableEnv(game, scenario, options, render_mode, most_decisions, data)
        self.observation_space = observation_space(self.table.encoder)
        self.action_space: spaces.Discrete = spaces.Discrete(MOST_ACTIONS)  # type: ignore[assignment]
        self.player = agent(opponent, game)

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, Any], dict[str, Any]]:
        """A new game, played on to this side's first decision."""
        super().reset(seed=seed)
        chosen = int(self.np_random.integers(2**31))
        self.table.reset(seed=chosen)
        self.player = agent(self.opponent, self.table.game.id, chosen)
        self._reply()
        return self._seen(), self._info()

    def step(self, action: int) -> tuple[dict[str, Any], float, bool, bool, dict[str, Any]]:
        """Play, and let the opponent reply until this side is asked again."""
        if not 0 <= int(action) < len(self.table.pos.actions()):
            return self._seen(), -1.0, True, False, {**self._info(), "illegal": True}
        self.table.step(action)
        self._reply()
        over, cut_off = self.table.terminations[self.side], self.table.truncations[self.side]
        return self._seen(), float(self.table.rewards[self.side]), over, cut_off, self._info()

    def action_masks(self) -> Any:
        """What may be played, as sb3-contrib asks for it."""
        return self.table.encoder.encode(self.table.pos, self.side)[2].astype(bool)

    def render(self) -> Any:
        """See `SandtableEnv.render`."""
        return self.table.render()

    def _reply(self) -> None:
        table, other = self.table, PLAYERS[1 - PLAYERS.index(self.side)]
        while table.pos.side == other and not any(table.truncations.values()):
            table.step(table.pos.actions().index(self.player.choose(Seat(table.pos, other))))

    def _seen(self) -> dict[str, Any]:
        return self.table.observe(self.side)

    def _info(self) -> dict[str, Any]:
        return {"margin": self.table.margin() * (1 if self.side == "allied" else -1)}


def vector(game: str, count: int, **settings: Any) -> gymnasium.vector.AsyncVectorEnv:
    """Several games at once, each in a process of its own."""

    def make() -> SandtableGym:
        return SandtableGym(game, **settings)

    return gymnasium.vector.AsyncVectorEnv([make] * count, context="spawn")
