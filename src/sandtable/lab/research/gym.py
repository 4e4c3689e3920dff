"""A Gymnasium environment: one side is learned, the other is played by any agent of Sandtable.

    table = SandtableGym("bravery", side="axis", opponent="greedy")
    seen, info = table.reset(seed=1)
    seen, reward, over, cut_off, info = table.step(0)

An action without a meaning (see the mask) loses the game at once, as with PettingZoo's TerminateIllegalWrapper.
"""

from __future__ import annotations

from pathlib import Path
from typing import Unpack

import gymnasium
import numpy as np
from gymnasium import spaces
from numpy.typing import NDArray

from sandtable.ai import agent
from sandtable.engine.documents import Document, Options
from sandtable.engine.records import Seat
from sandtable.engine.sides import PLAYERS
from sandtable.lab.research.actions import MOST_ACTIONS
from sandtable.lab.research.zoo import Observation, Rendered, SandtableEnv, Settings, observation_space


class GymSettings(Settings, total=False):
    """What a Gymnasium environment may be given beside its game."""

    side: str
    opponent: str


class SandtableGym(gymnasium.Env[Observation, int]):
    """One side of a game against an agent."""

    def __init__(
        self,
        game: str,
        side: str = "allied",
        opponent: str = "random",
        scenario: str | None = None,
        options: Options | None = None,
        render_mode: str | None = None,
        most_decisions: int = 20_000,
        data: str | Path | None = None,
    ) -> None:
        if side not in PLAYERS:
            raise ValueError(f"{side!r} is not a side; sides are {', '.join(PLAYERS)}")
        self.metadata = {"render_modes": ["ansi", "rgb_array"]}
        self.side, self.opponent, self.render_mode = side, opponent, render_mode
        self.table = SandtableEnv(game, scenario, options, render_mode, most_decisions, data)
        self.observation_space = observation_space(self.table.encoder)  # type: ignore[assignment]
        self.action_space: spaces.Discrete = spaces.Discrete(MOST_ACTIONS)  # type: ignore[assignment]
        self.player = agent(opponent, game)

    def reset(self, *, seed: int | None = None, options: Document | None = None) -> tuple[Observation, Document]:
        """A new game, played on to this side's first decision."""
        super().reset(seed=seed)
        chosen = int(self.np_random.integers(2**31))
        self.table.reset(seed=chosen)
        self.player = agent(self.opponent, self.table.game.id, chosen)
        self._reply()
        return self._seen(), self._info()

    def step(self, action: int) -> tuple[Observation, float, bool, bool, Document]:
        """Play, and let the opponent reply until this side is asked again."""
        if not 0 <= int(action) < len(self.table.pos.actions()):
            return self._seen(), -1.0, True, False, {**self._info(), "illegal": True}
        self.table.step(action)
        self._reply()
        over, cut_off = self.table.terminations[self.side], self.table.truncations[self.side]
        return self._seen(), float(self.table.rewards[self.side]), over, cut_off, self._info()

    def action_masks(self) -> NDArray[np.bool_]:
        """What may be played, as sb3-contrib asks for it."""
        return self.table.encoder.encode(self.table.pos, self.side)[2].astype(bool)

    def render(self) -> Rendered:
        """See `SandtableEnv.render`."""
        return self.table.render()

    def _reply(self) -> None:
        table, other = self.table, PLAYERS[1 - PLAYERS.index(self.side)]
        while table.pos.side == other and not any(table.truncations.values()):
            table.step(table.pos.actions().index(self.player.choose(Seat(table.pos, other))))

    def _seen(self) -> Observation:
        return self.table.observe(self.side)

    def _info(self) -> Document:
        return {"margin": self.table.margin() * (1 if self.side == "allied" else -1)}


def vector(game: str, count: int, **settings: Unpack[GymSettings]) -> gymnasium.vector.AsyncVectorEnv:
    """Several games at once, each in a process of its own."""

    def make() -> SandtableGym:
        return SandtableGym(game, **settings)

    return gymnasium.vector.AsyncVectorEnv([make] * count, context="spawn")
