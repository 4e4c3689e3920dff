"""Hone the numbers a game's agents go by: `python -m tools.hone bravery --pairs 800 [--last 100] [--write]`.

Simultaneous perturbation: for each pair of games every number of the package (`ai/<game>/*.py`: constants, tables,
defaults of weights) is raised or lowered by lot. The greedy agent with those numbers plays the one with the opposite
lots, both sides with the same dice, and every number moves a little towards where the winner had it. So each game
tells something of all numbers at once. Shares stay between 0 and 1, as they move on the scale of log odds.

What was found is kept after every batch in `build/hone/GAME.json`, and the command goes on from there. At the end the
honed numbers play those of the source over fresh games; `--write` puts them into the source if they win more often
than by luck alone, with as few digits as the differences allow. A few hundred pairs move numbers by little:
`--stretch 4` goes four times as far the same way, and the last games say whether that was too far.
"""

from __future__ import annotations

import argparse
import ast
import importlib
import json
import sys
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from functools import cache
from importlib.abc import Loader, MetaPathFinder
from importlib.machinery import ModuleSpec
from importlib.util import spec_from_loader
from math import exp, tanh
from multiprocessing import get_context
from pathlib import Path
from random import Random
from types import CodeType, ModuleType
from typing import Any, NamedTuple

import sandtable
from sandtable import ai
from sandtable.engine.records import Seat
from sandtable.engine.sides import CHANCE, PLAYERS, SIDES
from sandtable.lab.dice import Dice
from sandtable.lab.plan import game_seed
from sandtable.lab.statistics import interval

NOT_PLAY = ("sparring", "checks", "__init__")
"""Modules whose numbers do not decide how the agent plays."""
LEAST, MOST = 1e-3, 400.0
"""Smaller numbers are guards against division by nothing, larger ones stand for the game itself."""
WHOLE = 8
"""Whole numbers are worths only in tables by name, and from here on; others count something."""
NOT_WORTHS = {"WON", "HOPELESS", "Depth", "Width", "lru_cache", "TypeVar"}
"""Names of constants and of what is called that stand for something else."""
REACH = 0.5
"""How far numbers are raised and lowered, in natural logarithms."""
PACE = 0.006
"""How far a pair won outright moves them."""
MARGIN, FEW = 0.15, 10.0
"""What the points at the end count beside winning, and how many are few."""
NEARLY = 0.02
"""How exactly a number is told."""
LONGEST = 20_000


class Number(NamedTuple):
    """A number in the source."""

    module: str
    line: int
    column: int
    end: int
    value: float
    whole: bool
    name: str

    @property
    def key(self) -> str:
        """Its name in the state: where it stands, and what it was."""
        return f"{self.module}.{self.name}:{self.line}:{self.column}={self.value:g}"


def package_of(game: str) -> Path:
    """Where the agents of a game are."""
    return Path(ai.__file__).parent / game.replace("-", "_")


def modules_of(game: str) -> list[Path]:
    """The modules whose numbers decide how the agents play."""
    return [path for path in sorted(package_of(game).glob("*.py")) if path.stem not in NOT_PLAY]


def assignments(tree: ast.Module) -> Iterator[tuple[str, ast.expr]]:
    """What is assigned at the top of a module and in its classes, with the name."""
    for node in [*tree.body, *(inner for item in tree.body if isinstance(item, ast.ClassDef) for inner in item.body)]:
        if isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Name | ast.Tuple):
            yield ast.unparse(node.targets[0]), node.value
        elif isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name) and node.value is not None:
            yield node.target.id, node.value


def literals(name: str, value: ast.expr) -> Iterator[ast.Constant]:
    """The numbers in an expression that can be honed: worths, but neither counts nor how far search looks."""
    calls = {ast.unparse(node.func) for node in ast.walk(value) if isinstance(node, ast.Call)}
    if name in NOT_WORTHS or calls & NOT_WORTHS:
        return
    told = {id(inner) for node in ast.walk(value) if isinstance(node, ast.Dict) for inner in node.values}
    for node in ast.walk(value):
        size = node.value if isinstance(node, ast.Constant) else None
        if isinstance(size, float) or (type(size) is int and id(node) in told and size >= WHOLE):
            assert isinstance(node, ast.Constant)
            if LEAST < size < MOST:
                yield node


@cache
def numbers_of(game: str) -> tuple[Number, ...]:
    """All numbers of a game's agents, in the order of the source."""
    found = []
    for path in modules_of(game):
        for name, value in assignments(ast.parse(path.read_text(encoding="utf-8"))):
            for node in literals(name, value):
                size, whole = node.value, isinstance(node.value, int)
                assert isinstance(size, int | float)
                assert node.end_col_offset is not None
                found.append(Number(path.stem, node.lineno, node.col_offset, node.end_col_offset, size, whole, name))
    return tuple(found)


def shifted(number: Number, by: float) -> float:
    """A number moved by so many logarithms; a share by log odds."""
    value = number.value
    if not by:
        return value
    if 0 < value < 1:
        return 1 / (1 + (1 - value) / value * exp(-by))
    return value * exp(by)


class Source(Loader):
    """Runs a module of the package with other numbers in place of its own."""

    def __init__(self, code: CodeType, numbers: Sequence[float]) -> None:
        self.code, self.numbers = code, numbers

    def create_module(self, spec: ModuleSpec) -> ModuleType | None:
        """The usual."""
        return None

    def exec_module(self, module: ModuleType) -> None:
        """Run it."""
        module.__dict__["_honed"] = self.numbers
        exec(self.code, module.__dict__)


class Finder(MetaPathFinder):
    """Finds the modules of one package with other numbers."""

    def __init__(self, game: str, numbers: Sequence[float]) -> None:
        self.prefix, self.game, self.numbers = f"sandtable.ai.{game.replace('-', '_')}", game, numbers

    def find_spec(self, name: str, path: object = None, target: object = None) -> ModuleSpec | None:
        """A module of the package, or nothing."""
        if name != self.prefix and not name.startswith(self.prefix + "."):
            return None
        inner = name.removeprefix(self.prefix).strip(".")
        folder = package_of(self.game)
        place = folder / (f"{inner}.py" if inner else "__init__.py")
        if not place.exists():
            return None
        loader = Source(compiled(self.game, place), self.numbers)
        spec = spec_from_loader(name, loader, origin=str(place), is_package=not inner)
        if spec is not None:
            spec.has_location = True
            if not inner:
                spec.submodule_search_locations = [str(folder)]
        return spec


@cache
def compiled(game: str, place: Path) -> CodeType:
    """A module in which each number to be honed is looked up."""
    at = {(number.module, number.line, number.column): n for n, number in enumerate(numbers_of(game))}

    class Lookup(ast.NodeTransformer):
        def visit_Constant(self, node: ast.Constant) -> ast.expr:
            found = at.get((place.stem, node.lineno, node.col_offset))
            if found is None:
                return node
            return ast.copy_location(ast.parse(f"_honed[{found}]", mode="eval").body, node)

    tree = Lookup().visit(ast.parse(place.read_text(encoding="utf-8")))
    return compile(ast.fix_missing_locations(tree), str(place), "exec")


def copy_with(game: str, shifts: Sequence[float]) -> ModuleType:
    """A copy of a game's package of agents, its numbers moved; the package itself stays as it is."""
    numbers = [shifted(number, by) for number, by in zip(numbers_of(game), shifts, strict=True)]
    values = [round(value) if number.whole else value for number, value in zip(numbers_of(game), numbers, strict=True)]
    finder = Finder(game, values)
    inside = [name for name in sys.modules if name == finder.prefix or name.startswith(finder.prefix + ".")]
    kept = {name: sys.modules.pop(name) for name in inside}
    sys.meta_path.insert(0, finder)
    try:
        return importlib.import_module(finder.prefix)
    finally:
        sys.meta_path.remove(finder)
        for name in [name for name in sys.modules if name == finder.prefix or name.startswith(finder.prefix + ".")]:
            del sys.modules[name]
        sys.modules.update(kept)
        if finder.prefix in kept:
            setattr(ai, finder.prefix.rpartition(".")[2], kept[finder.prefix])


def played(game: str, scenario: str | None, agents: Sequence[Any], seed: int) -> float:
    """A game between two agents: what it was worth to the Allies, from -1 to 1."""
    pos, dice, last = sandtable.load(game).start(scenario), Dice(seed), 0
    for _ in range(LONGEST):
        if not pos.stack:
            break
        who = pos.stack[-1].side
        if who == CHANCE:
            pos.play(dice.roll(pos, last))
        else:
            last = who
            pos.play(agents[who].choose(Seat(pos, SIDES[who])))
    outcome = pos.outcome
    if outcome is None:
        return 0.0
    won = 0.0 if outcome.winner is None else 1.0 if outcome.winner == PLAYERS[0] else -1.0
    ahead = outcome.score[PLAYERS[0]] - outcome.score[PLAYERS[1]]
    return (1 - MARGIN) * won + MARGIN * tanh(ahead / FEW)


def duel(game: str, scenario: str | None, first: Sequence[float], second: Sequence[float], seed: int) -> list[float]:
    """Both sides with the same dice: what the games were worth to the first."""
    one, two = copy_with(game, first), copy_with(game, second)
    here = played(game, scenario, (one.Greedy(seed + 1), two.Greedy(seed + 2)), seed)
    there = played(game, scenario, (two.Greedy(seed + 1), one.Greedy(seed + 2)), seed)
    return [here, -there]


def lots(seed: int, count: int) -> list[int]:
    """Which numbers are raised and which lowered."""
    rng = Random(f"lots {seed}")
    return [rng.choice((-1, 1)) for _ in range(count)]


def perturbed(game: str, scenario: str | None, shifts: Sequence[float], seed: int) -> list[float]:
    """A pair of games between two sets of numbers on opposite sides of the present one."""
    drawn = lots(seed, len(shifts))
    up = [shift + REACH * lot for shift, lot in zip(shifts, drawn, strict=True)]
    down = [shift - REACH * lot for shift, lot in zip(shifts, drawn, strict=True)]
    return duel(game, scenario, up, down, seed)


def hone(args: argparse.Namespace, pool: ProcessPoolExecutor, state: dict[str, Any]) -> None:
    """Batch after batch until enough pairs are played."""
    while state["pairs"] < args.pairs:
        first = state["pairs"]
        seeds = [game_seed(args.seed, first + n) for n in range(args.batch)]
        grounds = [args.scenario[(first + n) % len(args.scenario)] for n in range(args.batch)]
        shifts = state["shifts"]
        jobs = [pool.submit(perturbed, args.game, where, shifts, s) for where, s in zip(grounds, seeds, strict=True)]
        for seed, job in zip(seeds, jobs, strict=True):
            won = sum(job.result()) / 2
            shifts = [shift + PACE * won * lot for shift, lot in zip(shifts, lots(seed, len(shifts)), strict=True)]
        state["shifts"], state["pairs"] = shifts, first + args.batch
        args.state.write_text(json.dumps(state, indent=1), encoding="utf-8")
        print(f"{state['pairs']} pairs", flush=True)


def trial(args: argparse.Namespace, pool: ProcessPoolExecutor, shifts: Sequence[float]) -> tuple[float, int]:
    """The honed numbers against those of the source over fresh games: wins and games, a draw counting half."""
    plain = [0.0] * len(shifts)
    jobs = [
        pool.submit(duel, args.game, args.scenario[n % len(args.scenario)], shifts, plain, game_seed(args.seed + 1, n))
        for n in range(args.last)
    ]
    results = [worth for job in jobs for worth in job.result()]
    wins = sum(1.0 if worth > MARGIN else 0.0 if worth < -MARGIN else 0.5 for worth in results)
    return wins, len(results)


def short(value: float) -> str:
    """A number in as few digits as keep it within a fiftieth of itself, a share also of what it leaves."""
    near = NEARLY * (min(value, 1 - value) if value < 1 else value)
    told = next(told for digits in range(1, 9) if abs(float(told := f"{value:.{digits}g}") - value) <= near)
    plain = f"{float(told):.10f}".rstrip("0")
    return plain + "0" if plain.endswith(".") else plain


def write(game: str, shifts: Sequence[float]) -> None:
    """Put the honed numbers into the source, from the last to the first so that columns stay true."""
    paths = {path.stem: path for path in modules_of(game)}
    lines = {name: path.read_text(encoding="utf-8").splitlines(keepends=True) for name, path in paths.items()}
    for number, by in reversed(list(zip(numbers_of(game), shifts, strict=True))):
        value = shifted(number, by)
        told = str(round(value)) if number.whole else short(value)
        if by:
            row = lines[number.module][number.line - 1].encode()
            row = row[: number.column] + told.encode() + row[number.end :]
            lines[number.module][number.line - 1] = row.decode()
    for name, path in paths.items():
        path.write_text("".join(lines[name]), encoding="utf-8")


def main(words: list[str] | None = None) -> int:
    """Hone, try, and write if it is worth it."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("game", choices=sandtable.games())
    parser.add_argument("--scenario", action="append", help="play this one; several take turns")
    parser.add_argument("--pairs", type=int, default=800, help="pairs of games to learn from (800)")
    parser.add_argument("--batch", type=int, default=16, help="pairs between two steps (16)")
    parser.add_argument("--last", type=int, default=100, help="pairs to try the result over (100)")
    parser.add_argument("--stretch", type=float, default=1.0, help="go so many times as far as the pairs led (1)")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--jobs", type=int)
    parser.add_argument("--state", type=Path, help="build/hone/GAME.json if left out")
    parser.add_argument("--write", action="store_true", help="put the numbers into the source if they win")
    args = parser.parse_args(words)
    args.scenario = args.scenario or [None]
    args.state = args.state or Path("build/hone") / f"{args.game}.json"
    args.state.parent.mkdir(parents=True, exist_ok=True)
    keys = [number.key for number in numbers_of(args.game)]
    state: dict[str, Any] = {"keys": keys, "shifts": [0.0] * len(keys), "pairs": 0}
    if args.state.exists():
        state = json.loads(args.state.read_text(encoding="utf-8"))
        if state["keys"] != keys:
            raise SystemExit(f"{args.state} is of other numbers: the source has changed since")
    with ProcessPoolExecutor(args.jobs, mp_context=get_context("spawn")) as pool:
        hone(args, pool, state)
        shifts = [args.stretch * by for by in state["shifts"]]
        wins, games = trial(args, pool, shifts)
    low, high = interval(wins, games)
    print(f"{len(keys)} numbers honed over {state['pairs']} pairs won {wins:g} of {games} ({low:.0%} to {high:.0%})")
    for number, by in sorted(zip(numbers_of(args.game), shifts, strict=True), key=lambda pair: -abs(pair[1])):
        print(f"  {number.module}.{number.name}: {number.value:g} -> {shifted(number, by):.3g}")
    if args.write and low > 0.5:
        write(args.game, shifts)
        print("written")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
