"""`python -m tools.mutants GAME [-n 300] [--seed 1] [--jobs 2] [--whole 1000] [--only TEXT] [--write]`."""

from __future__ import annotations

import argparse
import time
import tomllib
from pathlib import Path
from random import Random

import sandtable
from tools.mutants.report import Tally, write
from tools.mutants.runner import ROOT, try_all
from tools.mutants.sites import mutants_of


def rules_of(game: str) -> list[Path]:
    """The modules of a game's rules."""
    return sorted((ROOT / "src" / "sandtable" / "games" / game.replace("-", "_") / "rules").glob("r*.py"))


def equivalents(game: str) -> dict[str, str]:
    """Mutants that change nothing, with the reason."""
    path = ROOT / "tests" / "games" / game.replace("-", "_") / "equivalent.toml"
    return dict(tomllib.loads(path.read_text(encoding="utf-8"))) if path.exists() else {}


def main() -> int:
    """Break a game's rules and see who notices; 1 when fewer than 95 % were noticed."""
    parser = argparse.ArgumentParser(prog="python -m tools.mutants", description=__doc__)
    parser.add_argument("game", choices=sandtable.games())
    parser.add_argument("-n", type=int, default=300, help="how many of all the mutants to try (300)")
    parser.add_argument("--seed", type=int, default=1, help="of the sample")
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--whole", type=int, default=1000, help="how many whole games to run, the shortest (all)")
    parser.add_argument("--only", default="", help="only mutants whose name holds this text")
    parser.add_argument("--write", action="store_true", help="put the figures into docs/lab/mutants.md")
    args = parser.parse_args()
    found = [mutant for path in rules_of(args.game) for mutant in mutants_of(path) if args.only in mutant.name]
    known = equivalents(args.game)
    stale = set(known) - {mutant.name for path in rules_of(args.game) for mutant in mutants_of(path)}
    chosen = sorted(Random(args.seed).sample(found, min(args.n, len(found))), key=lambda m: (m.path, m.start))
    began = time.monotonic()
    verdicts = try_all(args.game, [mutant for mutant in chosen if mutant.name not in known], args.jobs, args.whole)
    same = sum(mutant.name in known for mutant in chosen)
    tally = Tally.of(args.game, len(found), args.seed, same, verdicts)
    print(tally.line(), f"({time.monotonic() - began:.0f} s)")
    for name in sorted(stale):
        print(f"named as equivalent, but there is no such mutant any more: {name}")
    if args.write:
        write(tally)
    return 0 if tally.share >= 0.95 and not stale else 1


if __name__ == "__main__":
    raise SystemExit(main())
