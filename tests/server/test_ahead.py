"""A step further than the prompt: what answers open, where a retreat ends; nothing of it changes the position."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any

import sandtable
from sandtable import Match
from sandtable.engine.position import Position
from sandtable.table.ahead import ahead
from sandtable.table.plans import plans


def when(wanted: Callable[[dict[str, Any]], bool], game: str = "dark-sands") -> tuple[Position, str]:
    """The first position of seeded random games that a deciding side sees so."""
    for seed in range(200):
        match, rng = Match(sandtable.load(game)), Random(seed)
        while match.pos.outcome is None:
            if match.pos.outcomes() is not None:
                match.play(match.pos.sample(rng))
                continue
            if wanted(dict(match.pos.see(str(match.pos.side)))):
                return match.pos, str(match.pos.side)
            match.play(rng.choice(match.pos.actions()))
    raise AssertionError("no game came to that")


def test_the_answers_of_a_two_sided_chit_tell_what_they_open() -> None:
    def two_sides(view: dict[str, Any]) -> bool:
        return {tuple(a["do"]) for a in view["actions"]} == {("use", "move"), ("use", "combat")}

    pos, side = when(two_sides)
    before = pos.copy()
    answers = {answer["order"]["do"][1]: answer for answer in ahead(pos, side, odds=False)["answers"]}
    moved = pos.copy()
    moved.play(("use", "move"))
    assert [a["do"] for a in answers["move"]["lifts"]] == [a["do"] for a in moved.see(side)["actions"] if a.get("lift")]
    if "combat" in answers:
        assert answers["combat"]["plans"] == plans(pos, side, [("use", "combat")], odds=False)
    assert pos.see(side) == before.see(side)


def test_the_ways_of_a_retreat_lead_where_they_say() -> None:
    def far(view: dict[str, Any]) -> bool:
        asked = view["prompt"].get("text", "")
        return any(f"{n} hexes still to go" in asked for n in (3, 4)) and len(view["actions"]) > 1

    pos, side = when(far)
    stood = {piece["id"]: piece["at"] for piece in pos.see(side)["pieces"]}
    ways = ahead(pos, side, odds=False)["ways"]
    assert ways
    for way in ways:
        then = pos.copy()
        for action in way["actions"]:
            then.play(tuple(action))
        gone = {p["at"] for p in then.see(side)["pieces"] if p["side"] == side and p["at"] != stood.get(p["id"])}
        assert way["place"] in gone
        assert way["path"][-1] == way["place"]
        assert len(way["actions"]) > 1


def test_a_question_with_places_or_units_opens_nothing() -> None:
    pos, side = when(lambda view: any(a.get("lift") for a in view["actions"]))
    assert ahead(pos, side, odds=False) == {"answers": [], "ways": []}
