"""The Dark Sands: what its agent minds."""

from __future__ import annotations

import pytest

from sandtable.ai import agent
from sandtable.ai.dark_sands_moves import Outlook, hex_value
from sandtable.ai.dark_sands_value import LEAVING, worth
from sandtable.engine.flow import Action
from sandtable.engine.records import Seat
from sandtable.games.dark_sands.position import Sands
from tests.games.dark_sands.desert import ALLIED, AXIS, ask, bits, box, desert, p, reduce


def chosen(pos: Sands) -> Action:
    assert pos.side is not None
    return agent("greedy", "dark-sands", 1).choose(Seat(pos, pos.side))


def test_a_stack_fears_less_beside_strong_friends() -> None:
    alone = desert(8, _1330="A05", _1334="X15 X16 X17")
    together = desert(8, _1330="A05", _1329="A01 A02 A06", _1334="X15 X16 X17")
    assert Outlook(alone, ALLIED).odds_against(p("1330")) > Outlook(together, ALLIED).odds_against(p("1330")) > 0
    values = [
        hex_value(pos, ALLIED, bits("A05"), p("1330"), -1, Outlook(pos, ALLIED), leaving=False)
        for pos in (alone, together)
    ]
    assert values[1] > values[0]


def test_an_own_place_draws_units_only_while_the_enemy_is_the_stronger_there() -> None:
    held = {"_2830": "A08"}
    weak = desert(8, **held, _2731="X15 X16 X17")
    strong = desert(8, **held, _2829="A01 A02 A05", _2729="A06 A07 A09", _2731="X22")
    assert p("2830") in dict(Outlook(weak, ALLIED).goals)
    assert p("2830") not in dict(Outlook(strong, ALLIED).goals)


def test_a_unit_that_is_about_to_leave_is_spent_before_the_others() -> None:
    leaving = next(e for e in box().track if e.event == "withdraw" and not e.asset and e.turn == 2)
    name = box().units[leaving.counter].id
    early, late = desert(1, _1330=name), desert(4, _1330=name)
    assert worth(early, bits(name)) == pytest.approx(LEAVING * worth(late, bits(name)))


def test_a_retreat_looks_for_a_hex_with_room() -> None:
    pos = desert(8, _1330="X31", _1331="A05", _1329="X22 X23 X24")
    ask(pos, "retreat", AXIS, p("1330"), 1)
    assert ("to", p("1329")) in pos.actions()
    assert chosen(pos) != ("to", p("1329"))


def test_a_sure_attack_is_made_and_a_hopeless_one_is_not() -> None:
    pos = ask(desert(8, _1330="A01 A02", _1331="A05 A06", _1430="X22"), "act.begin", ALLIED, "combat", "all")
    assert chosen(reduce(pos, "X22")) == ("attack", p("1430"))
    pos = ask(desert(8, _1330="A05", _1430="X15 X16 X17 X18"), "act.begin", ALLIED, "combat", "all")
    assert chosen(pos) == ("done",)
