"""Long random play over all games, scenarios and options: `python -m tools.fuzz [--games N] [--seed S]`.

Every decision is checked for a choice and for broken invariants, every fiftieth for leaks and for saving.
A failure prints the game, scenario, options and seed, and writes the record to `fuzz-failure.json`.
"""

from __future__ import annotations

import argparse
import json
import traceback
from pathlib import Path
from random import Random
from typing import Any

import sandtable
from sandtable import Game, Match
from sandtable.engine.sides import CHANCE, PLAYERS


def starts(game: Game) -> list[tuple[str, dict[str, Any]]]:
    """Every scenario, each option changed in turn, and all options changed together."""
    changed = {}
    for name, option in game.options.items():
        changed[name] = next(value for value in option.choices or (True, False) if value != option.default)
    chosen: list[tuple[str, dict[str, Any]]] = [(scenario, {}) for scenario in game.scenarios]
    chosen += [(next(iter(game.scenarios)), {name: value}) for name, value in changed.items()]
    if len(changed) > 1:
        chosen.append((next(iter(game.scenarios)), changed))
    return chosen


def play(game: Game, match: Match, seed: int) -> int:
    """Play one game at random with all checks; the number of decisions."""
    rng = Random(seed)
    while match.pos.stack:
        pos = match.pos
        faults = game.faults(pos)
        assert not faults, faults
        if len(match.actions) % 50 == 0:
            for side in PLAYERS:
                guessed = pos.guess(side, Random(1))
                assert json.dumps(guessed.see(side)) == json.dumps(pos.see(side)), f"{side} sees what is hidden"
            saved = json.dumps(game.dump(pos))
            assert json.dumps(game.dump(game.load(json.loads(saved)))) == saved, "a save changes the position"
        if pos.stack[-1][1] == CHANCE:
            match.play(pos.sample(rng))
        else:
            match.play(rng.choice(pos.actions()))
    return len(match.actions)


def main() -> int:
    """Fuzz until done; 1 at the first failure."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("names", nargs="*", metavar="GAME")
    parser.add_argument("--games", type=int, default=20, help="for each scenario and option (20)")
    parser.add_argument("--seed", type=int, default=1)
    args = parser.parse_args()
    for name in args.names or sandtable.games():
        game = sandtable.load(name)
        for scenario, options in starts(game):
            decisions = 0
            for number in range(args.games):
                match = Match(game, scenario, options)
                try:
                    decisions += play(game, match, args.seed * 100_000 + number)
                except Exception:
                    traceback.print_exc()
                    Path("fuzz-failure.json").write_text(json.dumps(match.record.document()), encoding="utf-8")
                    print(f"{name} {scenario} {options} seed {args.seed} game {number}: see fuzz-failure.json")
                    return 1
            print(f"{name} {scenario} {options or ''}: {args.games} games, {decisions} decisions", flush=True)
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
