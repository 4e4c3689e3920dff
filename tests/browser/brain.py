"""Picks actions from a view, with a taste for fighting: a player for tests that have to get through a game."""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from random import Random

from tests.browser.wire import Action, View

PATIENT = 7
"""Actions under the same prompt before the player goes on with the main one."""


@dataclass
class Memory:
    """What the player remembers from one decision to the next."""

    rng: Random
    prompt: str = ""
    count: int = 0
    bad: set[str] = field(default_factory=set)


def choose(view: View, memory: Memory) -> Action:
    """An action of the view: a fight where one is offered, a move forward, and now and then the end of the step."""
    rng = memory.rng
    actions: list[Action] = [a for a in view["actions"] if json.dumps(a["do"]) not in memory.bad]
    title = f"{view['turn']['now']} {view['phase']['now']}"
    memory.count = memory.count + 1 if title == memory.prompt else 1
    memory.prompt = title
    main = [a for a in actions if a.get("main")]
    calm = [a for a in actions if not a.get("ask")] or actions
    fights = [a for a in calm if a.get("battle")]
    if fights and rng.random() < 0.6:
        return rng.choice(fights)
    if (
        main
        and not main[0].get("ask")
        and (memory.count > PATIENT * (3 if view.get("battle") else 1) or rng.random() < 0.12)
    ):
        return main[0]
    plain: list[Action] = [
        a for a in calm if a.get("place") or a.get("piece") is not None or a.get("card") or a.get("cards")
    ]
    return rng.choice(plain or calm)
