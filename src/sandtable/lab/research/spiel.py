"""The games in OpenSpiel: `import sandtable.lab.research.spiel; pyspiel.load_game("sandtable_bravery")`.

An OpenSpiel action is the place of ours in the list the engine gives; at a chance node, that of the outcome. Beside the
observation, tensors hold a row for each action (`actions`), without which its number means nothing.
Parameters: `sandtable_rommel(scenario=gazala,options={"..":true},data=/a/folder,most_decisions=500)`. A game that has
not ended after `most_decisions` is cut off and drawn.

States can be resampled from what a player knows, so information-set search runs on them. Plain MCTS does not: it would
look at the true state, hidden things included.
"""

from __future__ import annotations

import copyreg
import hashlib
import json
from collections.abc import Callable
from pathlib import Path
from random import Random

import numpy as np
import pyspiel

import sandtable
from sandtable.engine.documents import Document, Options
from sandtable.engine.game import Game
from sandtable.engine.position import Position
from sandtable.engine.sides import CHANCE, PLAYERS
from sandtable.lab.research.actions import COLUMNS, MOST_ACTIONS
from sandtable.lab.research.encoder import Encoder

MOST_OUTCOMES = 1024
DEFAULTS: Document = {"scenario": "", "options": "", "data": "", "most_decisions": 200_000}
"""The first scenario, plain options and data, and no end that any game would reach."""
Loader = Callable[[Path | None], Game]


def _type(name: str, game: Game) -> pyspiel.GameType:
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
        provides_information_state_string=True,
        provides_information_state_tensor=False,
        provides_observation_string=True,
        provides_observation_tensor=True,
        provides_factored_observation_string=False,
        parameter_specification=DEFAULTS,
    )


class SandtableGame(pyspiel.Game):  # type: ignore[misc]
    """One of our games as a game of OpenSpiel."""

    name = ""
    loader: Loader

    def __init__(self, params: Document | None = None) -> None:
        chosen = {**DEFAULTS, **(params or {})}
        self.scenario: str | None = chosen["scenario"] or None
        self.options: Options = json.loads(chosen["options"]) if chosen["options"] else {}
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
        self.game = type(self).loader(Path(chosen["data"]) if chosen["data"] else None)
        self.kind = _type(self.name, self.game)
        super().__init__(self.kind, info, params or {})
        copyreg.pickle(self.game.position, _reduced)
        GAMES[self.game.id, self.game.pack.digest] = self.game
        self.encoder = Encoder(self.game, self.scenario, self.options)

    def new_initial_state(self) -> SandtableState:
        """The first position of the scenario."""
        return SandtableState(self)

    def make_py_observer(
        self, iig_obs_type: pyspiel.IIGObservationType | None = None, params: Document | None = None
    ) -> Observer:
        """What a player observes; with perfect recall, all that it has done and been told."""
        return Observer(self, bool(iig_obs_type is not None and iig_obs_type.perfect_recall))


GAMES: dict[tuple[str, str], Game] = {}
"""Games that states may belong to, by id and data."""


def _reduced(pos: Position) -> tuple[Callable[[str, str, Document], Position], tuple[str, str, Document]]:
    """A position for pickle, by which OpenSpiel saves states: as the game saves it."""
    game = pos.box.game
    return _restored, (game.id, game.pack.digest, game.dump(pos))


def _restored(name: str, data: str, document: Document) -> Position:
    pos: Position = GAMES[name, data].load(document)
    return pos


class SandtableState(pyspiel.State):  # type: ignore[misc]
    """A position as an OpenSpiel state; OpenSpiel clones it by copying its fields."""

    def __init__(self, game: SandtableGame) -> None:
        super().__init__(game)
        self.pos = game.game.start(game.scenario, game.options)
        self.left = game.most_decisions
        self.own: tuple[tuple[str, ...], tuple[str, ...]] = ((), ())
        """What each player has done, in the text form of actions."""

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
        player, chosen = self.current_player(), self.pos.actions()[action]
        if player >= 0:
            self.left -= 1
            done = (*self.own[player], " ".join(map(str, chosen)))
            self.own = (done, self.own[1]) if player == 0 else (self.own[0], done)
        self.pos.play(chosen)

    def _action_to_string(self, player: int, action: int) -> str:
        return " ".join(map(str, self.pos.actions()[action]))

    def information_state_string(self, player: int | None = None) -> str:
        """All that a player has done, then a digest of all it was told and of what it sees: perfect recall."""
        side = PLAYERS[self.current_player() if player is None else player]
        seen = json.dumps([self.pos.report(side), self.pos.see(side)], sort_keys=True, default=str)
        return f"{side}: {'; '.join(self.own[PLAYERS.index(side)])} | {hashlib.sha256(seen.encode()).hexdigest()[:24]}"

    def resample_from_infostate(self, player: int, sampler: Callable[[], float]) -> SandtableState:
        """A state that looks the same to a player, all it cannot know dealt anew."""
        new: SandtableState = self.clone()
        new.pos = self.pos.guess(PLAYERS[player], Random(int(sampler() * 2**53)))
        return new

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
    """Tensors and words of what a player sees."""

    def __init__(self, game: SandtableGame, recall: bool) -> None:
        self.encoder, self.recall = game.encoder, recall
        size = game.encoder.size
        self.tensor = np.zeros(size + MOST_ACTIONS * (len(COLUMNS) + 1), np.float32)
        actions = self.tensor[size : size + MOST_ACTIONS * len(COLUMNS)]
        self.dict = {
            "observation": self.tensor[:size],
            "actions": actions.reshape(MOST_ACTIONS, len(COLUMNS)),
            "action_mask": self.tensor[size + MOST_ACTIONS * len(COLUMNS) :],
        }

    def set_from(self, state: SandtableState, player: int) -> None:
        """Fill the tensors."""
        observation, rows, mask = self.encoder.encode(state.pos, PLAYERS[player])
        self.dict["observation"][:], self.dict["actions"][:], self.dict["action_mask"][:] = observation, rows, mask

    def string_from(self, state: SandtableState, player: int) -> str:
        """With perfect recall, the information state; else the prompt, the score and a digest of the view."""
        if self.recall:
            return state.information_state_string(player)
        view = state.pos.see(PLAYERS[player])
        scores = ", ".join(f"{side} {shown.get('score', 0)}" for side, shown in view["sides"].items())
        digest = hashlib.sha256(json.dumps(view, sort_keys=True, default=str).encode()).hexdigest()[:24]
        return f"turn {view['turn']['now']}: {view['prompt']['title']} ({scores}) {digest}"


def register(name: str, loader: Loader | None = None) -> str:
    """Make a game known to OpenSpiel, one of another distribution by its loader; its name there."""
    load: Loader = loader or (lambda data: sandtable.load(name, data))
    made = type(f"Sandtable_{name.replace('-', '_')}", (SandtableGame,), {"name": name, "loader": staticmethod(load)})
    kind = _type(name, load(None))
    if kind.short_name not in pyspiel.registered_names():
        pyspiel.register_game(kind, made)
    return str(kind.short_name)


NAMES = [register(name) for name in sandtable.games()]
