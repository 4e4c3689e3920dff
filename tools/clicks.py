"""How many clicks a first turn takes, as the greedy agent decides it: `python -m tools.clicks`.

"One by one" is a click for each decision and one more for each attack on a hex. "With the table's helps" counts as the
page works: a drag is one gesture, opens the choice it needs and sets down what was in hand before; the odds are seen
before a stack is let go; the rest of a stack follows with one word, hits are spread in one go, and a question that
comes again is answered by the answer that stands, for the price of the tick that says so.
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
        self._standing: dict[str, tuple[list[Any], int]] = {}
        self._lifted: tuple[str, ...] | None = None
        self._last: tuple[str, str] | None = None
        self._following = False
        self._spreading = False

    def add(self, view: Shown, action: Shown, ahead: list[Shown]) -> None:
        """One decision, as the page showed it, and the two that came after it."""
        aimed = bool(action.get("battle") and action.get("place"))
        self.plain += 1 + aimed
        if ahead and ahead[0].get("lift") and (action.get("down") or opens_for(view, action, ahead[0])):
            self._lifted = None
            return  # to drag the next one does it
        dragged = self._lifted is not None
        self.helped += self._needs(view, action)
        if aimed and not (dragged or self._following or action.get("opens") or only_fight(view)):
            self.helped += 1

    def _needs(self, view: Shown, action: Shown) -> int:
        at = {piece["id"]: piece["at"] for piece in view["pieces"]}
        piece, place = action.get("piece"), action.get("place")
        due = any(h["due"] > h["taken"] for h in (view.get("battle") or {}).get("hits", []))
        hits = due and piece is not None and not place
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
        if small(view) and piece is None:
            return self._answer(asked(view), action["do"])
        return 1 + dropped

    def _answer(self, question: str, answer: list[Any]) -> int:
        """A first answer, the tick that lets it stand, and then nothing; another answer unticks it."""
        kept, times = self._standing.get(question, (answer, 0))
        self._standing[question] = (answer, times + 1 if kept == answer else 1)
        return int(kept != answer or times < 2)

    def _move(self, way: tuple[str, str]) -> int:
        again = way == self._last
        first = again and not self._following
        self._following, self._last = again, way
        return int(first or not again)


def opens_for(view: Shown, action: Shown, lift: Shown) -> bool:
    """Does this order open the choice of the unit that is taken up next?"""
    at = next((p["at"] for p in view["pieces"] if p["id"] == lift.get("piece")), lift.get("place"))
    return bool(action.get("opens") and not action.get("battle") and action.get("place") == at)


def only_fight(view: Shown) -> bool:
    """Is there one attack on the map, which a button offers with its odds?"""
    fights = [a for a in view["actions"] if a.get("battle")]
    return len(fights) == 1 and not fights[0].get("path") and fights[0].get("piece") is None


def asked(view: Shown) -> str:
    """What a standing answer goes by."""
    again = view["prompt"].get("again")
    return repr([view["turn"]["now"], again or [view["prompt"]["title"], [a["do"] for a in view["actions"]]]])


def small(view: Shown) -> bool:
    """A question that an answer may stand for."""
    actions = view["actions"]
    if view["prompt"].get("again"):
        return True
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
