"""7 Supply, and 8 fortresses and minefields."""

from __future__ import annotations

from random import Random

import pytest

from sandtable.engine.maps import mask_of, places_in
from sandtable.engine.position import IllegalAction
from sandtable.games.rommel.box import INFANTRY
from sandtable.games.rommel.network import network, reached
from sandtable.games.rommel.plain_network import plain_network
from sandtable.games.rommel.position import ASSAULT, AWAY, RommelPosition
from sandtable.games.rommel.rules.r03_engagement import besieged, take_fortress, tidy
from sandtable.games.rommel.rules.r04_fire import dice_of, hits_on
from sandtable.games.rommel.rules.r07_supply import ground, supply_network, without_supply
from tests.games.rommel.scene import (
    ALLIED,
    AXIS,
    GAME,
    HEX,
    NUMBER,
    ask,
    blocks,
    events,
    fight,
    hexes,
    put,
    scene,
    where,
)

LENGTHS = GAME.tables.links


def cut(pos: RommelPosition, side: int) -> set[str]:
    """The blocks without supply."""
    return {GAME.blocks[unit].id for unit in without_supply(pos, side)}


def test_r7_0_the_network_is_every_hex_on_any_line() -> None:
    pos = scene({"Sollum": "A43"})
    assert hexes(supply_network(pos, ALLIED)) == {
        "Sollum",
        "Sidi Barrani",
        "Sidi Barrani E1",
        "Bir Sofafi",  # the way by track is a line as well
        "Sidi Barrani SE1",
        "Bir Sofafi E2",
        "Mersa Matruh W1",
        "Mersa Matruh",
        "Fuka",
        "El Daba",
        "El Daba SE1",
        "El Alamein",
        "El Hammam",
        "Alexandria",
    }


def test_r7_0_a_line_does_not_loop_back_so_a_dead_end_is_no_part_of_it() -> None:
    pos = scene({"Gambut": "A43"})
    net = hexes(supply_network(pos, ALLIED))
    assert "Bardia" in net
    assert "Tobruk" not in net  # behind Gambut, and no other way on


def random_ground(seed: int) -> tuple[RommelPosition, Random]:
    """A desert strewn with blocks, mostly by the roads, some disrupted, some at each other's throats."""
    rng = Random(seed)
    pos = scene(scenario="gazala")
    spots = [hex_ for hex_ in range(len(GAME.map)) if GAME.board.by_grade[1][hex_]]
    for unit in rng.sample(range(100), rng.randint(4, 30)):
        pos.where[unit] = rng.choice(spots) if rng.random() < 0.8 else rng.randrange(len(GAME.map))
        pos.disrupted[unit] = int(rng.random() < 0.2)
    for place in sorted({place for place in pos.where if place >= 0}):
        if pos.at(place, ALLIED) and pos.at(place, AXIS):
            sides = [near for near in places_in(GAME.board.around[place]) if rng.random() < 0.4]
            pos.battles = (*pos.battles, (place, rng.randrange(2), mask_of(sides)))
    return pos, rng


@pytest.mark.parametrize("seed", range(40))
def test_r7_0_the_quick_network_is_the_plain_one(seed: int) -> None:
    pos, rng = random_ground(seed)
    for side in (ALLIED, AXIS):
        held = places_in(pos.held(side)[0])
        if held:
            sources = mask_of(rng.sample(held, min(2, len(held))))
            on = ground(pos, side)
            plain = plain_network(on, sources, LENGTHS)
            assert hexes(network(on, sources)) == hexes(plain)
            supplied = reached(on) & sources
            assert supplied == plain & sources  # a unit has a line exactly when its hex is on one


def test_r7_0_two_hexes_between_joints_compete_for_the_hexes_they_share() -> None:
    """Three hexes in a row between friends by track: a line may cross two of them at most, whichever they are."""
    pos = scene({"Msus": "G01", "Mechili": "G02"})
    on = ground(pos, AXIS)
    sources = mask_of([HEX["Mechili"]])
    assert hexes(network(on, sources)) == hexes(plain_network(on, sources, LENGTHS))
    assert "Msus E2" not in hexes(network(on, sources))
    put(pos, "Msus E1", "G03")
    on = ground(pos, AXIS)
    assert "Msus E2" in hexes(network(on, sources))
    assert hexes(network(on, sources)) == hexes(plain_network(on, sources, LENGTHS))


def test_r7_1_a_line_does_not_run_past_undisrupted_enemies() -> None:
    pos = scene({"Tobruk": "A43", "Bardia": "A44", "Gambut": "I08", "Bir el Gubi": "I09"})
    pos.owners = tuple((place, AXIS) for place, _ in pos.owners)
    assert cut(pos, ALLIED) == {"A43"}
    pos.disrupted[NUMBER["I08"]] = 1
    assert cut(pos, ALLIED) == set()


def test_r7_1_in_a_battle_hex_lines_use_friendly_hexsides() -> None:
    pos = scene({"Gambut": "A43 I08"})
    fight(pos, "Gambut", ALLIED, "Tobruk", "Bir el Gubi", "Bir el Gubi SE1")
    assert cut(pos, ALLIED) == set()
    pos.battles = ()
    fight(pos, "Gambut", AXIS, "Tobruk")  # the Allies came from Tobruk: their way home is the enemy's
    assert cut(pos, ALLIED) == {"A43"}


@pytest.mark.parametrize(
    ("place", "supplied"),
    [
        ("Bir Hacheim", True),  # two hexes by track from the highway
        ("Gadd el Ahmar", True),  # two by track
        ("Sidi Omar SE1", True),  # one by track, one by trail
        ("Fort Maddalena", False),  # three, two of them by trail
        ("Sidi Omar SW1", False),  # two, one of them across desert
        ("Er Rejima", True),
        ("Jalo NW3", True),  # two by trail
        ("Jalo NW2", False),
    ],
)
def test_r7_2_links_are_as_long_as_their_worst_way_allows(place: str, supplied: bool) -> None:
    pos = scene()
    put(pos, place, "G01")
    assert (cut(pos, AXIS) == set()) == supplied


def test_r7_2_links_join_at_undisrupted_friends() -> None:
    pos = scene({"Sidi Omar SW1": "G01"})
    assert cut(pos, AXIS) == {"G01"}
    put(pos, "Sidi Omar", "G02")
    assert cut(pos, AXIS) == set()
    pos.disrupted[NUMBER["G02"]] = 1
    assert cut(pos, AXIS) == {"G01"}


def test_r7_3_a_unit_without_a_line_is_marked_as_its_turn_begins() -> None:
    pos = scene({"Siwa SE1": "G01", "Gambut": "G02"})
    ask(pos, "supply.first", AXIS)
    assert (pos.unsupplied[NUMBER["G01"]], pos.unsupplied[NUMBER["G02"]]) == (1, 0)


def test_r7_3_1_only_units_cut_at_both_checks_are_disrupted() -> None:
    pos = scene({"Siwa SE1": "G01 G02"})
    pos.unsupplied[NUMBER["G01"]] = 1
    ask(pos, "supply.last", AXIS)
    assert (pos.disrupted[NUMBER["G01"]], pos.disrupted[NUMBER["G02"]]) == (1, 0)
    pos = scene({"Gambut": "G01"})
    pos.unsupplied[NUMBER["G01"]] = 1
    ask(pos, "supply.last", AXIS)
    assert not pos.disrupted[NUMBER["G01"]]


def test_r7_3_2_without_supply_a_disrupted_unit_stays_so() -> None:
    pos = scene()
    put(pos, "Siwa SE1", "G01", down=True)
    ask(pos, "supply.first", AXIS)
    assert pos.disrupted[NUMBER["G01"]]


def test_r7_3_3_a_unit_without_supply_cannot_withdraw_and_is_lost_if_it_must() -> None:
    pos = scene({"Siwa SE1": "G01"})
    ask(pos, "move.order", AXIS, 2)
    assert pos.stack == ()  # nothing may move, so nothing is asked
    put(pos, "Siwa SE1", "A01")
    pos.disrupted[NUMBER["G01"]] = 1
    fight(pos, "Siwa SE1", AXIS, "Siwa")
    ask(pos, "withdraw.start", AXIS, HEX["Siwa SE1"])
    assert where(pos, "G01") == "lost"
    name = pos.box.name(NUMBER["G01"])
    assert [line["text"] for line in pos.report("axis") if line["rule"] == "7.3.3"] == [
        f"{name} is eliminated at Siwa SE1: without supply it cannot withdraw."
    ]


def test_r7_4_a_fortress_feeds_a_few() -> None:
    pos = scene()
    garrison = ["A43", "A44", "A45", "A54", "A11", "A03"]
    put(pos, "Tobruk", *garrison)
    put(pos, "Gambut", "I08")
    put(pos, "Bir el Gubi", "I09")
    put(pos, "Gazala SE1", "I10")
    assert len(cut(pos, ALLIED)) == 1
    pos.owners = tuple((place, AXIS) for place, _ in pos.owners)
    assert cut(pos, ALLIED) == set(garrison)


def test_r7_5_an_oasis_feeds_one() -> None:
    pos = scene({"Jalo": "G01 G05"})
    assert len(cut(pos, AXIS)) == 1
    put(pos, "Jalo", "A43")
    assert cut(pos, AXIS) == {"G01", "G05"}  # not with enemies at the well


def test_r8_1_a_fortress_is_whose_it_was_last_held_by_alone() -> None:
    pos = scene({"Tobruk": "I08 A43"})
    take_fortress(pos, AXIS, HEX["Tobruk"])
    assert pos.owner(HEX["Tobruk"]) == ALLIED
    fight(pos, "Tobruk", ALLIED, "Gambut")
    pos.where[NUMBER["A43"]] = AWAY
    tidy(pos)
    assert pos.owner(HEX["Tobruk"]) == AXIS
    assert events(pos, "capture") == [(AXIS, HEX["Tobruk"])]


def test_r8_2_enemies_in_its_hex_besiege_a_fortress() -> None:
    pos = scene({"Tobruk": "A43"})
    assert not besieged(pos, HEX["Tobruk"])
    put(pos, "Tobruk", "I08")
    assert besieged(pos, HEX["Tobruk"])


@pytest.mark.parametrize(
    ("block", "phasing", "option", "dice"),
    [
        ("A43", AXIS, 0, 6),  # the garrison under attack
        ("A43", AXIS, ASSAULT, 12),
        ("A43", ALLIED, 0, 3),  # and on a sortie
        ("G01", AXIS, 0, 6),  # the besieger
        ("G01", ALLIED, 0, 6),
    ],
)
def test_r8_3_a_garrison_fires_double_when_it_is_attacked(block: str, phasing: int, option: int, dice: int) -> None:
    pos = scene({"Tobruk": "G01 A43"})
    pos.phasing, pos.option = phasing, option
    assert dice_of(pos, HEX["Tobruk"], NUMBER[block]) == dice
    assert hits_on(pos, HEX["Tobruk"], NUMBER["G01"], INFANTRY) == 5


def test_r8_4_a_hidden_minefield_stops_the_enemy_and_is_shown() -> None:
    pos = scene({"Tobruk": "I08"})
    mine = (HEX["Bardia"], ALLIED, 0, mask_of([HEX["Gambut"], HEX["Bardia"], HEX["Sollum"]]))
    pos.mines = (mine,)
    ask(pos, "move.group", AXIS, HEX["Tobruk"], 0)
    pos.play(("take", NUMBER["I08"]))
    pos.play(("to", HEX["Sollum"]))
    assert where(pos, "I08") == "Bardia"
    assert pos.mines[0][2] == 1
    assert pos.mines[0][3] == mask_of([HEX["Bardia"], HEX["Sollum"]])  # Gambut is clear now


def test_r8_4_a_known_minefield_ends_the_way() -> None:
    pos = scene({"Tobruk": "I08"})
    pos.mines = ((HEX["Bardia"], ALLIED, 1, 1 << HEX["Bardia"]),)
    ask(pos, "move.group", AXIS, HEX["Tobruk"], 0)
    pos.play(("take", NUMBER["I08"]))
    places = {GAME.map.ids[a[1]] for a in pos.actions() if a[0] == "to"}
    assert "Bardia" in places
    assert "Sollum" not in places


def test_r8_4_1_a_battle_shows_the_minefield_it_is_fought_in() -> None:
    pos = scene({"Gambut": "I08 A43"})
    fight(pos, "Gambut", ALLIED, "Tobruk")
    pos.mines = ((HEX["Gambut"], ALLIED, 0, 1 << HEX["Gambut"]),)
    ask(pos, "battle.fight", AXIS, HEX["Gambut"], 0)
    assert pos.mines[0][2] == 1


def test_r8_5_in_an_enemy_minefield_only_sixes_hit() -> None:
    pos = scene({"Gambut": "G01 A43"})
    pos.mines = ((HEX["Gambut"], ALLIED, 1, 1 << HEX["Gambut"]),)
    assert hits_on(pos, HEX["Gambut"], NUMBER["G01"], INFANTRY) == 6
    assert hits_on(pos, HEX["Gambut"], NUMBER["A01"], INFANTRY) == 5


def test_r7_3_a_withdrawal_offers_only_supplied_blocks() -> None:
    pos = scene({"Siwa SE1": "G01", "Gambut": "G02"})
    ask(pos, "move.order", AXIS, 2)
    pos.play(("group", HEX["Gambut"]))
    assert blocks(pos.actions(), "take") == {"G02"}


def mine_at(pos: RommelPosition, name: str) -> None:
    """A hidden Allied minefield."""
    pos.mines = ((HEX[name], ALLIED, 0, 1 << HEX[name]),)


def test_r8_4_a_stack_that_meets_a_hidden_minefield_stops_there_all_of_it() -> None:
    pos = scene({"Tobruk": "G03 G04 G05"})
    mine_at(pos, "Gambut")
    ask(pos, "move.group", AXIS, HEX["Tobruk"], 0)
    pos.play(("all",))
    pos.play(("to", HEX["Bardia"]))
    assert {where(pos, name) for name in ("G03", "G04", "G05")} == {"Gambut"}
    told = [line["text"] for line in pos.report(None)]
    assert told[-2:] == [
        "3 Axis blocks go from Tobruk to Gambut.",
        "Allied minefield found at Gambut.",
    ]


def test_r8_4_a_regroup_of_several_stacks_stops_at_the_minefield_too() -> None:
    pos = scene({"Tobruk": "G03 G04", "Gazala SE1": "G05"})
    mine_at(pos, "Gambut")
    ask(pos, "move.gather", AXIS, HEX["Tobruk"], HEX["Bardia"], 0)
    pos.play(("all",))
    assert {where(pos, name) for name in ("G03", "G04", "G05")} == {"Gambut"}
    assert len(events(pos, "mine")) == 1


def test_r8_4_a_stack_on_a_forced_march_stops_at_the_minefield_too() -> None:
    pos = scene({"Tobruk": "I08 I09"})
    mine_at(pos, "Bardia")
    ask(pos, "move.group", AXIS, HEX["Tobruk"], 0)
    pos.play(("all",))
    pos.play(("march", HEX["Bir Sofafi E2"]))
    for _ in range(2):
        pos.play(("roll", 5))
    assert where(pos, "I08") == where(pos, "I09") == "Bardia"


def besieged_six() -> RommelPosition:
    """Six blocks in Tobruk, which feeds five, and no way out."""
    return scene({"Tobruk": "A43 A44 A45 A54 A11 A03", "Gambut": "I08", "Bir el Gubi": "I09", "Gazala SE1": "I10"})


def said(pos: RommelPosition, action: tuple[str, int]) -> str:
    """The words of an order as the allied player reads them."""
    return next(str(a["text"]) for a in pos.see("allied")["actions"] if tuple(a["do"]) == action)


def test_r7_3_4_the_owner_says_who_goes_without_as_his_turn_begins() -> None:
    pos = besieged_six()
    pos.disrupted[NUMBER["A43"]] = pos.disrupted[NUMBER["A44"]] = 1
    ask(pos, "supply.first", ALLIED)
    assert pos.side == "allied"
    assert blocks(pos.actions(), "starve") == {"A43", "A44", "A45", "A54", "A11", "A03"}
    assert "disrupted at the end of your turn" in said(pos, ("starve", NUMBER["A43"]))
    pos.play(("starve", NUMBER["A43"]))
    assert [GAME.blocks[unit].id for unit in range(100) if pos.unsupplied[unit]] == ["A43"]
    assert (pos.disrupted[NUMBER["A43"]], pos.disrupted[NUMBER["A44"]]) == (1, 0)
    assert cut(pos, ALLIED) == {"A43"}  # and that holds through the turn


def test_r7_3_4_at_the_end_of_the_turn_those_marked_go_without() -> None:
    pos = besieged_six()
    pos.unsupplied[NUMBER["A45"]] = 1
    ask(pos, "supply.last", ALLIED)
    assert [GAME.blocks[unit].id for unit in range(100) if pos.disrupted[unit]] == ["A45"]
    pos = besieged_six()  # two were marked, since then one more could be fed
    pos.unsupplied[NUMBER["A45"]] = pos.unsupplied[NUMBER["A54"]] = 1
    ask(pos, "supply.last", ALLIED)
    assert blocks(pos.actions(), "starve") == {"A45", "A54"}
    assert said(pos, ("starve", NUMBER["A54"])).endswith("is disrupted")
    pos.play(("starve", NUMBER["A54"]))
    assert [GAME.blocks[unit].id for unit in range(100) if pos.disrupted[unit]] == ["A54"]
    pos = besieged_six()  # who lies disrupted already goes without first
    pos.unsupplied[NUMBER["A45"]] = pos.unsupplied[NUMBER["A54"]] = pos.disrupted[NUMBER["A45"]] = 1
    ask(pos, "supply.last", ALLIED)
    assert not pos.disrupted[NUMBER["A54"]]


def test_r7_3_4_at_the_buildup_the_owner_says_who_is_lost() -> None:
    pos = besieged_six()
    ask(pos, "buildup.check", ALLIED)
    assert said(pos, ("starve", NUMBER["A11"])).endswith("goes without: it is lost")
    assert "lost" in pos.see("allied")["prompt"]["text"]
    pos.play(("starve", NUMBER["A11"]))
    assert where(pos, "A11") == "lost"
    assert {where(pos, name) for name in ("A43", "A44", "A45", "A54", "A03")} == {"Tobruk"}
    with_oasis = scene({"Jalo": "G01 G05"})
    ask(with_oasis, "buildup.check", ALLIED)
    with_oasis.play(("starve", NUMBER["G01"]))
    assert (where(with_oasis, "G01"), where(with_oasis, "G05")) == ("lost", "Jalo")


def test_r7_3_4_several_may_have_to_go_without() -> None:
    pos = besieged_six()
    put(pos, "Tobruk", "A10")
    ask(pos, "supply.first", ALLIED)
    pos.play(("starve", NUMBER["A43"]))
    assert blocks(pos.actions(), "starve") == {"A44", "A45", "A54", "A11", "A03", "A10"}
    pos.play(("starve", NUMBER["A44"]))
    assert pos.stack == ()
    assert events(pos, "cut") == [(ALLIED, (HEX["Tobruk"],), 2)]
    with pytest.raises(IllegalAction) as refused:
        ask(pos, "supply.first", ALLIED).play(("starve", NUMBER["A01"]))
    assert refused.value.rule == "7.3.4"


def test_r8_4_1_a_battle_shows_the_mines_of_its_own_hex_only() -> None:
    pos = scene({"Gambut": "I08 A43"})
    fight(pos, "Gambut", ALLIED, "Tobruk")
    pos.mines = ((HEX["Gambut"], ALLIED, 0, 1 << HEX["Gambut"]), (HEX["Bardia"], ALLIED, 0, 1 << HEX["Bardia"]))
    ask(pos, "battle.fight", AXIS, HEX["Gambut"], 0)
    assert events(pos, "mine") == [(ALLIED, HEX["Gambut"])]
    assert [mine[2] for mine in pos.mines] == [1, 0]
