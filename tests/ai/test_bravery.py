"""Bravery in the Sand: what agents make of battles, marches and bases, and what they guard against."""

from __future__ import annotations

from dataclasses import replace
from math import comb
from random import Random
from statistics import mean

import pytest

import sandtable
from sandtable.ai import agent, sense_of
from sandtable.ai.bravery import checks, fitted, guards
from sandtable.ai.bravery.battles import Force, clash, forces, muster, spent_within, wiped_out
from sandtable.ai.bravery.outlook import HOPELESS, Outlook
from sandtable.ai.bravery.policy import DEPTH
from sandtable.ai.bravery.reply import reply
from sandtable.ai.bravery.roads import MARKER, bars, gates, resistance
from sandtable.ai.bravery.sparring import PARTNERS
from sandtable.ai.bravery.value import JUDGED, PLAIN, PLANNED, Sight, evaluate, markers, terms
from sandtable.ai.core.greedy import NEVER
from sandtable.ai.core.positions import decision, positions
from sandtable.engine.flow import Action
from sandtable.engine.maps import mask_of
from sandtable.engine.records import Seat
from sandtable.engine.sides import ALLIED, AXIS, CHANCE, SIDES
from sandtable.games.bravery.forecast import STAND_AT
from sandtable.games.bravery.position import BraveryPosition
from sandtable.games.bravery.rules.r07_round import open_battle
from sandtable.games.bravery.rules.r07_strength import attackers, defenders, in_battle, strength_of
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


def fought(start: BraveryPosition, rng: Random) -> BraveryPosition:
    """A battle fought as the table has it: a side leaves with one point, or with less than two thirds of the enemy."""
    pos = start.copy()
    first = next(n for n, frame in enumerate(pos.stack) if frame.step.startswith("combat."))
    pos.stack = pos.stack[first:]
    pos.settle()
    while pos.stack:
        step, side, *_ = pos.stack[-1]
        if side == CHANCE:
            pos.play(pos.sample(rng))
        elif step == "combat.declare":
            mine, theirs = (strength_of(pos, in_battle(pos, who)) for who in (side, 1 - side))
            stays = 1 - side in pos.leaving or (mine > STAND_AT and 3 * mine >= 2 * theirs)
            pos.play(("stay",) if stays or ("retreat",) not in pos.actions() else ("retreat",))
        else:
            pos.play(pos.actions()[-1] if step == "recover.choose" else pos.actions()[0])
    return pos


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
        end = fought(pos, rng)
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
    for pos in openings(60):
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
            threatened = {round(sight.left_open(1 - side, pos.axis_held), 6) for sight in seen}
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


def test_works_that_cannot_be_taken_are_not_attacked() -> None:
    whole, weak = start("put 90LT 0804"), start("put 90LT 0804", "lose 70D-2 70D-3 70D-4")
    hopes = [not Outlook(pos, AXIS, tuple(units(pos, "90LT")), PLAIN).vain(at(pos, "0904")) for pos in (whole, weak)]
    assert hopes == [False, True]
    alone = drawn(start("lose 2SA-1", "put 2SA-2 0412"), "draw 2SA", "move 0413")
    rated = dict(zip(alone.actions(), sense_of("bravery").Greedy(1).rate(alone, alone.actions()), strict=True))
    assert rated["fight",] == NEVER < rated["combine",], "one die cannot hit twice; 1st Army Tank may join"


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
    infantry = sum((pos.strength[u] + 1) // 2 for u in units(pos, "2NZ", "4IND")) + 2 * MARKER
    assert hardness() == infantry, "brigades in the open hold panzers half as well as tanks, and works twice as well"
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


def test_a_hex_held_by_too_few_is_half_open() -> None:
    """One battalion of Ariete against 7th Armoured is worth less than all of it, and more than nobody."""
    sights = [Sight(start(*change), PLAIN) for change in ((), ("put ARI-1 0604", "put ARI-3 0604"), ("put ARI 0604",))]
    gubi = at(sights[0].pos, "0403")
    whole, few, nobody = (sight.frail(AXIS, gubi, sight.stacks(AXIS).get(gubi)) for sight in sights)
    assert whole < few < nobody == 1.0
    near, far = (Sight(start(*change), PLAIN).bare(AXIS, gubi) for change in ((), ("put 1SA 0111", "put 7A 0211")))
    assert near > far > 0, "three stacks can come, or one"


def test_italians_do_not_leave_a_token_guard() -> None:
    pos = drawn(start(), "draw ARI")
    assert agent("greedy", "bravery", 1).choose(Seat(pos, SIDES[AXIS])) == ("stop",)
    pos.play(("drop", units(pos, "ARI")[0]))
    stack, *_ = pos.stack[-1].args
    assert Outlook(pos, AXIS, stack, PLAIN).deserted > PLAIN.post / 2


def test_the_quick_reply_leaves_no_road_open() -> None:
    """15th Panzer stands before an open road: of what 4th Indian can do in worlds, too, only what bars it counts."""
    pos = drawn(start(*OPEN_ROAD, "put 4IND 0112"), "draw 4IND")
    chosen = reply(pos, Random(1))
    found = dict(zip(pos.actions(), guards.dangers(pos, ALLIED, pos.actions()) or [], strict=True))
    assert max(found.values()) > 0.2
    assert found[chosen] == min(found.values())


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
    barring = mask_of(at(pos, name) for name in ("0902", "0903"))
    assert all(by_place[place] == 0.0 for place in by_place if barring >> place & 1)
    assert by_place[at(pos, "0605")] > 0.05


OPEN_ROAD = ("turn 2", "hold axis 0211 0511", "put 15PZ 0211", "put 4IND 0308", "put 2NZ 0308")


@pytest.mark.parametrize(
    ("changes", "open_road"),
    [
        ((), True),
        (("put 2NZ 0212",), False),
        (("put 2NZ 0214", "put 2SA 0314", "put 1SA 0114"), True),
        (("put 2NZ 0212", "reduce 2NZ"), True),
        (("put 2NZ 0212", "reduce 2NZ", "reduce 15PZ-1"), False),
    ],
    ids=["open", "barred", "enemies at the exits", "armour past reduced infantry", "too little armour"],
)
def test_a_decisive_march_is_one_that_the_rules_allow(changes: tuple[str, ...], open_road: bool) -> None:
    pos = drawn(start(*OPEN_ROAD, *changes), "draw 15PZ")
    assert (pos.box.formation["15PZ"] in Sight(pos, PLAIN).coups(AXIS)) == open_road
    foot = ("drop", units(pos, "15PZ")[3])
    assert foot in pos.actions()
    without = pos.copy()
    without.play(foot)
    ends = [after_move(one, action) for one in (pos, without) for action in one.actions() if action[0] == "move"]
    assert any(end.over is not None and end.over[0] == AXIS for end in ends) == open_road


def after_move(pos: BraveryPosition, action: Action) -> BraveryPosition:
    after = pos.copy()
    after.play(action)
    return after


def test_the_panzers_leave_their_infantry_behind_to_win() -> None:
    pos = drawn(start(*OPEN_ROAD, "put 2NZ 0212", "reduce 2NZ"), "draw 15PZ")
    pos.play(reply(pos, Random(1)))
    pos.play(reply(pos, Random(1)))
    assert pos.over is not None
    assert pos.over[0] == AXIS


def test_two_marches_to_alexandria_are_a_threat() -> None:
    """From Sidi Azeiz to an empty Sidi Omar, and on to an exit."""
    road = ("turn 2", "hold axis 0511", "put 15PZ 0511", "put 2NZ 0308")
    held, left = start(*road), start(*road, "put 4IND 0112")
    assert not Sight(left, PLAIN).coups(AXIS)
    assert Sight(held, PLAIN).alexandria() == 0.0
    assert Sight(left, PLAIN).alexandria() == PLAIN.coup_in_two


def test_the_directive_reaches_further() -> None:
    road = ("hold axis 0211 0511", "put 15PZ 0311", "put 4IND 0308", "put 2NZ 0308")
    early, late = start("turn 3", *road), start("turn 4", *road)
    assert not Sight(early, PLAIN).coups(AXIS)
    assert not Sight(early, PLAIN).directed()
    assert Sight(late, PLAIN).directed() == [late.box.formation["15PZ"]]
    assert guards.standing_danger(late, ALLIED) > guards.standing_danger(early, ALLIED)


def test_only_those_who_can_bar_a_road_are_an_answer() -> None:
    near = start(*OPEN_ROAD, "put 2NZ 0113")
    far = start(*OPEN_ROAD, "put 2NZ 0202", "put 1A 0303", "put 2SA 0202")
    answers = [guards.responders(Sight(pos, PLAIN), ALLIED) for pos in (near, far)]
    assert [chit_of(near, "2NZ") in found for found in answers] == [True, False]
    assert guards.standing_danger(far, ALLIED) > guards.standing_danger(near, ALLIED) > 0


def chit_of(pos: BraveryPosition, name: str) -> int:
    return next(n for n, chit in enumerate(pos.box.chits) if chit.formation == pos.box.formation[name])


GERMANS_GONE = ("turn 2", "put 70D 0803", "put 70D-1 0904", "put 15PZ 0612", "put 21PZ 0612")


def test_a_chit_that_was_drawn_is_a_danger_of_the_next_turn() -> None:
    """70D, a march from Tripoli, has had its chit; only 90th Light can be near the corridor on the next turn."""
    pos = drawn(start(*GERMANS_GONE, "put 90LT 0508"), "draw 70D", "activate 0904", "stop", "draw 90LT")
    told = guards.dangers(pos, AXIS, pos.actions())
    assert told is not None
    danger = dict(zip(pos.actions(), told, strict=True))
    assert danger["move", at(pos, "0612")] > danger["move", at(pos, "0608")] + 0.1
    game = sense_of("bravery").Greedy(1).choose(Seat(pos, "axis"))
    assert danger[game] == min(told)


def test_a_corridor_out_of_reach_of_all_germans_is_a_threat() -> None:
    away, near = start(*GERMANS_GONE, "put 90LT 0508"), start(*GERMANS_GONE, "put 90LT 0608")
    for pos in (away, near):
        checks.set_put(pos, "70D", "0904")
    assert checks.unwatched(away, AXIS)
    assert not checks.unwatched(near, AXIS)
    assert Sight(away, PLAIN).tripoli() == PLAIN.coup_in_two
    assert Sight(near, PLAIN).tripoli() == 0.0
    outlook = Outlook(away, AXIS, tuple(units(away, "90LT")), PLAIN)
    blind = Outlook(away, AXIS, tuple(units(away, "90LT")), replace(PLAIN, coup_in_two=0.0))
    gained = [at(away, place) for place in ("0608", "0612")]
    assert [outlook.quiet(place) - blind.quiet(place) for place in gained] == pytest.approx([PLAIN.coup_in_two, 0.0])


def test_armour_takes_nothing_from_those_it_drives_past() -> None:
    """Three tanks pass a reduced brigade in Sidi Omar on their way to Bir Sheferzen (6.4, 12.1.1)."""
    pos = start("put 15PZ 0311", "put 4IND 0412", "put 2SA-1 0211", "reduce 2SA-1", "put 2SA-2 0412")
    tanks = tuple(units(pos, "15PZ"))[:3]
    before = {at(pos, "0111"): at(pos, "0211"), at(pos, "0211"): at(pos, "0311")}
    assert Outlook(pos, AXIS, tanks, PLAIN).passing(before, at(pos, "0111")) == 0.0
    checks.set_put(pos, "2SA-1", "0412")
    assert Outlook(pos, AXIS, tanks, PLAIN).passing(before, at(pos, "0111")) > 0.0, "nobody is in it"


def test_italians_do_not_leave_a_village_empty_to_go_along() -> None:
    """Savona would leave Bardia empty; with Trieste there it may go."""
    for others, taken in (((), False), (("put TRI 0612",), True)):
        pos = drawn(start("put 15PZ 0612", *others), "draw 15PZ")
        carry = next(action for action in pos.actions() if action[0] == "carry")
        rated = sense_of("bravery").Greedy(1).rate(pos, pos.actions())
        assert (rated[pos.actions().index(carry)] > NEVER) == taken


def test_italians_keep_a_post_that_the_enemy_can_reach() -> None:
    """Ariete leaves a guard in Bir el Gubi before it marches; with nobody near it may go as a whole."""
    pos = drawn(start("put 21PZ 0408", "put 15PZ 0612", "put 90LT 0604"), "draw ARI")
    for player in (sense_of("bravery").Greedy(1), sense_of("bravery").Planner(1)):
        rated = dict(zip(pos.actions(), player.rate(pos, pos.actions()), strict=True))
        assert all(worth == NEVER for action, worth in rated.items() if action[0] == "move")
        assert max(rated.values()) > NEVER
    far = drawn(start("put 22A 0111", "put 1SA 0111", "put 7A 0211"), "draw ARI")
    worths = sense_of("bravery").Greedy(1).rate(far, far.actions())
    assert any(worth > NEVER for action, worth in zip(far.actions(), worths, strict=True) if action[0] == "move")


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


def test_search_judges_by_what_terms_count_towards_winning() -> None:
    """Each term has a weight that was fitted, none of them counts backwards, and what a side sees is what it gains."""
    pos, sense = start("hold axis 0511", "lose 15PZ-1"), sense_of("bravery")
    told = sense.terms(pos, AXIS)
    assert set(fitted.weights()) == set(told) == set(terms(pos, AXIS, JUDGED))
    assert all(early >= 0 <= early + late for early, late in fitted.weights().values())
    assert sense.evaluate(pos, AXIS) == pytest.approx(sum(told.values())) == pytest.approx(-sense.evaluate(pos, ALLIED))
    assert told["troops"] < sense.terms(start(), AXIS)["troops"], "a panzer battalion is gone"


def test_fort_capuzzo_is_not_left_empty_to_try_sollum() -> None:
    pos = drawn(start(), "draw 1A")
    assert agent("greedy", "bravery", 1).choose(Seat(pos, SIDES[ALLIED])) == ("stop",)


def test_a_stack_two_marches_away_counts_for_less_than_one_that_is_near() -> None:
    others = ("1A", "7A", "22A", "1SA", "2SA", "2NZ", "4IND", "70D")
    alone = start("put 4A 0308", *(f"lose {name}" for name in others))
    army = Sight(alone, PLAIN).camps[ALLIED]
    near, farther, farthest = (army.callers(at(alone, name)) for name in ("0408", "0608", "0901"))
    assert near == 1.0
    assert 0.0 < farther <= near
    assert farthest == 0.0
    assert not army.reach >> at(alone, "0611") & 1
    assert 0.0 < army.callers(at(alone, "0611")) < 1.0, "by two marches: down to Gambut and along the Via Balbia"


def test_search_leaves_it_to_greedy_whether_the_outclassed_stand() -> None:
    test = next(one for one in positions("bravery") if one.name == "no_dice_no_stand")
    pos = decision(test, sandtable.load("bravery"))
    assert DEPTH.follows(pos)
    assert not DEPTH.follows(start())
