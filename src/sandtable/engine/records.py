"""Records: a game as its list of actions; replay, undo, and playing a game out."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from random import Random
from typing import Any, NamedTuple, Protocol, Self

from sandtable.engine.flow import Action
from sandtable.engine.game import FORMAT, Game
from sandtable.engine.position import IllegalAction, Position
from sandtable.engine.sides import CHANCE, NUMBER

SNAPSHOT_EVERY = 64


class Record(NamedTuple):
    """All that is needed to play a game again, move by move."""

    game: str
    scenario: str
    options: Mapping[str, Any]
    data: str
    rules: int
    actions: Sequence[Action]

    def document(self) -> dict[str, Any]:
        """As JSON has it."""
        return {"format": FORMAT, **self._asdict(), "actions": [list(action) for action in self.actions]}

    @classmethod
    def read(cls, document: Mapping[str, Any], game: Game) -> Self:
        """A record from JSON; a ValueError says why this table cannot play it."""
        mine = {"format": FORMAT, "game": game.id, "data": game.pack.digest, "rules": game.rules_version}
        for key, wanted in mine.items():
            if document.get(key) != wanted:
                raise ValueError(f"this record has {key} {document.get(key)!r}; this table plays {wanted!r}")
        actions = [game.action(action) for action in document["actions"]]
        return cls(game.id, document["scenario"], document["options"], game.pack.digest, game.rules_version, actions)

    def positions(self, game: Game) -> Iterator[Position]:
        """The position before the first action and after each; the same object, changed in place."""
        pos = game.start(self.scenario, self.options)
        yield pos
        for number, action in enumerate(self.actions):
            try:
                pos.play(action)
            except IllegalAction as error:
                raise IllegalAction(error.rule, f"action {number} {list(action)}: {error.message}") from None
            yield pos


class Match:
    """A game under way: the position, the actions so far, and the way back."""

    def __init__(self, game: Game, scenario: str | None = None, options: Mapping[str, Any] | None = None) -> None:
        self.game = game
        self.pos = game.start(scenario, options)
        self.actions: list[Action] = []
        self._snapshots = [self.pos.copy()]
        self._undoable: list[int] = []
        """Lengths of `actions` that the side which acted last may go back to."""
        self._actor: str | None = None

    def play(self, action: Action, by: str | None = None) -> None:
        """Play an action and remember how to take it back."""
        actor, marks, length = self.pos.side, self.pos.marks, len(self.actions)
        self.pos.play(action, by)
        self.actions.append(action)
        if len(self.actions) % SNAPSHOT_EVERY == 0:
            self._snapshots.append(self.pos.copy())
        if self.pos.marks != marks:
            self._undoable = []
        else:
            self._undoable = [*self._undoable, length] if actor == self._actor else [length]
        self._actor = actor

    @property
    def may_undo(self) -> str | None:
        """The side that may take its last action back, if any."""
        return self._actor if self._undoable else None

    def undo(self) -> None:
        """Take the last action back; never past a roll, a reveal or an action of the other side."""
        if not self._undoable:
            raise IllegalAction(
                None, "nothing to take back: a die was rolled, something was revealed, or the other side has acted"
            )
        self.rewind(self._undoable.pop())

    def rewind(self, length: int) -> None:
        """Go back to the position after the first `length` actions."""
        del self.actions[length:]
        del self._snapshots[length // SNAPSHOT_EVERY + 1 :]
        self.pos = self.at(length)
        self._undoable = [kept for kept in self._undoable if kept < length]

    def at(self, length: int) -> Position:
        """The position after the first `length` actions, as a copy."""
        nearest = min(length // SNAPSHOT_EVERY, len(self._snapshots) - 1)
        pos = self._snapshots[nearest].copy()
        for action in self.actions[nearest * SNAPSHOT_EVERY : length]:
            pos.play(action)
        return pos

    @property
    def record(self) -> Record:
        """The game so far as a record."""
        box = self.pos.box
        return Record(
            self.game.id, box.scenario, box.options, self.game.pack.digest, self.game.rules_version, list(self.actions)
        )


class Seat:
    """What an agent may use: its side's view, its legal actions, and guesses at the rest."""

    __slots__ = ("_pos", "side")

    def __init__(self, pos: Position, side: str) -> None:
        self._pos = pos
        self.side = side

    @property
    def game(self) -> Game:
        """The game being played."""
        return self._pos.box.game

    def actions(self) -> list[Action]:
        """What this side may do now."""
        return self._pos.actions()

    def see(self) -> dict[str, Any]:
        """This side's view."""
        return self._pos.see(self.side)

    def guess(self, rng: Random) -> Position:
        """A full position that agrees with the view, without a log."""
        guessed = self._pos.guess(self.side, rng)
        guessed.log = None
        return guessed


class Agent(Protocol):
    """Something that plays a side."""

    def choose(self, seat: Seat) -> Action:
        """One of the seat's legal actions."""


def playout(pos: Position, agents: Mapping[str, Agent], seed: int, limit: int = 1_000_000) -> Position:
    """Play a copy of the position to the end, chance drawn from `seed`."""
    pos, rng = pos.copy(), Random(seed)
    for _ in range(limit):
        if not pos.stack:
            return pos
        side = pos.side
        assert side is not None
        pos.play(pos.sample(rng) if NUMBER[side] == CHANCE else agents[side].choose(Seat(pos, side)))
    raise RuntimeError(f"no end after {limit} decisions")
