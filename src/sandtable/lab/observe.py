"""One game watched: points and losses turn by turn, where it was fought, who held what, how long they thought."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field
from time import perf_counter
from typing import NamedTuple, TypeVar

import sandtable
from sandtable.ai import agent
from sandtable.engine.position import Position
from sandtable.engine.records import Seat
from sandtable.engine.sides import CHANCE, NUMBER, PLAYERS, SIDES
from sandtable.engine.view import View
from sandtable.lab.dice import Dice
from sandtable.lab.plan import Plan, game_seed

N = TypeVar("N", int, float)
LONGEST_TURN = 5000
"""Decisions a side may make in one turn; beyond them it goes round in circles."""


class Turn(NamedTuple):
    """One turn, for the Allies and for the Axis."""

    turn: int
    points: tuple[float, float]
    """As the turn ended."""
    losses: tuple[int, int]
    """Steps lost since the start of the game."""
    decisions: tuple[int, int]
    attacks: tuple[int, int]
    contested: tuple[int, int]
    """Objectives this side attacked or took in the turn."""
    taken: tuple[int, int]
    """Objectives that changed hands to this side."""
    owners: str = ""
    """Whose each of the game's objectives was as the turn ended: `0` Allied, `1` Axis, `-` nobody's."""


@dataclass(frozen=True, slots=True)
class Observation:
    """All the lab keeps of one game; two are equal when the games were, however long anyone thought."""

    number: int
    winner: str | None
    kind: str
    points: tuple[int, int]
    decisions: int
    first: str | None
    """The side that moved first: whose piece was the first to go from one place of the map to another."""
    turns: list[Turn]
    losses_by_type: dict[str, int]
    """Steps lost, by `side symbol`."""
    fights: dict[str, int]
    """Attacks on each place."""
    held: dict[str, tuple[int, int]]
    """Turns' ends at which each side held a place: it controls it, or else was the last to stand there."""
    objectives: list[str]
    """The places that decide, in the order of `Turn.owners`."""
    micros: tuple[list[int], list[int]] = field(compare=False)
    """Microseconds each side took over each decision with more than one choice."""


class Watch:
    """What is gathered while a game goes on."""

    def __init__(self, pos: Position) -> None:
        self.turns: list[Turn] = []
        self.fights: Counter[str] = Counter()
        self.held: dict[str, list[int]] = {}
        self.first: str | None = None
        self.micros: tuple[list[int], list[int]] = ([], [])
        self._places = frozenset(pos.box.game.map.ids)
        self._stands = self._standing(pos)
        self._holder: dict[str, int] = {}
        self._owners = objectives(pos, pos.see(None))
        self.objectives = sorted(self._owners)
        self._missing = missing_by_type(pos)
        self._turn, self._read = pos.turn, 0
        self._decided = [0, 0]
        self._targets: tuple[list[str], list[str]] = ([], [])

    def decided(self, pos: Position, side: int, spent: float, choices: int) -> None:
        """A side has decided."""
        self._decided[side] += 1
        if self._decided[side] > LONGEST_TURN:
            raise RuntimeError(f"{PLAYERS[side]} goes round in circles on turn {pos.turn}: {pos.stack[-1:]}")
        if choices > 1:
            self.micros[side].append(round(spent * 1e6))
        if self.first is None:
            stands = self._standing(pos)
            if any(place != self._stands.get(piece, place) for piece, place in stands.items()):
                self.first = PLAYERS[side]
            self._stands = stands

    def after(self, pos: Position) -> None:
        """A decision or roll has been played: close the turn if it ended."""
        if pos.turn == self._turn and pos.stack:
            return
        view = pos.see(None)
        self._read_battles(pos)
        owners = objectives(pos, view)
        taken: tuple[list[str], list[str]] = ([], [])
        for place, side in owners.items():
            if side is not None and self._owners.get(place, side) != side:
                taken[side].append(place)
        lost = self.losses_by_type(pos)
        self.turns.append(
            Turn(
                self._turn,
                _pair(float(view["sides"][side].get("score") or 0) for side in PLAYERS),
                _pair(sum(n for name, n in lost.items() if name.startswith(side)) for side in PLAYERS),
                _pair(self._decided),
                _pair(len(targets) for targets in self._targets),
                _pair(len({*taken[n], *(p for p in self._targets[n] if p in owners)}) for n in (0, 1)),
                _pair(len(places) for places in taken),
                "".join("-" if owners.get(place) is None else str(owners[place]) for place in self.objectives),
            )
        )
        self._hold(view)
        self._owners, self._turn = owners, pos.turn
        self._decided, self._targets = [0, 0], ([], [])

    def losses_by_type(self, pos: Position) -> dict[str, int]:
        """Steps lost since the game began, by `side symbol`."""
        lost = missing_by_type(pos)
        lost.subtract(self._missing)
        return {name: steps for name, steps in lost.items() if steps > 0}

    def _read_battles(self, pos: Position) -> None:
        """Count the battles opened since the last look, by place and attacker."""
        game = pos.box.game
        for event in pos.events(self._read):
            self._read = event.n + 1
            told = game.tell(pos, event, None) if event.kind == game.battle_event else None
            if told is not None and told["side"]:
                self.fights[told["places"][0]] += 1
                self._targets[NUMBER[told["side"]]].append(told["places"][0])

    def _standing(self, pos: Position) -> dict[int, str]:
        """Where each piece on the map stands."""
        pieces = pos.box.game.show(pos, None)["pieces"]
        return {piece["id"]: piece["at"] for piece in pieces if piece["at"] in self._places}

    def _hold(self, view: View) -> None:
        """Who holds each place as a turn ends."""
        for piece in view["pieces"]:
            if piece["at"] in self._places and piece["side"] in PLAYERS:
                self._holder[piece["at"]] = NUMBER[piece["side"]]
        self._holder |= _control(view)
        for place, side in self._holder.items():
            self.held.setdefault(place, [0, 0])[side] += 1


def observe(plan: Plan, number: int) -> Observation:
    """Play game `number` of a plan and watch it; an impossible end is an error."""
    game = sandtable.load(plan.game, plan.data)
    seed = game_seed(plan.seed, number)
    players = [agent(plan.agents[side], plan.game, seed + n + 1) for n, side in enumerate(PLAYERS)]
    pos, dice, total, last = game.start(plan.scenario, plan.options), Dice(seed), 0, 0
    watch = Watch(pos)
    while pos.stack:
        who = pos.stack[-1].side
        if who == CHANCE:
            pos.play(dice.roll(pos, last))
        else:
            last = who
            choices, start = len(pos.actions()), perf_counter()
            action = players[who].choose(Seat(pos, SIDES[who]))
            spent = perf_counter() - start
            pos.play(action)
            watch.decided(pos, who, spent, choices)
        total += 1
        watch.after(pos)
    faults = game.faults(pos)
    if faults:
        raise RuntimeError(f"game {number} of seed {plan.seed} ended impossibly: {'; '.join(faults)}")
    outcome = pos.outcome
    assert outcome is not None
    return Observation(
        number,
        outcome.winner,
        outcome.kind,
        (outcome.score["allied"], outcome.score["axis"]),
        total,
        watch.first,
        watch.turns,
        watch.losses_by_type(pos),
        dict(watch.fights),
        {place: (times[0], times[1]) for place, times in watch.held.items()},
        watch.objectives,
        watch.micros,
    )


def _pair(figures: Iterable[N]) -> tuple[N, N]:
    """A figure for each side, as a tuple."""
    allied, axis = figures
    return allied, axis


def _control(view: View) -> dict[str, int]:
    """The number of the side that controls each place the game keeps control of."""
    holders = {place: shown.get("control") for place, shown in view["places"].items()}
    return {place: NUMBER[holder] for place, holder in holders.items() if holder in PLAYERS}


def objectives(pos: Position, view: View) -> dict[str, int | None]:
    """The places that decide and whose they are: those the game shows as such, or else all whose control it keeps."""
    if "victory" not in pos.box.game.overlays:
        return dict(_control(view))
    areas = pos.overlay(None, "victory")["areas"]
    return {place: NUMBER[area["side"]] if area["side"] else None for area in areas for place in area["places"]}


def missing_by_type(pos: Position) -> Counter[str]:
    """Steps that pieces lack, by `side symbol`, each side's as it knows them itself."""
    missing: Counter[str] = Counter()
    for number, side in enumerate(PLAYERS):
        for piece in pos.box.game.show(pos, number)["pieces"]:
            if piece["side"] == side:
                missing[f"{side} {piece.get('symbol', 'unit')}"] += piece.get("steps_max", 0) - piece.get("steps", 0)
    return missing
