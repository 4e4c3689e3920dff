"""The contract every game fulfils.

A game package `sandtable.games.<name>` has a function `load(data=None) -> Game`. A `Game` knows its scenarios, options,
map and steps, and how to set a position up, show it to a side and guess what a side does not know. Everything else
(checking actions, flow, chance, copying, saving, replay, undo) is the engine's.
"""

from __future__ import annotations

import pathlib
from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from random import Random
from typing import TYPE_CHECKING, Any, ClassVar, Generic, NamedTuple

from sandtable.engine.battle import DiceRow
from sandtable.engine.charts import Chart
from sandtable.engine.documents import Document, Options, Value
from sandtable.engine.flow import Action, Ask, Frame, Step
from sandtable.engine.log import Log
from sandtable.engine.maps import Map
from sandtable.engine.orders import Orders
from sandtable.engine.overlays import Area, Path, overlay_view
from sandtable.engine.packs import Pack, Reader
from sandtable.engine.position import Event, Position
from sandtable.engine.rulebook import Rulebook
from sandtable.engine.sides import CHANCE, NUMBER, PLAYERS, SIDES
from sandtable.engine.view import (
    ForecastView,
    LogLine,
    LogText,
    OverlayView,
    PromptView,
    Reason,
    Shown,
    View,
)
from sandtable.engine.words import ALLIES, THE_AXIS, SideName, sentence

if TYPE_CHECKING:
    from concurrent.futures import Executor

    from typing_extensions import TypeVar

    B = TypeVar("B", bound="Box", default=Any)
    P = TypeVar("P", bound=Position, default=Any)
else:
    from typing import TypeVar

    B, P = TypeVar("B"), TypeVar("P")

FORMAT = 1
"""Number of the save format; `load` refuses any other."""


class Scenario(NamedTuple):
    """A way to start: its title, how long it is, and what to know before choosing it."""

    title: str
    length: str
    notes: str = ""


class Option(NamedTuple):
    """A switch (default False or True) or a choice (default one of `choices`) that changes the rules."""

    title: str
    default: bool | int | str
    notes: str = ""
    rule: str = ""
    choices: tuple[int | str, ...] = ()


class Card(NamedTuple):
    """How the lobby introduces a game."""

    period: str
    blurb: str
    length: str
    minutes: str
    board: str
    weight: int
    sides: Mapping[str, tuple[str, str]]
    """For each side: its name in this game and its task in a few words."""


class Figure(NamedTuple):
    """What a figure printed on a counter means: in a few words, in one word for a column, and how it is used."""

    label: str
    short: str = ""
    note: str = ""
    rule: str = ""


class Box:
    """What never changes during a game: shared by every position of it.

    A game subclasses it and adds its units, tables and precomputed masks.
    """

    def __init__(self, game: Game, scenario: str, options: Options) -> None:
        self.game = game
        self.steps: Mapping[str, Step] = game.steps
        self.scenario = scenario
        self.options = dict(options)


def nothing_hidden(pos: P, viewer: int, rng: Random) -> P:
    """The guess of a game in which everybody knows everything: the position itself."""
    return pos.copy()


def no_forecast(pos: Position, action: Action) -> ForecastView | None:
    """The forecast of a game that has none."""
    return None


def no_charts(box: Box) -> list[Chart]:
    """The charts of a game that has none."""
    return []


class Game(ABC, Generic[B, P]):
    """One of the games, loaded with its data: what it is, what it says and shows, and what the engine does for all.

    The parts a game hands over as functions (`show = staticmethod(view.show)`) take its own box and position.
    """

    id: ClassVar[str]
    title: ClassVar[str]
    rules_version: ClassVar[int] = 1
    """Raised when a change of the rules makes old records play out differently."""
    card: ClassVar[Card]
    scenarios: Mapping[str, Scenario]
    options: ClassVar[Mapping[str, Option]] = {}
    sides_said: ClassVar[tuple[SideName, SideName]] = (ALLIES, THE_AXIS)
    """What the sides are called in a sentence."""
    orders: ClassVar[Orders]
    """Every verb and all about it."""
    log: ClassVar[Log]
    """Every kind of event and how it is told."""
    reasons: ClassVar[Mapping[str, str]] = {}
    """For each rule that may forbid an action: why, in words."""
    over_text: ClassVar[Ask] = Ask("The game is over")
    """What everybody reads when it is over."""
    figures: ClassVar[Mapping[str, Mapping[str, Figure]]] = {}
    """The key to the counters: for a symbol, or "" for all others, what stands left, in the middle and right."""
    ground: ClassVar[Mapping[str, str]] = {}
    """What each kind of ground costs or does, in a few words."""
    place_columns: ClassVar[Mapping[str, Reader]] = {}
    """How the columns are read that this game adds to places.csv."""
    battle_event: ClassVar[str] = "battle"
    """The kind of log event that opens a battle: its line names the attacking side and, first, the place attacked."""
    sides = PLAYERS
    threads: Executor | None = None
    """Where its rules are asked if an answer may take its time; None where they answer at once, as nearly all do."""

    box_class: type[B]
    position: type[P]
    show: Callable[[P, int | None], Shown]
    """Position and viewer to the game's part of the view (docs/view.md): turn, phase, sides, places, pieces, ..."""
    guess: Callable[[P, int, Random], P] = staticmethod(nothing_hidden)
    """A position with everything the viewer cannot know dealt anew; a function of the view and the generator alone."""
    faults: Callable[[P], list[str]]
    """What is impossible about this position; nothing for every position that play can reach."""
    forecast: Callable[[P, Action], ForecastView | None] = staticmethod(no_forecast)
    """The distribution of the results of the battle an action starts."""
    charts: Callable[[B], list[Chart]] = staticmethod(no_charts)
    """The tables a player wants at hand, from the data the rules read."""
    overlays: Mapping[str, Callable[[P, int | None], Sequence[Area | Path]]] = {}
    """The overlays of the map by name: position and viewer to what is drawn."""

    def __init__(self, pack: Pack, steps: Mapping[str, Step]) -> None:
        self.pack = pack
        self.steps = steps
        self.map = Map.read(pack, self.place_columns)
        self.rulebook = Rulebook.read(self.package / "rulebook.toml")
        self._boxes: dict[tuple[Value, ...], B] = {}

    @property
    def package(self) -> pathlib.Path:
        """The folder of the game's package."""
        return self.pack.home.parent

    @property
    def hidden(self) -> bool:
        """May a side know something the other may not? A shared screen then puts a curtain between the sides."""
        return self.guess is not nothing_hidden

    @property
    def tells_alike(self) -> bool:
        """Is every event told to everybody in the same words? A game that hides some, or words, overrides `tell`."""
        return type(self).tell is Game.tell

    @abstractmethod
    def setup(self, box: B) -> P:
        """The first position, with the first frames on its stack."""

    # What a game may write anew

    def make_box(self, scenario: str, options: Options) -> B:
        """What stays the same in a game of this scenario with these options."""
        return self.box_class(self, scenario, options)

    def shown(self, pos: P, viewers: Sequence[int | None]) -> list[Shown]:
        """The game's part of several views, as `show` has it; what they share is worked out once."""
        if self.hidden:
            return [self.show(pos, viewer) for viewer in viewers]
        return [self.show(pos, None)] * len(viewers)

    def side_said(self, pos: P, side: int) -> SideName:
        """What a side is called in a sentence."""
        return self.sides_said[side]

    def tell(self, pos: P, event: Event, viewer: int | None) -> LogText | None:
        """An event in words for this reader, or None if it is not theirs to read."""
        return self.log.tell(pos, event)

    def turn_said(self, pos: P, turn: int) -> int:
        """The number people know a turn by: that of the view, however the rules count."""
        return turn

    def refusal(self, pos: P, action: Action, rule: str) -> str:
        """Why this action is illegal, in words."""
        return self.reason(rule)

    # What the engine does for all

    def prompt(self, pos: P, viewer: int | None) -> PromptView:
        """What is asked now, for this reader."""
        if not pos.stack:
            ask = self.over_text
        else:
            frame, step = pos.stack[-1], pos.step
            if frame.side == CHANCE:
                ask = Ask(step.title or "The dice are rolled", "", (step.rule,))
            elif frame.side == viewer:
                ask = step.ask(pos, frame)
            else:
                who = sentence(self.side_said(pos, frame.side).noun)
                ask = Ask(f"{who} to move", step.waiting, (step.rule,))
        prompt: PromptView = {"title": ask.title, "text": ask.text, "rules": list(ask.rules)}
        if ask.again:
            prompt["again"] = ask.again
        return prompt

    def reason(self, rule: str) -> str:
        """Why a rule forbids something, in words."""
        return self.reasons.get(rule) or f"not possible now: {self.rulebook.title(rule)}"

    def why_not(self, pos: P, side: str, piece: int | None, place: str | None) -> Reason | None:
        """The rule that keeps a piece or place from being chosen by the deciding side."""
        if not pos.stack or pos.stack[-1].side != NUMBER[side]:
            return None
        spot = self.map.index.get(place) if place is not None else None
        meant = self.orders.clicked(pos, piece, spot)
        if any(legal[: len(action)] == action for action in meant for legal in pos.actions()):
            return None
        for action in meant:
            rule = pos.step.barred(pos, pos.stack[-1], action)
            if rule:
                return {"rule": rule, "text": self.refusal(pos, action, rule)}
        return None

    def overlay(self, pos: P, side: str | None, name: str) -> OverlayView:
        """One of `overlays`, as that side may know it."""
        if name not in self.overlays:
            raise KeyError(f"{self.id} has no overlay {name!r}; it has: {', '.join(self.overlays) or 'none'}")
        return overlay_view(self.map, self.overlays[name](pos, None if side is None else NUMBER[side]))

    def start(self, scenario: str | None = None, options: Options | None = None) -> P:
        """The first position of a scenario (the first one by default)."""
        pos = self.setup(self.box(scenario, options))
        pos.settle()
        return pos

    def box(self, scenario: str | None = None, options: Options | None = None) -> B:
        """The box of a scenario with options checked and filled in; made once and shared."""
        scenario = scenario or next(iter(self.scenarios))
        if scenario not in self.scenarios:
            raise ValueError(f"{self.id} has no scenario {scenario!r}; it has: {', '.join(self.scenarios)}")
        chosen = self.checked_options(options or {})
        key = (scenario, *chosen.values())
        if key not in self._boxes:
            self._boxes[key] = self.make_box(scenario, chosen)
        return self._boxes[key]

    def checked_options(self, options: Options) -> dict[str, Value]:
        """All options with their values, or a ValueError that names what is wrong."""
        for name, value in options.items():
            if name not in self.options:
                raise ValueError(f"{self.id} has no option {name!r}; it has: {', '.join(self.options) or 'none'}")
            option = self.options[name]
            allowed = option.choices or (False, True)
            if value not in allowed or isinstance(value, bool) != isinstance(allowed[0], bool):
                raise ValueError(f"option {name} takes one of {list(allowed)}, not {value!r}")
        return {name: options.get(name, option.default) for name, option in self.options.items()}

    def action(self, document: object) -> Action:
        """Read an action back from JSON."""
        if not isinstance(document, list) or not all(type(part) in (str, int, bool) for part in document):
            raise ValueError(f"an action is a list of words and numbers, not {document!r:.80}")
        if not document or type(document[0]) is not str:
            raise ValueError(f"an action begins with a word, not {document!r:.80}")
        return tuple(document)

    def see(self, pos: P, side: str | None) -> View:
        """See `Position.see`."""
        return self.see_as(pos, (side,))[0]

    def see_as(self, pos: P, sides: Sequence[str | None]) -> list[View]:
        """The views of several at once: what all of them are shown alike is worked out once and shared by them."""
        for side in sides:
            if side is not None and side not in PLAYERS:
                raise ValueError(f"{side!r} is not a side; sides are {', '.join(PLAYERS)}")
        dice = self.log.last_dice(pos)
        shown = self.shown(pos, [None if side is None else NUMBER[side] for side in sides])
        return [self._view(pos, side, dice, part) for side, part in zip(sides, shown, strict=True)]

    def _view(self, pos: P, side: str | None, dice: list[DiceRow], part: Shown) -> View:
        outcome = pos.outcome
        viewer = None if side is None else NUMBER[side]
        shown: View = {
            "format": FORMAT,
            "game": self.id,
            "scenario": pos.box.scenario,
            "viewer": side,
            "side": pos.side,
            "prompt": self.prompt(pos, viewer),
            "dice": dice,
            **part,  # type: ignore[typeddict-item]
            "actions": [],
            "outcome": outcome and {"winner": outcome.winner, "kind": outcome.kind, "score": outcome.score},
        }
        if side is not None and pos.side == side:
            shown["actions"] = self.orders.show_all(pos, pos.actions())
        return shown

    def report(self, pos: P, side: str | None, since: int = 0) -> list[LogLine]:
        """See `Position.report`."""
        viewer = None if side is None else NUMBER[side]
        lines: list[LogLine] = []
        for event in pos.events(since):
            told = self.tell(pos, event, viewer)
            if told is not None:
                lines.append({"n": event.n, "turn": self.turn_said(pos, event.turn), "rule": event.rule, **told})  # type: ignore[typeddict-item]
        return lines

    def dump(self, pos: P) -> Document:
        """The position as a JSON-able document."""
        fields = {name: getattr(pos, name) for name in (*type(pos).VALUES, *type(pos).LISTS)}
        return {
            "format": FORMAT,
            "game": self.id,
            "rules": self.rules_version,
            "data": self.pack.digest,
            "scenario": pos.box.scenario,
            "options": pos.box.options,
            "position": _listed(fields),
            "log": None if pos.log is None else [_listed(list(event[1:])) for event in pos.events()],
        }

    def load(self, document: Document) -> P:
        """Restore a dumped position; a ValueError says why it cannot be."""
        for key, wanted in (
            ("format", FORMAT),
            ("game", self.id),
            ("rules", self.rules_version),
            ("data", self.pack.digest),
        ):
            if document.get(key) != wanted:
                raise ValueError(f"this save has {key} {document.get(key)!r}; this table plays {wanted!r}")
        pos = self.position(self.box(document["scenario"], document["options"]))
        today = self.position.FORMERLY
        fields = {today.get(name, name): value for name, value in document["position"].items()}
        names = (*self.position.VALUES, *self.position.LISTS)
        if set(fields) != set(names):
            raise ValueError(f"this save's position has other fields: {sorted(set(fields) ^ set(names))}")
        for name in self.position.VALUES:
            setattr(pos, name, _tupled(fields[name]))
        for name in self.position.LISTS:
            setattr(pos, name, [_tupled(item) for item in fields[name]])
        pos.stack = tuple(Frame(*frame) for frame in pos.stack)
        pos.derive()
        pos.log = None if document["log"] is None else ()
        for turn, rule, kind, args in document["log"] or ():
            here, pos.turn = pos.turn, turn
            pos.note(rule, kind, *_tupled(args))
            pos.turn = here
        if pos.stack and pos.side != SIDES[2]:
            pos.actions()
        return pos


NESTED = (dict, list, tuple)


def _listed(value: Any) -> Any:
    """Tuples as lists, all the way down, as in JSON."""
    if isinstance(value, dict):
        return {key: _listed(item) for key, item in value.items()}
    if isinstance(value, NESTED):
        return [_listed(item) if isinstance(item, NESTED) else item for item in value]
    return value


def _tupled(value: Any) -> Any:
    """Lists as tuples, all the way down."""
    if not isinstance(value, list):
        return value
    return tuple([_tupled(item) if isinstance(item, list) else item for item in value])
