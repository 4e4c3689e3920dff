"""Frames, steps and outlines on a game small enough to read: two sides count to three, a coin decides who starts."""

from __future__ import annotations

from collections.abc import Callable
from copy import deepcopy
from typing import Any, ClassVar

import pytest

from sandtable.engine.flow import (
    Action,
    Auto,
    Chance,
    Frame,
    Line,
    Outcomes,
    Outline,
    Step,
    index_steps,
    pop,
    push,
)
from sandtable.engine.kinds import KINDS
from sandtable.engine.orders import Order, Orders
from sandtable.engine.position import IllegalAction, Position
from sandtable.engine.sides import ALLIED, AXIS, CHANCE


class Counting(Position):
    """How far each side has counted."""

    __slots__ = ("counts", "first")
    counts: list[int]
    first: int


class Coin(Chance[Counting]):
    name, rule = "coin", "1"

    def outcomes(self, pos: Counting, frame: Frame) -> Outcomes:
        return [(("side", ALLIED), 1), (("side", AXIS), 3)]

    def apply(self, pos: Counting, frame: Frame, action: Action) -> None:
        pos.first = action[1]
        pop(pos)


class Count(Step[Counting]):
    name, rule = "count", "2"

    def actions(self, pos: Counting, frame: Frame) -> list[Action]:
        side = frame[1]
        return [("add", 1), ("add", 2)] if pos.counts[side] < 2 else [("add", 1)]

    def apply(self, pos: Counting, frame: Frame, action: Action) -> None:
        pos.counts[frame[1]] += action[1]
        pos.note("2", "counted", frame[1], action[1])
        pop(pos)

    def barred(self, pos: Counting, frame: Frame, action: Action) -> str | None:
        return "2.1"


class Check(Auto[Counting]):
    name = "check"

    def run(self, pos: Counting, frame: Frame) -> None:
        pop(pos)
        if max(pos.counts) >= 3:
            pos.finish(pos.counts.index(max(pos.counts)), "counted", *pos.counts)


TURN = Outline[Any](
    "turn",
    (
        Line("1", "coin", CHANCE, lambda pos: pos.first == -1),
        Line("2", "count", lambda pos: pos.first),
        Line("2", "check", ALLIED),
    ),
    loop=True,
)


class Box:
    """The least a position needs."""

    steps: ClassVar[dict[str, Step[Any]]] = index_steps((TURN, Coin(), Count(), Check()))
    scenario = "only"

    class game:  # noqa: N801
        """Refusals in words."""

        orders = Orders({"side": Order("", "number"), "add": Order("", "number")}, KINDS)

        @staticmethod
        def refusal(pos: Counting, action: Action, rule: str) -> str:
            return "no"


def started() -> Counting:
    pos = Counting(Box())  # type: ignore[arg-type]
    pos.counts, pos.first = [0, 0], -1
    push(pos, "turn", ALLIED, 0)
    pos.settle()
    return pos


def test_an_outline_enters_its_lines_in_order_and_starts_over() -> None:
    pos = started()
    assert pos.side == "chance"
    pos.play(("side", AXIS))
    assert pos.side == "axis"
    pos.play(("add", 1))
    assert pos.side == "axis", "the coin is not thrown twice"


def test_a_forced_action_is_not_asked_and_the_end_empties_the_stack() -> None:
    pos = started()
    pos.play(("side", ALLIED))
    pos.play(("add", 2))
    assert pos.side is None
    assert pos.outcome is not None
    assert pos.outcome == ("allied", "counted", {"allied": 3, "axis": 0})
    assert pos.actions() == []


def test_refusals_name_the_rule_and_change_nothing() -> None:
    pos = started()
    with pytest.raises(IllegalAction) as refused:
        pos.play(("side", 2))
    assert refused.value.rule == "1"
    pos.play(("side", ALLIED))
    with pytest.raises(IllegalAction, match=r"no \(rule 2\.1\)"):
        pos.play(("add", 3))
    with pytest.raises(IllegalAction, match="allied decides now, not axis"):
        pos.play(("add", 1), by="axis")
    assert pos.counts == [0, 0]


def test_samples_follow_the_weights() -> None:
    from random import Random

    pos, rng = started(), Random(5)
    axis = sum(pos.sample(rng) == ("side", AXIS) for _ in range(4000))
    assert 2850 < axis < 3150


@pytest.mark.parametrize("way", [lambda pos: pos.copy(), deepcopy], ids=["copy", "deepcopy"])
def test_copies_share_the_log_but_not_the_lists(way: Callable[[Counting], Counting]) -> None:
    pos = started()
    pos.play(("side", ALLIED))
    other = way(pos)
    pos.play(("add", 1))
    assert (other.counts, pos.counts) == ([0, 0], [1, 0])
    assert [event.args for event in pos.events()] == [(ALLIED, 1)]
    assert other.events() == []
    assert pos.events(1) == []
    assert pos.quiet().log is None


def test_chance_raises_the_mark_that_undo_stops_at() -> None:
    pos = started()
    marks = pos.undo_barrier
    pos.play(("side", ALLIED))
    assert pos.undo_barrier == marks + 1
    pos.reveal()
    assert pos.undo_barrier == marks + 2


def test_a_slot_without_annotation_is_refused() -> None:
    with pytest.raises(TypeError, match="annotation"):

        class Forgetful(Position):
            __slots__ = ("forgotten",)


class Tallying(Position):
    __slots__ = ("counts", "tally", "total")
    DERIVED = ("tally", "total")

    counts: list[int]
    tally: bytearray
    total: int


def test_derived_fields_are_copied_but_not_saved() -> None:
    assert (Tallying.LISTS, "total" in Tallying.VALUES) == (("counts",), False)
    pos = Tallying(started().box)
    pos.counts, pos.tally, pos.total = [1, 2], bytearray((1, 2)), 3
    other = pos.copy()
    pos.tally[0] = 9
    assert (other.tally, other.total) == (bytearray((1, 2)), 3)


def test_two_steps_of_one_name_are_refused() -> None:
    with pytest.raises(ValueError, match="two steps"):
        index_steps((Coin(),), (Coin(),))
