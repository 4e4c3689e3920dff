"""The log in words: one line for each kind of event says how it is told.

A game declares `TELL`, a table from event kind to `Tell`. The engine fills the template, finds the side and the places
of the line, and shows the dice of the latest roll.

A kind that is told in another way under one rule has a second line under `kind@rule`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, NamedTuple, Protocol

from sandtable.engine.battle import Account, DiceRow
from sandtable.engine.kinds import Kind, Shape
from sandtable.engine.sides import SIDES
from sandtable.engine.view import LogText
from sandtable.engine.words import sentence

if TYPE_CHECKING:
    from sandtable.engine.game import Box
    from sandtable.engine.position import Event, Position


class Told(Protocol):
    """What events are told from: a position, or what a game has in its place."""

    @property
    def box(self) -> Box: ...


class Tell(NamedTuple):
    """How one kind of event is told."""

    text: str | Callable[..., str]
    """A template filled with the event's arguments, or a function of the position and the arguments."""
    takes: str = ""
    side: int | Callable[..., int | None] | None = None
    """Whose line it is, where no argument says it."""
    dice: Callable[..., list[DiceRow]] | None = None
    """The dice it shows, from the position and the arguments."""
    account: Callable[..., Account] | None = None
    """The account of a battle that it tells, where no argument holds it: worked out only when the line is told."""
    clears: bool = False
    """The dice before it are no longer of interest."""


class Log:
    """The events of a game, told."""

    def __init__(self, table: Mapping[str, Tell], kinds: Mapping[str, Kind], sides: Mapping[str, Callable[..., int]]):
        self.table = table
        self.shapes = {kind: Shape.read(tell.takes, kinds) for kind, tell in table.items()}
        self.owners = sides
        """For kinds of argument that belong to a side: position and value to the side's number."""

    def tell(self, pos: Told, event: Event) -> LogText:
        """An event as a log line."""
        key, ids = self._key(event), pos.box.game.map.ids
        tell, shape = self.table[key], self.shapes[key]
        text = tell.text
        if callable(text):
            said = text(pos, *event.args)
        else:
            said = text.format(**shape.said(pos, event.args)) if "{" in text else text
        line: LogText = {"text": sentence(said), "side": self._side(pos, tell, shape, event), "places": []}
        for part, value in shape.paired(event.args):
            if part.kind.click == "place" and value >= 0:
                line["places"].append(ids[value])
            elif part.kind.click == "places":
                line["places"] += [ids[place] for place in value]
            elif part.name == "account":
                line["sum"] = Account.of(value).document()
        if tell.account is not None:
            line["sum"] = tell.account(pos, *event.args).document()
        dice = tell.dice(pos, *event.args) if tell.dice is not None else []
        if dice:
            line["dice"] = dice
        return line

    def _key(self, event: Event) -> str:
        under_rule = f"{event.kind}@{event.rule}"
        return under_rule if under_rule in self.table else event.kind

    def _side(self, pos: Told, tell: Tell, shape: Shape, event: Event) -> str | None:
        if tell.side is not None:
            side = tell.side(pos, *event.args) if callable(tell.side) else tell.side
            return None if side is None else SIDES[side]
        for part, value in shape.paired(event.args):
            owner = self.owners.get(part.name)
            if owner is not None:
                return SIDES[owner(pos, value)]
        return None

    def last_dice(self, pos: Position) -> list[DiceRow]:
        """The dice of the latest roll, each side's in a row, until something else has begun."""
        rows: list[DiceRow] = []
        for event in pos.newest_first():
            tell = self.table[self._key(event)]
            if tell.dice is not None:
                rows = [*tell.dice(pos, *event.args), *rows]
            elif rows or tell.clears:
                break
        return rows
