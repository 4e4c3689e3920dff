"""Control flow as data: a stack of frames, each naming a stateless step.

A `Frame` is a step's name, a side and arguments: plain data, so that a position can be copied, saved and searched at
any moment.
A step is found by name and holds no state. There are three kinds:

- `Step`: a player decides. `actions` lists what may be done, `apply` does one of them.
- `Chance`: a roll or a draw. `outcomes` lists what may happen with its weight.
- `Auto`: bookkeeping. `run` is called as soon as the frame comes to the top of the stack.

Every `apply` and `run` must change the stack (`push`, `pop`, `swap`), or the same frame is asked again.
A player who has only one thing to do is not asked (`ask_when_forced` turns that off for a step).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from random import Random
from typing import TYPE_CHECKING, Any, ClassVar, Generic, NamedTuple

if TYPE_CHECKING:
    from typing_extensions import TypeVar

    from sandtable.engine.position import Position

    P = TypeVar("P", bound=Position, default=Any)
else:
    from typing import TypeVar

    P = TypeVar("P")

Action = tuple[Any, ...]
Outcomes = Sequence[tuple[Action, int]]

DECIDES, ROLLS, RUNS = 0, 1, 2

DONE: Action = ("done",)
BACK: Action = ("back",)
KEEP: Action = ("keep",)
STOP: Action = ("stop",)
"""Answers that many steps offer: a part is over, take the last choice back, leave it as it is, go no further."""


class Frame(NamedTuple):
    """A step that is under way: its name, whose it is, and its arguments (a step's `Args` names them)."""

    step: str
    side: int
    args: Action


class Ask(NamedTuple):
    """What a player is asked."""

    title: str
    text: str = ""
    rules: tuple[str, ...] = ()
    again: str = ""
    """What a question that comes up time and again is about: an answer may stand for the rest of the turn."""


class Step(Generic[P]):
    """A decision of one side."""

    kind: ClassVar[int] = DECIDES
    name: str = ""
    rule: str = ""
    ask_when_forced: ClassVar[bool] = False
    title: ClassVar[str] = ""
    """What the side is asked; for chance, what everybody reads."""
    text: ClassVar[str] = ""
    rules: ClassVar[tuple[str, ...]] = ()
    """The rules the prompt names, where it is more than the step's own."""
    waiting: ClassVar[str] = ""
    """What the others read meanwhile."""
    verbs: ClassVar[tuple[str, ...]] = ()
    """The orders a click on a dark piece or place may have meant: `barred` is asked why not."""

    def ask(self, pos: P, frame: Frame) -> Ask:
        """The question to the side that decides; a step whose question depends on the position overrides it."""
        return Ask(self.title, self.text, self.rules or (self.rule,))

    def actions(self, pos: P, frame: Frame) -> list[Action]:
        """What the frame's side may do now: unique, in a stable order, never empty."""
        raise TypeError(f"{self.name} lists no actions")

    def apply(self, pos: P, frame: Frame, action: Action) -> None:
        """Do one of `actions`; it has been checked."""
        raise TypeError(f"{self.name} does not apply {action!r}")

    def barred(self, pos: P, frame: Frame, action: Action) -> str | None:
        """The number of the rule that forbids this action, or None where the step cannot tell."""
        return None


class Chance(Step[P]):
    """A roll or a draw; its frame's side is CHANCE."""

    kind: ClassVar[int] = ROLLS

    def outcomes(self, pos: P, frame: Frame) -> Outcomes:
        """Every outcome with its integer weight."""
        raise TypeError(f"{self.name} lists no outcomes")

    def sample(self, pos: P, frame: Frame, rng: Random) -> Action:
        """One outcome, drawn fairly."""
        outcomes = self.outcomes(pos, frame)
        roll = rng.randrange(sum([weight for _, weight in outcomes]))
        return next(action for action, weight in outcomes if (roll := roll - weight) < 0)

    def possible(self, pos: P, frame: Frame, action: Action) -> bool:
        """Can this outcome happen?"""
        return any(action == outcome for outcome, _ in self.outcomes(pos, frame))

    def actions(self, pos: P, frame: Frame) -> list[Action]:
        return [action for action, _ in self.outcomes(pos, frame)]


class Auto(Step[P]):
    """Bookkeeping that nobody decides."""

    kind: ClassVar[int] = RUNS

    def run(self, pos: P, frame: Frame) -> None:
        """Do the work and change the stack."""
        raise TypeError(f"{self.name} does not run")


class Line(NamedTuple):
    """One line of a sequence of play: its rule, the step to enter and whose it is."""

    rule: str
    step: str
    side: int | Callable[[Any], int]
    when: Callable[[Any], bool] | None = None


class Outline(Auto[P]):
    """A turn outline: enters its lines in order, then starts over (`loop`) or ends."""

    class Args(NamedTuple):
        """The line that comes next."""

        line: int

    def __init__(self, name: str, lines: tuple[Line, ...], *, loop: bool = False) -> None:
        self.name = name
        self.lines = lines
        self.loop = loop

    def run(self, pos: P, frame: Frame) -> None:
        (first,) = frame.args
        for index in range(first, len(self.lines)):
            _, step, side, when = self.lines[index]
            if when is None or when(pos):
                swap(pos, self.name, frame.side, index + 1)
                push(pos, step, side if isinstance(side, int) else side(pos))
                return
        if self.loop:
            swap(pos, self.name, frame.side, 0)
        else:
            pop(pos)


_new: Callable[..., Frame] = tuple.__new__
"""Makes a frame in half the time that calling `Frame` takes."""


def push(pos: Position, step: str, side: int, *args: object) -> None:
    """Enter a step; what is under it goes on when it is popped."""
    pos.stack = (*pos.stack, _new(Frame, (step, side, args)))


def pop(pos: Position) -> None:
    """Leave the top frame."""
    pos.stack = pos.stack[:-1]


def swap(pos: Position, step: str, side: int, *args: object) -> None:
    """Replace the top frame."""
    pos.stack = (*pos.stack[:-1], _new(Frame, (step, side, args)))


def index_steps(*groups: Sequence[Step]) -> dict[str, Step]:
    """Steps by name; a name given twice is a programming error."""
    steps: dict[str, Step] = {}
    for group in groups:
        for step in group:
            if step.name in steps:
                raise ValueError(f"two steps are called {step.name!r}")
            steps[step.name] = step
    return steps
