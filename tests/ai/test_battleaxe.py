"""Battleaxe's agent sees what a player would: points to walk into, fights worth having, the hour of the Advantage."""

from __future__ import annotations

from random import Random

import pytest

import sandtable
from sandtable.ai import agent
from sandtable.ai.battleaxe.guards import allowed, leaves_siege, ringed, strips
from sandtable.ai.battleaxe.plans import Plans, remembered
from sandtable.ai.battleaxe.policy import ANSWERS, DEPTH, Greedy
from sandtable.ai.battleaxe.tobruk import line_open, shutters
from sandtable.ai.battleaxe.value import _both_armies, evaluate, insecure, standing, terms
from sandtable.ai.core.greedy import NEVER
from sandtable.ai.core.positions import decision, positions
from sandtable.engine.flow import Action, Frame
from sandtable.engine.maps import places_in
from sandtable.engine.records import Seat
from sandtable.engine.sides import ALLIED, AXIS, CHANCE
from sandtable.games.battleaxe.position import BattleaxePosition
from sandtable.games.battleaxe.rules.r09_activation import able_units
from sandtable.games.battleaxe.rules.r14_logistics import hand_over
from sandtable.games.battleaxe.rules.r14_supply import supplied_units
from sandtable.games.battleaxe.rules.r17_victory import check_automatic, points_on_map
from tests.games.battleaxe.scene import PLACE, UNIT, assault, give, go, opening, scene, started


def choice(pos: BattleaxePosition) -> tuple[object, ...]:
    """What the agent does here."""
    side = pos.side
    assert side is not None
    return Greedy(1).choose(Seat(pos, side))


def puzzle(name: str) -> BattleaxePosition:
    """One of the test positions."""
    test = next(test for test in positions("battleaxe") if test.name == name)
    pos = decision(test, sandtable.load("battleaxe"))
    assert isinstance(pos, BattleaxePosition)
    return pos


def test_points_held_and_supplied_are_worth_more_than_points_cut_off() -> None:
    pos = scene({"11": "7RTR"}, allied="10")
    supplied = evaluate(pos, ALLIED)
    give(pos, "10", AXIS)
    assert evaluate(pos, ALLIED) < supplied


def test_it_walks_into_an_empty_area_with_points() -> None:
    pos = scene({"10": "11H", "22": "1/8"}, advantage=AXIS)
    assert choice(pos) == ("assault", PLACE["10"])
    assault(pos, "10")
    assert choice(pos) == ("pick", UNIT["11H"])
    pos.play(("pick", UNIT["11H"]))
    pos.play(choice(pos))
    assert points_on_map(pos) > 0


def test_it_likes_a_fight_at_good_odds_and_shuns_one_at_bad() -> None:
    good = scene({"14": "7RTR 2RTR 22Gds", "15": "1/62"}, allied="13 8 4")
    bad = scene({"5": "11H CIH", "6": "1/104 1/33A deFR"}, allied="3")
    assert Plans(good).attack_gain(PLACE["15"], good.here[PLACE["14"]]) > 0
    assert Plans(bad).attack_gain(PLACE["6"], bad.here[PLACE["5"]]) < 0


def test_it_attacks_with_company() -> None:
    pos = scene({"8": "7RTR 2RTR 22Gds 65AT", "9": "15MC(-) 33PAK"}, allied="4")
    best = Plans(pos).attack(PLACE["9"], [UNIT[name] for name in ("7RTR", "2RTR", "22Gds", "65AT")], 0)
    assert best.force.bit_count() >= 3


def test_it_cuts_the_fuel_once_the_panzers_are_about() -> None:
    pos = scene({"14": "1/8", "18": "2/8", "15": "7RTR 2RTR"}, "axis", advantage=ALLIED)
    assault(pos, "14")
    attacked = pos.copy()
    assault(pos, "18")
    assert (pos.side, choice(pos)) == ("allied", ("fuel",))
    go(attacked, "1/8", "15")
    assert (attacked.side, choice(attacked)) == ("allied", ("fuel",))


def test_on_the_last_day_whoever_is_behind_wants_daylight() -> None:
    for points, answer in ((0, "daylight"), (30, "dusk")):
        pos = started()
        pos.turn, pos.impulse, pos.points = 3, 7, points
        pos.stack = (Frame("turn", 0, (1,)), Frame("impulse", 0, (3,)))
        pos.settle()
        pos.play(("pass",))
        pos.play(("roll", 1, 1))
        assert pos.stack[-1].step == "sunset.daylight"
        assert choice(pos) == (answer,)


def test_a_look_ahead_prefers_taking_ground_to_passing() -> None:
    pos = scene({"10": "11H", "22": "1/8"}, advantage=AXIS)
    greedy = Greedy()
    assert greedy.value(pos, ALLIED, ("assault", PLACE["10"])) > greedy.value(pos, ALLIED, ("pass",))


def test_replies_in_a_known_world_are_legal_to_the_end() -> None:
    pos, rng, greedy = started().quiet(), Random(5), Greedy(5)
    while pos.stack:
        pos.play(pos.sample(rng) if pos.side == "chance" else greedy.reply(pos, rng))
    assert pos.outcome is not None


def test_it_beats_a_player_who_moves_at_random_from_either_side() -> None:
    game = sandtable.load("battleaxe")
    for seed, side in ((1, "allied"), (2, "axis")):
        agents = {name: agent("greedy" if name == side else "random", "battleaxe", seed) for name in game.sides}
        end = sandtable.playout(game.start().quiet(), agents, seed)
        assert end.outcome is not None
        assert end.outcome.winner == side


def test_what_is_remembered_of_a_situation_is_what_a_fresh_look_finds() -> None:
    """Over a stretch of play with many impulses and losses, every march and attack of the side that acts."""
    start = sandtable.load("battleaxe").start().quiet()

    def looks(forgetful: bool) -> list[object]:
        """What Plans says at each decision of the same stretch of play."""
        pos, rng = start.copy(), Random(11)
        found: list[object] = []
        remembered.cache_clear()
        while pos.stack and len(found) < 150:
            assert isinstance(pos, BattleaxePosition)
            if pos.stack[-1].side == CHANCE:
                pos.play(pos.sample(rng))
                continue
            if forgetful:
                remembered.cache_clear()
            units = sum(1 << unit for unit, place in enumerate(pos.where) if place >= 0) & pos.box.army[pos.active]
            found.append(Plans(pos).moves(units, pos.arrived))
            pos.play(rng.choice(pos.actions()))
        return found

    remembering = looks(False)
    assert remembered.cache_info().hits > 10
    assert remembering == looks(True)


def test_the_open_road_is_the_verdict_of_the_rules() -> None:
    """In the evenings of a random game what the agent foresees is what 17.1 says once cut-off ground has changed."""
    pos, rng, evenings = started().quiet(), Random(8), 0
    while pos.stack and evenings < 60:
        evenings += 1
        for _ in range(7):
            if pos.stack:
                pos.play(pos.sample(rng) if pos.side == "chance" else rng.choice(pos.actions()))
        evening = pos.copy()
        evening.over = None
        hand_over(evening)
        assert line_open(pos) == check_automatic(evening)


def shut_road(impulse: int = 7) -> BattleaxePosition:
    """Tobruk is joined to Buq-Buq through Sidi Azeiz and Gabr el-Gerrari, with four fit units beside the road."""
    units = {"H": "9Aus 3Arm", "I": "18Bde", "G": "1/5 2/5 3R XX", "23": "6RTR", "11": "2RTR 1/KRR", "10": "2/RB"}
    return scene(units, "axis", impulse=impulse, allied="4 12 19", advantage=ALLIED)


def test_an_open_road_is_shut_by_whoever_can() -> None:
    pos = shut_road()
    assert line_open(pos)
    assert shutters(pos) & 1 << UNIT["1/5"]
    assert allowed(pos, pos.actions()) == [("assault", PLACE["G"])]
    greedy = Greedy(1)
    while pos.stack and pos.active == AXIS and not pos.sunset:
        pos.play(pos.sample(Random(1)) if pos.side == "chance" else greedy.reply(pos, Random(1)))
        if pos.stack[-1].step == "sunset.roll":
            break
    assert not line_open(pos)


def test_an_assault_does_not_end_where_a_guard_forbids_it(monkeypatch: pytest.MonkeyPatch) -> None:
    """A game was lost on the first evening because it did: nothing seemed worth while, so nobody fought."""
    pos = scene({"22": "1/8", "H": "9Aus XX", "A": "1/11"}, "axis", fuel_low=1)
    assault(pos, "22")
    monkeypatch.setattr(Plans, "moves", lambda plans, ready, arrived: [])
    picks = [action for action in pos.actions() if action[0] == "pick"]
    assert ANSWERS["assault.next"](pos, [*picks, ("done",)]) == ("done",)
    assert ANSWERS["assault.next"](pos, picks) in picks


def test_the_axis_prolongs_the_day_while_the_road_is_open() -> None:
    pos = shut_road()
    pos.advantage = AXIS
    for side, answer in ((1, ("daylight",)), (0, ("dusk",))):
        pos.stack = (*pos.stack[:-1], Frame("sunset.daylight", side, ()))
        assert allowed(pos, [("daylight",), ("dusk",)]) == [answer]


def test_no_besieger_leaves_if_the_rest_would_be_overrun() -> None:
    whole = scene({"H": "9Aus 18Bde 3Arm XX 15Bde", "G": "1/5"}, "axis")
    assert leaves_siege(whole, UNIT["XX"])
    beaten = scene({"H": "9Aus* XX XXI 15Bde", "G": "1/5"}, "axis")
    assert not leaves_siege(beaten, UNIT["XX"])


def test_a_strongpoint_is_not_left_to_those_next_door() -> None:
    near = scene({"9": "15MC(-) 33PAK", "8": "7RTR 22Gds 65AT"}, "axis")
    assert strips(near, UNIT["15MC(-)"])
    far = scene({"9": "15MC(-) 33PAK", "1": "7RTR 22Gds 65AT"}, "axis")
    assert not strips(far, UNIT["15MC(-)"])


def test_guns_are_worth_more_with_troops_than_without() -> None:
    together = scene({"9": "15MC(-) 33PAK", "8": "2RTR"}, allied="8")
    apart = scene({"9": "33PAK", "15": "15MC(-)", "8": "2RTR"}, allied="8")
    assert evaluate(together, AXIS) > evaluate(apart, AXIS)


def test_a_unit_given_up_to_make_another_whole_is_a_loss() -> None:
    pos = scene({"G": "XX* XXI*", "11": "2RTR"}, "axis")
    after = pos.copy()
    after.play(("consolidate", UNIT["XX"], UNIT["XXI"]))
    assert evaluate(after, AXIS) < evaluate(pos, AXIS)


def test_points_far_beyond_ten_count_little() -> None:
    worth = []
    for points in (8, 11, 20, 23):
        pos = started()
        pos.turn, pos.points = 3, points
        worth.append(evaluate(pos, ALLIED))
    assert worth[1] - worth[0] > 2 * (worth[3] - worth[2]) > 0


def test_openings_hang_on_the_seed() -> None:
    pos = opening()
    assert len({Greedy(seed).choose(Seat(pos, "allied")) for seed in range(12)}) > 1


def test_in_the_first_impulse_no_zone_assaults_alone_and_no_fuel_is_cut() -> None:
    pos = started()
    actions = pos.actions()
    rated = dict(zip(actions, Greedy(1).rate(pos, actions), strict=True))
    assert rated[("assault_all",)] > NEVER
    assert rated[("assault", PLACE["H"])] > NEVER
    assert all(rated[("assault", PLACE[zone])] == NEVER for zone in "ABCD")
    assert rated[("fuel",)] == NEVER


def test_a_line_is_worth_what_its_weakest_link_can_stand() -> None:
    name, ground = "supply and closeness", "10 14 19 23"
    stacks = {"13": "1/8 2/8 1/33C", "11": "7RTR"}
    strong = scene({**stacks, "12": "1/5 15Bde 3R"}, "allied", allied=ground)
    weak = scene({**stacks, "12": "3R", "G": "1/5 15Bde"}, "allied", allied=ground)
    empty = scene({**stacks, "G": "1/5 15Bde 3R"}, "allied", allied=ground)
    safe = scene({"13": "1/8 2/8 1/33C", "2": "7RTR", "G": "1/5 15Bde 3R"}, "allied", allied=ground)
    assert terms(strong, AXIS)[name] > terms(weak, AXIS)[name] + 0.5 > terms(empty, AXIS)[name] + 0.5
    assert terms(safe, AXIS)[name] > terms(empty, AXIS)[name] + 0.5
    assert not insecure(strong) & 1 << PLACE["13"]
    assert insecure(weak) & insecure(empty) & 1 << PLACE["13"]


def test_once_the_axis_has_acted_the_evening_counts_as_it_is() -> None:
    pos = scene({"13": "1/8 2/8 1/33C", "11": "7RTR", "12": "3R"}, "axis", allied="10 14 19 23")
    pos.impulse = 9
    before = standing(pos, acted=True)
    give(pos, "12", ALLIED)
    pos.put(UNIT["3R"], PLACE["G"])
    assert standing(pos, acted=True) > before + 1.0


def test_a_stack_marches_together_into_the_gap_of_the_ring() -> None:
    pos = puzzle("gap_held_in_strength")
    stack = able_units(pos, PLACE["9"])
    column = Plans(pos).column(stack)
    assert (column.place, column.column) == (PLACE["12"], stack)
    assert pos.box.units[column.unit].id == "15MC(-)"


def test_an_empty_area_that_falls_in_the_evening_counts_as_half_lost() -> None:
    name, allied = "point areas", "10 11 12 13 14 19 23 20"
    there = scene({"15": "1/62", "12": "7RTR", "8": "2RTR"}, "axis", allied=allied)
    gone = scene({"9": "1/62", "12": "7RTR", "8": "2RTR"}, "axis", allied=allied)
    there.impulse = gone.impulse = 9
    assert terms(there, AXIS)[name] > terms(gone, AXIS)[name]


def test_a_world_goes_on_while_the_road_is_open() -> None:
    pos = shut_road()
    assert not DEPTH.spoken(pos, pos)
    give(pos, "12", AXIS)
    assert DEPTH.spoken(pos, pos)


def test_after_an_overrun_to_halt_is_weighed_against_driving_on() -> None:
    pos = scene({"19": "1/5 2/5 3R", "12": "7RTR 22Gds 65AT", "11": "2RTR"}, "axis", allied="10 20")
    pos.active, pos.field, pos.attackers = AXIS, PLACE["19"], pos.here[PLACE["19"]]
    pos.stack = (*pos.stack[:-1], Frame("overrun.where", 1, ()))
    actions: list[Action] = [*(("advance", PLACE[place]) for place in ("12", "20", "G")), ("halt",)]
    rated = dict(zip(actions, Greedy(1).rate(pos, actions), strict=True))
    assert rated[("halt",)] > rated[("advance", PLACE["12"])]
    assert len(set(rated.values())) > 2


def test_the_ring_closer_cuts_off_the_whole_frontier_in_its_first_impulse() -> None:
    pos, rng = sandtable.load("battleaxe").start(), Random(4)
    players = {"allied": agent("ring-closer", "battleaxe", 4), "axis": agent("greedy", "battleaxe", 4)}
    while pos.side != "axis" or pos.stack[-1].step != "impulse.choose":
        assert pos.side is not None
        pos.play(players[pos.side].choose(Seat(pos, pos.side)) if pos.side in players else pos.sample(rng))
    assert isinstance(pos, BattleaxePosition)
    supplied = supplied_units(pos, AXIS)
    frontier = [unit for place in places_in(pos.occupied[AXIS] & pos.box.areas) for unit in places_in(pos.here[place])]
    assert frontier
    assert not [unit for unit in frontier if supplied >> unit & 1]
    assert all(pos.occupied[ALLIED] >> PLACE[link] & 1 for link in ("10", "11", "12", "19", "23"))


RING = {
    "10": "4RTR(-) 7RTR",
    "11": "3/11 22Gds",
    "12": "65AT 6RTR",
    "19": "2RTR 12AT",
    "23": "11H CIH",
    "9": "15MC(-) 33PAK",
    "13": "300Oas 1/33B",
    "15": "1/62",
    "18": "1/8 2/8",
    "G": "1/5 2/5 3R",
    "H": "9Aus 18Bde 3Arm XX XXI 15Bde",
}
HELD = "10 11 12 19 23 4"


def ring(**changes: str) -> BattleaxePosition:
    """The frontier cut off by two units in each link, the Axis to act, with some places changed."""
    places = {name: units for name, units in {**RING, **changes}.items() if units}
    return scene(places, "axis", allied=HELD)


def test_two_stacks_meet_beside_the_weakest_link_of_the_ring() -> None:
    pos = ring()
    assert ringed(pos)
    plans, army = Plans(pos), pos.box.army[AXIS]
    meeting = plans.meeting(pos.here[PLACE["9"]] & army, [PLACE["H"]])
    links = [PLACE[name] for name in ("10", "11", "12", "19", "23")]
    assert meeting.area == PLACE["H"]
    assert any(all(pos.box.around[link] >> column.place & 1 for column in meeting.columns) for link in links)
    assert pos.here[PLACE["H"]] & army & ~sum(column.column for column in meeting.columns)  # one besieger stays


def test_there_is_no_meeting_where_a_march_opens_the_line() -> None:
    pos = ring(**{"23": "", "19": "2RTR 12AT 11H"})
    assert not ringed(pos)
    assert Plans(pos).meeting(pos.here[PLACE["9"]], [PLACE["H"]]).area < 0


def test_besiegers_leave_for_the_ring_only_with_a_division_beside_tobruk() -> None:
    two = "9Aus 18Bde 3Arm XX 15Bde"
    assert not leaves_siege(ring(H=two), UNIT["XX"])
    assert leaves_siege(ring(H=two, G="3R"), UNIT["XX"])
    assert leaves_siege(ring(H="9Aus 18Bde 3Arm XX"), UNIT["XX"])  # never the last


def test_a_raider_about_to_be_swept_away_cuts_no_line() -> None:
    places = {"10": "7RTR 22Gds 2RTR 65AT", "4": "2/62", "11": "6RTR 1/KRR"}
    pos = scene(places, "allied", allied="10 11 8 3")
    pos.active = ALLIED
    swept = _both_armies(pos, ALLIED).cut_off
    assert swept <= _both_armies(pos, AXIS).cut_off
