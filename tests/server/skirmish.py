"""A small real game for the server's tests: secret cards, a die, free moves, six turns."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from random import Random
from time import sleep
from typing import Any

from sandtable.ai.core.random_agent import RandomAgent
from sandtable.engine.flow import Action, Auto, Chance, Frame, Outcomes, Step, index_steps, pop, push, swap
from sandtable.engine.game import Box, Card, Game, Option, Scenario
from sandtable.engine.packs import Pack
from sandtable.engine.position import Event, Position
from sandtable.engine.records import Agent, Seat
from sandtable.engine.sides import ALLIED, AXIS, CHANCE, SIDES
from sandtable.table.library import Level

HOME = Path(__file__).parent / "skirmish_pack" / "data"
CARDS = (1, 2, 3, 4, 5, 6)


class Skirmish(Position):
    """Where the two units stand, their steps, cards in hand and cards chosen (0: none yet)."""

    __slots__ = ("chosen", "hands", "steps", "where")
    where: list[int]
    steps: list[int]
    hands: tuple[tuple[int, ...], ...]
    chosen: tuple[int, int]


class Turn(Auto[Skirmish]):
    name = "turn"
    rule = "1"

    def run(self, pos: Skirmish, frame: Frame) -> None:
        if pos.turn > pos.box.options["turns"] or 0 in pos.steps:
            allied, axis = pos.steps
            winner = None if allied == axis else ALLIED if allied > axis else AXIS
            pos.finish(winner, "on points", allied, axis)
            return
        for step, side in (("march", AXIS), ("march", ALLIED), ("compare", ALLIED), ("card", AXIS), ("card", ALLIED)):
            push(pos, step, side)


class ChooseCard(Step[Skirmish]):
    name = "card"
    rule = "1"

    def actions(self, pos: Skirmish, frame: Frame) -> list[Action]:
        return [("card", card) for card in pos.hands[frame[1]]]

    def apply(self, pos: Skirmish, frame: Frame, action: Action) -> None:
        side = frame[1]
        hands, chosen = list(pos.hands), list(pos.chosen)
        hands[side] = tuple(card for card in hands[side] if card != action[1])
        chosen[side] = action[1]
        pos.hands, pos.chosen = tuple(hands), (chosen[0], chosen[1])
        pos.note("1", "card", side, action[1])
        pop(pos)


class Compare(Auto[Skirmish]):
    name = "compare"
    rule = "1"

    def run(self, pos: Skirmish, frame: Frame) -> None:
        pos.reveal()
        allied, axis = pos.chosen
        pos.note("1", "cards", allied, axis)
        if allied == axis:
            pop(pos)
        else:
            swap(pos, "fight", CHANCE, ALLIED if allied > axis else AXIS)


class Fight(Chance[Skirmish]):
    name = "fight"
    rule = "2"

    def outcomes(self, pos: Skirmish, frame: Frame) -> Outcomes:
        return [(("roll", face), 1) for face in range(1, 7)]

    def apply(self, pos: Skirmish, frame: Frame, action: Action) -> None:
        (attacker,) = frame[2]
        if action[1] >= 5:
            pos.steps[1 - attacker] -= 1
        pos.note("2", "fight", attacker, action[1])
        pop(pos)


class March(Step[Skirmish]):
    name = "march"
    rule = "3"

    def actions(self, pos: Skirmish, frame: Frame) -> list[Action]:
        return [*(("march", place) for place in pos.box.game.map.neighbours[pos.where[frame[1]]]), ("done",)]

    def barred(self, pos: Skirmish, frame: Frame, action: Action) -> str | None:
        return "3" if action[0] == "march" else None

    def apply(self, pos: Skirmish, frame: Frame, action: Action) -> None:
        side = frame[1]
        if action[0] == "march":
            pos.where[side] = action[1]
            pos.note("3", "march", side, action[1])
            return
        pop(pos)
        if side == AXIS:
            pos.turn += 1
            pos.chosen = (0, 0)
            if not any(pos.hands):
                pos.hands = (CARDS, CARDS)


class SkirmishGame(Game):
    """The game itself."""

    id = "skirmish"
    title = "Skirmish"
    card = Card(
        "1941", "Two units at a well.", "6 turns", "2 min", "areas", 1, {s: (s.title(), "Win.") for s in SIDES[:2]}
    )
    scenarios: Mapping[str, Scenario] = {
        "well": Scenario("The well", "6 turns", "Two units at a well."),
        "storm": Scenario("Sandstorm", "6 turns", "It begins with a roll."),
    }
    options = {"turns": Option("Turns", 6, choices=(1, 6, 400))}  # noqa: RUF012
    overlays = ("reach",)
    position = Skirmish

    def make_box(self, scenario: str, options: Mapping[str, Any]) -> Box:
        return Box(self, scenario, options)

    def setup(self, box: Any) -> Position:
        pos = Skirmish(box)
        pos.where, pos.steps = [0, 4], [99, 99] if box.options["turns"] == 400 else [3, 3]
        pos.hands, pos.chosen = (CARDS, CARDS), (0, 0)
        pos.stack = (Frame("turn", ALLIED, ()),)
        if box.scenario == "storm":
            push(pos, "fight", CHANCE, AXIS)
        return pos

    def show(self, pos: Any, viewer: int | None) -> dict[str, Any]:
        hands = [
            {"id": f"hand-{SIDES[s]}", "side": SIDES[s], "cards": [{"id": c, "label": str(c)} for c in pos.hands[s]]}
            for s in (ALLIED, AXIS)
            if s == viewer
        ]
        return {
            "turn": {"now": pos.turn, "of": pos.box.options["turns"], "label": f"Turn {pos.turn}", "labels": []},
            "phase": {"now": pos.stack[-1][0] if pos.stack else "over", "steps": []},
            "prompt": {"title": "Skirmish", "text": "Choose.", "rules": ["1"]},
            "sides": {SIDES[s]: {"label": SIDES[s].title(), "score": pos.steps[s]} for s in (ALLIED, AXIS)},
            "places": {},
            "pieces": [
                {"id": s, "at": self.map.ids[pos.where[s]], "side": SIDES[s], "steps": pos.steps[s], "steps_max": 3}
                for s in (ALLIED, AXIS)
            ],
            "hands": hands,
            "chosen": pos.chosen[viewer] if viewer is not None else 0,
        }

    def show_action(self, pos: Any, action: Action) -> dict[str, Any]:
        place = self.map.ids[action[1]] if action[0] == "march" else None
        return {"text": " ".join(map(str, action)), "rule": "1", "piece": None, "place": place}

    def tell(self, pos: Any, event: Event, viewer: int | None) -> dict[str, Any] | None:
        side = SIDES[event.args[0]] if event.kind != "cards" else ""
        if event.kind == "card" and event.args[0] != viewer:
            return None
        return {"text": f"{event.kind} {side} {list(event.args[1:])}", **({"side": side} if side else {})}

    def guess(self, pos: Any, viewer: int, rng: Random) -> Position:
        new: Skirmish = pos.copy()
        if viewer == AXIS and pos.chosen[0] and pos.stack and pos.stack[-1][:2] == ("card", AXIS):
            pool = sorted((*pos.hands[0], pos.chosen[0]))
            card = pool.pop(rng.randrange(len(pool)))
            new.hands, new.chosen = (tuple(pool), pos.hands[1]), (card, 0)
        return new

    def faults(self, pos: Any) -> list[str]:
        return [] if min(pos.steps) >= 0 else ["steps below none"]

    def why_not(self, pos: Any, side: str, piece: int | None, place: str | None) -> dict[str, str] | None:
        return {"rule": "3", "text": f"{place} is too far"}

    def forecast(self, pos: Any, action: Action) -> dict[str, Any] | None:
        return {"title": "A card", "results": [], "exact": True} if action[0] == "card" else None

    def overlay(self, pos: Any, side: str | None, name: str) -> dict[str, Any]:
        return {"areas": [{"side": side, "label": name, "places": ["A"]}], "paths": []}


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


class TestLibrary:
    """One game and agents good and bad."""

    __test__ = False

    def __init__(self) -> None:
        steps = index_steps([Turn(), ChooseCard(), Compare(), Fight(), March()])
        self.game = SkirmishGame(Pack(HOME), steps)
        self.agents: dict[str, Any] = {"recruit": RandomAgent, "patient": Patient, "stuck": Stuck, "broken": Broken}

    def games(self) -> tuple[str, ...]:
        return ("skirmish",)

    def load(self, game: str, data: Path | None = None) -> Game:
        return self.game if data is None else SkirmishGame(Pack(HOME, data), self.game.steps)

    def levels(self, game: str) -> tuple[Level, ...]:
        return tuple(Level(name, name.title(), "") for name in ("recruit", "recruit2", "patient", "stuck", "broken"))

    def agent(self, level: str, game: str, seed: int) -> Agent:
        agent: Agent = self.agents[level.rstrip("2")]()
        return agent


library = TestLibrary()
