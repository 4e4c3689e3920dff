"""What the player has taken up can be told from the view: it is active, and nothing elsewhere is."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

import pytest

import sandtable
from sandtable.engine.position import Position

LIFTING = ("battleaxe", "dark-sands", "rommel", "western-desert")


def decisions(match: sandtable.Match, rng: Random) -> Iterator[Position]:
    """The players' decisions among the first 400 of a game; the dice are rolled, the test plays the rest."""
    for _ in range(400):
        if match.pos.outcome is not None:
            return
        if match.pos.outcomes() is None:
            yield match.pos
        else:
            match.play(match.pos.sample(rng))


@pytest.mark.parametrize("game", LIFTING)
def test_a_unit_taken_up_is_active_and_nothing_elsewhere_is(game: str) -> None:
    match, rng, seen = sandtable.Match(sandtable.load(game)), Random(7), 0
    for pos in decisions(match, rng):
        lifts = [a for a in pos.see(pos.side)["actions"] if a.get("lift") and a.get("piece") is not None]
        if not lifts:
            match.play(rng.choice(pos.actions()))
            continue
        side, lift = pos.side, rng.choice(lifts)
        match.play(tuple(lift["do"]))
        if match.pos.side != side:
            continue
        view = match.pos.see(side)
        if any(action["do"] == lift["do"] for action in view["actions"]):
            continue  # it can only stay, so it was put down again
        pieces = {piece["id"]: piece for piece in view["pieces"]}
        active = {piece["at"] for piece in pieces.values() if piece.get("active") and piece["side"] == side}
        assert active <= {pieces[lift["piece"]]["at"]}, (game, lift["text"], active)
        assert pieces[lift["piece"]].get("active"), (game, lift["text"])
        seen += 1
    assert seen > 3


@pytest.mark.parametrize("game", LIFTING)
def test_what_sets_a_unit_down_makes_room_for_the_next(game: str) -> None:
    """After an order marked `down` nothing has moved, and another unit can be taken up where that could be before."""
    match, rng, seen = sandtable.Match(sandtable.load(game)), Random(11), 0
    for pos in decisions(match, rng):
        side, view = pos.side, pos.see(pos.side)
        downs = [a for a in view["actions"] if a.get("down")]
        if downs:
            at = {piece["id"]: piece["at"] for piece in view["pieces"]}
            after = pos.copy()
            after.play(tuple(downs[0]["do"]))
            if after.side == side:
                assert {p["id"]: p["at"] for p in after.see(side)["pieces"]} == at, (game, downs[0]["text"])
            seen += 1
        lifts = [a for a in view["actions"] if a.get("lift")]
        ends = [a for a in view["actions"] if a.get("main")]
        wanted = ends if ends and rng.random() < 0.3 else lifts or view["actions"]
        match.play(tuple(rng.choice(wanted)["do"]))
    assert seen > 3
