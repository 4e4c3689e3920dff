"""6 Disruption, losses and hidden blocks."""

from __future__ import annotations

from random import Random

import pytest

from sandtable.engine.position import IllegalAction
from sandtable.games.rommel.rules.r05_retreats import start_pursuit
from sandtable.games.rommel.rules.r06_disruption import eliminate, lose_step, mix, reveal
from sandtable.games.rommel.rules.r10_victory import blocks_on_map
from tests.games.rommel.scene import (
    ALLIED,
    AXIS,
    HEX,
    NUMBER,
    ask,
    blocks,
    clash,
    events,
    put,
    roll,
    scene,
    where,
)


def test_r6_4_who_falls_to_pursuit_is_named_after_the_hits() -> None:
    pos = clash("G08", allied=("A01", "A02"))
    pos.steps[NUMBER["G08"]] = 1
    start_pursuit(pos, HEX["Gambut"], [NUMBER["G08"]])
    roll(pos, 4, 4, 4, 4)
    assert [line["rule"] for line in pos.report("axis")][-2:] == ["5.3.1", "6.4"]


def test_r6_1_a_disrupted_block_neither_fires_nor_carries_a_line() -> None:
    pos = clash("G01", allied=("A43", "A44"))
    pos.disrupted[NUMBER["A44"]] = 1
    assert pos.ready_at(HEX["Gambut"], ALLIED) == [NUMBER["A43"]]
    assert pos.held(ALLIED) == (1 << HEX["Gambut"], 1 << HEX["Gambut"])
    pos.disrupted[NUMBER["A43"]] = 1
    assert pos.held(ALLIED) == (1 << HEX["Gambut"], 0)


def test_r6_1_1_disrupted_blocks_do_not_move() -> None:
    pos = scene({"Gambut": "G01"})
    put(pos, "Gambut", "G02", down=True)
    ask(pos, "move.group", AXIS, HEX["Gambut"], 0)
    assert blocks(pos.actions(), "take") == {"G01"}
    with pytest.raises(IllegalAction) as refused:
        pos.play(("take", NUMBER["G02"]))
    assert refused.value.rule == "6.1.1"


def test_r6_2_disrupted_blocks_with_supply_recover_as_their_turn_begins() -> None:
    pos = scene()
    put(pos, "Gambut", "G01", down=True)
    put(pos, "Sidi Barrani", "A43", down=True)
    ask(pos, "supply.first", AXIS)
    assert not pos.disrupted[NUMBER["G01"]]
    assert pos.disrupted[NUMBER["A43"]]


@pytest.mark.parametrize("check", ["supply.first", "buildup.check"])
def test_r7_3_2_a_block_that_recovers_does_not_carry_the_line_of_the_next(check: str) -> None:
    pos = scene()
    put(pos, "Sidi Omar SE1", "G01", down=True)  # two hexes from the highway, one of them by trail
    put(pos, "Fort Maddalena", "G02", down=True)  # one more by trail
    ask(pos, check, AXIS)
    assert not pos.disrupted[NUMBER["G01"]]
    assert where(pos, "G02") == ("Fort Maddalena" if check == "supply.first" else "lost")
    assert pos.disrupted[NUMBER["G02"]] == (check == "supply.first")


def test_r6_2_1_a_block_recovers_with_the_strength_it_had() -> None:
    pos = scene()
    put(pos, "Gambut", "G01", steps=1, down=True)
    ask(pos, "supply.first", AXIS)
    assert pos.steps[NUMBER["G01"]] == 1


def test_r6_3_a_step_lost_in_secret_does_not_show_the_block() -> None:
    pos = scene({"Gambut": "G01"})
    lose_step(pos, NUMBER["G01"])
    assert pos.steps[NUMBER["G01"]] == 2
    assert not pos.known[NUMBER["G01"]]
    assert pos.seen[NUMBER["G01"]] == 3


def test_r6_4_a_block_without_steps_is_out_for_good() -> None:
    pos = scene({"Gambut": "I19"})
    lose_step(pos, NUMBER["I19"])
    assert where(pos, "I19") == "lost"
    assert events(pos, "lost") == [(NUMBER["I19"], HEX["Gambut"])]


def test_r6_5_faces_seen_are_shown_to_the_enemy_and_no_others() -> None:
    pos = scene({"Gambut": "G01 G02"})
    reveal(pos, NUMBER["G02"])
    seen = [piece for piece in pos.see("allied")["pieces"] if piece["at"] == "Gambut"]
    assert [piece.get("name") for piece in seen] == ["15/8 Panzer Regt", None]
    assert seen[1]["hidden"]
    assert pos.undo_barrier


def test_r6_5_1_a_guess_deals_hidden_blocks_only_as_far_as_the_clues_allow() -> None:
    pos = scene({"Gambut": "G01", "Mechili": "I08", "Derna": "G05", "Tobruk": "I19"})
    pos.known[NUMBER["I19"]] = 1
    pos.least[NUMBER["G01"]] = 3
    pos.arrived[NUMBER["G05"]] = pos.latest[NUMBER["G05"]] = 9
    for seed in range(40):
        new = pos.guess("allied", Random(seed))
        assert where(new, "I19") == "Tobruk"
        assert where(new, "G05") == "Derna"  # it came too late to be another
        assert where(new, "G01") == "Gambut"  # only it is fast enough
    pos.least[NUMBER["G01"]] = 0
    places = {where(pos.guess("allied", Random(seed)), "G01") for seed in range(40)}
    assert places == {"Gambut", "Mechili"}


def test_r6_6_blocks_that_mix_are_no_longer_told_apart() -> None:
    pos = scene({"Gambut": "G01 G02"})
    one, two = NUMBER["G01"], NUMBER["G02"]
    pos.known[one] = 1
    pos.least[one], pos.least[two] = 3, 2
    pos.latest[one], pos.latest[two] = 0, 4
    mix(pos, [one, two])
    assert (pos.known[one], pos.known[two]) == (0, 0)
    assert (pos.least[one], pos.least[two]) == (2, 2)
    assert (pos.latest[one], pos.latest[two]) == (4, 4)
    mix(pos, [one])
    pos.known[one] = 1
    mix(pos, [one])
    assert pos.known[one]  # alone it stays known


def test_r6_6_a_block_that_moves_far_shows_how_fast_it_is() -> None:
    pos = scene({"Siwa SE1": "G05"})
    ask(pos, "move.group", AXIS, HEX["Siwa SE1"], 0)
    pos.play(("take", NUMBER["G05"]))
    away = pos.box.board.distance[0][HEX["Siwa SE1"]]
    far = next(a for a in pos.actions() if a[0] == "to" and away[a[1]] == 4)
    pos.play(far)
    assert pos.least[NUMBER["G05"]] >= 3


def test_r6_5_1_a_guess_spreads_the_steps_lost_in_secret() -> None:
    pos = scene({"Gambut": "G08 G09 I19"})
    lose_step(pos, NUMBER["G08"])
    lose_step(pos, NUMBER["G08"])
    found = set()
    for seed in range(40):
        new = pos.guess("allied", Random(seed))
        steps = tuple(new.steps[NUMBER[name]] for name in ("G08", "G09", "I19"))
        assert sum(steps) == 5
        found.add(steps)
    assert found == {(1, 3, 1), (2, 2, 1), (3, 1, 1)}


def test_r6_4_an_eliminated_block_leaves_no_mark_behind() -> None:
    pos = scene()
    put(pos, "Gambut", "G01", down=True)
    unit = NUMBER["G01"]
    signs = (pos.disrupted, pos.unsupplied, pos.refit, pos.rested, pos.moved, pos.least, pos.latest, pos.seen)
    for sign in signs:
        sign[unit] = 1
    before = pos.undo_barrier
    eliminate(pos, unit)
    assert [sign[unit] for sign in (*signs, pos.steps)] == [0] * 9
    assert pos.known[unit] == 1
    assert pos.undo_barrier == before + 1


def test_r6_2_blocks_in_the_first_hex_of_the_map_recover_and_count() -> None:
    pos = scene()
    put(pos, "Agedabia", "G01", down=True)
    ask(pos, "supply.first", AXIS)
    assert not pos.disrupted[NUMBER["G01"]]
    assert blocks_on_map(pos, AXIS) == 1
