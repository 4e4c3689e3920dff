"""4.0 The sequence of play."""

from __future__ import annotations

from sandtable.games.western_desert import sequence
from sandtable.games.western_desert.terms import LAST_TURN, TOBRUK
from tests.games.western_desert.scene import ALLIED, ask, scene


def test_r4_0_the_turn_runs_in_the_order_of_the_book() -> None:
    lines = [line.step for line in sequence.TURN.lines]
    assert lines[:3] == ["turn.begin", "event.roll", "air.roll"]
    half = [line.step for line in sequence.PLAYER if not line.step.startswith(("phase", "stacking"))]
    assert half == [
        "depot.removal", "depot.place", "organization.air", "replacements.begin", "reinforcements", "leader.montgomery",
        "reserves.begin", "offensive.declare", "move.begin", "combat.begin", "move.begin", "combat.begin", "attrition",
    ]  # fmt: skip
    assert lines.count("player.begin") == 2
    assert lines[-1] == "turn.end"
    assert LAST_TURN == 23


def test_r4_0_a_depot_lies_on_its_moved_side_until_the_turn_ends() -> None:
    pos = scene({"5011": "A01", "2012": "X01"})
    pos.depot_moved = [1, 1]
    ask(pos, "turn.end")
    assert pos.depot_moved == [0, 0]
    assert pos.turn == 6


def test_r4_0_the_end_of_a_turn_clears_air_fleet_and_moved_depots() -> None:
    pos = scene({"5110": "A06", "2012": "X01"}, turn=7)
    pos.air, pos.air_side, pos.naval, pos.naval_used, pos.depot_moved = 3, ALLIED, 1, 1, [1, 2]
    ask(pos, "turn.end")
    assert (pos.turn, pos.air, pos.air_side, pos.naval, pos.naval_used) == (8, 0, -1, 0, 0)
    assert pos.depot_moved == [0, 0]
    assert pos.outcome is None
    last = scene({"5110": "A06", "2012": "X01*"}, turn=23)
    last.control[TOBRUK] = ALLIED
    ask(last, "turn.end")
    assert last.outcome is not None
    assert (last.outcome.winner, last.outcome.score) == ("allied", {"allied": 1, "axis": 0})
