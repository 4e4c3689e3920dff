"""16.0 The sequence of play."""

from __future__ import annotations

from sandtable.games.dark_sands.sequence import TURN


def test_r16_0_the_turn_runs_in_the_order_of_the_book() -> None:
    phases = [int(line.rule.split(".")[0]) for line in TURN[1:]]
    assert phases == sorted(phases)
    assert [line.rule for line in TURN if line.rule.startswith("17")] == ["17.2", "17.3", "17.1", "17.4"]
    assert [line.rule for line in TURN if line.rule.startswith("23")] == [f"23.{n}" for n in range(1, 7)]
