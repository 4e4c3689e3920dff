"""One game watched: how points and losses went turn by turn, where it was fought, how much was decided."""

from __future__ import annotations

from collections import Counter
from random import Random
from typing import Any, NamedTuple

import sandtable
from sandtable.ai import agent
from sandtable.engine.position import Position
from sandtable.engine.records import Seat
from sandtable.engine.sides import CHANCE, PLAYERS, SIDES
from sandtable.lab.simulate import Plan, game_seed


class Turn(NamedTuple):
    """The state of affairs as a turn ends: for the Allies, then for the Axis."""

    turn: int
    points: tuple[float, float]
    losses: tuple[int, int]
    decisions: tuple[int, int]
    attacks: tuple[int, int]


class Observation(NamedTuple):
    """All the lab keeps of one game."""

    number: int
    winner: str | None
    kind: str
    points: tuple[int, int]
    decisions: int
    turns: list[Turn]
    losses_by_type: dict[str, int]
    """Steps lost, by `side symbol`."""
    fights: dict[str, int]
    """Dice rolled about each place."""
    control: dict[str, str]
    """Who held each place at the end, where the game says so."""


def observe(plan: Plan, number: int) -> Observation:
    """Play game `number` of a plan and watch it."""
    game = sandtable.load(plan.game, plan.data)
    seed = game_seed(plan.seed, number)
    players = {side: agent(plan.agents[side], plan.game, seed + n + 1) for n, side in enumerate(PLAYERS)}
    pos, rng = game.start(plan.scenario, plan.options), Random(seed)
    turns: list[Turn] = []
    fights: Counter[str] = Counter()
    decided, attacks, total, read, turn = [0, 0], [0, 0], 0, 0, pos.turn
    while pos.stack:
        who = pos.stack[-1][1]
        if who == CHANCE:
            pos.play(pos.sample(rng))
        else:
            pos.play(players[SIDES[who]].choose(Seat(pos, SIDES[who])))
            decided[who] += 1
        total += 1
        if pos.turn != turn or not pos.stack:
            read = _read_fights(pos, read, fights, attacks)
            turns.append(_turn(pos, turn, decided, attacks))
            decided, attacks, turn = [0, 0], [0, 0], pos.turn
    outcome, view = pos.outcome, pos.see(None)
    assert outcome is not None
    held = {place: shown["control"] for place, shown in view["places"].items() if shown.get("control")}
    points = (outcome.score["allied"], outcome.score["axis"])
    losses = _losses_by_type(view)
    return Observation(number, outcome.winner, outcome.kind, points, total, turns, losses, dict(fights), held)


def _turn(pos: Position, turn: int, decided: list[int], attacks: list[int]) -> Turn:
    view = pos.see(None)
    points = tuple(float(view["sides"].get(side, {}).get("score") or 0) for side in PLAYERS)
    lost = Counter[str]()
    for name, steps in _losses_by_type(view).items():
        lost[name.split()[0]] += steps
    return Turn(
        turn,
        (points[0], points[1]),
        (lost["allied"], lost["axis"]),
        (decided[0], decided[1]),
        (attacks[0], attacks[1]),
    )


def _losses_by_type(view: dict[str, Any]) -> dict[str, int]:
    """Steps missing from pieces on the map, and all steps of those eliminated."""
    lost: Counter[str] = Counter()
    for piece in view["pieces"]:
        gone = piece.get("steps_max", 0) - (0 if piece["at"] == "lost" else piece.get("steps", 0))
        if gone > 0 and not piece.get("hidden"):
            lost[f"{piece['side']} {piece.get('symbol', 'unit')}"] += gone
    return dict(lost)


def _read_fights(pos: Position, since: int, fights: Counter[str], attacks: list[int]) -> int:
    """Count log lines with dice by place and side; the number of the next line to read."""
    for line in pos.report(None, since):
        since = line["n"] + 1
        if line.get("dice"):
            fights.update(line.get("places") or ())
            if line.get("side") in PLAYERS:
                attacks[PLAYERS.index(line["side"])] += 1
    return since
