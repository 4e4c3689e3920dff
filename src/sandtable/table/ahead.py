"""A step further than the prompt: what an answer opens, and where a way that is asked for hex by hex may end.

As with plans, only what the player could find out by playing and taking back is told.
"""

from __future__ import annotations

from typing import TypedDict

from sandtable.engine.documents import Value
from sandtable.engine.position import Position
from sandtable.engine.view import OrderView
from sandtable.table.plans import Look, Plans, plans

MOST_ANSWERS = 4
MOST_LOOKS = 150
BOUND = ("place", "card", "cards", "battle", "ask", "choice", "lift", "down")
"""What makes an order more than a plain answer."""


class Answer(TypedDict):
    """An answer, with the units and stacks that may be taken up after it and the attacks that may be declared."""

    order: OrderView
    lifts: list[OrderView]
    plans: Plans | None


class Way(TypedDict):
    """A place at the end of a way, the places on it and the orders that lead there."""

    place: str
    path: list[str]
    actions: list[list[Value]]


class Ahead(TypedDict):
    """What lies a step further."""

    answers: list[Answer]
    ways: list[Way]


def ahead(pos: Position, side: str, odds: bool = True) -> Ahead:
    """What the answers to a plain question open, and the ends of a way that is asked for place by place."""
    look = Look(pos.copy(), side)
    return {"answers": _answers(look, odds), "ways": _ways(look)}


def _answers(look: Look, odds: bool) -> list[Answer]:
    plain = [a for a in look.orders if a.get("piece") is None and not any(a.get(key) for key in BOUND)]
    if len(plain) != len(look.orders) or not 1 < len(plain) <= MOST_ANSWERS:
        return []
    found: list[Answer] = []
    for order in plain:
        then = look.after(order["do"])
        if then is None:
            continue
        lifts = [a for a in then.orders if a.get("lift")]
        foreseen = plans(look.pos, look.side, [tuple(order["do"])], odds)
        attacks = foreseen if foreseen and foreseen["attacks"] else None
        if lifts or attacks:
            found.append({"order": order, "lifts": lifts, "plans": attacks})
    return found


def _steps(look: Look) -> list[OrderView]:
    """The next places of a way that is asked for place by place in a battle."""
    to_places = [a for a in look.orders if a.get("place")]
    loose = [a for a in to_places if a.get("piece") is None and not any(a.get(k) for k in ("path", "battle", "ask"))]
    return loose if look.view.get("battle") and len(loose) == len(to_places) else []


def _ways(look: Look) -> list[Way]:
    """The places where the way ends after two steps or more, as far as no other question comes between."""
    front: list[tuple[Look, list[str], list[list[Value]]]] = [(look, [], [])]
    title, ends, looks = look.view["prompt"]["title"], dict[str, Way](), 0
    while front and looks < MOST_LOOKS:
        ends.clear()
        further: dict[str, tuple[Look, list[str], list[list[Value]]]] = {}
        for here, path, actions in front:
            for step in _steps(here):
                looks += 1
                then = _played(here, step)
                if then is None or (place := _stands(look, then, str(step["place"]))) is None:
                    continue
                way = [*path, *dict.fromkeys((str(step["place"]), place))]
                line = [*actions, step["do"]]
                if then.view["prompt"]["title"] == title and _steps(then):
                    further.setdefault(place, (then, way, line))
                elif path:
                    ends.setdefault(place, {"place": place, "path": way, "actions": line})
        front = list(further.values())
    return [] if front else list(ends.values())


def _played(look: Look, step: OrderView) -> Look | None:
    """The position after a step, whoever decides then, unless it cannot be taken back."""
    pos = look.pos.copy()
    pos.play(tuple(step["do"]))
    return None if pos.outcome is not None or pos.undo_barrier != look.pos.undo_barrier else Look(pos, look.side)


def _stands(before: Look, after: Look, place: str) -> str | None:
    """Where those who went stand now: the place they were sent to, or one they had to go on to."""
    at = {piece["id"]: piece["at"] for piece in before.view["pieces"]}
    gone = {p["at"] for p in after.view["pieces"] if p["side"] == before.side and p["at"] != at.get(p["id"])}
    return place if place in gone else next(iter(gone)) if len(gone) == 1 else None
