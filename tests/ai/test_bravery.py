"""Bravery in the Sand: what agents make of battles, marches and bases, and what they guard against."""

from __future__ import annotations

from dataclasses import replace
from math import comb
from random import Random
from statistics import mean

import pytest

import sandtable
from sandtable.ai import agent, sense_of
from sandtable.ai.bravery import checks, guards
from sandtable.ai.bravery.battles import Force, clash, forces, muster, spent_within, wiped_out
from sandtable.ai.bravery.outlook import HOPELESS, Outlook
from sandtable.ai.bravery.reply import reply
from sandtable.ai.bravery.roads import MARKER, bars, gates, resistance
from sandtable.ai.bravery.sparring import PARTNERS
from sandtable.ai.bravery.value import JUDGED, PLAIN, PLANNED, Sight, evaluate, markers, terms
from sandtable.engine.maps import mask_of
from sandtable.engine.records import Seat
from sandtable.engine.sides import ALLIED, AXIS, CHANCE, SIDES
from sandtable.games.bravery.forecast import play_battle
from sandtable.games.bravery.position import BraveryPosition
from sandtable.games.bravery.rules.r07_round import open_battle
from sandtable.games.bravery.rules.r07_strength import attackers, defenders
from sandtable.games.bravery.rules.r13_victory import tank_strength


def start(*changes: str) -> BraveryPosition:
    """The start with some changes, as test positions write them: `put 15PZ 0605`."""
    pos = sandtable.load("bravery").start().quiet()
    assert isinstance(pos, BraveryPosition)
    for change in changes:
        word, *rest = change.split()
        getattr(checks, f"set_{word}")(pos, *rest)
    return pos


def drawn(pos: BraveryPosition, *orders: str) -> BraveryPosition:
    """The position after all chits were put in and some orders were played."""
    for text in ("all", "all", *orders):
        pos.play(pos.box.game.orders.read(pos, text))
    return pos


def at(pos: BraveryPosition, name: str) -> int:
    return pos.box.map.index[name]


def units(pos: BraveryPosition, *formations: str) -> list[int]:
    return [unit for name in formations for unit in pos.box.members[pos.box.formation[name]]]


def openings(count: int) -> list[BraveryPosition]:
    """Positions in which a stack is about to move, from games of the quick reply."""
    found: list[BraveryPosition] = []
    rng, game = Random(3), sandtable.load("bravery")
    while len(found) < count:
        pos = game.start().quiet()
        while pos.stack and len(found) < count:
            assert isinstance(pos, BraveryPosition)
            if pos.stack[-1][0] == "move" and rng.random() < 0.2:
                found.append(pos.copy())
            pos.play(pos.sample(rng) if pos.stack[-1][1] == CHANCE else reply(pos, rng))
    return found


# Battles


def test_the_table_of_battles_agrees_with_battles_fought() -> None:
    """Four full panzers against three full brigades of the same level, in the open."""
    pos = start()
    place = next(p for p in range(len(pos.box.map)) if pos.box.land >> p & 1 and not pos.box.strategic >> p & 1)
    panzers, brigades = units(pos, "15PZ"), units(pos, "4A")
    for unit in (*panzers, *brigades):
        pos.where[unit] = place
    open_battle(pos, 1, place, tuple(panzers), 1, "7.1.2")
    pos.settle()
    ours, theirs = attackers(pos), defenders(pos)
    rng, lost, killed = Random(5), [], []
    for _ in range(300):
        end = play_battle(pos, rng)
        lost.append(2 * len(ours) - sum(end.strength[unit] for unit in ours))
        killed.append(2 * len(theirs) - sum(end.strength[unit] for unit in theirs))
    worth = [1.0] * len(pos.box.units)
    told = clash(*forces(pos, place, AXIS, muster(pos, ours, worth), muster(pos, theirs, worth)), 1)
    assert told.ours.best + told.ours.rest == pytest.approx(mean(lost), abs=0.6)
    assert told.theirs.best + told.theirs.rest == pytest.approx(mean(killed), abs=0.6)


def test_walls_end_a_battle_after_one_round() -> None:
    told = clash(Force(8, 16, 0, 0, 0), Force(2, 4, 0, 0, 1, True), True, 1)
    assert told.ours.at_least(3) == 0.0, "two dice hit twice at most"
    assert told.taken < 0.5


def test_the_chance_to_lose_the_last_tanks_is_exact() -> None:
    """Seven full units in an encampment against a panzer division with one step to spare: one hit in seven dice."""
    panzers, fort = Force(3, 6, 1, 2, 0), Force(7, 14, 0, 0, 0)
    assert spent_within(panzers, fort, True, 1, (1, 0))[0] == pytest.approx(1 - (5 / 6) ** 7)
    three = sum(comb(7, n) * 5 ** (7 - n) for n in range(3, 8)) / 6**7
    assert spent_within(panzers, fort, True, 1, (2, 0))[0] == pytest.approx(three), "the third hit is the tanks' second"
    two_rounds = spent_within(Force(3, 6, 0, 0, 0), Force(1, 2, 0, 0, 0, True), False, 2, (2, 0))[0]
    assert two_rounds < (1 / 6) ** 2 + 0.01, "one die a round at most, none once its owner is dead"


def test_the_chance_to_be_wiped_out_is_exact() -> None:
    whole, reduced, weak = Force(1, 2, 0, 0, 0), Force(1, 1, 0, 0, 0), Force(2, 4, 0, 0, 0)
    assert wiped_out(reduced, weak) == pytest.approx(1.0), "without a die there is no hope"
    assert wiped_out(whole, reduced) == 0.0, "who is as good as beaten leaves"
    none, one, two = ((5 / 6) ** 2, 2 * 5 / 36, 1 / 36)  # hits by the two dice of the enemy
    mine = 1 / 6
    expected = two + one * (1 - mine) + one * mine * wiped_out(reduced, weak.after(1))
    expected += none * mine * wiped_out(whole, weak.after(1))
    assert wiped_out(whole, weak) == pytest.approx(expected / (1 - none * (1 - mine)))


def test_the_garrison_of_tobruk_does_not_come_out_to_those_who_wait_in_its_fort() -> None:
    """At four dice to three it would lose Tobruk, and the game, once in nine times; behind its walls never."""
    pos = drawn(start(), "draw 90LT", "move 0904", "combine", "draw 70D")
    actions = pos.actions()
    risk = dict(zip(actions, guards.dangers(pos, ALLIED, actions) or [], strict=True))
    assert 0.08 < risk["fight",] < 0.15
    assert risk["stop",] == 0.0
    for name in ("greedy", "search:12w"):
        assert agent(name, "bravery", 1).choose(Seat(pos, SIDES[ALLIED])) == ("stop",)
    assert reply(pos, Random(1)) == ("stop",)


def test_a_battle_now_takes_the_place_of_the_one_declared() -> None:
    """4A beside 90LT, who wait against 22A: what the wait would come to is no gain of the march."""
    pos = drawn(
        start("put 22A 0407", "put 21PZ 0410", "put 90LT 0507"), "draw 90LT", "move 0407", "combine", "draw 22A"
    )
    outlook = Outlook(pos, ALLIED, tuple(units(pos, "22A")), PLAIN)
    place = at(pos, "0407")
    declared = Sight(pos, PLAIN).battle(place, AXIS)
    assert declared != 0
    assert outlook.battle(place) == pytest.approx(outlook.fought(place, outlook.stack, 1) - declared)


def test_damage_falls_on_the_infantry_as_far_as_the_rules_allow() -> None:
    pos = start("put 4A 0407", "put 7A 0407", "put 15PZ 0507")
    drawn(pos, "draw 4A", "move 0507", "fight", "roll 1 6 6", "roll 1 1 1 1", "hit 15PZ-1")
    assert pos.box.units[reply(pos, Random(1))[1]].id == "15PZ-4"


# Waiting for a combined attack


def test_a_wait_is_charged_with_the_battle_it_leads_to() -> None:
    """Trieste waits in Tobruk: the position is worse by about what the battle costs."""
    pos = start("put TRI 0804")
    before = evaluate(pos, AXIS)
    drawn(pos, "draw TRI", "move 0904", "combine")
    assert markers(pos) == ((at(pos, "0904"), AXIS),)
    assert terms(pos, AXIS)["battles to come"] < -0.3
    assert evaluate(pos, AXIS) < before


def test_nobody_waits_for_friends_who_cannot_come() -> None:
    pos = start("put 22A-1 0403", "put 90LT 0612", "put 15PZ 0612", "put 21PZ 0612", "put TRI 0903")
    drawn(pos, "draw ARI")
    outlook = Outlook(pos, AXIS, tuple(units(pos, "ARI")), PLAIN)
    assert outlook.combined(outlook.here) == HOPELESS
    rated = sense_of("bravery").Greedy(1).rate(pos, pos.actions())
    assert rated[pos.actions().index(("combine",))] == -float("inf")
    near = start("put 22A-1 0403")
    drawn(near, "draw ARI")
    assert Outlook(near, AXIS, tuple(units(near, "ARI")), PLAIN).friends(at(near, "0403")), "Trieste is near enough"


def test_worlds_run_on_while_a_combined_attack_is_to_come() -> None:
    pos = start("put TRI 0804")
    spoken = sense_of("bravery").DEPTH.spoken
    deciding = drawn(pos, "draw TRI").copy()
    for text in ("move 0904", "combine"):
        assert spoken(deciding, pos)
        pos.play(pos.box.game.orders.read(pos, text))
    assert not spoken(deciding, pos), "it is the Axis that waits"
    assert spoken(start(), pos), "the Commonwealth does not"


# Marches


def test_a_march_is_worth_what_the_evaluation_says_of_it() -> None:
    """Where nobody is met, nothing changes hands and no other hex comes into reach, the two agree."""
    compared = same = 0
    for pos in openings(40):
        _, side, (stack, *_) = pos.stack[-1]
        outlook = Outlook(pos, side, stack, PLAIN)
        if any(pos.box.units[unit].movement != 3 or pos.box.units[unit].nation == "it" for unit in stack):
            continue
        aside = Sight(pos, PLAIN).stacks(side)[outlook.here].steps == outlook.steps
        for action in pos.actions():
            if action[0] != "move" or outlook.enemies >> action[1] & 1 or not aside:
                continue
            after = pos.copy()
            after.play(action)
            if after.over or after.axis_held != pos.axis_held or pos.holds(action[1], side):
                continue
            moved, now = terms(after, side), terms(pos, side)
            parts = ("the way to Tripoli", "the road to Alexandria", "closeness to objectives")
            other = ("victory points",) if side == AXIS else ("victory points", "Tobruk's garrison")
            gain = sum(moved[name] - now[name] for name in (*parts, *other))
            gain += Sight(pos, PLAIN).danger(side) - Sight(after, PLAIN).danger(side)
            seen = [Sight(one, PLAIN) for one in (pos, after)]
            threatened = {sight.reach(side) & pos.box.strategic for sight in seen}
            if after.turn != pos.turn or len(threatened) > 1 or any(sight.coups(side) for sight in seen):
                continue
            same += abs(outlook.at(action[1]) - gain) < 1e-6
            compared += 1
    assert compared > 30
    assert same > 0.8 * compared, "they differ where the march changes what the enemy must fear"


def test_the_quick_reply_plays_as_greedy_does() -> None:
    agree = asked = 0
    greedy = sense_of("bravery").Greedy(1)
    for pos in openings(30):
        asked += 1
        agree += reply(pos, Random(1)) == greedy.choose(Seat(pos, SIDES[pos.stack[-1][1]]))
    assert agree > asked / 2


def test_the_last_of_a_garrison_does_not_leave_tobruk() -> None:
    pos = start()
    outlook = Outlook(pos, ALLIED, tuple(units(pos, "70D")), PLAIN)
    assert outlook.quiet(at(pos, "0803")) < -PLAIN.tobruk_empty / 2
    assert outlook.needed_here()


def test_every_chit_goes_into_the_cup() -> None:
    pos = start()
    reply_cup = reply(pos, Random(1))
    pos.play(reply_cup)
    assert pos.cup[ALLIED] == pos.box.chits_of[ALLIED]


# Roads, bases and gates


def test_a_road_is_as_hard_to_open_as_what_bars_its_easiest_way() -> None:
    """At the start the gate is one hex; with Bardia in Commonwealth hands there is a second on every way."""
    pos = start()

    def hardness() -> int:
        return resistance(pos.box, bars(pos.box, Sight(pos, PLAIN).stacks(ALLIED), pos.axis_held))

    assert gates(pos.box, pos.axis_held) == 1 << at(pos, "0412")
    assert hardness() == sum(pos.strength[unit] for unit in units(pos, "1A")) + MARKER
    checks.set_put(pos, "1A", "0211")
    assert hardness() == MARKER, "a marker without troops"
    checks.set_hold(pos, "allied", "0612")
    assert hardness() == 2 * MARKER, "one by the coast"
    checks.set_put(pos, "2NZ", "0612")
    assert hardness() == 2 * MARKER, "the way south of Bardia is open instead"
    checks.set_hold(pos, "axis", "0412", "0511", "0211")
    assert hardness() == 0, "an open road"


def test_gates_are_those_of_the_bases_held_now() -> None:
    pos = start("hold allied 0605 0608 0403 0604")
    found = gates(pos.box, pos.axis_held)
    assert found & pos.box.bases, "a base must be taken back first"
    one = start("hold allied 0605 0403")
    assert gates(one.box, one.axis_held) == 1 << at(one, "0412"), "Gambut is enough"


def test_the_last_base_is_worth_most_and_an_empty_one_is_exposed() -> None:
    few = [start(*(f"hold allied {name}" for name in ("0605", "0608", "0403")[:n])) for n in range(4)]
    lost = [terms(pos, AXIS)["bases"] for pos in few]
    assert lost[2] - lost[3] > lost[1] - lost[2] > 0
    guarded, empty = start(), start("put ARI 0604")
    points = "victory points"
    assert terms(empty, AXIS)[points] < terms(guarded, AXIS)[points], "22A is next door"


def test_works_too_strong_to_take_draw_nobody() -> None:
    pos = start()
    near = Outlook(pos, AXIS, tuple(units(pos, "TRI")), PLAIN).pull
    assert near[at(pos, "0904")] <= near[at(pos, "0804")]


# What loses at once


def test_the_last_tanks_are_not_gambled() -> None:
    pos = start("lose 15PZ-1 15PZ-2 15PZ-3", "put 21PZ 0512", "put 2NZ 0412")
    drawn(pos, "draw 21PZ")
    assert tank_strength(pos, AXIS) == 6
    found = guards.dangers(pos, AXIS, pos.actions())
    assert found is not None
    assert found[pos.actions().index(("move", at(pos, "0412")))] == pytest.approx(1 - (5 / 6) ** 7)
    assert found[pos.actions().index(("stop",))] == 0.0


def test_a_road_left_open_is_a_danger() -> None:
    pos = drawn(start("lose BRE", "put TRI 0704"), "draw TRI")
    found = guards.dangers(pos, AXIS, pos.actions())
    assert found is not None
    by_place = {action[1]: danger for action, danger in zip(pos.actions(), found, strict=True) if action[0] == "move"}
    barring = mask_of(at(pos, name) for name in ("0901", "0902", "0903"))
    assert all(by_place[place] == 0.0 for place in by_place if barring >> place & 1)
    assert by_place[at(pos, "0605")] > 0.05


def test_a_garrison_that_can_be_stormed_is_a_danger() -> None:
    pos = start("put 15PZ 0804", "lose 70D-2 70D-3 70D-4", "reduce 70D-1")
    assert guards.standing_danger(pos, ALLIED) > 0.05
    assert guards.standing_danger(start("put 15PZ 0804"), ALLIED) == 0.0


# Whole games


@pytest.mark.parametrize("name", PARTNERS)
def test_sparring_partners_play_whole_games(name: str) -> None:
    pos, rng = sandtable.load("bravery").start().quiet(), Random(2)
    players = [agent(name, "bravery", 1), agent("greedy", "bravery", 2)]
    if name in ("rush", "besieger"):
        players.reverse()
    while pos.stack and pos.turn <= 2:
        side = pos.stack[-1][1]
        if side == CHANCE:
            pos.play(pos.sample(rng))
        else:
            pos.play(players[side].choose(Seat(pos, SIDES[side])))
    assert pos.turn > 1 or pos.over is not None


def test_troops_are_wanted_in_the_gate() -> None:
    """With 1A away Capuzzo is empty: what a road barred again is worth comes to more than a march elsewhere."""
    pos = start("put 1A 0211")
    stack, gate = tuple(units(pos, "4IND")), at(pos, "0412")
    blind = Outlook(pos, ALLIED, stack, replace(PLAIN, hold=0.0)).at(gate)
    for by in (PLAIN, PLANNED):
        assert Outlook(pos, ALLIED, stack, by).at(gate) > blind + 1
    sense = sense_of("bravery")
    assert sense.Planner(1).weights == PLANNED != sense.Greedy(1).weights
    assert sense.evaluate(pos, ALLIED) == evaluate(pos, ALLIED, JUDGED)


def test_fort_capuzzo_is_not_left_empty_to_try_sollum() -> None:
    pos = drawn(start(), "draw 1A")
    assert agent("greedy", "bravery", 1).choose(Seat(pos, SIDES[ALLIED])) == ("stop",)
