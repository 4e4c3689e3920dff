"""5 Retreats, withdrawals, pursuit and rout."""

from __future__ import annotations

import pytest

from sandtable.engine.position import IllegalAction
from sandtable.games.rommel.position import RommelPosition
from sandtable.games.rommel.rules.r03_engagement import beaten_hex
from sandtable.games.rommel.rules.r05_retreats import start_pursuit
from sandtable.games.rommel.rules.r06_disruption import eliminate, reveal
from tests.games.rommel.scene import (
    ALLIED,
    AXIS,
    HEX,
    NUMBER,
    ask,
    blocks,
    clash,
    events,
    fight,
    names,
    put,
    roll,
    scene,
    turn,
    where,
)


def leave(pos: RommelPosition, block: str, dest: str, side: int = AXIS) -> None:
    """Move a block out of Gambut."""
    ask(pos, "move.group", side, HEX["Gambut"], 0)
    pos.play(("take", NUMBER[block]))
    pos.play(("to", HEX[dest]))


def test_r5_0_a_retreat_disrupts_and_avoids_undisrupted_enemies() -> None:
    pos = clash("G01", "G03")
    put(pos, "Gazala SE1", "A44")
    put(pos, "Bir el Gubi SE1", "A45", down=True)
    ask(pos, "move.group", AXIS, HEX["Gambut"], 0)
    pos.play(("take", NUMBER["G01"]))
    entered = {a[1] for a in pos.actions() if a[0] in ("enter", "charge")}
    assert entered == {HEX["Bir el Gubi SE1"]}  # disrupted enemies may be run over
    pos.play(("to", HEX["Bir el Gubi"]))
    assert pos.disrupted[NUMBER["G01"]]
    assert not pos.disrupted[NUMBER["G03"]]


def test_r5_0_a_retreat_may_rout_disrupted_enemies_on_its_way() -> None:
    pos = clash("G01", "G03")
    put(pos, "Bir el Gubi SE1", "A45", down=True)
    ask(pos, "move.group", AXIS, HEX["Gambut"], 0)
    pos.play(("take", NUMBER["G01"]))
    pos.play(next(a for a in pos.actions() if a[:2] == ("enter", HEX["Bir el Gubi SE1"])))
    pos.play(("done",))
    assert events(pos, "rout") == [(ALLIED, HEX["Bir el Gubi SE1"], 1)]
    while pos.stack:
        pos.play(pos.actions()[0] if pos.side != "chance" else (pos.outcomes() or ())[0][0])
    assert where(pos, "G01") == "Bir el Gubi SE1"
    assert pos.disrupted[NUMBER["G01"]]
    assert where(pos, "A45") != "Bir el Gubi SE1"


def test_r5_0_a_retreat_leaves_over_friendly_hexsides_only() -> None:
    pos = clash("I08", "I09")
    ask(pos, "move.group", AXIS, HEX["Gambut"], 0)
    pos.play(("take", NUMBER["I08"]))
    assert "Bardia" not in names(pos.actions(), "to")


def test_r5_1_a_withdrawal_keeps_to_the_network_and_gets_nearer_to_the_base() -> None:
    pos = scene({"Gambut": "A43"})
    ask(pos, "move.order", ALLIED, 2)
    pos.play(("group", HEX["Gambut"]))
    pos.play(("take", NUMBER["A43"]))
    highway = {"Bardia", "Sollum", "Sidi Barrani", "Sidi Barrani E1", "Bir Sofafi E2"}
    assert names(pos.actions(), "to") == highway | {"Sidi Omar", "Bir Sofafi"}  # lines may run there as well
    assert not [a for a in pos.actions() if a[0] in ("march", "enter")]
    with pytest.raises(IllegalAction) as refused:
        pos.play(("to", HEX["Tobruk"]))
    assert refused.value.rule == "5.1"


@pytest.mark.parametrize("fighting", [True, False])
def test_r5_1_only_a_withdrawal_that_is_no_retreat_may_rout(fighting: bool) -> None:
    pos = scene({"Gambut": "A43"})
    put(pos, "Bardia", "I08", down=True)
    if fighting:
        put(pos, "Gambut", "G01")
        fight(pos, "Gambut", ALLIED, "Bir el Gubi")
    ask(pos, "move.order", ALLIED, 2)
    pos.play(("group", HEX["Gambut"]))
    pos.play(("take", NUMBER["A43"]))
    assert (("enter", HEX["Bardia"], HEX["Gambut"]) in pos.actions()) == (not fighting)


@pytest.mark.parametrize(
    ("mode", "fighting", "owner"), [(0, False, ALLIED), (0, True, ALLIED), (2, False, ALLIED), (2, True, AXIS)]
)
def test_r5_1_only_a_retreat_that_is_a_withdrawal_does_not_take_an_empty_fortress(
    mode: int, fighting: bool, owner: int
) -> None:
    pos = scene({"Gambut": "A43 A44"})
    if fighting:
        put(pos, "Gambut", "G01")
        fight(pos, "Gambut", ALLIED, "Bir el Gubi")
    ask(pos, "move.order", ALLIED, mode)
    pos.play(("group", HEX["Gambut"]))
    pos.play(("take", NUMBER["A43"]))
    pos.play(("to", HEX["Bardia"]))
    assert where(pos, "A43") == "Bardia"
    assert pos.owner(HEX["Bardia"]) == owner


def test_r8_1_1_who_fled_into_a_fortress_takes_it_when_recovered() -> None:
    pos = scene()
    put(pos, "Bardia", "A43", down=True)  # fell back there from a battle; Bardia is the enemy's
    ask(pos, "supply.first", ALLIED)
    assert not pos.disrupted[NUMBER["A43"]]
    assert pos.owner(HEX["Bardia"]) == ALLIED
    pos = scene()
    put(pos, "Bardia", "A43", down=True)
    put(pos, "Sollum", "G01")  # no line, no recovery, no capture
    put(pos, "Sidi Omar", "G02")
    ask(pos, "supply.first", ALLIED)
    assert pos.owner(HEX["Bardia"]) == AXIS
    pos = scene()
    put(pos, "Bardia", "A43", down=True)
    ask(pos, "buildup.check", ALLIED)
    assert pos.owner(HEX["Bardia"]) == ALLIED


def test_r5_2_leaving_without_a_rearguard_is_pursued() -> None:
    pos = clash("G01", allied=("A17",))
    leave(pos, "G01", "Bir el Gubi")
    assert pos.stack[-1].step == "pursuit.roll"
    assert pos.stack[-1].args[1] == 2  # recon after mechanised: two dice


def test_r5_2_a_rearguard_prevents_pursuit() -> None:
    pos = clash("G01", "G03", allied=("A17",))
    leave(pos, "G01", "Bir el Gubi")
    pos.play(("done",))
    assert not events(pos, "pursuit")


def test_r5_2_1_those_who_left_are_pursued_when_the_rearguard_falls() -> None:
    pos = clash("G01", "G03", allied=("A17",))
    leave(pos, "G01", "Bir el Gubi")
    pos.play(("done",))
    eliminate(pos, NUMBER["G03"])
    ask(pos, "move.settle", AXIS)
    assert pos.stack[-1].step == "pursuit.roll"
    assert pos.quarry == (NUMBER["G01"],)


def test_r5_2_1_a_rearguard_routed_for_want_of_supply_no_longer_covers_those_who_left() -> None:
    pos = clash("G01", "I08", allied=("A17",))
    for place, block in (("Tobruk", "A44"), ("Gazala SE1", "A45"), ("Bir Hacheim", "A21")):
        put(pos, place, block)
    turn(pos, AXIS, 1)
    pos.play(("group", HEX["Gambut"]))
    pos.play(("take", NUMBER["G01"]))
    pos.play(("to", HEX["Bir el Gubi"]))
    pos.play(("done",))
    assert not events(pos, "pursuit")  # the rearguard stands
    pos.play(("done",))
    assert [args[1] for args in events(pos, "rout")] == [HEX["Gambut"]]
    roll(pos, 1, 1)  # after the rearguard
    assert pos.stack[-1].step == "pursuit.roll"
    assert pos.quarry == (NUMBER["G01"],)


@pytest.mark.parametrize(
    ("pursuers", "dice", "said"),
    [
        (("A43",), 0, "nobody can follow"),
        (("A21",), 1, "pursuit fire with 1 die (1 block as fast at 1 die)"),
        (("A01",), 2, "pursuit fire with 2 dice (1 faster block at 2 dice)"),
        (
            ("A01", "A21", "A43", "A17"),
            5,
            "pursuit fire with 5 dice (2 faster blocks at 2 dice, 1 block as fast at 1 die)",
        ),
    ],
)
def test_r5_3_two_dice_for_the_faster_one_for_the_equal(pursuers: tuple[str, ...], dice: int, said: str) -> None:
    pos = clash("G08", allied=pursuers)  # motorised guns run
    start_pursuit(pos, HEX["Gambut"], [NUMBER["G08"]])
    assert (pos.stack[-1].args[1] if pos.stack else 0) == dice
    assert pos.report("axis")[-1]["text"] == f"The slowest Axis blocks to leave Gambut are motorised: {said}."


@pytest.mark.parametrize(
    ("runner", "steps", "hits", "said"),
    [
        ("G08", 3, 3, "take 3 hits and lose 3 steps."),
        ("G08", 1, 3, "take 3 hits and lose 1 step, 2 hits without effect."),
        ("G01", 3, 2, "take 2 hits and lose 1 step, two hits for each double step."),
        (
            "G01",
            3,
            3,
            "take 3 hits and lose 1 step, two hits for each double step, 1 hit without effect on a double step.",
        ),
    ],
)
def test_r5_3_1_the_log_says_what_the_hits_cost(runner: str, steps: int, hits: int, said: str) -> None:
    pos = clash(runner, allied=("A01", "A02"))
    pos.steps[NUMBER[runner]] = steps
    start_pursuit(pos, HEX["Gambut"], [NUMBER[runner]])
    pos.stack = (pos.stack[-1]._replace(args=(AXIS, 4, (), HEX["Gambut"], 2)),)
    pos.settle()
    roll(pos, *[4] * hits, *[1] * (4 - hits))
    texts = [line["text"] for line in pos.report("axis") if line["rule"] == "5.3.1"]
    assert texts[-1] == f"The retreating Axis blocks {said}"


def test_r5_1_the_log_says_who_had_no_way_back() -> None:
    pos = clash("G08", allied=("A01",))
    ask(pos, "withdraw", AXIS, HEX["Gambut"])  # without a network to go back along
    assert pos.report("axis")[-1]["text"] == "21/39 Panzerjaeger is eliminated at Gambut: it has no way back."


def test_r5_3_1_four_to_six_hits_and_the_owner_chooses() -> None:
    pos = clash("G08", "G09", allied=("A01", "A02"))
    start_pursuit(pos, HEX["Gambut"], [NUMBER["G08"], NUMBER["G09"]])
    pos.phasing = AXIS
    roll(pos, 3, 3, 4, 6)
    assert pos.side == "axis"
    assert blocks(pos.actions(), "hit") == {"G08", "G09"}
    pos.play(("hit", NUMBER["G09"]))
    pos.play(("hit", NUMBER["G09"]))
    assert pos.steps[NUMBER["G09"]] == 1
    assert not pos.quarry


def test_r5_4_disrupted_units_among_undisrupted_enemies_are_routed() -> None:
    pos = clash("G01", allied=("A43", "A44"))
    pos.disrupted[NUMBER["A43"]] = 1
    assert beaten_hex(pos) is None
    pos.disrupted[NUMBER["A44"]] = 1
    assert beaten_hex(pos) == (HEX["Gambut"], ALLIED)


def test_r5_4_1_a_rout_costs_a_step_each_then_pursuit_then_withdrawal() -> None:
    pos = clash("G01", allied=("A43", "A44"))
    for block in ("A43", "A44"):
        pos.disrupted[NUMBER[block]] = 1
    ask(pos, "move.settle", AXIS)
    assert [pos.steps[NUMBER[block]] for block in ("A43", "A44")] == [2, 2]
    assert pos.stack[-1].step == "pursuit.roll"
    roll(pos, 1, 1)
    assert pos.side == "allied"
    pos.play(("all", HEX["Sollum"]))
    assert where(pos, "A43") == "Sollum"
    assert pos.battles == ()


def test_r5_3_1_pursuit_hits_are_taken_in_secret() -> None:
    pos = clash("G08", "G09", allied=("A01", "A02"))
    views = []
    for block in ("G08", "G09"):
        trial = pos.copy()
        start_pursuit(trial, HEX["Gambut"], [NUMBER["G08"], NUMBER["G09"]])
        trial.phasing = AXIS
        roll(trial, 3, 3, 3, 6)
        trial.play(("hit", NUMBER[block]))
        assert trial.steps[NUMBER[block]] == 2
        views.append((trial.see("allied"), trial.report("allied")))
    assert views[0] == views[1]
    assert views[0][1][-1]["text"] == "The retreating Axis blocks take 1 hit and lose 1 step."


def test_r5_3_1_even_a_block_whose_face_is_known_takes_its_hit_in_secret() -> None:
    pos = clash("G08", allied=("A01",))
    put(pos, "Mechili", "G09")
    reveal(pos, NUMBER["G08"])
    start_pursuit(pos, HEX["Gambut"], [NUMBER["G08"]])
    roll(pos, 1, 6)
    seen = next(piece for piece in pos.see("allied")["pieces"] if piece.get("name") == "21/39 Panzerjaeger")
    own = next(piece for piece in pos.see("axis")["pieces"] if piece.get("name") == "21/39 Panzerjaeger")
    assert (seen["steps"], own["steps"]) == (3, 2)
    reveal(pos, NUMBER["G08"])
    assert pos.seen[NUMBER["G08"]] == 2


def test_r5_4_1_a_rout_counts_a_step_for_each_block_the_enemy_knows() -> None:
    pos = clash("G01", allied=("A43", "A44"))
    reveal(pos, NUMBER["A43"])
    for block in ("A43", "A44"):
        pos.disrupted[NUMBER[block]] = 1
    ask(pos, "move.settle", AXIS)
    assert (pos.seen[NUMBER["A43"]], pos.seen[NUMBER["A44"]]) == (2, 3)
    assert not pos.known[NUMBER["A44"]]


def test_r8_1_a_fortress_changes_hands_after_the_march_in_the_log() -> None:
    pos = scene({"Gambut": "A43"})
    leave(pos, "A43", "Bardia", ALLIED)
    kinds = [event.kind for event in pos.events()]
    assert kinds.index("move") < kinds.index("capture")


def routed(*allied: str, pursuers: tuple[str, ...] = ("I08",)) -> RommelPosition:
    """Allied blocks at Gambut have to withdraw from enemies too slow to hurt them."""
    pos = clash(*pursuers, allied=allied)
    ask(pos, "withdraw.start", ALLIED, HEX["Gambut"], phasing=AXIS)
    return pos


def test_r5_1_a_forced_withdrawal_may_scatter_block_by_block() -> None:
    pos = routed("A01", "A43")
    reach_of_foot = names(pos.actions(), "all")
    assert blocks(pos.actions(), "take") == {"A01", "A43"}
    pos.play(("take", NUMBER["A01"]))
    places = {pos.box.map.ids[action[2]] for action in pos.actions()}
    assert {action[:2] for action in pos.actions()} == {("away", NUMBER["A01"])}
    assert reach_of_foot < places  # armour gets further
    pos.play(("away", NUMBER["A01"], HEX["Sollum"]))
    assert {action[0] for action in pos.actions()} == {"away"}  # one left: it is asked at once
    pos.play(("away", NUMBER["A43"], HEX["Bardia"]))
    assert (where(pos, "A01"), where(pos, "A43")) == ("Sollum", "Bardia")
    assert pos.battles == ()
    assert pos.disrupted[NUMBER["A01"]]
    assert pos.stack == ()
    assert not pos.fleeing  # their pursuit is over


def test_r5_1_a_block_without_a_way_back_is_eliminated() -> None:
    pos = clash("G01", allied=("A43", "A44"))
    pos.battles = ()
    fight(pos, "Gambut", ALLIED, "Bir el Gubi", "Bardia", "Sidi Omar", "Bir el Gubi SE1")
    put(pos, "Tobruk", "A45")
    pos.owners = tuple((place, ALLIED) for place, _ in pos.owners)
    pos.networks = (1 << HEX["Gambut"], 0)
    ask(pos, "withdraw", ALLIED, HEX["Gambut"], phasing=AXIS)
    assert where(pos, "A43") == where(pos, "A44") == "lost"
    assert [args[0] for args in events(pos, "lost")] == [NUMBER["A43"], NUMBER["A44"]]


def test_r5_1_who_can_withdraw_does_and_who_cannot_is_lost() -> None:
    pos = clash("I08", allied=("A01", "A43"))
    ask(pos, "withdraw.start", ALLIED, HEX["Gambut"], phasing=AXIS)
    put(pos, "Bardia", "I09")  # by now foot would have to go through it
    put(pos, "Sidi Omar", "I10")
    pos._actions = None
    ways = {action[0] for action in pos.actions()}
    assert ways <= {"away", "lost", "take", "all"}
    while pos.stack:
        pos.play(pos.actions()[-1])
    assert where(pos, "A43") != "Gambut"


def test_r5_3_nobody_follows_who_is_slower() -> None:
    pos = clash("G05", allied=("A43",))
    start_pursuit(pos, HEX["Gambut"], [NUMBER["G05"]])
    assert pos.stack == ()
    assert pos.dice == ()
    assert [line["text"] for line in pos.report(None)] == [
        "The slowest Axis blocks to leave Gambut are recon: nobody can follow."
    ]


def test_r5_2_those_who_left_two_battles_are_pursued_from_each() -> None:
    pos = clash("G01", allied=("A17",))
    put(pos, "Bardia", "G02", "A18")
    fight(pos, "Bardia", ALLIED, "Gambut", "Sidi Omar")
    pos.where[NUMBER["G01"]] = pos.where[NUMBER["G02"]] = HEX["Bir el Gubi"]
    pos.fleeing = ((NUMBER["G01"], HEX["Gambut"]), (NUMBER["G02"], HEX["Bardia"]))
    ask(pos, "move.settle", AXIS)
    assert pos.quarry == (NUMBER["G01"],) or pos.quarry == (NUMBER["G02"],)
    roll(pos, 1, 1)
    assert pos.stack[-1].step == "pursuit.roll"
    roll(pos, 1, 1)
    assert pos.stack == ()
    assert not pos.fleeing
    assert not pos.quarry
    assert sorted(args[1] for args in events(pos, "pursuit")) == sorted([HEX["Gambut"], HEX["Bardia"]])


def test_r5_3_1_many_dice_are_one_roll_in_the_log() -> None:
    pos = clash("I08", "I09", allied=("A01", "A02", "A04", "A05"))
    start_pursuit(pos, HEX["Gambut"], [NUMBER["I08"], NUMBER["I09"]])
    roll(pos, 1, 1, 1, 1, 1, 4)
    roll(pos, 1, 5)
    assert events(pos, "roll") == [(ALLIED, 4, 1, 1, 1, 1, 1, 4, 1, 5)]
    assert pos.stack[-1].args == (2, HEX["Gambut"], -1, 2, ())


def test_r5_2_a_disrupted_block_is_no_rearguard() -> None:
    pos = clash("G01", "G03", allied=("A17",))
    pos.disrupted[NUMBER["G03"]] = 1
    leave(pos, "G01", "Bir el Gubi")
    assert events(pos, "rout") == [(AXIS, HEX["Gambut"], 1)]  # it is routed, and the pursuit is for all
    assert pos.stack[-1].step == "pursuit.roll"


def test_r5_3_the_announced_speed_is_remembered_of_those_who_run() -> None:
    pos = clash("I08", allied=("A01", "A21"))
    pos.entered = 1 << HEX["Gambut"]
    ask(pos, "battle.begin", AXIS)
    pos.play(("refuse", HEX["Gambut"]))
    assert [pos.least[NUMBER[block]] for block in ("A01", "A21")] == [2, 2]


def test_r5_4_neither_side_is_routed_where_all_lie_disrupted() -> None:
    pos = clash("G01", allied=("A43",))
    pos.disrupted[NUMBER["A43"]] = pos.disrupted[NUMBER["G01"]] = 1
    assert beaten_hex(pos) is None
    pos.disrupted[NUMBER["A43"]] = 0
    assert beaten_hex(pos) == (HEX["Gambut"], AXIS)


def test_r5_2_those_who_did_not_live_to_flee_carry_no_mark() -> None:
    pos = clash("G01", "G03", allied=("A17",))
    eliminate(pos, NUMBER["G01"])
    pos.fleeing = ((NUMBER["G01"], HEX["Gambut"]),)
    ask(pos, "move.settle", AXIS)
    assert not pos.disrupted[NUMBER["G01"]]
    assert not pos.fleeing


def test_r5_1_a_block_that_withdraws_far_shows_its_speed() -> None:
    pos = routed("A17", "A43")
    pos.play(("take", NUMBER["A17"]))
    board = pos.box.board
    need = {a: board.speed_needed(HEX["Gambut"], a[2], pos.box.tables.bonus, 0) for a in pos.actions()}
    farthest = max(need, key=lambda action: need[action])
    assert need[farthest] >= 3
    pos.play(farthest)
    assert pos.least[NUMBER["A17"]] == need[farthest]


def test_r5_3_1_runners_in_the_first_hex_of_the_map_take_hits_too() -> None:
    pos = scene({"Antelat": "A01", "Agedabia": "G08 G09"})
    start_pursuit(pos, HEX["Antelat"], [NUMBER["G08"], NUMBER["G09"]])
    roll(pos, 1, 6)
    assert blocks(pos.actions(), "hit") == {"G08", "G09"}


def test_r5_1_a_withdrawal_routs_disrupted_enemies_only_on_the_way_to_the_base() -> None:
    pos = scene({"Gambut": "A43", "Tobruk": "A44"})
    put(pos, "Bardia", "I08", down=True)
    put(pos, "Gazala SE1", "I09", down=True)
    ask(pos, "move.order", ALLIED, 2)
    pos.play(("group", HEX["Tobruk"]))
    pos.play(("take", NUMBER["A44"]))
    assert HEX["Gazala SE1"] not in {action[1] for action in pos.actions() if action[0] == "enter"}
    assert HEX["Bardia"] in {action[1] for action in pos.actions() if action[0] == "enter"}


def test_r5_0_the_log_tells_a_retreat_from_a_move() -> None:
    pos = scene({"Gambut": "I08 A43", "Tobruk": "I09"})
    fight(pos, "Gambut", AXIS, "Bardia")
    ask(pos, "move.group", AXIS, HEX["Gambut"], 0)
    pos.play(("take", NUMBER["I08"]))
    pos.play(("to", HEX["Gazala SE1"]))
    told = [line["text"] for line in pos.report(None) if line["rule"] == "5.0"]
    assert told == ["1 Axis block retreats from Gambut to Gazala SE1, disrupted."]
    ask(pos, "move.group", AXIS, HEX["Tobruk"], 0)
    pos.play(("take", NUMBER["I09"]))
    pos.play(("to", HEX["Gazala SE1"]))
    assert pos.report(None)[-1]["text"] == "1 Axis block goes from Tobruk to Gazala SE1."


def test_r5_0_who_runs_over_enemies_routs_and_pursues_them_before_he_is_disrupted() -> None:
    pos = scene({"Gambut": "G01 A43", "Bardia": "A44"})
    fight(pos, "Gambut", AXIS, "Bardia")
    put(pos, "Bir el Gubi", "A45", down=True)
    ask(pos, "move.group", AXIS, HEX["Gambut"], 0)
    pos.play(("take", NUMBER["G01"]))
    pos.play(("enter", HEX["Bir el Gubi"], HEX["Gambut"]))
    roll(pos, 1, 1)
    assert not pos.disrupted[NUMBER["G01"]]
    while pos.stack:
        pos.play(pos.actions()[0])
    assert pos.disrupted[NUMBER["G01"]]
    kinds = [event.kind for event in pos.events()]
    assert kinds == ["retreat", "rout", "pursuit", "roll", "retire", "shaken", "pursuit"]
    told = [line["text"] for line in pos.report(None) if line["rule"] == "5.0"]
    assert told == [
        "1 Axis block retreats from Gambut to Bir el Gubi.",
        "1 Axis block is disrupted by the retreat at Bir el Gubi.",
    ]
