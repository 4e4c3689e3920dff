"""The games in OpenSpiel: `import sandtable.lab.research.spiel; pyspiel.load_game("sandtable_bravery")`.

An OpenSpiel action is the place of ours in the list the engine gives; at a chance node, that of the outcome.
Parameters: `sandtable_rommel(scenario=gazala,most_decisions=500)`. A game that has not ended after so many decisions is
cut off and drawn.
"""

from __future__ import annotations

import copyreg
from typing import Any

import numpy as np
import pyspiel

import sandtable
from sandtable.engine.position import Position
from sandtable.engine.sides import CHANCE, PLAYERS
from sandtable.lab.research.tensors import MOST_ACTIONS, Encoder

MOST_OUTCOMES = 1024
DEFAULTS: dict[str, Any] = {"scenario": "", "most_decisions": 200_000}
"""The first scenario, and no end that any game would reach."""


def _type(name: str) -> Any:
    game = sandtable.load(name)
    return pyspiel.GameType(
        short_name=f"sandtable_{name.replace('-', '_')}",
        long_name=game.title,
        dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
        chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
        information=pyspiel.GameType.Information.IMPERFECT_INFORMATION,
        utility=pyspiel.GameType.Utility.ZERO_SUM,
        reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        max_num_players=2,
        min_num_players=2,
        provides_information_state_string=False,
        provides_information_state_tensor=False,
        provides_observation_string=True,
        provides_observation_tensor=True,
        provides_factored_observation_string=False,
        parameter_specification=DEFAULTS,
    )


class SandtableGame(pyspiel.Game):  # type: ignore[misc]
    """One of our games as OpenSpiel has it."""

    name = ""

    def __init__(self, params: dict[str, Any] | None = None) -> None:
        chosen = {**DEFAULTS, **(params or {})}
        self.scenario: str | None = chosen["scenario"] or None
        self.most_decisions: int = chosen["most_decisions"]
        info = pyspiel.GameInfo(
            num_distinct_actions=MOST_ACTIONS,
            max_chance_outcomes=MOST_OUTCOMES,
            num_players=2,
            min_utility=-1.0,
            max_utility=1.0,
            utility_sum=0.0,
            max_game_length=self.most_decisions,
        )
        self.kind = _type(self.name)
        super().__init__(self.kind, info, params or {})
        self.game = sandtable.load(self.name)
        copyreg.pickle(self.game.position, _reduced)
        self.encoder = Encoder(self.game)

    def new_initial_state(self) -> SandtableState:
        """The first position of the scenario."""
        return SandtableState(self)

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> Observer:
        """What a player observes."""
        return Observer(self)


def _reduced(pos: Position) -> tuple[Any, ...]:
    """A position for pickle, by which OpenSpiel saves states: as the game saves it."""
    return _restored, (pos.box.game.id, pos.box.game.dump(pos))


def _restored(name: str, document: dict[str, Any]) -> Position:
    pos: Position = sandtable.load(name).load(document)
    return pos


class SandtableState(pyspiel.State):  # type: ignore[misc]
    """A position as an OpenSpiel state; OpenSpiel clones it by copying its fields."""

    def __init__(self, game: SandtableGame) -> None:
        super().__init__(game)
        self.pos = game.game.start(game.scenario)
        self.left = game.most_decisions

    def current_player(self) -> int:
        """Who decides, in OpenSpiel's numbers."""
        if self.is_terminal():
            return int(pyspiel.PlayerId.TERMINAL)
        side = self.pos.stack[-1].side
        return int(pyspiel.PlayerId.CHANCE) if side == CHANCE else side

    def _legal_actions(self, player: int) -> list[int]:
        return list(range(len(self.pos.actions()))) if player == self.current_player() else []

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """Outcomes by number, with their probability."""
        outcomes = self.pos.outcomes() or ()
        total = sum(weight for _, weight in outcomes)
        return [(number, weight / total) for number, (_, weight) in enumerate(outcomes)]

    def _apply_action(self, action: int) -> None:
        self.left -= self.pos.side != "chance"
        self.pos.play(self.pos.actions()[action])

    def _action_to_string(self, player: int, action: int) -> str:
        return " ".join(map(str, self.pos.actions()[action]))

    def is_terminal(self) -> bool:
        """Is it over, or cut off?"""
        return not self.pos.stack or self.left <= 0

    def returns(self) -> list[float]:
        """One for the winner, minus one for the loser."""
        outcome = self.pos.outcome
        if outcome is None or outcome.winner is None:
            return [0.0, 0.0]
        return [1.0 if outcome.winner == side else -1.0 for side in PLAYERS]

    def __str__(self) -> str:
        return f"turn {self.pos.turn}, {self.pos.side or 'over'}, {len(self.pos.stack)} frames deep"


class Observer:
    """Tensor and words of what a player sees."""

    def __init__(self, game: SandtableGame) -> None:
        self.encoder = game.encoder
        self.tensor = np.zeros(game.encoder.size, np.float32)
        self.dict = {"observation": self.tensor}

    def set_from(self, state: SandtableState, player: int) -> None:
        """Fill the tensor."""
        self.tensor[:] = self.encoder.encode(state.pos, PLAYERS[player])[0]

    def string_from(self, state: SandtableState, player: int) -> str:
        """The prompt and score the player sees."""
        view = state.pos.see(PLAYERS[player])
        scores = ", ".join(f"{side} {shown.get('score', 0)}" for side, shown in view["sides"].items())
        return f"turn {view['turn']['now']}: {view['prompt']['title']} ({scores})"


def register() -> list[str]:
    """Make every game known to OpenSpiel; their names there."""
    names = []
    for name in sandtable.games():
        made = type(f"Sandtable_{name.replace('-', '_')}", (SandtableGame,), {"name": name})
        kind = _type(name)
        if kind.short_name not in pyspiel.registered_names():
            pyspiel.register_game(kind, made)
        names.append(kind.short_name)
    return names


register()
