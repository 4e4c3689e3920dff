"""An order that a rule forbids is refused with that rule and changes nothing."""

from __future__ import annotations

from random import Random

import pytest

from sandtable.engine.flow import Action
from sandtable.games.western_desert.position import WesternDesertPosition
from sandtable.games.western_desert.rules.r05_events import MINE_SHORTAGE
from sandtable.games.western_desert.sequence import STEPS
from sandtable.games.western_desert.terms import MOVED, NONE, RESERVE, SAILED, STRATEGIC, TOBRUK
from tests.games.western_desert.scene import ALLIED, AXIS, GAME, HEX, UNIT, ask, fight, hits, play, refused, scene


@pytest.mark.parametrize(
    ("order", "rule"),
    [
        (("depot", -1), "7.12"),  # off the map
        (("depot", HEX["5013"]), "7.12"),  # open desert
        (("depot", HEX["4509"]), "7.11"),  # next to the enemy
    ],
)
def test_r7_11_depots(order: tuple[str, int], rule: str) -> None:
    pos = ask(scene({"5011": "A01", "4510": "X05"}), "depot.place")
    assert refused(pos, order) == rule


def test_r7_15_a_depot_off_the_map_has_to_come_back() -> None:
    pos = ask(scene({"5011": "A01"}, depots=("", "1119")), "depot.place")
    assert refused(pos, ("keep",)) == "7.15"


def test_r7_6_replacements() -> None:
    pos = scene({"5011": "A01* A02* A06* A09", "4509": "A07*", "4409": "X05", "3117": "A08*"}, turn=8)
    ask(pos, "replacements.begin")
    assert refused(pos, ("replace", UNIT["A09"])) == "7.6"  # whole
    assert refused(pos, ("replace", UNIT["A07"])) == "7.6"  # in an enemy zone
    assert refused(pos, ("replace", UNIT["A08"])) == "7.6"  # out of supply
    assert refused(pos, ("replace", UNIT["A10"])) == "7.6"  # not in play
    assert refused(pos, ("refit", UNIT["A01"])) == "7.62"  # not in reserve
    play(pos, ("replace", UNIT["A01"]))
    assert refused(pos, ("replace", UNIT["A02"])) == "7.61"  # a second armor unit


def test_r7_62_only_reduced_armor_in_reserve_is_refitted() -> None:
    pos = scene({"5011": "A06*"}, turn=8)
    for name, reduced in (("A01", 1), ("A02", 0), ("A13", 1)):
        pos.where[UNIT[name]], pos.reduced[UNIT[name]] = RESERVE, reduced
    ask(pos, "replacements.begin")
    assert ("refit", UNIT["A01"]) in pos.actions()
    assert refused(pos, ("refit", UNIT["A02"])) == "7.62"  # whole
    assert refused(pos, ("refit", UNIT["A13"])) == "7.62"  # infantry
    play(pos, ("refit", UNIT["A01"]))
    assert refused(pos, ("refit", UNIT["A01"])) == "7.62"  # once a turn


def test_r7_63_axis_replacements_are_bound_to_their_nation() -> None:
    pos = scene({"2012": "X20* X22* X05* X06*"}, active=AXIS, turn=13)
    pos.level = NONE
    ask(pos, "replacements.begin")
    play(pos, ("replace", UNIT["X05"]))
    assert refused(pos, ("replace", UNIT["X06"])) == "7.63"
    play(pos, ("replace", UNIT["X20"]))
    assert not pos.stack or refused(pos, ("replace", UNIT["X22"])) == "7.63"


def test_r7_8_reserves() -> None:
    pos = scene({"5011": "A01 A02 A03", "5009": "A06 A07", "5110": "A08 A09", "3117": "A26"})
    for name in ("A13", "A14", "A04"):
        pos.where[UNIT[name]] = RESERVE
    pos.demand = 2
    short = pos.copy()
    ask(pos, "reserves.begin")
    assert refused(pos, ("withdraw", UNIT["A01"])) == "7.8"  # the demand is met
    assert refused(pos, ("release", UNIT["A01"])) == "7.8"  # not in reserve
    assert refused(pos, ("release", UNIT["A13"])) == "7.4"  # needed: two and a half units less one
    exact = short.copy()
    exact.where[UNIT["A04"]], exact.where[UNIT["A26"]], exact.demand = RESERVE, RESERVE, 3
    exact.reduced[UNIT["A26"]] = 1
    exact.refresh()
    ask(exact, "reserves.begin")
    assert not exact.stack, "three units of three: nothing to send, nothing to spare"
    short.where[UNIT["A15"]], short.reduced[UNIT["A15"]] = RESERVE, 1
    ask(short, "reserves.begin")
    assert refused(short, ("release", UNIT["A15"])) == "7.7"  # reduced


def test_r7_4_the_demand_is_an_order() -> None:
    pos = scene({"5011": "A01 A02 A03", "5009": "A06 A07", "5110": "A08 A09", "3117": "A26"})
    pos.demand = 1
    ask(pos, "reserves.begin")
    assert refused(pos, ("done",)) == "7.4"
    assert refused(pos, ("withdraw", UNIT["A26"])) == "7.8"  # out of supply


def test_r9_0_moving() -> None:
    pos = scene({"5011": "A01 A06", "4409": "X05"})
    ask(pos, "move.begin")
    pos.flags[UNIT["A06"]] |= MOVED
    pos.idle, pos._actions = None, None
    assert refused(pos, ("unit", UNIT["A06"])) == "9.0"
    assert refused(pos, ("unit", UNIT["A07"])) == "9.0"  # not on the map
    assert refused(pos, ("unit", UNIT["X05"])) == "9.0"
    assert refused(pos, ("unit", -1)) == "9.1"


def test_r9_5_exploiting() -> None:
    pos = scene({"5011": "A01 A06 A02"})
    pos.exploiting = 1
    ask(pos, "move.begin")
    pos.flags[UNIT["A02"]] |= SAILED
    pos.idle, pos._actions = None, None
    assert refused(pos, ("unit", UNIT["A06"])) == "9.5"
    assert refused(pos, ("unit", UNIT["A02"])) == "9.7"


def test_r10_1_attacking() -> None:
    pos = scene({"4612": "A01", "4512": "X05", "4513": "X06"})
    ask(pos, "combat.begin")
    assert refused(pos, ("attack", HEX["4412"])) == "10.1"
    assert refused(pos, ("bombard", HEX["4512"])) == "14.2"
    assert refused(pos, ("shell", HEX["4512"])) == "15.0"
    play(pos, ("attack", HEX["4512"]))
    assert refused(pos, ("go",)) == "10.1", "X06 stands next to the attacker too"


def test_r10_3_backing() -> None:
    pos = scene({"4612": "A01", "4512": "X05"}, depots=("4509", "1119"))
    ask(pos, "combat.begin")
    play(pos, ("attack", HEX["4512"]), ("go",))
    assert refused(pos, ("fire",)) == "10.3"
    assert refused(pos, ("smoke", 1, 0, 0)) == "10.3"
    assert refused(pos, ("fire", 0, 1, 0)) == "14.1"
    assert refused(pos, ("fire", 0, 0, 1)) == "15.0"
    pos.points[ALLIED], pos._actions = 0, None
    assert refused(pos, ("fire", 1, 0, 0)) == "10.3"
    pos.points[ALLIED], pos.depot[ALLIED], pos._actions = 3, HEX["6508"], None
    assert refused(pos, ("fire", 1, 0, 0)) == "10.31"


def test_r10_25_retreating() -> None:
    pos = scene({"4612": "A01 A02", "4512": "X05 X06"})
    hits(pos, 2, 3, "A01 A02", "4512")
    assert refused(pos, ("retreat",)) == "10.25"  # no step lost yet
    play(pos, ("spread",))
    assert refused(pos, ("retreat",)) == "10.25"  # now the defender
    play(pos, ("lose", UNIT["X05"]))
    assert refused(pos, ("retreat",)) == "10.23"  # two of three are steps while the attacker stands
    pos = scene({"4612": "A01 A02", "4512": "X05 X06"})
    hits(pos, 3, 1, "A01 A02", "4512")
    play(pos, ("lose", UNIT["A01"]))
    assert refused(pos, ("retreat",)) == "10.22"  # two hits are left


def test_r12_1_digging() -> None:
    pos = scene({"5012": "A06"})
    pos.effects = MINE_SHORTAGE
    ask(pos, "move.begin")
    play(pos, ("unit", UNIT["A06"]))
    assert ("build", UNIT["A06"]) not in pos.actions()
    assert refused(pos, ("build", UNIT["A06"])) == "9.1"


def test_r9_4_who_moved_strategically_does_not_attack() -> None:
    pos = scene({"4612": "A01", "4512": "X05"})
    ask(pos, "combat.begin")
    pos.flags[UNIT["A01"]] |= STRATEGIC
    pos._actions = None
    assert refused(pos, ("attack", HEX["4512"])) == "10.1"


def test_r8_4_only_units_tobruk_might_feed_can_be_named_to_go_without() -> None:
    pos = scene({"3408": "X10 X11 X13", "1318": "A06"}, active=AXIS)
    pos.control[TOBRUK], pos.naval = AXIS, 1
    ask(pos, "attrition")
    assert refused(pos, ("starve", UNIT["A06"])) == "8.4"


def test_r13_3_a_leader_who_is_not_there_does_not_lead() -> None:
    pos = scene({"4612": "A01", "4512": "X05 L3 L4", "2012": "X12"})
    fight(pos, "A01", "4512")
    assert refused(pos, ("lead", UNIT["L1"])) == "13.3"


def why(pos: WesternDesertPosition, piece: str = "", place: str = "") -> str | None:
    """The rule that a click on a dark unit or hex names, or None."""
    reason = pos.why_not(pos.side or "", UNIT[piece] if piece else None, place or None)
    return reason["rule"] if reason else None


def test_r7_8_a_click_on_a_unit_says_why_it_does_not_go_to_reserve_or_leave_it() -> None:
    pos = scene({"5011": "A01 A02 A03", "5009": "A06 A07", "5110": "A08 A13*", "3117": "A26", "4409": "X05"})
    pos.where[UNIT["A14"]], pos.demand = RESERVE, 2
    ask(pos, "reserves.begin")
    assert [why(pos, piece) for piece in ("A26", "A14", "X05", "A01")] == ["7.8", "7.8", None, None]
    assert why(pos, "A13") is None
    pos = scene({"5011": "A01 A02 A03", "5009": "A06 A07", "5110": "A13*"})
    pos.where[UNIT["A14"]], pos.demand = RESERVE, 3
    short = pos.copy()
    short.put((UNIT["A08"],), HEX["5110"])
    ask(short, "reserves.begin")
    assert (why(short, "A13"), why(short, "A01")) == ("7.4", None), "one may go, and it must be a whole one"


def test_r9_0_a_click_on_a_unit_says_why_it_does_not_move() -> None:
    pos = scene({"5011": "A01 A06 A02", "4409": "X05", "5310": "L1"})
    ask(pos, "move.begin")
    pos.flags[UNIT["A06"]] |= MOVED
    pos.idle, pos._actions = None, None
    assert [why(pos, piece) for piece in ("A06", "X05", "A07", "A01", "L1")] == ["9.0", "9.0", "9.0", None, None]
    last = scene({"5310": "L4"})
    ask(last, "move.begin")
    assert not last.stack or why(last, "L4") == "9.0"


def test_r7_11_a_click_on_a_hex_says_why_the_depot_does_not_go_there() -> None:
    pos = ask(scene({"5011": "A01", "4510": "X05"}), "depot.place")
    assert [why(pos, place=place) for place in ("5013", "4509", "5110")] == ["7.12", "7.11", None]


def test_r9_1_a_click_on_a_hex_says_why_it_cannot_be_entered() -> None:
    pos = ask(scene({"5011": "A01", "4409": "X05"}), "move.begin")
    pos.play(("unit", UNIT["A01"]))
    assert [why(pos, place=place) for place in ("1611", "4409", "5111")] == ["9.1", "9.1", None]


def test_r10_1_a_click_on_a_hex_says_that_it_cannot_be_attacked() -> None:
    pos = ask(scene({"4612": "A01", "4512": "X05", "4412": "X06"}), "combat.begin")
    assert [why(pos, place=place) for place in ("4412", "4512")] == ["10.1", None]


def test_r4_0_a_click_means_the_order_a_step_is_about() -> None:
    """Why an order is refused at a click on a unit or hex is asked of these orders first."""
    assert {name: step.verbs for name, step in STEPS.items() if step.verbs} == {
        "event.breakdown": ("break",),
        "depot.place": ("depot",),
        "depot.shift": ("depot",),
        "replacements.choose": ("replace", "refit"),
        "reinforcements.early": ("early",),
        "reserves.choose": ("withdraw", "release"),
        "attrition.choose": ("starve",),
        "move.choose": ("unit", "stack"),
        "move.to": ("to",),
        "move.on": ("strategic",),
        "stacking.remove": ("remove",),
        "combat.choose": ("attack",),
        "combat.plan": ("also",),
        "combat.losses": ("lose",),
        "combat.retreat": ("retreat", "scatter"),
        "combat.advance": ("all", "advance"),
        "leader.displace": ("escape",),
        "bombardment.losses": ("lose",),
    }


def test_r4_0_an_order_of_another_step_is_refused_and_changes_nothing() -> None:
    """Whatever is ordered out of turn: each verb of the game so far, at every kind of question of four turns."""
    pos, rng = GAME.start(), Random(3)
    known: dict[tuple[str, int], Action] = {}
    asked: set[str] = set()
    while pos.turn < 5 and pos.stack:
        if pos.side == "chance":
            pos.play(pos.sample(rng))
            continue
        legal = pos.actions()
        if pos.stack[-1].step not in asked or rng.random() < 0.02:
            asked.add(pos.stack[-1].step)
            for order in known.values():
                if order not in legal:
                    assert refused(pos, order) is not None
        known |= {(str(action[0]), len(action)): action for action in legal}
        pos.play(rng.choice(legal))
    assert len(asked) > 12
