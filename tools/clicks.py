"""How many clicks a first turn takes, as the greedy agent decides it: `python -m tools.clicks`.

"One by one" is a click for each decision and one more for each attack on a hex. "With the table's helps" counts as the
page works: a drag is one gesture, the rest of a stack follows with one word, hits are spread in one go, and a small
question that comes again in the same words is answered by the answer that stands.
"""

from __future__ import annotations

import sys
from random import Random
from typing import Any

import sandtable
from sandtable import Match
from sandtable.ai import agent
from sandtable.engine.records import Seat

TURNS = {
    "bravery": "crusader",
    "rommel": "crusader",
    "western-desert": "campaign",
    "dark-sands": "crusader",
    "battleaxe": "battleaxe",
}
SMALL = 3
Shown = dict[str, Any]


class Count:
    """Clicks of one turn, counted both ways."""

    def __init__(self) -> None:
        self.plain = 0
        self.helped = 0
        self._standing: dict[str, Any] = {}
        self._lifted: tuple[str, ...] | None = None
        self._last: tuple[str, str] | None = None
        self._following = False
        self._spreading = False

    def add(self, view: Shown, action: Shown, ahead: list[Shown]) -> None:
        """One decision, as the page showed it, and the two that came after it."""
        if action["do"][0] == "stop" and self._last and len(ahead) == 2 and ahead[0].get("lift"):
            start = next((p["at"] for p in view["pieces"] if p["id"] == ahead[0].get("piece")), "")
            if (start, ahead[1].get("place")) == self._last:  # the next of the stack follows: this one halts by itself
                self.plain += 1
                return
        aimed = bool(action.get("battle") and action.get("place"))
        self.plain += 1 + aimed
        self.helped += self._needs(view, action) + (aimed and not self._following)

    def _needs(self, view: Shown, action: Shown) -> int:
        at = {piece["id"]: piece["at"] for piece in view["pieces"]}
        piece, place = action.get("piece"), action.get("place")
        hits = view.get("battle") and piece is not None and not place
        if hits and self._spreading:
            return 0
        self._spreading = bool(hits)
        if action.get("lift"):  # to take up and set down is one drag, counted when it is set down
            self._lifted = (at.get(piece, "") if piece is not None else place or "",)
            return 0
        if place and (self._lifted or piece is not None):
            start = self._lifted[0] if self._lifted else at.get(piece, "")
            self._lifted = None
            return self._move((start, place))
        self._last = None if place else self._last
        dropped, self._lifted = self._lifted is not None, None
        if small(view):
            question = repr([view["turn"]["now"], view["prompt"]["title"], [a["do"] for a in view["actions"]]])
            if self._standing.get(question) == action["do"]:
                return 0
            again = question in self._standing
            self._standing[question] = action["do"]
            return 1 + again
        return 1 + dropped

    def _move(self, way: tuple[str, str]) -> int:
        again = way == self._last
        first = again and not self._following
        self._following, self._last = again, way
        return int(first or not again)


def small(view: Shown) -> bool:
    """A question that an answer may stand for."""
    actions = view["actions"]
    plain = all(
        not a.get("place") and a.get("piece") is None and not a.get("card") and not a.get("battle") and not a.get("ask")
        for a in actions
    )
    return plain and not view.get("battle") and 2 <= len(actions) <= SMALL


def count(game: str, scenario: str, seed: int = 1) -> Count:
    """The first Allied turn, with greedy at both sides."""
    match = Match(sandtable.load(game), scenario=scenario)
    rng, players = Random(seed), {side: agent("greedy", game, seed) for side in ("allied", "axis")}
    made: list[tuple[Shown, Shown]] = []
    found, turn = Count(), match.pos.see("allied")["turn"]["now"]
    while match.pos.outcome is None:
        if match.pos.outcomes() is not None:
            match.play(match.pos.sample(rng))
            continue
        side = str(match.pos.side)
        view = match.pos.see(side)
        if view["turn"]["now"] != turn:
            break
        action = players[side].choose(Seat(match.pos, side))
        if side == "allied":
            made.append((view, next(a for a in view["actions"] if tuple(a["do"]) == tuple(action))))
        match.play(action)
    for i, (view, chosen) in enumerate(made):
        found.add(view, chosen, [later for _, later in made[i + 1 : i + 3]])
    return found


def main(games: list[str]) -> None:
    """A table of the games named, or of all five."""
    print("| first Allied turn | one by one | with the table's helps |\n|---|---|---|")
    for game in games or TURNS:
        found = count(game, TURNS[game])
        print(f"| {game}, {TURNS[game]} | {found.plain} | {found.helped} |", flush=True)


if __name__ == "__main__":
    main(sys.argv[1:])
