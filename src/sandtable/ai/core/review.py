"""A look back at a finished game: how the score went, where it turned, and what search would have done there."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from math import atanh, tanh
from typing import NamedTuple

from sandtable.ai.core.budget import Clock
from sandtable.ai.core.search import Search
from sandtable.engine.documents import Document
from sandtable.engine.flow import Action
from sandtable.engine.position import Position
from sandtable.engine.records import Seat
from sandtable.engine.sides import ALLIED, CHANCE, PLAYERS

TURNING_POINTS = 5
LOOKS = 4
"""How many decisions of a turning point are thought through again."""
LITTLE = 0.1
"""No swing of less than this is a turning point."""
REPLAYED = 0.3
"""The share of the work that is done once the game has been played through."""
MISTAKE = 0.02
"""A choice this far below the best, on a scale from losing (-1) to winning (1), was a mistake."""
SURE = 0.999
"""A gain beyond which a game is as good as decided."""


class Mark(NamedTuple):
    """The score before an action, for the Allies."""

    at: int
    turn: int
    score: float


class Episode(NamedTuple):
    """The actions from one pause to the next, and what they changed."""

    start: int
    end: int
    turn: int
    before: float
    after: float

    @property
    def swing(self) -> float:
        """How far the score moved, for the Allies."""
        return self.after - self.before


def review(planner: Search, start: Position, actions: Sequence[Action], clock: Clock | None = None) -> Document:
    """The score before each pause, and the greatest swings, with what was played and what search prefers."""
    marks = scores(planner, start, actions, clock)
    episodes = [Episode(one.at, other.at, one.turn, one.score, other.score) for one, other in pairwise(marks)]
    moved = [episode for episode in episodes if abs(episode.swing) >= LITTLE]
    greatest = sorted(moved, key=lambda episode: -abs(episode.swing))[:TURNING_POINTS]
    scale, even, turning = planner.sense.DEPTH.scale, marks[0].score, []
    for number, episode in enumerate(sorted(greatest, key=lambda episode: episode.start)):
        if clock is not None:
            if clock.out():
                break
            clock.tell(REPLAYED + (1 - REPLAYED) * number / TURNING_POINTS)
        turning.append(turning_point(planner, replayed(start, actions, episode.start), episode, actions, even))
    for point in turning:
        point |= {f"chance_{when}": chance(point[when], even, scale) for when in ("before", "after")}
    return {
        "curve": [
            {"at": mark.at, "turn": mark.turn, "score": round(mark.score, 2), "chance": chance(mark.score, even, scale)}
            for mark in marks
        ],
        "turning": turning,
    }


def chance(score: float, even: float, scale: float) -> float:
    """The Allies' chance of winning as search estimates it, from 0 to 1; the score of the start counts as even."""
    return round(0.5 + 0.5 * tanh((score - even) / scale), 3)


def scores(planner: Search, start: Position, actions: Sequence[Action], clock: Clock | None = None) -> list[Mark]:
    """The score at the start, at every pause, and before the last action."""
    sense, pauses = planner.sense, planner.sense.DEPTH.pauses
    pos, marks = start.quiet(), list[Mark]()
    for at, action in enumerate(actions):
        if not at or pos.stack[-1].step in pauses or at == len(actions) - 1:
            marks.append(Mark(at, pos.box.game.turn_said(pos, pos.turn), sense.evaluate(pos, ALLIED)))
            if clock is not None:
                clock.tell(REPLAYED * at / len(actions))
        pos.play(action)
    return marks


def replayed(start: Position, actions: Sequence[Action], length: int) -> Position:
    """The position after a given number of actions."""
    pos = start.quiet()
    for action in actions[:length]:
        pos.play(action)
    return pos


def turning_point(planner: Search, pos: Position, episode: Episode, actions: Sequence[Action], even: float) -> Document:
    """A swing, with the decision in it that search thinks cost most; luck if there was none."""
    keys = planner.sense.DEPTH.keys
    looks, worst, told = 0, 0.0, Document()
    for at in range(episode.start, episode.end):
        played = actions[at]
        step, who, _ = pos.stack[-1]
        if who != CHANCE and step in keys and looks < LOOKS:
            looks += 1
            side = PLAYERS[who]
            thoughts = planner.think(Seat(pos, side), also=played)
            gains = {thought.action: thought.gain for thought in thoughts}
            best = thoughts[0].action
            cost = gains[best] - gains[played]
            if not told or cost > worst:
                worst = cost
                chances = [chance_after(planner, pos, who, gains[action], even) for action in (played, best)]
                told = {
                    "at": at,
                    "side": side,
                    "played": words(pos, side, played),
                    "better": words(pos, side, best) if best != played and cost > MISTAKE else None,
                    "cost": round(abs(chances[1] - chances[0]), 3),
                    "chance_played": chances[0],
                    "chance_better": chances[1],
                    "played_way": way(pos, side, played),
                    "better_way": way(pos, side, best) if best != played and cost > MISTAKE else [],
                    "plan": planner.greedy.plan(pos, who),
                }
        pos.play(played)
    return {
        "from": episode.start,
        "to": episode.end,
        "turn": episode.turn,
        "before": round(episode.before, 2),
        "after": round(episode.after, 2),
        "decision": told or None,
    }


def chance_after(planner: Search, pos: Position, who: int, gain: float, even: float) -> float:
    """The Allies' chance that search expects of a choice, from what the side `who` gains by it."""
    sense = planner.sense
    gained = sense.DEPTH.scale * atanh(max(-SURE, min(SURE, gain)))
    return chance(sense.evaluate(pos, ALLIED) + (gained if who == ALLIED else -gained), even, sense.DEPTH.scale)


def words(pos: Position, side: str, action: Action) -> str:
    """An action in the words of the view."""
    return str(offer(pos, side, action).get("text") or " ".join(str(part) for part in action))


def way(pos: Position, side: str, action: Action) -> list[str]:
    """Where an action leads from and to on the map, with the places between if the view knows them."""
    offered = offer(pos, side, action)
    if offered.get("path"):
        return list(offered["path"])
    pieces = pos.see(side)["pieces"]
    acting = [piece for piece in pieces if piece["id"] == offered.get("piece")]
    acting = acting or [piece for piece in pieces if piece.get("active")]
    start = [acting[0]["at"]] if acting and acting[0]["at"] != offered.get("place") else []
    fought = (pos.see(side).get("battle") or {"places": []})["places"][:1]
    return [*start, offered["place"]] if offered.get("place") else start or fought


def offer(pos: Position, side: str, action: Action) -> Document:
    """An action as the view offers it."""
    return next((dict(offered) for offered in pos.see(side)["actions"] if tuple(offered["do"]) == action), {})
