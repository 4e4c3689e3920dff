"""How many clicks a first turn takes, as the greedy agent decides it: `python -m tools.clicks [GAME ...] [--kinds]`.

"One by one" is a click for each decision and one more for each attack on a hex. "First page" is what the first edition
of the page asked for (commit e912846): a click for each decision, a second for each order with odds, whether on a hex
or a button, and one more where a place had several orders. "With the table's helps" is the fewest presses of the mouse
that make the same decisions on the page; a drag is one, with Shift or without. Each help counted here has its test in
`tests/browser/test_helps.py` or `tests/browser/test_armies.py`, and attacks, answers and ways are counted by the very
plans that the page is told. What the page asks before an order is counted, and so are a menu where a place has several
orders, a switch that has to be set, a unit left out of a box. To look and to move the map is free.
"""

from __future__ import annotations

import argparse
from collections import Counter
from dataclasses import dataclass
from functools import cache
from random import Random
from typing import Any

import sandtable
from sandtable import Match
from sandtable.ai import agent
from sandtable.engine.position import Position
from sandtable.engine.records import Seat
from sandtable.table.ahead import ahead
from sandtable.table.catalog import board
from sandtable.table.plans import Plans, plans

TURNS = {
    "bravery": "crusader",
    "rommel": "crusader",
    "western-desert": "campaign",
    "dark-sands": "crusader",
    "battleaxe": "battleaxe",
}
SEEDS = range(1, 9)
MOST_ROWS = 14
MOST_OTHERS = 12
"""Orders to places that stand beside the attacks as buttons."""
ENDS = ("done", "stop")
"""The orders that end a step."""
Shown = dict[str, Any]


@dataclass(frozen=True)
class Made:
    """A decision as the page showed it; those of one run follow each other without dice or the enemy in between."""

    pos: Position
    view: Shown
    action: Shown
    run: int
    between: frozenset[str]
    """Prompts without a battle since the decision before, this one's too."""

    @property
    def piece(self) -> int | None:
        return self.action.get("piece")

    @property
    def place(self) -> str | None:
        return self.action.get("place")

    @property
    def aimed(self) -> bool:
        """An attack on a hex."""
        return bool(self.action.get("battle") and self.place)

    @property
    def start(self) -> str | None:
        """Where the unit or stack of this order stands."""
        at = {piece["id"]: piece["at"] for piece in self.view["pieces"]}
        return at.get(self.piece) if self.piece is not None else self.place

    @property
    def offered(self) -> list[Shown]:
        actions: list[Shown] = self.view["actions"]
        return actions

    @property
    def due(self) -> int:
        """Steps still to be taken."""
        hits = (self.view.get("battle") or {}).get("hits", [])
        return sum(h["due"] - h["taken"] for h in hits if h["side"] == self.view["viewer"])

    @property
    def hit(self) -> bool:
        return self.due > 0 and self.piece is not None and not self.place

    @property
    def question(self) -> str | None:
        """What a standing answer goes by, if one may stand for this question."""
        again = self.view["prompt"].get("again")
        return repr(again) if again else None

    @property
    def several(self) -> bool:
        """The place has several orders for the same unit."""
        alike = [a for a in self.offered if a.get("place") == self.place and a.get("piece") == self.piece]
        return self.place is not None and len(alike) > 1

    @property
    def asks(self) -> int:
        """A second word: the page asks first, or the place has several orders for the same unit."""
        return int(bool(self.action.get("ask"))) + self.several


def plain(action: Shown) -> bool:
    """An answer that may stand."""
    bound = any(action.get(key) for key in ("place", "card", "cards", "battle", "ask"))
    return not bound and action.get("piece") is None


class Count:
    """Clicks of one turn, counted both ways, and what they were for."""

    def __init__(self, made: list[Made]) -> None:
        self.made = made
        self.plain = sum(1 + m.aimed for m in made)
        self.first_page = sum(1 + bool(m.action.get("battle")) + m.several for m in made)
        self.kinds: Counter[str] = Counter()
        self._stands = standing(made)
        self._switched: dict[str, str] = {}
        i = 0
        while i < len(made):
            done = self._gesture(i)
            self._shift(i, i + done)
            i += done

    @property
    def helped(self) -> int:
        return self.kinds.total()

    def _gesture(self, i: int) -> int:
        """Counts the gesture that makes the next decision; how many decisions it made."""
        now, then = self.made[i], self._after(i)
        if i in self._stands:
            return self._add("question", self._stands[i])
        if made := self._planned(i) or self._far(i) or self._boxed(i):
            return made
        if then and then.action.get("lift") and self._answered(now, then):
            return self._add("move", 0)  # to take the unit up does it
        if then and then.action.get("lift") and (now.action.get("down") or opens_for(now, then)):
            return self._add("move", 0)  # to drag the next one does it
        if now.action.get("lift"):
            return self._drag(i)
        if now.hit:
            return self._losses(i)
        if now.piece is not None and now.place:
            return self._pairs(i)
        if now.aimed and not now.action.get("path"):
            return self._attack(i)
        if now.action.get("choice"):
            return self._switches(now)
        if now.view["prompt"].get("again") and now.piece is not None:
            over = then and then.action.get("main") and then.view["prompt"].get("again") == now.view["prompt"]["again"]
            return self._add("asset", 1, 2 if over else 1)
        if now.place and now.view.get("battle") and not now.action.get("path"):
            return self._all_of_them(i)
        if self._beside(now):
            self._last(i + 1, now.view["prompt"]["title"], next((a["do"] for a in now.offered if a.get("main")), None))
            return self._add("place", 1 + bool(now.action.get("ask")))
        kind = "place" if now.place else "end of a step" if now.action.get("main") else "button"
        cards = bool(now.action.get("cards"))  # a row picks them, the button lays them
        return self._add(kind, 1 + now.asks + cards)

    def _shift(self, i: int, j: int) -> None:
        """An order given with Shift is the last of its step: what is in hand is set down, and the step ends."""
        now = self.made[i]
        end = next((a for a in now.offered if a["do"][0] in ENDS and not a.get("place")), None)
        given = now.action.get("lift") or now.place or (plain(now.action) and not now.action.get("choice"))
        if not given or end is None or now.action["do"] == end["do"]:
            return
        down = j if j < len(self.made) and self.made[j].action.get("down") and self.made[j].run == now.run else None
        over = j if down is None else j + 1
        if over >= len(self.made) or self.made[over].run != now.run:
            return
        then = self.made[over]
        same = then.view["prompt"]["title"] == now.view["prompt"]["title"]
        if same and then.action["do"] == end["do"] and not then.action.get("ask"):
            self._stands |= {over: 0} | ({} if down is None else {down: 0})

    def _add(self, kind: str, clicks: int, decisions: int = 1) -> int:
        self.kinds[kind] += clicks
        return decisions

    def _after(self, i: int) -> Made | None:
        """The decision after this one, if nothing comes between."""
        nearby = i + 1 < len(self.made) and self.made[i + 1].run == self.made[i].run
        return self.made[i + 1] if nearby else None

    def _drag(self, i: int) -> int:
        """To take up and to set down is one drag; the rest of the stack is sent after with one word, if all goes."""
        go = self._after(i)
        if go is None or not go.place or go.action.get("lift"):
            return self._add("move", 0 if go and go.action.get("down") else 1)
        way, done = (self.made[i].start, go.place), 2
        self._add("move", 1 + go.asks)
        left, sent, j = None, set(), i + 2
        while self._after(j - 1):
            if self.made[j].action.get("down") and self._after(j) and self.made[j + 1].action.get("lift"):
                j += 1
            take, put = self.made[j], self._after(j)
            if not take.action.get("lift") or put is None or (take.start, put.place) != way:
                break
            if left is None:
                left = {a["piece"] for a in take.offered if a.get("lift") and stands(take, a) == way[0]}
            sent.add(take.piece)
            j += 2
            done = j - i
        if len(sent) > 0 and left == sent:
            self._add("sent after", 1)
            return done
        return 2

    def _planned(self, i: int) -> int:
        """An attack of the list, with all that comes before the dice: how many decisions one click makes, if any."""
        now = self.made[i]
        if now.view.get("battle"):
            return 0
        first, foreseen = self._foreseen(now)
        if not foreseen or not foreseen["attacks"]:
            return 0
        line = [m.action["do"] for m in self.made[i + first :] if m.run == now.run]
        best: list[Any] = []
        for way in (way for plan in foreseen["attacks"] for way in plan["ways"]):
            backed = [[offer["do"]] for offer in way.get("offers", []) if self._as_before(offer["choice"])]
            backed += [[way["most"]["order"]["do"]]] if "most" in way else []
            for actions in [way["actions"], *(way["actions"] + more for more in backed)]:
                if line[: len(actions)] == actions and len(actions) > len(best):
                    best = actions
        if not best:
            return 0
        decisions = len(best) + first
        self._switched |= self.made[i + decisions - 1].action.get("choice") or {}
        self._last(i + decisions, foreseen["title"], foreseen["end"] and foreseen["end"]["do"])
        return self._add("attack", 1 + bool(self.made[i + first].action.get("ask")), decisions)

    def _foreseen(self, now: Made) -> tuple[bool, Plans | None]:
        """The attacks that are listed, and whether this order would come before them."""
        ends = bool(now.action.get("main") and not now.action.get("battle"))
        if ends and any(a.get("lift") for a in now.offered):
            return True, plans(now.pos, "allied", [tuple(now.action["do"])], odds=False)
        answers = ahead(now.pos, "allied", odds=False)["answers"]
        if fights := next((answer for answer in answers if answer["plans"]), None):
            return True, fights["plans"] if fights["order"]["do"] == now.action["do"] else None
        return False, plans(now.pos, "allied", [], odds=False)

    def _answered(self, now: Made, then: Made) -> bool:
        """Is this the answer that is given by taking up the unit that is taken up next?"""
        if now.view.get("battle"):
            return False
        for answer in ahead(now.pos, "allied", odds=False)["answers"]:
            if any(a["do"] == then.action["do"] for a in answer["lifts"]):
                return bool(answer["order"]["do"] == now.action["do"])
        return False

    def _far(self, i: int) -> int:
        """A way that is asked for place by place: a click on its end goes there."""
        now, j = self.made[i], i + 1
        if not now.view.get("battle") or not now.place:
            return 0
        while self._after(j - 1) and self.made[j].view["prompt"]["title"] == now.view["prompt"]["title"]:
            j += 1
        lit = {a.get("place") for a in now.offered}
        gone = stood(played(self.made[j - 1].pos, [self.made[j - 1].action["do"]]))
        for way in ahead(now.pos, "allied", odds=False)["ways"]:
            if way["place"] not in lit and stood(played(now.pos, way["actions"])) == gone:
                return self._add("place", 1, j - i)
        return 0

    def _boxed(self, i: int) -> int:
        """Units from several places that go to one: a box round them, a click for each left out, the place."""
        goal, ends, j = None, [], i
        while j < len(self.made) and self.made[j].run == self.made[i].run:
            take, go = self.made[j], self._after(j)
            if take.action.get("down"):
                j += 1
                continue
            if not take.action.get("lift") or go is None or not go.place or go.action.get("battle"):
                break
            if goal not in (None, go.place) or go.action.get("lift"):
                break
            goal, j = go.place, j + 2
            ends.append(j)
        for drags, end in reversed(list(enumerate(ends, 1))):
            last = self.made[end - 1]
            out = left_out(self.made[i], str(goal), stood(played(last.pos, [last.action["do"]])))
            clicks = None if out is None else 2 + out + self.made[i + 1].asks
            if clicks is not None and clicks < drags + self.made[i + 1].asks:
                return self._add("move", clicks, end - i)
        return 0

    def _as_before(self, choice: dict[str, str]) -> bool:
        return all(self._switched.get(name) == value for name, value in choice.items())

    def _last(self, i: int, title: str, end: Any) -> None:
        """The last attack, if the fighting is ended after it: with Shift held that needs no click of its own."""
        for j in range(i, len(self.made)):
            there = self.made[j]
            if there.between - {title}:
                return
            if not there.view.get("battle"):
                if there.action["do"] == end:
                    self._stands.setdefault(j, 0)
                return

    def _losses(self, i: int) -> int:
        """A click each; the one that makes up the steps due takes them. A unit destroyed before ends the picking."""
        now, k = self.made[i], 1
        ways = {a["do"][0] for a in now.offered if a.get("piece") is not None}
        while k < now.due and (then := self._after(i + k - 1)) and then.hit and len(ways) == 1:
            k += 1
        if 1 < k == now.due and all(spread(m) == m.action["do"] for m in self.made[i : i + k]):
            return self._add("hit", 1, k)
        return self._add("hit", k + (len(ways) == 1 and k < now.due), k)

    def _pairs(self, i: int) -> int:
        """Units that choose their own places: a closed stack is one drag, all who can go to a place one button."""
        now, k = self.made[i], 1
        while (then := self._after(i + k - 1)) and then.place == now.place and then.piece is not None:
            k += 1
        going = {m.piece for m in self.made[i : i + k]}
        ways = [a for a in now.offered if a.get("place") and a.get("piece") is not None]
        able = [a["piece"] for a in ways if a["place"] == now.place]
        if now.view.get("battle") and len(able) > 1 and set(able) == going:
            return self._add("move", 1, k)
        movers = {a["piece"] for a in ways}
        if len(movers) == 1:
            return self._add("move", 1 + now.asks)
        if now.start in {box["id"] for box in now.view.get("boxes", [])}:
            return self._add("move", 2 + now.asks)
        at = {p["id"]: p["at"] for p in now.view["pieces"]}
        late = going - movers  # a leader who may go once those he led have gone
        for start in {at[p] for p in going - late}:
            mates, same = ({p for p in some if at[p] == start} for some in (movers, going - late))
            self._add("move", now.asks + (1 if mates == same else 1 + len(same)))  # opened first, if some stay
        self._add("move", len(late))
        return k

    def _all_of_them(self, i: int) -> int:
        """All who can go to a place: those who go by one order, and whoever else may go there."""
        k = 1
        while (then := self._after(i + k - 1)) and then.place == self.made[i].place and then.piece is not None:
            k += 1
        going = {m.piece for m in self.made[i + 1 : i + k]}
        over = self._after(i + k - 1)
        left = {a["piece"] for a in over.offered if a.get("place") == self.made[i].place} if over else set()
        return self._add("place", 1 + self.made[i].asks, k if going and not left - {None} else 1)

    def _beside(self, now: Made) -> bool:
        """An order to a place that stands beside the attacks as a button."""
        others = [a for a in now.offered if aside(a)]
        moving = any(a.get("lift") or a.get("path") for a in now.offered)
        twice = max(Counter(a.get("place") for a in now.offered if a.get("place")).values(), default=0) > 1
        return aside(now.action) and len(others) <= MOST_OTHERS and not moving and twice

    def _attack(self, i: int) -> int:
        """A row makes it with all; where there are too many rows the hex is clicked, and the odds once more."""
        now = self.made[i]
        rows = sum(bool(a.get("battle") and a.get("place") and not a.get("path")) for a in now.offered) <= MOST_ROWS
        if rows:
            return self._add("attack", 1 + bool(now.action.get("ask")))
        return self._add("attack", 1 + now.asks + (not now.action.get("opens")))

    def _switches(self, now: Made) -> int:
        offers = [a["choice"] for a in now.offered if a.get("choice")]
        main = next((a["choice"] for a in now.offered if a.get("choice") and a.get("main")), offers[0])
        wanted = now.action["choice"]
        turned = 0
        for name, value in wanted.items():
            kept = self._switched.get(name)
            turned += value != (kept if kept in {o[name] for o in offers} else main[name])
        self._switched |= wanted
        return self._add("backing", 1 + turned)


def standing(made: list[Made]) -> dict[int, int]:
    """What each answer costs that stands or is going to: a tick with the first, then nothing."""
    asked: dict[str, list[int]] = {}
    for i, m in enumerate(made):
        if m.question:
            asked.setdefault(m.question, []).append(i)
    out: dict[int, int] = {}
    for places in asked.values():
        last = made[places[-1]].action
        tail = [places[-1]]
        for i in reversed(places[:-1]):
            if made[i].action["do"] != last["do"]:
                break
            tail.insert(0, i)
        if len(tail) > 1 and plain(last):
            out |= dict.fromkeys(tail[1:], 0) | {tail[0]: 1}
    return out


def played(pos: Position, actions: list[Any]) -> Position:
    """The position after some actions."""
    pos = pos.copy()
    for action in actions:
        pos.play(tuple(action))
    return pos


def stood(pos: Position) -> dict[int, str]:
    """Where everybody stands."""
    return {piece["id"]: piece["at"] for piece in pos.see("allied")["pieces"]}


@cache
def spots(game: str, scenario: str) -> dict[str, Any]:
    """The places of a board."""
    found: dict[str, Any] = (board(sandtable.load(game), scenario) or {"places": {}})["places"]
    return found


def left_out(made: Made, goal: str, after: dict[int, str]) -> int | None:
    """How many units in the smallest box round those who went are left out; None where the page would do otherwise."""
    places, before = spots(made.view["game"], made.view["scenario"]), stood(made.pos)
    gone = {piece for piece, at in before.items() if after.get(piece) != at}
    if not gone or any(before[piece] not in places for piece in gone):
        return None
    xs, ys = ([places[before[piece]][axis] for piece in gone] for axis in "xy")
    ready = {a["piece"] for a in made.offered if a.get("piece") is not None and before.get(a["piece"]) in places}

    def inside(piece: int) -> bool:
        spot = places[before[piece]]
        return bool(min(xs) <= spot["x"] <= max(xs) and min(ys) <= spot["y"] <= max(ys))

    boxed = sorted(piece for piece in ready if inside(piece))
    pos, waiting, first = made.pos, boxed, True
    while waiting:
        taken = lift_for(pos, waiting)
        if taken is None:
            return None
        lift, waiting = taken
        if first:
            waiting, first = [piece for piece in waiting if piece in gone], False
        pos = played(pos, [lift])
        go = next(
            (a["do"] for a in pos.see("allied")["actions"] if a.get("place") == goal and not a.get("battle")), None
        )
        if go is None:
            return None
        pos = played(pos, [go])
        if waiting and (down := next((a["do"] for a in pos.see("allied")["actions"] if a.get("down")), None)):
            pos = played(pos, [down])
    return len(set(boxed) - gone) if stood(pos) == after else None


def lift_for(pos: Position, wanted: list[int]) -> tuple[Any, list[int]] | None:
    """What the page takes up first of many units, and who still waits: a whole stack if all of it is to go."""
    view = pos.see("allied")
    lifts = [a for a in view["actions"] if a.get("lift")]
    units = {piece["id"]: piece for piece in view["pieces"]}
    for piece in wanted:
        unit = units[piece]
        mates = [p["id"] for p in units.values() if p["at"] == unit["at"] and p["side"] == unit["side"]]
        for lift in lifts:
            if set(mates) <= set(wanted) and lift.get("piece") is None and lift.get("place") == unit["at"]:
                return lift["do"], [other for other in wanted if other not in mates]
        for lift in lifts:
            if lift.get("piece") == piece:
                return lift["do"], [other for other in wanted if other != piece]
    return None


def aside(action: Shown) -> bool:
    """An order to a place that is neither an attack nor a move."""
    plainly = not any(action.get(key) for key in ("battle", "path", "lift", "opens"))
    return plainly and bool(action.get("place")) and action.get("piece") is None


def spread(made: Made) -> Any:
    """The step that "Spread them for me" would take: from the unit with the most steps, the weakest of those."""
    units = {p["id"]: p for p in made.view["pieces"]}
    open_ = [a for a in made.offered if a.get("piece") is not None and not a.get("place")]
    first = min(open_, key=lambda a: (-units[a["piece"]].get("steps", 1), units[a["piece"]].get("strength") or 0))
    return first["do"]


def stands(made: Made, action: Shown) -> str | None:
    return next((p["at"] for p in made.view["pieces"] if p["id"] == action.get("piece")), None)


def opens_for(now: Made, then: Made) -> bool:
    """Does this order open the choice of the unit that is taken up next?"""
    return bool(now.action.get("opens") and not now.action.get("battle") and now.place == then.start)


def count(game: str, scenario: str, seed: int = 1) -> Count:
    """The first Allied turn, with greedy at both sides."""
    match = Match(sandtable.load(game), scenario=scenario)
    rng, players = Random(seed), {side: agent("greedy", game, seed) for side in ("allied", "axis")}
    made: list[Made] = []
    turn, run = match.pos.see("allied")["turn"]["now"], 0
    between: set[str] = set()
    while match.pos.outcome is None:
        seen = match.pos.see("allied")
        if not seen.get("battle"):
            between.add(seen["prompt"]["title"])
        if match.pos.outcomes() is not None:
            match.play(match.pos.sample(rng))
            run += 1
            continue
        side = str(match.pos.side)
        view = match.pos.see(side)
        if view["turn"]["now"] != turn:
            break
        action = players[side].choose(Seat(match.pos, side))
        if side == "allied":
            chosen = next(a for a in view["actions"] if tuple(a["do"]) == tuple(action))
            made.append(Made(match.pos.copy(), dict(view), dict(chosen), run, frozenset(between)))
            between.clear()
        else:
            run += 1
        match.play(action)
    return Count(made)


def main() -> None:
    """A table of the games named, or of all five, over all seeds."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("games", nargs="*", choices=[[], *TURNS], default=[])
    parser.add_argument("--kinds", action="store_true", help="what the clicks are for")
    asked = parser.parse_args()
    heads = ("first Allied turn", "one by one", "first page", "with the table's helps", "less", "less than first page")
    print(f"| {' | '.join(heads)} |\n|{'---|' * len(heads)}")
    for game in asked.games or TURNS:
        found = [count(game, TURNS[game], seed) for seed in SEEDS]
        helped, one_by_one = sum(f.helped for f in found), sum(f.plain for f in found)
        before = sum(f.first_page for f in found)
        shares = f"{1 - helped / one_by_one:.0%} | {1 - helped / before:.0%}"
        print(f"| {game}, {TURNS[game]} | {one_by_one} | {before} | {helped} | {shares} |", flush=True)
        if asked.kinds:
            kinds = sum((f.kinds for f in found), Counter[str]())
            print("  " + ", ".join(f"{kind} {n}" for kind, n in kinds.most_common() if n))


if __name__ == "__main__":
    main()
