"""Bravery in the Sand: the quick reply knows battles, marches and when to leave; the weights of a plan are its own."""

from __future__ import annotations

from random import Random
from statistics import mean

import pytest

import sandtable
from sandtable.ai import sense_of
from sandtable.ai.bravery.reply import Force, Outlook, clash, reply
from sandtable.ai.bravery.roads import MARKER, bars, gates, resistance
from sandtable.ai.bravery.value import PLAIN, PLANNED, evaluate
from sandtable.engine.records import Seat
from sandtable.engine.sides import ALLIED, CHANCE, SIDES
from sandtable.games.bravery.forecast import play_battle
from sandtable.games.bravery.position import BraveryPosition
from sandtable.games.bravery.rules.r07_round import open_battle
from sandtable.games.bravery.rules.r07_strength import attackers, defenders


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


def test_the_table_of_battles_agrees_with_battles_fought() -> None:
    """Four full panzers against three full brigades of the same level, in the open."""
    pos = sandtable.load("bravery").start().quiet()
    assert isinstance(pos, BraveryPosition)
    box = pos.box
    panzers = box.members[box.formation["15PZ"]]
    place = next(p for p in range(len(box.map)) if box.land >> p & 1 and not box.strategic >> p & 1)
    brigades = box.members[box.formation["4A"]]
    for unit in (*panzers, *brigades):
        pos.where[unit] = place
    open_battle(pos, 1, place, panzers, 1, "7.1.2")
    pos.settle()
    ours, theirs = attackers(pos), defenders(pos)
    rng, lost, killed = Random(5), [], []
    for _ in range(300):
        end = play_battle(pos, rng)
        lost.append(2 * len(ours) - sum(end.strength[unit] for unit in ours))
        killed.append(2 * len(theirs) - sum(end.strength[unit] for unit in theirs))
    levels = box.units[panzers[0]].level - box.units[brigades[0]].level
    attack, defence = Force(len(ours), 2 * len(ours), levels >= 2), Force(len(theirs), 2 * len(theirs), levels <= -2)
    told = clash(attack, defence, False, 1)
    assert mean(fate[0] for fate in told.fates) == pytest.approx(mean(lost), abs=0.6)
    assert mean(fate[1] for fate in told.fates) == pytest.approx(mean(killed), abs=0.6)


def test_walls_end_a_battle_after_one_round() -> None:
    told = clash(Force(8, 16, 0), Force(2, 4, 1, True), True, 1)
    assert max(lost for lost, _ in told.fates) <= 2
    assert told.taken < 0.5


def test_a_march_is_worth_what_the_evaluation_says_of_it() -> None:
    """Where nobody is met and nothing changes hands on the way, the pull of a place is the evaluation's own measure."""
    compared = 0
    for pos in openings(40):
        _, side, (stack, *_) = pos.stack[-1]
        outlook = Outlook(pos, side, stack, PLAIN)
        if any(pos.box.units[unit].movement != 3 or pos.box.units[unit].nation == "it" for unit in stack):
            continue
        for action in pos.actions():
            if action[0] != "move" or outlook.enemies >> action[1] & 1:
                continue
            after = pos.copy()
            after.play(action)
            garrison = after.where.count(pos.box.tobruk) != pos.where.count(pos.box.tobruk)
            siege = pos.box.exits[pos.box.tobruk] >> action[1] & 1 or pos.box.exits[pos.box.tobruk] >> outlook.here & 1
            if after.over or after.axis_held != pos.axis_held or garrison or siege:
                continue
            gain = evaluate(after, side) - evaluate(pos, side)
            assert outlook.at(action[1]) == pytest.approx(gain, abs=1e-6), (action, SIDES[side])
            compared += 1
    assert compared > 100


def test_the_quick_reply_plays_whole_games_as_greedy_does() -> None:
    """It is legal everywhere, and agrees with greedy at most decisions of a march."""
    agree = asked = 0
    greedy = sense_of("bravery").Greedy(1)
    for pos in openings(30):
        asked += 1
        agree += reply(pos, Random(1)) == greedy.choose(Seat(pos, SIDES[pos.stack[-1][1]]))
    assert agree > asked / 2


def test_the_last_of_a_garrison_does_not_leave_tobruk() -> None:
    pos = sandtable.load("bravery").start().quiet()
    assert isinstance(pos, BraveryPosition)
    garrison = tuple(unit for unit in pos.box.units_of[ALLIED] if pos.where[unit] == pos.box.tobruk)
    outlook = Outlook(pos, ALLIED, garrison, PLAIN)
    assert outlook.at(pos.box.tripoli) < -PLAIN.tobruk_empty / 2


def places_of(pos: BraveryPosition, *ids: str) -> list[int]:
    return [pos.box.map.index[name] for name in ids]


def emptied(pos: BraveryPosition, place: int, to: int) -> None:
    """Move whatever the Commonwealth has in a place to another."""
    for unit in pos.box.units_of[ALLIED]:
        if pos.where[unit] == place:
            pos.where[unit] = to


def test_a_road_is_as_hard_to_open_as_what_bars_its_easiest_way() -> None:
    """At the start the gate is one hex; with Bardia in Commonwealth hands there is a second on every way."""
    pos = sandtable.load("bravery").start().quiet()
    assert isinstance(pos, BraveryPosition)
    gate, bardia, azeiz, omar = places_of(pos, "0412", "0612", "0511", "0211")
    assert gates(pos.box) == 1 << gate
    troops = sum(pos.strength[unit] for unit in pos.box.units_of[ALLIED] if pos.where[unit] == gate)
    assert resistance(pos.box, bars(pos)) == troops + MARKER
    emptied(pos, gate, omar)
    assert resistance(pos.box, bars(pos)) == MARKER, "a marker without troops"
    pos.axis_held &= ~(1 << bardia)
    assert resistance(pos.box, bars(pos)) == 2 * MARKER, "one by the coast"
    emptied(pos, azeiz, bardia)
    assert resistance(pos.box, bars(pos)) == 2 * MARKER, "the way south of Bardia is open instead"
    pos.axis_held |= 1 << gate | 1 << azeiz | 1 << omar
    assert resistance(pos.box, bars(pos)) == 0, "an open road"


def test_plans_want_troops_in_the_gate_and_greedy_does_not() -> None:
    pos = sandtable.load("bravery").start().quiet()
    assert isinstance(pos, BraveryPosition)
    gate = gates(pos.box).bit_length() - 1
    stack = next(
        members
        for members in pos.box.members
        if pos.box.units[members[0]].side == ALLIED and pos.where[members[0]] not in (gate, pos.box.tobruk)
    )
    steps = sum(pos.strength[unit] for unit in stack)
    emptied(pos, gate, pos.where[stack[0]])
    wanted = [Outlook(pos, ALLIED, stack, by).at(gate) for by in (PLAIN, PLANNED)]
    assert wanted[1] - wanted[0] == pytest.approx(PLANNED.hold * steps, abs=2.0)
    sense = sense_of("bravery")
    assert sense.Planner(1).weights == PLANNED != sense.Greedy(1).weights
    assert sense.evaluate(pos, ALLIED) == evaluate(pos, ALLIED, PLANNED)


def test_plans_do_not_march_the_last_troops_out_of_the_gate() -> None:
    pos = sandtable.load("bravery").start().quiet()
    assert isinstance(pos, BraveryPosition)
    (gate,) = places_of(pos, "0412")
    stack = tuple(unit for unit in pos.box.units_of[ALLIED] if pos.where[unit] == gate)
    steps = sum(pos.strength[unit] for unit in stack)
    (away,) = places_of(pos, "0311")
    lost = [Outlook(pos, ALLIED, stack, by).at(away) for by in (PLAIN, PLANNED)]
    assert lost[1] - lost[0] == pytest.approx(-PLANNED.hold * steps, abs=1e-6)
