"""What the table of orders says of an action: its place, and whether it starts a battle."""

from __future__ import annotations

from random import Random

import sandtable
from sandtable.engine.position import Position
from sandtable_skirmish import load


def after(*orders: str) -> Position:
    """A skirmish after these orders."""
    pos: Position = load().start()
    for order in orders:
        pos.play(pos.box.game.orders.read(pos, order))
    return pos


def test_an_order_that_is_marked_starts_a_battle() -> None:
    pos = after()
    assert pos.box.game.orders.starts_battle(pos, ("card", 6))
    pos = after("card 6", "card 1", "roll 5")
    assert not pos.box.game.orders.starts_battle(pos, ("done",))


def test_a_mark_may_depend_on_the_position() -> None:
    game = sandtable.load("bravery")
    seen = set()

    def look(pos: Position) -> None:
        for action in pos.actions():
            if action[0] == "move":
                meets = pos.holds(action[1], 1 - pos.stack[-1].side)  # type: ignore[attr-defined]
                assert game.orders.starts_battle(pos, action) == meets
                seen.add(meets)

    pos, rng = game.start(), Random(1)
    while seen != {True, False}:
        if pos.side == "chance":
            pos.play(pos.sample(rng))
        else:
            look(pos)
            pos.play(pos.actions()[-1])


def test_places_offered_are_those_that_actions_name() -> None:
    pos = after("card 6", "card 1", "roll 5")
    orders, here = pos.box.game.orders, pos.box.game.map
    assert orders.place_of(pos, ("done",)) is None
    assert [orders.place_of(pos, action) for action in pos.actions()][:-1] == pos.places_offered()
    assert pos.places_offered() == list(here.neighbours[pos.where[0]])  # type: ignore[attr-defined]
    assert after().places_offered() == []
