"""What one step leaves behind for the next: nothing that it should not."""

from __future__ import annotations

from sandtable.games.rommel.position import RommelPosition
from sandtable.games.rommel.rules.r05_retreats import start_pursuit
from tests.games.rommel.scene import ALLIED, AXIS, HEX, NUMBER, ask, fight, hand, put, roll, scene, where


def used_before(pos: RommelPosition) -> None:
    """Leave the traces of an earlier month and an earlier roll."""
    pos.ports, pos.totals, pos.dice = ((HEX["Tobruk"], ALLIED, 5),), (7, 8), (4, 6, 6)


def test_r5_3_after_a_pursuit_nobody_is_pursued_any_more() -> None:
    for faces in ((1, 1), (1, 6)):
        pos = scene({"Gambut": "G05", "Bardia": "A43 A44"})
        start_pursuit(pos, HEX["Gambut"], [NUMBER["A43"], NUMBER["A44"]])
        pos.phasing = AXIS
        roll(pos, *faces)
        if pos.stack:
            pos.play(("hit", NUMBER["A43"]))
        assert pos.quarry == ()


def test_r5_3_the_dice_of_an_earlier_roll_are_not_those_of_a_pursuit() -> None:
    pos = scene({"Gambut": "A43", "Bardia": "G05"})
    used_before(pos)
    start_pursuit(pos, HEX["Gambut"], [NUMBER["G05"]])
    assert pos.dice == ()


def test_r9_4_a_block_redeployed_or_put_back_is_no_longer_taken_up() -> None:
    pos = scene({"Alexandria": "A43 A44", "Mersa Matruh": "A45"})
    pos.points = (20, 20)
    ask(pos, "buildup.open", ALLIED)
    pos.play(("redeploy", NUMBER["A43"]))
    pos.play(("keep",))
    assert pos.chosen == ()
    pos.play(("redeploy", NUMBER["A43"]))
    pos.play(("land", HEX["Mersa Matruh"]))
    assert (pos.chosen, where(pos, "A43")) == ((), "Mersa Matruh")


def test_r9_5_the_capacity_of_ports_and_the_sheet_start_afresh_each_month() -> None:
    pos = scene({"Alexandria": "A43", "Mersa Matruh": "A44"})
    used_before(pos)
    ask(pos, "buildup.points", ALLIED)
    assert not pos.ports
    assert not pos.totals
    pos.points = (20, 20)
    ask(pos, "buildup.open", ALLIED)
    pos.play(("redeploy", NUMBER["A43"]))
    pos.play(next(action for action in pos.actions() if action[0] == "land"))
    assert any(pos.sheet)
    pos.play(("done",))
    assert pos.sheet == (0, 0, 0, 0, 0)


def test_r9_9_the_cards_laid_for_the_initiative_are_gone_when_it_is_settled() -> None:
    pos = scene()
    hand(pos, ALLIED, 1, 1)
    hand(pos, AXIS, 1, 1)
    ask(pos, "initiative.challenge", ALLIED)
    pos.play(("bid", 2))
    pos.play(("bid", 1))
    assert (pos.bids, pos.spent, pos.initiative, pos.phasing) == ((), (1, 1), ALLIED, ALLIED)


def test_r4_3_hits_of_a_volley_are_taken_once() -> None:
    pos = scene({"Gambut": "G01 A43"})
    fight(pos, "Gambut", ALLIED, "Bir el Gubi")
    pos.entered = 1 << HEX["Gambut"]
    ask(pos, "battle.begin", AXIS)
    pos.play(("stand",))
    roll(pos, 1, 6, 6)
    assert pos.steps[NUMBER["G01"]] == 2
    roll(pos, 1, 1, 1, 1)
    assert pos.steps[NUMBER["G01"]] == 2
    assert pos.rolls == (0, 0, 0, 0)


def test_r11_1_after_the_set_up_every_block_may_move() -> None:
    pos = scene({"Gambut": "A43"})
    pos.moved[NUMBER["A43"]] = 1
    ask(pos, "setup.arrange", ALLIED)
    if pos.stack:
        pos.play(("ready",))
    assert not any(pos.moved)


def test_r6_2_1_a_block_that_recovers_is_no_longer_refitting() -> None:
    pos = scene()
    put(pos, "Alexandria", "A43", down=True)
    pos.refit[NUMBER["A43"]] = 1
    ask(pos, "buildup.check", ALLIED)
    assert (pos.disrupted[NUMBER["A43"]], pos.refit[NUMBER["A43"]]) == (0, 0)


def test_r3_1_a_hexside_crossed_into_one_battle_changes_no_other() -> None:
    pos = scene({"Gambut": "A43 I08", "Mechili": "A44 I09", "Bir el Gubi": "G01"})
    fight(pos, "Gambut", ALLIED, "Bardia")
    fight(pos, "Mechili", ALLIED, "Derna")
    before = {battle[0]: battle[2] for battle in pos.battles}
    ask(pos, "move.group", AXIS, HEX["Bir el Gubi"], 0)
    pos.play(("take", NUMBER["G01"]))
    pos.play(("enter", HEX["Gambut"], HEX["Bir el Gubi"]))
    after = {battle[0]: battle[2] for battle in pos.battles}
    assert after[HEX["Gambut"]] == before[HEX["Gambut"]] | 1 << HEX["Bir el Gubi"]
    assert after[HEX["Mechili"]] == before[HEX["Mechili"]]


def test_r11_2_a_block_put_somewhere_or_back_is_no_longer_taken_up() -> None:
    pos = scene({"Sidi Barrani": "A24 A01"}, scenario="crusader")
    ask(pos, "setup.arrange", ALLIED)
    pos.play(("take", NUMBER["A24"]))
    pos.play(("keep",))
    assert pos.chosen == ()
