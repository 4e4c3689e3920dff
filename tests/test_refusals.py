"""A click on what cannot be chosen is answered with one reason, the one that holds there."""

from __future__ import annotations

from random import Random

import pytest

import sandtable
from sandtable.ai import agent
from sandtable.engine.flow import push
from sandtable.engine.maps import places_in
from sandtable.engine.records import Match, Seat
from sandtable.engine.sides import PLAYERS
from sandtable.games.bravery.refusals import refusal as bravery_refusal
from sandtable.games.dark_sands.refusals import refusal as dark_refusal
from tests.games.bravery import scene as bravery
from tests.games.dark_sands import scene as dark
from tests.games.rommel import scene as rommel
from tests.games.western_desert import scene as western

DECISIONS = 250


def told(pos: sandtable.Position, side: str, place: str | None = None, piece: int | None = None) -> str:
    """What a click is answered with."""
    reason = pos.why_not(side, piece, place)
    assert reason
    return reason["text"]


def clicked(game_id: str) -> set[str]:
    """Answers to clicks here and there in a game between agents, at every decision."""
    match, rng, said = Match(sandtable.load(game_id)), Random(7), set()
    players = {side: agent("greedy", game_id, 7) for side in PLAYERS}
    ids, pieces = match.pos.box.game.map.ids, [piece["id"] for piece in match.pos.see(None)["pieces"]]
    for _ in range(DECISIONS):
        pos, side = match.pos, match.pos.side
        if pos.outcome is not None or side is None:
            break
        if pos.outcomes() is not None:
            match.play(pos.sample(rng))
            continue
        for _ in range(6):
            for piece, place in ((None, rng.choice(ids)), (rng.choice(pieces), None)):
                reason = pos.why_not(side, piece, place)
                if reason:
                    said.add(reason["text"])
        match.play(players[side].choose(Seat(pos, side)))
    return said


@pytest.mark.parametrize("game_id", sandtable.games())
def test_a_click_is_answered_with_a_reason(game_id: str) -> None:
    said = clicked(game_id)
    assert said
    for text in said:
        assert not text.startswith("not possible now"), f"a rule that has no reason of its own: {text}"


def test_western_desert_tells_far_ground_from_zones_the_sea_and_the_enemy() -> None:
    pos = western.scene({"4612": "A06", "4711": "X05", "4712": "X13", "4713": "X06"}, depots=("4509", "1119"))
    western.play(western.ask(pos, "move.begin"), ("unit", western.UNIT["A06"]))
    assert told(pos, "allied", "1119") == "that is too far for the movement points left"
    assert told(pos, "allied", "4712") == "the enemy holds that hex: attacks come after the moves"
    assert told(pos, "allied", "4612") == "that is where it stands"
    assert told(pos, "allied", "4813") == "enemies and their zones bar the way"
    assert told(pos, "allied", "4806") == "that hex is sea"


def test_western_desert_tells_why_a_unit_stays() -> None:
    pos = western.ask(western.scene({"4612": "A01 A06", "4712": "X05"}, depots=("4509", "1119")), "move.begin")
    assert told(pos, "allied", piece=western.UNIT["X05"]) == "that unit is the enemy's"
    assert told(pos, "allied", piece=western.UNIT["A02"]) == "that unit is not on the map"
    western.play(pos, ("unit", western.UNIT["A06"]), ("to", western.HEX["4613"]))
    assert told(pos, "allied", piece=western.UNIT["A06"]) == "that unit has moved in this phase"


def test_western_desert_tells_why_a_hex_is_not_attacked() -> None:
    pos = western.scene({"4612": "A01", "4512": "X05", "3112": "X06"}, depots=("4509", "1119"))
    western.ask(pos, "combat.begin")
    assert told(pos, "allied", "4613") == "no enemy stands there"
    assert told(pos, "allied", "3112") == "no unit that can still attack in this phase is next to that hex"
    pos.attacked |= pos.box.bit[western.HEX["4512"]]
    pos._actions = None
    assert told(pos, "allied", "4512") == "that hex has been attacked in this phase"


def test_dark_sands_tells_why_a_unit_stays_and_a_hex_is_closed() -> None:
    pos = dark.scene({"1330": "A05", "1334": "A06 G01", "1338": "A07", "1331": "X22"})
    dark.move(pos, dark.ALLIED)
    pos.moved |= dark.bits("A06")
    pos._actions = None
    assert told(pos, "allied", piece=dark.UNIT["G01"]) == "garrisons do not move"
    assert told(pos, "allied", piece=dark.UNIT["A06"]) == "that unit has moved in this action"
    dark.play(pos, ("unit", dark.UNIT["A07"]))
    assert told(pos, "allied", "1600") == "the sections meet only at hexsides of one colour"
    sea = next(place for place in pos.box.map.ids if place[:1] == "1" and not pos.box.land >> dark.HEX[place] & 1)
    assert told(pos, "allied", sea) == "no unit can enter that hex"


def test_dark_sands_tells_why_a_unit_or_a_hex_takes_no_part_in_a_fight() -> None:
    pos = dark.fight(dark.scene({"1330": "A05 A06 A07 G01", "1331": "X22"}), dark.ALLIED)
    assert told(pos, "allied", "1334") == "no enemy stands there"
    pos.fought |= dark.bits("A07")
    pos._actions = None
    dark.play(pos, ("attack", dark.HEX["1331"]))
    assert told(pos, "allied", piece=dark.UNIT["A07"]) == "that unit has fought already"
    assert told(pos, "allied", piece=dark.UNIT["G01"]) == "headquarters and garrisons do not attack"
    assert told(pos, "allied", piece=dark.UNIT["A01"]) == "that unit is not on the map"
    assert told(pos, "allied", piece=dark.UNIT["X22"]) == "that unit is the enemy's"


def test_bravery_tells_why_nobody_falls_back_there() -> None:
    pos = bravery.scene({"0405": "7A", "0406": "15PZ"})
    pos.field, pos.attacker = bravery.HEX["0405"], 1
    pos.stack = ()
    push(pos, "combat.retreat", 0, tuple(bravery.UNIT[name] for name in ("7A-1", "7A-2")))
    assert told(pos, "allied", "0406") == "the enemy holds that hex"
    assert told(pos, "allied", "0709") == "that hex does not touch the battle"


def test_rommel_tells_a_block_that_has_moved_from_one_that_is_elsewhere() -> None:
    pos = rommel.scene({"Gambut": "G01 G05", "Bardia": "G02"})
    rommel.ask(pos, "move.group", rommel.AXIS, rommel.HEX["Gambut"], 0)
    pos.moved[rommel.NUMBER["G05"]] = 1
    pos._actions = None
    assert told(pos, "axis", piece=rommel.NUMBER["G05"]) == "that block has moved already"
    assert told(pos, "axis", piece=rommel.NUMBER["G02"]) == "that block is not part of this move"


def test_rommel_does_not_tell_which_of_the_enemys_hidden_blocks_has_moved() -> None:
    pos = rommel.scene({"Gambut": "G01", "Sollum": "A01 A02"})
    rommel.ask(pos, "move.group", rommel.AXIS, rommel.HEX["Gambut"], 0)
    pos.moved[rommel.NUMBER["A01"]] = 1
    reasons = set()
    for name in ("A01", "A02"):
        with pytest.raises(sandtable.IllegalAction) as error:
            pos.play(("take", rommel.NUMBER[name]))
        reasons.add(error.value.message)
    assert "that block has moved already" not in reasons
    assert len(reasons) == 1


@pytest.mark.parametrize("number", [-1, -9999, 9999])
def test_numbers_of_nothing_have_no_reason_of_their_own(number: int) -> None:
    pos = dark.move(dark.scene({"1330": "A05", "1331": "X22"}), dark.ALLIED)
    for rule, verb in (("19.1.1", "unit"), ("19.1.5", "go"), ("20.1", "attack"), ("20.1", "with")):
        assert dark_refusal(pos, (verb, number), rule) is None
    start = bravery.GAME.start()
    for rule, verb in (("5.1.1", "put"), ("6", "drop"), ("7.3.5", "retreat")):
        assert bravery_refusal(start, (verb, number), rule) is None


def test_bravery_tells_a_chit_in_the_cup_from_the_enemys() -> None:
    pos = bravery.GAME.start()
    mine, theirs = (places_in(pos.box.chits_of[side])[0] for side in (pos.stack[-1].side, 1 - pos.stack[-1].side))
    pos.play(("put", mine))
    for chit, reason in ((mine, "that chit is in the cup already"), (theirs, "that chit is not yours")):
        with pytest.raises(sandtable.IllegalAction) as error:
            pos.play(("put", chit))
        assert error.value.message == reason
