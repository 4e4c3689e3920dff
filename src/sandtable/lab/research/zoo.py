"""A PettingZoo environment of any game: `sandtable.lab.research.zoo.env("bravery")`."""

from __future__ import annotations

from pathlib import Path
from random import Random
from typing import TypedDict, Unpack

import numpy as np
from gymnasium import spaces
from numpy.typing import NDArray
from pettingzoo import AECEnv
from pettingzoo.utils.env_logger import EnvLogger
from pettingzoo.utils.wrappers import OrderEnforcingWrapper

import sandtable
from sandtable.engine.documents import Document, Options
from sandtable.engine.position import Position
from sandtable.engine.sides import PLAYERS
from sandtable.lab.research.actions import COLUMNS, LARGEST, MOST_ACTIONS, Rows
from sandtable.lab.research.encoder import Encoder
from sandtable.lab.research.layout import Vector
from sandtable.lab.research.picture import picture, words

BOUND = 1000.0
"""No number of an observation is larger."""
Rendered = str | NDArray[np.uint8]
"""Words, or a picture."""


class Observation(TypedDict):
    """What a side sees: the position, a row for each action, and which rows are actions."""

    observation: Vector
    actions: Rows
    action_mask: NDArray[np.int8]


class Settings(TypedDict, total=False):
    """What an environment may be given beside its game."""

    scenario: str | None
    options: Options | None
    render_mode: str | None
    most_decisions: int
    data: str | Path | None


def observation_space(encoder: Encoder) -> spaces.Dict:
    """The space of what a side sees."""
    return spaces.Dict(
        {
            "observation": spaces.Box(-BOUND, BOUND, (encoder.size,), np.float32),
            "actions": spaces.Box(-LARGEST, LARGEST, (MOST_ACTIONS, len(COLUMNS)), np.int16),
            "action_mask": spaces.Box(0, 1, (MOST_ACTIONS,), np.int8),
        }
    )


class SandtableEnv(AECEnv):  # type: ignore[misc]
    """Two agents, `allied` and `axis`; chance is played by the environment from its seed.

    An observation is a dict of `observation` (the position as a side knows it), `actions` (a row for each action) and
    `action_mask`. The reward is 1 for the winner and -1 for the loser, when the game is over; `infos` have the margin
    of points all along. A game that has not ended after `most_decisions` is cut off: some rulebooks play a tie on for
    as long as both sides let it stand.
    """

    metadata: Document

    def __init__(
        self,
        game: str,
        scenario: str | None = None,
        options: Options | None = None,
        render_mode: str | None = None,
        most_decisions: int = 20_000,
        data: str | Path | None = None,
    ) -> None:
        super().__init__()
        self.metadata = {
            "render_modes": ["ansi", "rgb_array"],
            "name": f"sandtable_{game.replace('-', '_')}_v3",
            "is_parallelizable": False,
        }
        self.data = data
        self.game = sandtable.load(game, None if data is None else Path(data))
        self.scenario, self.options, self.render_mode = scenario, dict(options or {}), render_mode
        self.most_decisions, self.decisions = most_decisions, 0
        self.encoder = Encoder(self.game, scenario, self.options)
        self.possible_agents = list(PLAYERS)
        self.observation_spaces = {side: observation_space(self.encoder) for side in PLAYERS}
        self.action_spaces = {side: spaces.Discrete(MOST_ACTIONS) for side in PLAYERS}
        self.rng = Random(0)
        self.pos: Position = self.game.start(self.scenario, self.options)

    def observation_space(self, agent: str) -> spaces.Dict:
        """The same object each time, as PettingZoo asks."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Discrete:
        """The same object each time."""
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: Document | None = None) -> None:
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
        self.infos: dict[str, Document] = {agent: {} for agent in self.agents}
        self._roll()
        self.agent_selection = self.pos.side or self.agents[0]

    def clone(self) -> SandtableEnv:
        """An independent environment in the same state, dice to come included."""
        new = SandtableEnv(self.game.id, self.scenario, self.options, self.render_mode, self.most_decisions, self.data)
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

    def observe(self, agent: str) -> Observation:
        """What one side sees."""
        position, actions, mask = self.encoder.encode(self.pos, agent)
        return {"observation": position, "actions": actions, "action_mask": mask}

    def margin(self) -> float:
        """Allied points less Axis points, as they stand."""
        allied, axis = self.encoder.layout.scores(self.pos)
        return allied - axis

    def step(self, action: int | None) -> None:
        """Play the action of this number; a number without an action is an error."""
        if self.terminations[self.agent_selection] or self.truncations[self.agent_selection]:
            self._was_dead_step(action)
            return
        agent, actions = self.agent_selection, self.pos.actions()
        if action is None or not 0 <= int(action) < len(actions):
            raise ValueError(f"action {action} is out of bounds: {agent} has {len(actions)} actions now")
        self._cumulative_rewards[agent] = 0
        self._clear_rewards()
        self.pos.play(actions[int(action)], by=agent)
        self._roll()
        self.decisions += 1
        outcome = self.pos.outcome
        if outcome is not None:
            for side in self.agents:
                self.rewards[side] = 0.0 if outcome.winner is None else 1.0 if outcome.winner == side else -1.0
                self.terminations[side] = True
            self.agent_selection = PLAYERS[1 - PLAYERS.index(agent)]
        else:
            if self.decisions >= self.most_decisions:
                self.truncations = dict.fromkeys(self.agents, True)
            self.agent_selection = self.pos.side or agent
        margin = self.margin() if outcome is None else outcome.score["allied"] - outcome.score["axis"]
        self.infos = {"allied": {"margin": margin}, "axis": {"margin": -margin}}
        self._accumulate_rewards()

    def render(self) -> Rendered:
        """What the deciding side sees: in words, or as a picture."""
        if self.render_mode == "rgb_array":
            return picture(self.pos)
        return words(self.pos)

    def close(self) -> None:
        """Nothing is held."""


def raw_env(game: str, **settings: Unpack[Settings]) -> SandtableEnv:
    """The bare environment, for those who wrap it themselves."""
    return SandtableEnv(game, **settings)


class Ordered(OrderEnforcingWrapper):  # type: ignore[misc]
    """PettingZoo's check of the order of calls, without a detour for each attribute in those that are called most."""

    def last(self, observe: bool = True) -> tuple[Observation | None, float, bool, bool, Document]:
        """What the deciding side is told."""
        if not self._has_reset:
            EnvLogger.error_observe_before_reset()
        told: tuple[Observation | None, float, bool, bool, Document] = self.env.last(observe)
        return told

    def step(self, action: int | None) -> None:
        """Play; a warning once nobody is left."""
        if not self._has_reset:
            EnvLogger.error_step_before_reset()
        self._has_updated = True
        if self.env.agents:
            self.env.step(action)
        else:
            EnvLogger.warn_step_after_terminated_truncated()


def env(game: str, **settings: Unpack[Settings]) -> Ordered:
    """An environment that refuses actions out of bounds and calls out of order, as PettingZoo's own do."""
    return Ordered(raw_env(game, **settings))
