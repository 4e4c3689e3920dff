"""A plan is kept until another is clearly better or events break it."""

from __future__ import annotations

from random import Random
from types import SimpleNamespace
from typing import Any

from sandtable.ai.core.plans import IMPOSSIBLE, PLAYOUTS, Plan, Strategy


def position(turn: int, **worths: float) -> Any:
    pos = SimpleNamespace(turn=turn, worths=worths)
    pos.copy = lambda: pos
    return pos


def plan(name: str) -> Plan:
    return Plan(name, f"{name} it", lambda pos, side: pos.worths.get(name, IMPOSSIBLE))


HOLD, RAID = plan("hold"), plan("raid")


def test_a_plan_is_kept_until_another_is_clearly_better() -> None:
    strategy = Strategy[Any]({0: (HOLD, RAID)}, keep=2.0)
    assert strategy.now(position(1, hold=1.0, raid=0.0), 0) is HOLD
    assert strategy.now(position(2, hold=1.0, raid=2.9), 0) is HOLD
    assert strategy.now(position(3, hold=1.0, raid=3.1), 0) is RAID
    assert strategy.now(position(3, hold=9.0, raid=0.0), 0) is RAID, "it is thought over once a turn"


def test_a_plan_that_events_break_is_given_up_at_once() -> None:
    strategy = Strategy[Any]({0: (HOLD, RAID)}, keep=2.0)
    assert strategy.now(position(1, hold=5.0, raid=0.0), 0) is HOLD
    assert strategy.now(position(1, raid=0.0), 0) is RAID
    assert strategy.now(position(1), 0) is None
    assert strategy.now(position(1, hold=1.0), 1) is None, "the other side has no plans"


def test_plans_about_as_good_are_told_apart_by_playouts_with_the_same_dice() -> None:
    rolls: dict[str, list[float]] = {"hold": [], "raid": []}

    def play(pos: Any, side: int, one: Plan, rng: Random) -> float:
        rolls[one.id].append(rng.random())
        return rolls[one.id][-1] + (one is RAID)

    strategy = Strategy[Any]({0: (HOLD, RAID)}, keep=2.0, play=play)
    assert strategy.now(position(1, hold=1.0, raid=0.0), 0) is RAID
    assert rolls["hold"] == rolls["raid"]
    assert len(rolls["hold"]) == PLAYOUTS
