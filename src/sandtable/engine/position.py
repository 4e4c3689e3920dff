"""A position: plain data, cheap to copy, with the rules one call away.

A game subclasses `Position` with its own annotated `__slots__`. A field annotated `list[...]` is a flat list that is
copied with the position; every other field must be immutable (int, str, None, or tuples of them). From that
declaration come `copy`, `dump` and `load`, so a field cannot be forgotten in one of them. A field named in `DERIVED`
follows from the others (it may be a bytearray, too): it is copied but never saved, and `derive` works it out again
after a load.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from random import Random
from typing import TYPE_CHECKING, Any, ClassVar, NamedTuple, Self, TypeVar

from sandtable.engine.documents import Document
from sandtable.engine.flow import DECIDES, ROLLS, RUNS, Action, Chance, Frame, Outcomes, Step
from sandtable.engine.sides import CHANCE, NUMBER, SIDES
from sandtable.engine.view import ForecastView, LogLine, OverlayView, Reason, View

if TYPE_CHECKING:
    from sandtable.engine.game import Box

T = TypeVar("T", bound="Position")
Link = tuple[Any, int, int, str, str, Action]


class IllegalAction(Exception):
    """An action the rules do not allow; the position is as it was."""

    def __init__(self, rule: str | None, message: str) -> None:
        super().__init__(f"{message} (rule {rule})" if rule else message)
        self.rule = rule
        self.message = message


class Outcome(NamedTuple):
    """How a game ended."""

    winner: str | None
    kind: str
    score: dict[str, int]


class Event(NamedTuple):
    """One entry of the log: which rule made it, what happened, and the particulars."""

    n: int
    turn: int
    rule: str
    kind: str
    args: Action


class Position:
    """What every game's position has."""

    __slots__ = ("_actions", "box", "log", "over", "stack", "turn", "undo_barrier")

    box: Box
    stack: tuple[Frame, ...]
    """Frames, the one that is asked last."""
    turn: int
    over: tuple[int | None, str, int, int] | None
    """Set by `finish`: winner's number or None, kind, allied score, axis score."""
    undo_barrier: int
    """Counts chance outcomes and reveals: undo never goes back past a change of it."""
    log: tuple[()] | Link | None
    """A chain from the newest event to the oldest, so that copies share it; None when it is turned off."""
    _actions: list[Action] | None

    LISTS: ClassVar[tuple[str, ...]] = ()
    VALUES: ClassVar[tuple[str, ...]] = ()
    DERIVED: ClassVar[tuple[str, ...]] = ()
    FORMERLY: ClassVar[Mapping[str, str]] = {"marks": "undo_barrier"}
    """Fields that had another name in older saves."""

    def __init_subclass__(cls) -> None:
        fields = [name for name in cls.__annotations__ if name in cls.__slots__]
        if set(fields) != set(cls.__slots__):
            raise TypeError(f"{cls.__name__}: every slot needs an annotation: {set(cls.__slots__) - set(fields)}")
        saved = [name for name in fields if name not in cls.DERIVED]
        is_list = {name: str(cls.__annotations__[name]).startswith("list[") for name in saved}
        cls.LISTS = (*cls.LISTS, *(name for name in saved if is_list[name]))
        cls.VALUES = (*cls.VALUES, *(name for name in saved if not is_list[name]))
        cls.copy = _compile_copy(cls)  # type: ignore[method-assign]

    def __init__(self, box: Box) -> None:
        self.box = box
        self.stack = ()
        self.turn = 1
        self.over = None
        self.undo_barrier = 0
        self.log = ()
        self._actions = None

    def copy(self) -> Self:
        """An independent position equal to this one (compiled for each subclass, see below)."""
        return _compile_copy(type(self))(self)  # type: ignore[no-any-return]

    def derive(self) -> None:
        """Work out the fields of `DERIVED` from the others."""

    def __deepcopy__(self, memo: dict[int, object]) -> Self:
        """A copy is as deep as it need be: what it shares never changes."""
        return self.copy()

    def quiet(self) -> Self:
        """A copy that keeps no log, for search."""
        new = self.copy()
        new.log = None
        return new

    # Deciding

    @property
    def side(self) -> str | None:
        """Who decides now: a side, `chance`, or None when it is over."""
        return SIDES[self.stack[-1].side] if self.stack else None

    @property
    def step(self) -> Step:
        """The step that asks now."""
        return self.box.steps[self.stack[-1].step]

    @property
    def outcome(self) -> Outcome | None:
        """None, or how it ended."""
        if self.over is None:
            return None
        winner, kind, allied, axis = self.over
        return Outcome(None if winner is None else SIDES[winner], kind, {"allied": allied, "axis": axis})

    def actions(self) -> list[Action]:
        """What the deciding side may do; empty only when the game is over. The list is shared: do not change it."""
        if self._actions is None:
            self._actions = self.step.actions(self, self.stack[-1]) if self.stack else []
        return self._actions

    def play(self, action: Action, by: str | None = None) -> None:
        """Do one of `actions`; anything else raises IllegalAction and changes nothing."""
        if not self.stack:
            raise IllegalAction(None, "the game is over")
        frame = self.stack[-1]
        step = self.box.steps[frame.step]
        if by is not None and by != SIDES[frame.side]:
            raise IllegalAction(step.rule, f"{SIDES[frame.side]} decides now, not {by}")
        if step.kind == ROLLS:
            try:
                possible = isinstance(step, Chance) and step.possible(self, frame, action)
            except TypeError:
                if all(isinstance(part, int | str) for part in action):
                    raise
                possible = False  # no outcome has such a part
            if not possible:
                raise IllegalAction(step.rule, f"{list(action)} cannot come up here")
            self.undo_barrier += 1
        elif action not in (self._actions or self.actions()):
            orders = self.box.game.orders
            misshapen = orders.misshapen(self, action)
            if misshapen:
                raise IllegalAction(step.rule, misshapen)
            rule = step.barred(self, frame, action) or step.rule
            raise IllegalAction(rule, self.box.game.refusal(self, action, rule))
        self._actions = None
        step.apply(self, frame, action)
        self.settle()

    def settle(self) -> None:
        """Run what nobody decides until somebody must."""
        self._actions = None
        steps: Mapping[str, Any] = self.box.steps
        while self.stack:
            frame = self.stack[-1]
            step = steps[frame.step]
            kind = step.kind
            if kind == RUNS:
                step.run(self, frame)
            elif kind == DECIDES:
                actions = step.actions(self, frame)
                if len(actions) != 1 or step.ask_when_forced:
                    self._actions = actions
                    return
                step.apply(self, frame, actions[0])
            else:
                return

    def outcomes(self) -> Outcomes | None:
        """At a chance decision: every outcome with its weight."""
        if not self.stack or self.stack[-1].side != CHANCE:
            return None
        step = self.step
        assert isinstance(step, Chance)
        return step.outcomes(self, self.stack[-1])

    def sample(self, rng: Random) -> Action:
        """At a chance decision: one outcome, drawn fairly."""
        step = self.step
        if not isinstance(step, Chance):
            raise IllegalAction(step.rule, f"{self.side} decides now, not chance")
        return step.sample(self, self.stack[-1], rng)

    def finish(self, winner: int | None, kind: str, allied: int, axis: int) -> None:
        """End the game at once."""
        self.over = (winner, kind, allied, axis)
        self.stack = ()

    # Telling

    def places_offered(self) -> list[int]:
        """The places that the actions of this moment name."""
        orders = self.box.game.orders
        named = (orders.place_of(self, action) for action in self.actions())
        return list(dict.fromkeys(place for place in named if place is not None))

    def note(self, rule: str, kind: str, *args: object) -> None:
        """Add an event to the log, unless it is turned off."""
        log = self.log
        if log is not None:
            self.log = (log, log[1] + 1 if log else 0, self.turn, rule, kind, args)

    def reveal(self) -> None:
        """Something hidden was shown: no undo past this."""
        self.undo_barrier += 1

    def events(self, since: int = 0) -> list[Event]:
        """The log from number `since` on, oldest first."""
        return list(self.newest_first(since))[::-1]

    def newest_first(self, since: int = 0) -> Iterator[Event]:
        """The log from the newest event back to number `since`."""
        link: Any = self.log
        while link:
            older, n, turn, rule, kind, args = link
            if n < since:
                return
            yield Event(n, turn, rule, kind, args)
            link = older

    def see(self, side: str | None) -> View:
        """All that a side (None: a watcher) may know, with its legal actions: see docs/view.md.

        Views share what has not changed: do not change them.
        """
        return self.box.game.see(self, side)

    def report(self, side: str | None, since: int = 0) -> list[LogLine]:
        """The log lines a side may read."""
        return self.box.game.report(self, side, since)

    def guess(self, side: str, rng: Random) -> Self:
        """A full position that agrees with all that side knows."""
        new = self.box.game.guess(self, NUMBER[side], rng)
        new._actions = None
        assert isinstance(new, type(self))
        return new

    def why_not(self, side: str, piece: int | None = None, place: str | None = None) -> Reason | None:
        """The rule that keeps this piece or place dark, or None."""
        return self.box.game.why_not(self, side, piece, place)

    def forecast(self, action: Action) -> ForecastView | None:
        """The distribution of the battle this action starts, or None."""
        return self.box.game.forecast(self, action)

    def overlay(self, side: str | None, name: str) -> OverlayView:
        """One of the game's overlays, as that side may know it."""
        return self.box.game.overlay(self, side, name)


Position.VALUES = ("stack", "turn", "over", "undo_barrier")


def _compile_copy(cls: type[T]) -> Any:
    """A straight-line copy for a class of slots: as tight as one written by hand, and never missing a field."""
    lines = ["def copy(self):", "    new = make(cls)", "    new.box = self.box", "    new.log = self.log"]
    lines.append("    new._actions = self._actions")
    sliced = [name for name in cls.DERIVED if str(cls.__annotations__[name]).startswith(("list[", "bytearray"))]
    shared = [name for name in cls.DERIVED if name not in sliced]
    lines += [f"    new.{name} = self.{name}" for name in (*cls.VALUES, *shared)]
    lines += [f"    new.{name} = self.{name}[:]" for name in (*cls.LISTS, *sliced)]
    lines.append("    return new")
    space: Document = {"make": cls.__new__, "cls": cls}
    exec("\n".join(lines), space)
    return space["copy"]
