"""What an action tells the table beside its words: cards laid together, switches, and consequences to ask about."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any

import sandtable

Shown = dict[str, Any]


def first(game: str, wanted: Callable[[Shown], bool], seed: int = 3) -> tuple[Any, list[Shown]]:
    """The first decision of a random game at which such an action is offered."""
    pos, rng = sandtable.load(game).start(), Random(seed)
    while pos.outcome is None:
        if pos.side != "chance" and any(map(wanted, offers := pos.see(pos.side)["actions"])):
            return pos, offers
        pos.play(pos.sample(rng) if pos.side == "chance" else rng.choice(pos.actions()))
    raise AssertionError("never offered")


def test_an_empty_cup_says_what_it_means_and_a_filled_one_does_not() -> None:
    pos, offers = first("bravery", lambda action: action["do"] == ["done"] or action["do"] == ("done",))
    assert "empty" in next(a for a in offers if a["do"][0] == "done")["ask"]
    pos.play(next(tuple(a["do"]) for a in offers if a["do"][0] == "put"))
    assert all("ask" not in action for action in pos.see(pos.side)["actions"])


def test_supply_is_laid_as_cards_of_the_hand() -> None:
    pos, offers = first("rommel", lambda action: action["do"][0] == "lay")
    hand = next(h for h in pos.see(pos.side)["hands"] if h["id"] == offers[0]["cards"]["hand"])
    held = [card["label"] for card in hand["cards"]]
    laid = [tuple(action["cards"]["labels"]) for action in offers]
    assert len(set(laid)) == len(laid)
    assert all(held.count(label) >= cards.count(label) for cards in laid for label in cards)


def test_what_backs_an_attack_is_a_switch_for_each_thing() -> None:
    _, offers = first("western-desert", lambda action: len(action.get("choice", ())) > 0)
    shown = [action["choice"] for action in offers]
    names = set(shown[0])
    assert all(set(choice) == names for choice in shown)
    assert len({tuple(choice.items()) for choice in shown}) == len(offers)


def test_the_first_ordinary_move_tells_that_strategic_moves_end() -> None:
    pos, offers = first("western-desert", lambda action: action["do"][0] == "to" and "ask" in action)
    pos.play(next(tuple(a["do"]) for a in offers if a["do"][0] == "to"))
    later = [a for a in pos.see(pos.side)["actions"] if a["do"][0] == "to"]
    assert all("ask" not in action for action in later)
