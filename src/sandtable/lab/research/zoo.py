"""A PettingZoo environment of any game: `sandtable.lab.research.zoo.env("bravery")`."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random
from typing import Any

import numpy as np
from gymnasium import spaces
from pettingzoo import AECEnv

import sandtable
from sandtable.engine.position import Position
from sandtable.engine.sides import PLAYERS
from sandtable.lab.research.tensors import ACTION_FEATURES, MOST_ACTIONS, Encoder

BOUND = 64.0


class SandtableEnv(AECEnv):  # type: ignore[misc]
    """Two agents, `allied` and `axis`; chance is played by the environment from its seed.

    An observation is a dict of `observation` (the position as a side sees it), `actions` (features of each action) and
    `action_mask`. The reward is 1 for the winner and -1 for the loser, when the game is over. A game that has not ended
    after `most_decisions` is cut off: some rulebooks play a tie on for as long as both sides let it stand.
    """

    metadata: dict[str, Any]

    def __init__(
        self,
        game: str,
        scenario: str | None = None,
        options: Mapping[str, Any] | None = None,
        render_mode: str | None = None,
        most_decisions: int = 20_000,
    ) -> None:
        super().__init__()
        self.metadata = {
            "render_modes": ["ansi"],
            "name": f"sandtable_{game.replace('-', '_')}_v1",
            "is_parallelizable": False,
        }
        self.game = sandtable.load(game)
        self.scenario, self.options, self.render_mode = scenario, dict(options or {}), render_mode
        self.most_decisions, self.decisions = most_decisions, 0
        self.encoder = Encoder(self.game)
        self.possible_agents = list(PLAYERS)
        box: dict[str, spaces.Space[Any]] = {
            "observation": spaces.Box(-BOUND, BOUND, (self.encoder.size,), np.float32),
            "actions": spaces.Box(-BOUND, BOUND, (MOST_ACTIONS, ACTION_FEATURES), np.float32),
            "action_mask": spaces.Box(0, 1, (MOST_ACTIONS,), np.int8),
        }
        self.observation_spaces = {side: spaces.Dict(box) for side in PLAYERS}
        self.action_spaces = {side: spaces.Discrete(MOST_ACTIONS) for side in PLAYERS}
        self.rng = Random(0)
        self.pos: Position = self.game.start(self.scenario, self.options)

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        """The same object each time, as PettingZoo asks."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Space[Any]:
        """The same object each time."""
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """A new game; the seed fixes all dice and draws."""
        if seed is not None:
            self.rng = Random(seed)
        self.pos = self.game.start(self.scenario, self.options)
        self.decisions = 0
        self.agents = list(self.possible_agents)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self._roll()
        self.agent_selection = self.pos.side or self.agents[0]

    def clone(self) -> SandtableEnv:
        """An independent environment in the same state, dice to come included."""
        new = SandtableEnv(self.game.id, self.scenario, self.options, self.render_mode, self.most_decisions)
        new.reset()
        new.decisions = self.decisions
        new.pos = self.pos.copy()
        new.rng.setstate(self.rng.getstate())
        for name in ("rewards", "_cumulative_rewards", "terminations", "truncations"):
            setattr(new, name, dict(getattr(self, name)))
        new.agents = list(self.agents)
        new.infos = {agent: dict(info) for agent, info in self.infos.items()}
        new.agent_selection = self.agent_selection
        return new

    def _roll(self) -> None:
        while self.pos.side == "chance":
            self.pos.play(self.pos.sample(self.rng))

    def observe(self, agent: str) -> dict[str, Any]:
        """What one side sees."""
        position, actions, mask = self.encoder.encode(self.pos, agent)
        clipped = np.clip(position, -BOUND, BOUND)
        return {"observation": clipped, "actions": np.clip(actions, -BOUND, BOUND), "action_mask": mask}

    def step(self, action: Any) -> None:
        """Play the action of this number; an illegal number is an error."""
        if self.terminations[self.agent_selection] or self.truncations[self.agent_selection]:
            self._was_dead_step(action)
            return
        agent = self.agent_selection
        self._cumulative_rewards[agent] = 0
        self._clear_rewards()
        self.pos.play(self.pos.actions()[int(action)], by=agent)
        self._roll()
        self.decisions += 1
        outcome = self.pos.outcome
        if outcome is not None:
            for side in self.agents:
                self.rewards[side] = 0.0 if outcome.winner is None else 1.0 if outcome.winner == side else -1.0
                self.terminations[side] = True
            self.agent_selection = PLAYERS[1 - PLAYERS.index(agent)]
        else:
            self.truncations = dict.fromkeys(self.agents, self.decisions >= self.most_decisions)
            self.agent_selection = self.pos.side or agent
        self._accumulate_rewards()

    def render(self) -> str | None:
        """The prompt as both sides may know it."""
        prompt = self.pos.see(None)["prompt"]
        return f"turn {self.pos.turn}: {prompt['title']}" if self.render_mode == "ansi" else None

    def close(self) -> None:
        """Nothing to close."""


def env(game: str = "bravery", **settings: Any) -> SandtableEnv:
    """An environment of a game."""
    return SandtableEnv(game, **settings)
