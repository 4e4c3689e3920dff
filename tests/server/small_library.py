"""What the server's tests play: the small game of examples/skirmish, also at great length, and agents good and bad."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from time import sleep
from typing import Any, ClassVar

import sandtable_skirmish
from sandtable.ai.core.random_agent import RandomAgent
from sandtable.engine.flow import Action
from sandtable.engine.game import Game, Option
from sandtable.engine.packs import Pack
from sandtable.engine.records import Agent, Seat
from sandtable.table.library import Level
from sandtable_skirmish.box import SkirmishBox
from sandtable_skirmish.game import Skirmish
from sandtable_skirmish.position import SkirmishPosition

HOME = Path(sandtable_skirmish.__file__).parent / "data"
LONG = 400


class LongSkirmish(Skirmish):
    """The small game, which may also be over at once or last for ever."""

    options: ClassVar[Mapping[str, Option]] = {"turns": Option("Turns", 6, choices=(1, 6, LONG))}

    def setup(self, box: SkirmishBox) -> SkirmishPosition:
        pos = super().setup(box)
        if box.options["turns"] == LONG:
            pos.steps = [99, 99]
        return pos


class Patient:
    """Thinks until the clock is out, and says how far it is."""

    clock: Any = None

    def choose(self, seat: Seat) -> Action:
        self.clock.tell(0.5)
        while not self.clock.out():
            sleep(0.005)
            self.clock.tell(0.5)
        return seat.actions()[0]


class Stuck:
    """Never chooses."""

    def choose(self, seat: Seat) -> Action:
        while True:
            sleep(1)


class Broken:
    """Cannot choose."""

    def choose(self, seat: Seat) -> Action:
        raise RuntimeError("out of ideas")


class SmallLibrary:
    """One game and those agents."""

    def __init__(self) -> None:
        self.game = LongSkirmish(Pack(HOME))
        self.agents: dict[str, Any] = {"recruit": RandomAgent, "patient": Patient, "stuck": Stuck, "broken": Broken}

    def games(self) -> tuple[str, ...]:
        return ("skirmish",)

    def load(self, game: str, data: Path | None = None) -> Game:
        return self.game if data is None else LongSkirmish(Pack(HOME, data))

    def levels(self, game: str) -> tuple[Level, ...]:
        return tuple(Level(name, name.title(), "") for name in ("recruit", "patient", "stuck", "recruit2", "broken"))

    def agent(self, level: str, game: str, seed: int) -> Agent:
        agent: Agent = self.agents[level.rstrip("2")]()
        return agent


library = SmallLibrary()
