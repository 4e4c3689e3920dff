"""4 Combat."""

from __future__ import annotations

from random import Random

import pytest

from sandtable.engine.position import IllegalAction
from sandtable.games.rommel.box import ANTITANK, ARMOR, ARTILLERY, INFANTRY
from sandtable.games.rommel.position import ASSAULT, RommelPosition
from sandtable.games.rommel.rules.r04_combat import absorbed, fightable
from sandtable.games.rommel.rules.r04_fire import account, dice_of, hits_on, targets
from tests.games.rommel.scene import (
    ALLIED,
    AXIS,
    GAME,
    HEX,
    NUMBER,
    ask,
    blocks,
    engaged,
    events,
    fight,
    names,
    put,
    roll,
    scene,
    where,
)


def hits(pos: RommelPosition, count: int, kind: int, side: int = AXIS) -> None:
    """This many hits on a class of a side at Gambut are to be shared out."""
    ask(pos, "battle.allot", side, count, HEX["Gambut"], kind, count, ())


def test_r4_1_battles_entered_in_the_phase_are_fought() -> None:
    pos = engaged("G01")
    put(pos, "Bardia", "G02", "A45")
    fight(pos, "Bardia", ALLIED, "Sidi Omar")
    ask(pos, "battle.begin", AXIS)
    assert pos.active == 1 << HEX["Gambut"]


def test_r4_1_1_an_older_battle_may_be_fought_on() -> None:
    pos = engaged("G01")
    pos.entered = 0
    ask(pos, "battle.begin", AXIS)
    assert pos.actions() == [("activate", HEX["Gambut"]), ("done",)]
    pos.play(("activate", HEX["Gambut"]))
    assert pos.stack[-1].step == "battle.refuse"


def test_r4_1_1_a_battle_once_fought_is_an_older_one() -> None:
    pos = engaged("G01")
    ask(pos, "battle.begin", AXIS)
    pos.play(("stand",))
    roll(pos, 1, 1, 1)
    roll(pos, 1, 1, 1, 1, 1, 1)
    assert pos.stack == ()
    ask(pos, "battle.begin", AXIS)  # as in the second half of a blitz
    assert pos.actions() == [("activate", HEX["Gambut"]), ("done",)]


def test_r4_2_the_phasing_player_chooses_the_order_of_battles() -> None:
    pos = engaged("G01")
    put(pos, "Bardia", "G02", "A45")
    fight(pos, "Bardia", ALLIED, "Sidi Omar")
    pos.entered |= 1 << HEX["Bardia"]
    ask(pos, "battle.begin", AXIS)
    pos.play(("stand",))
    assert pos.side == "axis"
    assert names(pos.actions(), "fight") == {"Gambut", "Bardia"}


def test_r4_3_the_passive_side_fires_first_and_losses_do_not_fire_back() -> None:
    pos = engaged("I19", allied=("A43",))  # one step against three dice
    ask(pos, "battle.begin", AXIS)
    pos.play(("stand",))
    assert pos.known[NUMBER["I19"]]
    assert pos.stack[-1].args[1] == ALLIED
    roll(pos, 6, 6, 6)
    assert where(pos, "I19") == "lost"
    assert len(events(pos, "fire")) == 1
    assert where(pos, "A43") == "Gambut"


def test_r4_4_a_unit_rolls_its_combat_value() -> None:
    pos = scene()
    assert dice_of(pos, HEX["Gambut"], NUMBER["G01"]) == 6
    pos.steps[NUMBER["G01"]] = 1
    assert dice_of(pos, HEX["Gambut"], NUMBER["G01"]) == 2


def test_r4_5_a_unit_names_a_class_that_is_there_before_it_rolls() -> None:
    pos = engaged("G01", allied=("A43", "A10"))
    assert targets(pos, HEX["Gambut"], AXIS) == [ARMOR, INFANTRY]
    ask(pos, "battle.begin", AXIS)
    pos.play(("stand",))
    while pos.side == "chance":
        roll(pos, *[1] * (len(pos.sample(Random(0))) - 1))
    assert set(pos.actions()) == {("aim", NUMBER["G01"], ARMOR), ("aim", NUMBER["G01"], INFANTRY)}
    with pytest.raises(IllegalAction) as refused:
        pos.play(("aim", NUMBER["G01"], ARTILLERY))
    assert refused.value.rule == "4.5"


@pytest.mark.parametrize(
    ("block", "needs"),
    [
        ("G01", {ARMOR: 6, INFANTRY: 5, ANTITANK: 6, ARTILLERY: 4}),
        ("I08", {ARMOR: 6, INFANTRY: 6, ANTITANK: 6, ARTILLERY: 5}),
        ("G11", {ARMOR: 5, INFANTRY: 6, ANTITANK: 6, ARTILLERY: 6}),
        ("G23", {ARMOR: 6, INFANTRY: 5, ANTITANK: 6, ARTILLERY: 6}),
    ],
)
def test_r4_6_the_fire_table(block: str, needs: dict[int, int]) -> None:
    pos = engaged(block)
    assert {kind: hits_on(pos, HEX["Gambut"], NUMBER[block], kind) for kind in needs} == needs


def test_r4_7_in_an_assault_both_sides_fire_double() -> None:
    pos = scene()
    pos.option = ASSAULT
    assert dice_of(pos, HEX["Gambut"], NUMBER["G01"]) == 12
    assert dice_of(pos, HEX["Gambut"], NUMBER["A43"]) == 6


def test_r4_8_the_owner_shares_hits_out_within_the_class() -> None:
    pos = engaged("I08", "I09", "I01", allied=("A43",))
    hits(pos, 2, INFANTRY)
    assert blocks(pos.actions(), "hit") == {"I08", "I09"}
    pos.play(("hit", NUMBER["I08"]))
    pos.play(("hit", NUMBER["I09"]))
    assert [pos.steps[NUMBER[name]] for name in ("I08", "I09", "I01")] == [2, 2, 4]
    assert pos.stack == ()


def test_r4_8_2_disrupted_units_take_hits_last() -> None:
    pos = engaged("I08", "I09", allied=("A43",))
    pos.disrupted[NUMBER["I09"]] = 1
    hits(pos, 4, INFANTRY)
    assert where(pos, "I08") == "lost"  # three hits with no choice, the fourth goes on
    assert pos.steps[NUMBER["I09"]] == 2


def test_r4_8_1_hits_go_where_none_is_wasted() -> None:
    pos = engaged("G01", "I01", allied=("A43",))
    pos.steps[NUMBER["I01"]] = 1
    prices = {NUMBER["G01"]: 2, NUMBER["I01"]: 1}
    assert absorbed(pos, prices, 2) == 2
    hits(pos, 2, ARMOR)
    assert pos.steps[NUMBER["G01"]] == 2  # one step of the panzers takes both hits; Ariete would waste one
    pos = engaged("G01", allied=("A43",))
    hits(pos, 1, ARMOR)
    assert pos.steps[NUMBER["G01"]] == 3  # half a double step is nothing


def test_r4_9_with_the_option_guns_are_shielded_by_the_front() -> None:
    pos = scene({"Gambut": "G01 A43 A19 A20"}, shielding=True)
    assert targets(pos, HEX["Gambut"], AXIS) == [INFANTRY]
    pos.where[NUMBER["A43"]] = -1
    assert targets(pos, HEX["Gambut"], AXIS) == [ANTITANK, ARTILLERY]


def test_r4_5_1_the_owner_says_who_fires_next() -> None:
    pos = engaged("G01", "I08", allied=("A43", "A10"))
    ask(pos, "battle.fight", AXIS, HEX["Gambut"], 2)
    assert {GAME.blocks[action[1]].id for action in pos.actions() if action[0] == "aim"} == {"G01", "I08"}
    pos.play(("aim", NUMBER["I08"], INFANTRY))
    roll(pos, 1, 1, 1)
    assert {GAME.blocks[action[1]].id for action in pos.actions() if action[0] == "aim"} == {"G01"}


def test_r4_8_1_a_hit_one_block_cannot_use_goes_to_another_disrupted_or_not() -> None:
    pos = engaged("G01", "I01", allied=("A43",))
    pos.disrupted[NUMBER["I01"]] = 1
    hits(pos, 3, ARMOR)
    assert (pos.steps[NUMBER["G01"]], pos.steps[NUMBER["I01"]]) == (2, 3)
    pos = engaged("G01", "I01", allied=("A43",))
    pos.disrupted[NUMBER["I01"]] = 1
    hits(pos, 2, ARMOR)
    assert (pos.steps[NUMBER["G01"]], pos.steps[NUMBER["I01"]]) == (2, 4)  # not before one in order can use it


def told(pos: RommelPosition) -> list[str]:
    """The log in words, as anybody reads it."""
    return [line["text"] for line in pos.report(None)]


def test_r4_3_the_log_of_a_round_can_be_checked() -> None:
    pos = engaged("G01", "I01", allied=("A43", "A44"))
    ask(pos, "battle.begin", AXIS)
    pos.play(("stand",))
    roll(pos, 1, 2, 3, 4, 5, 6)
    roll(pos, 1, 1, 1, 1, 4, 5)  # nine dice now, in two handfuls and one line
    roll(pos, 1, 1, 6)
    while pos.stack:
        pos.play(pos.actions()[0])
    assert told(pos) == [
        "Battle at Gambut: 21/5 Panzer Regt and 132 Ariete against 70/14 and 70/16. "
        "Attack 10 dice (armour 10) against defence 6 dice (infantry 6): the defender fires first.",
        "70/14 and 70/16 fire at armour with 6 dice, needing a 6: 1 hit.",
        "Axis armour at Gambut, 1 hit: 132 Ariete loses 1 step.",
        "21/5 Panzer Regt and 132 Ariete fire at infantry with 9 dice, needing 5 or more: 2 hits.",
        "Allied infantry at Gambut, 2 hits: 70/14 loses 2 steps.",
        "Both sides are still at Gambut: 21/5 Panzer Regt and 132 Ariete against 70/14 and 70/16.",
    ]


def test_r4_3_the_sum_of_an_assault_on_a_mined_fortress() -> None:
    pos = engaged("G01", allied=("A43", "A10"), place="Tobruk")
    pos.mines = ((HEX["Tobruk"], ALLIED, 1, 1 << HEX["Tobruk"]),)
    pos.option = ASSAULT
    sums = account(pos, HEX["Tobruk"], AXIS, None if pos.known[0] else AXIS)
    assert sums.document()["rows"] == [
        {"left": "6", "label": "armour", "right": "", "rule": "4.4"},
        {"left": "", "label": "hidden blocks", "right": "2", "rule": "4.4"},
        {"left": "×2", "label": "assault", "right": "×2", "rule": "4.7"},
        {"left": "", "label": "garrison of a fortress", "right": "×2", "rule": "8.3"},
        {"left": "sixes only", "label": "in a minefield", "right": "", "rule": "8.5"},
    ]
    assert (sums.attacker, sums.defender) == ("12 dice", "? dice")
    for block in ("A43", "A10"):
        pos.known[NUMBER[block]] = 1
    assert account(pos, HEX["Tobruk"], AXIS, AXIS).defender == "28 dice"
    assert account(pos, HEX["Tobruk"], AXIS, AXIS, told=False).attacker == "6 dice"


def test_r4_3_a_hidden_minefield_is_not_in_the_enemys_sum() -> None:
    pos = engaged("G01", allied=("A43",))
    pos.mines = ((HEX["Gambut"], ALLIED, 0, 1 << HEX["Gambut"]),)
    rows = {viewer: account(pos, HEX["Gambut"], AXIS, viewer).terms for viewer in (ALLIED, AXIS, None)}
    assert [any(term.rule == "8.5" for term in rows[viewer]) for viewer in (ALLIED, AXIS, None)] == [True, False, False]


def test_r4_2_the_battle_picked_is_fought_first() -> None:
    pos = engaged("G01")
    put(pos, "Bardia", "G02", "A45")
    fight(pos, "Bardia", ALLIED, "Sidi Omar")
    pos.entered |= 1 << HEX["Bardia"]
    ask(pos, "battle.begin", AXIS)
    pos.play(("stand",))
    pos.play(("fight", HEX["Bardia"]))
    assert pos.stack[-1].args[0] == HEX["Bardia"]
    assert pos.active == 1 << HEX["Gambut"]


def test_r4_8_hits_nobody_can_take_are_lost_and_said_so() -> None:
    pos = engaged("I19", allied=("A43",))
    hits(pos, 3, ARMOR)
    assert where(pos, "I19") == "lost"
    assert len(events(pos, "lost")) == 1
    assert told(pos)[-2:] == [
        "Axis armour at Gambut, 3 hits: RECAM loses 1 step, 2 hits without effect.",
        "RECAM is eliminated at Gambut.",
    ]


def test_r4_8_1_a_lone_hit_on_a_double_step_is_said_to_be_one() -> None:
    pos = engaged("G01", allied=("A43",))
    hits(pos, 1, ARMOR)
    assert told(pos)[-1] == "Axis armour at Gambut, 1 hit: 1 hit without effect on a double step."


def test_r6_1_blocks_that_do_not_fire_are_counted_in_the_sum() -> None:
    pos = engaged("G01", allied=("A43", "A44", "A45"))
    assert "6.1" not in {term.rule for term in account(pos, HEX["Gambut"], AXIS, ALLIED).terms}
    pos.disrupted[NUMBER["A44"]] = pos.disrupted[NUMBER["A45"]] = 1
    ask(pos, "battle.fight", AXIS, HEX["Gambut"], 0)
    assert told(pos)[0].endswith(
        "Attack 6 dice (armour 6) against defence 3 dice (infantry 3, disrupted blocks without fire 2): "
        "the defender fires first."
    )


def test_r4_3_who_is_left_alone_holds_the_hex_in_the_log() -> None:
    pos = engaged("I19", allied=("A43",))
    ask(pos, "battle.begin", AXIS)
    pos.play(("stand",))
    roll(pos, 6, 6, 6)
    assert told(pos)[-1] == "The Allies hold Gambut: 70/14."


@pytest.mark.parametrize(("allied", "axis", "fought"), [(0, 0, True), (1, 0, False), (0, 1, False), (1, 1, False)])
def test_r4_2_a_battle_needs_somebody_in_order_on_both_sides(allied: int, axis: int, fought: bool) -> None:
    pos = engaged("G01")
    pos.active = 1 << HEX["Gambut"]
    pos.disrupted[NUMBER["A43"]], pos.disrupted[NUMBER["G01"]] = allied, axis
    assert fightable(pos) == [HEX["Gambut"]] * fought


def test_r4_1_1_nobody_fights_on_with_disrupted_units_alone() -> None:
    pos = engaged("G01")
    pos.entered = 0
    pos.disrupted[NUMBER["G01"]] = pos.disrupted[NUMBER["A43"]] = 1
    put(pos, "Bardia", "G02", "A45")
    fight(pos, "Bardia", ALLIED, "Sidi Omar")
    ask(pos, "battle.begin", AXIS)
    assert names(pos.actions(), "activate") == {"Bardia"}


def test_r4_3_a_force_known_in_part_keeps_its_dice_to_itself() -> None:
    pos = engaged("G01", allied=("A43", "A44"))
    pos.known[NUMBER["A43"]] = 1
    assert account(pos, HEX["Gambut"], AXIS, AXIS).defender == "? dice"


def test_r4_3_the_enemys_dice_are_those_last_seen() -> None:
    pos = engaged("G01", allied=("A43",))
    pos.known[NUMBER["A43"]] = 1
    pos.steps[NUMBER["A43"]] = 1  # lost in secret since
    assert [account(pos, HEX["Gambut"], AXIS, viewer).defender for viewer in (AXIS, ALLIED)] == ["3 dice", "1 die"]


def test_r5_3_1_runners_share_hits_alike_disrupted_or_not() -> None:
    pos = engaged("I08", "I09", allied=("A43",))
    pos.disrupted[NUMBER["I09"]] = 1
    pos.quarry = (NUMBER["I08"], NUMBER["I09"])
    ask(pos, "battle.allot", AXIS, 1, HEX["Gambut"], -1, 1, ())
    assert blocks(pos.actions(), "hit") == {"I08", "I09"}
