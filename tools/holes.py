"""Count what a strong player would punish, in games between agents: `python -m tools.holes GAME [...]`.

`python -m tools.holes western-desert --allied greedy --axis search:8w -n 4` plays four games and prints for each side
how often its depot, its base or a stack was left in the enemy's true reach, what starved, and what was spent on
nothing. Known are western-desert and dark-sands.
"""

from __future__ import annotations

import argparse
from collections import Counter
from collections.abc import Iterator
from random import Random
from typing import Any, NamedTuple

import sandtable
from sandtable.ai import agent
from sandtable.ai.dark_sands import checks as sands
from sandtable.ai.dark_sands.danger import cut_off_now
from sandtable.ai.western_desert import checks as desert
from sandtable.engine.position import Event, Position
from sandtable.engine.records import Seat
from sandtable.engine.sides import CHANCE, NUMBER, PLAYERS
from sandtable.games.dark_sands.position import DarkSandsPosition
from sandtable.games.dark_sands.rules.r05_victory import AUTOMATIC_FROM
from sandtable.games.western_desert.position import WesternDesertPosition
from sandtable.games.western_desert.terms import TOBRUK


class Sight(NamedTuple):
    """Something looked for: how often it was there, of how many chances."""

    side: int
    name: str
    seen: int
    chances: int = 1


class Watch:
    """Looks at a game as it goes on and tells what it sees."""

    def __init__(self, pos: Position) -> None:
        self.pos = pos

    def asked(self) -> Iterator[Sight]:
        """What is seen when a decision is due."""
        yield from ()

    def told(self, events: list[Event]) -> Iterator[Sight]:
        """What is seen in new lines of the log."""
        yield from ()


class DesertWatch(Watch):
    """Western Desert Force: a side is looked at when its turn is over, which is when the other places its depot."""

    pos: WesternDesertPosition
    declared = -1

    def asked(self) -> Iterator[Sight]:
        """Guards, Tobruk, traps and supply at the end of a player's turn."""
        pos = self.pos
        if pos.stack[-1].step != "depot.place" or (pos.turn == 1 and pos.active == 0):
            return
        side = 1 - pos.active
        if pos.depot[side] >= 0:
            yield Sight(side, "depot without a guard", int(not pos.held[side] >> pos.depot[side] & 1))
            yield Sight(side, "depot naked in reach", int(desert.depot_naked(pos, side)))
        yield Sight(side, "base naked in reach", int(desert.base_naked(pos, side)))
        if pos.control[TOBRUK] == side:
            weak = desert.tobruk_weak(pos, side, "0.5")
            yield Sight(side, "Tobruk held by less than half of what can strike", int(weak))
        yield Sight(side, "a stack of 6 and more can be ringed and crushed", int(desert.in_a_trap(pos, side, "6")))
        yield Sight(side, "units out of supply", int(desert.hungry(pos, side, "1")))
        if self.declared == side:
            yield Sight(side, "offensive without an attack", 1)
        self.declared = -1

    def told(self, events: list[Event]) -> Iterator[Sight]:
        """Depots captured, units starved, offensives."""
        for event in events:
            match event.kind, event.args:
                case "depot_captured", (side, _):
                    yield Sight(1 - side, "depots captured", 1)
                case "attrition", (side, hungry):
                    yield Sight(side, "steps starved", len(hungry))
                case "major_offensive", (side, _):
                    self.declared = side
                    yield Sight(side, "offensives", 1)
                case "attack", _:
                    if self.declared >= 0:
                        yield Sight(self.declared, "offensive without an attack", 0)
                    self.declared = -1


class SandsWatch(Watch):
    """The Dark Sands: looked at before each chit is drawn, and when a turn ends."""

    pos: DarkSandsPosition
    chit = -1
    """The side whose chit is being played and has done nothing yet."""

    def asked(self) -> Iterator[Sight]:
        """Bases before each chit; chits that did nothing."""
        pos = self.pos
        if pos.stack[-1].step != "chits.draw":
            return
        for side in range(2):
            if pos.turn >= AUTOMATIC_FROM:
                yield Sight(side, "base naked in reach before a chit", int(sands.base_naked(pos, side)))
            yield Sight(side, "worth over 10 cut off before a chit", int(sands.cut_off(pos, side, "10")))
        if self.chit >= 0:
            yield Sight(self.chit, "chits with no move and no attack", 1)
        self.chit = -1

    def told(self, events: list[Event]) -> Iterator[Sight]:
        """Chits, marches while cut off, attrition, points."""
        pos = self.pos
        for event in events:
            match event.kind, event.args:
                case "chit", (number,):
                    chit = pos.box.chits[number]
                    self.chit = chit.side if chit.acts and chit.side in (0, 1) else -1
                case "moves" | "extended", (group, *_):
                    side = pos.box.units[group.bit_length() - 1].side
                    yield Sight(side, "moves that end cut off", int(bool(group & cut_off_now(pos, side))))
                    yield from self._busy()
                case "attack" | "infiltrate" | "sails" | "garrison" | "box", _:
                    if event.kind == "attack":
                        side = pos.box.units[event.args[0].bit_length() - 1].side
                        yield Sight(side, "attacks on Tobruk and its forts", int(self._tobruk(event.args[1])))
                    yield from self._busy()
                case "eliminated", (unit, _):
                    if event.rule == "23.1":
                        yield Sight(pos.box.units[unit].side, "units dead of attrition", 1)
                case "points", (allied, axis, *_):
                    if event.rule == "5.2.1":
                        yield Sight(0, "points scored in a turn", allied, 0)
                        yield Sight(1, "points scored in a turn", axis, 0)
                case "turn", _:
                    yield Sight(0, "points scored in a turn", 0)
                    yield Sight(1, "points scored in a turn", 0)

    def _busy(self) -> Iterator[Sight]:
        if self.chit >= 0:
            yield Sight(self.chit, "chits with no move and no attack", 0)
        self.chit = -1

    def _tobruk(self, place: int) -> bool:
        return place == self.pos.box.tobruk or bool(self.pos.box.tobruk_forts >> place & 1)


WATCHES: dict[str, type[Watch]] = {"western-desert": DesertWatch, "dark-sands": SandsWatch}


def watch(game: str, scenario: str | None, agents: dict[str, str], seed: int) -> tuple[list[Sight], Any]:
    """Play one game; everything seen, and how it ended."""
    pos, rng = sandtable.load(game).start(scenario), Random(seed)
    players = {side: agent(name, game, seed) for side, name in agents.items()}
    eye, seen, logged = WATCHES[game](pos), list[Sight](), 0
    while pos.stack:
        seen += eye.asked()
        side = pos.side
        assert side is not None
        pos.play(pos.sample(rng) if NUMBER[side] == CHANCE else players[side].choose(Seat(pos, side)))
        events = pos.events(logged)
        logged += len(events)
        seen += eye.told(events)
    return seen, (pos.turn, pos.over)


def main() -> int:
    """Play the games and print the table."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("game", metavar="GAME", choices=WATCHES)
    parser.add_argument("--scenario", metavar="ID")
    for side in PLAYERS:
        parser.add_argument(f"--{side}", default="greedy", metavar="AGENT")
    parser.add_argument("-n", type=int, default=1, metavar="COUNT")
    parser.add_argument("--seed", type=int, default=1)
    args = parser.parse_args()
    total, chances = Counter[tuple[str, int]](), Counter[tuple[str, int]]()
    for seed in range(args.seed, args.seed + args.n):
        seen, end = watch(args.game, args.scenario, {side: getattr(args, side) for side in PLAYERS}, seed)
        for sight in seen:
            total[sight.name, sight.side] += sight.seen
            chances[sight.name, sight.side] += sight.chances
        print(f"seed {seed}: turn {end[0]}, {end[1]}", flush=True)
    print(f"\n| seen | {args.allied} as Allied | {args.axis} as Axis |\n| --- | --- | --- |")
    for name in dict.fromkeys(name for name, _ in chances):
        cells = [f"{total[name, side]} of {chances[name, side]}" for side in range(2)]
        print(f"| {name} | {' | '.join(cells)} |")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
