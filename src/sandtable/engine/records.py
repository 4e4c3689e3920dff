"""Records: a game as its list of actions; replay, undo, and playing a game out."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from random import Random
from typing import NamedTuple, Protocol, Self

from sandtable.engine.documents import Document, Options
from sandtable.engine.flow import Action
from sandtable.engine.game import FORMAT, Game
from sandtable.engine.position import IllegalAction, Position
from sandtable.engine.sides import CHANCE, NUMBER, SIDES
from sandtable.engine.view import View

SNAPSHOT_EVERY = 64


class Record(NamedTuple):
    """All that is needed to play a game again, move by move."""

    game: str
    scenario: str
    options: Options
    data: str
    rules: int
    actions: Sequence[Action]

    def document(self) -> Document:
        """As JSON has it."""
        return {"format": FORMAT, **self._asdict(), "actions": [list(action) for action in self.actions]}

    @classmethod
    def read(cls, document: Document, game: Game) -> Self:
        """A record from JSON; a ValueError says why this table cannot play it."""
        mine = {"format": FORMAT, "game": game.id, "data": game.pack.digest, "rules": game.rules_version}
        for key, wanted in mine.items():
            if document.get(key) != wanted:
                raise ValueError(f"this record has {key} {document.get(key)!r}; this table plays {wanted!r}")
        scenario, options, actions = (document.get(key) for key in ("scenario", "options", "actions"))
        if not isinstance(scenario, str) or not isinstance(options, dict) or not isinstance(actions, list):
            raise ValueError("a record has a scenario, options by name and a list of actions")
        read = [game.action(action) for action in actions]
        return cls(game.id, scenario, options, game.pack.digest, game.rules_version, read)

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


class Move(NamedTuple):
    """One action on the line of play: who, what, in which turn, and whether it may be taken back freely."""

    side: str
    action: Action
    turn: int
    free: bool


class Match:
    """A game under way: the position, the line of play that led to it, and any position on the way."""

    def __init__(self, game: Game, scenario: str | None = None, options: Options | None = None) -> None:
        self.game = game
        self.pos = game.start(scenario, options)
        self.moves: list[Move] = []
        self._kept = {0: self.pos.copy()}
        """Positions on the line by their number of actions."""

    @property
    def actions(self) -> list[Action]:
        """The actions so far, chance included."""
        return [move.action for move in self.moves]

    def play(self, action: Action, by: str | None = None) -> Move:
        """Play an action and remember how to take it back; IllegalAction changes nothing."""
        pos = self.pos
        side, turn, marks = pos.side, pos.turn, pos.undo_barrier
        pos.play(action, by)
        assert side is not None
        move = Move(side, action, turn, side != SIDES[CHANCE] and pos.undo_barrier == marks)
        self.moves.append(move)
        if len(self.moves) % SNAPSHOT_EVERY == 0:
            self._kept[len(self.moves)] = pos.copy()
        return move

    @property
    def may_undo(self) -> str | None:
        """The side that may take its last action back without asking, if any."""
        return self.moves[-1].side if self.moves and self.moves[-1].free else None

    def undo(self) -> None:
        """Take the last action back; never past a roll or a reveal."""
        if self.may_undo is None:
            raise IllegalAction(None, "nothing to take back: a die was rolled or something was revealed")
        self.rewind(len(self.moves) - 1)

    def rewind(self, length: int) -> None:
        """Go back to the position after the first `length` actions."""
        del self.moves[length:]
        self._kept = {at: pos for at, pos in self._kept.items() if at <= length}
        self.pos = self.at(length)

    def at(self, length: int) -> Position:
        """The position after the first `length` actions, as a copy."""
        start = max(at for at in self._kept if at <= length)
        pos: Position = self._kept[start].copy()
        for number in range(start, length):
            pos.play(self.moves[number].action)
            if (number + 1) % SNAPSHOT_EVERY == 0:
                self._kept[number + 1] = pos.copy()
        return pos

    def turns(self) -> list[tuple[int, int]]:
        """For each turn: the number of actions at its end, and its number."""
        moves = self.moves
        ends = [at for at in range(1, len(moves)) if moves[at].turn != moves[at - 1].turn]
        return [(at, moves[at - 1].turn) for at in [*ends, len(moves)] if at]

    @property
    def record(self) -> Record:
        """The game so far as a record."""
        box = self.pos.box
        return Record(
            self.game.id, box.scenario, box.options, self.game.pack.digest, self.game.rules_version, self.actions
        )


class Seat:
    """What an agent may use: its side's view, its legal actions, and guesses at the rest.

    A seat holds a guess at the position in place of the position itself, so that whatever an agent digs up in here is
    something its side may know, or made up. Guesses depend on what a side knows alone, so nothing is lost by it.
    """

    __slots__ = ("_known", "side")

    def __init__(self, pos: Position, side: str) -> None:
        actions = pos.actions() if pos.side == side else None
        self._known = pos.guess(side, Random(0))
        self._known._actions = actions
        self.side = side

    @property
    def game(self) -> Game:
        """The game being played."""
        return self._known.box.game

    def actions(self) -> list[Action]:
        """What this side may do now."""
        return self._known.actions()

    def see(self) -> View:
        """This side's view."""
        return self._known.see(self.side)

    def guess(self, rng: Random) -> Position:
        """A full position that agrees with the view, without a log."""
        guessed = self._known.guess(self.side, rng)
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
